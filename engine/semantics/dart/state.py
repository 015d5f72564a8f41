"""The state of a walk over one tree of Dart, and chains: the grammar puts what belongs together side by side.

`a.b(c)` is an identifier and two selectors in a row, in whatever node stands around. So nodes are read in sequences:
`sequence` takes note of all names in a row of nodes, and gives the last expression in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import tree_sitter

    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int], int]

__all__ = ["Walk", "children_of", "member", "name_of", "own_instance", "sequence"]


class Walk:
    """What handlers share."""

    __slots__ = ("block", "builder", "function", "handlers", "own", "steps")

    def __init__(self, builder: Builder, handlers: Mapping[str, Handler], steps: Mapping[str, Step]) -> None:
        """Begin a walk: handlers for what begins a chain, steps for what goes on with one."""
        self.builder = builder
        self.handlers = handlers
        self.steps = steps
        self.block = builder.block(NONE)
        self.own = NONE
        """The class around, by its definition."""
        self.function = NONE
        """The function around, by its definition."""


if TYPE_CHECKING:
    Step = Callable[[Walk, tree_sitter.Node, int, int], int]


def sequence(walk: Walk, nodes: Iterable[tree_sitter.Node], scope: int) -> int:
    """Take note of the names in a row of nodes; the last expression among them."""
    current = NONE
    for node in nodes:
        step = walk.steps.get(node.type)
        if step is not None:
            current = step(walk, node, scope, current)
            continue
        handler = walk.handlers.get(node.type)
        if handler is not None:
            current = handler(walk, node, scope)
        elif node.named_child_count:
            current = sequence(walk, node.named_children, scope)
    return current


def children_of(node: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    """The named children of a node, if there is one."""
    return node.named_children if node is not None else []


def member(walk: Walk, owner: int, name: str) -> int:
    """What something has under a name."""
    return walk.builder.expression(("member", name, (owner,), (), NONE)) if owner != NONE else NONE


def own_instance(walk: Walk) -> int:
    """The instance at hand."""
    return walk.builder.expression(("self", "instance", (), (), walk.own)) if walk.own >= 0 else NONE


def name_of(node: tree_sitter.Node) -> str:
    """The text of a name."""
    return text_of(node)
