"""Types of Rust as expressions. References, pointers and lifetimes are left out: what is behind them is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from .state import member, module, path_name, visit

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from .state import Walk

__all__ = ["arguments_of", "constructor", "kind", "qualified", "type_parameters"]


def kind(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """Take note of the names in a type, and give it; NONE for what says nothing."""
    if node is None:
        return NONE
    handler = _KINDS.get(node.type)
    if handler is not None:
        return handler(walk, node, scope)
    visit(walk, node, scope)
    return NONE


def _name(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = text_of(node).removeprefix("r#")
    if name == "Self":
        return walk.own_type
    if name == "_":
        return NONE
    walk.builder.occur(name, node, "type", scope, walk.block)
    return walk.builder.name(name)


def _primitive(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del scope
    return walk.builder.expression(("name", text_of(node), (), (), NONE))


def _scoped(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    owner = qualified(walk, node.child_by_field_name("path"), scope)
    return _member(walk, node, owner, scope)


def _member(walk: Walk, node: tree_sitter.Node, owner: int, scope: int) -> int:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return NONE
    name = text_of(name_node).removeprefix("r#")
    walk.builder.occur(name, name_node, "type", scope, walk.block, owner)
    return member(walk, owner, name) if owner != NONE else walk.builder.name(name)


def _plain(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = text_of(node).removeprefix("r#")
    if name == "Self":
        return walk.builder.expression(("self", "class", (), (), walk.own))
    if node.type == "metavariable":
        return module(walk, "crate") if name == "$crate" else NONE
    walk.builder.occur(name, node, "type", scope, walk.block)
    return path_name(walk, name)


def _within(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name_node = node.child_by_field_name("name")
    path = node.child_by_field_name("path")
    if name_node is not None and name_node.type == "super" and path is not None:
        return module(walk, "super", text_of(path))
    owner = qualified(walk, path, scope)
    if name_node is None:
        return NONE
    name = text_of(name_node).removeprefix("r#")
    walk.builder.occur(name, name_node, "type", scope, walk.block, owner if owner != NONE else UNREADABLE)
    return member(walk, owner, name) if owner != NONE else NONE


def qualified(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """What stands before `::`, as an expression whose members are meant."""
    if node is None:  # a name that begins with `::`
        return walk.builder.expression(("module", "::", (), (), NONE))
    form = node.type
    if form in ("identifier", "type_identifier", "metavariable"):
        return _plain(walk, node, scope)
    if form in ("crate", "self", "super"):
        return module(walk, form)
    if form in ("scoped_identifier", "scoped_type_identifier"):
        return _within(walk, node, scope)
    if form in ("generic_type", "generic_type_with_turbofish"):
        owner = qualified(walk, node.child_by_field_name("type"), scope)
        parts = arguments_of(walk, node.child_by_field_name("type_arguments"), scope)
        return walk.builder.expression(("applied", "", (owner, *parts), (), NONE)) if owner != NONE else NONE
    if form == "bracketed_type":  # `<T>::`, `<T as Trait>::`
        return _bracketed(walk, node.named_children[0], scope) if node.named_children else NONE
    found = kind(walk, node, scope)
    return walk.builder.expression(("typed", "", (found,), (), NONE)) if found != NONE else NONE


def constructor(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """The struct or variant that a literal or a pattern names."""
    if node is None:
        return NONE
    if node.type in ("generic_type", "generic_type_with_turbofish", "generic_pattern"):
        head = node.child_by_field_name("type") or node.named_children[0]
        found = constructor(walk, head, scope)
        parts = arguments_of(walk, node.child_by_field_name("type_arguments"), scope)
        return walk.builder.expression(("applied", "", (found, *parts), (), NONE)) if found != NONE else NONE
    name_node = node
    owner = NONE
    if node.type in ("scoped_identifier", "scoped_type_identifier"):
        owner = qualified(walk, node.child_by_field_name("path"), scope)
        name_node = node.child_by_field_name("name") or node
        if owner == NONE:
            owner = UNREADABLE
    name = text_of(name_node).removeprefix("r#")
    if name == "Self":
        return walk.builder.expression(("self", "class", (), (), walk.own)) if walk.own >= 0 else NONE
    walk.builder.occur(name, name_node, "instantiate", scope, walk.block, owner)
    if owner == UNREADABLE:
        return NONE
    return path_name(walk, name) if owner == NONE else member(walk, owner, name)


def _bracketed(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    if node.type == "qualified_type":
        parts = [kind(walk, node.child_by_field_name(field), scope) for field in ("type", "alias")]
    else:
        parts = [kind(walk, node, scope)]
    kept = tuple(part for part in parts if part != NONE)
    return walk.builder.expression(("typed", "", kept, (), NONE)) if kept else NONE


def _generic(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    head = kind(walk, node.child_by_field_name("type"), scope)
    parts = arguments_of(walk, node.child_by_field_name("type_arguments"), scope)
    if head == NONE or not parts:
        return head
    return walk.builder.expression(("subscript", "", (head, *parts), (), NONE))


def arguments_of(walk: Walk, node: tree_sitter.Node | None, scope: int) -> tuple[int, ...]:
    """Type arguments, those by name (`Item = T`) behind the others."""
    plain: list[int] = []
    named: list[int] = []
    for child in node.named_children if node is not None else ():
        if child.type == "type_binding":
            name = child.child_by_field_name("name")
            if name is not None:
                walk.builder.occur(text_of(name), name, "type", scope, walk.block, -2)
            named.append(kind(walk, child.child_by_field_name("type"), scope))
        elif child.type not in _NOTHING:
            plain.append(kind(walk, child, scope))
    return (*plain, *named)


def _inner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return kind(walk, node.child_by_field_name("type"), scope)


def _array(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    part = kind(walk, node.child_by_field_name("element"), scope)
    length = node.child_by_field_name("length")
    if length is not None:
        visit(walk, length, scope)
    return walk.builder.expression(("list", "", (part,), (), NONE))


def _tuple(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = tuple(kind(walk, child, scope) for child in node.named_children if child.type not in _NOTHING)
    return walk.builder.expression(("tuple", "", parts, (), NONE))


def _unit(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    return walk.builder.expression(("basic", "void", (), (), NONE))


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`fn(A) -> B`, `FnOnce(A) -> B`."""
    trait = node.child_by_field_name("trait")
    if trait is not None:
        kind(walk, trait, scope)
    taken = [
        kind(walk, child.child_by_field_name("type") if child.type == "parameter" else child, scope)
        for child in _children(node.child_by_field_name("parameters"))
        if child.type not in _NOTHING
    ]
    given = node.child_by_field_name("return_type")
    result = kind(walk, given, scope) if given is not None else _unit(walk, node, scope)
    return walk.builder.expression(("function", "", (result, *taken), (), NONE))


def _children(node: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    return node.named_children if node is not None else []


def _either(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`dyn A + B`, `impl A`, bounds: each says something."""
    parts = [kind(walk, child, scope) for child in node.named_children if child.type not in _NOTHING]
    parts = [part for part in parts if part != NONE]
    if len(parts) <= 1:
        return parts[0] if parts else NONE
    return walk.builder.expression(("either", "", tuple(parts), (), NONE))


def _qualified_type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`T as Trait`: both say what it has."""
    parts = [kind(walk, node.child_by_field_name(field), scope) for field in ("type", "alias")]
    parts = [part for part in parts if part != NONE]
    if len(parts) <= 1:
        return parts[0] if parts else NONE
    return walk.builder.expression(("either", "", tuple(parts), (), NONE))


def _dropped(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        kind(walk, child, scope)
    return NONE


def type_parameters(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The scope of the type parameters of a definition, with what its `where` says of them; else the scope itself."""
    declared = node.child_by_field_name("type_parameters")
    where = next((child for child in node.named_children if child.type == "where_clause"), None)
    if declared is None:
        if where is not None:
            for predicate in where.named_children:
                _dropped(walk, predicate, scope)
        return scope
    own = walk.builder.scope("types", scope, node)
    rows = _declared(walk, declared, own)
    further = _where(walk, where, own)
    for name, bounds, default in rows:
        text = text_of(name)
        parts = tuple(part for part in (bounds, *further.get(text, ())) if part != NONE)
        both = parts[0] if len(parts) == 1 else NONE
        if len(parts) > 1:
            both = walk.builder.expression(("either", "", parts, (), NONE))
        walk.builder.bind((own, walk.block), text, "type", name, declared.start_byte, default, both)
    return own


def _declared(walk: Walk, declared: tree_sitter.Node, own: int) -> list[tuple[tree_sitter.Node, int, int]]:
    """Each type parameter with its bounds and its default; those that are values are bound."""
    rows: list[tuple[tree_sitter.Node, int, int]] = []
    for child in declared.named_children:
        name = child.child_by_field_name("name")
        if name is None or child.type == "lifetime_parameter":
            continue
        if child.type == "const_parameter":
            walk.builder.bind(
                (own, walk.block), text_of(name), "declare", name, declared.start_byte, NONE,
                kind(walk, child.child_by_field_name("type"), own),
            )  # fmt: skip
            continue
        bounds = kind(walk, child.child_by_field_name("bounds"), own)
        rows.append((name, bounds, kind(walk, child.child_by_field_name("default_type"), own)))
    return rows


def _where(walk: Walk, where: tree_sitter.Node | None, own: int) -> dict[str, list[int]]:
    """What a `where` says of type parameters, references to them included."""
    further: dict[str, list[int]] = {}
    for predicate in where.named_children if where is not None else ():
        left = predicate.child_by_field_name("left")
        bounds = kind(walk, predicate.child_by_field_name("bounds"), own)
        if left is None:
            continue
        meant: tree_sitter.Node | None = left
        while meant is not None and meant.type in ("reference_type", "higher_ranked_trait_bound"):
            meant = meant.child_by_field_name("type")
        if meant is not None and meant.type == "type_identifier" and bounds != NONE:
            further.setdefault(text_of(meant), []).append(bounds)
        kind(walk, left, own)
    return further


_NOTHING = frozenset({"lifetime", "mutable_specifier", "line_comment", "block_comment", "attribute_item", "use_bounds"})
_KINDS: dict[str, Callable[[Walk, tree_sitter.Node, int], int]] = {
    "type_identifier": _name,
    "identifier": _name,
    "primitive_type": _primitive,
    "scoped_type_identifier": _scoped,
    "scoped_identifier": _scoped,
    "generic_type": _generic,
    "reference_type": _inner,
    "pointer_type": _inner,
    "array_type": _array,
    "tuple_type": _tuple,
    "unit_type": _unit,
    "never_type": _unit,
    "function_type": _function,
    "abstract_type": _either,
    "dynamic_type": _either,
    "bounded_type": _either,
    "trait_bounds": _either,
    "bracketed_type": _either,
    "higher_ranked_trait_bound": _inner,
    "qualified_type": _qualified_type,
    "removed_trait_bound": _dropped,
}
