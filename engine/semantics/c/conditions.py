"""Parts of the text that may not be there: each is read, and each name in it knows what it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .state import FILE, make, visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from .state import Walk

__all__ = ["CONDITIONAL", "conditional_children"]

CONDITIONAL = frozenset({"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef"})


def conditional_children(walk: Walk, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What is in the parts of a conditional text, one after the other; the names in its conditions are noted."""
    outer = walk.block
    earlier: list[int] = []
    part: tree_sitter.Node | None = node
    while part is not None:
        tested = part.child_by_field_name("name") or part.child_by_field_name("condition")
        following = part.child_by_field_name("alternative")
        holds = NONE
        if tested is not None:
            visit(walk, tested, FILE)
            holds = _condition(walk, part, tested)
        walk.block = _block(walk, outer, earlier, holds, last=tested is None)
        passed = {child.id for child in (tested, following) if child is not None}
        for child in part.named_children:
            if child.id not in passed:
                if child.has_error and _holds_end(child):
                    walk.block = outer
                yield child
        walk.block = outer
        earlier.append(holds)
        part = following


def _holds_end(node: tree_sitter.Node) -> bool:
    """Whether the end of a conditional part is in a node, as an error: what follows depends on nothing.

    So it is where a part holds no whole statement, as an attribute of what follows.
    """
    return any(
        child.type == "ERROR" and (child.text or b"").startswith(b"#endif") for child in (node, *node.named_children)
    )


def _block(walk: Walk, outer: int, earlier: list[int], holds: int, *, last: bool) -> int:
    """The block of a part for which a condition holds, and none of the earlier ones."""
    known = [_made(walk, "not", condition) for condition in earlier if condition >= 0]
    if not last and holds >= 0:
        known.append(holds)
    if not known:
        return outer
    return walk.builder.block(outer, condition=known[0] if len(known) == 1 else _made(walk, "both", *known))


def _condition(walk: Walk, part: tree_sitter.Node, tested: tree_sitter.Node) -> int:
    if part.type in ("preproc_ifdef", "preproc_elifdef"):
        holds = _made(walk, "present", text=walk.text(tested))
        return _made(walk, "not", holds) if part.children[0].type.endswith("ndef") else holds
    return _expression(walk, tested)


def _expression(walk: Walk, node: tree_sitter.Node) -> int:
    """A condition; NONE for what is not worth to be followed."""
    kind = node.type
    if kind == "preproc_defined":
        return _made(walk, "present", text=walk.text(node.named_children[0])) if node.named_children else NONE
    if kind == "identifier":
        return _made(walk, "name", text=walk.text(node))
    if kind == "number_literal":
        return make(walk, "literal", "int", (), (walk.text(node),))
    if kind == "parenthesized_expression" and node.named_children:
        return _expression(walk, node.named_children[0])
    operator = node.child_by_field_name("operator")
    if kind == "unary_expression" and operator is not None and operator.type == "!":
        inner = _expression(walk, node.named_children[-1])
        return NONE if inner < 0 else _made(walk, "not", inner)
    if kind == "binary_expression" and operator is not None and operator.type in _JOINED:
        parts = [_expression(walk, child) for child in node.named_children if child.type != "comment"]
        if operator.type == "||" and NONE in parts:
            return NONE
        known = [part for part in parts if part >= 0]
        return _made(walk, _JOINED[operator.type], *known) if known else NONE
    return NONE


def _made(walk: Walk, op: str, *parts: int, text: str = "") -> int:
    return make(walk, op, text, parts)


_JOINED = {"&&": "both", "||": "any"}
