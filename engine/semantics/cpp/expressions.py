"""Names in expressions, and what an expression is as far as it leads to a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..c.expressions import VALUES as C_VALUES
from ..c.expressions import VISITS as C_VISITS
from ..c.expressions import initializer
from ..c.state import cast, make, value, visit, visit_children
from .functions import lambda_
from .names import NAMES, named, template_arguments
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..c.state import Value, Visit, Walk

__all__ = ["VALUES", "VISITS"]


def name(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A name that is read."""
    named(walk, node, scope, "read")


def name_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A name that is read."""
    return named(walk, node, scope, "read")


def type_name(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The name of a type."""
    named(walk, node, scope, "type")


def type_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The name of a type in the place of an expression."""
    return cast(walk, type_of(walk, node, scope))


def stray_member(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The name of a member of something that cannot be told."""
    walk.builder.occur(walk.text(node), node, "read", scope, walk.block, UNREADABLE)


def member(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    """A member: `a.b`, `a->b`."""
    argument, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    operator = node.child_by_field_name("operator")
    owner = value(walk, argument, scope)
    if operator is not None and operator.type == "->":
        owner = _pointed(walk, owner)
    if field is None:
        return NONE
    if field.type in ("qualified_identifier", "destructor_name"):  # `a->Base::b`, `a->~A()`
        return named(walk, field, scope, role)
    return named(walk, field, scope, role, owner if owner >= 0 else UNREADABLE)


def _pointed(walk: Walk, owner: int) -> int:
    return make(walk, "pointed", "", (owner,)) if owner >= 0 else NONE


def member_visit(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A member that is read."""
    member(walk, node, scope)


def target(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str) -> int:
    """A name or member in a certain role; anything else as usual."""
    if node is None:
        return NONE
    if node.type in NAMES:
        return named(walk, node, scope, role)
    if node.type == "field_expression":
        return member(walk, node, scope, role)
    return value(walk, node, scope)


def call(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A call."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is not None and _is_cast(function):
        call_value(walk, node, scope)
        return
    target(walk, function, scope, "call")
    if arguments is not None:
        visit_children(walk, arguments, scope)


def call_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a call gives; a cast looks like one."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None:
        visit_children(walk, node, scope)
        return NONE
    if _is_cast(function):
        kinds = template_arguments(walk, function.child_by_field_name("arguments"), scope)
        visit_children(walk, arguments, scope)
        return cast(walk, kinds[0]) if kinds else NONE
    callee = target(walk, function, scope, "call")
    parts = [value(walk, child, scope) for child in arguments.named_children if child.type != "comment"]
    if callee < 0:
        return NONE
    return walk.builder.expression(("call", "", (callee, *parts), (), NONE))


def _is_cast(function: tree_sitter.Node) -> bool:
    head = function.child_by_field_name("name") if function.type == "template_function" else None
    return head is not None and head.text in _CASTS


def assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """An assignment."""
    target(walk, node.child_by_field_name("left"), scope, "write")
    right = node.child_by_field_name("right")
    if right is not None:
        visit(walk, right, scope)


def assigned_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What an assignment gives: its left side."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    found = target(walk, left, scope, "write")
    if right is not None:
        visit(walk, right, scope)
    return found


def update(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`++` and `--`."""
    target(walk, node.child_by_field_name("argument"), scope, "write")


def update_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The same with its value."""
    return target(walk, node.child_by_field_name("argument"), scope, "write")


def this(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What the function is called on: `this`."""
    del node, scope
    return walk.this


def new_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new A(…)`."""
    found = NONE
    for child in node.named_children:
        if child == node.child_by_field_name("type"):
            found = type_of(walk, child, scope)
        elif child.type == "initializer_list":
            initializer(walk, child, scope, cast(walk, found))
        else:
            visit(walk, child, scope)
    return cast(walk, found)


def new(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`new A(…)`, its value not wanted."""
    new_value(walk, node, scope)


def pointer_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`*a`, `&a`."""
    operator = node.child_by_field_name("operator")
    found = value(walk, node.child_by_field_name("argument"), scope)
    return _pointed(walk, found) if operator is not None and operator.type == "*" else found


def subscript_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`a[b]`."""
    found = value(walk, node.child_by_field_name("argument"), scope)
    for child in node.named_children[1:]:
        visit(walk, child, scope)
    if found < 0:
        return NONE
    one = make(walk, "literal", "...")
    return make(walk, "subscript", "", (found, one))


def binary_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """An operator: that of a class, or of pointers."""
    operator = node.child_by_field_name("operator")
    parts = [value(walk, node.child_by_field_name(field), scope) for field in ("left", "right")]
    if operator is None or operator.type in _TRUTH:
        return NONE
    if parts[0] < 0:
        return parts[1] if operator.type == "+" else NONE
    return make(walk, "binary", operator.type, (parts[0], parts[1]))


def compound_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`A{…}`."""
    kind, inner = node.child_by_field_name("type"), node.child_by_field_name("value")
    found = cast(walk, type_of(walk, kind, scope) if kind is not None else NONE)
    if inner is not None:
        initializer(walk, inner, scope, found)
    return found


def compound(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`A{…}`, its value not wanted."""
    compound_value(walk, node, scope)


def cast_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`(A)b`."""
    kind, inner = node.child_by_field_name("type"), node.child_by_field_name("value")
    found = type_of(walk, kind, scope) if kind is not None else NONE
    if inner is not None:
        visit(walk, inner, scope)
    return cast(walk, found)


def cast_visit(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`(A)b`, its value not wanted."""
    cast_value(walk, node, scope)


def lambda_visit(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A function without a name, its value not wanted."""
    lambda_(walk, node, scope)


_CASTS = frozenset({b"static_cast", b"dynamic_cast", b"reinterpret_cast", b"const_cast"})
_TRUTH = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "and", "or"})

VISITS: dict[str, Visit] = {
    **{kind: handler for kind, handler in C_VISITS.items() if kind != "offsetof_expression"},
    **dict.fromkeys(NAMES - {"type_identifier", "template_type", "field_identifier"}, name),
    "offsetof_expression": C_VISITS["offsetof_expression"],
    "type_identifier": type_name,
    "template_type": type_name,
    "field_identifier": stray_member,
    "field_expression": member_visit,
    "call_expression": call,
    "assignment_expression": assignment,
    "update_expression": update,
    "new_expression": new,
    "cast_expression": cast_visit,
    "compound_literal_expression": compound,
    "lambda_expression": lambda_visit,
}
VALUES: dict[str, Value] = {
    **C_VALUES,
    **dict.fromkeys(NAMES - {"type_identifier", "template_type", "field_identifier"}, name_value),
    "type_identifier": type_value,
    "template_type": type_value,
    "field_expression": member,
    "call_expression": call_value,
    "assignment_expression": assigned_value,
    "update_expression": update_value,
    "this": this,
    "new_expression": new_value,
    "pointer_expression": pointer_value,
    "subscript_expression": subscript_value,
    "binary_expression": binary_value,
    "compound_literal_expression": compound_value,
    "cast_expression": cast_value,
    "lambda_expression": lambda_,
    "class_specifier": type_value,
}
