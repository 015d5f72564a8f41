"""The source of one symbol, with its line numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .matching import one
from .sources import source_of, text_of
from .values import Node, Scope, node_of

if TYPE_CHECKING:
    from ..index.sync import Sync

__all__ = ["ShowAnswer", "show"]


class ShowAnswer(NamedTuple):
    """The source of one symbol."""

    symbol: Node
    first_line: int
    lines: list[str]
    """Source lines from `first_line` on, context included, without line ends."""
    notes: list[str]


def show(view: Sync, pattern: str, context: int = 0) -> ShowAnswer:
    """The symbol's lines, with `context` lines around. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    located = one(view, pattern, Scope())
    symbol = located.symbol
    source = source_of(view, located.path)
    lines = source.decode("utf-8", "replace").split("\n")
    first = max(symbol.start_line - context, 0)
    shown = [line.rstrip("\r") for line in lines[first : symbol.end_line + 1 + context]]
    body = text_of(source, symbol.start_byte, symbol.end_byte)
    return ShowAnswer(node_of(located)._replace(body=body), first + 1, shown, [])
