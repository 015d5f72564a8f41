"""Values: names, members, calls, functions without a name, matches, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Context, Parameter, Result
from ..contexts import expect, expect_arguments
from .lambdas import LAMBDAS, argument
from .patterns import bind_pattern, cases_in
from .state import (
    children_of,
    first,
    make,
    name_of,
    nothing,
    occur,
    reference,
    valued_in,
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


def _identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = name_of(node)
    if name == "this":
        return make(walk, "self", "instance", number=walk.owner) if walk.owner >= 0 else NONE
    if name == "super":
        return _super(walk)
    return reference(walk, node, "read", scope)


def _super(walk: Walk) -> int:
    return make(walk, "super", "", [make(walk, "self", "instance", number=walk.owner)]) if walk.owner >= 0 else NONE


def _member(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "read", call: int | None = None) -> int:
    owner = node.child_by_field_name("value")
    name = node.child_by_field_name("field")
    found = _owner(walk, owner, scope)
    if name is None:
        return NONE
    if name_of(name) in ("this", "super"):  # `Name.this`: an instance of a class around
        kind = make(walk, "typed", "", [make(walk, "name", name_of(owner))]) if owner is not None else NONE
        found = make(walk, "instance", "", [kind])
        return found if name_of(name) == "this" else make(walk, "super", "", [found])
    return reference(walk, name, role, scope, found, call)


def _owner(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """What stands before a dot; `super[Name]` is an instance of that."""
    if node is not None and node.type == "generic_function":
        inner = node.child_by_field_name("function")
        if inner is not None and inner.type == "identifier" and name_of(inner) == "super":
            listed = node.child_by_field_name("type_arguments")
            kinds = [typed(walk, part, scope) for part in children_of(listed)] if listed is not None else []
            return make(walk, "cast", "", kinds[:1]) if kinds else _super(walk)
    return visit(walk, node, scope)


def _generic(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`name[Type]`, not called."""
    inner = node.child_by_field_name("function")
    listed = node.child_by_field_name("type_arguments")
    kinds = [typed(walk, part, scope) for part in children_of(listed)] if listed is not None else []
    if inner is not None and inner.type == "field_expression" and kinds:
        name = inner.child_by_field_name("field")
        if name is not None and name_of(name) in ("asInstanceOf", "isInstanceOf"):
            visit(walk, inner, scope)
            is_cast = name_of(name) == "asInstanceOf"
            return make(walk, "cast", "", kinds[:1]) if is_cast else make(walk, "literal", "Boolean")
    if inner is not None and inner.type == "identifier" and name_of(inner) in _OF_TYPE and kinds:
        reference(walk, inner, "call", scope)
        return make(walk, "cast", "", kinds[:1])
    found = visit(walk, inner, scope)
    return make(walk, "applied", "", [found, *kinds]) if found >= 0 else NONE


_OF_TYPE = frozenset({"implicitly", "summon"})
"""Functions of the library that give what there is of a type."""


# --- calls -----------------------------------------------------------------------------------------------------------


def _call(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`function(arguments)`, `function { … }`."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or listed is None:
        return visit_children(walk, node, scope)
    kinds: list[int] = []
    callee = function
    while callee.type == "generic_function":
        part = callee.child_by_field_name("type_arguments")
        kinds += [typed(walk, each, scope) for each in children_of(part)] if part is not None else []
        inner = callee.child_by_field_name("function")
        if inner is None:
            break
        callee = inner
    name, target, readable = None, NONE, True
    if callee.type in ("identifier", "operator_identifier") and name_of(callee) not in ("this", "super"):
        name = callee
        target = make(walk, "name", name_of(callee))
    elif callee.type == "field_expression":
        name = callee.child_by_field_name("field")
        owner = _owner(walk, callee.child_by_field_name("value"), scope)
        readable = owner >= 0
        target = make(walk, "member", name_of(name), [owner]) if name is not None and readable else NONE
    else:
        target = visit(walk, callee, scope)
    if kinds and target >= 0:
        target = make(walk, "applied", "", [target, *kinds])
    given, keywords = _arguments(walk, listed, scope)
    index = _made_call(walk, target, given, keywords)
    if name is not None:
        occur(walk, name_of(name), name, "call", scope, index if readable else UNREADABLE, "method")
    for keyword, _ in keywords:
        occur(walk, name_of(keyword), keyword, "write", scope, index if readable else UNREADABLE, "keyword")
    expect_arguments(walk, index, given, scope, walk.block, node.start_byte)
    return index if target >= 0 else NONE


def _made_call(walk: Walk, target: int, given: list[int], keywords: list[tuple[tree_sitter.Node, int]]) -> int:
    names = tuple(name_of(keyword) for keyword, _ in keywords)
    parts = [target, *given[:MAX_ARGUMENTS], *(value for _, value in keywords)]
    return make(walk, "call", "named" if names else "", parts, names, len(given) + len(names))


def _arguments(walk: Walk, node: tree_sitter.Node, scope: int) -> tuple[list[int], list[tuple[tree_sitter.Node, int]]]:
    """The values in parentheses, or the block that stands for one; and those that are given by name."""
    given: list[int] = []
    keywords: list[tuple[tree_sitter.Node, int]] = []
    if node.type != "arguments":
        return [argument(walk, node, scope)], keywords
    for child in children_of(node):
        left = child.child_by_field_name("left") if child.type == "assignment_expression" else None
        if left is not None and left.type == "identifier":
            right = child.child_by_field_name("right")
            keywords.append((left, argument(walk, right, scope) if right is not None else NONE))
        elif child.type not in ("using", "inline_modifier"):
            given.append(argument(walk, child, scope))
    return given, keywords


def _infix(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`value name value`; what ends with a colon is called on the right."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    name = node.child_by_field_name("operator")
    if left is None or right is None or name is None:
        return visit_children(walk, node, scope)
    text = name_of(name)
    turned = text.endswith(":")
    owner = visit(walk, right if turned else left, scope)
    other = left if turned else right
    if other.type in ("block", "case_block", "indented_block"):
        given = [argument(walk, other, scope)]
    elif other.type == "tuple_expression":
        given = [argument(walk, part, scope) for part in children_of(other)]
    elif other.type == "parenthesized_expression" and children_of(other):
        given = [argument(walk, children_of(other)[0], scope)]
    else:
        given = [visit(walk, other, scope)]
    target = make(walk, "member", text, [owner]) if owner >= 0 else NONE
    index = _made_call(walk, target, given, [])
    occur(walk, text, name, "call", scope, index if owner >= 0 else UNREADABLE, "method")
    expect_arguments(walk, index, given, scope, walk.block, node.start_byte)
    return index if owner >= 0 else NONE


def _postfix(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`value name`."""
    children = children_of(node)
    if len(children) != 2:  # noqa: PLR2004 - value, name
        return visit_children(walk, node, scope)
    return reference(walk, children[1], "read", scope, visit(walk, children[0], scope))


def _prefix(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    found = NONE
    for child in children_of(node):
        found = visit(walk, child, scope)
    sign = node.children[0].type if node.children else ""
    return make(walk, "literal", "Boolean") if sign == "!" else found


def _assignment(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    if target is not None and target.type == "identifier":
        reference(walk, target, "write", scope)
    elif target is not None and target.type == "field_expression":
        _member(walk, target, scope, "write")
    else:
        visit(walk, target, scope)
    if value is not None:
        argument(walk, value, scope)
    return make(walk, "literal", "Unit")


# --- statements -------------------------------------------------------------------------------------------------------


def _match(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    given = visit(walk, value, scope)
    return cases_in(walk, body, scope, given) if body is not None else NONE


def _if(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    visit(walk, node.child_by_field_name("condition"), scope)
    parts = [visit(walk, node.child_by_field_name(name), scope) for name in ("consequence", "alternative")]
    return make(walk, "either", "", [part for part in parts if part >= 0])


def _try(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    found: list[int] = []
    for child in children_of(node):
        if child.type == "catch_clause":
            for part in children_of(child):
                if part.type in ("case_block", "indented_cases"):
                    found.append(cases_in(walk, part, scope, make(walk, "cast", "", [make(walk, "name", "Throwable")])))
                else:
                    visit(walk, part, scope)
        elif child.type == "finally_clause":
            visit_children(walk, child, scope)
        else:
            found.append(visit(walk, child, scope))
    return make(walk, "either", "", [value for value in found if value >= 0])


def _for(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`for (a <- b; …) yield c`: calls of `flatMap`, `map` and `foreach` with functions of what is drawn."""
    listed = first(node, "enumerators")
    body = node.child_by_field_name("body")
    rows = [child for child in children_of(listed) if child.type == "enumerator"] if listed is not None else []
    yields = any(child.type == "yield" for child in node.children)
    holes, walk.holes = walk.holes, []
    found = _drawn(walk, rows, body, scope, yields=yields)
    walk.holes = holes
    return found


def _drawn(walk: Walk, rows: list[tree_sitter.Node], body: tree_sitter.Node | None, scope: int, *, yields: bool) -> int:
    if not rows:
        return visit(walk, body, scope)
    row, rest = rows[0], rows[1:]
    parts = [child for child in children_of(row) if child.type != "guard"]
    guards = [child for child in children_of(row) if child.type == "guard"]
    draws = any(child.type in ("<-", "←") for child in row.children)
    if len(parts) < 2:  # noqa: PLR2004 - pattern, value
        visit_children(walk, row, scope)
        return _drawn(walk, rest, body, scope, yields=yields)
    value = argument(walk, parts[-1], scope)
    builder = walk.builder
    if not draws:
        inner = builder.scope("block", scope, row)
        bind_pattern(walk, parts[0], inner, value)
        for guard in guards:
            visit(walk, guard, inner)
        found = _drawn(walk, rest, body, inner, yields=yields)
        return make(walk, "within", "", [found], number=inner) if found >= 0 else NONE
    index = builder.define("function", "", row, row, (scope, walk.block, scope))
    own = builder.definitions[index].own
    builder.complete(index, parameters=(Parameter("", NONE, NONE, "implied"),), traits=frozenset({"nameless"}))
    bind_pattern(walk, parts[0], own, make(walk, "taken", "0", number=index))
    for guard in guards:
        visit(walk, guard, own)
    result = _drawn(walk, rest, body, own, yields=yields)
    builder.results.setdefault(index, []).append(Result(result, own, walk.block, row.end_byte))
    further = any(_draws(each) for each in rest)
    called = "foreach" if not yields else "flatMap" if further else "map"
    function = make(walk, "defined", number=index)
    target = make(walk, "member", called, [value]) if value >= 0 else NONE
    call = make(walk, "call", "", [target, function], number=1)
    expect_arguments(walk, call, [function], scope, walk.block, row.start_byte)
    return call if target >= 0 else NONE


def _draws(row: tree_sitter.Node) -> bool:
    return any(child.type in ("<-", "←") for child in row.children)


def _ascription(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`value: Type`, `values: _*`, `value: @annotation`."""
    children = children_of(node)
    found = visit(walk, children[0], scope) if children else NONE
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type != "wildcard" and kind.type in TYPES:
        said = typed(walk, kind, scope)
        expect(walk, found, Context("declared", scope, NONE, node.end_byte, said))
        return make(walk, "cast", "", [said]) if said >= 0 else found
    for child in children[1:]:
        visit(walk, child, scope)
    return found


def _annotation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    typed(walk, node.child_by_field_name("name"), scope, "decorate")
    for child in children_of(node):
        if child.type == "arguments":
            _arguments(walk, child, scope)
    return NONE


def _parenthesized(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    children = children_of(node)
    return argument(walk, children[0], scope) if len(children) == 1 else visit_children(walk, node, scope)


def _tuple(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return make(walk, "tuple", "", [argument(walk, child, scope) for child in children_of(node)])


def _string(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    holes, walk.holes = walk.holes, []
    for child in children_of(node):
        if child.type == "interpolated_string":
            visit_children(walk, child, scope)
    walk.holes = holes
    name = node.child_by_field_name("interpolator")
    if name is not None and name_of(name) not in ("s", "f", "raw"):
        occur(walk, name_of(name), name, "call", scope, UNREADABLE)
        return NONE
    return make(walk, "literal", "String")


def _passed(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A statement that leaves: what it gives is no value here."""
    visit_children(walk, node, scope)
    return make(walk, "literal", "null")


def _while(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    visit_children(walk, node, scope)
    return make(walk, "literal", "Unit")


def _return(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    found = visit_children(walk, node, scope)
    if walk.function >= 0 and found >= 0:
        row = Result(valued_in(walk, found, scope), scope, NONE, node.end_byte)
        walk.builder.results.setdefault(walk.function, []).append(row)
    return make(walk, "literal", "null")


def _literal(kind: str) -> Handler:
    def handler(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
        del node, scope
        return make(walk, "literal", kind)

    return handler


def _method_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return visit(walk, children_of(node)[0], scope)


VALUES: dict[str, Handler] = {
    **LAMBDAS,
    "identifier": _identifier,
    "operator_identifier": _identifier,
    "field_expression": _member,
    "generic_function": _generic,
    "call_expression": _call,
    "infix_expression": _infix,
    "postfix_expression": _postfix,
    "prefix_expression": _prefix,
    "assignment_expression": _assignment,
    "match_expression": _match,
    "if_expression": _if,
    "try_expression": _try,
    "for_expression": _for,
    "while_expression": _while,
    "do_while_expression": _while,
    "ascription_expression": _ascription,
    "annotation": _annotation,
    "parenthesized_expression": _parenthesized,
    "tuple_expression": _tuple,
    "interpolated_string_expression": _string,
    "method_value": _method_value,
    "throw_expression": _passed,
    "return_expression": _return,
    "integer_literal": _literal("Int"),
    "floating_point_literal": _literal("Double"),
    "boolean_literal": _literal("Boolean"),
    "character_literal": _literal("Char"),
    "string": _literal("String"),
    "unit": _literal("Unit"),
    "null_literal": _literal("null"),
    "end_marker": nothing,
    "type_parameters": nothing,
    "modifiers": visit_children,
    **dict.fromkeys(TYPES - {"wildcard", "applied_constructor_type"}, typed),
}
