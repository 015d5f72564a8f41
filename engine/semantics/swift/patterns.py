"""Patterns, and the conditions of `if`, `guard` and `while`, which bind names for what comes after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .state import implied_in, make, name_of, nothing, reference, typed_as, visit
from .types import TYPES, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["PATTERNS", "bind_pattern", "conditions", "outside"]


def bind_pattern(walk: Walk, node: tree_sitter.Node, scope: int, given: int, *, binds: bool = False) -> None:
    """Bind what a pattern names, where `given` is the value that it is held against."""
    if node.type == "simple_identifier":
        _name(walk, node, scope, given, binds=binds)
    elif node.type == "pattern":
        _parts(walk, node.children, scope, given, binds=binds)
    else:
        implied_in(walk, node, scope, given)


def _name(walk: Walk, node: tree_sitter.Node, scope: int, given: int, *, binds: bool) -> None:
    if not binds:
        reference(walk, node, "read", scope)
    elif name_of(node) != "self":
        walk.builder.bind((scope, NONE), name_of(node), "assign", node, node.start_byte, given)


def _parts(  # noqa: C901, PLR0912 - a table of what may stand in a pattern
    walk: Walk, parts: list[tree_sitter.Node], scope: int, given: int, *, binds: bool
) -> None:
    """The parts of a pattern, one after the other."""
    head, owner, said, dotted = NONE, given, NONE, False
    inner: list[tree_sitter.Node] = []
    for number, part in enumerate(parts):
        kind = part.type
        if kind == "value_binding_pattern":
            binds = True
        elif kind == ".":
            dotted = True
        elif kind == "user_type" and number + 1 < len(parts) and parts[number + 1].type == ".":
            owner = make(walk, "typed", "", [typed(walk, part, scope)])
        elif kind in TYPES:
            said = typed(walk, part, scope)
        elif kind == "simple_identifier" and dotted:
            head = reference(walk, part, "read", scope, owner)
            dotted = False
        elif kind == "simple_identifier" and number + 1 < len(parts) and parts[number + 1].type == ":":
            continue  # what the part of a tuple, or of a case, is called
        elif kind in ("simple_identifier", "pattern"):
            inner.append(part)
        elif part.is_named and kind not in _SILENT:
            implied_in(walk, part, scope, given)
    if said >= 0:
        given = typed_as(walk, said)
    is_plain = head < 0 and not any(part.type == "(" for part in parts)
    for number, part in enumerate(inner):
        value = given
        if head >= 0:
            value = make(walk, "unpacked", str(number), [head, given], number=len(inner))
        elif not is_plain:
            value = make(walk, "item", "", [given], number=number)
        bind_pattern(walk, part, scope, value, binds=binds)


_SILENT = frozenset({"wildcard_pattern", "where_keyword", "is", "as"})


def conditions(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What stands between the word and the body of a statement; gives the scope in which all is seen that it binds."""
    row: list[tree_sitter.Node] = []
    depth = 0
    for child in node.children[1:]:
        if child.type in ("statements", "{", "else", "if_statement"):
            break
        depth += (child.type in _OPENING) - (child.type in _CLOSING)
        if child.type == "," and not depth:
            scope = _condition(walk, row, scope)
            row = []
        else:
            row.append(child)
    return _condition(walk, row, scope) if row else scope


def _condition(  # noqa: C901, PLR0912 - three forms of conditions
    walk: Walk, row: list[tree_sitter.Node], scope: int
) -> int:
    named = [child for child in row if child.is_named]
    if row[0].type == "case" or (row[0].type != "value_binding_pattern" and any(c.type == "case" for c in row[:2])):
        equals = max((number for number, child in enumerate(row) if child.type == "="), default=len(row))
        given = NONE
        for child in row[equals + 1 :]:
            given = visit(walk, child, scope) if child.is_named else given
        inner = walk.builder.scope("block", scope, row[0])
        given = outside(walk, given, scope)
        start = next(number for number, child in enumerate(row) if child.type == "case") + 1
        _parts(walk, row[start:equals], inner, given, binds=False)
        return inner
    if row[0].type != "value_binding_pattern":
        for child in named:
            visit(walk, child, scope)
        return scope
    equals = next((number for number, child in enumerate(row) if child.type == "="), len(row))
    if any(child.type == "(" for child in row[:equals]):
        given = NONE
        for child in row[equals + 1 :]:
            given = visit(walk, child, scope) if child.is_named else given
        inner = walk.builder.scope("block", scope, row[0])
        _parts(walk, row[:equals], inner, outside(walk, given, scope), binds=True)
        return inner
    kind, given, target = NONE, NONE, None
    for child in named[1:]:
        if child.type == "type_annotation":
            kind = typed(walk, child, scope)
        elif target is None and child.type in ("simple_identifier", "pattern"):
            target = child
        else:
            given = implied_in(walk, child, scope, typed_as(walk, kind))
    if target is None:
        return scope
    if not any(child.type == "=" for child in row) and target.type == "simple_identifier":
        given = reference(walk, target, "read", scope) if name_of(target) != "self" else NONE
    inner = walk.builder.scope("block", scope, row[0])
    given = outside(walk, given, scope)
    if kind >= 0 and target.type == "simple_identifier":
        walk.builder.bind((inner, NONE), name_of(target), "declare", target, target.start_byte, annotation=kind)
    else:
        bind_pattern(walk, target, inner, given, binds=True)
    return inner


def outside(walk: Walk, value: int, scope: int) -> int:
    """A value that stands outside of the scope in which its name is bound, and may have the same name."""
    return make(walk, "within", "", [value], number=scope) if value >= 0 else NONE


_OPENING, _CLOSING = frozenset({"(", "["}), frozenset({")", "]"})

PATTERNS: dict[str, Handler] = {"value_binding_pattern": nothing, "wildcard_pattern": nothing}
