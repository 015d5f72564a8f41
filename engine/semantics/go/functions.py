"""Functions with their parameters and results, with a name and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .state import cast, visit_children
from .types import parameters, results

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["function_literal", "literal_function", "signature"]


def signature(walk: Walk, node: tree_sitter.Node, index: int, outer: int, receiver: str) -> None:
    """What stands behind the name of a function: its header is read in `outer`."""
    builder = walk.builder
    own = builder.definitions[index].own
    taken = parameters(walk, node.child_by_field_name("parameters"), outer, own)
    given = results(walk, node.child_by_field_name("result"), outer, own)
    builder.complete(index, parameters=taken, returns=given, receiver=receiver)
    body = node.child_by_field_name("body")
    if body is not None:
        around, walk.function = walk.function, own
        visit_children(walk, body, own)
        walk.function = around


def literal_function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function without a name: gives something of its type."""
    builder = walk.builder
    own = builder.scope("block", scope, node)
    taken = parameters(walk, node.child_by_field_name("parameters"), scope, own)
    result = results(walk, node.child_by_field_name("result"), scope, own)
    body = node.child_by_field_name("body")
    if body is not None:
        around, walk.function = walk.function, own
        visit_children(walk, body, own)
        walk.function = around
    parts = (result, *(parameter.annotation for parameter in taken))
    return cast(walk, builder.expression(("function", "", parts, (), NONE)))


def function_literal(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A function without a name whose type nobody needs."""
    literal_function(walk, node, scope)
