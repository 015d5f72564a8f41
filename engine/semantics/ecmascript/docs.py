"""Types that comments say: `@param {Type} name`, `@returns {Type}`, `@type {Type}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["Documented", "documented", "documented_type"]


class Documented(NamedTuple):
    """What the comment of a function says."""

    parameters: dict[str, int]
    returns: int


NOTHING = Documented({}, NONE)


def documented(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> Documented:
    """The types of a function's parameters and result by its comment."""
    del walk, node, scope, block
    return NOTHING


def documented_type(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The type that the comment of a variable or field says."""
    del walk, node, scope, block
    return NONE
