"""A walk of one way over one tree, for languages in which most of what stands somewhere has a value.

A handler takes the walk, a node and the scope in which it stands; it collects the facts of the node and of all in it,
and gives the expression that the node is, NONE for a statement. The block is the walk's: what a test says holds there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deepfacts import NONE, UNREADABLE
from .builder import text_of, text_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import tree_sitter

    from .builder import Builder

    Handler = Callable[[Any, tree_sitter.Node, int], int]

__all__ = [
    "ASIDE",
    "FILE",
    "OWN",
    "Walk",
    "children_of",
    "first",
    "make",
    "name_of",
    "named",
    "nothing",
    "occur",
    "parts_of",
    "reference",
    "visit",
    "visit_children",
]

FILE = 0
"""The scope of the file."""
OWN = "this"
"""The name by which a scope knows what its functions are called on: its members are seen without it."""
ASIDE = frozenset({"line_comment", "multiline_comment", "comment", "block_comment"})
"""Kinds of nodes that may stand anywhere."""


class Walk:
    """What handlers share."""

    __slots__ = ("block", "builder", "function", "inner", "kinds", "owner", "text", "values")

    def __init__(self, builder: Builder, values: Mapping[str, Handler], tree: tree_sitter.Tree) -> None:
        """Begin a walk with the handlers of all that has a value."""
        self.builder = builder
        self.text = text_reader(tree)
        self.values = values
        self.block = NONE
        self.function = NONE
        """The function whose `return` statements are met."""
        self.owner = NONE
        """The class around."""
        self.kinds: dict[int, int] = {}
        """Types that values are tested for, by their place."""
        self.inner: dict[int, list[int]] = {}


def visit(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """Collect the facts of a node and of all in it; gives the expression that it is."""
    if node is None:
        return NONE
    handler = walk.values.get(node.type)
    if handler is not None:
        return handler(walk, node, scope)
    return visit_children(walk, node, scope)


def visit_children(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Collect the facts of all in a node; gives the last expression."""
    found, values = NONE, walk.values
    for child in node.named_children:
        kind = child.type
        if kind not in ASIDE:
            handler = values.get(kind)
            found = handler(walk, child, scope) if handler is not None else visit_children(walk, child, scope)
    return found


def nothing(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A node that holds no name."""
    del walk, node, scope
    return NONE


def make(
    walk: Walk, op: str, text: str = "", parts: Iterable[int] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    """The index of an expression."""
    return walk.builder.expression((op, text, tuple(parts), names, number))


def occur(
    walk: Walk, name: str, node: tree_sitter.Node, role: str, scope: int, receiver: int = NONE, form: str = ""
) -> None:
    """Take note of a place where a name stands."""
    walk.builder.occur(name, node, role, scope, walk.block, receiver, form)


def named(walk: Walk, node: tree_sitter.Node, role: str, scope: int, owner: int | None = None) -> int:
    """A name that stands somewhere, bare or behind the dot of an `owner`: the expression that it is."""
    builder, name = walk.builder, walk.text(node).strip("`")
    if owner is None:
        builder.occur(name, node, role, scope, walk.block)
        return builder.name(name)
    builder.occur(name, node, role, scope, walk.block, owner if owner >= 0 else UNREADABLE)
    return builder.expression(("member", name, (owner,), (), NONE))


def first(node: tree_sitter.Node, *kinds: str) -> tree_sitter.Node | None:
    """The first child of one of some kinds."""
    for child in node.named_children:
        if child.type in kinds:
            return child
    return None


def parts_of(node: tree_sitter.Node) -> dict[str, tree_sitter.Node]:
    """The first child of each kind: looking for several kinds one after the other costs a visit of all each time."""
    return {child.type: child for child in reversed(node.named_children)}


def children_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The children of a node without comments."""
    return [child for child in node.named_children if child.type not in ASIDE]


def name_of(node: tree_sitter.Node) -> str:
    """A name as it is meant."""
    return text_of(node).strip("`")


def reference(
    walk: Walk, node: tree_sitter.Node, role: str, scope: int, owner: int | None = None, call: int | None = None
) -> int:
    """The name of a value that stands somewhere, bare or behind the dot of an `owner`; gives the expression that it is.

    Where it is called, `call` is the whole call.
    """
    name = walk.text(node).strip("`")
    if owner is None:
        found = walk.builder.name(name)
    elif owner < 0:
        found = UNREADABLE
    else:
        found = make(walk, "member", name, [owner])
    readable = found if call is None or found < 0 else call
    walk.builder.occur(name, node, role, scope, walk.block, readable, "method")
    return max(found, NONE)
