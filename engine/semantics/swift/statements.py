"""Statements: what is declared holds for what comes after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Result
from .patterns import bind_pattern, conditions, outside
from .properties import local
from .state import children_of, first, implied_in, make, nothing, typed_as, visit, visit_children

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["STATEMENTS"]


def _statements(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Statements one after the other; gives the value of the last one."""
    inner = scope
    if any(child.type in _DECLARING for child in node.named_children):
        inner = walk.builder.scope("block", scope, node)
    found = NONE
    implied = walk.implied
    children = children_of(node)
    for child in children:
        walk.implied = implied if child == children[-1] else NONE
        if child.type == "property_declaration":
            inner = local(walk, child, inner)
            found = NONE
        elif child.type == "guard_statement":
            before = inner
            inner = conditions(walk, child, inner)
            visit(walk, first(child, "statements"), before)
            found = NONE
        else:
            found = visit(walk, child, inner)
    walk.implied = implied
    return make(walk, "within", "", [found], number=inner) if found >= 0 and inner != scope else found


_DECLARING = frozenset(
    {
        "property_declaration",
        "function_declaration",
        "class_declaration",
        "protocol_declaration",
        "typealias_declaration",
        "guard_statement",
    }
)


def _if(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    implied, walk.implied = walk.implied, NONE
    inner = conditions(walk, node, scope)
    walk.implied = implied
    found: list[int] = []
    seen_else = False
    for child in node.children:
        if child.type == "else":
            seen_else = True
        elif child.type in ("statements", "if_statement"):
            value = visit(walk, child, scope if seen_else else inner)
            found.append(make(walk, "within", "", [value], number=inner) if value >= 0 and not seen_else else value)
    return make(walk, "either", "", [value for value in found if value >= 0])


def _while(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = conditions(walk, node, scope)
    visit(walk, first(node, "statements"), inner)
    return NONE


def _for(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    item, values = node.child_by_field_name("item"), node.child_by_field_name("collection")
    given = visit(walk, values, scope)
    inner = walk.builder.scope("block", scope, node)
    if item is not None:
        element = make(walk, "element", "", [outside(walk, given, scope)])
        bind_pattern(walk, item, inner, element, binds=True)
    for child in children_of(node):
        if child.type == "type_annotation":
            visit(walk, child, scope)
        elif child not in (item, values):
            visit(walk, child, inner)
    return NONE


def _switch(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    implied, walk.implied = walk.implied, NONE
    subject = node.child_by_field_name("expr")
    given = outside(walk, visit(walk, subject, scope), scope)
    found: list[int] = []
    for entry in children_of(node):
        if entry.type != "switch_entry":
            if entry != subject:
                visit(walk, entry, scope)
            continue
        inner = walk.builder.scope("block", scope, entry)
        for child in children_of(entry):
            if child.type == "switch_pattern":
                for pattern in children_of(child):
                    bind_pattern(walk, pattern, inner, given)
            elif child.type == "statements":
                walk.implied = implied
                value = visit(walk, child, inner)
                walk.implied = NONE
                found += [make(walk, "within", "", [value], number=inner)] if value >= 0 else []
            else:
                visit(walk, child, inner)
    walk.implied = implied
    return make(walk, "either", "", found)


def _catch(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = walk.builder.scope("block", scope, node)
    pattern = node.child_by_field_name("error")
    given = typed_as(walk, make(walk, "name", "Error"))
    if pattern is not None:
        bind_pattern(walk, pattern, inner, given)
    else:
        walk.builder.bind((inner, NONE), "error", "assign", node, node.start_byte, given)
    for child in children_of(node):
        if child != pattern:
            visit(walk, child, inner)
    return NONE


def _transfer(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    result = node.child_by_field_name("result")
    returns = bool(node.children) and node.children[0].type == "return"
    found = implied_in(walk, result, scope, walk.returns if returns else NONE)
    if returns and walk.function >= 0 and found >= 0:
        walk.builder.results.setdefault(walk.function, []).append(Result(found, scope, NONE, node.end_byte))
    return make(walk, "literal", "null")


def _body(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return visit_children(walk, node, scope)


STATEMENTS: dict[str, Handler] = {
    "statements": _statements,
    "if_statement": _if,
    "guard_statement": _if,
    "while_statement": _while,
    "for_statement": _for,
    "switch_statement": _switch,
    "catch_block": _catch,
    "control_transfer_statement": _transfer,
    "function_body": _body,
    "statement_label": nothing,
}
