"""The state of a walk over one tree of C++: that of C, and in which class and function it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, spaced
from ..c.state import Walk as CWalk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..builder import Builder
    from ..c.state import Value, Visit

__all__ = ["Walk", "announce", "holder", "in_function", "is_class"]


class Walk(CWalk):
    """What handlers share."""

    __slots__ = ("function", "hidden", "this")

    def __init__(self, builder: Builder, visits: Mapping[str, Visit], values: Mapping[str, Value]) -> None:
        """Begin outside of every class and function."""
        super().__init__(builder, visits, values)
        self.this = NONE
        """What the function around is called on, as an expression."""
        self.function = NONE
        """The function around whose result is not declared."""
        self.hidden = False
        """Whether a namespace without a name is around: nothing in it is shared."""


def holder(walk: CWalk, scope: int) -> int:
    """The scope in which a declaration binds its name: type parameters around it are only seen by it."""
    scopes = walk.builder.scopes
    while scopes[scope].kind == "types":
        scope = scopes[scope].parent
    return scope


def is_class(walk: CWalk, scope: int) -> bool:
    """Whether a scope is that of a class."""
    return walk.builder.scopes[holder(walk, scope)].kind == "class"


def in_function(walk: CWalk, scope: int) -> bool:
    """Whether a scope is in a function."""
    return walk.builder.scopes[holder(walk, scope)].kind in _LOCAL


def announce(walk: CWalk, scope: int, name: str, *, defines: bool, static: bool) -> None:
    """Take note of a name of a namespace that other files may have too."""
    if walk.builder.scopes[scope].kind not in _SPACES:
        return
    key = spaced(str(scope), name) if scope else name
    if static or key in walk.own:
        walk.own.add(key)
    else:
        walk.shared[key] = defines or walk.shared.get(key, False)


_LOCAL = frozenset({"function", "lambda", "block"})
_SPACES = frozenset({"module", "space"})
