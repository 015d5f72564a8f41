"""From nodes to expression trees: what a value is made of, as far as its type may depend on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import ends, pair
from .state import named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import tree_sitter

    from .state import Walk

__all__ = ["annotation", "content_range", "expression", "string_text", "written_annotation"]

MAX_DEPTH = 12
MAX_ARGUMENTS = 3
MAX_KEYWORDS = 4
MAX_ELEMENTS = 3
MAX_ITEMS = 6
MAX_TEXT = 80


def expression(walk: Walk, node: tree_sitter.Node | None, depth: int = 0, typed: bool = False) -> int:  # noqa: FBT002 - by position, since it is called more often than anything else
    """The index of the tree of a node, NONE where it cannot be said. In a `typed` place strings are read as types."""
    if node is None or depth > MAX_DEPTH:
        return NONE
    kind = node.type
    if kind == "identifier":
        return walk.builder.name(walk.text(node))
    maker = _MAKERS.get(kind)
    return NONE if maker is None else maker(walk, node, depth, typed)


def annotation(walk: Walk, node: tree_sitter.Node | None) -> int:
    """The tree of an annotation."""
    return expression(walk, node, 0, True)


def string_text(walk: Walk, node: tree_sitter.Node) -> str | None:
    """The content of a plain string without escapes or parts, else None."""
    if node.child_count == 3 and (middle := node.child(1)) is not None and middle.type == "string_content":  # noqa: PLR2004 - its two ends and its content
        return walk.text(middle)
    content = [child for child in node.named_children if child.type == "string_content"]
    if len(content) != 1 or node.named_child_count > 3:  # noqa: PLR2004 - its two ends and its content
        return None
    return walk.text(content[0])


def content_range(node: tree_sitter.Node) -> tree_sitter.Range:
    """Where the content of a plain string stands."""
    return next(child for child in node.named_children if child.type == "string_content").range


def written_annotation(walk: Walk, part: tree_sitter.Range) -> int:
    """The tree of an annotation that stands in a string or comment."""
    return _written(walk, part, 0)


def _written(walk: Walk, part: tree_sitter.Range, depth: int) -> int:
    inner = walk.reparse(part).root_node.named_children
    return expression(walk, inner[0], depth, True) if len(inner) == 1 else NONE


def _make(
    walk: Walk, op: str, text: str = "", parts: Iterable[int] = (), names: tuple[str, ...] = (), number: int = NONE
) -> int:
    return walk.builder.expression((op, text, tuple(parts), names, number))


def _member(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    owner, member = ends(node, "object", "attribute")
    owner, member = owner or named(node, 0), member or named(node, -1)
    if owner is None or member is None:
        return NONE
    found = expression(walk, owner, depth + 1, typed)
    return walk.builder.expression(("member", walk.text(member), (found,), (), NONE))


def _call(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    del typed
    function, arguments = pair(node, "function", "arguments")
    positional: list[int] = []
    names: list[str] = []
    values: list[int] = []
    if arguments is not None and arguments.type == "argument_list":
        for child in arguments.named_children:
            kind = child.type
            if kind == "keyword_argument":
                name, value = ends(child, "name", "value")
                if name is not None and len(names) < MAX_KEYWORDS:
                    values.append(expression(walk, value, depth + 3))
                    names.append(walk.text(name))
            elif kind != "comment" and len(positional) < MAX_ARGUMENTS:
                positional.append(expression(walk, child, depth + 3))
    elif arguments is not None:
        positional.append(expression(walk, arguments, depth + 3))
    callee = expression(walk, function, depth + 1)
    return walk.builder.expression(("call", "", (callee, *positional, *values), tuple(names), NONE))


def _inner(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    return expression(walk, named(node, 0), depth, typed)


def _subscript(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    value = node.child_by_field_name("value")
    indices = node.children_by_field_name("subscript")
    return _indexed(walk, value, indices, depth, typed)


def _generic(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    value, parameters = named(node, 0), named(node, 1)
    return _indexed(walk, value, parameters.named_children if parameters is not None else [], depth, typed)


def _indexed(
    walk: Walk, value: tree_sitter.Node | None, indices: list[tree_sitter.Node], depth: int, typed: bool
) -> int:
    typed = typed and not (value is not None and (value.text or b"").endswith(b"Literal"))
    owner = expression(walk, value, depth + 1, typed)
    return _make(walk, "subscript", "", [owner, *(expression(walk, i, depth + 2, typed) for i in indices)])


def _union(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    return _make(walk, "either", "", [expression(walk, c, depth + 1, typed) for c in node.named_children])


def _binary(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    operator = node.child_by_field_name("operator")
    left = expression(walk, node.child_by_field_name("left"), depth + 1, typed)
    right = expression(walk, node.child_by_field_name("right"), depth + 1, typed)
    return _make(walk, "binary", walk.text(operator) if operator is not None else "", [left, right])


def _boolean(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return _make(walk, "either", "", [expression(walk, side, depth + 1, typed) for side in sides])


def _conditional(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    sides = (named(node, 0), named(node, -1))
    return _make(walk, "either", "", [expression(walk, side, depth + 1, typed) for side in sides])


def _yield(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    del depth, typed
    return NONE if any(child.type == "from" for child in node.children) else _make(walk, "sent")


def _await(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    del typed
    return _make(walk, "await", "", [expression(walk, named(node, 0), depth + 1)])


def _string(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    content = string_text(walk, node)
    if typed and content:
        return _written(walk, content_range(node), depth + 1)
    names = (content,) if content and len(content) < MAX_TEXT else ()
    row = ("literal", "bytes", (), (), NONE) if _is_bytes(walk, node) else ("literal", "str", (), names, NONE)
    return walk.builder.expression(row)


def _is_bytes(walk: Walk, node: tree_sitter.Node) -> bool:
    return walk.source[node.start_byte : node.start_byte + 1] in b"bB"


def _literal(kind: str, *, keep: bool = False) -> Callable[[Walk, tree_sitter.Node, int, bool], int]:
    def make(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
        del depth, typed
        return _make(walk, "literal", kind, names=(walk.text(node),) if keep else ())

    return make


def _elements(op: str, depth_step: int, limit: int) -> Callable[[Walk, tree_sitter.Node, int, bool], int]:
    def make(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
        children = [child for child in node.named_children if child.type != "comment"][:limit]
        return _make(walk, op, "", [expression(walk, c, depth + depth_step, typed) for c in children])

    return make


def _dictionary(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    del typed
    pairs = [child for child in node.named_children if child.type == "pair"][:2]
    sides = [pair.child_by_field_name(side) for pair in pairs for side in ("key", "value")]
    return _make(walk, "dict", "", [expression(walk, side, depth + 2) for side in sides])


def _comprehension(op: str) -> Callable[[Walk, tree_sitter.Node, int, bool], int]:
    def make(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
        del typed
        body = node.child_by_field_name("body")
        if body is None:
            return NONE
        if op == "dict":
            parts = [expression(walk, body.child_by_field_name(side), depth + 1) for side in ("key", "value")]
        else:
            parts = [expression(walk, body, depth + 1)]
        return _make(walk, "collected", op, parts, number=node.start_byte)

    return make


def _lambda(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
    del typed
    body = expression(walk, node.child_by_field_name("body"), depth + 1)
    return _make(walk, "function", "", [body], number=node.start_byte)


def _field(field: str) -> Callable[[Walk, tree_sitter.Node, int, bool], int]:
    def make(walk: Walk, node: tree_sitter.Node, depth: int, typed: bool) -> int:
        return expression(walk, node.child_by_field_name(field), depth + 1, typed)

    return make


_MAKERS: dict[str, Callable[[Walk, tree_sitter.Node, int, bool], int]] = {
    "attribute": _member,
    "member_type": _member,
    "call": _call,
    "type": _inner,
    "parenthesized_expression": _inner,
    "expression_statement": _inner,
    "as_pattern_target": _inner,
    "as_pattern": _inner,
    "subscript": _subscript,
    "generic_type": _generic,
    "union_type": _union,
    "binary_operator": _binary,
    "boolean_operator": _boolean,
    "conditional_expression": _conditional,
    "yield": _yield,
    "await": _await,
    "string": _string,
    "concatenated_string": _literal("str"),
    "integer": _literal("int", keep=True),
    "float": _literal("float"),
    "true": _literal("bool"),
    "false": _literal("bool"),
    "comparison_operator": _literal("bool"),
    "not_operator": _literal("bool"),
    "none": _literal("None"),
    "ellipsis": _literal("..."),
    "list": _elements("list", 2, MAX_ELEMENTS),
    "set": _elements("set", 2, MAX_ELEMENTS),
    "tuple": _elements("tuple", 1, MAX_ITEMS),
    "expression_list": _elements("tuple", 1, MAX_ITEMS),
    "dictionary": _dictionary,
    "list_comprehension": _comprehension("list"),
    "set_comprehension": _comprehension("set"),
    "generator_expression": _comprehension("iter"),
    "dictionary_comprehension": _comprehension("dict"),
    "lambda": _lambda,
    "named_expression": _field("value"),
    "unary_operator": _field("argument"),
}
