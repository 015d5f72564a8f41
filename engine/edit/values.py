"""What edits are made of: what is asked for, what is planned, what came of it.

Offsets are bytes of the text as UTF-8 without a byte order mark, as everywhere in the engine; `document.py` alone knows
how they lie in the file. Lines in answers are 1-based.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .document import Document

__all__ = ["EditAnswer", "EditOptions", "Expect", "FileChange", "FileEdit", "FileEdits", "Plan", "TextEdit"]


class EditOptions(NamedTuple):
    """What may be asked of every edit."""

    dry_run: bool = False
    """Show the diff, write nothing."""
    allow_errors: bool = False
    """Lift the syntax check, and no other."""
    by: str = "codeintel"
    """Who edits, for the journal."""


class TextEdit(NamedTuple):
    """Replace one range by a text."""

    start: int
    end: int
    text: bytes
    """UTF-8, with the line ends that are to be written."""


class FileEdits(NamedTuple):
    """Text edits of one file, worked out elsewhere."""

    path: str
    edits: tuple[TextEdit, ...]
    base: bytes | None = None
    """The text (UTF-8, no byte order mark) that the edits were worked out on; None: the file as it is now."""


class Expect(NamedTuple):
    """What has to be so after an edit of one file, besides that whatever lies outside of it stays what it was."""

    free: frozenset[int] = frozenset()
    """Ordinals of the symbols that may change or go: the edited one and what is in it."""
    renamed: Mapping[int, str] = {}
    """Ordinals of symbols that get a new name."""
    wanted: str = ""
    """A symbol of this name has to be in `span`."""
    span: tuple[int, int] | None = None
    """The new text's place in the result; what it defines has to lie in `container`."""
    container: int = -1
    """Ordinal of the symbol that holds the new text, -1: the top of the file."""


class FileEdit(NamedTuple):
    """The planned edits of one file."""

    document: Document
    edits: tuple[TextEdit, ...]
    expect: Expect = Expect()
    notes: tuple[str, ...] = ()
    result: Document | None = None
    """The file afterwards, where planning has made it already."""


class Plan(NamedTuple):
    """A whole edit, checked and not yet written."""

    operation: str
    symbol: str | None
    """Id of the symbol that it is about."""
    files: tuple[FileEdit, ...]
    notes: tuple[str, ...] = ()


class FileChange(NamedTuple):
    """What an edit did to one file."""

    path: str
    line: int
    end_line: int
    """The lines that are new, as they are numbered now; `end_line` is below `line` where lines only went."""
    diff: str


class EditAnswer(NamedTuple):
    """What an edit did, so that no file has to be read again."""

    operation: str
    symbol: str | None
    applied: bool
    """False after a dry run, or where there was nothing to change."""
    edit: str | None
    """What `undo` takes it back by."""
    files: list[FileChange]
    notes: list[str]
