"""Values: names, members, calls, what makes instances, literals, operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Context
from ..contexts import expect, expect_arguments
from .classes import anonymous
from .functions import function_value
from .state import COMMENTS, MAX_ARGUMENTS, arguments_of, make, method, named, occur, typed, visit
from .types import arrayed, heads, said_type

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from .state import Handler, Walk

__all__ = ["VALUES"]

MAX_ELEMENTS = 8


def nothing(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A node that holds no name."""
    del walk, node, scope
    return NONE


def inner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is in parentheses."""
    found = NONE
    for child in node.named_children:
        if child.type not in COMMENTS:
            found = visit(walk, child, scope)
    return found


def _identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = walk.text(node)
    walk.builder.occur(name, node, "read", scope, NONE)
    return walk.builder.name(name)


def _own(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    return walk.own


def _parent(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    return make(walk, "super", "", [walk.own]) if walk.own >= 0 else NONE


def _field(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    """`object.name`, `Outer.this`, `Outer.super`."""
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("field")
    found = visit(walk, owner, scope)
    if name is None:
        return NONE
    if name.type == "this":
        return make(walk, "instance", "", [found])
    if name.type != "identifier":
        return NONE
    found = _base_of(walk, node, found)
    return named(walk, name, role, scope, found)


def _base_of(walk: Walk, node: tree_sitter.Node, owner: int) -> int:
    """`Outer.super.name`: the members of an interface, or of what an outer class extends."""
    for child in node.children[1:]:
        if child.type == "super":
            return make(walk, "instance", "", [owner])
    return owner


def _index(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner = visit(walk, node.child_by_field_name("array"), scope)
    at = visit(walk, node.child_by_field_name("index"), scope)
    return make(walk, "subscript", "", [owner, at])


def _cast(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kinds = [typed(walk, child, scope) for child in node.children_by_field_name("type")]
    value = visit(walk, node.child_by_field_name("value"), scope)
    if not kinds:
        return value
    kind = kinds[0] if len(kinds) == 1 else make(walk, "either", "", kinds)
    expect(walk, value, Context("declared", scope, NONE, node.end_byte, kinds[0]))
    return make(walk, "cast", "", [kind])


def _assign(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    left = node.child_by_field_name("left")
    target = _written(walk, left, scope)
    value = visit(walk, node.child_by_field_name("right"), scope)
    expect(walk, value, Context("like", scope, NONE, node.end_byte, target))
    return target


def _written(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node is None:
        return NONE
    if node.type == "identifier":
        return named(walk, node, "write", scope)
    if node.type == "field_access":
        return _field(walk, node, scope, "write")
    return visit(walk, node, scope)


def _update(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return _written(walk, next((c for c in node.named_children if c.type not in COMMENTS), None), scope)


def _unary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    operand = node.child_by_field_name("operand")
    if node.children[0].type != "!":
        return visit(walk, operand, scope)
    if walk.outside >= 0 and walk.patterns:  # what is denied holds behind the statement, if that leaves
        scope, walk.outside = walk.outside, scope
        visit(walk, operand, scope)
        walk.outside, scope = scope, walk.outside
    else:
        visit(walk, operand, scope)
    return make(walk, "literal", "boolean")


def _binary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    left = visit(walk, node.child_by_field_name("left"), scope)
    right = visit(walk, node.child_by_field_name("right"), scope)
    operator = node.child_by_field_name("operator")
    sign = operator.type if operator is not None else ""
    if sign in _COMPARING:
        return make(walk, "literal", "boolean")
    if sign == "+" and "String" in (_literal_of(walk, left), _literal_of(walk, right)):
        return make(walk, "literal", "String")
    return make(walk, "binary", sign, [left, right])


def _literal_of(walk: Walk, value: int) -> str:
    row = walk.builder.expression_at(value)
    return row.text if row is not None and row.op == "literal" else ""


_COMPARING = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def _ternary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    visit(walk, node.child_by_field_name("condition"), scope)
    parts = [visit(walk, node.child_by_field_name(name), scope) for name in ("consequence", "alternative")]
    return make(walk, "either", "", parts)


def _literal(kind: str) -> Handler:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
        del node, scope
        return make(walk, "literal", kind)

    return handler


def _number(whole: str, long: str, suffixes: str) -> Callable[[Walk, tree_sitter.Node, int], int]:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
        del scope
        text = walk.text(node)
        return make(walk, "literal", long if text[-1:] in suffixes else whole)

    return handler


def _string(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type == "string_interpolation":
            inner(walk, child, scope)
    return make(walk, "literal", "String")


def _class_literal(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kinds = [typed(walk, child, scope) for child in node.named_children]
    return make(walk, "cast", "", [make(walk, "subscript", "", [make(walk, "name", "Class"), *kinds])])


# --- calls -----------------------------------------------------------------------------------------------------------


def _call(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`object.name(arguments)`."""
    name = node.child_by_field_name("name")
    owner = node.child_by_field_name("object")
    found = visit(walk, owner, scope)
    if owner is not None and owner.type not in ("this", "super"):
        found = _base_of(walk, node, found)
    types = node.child_by_field_name("type_arguments")
    applied = [typed(walk, child, scope) for child in types.named_children] if types is not None else []
    given = arguments_of(walk, node.child_by_field_name("arguments"), scope)
    if name is None:
        return NONE
    builder, text = walk.builder, walk.text(name)
    called = method(text)
    callee = builder.name(called) if owner is None else builder.expression(("member", called, (found,), (), NONE))
    if applied:
        callee = make(walk, "applied", "", [callee, *applied])
    index = builder.expression(("call", "", (callee, *given[:MAX_ARGUMENTS]), (), len(given)))
    readable = owner is None or found >= 0
    builder.occur(text, name, "call", scope, NONE, index if readable else UNREADABLE, "method")
    expect_arguments(walk, index, given, scope, NONE, node.start_byte)
    return index


def _new(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new Name(arguments) { … }`: a use of the class, and of its constructor."""
    kind = node.child_by_field_name("type")
    if kind is None:
        return inner(walk, node, scope)
    body = outer = None
    for child in node.named_children:
        if child.type == "class_body":
            body = child
        elif child == kind:
            break
        elif child.type not in ("type_arguments", *COMMENTS) and child.end_byte <= kind.start_byte:
            outer = child
    if body is None and node.named_children[-1].type == "class_body":
        body = node.named_children[-1]
    if outer is not None:
        callee = _inner_class(walk, outer, kind, scope)
    else:
        callee = said_type(walk, kind, scope, "instantiate")
    given = arguments_of(walk, node.child_by_field_name("arguments"), scope)
    index = make(walk, "new", "", [callee, *given[:MAX_ARGUMENTS]], number=len(given))
    name = heads(kind)
    if name is not None:
        occur(walk, walk.text(name), name, "instantiate", scope, index, "implied")
    expect_arguments(walk, index, given, scope, NONE, node.start_byte)
    return anonymous(walk, node, body, callee, scope) if body is not None else index


def _inner_class(walk: Walk, outer: tree_sitter.Node, kind: tree_sitter.Node, scope: int) -> int:
    """`outer.new Inner()`."""
    owner = visit(walk, outer, scope)
    name = heads(kind)
    return named(walk, name, "instantiate", scope, owner) if name is not None else NONE


def _new_array(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kind = typed(walk, node.child_by_field_name("type"), scope)
    for child in node.named_children:
        if child.type == "dimensions_expr":
            inner(walk, child, scope)
            kind = make(walk, "array", "", [kind])
        elif child.type == "dimensions":
            kind = arrayed(walk, kind, child)
    visit(walk, node.child_by_field_name("value"), scope)
    return make(walk, "cast", "", [kind])


def _elements(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    given = arguments_of(walk, node, scope)
    return make(walk, "list", "", given[:MAX_ELEMENTS])


def _reference(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`owner::name`, `Class::new`."""
    children = [child for child in node.children if child.type not in COMMENTS]
    first, last = children[0], children[-1]
    if last.type == "new":
        callee = said_type(walk, first, scope, "instantiate")
        name = heads(first)
        if name is not None:
            occur(walk, walk.text(name), name, "instantiate", scope, callee, "implied")
        return callee
    owner = typed(walk, first, scope) if first.type in _TYPES else visit(walk, first, scope)
    if last.type != "identifier":
        return NONE
    text = walk.text(last)
    index = make(walk, "member", method(text), [owner])
    occur(walk, text, last, "read", scope, index if owner >= 0 else UNREADABLE, "method")
    return index


_TYPES = frozenset({"generic_type", "array_type", "scoped_type_identifier", "integral_type", "floating_point_type"})
VALUES: dict[str, Handler] = {
    "identifier": _identifier,
    "this": _own,
    "super": _parent,
    "field_access": _field,
    "array_access": _index,
    "parenthesized_expression": inner,
    "expression_statement": inner,
    "method_invocation": _call,
    "object_creation_expression": _new,
    "array_creation_expression": _new_array,
    "array_initializer": _elements,
    "element_value_array_initializer": _elements,
    "method_reference": _reference,
    "lambda_expression": function_value,
    "cast_expression": _cast,
    "assignment_expression": _assign,
    "update_expression": _update,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "class_literal": _class_literal,
    "string_literal": _string,
    "character_literal": _literal("char"),
    "true": _literal("boolean"),
    "false": _literal("boolean"),
    "null_literal": _literal("null"),
    "decimal_integer_literal": _number("int", "long", "lL"),
    "hex_integer_literal": _number("int", "long", "lL"),
    "octal_integer_literal": _number("int", "long", "lL"),
    "binary_integer_literal": _number("int", "long", "lL"),
    "decimal_floating_point_literal": _number("double", "float", "fF"),
    "hex_floating_point_literal": _number("double", "float", "fF"),
    "line_comment": nothing,
    "block_comment": nothing,
    "dimensions": nothing,
}
