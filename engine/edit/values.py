"""What is asked of an edit, and what came of it.

Offsets are bytes of the text as UTF-8 without a byte order mark, as everywhere in the engine; `document.py` alone knows
how they lie in the file. Lines in answers are 1-based.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EditAnswer", "EditOptions", "FileChange", "FileEdits", "TextEdit", "moved_to", "new_spans"]


class EditOptions(NamedTuple):
    """What may be asked of every edit."""

    dry_run: bool = False
    """Show the diff, write nothing."""
    allow_errors: bool = False
    """Lift the syntax check, and no other."""
    export: bool = False
    """Let a move export what is needed across files and is not exported yet."""
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


def moved_to(edits: Sequence[TextEdit], offset: int) -> int | None:
    """Where the byte `offset` is after the edits; None inside of a replaced range (its start is not inside)."""
    delta = 0
    for edit in edits:
        if offset < edit.start or (offset == edit.start and edit.end > edit.start):
            break
        if offset < edit.end:
            return None
        delta += len(edit.text) - (edit.end - edit.start)
    return offset + delta


def new_spans(edits: Sequence[TextEdit]) -> list[tuple[int, int]]:
    """Where the new texts lie in the result."""
    spans: list[tuple[int, int]] = []
    delta = 0
    for edit in edits:
        spans.append((edit.start + delta, edit.start + delta + len(edit.text)))
        delta += len(edit.text) - (edit.end - edit.start)
    return spans
