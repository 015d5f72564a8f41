"""Values: names, members, calls, closures, operators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Context, Parameter, Result
from ..contexts import expect_arguments
from .state import (
    children_of,
    first,
    has,
    implied_in,
    make,
    name_of,
    nothing,
    occur,
    reference,
    typed_as,
    visit,
    visit_children,
)
from .types import TYPES, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["VALUES"]

MAX_ARGUMENTS = 8
UNNAMED = 1 << 20
"""Numbers of places of which a call says what is expected there begin here, behind those of definitions."""
_GIVEN = re.compile(rb"\$(\d)")
TRAILING = "*"
"""The label of an argument that stands behind the parentheses."""


def _identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = name_of(node)
    if name == "Self":
        return make(walk, "self", "class", number=walk.owner) if walk.owner >= 0 else NONE
    if name.startswith("$") and name[1:].isdigit():
        return make(walk, "name", name)
    return reference(walk, node, "read", scope)


def _own(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    return make(walk, "self", "instance", number=walk.owner) if walk.owner >= 0 else NONE


def _parent(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return make(walk, "super", "", [_own(walk, node, scope)]) if walk.owner >= 0 else NONE


def _is_implied(node: tree_sitter.Node) -> bool:
    """Whether a member is named without its owner: `.name`."""
    return node.type == "prefix_expression" and bool(node.children) and node.children[0].type == "."


def _parts(node: tree_sitter.Node) -> tuple[tree_sitter.Node | None, tree_sitter.Node | None]:
    """What stands before the last dot, and the name behind it."""
    suffix = node.child_by_field_name("suffix")
    return node.child_by_field_name("target"), suffix.child_by_field_name("suffix") if suffix is not None else None


def _member(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read") -> int:
    owner, name = _parts(node)
    found = visit(walk, owner, scope)
    if name is None:
        return NONE
    if name.type != "simple_identifier":
        text = name_of(name)
        return make(walk, "item", "", [found], number=int(text)) if text.isdigit() else NONE
    if name_of(name) == "self":
        return found
    return reference(walk, name, role, scope, found)


def _prefix(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    target = node.child_by_field_name("target")
    if _is_implied(node) and target is not None:
        return reference(walk, target, "read", scope, walk.implied)
    found = visit(walk, target, scope)
    return make(walk, "literal", "Bool") if has(node, "bang") or node.children[0].type == "bang" else found


# --- calls -----------------------------------------------------------------------------------------------------------


def _call(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    children = children_of(node)
    suffix = children[-1]
    if suffix.type != "call_suffix" or len(children) < 2:  # noqa: PLR2004 - callee, suffix
        return visit_children(walk, node, scope)
    callee = children[0]
    values = first(suffix, "value_arguments")
    if values is not None and values.children and values.children[0].type == "[":
        owner = visit(walk, callee, scope)
        key = make(walk, "item", "", [make(walk, "element", "", [owner])], number=0) if owner >= 0 else NONE
        given, implied = _arguments(walk, suffix, scope, key)
        if implied:
            call = _made_call(walk, make(walk, "member", "subscript", [owner]) if owner >= 0 else NONE, given)
            _expecting(walk, node, scope, (call, given, implied))
        return make(walk, "subscript", "", [owner, *[each[1] for each in given][:1]]) if owner >= 0 else NONE
    name, target, readable = None, NONE, True
    if callee.type == "simple_identifier" and name_of(callee) != "Self":
        name, target = callee, make(walk, "name", name_of(callee))
    elif callee.type == "navigation_expression":
        owner, name = _parts(callee)
        found = visit(walk, owner, scope)
        readable = found >= 0
        if name is not None and name.type == "simple_identifier":
            target = make(walk, "member", name_of(name), [found]) if readable else NONE
        else:
            name, target = None, found
    elif _is_implied(callee):
        name = callee.child_by_field_name("target")
        readable = walk.implied >= 0
        target = make(walk, "member", name_of(name), [walk.implied]) if readable and name is not None else NONE
    elif callee.type in ("array_literal", "dictionary_literal"):
        return _collection_of(walk, callee, scope)
    else:
        target = visit(walk, callee, scope)
    given, implied = _arguments(walk, suffix, scope)
    index = _made_call(walk, target, given)
    if name is not None:
        occur(walk, name_of(name), name, "call", scope, index if readable else UNREADABLE, "method")
    _keywords(walk, suffix, scope, index if readable else UNREADABLE)
    _expecting(walk, node, scope, (index, given, implied))
    return index if target >= 0 else NONE


def _made_call(walk: Walk, target: int, given: list[tuple[str, int]]) -> int:
    labels = "".join(f"{label}:" for label, _ in given)
    parts = [target, *(value for _, value in given[:MAX_ARGUMENTS])]
    return make(walk, "call", labels, parts, (), len(given))


def _expecting(
    walk: Walk, node: tree_sitter.Node, scope: int, called: tuple[int, list[tuple[str, int]], dict[int, int]]
) -> None:
    """Take note of what a call expects of its arguments."""
    index, given, implied = called
    expect_arguments(walk, index, [value for _, value in given], scope, NONE, node.start_byte)
    for number, key in implied.items():
        walk.builder.contexts.append(Context("argument", scope, NONE, node.start_byte, index, number))
        walk.builder.expected[key] = len(walk.builder.contexts) - 1


def _arguments(
    walk: Walk, suffix: tree_sitter.Node, scope: int, owner: int = NONE
) -> tuple[list[tuple[str, int]], dict[int, int]]:
    """The arguments with their labels; and for those that begin without an owner, by their position, its number.

    That may also be a member of `owner`.
    """
    given: list[tuple[str, int]] = []
    implied: dict[int, int] = {}
    label = TRAILING
    before = walk.implied
    for child in children_of(suffix):
        if child.type == "value_arguments":
            for argument in children_of(child):
                said = argument.child_by_field_name("name")
                value = argument.child_by_field_name("value")
                text = name_of(said) if said is not None else "_"
                walk.implied = NONE
                if value is not None and _begins_implied(value):
                    key = UNNAMED + walk.implying
                    walk.implying += 1
                    implied[len(given)] = key
                    walk.implied = make(walk, "implied", number=key)
                    walk.implied = make(walk, "either", "", [walk.implied, owner]) if owner >= 0 else walk.implied
                given.append((text, visit(walk, value, scope)))
        elif child.type == "simple_identifier":
            label = name_of(child)
        elif child.type == "lambda_literal":
            walk.implied = NONE
            given.append((label, visit(walk, child, scope)))
            label = TRAILING
    walk.implied = before
    return given, implied


def _begins_implied(node: tree_sitter.Node) -> bool:
    """Whether a value begins with a member that has no owner, or one of several that it may be does."""
    if _is_implied(node):
        return True
    if node.type in ("call_expression", "navigation_expression", "postfix_expression", "try_expression"):
        inner = node.named_children[-1] if node.type == "try_expression" else node.named_children[0]
        return _begins_implied(inner)
    if node.type in ("ternary_expression", "array_literal", "tuple_expression", "nil_coalescing_expression"):
        return any(_begins_implied(child) for child in node.named_children)
    return False


def _keywords(walk: Walk, suffix: tree_sitter.Node, scope: int, call: int) -> None:
    """The labels of arguments, which may be names of parameters or fields."""
    values = first(suffix, "value_arguments")
    for argument in children_of(values) if values is not None else ():
        label = argument.child_by_field_name("name")
        name = first(label, "simple_identifier") if label is not None else None
        if name is not None:
            occur(walk, name_of(name), name, "write", scope, call, "keyword")


def _construct(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`Name<T>(…)`."""
    kind = typed(walk, node.child_by_field_name("constructed_type"), scope, "instantiate")
    suffix = first(node, "constructor_suffix")
    given, implied = _arguments(walk, suffix, scope) if suffix is not None else ([], {})
    target = make(walk, "typed", "", [kind]) if kind >= 0 else NONE
    index = _made_call(walk, target, given)
    if suffix is not None:
        _keywords(walk, suffix, scope, index)
        _expecting(walk, node, scope, (index, given, implied))
    return index if kind >= 0 else NONE


def _collection_of(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`[Type]()`, `[Key: Value]()`."""
    kinds: list[int] = []
    for child in children_of(node):
        visit(walk, child, scope)
        kinds.append(make(walk, "name", name_of(child)))
    head = make(walk, "name", "Array" if node.type == "array_literal" else "Dictionary")
    return typed_as(walk, make(walk, "subscript", "", [head, *kinds]))


# --- closures --------------------------------------------------------------------------------------------------------


def _lambda(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`{ a, b in … }`, `{ $0 … }`."""
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, NONE, scope))
    own = builder.definitions[index].own
    said = node.child_by_field_name("type")
    listed = first(said, "lambda_function_type_parameters") if said is not None else None
    found: list[Parameter] = []
    returns = NONE
    for number, child in enumerate(children_of(listed) if listed is not None else ()):
        name = first(child, "simple_identifier")
        kinds = [part for part in children_of(child) if part.type in TYPES]
        kind = typed(walk, kinds[-1], scope) if kinds else NONE
        text = name_of(name) if name is not None else "_"
        if name is not None:
            builder.bind((own, NONE), text, "parameter", name, name.start_byte, annotation=kind, number=number)
        found.append(Parameter(text, kind, NONE, ""))
    if said is not None:
        kinds = [part for part in children_of(said) if part.type in TYPES]
        returns = typed(walk, kinds[-1], scope) if kinds else NONE
    if listed is None:
        used = [int(text) for text in _GIVEN.findall(walk.source, node.start_byte, node.end_byte)]
        for number in range(max(used, default=-1) + 1):
            builder.bind((own, NONE), f"${number}", "parameter", node, node.start_byte, number=number)
            found.append(Parameter(f"${number}", NONE, NONE, ""))
    for child in children_of(node):
        if child.type == "capture_list":
            _captured(walk, child, scope, own)
    kind = "" if listed is not None or found else "implied"
    rows = tuple(found) if found or listed is not None else (Parameter("_", NONE, NONE, kind),)
    builder.complete(index, parameters=rows, returns=returns, traits=frozenset({"nameless"}))
    before = walk.function, walk.returns, walk.implied
    walk.function, walk.returns = index, typed_as(walk, returns)
    if returns < 0:
        key = UNNAMED + walk.implying
        walk.implying += 1
        builder.contexts.append(Context("result", own, NONE, node.end_byte, number=index))
        builder.expected[key] = len(builder.contexts) - 1
        walk.returns = make(walk, "implied", number=key)
    walk.implied = walk.returns
    value = visit(walk, first(node, "statements"), own)
    walk.function, walk.returns, walk.implied = before
    if value >= 0:
        builder.results.setdefault(index, []).append(Result(value, own, NONE, node.end_byte))
    return make(walk, "defined", number=index)


def _captured(walk: Walk, node: tree_sitter.Node, scope: int, own: int) -> None:
    """`[weak self, x, y = z]`."""
    for item in children_of(node):
        name, value = item.child_by_field_name("name"), item.child_by_field_name("value")
        if name is None or name.type != "simple_identifier" or name_of(name) == "self":
            continue
        if value is not None:
            given = visit(walk, value, scope)
            walk.builder.bind((own, NONE), name_of(name), "assign", name, name.start_byte, given)
        else:
            reference(walk, name, "read", scope)


# --- operators and the rest ------------------------------------------------------------------------------------------


def _assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    target, value = node.child_by_field_name("target"), node.child_by_field_name("result")
    found = NONE
    inner = children_of(target)[0] if target is not None and children_of(target) else target
    if inner is not None and name_of(inner) == "_":
        found = NONE
    elif inner is not None and inner.type == "simple_identifier":
        found = reference(walk, inner, "write", scope)
    elif inner is not None and inner.type == "navigation_expression":
        found = _member(walk, inner, scope, "write")
    else:
        found = visit(walk, inner, scope)
    implied_in(walk, value, scope, found)
    return NONE


def _comparison(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    left, right = node.child_by_field_name("lhs"), node.child_by_field_name("rhs")
    found = visit(walk, left, scope)
    implied_in(walk, right, scope, found)
    return make(walk, "literal", "Bool")


def _binary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = [visit(walk, child, scope) for child in children_of(node)]
    return make(walk, "binary", "+", parts[:2]) if len(parts) > 1 else NONE


def _logical(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    visit_children(walk, node, scope)
    return make(walk, "literal", "Bool")


def _coalescing(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    value = visit(walk, node.child_by_field_name("value"), scope)
    other = implied_in(walk, node.child_by_field_name("if_nil"), scope, value)
    return make(walk, "either", "", [part for part in (value, other) if part >= 0])


def _ternary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    implied_in(walk, node.child_by_field_name("condition"), scope, NONE)
    parts = [visit(walk, node.child_by_field_name(name), scope) for name in ("if_true", "if_false")]
    return make(walk, "either", "", [part for part in parts if part >= 0])


def _as(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kinds = [child for child in children_of(node) if child.type in TYPES]
    kind = typed(walk, kinds[-1], scope) if kinds else NONE
    implied_in(walk, node.child_by_field_name("expr"), scope, typed_as(walk, kind))
    return typed_as(walk, kind)


def _check(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in children_of(node):
        if child.type in TYPES:
            typed(walk, child, scope)
        else:
            visit(walk, child, scope)
    return make(walk, "literal", "Bool")


def _tuple(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    values = node.children_by_field_name("value")
    if len(values) == 1:
        return visit(walk, values[0], scope)
    implied = walk.implied
    found: list[int] = []
    for number, value in enumerate(values):
        owner = make(walk, "item", "", [implied], number=number) if implied >= 0 else NONE
        found.append(implied_in(walk, value, scope, owner))
    return make(walk, "tuple", "", found)


def _array(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner = NONE
    if walk.implied >= 0:  # of a set that is written like a list, the elements are of its own type
        owner = make(walk, "either", "", [make(walk, "element", "", [walk.implied]), walk.implied])
    found = [implied_in(walk, child, scope, owner) for child in children_of(node)]
    return make(walk, "list", "", found[:4])


def _dictionary(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    row = make(walk, "element", "", [walk.implied]) if walk.implied >= 0 else NONE
    parts: list[int] = []
    for number, field in enumerate(("key", "value")):
        owner = make(walk, "item", "", [row], number=number) if row >= 0 else NONE
        parts.append(NONE)
        for child in node.children_by_field_name(field):
            found = implied_in(walk, child, scope, owner)
            parts[number] = found if parts[number] < 0 else parts[number]
    return make(walk, "dict", "", parts)


def _last(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A value in words or signs that change nothing of what it is: `try`, `await`, `!`."""
    found = NONE
    for child in children_of(node):
        if child.type not in ("try_operator", "bang"):
            found = visit(walk, child, scope)
    return found


def _key_path(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    r"""`\Name.member`."""
    found = NONE
    for child in children_of(node):
        if child.type in TYPES:
            found = make(walk, "typed", "", [typed(walk, child, scope)])
        elif child.type == "simple_identifier":
            occur(walk, name_of(child), child, "read", scope, UNREADABLE)
        else:
            visit(walk, child, scope)
    return found


def _literal(kind: str) -> Handler:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
        del node, scope
        return make(walk, "literal", kind)

    return handler


def _string(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type == "interpolated_expression":
            values = child.children_by_field_name("value")
            for value in values or children_of(child):
                implied_in(walk, value, scope, NONE)
    return make(walk, "literal", "String")


def _attribute(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for number, child in enumerate(node.children):
        if child.type in TYPES:
            typed(walk, child, scope, "decorate")
        elif child.is_named and (number + 1 == len(node.children) or node.children[number + 1].type != ":"):
            visit(walk, child, scope)
    return NONE


VALUES: dict[str, Handler] = {
    "simple_identifier": _identifier,
    "self_expression": _own,
    "super_expression": _parent,
    "navigation_expression": _member,
    "prefix_expression": _prefix,
    "call_expression": _call,
    "constructor_expression": _construct,
    "lambda_literal": _lambda,
    "assignment": _assignment,
    "equality_expression": _comparison,
    "comparison_expression": _comparison,
    "conjunction_expression": _logical,
    "disjunction_expression": _logical,
    "additive_expression": _binary,
    "multiplicative_expression": _binary,
    "infix_expression": _binary,
    "bitwise_operation": _binary,
    "nil_coalescing_expression": _coalescing,
    "ternary_expression": _ternary,
    "as_expression": _as,
    "check_expression": _check,
    "tuple_expression": _tuple,
    "array_literal": _array,
    "dictionary_literal": _dictionary,
    "try_expression": _last,
    "await_expression": _last,
    "postfix_expression": _last,
    "directly_assignable_expression": _last,
    "key_path_expression": _key_path,
    "integer_literal": _literal("Int"),
    "hex_literal": _literal("Int"),
    "oct_literal": _literal("Int"),
    "bin_literal": _literal("Int"),
    "real_literal": _literal("Double"),
    "boolean_literal": _literal("Bool"),
    "nil_literal": _literal("null"),
    "line_string_literal": _string,
    "multi_line_string_literal": _string,
    "raw_string_literal": _string,
    "attribute": _attribute,
    "value_argument_label": nothing,
    "directive": nothing,
    "visibility_modifier": nothing,
    "availability_condition": nothing,
    **dict.fromkeys(TYPES, typed),
}
