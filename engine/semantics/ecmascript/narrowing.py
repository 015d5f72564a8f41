"""What a condition says of the variables in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import Narrowing
from ..builder import text_of
from .state import content_of, make

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import tree_sitter

    from .state import Walk

__all__ = ["Test", "both", "cases", "narrow"]


class Test(NamedTuple):
    """One thing that a condition says of a variable."""

    text: str
    classes: int
    sign: str


def narrow(walk: Walk, found: Iterable[Test], scope: int, block: int, position: int) -> None:
    """Take note of what holds in a block from a position on."""
    walk.builder.narrowings.extend(Narrowing(scope, *test, position, block) for test in found)


def both(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> tuple[list[Test], list[Test]]:
    """What is known where the condition holds, and where it does not."""
    if node is None:
        return [], []
    kind = node.type
    if kind == "parenthesized_expression":
        return both(walk, node.named_children[0], scope, block) if node.named_children else ([], [])
    if kind == "unary_expression":
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "!":
            return [], []
        holds, fails = both(walk, node.child_by_field_name("argument"), scope, block)
        return fails, holds
    if kind == "binary_expression":
        return _binary(walk, node, scope, block)
    if kind == "call_expression":
        return _told(walk, node)
    return [], []


def _binary(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> tuple[list[Test], list[Test]]:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return [], []
    sign = operator.type
    if sign in ("&&", "||"):
        first, second = both(walk, left, scope, block), both(walk, right, scope, block)
        return (first[0] + second[0], []) if sign == "&&" else ([], first[1] + second[1])
    if sign == "instanceof":
        text, classes = _variable(left), _path(walk, right)
        if not text or classes < 0:
            return [], []
        return [Test(text, classes, "instance")], [Test(text, classes, "not")]
    if sign == "in" and left.type == "string":
        text, key = _variable(right), make(walk, "literal", content_of(left))
        return ([Test(text, key, "has")], [Test(text, key, "lacks")]) if text else ([], [])
    if sign in ("===", "=="):
        return _equal(walk, left, right)
    if sign in ("!==", "!="):
        holds, fails = _equal(walk, left, right)
        return fails, holds
    return [], []


def _equal(walk: Walk, left: tree_sitter.Node, right: tree_sitter.Node) -> tuple[list[Test], list[Test]]:
    if left.type in _CONSTANT and right.type not in _CONSTANT:
        left, right = right, left
    text, member = _tested(left)
    values = _values(walk, [right], member)
    if not text or values < 0:
        return [], []
    return [Test(text, values, "case")], [Test(text, values, "other")]


def cases(
    walk: Walk,
    value: tree_sitter.Node | None,
    wanted: Sequence[tree_sitter.Node],
    scope: int,
    block: int,
    *,
    holds: bool,
) -> list[Test]:
    """What is known where a value is one of several, or none of them."""
    del scope, block
    while value is not None and value.type == "parenthesized_expression" and value.named_children:
        value = value.named_children[0]
    if value is None or not wanted:
        return []
    text, member = _tested(value)
    values = _values(walk, wanted, member)
    return [Test(text, values, "case" if holds else "other")] if text and values >= 0 else []


def _tested(node: tree_sitter.Node) -> tuple[str, str]:
    """The variable that a comparison is about, and the member of it that is compared; `typeof` for its form."""
    if node.type == "unary_expression":
        operator, argument = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        if operator is not None and operator.type == "typeof" and argument is not None:
            return _variable(argument), ""
    if node.type == "member_expression":
        owner, member = node.child_by_field_name("object"), node.child_by_field_name("property")
        if owner is not None and member is not None:
            return _variable(owner), text_of(member)
    return "", ""


def _values(walk: Walk, nodes: Sequence[tree_sitter.Node], member: str) -> int:
    """A literal of all that a member, or a form of values, is compared with; -1 where one is no constant."""
    names: list[str] = []
    for node in nodes:
        if node.type == "string":
            names.append(content_of(node))
        elif node.type in ("true", "false", "number") or (node.type == "member_expression" and member):
            names.append(walk.text(node))
        else:
            return -1
    return make(walk, "literal", member, names=tuple(names))


def _told(walk: Walk, node: tree_sitter.Node) -> tuple[list[Test], list[Test]]:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or not arguments.named_children:
        return [], []
    callee = _path(walk, function)
    if callee < 0:
        return [], []
    tests: list[Test] = []
    for number, argument in enumerate(arguments.named_children[:2]):
        text = _variable(argument)
        if text:
            tests.append(Test(text, make(walk, "item", "", [callee], number=number), "told"))
    return tests, []


def _variable(node: tree_sitter.Node) -> str:
    """The variable, or dotted path, that a node is; else empty."""
    while node.type in ("parenthesized_expression", "non_null_expression") and node.named_children:
        node = node.named_children[0]
    if node.type in ("identifier", "this"):
        return text_of(node)
    if node.type == "member_expression":
        owner, member = node.child_by_field_name("object"), node.child_by_field_name("property")
        if owner is not None and member is not None:
            base = _variable(owner)
            return f"{base}.{text_of(member)}" if base else ""
    return ""


def _path(walk: Walk, node: tree_sitter.Node) -> int:
    """The expression of a name or dotted path."""
    if node.type == "identifier":
        return walk.builder.name(walk.text(node))
    if node.type == "this":
        return walk.own
    if node.type == "member_expression":
        owner, member = node.child_by_field_name("object"), node.child_by_field_name("property")
        if owner is not None and member is not None:
            base = _path(walk, owner)
            return make(walk, "member", walk.text(member), [base]) if base >= 0 else -1
    return -1


_CONSTANT = frozenset({"string", "true", "false", "number", "null", "undefined"})
