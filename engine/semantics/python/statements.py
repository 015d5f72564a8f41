"""Statements that branch, loop, hold resources, catch, match, return: blocks, and what is bound or known in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Result
from .assignments import Given, target
from .expressions import expression
from .narrowing import conditions, denied, narrow
from .state import enclosing_function, is_async, named, suite, visit, visit_children

if TYPE_CHECKING:
    import tree_sitter

    from .narrowing import Test
    from .state import Walk

__all__ = [
    "assert_",
    "block_",
    "boolean",
    "conditional",
    "for_",
    "if_",
    "names_of_outer",
    "return_",
    "try_",
    "while_",
    "with_",
    "yield_",
]


def block_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A body that runs with what is around it."""
    suite(walk, node, scope, block)


def if_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`if`, `elif`, `else`: alternatives; each knows what its own and the earlier conditions say."""
    branch = node.start_byte + 1
    condition = node.child_by_field_name("condition")
    first, earlier = _alternative(walk, node, scope, block, branch, ())
    alternatives = node.children_by_field_name("alternative")
    for alternative in alternatives:
        if alternative.type == "elif_clause":
            _, more = _alternative(walk, alternative, scope, block, branch, earlier)
            earlier = [*earlier, *more]
        else:
            inner = walk.builder.block(block, branch)
            narrow(walk, earlier, scope, inner, alternative.start_byte)
            suite(walk, alternative.child_by_field_name("body"), scope, inner)
    if walk.builder.blocks[first].leaves:
        after = conditions(walk, condition, holds=False) if alternatives else denied(walk, condition)
        narrow(walk, after, scope, block, node.end_byte)


def _alternative(
    walk: Walk, node: tree_sitter.Node, scope: int, block: int, branch: int, earlier: list[Test] | tuple[()]
) -> tuple[int, list[Test]]:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    inner = walk.builder.block(block, branch)
    narrow(walk, earlier, scope, inner, node.start_byte)
    if condition is not None:
        visit(walk, condition, scope, inner if earlier else block)
    if body is not None:
        narrow(walk, conditions(walk, condition), scope, inner, body.start_byte)
        suite(walk, body, scope, inner)
    return inner, denied(walk, condition)


def boolean(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`and`, `or`: the right side knows what the left one says."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        visit_children(walk, node, scope, block)
        return
    visit(walk, left, scope, block)
    _visit_knowing(walk, right, conditions(walk, left, holds=operator.type == "and"), scope, block)


def conditional(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`a if condition else b`."""
    value, condition, other = named(node, 0), named(node, 1), named(node, 2)
    if value is None or condition is None or other is None:
        visit_children(walk, node, scope, block)
        return
    visit(walk, condition, scope, block)
    _visit_knowing(walk, value, conditions(walk, condition), scope, block)
    visit(walk, other, scope, block)


def assert_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`assert`: what it says holds from here on."""
    visit_children(walk, node, scope, block)
    narrow(walk, conditions(walk, named(node, 0)), scope, block, node.end_byte)


def while_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`while`."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        visit(walk, condition, scope, block)
    inner = walk.builder.block(block)
    if body is not None:
        narrow(walk, conditions(walk, condition), scope, inner, body.start_byte)
        suite(walk, body, scope, inner)
    _alternative_of_loop(walk, node, scope, block)


def for_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`for`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if right is not None:
        visit(walk, right, scope, block)
    inner = walk.builder.block(block)
    if left is not None:
        value = _of(walk, "element", right, asynchronous=is_async(node))
        target(walk, left, Given("loop", value, left.end_byte), scope, inner)
    suite(walk, node.child_by_field_name("body"), scope, inner)
    _alternative_of_loop(walk, node, scope, block)


def _alternative_of_loop(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        visit(walk, alternative, scope, block)


def try_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`try`: its parts each have a block."""
    for child in node.named_children:
        if child.type == "block":
            suite(walk, child, scope, walk.builder.block(block))
        elif child.type in ("except_clause", "except_group_clause"):
            _caught(walk, child, scope, walk.builder.block(block))
        else:
            visit_children(walk, child, scope, block)


def _caught(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    for child in node.named_children:
        if child.type == "as_pattern":
            exception, alias = named(child, 0), child.child_by_field_name("alias")
            if exception is not None:
                visit(walk, exception, scope, block)
            if alias is not None:
                target(walk, alias, Given("caught", _of(walk, "instance", exception), alias.end_byte), scope, block)
        elif child.type == "block":
            suite(walk, child, scope, block)
        else:
            visit(walk, child, scope, block)


def with_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`with`: its targets hold what entering gives."""
    asynchronous = is_async(node)
    for clause in node.named_children:
        for item in clause.named_children if clause.type == "with_clause" else ():
            value = item.child_by_field_name("value") or named(item, 0)
            if value is None:
                continue
            if value.type != "as_pattern":
                visit(walk, value, scope, block)
                continue
            resource, alias = named(value, 0), value.child_by_field_name("alias")
            if resource is not None:
                visit(walk, resource, scope, block)
            if alias is not None:
                entered = _of(walk, "entered", resource, asynchronous=asynchronous)
                target(walk, alias, Given("resource", entered, alias.end_byte), scope, block)
    suite(walk, node.child_by_field_name("body"), scope, block)


def return_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`return`."""
    visit_children(walk, node, scope, block)
    index = enclosing_function(walk, scope)
    if index >= 0:
        value = expression(walk, named(node, 0)) if node.named_children else _none(walk)
        walk.builder.results.setdefault(index, []).append(Result(value, scope, block, node.end_byte))


def yield_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`yield` and `yield from`."""
    visit_children(walk, node, scope, block)
    index = enclosing_function(walk, scope)
    if index >= 0:
        value = expression(walk, named(node, 0)) if node.named_children else NONE
        delegated = any(child.type == "from" for child in node.children)
        result = Result(value, scope, block, node.end_byte, delegated)
        walk.builder.yields.setdefault(index, []).append(result)


def names_of_outer(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`global` and `nonlocal`."""
    where = "module" if node.type == "global_statement" else "enclosing"
    for child in node.named_children:
        name = walk.text(child)
        walk.builder.belongs_outside(scope, name, where)
        walk.builder.occur(name, child, "read", scope, block)


def _visit_knowing(walk: Walk, node: tree_sitter.Node, known: list[Test], scope: int, block: int) -> None:
    if known:
        block = walk.builder.block(block)
        narrow(walk, known, scope, block, node.start_byte)
    visit(walk, node, scope, block)


def _of(walk: Walk, op: str, node: tree_sitter.Node | None, *, asynchronous: bool = False) -> int:
    value = expression(walk, node)
    text = "async" if asynchronous else ""
    return NONE if value < 0 else walk.builder.expression((op, text, (value,), (), NONE))


def _none(walk: Walk) -> int:
    return walk.builder.expression(("literal", "None", (), (), NONE))
