"""What a condition says of the variables in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import Narrowing
from .expressions import expression
from .state import named

if TYPE_CHECKING:
    from collections.abc import Iterable

    import tree_sitter

    from .state import Walk

__all__ = ["Test", "conditions", "denied", "narrow"]


class Test(NamedTuple):
    """One thing that a condition says: the variable is, or is not, of a class."""

    text: str
    classes: int
    sign: str


def conditions(walk: Walk, node: tree_sitter.Node | None, *, holds: bool = True) -> list[Test]:
    """What is known of variables where the condition holds, or where it does not."""
    if node is None:
        return []
    kind = node.type
    if kind == "parenthesized_expression":
        return conditions(walk, named(node, 0), holds=holds)
    if kind == "not_operator":
        return conditions(walk, node.child_by_field_name("argument"), holds=not holds)
    if kind == "boolean_operator":
        operator = node.child_by_field_name("operator")
        if operator is not None and (operator.type == "and") == holds:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            return conditions(walk, left, holds=holds) + conditions(walk, right, holds=holds)
        return []
    if kind == "call" and holds:
        found = _class_test(walk, node) or _told(walk, node)
        return [found] if found is not None else []
    return []


def denied(walk: Walk, node: tree_sitter.Node | None) -> list[Test]:
    """What is known where a condition does not hold; also of one that is a single test of an instance."""
    if node is None or node.type != "call":
        return conditions(walk, node, holds=False)
    return [test._replace(sign="not") for test in conditions(walk, node) if test.sign == "instance"]


def narrow(walk: Walk, found: Iterable[Test], scope: int, block: int, position: int) -> None:
    """Take note of what holds in a block from a position on."""
    walk.builder.narrowings.extend(Narrowing(scope, *test, position, block) for test in found)


def _class_test(walk: Walk, node: tree_sitter.Node) -> Test | None:
    sign = _TESTS.get((node.child_by_field_name("function") or node).text or b"")
    arguments = node.child_by_field_name("arguments")
    if sign is None or arguments is None or len(arguments.named_children) != 2:  # noqa: PLR2004 - variable, class
        return None
    variable, classes = arguments.named_children
    if variable.type == "named_expression":
        variable = variable.child_by_field_name("name") or variable
    if variable.type not in ("identifier", "attribute"):
        return None
    return Test(walk.text(variable), expression(walk, classes), sign)


def _told(walk: Walk, node: tree_sitter.Node) -> Test | None:
    """What a function of the project may say of its first argument; whether it does is declared by what it gives."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or function.type not in ("identifier", "attribute") or arguments is None:
        return None
    variable = named(arguments, 0)
    if variable is None or variable.type not in ("identifier", "attribute"):
        return None
    callee = expression(walk, function)
    if callee < 0:
        return None
    return Test(walk.text(variable), walk.builder.expression(("item", "", (callee,), (), 0)), "told")


_TESTS = {b"isinstance": "instance", b"issubclass": "subclass"}
