"""The state of a walk over one tree of Rust, and the walk itself.

There are two ways through an expression: `visit` takes note of the names in it, `value` does so too and gives the
expression, which costs more. Only what stands before a dot, or gives a name its meaning, needs the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .. import twofold
from ..twofold import value, visit, visit_children

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import tree_sitter

    from ..builder import Builder

    Visit = Callable[["Walk", tree_sitter.Node, int], object]
    Value = Callable[["Walk", tree_sitter.Node, int], int]

__all__ = ["Walk", "data", "member", "module", "path_name", "value", "visit", "visit_children"]


class Walk(twofold.Walk):
    """What handlers share."""

    __slots__ = (
        "block",
        "folders",
        "function",
        "grammar",
        "module",
        "own",
        "own_type",
        "source",
    )

    def __init__(
        self,
        builder: Builder,
        visits: Mapping[str, Visit],
        values: Mapping[str, Value],
        source: bytes,
        grammar: tree_sitter.Language,
    ) -> None:
        """Begin a walk with the handlers of both ways, over a text in a grammar."""
        super().__init__(builder, visits, values)
        self.source = source
        self.grammar = grammar
        self.block = builder.block(NONE)
        """The block of all statements, or what is handed to a macro."""
        self.module = 0
        """The scope of the module that is walked: that of the file, or of a module in it."""
        self.folders: tuple[str, ...] = ()
        """The modules of the file around the place that is walked."""
        self.own = NONE
        """The type, trait or `impl` around, by its definition."""
        self.own_type = NONE
        """What `Self` means as a type."""
        self.function = NONE
        """The function or closure around, by its definition."""


def path_name(walk: Walk, name: str) -> int:
    """The name of a module or type as an expression, where what it holds is meant."""
    return walk.builder.expression(("path", name, (), (), NONE))


def member(walk: Walk, owner: int, name: str) -> int:
    """What something has under a name."""
    return walk.builder.expression(("member", name, (owner,), (), NONE))


def module(walk: Walk, word: str, before: str = "") -> int:
    """The module that `crate`, `self` or `super` (after others: `before`) means, as an expression.

    What lies in the file is known by its scope; how far up a file's own parents are is for the resolver.
    """
    if word == "crate":
        return walk.builder.expression(("module", "crate", (), (), NONE))
    scope = walk.module
    for _ in range((before.count("super") + 1) if word == "super" else 0):
        if scope <= 0:
            scope -= 1
        else:
            scope = module_around(walk, walk.builder.scopes[scope].parent)
    if scope < 0:
        return walk.builder.expression(("module", "::".join(["super"] * -scope), (), (), NONE))
    return walk.builder.expression(("module", "", (), (), scope))


def module_around(walk: Walk, scope: int) -> int:
    """The scope of the module around a scope."""
    scopes = walk.builder.scopes
    while scope > 0 and scopes[scope].kind != "module":
        scope = scopes[scope].parent
    return max(scope, 0)


def data(name: str) -> str:
    """The name of a field, which does not meet methods that are called like it."""
    return f"data {name}"
