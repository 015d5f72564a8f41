"""The state of a walk over one tree, and the walk itself.

A handler takes the walk, a node, and the scope and block in which it stands; it collects the facts of the node and of
all in it, and gives the expression that the node is, NONE for a statement. So each node is looked at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of, text_reader
from ..contexts import expect, wants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import tree_sitter

    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int, int], int]

__all__ = [
    "EXPORTS",
    "Walk",
    "content_of",
    "expect",
    "make",
    "occur",
    "place_of",
    "said",
    "typed",
    "visit",
    "visit_children",
    "wants",
    "where",
]

EXPORTS = 1
"""The scope of what a module gives to others."""


class Walk:
    """What handlers share."""

    def __init__(
        self, builder: Builder, tree: tree_sitter.Tree, values: Mapping[int, Handler], types: Mapping[int, Handler]
    ) -> None:
        """Begin a walk with the handlers of values and statements, and those of types, by numbers of types of nodes."""
        self.builder = builder
        self.text = text_reader(tree)
        """Gives the source of a node."""
        self.values = values
        self.types = types
        self.own = NONE
        """The expression that `this` is."""
        self.within = NONE
        """What `this` is in the function that is met next, where its place says so."""
        self.commonjs = False
        """Whether `exports` and `module.exports` are what the module gives."""
        self.makers: dict[int, int] = {}
        """Classes whose instances functions make, by function."""
        self.function = NONE
        """The definition whose `return` statements are met."""
        self.named: dict[tuple[int, str], int] = {}
        """Functions, classes and object literals by the scope and name that they are bound to."""
        self.inner: dict[int, list[int]] = {}
        """Contexts of the arguments of a call, by its expression: what is expected of the call is found later."""
        self.documented = False
        """Whether types are said in comments."""
        self.plain = False
        """Whether the language has no types: what a grammar lacks need not be looked for."""


def visit(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> int:
    """Collect the facts of a node and of all in it; gives the expression that it is."""
    if node is None:
        return NONE
    handler = walk.values.get(node.kind_id)
    if handler is not None:
        return handler(walk, node, scope, block)
    return visit_children(walk, node, scope, block)


def visit_children(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """Collect the facts of all in a node."""
    values = walk.values
    for child in node.named_children:
        handler = values.get(child.kind_id)
        if handler is not None:
            handler(walk, child, scope, block)
        else:
            visit_children(walk, child, scope, block)
    return NONE


def typed(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> int:
    """Collect the facts of a type; gives its expression."""
    if node is None:
        return NONE
    handler = walk.types.get(node.kind_id)
    if handler is not None:
        return handler(walk, node, scope, block)
    for child in node.named_children:
        typed(walk, child, scope, block)
    return NONE


def make(
    walk: Walk, op: str, text: str = "", parts: Iterable[int] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    """The index of an expression."""
    return walk.builder.expression((op, text, tuple(parts), names, number))


def occur(
    walk: Walk,
    node: tree_sitter.Node,
    role: str,
    scope: int,
    block: int,
    receiver: int = NONE,
    *,
    form: str = "",
    name: str = "",
    member: bool = False,
) -> None:
    """Take note of a place where a name stands; that of a `member` has a receiver, if it can be followed or not."""
    if member and receiver < 0:
        receiver = UNREADABLE
    walk.builder.occur(name or walk.text(node), node, role, scope, block, receiver, form)


def where(node: tree_sitter.Node) -> int:
    """The position at which what a node does takes effect."""
    return node.end_byte


def content_of(node: tree_sitter.Node) -> str:
    """The content of a string without its quotes."""
    return text_of(node)[1:-1]


def said(node: tree_sitter.Node) -> str | None:
    """The name that a key is, quotes taken off; one that is computed from a name is known by that, None: no name."""
    kind = node.type
    if kind == "string":
        return content_of(node)
    if kind == "computed_property_name":
        inner = node.named_children
        if len(inner) != 1:
            return None
        if inner[0].type == "string":
            return content_of(inner[0])
        return f"[{text_of(inner[0])}]" if inner[0].type in ("identifier", "member_expression") else None
    return text_of(node)


def place_of(node: tree_sitter.Node) -> tree_sitter.Node:
    """The node that shows a key's name: what is in the quotes."""
    if node.type == "computed_property_name" and node.named_children:
        node = node.named_children[0]
    if node.type == "string" and node.named_children:
        return node.named_children[0]
    return node
