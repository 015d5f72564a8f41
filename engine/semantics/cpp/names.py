"""Names: plain, qualified, with template arguments; where they stand, and what they are as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from ..c.state import visit, visit_children

if TYPE_CHECKING:
    import tree_sitter

    from ..c.state import Walk

__all__ = ["NAMES", "Qualified", "last_name", "named", "qualifiers", "template_arguments"]

NAMES = frozenset(
    {
        *("identifier", "type_identifier", "namespace_identifier", "field_identifier", "qualified_identifier"),
        *("template_type", "template_function", "template_method", "dependent_name", "dependent_type"),
        *("destructor_name", "operator_name", "nested_namespace_specifier"),
    }
)
Qualified = tuple[tuple[str, ...], int]


def named(  # noqa: C901 - a table of forms, told apart one after the other
    walk: Walk, node: tree_sitter.Node, scope: int, role: str, owner: int = NONE, form: str = ""
) -> int:
    """Note a name and all in it; gives what it stands for. `owner`: what it is a member of; NONE for a bare one."""
    kind = node.type
    if kind in _PLAIN:
        return _plain(walk, node, scope, role, owner, form)
    if kind == "qualified_identifier":
        before, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
        if name is None:
            visit_children(walk, node, scope)
            return NONE
        if before is None:
            inner = walk.builder.expression(("space", "", (), (), NONE))
        elif before.type in NAMES:
            inner = named(walk, before, scope, "read", owner)
        else:
            visit(walk, before, scope)
            inner = NONE
        return named(walk, name, scope, role, inner if inner >= 0 else UNREADABLE, form)
    if kind in _TEMPLATES:
        name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        head = named(walk, name, scope, role, owner, form) if name is not None else NONE
        parts = template_arguments(walk, arguments, scope)
        if head < 0:
            return NONE
        op = "subscript" if kind == "template_type" else "applied"
        return walk.builder.expression((op, "", (head, *parts), (), NONE))
    if kind == "destructor_name":
        name = node.named_children[0] if node.named_children else None
        if name is not None:
            named(walk, name, scope, "read" if role == "call" else role, owner, form)
        return NONE
    if kind == "operator_name":
        visit_children(walk, node, scope)
        return _member(walk, "".join(walk.text(node).split()), owner)
    found = owner
    for child in node.named_children:  # `template f<T>`, `typename T::x`, `A::B` of a namespace
        found = named(walk, child, scope, role, found, form) if child.type in NAMES else NONE
    return found


def _plain(walk: Walk, node: tree_sitter.Node, scope: int, role: str, owner: int, form: str) -> int:
    text = walk.text(node)
    if not text:
        return NONE
    walk.builder.occur(text, node, role, scope, walk.block, owner, form)
    return _member(walk, text, owner)


def _member(walk: Walk, text: str, owner: int) -> int:
    if owner == NONE:
        return walk.builder.name(text)
    return walk.builder.expression(("member", text, (owner,), (), NONE)) if owner >= 0 else NONE


def template_arguments(walk: Walk, node: tree_sitter.Node | None, scope: int) -> list[int]:
    """Note the arguments of a template; gives those that are types."""
    found: list[int] = []
    for child in node.named_children if node is not None else ():
        if child.type == "type_descriptor":
            found.append(walk.type_of(walk, child, scope))
        elif child.type != "comment":
            visit(walk, child, scope)
            found.append(NONE)
    return found


def last_name(node: tree_sitter.Node) -> tree_sitter.Node:
    """The last part of a qualified name, without template arguments."""
    while True:
        if node.type == "qualified_identifier" or node.type in _TEMPLATES:
            inner = node.child_by_field_name("name")
        elif node.type in ("dependent_name", "destructor_name"):
            inner = node.named_children[-1] if node.named_children else None
        else:
            return node
        if inner is None:
            return node
        node = inner


def qualifiers(node: tree_sitter.Node) -> str:
    """What stands before the last part of a qualified name, as one text without template arguments."""
    parts: list[str] = []
    current: tree_sitter.Node | None = node
    while current is not None and current.type == "qualified_identifier":
        before = current.child_by_field_name("scope")
        parts.append(text_of(last_name(before)) if before is not None else "")
        current = current.child_by_field_name("name")
    return "::".join(parts)


_PLAIN = frozenset({"identifier", "type_identifier", "namespace_identifier", "field_identifier"})
_TEMPLATES = frozenset({"template_type", "template_function", "template_method"})
