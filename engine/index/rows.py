"""The rows of the store, as its readers and writers see them.

Without postponed annotations: `NamedTuple` would compile each of them, and the first thing that a process compiles sets
up the classes of its syntax tree. Together that was a twentieth of a look-up on the command line.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import Failed
from ..facts import Symbol

__all__ = ["BlobKey", "FileRow", "FolderRow", "Located", "NewBlob", "StoreDamaged", "ViewRow", "ViewUpdate"]


class StoreDamaged(Failed):
    """The database is not one of ours, or is broken: it has to be made again."""

    code = "store_damaged"


class BlobKey(NamedTuple):
    """What facts are stored under."""

    hash: bytes
    language: str
    fingerprint: str


class NewBlob(NamedTuple):
    """The facts of a blob on their way into the store."""

    key: BlobKey
    status: str
    lines: int
    symbols: Sequence[tuple[object, ...]]
    words: str


class FileRow(NamedTuple):
    """What a view knows of one file."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    racy: bool
    blob_id: int | None
    left_out: str


class FolderRow(NamedTuple):
    """What a view knows of one folder."""

    ctime_ns: int
    inode: int
    left_out: str

    def counts(self) -> dict[str, int]:
        """How many files, links and folders in it were left out, by reason. Raises StoreDamaged."""
        import json

        try:
            return json.loads(self.left_out) if self.left_out else {}
        except ValueError as error:
            raise StoreDamaged(f"the index is damaged: {error}", "It is made again.") from error


class ViewRow(NamedTuple):
    """A view without its files."""

    id: int
    stamp: str
    generation: int
    used_on: int


class ViewUpdate(NamedTuple):
    """What changes in a view, in one transaction."""

    files: dict[str, FileRow]
    gone_files: Sequence[str]
    folders: dict[str, FolderRow]
    gone_folders: Sequence[str]
    guards: dict[str, str] | None
    """The whole new set, or None to leave it."""
    stamp: str | None


class Located(NamedTuple):
    """A symbol and where it is."""

    path: str
    blob_id: int
    ordinal: int
    symbol: Symbol
