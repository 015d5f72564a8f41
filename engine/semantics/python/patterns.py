"""`match`: alternatives, what their patterns bind and what they say of the subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Narrowing
from .assignments import Given, target
from .state import suite, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["match"]


def match(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A match statement."""
    subjects = node.children_by_field_name("subject")
    for subject in subjects:
        visit(walk, subject, scope, block)
    body = node.child_by_field_name("body")
    subject = subjects[0] if len(subjects) == 1 and subjects[0].type in ("identifier", "attribute") else None
    for case in body.named_children if body is not None else ():
        if case.type != "case_clause":
            continue
        inner = walk.builder.block(block, node.start_byte + 1)
        for child in case.named_children:
            if child.type == "case_pattern":
                _pattern(walk, child, scope, inner, subject)
            elif child.type == "block":
                suite(walk, child, scope, inner)
            else:
                visit(walk, child, scope, inner)


def _pattern(
    walk: Walk, node: tree_sitter.Node, scope: int, block: int, subject: tree_sitter.Node | None, owner: int = NONE
) -> None:
    kind = node.type
    if kind == "class_pattern":
        _class(walk, node, scope, block, subject)
    elif kind == "dotted_name" and node.named_child_count > 1:
        _dotted(walk, node, scope, block)
    elif kind == "dotted_name" and node.named_children:
        target(walk, node.named_children[0], Given("pattern", NONE, node.end_byte), scope, block)
    elif kind == "identifier":
        target(walk, node, Given("pattern", NONE, node.end_byte), scope, block)
    elif kind == "keyword_pattern":
        key, *values = node.named_children
        if owner >= 0:
            instance = walk.builder.expression(("instance", "", (owner,), (), NONE))
            walk.builder.occur(walk.text(key), key, "read", scope, block, instance)
        for value in values:
            _pattern(walk, value, scope, block, None)
    else:
        passed = subject if kind in ("case_pattern", "union_pattern", "as_pattern") else None
        for child in node.named_children:
            _pattern(walk, child, scope, block, passed, owner if kind == "case_pattern" else NONE)


def _class(walk: Walk, node: tree_sitter.Node, scope: int, block: int, subject: tree_sitter.Node | None) -> None:
    head, *parts = node.named_children
    owner = _dotted(walk, head, scope, block)
    if subject is not None:
        walk.builder.narrowings.append(Narrowing(scope, walk.text(subject), owner, "instance", node.start_byte, block))
    for part in parts:
        _pattern(walk, part, scope, block, None, owner)


def _dotted(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """Occurrences of a dotted name, and its expression."""
    owner = NONE
    for child in node.named_children:
        name = walk.text(child)
        walk.builder.occur(name, child, "read", scope, block, owner)
        parts = (owner,) if owner >= 0 else ()
        owner = walk.builder.expression(("member" if parts else "name", name, parts, (), NONE))
    return owner
