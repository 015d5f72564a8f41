"""The state of a walk over one tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .. import valued
from ..valued import (
    FILE,
    children_of,
    first,
    make,
    name_of,
    nothing,
    occur,
    reference,
    visit,
    visit_children,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..builder import Builder
    from ..valued import Handler

__all__ = [
    "FILE",
    "Walk",
    "children_of",
    "first",
    "has",
    "implied_in",
    "make",
    "name_of",
    "nothing",
    "occur",
    "reference",
    "typed_as",
    "visit",
    "visit_children",
]


class Walk(valued.Walk):
    """What handlers share."""

    __slots__ = ("implied", "implying", "returns", "source")

    def __init__(self, builder: Builder, values: Mapping[str, Handler], source: bytes, tree: tree_sitter.Tree) -> None:
        """Begin a walk with the handlers of all that has a value."""
        super().__init__(builder, values, tree)
        self.source = source
        self.implied = NONE
        """What has the members that are named without an owner (`.name`), where the place says it."""
        self.returns = NONE
        """A value of the type that the function around gives."""
        self.implying = 0
        """Places of which only a call says what is expected there, so far."""


def has(node: tree_sitter.Node, word: str) -> bool:
    """Whether a word or sign stands in a node itself."""
    return any(child.type == word for child in node.children)


def typed_as(walk: Walk, kind: int) -> int:
    """A value of a type."""
    return make(walk, "cast", "", [kind]) if kind >= 0 else NONE


def implied_in(walk: Walk, node: tree_sitter.Node | None, scope: int, owner: int) -> int:
    """Visit a value; what has no owner in it is a member of another value, or of its type."""
    if node is None:
        return NONE
    before, walk.implied = walk.implied, owner
    found = visit(walk, node, scope)
    walk.implied = before
    return found
