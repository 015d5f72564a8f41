"""Functions, methods, closures: their parameters, their declared results, their bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, Parameter, Result, spaced
from ..builder import first_in
from ..wanting import value, visit, visit_children
from .docs import NO_DOC, read_doc
from .expressions import Given, name_of, target
from .state import FUNCTION, VARIABLE, suite
from .types import is_vague, type_of

if TYPE_CHECKING:
    import tree_sitter

    from .docs import Doc
    from .state import Handler, Walk

__all__ = ["HANDLERS", "Header", "callable_body", "constant_values", "default_type"]


class Header(NamedTuple):
    """What is said of a function besides its parameters."""

    doc: Doc = NO_DOC
    receiver: str = ""
    traits: frozenset[str] = frozenset()
    promotes: bool = False
    """Whether its parameters may declare properties."""


def function(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`function f() { … }`: known in the whole namespace, wherever it stands."""
    del wanted, scope
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return NONE
    builder = walk.builder
    doc = read_doc(walk, walk.comment, walk.space, block)
    name = walk.text(name_node)
    place = (walk.space, block, walk.space)
    index = builder.define("function", name, name_node, node, place)
    builder.bind((walk.space, block), spaced(FUNCTION, name), "function", name_node, node.end_byte, number=index)
    before = walk.owner
    walk.owner = NONE
    callable_body(walk, node, index, walk.space, block, Header(doc))
    walk.owner = before
    return NONE


def closure(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`function () use ($a) { … }`: sees of the variables around those that it names."""
    doc = read_doc(walk, walk.comment, scope, block)
    index, own = _nameless(walk, node, scope, block)
    for clause in node.named_children:
        if clause.type != "anonymous_function_use_clause":
            continue
        for child in clause.named_children:
            inner = child.named_children[0] if child.type == "by_ref" and child.named_children else child
            name = name_of(walk, inner)
            if name:
                walk.builder.belongs_outside(own, spaced(VARIABLE, name), "enclosing")
                walk.builder.occur(name, inner.named_children[0], "read", scope, block, form=VARIABLE)
    callable_body(walk, node, index, scope, block, Header(doc))
    return walk.builder.expression(("defined", "", (), (), index)) if wanted else NONE


def arrow(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`fn () => …`: sees all variables around."""
    doc = read_doc(walk, walk.comment, scope, block)
    index, _ = _nameless(walk, node, scope, block)
    callable_body(walk, node, index, scope, block, Header(doc))
    return walk.builder.expression(("defined", "", (), (), index)) if wanted else NONE


def _nameless(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> tuple[int, int]:
    index = walk.builder.define("function", "", node, node, (scope, block, scope))
    return index, walk.builder.definitions[index].own


def callable_body(walk: Walk, node: tree_sitter.Node, index: int, outer: int, block: int, header: Header) -> None:
    """Parameters, result and body of a function; types are read in the scope `outer`."""
    builder, doc = walk.builder, header.doc
    own = builder.definitions[index].own
    inner = builder.block(block if builder.definitions[index].name == "" else NONE)
    before = walk.function, walk.comment, walk.templates
    walk.function, walk.comment, walk.templates = index, None, walk.templates | doc.templates
    parameters, written, body = _parts(walk, node, outer, block)
    found: tuple[Parameter, ...] = ()
    if parameters is not None:
        found = _parameters(walk, parameters, doc, (outer, block), (own, inner), promotes=header.promotes)
    returns = type_of(walk, written, outer, block)
    if doc.returns >= 0 and is_vague(walk, written):
        returns = doc.returns
    builder.complete(index, parameters=found, returns=returns, receiver=header.receiver, traits=header.traits)
    if body is not None and body.type == "compound_statement":
        suite(walk, body.named_children, own, inner)
    elif body is not None:
        result = value(walk, body, own, inner)
        builder.results[index] = [Result(result, own, inner, node.end_byte)]
    walk.function, walk.comment, walk.templates = before


def _parts(
    walk: Walk, node: tree_sitter.Node, outer: int, block: int
) -> tuple[tree_sitter.Node | None, tree_sitter.Node | None, tree_sitter.Node | None]:
    """The parameters, the written result and the body of a function, whose attributes are visited."""
    parameters = written = body = None
    more = False
    for child in node.named_children:
        kind = child.type
        if kind == "attribute_list":
            visit_children(walk, child, outer, block)
        elif kind == "formal_parameters":
            parameters = child
        elif kind == "compound_statement":
            body = child
        else:
            more = more or kind not in _HEAD
    if more:
        written = node.child_by_field_name("return_type")
        body = body or node.child_by_field_name("body")
    return parameters, written, body


def _parameters(
    walk: Walk,
    node: tree_sitter.Node,
    doc: Doc,
    outside: tuple[int, int],
    inside: tuple[int, int],
    *,
    promotes: bool,
) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    comment: tree_sitter.Node | None = None
    for child in node.named_children:
        if child.type == "comment":
            comment = child
            continue
        parts = child.named_children
        for part in parts:
            if part.type in _BESIDE:
                visit(walk, part, *outside)
        name_node = _name_node(child)
        place = first_in(name_node) if name_node is not None and name_node.type == "variable_name" else None
        if place is None:
            continue
        name = walk.text(place)
        written = child.child_by_field_name("type") if len(parts) > 1 else None
        said = doc.parameters.get(name, NONE)
        if comment is not None:
            said, comment = _said_beside(walk, comment, name, said, outside), None
        annotation = default_type(walk, written, said, *outside)
        default = NONE
        if parts[-1].type not in _NAMING:
            default = value(walk, child.child_by_field_name("default_value"), *outside)
        if walk.builder.op(default) == "literal":  # `null` says nothing, and other literals have no members
            default = NONE
        bound = spaced(VARIABLE, name)
        if promotes and child.type == "property_promotion_parameter":
            _promote(walk, place, bound, annotation, outside, inside)
        else:
            row = default, annotation, len(found)
            walk.builder.bind(inside, bound, "parameter", place, node.start_byte, *row)
        found.append(Parameter(bound, annotation, default, "rest" if child.type == "variadic_parameter" else ""))
    return tuple(found)


def _name_node(parameter: tree_sitter.Node) -> tree_sitter.Node | None:
    node = parameter.child_by_field_name("name")
    return node.named_children[0] if node is not None and node.type == "by_ref" else node


def _said_beside(walk: Walk, comment: tree_sitter.Node, name: str, said: int, place: tuple[int, int]) -> int:
    """What a comment directly before a parameter says of it, else what is said above the function."""
    doc = read_doc(walk, comment, *place)
    return doc.kind if doc.kind >= 0 else doc.variables.get(name, said)


def _promote(
    walk: Walk, place: tree_sitter.Node, bound: str, annotation: int, outside: tuple[int, int], inside: tuple[int, int]
) -> None:
    """A parameter that is a property too: the variable is but another name for it."""
    builder = walk.builder
    builder.bind(outside, bound, "declare", place, place.end_byte, annotation=annotation)
    this = builder.expression(("self", "instance", (), (), walk.owner))
    member = builder.expression(("member", bound, (this,), (), NONE))
    builder.bind(inside, bound, "alias", place, place.start_byte, member, annotation)


def globals_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`global $a;`."""
    del wanted
    for child in node.named_children:
        name = name_of(walk, child)
        if name:
            around = walk.builder.definitions[walk.function].own if walk.function >= 0 else scope
            if around != 0:
                walk.builder.belongs_outside(around, spaced(VARIABLE, name), "module")
            walk.builder.occur(name, child.named_children[0], "read", scope, block, form=VARIABLE)
    return NONE


def statics(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`static $a = 1;`."""
    del wanted
    content = value(walk, node.child_by_field_name("value"), scope, block)
    name = node.child_by_field_name("name")
    if name is not None:
        target(walk, name, Given("assign", content, node.end_byte), scope, block)
    return NONE


def return_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`return`."""
    del wanted
    first = first_in(node)
    if first is not None and first.type == "comment":
        first = next((child for child in node.named_children if child.type != "comment"), None)
    found = value(walk, first, scope, block)
    if walk.function >= 0:
        if first is None:
            found = walk.builder.expression(("literal", "null", (), (), NONE))
        walk.builder.results.setdefault(walk.function, []).append(Result(found, scope, block, node.end_byte))
    return NONE


def yield_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`yield`, `yield from`."""
    del wanted
    first = node.named_children[-1] if node.named_children else None
    if first is not None and first.type == "array_element_initializer":
        for child in first.named_children[:-1]:
            visit(walk, child, scope, block)
        first = first.named_children[-1]
    found = value(walk, first, scope, block)
    if walk.function >= 0:
        delegated = any(child.type == "from" for child in node.children)
        rows = walk.builder.yields.setdefault(walk.function, [])
        rows.append(Result(found, scope, block, node.end_byte, delegated))
    return NONE


def constant_values(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> tuple[tree_sitter.Node | None, int]:
    """The name of a constant, and its value."""
    children = [child for child in node.named_children if child.type != "comment"]
    if not children:
        return None, NONE
    return children[0], value(walk, children[1] if len(children) > 1 else None, scope, block)


def default_type(walk: Walk, written: tree_sitter.Node | None, said: int, scope: int, block: int) -> int:
    """The type that is written, or the one that a comment says where that is more."""
    annotation = type_of(walk, written, scope, block)
    return said if said >= 0 and is_vague(walk, written) else annotation


_HEAD = frozenset(
    {"name", "comment", "visibility_modifier", "static_modifier", "abstract_modifier", "final_modifier",
     "reference_modifier"}
)  # fmt: skip
"""What stands in the head of a function and is neither read for its type nor its body."""
_BESIDE = frozenset({"attribute_list", "property_hook_list"})
_NAMING = frozenset({"variable_name", "by_ref"})

HANDLERS: dict[str, Handler] = {
    "function_definition": function,
    "anonymous_function": closure,
    "anonymous_function_creation_expression": closure,
    "arrow_function": arrow,
    "global_declaration": globals_,
    "static_variable_declaration": statics,
    "return_statement": return_,
    "yield_expression": yield_,
}
