"""Types, as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .state import children_of, first, make, named, visit

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from .state import Walk

__all__ = ["TYPES", "parameters_of_types", "type_in", "typed"]


def typed(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str = "type") -> int:
    """Collect the facts of a type; gives its expression."""
    if node is None:
        return NONE
    kind = node.type
    if kind == "user_type":
        return _user(walk, node, scope, role)
    if kind == "type_identifier":
        return named(walk, node, role, scope)
    if kind == "function_type":
        return _function(walk, node, scope)
    found = NONE
    for child in node.named_children:
        kind = child.type
        if kind in TYPES:
            found = typed(walk, child, scope, role)
        elif kind == "annotation":
            visit(walk, child, scope)
    return found


def _user(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    """`a.b.Name<T>`: the last name has the role, those before it hold names."""
    children = node.named_children
    if len(children) == 1 and children[0].type == "type_identifier":  # nearly all
        return named(walk, children[0], role, scope)
    kinds = [child.type for child in children]
    left, owner = kinds.count("type_identifier"), None
    found, arguments = NONE, list[int]()
    for child, kind in zip(children, kinds, strict=True):
        if kind == "type_identifier":
            left -= 1
            owner = found = named(walk, child, "read" if left else role, scope, owner)
        elif kind == "type_arguments":
            arguments = [typed(walk, part, scope) for part in children_of(child)]
            arguments = [part if part >= 0 else make(walk, "name", "Any") for part in arguments]
    return make(walk, "subscript", "", [found, *arguments]) if arguments else found


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`Receiver.(A, B) -> R`."""
    receiver, taken, result = NONE, list[int](), NONE
    for child in children_of(node):
        if child.type == "receiver_type":
            receiver = typed(walk, child, scope)
        elif child.type == "function_type_parameters":
            taken = [_parameter(walk, part, scope) for part in children_of(child)]
        else:
            result = typed(walk, child, scope)
    if receiver >= 0:
        return make(walk, "functional", "receiver", [result, receiver, *taken])
    return make(walk, "functional", "", [result, *taken])


def _parameter(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    if node.type != "parameter":
        return typed(walk, node, scope)
    return typed(walk, type_in(node), scope)


def type_in(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The first type in a node, if there is one."""
    for child in node.named_children:
        if child.type in TYPES:
            return child
    return None


def parameters_of_types(walk: Walk, parts: Mapping[str, tree_sitter.Node], scope: int) -> int:
    """The scope of `<T : A>`, if a declaration of some parts has type parameters."""
    listed = parts.get("type_parameters")
    if listed is None:
        return scope
    outer = walk.builder.scope("types", scope, listed)
    limits: dict[str, int] = {}
    for child in children_of(parts.get("type_constraints") or listed):
        if child.type == "type_constraint":
            name, *kinds = children_of(child)
            limits[walk.text(name)] = typed(walk, kinds[-1], outer) if kinds else NONE
    for child in children_of(listed):
        name = first(child, "type_identifier")
        if name is None:
            continue
        bound = typed(walk, type_in(child), outer)
        bound = bound if bound >= 0 else limits.get(walk.text(name), NONE)
        bound = bound if bound >= 0 else make(walk, "name", "Any")
        walk.builder.bind((outer, NONE), walk.text(name), "type", name, child.end_byte, annotation=bound)
    return outer


TYPES = frozenset(
    {
        "user_type",
        "nullable_type",
        "function_type",
        "parenthesized_type",
        "parenthesized_user_type",
        "not_nullable_type",
        "receiver_type",
        "type_projection",
    }
)
