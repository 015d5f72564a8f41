"""The state of a walk over one tree, and the walk itself: each node type has a handler, others pass to their children.

A handler gets the walk, the node, the scope and block in which the node stands, and whether the expression is wanted:
all names in a node are noted either way, but making an expression costs more. It gives the expression, or NONE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import first_in, text_reader
from ..wanting import visit_children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import tree_sitter

    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int, int, bool], int]

__all__ = ["CONSTANT", "FUNCTION", "NAMESPACE", "VARIABLE", "Walk", "suite"]

VARIABLE, FUNCTION, CONSTANT, NAMESPACE = "variable", "function", "constant", "space"
"""Spaces of names. Classes, and methods among members, have the plain one."""


class Walk:
    """What handlers share."""

    __slots__ = (
        "aliases",
        "builder",
        "comment",
        "function",
        "handlers",
        "namespace",
        "owner",
        "said",
        "source",
        "space",
        "templates",
        "text",
        "variables",
        "whole",
    )

    def __init__(self, builder: Builder, tree: tree_sitter.Tree, handlers: Mapping[str, Handler]) -> None:
        """Begin a walk at the top of a file."""
        self.builder = builder
        self.text = text_reader(tree)
        """Gives the source of a node."""
        root = tree.root_node
        self.source = b" " * root.start_byte + (root.text or b"")
        """The text, every byte in its place."""
        self.said: dict[bytes, int] = {}
        """Types in comments that mean the same wherever they stand, by how they are written."""
        self.variables: dict[str, int] = {}
        """Variables as expressions, by name."""
        self.handlers = handlers
        self.space = 0
        """The scope of the namespace at hand."""
        self.namespace = ""
        self.whole = NONE
        """The scope of what belongs to no namespace, in a file that has one; made when it is needed."""
        self.aliases: dict[str, str] = {}
        """What the first part of a name stands for, by that part in small letters."""
        self.owner = NONE
        """The class around."""
        self.function = NONE
        """The function around."""
        self.comment: tree_sitter.Node | None = None
        """The comment directly before the node at hand."""
        self.templates: frozenset[str] = frozenset()
        """Names that stand for any type, since a comment says so."""


def suite(walk: Walk, children: Iterable[tree_sitter.Node], scope: int, block: int) -> None:
    """Statements or members one after the other: whether they end by leaving, and which comment belongs to which."""
    handlers = walk.handlers
    leaves = False
    for child in children:
        kind = child.type
        if kind == "comment":
            walk.comment = child
            continue
        handler = handlers.get(kind)
        if handler is not None:
            handler(walk, child, scope, block, False)
        else:
            visit_children(walk, child, scope, block)
        walk.comment = None
        leaves = leaves or kind in _LEAVING or (kind == "expression_statement" and _throws(child))
    if leaves:
        walk.builder.leave(block)


def _throws(statement: tree_sitter.Node) -> bool:
    inner = first_in(statement)
    return inner is not None and inner.type == "throw_expression"


_LEAVING = frozenset({"return_statement", "continue_statement", "break_statement", "exit_statement"})
