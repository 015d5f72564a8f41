"""Conditions: what tests say of variables, and where that holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .declarations import variables
from .state import children_of, first, inside, make, narrow, visit
from .types import TYPES, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["CONDITIONS"]

Test = tuple[str, int]
"""A variable and the type that it is of."""


def _tests(walk: Walk, node: tree_sitter.Node, *, holds: bool) -> list[Test]:
    """What a condition says of variables where it holds, or where it does not; the names in it are noted elsewhere."""
    kind = node.type
    if kind == "check_expression":
        value, *rest = children_of(node)
        sign = next((child.type for child in node.children if child.type in ("is", "!is")), "")
        if rest and sign == ("is" if holds else "!is"):
            return [(walk.text(value), walk.kinds.get(rest[-1].start_byte, NONE))]
        return []
    if kind == "parenthesized_expression" and node.named_children:
        return _tests(walk, children_of(node)[0], holds=holds)
    if kind == ("conjunction_expression" if holds else "disjunction_expression"):
        return [test for part in children_of(node) for test in _tests(walk, part, holds=holds)]
    if kind == "prefix_expression" and node.children and node.children[0].type == "!":
        return _tests(walk, children_of(node)[-1], holds=not holds)
    return []


def _if(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    condition = node.child_by_field_name("condition")
    consequence, alternative = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    visit(walk, condition, scope)
    holds = _tests(walk, condition, holds=True) if condition is not None else []
    fails = _tests(walk, condition, holds=False) if condition is not None else []
    values = [inside(walk, consequence, scope, holds), inside(walk, alternative, scope, fails)]
    if fails and alternative is None and consequence is not None and _leaves(consequence):
        for text, kind in fails:
            narrow(walk, text, kind, scope, node.end_byte)
    return make(walk, "either", "", [value for value in values if value >= 0])


def _leaves(node: tree_sitter.Node) -> bool:
    while node.type in ("control_structure_body", "statements") and node.named_children:
        node = children_of(node)[-1] if children_of(node) else node.named_children[-1]
    return node.type == "jump_expression"


def _conjunction(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    left, *rest = children_of(node)
    visit(walk, left, scope)
    tests = _tests(walk, left, holds=node.type == "conjunction_expression")
    for part in rest:
        inside(walk, part, scope, tests)
    return make(walk, "literal", "Boolean")


def _check(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    value, *rest = children_of(node)
    visit(walk, value, scope)
    for part in rest:
        if part.type in TYPES:
            walk.kinds[part.start_byte] = typed(walk, part, scope)
        else:
            visit(walk, part, scope)
    return make(walk, "literal", "Boolean")


def _when(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    subject = first(node, "when_subject")
    inner, text = scope, ""
    if subject is not None:
        inner = walk.builder.scope("block", scope, node)
        target = first(subject, "variable_declaration")
        values = [child for child in children_of(subject) if child.type not in ("variable_declaration", "annotation")]
        given = visit(walk, values[-1], scope) if values else NONE
        text = walk.text(values[-1]) if values else ""
        if target is not None:
            variables(walk, target, inner, given, subject.end_byte)
            name = first(target, "simple_identifier")
            text = walk.text(name) if name is not None else ""
    results: list[int] = []
    for entry in node.named_children:
        if entry.type != "when_entry":
            continue
        tests: list[Test] = []
        conditions = [child for child in entry.named_children if child.type == "when_condition"]
        for condition in conditions:
            for part in children_of(condition):
                if part.type == "type_test":
                    kind = typed(walk, children_of(part)[-1], inner)
                    is_not = any(child.type == "!is" for child in part.children)
                    if text and not is_not and len(conditions) == 1:
                        tests.append((text, kind))
                else:
                    visit(walk, part, inner)
                    tests += _tests(walk, part, holds=True) if len(conditions) == 1 else []
        results.append(inside(walk, first(entry, "control_structure_body"), inner, tests))
    return make(walk, "either", "", [value for value in results if value >= 0])


def _as(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    value, *rest = children_of(node)
    visit(walk, value, scope)
    kind = typed(walk, rest[-1], scope) if rest else NONE
    if any(child.type == "as" for child in node.children) and value.type == "simple_identifier":
        narrow(walk, walk.text(value), kind, scope, node.end_byte)
    return make(walk, "cast", "", [kind])


def _elvis(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = [(child, visit(walk, child, scope)) for child in children_of(node)]
    return make(walk, "either", "", [value for child, value in parts if value >= 0 and child.type != "jump_expression"])


CONDITIONS: dict[str, Handler] = {
    "if_expression": _if,
    "when_expression": _when,
    "conjunction_expression": _conjunction,
    "disjunction_expression": _conjunction,
    "check_expression": _check,
    "as_expression": _as,
    "elvis_expression": _elvis,
}
