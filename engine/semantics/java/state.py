"""The state of a walk over one tree, and the walk itself.

A handler takes the walk, a node and the scope in which it stands; it collects the facts of the node and of all in it,
and gives the expression that the node is, NONE for a statement. So each node is looked at once. Types are declared, so
there is no flow: no facts have a block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, spaced
from ..builder import text_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import tree_sitter

    from ...deepfacts import Parameter
    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int], int]

__all__ = [
    "COMMENTS",
    "FILE",
    "MAX_ARGUMENTS",
    "Walk",
    "arguments_of",
    "constructor",
    "make",
    "method",
    "named",
    "occur",
    "typed",
    "visit",
    "visit_children",
]

FILE = 0
"""The scope of the file."""
MAX_ARGUMENTS = 8
"""Arguments of a call that are kept."""
COMMENTS = frozenset({"line_comment", "block_comment"})


class Walk:
    """What handlers share."""

    __slots__ = (
        "builder",
        "components",
        "function",
        "inner",
        "outside",
        "own",
        "owner",
        "parent",
        "patterns",
        "text",
        "types",
        "values",
    )

    def __init__(
        self, builder: Builder, values: Mapping[str, Handler], types: Mapping[str, Handler], tree: tree_sitter.Tree
    ) -> None:
        """Begin a walk with the handlers of values and statements, and those of types."""
        self.builder = builder
        self.text = text_reader(tree)
        """Gives the source of a node."""
        self.values = values
        self.types = types
        self.own = NONE
        """The expression that `this` is."""
        self.owner = ""
        """The name of the class around."""
        self.parent: tuple[str, int] = ("", NONE)
        """The name and the expression of its base."""
        self.components: tuple[Parameter, ...] = ()
        """What the record around is made of."""
        self.function = NONE
        """The function without a declared result whose `return` statements are met."""
        self.outside = NONE
        """The scope around the statement at hand, where patterns that are denied bind their names."""
        self.patterns = True
        """Whether the file tests values by patterns at all."""
        self.inner: dict[int, list[int]] = {}


def visit(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """Collect the facts of a node and of all in it; gives the expression that it is."""
    if node is None:
        return NONE
    handler = walk.values.get(node.type)
    return visit_children(walk, node, scope) if handler is None else handler(walk, node, scope)


def visit_children(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Collect the facts of all in a node."""
    values = walk.values
    for child in node.named_children:
        handler = values.get(child.type)
        if handler is not None:
            handler(walk, child, scope)
        else:
            visit_children(walk, child, scope)
    return NONE


def typed(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """Collect the facts of a type; gives its expression."""
    if node is None:
        return NONE
    handler = walk.types.get(node.type)
    if handler is not None:
        return handler(walk, node, scope)
    for child in node.named_children:
        typed(walk, child, scope)
    return NONE


def arguments_of(walk: Walk, node: tree_sitter.Node | None, scope: int) -> list[int]:
    """The values of a list of arguments."""
    values = walk.values
    found: list[int] = []
    for child in node.named_children if node is not None else ():
        kind = child.type
        if kind not in COMMENTS:
            handler = values.get(kind)
            found.append(handler(walk, child, scope) if handler is not None else visit_children(walk, child, scope))
    return found


def make(
    walk: Walk, op: str, text: str = "", parts: Iterable[int] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    """The index of an expression."""
    return walk.builder.expression((op, text, tuple(parts), names, number))


def occur(
    walk: Walk, name: str, node: tree_sitter.Node, role: str, scope: int, receiver: int = NONE, form: str = ""
) -> None:
    """Take note of a place where a name stands."""
    walk.builder.occur(name, node, role, scope, NONE, receiver, form)


def named(walk: Walk, node: tree_sitter.Node, role: str, scope: int, owner: int | None = None) -> int:
    """A name that stands somewhere, bare or behind the dot of an `owner`: the expression that it is."""
    builder, name = walk.builder, walk.text(node)
    if owner is None:
        builder.occur(name, node, role, scope, NONE)
        return builder.name(name)
    builder.occur(name, node, role, scope, NONE, owner if owner >= 0 else UNREADABLE)
    return builder.expression(("member", name, (owner,), (), NONE))


def method(name: str) -> str:
    """The name of a method: methods live in a space of their own."""
    return spaced("method", name)


def constructor(name: str) -> str:
    """The name under which a class has its constructors."""
    return spaced("constructor", name)
