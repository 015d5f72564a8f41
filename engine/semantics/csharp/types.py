"""Types as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import text_of
from ..twofold import ignore, member_expression, name_expression, visit, visit_children

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Value, Visit, Walk

__all__ = ["VISITS", "head_of", "type_of", "type_parameters"]


def type_of(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str = "type") -> int:
    """The expression of a type, all names in it noted; `role` is that of its last name."""
    if node is None:
        return NONE
    kind = node.type
    if kind == "identifier":
        return _named(walk, node, scope, role)
    if kind == "qualified_name":
        return _qualified(walk, node, scope, role)
    if kind == "generic_name":
        return _generic(walk, node, scope, NONE, role)
    handler = _TYPES.get(kind)
    if handler is not None:
        return handler(walk, node, scope)
    visit_children(walk, node, scope)
    return NONE


def _named(walk: Walk, node: tree_sitter.Node, scope: int, role: str, owner: int = NONE) -> int:
    text = text_of(node)
    walk.builder.occur(text, node, role, scope, NONE, owner)
    return member_expression(walk, owner, text) if owner >= 0 else name_expression(walk, text)


def _qualified(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    qualifier, name = node.child_by_field_name("qualifier"), node.child_by_field_name("name")
    owner = type_of(walk, qualifier, scope, "read")
    if name is None or owner < 0:
        return NONE
    if name.type == "generic_name":
        return _generic(walk, name, scope, owner, role)
    return _named(walk, name, scope, role, owner)


def _generic(walk: Walk, node: tree_sitter.Node, scope: int, owner: int, role: str) -> int:
    head, given = NONE, list[int]()
    for child in node.named_children:
        if child.type == "identifier":
            head = _named(walk, child, scope, role, owner)
        elif child.type == "type_argument_list":
            given += [type_of(walk, each, scope) for each in child.named_children]
    return walk.builder.expression(("subscript", "", (head, *given), (), NONE)) if head >= 0 else NONE


def _alias(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`global::A`."""
    name = node.child_by_field_name("name")
    return type_of(walk, name, scope)


def _predefined(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del scope
    text = text_of(node)
    return NONE if text == "void" else name_expression(walk, text)


def _array(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    rank = node.child_by_field_name("rank")
    if rank is not None:
        visit_children(walk, rank, scope)
    element = type_of(walk, node.child_by_field_name("type"), scope)
    return walk.builder.expression(("list", "", (element,), (), NONE))


def _inner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = node.child_by_field_name("type") or next(iter(node.named_children), None)
    return type_of(walk, inner, scope)


def _tuple(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = [type_of(walk, each.child_by_field_name("type"), scope) for each in node.named_children]
    return walk.builder.expression(("tuple", "", tuple(parts), (), NONE))


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del walk, node, scope
    return NONE


def stray(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A type whose expression nobody needs."""
    type_of(walk, node, scope)


def head_of(walk: Walk, index: int) -> int:
    """A type without its type arguments."""
    row = walk.builder.expression_at(index)
    return row.parts[0] if row is not None and row.op == "subscript" else index


def type_parameters(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The scope of the type parameters of a declaration; `scope` where it has none."""
    listed = node.child_by_field_name("type_parameters")
    listed = listed or next((child for child in node.named_children if child.type == "type_parameter_list"), None)
    if listed is None:
        return scope
    own = walk.builder.scope("types", scope, listed)
    bounds: dict[str, int] = {}
    for clause in node.named_children:
        if clause.type == "type_parameter_constraints_clause" and clause.named_children:
            target, *constraints = clause.named_children
            walk.builder.occur(text_of(target), target, "type", own, NONE)
            kinds = [type_of(walk, c.child_by_field_name("type"), own) for c in constraints]
            known = tuple(kind for kind in kinds if kind >= 0)
            if known:
                joined = known[0] if len(known) == 1 else walk.builder.expression(("either", "", known, (), NONE))
                bounds[text_of(target)] = joined
    for child in listed.named_children:
        name = child.child_by_field_name("name")
        if name is not None:
            text = text_of(name)
            bound = bounds.get(text, NONE)  # a result stands before what it names
            walk.builder.bind((own, NONE), text, "type", name, node.start_byte, annotation=bound)
        for inner in child.named_children:
            if inner.type == "attribute_list":
                visit(walk, inner, scope)
    return own


_TYPES: dict[str, Value] = {
    "alias_qualified_name": _alias,
    "predefined_type": _predefined,
    "array_type": _array,
    "nullable_type": _inner,
    "pointer_type": _inner,
    "ref_type": _inner,
    "scoped_type": _inner,
    "tuple_type": _tuple,
    "implicit_type": _nothing,
}
VISITS: dict[str, Visit] = {
    **dict.fromkeys(("qualified_name", "generic_name", *_TYPES), stray),
    **dict.fromkeys(
        ("comment", "modifier", "string_literal", "verbatim_string_literal", "raw_string_literal", "integer_literal"),
        ignore,
    ),
    "type_parameter_constraints_clause": ignore,
    "type_parameter_list": ignore,
}
