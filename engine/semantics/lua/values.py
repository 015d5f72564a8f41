"""Expressions: names, members, calls, tables, functions; what each may be, and every name in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, spaced
from ..builder import first_in, text_of
from ..wanting import value, visit, visit_children
from .comments import read_doc
from .state import ENVIRONMENTS, GLOBAL, Table, content_of, key_of, make
from .tables import function, metatable, table

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["HANDLERS", "member", "module_of"]

MAX_ARGUMENTS = 3
MAX_TEXT = 80
REQUIRE = frozenset({"require", "dofile"})


def wanted_name(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A bare name that is read."""
    name = text_of(node)
    walk.builder.occur(name, node, "read", scope, block)
    return make(walk, "name", name) if wanted else NONE


def member(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool, role: str = "read") -> int:
    """`a.b`, `a["b"]`; the other things in brackets are but read."""
    owner, key = node.child_by_field_name("table"), key_of(node)
    if key is None or owner is None:
        visit_children(walk, node, scope, block)
        return NONE
    name = text_of(key)
    if owner.type == "identifier":
        holding = text_of(owner)
        if holding in ENVIRONMENTS:
            walk.builder.occur(name, key, role, GLOBAL, block)
            return make(walk, "name", name) if wanted else NONE
        walk.builder.occur(holding, owner, "read", scope, block)
        before = make(walk, "name", holding)
    else:
        before = value(walk, owner, scope, block)
    walk.builder.occur(name, key, role, scope, block, before if before >= 0 else UNREADABLE)
    return make(walk, "member", name, (before,)) if wanted else NONE


def call(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A call; `require`, and what gives a table its metatable, mean more than that."""
    callee, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if callee is None or arguments is None:
        visit_children(walk, node, scope, block)
        return NONE
    given = [child for child in arguments.named_children if child.type != "comment"]
    if callee.type == "identifier":
        name = text_of(callee)
        walk.builder.occur(name, callee, "call", scope, block)
        module = module_of(node) if name in REQUIRE else ""
        if module:
            return make(walk, "module", module)
        if name == "setmetatable" and given:
            return metatable(walk, given, scope, block)
        called = make(walk, "name", name) if wanted else NONE
    elif callee.type in ("dot_index_expression", "method_index_expression"):
        called = member(walk, callee, scope, block, wanted, "call")
    else:
        called = value(walk, callee, scope, block)
    if not wanted:
        visit_children(walk, arguments, scope, block)
        return NONE
    parts = [value(walk, child, scope, block) for child in given[:MAX_ARGUMENTS]]
    for child in given[MAX_ARGUMENTS:]:
        visit(walk, child, scope, block)
    return make(walk, "call", "", (called, *parts))


def module_of(node: tree_sitter.Node | None) -> str:
    """The module that a call of `require` names; empty for anything else."""
    if node is None or node.type != "function_call":
        return ""
    callee, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if callee is None or arguments is None or text_of(callee) not in (*REQUIRE, "pcall"):
        return ""
    given = arguments.named_children
    if text_of(callee) == "pcall":
        given = given[1:] if given and text_of(given[0]) in REQUIRE else []
    content = content_of(given[0]) if given else None
    return text_of(content) if content is not None else ""


def written_table(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A table that no name is given to."""
    del wanted
    number = table(walk, node, "", node, (scope, block, scope))
    walk.tables[NONE, str(node.id)] = Table(number)
    return make(walk, "defined", number=number)


def nameless(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A function that no name is given to."""
    del wanted
    return make(walk, "defined", number=function(walk, node, "", node, (scope, block, scope)))


def either(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """An operator: `or` gives one of two, `and` the second, others what the library has."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    middle = left.next_sibling if left is not None else None
    operator = middle.type if middle is not None else ""
    if operator not in ("or", "and") or not wanted:
        visit_children(walk, node, scope, block)
        return make(walk, "literal", "bool") if wanted and operator in _COMPARING else NONE
    if operator == "and":
        if left is not None:
            visit(walk, left, scope, block)
        return value(walk, right, scope, block)
    return make(walk, "either", "", (value(walk, left, scope, block), value(walk, right, scope, block)))


def text(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A string."""
    del scope, block
    content = content_of(node)
    said = text_of(content) if content is not None else ""
    return make(walk, "literal", "str", names=(said,) if said and len(said) < MAX_TEXT else ()) if wanted else NONE


def inner(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """Brackets around an expression."""
    first = first_in(node)
    if first is None:
        return NONE
    if wanted:
        return value(walk, first, scope, block)
    visit(walk, first, scope, block)
    return NONE


def _literal(kind: str) -> Handler:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
        del node, scope, block
        return make(walk, "literal", kind) if wanted else NONE

    return handler


def _unknown(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """What may be anything, with names in it."""
    del wanted
    visit_children(walk, node, scope, block)
    return NONE


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """What has no name in it."""
    del walk, node, scope, block, wanted
    return NONE


def comment(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A comment within an expression: types that it names."""
    del wanted
    read_doc(walk, [node], scope, block)
    return NONE


def label(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`goto name`."""
    del wanted, scope
    name = first_in(node)
    if name is not None:
        walk.builder.occur(text_of(name), name, "read", walk.labels, block, form="label")
    return NONE


def labelled(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`::name::`."""
    del wanted, scope
    name = first_in(node)
    if name is not None:
        builder = walk.builder
        builder.bind((walk.labels, block), spaced("label", text_of(name)), "assign", name, name.start_byte)
    return NONE


_COMPARING = frozenset({"==", "~=", "<", ">", "<=", ">="})
"""Operators that give a truth value whatever they are applied to; all others may be given another meaning."""
HANDLERS: dict[str, Handler] = {
    "identifier": wanted_name,
    "dot_index_expression": member,
    "bracket_index_expression": member,
    "function_call": call,
    "table_constructor": written_table,
    "function_definition": nameless,
    "binary_expression": either,
    "unary_expression": _unknown,
    "parenthesized_expression": inner,
    "string": text,
    "number": _literal("number"),
    "true": _literal("bool"),
    "false": _literal("bool"),
    "nil": _literal("None"),
    "vararg_expression": _nothing,
    "attribute": _nothing,
    "comment": comment,
    "goto_statement": label,
    "label_statement": labelled,
}
