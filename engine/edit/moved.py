"""What a plan of a move is made from: the definition, its file and the other one, and who knows what names mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..facts import Symbol
    from ..index.rows import Located
    from ..language_rules import EditRules
    from ..link.linker import Linker
    from ..link.types import Slot
    from .document import Document
    from .occurrences import Found

__all__ = ["Move"]


class Move(NamedTuple):
    """What moves, and where to."""

    linker: Linker
    located: Located
    slot: Slot
    source: Document
    goal: Document
    found: Found
    """The places of the name."""
    read: Callable[[str], Document]
    export: bool
    """Whether files may give to others what they do not yet, where that has to be said."""
    parts: tuple[Symbol, ...] = ()
    """The definitions that move together as one, where they are several of a name."""

    @property
    def name(self) -> str:
        """The name of the definition."""
        return self.slot.name

    @property
    def span(self) -> tuple[int, int]:
        """The bytes of the old file that move."""
        return self.located.symbol.start_byte, self.located.symbol.end_byte

    @property
    def rules(self) -> EditRules:
        """How the language writes what an edit has to write."""
        language = self.source.language
        assert language is not None
        return language.edit

    def is_inside(self, path: str, at: int) -> bool:
        """Whether a place lies in the text that moves."""
        return path == self.source.path and self.span[0] <= at < self.span[1]
