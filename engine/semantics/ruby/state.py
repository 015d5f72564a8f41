"""The state of a walk over one file: the class and the function around, and what `self` is there.

A handler gets the walk, the node, its scope and block, and whether the expression is wanted: all names in a node are
noted either way. It gives the expression, or NONE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, spaced
from ..builder import text_of
from ..wanting import visit_children

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int, int, bool], int]

__all__ = [
    "CLASS",
    "INSTANCE",
    "MAIN",
    "STATIC",
    "UNKNOWN",
    "Walk",
    "is_local",
    "make",
    "own_expression",
    "static",
    "suite",
    "symbol_of",
]

INSTANCE, CLASS, MAIN, UNKNOWN = "instance", "class", "main", ""
"""What `self` is: an instance of the class around, that class, what a program begins with, or anything."""
STATIC = "static"
"""The space of the members that a class has itself."""


class Walk:
    """What handlers share."""

    __slots__ = ("builder", "comment", "function", "handlers", "in_singleton", "own", "owner", "shared_functions")

    def __init__(self, builder: Builder, handlers: Mapping[str, Handler]) -> None:
        """Begin a walk at the top of a file."""
        self.builder = builder
        self.handlers = handlers
        self.owner = NONE
        """The class around."""
        self.own = UNKNOWN
        """What `self` is."""
        self.function = NONE
        """The function around."""
        self.in_singleton = False
        """Whether what is defined belongs to the class itself: `class << self`."""
        self.shared_functions = False
        """Whether what is defined belongs to both: after `module_function`."""
        self.comment: tree_sitter.Node | None = None
        """The comment directly before the node at hand."""


def suite(walk: Walk, node: tree_sitter.Node, scope: int, block: int, *, wanted: bool = False) -> int:
    """Statements one after the other: gives the last one, where that is wanted."""
    last = NONE
    children = node.named_children
    count = len(children)
    handlers = walk.handlers
    for number, child in enumerate(children):
        kind = child.type
        if kind == "comment":
            walk.comment = child if walk.comment is None else walk.comment
            continue
        handler = handlers.get(kind)
        if handler is not None:
            last = handler(walk, child, scope, block, wanted and number == count - 1)
        else:
            visit_children(walk, child, scope, block)
            last = NONE
        walk.comment = None
        if kind in _LEAVING:
            walk.builder.leave(block)
    return last


def make(
    walk: Walk, op: str, text: str = "", parts: tuple[int, ...] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    """The index of an expression."""
    return walk.builder.expression((op, text, parts, names, number))


def own_expression(walk: Walk) -> int:
    """What `self` is, as an expression; UNREADABLE where that is not known, NONE where it is the program's own."""
    if walk.own == MAIN:
        return NONE
    if walk.own == UNKNOWN or walk.owner < 0:
        return UNREADABLE
    return walk.builder.expression(("self", walk.own, (), (), walk.owner))


def is_local(walk: Walk, scope: int, name: str) -> bool:
    """Whether a bare name is a local variable by what was bound before it."""
    scopes, bound = walk.builder.scopes, walk.builder.bound
    while True:
        if (scope, name) in bound:
            return scopes[scope].kind != "class" and (scope > 0 or spaced("function", name) not in walk.builder.shared)
        if scopes[scope].kind != "block":
            return False
        scope = scopes[scope].parent


def static(name: str) -> str:
    """The name of a member that a class has itself."""
    return f"{STATIC} {name}"


def symbol_of(node: tree_sitter.Node) -> tuple[str, int]:
    """The name that a symbol or a plain string is, and how many bytes stand before it; nothing for others."""
    text = text_of(node)
    if node.type == "simple_symbol":
        return text[1:], 1
    if node.type == "string" and node.named_child_count == 1 and node.named_children[0].type == "string_content":
        return text[1:-1], 1
    return ("", 0) if node.type != "bare_symbol" else (text, 0)


_LEAVING = frozenset({"return", "break", "next", "redo", "retry"})
