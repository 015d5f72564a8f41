"""What scopes mean in a walk over one tree of C++: whose names they bind, and who shares these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import spaced

if TYPE_CHECKING:
    import tree_sitter

    from ..c.state import Walk

__all__ = ["announce", "holder", "in_function", "is_class", "within"]


def holder(walk: Walk, scope: int) -> int:
    """The scope in which a declaration binds its name: type parameters around it are only seen by it."""
    scopes = walk.builder.scopes
    while scopes[scope].kind == "types":
        scope = scopes[scope].parent
    return scope


def is_class(walk: Walk, scope: int) -> bool:
    """Whether a scope is that of a class."""
    return walk.builder.scopes[holder(walk, scope)].kind == "class"


def in_function(walk: Walk, scope: int) -> bool:
    """Whether a scope is in a function."""
    return walk.builder.scopes[holder(walk, scope)].kind in _LOCAL


def announce(walk: Walk, scope: int, name: str, *, defines: bool, static: bool) -> None:
    """Take note of a name of a namespace that other files may have too."""
    if walk.builder.scopes[scope].kind not in _SPACES:
        return
    key = spaced(str(scope), name) if scope else name
    if static or key in walk.own:
        walk.own.add(key)
    else:
        walk.shared[key] = defines or walk.shared.get(key, False)


def within(walk: Walk, node: tree_sitter.Node, scope: int, name: str) -> int:
    """Open a scope for what is defined outside of the class or namespace that it belongs to."""
    scopes, index = walk.builder.scopes, walk.builder.scope("within", scope, node)
    scopes[index] = scopes[index]._replace(name=name)
    return index


_LOCAL = frozenset({"function", "lambda", "block"})
_SPACES = frozenset({"module", "space"})
