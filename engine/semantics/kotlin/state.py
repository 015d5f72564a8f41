"""What handlers share beside the walk: blocks in which a test holds, and the space of functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...deepfacts import NONE, Narrowing, spaced
from .. import valued
from ..valued import (
    ASIDE,
    FILE,
    OWN,
    children_of,
    first,
    make,
    named,
    nothing,
    occur,
    parts_of,
    visit,
    visit_children,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import tree_sitter

    from ..builder import Builder
    from ..valued import Handler

__all__ = [
    "ASIDE",
    "FILE",
    "OWN",
    "Walk",
    "children_of",
    "first",
    "inside",
    "make",
    "method",
    "named",
    "narrow",
    "nothing",
    "occur",
    "parts_of",
    "visit",
    "visit_children",
]


class Walk(valued.Walk):
    """What handlers share."""

    __slots__ = ("has_accessors",)

    def __init__(self, builder: Builder, values: Mapping[str, Handler], tree: tree_sitter.Tree) -> None:
        """Begin a walk with the handlers of all that has a value."""
        super().__init__(builder, values, tree)
        self.has_accessors = _ACCESSOR.search(tree.root_node.text or b"") is not None
        """Whether anything can be the accessor of a property: looking for those behind each is dear."""


def method(name: str) -> str:
    """The name of a function: functions live in a space of their own."""
    return spaced("method", name)


def inside(walk: Walk, node: tree_sitter.Node | None, scope: int, tests: Iterable[tuple[str, int]] = ()) -> int:
    """Visit what runs only where some tests hold: a block of its own."""
    if node is None:
        return NONE
    before = walk.block
    walk.block = walk.builder.block(before)
    for text, kind in tests:
        narrow(walk, text, kind, scope, node.start_byte)
    found = visit(walk, node, scope)
    walk.block = before
    return found


def narrow(walk: Walk, text: str, kind: int, scope: int, position: int) -> None:
    """Take note that a variable is of a type from a place on, in the block at hand."""
    if kind >= 0:
        walk.builder.narrowings.append(Narrowing(scope, text, kind, "typed", position, walk.block))


_ACCESSOR = re.compile(rb"\b[gs]et\b")
