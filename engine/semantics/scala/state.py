"""The state of a walk over one tree, and what all handlers need: names of values, members of the class around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .. import valued
from ..valued import FILE, OWN, children_of, first, make, name_of, nothing, occur, reference, visit, visit_children

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..builder import Builder
    from ..valued import Handler

__all__ = [
    "FILE",
    "OWN",
    "Walk",
    "binding_place",
    "children_of",
    "first",
    "make",
    "name_of",
    "nothing",
    "occur",
    "reference",
    "valued_in",
    "visit",
    "visit_children",
    "words_before",
]


class Walk(valued.Walk):
    """What handlers share."""

    __slots__ = ("bodies", "cases", "holes", "objects", "packages", "source")

    def __init__(self, builder: Builder, values: Mapping[str, Handler], source: bytes, tree: tree_sitter.Tree) -> None:
        """Begin a walk with the handlers of all that has a value."""
        super().__init__(builder, values, tree)
        self.source = source
        self.bodies: dict[int, int] = {}
        """Scopes of classes, by the scope in which their body is read: it knows what their constructor takes."""
        self.holes: list[int] = []
        """Of the functions around that are written with `_` for their parameters, how many of these were met."""
        self.cases: dict[tuple[int, str], int] = {}
        """Classes of which a call of their name makes an instance, by scope and name."""
        self.objects: dict[tuple[int, str], int] = {}
        self.packages: list[str] = []
        """The packages around."""


def binding_place(walk: Walk, scope: int) -> tuple[int, int]:
    """Where names are bound that are declared in a scope: those in the body of a class are its members."""
    return walk.bodies.get(scope, scope), NONE


def valued_in(walk: Walk, value: int, scope: int) -> int:
    """A value of a name that is bound elsewhere than it is read."""
    return make(walk, "within", "", [value], number=scope) if value >= 0 and scope in walk.bodies else value


def words_before(walk: Walk, node: tree_sitter.Node, scope: int) -> frozenset[str]:
    """The words before a declaration; its annotations are looked at."""
    found: set[str] = set()
    for child in node.children:
        if child.type == "annotation":
            visit(walk, child, scope)
        elif child.type == "modifiers":
            found.update(part.type for part in child.children)
        elif child.type == "case":
            found.add("case")
    return frozenset(found)
