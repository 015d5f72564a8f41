"""What a condition says of the variables in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import Narrowing, spaced
from ..builder import first_in
from .names import class_text
from .state import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    import tree_sitter

    from .state import Walk

__all__ = ["ASSERTING", "Test", "conditions", "denied", "instance_asserted", "narrow"]


class Test(NamedTuple):
    """One thing that a condition says: the variable is, or is not, of a class."""

    text: str
    classes: int
    sign: str


def conditions(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int, *, holds: bool = True) -> list[Test]:
    """What is known of variables where the condition holds, or where it does not."""
    if node is None:
        return []
    kind = node.type
    if kind == "parenthesized_expression":
        return conditions(walk, first_in(node), scope, block, holds=holds)
    if kind == "unary_op_expression" and node.children and node.children[0].type == "!":
        return conditions(walk, node.child_by_field_name("argument"), scope, block, holds=not holds)
    if kind == "binary_expression":
        operator = node.child_by_field_name("operator")
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = operator.type if operator is not None else ""
        if sign == "instanceof" and holds:
            return _class_test(walk, left, right)
        if (sign in ("&&", "and") and holds) or (sign in ("||", "or") and not holds):
            found = conditions(walk, left, scope, block, holds=holds)
            return found + conditions(walk, right, scope, block, holds=holds)
    return []


def denied(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> list[Test]:
    """What is known where a condition that is one test of an instance does not hold."""
    while node is not None and node.type == "parenthesized_expression":
        node = first_in(node)
    if node is None or node.type != "binary_expression":
        return []
    operator = node.child_by_field_name("operator")
    if operator is None or operator.type != "instanceof":
        return []
    return [test._replace(sign="not") for test in conditions(walk, node, scope, block)]


def narrow(walk: Walk, found: Iterable[Test], scope: int, block: int, position: int) -> None:
    """Take note of what holds in a block from a position on."""
    for test in found:
        walk.builder.narrowings.append(Narrowing(scope, *test, position, block))


def instance_asserted(walk: Walk, node: tree_sitter.Node) -> list[Test]:
    """`assertInstanceOf(A::class, $a)`, as tests say it; `A::assertInstanceOf($a)`: of calls of `ASSERTING`."""
    arguments = node.child_by_field_name("arguments")
    if arguments is None or not arguments.named_children:
        return []
    if arguments.named_child_count == 1:
        argument = arguments.named_children[0].named_children[-1:]
        return _class_test(walk, argument[0], node.child_by_field_name("scope")) if argument else []
    wanted, tested = (argument.named_children[-1:] for argument in arguments.named_children[:2])
    if not wanted or not tested or wanted[0].type != "class_constant_access_expression":
        return []
    return _class_test(walk, tested[0], wanted[0].named_children[0])


def _class_test(walk: Walk, left: tree_sitter.Node | None, right: tree_sitter.Node | None) -> list[Test]:
    text = _text(walk, left)
    if not text or right is None or right.type not in _NAMES:
        return []
    tested = class_text(walk, walk.text(right))
    return [Test(text, tested, "instance")] if tested >= 0 else []


def _text(walk: Walk, node: tree_sitter.Node | None) -> str:
    """A variable, or a path of properties, as the linker writes it."""
    while node is not None and node.type == "parenthesized_expression":
        node = first_in(node)
    if node is None:
        return ""
    if node.type == "assignment_expression":
        return _text(walk, node.child_by_field_name("left"))
    if node.type == "variable_name" and node.named_children:
        name = walk.text(node.named_children[0])
        return name if name == "this" else spaced(VARIABLE, name)
    if node.type == "member_access_expression":
        owner, name = _text(walk, node.child_by_field_name("object")), node.child_by_field_name("name")
        if owner and name is not None and name.type == "name":
            return f"{owner}.{spaced(VARIABLE, walk.text(name))}"
    return ""


ASSERTING = "assertInstanceOf"
_NAMES = frozenset({"name", "qualified_name", "relative_name"})
