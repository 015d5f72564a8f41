"""Statements: declarations of variables, branches, loops, what is caught, what is returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context, Result
from .docs import documented_type
from .modules import required
from .narrowing import both, cases, narrow
from .patterns import pattern
from .state import expect, make, occur, typed, visit

if TYPE_CHECKING:
    import tree_sitter

    from .narrowing import Test
    from .state import Walk

__all__ = [
    "body_of",
    "branches",
    "caught",
    "for_each",
    "holding",
    "labeled",
    "loop",
    "returned",
    "statements",
    "switch",
    "ternary",
    "tried",
    "variables",
    "visit_knowing",
]


def body_of(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """The statements of a body, and whether it ends by leaving."""
    leaves = False
    for child in node.named_children:
        visit(walk, child, scope, block)
        leaves = leaves or child.type in _LEAVING
    if leaves:
        walk.builder.leave(block)


def statements(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A block: a scope of its own, if it declares something."""
    body_of(walk, node, holding(walk, node, scope, block), block)
    return NONE


def holding(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The scope of what a node declares."""
    if any(child.type in _DECLARING for child in node.named_children):
        return walk.builder.scope("block", scope, node, block=block)
    return scope


def variables(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`const`, `let`, `var`."""
    if node.type == "variable_declaration":  # seen in all of the function
        while walk.builder.scopes[scope].kind == "block":
            scope = walk.builder.scopes[scope].parent
    for child in node.named_children:
        if child.type == "variable_declarator":
            _variable(walk, child, scope, block)
    return NONE


def _variable(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or (value is not None and required(walk, name, value, scope, block)):
        return
    annotation = NONE if walk.plain else typed(walk, node.child_by_field_name("type"), scope, block)
    if annotation < 0:
        annotation = documented_type(walk, node, scope, block)
    given = visit(walk, value, scope, block)
    if annotation >= 0:
        expect(walk, given, Context("declared", scope, block, node.end_byte, annotation))
    if name.type != "identifier":
        if annotation >= 0:
            given = make(walk, "cast", "", [annotation])
        pattern(walk, name, given, scope, block, node.end_byte)
        return
    text = walk.text(name)
    walk.builder.occur(text, name, "write", scope, block, form="bind")
    kind = "assign" if value is not None else "declare"
    walk.builder.bind((scope, block), text, kind, name, node.end_byte, given, annotation)
    row = walk.builder.expression_at(given) if walk.builder.op(given) in _NAMED else None
    if row is not None:
        walk.named.setdefault((scope, text), row.number)


def branches(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`if`: alternatives; each knows what the condition says."""
    branch = node.start_byte + 1
    condition = node.child_by_field_name("condition")
    visit(walk, condition, scope, block)
    holds, fails = both(walk, condition, scope, block)
    first = _alternative(walk, node.child_by_field_name("consequence"), holds, scope, block, branch)
    other = node.child_by_field_name("alternative")
    second = NONE
    if other is not None:
        second = _alternative(walk, other, fails, scope, block, branch)
    blocks = walk.builder.blocks
    if first >= 0 and blocks[first].leaves:
        narrow(walk, fails, scope, block, node.end_byte)
        if second >= 0 and blocks[second].leaves:
            walk.builder.leave(block)
    elif second >= 0 and blocks[second].leaves:
        narrow(walk, holds, scope, block, node.end_byte)
    return NONE


def _alternative(
    walk: Walk, node: tree_sitter.Node | None, known: list[Test], scope: int, block: int, branch: int
) -> int:
    if node is None:
        return NONE
    inner = walk.builder.block(block, branch)
    narrow(walk, known, scope, inner, node.start_byte)
    if node.type == "else_clause":
        node = next((child for child in node.named_children if child.type != "comment"), node)
    if node.type == "statement_block":
        statements(walk, node, scope, inner)
    else:
        visit(walk, node, scope, inner)
        if node.type in _LEAVING:
            walk.builder.leave(inner)
    return inner


def switch(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`switch`: each case knows the value that it is for."""
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    visit(walk, value, scope, block)
    if body is None:
        return NONE
    inner = walk.builder.scope("block", scope, body, block=block)
    branch = node.start_byte + 1
    values: list[tree_sitter.Node] = []
    earlier: list[tree_sitter.Node] = []
    for case in body.named_children:
        wanted = case.child_by_field_name("value")
        if wanted is not None:
            visit(walk, wanted, inner, block)
            values.append(wanted)
        content = case.children_by_field_name("body")
        if not content:
            continue
        own = walk.builder.block(block, branch)
        known = cases(walk, value, earlier if wanted is None else values, inner, block, holds=wanted is not None)
        narrow(walk, known, inner, own, case.start_byte)
        for child in content:
            visit(walk, child, inner, own)
        if any(child.type in _LEAVING and child.type != "break_statement" for child in content):
            walk.builder.leave(own)
        earlier += values
        values = []
    return NONE


def for_each(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`for (… of …)`, `for (… in …)`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    found = visit(walk, right, scope, block)
    inner = walk.builder.block(block)
    own = walk.builder.scope("block", scope, node, block=inner)
    if left is not None:
        value = make(walk, "literal", "string")
        if operator is not None and operator.type == "of":
            value = make(walk, "element", "", [found]) if found >= 0 else NONE
        if node.child_by_field_name("kind") is not None:
            pattern(walk, left, value, own, inner, left.end_byte, "loop")
        else:
            occur_written(walk, left, own, inner)
    body = node.child_by_field_name("body")
    visit(walk, body, own, inner)
    return NONE


def occur_written(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A name, or anything else, that is written to."""
    if node.type == "identifier":
        occur(walk, node, "write", scope, block)
    else:
        visit(walk, node, scope, block)


def loop(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`for (;;)`, `while`, `do`: the body knows what the condition says."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    inner = walk.builder.block(block)
    own = walk.builder.scope("block", scope, node, block=inner) if node.type == "for_statement" else scope
    for child in node.named_children:
        if body is None or child != body:
            visit(walk, child, own, inner)
        elif node.type != "do_statement":
            narrow(walk, both(walk, condition, own, inner)[0], own, inner, child.start_byte)
            visit(walk, child, own, inner)
        else:
            visit(walk, child, own, inner)
    return NONE


def tried(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`try`: its parts each have a block."""
    for child in node.named_children:
        visit(walk, child, scope, walk.builder.block(block))
    return NONE


def caught(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`catch`."""
    own = walk.builder.scope("block", scope, node, block=block)
    name, body = node.child_by_field_name("parameter"), node.child_by_field_name("body")
    if name is not None:
        value = typed(walk, node.child_by_field_name("type"), scope, block)
        pattern(walk, name, make(walk, "cast", "", [value]) if value >= 0 else NONE, own, block, name.end_byte)
    if body is not None:
        statements(walk, body, own, block)
    return NONE


def returned(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`return`."""
    values = [child for child in node.named_children if child.type != "comment"]
    value = visit(walk, values[0], scope, block) if values else make(walk, "basic", "undefined")
    if walk.function >= 0:
        walk.builder.results.setdefault(walk.function, []).append(Result(value, scope, block, node.end_byte))
        expect(walk, value, Context("result", scope, block, node.end_byte, number=walk.function))
    return NONE


def labeled(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`label: …`."""
    return visit(walk, node.child_by_field_name("body"), scope, block)


def ternary(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`a ? b : c`."""
    condition = node.child_by_field_name("condition")
    visit(walk, condition, scope, block)
    holds, fails = both(walk, condition, scope, block)
    yes = visit_knowing(walk, node.child_by_field_name("consequence"), holds, scope, block)
    no = visit_knowing(walk, node.child_by_field_name("alternative"), fails, scope, block)
    return make(walk, "either", "", [yes, no])


def visit_knowing(walk: Walk, node: tree_sitter.Node | None, known: list[Test], scope: int, block: int) -> int:
    """A part of an expression in which something is known of variables."""
    if node is not None and known:
        block = walk.builder.block(block)
        narrow(walk, known, scope, block, node.start_byte)
    return visit(walk, node, scope, block)


_NAMED = frozenset({"object", "defined"})
_LEAVING = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
_DECLARING = frozenset(
    {
        *("lexical_declaration", "class_declaration", "abstract_class_declaration", "function_declaration"),
        *("generator_function_declaration", "interface_declaration", "type_alias_declaration", "enum_declaration"),
        *("internal_module", "function_signature", "export_statement", "import_statement", "import_alias"),
        "ambient_declaration",
    }
)
