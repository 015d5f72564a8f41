"""Writes a checked edit: all of its files or none, also when the process is killed in between.

    journal (what was, what shall be) → a temporary file beside each target → rename each → journal: done

An error before the first rename leaves nothing behind; one after it is taken back. A process that died is finished by
the next one, `recover`: forward where no file was changed by somebody else meanwhile, else back.
"""

from __future__ import annotations

import os
import stat
import time
from typing import TYPE_CHECKING

from ..errors import ChangedMeanwhile, Refused
from .document import hash_of, place_of, read_bytes
from .journal import Entry, sync_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .journal import Change, Journal

__all__ = ["TEMPORARY", "apply", "recover"]

TEMPORARY = ".codeintel-edit-"
BEFORE, AFTER, TORN, OTHER = "before", "after", "torn", "other"


def apply(
    journal: Journal,
    changes: Sequence[Change],
    *,
    operation: str,
    symbol: str | None,
    by: str,
    undoes: str | None = None,
) -> str:
    """Make the changes; gives the id of the edit. Raises ChangedMeanwhile and Refused, with nothing written."""
    root = journal.root
    for change in changes:
        _check_target(root, change)
    changes = [_with_mode(root, change) for change in changes]
    records = [{"path": c.path, "before": _hash(c.before), "after": _hash(c.after), "mode": c.mode} for c in changes]
    entry = Entry(journal.new_id(), time.time(), operation, symbol, by, root, records, undoes)
    journal.begin(entry, changes)
    prepared: list[str | None] = []
    try:
        for number, change in enumerate(changes):
            prepared.append(_prepare(root, change, _temporary(change.path, entry.id, number)))
        for change in changes:  # the last look before the first byte
            _check_unchanged(root, change)
    except BaseException:
        _discard(prepared)
        journal.abandon(entry.id)
        raise
    try:
        for change, temporary in zip(changes, prepared, strict=True):
            _put(root, change, temporary)
        _sync(root, changes)
    except BaseException as error:
        _discard(prepared)
        _take_back(root, changes, entry.id)
        journal.abandon(entry.id)
        if isinstance(error, OSError):
            raise Refused(f"a file cannot be written: {error}", "All files are as they were.") from error
        raise
    journal.finish(entry.id)
    return entry.id


def recover(journal: Journal) -> list[str]:
    """Finish what a process that died began; the caller holds the lock. Gives notes for people."""
    root = journal.root
    notes: list[str] = []
    journal.tidy()
    for edit in journal.pending():
        try:
            entry, changes = journal.changes(edit)
        except Refused as error:
            journal.put_aside(edit)
            notes.append(f"{error.message}; it was put aside in {journal.folder}")
            continue
        _discard([os.path.join(root, _temporary(c.path, edit, n)) for n, c in enumerate(changes)])
        states = [_state(root, change) for change in changes]
        what = f"an edit that was interrupted ({entry.operation})"
        if all(state == BEFORE for state in states):
            journal.abandon(edit)
            notes.append(f"{what} had changed nothing yet, and was dropped")
        elif OTHER in states:
            _take_back(root, changes, edit)
            journal.abandon(edit)
            changed = ", ".join(c.path for c, s in zip(changes, states, strict=True) if s == OTHER)
            notes.append(f"{what} was taken back; {changed} changed since and was left alone")
        else:
            for number, (change, state) in enumerate(zip(changes, states, strict=True)):
                if state != AFTER:
                    _put(root, change, _prepare(root, change, _temporary(change.path, edit, number)))
            _sync(root, changes)
            journal.finish(edit)
            notes.append(f"{what} was finished; `undo` takes it back")
    return notes


# --- looks -------------------------------------------------------------------------------------------------------


def _check_target(root: str, change: Change) -> None:
    if place_of(root, change.path) != change.path:
        raise ChangedMeanwhile(f"{change.path} became a link while it was edited", "Ask again.")
    _check_unchanged(root, change)
    path = os.path.join(root, change.path)
    if change.before is None:
        return
    mode = os.stat(path, follow_symlinks=False).st_mode
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK):
        raise Refused(f"{change.path} is read-only", "Nothing was written. Make it writable first.")


def _check_unchanged(root: str, change: Change) -> None:
    if read_bytes(root, change.path) != change.before:
        raise ChangedMeanwhile(f"{change.path} changed while it was edited", "Nothing was written. Ask again.")


def _with_mode(root: str, change: Change) -> Change:
    """A file that goes has its permissions taken down, so that it can come back as it was."""
    if change.after is not None or change.before is None:
        return change
    return change._replace(mode=stat.S_IMODE(os.stat(os.path.join(root, change.path), follow_symlinks=False).st_mode))


def _state(root: str, change: Change) -> str:
    """Whether a file is as it was before, as it shall be after, half-written, or changed by somebody else."""
    now = read_bytes(root, change.path)
    if now == change.after:
        return AFTER
    if now == change.before:
        return BEFORE
    return TORN if _is_torn(now, change) else OTHER


def _is_torn(now: bytes | None, change: Change) -> bool:
    """Whether a file that is written in place was left half-written: it begins as it shall be and goes on as it was."""
    if now is None or change.before is None or change.after is None:
        return False
    pairs = zip(now, change.after, strict=False)
    written = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(now), len(change.after)))
    return now[written:] == change.before[written:]


# --- writes ------------------------------------------------------------------------------------------------------


def _temporary(path: str, edit: str, number: int) -> str:
    return os.path.join(os.path.dirname(path), f"{TEMPORARY}{edit}-{number}")


def _prepare(root: str, change: Change, temporary: str) -> str | None:
    """Write what is to be beside the target, with its owner, permissions and attributes.

    None where that is not needed, or where only writing in place keeps what the file is: it has other names, or an
    owner that we cannot give.
    """
    target = os.path.join(root, change.path)
    if change.after is None or _has_other_names(target):
        return None
    path = os.path.join(root, temporary)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Refused(
            f"nothing can be written beside {change.path}: {error.strerror}", "Nothing was written. Make it writable."
        ) from error
    try:
        with open(handle, "wb") as file:
            file.write(change.after)
            file.flush()
            if change.before is None:
                os.fchmod(file.fileno(), _mode_of_new(change))
                is_alike = True
            else:
                is_alike = _take_after(target, file.fileno())
            os.fsync(file.fileno())
    except OSError as error:
        os.unlink(path)
        raise Refused(
            f"{change.path} cannot be written: {error.strerror}", "Nothing was written. Make room."
        ) from error
    if is_alike:
        return path
    os.unlink(path)
    return None


def _mode_of_new(change: Change) -> int:
    """The permissions of a file that was not there: those that it had, or what is usual."""
    if change.mode is not None:
        return change.mode
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _take_after(target: str, handle: int) -> bool:
    """Give the new file the owner, the extended attributes and the permissions of the old one; False if it cannot."""
    old = os.stat(target, follow_symlinks=False)
    own = os.fstat(handle)
    if (old.st_uid, old.st_gid) != (own.st_uid, own.st_gid):
        try:
            os.fchown(handle, old.st_uid, old.st_gid)
        except PermissionError:
            return False
    if hasattr(os, "listxattr"):
        try:
            for name in os.listxattr(target, follow_symlinks=False):
                os.setxattr(handle, name, os.getxattr(target, name, follow_symlinks=False))
        except OSError:
            pass  # a file system without them, or one that only root may set
    os.fchmod(handle, stat.S_IMODE(old.st_mode))
    return True


def _put(root: str, change: Change, temporary: str | None) -> None:
    target = os.path.join(root, change.path)
    if change.after is None:
        os.unlink(target)
    elif temporary is not None:
        os.replace(temporary, target)
    else:
        _write_in_place(target, change.after)


def _write_in_place(target: str, content: bytes) -> None:
    """Keep a file what it is, with its names and its owner. The journal has what it was, should this be cut short."""
    handle = os.open(target, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    with open(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.ftruncate(file.fileno(), len(content))
        os.fsync(file.fileno())


def _has_other_names(target: str) -> bool:
    try:
        return os.stat(target, follow_symlinks=False).st_nlink > 1
    except FileNotFoundError:
        return False


def _take_back(root: str, changes: Sequence[Change], edit: str) -> None:
    """Give every file that is as it should have become what it was before."""
    for number, change in enumerate(changes):
        if read_bytes(root, change.path) == change.after:
            back = change._replace(before=change.after, after=change.before)
            _put(root, back, _prepare(root, back, _temporary(change.path, edit, number)))
    _sync(root, changes)


def _discard(temporaries: Sequence[str | None]) -> None:
    for path in temporaries:
        if path is not None:
            try:
                os.unlink(path)
            except FileNotFoundError:
                continue


def _sync(root: str, changes: Sequence[Change]) -> None:
    for folder in {os.path.dirname(change.path) for change in changes}:
        sync_folder(os.path.join(root, folder))


def _hash(content: bytes | None) -> str | None:
    return None if content is None else hash_of(content)
