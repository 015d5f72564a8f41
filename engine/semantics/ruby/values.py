"""Expressions and statements: names, calls, assignments, blocks, branches; what each may be, and every name in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from ..wanting import value, visit, visit_children
from . import definitions
from .assignments import assignment, bound_in_pattern
from .calls import call
from .flow import branches, cases, function, loop, modified, rescue, returned
from .state import CLASS, is_local, make, own_expression, static, suite

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["HANDLERS"]

MAX_ELEMENTS = 3


def identifier(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A bare name: a local variable, else a call on what `self` is."""
    name = text_of(node)
    if is_local(walk, scope, name):
        walk.builder.occur(name, node, "read", scope, block)
        return make(walk, "name", name) if wanted else NONE
    if name in _WORDS:
        return _word(walk, name)
    return called_on_itself(walk, node, name, scope, block, wanted)


def called_on_itself(walk: Walk, node: tree_sitter.Node, name: str, scope: int, block: int, wanted: bool) -> int:
    """A call without a receiver, without what it is given."""
    own = own_expression(walk)
    walk.builder.occur(name, node, "call", 0 if own == NONE else scope, block, own)
    if not wanted or own == UNREADABLE:
        return NONE
    callee = make(walk, "name", name) if own == NONE else make(walk, "member", name, (own,))
    if own == NONE:
        callee = make(walk, "within", "", (callee,), number=0)
    return make(walk, "call", "", (callee,))


def _word(walk: Walk, name: str) -> int:
    """A bare word that changes what is defined from here on: it is a call, but of the language's own."""
    if name == "module_function":
        walk.shared_functions = True
    elif name in ("private", "public", "protected"):
        walk.shared_functions = False
    return NONE


def constant(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A constant, by its own name."""
    name = text_of(node)
    walk.builder.occur(name, node, "read", scope, block)
    return make(walk, "name", name) if wanted else NONE


def path(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`A::B`, `::A`."""
    del wanted
    outer, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    if name is None:
        visit_children(walk, node, scope, block)
        return NONE
    text = text_of(name)
    if outer is None:
        walk.builder.occur(text, name, "read", 0, block)
        return make(walk, "within", "", (make(walk, "name", text),), number=0)
    before = value(walk, outer, scope, block)
    walk.builder.occur(text, name, "read", scope, block, before if before >= 0 else UNREADABLE)
    return make(walk, "member", text, (before,))


def own(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`self`."""
    del node, scope, block, wanted
    found = own_expression(walk)
    return found if found >= 0 else NONE


def variable(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`@x`, `@@x`: members of what `self` is."""
    owner = own_expression(walk)
    name = text_of(node)
    if name.startswith("@@") and walk.owner >= 0:
        owner = make(walk, "self", CLASS, number=walk.owner)
    elif walk.own == CLASS:
        name = static(name)
    walk.builder.occur(text_of(node), node, "read", scope, block, owner if owner >= 0 else UNREADABLE, "")
    return make(walk, "member", name, (owner,)) if wanted and owner >= 0 else NONE


def global_variable(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$x`: one for the whole program."""
    del scope
    name = text_of(node)
    walk.builder.occur(name, node, "read", 0, block)
    return make(walk, "within", "", (make(walk, "name", name),), number=0) if wanted else NONE


def operation(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`a || b` gives one of the two, `a && b` the second; what other operators give depends on the first."""
    left, right, operator = (node.child_by_field_name(field) for field in ("left", "right", "operator"))
    sign = text_of(operator) if operator is not None else ""
    if not wanted or left is None or right is None:
        visit_children(walk, node, scope, block)
        return NONE
    if sign in ("||", "or"):
        return make(walk, "either", "", (value(walk, left, scope, block), value(walk, right, scope, block)))
    visit(walk, left, scope, block)
    if sign in ("&&", "and"):
        return value(walk, right, scope, block)
    visit(walk, right, scope, block)
    return make(walk, "literal", "bool") if sign in _COMPARING else NONE


def chosen(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`a ? b : c`."""
    condition = node.child_by_field_name("condition")
    if condition is not None:
        visit(walk, condition, scope, block)
    parts = [value(walk, node.child_by_field_name(field), scope, block) for field in ("consequence", "alternative")]
    return make(walk, "either", "", tuple(parts)) if wanted else NONE


def together(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`( … )`, `begin … end`: the value of the last."""
    return suite(walk, node, scope, block, wanted=wanted)


def listed(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`[a, b]`."""
    children = node.named_children
    if not wanted:
        visit_children(walk, node, scope, block)
        return NONE
    parts = tuple(value(walk, child, scope, block) for child in children[:MAX_ELEMENTS])
    for child in children[MAX_ELEMENTS:]:
        visit(walk, child, scope, block)
    return make(walk, "list", "", parts)


def above(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`super`: the method of the same name of a base."""
    del node, scope, block
    own_index = own_expression(walk)
    if not wanted or own_index < 0 or walk.function < 0:
        return NONE
    name = walk.builder.definitions[walk.function].name
    base = make(walk, "super", "", (own_index,))
    return make(walk, "call", "", (make(walk, "member", name, (base,)),))


def renamed(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`alias new old`."""
    del wanted, scope
    new, old = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if new is not None and old is not None and walk.owner >= 0:
        definitions.alias(walk, new, old, block)
    return NONE


def _literal(kind: str) -> Handler:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
        if node.named_child_count:
            visit_children(walk, node, scope, block)
        return make(walk, "literal", kind) if wanted else NONE

    return handler


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    del walk, node, scope, block, wanted
    return NONE


def _keyed(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`key: value`; without a value, the name means that too."""
    del wanted
    key, held = node.child_by_field_name("key"), node.child_by_field_name("value")
    if held is not None:
        visit(walk, held, scope, block)
        if key is not None and key.type not in ("hash_key_symbol", "simple_symbol"):
            visit(walk, key, scope, block)
    elif key is not None and key.type == "hash_key_symbol":
        identifier(walk, key, scope, block, wanted=False)
    return NONE


_WORDS = frozenset({"private", "public", "protected", "module_function", "private_constant", "binding", "__method__"})
_COMPARING = frozenset({"==", "!=", "<", ">", "<=", ">=", "===", "=~", "!~"})
HANDLERS: dict[str, Handler] = {
    "identifier": identifier,
    "constant": constant,
    "scope_resolution": path,
    "self": own,
    "instance_variable": variable,
    "class_variable": variable,
    "global_variable": global_variable,
    "call": call,
    "assignment": assignment,
    "operator_assignment": assignment,
    "class": definitions.class_,
    "module": definitions.class_,
    "singleton_class": definitions.singleton_class,
    "method": definitions.method,
    "singleton_method": definitions.singleton_method,
    "lambda": function,
    "if": branches,
    "unless": branches,
    "case": cases,
    "case_match": cases,
    "for": loop,
    "rescue": rescue,
    "return": returned,
    "binary": operation,
    "conditional": chosen,
    "if_modifier": modified,
    "unless_modifier": modified,
    "rescue_modifier": modified,
    "parenthesized_statements": together,
    "begin": together,
    "then": together,
    "else": together,
    "ensure": together,
    "array": listed,
    "super": above,
    "alias": renamed,
    "pair": _keyed,
    "as_pattern": bound_in_pattern,
    "keyword_pattern": bound_in_pattern,
    "string": _literal("str"),
    "chained_string": _literal("str"),
    "heredoc_beginning": _literal("str"),
    "heredoc_body": _literal("str"),
    "subshell": _literal("str"),
    "regex": _literal("regexp"),
    "simple_symbol": _literal("symbol"),
    "delimited_symbol": _literal("symbol"),
    "integer": _literal("int"),
    "float": _literal("float"),
    "hash": _literal("dict"),
    "range": _literal("range"),
    "string_array": _literal("list"),
    "symbol_array": _literal("list"),
    "true": _literal("bool"),
    "false": _literal("bool"),
    "nil": _literal("None"),
    "comment": _nothing,
    "string_content": _nothing,
    "escape_sequence": _nothing,
    "hash_key_symbol": _nothing,
    "undef": _nothing,
    "uninterpreted": _nothing,
}
