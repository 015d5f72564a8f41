"""Types as they are written in code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .names import class_name

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["basic_type", "either", "is_vague", "type_of"]

_VAGUE = frozenset({"array", "iterable", "mixed", "object", "callable", ""})


def type_of(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> int:
    """The expression of a type, all names in it noted."""
    if node is None:
        return NONE
    kind = node.type
    if kind == "named_type":
        inner = node.named_children[-1]
        if inner.type == "name":
            return named(walk, inner, scope, block)
        return class_name(walk, inner, scope, block, "type")
    if kind == "primitive_type":
        return basic_type(walk, walk.text(node))
    if kind == "optional_type":
        inner = type_of(walk, node.named_children[-1], scope, block)
        return either(walk, [inner, basic_type(walk, "null")])
    if kind in ("union_type", "intersection_type", "disjunctive_normal_form_type", "type_list"):
        return either(walk, [type_of(walk, child, scope, block) for child in node.named_children])
    return NONE


def named(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A type that is a single name."""
    word = walk.text(node).lower()
    if word == "self":
        return walk.builder.expression(("object", "", (), (), walk.owner)) if walk.owner >= 0 else NONE
    if word == "static":
        return walk.builder.expression(("own", "", (), (), NONE))
    if word == "parent":
        return NONE
    return class_name(walk, node, scope, block, "type")


def basic_type(walk: Walk, word: str) -> int:
    """A type that has a word of its own."""
    word = _SAME.get(word.lower(), word.lower())
    return NONE if word in _VAGUE else walk.builder.expression(("basic", word, (), (), NONE))


def either(walk: Walk, parts: list[int]) -> int:
    """One of several types; those of which nothing is known are left out."""
    known = tuple(dict.fromkeys(part for part in parts if part >= 0))
    if len(known) < 2:  # noqa: PLR2004 - nothing to choose from
        return known[0] if known else NONE
    return walk.builder.expression(("either", "", known, (), NONE))


def is_vague(walk: Walk, node: tree_sitter.Node | None) -> bool:
    """Whether a written type says less than a comment may: nothing, or that it is some array, object or function."""
    if node is None:
        return True
    if node.type == "optional_type":
        return is_vague(walk, node.named_children[-1])
    if node.type == "primitive_type":
        return walk.text(node).lower() in _VAGUE
    if node.type == "named_type":
        return walk.text(node).rpartition("\\")[2].lower() in _OPEN
    if node.type == "union_type":
        return any(is_vague(walk, child) for child in node.named_children)
    return False


_SAME = {"integer": "int", "boolean": "bool", "double": "float", "false": "bool", "true": "bool", "never": "void"}
_OPEN = frozenset(
    {"traversable", "iterator", "generator", "iteratoraggregate", "arrayaccess", "closure", "static", "self"}
)
