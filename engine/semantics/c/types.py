"""Types as they are written: names, structs with their fields, enumerations, what a declarator makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, spaced
from .conditions import CONDITIONAL, conditional_children
from .state import FILE, cast, make, name_expression, visit, visit_children

if TYPE_CHECKING:
    from collections.abc import Iterable

    import tree_sitter

    from .state import Walk

__all__ = ["TAG", "Declared", "Heading", "declared", "function_type", "signature", "type_of", "visit_errors"]

TAG = "tag"
"""The space of names in which structs, unions and enumerations have theirs."""


class Heading(NamedTuple):
    """The name that a type without one gets by the declaration around it, `typedef struct { … } name`."""

    name: tree_sitter.Node


class Declared(NamedTuple):
    """A declarator, taken apart."""

    name: tree_sitter.Node | None
    kind: int
    """The type of what is declared. Pointers and arrays are what they lead to."""
    parameters: tree_sitter.Node | None
    """Of a function; None for anything else."""
    result: int
    """What the function gives."""
    bare: bool
    """Whether it is the name alone."""


def type_of(
    walk: Walk, node: tree_sitter.Node, scope: int, heading: Heading | None = None, *, alone: bool = False
) -> int:
    """The expression of a type, all names in it noted; `alone`: nothing but the type is declared."""
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        name = walk.text(node)
        walk.builder.occur(name, node, "type", scope, walk.block)
        return name_expression(walk, name)
    if kind == "primitive_type":
        return NONE
    if kind in ("struct_specifier", "union_specifier"):
        return _struct(walk, node, scope, heading, alone=alone)
    if kind == "enum_specifier":
        return _enum(walk, node, scope, heading, alone=alone)
    if kind == "type_descriptor":
        return _descriptor(walk, node, scope)
    if kind == "macro_type_specifier":
        return _macro_type(walk, node, scope)
    visit_children(walk, node, scope)
    return NONE


def function_type(walk: Walk, result: int) -> int:
    """The type of functions with a result."""
    return make(walk, "function", "", (result,))


def declared(walk: Walk, node: tree_sitter.Node | None, kind: int, scope: int) -> Declared:
    """Takes a declarator apart from the outside in; names in sizes and in types of further parameters are noted."""
    parameters: tree_sitter.Node | None = None
    bare, result = True, NONE
    while node is not None:
        shape = node.type
        if shape in _NAMES:
            return Declared(node, kind, parameters, result, bare)
        bare = False
        visit_errors(walk, node, scope)
        if parameters is not None and shape != "parenthesized_declarator":
            signature(walk, parameters, scope)  # a pointer to a function, or a function that gives one
            parameters = None
        if shape in _FUNCTIONS:
            parameters = node.child_by_field_name("parameters")
            result, kind = kind, function_type(walk, kind)
        elif shape == "array_declarator":
            size = node.child_by_field_name("size")
            if size is not None:
                visit(walk, size, scope)
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((child for child in node.named_children if child.type in _INNER), None)
        node = inner
    if parameters is not None:
        signature(walk, parameters, scope)
    return Declared(None, kind, None, NONE, bare=False)


def signature(walk: Walk, parameters: tree_sitter.Node, scope: int) -> None:
    """The types of parameters that no body sees; their names are seen by nobody."""
    own = NONE
    for child in parameters.named_children:
        if child.type == "parameter_declaration":
            kind = child.child_by_field_name("type")
            found = type_of(walk, kind, scope) if kind is not None else NONE
            inner = declared(walk, child.child_by_field_name("declarator"), found, scope)
            visit_errors(walk, child, scope)
            if inner.parameters is not None:
                signature(walk, inner.parameters, scope)
            if inner.name is not None:
                own = walk.builder.scope("block", scope, parameters) if own == NONE else own
                walk.builder.bind((own, NONE), walk.text(inner.name), "declare", inner.name, child.end_byte)


def visit_errors(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Take note of names between a type and what is declared, which the grammar cannot place: mostly macros."""
    if node.has_error:
        for child in node.named_children:
            if child.type == "ERROR":
                visit(walk, child, scope)


def _descriptor(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    found = type_of(walk, kind, scope) if kind is not None else NONE
    visit_errors(walk, node, scope)
    return declared(walk, declarator, found, scope).kind if declarator is not None else found


def _macro_type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`LIST_OF(type)`: a macro that gives a type."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    found = type_of(walk, kind, scope) if kind is not None else NONE
    if name is None:
        return NONE
    text = walk.text(name)
    walk.builder.occur(text, name, "call", scope, walk.block)
    call = make(walk, "call", "", (name_expression(walk, text), cast(walk, found)))
    return cast(walk, call)


def _struct(walk: Walk, node: tree_sitter.Node, scope: int, heading: Heading | None, *, alone: bool) -> int:
    body = node.child_by_field_name("body")
    if body is None:
        return _mention(walk, node, scope, alone=alone)
    index, bound = _define(walk, node, scope, heading)
    own, bases = walk.builder.definitions[index].own, list[int]()
    _fields(walk, body.named_children, (own, scope), bases)
    walk.builder.complete(index, bases=tuple(bases), traits=_STRUCT)
    return name_expression(walk, bound)


def _mention(walk: Walk, node: tree_sitter.Node, scope: int, *, alone: bool) -> int:
    """`struct name`: one that is defined elsewhere. Alone it says that there is one."""
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    text = walk.text(name)
    bound = spaced(TAG, text)
    if alone:
        walk.builder.bind((scope, NONE), bound, "declare", name, node.end_byte)
        walk.builder.occur(text, name, "definition", scope, walk.block, form=TAG)
        if scope == FILE:
            walk.shared.setdefault(bound, False)
    else:
        walk.builder.occur(text, name, "type", scope, walk.block, form=TAG)
    return name_expression(walk, bound)


def _define(walk: Walk, node: tree_sitter.Node, scope: int, heading: Heading | None) -> tuple[int, str]:
    """Begin a type with a body; gives its definition and the name under which it is bound."""
    builder = walk.builder
    tag = node.child_by_field_name("name")
    name = tag or (heading.name if heading is not None else None)
    text = walk.text(name) if name is not None else ""
    bound = spaced(TAG, text or f"@{node.start_byte}") if tag is not None or not text else text
    index = builder.define("class", text, name or node, node, (scope, NONE, scope))
    builder.bind((scope, NONE), bound, "class", name or node, node.end_byte, number=index)
    if tag is not None and scope == FILE:
        walk.shared[bound] = True
    return index, bound


def _enum(walk: Walk, node: tree_sitter.Node, scope: int, heading: Heading | None, *, alone: bool) -> int:
    body = node.child_by_field_name("body")
    if body is None:
        return _mention(walk, node, scope, alone=alone)
    index, bound = _define(walk, node, scope, heading)
    walk.builder.complete(index, traits=_ENUM)
    _enumerators(walk, body.named_children, scope)
    return name_expression(walk, bound)


def _enumerators(walk: Walk, children: Iterable[tree_sitter.Node], scope: int) -> None:
    for child in children:
        if child.type == "enumerator":
            name, content = child.child_by_field_name("name"), child.child_by_field_name("value")
            if name is not None:
                walk.builder.bind((scope, NONE), walk.text(name), "assign", name, child.end_byte)
            if content is not None:
                visit(walk, content, scope)
        elif child.type in CONDITIONAL:
            _enumerators(walk, conditional_children(walk, child), scope)
        else:
            visit(walk, child, scope)


def _fields(walk: Walk, children: Iterable[tree_sitter.Node], place: tuple[int, int], bases: list[int]) -> None:
    """Fields; `place` is the scope that they are bound in, and the one that their types are read in."""
    for child in children:
        if child.type == "field_declaration":
            _field(walk, child, place, bases)
        elif child.type in CONDITIONAL:
            _fields(walk, conditional_children(walk, child), place, bases)
        else:
            visit(walk, child, place[1])


def _field(walk: Walk, node: tree_sitter.Node, place: tuple[int, int], bases: list[int]) -> None:
    own, scope = place
    kind = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    if kind is None:
        return
    if not declarators:
        _without_name(walk, kind, place, bases)
    else:
        found = type_of(walk, kind, scope)
        for declarator in declarators:
            field = declared(walk, declarator, found, scope)
            if field.parameters is not None:
                signature(walk, field.parameters, scope)
            if field.name is not None:
                walk.builder.bind(
                    (own, NONE), walk.text(field.name), "declare", field.name, node.end_byte, annotation=field.kind
                )
    for child in node.named_children:
        if child.type in _BESIDE:
            visit(walk, child, scope)


def _without_name(walk: Walk, kind: tree_sitter.Node, place: tuple[int, int], bases: list[int]) -> None:
    """A struct without a name is transparent; a name alone is a macro that brings fields along."""
    own, scope = place
    body = kind.child_by_field_name("body")
    if body is not None and kind.type in ("struct_specifier", "union_specifier"):
        if kind.child_by_field_name("name") is None:
            _fields(walk, body.named_children, place, bases)
            return
        bases.append(type_of(walk, kind, scope))
    elif kind.type == "type_identifier":
        bases.append(type_of(walk, kind, scope))
    elif kind.type == "macro_type_specifier":
        name, inner = kind.child_by_field_name("name"), kind.child_by_field_name("type")
        if name is not None:
            walk.builder.occur(walk.text(name), name, "call", scope, walk.block)
        if inner is not None:
            walk.builder.bind((own, NONE), walk.text(inner), "declare", inner, kind.end_byte)
    else:
        type_of(walk, kind, scope)


_NAMES = frozenset({"identifier", "type_identifier", "field_identifier", "primitive_type"})
_INNER = _NAMES | {
    "pointer_declarator", "function_declarator", "array_declarator", "parenthesized_declarator", "init_declarator",
    "attributed_declarator", "abstract_pointer_declarator", "abstract_function_declarator",
    "abstract_array_declarator", "abstract_parenthesized_declarator",
}  # fmt: skip
_BESIDE = frozenset({"bitfield_clause", "ERROR"})
_FUNCTIONS = frozenset({"function_declarator", "abstract_function_declarator"})
_STRUCT = frozenset({"row", "closed"})
_ENUM = frozenset({"closed"})
