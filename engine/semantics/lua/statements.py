"""Statements: functions, branches, loops, what a function or a chunk gives; where names are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Result
from ..builder import first_in, text_of
from ..wanting import value, visit, visit_children
from .assignments import WHOLE, assignment, declaration, doc_of, fresh_scope, instance_of
from .comments import read_doc
from .state import ENVIRONMENTS, GLOBAL, binding_scope, holder, in_scope, key_of, table_at
from .tables import function, metatable

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from .state import Walk

__all__ = ["body"]


def body(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """Statements one after the other: a name that is declared anew is another one from there on."""
    leaves = False
    comments: list[tree_sitter.Node] = []
    for child in node.named_children:
        kind = child.type
        if kind == "comment":
            comments.append(child)
            continue
        walk.documented, comments = comments, []
        handler = _STATEMENTS.get(kind)
        if handler is not None:
            scope = handler(walk, child, scope, block)
        else:
            visit(walk, child, scope, block)
        for comment in walk.documented:
            read_doc(walk, [comment], scope, block)
        walk.documented = []
        leaves = leaves or kind in _LEAVING
    for comment in comments:
        read_doc(walk, [comment], scope, block)
    if leaves:
        walk.builder.leave(block)


def function_declaration(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`function f`, `local function f`, `function M.f`, `function M:f`."""
    name = node.child_by_field_name("name")
    doc = doc_of(walk, scope, block)
    if name is None:
        visit_children(walk, node, scope, block)
        return scope
    builder = walk.builder
    if name.type == "identifier":
        first = node.child(0)
        is_local = first is not None and first.type == "local"
        text = text_of(name)
        own = fresh_scope(walk, [text], node, scope) if is_local else binding_scope(walk, scope, text)
        if own == GLOBAL:
            builder.shared[text] = True
        if is_local:
            builder.bound.add((own, text))
        around = own if is_local else scope
        index = function(walk, node, text, name, (own, block, around), doc=doc)
        builder.bind((own, block), text, "function", name, node.start_byte, number=index)
        return around
    owner, key = name.child_by_field_name("table"), key_of(name)
    if owner is None or key is None:
        visit_children(walk, node, scope, block)
        return scope
    visit(walk, owner, scope, block)
    if owner.type == "identifier" and text_of(owner) in ENVIRONMENTS:
        builder.shared[text_of(key)] = True
        own = GLOBAL
    else:
        known = table_at(walk, owner, scope) or holder(walk, owner, scope, block)
        own = builder.definitions[known.number].own
    implied = name.type == "method_index_expression"
    index = function(walk, node, text_of(key), key, (own, block, scope), implied=implied, doc=doc)
    builder.bind((own, block), text_of(key), "function", key, node.start_byte, number=index)
    return scope


def call_statement(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A call; one that gives a variable a metatable makes it an instance."""
    callee, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if callee is None or arguments is None or text_of(callee) != "setmetatable":
        visit(walk, node, scope, block)
        return scope
    given = [child for child in arguments.named_children if child.type != "comment"]
    visit(walk, callee, scope, block)
    index = metatable(walk, given, scope, block) if given else NONE
    if index >= 0 and walk.builder.op(index) == "made" and given[0].type == "identifier":
        name = text_of(given[0])
        own = binding_scope(walk, scope, name)
        walk.builder.bind((own, block), name, "assign", given[0], node.end_byte, in_scope(walk, index, scope))
        known = instance_of(walk, node, scope)
        if known is not None:
            walk.tables[own, name] = known
    return scope


def inner_scope(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`do … end`."""
    content = node.child_by_field_name("body")
    if content is not None:
        body(walk, content, walk.builder.scope("block", scope, node), walk.builder.block(block))
    return scope


def branches(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`if … elseif … else … end`."""
    branch = node.start_byte + 1
    _alternative(walk, node, scope, block, branch)
    for child in node.children_by_field_name("alternative"):
        _alternative(walk, child, scope, block, branch)
    return scope


def _alternative(walk: Walk, node: tree_sitter.Node, scope: int, block: int, branch: int) -> None:
    condition = node.child_by_field_name("condition")
    if condition is not None:
        visit(walk, condition, scope, block)
    content = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    if content is not None:
        body(walk, content, walk.builder.scope("block", scope, content), walk.builder.block(block, branch))


def loop(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`while`, `for`."""
    builder = walk.builder
    clause, condition = node.child_by_field_name("clause"), node.child_by_field_name("condition")
    if condition is not None:
        visit(walk, condition, scope, block)
    own, inner = builder.scope("block", scope, node), builder.block(block)
    if clause is not None:
        names = [child for child in clause.children_by_field_name("name") if child.type == "identifier"]
        for child in clause.named_children:
            if child.type == "variable_list":
                names += [each for each in child.named_children if each.type == "identifier"]
            elif child not in names:
                visit(walk, child, scope, block)
        for name in names:
            builder.occur(text_of(name), name, "write", own, inner, form="bind")
            builder.bind((own, inner), text_of(name), "loop", name, clause.end_byte)
    content = node.child_by_field_name("body")
    if content is not None:
        body(walk, content, own, inner)
    return scope


def repeat(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`repeat … until`: the condition sees the names of the body."""
    own, inner = walk.builder.scope("block", scope, node), walk.builder.block(block)
    content, condition = node.child_by_field_name("body"), node.child_by_field_name("condition")
    if content is not None:
        body(walk, content, own, inner)
    if condition is not None:
        visit(walk, condition, own, inner)
    return scope


def return_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`return`: of a function its result, of a chunk what the file gives."""
    listed = first_in(node)
    values = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    if not values:
        return scope
    index = value(walk, values[0], scope, block)
    for child in values[1:]:
        visit(walk, child, scope, block)
    builder = walk.builder
    if walk.function >= 0:
        builder.results.setdefault(walk.function, []).append(Result(index, scope, block, node.end_byte))
    elif index >= 0 and node.parent is not None and node.parent.type == "chunk":
        row = builder.expression_at(index)
        kind = "alias" if row is not None and row.op in ("name", "member") else "assign"
        builder.bind((GLOBAL, block), WHOLE, kind, values[0], node.end_byte, in_scope(walk, index, scope))
    return scope


_STATEMENTS: dict[str, Callable[[Walk, tree_sitter.Node, int, int], int]] = {
    "variable_declaration": declaration,
    "assignment_statement": assignment,
    "function_declaration": function_declaration,
    "function_call": call_statement,
    "do_statement": inner_scope,
    "if_statement": branches,
    "while_statement": loop,
    "for_statement": loop,
    "repeat_statement": repeat,
    "return_statement": return_,
}
_LEAVING = frozenset({"return_statement", "break_statement", "goto_statement"})
