"""Branches, loops, blocks and what ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Result
from ..builder import first_in
from ..wanting import value, visit, visit_children
from .assignments import target
from .calls import block_of
from .state import make, suite

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["branches", "cases", "function", "loop", "modified", "rescue", "returned"]


def branches(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`if … elsif … else`, `unless`."""
    branch = node.start_byte + 1
    condition = node.child_by_field_name("condition")
    if condition is not None:
        visit(walk, condition, scope, block)
    parts: list[int] = []
    for field in ("consequence", "alternative"):
        child = node.child_by_field_name(field)
        if child is None:
            continue
        inner = walk.builder.block(block, branch)
        if child.type == "elsif":
            parts.append(branches(walk, child, scope, inner, wanted))
        else:
            parts.append(suite(walk, child, scope, inner, wanted=wanted))
    return make(walk, "either", "", tuple(parts)) if wanted and any(part >= 0 for part in parts) else NONE


def cases(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`case … when`."""
    branch = node.start_byte + 1
    held = node.child_by_field_name("value")
    if held is not None:
        visit(walk, held, scope, block)
    parts: list[int] = []
    for child in node.named_children:
        if child == held:
            continue
        inner = walk.builder.block(block, branch)
        if child.type == "else":
            parts.append(suite(walk, child, scope, inner, wanted=wanted))
            continue
        body = child.child_by_field_name("body")
        for part in child.named_children:
            if part != body:
                visit(walk, part, scope, inner)
        if body is not None:
            parts.append(suite(walk, body, scope, inner, wanted=wanted))
    return make(walk, "either", "", tuple(parts)) if wanted and any(part >= 0 for part in parts) else NONE


def loop(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`for x in y`."""
    del wanted
    pattern, held, body = (node.child_by_field_name(field) for field in ("pattern", "value", "body"))
    if held is not None:
        visit(walk, held, scope, block)
    if pattern is not None:
        target(walk, pattern, NONE, pattern.end_byte, scope, block)
    if body is not None:
        suite(walk, body, scope, walk.builder.block(block))
    return NONE


def rescue(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`rescue A => e`."""
    inner = walk.builder.block(block)
    exceptions, caught, body = (node.child_by_field_name(field) for field in ("exceptions", "variable", "body"))
    classes = (
        [value(walk, child, scope, inner) for child in exceptions.named_children] if exceptions is not None else []
    )
    name = first_in(caught)
    if name is not None and caught is not None:
        parts = tuple(index for index in classes if index >= 0)
        held = make(walk, "instance", "", (make(walk, "either", "", parts),)) if parts else NONE
        target(walk, name, held, caught.end_byte, scope, inner)
    return suite(walk, body, scope, inner, wanted=wanted) if body is not None else NONE


def returned(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`return`."""
    del wanted
    listed = first_in(node)
    values = listed.named_children if listed is not None else []
    if len(values) != 1:
        visit_children(walk, node, scope, block)
        index = NONE if values else make(walk, "literal", "None")
    else:
        index = value(walk, values[0], scope, block)
    if walk.function >= 0:
        walk.builder.results.setdefault(walk.function, []).append(Result(index, scope, block, node.end_byte))
    return make(walk, "literal", "None")


def modified(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`a if b`: what is bound in it is bound only then."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        visit(walk, condition, scope, block)
    inner = walk.builder.block(block)
    if body is None:
        return NONE
    if body.type in ("return", "break", "next"):
        walk.builder.leave(inner)
    if wanted:
        return value(walk, body, scope, inner)
    visit(walk, body, scope, inner)
    return NONE


def function(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`-> (x) { … }`."""
    del wanted
    block_of(walk, node, scope, block)
    return make(walk, "literal", "proc")
