"""Items of Rust: modules, types, traits, implementations, functions, constants.

An `impl` is a class without a name of its own, whose members belong to what it is for; its trait is its base. A variant
is a class within its enumeration. Fields live in a space of their own, since methods may be called like them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, ImportFact, Parameter, Result, spaced
from ..builder import text_of
from . import types
from .macros import note_rules
from .patterns import bind_pattern
from .state import data, module_around, value, visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from .state import Walk

__all__ = ["VISITS"]

CLOSED = frozenset({"closed"})
TRAIT = frozenset({"closed", "abstract"})
EXTENSION = frozenset({"closed", "extension"})
VARIANT = frozenset({"closed", "variant"})
ALIAS = frozenset({"closed", "alias"})
SIGNATURE = frozenset({"overload"})
MACRO = frozenset({"macro"})
NOTHING: frozenset[str] = frozenset()


class _Around(NamedTuple):
    own: int
    own_type: int
    function: int
    module: int
    folders: tuple[str, ...]


def _around(walk: Walk) -> _Around:
    return _Around(walk.own, walk.own_type, walk.function, walk.module, walk.folders)


def _back(walk: Walk, around: _Around) -> None:
    walk.own, walk.own_type, walk.function, walk.module, walk.folders = around


def _define(
    walk: Walk,
    node: tree_sitter.Node,
    name_node: tree_sitter.Node | None,
    scope: int,
    outer: int,
    definition: str = "class",
    traits: frozenset[str] = NOTHING,
    *,
    is_async: bool = False,
) -> int:
    name = text_of(name_node).removeprefix("r#") if name_node is not None else ""
    place = scope, walk.block, outer
    at = name_node if name_node is not None else node
    return walk.builder.define(definition, name, at, node, place, is_async=is_async, traits=traits)


def _bind(walk: Walk, place: int, index: int, name: str = "") -> None:
    definition = walk.builder.definitions[index]
    walk.builder.bind_at((place, walk.block), name or definition.name, definition.kind, definition, index)
    walk.builder.bound.add((place, name or definition.name))


# --- modules -----------------------------------------------------------------------------------------------------


def _module(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return
    builder, name = walk.builder, text_of(name_node).removeprefix("r#")
    if body is None:
        given = _path_of(node)
        folders = "/".join((*walk.folders, name))
        builder.imports.append(ImportFact(f"path {given}" if given else f"mod {folders}", "", first=False))
        number = len(builder.imports) - 1
        builder.bind((scope, walk.block), spaced("module", name), "import", name_node, node.start_byte, number=number)
        return
    around = _around(walk)
    own = builder.scope("module", scope, body, NONE, walk.block)
    builder.bind((scope, walk.block), spaced("module", name), "module", name_node, node.start_byte, number=own)
    walk.module, walk.folders = own, (*walk.folders, name)
    walk.own = walk.own_type = walk.function = NONE
    for child in body.named_children:
        visit(walk, child, own)
    _back(walk, around)


def _path_of(node: tree_sitter.Node) -> str:
    """What an attribute `path` above a module says."""
    before = node.prev_named_sibling
    while before is not None and before.type in ("attribute_item", "line_comment", "block_comment"):
        attribute = before.named_children[0] if before.type == "attribute_item" and before.named_children else None
        if attribute is not None and attribute.named_children and text_of(attribute.named_children[0]) == "path":
            given = attribute.child_by_field_name("value")
            return text_of(given).strip('"') if given is not None else ""
        before = before.prev_named_sibling
    return ""


# --- types -------------------------------------------------------------------------------------------------------


def _struct(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    index, around = _begin_type(walk, node, scope, CLOSED)
    _fields(walk, node.child_by_field_name("body"), index)
    _back(walk, around)


def _enum(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    index, around = _begin_type(walk, node, scope, CLOSED)
    own = walk.builder.definitions[index].own
    base = walk.builder.expression(("self", "class", (), (), index))
    for child in _children(node.child_by_field_name("body")):
        if child.type != "enum_variant":
            visit(walk, child, own)
            continue
        variant = _define(walk, child, child.child_by_field_name("name"), own, own, "class", VARIANT)
        walk.builder.complete(variant, bases=(base,), traits=VARIANT)
        _bind(walk, own, variant)
        _fields(walk, child.child_by_field_name("body"), variant)
        given = child.child_by_field_name("value")
        if given is not None:
            visit(walk, given, scope)
    _back(walk, around)


def _begin_type(walk: Walk, node: tree_sitter.Node, scope: int, traits: frozenset[str]) -> tuple[int, _Around]:
    around = _around(walk)
    name = node.child_by_field_name("name")
    walk.own = len(walk.builder.definitions)
    walk.own_type = walk.builder.expression(("own", "", (), (), NONE))
    outer = types.type_parameters(walk, node, scope)
    made = _define(walk, node, name, scope, outer, "class", traits)
    _bind(walk, scope, made)
    walk.own_type = _applied(walk, made, outer, scope)
    return made, around


def _applied(walk: Walk, index: int, outer: int, scope: int) -> int:
    """A type with its own type parameters: what `Self` means in it."""
    builder = walk.builder
    head = builder.expression(("name", builder.definitions[index].name, (), (), NONE))
    if outer == scope:
        return head
    names = [row.name for row in reversed(builder.bindings) if row.scope == outer and row.kind == "type"]
    if not names:
        return head
    parts = tuple(builder.name(name) for name in reversed(names))
    return builder.expression(("subscript", "", (head, *parts), (), NONE))


def _fields(walk: Walk, body: tree_sitter.Node | None, index: int) -> None:
    own = walk.builder.definitions[index].own
    number = 0
    for child in _children(body):
        if child.type == "field_declaration":
            name = child.child_by_field_name("name")
            found = types.kind(walk, child.child_by_field_name("type"), own)
            if name is not None:
                text = data(text_of(name).removeprefix("r#"))
                walk.builder.bind((own, walk.block), text, "declare", name, child.start_byte, NONE, found)
        elif child.type in _BESIDE:
            visit(walk, child, own)
        elif body is not None and body.type == "ordered_field_declaration_list":
            found = types.kind(walk, child, own)
            place, text = (own, walk.block), data(str(number))
            walk.builder.bind(place, text, "declare", child, child.start_byte, NONE, found)
            number += 1


def _trait(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    index, around = _begin_type(walk, node, scope, TRAIT)
    walk.own_type = walk.builder.expression(("own", "", (), (), NONE))
    definition = walk.builder.definitions[index]
    bounds = node.child_by_field_name("bounds")
    bases = tuple(_bases(walk, bounds, definition.outer))
    walk.builder.complete(index, bases=bases, traits=TRAIT)
    _members(walk, node, definition.own)
    _back(walk, around)


def _bases(walk: Walk, bounds: tree_sitter.Node | None, scope: int) -> Iterator[int]:
    for child in _children(bounds):
        if child.type not in ("lifetime", "removed_trait_bound"):
            base = base_of(walk, child, scope)
            if base != NONE:
                yield base


def base_of(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A trait as a base: a class with type arguments."""
    builder = walk.builder
    if node.type == "generic_type":
        head = base_of(walk, node.child_by_field_name("type") or node, scope)
        parts = types.arguments_of(walk, node.child_by_field_name("type_arguments"), scope)
        return builder.expression(("subscript", "", (head, *parts), (), NONE)) if parts and head != NONE else head
    if node.type == "higher_ranked_trait_bound":
        inner = node.child_by_field_name("type")
        return base_of(walk, inner, scope) if inner is not None else NONE
    if node.type == "function_type":
        types.kind(walk, node, scope)
        return NONE
    name_node = node.child_by_field_name("name") if node.type == "scoped_type_identifier" else node
    if name_node is None or name_node.type != "type_identifier":
        types.kind(walk, node, scope)
        return NONE
    name = text_of(name_node).removeprefix("r#")
    if node is name_node:
        builder.occur(name, name_node, "implement", scope, walk.block)
        return builder.expression(("path", name, (), (), NONE))
    owner = types.qualified(walk, node.child_by_field_name("path"), scope)
    builder.occur(name, name_node, "implement", scope, walk.block, owner)
    return builder.expression(("member", name, (owner,), (), NONE)) if owner != NONE else NONE


def _impl(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    around = _around(walk)
    walk.own = len(walk.builder.definitions)
    outer = types.type_parameters(walk, node, scope)
    target_node = node.child_by_field_name("type")
    target = types.kind(walk, target_node, outer)
    walk.own_type = target
    trait = node.child_by_field_name("trait")
    base = base_of(walk, trait, outer) if trait is not None else NONE
    index = _define(walk, node, None, scope, outer, "class", EXTENSION)
    assert index == walk.own
    bases = (base,) if trait is not None else ()
    walk.builder.complete(index, bases=bases, returns=target, traits=EXTENSION)
    own = walk.builder.definitions[index].own
    row = walk.builder.expression_at(base)
    head = row.parts[0] if row is not None and row.op == "subscript" else base
    for child in _children(node.child_by_field_name("body")):
        if base != NONE and child.type in _NAMED:
            _note_implemented(walk, child, own, head)
        visit(walk, child, own)
    _back(walk, around)


def _note_implemented(walk: Walk, node: tree_sitter.Node, own: int, base: int) -> None:
    """The name of a member of a trait, where it is implemented."""
    name = node.child_by_field_name("name")
    if name is not None:
        walk.builder.occur(text_of(name).removeprefix("r#"), name, "implement", own, walk.block, base)


def _members(walk: Walk, node: tree_sitter.Node, own: int) -> None:
    for child in _children(node.child_by_field_name("body")):
        visit(walk, child, own)


def _alias(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`type A = B;`, also as a member of a trait or an `impl`."""
    name = node.child_by_field_name("name")
    outer = types.type_parameters(walk, node, scope)
    index = _define(walk, node, name, scope, outer, "class", ALIAS)
    given = node.child_by_field_name("type")
    if given is None:
        given = node.child_by_field_name("bounds")
    walk.builder.complete(index, returns=types.kind(walk, given, outer), traits=ALIAS)
    _bind(walk, scope, index)


def _constant(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    name = node.child_by_field_name("name")
    found = types.kind(walk, node.child_by_field_name("type"), scope)
    around = _around(walk)
    walk.function = NONE
    given = node.child_by_field_name("value")
    if given is not None:
        visit(walk, given, scope)
    _back(walk, around)
    text = text_of(name).removeprefix("r#") if name is not None else "_"
    if name is not None and text != "_":
        walk.builder.bind((scope, walk.block), text, "declare", name, node.start_byte, NONE, found)


# --- functions ---------------------------------------------------------------------------------------------------


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    around, builder = _around(walk), walk.builder
    name = node.child_by_field_name("name")
    outer = types.type_parameters(walk, node, scope)
    body = node.child_by_field_name("body")
    modifiers = next((child for child in node.named_children if child.type == "function_modifiers"), None)
    is_async = modifiers is not None and "async" in text_of(modifiers).split()
    traits = SIGNATURE if body is None else NOTHING
    index = _define(walk, node, name, scope, outer, "function", traits, is_async=is_async)
    _bind(walk, scope, index)
    own = builder.definitions[index].own
    walk.function = index
    rows, receiver = _parameters(walk, node.child_by_field_name("parameters"), own, outer)
    given = node.child_by_field_name("return_type")
    returns = types.kind(walk, given, outer)
    is_member = builder.scopes[scope].kind == "class"
    builder.complete(
        index,
        parameters=rows,
        returns=returns,
        receiver="implicit" if receiver else "static" if is_member else "",
        traits=traits,
    )
    if body is not None:
        if builder.scopes[scope].kind != "class" and not is_member:
            walk.module = module_around(walk, scope)
        for child in body.named_children:
            visit(walk, child, own)
    _back(walk, around)


def _parameters(walk: Walk, node: tree_sitter.Node | None, own: int, outer: int) -> tuple[tuple[Parameter, ...], bool]:
    rows: list[Parameter] = []
    receiver = False
    for child in _children(node):
        if child.type == "self_parameter":
            receiver = True
        elif child.type == "parameter":
            pattern = child.child_by_field_name("pattern")
            found = types.kind(walk, child.child_by_field_name("type"), outer)
            if pattern is not None and pattern.type == "self":
                receiver = True
                continue
            rows.append(parameter(walk, pattern, own, len(rows), found))
        elif child.type == "attribute_item":
            visit(walk, child, own)
    return tuple(rows), receiver


def parameter(walk: Walk, pattern: tree_sitter.Node | None, own: int, number: int, found: int) -> Parameter:
    """A parameter of the function around; a pattern gives several names a meaning."""
    while pattern is not None and pattern.type in ("mut_pattern", "ref_pattern") and pattern.named_children:
        pattern = pattern.named_children[-1]
    if pattern is not None and pattern.type == "identifier":
        name, place = text_of(pattern).removeprefix("r#"), (own, walk.block)
        walk.builder.bind(place, name, "parameter", pattern, pattern.start_byte, NONE, NONE, number)
        return Parameter(name, found, NONE, "")
    if pattern is not None:
        taken = walk.builder.expression(("taken", str(number), (), (), walk.function))
        bind_pattern(walk, pattern, taken, own, pattern.start_byte)
    return Parameter("", found, NONE, "")


def _macro(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    name = node.child_by_field_name("name")
    index = _define(walk, node, name, scope, scope, "function", MACRO)
    walk.builder.complete(index, traits=MACRO)
    _bind(walk, scope, index, spaced("macro", walk.builder.definitions[index].name))
    note_rules(walk, node, scope)


def closure(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A closure as an expression: a function without a name, whose parameters its place says."""
    builder, around = walk.builder, _around(walk)
    index = _define(walk, node, None, scope, scope, "function")
    own = builder.definitions[index].own
    walk.function = index
    rows: list[Parameter] = []
    for child in _children(node.child_by_field_name("parameters")):
        if child.type == "parameter":
            found = types.kind(walk, child.child_by_field_name("type"), scope)
            rows.append(parameter(walk, child.child_by_field_name("pattern"), own, len(rows), found))
        elif child.type not in _BESIDE:
            rows.append(parameter(walk, child, own, len(rows), NONE))
    returns = types.kind(walk, node.child_by_field_name("return_type"), scope)
    body = node.child_by_field_name("body")
    result = value(walk, body, own)
    builder.complete(index, parameters=tuple(rows), returns=returns, traits=NOTHING)
    if result != NONE and body is not None:
        builder.results.setdefault(index, []).append(Result(result, own, walk.block, body.end_byte + 1))
    _back(walk, around)
    return builder.expression(("defined", "", (), (), index))


def _closure(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    closure(walk, node, scope)


def _children(node: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    return node.named_children if node is not None else []


_NAMED = frozenset({"function_item", "const_item", "type_item"})
_BESIDE = frozenset({"attribute_item", "visibility_modifier", "line_comment", "block_comment"})
VISITS = {
    "mod_item": _module,
    "struct_item": _struct,
    "union_item": _struct,
    "enum_item": _enum,
    "trait_item": _trait,
    "impl_item": _impl,
    "type_item": _alias,
    "associated_type": _alias,
    "const_item": _constant,
    "static_item": _constant,
    "function_item": _function,
    "function_signature_item": _function,
    "macro_definition": _macro,
    "closure_expression": _closure,
}
