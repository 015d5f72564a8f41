"""Functions: methods, constructors, lambdas; their parameters and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context, Parameter, Result
from ..contexts import expect
from .state import COMMENTS, make, typed, visit
from .statements import statements
from .types import ANNOTATIONS, annotation, arrayed, parameters_of_types

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["function_value", "header_of", "modifiers", "parameters", "routine"]


def modifiers(walk: Walk, node: tree_sitter.Node, scope: int) -> frozenset[str]:
    """The words before a declaration; its annotations are looked at."""
    first = next((child for child in node.named_children if child.type == "modifiers"), None)
    if first is None:
        return frozenset()
    words: set[str] = set()
    for child in first.children:
        if child.type in ANNOTATIONS:
            annotation(walk, child, scope)
        else:
            words.add(child.type)
    return frozenset(words)


def header_of(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The scope in which a header is read: that of its type parameters, if it has some."""
    types = node.child_by_field_name("type_parameters")
    if types is None:
        types = next((child for child in node.named_children[:3] if child.type == "type_parameters"), None)
    if types is None:
        return scope
    outer = walk.builder.scope("types", scope, types)
    parameters_of_types(walk, types, outer)
    return outer


def routine(
    walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node, bound: str, scope: int, index_of_class: int
) -> int:
    """A method or constructor, bound as `bound` in the scope of a class: the index of its definition."""
    builder = walk.builder
    words = modifiers(walk, node, scope)
    outer = header_of(walk, node, scope)
    index = builder.define("function", walk.text(name), name, node, (scope, NONE, outer))
    builder.bind((scope, NONE), bound, "function", name, node.start_byte, number=index)
    definition = builder.definitions[index]
    returns = typed(walk, node.child_by_field_name("type"), outer)
    returns = arrayed(walk, returns, node.child_by_field_name("dimensions"))
    listed = parameters(walk, node.child_by_field_name("parameters"), outer)
    found = bound_in(walk, listed, definition.own)
    if node.type == "compact_constructor_declaration":
        found = walk.components
    body = node.child_by_field_name("body")
    traits = frozenset[str]() if body is not None or "native" in words else _OVERLOAD
    receiver = "static" if "static" in words else "implicit"
    builder.complete(index, parameters=found, returns=returns, receiver=receiver, traits=traits)
    for child in node.named_children:
        if child.type == "throws":
            for each in child.named_children:
                typed(walk, each, outer)
        elif child.type == "receiver_parameter":
            for each in child.named_children:
                if each.type not in ("this", "identifier"):
                    typed(walk, each, outer)
    visit(walk, node.child_by_field_name("value"), definition.own)  # what a member of an annotation is if not said
    if body is not None:
        before = walk.own, walk.function
        walk.own, walk.function = make(walk, "self", "instance", number=index_of_class), index
        statements(walk, body, definition.own)
        walk.own, walk.function = before
    return index


def parameters(walk: Walk, node: tree_sitter.Node | None, outer: int) -> list[tuple[Parameter, tree_sitter.Node]]:
    """The parameters of a header, each with the node of its name."""
    found: list[tuple[Parameter, tree_sitter.Node]] = []
    for child in node.named_children if node is not None else ():
        if child.type == "formal_parameter":
            modifiers(walk, child, outer)
            kind = typed(walk, child.child_by_field_name("type"), outer)
            kind = arrayed(walk, kind, child.child_by_field_name("dimensions"))
            name = child.child_by_field_name("name")
            rest = ""
        elif child.type == "spread_parameter":
            modifiers(walk, child, outer)
            kind, name, rest = NONE, None, "rest"
            for part in child.named_children:
                if part.type == "variable_declarator":
                    name = part.child_by_field_name("name")
                elif part.type != "modifiers" and part.type not in ANNOTATIONS:
                    kind = typed(walk, part, outer)
            kind = make(walk, "array", "", [kind])
        elif child.type == "identifier":
            kind, name, rest = NONE, child, ""
        else:
            visit(walk, child, outer)
            continue
        if name is not None:
            found.append((Parameter(walk.text(name), kind, NONE, rest), name))
    return found


def bound_in(walk: Walk, listed: list[tuple[Parameter, tree_sitter.Node]], own: int) -> tuple[Parameter, ...]:
    """Bind parameters in the scope of their function."""
    for number, (row, name) in enumerate(listed):
        place = own, NONE
        walk.builder.bind(place, row.name, "parameter", name, name.end_byte, annotation=row.annotation, number=number)
    return tuple(row for row, _ in listed)


def function_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`(a, b) -> …`: an expression."""
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, NONE, scope))
    own = builder.definitions[index].own
    listed = node.child_by_field_name("parameters")
    if listed is not None and listed.type == "identifier":
        rows = [(Parameter(walk.text(listed), NONE, NONE, ""), listed)]
    else:
        rows = parameters(walk, listed, scope)
    found = bound_in(walk, rows, own)
    builder.complete(index, parameters=found, traits=_NAMELESS)
    body = node.child_by_field_name("body")
    before, walk.function = walk.function, index
    if body is not None and body.type == "block":
        statements(walk, body, own)
    elif body is not None and body.type not in COMMENTS:
        value = visit(walk, body, own)
        builder.results.setdefault(index, []).append(Result(value, own, NONE, body.end_byte))
        expect(walk, value, Context("result", own, NONE, body.end_byte, number=index))
    walk.function = before
    return make(walk, "defined", number=index)


_OVERLOAD = frozenset({"overload"})
_NAMELESS = frozenset({"nameless"})
