"""Expressions and statements of Rust: the names in them, and what they are as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context
from ..builder import text_of
from . import types
from .items import closure
from .macros import note_invocation, note_tokens
from .patterns import bind_pattern
from .state import data, member, value, visit, visit_children

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["VALUES", "VISITS"]

UNREADABLE = -2
MAX_ARMS = 6
"""Alternatives of which a value may be one."""


# --- names -------------------------------------------------------------------------------------------------------


def _identifier(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    name = text_of(node).removeprefix("r#")
    if name == "Self":  # `Self(…)`, a unit
        return walk.builder.expression(("self", "class", (), (), walk.own)) if walk.own >= 0 else NONE
    walk.builder.occur(name, node, role, scope, walk.block)
    return walk.builder.name(name)


def _note_identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    name = text_of(node).removeprefix("r#")
    if name != "Self":
        walk.builder.occur(name, node, "read", scope, walk.block)


def _scoped(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    name_node = node.child_by_field_name("name")
    path = node.child_by_field_name("path")
    owner = types.qualified(walk, path, scope)
    if name_node is None:
        return NONE
    name = text_of(name_node).removeprefix("r#")
    walk.builder.occur(name, name_node, role, scope, walk.block, owner if owner != NONE else UNREADABLE)
    return member(walk, owner, name) if owner != NONE else NONE


def _self(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    return walk.builder.expression(("self", "instance", (), (), walk.own)) if walk.own >= 0 else NONE


# --- members and calls -------------------------------------------------------------------------------------------


def _field(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner = value(walk, node.child_by_field_name("value"), scope)
    name_node = node.child_by_field_name("field")
    if name_node is None:
        return NONE
    name = text_of(name_node).removeprefix("r#")
    if name_node.type == "field_identifier":
        walk.builder.occur(name, name_node, "read", scope, walk.block, owner if owner != NONE else UNREADABLE, "data")
    return member(walk, owner, data(name)) if owner != NONE else NONE


def _note_field(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    _field(walk, node, scope)


def _callee(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    if node is None:
        return NONE
    form = node.type
    if form == "field_expression":
        owner = value(walk, node.child_by_field_name("value"), scope)
        name_node = node.child_by_field_name("field")
        if name_node is None or name_node.type != "field_identifier":
            return NONE
        name = text_of(name_node).removeprefix("r#")
        walk.builder.occur(name, name_node, "call", scope, walk.block, owner if owner != NONE else UNREADABLE)
        return member(walk, owner, name) if owner != NONE else NONE
    if form == "identifier":
        return _identifier(walk, node, scope, "call")
    if form == "scoped_identifier":
        return _scoped(walk, node, scope, "call")
    if form == "generic_function":
        callee = _callee(walk, node.child_by_field_name("function"), scope)
        parts = types.arguments_of(walk, node.child_by_field_name("type_arguments"), scope)
        return walk.builder.expression(("applied", "", (callee, *parts), (), NONE)) if callee != NONE else NONE
    return value(walk, node, scope)


def _call(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    callee = _callee(walk, node.child_by_field_name("function"), scope)
    arguments = node.child_by_field_name("arguments")
    rows: list[int] = []
    closures: list[tuple[int, int]] = []
    for child in arguments.named_children if arguments is not None else ():
        if child.type in _NO_ARGUMENT:
            visit(walk, child, scope)
            continue
        found = value(walk, child, scope)
        made = walk.builder.expression_at(found)
        if made is not None and made.op == "defined":
            closures.append((made.number, len(rows)))
        rows.append(found)
    if callee == NONE:
        return NONE
    call = walk.builder.expression(("call", "", (callee, *rows), (), len(rows)))
    _expect(walk, closures, call, node.start_byte, scope)
    return call


def _expect(walk: Walk, closures: list[tuple[int, int]], call: int, position: int, scope: int) -> None:
    """Take note that closures stand as arguments of a call."""
    for definition, number in closures:
        walk.builder.contexts.append(Context("argument", scope, walk.block, position, call, number))
        walk.builder.expected[definition] = len(walk.builder.contexts) - 1


def _note_call(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    arguments = node.child_by_field_name("arguments")
    children = arguments.named_children if arguments is not None else []
    if any(child.type == "closure_expression" or b"|" in (child.text or b"")[:6] for child in children):
        _call(walk, node, scope)
        return
    _callee(walk, node.child_by_field_name("function"), scope)
    for child in children:
        visit(walk, child, scope)


def _struct(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    head = types.constructor(walk, node.child_by_field_name("name"), scope)
    body, builder = node.child_by_field_name("body"), walk.builder
    receiver = head if head != NONE else UNREADABLE
    for child in body.named_children if body is not None else ():
        if child.type == "field_initializer":
            name, given = child.child_by_field_name("field"), child.child_by_field_name("value")
            if name is not None and name.type == "field_identifier":
                builder.occur(text_of(name).removeprefix("r#"), name, "write", scope, walk.block, receiver, "data")
            if given is not None:
                visit(walk, given, scope)
        elif child.type == "shorthand_field_initializer":
            for each in child.named_children:
                if each.type == "identifier":
                    name_text = text_of(each).removeprefix("r#")
                    builder.occur(name_text, each, "write", scope, walk.block, receiver, "data")
                    builder.occur(name_text, each, "read", scope, walk.block)
        else:
            visit(walk, child, scope)
    return builder.expression(("new", "", (head,), (), NONE)) if head != NONE else NONE


def _note_struct(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    _struct(walk, node, scope)


def _assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    for side in (left, right):
        if side is None:
            continue
        if side is left and side.type == "identifier":
            _identifier(walk, side, scope, "write")
        elif side is left and side.type in ("tuple_expression", "struct_expression"):
            visit_children(walk, side, scope)
        else:
            visit(walk, side, scope)


# --- values made of others ---------------------------------------------------------------------------------------


def _inner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is written around a value changes nothing that matters here."""
    found = NONE
    for child in node.named_children:
        if child.type not in _BESIDE:
            found = value(walk, child, scope)
    return found


def _try(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner = _inner(walk, node, scope)
    if owner == NONE:
        return NONE
    return walk.builder.expression(("call", "", (member(walk, owner, "?"),), (), 0))


def _await(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner = _inner(walk, node, scope)
    return walk.builder.expression(("await", "", (owner,), (), NONE)) if owner != NONE else NONE


def _index(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    children = [child for child in node.named_children if child.type not in _BESIDE]
    owner = value(walk, children[0], scope) if children else NONE
    for child in children[1:]:
        visit(walk, child, scope)
    if owner == NONE or len(children) < 2 or children[1].type == "range_expression":  # noqa: PLR2004
        return owner
    return walk.builder.expression(("subscript", "", (owner, NONE), (), NONE))


def _binary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    operator = node.child_by_field_name("operator")
    text = text_of(operator) if operator is not None else ""
    left = value(walk, node.child_by_field_name("left"), scope)
    right = node.child_by_field_name("right")
    if right is not None:
        visit(walk, right, scope)
    if text in _COMPARING:
        return walk.builder.expression(("literal", "bool", (), (), NONE))
    return walk.builder.expression(("binary", text, (left, NONE), (), NONE)) if left != NONE else NONE


def _tuple(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = tuple(value(walk, child, scope) for child in node.named_children if child.type not in _BESIDE)
    return walk.builder.expression(("tuple", "", parts, (), NONE))


def _array(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = [value(walk, child, scope) for child in node.named_children if child.type not in _BESIDE]
    return walk.builder.expression(("list", "", tuple(parts[:1]), (), NONE))


def _cast(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    given = node.child_by_field_name("value")
    if given is not None:
        visit(walk, given, scope)
    found = types.kind(walk, node.child_by_field_name("type"), scope)
    return walk.builder.expression(("cast", "", (found,), (), NONE)) if found != NONE else NONE


def _literal(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del scope
    return walk.builder.expression(("literal", _LITERALS[node.type], (), (), NONE))


def _closure_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return closure(walk, node, scope)


# --- blocks and branches -----------------------------------------------------------------------------------------


def _block(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A block as a value: what its last expression is."""
    children = [child for child in node.named_children if child.type not in ("line_comment", "block_comment", "label")]
    outer = scope
    if any(child.type in _BINDING for child in children):
        scope = walk.builder.scope("block", scope, node, NONE, walk.block)
    for child in children[:-1]:
        visit(walk, child, scope)
    found = value(walk, children[-1], scope) if children else NONE
    if found == NONE or children[-1].type in _STATEMENTS:
        return NONE
    if scope != outer:
        return walk.builder.expression(("within", "", (found,), (), scope))
    return found


def _note_block(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    if any(child.type in _BINDING for child in node.named_children):
        scope = walk.builder.scope("block", scope, node, NONE, walk.block)
    visit_children(walk, node, scope)


def _let(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    pattern = node.child_by_field_name("pattern")
    annotation_node = node.child_by_field_name("type")
    annotation = types.kind(walk, annotation_node, scope)
    given_node = node.child_by_field_name("value")
    plain = (
        pattern is not None and pattern.type == "identifier" and annotation != NONE and not _is_open(annotation_node)
    )
    given = NONE
    if given_node is not None:
        if plain:
            visit(walk, given_node, scope)
        else:
            given = value(walk, given_node, scope)
    if given_node is not None and given_node.type == "closure_expression" and plain:
        plain = False
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        visit(walk, alternative, scope)
    if pattern is None:
        return
    if annotation != NONE and (given == NONE or not _is_open(annotation_node) or _says_nothing(given_node)):
        if pattern.type not in _PLAIN_NAMES:
            given, annotation = walk.builder.expression(("cast", "", (annotation,), (), NONE)), NONE
        bind_pattern(walk, pattern, given, scope, node.end_byte, annotation)
    else:
        bind_pattern(walk, pattern, given, scope, node.end_byte)


def _is_open(node: tree_sitter.Node | None) -> bool:
    """Whether a type leaves something to the value: `Vec<_>`."""
    return (
        node is not None
        and b"_" in (node.text or b"").replace(b"<", b" ").replace(b">", b" ").replace(b",", b" ").split()
    )


def _says_nothing(node: tree_sitter.Node | None) -> bool:
    """Whether a value takes its type from where it goes: `Default::default()`."""
    return node is not None and node.type == "call_expression" and (node.text or b"").startswith(b"Default::")


def _let_condition(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    pattern = node.child_by_field_name("pattern")
    given = value(walk, node.child_by_field_name("value"), scope)
    if pattern is not None:
        bind_pattern(walk, pattern, given, scope, node.end_byte)


def _branch(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`if` and `while`: names that the condition binds are seen in what follows from it."""
    condition = node.child_by_field_name("condition")
    inner = scope
    if condition is not None:
        if condition.type in ("let_condition", "let_chain"):
            inner = walk.builder.scope("block", scope, node, NONE, walk.block)
        visit(walk, condition, inner)
    for field in ("consequence", "body"):
        child = node.child_by_field_name(field)
        if child is not None:
            visit(walk, child, inner)
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        visit(walk, alternative, scope)


def _if(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    condition = node.child_by_field_name("condition")
    inner = scope
    if condition is not None:
        if condition.type in ("let_condition", "let_chain"):
            inner = walk.builder.scope("block", scope, node, NONE, walk.block)
        visit(walk, condition, inner)
    parts = [value(walk, node.child_by_field_name("consequence"), inner)]
    if inner != scope and parts[0] != NONE:
        parts[0] = walk.builder.expression(("within", "", (parts[0],), (), inner))
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        parts.append(_inner(walk, alternative, scope))
    return _either(walk, parts)


def _either(walk: Walk, parts: list[int]) -> int:
    kept = tuple(dict.fromkeys(part for part in parts if part != NONE))
    if len(kept) <= 1:
        return kept[0] if kept else NONE
    return walk.builder.expression(("either", "", kept[:MAX_ARMS], (), NONE))


def _match(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    given = value(walk, node.child_by_field_name("value"), scope)
    body = node.child_by_field_name("body")
    parts: list[int] = []
    for arm in body.named_children if body is not None else ():
        if arm.type != "match_arm":
            visit(walk, arm, scope)
            continue
        inner = walk.builder.scope("block", scope, arm, NONE, walk.block)
        pattern = arm.child_by_field_name("pattern")
        if pattern is not None:
            bind_pattern(walk, pattern, given, inner, pattern.start_byte)
        found = value(walk, arm.child_by_field_name("value"), inner)
        if found != NONE and len(parts) < MAX_ARMS:
            parts.append(walk.builder.expression(("within", "", (found,), (), inner)))
    return _either(walk, parts)


def _note_match(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    _match(walk, node, scope)


def _for(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    given = value(walk, node.child_by_field_name("value"), scope)
    pattern, body = node.child_by_field_name("pattern"), node.child_by_field_name("body")
    inner = walk.builder.scope("block", scope, node, NONE, walk.block)
    if pattern is not None:
        part = walk.builder.expression(("element", "", (given,), (), NONE)) if given != NONE else NONE
        bind_pattern(walk, pattern, part, inner, pattern.start_byte)
    if body is not None:
        visit_children(walk, body, inner)


def _type_node(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    types.kind(walk, node, scope)


def _attribute(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    note_tokens(walk, node, scope)


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    del walk, node, scope


def _macro(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    note_invocation(walk, node, scope)


_COMPARING = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_NO_ARGUMENT = frozenset({"line_comment", "block_comment", "attribute_item"})
_BESIDE = frozenset(
    {"line_comment", "block_comment", "attribute_item", "mutable_specifier", "label", "inner_attribute_item"}
)
_STATEMENTS = frozenset({"expression_statement", "let_declaration", "empty_statement"})
_PLAIN_NAMES = frozenset({"identifier", "mut_pattern", "ref_pattern"})
_BINDING = frozenset(
    [
        "let_declaration", "function_item", "use_declaration", "const_item", "static_item", "struct_item", "enum_item",
        "impl_item", "trait_item", "type_item", "mod_item", "macro_definition", "union_item",
        "extern_crate_declaration",
    ]
)  # fmt: skip
_LITERALS = {
    "string_literal": "str",
    "raw_string_literal": "str",
    "char_literal": "char",
    "boolean_literal": "bool",
    "integer_literal": "integer",
    "float_literal": "float",
}
VALUES = {
    "identifier": _identifier,
    "scoped_identifier": _scoped,
    "self": _self,
    "field_expression": _field,
    "call_expression": _call,
    "generic_function": _callee,
    "struct_expression": _struct,
    "reference_expression": _inner,
    "parenthesized_expression": _inner,
    "unary_expression": _inner,
    "expression_statement": _inner,
    "unsafe_block": _inner,
    "const_block": _inner,
    "try_expression": _try,
    "await_expression": _await,
    "index_expression": _index,
    "binary_expression": _binary,
    "tuple_expression": _tuple,
    "array_expression": _array,
    "type_cast_expression": _cast,
    "closure_expression": _closure_value,
    "block": _block,
    "if_expression": _if,
    "match_expression": _match,
    "macro_invocation": note_invocation,
    "generic_type_with_turbofish": types.qualified,
    **dict.fromkeys(_LITERALS, _literal),
}
VISITS = {
    "identifier": _note_identifier,
    "scoped_identifier": _scoped,
    "field_expression": _note_field,
    "call_expression": _note_call,
    "generic_function": _callee,
    "struct_expression": _note_struct,
    "assignment_expression": _assignment,
    "compound_assignment_expr": _assignment,
    "type_cast_expression": _cast,
    "block": _note_block,
    "let_declaration": _let,
    "let_condition": _let_condition,
    "if_expression": _branch,
    "while_expression": _branch,
    "match_expression": _note_match,
    "for_expression": _for,
    "macro_invocation": _macro,
    "attribute_item": _attribute,
    "inner_attribute_item": _attribute,
    "label": _nothing,
    "lifetime": _nothing,
    "line_comment": _nothing,
    "block_comment": _nothing,
    "string_literal": _nothing,
    "visibility_modifier": _nothing,
    "type_identifier": _type_node,
    "scoped_type_identifier": _type_node,
    "generic_type": _type_node,
    "reference_type": _type_node,
    "pointer_type": _type_node,
    "array_type": _type_node,
    "tuple_type": _type_node,
    "function_type": _type_node,
    "abstract_type": _type_node,
    "dynamic_type": _type_node,
    "bounded_type": _type_node,
    "bracketed_type": _type_node,
    "trait_bounds": _type_node,
    "qualified_type": _type_node,
}
