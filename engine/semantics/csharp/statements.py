"""Statements: the scopes that they open, and the names that they declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, spaced
from ..builder import text_of
from ..twofold import value, visit, visit_children
from .declarations import variables
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Visit, Walk

__all__ = ["VISITS"]

_NAMING = frozenset({"let_clause", "join_clause"})
LABEL = "label"
_LISTS = frozenset({"block", "switch_section", "compilation_unit", "global_statement"})
"""What statements stand in one after the other."""


def block(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Statements with a scope of their own."""
    visit_children(walk, node, walk.builder.scope("block", scope, node))


def condition(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`if`: names that its condition declares are seen behind it, unless it is itself but a branch of something."""
    parent = node.parent
    is_branch = parent is None or parent.type not in _LISTS
    visit_children(walk, node, walk.builder.scope("block", scope, node) if is_branch else scope)


def section(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A part of a `switch`: what it declares is seen in all parts, what its patterns declare in it alone."""
    own = walk.builder.scope("block", scope, node)
    for child in node.named_children:
        visit(walk, child, scope if child.type == "local_declaration_statement" else own)


def loop(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`foreach`: the name is of the type that is given, else an element of what is gone through."""
    own = walk.builder.scope("block", scope, node)
    kind = type_of(walk, node.child_by_field_name("type"), own)
    source = value(walk, node.child_by_field_name("right"), scope)
    left, body = node.child_by_field_name("left"), node.child_by_field_name("body")
    held = walk.builder.expression(("element", "", (source,), (), NONE)) if source >= 0 else NONE
    if left is not None and left.type == "identifier":
        if kind >= 0:
            walk.builder.bind((own, NONE), text_of(left), "declare", left, left.end_byte, annotation=kind)
        else:
            walk.builder.bind((own, NONE), text_of(left), "assign", left, left.end_byte, held)
    elif left is not None:
        for number, child in enumerate(left.named_children):
            if child.type == "identifier":
                item = walk.builder.expression(("item", "", (held,), (), number)) if held >= 0 else NONE
                walk.builder.bind((own, NONE), text_of(child), "assign", child, left.end_byte, item)
    if body is not None:
        visit(walk, body, own)


def caught(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`catch (T e)`."""
    kind, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    held = type_of(walk, kind, scope)
    if name is not None:
        walk.builder.bind((scope, NONE), text_of(name), "declare", name, node.end_byte, annotation=held)


def query(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`from x in xs …`: each clause is seen by those behind it."""
    own = walk.builder.scope("block", scope, node)
    for clause in node.named_children:
        name = clause.child_by_field_name("name")
        if name is None and clause.type in _NAMING:
            name = clause.named_children[0]
        for number, child in enumerate(each for each in clause.named_children if name is None or each.id != name.id):
            if child.type == "join_into_clause":
                inner = child.named_children[0]
                walk.builder.bind((own, NONE), text_of(inner), "assign", inner, clause.start_byte)
                continue
            held = value(walk, child, own)
            if name is not None and not number:
                is_one = clause.type == "let_clause" or held < 0
                item = held if is_one else walk.builder.expression(("element", "", (held,), (), NONE))
                begin = clause.start_byte if clause.type == "join_clause" else clause.end_byte
                walk.builder.bind((own, NONE), text_of(name), "assign", name, begin, item)


def labelled(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A statement with a label."""
    first, *rest = node.named_children
    walk.builder.bind((scope, NONE), spaced(LABEL, text_of(first)), "declare", first, 0)
    for child in rest:
        visit(walk, child, scope)


def jump(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`goto label`."""
    for child in node.named_children:
        if child.type == "identifier":
            walk.builder.occur(text_of(child), child, "read", scope, NONE, form=LABEL)
        else:
            visit(walk, child, scope)


VISITS: dict[str, Visit] = {
    **dict.fromkeys(
        (
            *("block", "for_statement", "using_statement", "switch_body", "switch_expression_arm", "catch_clause"),
            *("accessor_declaration", "fixed_statement", "lock_statement", "while_statement"),
        ),
        block,
    ),
    "if_statement": condition,
    "switch_section": section,
    "foreach_statement": loop,
    "catch_declaration": caught,
    "query_expression": query,
    "variable_declaration": variables,
    "labeled_statement": labelled,
    "goto_statement": jump,
}
