"""Names in expressions, and what an expression is as far as it leads to a member."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...deepfacts import NONE, UNREADABLE, spaced
from .state import cast, make, name_expression, value, visit, visit_children
from .types import TAG, type_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Value, Visit, Walk

__all__ = ["VALUES", "VISITS", "initializer"]

Owner: TypeAlias = "int | tuple[Owner, int]"
"""What a list in braces initialises: an expression, or a position in another such list. Most lists name no member, so
that the expression of a position is made when one does."""


def identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A name that is read."""
    _name(walk, node, scope)


def _name(walk: Walk, node: tree_sitter.Node, scope: int) -> str:
    """Take note of a name; gives it as expressions have it, or nothing.

    In the arguments of a macro the grammar takes the word before a tag for a name of its own.
    """
    name = walk.text(node)
    if name in _TAGGING:
        walk.before_tag = True
        return ""
    if walk.before_tag:
        walk.before_tag = False
        walk.builder.occur(name, node, "type", scope, walk.block, form=TAG)
        return spaced(TAG, name)
    walk.builder.occur(name, node, "read", scope, walk.block)
    return name


def constant(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`TRUE`, `FALSE` or `NULL`: macros, however the grammar reads them; the words of the language are none."""
    if (node.text or b"").isupper():
        identifier(walk, node, scope)


def stray_type(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The name of a type."""
    walk.builder.occur(walk.text(node), node, "type", scope, walk.block)


def stray_member(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The name of a member of something that cannot be told."""
    walk.builder.occur(walk.text(node), node, "read", scope, walk.block, UNREADABLE)


def member(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    """A member; gives what stands before the dot."""
    owner = value(walk, node.child_by_field_name("argument"), scope)
    name = node.child_by_field_name("field")
    if name is not None:
        walk.builder.occur(walk.text(name), name, role, scope, walk.block, owner if owner >= 0 else UNREADABLE)
    return owner


def field_expression(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A member that is read."""
    member(walk, node, scope)


def target(walk: Walk, node: tree_sitter.Node | None, scope: int, role: str) -> None:
    """A name or member in a certain role; anything else as usual."""
    if node is None:
        return
    if node.type == "identifier":
        walk.builder.occur(walk.text(node), node, role, scope, walk.block)
    elif node.type == "field_expression":
        member(walk, node, scope, role)
    else:
        visit(walk, node, scope)


def call(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A call."""
    target(walk, node.child_by_field_name("function"), scope, "call")
    arguments = node.child_by_field_name("arguments")
    if arguments is not None:
        visit_children(walk, arguments, scope)


def assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """An assignment."""
    target(walk, node.child_by_field_name("left"), scope, "write")
    right = node.child_by_field_name("right")
    if right is not None:
        visit(walk, right, scope)


def update(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`++` and `--`."""
    target(walk, node.child_by_field_name("argument"), scope, "write")


def cast_expression(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A cast whose value is not looked into."""
    cast_value(walk, node, scope)


def compound_literal(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A literal with braces."""
    compound_value(walk, node, scope)


def typed(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A type that stands among expressions."""
    walk.type_of(walk, node, scope)


def tagged(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A struct, union or enumeration, maybe as a statement of its own."""
    following = node.next_sibling
    type_of(walk, node, scope, alone=following is not None and following.type == ";")


def offset_of(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`offsetof(type, member)`."""
    kind = node.child_by_field_name("type")
    owner = cast(walk, walk.type_of(walk, kind, scope)) if kind is not None else NONE
    name = node.child_by_field_name("member")
    if name is not None:
        walk.builder.occur(walk.text(name), name, "read", scope, walk.block, owner if owner >= 0 else UNREADABLE)


def braces(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A list in braces of something that cannot be told."""
    initializer(walk, node, scope, NONE)


def initializer(walk: Walk, node: tree_sitter.Node, scope: int, owner: Owner) -> None:
    """A list in braces that initialises something; the members that it names are those of `owner`."""
    for number, child in enumerate(node.named_children):
        if child.type == "initializer_pair":
            _pair(walk, child, scope, _owner(walk, owner))
        elif child.type == "initializer_list":
            initializer(walk, child, scope, (owner, number))
        else:
            visit(walk, child, scope)


def _pair(walk: Walk, node: tree_sitter.Node, scope: int, owner: int) -> None:
    content = node.child_by_field_name("value")
    for designator in node.named_children:
        if content is not None and designator.id == content.id:
            continue
        name = designator.named_children[0] if designator.type == "field_designator" else designator
        if name.type == "field_identifier":
            text = walk.text(name)
            walk.builder.occur(text, name, "write", scope, walk.block, owner if owner >= 0 else UNREADABLE)
            owner = make(walk, "member", text, (owner,)) if owner >= 0 else NONE
        else:
            visit(walk, designator, scope)
    if content is None:
        return
    if content.type == "initializer_list":
        initializer(walk, content, scope, owner)
    else:
        visit(walk, content, scope)


def _owner(walk: Walk, owner: Owner) -> int:
    """The expression of what is initialised. By position: an element of an array or a field, whichever fits."""
    if isinstance(owner, int):
        return owner
    around = _owner(walk, owner[0])
    if around < 0:
        return NONE
    field = make(walk, "item", "", (around,), (), owner[1])
    return make(walk, "either", "", (around, field))


# --- expressions that lead to a member ---------------------------------------------------------------------------


def name_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A name."""
    name = _name(walk, node, scope)
    return name_expression(walk, name) if name else NONE


def member_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A member."""
    owner = member(walk, node, scope)
    name = node.child_by_field_name("field")
    if owner < 0 or name is None:
        return NONE
    return make(walk, "member", walk.text(name), (owner,))


def call_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a call gives."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None:
        visit_children(walk, node, scope)
        return NONE
    if function.type == "identifier":
        name = walk.text(function)
        walk.builder.occur(name, function, "call", scope, walk.block)
        callee = name_expression(walk, name)
    elif function.type == "field_expression":
        owner, field = member(walk, function, scope, "call"), function.child_by_field_name("field")
        named = owner >= 0 and field is not None
        callee = make(walk, "member", walk.text(field), (owner,)) if named and field else NONE
    else:
        callee = value(walk, function, scope)
    parts = _arguments(walk, arguments, scope)
    return NONE if callee < 0 else make(walk, "call", "", (callee, *parts))


def _arguments(walk: Walk, node: tree_sitter.Node, scope: int) -> list[int]:
    """The arguments of a call; a type among them is an error to the grammar, and stands behind what it begins with."""
    parts: list[int] = []
    for child in node.named_children:
        if child.type == "comment":
            continue
        found = value(walk, child, scope)
        if child.type != "ERROR":
            parts.append(found)
        elif parts and parts[-1] < 0:
            parts[-1] = found
    return parts


def cast_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A cast."""
    kind, inner = node.child_by_field_name("type"), node.child_by_field_name("value")
    found = walk.type_of(walk, kind, scope) if kind is not None else NONE
    if inner is not None:
        visit(walk, inner, scope)
    return cast(walk, found)


def compound_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A literal with braces."""
    kind, inner = node.child_by_field_name("type"), node.child_by_field_name("value")
    found = cast(walk, walk.type_of(walk, kind, scope) if kind is not None else NONE)
    if inner is not None:
        initializer(walk, inner, scope, found)
    return found


def inner_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is in parentheses, behind a pointer or before an index: members are reached through them alike."""
    first = NONE
    for child in node.named_children:
        found = value(walk, child, scope)
        first = found if first < 0 else first
    return first


def assigned_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What an assignment gives: its left side."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    found = value(walk, left, scope)
    if right is not None:
        visit(walk, right, scope)
    return found


def sum_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A pointer and a number, in either order; of other operators nothing has members."""
    operator = node.child_by_field_name("operator")
    parts = [value(walk, child, scope) for child in node.named_children]
    if operator is not None and operator.type not in _POINTING:
        return NONE
    return next((part for part in parts if part >= 0), NONE)


def conditional_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`a ? b : c`."""
    condition = node.child_by_field_name("condition")
    if condition is not None:
        visit(walk, condition, scope)
    parts = [value(walk, node.child_by_field_name(field), scope) for field in ("consequence", "alternative")]
    known = tuple(part for part in parts if part >= 0)
    return make(walk, "either", "", known) if known else NONE


def last_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The last of several: `a, b`."""
    last = NONE
    for child in node.named_children:
        if child.type != "comment":
            last = value(walk, child, scope)
    return last


def block_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A block that is an expression: its last statement, as long as it needs no name that the block declares."""
    if any(child.type == "declaration" for child in node.named_children):
        visit(walk, node, scope)
        return NONE
    return last_value(walk, node, scope)


def type_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A type in the place of an expression, as macros take them."""
    return cast(walk, walk.type_of(walk, node, scope))


_TAGGING = frozenset({"struct", "union", "enum"})
_POINTING = frozenset({"+", "-", "*"})
"""`*`: `(type *)x`, where the parser does not know that it is a type."""

VISITS: dict[str, Visit] = {
    "identifier": identifier,
    "true": constant,
    "false": constant,
    "null": constant,
    "type_identifier": stray_type,
    "field_identifier": stray_member,
    "field_expression": field_expression,
    "call_expression": call,
    "assignment_expression": assignment,
    "update_expression": update,
    "cast_expression": cast_expression,
    "compound_literal_expression": compound_literal,
    "type_descriptor": typed,
    "struct_specifier": tagged,
    "union_specifier": tagged,
    "enum_specifier": tagged,
    "offsetof_expression": offset_of,
    "initializer_list": braces,
}
VALUES: dict[str, Value] = {
    "identifier": name_value,
    "type_identifier": type_value,
    "field_expression": member_value,
    "call_expression": call_value,
    "cast_expression": cast_value,
    "compound_literal_expression": compound_value,
    "parenthesized_expression": inner_value,
    "pointer_expression": inner_value,
    "subscript_expression": inner_value,
    "update_expression": inner_value,
    "assignment_expression": assigned_value,
    "binary_expression": sum_value,
    "conditional_expression": conditional_value,
    "comma_expression": last_value,
    "ERROR": last_value,
    "expression_statement": last_value,
    "compound_statement": block_value,
    "type_descriptor": type_value,
    "struct_specifier": type_value,
    "union_specifier": type_value,
}
