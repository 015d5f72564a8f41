"""The state of a walk over one file, and what it knows of the tables there.

A handler of an expression gets the walk, the node, its scope and block, and whether the expression is wanted: all names
in a node are noted either way. It gives the expression, or NONE.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE
from ..builder import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    from ..builder import Builder

    Handler = Callable[["Walk", tree_sitter.Node, int, int, bool], int]
    Body = Callable[["Walk", tree_sitter.Node, int, int], None]

__all__ = [
    "CLOSED",
    "GLOBAL",
    "Table",
    "Walk",
    "binding_scope",
    "content_of",
    "holder",
    "in_scope",
    "key_of",
    "make",
    "table_at",
]

GLOBAL = 0
"""The scope of what every file of a program sees."""
CLOSED = frozenset({"closed", "table"})
"""Members of a table are seen through it alone."""
ENVIRONMENTS = frozenset({"_G", "_ENV"})
"""Tables whose members are the global names."""
_NAME = re.compile(r"[^\W\d]\w*")


class Table(NamedTuple):
    """What is known of what a name holds."""

    number: int
    """The class that stands for the table."""
    is_instance: bool = False
    """Whether it is but the metatable of what the name holds."""


class Walk:
    """What handlers share."""

    __slots__ = (
        "body",
        "builder",
        "chunk",
        "documented",
        "function",
        "grown",
        "handlers",
        "holders",
        "labels",
        "members",
        "tables",
    )

    def __init__(self, builder: Builder, handlers: Mapping[str, Handler], body: Body, chunk: int) -> None:
        """Begin a walk at the top of a file; `body` takes note of statements."""
        self.body = body
        self.builder = builder
        self.handlers = handlers
        self.chunk = chunk
        """The scope of the names that belong to the file alone."""
        self.function = NONE
        """The definition of the function around."""
        self.labels = chunk
        """The scope of the function around, which holds its labels."""
        self.grown: frozenset[str] = frozenset()
        """Names that are given functions at the top of the file."""
        self.tables: dict[tuple[int, str], Table] = {}
        """What names hold, by scope and name."""
        self.members: dict[tuple[int, str], Table] = {}
        """What members of tables hold, by class and name."""
        self.holders: dict[str, int] = {}
        """Classes of members that are given to something of which nothing else is known."""
        self.documented: list[tree_sitter.Node] = []
        """The comments directly before the node at hand."""


def make(
    walk: Walk, op: str, text: str = "", parts: tuple[int, ...] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    """The index of an expression."""
    return walk.builder.expression((op, text, parts, names, number))


def in_scope(walk: Walk, index: int, scope: int) -> int:
    """An expression that is evaluated in a scope, when all of that has run."""
    return NONE if index < 0 else make(walk, "within", "", (index,), number=scope)


def binding_scope(walk: Walk, scope: int, name: str) -> int:
    """The scope in which a name is bound by now, seen from another; GLOBAL where none has it."""
    scopes, bound = walk.builder.scopes, walk.builder.bound
    while scope > GLOBAL:
        if (scope, name) in bound and scopes[scope].kind != "class":
            return scope
        scope = scopes[scope].parent
    return GLOBAL


def content_of(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """The content of a string."""
    return node.child_by_field_name("content") if node is not None and node.type == "string" else None


def key_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The node that names a member: behind a dot, a colon, or as a plain text in brackets."""
    field = node.child_by_field_name("field") or node.child_by_field_name("method")
    if node.type != "bracket_index_expression":
        return field
    content = content_of(field)
    return content if content is not None and _NAME.fullmatch(text_of(content)) else None


def table_at(walk: Walk, node: tree_sitter.Node | None, scope: int) -> Table | None:
    """What is known of the table that an expression gives."""
    if node is None:
        return None
    if node.type == "identifier":
        name = text_of(node)
        return walk.tables.get((binding_scope(walk, scope, name), name))
    if node.type not in ("dot_index_expression", "bracket_index_expression"):
        return walk.tables.get((NONE, str(node.id)))
    owner, key = node.child_by_field_name("table"), key_of(node)
    if key is None:
        return None
    if owner is not None and owner.type == "identifier" and text_of(owner) in ENVIRONMENTS:
        return walk.tables.get((GLOBAL, text_of(key)))
    table = table_at(walk, owner, scope)
    return walk.members.get((table.number, text_of(key))) if table is not None else None


def holder(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> Table:
    """A class for the members of something that another file has made: part of whatever that is."""
    text = text_of(node)
    number = walk.holders.get(text)
    if number is None:
        name = text.rpartition(".")[2]
        number = walk.builder.define("class", name, node, node, (GLOBAL, block, scope), traits=CLOSED | {"part"})
        walk.holders[text] = number
    return Table(number)
