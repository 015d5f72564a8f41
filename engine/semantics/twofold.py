"""A walk over one tree that takes note of names, for languages whose types are declared.

There are two ways through an expression: `visit` takes note of the names in it, `value` does so too and gives the
expression, which costs more. Only what stands before a dot, and what a name is declared with, needs the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deepfacts import NONE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    from .builder import Builder

    Visit = Callable[[Any, tree_sitter.Node, int], object]
    Value = Callable[[Any, tree_sitter.Node, int], int]

__all__ = [
    "FILE",
    "Walk",
    "cast",
    "ignore",
    "make",
    "member_expression",
    "name_expression",
    "value",
    "visit",
    "visit_children",
]

FILE = 0
"""The scope of the file."""


class Walk:
    """What handlers share."""

    __slots__ = ("builder", "values", "visits")

    def __init__(self, builder: Builder, visits: Mapping[str, Visit], values: Mapping[str, Value]) -> None:
        """Begin a walk with the handlers of both ways."""
        self.builder = builder
        self.visits = visits
        self.values = values


def visit(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Take note of all names in a node."""
    handler = walk.visits.get(node.type)
    if handler is not None:
        handler(walk, node, scope)
    else:
        visit_children(walk, node, scope)


def visit_children(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Take note of all names in the children of a node."""
    visits = walk.visits
    for child in node.named_children:
        handler = visits.get(child.type)
        if handler is not None:
            handler(walk, child, scope)
        else:
            visit_children(walk, child, scope)


def ignore(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """There is no name in it."""


def value(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """Take note of all names in an expression, and give it."""
    if node is None:
        return NONE
    handler = walk.values.get(node.type)
    if handler is not None:
        return handler(walk, node, scope)
    visit(walk, node, scope)
    return NONE


def make(
    walk: Walk, op: str, text: str = "", parts: tuple[int, ...] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    """The index of an expression."""
    return walk.builder.expression((op, text, parts, names, number))


def name_expression(walk: Walk, name: str) -> int:
    """A name as an expression."""
    return walk.builder.name(name)


def member_expression(walk: Walk, owner: int, name: str) -> int:
    """A member as an expression."""
    return NONE if owner < 0 else walk.builder.expression(("member", name, (owner,), (), NONE))


def cast(walk: Walk, kind: int) -> int:
    """Something of a type."""
    return NONE if kind < 0 else walk.builder.expression(("cast", "", (kind,), (), NONE))
