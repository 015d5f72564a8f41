"""Reads one file together with the stamp that says later whether it changed, and decides what it is.

The stamp is (size, mtime, ctime, inode). It proves that a file is unchanged only if the file was already older than
the look at it: git's racy-clean rule. A younger one is marked `racy`, and the next question compares its content.
"""

from __future__ import annotations

import os
import stat
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from .parse import reason_to_leave_out
from .rows import BlobKey
from .sweep import FITS

if TYPE_CHECKING:
    from ..languages import Language, Registry

__all__ = ["NO_LANGUAGE", "TOO_LARGE", "UNREADABLE_FILE", "Look", "Stamp", "is_racy", "look"]

TOO_LARGE = "too large"
UNREADABLE_FILE = "file cannot be read"
NO_LANGUAGE = "no language"
FINE_TICK_NS = 50_000_000
"""File times advance with the kernel's tick, 1 to 10 ms; this is a safe multiple."""
COARSE_TICK_NS = 2_000_000_000
"""Where a file system stores whole seconds (their nanoseconds are 0), FAT's tick of two."""


class Stamp(NamedTuple):
    """What `stat` says of a file's state."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class Look(NamedTuple):
    """One file at one moment."""

    path: str
    stamp: Stamp
    racy: bool
    left_out: str
    """Why its content is not indexed, or empty."""
    key: BlobKey | None
    """None where the content was not read."""
    language: Language | None
    raw: bytes


def look(root: str, path: str, max_size: int, registry: Registry) -> Look | None:
    """Read the file `path` below `root`; None where there is no regular file any more. Never follows a link."""
    looked_ns = time.time_ns()
    try:
        handle = os.open(os.path.join(root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except PermissionError:
        return _unreadable(root, path)
    except OSError:
        return None
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return None
        stamp = _stamp_of(found)
        racy = is_racy(found.st_mtime_ns, found.st_ctime_ns, looked_ns)
        if stamp.size > max_size:
            return Look(path, stamp, racy, TOO_LARGE, None, None, b"")
        try:
            raw = file.read(max_size + 1)
        except OSError:  # of the device or the network: it may pass without a trace in the stamp
            return Look(path, stamp, True, UNREADABLE_FILE, None, None, b"")
    language = registry.language_of(path, raw)
    if language is None:
        return Look(path, stamp, racy, NO_LANGUAGE, None, None, b"")
    key = BlobKey(blake2b(raw, digest_size=16).digest(), language.name, language.fingerprint)
    return Look(path, stamp, racy, reason_to_leave_out(raw), key, language, raw)


def is_racy(mtime_ns: int, ctime_ns: int, looked_ns: int) -> bool:
    """Whether a file of these times could change after a look at `looked_ns` without its stamp showing it."""
    tick = FINE_TICK_NS if mtime_ns % 1_000_000_000 and ctime_ns % 1_000_000_000 else COARSE_TICK_NS
    if mtime_ns > looked_ns:  # set by hand: says nothing
        mtime_ns = ctime_ns
    return max(mtime_ns, ctime_ns) + tick >= looked_ns


def _stamp_of(found: os.stat_result) -> Stamp:
    return Stamp(found.st_size, found.st_mtime_ns & FITS, found.st_ctime_ns, found.st_ino & FITS)


def _unreadable(root: str, path: str) -> Look | None:
    try:
        found = os.lstat(os.path.join(root, path))
    except OSError:
        return None
    return Look(path, _stamp_of(found), False, UNREADABLE_FILE, None, None, b"")
