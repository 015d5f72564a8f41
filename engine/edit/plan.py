"""What an edit plans: the text edits of each file, and what has to be so afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .document import Document
    from .values import TextEdit

__all__ = ["Expect", "FileEdit", "Plan"]


class Expect(NamedTuple):
    """What has to be so after an edit of one file, besides that whatever lies outside of it stays what it was."""

    free: frozenset[int] = frozenset()
    """Ordinals of the symbols that may change or go: the edited one and what is in it."""
    renamed: Mapping[int, str] = {}
    """Ordinals of symbols that get a new name."""
    of: int = -1
    """Ordinal of the symbol that was named: the one that changes, or beside which the text is put; -1: none was."""
    wanted: tuple[str, ...] = ()
    """Symbols of these names have to be in `span`."""
    span: tuple[int, int] | None = None
    """The new text's place in the result; what it defines has to lie in `container`."""
    container: int = -1
    """Ordinal of the symbol that holds the new text, -1: the top of the file."""
    recount: bool = False
    """Whether values that come from a place in a list may change."""


class FileEdit(NamedTuple):
    """The planned edits of one file."""

    document: Document
    edits: tuple[TextEdit, ...]
    expect: Expect = Expect()
    notes: tuple[str, ...] = ()
    result: Document | None = None
    """The file afterwards, where planning has made it already."""
    gone: bool = False
    """Whether the file itself goes, since nothing is left in it."""


class Plan(NamedTuple):
    """A whole edit, checked and not yet written."""

    operation: str
    symbol: str | None
    """Id of the symbol that it is about."""
    files: tuple[FileEdit, ...]
    notes: tuple[str, ...] = ()
