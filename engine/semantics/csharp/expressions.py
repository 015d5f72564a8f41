"""Names in expressions, and what an expression is as far as it leads to a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from ..twofold import cast, ignore, member_expression, name_expression, value, visit, visit_children
from . import patterns
from .functions import function, lambda_value
from .operators import operand, within
from .types import head_of, type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Value, Visit, Walk

__all__ = ["VALUES", "VISITS", "construct", "initialised", "made"]


def _name(node: tree_sitter.Node) -> tree_sitter.Node:
    """A name without its type arguments."""
    return node.named_children[0] if node.type == "generic_name" and node.named_children else node


def _bare(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    """A name, perhaps with type arguments."""
    name = _name(node)
    text = text_of(name)
    walk.builder.occur(text, name, role, scope, NONE)
    return _applied(walk, node, name_expression(walk, text), scope)


def _applied(walk: Walk, node: tree_sitter.Node, found: int, scope: int) -> int:
    if node.type != "generic_name":
        return found
    given = [
        type_of(walk, each, scope)
        for child in node.named_children
        if child.type == "type_argument_list"
        for each in child.named_children
    ]
    return walk.builder.expression(("applied", "", (found, *given), (), NONE)) if found >= 0 else NONE


def _member(walk: Walk, owner: int, node: tree_sitter.Node | None, scope: int, role: str) -> int:
    """A member of what stands before the dot."""
    if node is None:
        return NONE
    name = _name(node)
    text = text_of(name)
    walk.builder.occur(text, name, role, scope, NONE, owner if owner >= 0 else UNREADABLE)
    return _applied(walk, node, member_expression(walk, owner, text), scope)


def expression(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """An expression whose value nobody needs."""
    _role(walk, node, scope, "read")


def _role(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str) -> int:
    """A name or member in a certain role; anything else as usual."""
    if node is None:
        return NONE
    if node.type in ("identifier", "generic_name"):
        return _bare(walk, node, scope, role)
    if node.type == "member_access_expression":
        owner = _owner(walk, node, scope)
        return _member(walk, owner, node.child_by_field_name("name"), scope, role)
    if node.type == "conditional_access_expression":
        return _conditional(walk, node, scope, role)
    return value(walk, node, scope)


def _owner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    held = node.child_by_field_name("expression")
    if held is not None:
        return value(walk, held, scope)
    first = node.children[0]
    return _self(walk, first, scope) if first.type in ("this", "base") else NONE


def _self(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a method is called on, and the same as its bases see it."""
    scopes = walk.builder.scopes
    while scope >= 0 and scopes[scope].kind != "class":
        scope = scopes[scope].parent
    if scope < 0:
        return NONE
    found = walk.builder.expression(("self", "instance", (), (), scopes[scope].definition))
    return found if node.type == "this" else walk.builder.expression(("super", "", (found,), (), NONE))


def _conditional(walk: Walk, node: tree_sitter.Node, scope: int, role: str) -> int:
    """`a?.b`. To the grammar, what stands before `?.` reaches back to the beginning: `x || a?.b`, `(T)a?.b`."""
    condition = node.child_by_field_name("condition")
    found, around = operand(walk, condition, scope) if condition is not None else (NONE, [])
    for child in node.named_children:
        if condition is None or child.id != condition.id:
            if child.type == "member_binding_expression":
                found = _member(walk, found, child.child_by_field_name("name"), scope, role)
            else:
                found = _chained(walk, child, found, scope)
            break
    return found if node.parent is not None and node.parent.type in _CONTINUED else within(walk, found, around)


def _chained(walk: Walk, node: tree_sitter.Node, owner: int, scope: int) -> int:
    """What stands behind `?.`: calls and members of what is before it."""
    if node.type == "member_binding_expression":
        return _member(walk, owner, node.child_by_field_name("name"), scope, "read")
    if node.type == "member_access_expression":
        inner = node.child_by_field_name("expression")
        found = _chained(walk, inner, owner, scope) if inner is not None else NONE
        return _member(walk, found, node.child_by_field_name("name"), scope, "read")
    if node.type == "invocation_expression":
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is not None and function.type == "member_binding_expression":
            callee = _member(walk, owner, function.child_by_field_name("name"), scope, "call")
        else:
            callee = _chained(walk, function, owner, scope) if function is not None else NONE
        parts = _arguments(walk, arguments, scope, callee)
        return NONE if callee < 0 else walk.builder.expression(("call", "", (callee, *parts), (), len(parts)))
    visit(walk, node, scope)
    return NONE


def _arguments(walk: Walk, node: tree_sitter.Node | None, scope: int, callee: int) -> list[int]:
    parts: list[int] = []
    for child in node.named_children if node is not None else ():
        if child.type != "argument":
            continue
        name = child.child_by_field_name("name")
        if name is not None:
            walk.builder.occur(text_of(name), name, "write", scope, NONE, callee, "keyword")
        held = [each for each in child.children if (each.is_named or each.type == "this") and each != name]
        if held and held[-1].type == "lambda_expression" and callee >= 0:
            function(walk, held[-1], scope, callee, len(parts))
            parts.append(NONE)
        else:
            parts.append(value(walk, held[-1], scope) if held else NONE)
    return parts


def call(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a call gives."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is not None and function.type == "identifier" and text_of(function) == "nameof":
        _arguments(walk, arguments, scope, NONE)
        return _literal_of(walk, "string")
    callee = _role(walk, function, scope, "call")
    parts = _arguments(walk, arguments, scope, callee)
    return NONE if callee < 0 else walk.builder.expression(("call", "", (callee, *parts), (), len(parts)))


def creation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new T(…) { … }`."""
    written = node.child_by_field_name("type")
    kind = type_of(walk, written, scope, "instantiate")
    found, given = cast(walk, kind), None
    for child in node.named_children:
        if child.type == "argument_list":
            given = child
        elif child.type == "initializer_expression":
            _members(walk, child, scope, found)
    name = written
    while name is not None and name.type in ("qualified_name", "generic_name"):
        name = name.child_by_field_name("name") or name.named_children[0]
    construct(walk, name, text_of(name) if name is not None else "", kind, given, scope, "instantiate")
    return found


def construct(
    walk: Walk,
    at: tree_sitter.Node | None,
    name: str,
    kind: int,
    given: tree_sitter.Node | None,
    scope: int,
    role: str,
) -> None:
    """A place `at` which a constructor of a class (`kind`, with a name) is called."""
    held = head_of(walk, kind)
    parts = _arguments(walk, given, scope, held)
    if at is not None and held >= 0:
        index = walk.builder.expression(("new", "", (held, *parts), (), len(parts)))
        walk.builder.occur(name, at, role, scope, NONE, index, "implied")


def made(walk: Walk, node: tree_sitter.Node, scope: int, kind: int) -> None:
    """`new() { … }` or `{ … }` of a type."""
    initialised(walk, node, scope, cast(walk, kind), kind)


def array_creation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new T[] { … }`."""
    found = cast(walk, type_of(walk, node.child_by_field_name("type"), scope))
    for child in node.named_children:
        if child.type == "initializer_expression":
            visit_children(walk, child, scope)
    return found


def implicit_creation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new(…)` of something that cannot be told here."""
    initialised(walk, node, scope, NONE)
    return NONE


def initialised(walk: Walk, node: tree_sitter.Node, scope: int, owner: int, kind: int = NONE) -> None:
    """`new() { … }` or `{ … }` of something, of a type (`kind`) if that is written."""
    if node.type == "initializer_expression":
        _members(walk, node, scope, owner)
        return
    row = walk.builder.expression_at(head_of(walk, kind))
    for child in node.named_children:
        if child.type == "argument_list" and row is not None and row.op in ("name", "member"):
            construct(walk, node.children[0], row.text, kind, child, scope, "call")
        elif child.type == "argument_list":
            _arguments(walk, child, scope, NONE)
        elif child.type == "initializer_expression":
            _members(walk, child, scope, owner)
        else:
            visit(walk, child, scope)


def _members(walk: Walk, node: tree_sitter.Node, scope: int, owner: int) -> None:
    """Between the braces of a value: its members get values, or elements stand there."""
    for child in node.named_children:
        left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
        if child.type != "assignment_expression" or left is None or left.type != "identifier":
            visit(walk, child, scope)
            continue
        text = text_of(left)
        walk.builder.occur(text, left, "write", scope, NONE, owner if owner >= 0 else UNREADABLE)
        if right is not None and right.type in ("initializer_expression", "implicit_object_creation_expression"):
            initialised(walk, right, scope, member_expression(walk, owner, text))
        elif right is not None:
            visit(walk, right, scope)


def with_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`x with { A = 1 }`."""
    first = node.named_children[0]
    found = value(walk, first, scope)
    for child in node.named_children[1:]:
        if child.type == "with_initializer":
            name = child.named_children[0]
            walk.builder.occur(text_of(name), name, "write", scope, NONE, found if found >= 0 else UNREADABLE)
            for each in child.named_children[1:]:
                visit(walk, each, scope)
        else:
            visit(walk, child, scope)
    return found


def assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """An assignment gives its left side."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    found = _role(walk, left, scope, "write")
    if right is not None and right.type == "implicit_object_creation_expression":
        initialised(walk, right, scope, found)
    elif right is not None:
        visit(walk, right, scope)
    return found


def inner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is in parentheses, or behind an operator that leaves it what it is."""
    found = NONE
    for child in node.named_children:
        found = value(walk, child, scope)
    return found


def awaited(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What awaiting gives."""
    found = inner(walk, node, scope)
    return walk.builder.expression(("await", "", (found,), (), NONE)) if found >= 0 else NONE


def element(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is at an index."""
    owner, index = value(walk, node.child_by_field_name("expression"), scope), node.child_by_field_name("subscript")
    if index is not None:
        visit(walk, index, scope)
    return (
        walk.builder.expression(("subscript", "", (owner, _literal_of(walk, "int")), (), NONE)) if owner >= 0 else NONE
    )


def cast_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`(T)x`."""
    held = node.child_by_field_name("value")
    if held is not None:
        visit(walk, held, scope)
    return cast(walk, type_of(walk, node.child_by_field_name("type"), scope))


def as_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`x as T`."""
    left = node.child_by_field_name("left")
    if left is not None:
        visit(walk, left, scope)
    return cast(walk, type_of(walk, node.child_by_field_name("right"), scope))


def either(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`a ? b : c`: one of two."""
    condition = node.child_by_field_name("condition")
    if condition is not None:
        visit(walk, condition, scope)
    parts = [value(walk, node.child_by_field_name(field), scope) for field in ("consequence", "alternative")]
    known = tuple(part for part in parts if part >= 0)
    return walk.builder.expression(("either", "", known, (), NONE)) if known else NONE


def binary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`a ?? b` is one of both; other operators give what their left side is, or tell."""
    operator = node.child_by_field_name("operator")
    left = value(walk, node.child_by_field_name("left"), scope)
    right = value(walk, node.child_by_field_name("right"), scope)
    return within(walk, right, [(operator.type if operator is not None else "", left)])


def literal(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A literal; names in what is put into a text are noted."""
    if node.named_children:
        visit_children(walk, node, scope)
    return _literal_of(walk, _LITERALS[node.type])


def type_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A type in the place of an expression."""
    return type_of(walk, node, scope, "read")


def type_of_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`typeof(T)`, `default(T)`, `sizeof(T)`."""
    held = type_of(walk, node.child_by_field_name("type"), scope)
    return cast(walk, held) if node.type == "default_expression" else NONE


def name_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A name."""
    return _role(walk, node, scope, "read")


def anonymous(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new { A = 1, b.C }`: the names before `=` are nobody else's."""
    following = {
        child.id for child in node.children if child.next_sibling is not None and child.next_sibling.type == "="
    }
    for child in node.named_children:
        if child.id not in following:
            visit(walk, child, scope)
        else:
            own = walk.builder.scope("block", scope, child)
            walk.builder.bind((own, NONE), text_of(child), "declare", child, child.start_byte)
    return NONE


def this_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a method is called on."""
    return _self(walk, node, scope)


def _literal_of(walk: Walk, kind: str) -> int:
    return walk.builder.expression(("literal", kind, (), (), NONE))


_CONTINUED = frozenset(
    {"member_access_expression", "invocation_expression", "element_access_expression", "conditional_access_expression"}
)
"""What goes on with the value of `a?.b`, and not with that of what the grammar takes for a part of it."""
_LITERALS = {
    "integer_literal": "int",
    "real_literal": "double",
    "character_literal": "char",
    "boolean_literal": "bool",
    "string_literal": "string",
    "verbatim_string_literal": "string",
    "raw_string_literal": "string",
    "interpolated_string_expression": "string",
}

VALUES: dict[str, Value] = {
    **dict.fromkeys(
        ("identifier", "generic_name", "member_access_expression", "conditional_access_expression"), name_value
    ),
    "invocation_expression": call,
    "object_creation_expression": creation,
    "implicit_object_creation_expression": implicit_creation,
    "array_creation_expression": array_creation,
    "anonymous_object_creation_expression": anonymous,
    "with_expression": with_value,
    "assignment_expression": assignment,
    **dict.fromkeys(
        ("parenthesized_expression", "postfix_unary_expression", "prefix_unary_expression", "checked_expression"), inner
    ),
    "await_expression": awaited,
    "element_access_expression": element,
    "cast_expression": cast_value,
    "as_expression": as_value,
    "conditional_expression": either,
    "binary_expression": binary,
    "lambda_expression": lambda_value,
    "anonymous_method_expression": lambda_value,
    **patterns.VALUES,
    "qualified_name": type_value,
    "predefined_type": type_value,
    "alias_qualified_name": type_value,
    **dict.fromkeys(("typeof_expression", "default_expression", "sizeof_expression"), type_of_value),
    **dict.fromkeys(("this", "base"), this_value),
    **dict.fromkeys(_LITERALS, literal),
}


def read(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Something whose value nobody needs."""
    VALUES[node.type](walk, node, scope)


VISITS: dict[str, Visit] = {
    **dict.fromkeys(VALUES, read),
    "implicit_parameter": ignore,
}
