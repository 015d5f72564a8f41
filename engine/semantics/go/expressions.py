"""Names in expressions, and what an expression is as far as it leads to a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from .functions import literal_function
from .state import cast, member_expression, name_expression, value, visit, visit_children
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Value, Visit, Walk

__all__ = ["VALUES", "VISITS", "gives_several", "target"]

MAX_ARGUMENTS = 6
"""Arguments that may say what the result of a call is."""


def identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A name that is read."""
    walk.builder.occur(text_of(node), node, "read", scope, NONE)


def member(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    """A member; gives what stands before the dot."""
    owner = value(walk, node.child_by_field_name("operand"), scope)
    name = node.child_by_field_name("field")
    if name is not None:
        walk.builder.occur(text_of(name), name, role, scope, NONE, owner if owner >= 0 else UNREADABLE)
    return owner


def selector(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A member that is read."""
    member(walk, node, scope)


def stray_member(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A member of something that cannot be told."""
    walk.builder.occur(text_of(node), node, "read", scope, NONE, UNREADABLE)


def target(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> None:
    """A name or member in a certain role; anything else as usual."""
    if node.type == "identifier":
        text = text_of(node)
        if text != "_":
            walk.builder.occur(text, node, role, scope, NONE)
    elif node.type == "selector_expression":
        member(walk, node, scope, role)
    else:
        visit(walk, node, scope)


def call(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A call whose result is not looked into."""
    function = node.child_by_field_name("function")
    if function is not None:
        target(walk, function, scope, "call")
    for field in ("type_arguments", "arguments"):
        arguments = node.child_by_field_name(field)
        if arguments is not None:
            visit_children(walk, arguments, scope)


def conversion(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A conversion, or what looks like one: the call of a function with type arguments, of an element."""
    kind, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
    if kind is not None:
        if kind.type == "generic_type":
            _applied(walk, kind, scope)
        else:
            type_of(walk, kind, scope)
    if operand is not None:
        visit(walk, operand, scope)


def composite(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A literal with braces."""
    composite_value(walk, node, scope)


def _elements(walk: Walk, node: tree_sitter.Node, scope: int, owner: int, form: str) -> None:
    """What stands between the braces of a value: `form` is that of its type as far as that can be seen."""
    inner = NONE
    for child in node.named_children:
        key = content = None
        if child.type == "keyed_element":
            key, content = child.child_by_field_name("key"), child.child_by_field_name("value")
        elif child.type == "literal_element":
            content = child
        else:
            visit(walk, child, scope)
        if key is not None:
            _key(walk, key, scope, owner, form)
        held = _only(content)
        if held is None:
            continue
        if held.type == "literal_value":
            if inner == NONE and owner >= 0:
                inner = walk.builder.expression(("subscript", "", (owner, _number(walk)), (), NONE))
            _elements(walk, held, scope, inner, "")
        else:
            visit(walk, held, scope)


def _key(walk: Walk, node: tree_sitter.Node, scope: int, owner: int, form: str) -> None:
    """The key of an element: a field, unless the type is that of a list or map."""
    held = _only(node)
    if held is None:
        return
    if held.type == "identifier" and form not in _INDEXED:
        text = text_of(held)
        walk.builder.occur(text, held, "write", scope, NONE, owner if owner >= 0 else UNREADABLE, "entry")
    elif held.type == "literal_value":
        key = walk.builder.expression(("ranged", "", (owner,), (), 0)) if owner >= 0 else NONE
        _elements(walk, held, scope, key, "")
    else:
        visit(walk, held, scope)


def _only(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """What an element holds."""
    if node is None or node.type != "literal_element":
        return node
    return next((child for child in node.named_children if child.type != "comment"), None)


# --- expressions that lead to a member ---------------------------------------------------------------------------


def name_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A name."""
    text = text_of(node)
    walk.builder.occur(text, node, "read", scope, NONE)
    return name_expression(walk, text)


def member_value(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    """A member."""
    owner = member(walk, node, scope, role)
    name = node.child_by_field_name("field")
    return member_expression(walk, owner, text_of(name)) if name is not None else NONE


def call_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a call gives; of what makes values of a type that is its first argument, such a value."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None:
        visit_children(walk, node, scope)
        return NONE
    if function.type == "identifier":
        text = text_of(function)
        walk.builder.occur(text, function, "call", scope, NONE)
        callee = name_expression(walk, text)
        given = [child for child in arguments.named_children if child.type != "comment"]
        if text in _MAKING and given:
            made = type_of(walk, given[0], scope)
            for child in given[1:]:
                visit(walk, child, scope)
            return cast(walk, made)
    elif function.type == "selector_expression":
        callee = member_value(walk, function, scope, "call")
    else:
        callee = value(walk, function, scope)
    types = node.child_by_field_name("type_arguments")
    if types is not None and callee >= 0:
        given_types = [type_of(walk, child, scope) for child in types.named_children]
        callee = walk.builder.expression(("applied", "", (callee, *given_types), (), NONE))
    parts = _arguments(walk, arguments, scope)
    return NONE if callee < 0 else walk.builder.expression(("call", "", (callee, *parts), (), NONE))


def _arguments(walk: Walk, node: tree_sitter.Node, scope: int) -> list[int]:
    parts: list[int] = []
    for child in node.named_children:
        if child.type == "comment":
            continue
        if len(parts) < MAX_ARGUMENTS:
            parts.append(value(walk, child, scope))
        else:
            visit(walk, child, scope)
    while parts and parts[-1] < 0:
        parts.pop()
    return parts


def conversion_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a conversion gives, or what looks like one."""
    kind, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
    if kind is None or kind.type != "generic_type":
        held = type_of(walk, kind, scope)
        if operand is not None:
            visit(walk, operand, scope)
        return cast(walk, held)
    callee = _applied(walk, kind, scope)
    given = value(walk, operand, scope)
    return NONE if callee < 0 else walk.builder.expression(("call", "", (callee, given), (), NONE))


def _applied(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`f[T](…)`: a function with type arguments, a type with such, or the element of a list or map that is called."""
    head, arguments = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
    if head is None or arguments is None:
        visit_children(walk, node, scope)
        return NONE
    if head.type == "qualified_type":
        package, name = head.child_by_field_name("package"), head.child_by_field_name("name")
        if package is None or name is None:
            return NONE
        owner = name_value(walk, package, scope)
        walk.builder.occur(text_of(name), name, "call", scope, NONE, owner)
        callee = member_expression(walk, owner, text_of(name))
    else:
        walk.builder.occur(text_of(head), head, "call", scope, NONE)
        callee = name_expression(walk, text_of(head))
    given: list[int] = []
    for child in arguments.named_children:
        inner = child.named_children[0] if child.type == "type_elem" and len(child.named_children) == 1 else child
        named = inner.type == "type_identifier"
        given.append(name_value(walk, inner, scope) if named else type_of(walk, inner, scope))
    return walk.builder.expression(("applied", "", (callee, *given), (), NONE))


def instantiation_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function with type arguments that is not called."""
    head = node.child_by_field_name("type")
    callee = type_of(walk, head, scope)
    given = [type_of(walk, child, scope) for child in node.named_children if head is not None and child.id != head.id]
    return walk.builder.expression(("applied", "", (callee, *given), (), NONE)) if callee >= 0 else NONE


def composite_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A literal with braces."""
    kind, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    found = cast(walk, type_of(walk, kind, scope))
    if body is not None:
        _elements(walk, body, scope, found, kind.type if kind is not None else "")
    return found


def inner_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is in parentheses."""
    found = NONE
    for child in node.named_children:
        if child.type != "comment":
            found = value(walk, child, scope)
    return found


def unary_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A pointer, or what it leads to, is like the thing itself; what comes out of a channel is an element of it."""
    found = value(walk, node.child_by_field_name("operand"), scope)
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type == "<-" and found >= 0:
        return walk.builder.expression(("element", "", (found,), (), NONE))
    return found if operator is None or operator.type != "!" else _literal_of(walk, "bool")


def binary_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Both sides are of one type, and a constant takes that of the other."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    first, second = value(walk, left, scope), value(walk, right, scope)
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in _COMPARING:
        return _literal_of(walk, "bool")
    return second if walk.builder.op(first) in ("literal", "") else first


def index_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is at an index."""
    owner, index = value(walk, node.child_by_field_name("operand"), scope), node.child_by_field_name("index")
    if index is not None:
        visit(walk, index, scope)
    return NONE if owner < 0 else walk.builder.expression(("subscript", "", (owner, _number(walk)), (), NONE))


def slice_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A part of something is of the same type."""
    operand = node.child_by_field_name("operand")
    owner = value(walk, operand, scope)
    for child in node.named_children:
        if operand is None or child.id != operand.id:
            visit(walk, child, scope)
    return owner


def assertion_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`x.(T)`."""
    operand = node.child_by_field_name("operand")
    if operand is not None:
        visit(walk, operand, scope)
    return cast(walk, type_of(walk, node.child_by_field_name("type"), scope))


def function_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function without a name."""
    return literal_function(walk, node, scope)


def type_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A type in the place of an expression, as in conversions and method expressions."""
    return type_of(walk, node, scope)


def literal_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A literal."""
    del scope
    return _literal_of(walk, _LITERALS[node.type])


def _literal_of(walk: Walk, kind: str) -> int:
    return walk.builder.expression(("literal", kind, (), (), NONE))


def _number(walk: Walk) -> int:
    """Any index."""
    return _literal_of(walk, "int")


def gives_several(node: tree_sitter.Node) -> bool:
    """Whether an expression may give several values: others that are assigned to two names give a second that tells."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    return node.type in ("call_expression", "type_conversion_expression")


_INDEXED = frozenset({"slice_type", "array_type", "implicit_length_array_type", "map_type"})
_MAKING = frozenset({"make", "new"})
_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
_LITERALS = {
    "int_literal": "int",
    "float_literal": "float64",
    "rune_literal": "rune",
    "imaginary_literal": "complex128",
    "interpreted_string_literal": "string",
    "raw_string_literal": "string",
    "true": "bool",
    "false": "bool",
    "iota": "int",
}

VISITS: dict[str, Visit] = {
    "identifier": identifier,
    "field_identifier": stray_member,
    "package_identifier": identifier,
    "selector_expression": selector,
    "call_expression": call,
    "type_conversion_expression": conversion,
    "composite_literal": composite,
}
VALUES: dict[str, Value] = {
    "identifier": name_value,
    "selector_expression": member_value,
    "call_expression": call_value,
    "type_conversion_expression": conversion_value,
    "type_instantiation_expression": instantiation_value,
    "composite_literal": composite_value,
    "parenthesized_expression": inner_value,
    "unary_expression": unary_value,
    "binary_expression": binary_value,
    "index_expression": index_value,
    "slice_expression": slice_value,
    "type_assertion_expression": assertion_value,
    "func_literal": function_value,
    **dict.fromkeys(_LITERALS, literal_value),
    **dict.fromkeys(
        (
            *("type_identifier", "qualified_type", "pointer_type", "slice_type", "array_type", "map_type"),
            *("channel_type", "function_type", "generic_type", "struct_type", "interface_type", "parenthesized_type"),
        ),
        type_value,
    ),
}
