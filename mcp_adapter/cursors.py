"""Where shortened answers go on: a short opaque name for a question and a place in its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..engine.errors import UsageError

if TYPE_CHECKING:
    from .arguments import Arguments
    from .projects import Project
    from .render import Place
    from .tools import Tool

__all__ = ["Cursor", "Cursors"]

KEPT = 500


class Cursor(NamedTuple):
    """A question, and where its answer goes on. It is asked anew, so pages are as fresh as first answers."""

    project: Project
    tool: Tool
    arguments: Arguments
    budget: int
    place: Place


class Cursors:
    """The cursors of one session that were given out last."""

    def __init__(self) -> None:
        """None yet."""
        self._kept: dict[str, Cursor] = {}
        self._count = 0

    def add(self, cursor: Cursor) -> str:
        """The name of a cursor."""
        self._count += 1
        name = f"c{self._count}"
        self._kept[name] = cursor
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return name

    def get(self, name: str) -> Cursor:
        """The cursor of a name. Raises UsageError."""
        if name not in self._kept:
            raise UsageError(f"there is no cursor {name[:80]!r} any more", "Ask the question again.")
        return self._kept[name]
