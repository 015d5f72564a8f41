"""Statements: the scopes that they open, and the names that they declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, spaced
from ..builder import text_of
from .declarations import declare_pairs
from .expressions import target
from .state import value, visit, visit_children
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Visit, Walk

__all__ = ["VISITS"]

LABEL = "label"


def block(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Statements, or one with a head: with a scope of their own where something is declared directly in it."""
    for listed in node.named_children:
        children = listed.named_children if listed.type == "statement_list" else (listed,)
        if any(child.type in _DECLARING for child in children):
            scope = walk.builder.scope("block", scope, node)
            break
    visit_children(walk, node, scope)


def short_variable(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`a, b := …`."""
    declare_pairs(walk, _listed(node, "left"), _listed(node, "right"), scope, node.end_byte)


def assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`a, b = …`."""
    for child in _listed(node, "left"):
        target(walk, child, scope, "write")
    for child in _listed(node, "right"):
        visit(walk, child, scope)


def update(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`a++`."""
    for child in node.named_children:
        target(walk, child, scope, "write")


def range_clause(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """What a loop goes through."""
    names = _listed(node, "left")
    if not _declares(node):
        for child in names:
            target(walk, child, scope, "write")
        visit_right(walk, node, scope)
        return
    source = value(walk, node.child_by_field_name("right"), scope)
    for number, name in enumerate(names):
        text = text_of(name)
        if text == "_" or name.type != "identifier":
            continue
        held = walk.builder.expression(("ranged", "", (source,), (), number)) if source >= 0 else NONE
        walk.builder.bind((scope, NONE), text, "assign", name, node.end_byte, held)


def visit_right(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Take note of the names on the right."""
    right = node.child_by_field_name("right")
    if right is not None:
        visit(walk, right, scope)


def receive(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """What comes out of a channel, in a `select`."""
    names = _listed(node, "left")
    right = node.child_by_field_name("right")
    if names and _declares(node) and right is not None:
        declare_pairs(walk, names, [right], scope, node.end_byte)
        return
    for child in names:
        target(walk, child, scope, "write")
    visit_right(walk, node, scope)


def type_switch(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A `switch` over types: in a case of one type the name is of it."""
    alias = next(iter(_listed(node, "alias")), None)
    initial = node.child_by_field_name("initializer")
    if initial is not None:
        scope = walk.builder.scope("block", scope, node)
        visit(walk, initial, scope)
    held = value(walk, node.child_by_field_name("value"), scope)
    for case in node.named_children:
        if case.type not in ("type_case", "default_case"):
            continue
        kinds = [child for child in case.children_by_field_name("type") if child.is_named]
        types = [type_of(walk, kind, scope) for kind in kinds]
        own = walk.builder.scope("block", scope, case)
        if alias is not None:
            alone = len(kinds) == 1 and text_of(kinds[0]) != "nil"
            annotation, given = (types[0], NONE) if alone else (NONE, held)
            kind = "declare" if alone else "assign"
            walk.builder.bind((own, NONE), text_of(alias), kind, alias, case.start_byte, given, annotation)
        seen = {kind.id for kind in kinds}
        for child in case.named_children:
            if child.id not in seen:
                visit(walk, child, own)


def labelled(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A statement with a label."""
    label = node.child_by_field_name("label")
    if label is not None:
        walk.builder.bind((walk.function, NONE), spaced(LABEL, text_of(label)), "declare", label, 0)
    for child in node.named_children:
        if label is None or child.id != label.id:
            visit(walk, child, scope)


def label_name(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The label that a statement names."""
    walk.builder.occur(text_of(node), node, "read", scope, NONE, form=LABEL)


def _listed(node: tree_sitter.Node, field: str) -> list[tree_sitter.Node]:
    listed = node.child_by_field_name(field)
    if listed is None:
        return []
    if listed.type != "expression_list":
        return [listed]
    return [child for child in listed.named_children if child.type != "comment"]


def _declares(node: tree_sitter.Node) -> bool:
    return any(child.type == ":=" for child in node.children)


_DECLARING = frozenset(
    {
        *("short_var_declaration", "var_declaration", "const_declaration", "type_declaration"),
        *("for_clause", "range_clause", "receive_statement"),
    }
)

VISITS: dict[str, Visit] = {
    "block": block,
    "if_statement": block,
    "for_statement": block,
    "expression_switch_statement": block,
    "expression_case": block,
    "default_case": block,
    "communication_case": block,
    "short_var_declaration": short_variable,
    "assignment_statement": assignment,
    "inc_statement": update,
    "dec_statement": update,
    "range_clause": range_clause,
    "receive_statement": receive,
    "type_switch_statement": type_switch,
    "labeled_statement": labelled,
    "label_name": label_name,
}
