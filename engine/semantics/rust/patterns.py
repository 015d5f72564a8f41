"""Patterns: what names in them are bound to, by the form of what is matched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import text_of
from .state import data, visit
from .types import constructor

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["bind_pattern"]


def bind_pattern(  # noqa: C901, PLR0912 - a table of forms, told apart one after the other
    walk: Walk, node: tree_sitter.Node, given: int, scope: int, position: int, annotation: int = NONE
) -> None:
    """Bind the names in a pattern that is matched against a value; the binding takes effect at a position."""
    form, builder = node.type, walk.builder
    if form == "identifier":
        _name(walk, node, given, scope, position, annotation)
    elif form in _THROUGH:
        for child in node.named_children:
            if child.type != "mutable_specifier":
                bind_pattern(walk, child, given, scope, position, annotation)
    elif form == "match_pattern":
        condition = node.child_by_field_name("condition")
        for child in node.named_children:
            if child != condition:
                bind_pattern(walk, child, given, scope, position)
        if condition is not None:
            visit(walk, condition, scope)
    elif form == "tuple_pattern":
        for number, child in enumerate(_parts(node)):
            part = builder.expression(("item", "", (given,), (), number)) if given != NONE else NONE
            bind_pattern(walk, child, part, scope, position)
    elif form == "tuple_struct_pattern":
        head_node = node.child_by_field_name("type")
        head = constructor(walk, head_node, scope)
        for number, child in enumerate(each for each in _parts(node) if each != head_node):
            part = builder.expression(("unpacked", data(str(number)), (head, given), (), number))
            bind_pattern(walk, child, part, scope, position)
    elif form == "struct_pattern":
        _struct(walk, node, given, scope, position)
    elif form == "slice_pattern":
        part = builder.expression(("element", "", (given,), (), NONE)) if given != NONE else NONE
        for child in node.named_children:
            bind_pattern(walk, child, part, scope, position)
    else:
        visit(walk, node, scope)


def _parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Children that stand for a position each: `_` has no name in the tree."""
    return [child for child in node.children if child.is_named or child.type == "_"]


def _name(walk: Walk, node: tree_sitter.Node, given: int, scope: int, position: int, annotation: int) -> None:
    """A name that is bound; one that begins like a constant or a variant is taken to be that."""
    name, builder = text_of(node).removeprefix("r#"), walk.builder
    if name[:1].isupper() and node.parent is not None and node.parent.type != "let_declaration":
        builder.occur(name, node, "read", scope, walk.block)
        return
    builder.bind((scope, walk.block), name, "assign", node, position, given, annotation)


def _struct(walk: Walk, node: tree_sitter.Node, given: int, scope: int, position: int) -> None:
    builder = walk.builder
    head = constructor(walk, node.child_by_field_name("type"), scope)
    for child in node.named_children:
        if child.type != "field_pattern":
            continue
        name_node, inner = child.child_by_field_name("name"), child.child_by_field_name("pattern")
        if name_node is None:
            name_node = next((each for each in child.named_children if each.type in _FIELD_NAMES), None)
        if name_node is None:
            continue
        name = text_of(name_node).removeprefix("r#")
        builder.occur(name, name_node, "read", scope, walk.block, head if head != NONE else -2, "data")
        part = builder.expression(("unpacked", data(name), (head, given), (), NONE))
        if inner is not None:
            bind_pattern(walk, inner, part, scope, position)
        elif not name[:1].isdigit():
            builder.bind((scope, walk.block), name, "assign", name_node, position, part)


_THROUGH = frozenset({"mut_pattern", "ref_pattern", "reference_pattern", "captured_pattern", "or_pattern"})
_FIELD_NAMES = frozenset({"shorthand_field_identifier", "field_identifier"})
