"""Properties and variables: of types, of files, of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, Context
from ..contexts import expect
from .patterns import bind_pattern, outside
from .state import children_of, implied_in, name_of, typed_as, visit
from .types import typed

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["accessors", "local", "property_"]


class _Declared(NamedTuple):
    """One name, or pattern, with what is said of it."""

    target: tree_sitter.Node
    kind: int
    value: int


def property_(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`let name: Type = value`, `var name: Type { … }`."""
    for row in _declared(walk, node, scope):
        _bind(walk, row, scope)
    return NONE


def local(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The same in a function; gives the scope in which the names are seen, since they may hide others."""
    for declared in _declared(walk, node, scope):
        row = declared
        names = _names(row.target)
        text = walk.source[node.start_byte : node.end_byte]
        hides = any((scope, name) in walk.builder.bound or text.count(name.encode()) > 1 for name in names)
        if hides:
            row = row._replace(value=outside(walk, row.value, scope))
            scope = walk.builder.scope("block", scope, node)
        _bind(walk, row, scope)
    return scope


def _names(node: tree_sitter.Node) -> list[str]:
    if node.type == "simple_identifier":
        return [name_of(node)]
    return [name for child in node.named_children for name in _names(child)]


def _declared(walk: Walk, node: tree_sitter.Node, scope: int) -> list[_Declared]:
    """The names of a declaration, each with its type and its value; what stands around them is looked at."""
    found: list[_Declared] = []
    target, kind, value = None, NONE, NONE
    for child in children_of(node):
        if child.type == "pattern":
            if target is not None:
                found.append(_Declared(target, kind, value))
            target, kind, value = child, NONE, NONE
        elif child.type == "type_annotation":
            kind = typed(walk, child, scope)
        elif child.type in ("computed_property", "willset_didset_block", "protocol_property_requirements"):
            accessors(walk, child, scope, kind)
        elif child.type in ("modifiers", "value_binding_pattern", "type_constraints"):
            visit(walk, child, scope)
        else:
            value = implied_in(walk, child, scope, typed_as(walk, kind))
            if kind >= 0:
                expect(walk, value, Context("declared", scope, NONE, node.end_byte, kind))
    if target is not None:
        found.append(_Declared(target, kind, value))
    return found


def _bind(walk: Walk, row: _Declared, scope: int) -> None:
    target, kind, value = row
    name = target.child_by_field_name("bound_identifier")
    if name is None:
        bind_pattern(walk, target, scope, typed_as(walk, kind) if kind >= 0 else value, binds=True)
    elif kind >= 0:
        walk.builder.bind((scope, NONE), name_of(name), "declare", name, name.start_byte, annotation=kind)
    else:
        walk.builder.bind((scope, NONE), name_of(name), "assign", name, name.start_byte, value)


def accessors(walk: Walk, node: tree_sitter.Node, scope: int, kind: int) -> None:
    """`{ … }`, `{ get { … } set { … } }`, `{ didSet { … } }`: each knows the new value or the old one."""
    before = walk.returns, walk.implied, walk.function
    walk.returns = walk.implied = typed_as(walk, kind)
    walk.function = NONE
    for child in children_of(node):
        inner = walk.builder.scope("block", scope, child)
        name = next((part for part in child.named_children if part.type == "simple_identifier"), None)
        place = name or child
        for text in (name_of(name),) if name is not None else ("newValue", "oldValue"):
            if child.type != "statements":
                walk.builder.bind((inner, NONE), text, "declare", place, place.start_byte, annotation=kind)
        if child.type == "statements":
            visit(walk, child, inner)
        else:
            for part in children_of(child):
                if part != name:
                    visit(walk, part, inner)
    walk.returns, walk.implied, walk.function = before
