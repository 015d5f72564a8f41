"""Types, as expressions. Optional ones are what they may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from .state import children_of, make, name_of, occur, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["TYPES", "bind_types", "constraints", "typed"]

ANY = "Any"
META = frozenset({"Type", "Protocol"})


def typed(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str = "type") -> int:  # noqa: C901 - a table of forms
    """Collect the facts of a type; gives its expression."""
    if node is None:
        return NONE
    kind = node.type
    if kind == "type_identifier":
        return _named(walk, node, scope, role)
    if kind == "user_type":
        return _user(walk, node, scope, role)
    if kind == "array_type":
        return make(walk, "subscript", "", [make(walk, "name", "Array"), *_parts(walk, node, scope)[:1]])
    if kind == "dictionary_type":
        return make(walk, "subscript", "", [make(walk, "name", "Dictionary"), *_parts(walk, node, scope)])
    if kind == "tuple_type":
        parts = [_item(walk, child, scope) for child in children_of(node)]
        return parts[0] if len(parts) == 1 else make(walk, "tuple", "", parts)
    if kind == "function_type":
        taken = node.child_by_field_name("params")
        rows = [_item(walk, child, scope) for child in children_of(taken)] if taken is not None else []
        results = [child for child in children_of(node) if child.type in TYPES and child != taken]
        result = typed(walk, results[-1], scope) if results else NONE
        return make(walk, "functional", "", [result, *rows])
    if kind == "protocol_composition_type":
        parts = [typed(walk, child, scope, role) for child in children_of(node)]
        return make(walk, "either", "", [part for part in parts if part >= 0])
    found = NONE
    for child in children_of(node):
        if child.type in TYPES:
            found = typed(walk, child, scope, role)
        elif child.type in ("type_modifiers", "attribute", "modifiers"):
            visit(walk, child, scope)
    return found


def _parts(walk: Walk, node: tree_sitter.Node, scope: int) -> list[int]:
    found = [typed(walk, child, scope) for child in children_of(node) if child.type in TYPES]
    return [part if part >= 0 else make(walk, "name", ANY) for part in found]


def _item(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    if node.type in TYPES:
        return typed(walk, node, scope)
    kinds = [child for child in children_of(node) if child.type in TYPES]
    return typed(walk, kinds[-1], scope) if kinds else NONE


def _named(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    name = name_of(node)
    if name == "Self":
        return make(walk, "own")
    occur(walk, name, node, role, scope)
    return make(walk, "name", name)


def _user(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    """`A.B<C>`: the last name has the role."""
    names = [child for child in node.named_children if child.type == "type_identifier"]
    if len(names) > 1 and name_of(names[-1]) in META:
        names = names[:-1]
    found = NONE
    for child in node.named_children:
        if child.type == "type_arguments":
            given = _parts(walk, child, scope)
            found = make(walk, "subscript", "", [found, *given]) if found >= 0 else found
        elif child in names:
            role_here = role if child == names[-1] else "type"
            if child == names[0]:
                found = _named(walk, child, scope, role_here)
            else:
                readable = found >= 0
                form = "field" if readable else ""
                occur(walk, name_of(child), child, role_here, scope, found if readable else UNREADABLE, form)
                found = make(walk, "member", name_of(child), [found]) if readable else NONE
    return found


def bind_types(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Bind the type parameters of a declaration in a scope."""
    limits = constraints(walk, node, scope)
    listed = next((child for child in node.named_children if child.type == "type_parameters"), None)
    for child in children_of(listed) if listed is not None else ():
        name = next((part for part in child.named_children if part.type == "type_identifier"), None)
        if child.type != "type_parameter" or name is None:
            continue
        kinds = [part for part in children_of(child) if part.type in TYPES and part != name]
        bound = typed(walk, kinds[-1], scope) if kinds else limits.get(name_of(name), NONE)
        bound = bound if bound >= 0 else make(walk, "name", ANY)
        walk.builder.bind((scope, NONE), name_of(name), "type", name, name.end_byte, annotation=bound)


def constraints(walk: Walk, node: tree_sitter.Node, scope: int) -> dict[str, int]:
    """The types of a `where` clause; gives the limits of plain names."""
    limits: dict[str, int] = {}
    for clause in node.named_children:
        for child in children_of(clause) if clause.type == "type_constraints" else ():
            for part in children_of(child) if child.type == "type_constraint" else ():
                names = part.child_by_field_name("constrained_type")
                found = _constrained(walk, names, scope) if names is not None else ""
                kinds = [each for each in children_of(part) if each.type in TYPES and each != names]
                kind = typed(walk, kinds[-1], scope) if kinds else NONE
                if found and kind >= 0:
                    limits.setdefault(found, kind)
    return limits


def _constrained(walk: Walk, node: tree_sitter.Node, scope: int) -> str:
    if node.type in TYPES:
        typed(walk, node, scope)
        return ""
    found = NONE
    names = [child for child in node.named_children if child.type == "simple_identifier"]
    for name in names:
        text = name_of(name)
        if name == names[0]:
            if text != "Self":
                occur(walk, text, name, "type", scope)
            found = make(walk, "own") if text == "Self" else make(walk, "name", text)
        else:
            occur(walk, text, name, "type", scope, found, "field")
            found = make(walk, "member", text, [found])
    return name_of(names[0]) if len(names) == 1 else ""


TYPES = frozenset(
    {
        "user_type",
        "type_identifier",
        "optional_type",
        "array_type",
        "dictionary_type",
        "tuple_type",
        "function_type",
        "opaque_type",
        "existential_type",
        "protocol_composition_type",
        "metatype",
        "implicitly_unwrapped_type",
        "suppressed_constraint",
        "type_pack_expansion",
        "type_parameter_pack",
    }
)
