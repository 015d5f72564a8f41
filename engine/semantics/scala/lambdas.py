"""Functions without a name, in all the ways that they are written: `a => …`, `_ + 1`, cases, indented; and blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Parameter, Result
from .patterns import cases_in
from .state import children_of, make, name_of, visit
from .types import TYPES, bind_types, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["LAMBDAS", "argument"]

HOLE = "_"


def argument(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A value that may be a function written with `_`, or as cases."""
    if node.type in ("case_block", "indented_cases"):
        return _cases(walk, node, scope)
    if node.type == "colon_argument":
        return _colon(walk, node, scope)
    if node.type in ("block", "indented_block"):
        inner = children_of(node)
        if len(inner) == 1:
            return argument(walk, inner[0], scope)
        return visit(walk, node, scope)
    if node.type != "wildcard" and walk.source.find(b"_", node.start_byte, node.end_byte) >= 0:
        count = _holes(node)
        if count:
            return _with_holes(walk, node, scope, count)
    return visit(walk, node, scope)


def _holes(node: tree_sitter.Node) -> int:
    """How many parameters of a function that a value is are written as `_`."""
    count = 0
    for child in node.children:
        kind = child.type
        if kind == "wildcard":
            count += node.type not in ("type_arguments", "method_value", "vararg")
        elif kind in ("arguments", "parenthesized_expression"):
            count += sum(part.type == "wildcard" for part in child.named_children)
        elif kind == "ascription_expression" or (child.is_named and kind not in _CLOSED and kind not in TYPES):
            count += _holes(child)
    return count


_CLOSED = frozenset(
    {
        "block",
        "indented_block",
        "case_block",
        "indented_cases",
        "lambda_expression",
        "template_body",
        "type_arguments",
        "interpolated_string",
        "for_expression",
        "colon_argument",
        "identifier",
        "operator_identifier",
        "string",
    }
)


def _with_holes(walk: Walk, node: tree_sitter.Node, scope: int, count: int) -> int:
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, walk.block, scope))
    own = builder.definitions[index].own
    names = [f"{HOLE}{number}" for number in range(count)]
    for number, name in enumerate(names):
        builder.bind((own, NONE), name, "parameter", node, node.start_byte, number=number)
    rows = tuple(Parameter(name, NONE, NONE, "") for name in names)
    builder.complete(index, parameters=rows, traits=frozenset({"nameless"}))
    walk.holes.append(0)
    value = visit(walk, node, own)
    walk.holes.pop()
    builder.results.setdefault(index, []).append(Result(value, own, walk.block, node.end_byte))
    return make(walk, "defined", number=index)


def _hole(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`_` where a value is expected."""
    del node, scope
    if not walk.holes:
        return NONE
    number = walk.holes[-1]
    walk.holes[-1] += 1
    return make(walk, "name", f"{HOLE}{number}")


def _lambda(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`(a: A, b) => …`."""
    parameters = node.child_by_field_name("parameters")
    kinds = node.child_by_field_name("type_parameters")
    body = [child for child in children_of(node) if child not in (parameters, kinds)]
    return _function(walk, node, (parameters, kinds, body), scope)


def _colon(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`: a => …` and an indented body."""
    start = node.child_by_field_name("lambda_start")
    body = [child for child in children_of(node) if child != start]
    if start is not None:
        return _function(walk, node, (start, None, body), scope)
    return argument(walk, body[-1], scope) if body else NONE


def _function(
    walk: Walk,
    node: tree_sitter.Node,
    parts: tuple[tree_sitter.Node | None, tree_sitter.Node | None, list[tree_sitter.Node]],
    scope: int,
) -> int:
    parameters, kinds, body = parts
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, walk.block, scope))
    own = builder.definitions[index].own
    if kinds is not None:
        bind_types(walk, kinds, own)
    found: list[Parameter] = []
    rows = [parameters] if parameters is not None and parameters.type != "bindings" else []
    rows = children_of(parameters) if parameters is not None and not rows else rows
    for number, row in enumerate(rows):
        name = row if row.type in ("identifier", "wildcard") else row.child_by_field_name("name")
        kind = typed(walk, row.child_by_field_name("type"), own) if row.type == "binding" else NONE
        text = name_of(name) if name is not None else ""
        if name is not None and name.type == "identifier":
            builder.bind((own, NONE), text, "parameter", name, name.end_byte, annotation=kind, number=number)
        found.append(Parameter(text, kind, NONE, ""))
    builder.complete(index, parameters=tuple(found), traits=frozenset({"nameless"}))
    holes, walk.holes = walk.holes, []
    value = statements(walk, body, own)
    walk.holes = holes
    builder.results.setdefault(index, []).append(Result(value, own, walk.block, node.end_byte))
    return make(walk, "defined", number=index)


def _cases(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`{ case … => … }` as a function of one parameter."""
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, walk.block, scope))
    own = builder.definitions[index].own
    builder.complete(index, parameters=(Parameter("", NONE, NONE, "implied"),), traits=frozenset({"nameless"}))
    holes, walk.holes = walk.holes, []
    value = cases_in(walk, node, own, make(walk, "taken", "0", number=index))
    walk.holes = holes
    builder.results.setdefault(index, []).append(Result(value, own, walk.block, node.end_byte))
    return make(walk, "defined", number=index)


def statements(walk: Walk, nodes: list[tree_sitter.Node], scope: int) -> int:
    """Statements one after the other, each in the same scope; gives the value of the last one."""
    found = NONE
    for node in nodes:
        found = visit(walk, node, scope)
    return found


def _block(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    children = children_of(node)
    holes, walk.holes = walk.holes, []
    if any(child.type in _DECLARING for child in children):
        inner = walk.builder.scope("block", scope, node)
        value = statements(walk, children, inner)
        value = make(walk, "within", "", [value], number=inner) if value >= 0 else NONE
    else:
        value = statements(walk, children, scope)
    walk.holes = holes
    return value


_DECLARING = frozenset(
    {
        "val_definition",
        "var_definition",
        "function_definition",
        "class_definition",
        "object_definition",
        "trait_definition",
        "enum_definition",
        "type_definition",
        "import_declaration",
        "given_definition",
        "extension_definition",
    }
)


LAMBDAS: dict[str, Handler] = {
    "lambda_expression": _lambda,
    "case_block": _cases,
    "indented_cases": _cases,
    "block": _block,
    "indented_block": _block,
    "wildcard": _hole,
}
