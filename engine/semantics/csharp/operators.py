"""What operators give, and which operand stands last: to the grammar, `?.` binds less than they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..twofold import cast, value
from .types import type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Walk

__all__ = ["operand", "within"]


def operand(walk: Walk, node: tree_sitter.Node, scope: int) -> tuple[int, list[tuple[str, int]]]:
    """The value of the last operand of an expression, and the operators around it with what else they are given.

    The outermost operator stands first. All names are noted.
    """
    around: list[tuple[str, int]] = []
    while True:
        if node.type == "binary_expression":
            operator, last = node.child_by_field_name("operator"), node.child_by_field_name("right")
            left = value(walk, node.child_by_field_name("left"), scope)
            around.append((operator.type if operator is not None else "", left))
        elif node.type == "cast_expression":
            last = node.child_by_field_name("value")
            around.append(("cast", cast(walk, type_of(walk, node.child_by_field_name("type"), scope))))
        elif node.type in _BEFORE and node.named_children:
            last = node.named_children[-1]
            around.append((_BEFORE[node.type], NONE))
        else:
            return value(walk, node, scope), around
        if last is None:
            return NONE, around
        node = last


def within(walk: Walk, last: int, around: list[tuple[str, int]]) -> int:
    """What an expression gives whose last operand is known: `a ?? b` one of both, others a truth or what is left."""
    builder = walk.builder
    for operator, other in reversed(around):
        if operator in _TELLING:
            last = builder.expression(("literal", "bool", (), (), NONE))
        elif operator == "await":
            last = builder.expression(("await", "", (last,), (), NONE)) if last >= 0 else NONE
        elif operator == "??" and last >= 0 and other >= 0:
            last = builder.expression(("either", "", (other, last), (), NONE))
        elif operator != "sign":
            last = other
    return last


_BEFORE = {"await_expression": "await", "prefix_unary_expression": "sign"}
_TELLING = frozenset({"==", "!=", "<", "<=", ">", ">=", "&&", "||"})
