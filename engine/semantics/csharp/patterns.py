"""Patterns: what a value is held against, and the names that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from ..twofold import cast, member_expression, value, visit, visit_children
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Value, Walk

__all__ = ["VALUES"]

TELLS = ("literal", "bool", (), (), NONE)


def declared(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`out var x`, `out T x`, `is T x`, `case T x`: a name in the midst of an expression."""
    kind, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    held = type_of(walk, kind, scope)
    if name is not None and name.type == "identifier":
        walk.builder.bind((scope, NONE), text_of(name), "declare", name, node.start_byte, annotation=held)
    return NONE


def recursive(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`T { A: …, B.C: … } x`."""
    _recursive(walk, node, scope, NONE)
    return NONE


def _recursive(walk: Walk, node: tree_sitter.Node, scope: int, around: int) -> None:
    """A pattern for a value, `around` as far as no type is named."""
    kind, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    held = type_of(walk, kind, scope)
    owner = cast(walk, held) if held >= 0 else around
    if name is not None:
        kind_of_binding = "declare" if held >= 0 else "assign"
        given = NONE if held >= 0 else around
        walk.builder.bind((scope, NONE), text_of(name), kind_of_binding, name, node.start_byte, given, held)
    for clause in node.named_children:
        if clause.type == "property_pattern_clause":
            for child in clause.named_children:
                _subpattern(walk, child, scope, owner)
        elif clause.type == "positional_pattern_clause":
            visit_children(walk, clause, scope)


def _subpattern(walk: Walk, node: tree_sitter.Node, scope: int, owner: int) -> None:
    first, *rest = node.named_children or [node]
    found = owner
    for name in _path(first) if rest else ():
        text = text_of(name)
        walk.builder.occur(text, name, "read", scope, NONE, found if found >= 0 else UNREADABLE)
        found = member_expression(walk, found, text)
    for each in rest or [first]:
        if each.type == "recursive_pattern":
            _recursive(walk, each, scope, found)
        else:
            visit(walk, each, scope)


def _path(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    if node.type == "identifier":
        return [node]
    return [each for child in node.named_children for each in _path(child)]


def matched(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`x is …`: a pattern for a value that is known."""
    held = value(walk, node.child_by_field_name("expression"), scope)
    pattern = node.child_by_field_name("pattern")
    if pattern is not None and pattern.type == "recursive_pattern":
        _recursive(walk, pattern, scope, held)
    elif pattern is not None:
        visit(walk, pattern, scope)
    return walk.builder.expression(TELLS)


def constant_pattern(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A constant, or a type, that something is held against."""
    for child in node.named_children:
        if child.type in ("identifier", "qualified_name", "generic_name"):
            type_of(walk, child, scope, "read")
        else:
            visit(walk, child, scope)
    return NONE


def is_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`x is T`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None:
        visit(walk, left, scope)
    type_of(walk, right, scope)
    return walk.builder.expression(TELLS)


VALUES: dict[str, Value] = {
    "is_expression": is_value,
    "is_pattern_expression": matched,
    "declaration_expression": declared,
    "declaration_pattern": declared,
    "var_pattern": declared,
    "recursive_pattern": recursive,
    "constant_pattern": constant_pattern,
    "type_pattern": constant_pattern,
}
