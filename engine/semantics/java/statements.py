"""Statements: blocks, local variables, loops, patterns, resources. Blocks hold names, whatever their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context, Result
from ..contexts import expect
from .state import COMMENTS, make, named, typed, visit, visit_children
from .types import ANNOTATIONS, annotation, arrayed, said_type

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["STATEMENTS", "declare", "statements"]


def statements(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The statements of a block, in a scope that is theirs."""
    before = walk.outside
    for child in node.named_children:
        walk.outside = scope
        visit(walk, child, scope)
    walk.outside = before
    return NONE


def _block(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    children = node.named_children
    if any(child.type in _BINDING for child in children):
        scope = walk.builder.scope("block", scope, node)
    return statements(walk, node, scope)


def _inside(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A statement whose header binds names that are seen in it alone."""
    return visit_children(walk, node, walk.builder.scope("block", scope, node))


def _testing(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A statement whose condition may bind names by a pattern."""
    inside = walk.builder.scope("block", scope, node) if walk.patterns else scope
    before = walk.outside
    if before < 0:
        walk.outside = scope
    visit_children(walk, node, inside)
    walk.outside = before
    return NONE


def _statement(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    if walk.patterns and _tests(node):
        scope = walk.builder.scope("block", scope, node)
    found = NONE
    for child in node.named_children:
        if child.type not in COMMENTS:
            found = visit(walk, child, scope)
    return found


def _tests(node: tree_sitter.Node) -> bool:
    text = node.text
    return text is not None and b"instanceof" in text


def _returned(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    if walk.patterns and _tests(node):
        scope = walk.builder.scope("block", scope, node)
    value = next((child for child in node.named_children if child.type not in COMMENTS), None)
    if value is None:
        return NONE
    found = visit(walk, value, scope)
    if walk.function >= 0:
        expect(walk, found, Context("result", scope, NONE, node.end_byte, number=walk.function))
        if walk.builder.definitions[walk.function].returns < 0:
            rows = walk.builder.results.setdefault(walk.function, [])
            rows.append(Result(found, scope, NONE, node.end_byte))
    return NONE


# --- variables -------------------------------------------------------------------------------------------------------


def _local(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type == "modifiers":
            visit(walk, child, scope)
    declare(walk, node, scope)
    return NONE


def declare(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The variables of a declaration, each with its type."""
    builder = walk.builder
    base = typed(walk, node.child_by_field_name("type"), scope)
    leaves = builder.expression_at(base)
    by_value = leaves is not None and leaves.op == "name" and leaves.text == "var"
    for child in node.named_children:
        if child.type != "variable_declarator":
            continue
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if name is None:
            continue
        kind = arrayed(walk, base, child.child_by_field_name("dimensions"))
        inside = scope
        if walk.patterns and value is not None and _tests(value):
            inside = builder.scope("block", scope, value)
        given = visit(walk, value, inside)
        if not by_value:
            expect(walk, given, Context("declared", scope, NONE, child.end_byte, kind))
            builder.bind((scope, NONE), walk.text(name), "declare", name, child.end_byte, annotation=kind)
        else:
            builder.bind((scope, NONE), walk.text(name), "assign", name, child.end_byte, given)


def _variable(walk: Walk, node: tree_sitter.Node, scope: int, value: int, kind: int) -> None:
    """A variable that gets a value from a statement; its type is declared, or left to the value."""
    row = walk.builder.expression_at(kind)
    if row is None or (row.op == "name" and row.text == "var"):
        kind = NONE
    place = (scope, NONE)
    if kind >= 0:
        walk.builder.bind(place, walk.text(node), "declare", node, node.end_byte, annotation=kind)
    else:
        walk.builder.bind(place, walk.text(node), "assign", node, node.end_byte, value)


def _for_each(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    values = visit(walk, node.child_by_field_name("value"), scope)
    inside = walk.builder.scope("block", scope, node)
    for child in node.named_children:
        if child.type == "modifiers":
            visit(walk, child, scope)
    kind = typed(walk, node.child_by_field_name("type"), scope)
    kind = arrayed(walk, kind, node.child_by_field_name("dimensions"))
    name = node.child_by_field_name("name")
    if name is not None:
        _variable(walk, name, inside, make(walk, "element", "", [values]), kind)
    visit(walk, node.child_by_field_name("body"), inside)
    return NONE


def _resource(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None:
        return visit_children(walk, node, scope)
    for child in node.named_children:
        if child.type == "modifiers":
            visit(walk, child, scope)
    kind = typed(walk, node.child_by_field_name("type"), scope)
    given = visit(walk, value, scope)
    _variable(walk, name, scope, given, kind)
    return NONE


def _caught(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inside = walk.builder.scope("block", scope, node)
    for child in node.named_children:
        if child.type != "catch_formal_parameter":
            visit(walk, child, inside)
            continue
        kinds: list[int] = []
        for part in child.named_children:
            if part.type == "modifiers":
                visit(walk, part, scope)
            elif part.type == "catch_type":
                kinds += [typed(walk, each, scope) for each in part.named_children if each.type not in COMMENTS]
        name = child.child_by_field_name("name")
        if name is not None and kinds:
            kind = kinds[0] if len(kinds) == 1 else make(walk, "either", "", kinds)
            _variable(walk, name, inside, NONE, kind)
    return NONE


# --- patterns --------------------------------------------------------------------------------------------------------


def _instance_of(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`value instanceof Type name`, `value instanceof Pattern`."""
    visit(walk, node.child_by_field_name("left"), scope)
    pattern = node.child_by_field_name("pattern")
    if pattern is not None:
        _pattern(walk, pattern, scope, NONE)
    kind = typed(walk, node.child_by_field_name("right"), scope)
    name = node.child_by_field_name("name")
    if name is not None:
        _variable(walk, name, scope, NONE, kind)
    return make(walk, "literal", "boolean")


def _pattern(walk: Walk, node: tree_sitter.Node, scope: int, component: int) -> None:
    kind = node.type
    if kind == "pattern":
        for child in node.named_children:
            _pattern(walk, child, scope, component)
    elif kind in ("type_pattern", "record_pattern_component"):
        parts = [child for child in node.named_children if child.type not in COMMENTS and child.type != "modifiers"]
        if len(parts) > 1:
            _variable(walk, parts[-1], scope, component, typed(walk, parts[0], scope))
    elif kind == "record_pattern":
        head = NONE
        for child in node.named_children:
            if child.type == "record_pattern_body":
                rows = [c for c in child.named_children if c.type not in COMMENTS]
                for number, row in enumerate(rows):
                    value = make(walk, "item", "", [make(walk, "cast", "", [head])], number=number)
                    _pattern(walk, row, scope, value if head >= 0 else NONE)
            elif child.type not in COMMENTS:
                head = said_type(walk, child, scope)
    else:
        visit(walk, node, scope)


def _switch(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """Each rule, and each group of statements, sees the names of its own patterns."""
    tested = visit(walk, node.child_by_field_name("condition"), scope)
    body = node.child_by_field_name("body")
    if body is None:
        return NONE
    results: list[int] = []
    inside = walk.builder.scope("block", scope, body)
    for group in body.named_children:
        own = inside
        if group.type == "switch_rule":
            own = walk.builder.scope("block", inside, group)
        for child in group.named_children if group.type != "switch_label" else [group]:
            if child.type == "switch_label":
                _label(walk, child, own, tested)
            else:
                walk.outside = own
                found = visit(walk, child, own)
                if group.type == "switch_rule" and found >= 0:
                    results.append(found)
    return make(walk, "either", "", results) if results else NONE


def _label(walk: Walk, node: tree_sitter.Node, scope: int, tested: int) -> None:
    """`case`: a bare name is a constant of what is tested."""
    for child in node.named_children:
        if child.type == "pattern":
            _pattern(walk, child, scope, NONE)
        elif child.type == "identifier" and tested >= 0:
            named(walk, child, "read", scope, make(walk, "cased", "", [tested, make(walk, "name", walk.text(child))]))
        else:
            visit(walk, child, scope)


def _yielded(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return _statement(walk, node, scope)


def _labeled(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children[1:]:
        visit(walk, child, scope)
    return NONE


def _jump(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`break label`: labels are no names that anybody asks for."""
    del walk, node, scope
    return NONE


def _modifiers(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type in ANNOTATIONS:
            annotation(walk, child, scope)
    return NONE


_BINDING = frozenset(
    {"local_variable_declaration", "class_declaration", "record_declaration", "enum_declaration",
     "interface_declaration", "if_statement"}
)  # fmt: skip
STATEMENTS: dict[str, Handler] = {
    "block": _block,
    "constructor_body": _block,
    "local_variable_declaration": _local,
    "enhanced_for_statement": _for_each,
    "for_statement": _inside,
    "try_with_resources_statement": _inside,
    "resource": _resource,
    "catch_clause": _caught,
    "if_statement": _testing,
    "while_statement": _testing,
    "do_statement": _testing,
    "expression_statement": _statement,
    "throw_statement": _statement,
    "assert_statement": _statement,
    "return_statement": _returned,
    "yield_statement": _yielded,
    "instanceof_expression": _instance_of,
    "switch_expression": _switch,
    "labeled_statement": _labeled,
    "break_statement": _jump,
    "continue_statement": _jump,
    "modifiers": _modifiers,
    "annotation": annotation,
    "marker_annotation": annotation,
}
