"""Types: what stands behind a colon, as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .classes import member_of_type, members_of_type
from .functions import signature
from .state import content_of, make, occur, typed, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["TYPES"]

MAX_PARTS = 24


def _inner(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    found = NONE
    for child in node.named_children:
        found = typed(walk, child, scope, block)
    return found


def _name(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    name = walk.text(node)
    walk.builder.occur(name, node, "type", scope, block)
    return walk.builder.name(name)


def _generic(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
    head = typed(walk, name, scope, block)
    return make(walk, "subscript", "", [head, *_each(walk, arguments, scope, block)])


def _each(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> list[int]:
    children = node.named_children if node is not None else []
    return [typed(walk, child, scope, block) for child in children if child.type != "comment"]


def _nested(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    module, name = node.child_by_field_name("module"), node.child_by_field_name("name")
    if module is None or name is None:
        return NONE
    owner = _namespace(walk, module, scope, block)
    occur(walk, name, "type", scope, block, owner, member=True)
    return make(walk, "member", walk.text(name), [owner])


def _namespace(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    if node.type == "identifier":
        occur(walk, node, "read", scope, block)
        return walk.builder.name(walk.text(node))
    return visit(walk, node, scope, block)


def _predefined(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    del scope, block
    return make(walk, "basic", walk.text(node))


def _own(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    del node, scope, block
    return make(walk, "own")


def _union(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    parts = _each(walk, node, scope, block)
    flat: list[int] = []
    for part in parts:
        row = walk.builder.expression_at(part)
        flat += row.parts if row is not None and row.op == "either" else [part]
    return make(walk, "either", "", flat)


def _array(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    return make(walk, "list", "", [typed(walk, node.named_children[0], scope, block)] if node.named_children else [])


def _tuple(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    parts: list[int] = []
    for child in node.named_children:
        if child.type in ("required_parameter", "optional_parameter"):
            parts.append(typed(walk, child.child_by_field_name("type"), scope, block))
        elif child.type != "comment":
            parts.append(typed(walk, child, scope, block))
    return make(walk, "tuple", "", parts[:MAX_PARTS])


def _object(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    mapped = next((child for child in node.named_children if _mapping(child) is not None), None)
    if mapped is not None:
        return _mapped(walk, mapped, scope, block)
    index = walk.builder.define("class", "", node, node, (scope, block, scope))
    walk.builder.complete(index, traits=_NAMELESS)
    members_of_type(walk, node, index, block)
    return make(walk, "object", number=index)


def _mapping(node: tree_sitter.Node) -> tree_sitter.Node | None:
    if node.type != "index_signature":
        return None
    return next((child for child in node.named_children if child.type == "mapped_type_clause"), None)


def _mapped(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`{ [K in keyof T]: … }`: has the members of T; the type of each is another."""
    clause = _mapping(node)
    assert clause is not None
    inner = walk.builder.scope("types", scope, node)
    name, keys = clause.child_by_field_name("name"), clause.child_by_field_name("type")
    constraint = source = NONE
    if keys is not None and keys.type == "index_type_query":
        source = _inner(walk, keys, inner, block)
    else:
        constraint = typed(walk, keys, inner, block)
    if name is not None:
        walk.builder.bind((inner, block), walk.text(name), "type", name, node.end_byte, annotation=constraint)
    typed(walk, clause.child_by_field_name("alias"), inner, block)
    value = typed(walk, node.child_by_field_name("type"), inner, block)
    return make(walk, "mapped", "", [value, source], number=inner)


def _function(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    constructs = node.type == "constructor_type"
    return make(walk, "defined", number=signature(walk, node, scope, block, "", constructs=constructs))


def _query(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    value = NONE
    for child in node.named_children:
        if child.type == "type_arguments":
            parts = _each(walk, child, scope, block)
            value = make(walk, "applied", "", [value, *parts])
        else:
            value = visit(walk, child, scope, block)
    return make(walk, "value", "", [value])


def _keys(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    _inner(walk, node, scope, block)
    return make(walk, "basic", "string")


def _lookup(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    children = node.named_children
    owner = typed(walk, children[0], scope, block)
    if len(children) < 2:  # noqa: PLR2004 - what is looked up, and where
        return NONE
    key = children[1]
    literal = key.named_children[0] if key.type == "literal_type" and key.named_children else None
    if literal is not None and literal.type == "string":
        name = content_of(literal)
        if literal.named_children:
            occur(walk, literal.named_children[0], "type", scope, block, owner, member=True, form="field", name=name)
        return make(walk, "field", name, [owner])
    typed(walk, key, scope, block)
    return make(walk, "element", "", [owner])


def _conditional(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    inner = walk.builder.scope("types", scope, node)
    typed(walk, node.child_by_field_name("left"), scope, block)
    typed(walk, node.child_by_field_name("right"), inner, block)
    yes = typed(walk, node.child_by_field_name("consequence"), inner, block)
    no = typed(walk, node.child_by_field_name("alternative"), scope, block)
    return make(walk, "either", "", [yes, no])


def _infer(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    name, *rest = node.named_children
    walk.builder.bind((scope, block), walk.text(name), "type", name, node.end_byte)
    for child in rest:
        typed(walk, child, scope, block)
    return NONE


def _literal(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    del scope, block
    value = node.named_children[0] if node.named_children else node
    if value.type == "string":
        return make(walk, "exactly", "string", names=(content_of(value),))
    if value.type in ("null", "undefined"):
        return make(walk, "basic", "null")
    kind = "boolean" if value.type in ("true", "false") else "number"
    return make(walk, "exactly", kind, names=(walk.text(value),))


def _predicate(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    name, wanted = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is not None and name.type == "identifier":
        occur(walk, name, "read", scope, block)
    return make(walk, "predicate", walk.text(name) if name is not None else "", [typed(walk, wanted, scope, block)])


def _asserts(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    found = NONE
    for child in node.named_children:
        found = (visit if child.type == "identifier" else typed)(walk, child, scope, block)
    row = walk.builder.expression_at(found)
    return found if row is not None and row.op == "predicate" else make(walk, "basic", "void")


def _template(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    for child in node.named_children:
        _inner(walk, child, scope, block)
    return make(walk, "basic", "string")


def _member(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    return visit(walk, node, scope, block)


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    del walk, node, scope, block
    return NONE


def _value(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`extends` of a class names a value."""
    return visit(walk, node, scope, block)


_NAMELESS = frozenset({"nameless", "type"})
_MEMBERS: dict[str, Handler] = dict.fromkeys(
    ("property_signature", "method_signature", "call_signature", "construct_signature", "index_signature"),
    member_of_type,
)
TYPES: dict[str, Handler] = {
    **_MEMBERS,
    **dict.fromkeys(
        (
            *("type_annotation", "parenthesized_type", "readonly_type", "constraint", "default_type", "rest_type"),
            *("type_predicate_annotation", "asserts_annotation", "optional_type", "opting_type_annotation"),
            *("omitting_type_annotation", "adding_type_annotation"),
        ),
        _inner,
    ),
    "type_identifier": _name,
    "identifier": _name,
    "generic_type": _generic,
    "nested_type_identifier": _nested,
    "predefined_type": _predefined,
    "existential_type": _predefined,
    "this_type": _own,
    "this": _own,
    "union_type": _union,
    "intersection_type": _union,
    "array_type": _array,
    "tuple_type": _tuple,
    "object_type": _object,
    "function_type": _function,
    "constructor_type": _function,
    "type_query": _query,
    "index_type_query": _keys,
    "lookup_type": _lookup,
    "conditional_type": _conditional,
    "infer_type": _infer,
    "literal_type": _literal,
    "type_predicate": _predicate,
    "asserts": _asserts,
    "template_literal_type": _template,
    "member_expression": _member,
    "call_expression": _value,
    "comment": _nothing,
}
