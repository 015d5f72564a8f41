"""Compares a view with the disk by `lstat` alone: the answer to "what changed since the last look".

It reads no content and lists no folder; `sync.py` acts on what it finds. A folder's ctime changes with each entry that
comes or goes, a file's stamp with each write, a guard's with each change of an ignore rule.

Without postponed annotations: see `rows.py`.
"""

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .rows import FileRow, FolderRow

__all__ = ["FITS", "NOTHING", "Changes", "Refreshed", "folder_of", "guard_stamp", "hinted", "sweep"]


FITS = (1 << 63) - 1
"""What SQLite keeps of a number: some file systems have larger inodes, and some files times after the year 2262."""


class Changes(NamedTuple):
    """What a sweep found."""

    files: list[str]
    """Changed, or too young at the last look to be sure."""
    gone: list[str]
    folders: list[str]
    """To be listed again."""
    guards: bool
    """Whether what is visible may have changed everywhere, or the root is gone."""


class Refreshed(NamedTuple):
    """What a refresh did about it."""

    changed: list[str]
    gone: list[str]
    parsed: int
    listed: bool
    """Whether the whole project was listed."""
    folders: bool = False
    """Whether folders were listed again."""


NOTHING = Refreshed([], [], 0, listed=False)


def folder_of(path: str) -> str:
    """The folder that a path lies in; empty for the root."""
    return path[: max(path.rfind("/"), 0)]


def sweep(
    root: str,
    files: Iterable[tuple[str, Sequence[Any]]],
    folders: Iterable[tuple[str, Sequence[Any]]],
    guards: Mapping[str, str],
) -> Changes:
    """Compare with the disk what a view knows: paths with the fields of a FileRow or FolderRow."""
    if any(guard_stamp(path) != stamp for path, stamp in guards.items()) or not os.path.isdir(root):
        return Changes([], [], [], guards=True)
    changed, gone = _changed_files(root, files)
    return Changes(changed, gone, _changed_folders(root, folders), guards=False)


def hinted(
    hints: set[str], files: Mapping[str, FileRow], folders: Mapping[str, FolderRow]
) -> tuple[dict[str, FileRow], dict[str, FolderRow]]:
    """The hinted paths, the folders around them, and all below a hinted folder: it may be another one by now."""
    around = {folder_of(path) for path in hints}
    some_files = {path: files[path] for path in hints if path in files}
    some_folders = {path: folders[path] for path in around | hints if path in folders}
    below = tuple(f"{path}/" if path else "" for path in hints if path in folders)
    if below:
        some_files.update((path, row) for path, row in files.items() if path.startswith(below))
        some_folders.update((path, row) for path, row in folders.items() if path.startswith(below))
    return some_files, some_folders


def _changed_files(root: str, files: Iterable[tuple[str, Sequence[Any]]]) -> tuple[list[str], list[str]]:
    changed: list[str] = []
    gone: list[str] = []
    look = os.lstat
    handle = _open_root(root)
    if handle is None:
        return changed, [path for path, _ in files]
    try:
        for path, row in files:
            try:
                found = look(path, dir_fd=handle)
            except OSError:
                gone.append(path)
                continue
            if (
                found.st_mtime_ns & FITS != row[1]
                or found.st_ctime_ns != row[2]
                or found.st_size != row[0]
                or found.st_ino & FITS != row[3]
                or row[4]
            ):
                (changed if stat.S_ISREG(found.st_mode) else gone).append(path)
    finally:
        os.close(handle)
    return changed, gone


def _changed_folders(root: str, folders: Iterable[tuple[str, Sequence[Any]]]) -> list[str]:
    changed: list[str] = []
    look = os.lstat
    handle = _open_root(root)
    if handle is None:
        return changed
    try:
        for path, row in folders:
            try:
                found = look(path or ".", dir_fd=handle)
            except OSError:
                changed.append(path)
                continue
            if found.st_ctime_ns != row[0] or found.st_ino & FITS != row[1]:
                changed.append(path)
    finally:
        os.close(handle)
    return changed


def _open_root(root: str) -> int | None:
    try:
        return os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return None


def guard_stamp(path: str) -> str:
    """The state of a file that may not exist, as text that is equal only while it is unchanged."""
    try:
        found = os.stat(path)
    except OSError:
        return ""
    except ValueError:  # no path at all: a damaged row, which equals nothing, so that all is listed again
        return "no path"
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"
