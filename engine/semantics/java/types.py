"""Types and annotations, as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from .state import COMMENTS, make, method, named, occur, typed, visit

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["ANNOTATIONS", "TYPES", "annotation", "arrayed", "heads", "parameters_of_types", "said_type"]


def said_type(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "type") -> int:
    """A type whose name has another role: a base, what an expression makes."""
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        return named(walk, node, role, scope)
    if kind == "field_access":  # as which a dotted type is read where a value may stand
        owner, name = node.child_by_field_name("object"), node.child_by_field_name("field")
        if owner is None or name is None:
            return NONE
        return named(walk, name, role, scope, said_type(walk, owner, scope, "read"))
    if kind in ("scoped_type_identifier", "scoped_identifier"):
        return _scoped(walk, node, scope, role)
    if kind == "generic_type":
        return _generic(walk, node, scope, role)
    if kind == "annotated_type":
        return _annotated(walk, node, scope, role)
    return typed(walk, node, scope)


def heads(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The last name of a type: what its constructor is called."""
    while node.type in (
        "generic_type",
        "annotated_type",
        "scoped_type_identifier",
        "scoped_identifier",
        "field_access",
    ):
        inner = [c for c in node.named_children if c.type not in _ASIDE]
        if not inner:
            return None
        node = inner[0] if node.type == "generic_type" else inner[-1]
    return node if node.type in ("type_identifier", "identifier") else None


def arrayed(walk: Walk, kind: int, dimensions: tree_sitter.Node | None) -> int:
    """A type with what is written behind it, or behind the name: `[]`."""
    for _ in range(walk.text(dimensions).count("[") if dimensions is not None else 0):
        kind = make(walk, "array", "", [kind])
    return kind


def parameters_of_types(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`<T extends A & B>`: bound to the first of its limits."""
    for child in node.named_children:
        if child.type != "type_parameter":
            continue
        bound, name = NONE, None
        for part in child.named_children:
            if part.type in ("type_identifier", "identifier"):
                name = part
            elif part.type == "type_bound":
                limits = [typed(walk, each, scope) for each in part.named_children if each.type not in COMMENTS]
                bound = limits[0] if len(limits) == 1 else make(walk, "either", "", limits)
            else:
                visit(walk, part, scope)
        if bound < 0:
            bound = make(walk, "name", "Object")
        if name is not None:
            walk.builder.bind((scope, NONE), walk.text(name), "type", name, child.end_byte, annotation=bound)


def _name(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = walk.text(node)
    if name != "var":
        occur(walk, name, node, "type", scope)
    return make(walk, "name", name)


def _scoped(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "type") -> int:
    parts = [child for child in node.named_children if child.type not in _ASIDE]
    for child in node.named_children:
        if child.type in ANNOTATIONS:
            annotation(walk, child, scope)
    if len(parts) == 1:
        return said_type(walk, parts[0], scope, role)
    if len(parts) != 2:  # noqa: PLR2004 - what is before the dot, and behind it
        return NONE
    owner = said_type(walk, parts[0], scope, "read" if parts[0].type.endswith("identifier") else "type")
    return named(walk, parts[1], role, scope, owner)


def _generic(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "type") -> int:
    head, parts = NONE, list[int]()
    for child in node.named_children:
        if child.type == "type_arguments":
            parts = [typed(walk, part, scope) for part in child.named_children if part.type not in COMMENTS]
        elif child.type not in COMMENTS:
            head = said_type(walk, child, scope, role)
    return make(walk, "subscript", "", [head, *parts]) if parts else head


def _array(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kind = typed(walk, node.child_by_field_name("element"), scope)
    return arrayed(walk, kind, node.child_by_field_name("dimensions"))


def _annotated(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "type") -> int:
    found = NONE
    for child in node.named_children:
        if child.type in ANNOTATIONS:
            annotation(walk, child, scope)
        else:
            found = said_type(walk, child, scope, role)
    return found


def _basic(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del scope
    return make(walk, "basic", walk.text(node))


def _wildcard(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    found = NONE
    for child in node.named_children:
        if child.type in ANNOTATIONS:
            annotation(walk, child, scope)
        else:
            found = typed(walk, child, scope)
    return found if found >= 0 else make(walk, "name", "Object")


def annotation(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`@Name(member = value)`: each member is a method of the annotation's type."""
    name = node.child_by_field_name("name")
    owner = said_type(walk, name, scope, "decorate") if name is not None else NONE
    arguments = node.child_by_field_name("arguments")
    for child in arguments.named_children if arguments is not None else ():
        if child.type == "element_value_pair":
            key = child.child_by_field_name("key")
            if key is not None:
                member = make(walk, "member", method(walk.text(key)), [owner]) if owner >= 0 else UNREADABLE
                occur(walk, walk.text(key), key, "write", scope, member, "method")
            visit(walk, child.child_by_field_name("value"), scope)
        else:
            visit(walk, child, scope)
    return NONE


ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_ASIDE = COMMENTS | ANNOTATIONS
TYPES: dict[str, Handler] = {
    "type_identifier": _name,
    "identifier": _name,
    "scoped_type_identifier": _scoped,
    "generic_type": _generic,
    "array_type": _array,
    "annotated_type": _annotated,
    "integral_type": _basic,
    "floating_point_type": _basic,
    "boolean_type": _basic,
    "void_type": _basic,
    "wildcard": _wildcard,
    "annotation": annotation,
    "marker_annotation": annotation,
}
