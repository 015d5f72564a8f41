"""The state of a walk over one tree, and the walk itself: each node type has a handler, others pass to their children.

A handler gets the walk, the node, and the scope and block in which the node stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import text_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    import tree_sitter

    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int, int], None]

__all__ = ["Walk", "enclosing_function", "is_async", "named", "simple_name", "suite", "visit", "visit_children"]


class Walk:
    """What handlers share."""

    def __init__(
        self,
        builder: Builder,
        tree: tree_sitter.Tree,
        source: bytes,
        handlers: Mapping[int, Handler],
        leaving: Container[int],
        reparse: Callable[[tree_sitter.Range], tree_sitter.Tree],
    ) -> None:
        """Begin a walk; `reparse` gives the tree of a part of the source."""
        self.builder = builder
        self.text = text_reader(tree)
        """Gives the source of a node."""
        self.source = source
        self.handlers = handlers
        """By the numbers of types of nodes."""
        self.leaving = leaving
        """The types of statements behind which nothing of their block is reached."""
        self.reparse = reparse
        self.in_annotation = False


def visit(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """Collect the facts of a node and of all in it."""
    handler = walk.handlers.get(node.kind_id)
    if handler is not None:
        handler(walk, node, scope, block)
    else:
        visit_children(walk, node, scope, block)


def visit_children(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """Collect the facts of all in a node."""
    handlers = walk.handlers
    for child in node.named_children:
        handler = handlers.get(child.kind_id)
        if handler is not None:
            handler(walk, child, scope, block)
        else:
            visit_children(walk, child, scope, block)


def suite(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> None:
    """Collect the facts of a body of statements, and whether it ends by leaving."""
    if node is None:
        return
    leaves, handlers, leaving = False, walk.handlers, walk.leaving
    for child in node.named_children:
        kind = child.kind_id
        handler = handlers.get(kind)
        if handler is not None:
            handler(walk, child, scope, block)
        else:
            visit_children(walk, child, scope, block)
        leaves = leaves or kind in leaving
    if leaves:
        walk.builder.leave(block)


def named(node: tree_sitter.Node, index: int) -> tree_sitter.Node | None:
    """A named child, if there are so many; comments do not count."""
    if index == 0 and node.named_child_count:
        first = node.named_child(0)
        if first is None or first.type != "comment":
            return first
    children = [child for child in node.named_children if child.type != "comment"]
    return children[index] if -len(children) <= index < len(children) else None


def is_async(node: tree_sitter.Node) -> bool:
    """Whether a statement begins with the word for it."""
    first = node.child(0)
    return first is not None and first.type == "async"


def simple_name(walk: Walk, node: tree_sitter.Node | None) -> str:
    """The name, or the last part of a dotted one; empty for anything else."""
    if node is None:
        return ""
    kind = node.type
    if kind == "identifier":
        return walk.text(node)
    if kind == "attribute":
        attribute = node.child_by_field_name("attribute")
        return walk.text(attribute) if attribute is not None else ""
    return ""


def enclosing_function(walk: Walk, scope: int) -> int:
    """The definition of the function around a scope; NONE in a class, a lambda or at the top."""
    scopes = walk.builder.scopes
    while scopes[scope].kind in _TRANSPARENT:
        scope = scopes[scope].parent
    return scopes[scope].definition if scopes[scope].kind == "function" else -1


_TRANSPARENT = frozenset({"comprehension", "types"})
