"""Statements that branch, loop and catch: blocks, and what is bound or known in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, spaced
from ..builder import first_in
from ..wanting import value, visit, visit_children
from .docs import read_doc
from .expressions import Given, target
from .narrowing import conditions, denied, narrow
from .state import VARIABLE, suite
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from .narrowing import Test
    from .state import Handler, Walk

__all__ = ["HANDLERS"]


def _body(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> None:
    """A statement, or several in braces or up to `end…;`."""
    if node is None:
        return
    suite(walk, node.named_children if node.type in _BLOCKS else [node], scope, block)


def compound(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """Statements in braces that run with what is around them."""
    del wanted
    suite(walk, node.named_children, scope, block)
    return NONE


def statement(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """An expression; what the comment above says of a variable holds from here on."""
    del wanted
    comment = walk.comment
    inner = first_in(node)
    if comment is None or b"@var" not in (comment.text or b""):
        if inner is not None:
            visit(walk, inner, scope, block)
        return NONE
    doc = read_doc(walk, comment, scope, block)
    walk.comment = None
    assigned = inner.child_by_field_name("left") if inner is not None and inner.type in _ASSIGNING else None
    name = ""
    if assigned is not None and assigned.type == "variable_name" and assigned.named_children:
        name = walk.text(assigned.named_children[0])
    for variable, kind in doc.variables.items():
        if variable != name:
            _said(walk, comment, variable, kind, (scope, block), comment.end_byte)
    if inner is not None:
        visit(walk, inner, scope, block)
    kind = doc.variables.get(name, doc.kind if name and not doc.variables else NONE)
    if name and kind >= 0:
        _said(walk, comment, name, kind, (scope, block), node.end_byte)
    return NONE


def _said(walk: Walk, node: tree_sitter.Node, name: str, kind: int, place: tuple[int, int], position: int) -> None:
    if kind >= 0:
        walk.builder.bind(place, spaced(VARIABLE, name), "assign", node, position, annotation=kind)


def _said_before(walk: Walk, scope: int, block: int) -> None:
    """What the comment above a statement says of variables."""
    comment, walk.comment = walk.comment, None
    if comment is not None and b"@var" in (comment.text or b""):
        for name, kind in read_doc(walk, comment, scope, block).variables.items():
            _said(walk, comment, name, kind, (scope, block), comment.end_byte)


def if_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`if`, `elseif`, `else`: alternatives; each knows what its own and the earlier conditions say."""
    del wanted
    _said_before(walk, scope, block)
    branch = node.start_byte + 1
    condition = node.child_by_field_name("condition")
    first, earlier = _alternative(walk, node, scope, block, branch, [])
    alternatives = node.children_by_field_name("alternative")
    for alternative in alternatives:
        if alternative.type == "else_if_clause":
            _, more = _alternative(walk, alternative, scope, block, branch, earlier)
            earlier = [*earlier, *more]
        else:
            inner = walk.builder.block(block, branch)
            opposite = [*conditions(walk, condition, scope, block, holds=False), *earlier]
            narrow(walk, opposite, scope, inner, alternative.start_byte)
            _body(walk, alternative.child_by_field_name("body"), scope, inner)
    if walk.builder.blocks[first].leaves:
        after = conditions(walk, condition, scope, block, holds=False)
        if not alternatives:
            after += denied(walk, condition, scope, block)
        narrow(walk, after, scope, block, node.end_byte)
    return NONE


def _alternative(
    walk: Walk, node: tree_sitter.Node, scope: int, block: int, branch: int, earlier: list[Test]
) -> tuple[int, list[Test]]:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    inner = walk.builder.block(block, branch)
    narrow(walk, earlier, scope, inner, node.start_byte)
    if condition is not None:
        visit(walk, condition, scope, inner if earlier else block)
    if body is not None:
        narrow(walk, conditions(walk, condition, scope, block), scope, inner, body.start_byte)
        _body(walk, body, scope, inner)
    return inner, denied(walk, condition, scope, block)


def while_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`while`, `do`."""
    del wanted
    _said_before(walk, scope, block)
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        visit(walk, condition, scope, block)
    inner = walk.builder.block(block)
    if body is not None:
        if node.type == "while_statement":
            narrow(walk, conditions(walk, condition, scope, block), scope, inner, body.start_byte)
        _body(walk, body, scope, inner)
    return NONE


def for_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`for`."""
    del wanted
    _said_before(walk, scope, block)
    body = node.child_by_field_name("body")
    for child in node.named_children:
        if body is None or child.id != body.id:
            visit(walk, child, scope, block)
    _body(walk, body, scope, walk.builder.block(block))
    return NONE


def foreach(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`foreach ($a as $k => $v)`."""
    del wanted
    comment = walk.comment
    _said_before(walk, scope, block)
    body = node.child_by_field_name("body")
    parts = [c for c in node.named_children if c.type != "comment" and (body is None or c.id != body.id)]
    inner = walk.builder.block(block)
    if parts:
        iterated = value(walk, parts[0], scope, block)
        element = walk.builder.expression(("element", "", (iterated,), (), NONE)) if iterated >= 0 else NONE
        last = parts[-1] if len(parts) > 1 else None
        if last is not None and last.type == "pair":
            key, last = last.named_children[0], last.named_children[-1]
            target(walk, key, Given("loop", NONE, last.end_byte), scope, inner)
        if last is not None:
            target(walk, last, Given("loop", element, last.end_byte), scope, inner)
            if comment is not None and last.type == "variable_name" and b"@var" in (comment.text or b""):
                _said_of_loop(walk, comment, last, scope, inner)
    _body(walk, body, scope, inner)
    return NONE


def _said_of_loop(walk: Walk, comment: tree_sitter.Node, last: tree_sitter.Node, scope: int, block: int) -> None:
    """What the comment above a loop says of the variable that it fills."""
    name = walk.text(last.named_children[0])
    wanted = spaced(VARIABLE, name)
    for row in reversed(walk.builder.bindings):
        if row.name == wanted and row.annotation >= 0 and (row.line, row.column) == tuple(comment.start_point):
            _said(walk, comment, name, row.annotation, (scope, block), last.end_byte + 1)
            return


def try_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`try`: its parts each have a block."""
    del wanted
    for child in node.named_children:
        if child.type == "compound_statement":
            suite(walk, child.named_children, scope, walk.builder.block(block))
        elif child.type == "catch_clause":
            _caught(walk, child, scope, walk.builder.block(block))
        elif child.type == "finally_clause":
            _body(walk, child.child_by_field_name("body"), scope, block)
    return NONE


def _caught(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    kind = type_of(walk, node.child_by_field_name("type"), scope, block)
    name = node.child_by_field_name("name")
    if name is not None:
        target(walk, name, Given("assign", NONE, name.end_byte, kind), scope, block)
    _body(walk, node.child_by_field_name("body"), scope, block)


def switch(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`switch`: one case may run into the next."""
    del wanted
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        visit(walk, condition, scope, block)
    branch = node.start_byte + 1
    previous_leaves = True
    inner = block
    for child in body.named_children if body is not None else ():
        if child.type not in ("case_statement", "default_statement"):
            visit(walk, child, scope, block)
            continue
        content = child.child_by_field_name("value")
        if content is not None:
            visit(walk, content, scope, block)
        if previous_leaves:
            inner = walk.builder.block(block, branch)
        statements = [c for c in child.named_children if content is None or c.id != content.id]
        leaves = [c.type for c in statements if c.type in _LEAVING]
        suite(walk, [c for c in statements if c.type != "break_statement"], scope, inner)
        previous_leaves = bool(leaves)
    return NONE


def unset(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`unset($a)`."""
    del wanted
    visit_children(walk, node, scope, block)
    return NONE


_BLOCKS = frozenset({"compound_statement", "colon_block"})
_ASSIGNING = frozenset({"assignment_expression", "reference_assignment_expression"})
_LEAVING = frozenset({"break_statement", "return_statement", "continue_statement", "exit_statement"})

HANDLERS: dict[str, Handler] = {
    "compound_statement": compound,
    "colon_block": compound,
    "expression_statement": statement,
    "if_statement": if_,
    "while_statement": while_,
    "do_statement": while_,
    "for_statement": for_,
    "foreach_statement": foreach,
    "try_statement": try_,
    "switch_statement": switch,
    "unset_statement": unset,
}
