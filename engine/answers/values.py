"""What questions and answers are made of. Lines are 1-based from here on: people and agents read them.

Without postponed annotations: see `index/rows.py`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..facts import Symbol
from ..index.rows import Located

__all__ = ["FindAnswer", "FindRequest", "Node", "Scope", "bare", "forest", "node_of"]


MAX_DEPTH = 100
"""Levels of children in an answer: people write no more, and what walks the tree may call itself. What generated code
has deeper is found by its name path."""


class Node(NamedTuple):
    """A symbol as an answer shows it."""

    path: str
    symbol: Symbol
    children: tuple["Node", ...] = ()
    body: str | None = None
    """The source of the whole definition, where it was asked for."""
    indent: str = ""
    """The blanks before it on its first line, where its source was asked for."""

    @property
    def id(self) -> str:
        """What finds exactly this symbol again."""
        return f"{self.path}:{self.symbol.name_path}"


class Scope(NamedTuple):
    """Where and of what kind a symbol has to be."""

    within: str | None = None
    kinds: frozenset[str] = frozenset()

    def admits(self, located: Located) -> bool:
        """Whether a symbol lies in the scope."""
        if self.kinds and located.symbol.kind not in self.kinds:
            return False
        return not self.within or located.path == self.within or located.path.startswith(self.within + "/")


class FindRequest(NamedTuple):
    """Definitions by name path."""

    pattern: str
    within: str | None = None
    """A file or folder to look in."""
    kinds: frozenset[str] = frozenset()
    substring: bool = False
    ignore_case: bool = False
    body: bool = False
    depth: int = 0
    """Levels of children to show below each hit."""
    limit: int = 100


class FindAnswer(NamedTuple):
    """Definitions found, or what else could have been meant."""

    symbols: list[Node]
    more: int
    """Further hits that the limit left out."""
    suggestions: list[str]
    notes: list[str]


def bare(name_path: str) -> str:
    """A name path without the number of its last part."""
    return name_path.rpartition("[")[0] if name_path.endswith("]") else name_path


def node_of(located: Located) -> Node:
    """A hit without children."""
    return Node(located.path, located.symbol)


def forest(path: str, symbols: Sequence[Symbol], depth: int, root: int = -1) -> tuple[Node, ...]:
    """The symbols below `root` (an ordinal; -1: the top) as a tree of at most `depth` levels of children."""
    depth = min(depth, MAX_DEPTH)
    children: dict[int, list[int]] = {}
    for ordinal, symbol in enumerate(symbols):
        children.setdefault(symbol.parent, []).append(ordinal)

    def build(parent: int, left: int) -> Iterable[Node]:
        for ordinal in children.get(parent, ()):
            below = tuple(build(ordinal, left - 1)) if left > 0 else ()
            yield Node(path, symbols[ordinal], below)

    return tuple(build(root, depth))
