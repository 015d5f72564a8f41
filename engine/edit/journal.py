"""The record of all edits of one project: what makes them atomic, and what `undo` goes by.

It lies in the user's state folder, not in the cache: `clean` and a damaged index leave it alone. One file an edit:

    edits/pending/<id>   written, whole, before the first file of the project is touched
    edits/done/<id>      the same file, moved when all files are as they should be

A line of JSON says what was done (when, by what, which files, hashes), the bytes before and after follow it. Whatever
lies in `pending` when the next edit or question starts belongs to a process that died: `apply.py` finishes it.
"""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import Refused
from .where import PENDING, journal_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Change", "Entry", "Journal", "sync_folder", "write_whole"]

_TEMPORARY = ".tmp"
KEPT_ENTRIES = 500
KEPT_BYTES = 200 * 1024 * 1024


class Change(NamedTuple):
    """What happens to one file, whole."""

    path: str
    before: bytes | None
    """None: there was no such file."""
    after: bytes | None
    """None: it is to go."""
    mode: int | None = None
    """Permissions of a file that goes, or comes back; None: those of the file that is there, or of any new one."""


class Entry(NamedTuple):
    """One edit, as the journal has it."""

    id: str
    when: float
    operation: str
    symbol: str | None
    by: str
    root: str
    files: list[dict[str, Any]]
    """`path`, the hashes `before` and `after`, null where there is no file, and `mode`, as in a change."""
    undoes: str | None
    """The edit that this one took back."""


class Journal:
    """The edits of one project."""

    def __init__(self, root: str) -> None:
        """Make nothing yet."""
        self.root = root
        self.folder = journal_folder(root)
        self.lock = os.path.join(self.folder, "lock")
        self._pending = os.path.join(self.folder, PENDING)
        self._done = os.path.join(self.folder, "done")

    def open(self) -> None:
        """Make the folders, readable by the user alone. Raises Refused."""
        try:
            for folder in (self.folder, self._pending, self._done):
                os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError as error:
            raise Refused(
                f"edits cannot be recorded in {self.folder}: {error.strerror}",
                "Nothing was written. Make it writable, or set XDG_STATE_HOME to another folder.",
            ) from error

    def new_id(self) -> str:
        """An id that sorts after all earlier ones."""
        seconds, rest = divmod(time.time_ns(), 1_000_000_000)  # of one look at the clock: between two a second may end
        stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
        return f"{stamp}-{rest:09d}-{os.getpid() % 100_000:05d}"

    def pending(self) -> list[str]:
        """Ids of edits that a process began and did not finish."""
        try:
            return sorted(name for name in os.listdir(self._pending) if not name.endswith(_TEMPORARY))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def tidy(self) -> None:
        """Remove what a process left that died while it wrote an edit down; the caller holds the lock."""
        for name in os.listdir(self._pending):
            if name.endswith(_TEMPORARY):
                os.unlink(os.path.join(self._pending, name))

    def begin(self, entry: Entry, changes: Sequence[Change]) -> None:
        """Write an edit down, before anything is done."""
        head = {**entry._asdict(), "sizes": [[_size(change.before), _size(change.after)] for change in changes]}
        body = [part for change in changes for part in (change.before, change.after) if part is not None]
        content = b"".join([json.dumps(head).encode(), b"\n", *body])
        try:
            write_whole(os.path.join(self._pending, entry.id), content)
        except OSError as error:
            raise Refused(
                f"the edit cannot be recorded in {self.folder}: {error.strerror}", "Nothing was written. Make room."
            ) from error

    def finish(self, edit: str) -> None:
        """Note that all files are as they should be."""
        os.replace(os.path.join(self._pending, edit), os.path.join(self._done, edit))
        self._prune()

    def put_aside(self, edit: str) -> None:
        """Keep what cannot be read out of the way."""
        os.replace(os.path.join(self._pending, edit), os.path.join(self.folder, f"damaged-{edit}"))

    def abandon(self, edit: str) -> None:
        """Forget an edit of which nothing is left in the project."""
        os.unlink(os.path.join(self._pending, edit))

    def entries(self) -> list[Entry]:
        """All finished edits, the last one first."""
        try:
            names = sorted(os.listdir(self._done), reverse=True)
        except FileNotFoundError:
            return []
        return [entry for name in names if (entry := self._entry(os.path.join(self._done, name))) is not None]

    def changes(self, edit: str) -> tuple[Entry, list[Change]]:
        """An edit with all its bytes. Raises Refused where there is no such edit."""
        for folder in (self._done, self._pending):
            try:
                with open(os.path.join(folder, os.path.basename(edit)), "rb") as file:
                    head, body = json.loads(file.readline()), file.read()
                sizes: list[list[int | None]] = head.pop("sizes")
                entry, at = Entry(**head), 0
            except (FileNotFoundError, IsADirectoryError):
                continue
            except (ValueError, TypeError, KeyError) as error:
                raise Refused(f"the record of the edit {edit} cannot be read", "Undo it by hand.") from error
            changes: list[Change] = []
            for record, (before, after) in zip(entry.files, sizes, strict=True):
                middle = at + (before or 0)
                end = middle + (after or 0)
                changes.append(
                    Change(
                        record["path"],
                        None if before is None else body[at:middle],
                        None if after is None else body[middle:end],
                        record.get("mode"),
                    )
                )
                at = end
            return entry, changes
        raise Refused(f"there is no edit {edit}", "`undo --list` shows those that are known.")

    def _entry(self, path: str) -> Entry | None:
        try:
            with open(path, "rb") as file:
                head = json.loads(file.readline())
            head.pop("sizes")
            return Entry(**head)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _prune(self) -> None:
        """Drop the oldest edits beyond what is kept."""
        names = sorted(os.listdir(self._done), reverse=True)
        room = KEPT_BYTES
        for number, name in enumerate(names):
            path = os.path.join(self._done, name)
            room -= os.stat(path).st_size
            if number and (number >= KEPT_ENTRIES or room < 0):
                os.unlink(path)


def write_whole(path: str, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a power cut."""
    temporary = path + _TEMPORARY
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with open(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_folder(os.path.dirname(path))


def sync_folder(path: str) -> None:
    """Have the names in a folder on the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _size(content: bytes | None) -> int | None:
    return None if content is None else len(content)
