"""Types, as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from .state import children_of, make, name_of, occur, reference, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["TYPES", "bases_in", "parameters_of_types", "typed"]

ANY = "Any"


def typed(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str = "type") -> int:  # noqa: C901, PLR0912 - a table of forms
    """Collect the facts of a type; gives its expression."""
    if node is None:
        return NONE
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        return _named(walk, node, scope, role)
    if kind == "generic_type":
        head = typed(walk, node.child_by_field_name("type"), scope, role)
        listed = node.child_by_field_name("type_arguments")
        return _applied(walk, head, [typed(walk, part, scope) for part in _parts(listed)])
    if kind == "stable_type_identifier":
        return _path(walk, node, scope, role)
    if kind == "compound_type":
        parts = [typed(walk, part, scope, role) for part in children_of(node)]
        return _any_of(walk, parts)
    if kind == "infix_type":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        parts = [typed(walk, left, scope), typed(walk, right, scope)]
        if operator is None or name_of(operator) in ("|", "&"):
            return _any_of(walk, parts)
        return _applied(walk, _named(walk, operator, scope, role), parts)
    if kind == "function_type":
        result = typed(walk, node.child_by_field_name("return_type"), scope)
        taken = [typed(walk, part, scope) for part in _parts(node.child_by_field_name("parameter_types"))]
        return make(walk, "functional", "", [result, *taken])
    if kind == "tuple_type":
        return make(walk, "tuple", "", [typed(walk, part, scope) for part in children_of(node)])
    if kind == "projected_type":
        owner = typed(walk, node.child_by_field_name("type"), scope)
        selector = node.child_by_field_name("selector")
        return _member(walk, owner, selector, scope, role) if selector is not None else owner
    if kind == "singleton_type":
        return _singleton(walk, node, scope)
    if kind == "repeated_parameter_type":
        element = typed(walk, node.child_by_field_name("type"), scope)
        return make(walk, "subscript", "", [make(walk, "name", "Seq"), element])
    if kind == "structural_type":
        inner = walk.builder.scope("block", scope, node)
        for child in children_of(node):
            visit(walk, child, inner)
        return NONE
    if kind == "applied_constructor_type":
        return typed(walk, next(iter(children_of(node)), None), scope, role)
    found = NONE
    for child in children_of(node):
        if child.type in TYPES:
            found = typed(walk, child, scope, role)
        elif child.type == "annotation":
            visit(walk, child, scope)
    return found


def _named(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    name = name_of(node)
    occur(walk, name, node, role, scope)
    return make(walk, "name", name)


def _member(walk: Walk, owner: int, node: tree_sitter.Node, scope: int, role: str) -> int:
    occur(walk, name_of(node), node, role, scope, owner if owner >= 0 else UNREADABLE, "field" if owner >= 0 else "")
    return make(walk, "member", name_of(node), [owner]) if owner >= 0 else NONE


def _path(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    """`a.b.Name`: what stands before the last dot is a value."""
    *before, name = children_of(node)
    found: int | None = None
    for part in before:
        found = value_path(walk, part, scope, found)
    owner = found if found is not None else NONE
    occur(walk, name_of(name), name, role, scope, owner if owner >= 0 else UNREADABLE)
    return make(walk, "member", name_of(name), [owner]) if owner >= 0 else NONE


def value_path(walk: Walk, node: tree_sitter.Node, scope: int, owner: int | None = None) -> int:
    """A dotted name of a value."""
    if node.type == "stable_identifier":
        for part in children_of(node):
            owner = value_path(walk, part, scope, owner)
        return owner if owner is not None else NONE
    if owner is None and name_of(node) in ("this", "super"):
        return visit(walk, node, scope)
    return reference(walk, node, "read", scope, owner)


def _singleton(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`name.type`, `this.type`."""
    named = next((child for child in children_of(node) if child.type != "type"), None)
    if named is None or name_of(named) == "this":
        return make(walk, "own")
    return make(walk, "value", "", [value_path(walk, named, scope)])


def _applied(walk: Walk, head: int, arguments: list[int]) -> int:
    given = [part if part >= 0 else make(walk, "name", ANY) for part in arguments]
    return make(walk, "subscript", "", [head, *given]) if head >= 0 and given else head


def _any_of(walk: Walk, parts: list[int]) -> int:
    known = [part for part in parts if part >= 0]
    return make(walk, "either", "", known) if len(known) > 1 else known[0] if known else NONE


def _parts(node: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    return children_of(node) if node is not None else []


def bases_in(
    walk: Walk, node: tree_sitter.Node, scope: int, role: str = "inherit"
) -> list[tuple[int, tree_sitter.Node | None]]:
    """The types of an `extends` clause or an instance, each with the arguments that its constructor is given."""
    found: list[tuple[int, tree_sitter.Node | None]] = []

    for child in children_of(node):
        if child.type == "compound_type":
            found += bases_in(walk, child, scope, role)
        elif child.type == "applied_constructor_type":
            arguments = next((part for part in children_of(child) if part.type == "arguments"), None)
            found.append((typed(walk, child, scope, role), arguments))
        elif child.type in TYPES or child.type == "identifier":
            found.append((typed(walk, child, scope, role), None))
        elif child.type == "arguments" and found and found[-1][1] is None:
            found[-1] = found[-1][0], child
        elif child.type == "arguments":
            found.append((NONE, child))
    return found


def parameters_of_types(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The scope of `[T <: A : B]`, if a declaration has type parameters."""
    listed = next((child for child in node.named_children if child.type == "type_parameters"), None)
    if listed is None:
        return scope
    outer = walk.builder.scope("types", scope, listed)
    bind_types(walk, listed, outer)
    return outer


def bind_types(walk: Walk, listed: tree_sitter.Node, outer: int) -> None:
    """Bind type parameters in a scope. A bound belongs to the name before it."""
    names: list[tree_sitter.Node] = []
    limits: dict[int, int] = {}
    for child in listed.children:
        if child.type in ("covariant_type_parameter", "contravariant_type_parameter"):
            name = child.child_by_field_name("name")
            names += [name] if name is not None else []
        elif child.type in ("identifier", "operator_identifier", "wildcard"):
            names.append(child)
        elif child.type in _BOUNDS:
            kind = typed(walk, child.child_by_field_name("type"), outer)
            if child.type == "upper_bound" and names:
                limits[names[-1].start_byte] = kind
    for name in names:
        bound = limits.get(name.start_byte, NONE)
        bound = bound if bound >= 0 else make(walk, "name", ANY)
        if name.type != "wildcard":
            walk.builder.bind((outer, NONE), name_of(name), "type", name, name.end_byte, annotation=bound)


_BOUNDS = frozenset({"upper_bound", "lower_bound", "context_bound", "view_bound"})
TYPES = frozenset(
    {
        "type_identifier",
        "generic_type",
        "stable_type_identifier",
        "compound_type",
        "infix_type",
        "function_type",
        "tuple_type",
        "projected_type",
        "singleton_type",
        "repeated_parameter_type",
        "lazy_parameter_type",
        "structural_type",
        "applied_constructor_type",
        "annotated_type",
        "wildcard",
        "match_type",
        "type_lambda",
        "literal_type",
        "named_tuple_type",
        "parenthesized_type",
        "contextual_function_type",
    }
)
