"""Patterns: what they name, and what they take out of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .state import binding_place, children_of, make, name_of, occur, reference, valued_in, visit, visit_children
from .types import TYPES, typed, value_path

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["PATTERNS", "bind_pattern", "cases_in"]


def bind_pattern(  # noqa: C901, PLR0912 - a table of forms, told apart one after the other
    walk: Walk, node: tree_sitter.Node, scope: int, given: int, kind: int = NONE
) -> None:
    """Bind what a pattern names, where `given` is the value that it is held against; `kind` is a type that is said."""
    form = node.type
    if form in ("identifier", "operator_identifier"):
        _name(walk, node, scope, given, kind)
    elif form == "identifiers":
        for child in children_of(node):
            bind_pattern(walk, child, scope, given, kind)
    elif form == "typed_pattern":
        said = typed(walk, node.child_by_field_name("type"), scope)
        inner = node.child_by_field_name("pattern")
        if inner is not None:
            bind_pattern(walk, inner, scope, NONE, said)
    elif form == "capture_pattern":
        _capture(walk, node, scope, given)
    elif form == "case_class_pattern":
        _extractor(walk, node, scope, given)
    elif form == "infix_pattern":
        _infix(walk, node, scope, given)
    elif form == "tuple_pattern":
        for number, child in enumerate(children_of(node)):
            bind_pattern(walk, child, scope, make(walk, "item", "", [given], number=number))
    elif form in ("alternative_pattern", "parenthesized_pattern", "given_pattern", "repeat_pattern"):
        for child in children_of(node):
            bind_pattern(walk, child, scope, given, kind)
    elif form == "stable_identifier":
        value_path(walk, node, scope)
    elif form in TYPES and form != "wildcard":
        typed(walk, node, scope)
    else:
        for child in children_of(node):
            if child.type in ("identifier", "case_class_pattern", "typed_pattern", "tuple_pattern", "capture_pattern"):
                bind_pattern(walk, child, scope, NONE)
            else:
                visit(walk, child, scope)


def _name(walk: Walk, node: tree_sitter.Node, scope: int, given: int, kind: int) -> None:
    """A name that is bound, or one of a constant: it begins with a capital or stands between backquotes."""
    text = name_of(node)
    is_constant = text[:1].isupper() or (node.text or b"").startswith(b"`")
    if is_constant and kind < 0 and not _declares(node):
        reference(walk, node, "read", scope)
        return
    place = binding_place(walk, scope)
    if kind >= 0:
        walk.builder.bind(place, text, "declare", node, node.start_byte, annotation=kind)
    else:
        walk.builder.bind(place, text, "assign", node, node.start_byte, valued_in(walk, given, scope))


def _declares(node: tree_sitter.Node) -> bool:
    """Whether a name is all that a declaration of a value names: there capitals mean nothing."""
    parent = node.parent
    if parent is not None and parent.type == "identifiers":
        parent = parent.parent
    return parent is not None and parent.type in ("val_definition", "var_definition")


def _capture(walk: Walk, node: tree_sitter.Node, scope: int, given: int) -> None:
    """`name @ pattern`."""
    name, inner = node.child_by_field_name("name"), node.child_by_field_name("pattern")
    kind = NONE
    if inner is not None:
        bind_pattern(walk, inner, scope, given)
        head = inner.child_by_field_name("type") if inner.type in ("case_class_pattern", "typed_pattern") else None
        if head is not None and head.type in ("type_identifier", "identifier"):
            kind = make(walk, "name", name_of(head))
    if name is not None:
        place = binding_place(walk, scope)
        if kind >= 0:
            walk.builder.bind(place, name_of(name), "declare", name, name.start_byte, annotation=kind)
        else:
            walk.builder.bind(place, name_of(name), "assign", name, name.start_byte, valued_in(walk, given, scope))


def _extractor(walk: Walk, node: tree_sitter.Node, scope: int, given: int) -> None:
    """`Name(a, b)`: of a class whose fields these are, or of what has `unapply`."""
    head = node.child_by_field_name("type")
    found = NONE
    if head is not None:
        found = _head(walk, head, scope)
    parts = [child for child in children_of(node) if child != head]
    for number, child in enumerate(parts):
        taken = make(walk, "unpacked", str(number), [found, given], number=len(parts))
        bind_pattern(walk, child, scope, taken)


def _head(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    if node.type == "generic_type":
        inner, listed = node.child_by_field_name("type"), node.child_by_field_name("type_arguments")
        for part in children_of(listed) if listed is not None else ():
            typed(walk, part, scope)
        return _head(walk, inner, scope) if inner is not None else NONE
    if node.type == "stable_type_identifier":
        found: int | None = None
        for part in children_of(node):
            found = value_path(walk, part, scope, found)
        return found if found is not None else NONE
    return _taken_apart(walk, node, scope)


def _taken_apart(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The name of what a pattern takes apart: no function is meant, however near."""
    name = walk.text(node).strip("`")
    found = make(walk, "name", name, number=0)
    occur(walk, name, node, "read", scope, found, "method")
    return found


def _infix(walk: Walk, node: tree_sitter.Node, scope: int, given: int) -> None:
    """`head :: tail`, `a ~ b`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return
    text = name_of(operator)
    if text in ("::", "+:", ":+"):
        first, rest = make(walk, "element", "", [given]), given
        bind_pattern(walk, left, scope, rest if text == ":+" else first)
        bind_pattern(walk, right, scope, first if text == ":+" else rest)
        return
    found = _taken_apart(walk, operator, scope)
    for number, child in enumerate((left, right)):
        bind_pattern(walk, child, scope, make(walk, "unpacked", str(number), [found, given], number=2))


def cases_in(walk: Walk, node: tree_sitter.Node, scope: int, given: int) -> int:
    """The cases of a block, held against a value; gives what one of them gives."""
    results: list[int] = []
    for clause in node.named_children:
        if clause.type != "case_clause":
            visit(walk, clause, scope)
            continue
        inner = walk.builder.scope("block", scope, clause)
        pattern, body = clause.child_by_field_name("pattern"), clause.child_by_field_name("body")
        if pattern is not None:
            bind_pattern(walk, pattern, inner, given)
        value = NONE
        for child in children_of(clause):
            if child != pattern:
                found = visit(walk, child, inner)
                value = found if child == body else value
        if body is None:
            value = make(walk, "literal", "Unit")
        results.append(make(walk, "within", "", [value], number=inner) if value >= 0 else NONE)
    known = [value for value in results if value >= 0]
    return make(walk, "either", "", known) if known else NONE


def _guard(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    visit_children(walk, node, scope)
    return NONE


PATTERNS: dict[str, Handler] = {"guard": _guard}
