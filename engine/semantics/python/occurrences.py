"""Where names stand: identifiers, members, calls, strings that hold names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import ends, first_in, pair
from .expressions import content_range, expression, string_text
from .state import simple_name, visit, visit_children

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = [
    "call",
    "exported_names",
    "generic_type",
    "identifier",
    "keyword_argument",
    "member",
    "names_in_strings",
    "reference",
    "string",
    "subscript",
    "typed",
    "typed_in",
]

TYPE_FORMS = frozenset(
    {
        *("Optional", "Union", "List", "Dict", "Tuple", "Set", "Type", "Callable", "Mapping"),
        *("Iterable", "Iterator", "Sequence", "Generator", "type", "list", "dict", "tuple", "set"),
    }
)
"""Subscripted in an ordinary expression, these hold types."""
TYPE_FUNCTIONS = frozenset({"cast", "assert_type"})
"""Functions whose first argument is a type."""


def identifier(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A bare name that is read."""
    walk.builder.occur(walk.text(node), node, "type" if walk.in_annotation else "read", scope, block)


def member(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str = "") -> None:
    """A name after a dot."""
    owner, name = ends(node, "object", "attribute")
    if owner is None or name is None:
        visit_children(walk, node, scope, block)
        return
    usual = "type" if walk.in_annotation else "read"
    builder, text = walk.builder, walk.text(name)
    if owner.type == "identifier":  # most are: what is known of it is not found out twice
        held = walk.text(owner)
        builder.occur(text, name, role or usual, scope, block, builder.name(held))
        builder.occur(held, owner, usual, scope, block)
        return
    receiver = expression(walk, owner)
    builder.occur(text, name, role or usual, scope, block, UNREADABLE if receiver < 0 else receiver)
    visit(walk, owner, scope, block)


def reference(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str) -> None:
    """A name in a certain role; anything else than a name, perhaps subscripted, as usual."""
    if node.type == "identifier":
        walk.builder.occur(walk.text(node), node, role, scope, block)
    elif node.type == "attribute":
        member(walk, node, scope, block, role)
    elif node.type == "subscript":
        value = node.child_by_field_name("value")
        if value is not None:
            reference(walk, value, scope, block, role)
        for index in node.children_by_field_name("subscript"):
            typed(walk, index, scope, block)
    else:
        visit(walk, node, scope, block)


def call(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A call: its callee has the role, its arguments may hold types or the names of parameters."""
    function, arguments = pair(node, "function", "arguments")
    callee = function
    while callee is not None and callee.type == "subscript":
        for index in callee.children_by_field_name("subscript"):
            visit(walk, index, scope, block)
        callee = callee.child_by_field_name("value")
    if callee is None or arguments is None or function is None:
        visit_children(walk, node, scope, block)
        return
    kind = callee.type
    if kind == "identifier":
        walk.builder.occur(walk.text(callee), callee, "call", scope, block)
    elif kind == "attribute":
        member(walk, callee, scope, block, "call")
    else:
        visit(walk, callee, scope, block)
    if arguments.type != "argument_list":
        visit(walk, arguments, scope, block)
        return
    if scope == 0 and callee.text == b"__all__.extend":
        exported_names(walk, first_in(arguments), scope, block, more=True)
    _arguments(walk, function, callee, arguments.named_children, scope, block)


def _arguments(
    walk: Walk,
    function: tree_sitter.Node,
    callee: tree_sitter.Node,
    arguments: list[tree_sitter.Node],
    scope: int,
    block: int,
) -> None:
    handlers, receiver = walk.handlers, NONE
    for index, child in enumerate(arguments):
        handler = handlers.get(child.kind_id)
        if handler is keyword_argument:
            if receiver == NONE:
                receiver = expression(walk, function)
            key, value = ends(child, "name", "value")
            if key is not None:
                receiver = UNREADABLE if receiver < 0 else receiver
                walk.builder.occur(walk.text(key), key, "write", scope, block, receiver, "keyword")
            if value is None:
                continue
            child, handler = value, handlers.get(value.kind_id)  # noqa: PLW2901 - of a named argument, its value is visited
            is_type = handler is string and simple_name(walk, callee) == "TypeVar"
        else:
            is_type = index == 0 and handler is string and simple_name(walk, callee) in TYPE_FUNCTIONS
        if is_type:
            typed(walk, child, scope, block)
        elif handler is not None:
            handler(walk, child, scope, block)
        else:
            visit_children(walk, child, scope, block)


def keyword_argument(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A named argument outside of a call: only its value is read."""
    value = node.child_by_field_name("value")
    if value is not None:
        visit(walk, value, scope, block)


def subscript(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A subscript; of the generic types of the library the indices are types."""
    value = node.child_by_field_name("value")
    if value is not None:
        visit(walk, value, scope, block)
    name = simple_name(walk, value)
    for index in node.children_by_field_name("subscript"):
        if name == "Literal":
            _untyped(walk, index, scope, block)
        elif name in TYPE_FORMS:
            typed(walk, index, scope, block)
        else:
            visit(walk, index, scope, block)


def generic_type(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """The same in an annotation."""
    children = node.named_children
    if children and simple_name(walk, children[0]) == "Literal":
        visit(walk, children[0], scope, block)
        for index in (index for child in children[1:] for index in child.named_children):
            for value in index.named_children:  # members of enumerations are names, strings are not
                _untyped(walk, value, scope, block)
    else:
        visit_children(walk, node, scope, block)


def typed(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A place where a type stands: strings in it are read as types."""
    before, walk.in_annotation = walk.in_annotation, True
    if node.type == "type":
        visit_children(walk, node, scope, block)
    else:
        visit(walk, node, scope, block)
    walk.in_annotation = before


def typed_in(walk: Walk, part: tree_sitter.Range, scope: int, block: int) -> None:
    """A type that stands in a comment."""
    before, walk.in_annotation = walk.in_annotation, True
    visit_children(walk, walk.reparse(part).root_node, scope, block)
    walk.in_annotation = before


def string(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A string: a type where one stands, else only what is interpolated counts."""
    if walk.in_annotation:
        content = string_text(walk, node)
        if content and "\n" not in content:
            visit_children(walk, walk.reparse(content_range(node)).root_node, scope, block)
        return
    start = node.start_byte
    if walk.source[start : start + 1] in _QUOTES:  # without a prefix nothing is interpolated
        return
    for child in node.named_children:
        if child.type == "interpolation":
            visit_children(walk, child, scope, block)


def exported_names(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int, *, more: bool = False) -> None:
    """The list of names that a module says it exports, or `more` of them."""
    if node is None or node.type not in _SEQUENCES:
        return
    names = [
        content for child in node.named_children if child.type == "string" and (content := string_text(walk, child))
    ]
    known = walk.builder.exported or []
    walk.builder.exported = [*known, *names] if more else names
    names_in_strings(walk, node, scope, block)


def names_in_strings(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """Strings of a list that name something of the scope."""
    for child in node.named_children if node.type in _SEQUENCES else ():
        content = string_text(walk, child) if child.type == "string" else None
        if content:
            place = next(part for part in child.named_children if part.type == "string_content")
            walk.builder.occur(content, place, "read", scope, block, NONE, "text")


def _untyped(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    before, walk.in_annotation = walk.in_annotation, False
    visit(walk, node, scope, block)
    walk.in_annotation = before


_SEQUENCES = frozenset({"list", "tuple"})
_QUOTES = frozenset({b'"', b"'"})
