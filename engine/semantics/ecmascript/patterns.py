"""Patterns: what takes a value apart, in declarations, parameters and assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .state import EXPORTS, make, occur, place_of, said, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["assigned", "pattern"]


def pattern(  # noqa: C901 - a table of forms, told apart one after the other
    walk: Walk, node: tree_sitter.Node, value: int, scope: int, block: int, position: int, kind: str = "assign"
) -> None:
    """Bind all names of a pattern; `value` is what it takes apart."""
    form = node.type
    if form in ("identifier", "shorthand_property_identifier_pattern"):
        name = walk.text(node)
        walk.builder.occur(name, node, "write", scope, block, form="bind")
        walk.builder.bind((scope, block), name, kind, node, position, value)
    elif form == "object_pattern":
        for child in node.named_children:
            _member(walk, child, value, scope, block, position, kind)
    elif form == "array_pattern":
        for index, child in enumerate(node.named_children):
            if child.type == "rest_pattern":
                pattern(walk, child, value, scope, block, position, kind)
            else:
                item = make(walk, "item", "", [value], number=index) if value >= 0 else NONE
                pattern(walk, child, item, scope, block, position, kind)
    elif form in ("assignment_pattern", "object_assignment_pattern"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        default = visit(walk, right, scope, block)
        if left is not None:
            pattern(walk, left, value if value >= 0 else default, scope, block, position, kind)
    elif form == "rest_pattern":
        for child in node.named_children:
            pattern(walk, child, value, scope, block, position, kind)
    else:
        visit(walk, node, scope, block)


def _member(walk: Walk, node: tree_sitter.Node, value: int, scope: int, block: int, position: int, kind: str) -> None:
    form = node.type
    if form == "pair_pattern":
        key, target = node.child_by_field_name("key"), node.child_by_field_name("value")
        name = _key(walk, key, value, scope, block)
        if target is not None:
            pattern(walk, target, _of(walk, value, name), scope, block, position, kind)
    elif form == "shorthand_property_identifier_pattern":
        name = walk.text(node)
        occur(walk, node, "read", scope, block, value, member=True)
        pattern(walk, node, _of(walk, value, name), scope, block, position, kind)
    elif form == "object_assignment_pattern":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        default = visit(walk, right, scope, block)
        if left is not None and left.type == "shorthand_property_identifier_pattern":
            occur(walk, left, "read", scope, block, value, member=True)
            found = _of(walk, value, walk.text(left))
            pattern(walk, left, found if found >= 0 else default, scope, block, position, kind)
        elif left is not None:
            pattern(walk, left, NONE, scope, block, position, kind)
    else:
        pattern(walk, node, value, scope, block, position, kind)


def _key(walk: Walk, key: tree_sitter.Node | None, value: int, scope: int, block: int) -> str:
    if key is None:
        return ""
    name = said(key)
    if key.type == "computed_property_name":
        visit(walk, key, scope, block)
    elif name:
        occur(walk, place_of(key), "read", scope, block, value, member=True, name=name)
    return name or ""


def _of(walk: Walk, value: int, name: str) -> int:
    return make(walk, "member", name, [value]) if value >= 0 and name else NONE


def assigned(walk: Walk, node: tree_sitter.Node, value: int, scope: int, block: int) -> None:
    """A pattern on the left of an assignment: its names are there already."""
    form = node.type
    if form in ("identifier", "shorthand_property_identifier_pattern"):
        name = walk.text(node)
        walk.builder.occur(name, node, "write", scope, block)
        _later(walk, node, value, scope, block)
    elif form == "object_pattern":
        for child in node.named_children:
            _assigned_member(walk, child, value, scope, block)
    elif form == "array_pattern":
        for index, child in enumerate(node.named_children):
            item = make(walk, "item", "", [value], number=index) if value >= 0 else NONE
            assigned(walk, child, item, scope, block)
    elif form in ("assignment_pattern", "object_assignment_pattern"):
        visit(walk, node.child_by_field_name("right"), scope, block)
        left = node.child_by_field_name("left")
        if left is not None:
            assigned(walk, left, value, scope, block)
    else:
        visit(walk, node, scope, block)


def _assigned_member(walk: Walk, node: tree_sitter.Node, value: int, scope: int, block: int) -> None:
    if node.type == "pair_pattern":
        name = _key(walk, node.child_by_field_name("key"), value, scope, block)
        target = node.child_by_field_name("value")
        if target is not None:
            assigned(walk, target, _of(walk, value, name), scope, block)
    elif node.type == "shorthand_property_identifier_pattern":
        occur(walk, node, "read", scope, block, value, member=True)
        assigned(walk, node, _of(walk, value, walk.text(node)), scope, block)
    else:
        assigned(walk, node, NONE, scope, block)


def _later(walk: Walk, node: tree_sitter.Node, value: int, scope: int, block: int) -> None:
    """A value that a name gets after it was declared, here or in a scope around."""
    name = walk.text(node)
    if (scope, name) not in walk.builder.bound:
        if scope <= EXPORTS:
            return
        walk.builder.belongs_outside(scope, name, "binding")
    walk.builder.bind((scope, block), name, "assign", node, node.end_byte, value)
