"""Values: names, members, calls, lambdas, tests, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Parameter, Result
from ..contexts import expect_arguments
from .conditions import CONDITIONS
from .declarations import variables
from .state import (
    OWN,
    children_of,
    first,
    inside,
    make,
    method,
    named,
    nothing,
    occur,
    parts_of,
    visit,
    visit_children,
)
from .types import TYPES, type_in, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["VALUES"]

MAX_ARGUMENTS = 8


def _identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return named(walk, node, "read", scope)


def _own(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What a function is called on: `this`, `this@Name`."""
    label = first(node, "type_identifier", "simple_identifier")
    if label is None:
        return make(walk, "name", OWN)
    return make(walk, "instance", "", [named(walk, label, "read", scope)])


def _parent(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`super`, `super<Name>`."""
    kind = first(node, "user_type")
    if kind is not None:
        return make(walk, "instance", "", [typed(walk, kind, scope)])
    return make(walk, "super", "", [make(walk, "self", "instance", number=walk.owner)]) if walk.owner >= 0 else NONE


def _parts(node: tree_sitter.Node) -> tuple[tree_sitter.Node | None, tree_sitter.Node | None]:
    """What stands before the last dot, and the name behind it."""
    children = _pair(node)
    if len(children) < 2 or children[-1].type != "navigation_suffix":  # noqa: PLR2004
        return (children[0] if children else None), None
    return children[0], first(children[-1], "simple_identifier")


def _pair(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What `children_of` gives of a node that has two parts, nearly always without a comment between them."""
    children = node.named_children
    return children if len(children) == 2 else children_of(node)  # noqa: PLR2004


def _member(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    owner, name = _parts(node)
    found = visit(walk, owner, scope)
    if name is None:
        return NONE
    return named(walk, name, role, scope, found)


def _written(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What is assigned to."""
    children = children_of(node)
    found = NONE
    for number, child in enumerate(children):
        last = number == len(children) - 1
        if child.type == "navigation_suffix":
            name = first(child, "simple_identifier")
            if name is not None:
                found = named(walk, name, "write" if last else "read", scope, found)
        elif child.type == "indexing_suffix":
            visit_children(walk, child, scope)
            found = make(walk, "subscript", "", [found, NONE])
        elif child.type == "simple_identifier":
            found = named(walk, child, "write" if last else "read", scope)
        else:
            found = visit(walk, child, scope)
    return found


def _assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    target, *values = children_of(node)
    _written(walk, target, scope)
    for value in values:
        visit(walk, value, scope)
    return NONE


def _postfix(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`value!!`, `value++`."""
    value = children_of(node)
    if not value:
        return NONE
    if node.children[-1].type in ("++", "--") and value[0].type == "simple_identifier":
        return named(walk, value[0], "write", scope)
    return visit(walk, value[0], scope)


def _index(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner, *rest = children_of(node)
    found = visit(walk, owner, scope)
    parts = [visit(walk, part, scope) for part in rest]
    return make(walk, "subscript", "", [found, *parts])


# --- calls -----------------------------------------------------------------------------------------------------------


def _call(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`callee(arguments) { lambda }`."""
    children = _pair(node)
    callee, suffix = children[0], children[-1]
    if suffix.type != "call_suffix":
        return visit_children(walk, node, scope)
    name, member, found = None, False, NONE
    kind = callee.type
    if kind == "simple_identifier":
        name = callee
    elif kind == "navigation_expression":
        owner, name = _parts(callee)
        member = True
        found = visit(walk, owner, scope)
    else:
        found = visit(walk, callee, scope)
    if name is None:
        target = found
    else:
        text = method(walk.text(name).strip("`"))
        builder = walk.builder
        target = builder.expression(("member", text, (found,), (), NONE)) if member else builder.name(text)
    return _called(walk, node, (target, name, not member or found >= 0), suffix, scope)


def _called(
    walk: Walk,
    node: tree_sitter.Node,
    called: tuple[int, tree_sitter.Node | None, bool],
    suffix: tree_sitter.Node,
    scope: int,
) -> int:
    target, name, readable = called
    given: list[int] = []
    keywords: list[tuple[tree_sitter.Node, int]] = []
    for child in suffix.named_children:
        kind = child.type
        if kind == "value_arguments":
            _arguments(walk, child, given, keywords, scope)
        elif kind == "annotated_lambda":
            given.append(visit(walk, child, scope))
        elif kind == "type_arguments":
            kinds = [typed(walk, part, scope) for part in children_of(child)]
            target = make(walk, "applied", "", [target, *kinds])
    values = (target, *given[:MAX_ARGUMENTS], *[value for _, value in keywords])
    names = tuple([walk.text(keyword) for keyword, _ in keywords]) if keywords else ()
    row = "call", "named" if names else "", values, names, len(given) + len(names)
    index = walk.builder.expression(row)
    if name is not None:
        receiver = index if readable else UNREADABLE
        occur(walk, walk.text(name).strip("`"), name, "call", scope, receiver, "method")
    for keyword, _ in keywords:
        occur(walk, walk.text(keyword), keyword, "write", scope, index, "keyword")
    if given:
        expect_arguments(walk, index, given, scope, walk.block, node.start_byte)
    return index


def _arguments(
    walk: Walk, node: tree_sitter.Node, given: list[int], keywords: list[tuple[tree_sitter.Node, int]], scope: int
) -> None:
    """Gather the arguments of a call, those with a name beside the others."""
    for argument in children_of(node):
        parts = argument.named_children
        if len(parts) > 1:
            parts = children_of(argument)
        value = visit(walk, parts[-1], scope) if parts else NONE
        keyword = _keyword(argument) if len(parts) > 1 else None
        if keyword is not None:
            keywords.append((keyword, value))
        else:
            given.append(value)


def _keyword(argument: tree_sitter.Node) -> tree_sitter.Node | None:
    if argument.type != "value_argument" or not any(child.type == "=" for child in argument.children):
        return None
    return first(argument, "simple_identifier")


def _infix(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`value name value`."""
    children = children_of(node)
    if len(children) != 3 or children[1].type != "simple_identifier":  # noqa: PLR2004
        return visit_children(walk, node, scope)
    left, name, right = children
    owner, value = visit(walk, left, scope), visit(walk, right, scope)
    target = make(walk, "member", method(walk.text(name)), [owner])
    index = make(walk, "call", "", [target, value], number=1)
    occur(walk, walk.text(name), name, "call", scope, index if owner >= 0 else UNREADABLE, "method")
    expect_arguments(walk, index, [value], scope, walk.block, node.start_byte)
    return index


def _reference(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`Owner::name`, `::name`."""
    children = children_of(node)
    name = children[-1] if children else None
    if name is not None and name.type == "type_identifier":  # `A::class`, `value::class`
        typed(walk, name, scope, "read")
        return make(walk, "literal", "KClass")
    if name is None or name.type != "simple_identifier":  # `a.A::class`, or what the grammar could not read
        found = visit_children(walk, node, scope)
        return make(walk, "literal", "KClass") if node.children[-1].type == "class" else found
    if len(children) > 1:
        kind = children[0].type in TYPES or children[0].type == "type_identifier"
        owner = typed(walk, children[0], scope, "read") if kind else visit(walk, children[0], scope)
        row = walk.builder.expression_at(owner)
        if kind and row is not None and row.op == "subscript":  # `A<*>::f`
            owner = row.parts[0]
        target = make(walk, "member", method(walk.text(name)), [owner])
    else:
        target = make(walk, "name", method(walk.text(name)))
    occur(walk, walk.text(name), name, "read", scope, target, "method")
    return target


def _lambda(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`{ a, b -> … }`: it may be called on something, whose members are seen in it."""
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, walk.block, scope))
    own = builder.definitions[index].own
    parts = parts_of(node)
    listed = parts.get("lambda_parameters")
    found: list[Parameter] = []
    builder.bind((own, NONE), OWN, "receiver", node, node.start_byte, number=index)
    if listed is None:
        builder.bind((own, NONE), "it", "parameter", node, node.start_byte, number=0)
        found.append(Parameter("it", NONE, NONE, "implied"))
    for number, child in enumerate(children_of(listed) if listed is not None else ()):
        name = first(child, "simple_identifier")
        if child.type == "variable_declaration" and name is not None:
            kind = typed(walk, type_in(child), scope)
            builder.bind((own, NONE), walk.text(name), "parameter", name, name.end_byte, annotation=kind, number=number)
            found.append(Parameter(walk.text(name), kind, NONE, ""))
        else:
            variables(walk, child, own, make(walk, "taken", str(number), number=index), child.end_byte)
            found.append(Parameter("", NONE, NONE, ""))
    builder.complete(index, parameters=tuple(found), traits=frozenset({"nameless"}))
    before = walk.block
    walk.block = builder.block(before)
    value = NONE
    body = parts.get("statements")
    if body is not None:
        value = visit_children(walk, body, own)
    builder.results.setdefault(index, []).append(Result(value, own, walk.block, node.end_byte))
    walk.block = before
    return make(walk, "defined", number=index)


# --- statements ------------------------------------------------------------------------------------------------------


def _statements(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kinds = [child.type for child in node.named_children]
    if "property_declaration" in kinds or "function_declaration" in kinds:
        scope = walk.builder.scope("block", scope, node)
    return visit_children(walk, node, scope)


def _for(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    target, *rest = (child for child in children_of(node) if child.type != "annotation")
    values = visit(walk, rest[0], scope) if rest else NONE
    inner = walk.builder.scope("block", scope, node)
    variables(walk, target, inner, make(walk, "element", "", [values]), target.end_byte)
    for part in rest[1:]:
        inside(walk, part, inner)
    return NONE


def _caught(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = first(node, "simple_identifier")
    inner = walk.builder.scope("block", scope, node)
    kind = typed(walk, type_in(node), scope)
    if name is not None:
        walk.builder.bind((inner, walk.block), walk.text(name), "declare", name, name.end_byte, annotation=kind)
    visit(walk, first(node, "statements"), inner)
    return NONE


def _jump(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    values = [child for child in children_of(node) if child.type != "label"]
    found = visit(walk, values[0], scope) if values else NONE
    returns = any(child.type in ("return", "return@") for child in node.children)
    if returns and walk.function >= 0 and first(node, "label") is None:
        rows = walk.builder.results.setdefault(walk.function, [])
        rows.append(Result(found, scope, walk.block, node.end_byte))
    return NONE


def _literal(kind: str) -> Handler:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
        del node, scope
        return make(walk, "literal", kind)

    return handler


def _string(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type == "interpolated_identifier":
            named(walk, child, "read", scope)
        elif child.type == "interpolated_expression":
            visit_children(walk, child, scope)
    return make(walk, "literal", "String")


def _binary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = [visit(walk, child, scope) for child in children_of(node)]
    sign = next((child.type for child in node.children if not child.is_named), "+")
    return make(walk, "binary", sign, parts[:2])


def _comparison(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    visit_children(walk, node, scope)
    return make(walk, "literal", "Boolean")


def _invocation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """An annotation."""
    typed(walk, first(node, "user_type"), scope, "decorate")
    arguments = first(node, "value_arguments")
    for argument in children_of(arguments) if arguments is not None else ():
        parts = children_of(argument)
        visit(walk, parts[-1] if parts else None, scope)
    return NONE


def _type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return typed(walk, node, scope)


VALUES: dict[str, Handler] = {
    **CONDITIONS,
    "simple_identifier": _identifier,
    "this_expression": _own,
    "super_expression": _parent,
    "navigation_expression": _member,
    "assignment": _assignment,
    "postfix_expression": _postfix,
    "indexing_expression": _index,
    "call_expression": _call,
    "infix_expression": _infix,
    "callable_reference": _reference,
    "lambda_literal": _lambda,
    "equality_expression": _comparison,
    "comparison_expression": _comparison,
    "additive_expression": _binary,
    "multiplicative_expression": _binary,
    "statements": _statements,
    "for_statement": _for,
    "catch_block": _caught,
    "jump_expression": _jump,
    "string_literal": _string,
    "integer_literal": _literal("Int"),
    "long_literal": _literal("Long"),
    "real_literal": _literal("Double"),
    "boolean_literal": _literal("Boolean"),
    "character_literal": _literal("Char"),
    "null_literal": _literal("null"),
    "constructor_invocation": _invocation,
    "user_type": _type,
    "nullable_type": _type,
    "function_type": _type,
    "package_header": nothing,
    "label": nothing,
    "line_comment": nothing,
    "multiline_comment": nothing,
    "type_parameters": nothing,
    "getter": nothing,
    "setter": nothing,
}
