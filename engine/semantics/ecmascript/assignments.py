"""Assignments: to names, patterns, members, and to what a module or a constructor function gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, AttributeBinding, Context
from .docs import documented_type
from .modules import export_assigned
from .patterns import assigned
from .state import expect, make, visit
from .values import member

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["assignment"]


def assignment(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`left = right`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return NONE
    if left.type == "member_expression":
        return _member(walk, node, left, right, scope, block)
    value = visit(walk, right, scope, block)
    if left.type == "identifier":
        target = make(walk, "name", walk.text(left))
        expect(walk, value, Context("like", scope, block, node.start_byte, target))
        assigned(walk, left, value, scope, block)
    elif left.type in ("object_pattern", "array_pattern"):
        assigned(walk, left, value, scope, block)
    else:
        target = visit(walk, left, scope, block)
        expect(walk, value, Context("like", scope, block, node.start_byte, target))
    return value


def _member(
    walk: Walk, node: tree_sitter.Node, left: tree_sitter.Node, right: tree_sitter.Node, scope: int, block: int
) -> int:
    owner, name = left.child_by_field_name("object"), left.child_by_field_name("property")
    if owner is None or name is None:
        return NONE
    if walk.commonjs and _exports(owner, name):
        return export_assigned(walk, name, right, scope, block)
    target = member(walk, left, scope, block, "write")
    row = walk.builder.expression_at(target)
    of = row.parts[0] if row is not None and row.parts else NONE
    if right.type == "function_expression" and owner.type != "this":
        walk.within = _called_on(walk, of)
    value = visit(walk, right, scope, block)
    expect(walk, value, Context("like", scope, block, node.start_byte, target))
    holder = _holder(walk, owner, scope)
    if holder >= 0:
        line, column = walk.builder.point_of(name)
        annotation = documented_type(walk, node, scope, block)
        walk.builder.attributes.append(
            AttributeBinding(
                scope, walk.text(owner), walk.text(name), value, annotation, block, node.end_byte, line, column, holder
            )
        )
    return value


def _exports(owner: tree_sitter.Node, name: tree_sitter.Node) -> bool:
    text = owner.text
    return text in (b"exports", b"module.exports") or (text == b"module" and name.text == b"exports")


def _called_on(walk: Walk, owner: int) -> int:
    """What `this` is in a function that becomes a member of something."""
    row = walk.builder.expression_at(owner)
    if row is not None and row.op == "member" and row.text == "prototype":
        return make(walk, "new", "", [row.parts[0]], number=0)
    return owner


def _holder(walk: Walk, owner: tree_sitter.Node, scope: int) -> int:
    """The scope of the class that gets a member by being assigned to."""
    if owner.type == "this":
        row = walk.builder.expression_at(walk.own)
        if row is None:
            return NONE
        if row.op == "self" and row.text in ("instance", "class"):
            return walk.builder.definitions[row.number].own
        if row.op == "self" and row.text == "made":
            return _made(walk, row.number)
        if row.op == "name":  # of a function that is a member of it
            return _named(walk, row.text, scope)
        if row.op == "new":  # of a function on a prototype
            callee = walk.builder.expression_at(row.parts[0])
            return _named(walk, callee.text, scope) if callee is not None and callee.op == "name" else NONE
        return NONE
    if owner.type == "identifier":
        return _named(walk, walk.text(owner), scope)
    if owner.type == "member_expression":
        inner, name = owner.child_by_field_name("object"), owner.child_by_field_name("property")
        if inner is not None and name is not None and inner.type == "identifier" and name.text == b"prototype":
            return _named(walk, walk.text(inner), scope)
    return NONE


def _named(walk: Walk, name: str, scope: int) -> int:
    """The scope of the members of what a name is seen from a scope."""
    while scope >= 0:
        index = walk.named.get((scope, name))
        if index is not None:
            if walk.builder.definitions[index].kind == "function":
                return _made(walk, index, (scope, name))
            definition = walk.builder.definitions[index]
            taken_over = definition.bases and "nameless" in definition.traits  # what is spread may have the member
            return NONE if taken_over else definition.own
        if (scope, name) in walk.builder.bound:
            return NONE
        scope = walk.builder.scopes[scope].parent
    return NONE


def _made(walk: Walk, function: int, known_as: tuple[int, str] | None = None) -> int:
    """The scope of the class whose instances a function makes, and whose members it has itself."""
    builder = walk.builder
    found = walk.makers.get(function)
    if found is None:
        definition = builder.definitions[function]
        own = builder.scope_like(definition.own, "class")
        found = len(builder.definitions)
        builder.definitions.append(
            definition._replace(kind="class", own=own, traits=_MAKER, parameters=(), returns=NONE)
        )
        builder.scopes[own] = builder.scopes[own]._replace(definition=found)
        walk.makers[function] = found
        scope, name = known_as or (definition.scope, definition.name)
        if name and (known_as is not None or "nameless" not in definition.traits):
            builder.bind_at((scope, definition.block), name, "class", definition, found)
    return builder.definitions[found].own


_MAKER = frozenset({"maker", "nameless"})
