"""The state of a walk over one tree of C, and the walk itself.

There are two ways through an expression: `visit` takes note of the names in it, `value` does so too and gives the
expression, which costs more. Only what stands before a dot needs the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .. import twofold
from ..builder import text_reader
from ..twofold import cast, make, name_expression, value, visit, visit_children

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    from ..builder import Builder

    Visit = Callable[["Walk", tree_sitter.Node, int], None]
    Value = Callable[["Walk", tree_sitter.Node, int], int]
    TypeOf = Callable[["Walk", tree_sitter.Node, int], int]

__all__ = ["FILE", "Walk", "cast", "function_around", "make", "name_expression", "value", "visit", "visit_children"]

FILE = 0
"""The scope of the file."""


class Walk(twofold.Walk):
    """What handlers share."""

    __slots__ = (
        "before_tag",
        "block",
        "function",
        "hidden",
        "macros",
        "members_are_seen",
        "own",
        "shared",
        "text",
        "this",
        "type_of",
    )

    def __init__(
        self, builder: Builder, visits: Mapping[str, Visit], values: Mapping[str, Value], tree: tree_sitter.Tree
    ) -> None:
        """Begin a walk with the handlers of both ways."""
        super().__init__(builder, visits, values)
        self.text = text_reader(tree)
        """Gives the source of a node, of the tree that is walked at the time."""
        self.type_of: TypeOf = _no_type
        """Reads a type, in the way of the language at hand."""
        self.members_are_seen = False
        """Whether the members of a class are seen as bare names in it."""
        self.this = NONE
        """What the function around is called on, as an expression."""
        self.function = NONE
        """The function around, where its result is not declared."""
        self.hidden = False
        """Whether nothing of what is declared is shared with other files, whatever it says itself."""
        self.before_tag = False
        """Whether the next name is a tag, since the grammar took the word for one to be a name."""
        self.block = NONE
        """The conditional part, or the body of a macro, that is walked."""
        self.shared: dict[str, bool] = {}
        """Names with external linkage; see `DeepFacts.shared`."""
        self.own: set[str] = set()
        """Names that some declaration keeps for the file."""
        self.macros: list[tuple[tree_sitter.Node, int]] = []
        """Definitions of macros, each with its conditional part: their bodies are read when the rest of the file is."""


def _no_type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Notes the names alone."""
    visit(walk, node, scope)
    return NONE


def function_around(walk: Walk, scope: int) -> int:
    """The scope of the function around a scope; that of the file outside of all."""
    scopes = walk.builder.scopes
    while scope > FILE and scopes[scope].kind != "function":
        scope = scopes[scope].parent
    return scope
