"""A walk whose handlers are told whether the expression that they meet is wanted, or the names in it alone.

A handler takes the walk, a node, the scope and the block in which it stands, and whether to give the expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ..deepfacts import NONE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    Handler = Callable[[Any, tree_sitter.Node, int, int, bool], int]

    class Walk(Protocol):
        """What handlers share: at least each other, by the type of node."""

        handlers: Mapping[str, Handler]


__all__ = ["value", "visit", "visit_children"]


def visit(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """Take note of all names in a node."""
    handler = walk.handlers.get(node.type)
    if handler is not None:
        handler(walk, node, scope, block, False)
    else:
        visit_children(walk, node, scope, block)


def visit_children(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """Take note of all names in the children of a node."""
    handlers = walk.handlers
    for child in node.named_children:
        handler = handlers.get(child.type)
        if handler is not None:
            handler(walk, child, scope, block, False)
        elif child.named_child_count:
            visit_children(walk, child, scope, block)


def value(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> int:
    """Take note of all names in an expression, and give it."""
    if node is None:
        return NONE
    handler = walk.handlers.get(node.type)
    if handler is not None:
        return handler(walk, node, scope, block, True)
    visit_children(walk, node, scope, block)
    return NONE
