"""Types of Dart as expressions: a row of nodes too (`a.List`, `<int>`, `?`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import text_of
from .state import Walk, children_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tree_sitter

__all__ = ["TYPES", "arguments_of", "bind_type_parameters", "types_in"]


def types_in(walk: Walk, nodes: Sequence[tree_sitter.Node], scope: int, role: str = "type") -> list[int]:
    """The types in a row of nodes, in order; other nodes are passed over."""
    builder, found = walk.builder, list[int]()
    after_dot = False
    for node in nodes:
        form = node.type
        if form == "type_identifier":
            name = text_of(node)
            following = node.next_sibling
            is_prefix = following is not None and following.type == "."
            if after_dot and found:
                owner = found.pop()
                builder.occur(name, node, role, scope, walk.block, owner)
                found.append(builder.expression(("member", name, (owner,), (), NONE)))
            else:
                builder.occur(name, node, "type" if is_prefix else role, scope, walk.block)
                found.append(builder.expression(("path" if is_prefix else "name", name, (), (), NONE)))
            after_dot = is_prefix
        elif form == "type_arguments":
            parts = arguments_of(walk, node, scope)
            if found and parts:
                found.append(builder.expression(("subscript", "", (found.pop(), *parts), (), NONE)))
        elif form == "void_type":
            found.append(builder.expression(("basic", "void", (), (), NONE)))
        elif form == "function_type":
            found.append(_function(walk, node, scope))
        elif form == "record_type":
            parts = types_in(walk, [g for c in node.named_children for g in (c, *c.named_children)], scope)
            found.append(builder.expression(("tuple", "", tuple(parts), (), NONE)))
    return found


def arguments_of(walk: Walk, node: tree_sitter.Node | None, scope: int) -> tuple[int, ...]:
    """Type arguments."""
    return tuple(types_in(walk, children_of(node), scope))


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    result, taken = NONE, list[int]()
    for child in node.named_children:
        if child.type == "parameter_type_list":
            for each in child.named_children:
                taken += types_in(walk, each.named_children, scope)[:1] or [NONE]
    given = types_in(walk, node.named_children, scope)
    result = given[0] if given else NONE
    return walk.builder.expression(("function", "", (result, *taken), (), NONE))


def bind_type_parameters(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """The scope of the type parameters that a node lists; `scope` itself without any."""
    if node is None:
        return scope
    own = walk.builder.scope("types", scope, node)
    for child in node.named_children:
        name = next((each for each in child.named_children if each.type == "type_identifier"), None)
        bound = next((each for each in child.named_children if each.type == "type_bound"), None)
        if name is not None:
            found = types_in(walk, children_of(bound), own)
            walk.builder.bind(
                (own, walk.block), text_of(name), "type", name, node.start_byte, NONE, found[0] if found else NONE
            )
    return own


def _noted(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    types_in(walk, [node], scope)
    return NONE


TYPES = dict.fromkeys(("type_identifier", "type_arguments", "function_type", "record_type"), _noted)
