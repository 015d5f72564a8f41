"""Types, extensions, protocols, functions, initialisers, cases, imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context, ImportFact, Parameter, Result, Star
from ..builder import text_of
from ..contexts import expect
from .properties import accessors, property_
from .state import FILE, children_of, first, has, implied_in, make, name_of, nothing, occur, typed_as, visit
from .types import TYPES, bind_types, constraints, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["DECLARATIONS"]


def _class(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A class, a structure, an enumeration, an actor, a protocol, an extension."""
    builder = walk.builder
    visit(walk, first(node, "modifiers"), scope)
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    kind = node.child_by_field_name("declaration_kind")
    extends = kind is not None and kind.type == "extension"
    text = "" if extends else name_of(name)
    index = builder.define("class", text, name, node, (scope, NONE, scope))
    own = builder.definitions[index].own
    returns = NONE
    traits: set[str] = set()
    if extends:
        returns = typed(walk, name, scope)
        traits.add("extension")
        constraints(walk, node, own)
    else:
        builder.bind((scope, NONE), text, "class", name, node.start_byte, number=index)
        builder.definitions[index] = builder.definitions[index]._replace(outer=own)
        bind_types(walk, node, own)
    bases: list[int] = []
    for child in node.named_children:
        if child.type == "inheritance_specifier":
            bases += [typed(walk, part, own, "inherit") for part in children_of(child) if part.type in TYPES]
    before = walk.owner, walk.function, walk.returns, walk.implied
    walk.owner, walk.function, walk.returns, walk.implied = index, NONE, NONE, NONE
    body = node.child_by_field_name("body")
    for child in children_of(body) if body is not None else ():
        visit(walk, child, own)
    walk.owner, walk.function, walk.returns, walk.implied = before
    if kind is not None and kind.type == "struct" and not _makes(body):
        _memberwise(walk, (name, node), own, body)
    known = tuple(base for base in bases if base >= 0)
    builder.complete(index, bases=known, returns=returns, traits=frozenset(traits))
    return NONE


def _makes(body: tree_sitter.Node | None) -> bool:
    return body is not None and first(body, "init_declaration") is not None


def _memberwise(
    walk: Walk, nodes: tuple[tree_sitter.Node, tree_sitter.Node], own: int, body: tree_sitter.Node | None
) -> None:
    """The initialiser that a structure has which declares none: it takes what is stored, in order."""
    name, node = nodes
    builder = walk.builder
    stored = _stored(body)
    rows = {row.name: row for row in builder.bindings if row.scope == own and row.kind in ("declare", "assign")}
    index = builder.define("function", "init", name, node, (own, NONE, own))
    builder.bind((own, NONE), "init", "function", name, node.start_byte, number=index)
    found = [
        Parameter(text, rows[text].annotation, 0 if optional else NONE, "") for text, optional in stored if text in rows
    ]
    builder.complete(index, parameters=tuple(found), returns=make(walk, "own"), receiver="implicit")


def _stored(body: tree_sitter.Node | None) -> list[tuple[str, bool]]:
    """The stored properties of a structure, and whether a value may be left out."""
    found: list[tuple[str, bool]] = []
    for child in children_of(body) if body is not None else ():
        words = first(child, "modifiers") if child.type == "property_declaration" else None
        if child.type != "property_declaration" or (words is not None and b"static" in (words.text or b"")):
            continue
        if child.child_by_field_name("computed_value") is not None:
            continue
        has_value = child.child_by_field_name("value") is not None
        annotation = first(child, "type_annotation")
        optional = has_value or (annotation is not None and (annotation.text or b"").endswith(b"?"))
        for pattern in child.children_by_field_name("name"):
            name = pattern.child_by_field_name("bound_identifier")
            found += [(name_of(name), optional)] if name is not None else []
    return found


def _entry(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`case one, two(Int, label: String)`."""
    builder = walk.builder
    if walk.owner < 0:
        return NONE
    visit(walk, first(node, "modifiers"), scope)
    whole = make(walk, "name", builder.definitions[walk.owner].name)
    children = children_of(node)
    for number, child in enumerate(children):
        if child.type != "simple_identifier":
            if child.type not in ("enum_type_parameters", "modifiers"):
                visit(walk, child, scope)
            continue
        text = name_of(child)
        data = children[number + 1] if number + 1 < len(children) else None
        if data is None or data.type != "enum_type_parameters":
            builder.bind((scope, NONE), text, "declare", child, child.start_byte, annotation=whole)
            continue
        index = builder.define("function", text, child, child, (scope, NONE, scope))
        builder.bind((scope, NONE), text, "function", child, child.start_byte, number=index)
        builder.complete(index, parameters=_contents(walk, data, scope), returns=whole, receiver="implicit")
    return NONE


def _contents(walk: Walk, node: tree_sitter.Node, scope: int) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    label, default = "_", NONE
    for child in children_of(node):
        if child.type == "simple_identifier":
            label = name_of(child)
        elif child.type in TYPES:
            found.append(Parameter(label, typed(walk, child, scope), NONE, ""))
            label = "_"
        elif child.type not in ("wildcard_pattern", "attribute"):
            default = visit(walk, child, scope)
            if found:
                found[-1] = found[-1]._replace(default=max(default, 0))
    return tuple(found)


# --- functions -------------------------------------------------------------------------------------------------------


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    builder = walk.builder
    visit(walk, first(node, "modifiers"), scope)
    makes = node.type == "init_declaration"
    name = next((child for child in node.named_children if child.type == "simple_identifier"), None)
    text = "init" if makes else name_of(name) if name is not None else ""
    place = next((child for child in node.children if child.type == "init"), node) if makes else name or node
    outer = scope
    if first(node, "type_parameters") is not None or first(node, "type_constraints") is not None:
        outer = builder.scope("types", scope, node)
        bind_types(walk, node, outer)
    index = builder.define("function", text, place, node, (scope, NONE, outer))
    own = builder.definitions[index].own
    if text:
        builder.bind((scope, NONE), text, "function", place, node.start_byte, number=index)
    rows = _parameters(walk, node, (outer, own))
    kinds = [child for child in children_of(node) if child.type in TYPES]
    returns = typed(walk, kinds[-1], outer) if kinds else make(walk, "own") if makes else NONE
    body = node.child_by_field_name("body")
    is_member = builder.scopes[scope].kind == "class"
    traits = {"overload"} if body is None and is_member else set[str]()
    receiver = "implicit" if is_member else ""
    builder.complete(index, parameters=rows, returns=returns, receiver=receiver, traits=frozenset(traits))
    before = walk.function, walk.returns, walk.implied
    walk.function = NONE if returns >= 0 else index
    walk.returns = walk.implied = typed_as(walk, returns) if not makes else NONE
    if body is not None:
        value = visit(walk, body, own)
        if returns >= 0:
            expect(walk, value, Context("result", own, NONE, body.end_byte, number=index))
        elif index not in builder.results:
            builder.results[index] = [Result(make(walk, "literal", "Void"), own, NONE, body.end_byte)]
    walk.function, walk.returns, walk.implied = before
    return NONE


def _parameters(walk: Walk, node: tree_sitter.Node, scopes: tuple[int, int]) -> tuple[Parameter, ...]:
    """The parameters of a header, each under the label that a call gives it."""
    outer, own = scopes
    found: list[Parameter] = []
    for child in node.children:
        if child.type == "parameter":
            name = child.child_by_field_name("name")
            label = child.child_by_field_name("external_name")
            kinds = [part for part in children_of(child) if part.type in TYPES]
            kind = typed(walk, kinds[-1], outer) if kinds else NONE
            for part in children_of(child):
                if part.type in ("parameter_modifiers", "attribute", "modifiers"):
                    visit(walk, part, outer)
            rest = has(child, "...")
            held = make(walk, "subscript", "", [make(walk, "name", "Array"), kind]) if rest and kind >= 0 else kind
            shown = name_of(label) if label is not None else name_of(name) if name is not None else "_"
            if name is not None and name.type == "simple_identifier":
                place = own, NONE
                walk.builder.bind(
                    place, name_of(name), "parameter", name, name.start_byte, NONE, held, number=len(found)
                )
            found.append(Parameter(shown, held, NONE, "rest" if rest else ""))
        elif found and child.is_named and _is_default(node, child):
            value = implied_in(walk, child, outer, typed_as(walk, found[-1].annotation))
            expect(walk, value, Context("declared", outer, NONE, child.end_byte, found[-1].annotation))
            found[-1] = found[-1]._replace(default=max(value, 0))
    return tuple(found)


def _is_default(node: tree_sitter.Node, child: tree_sitter.Node) -> bool:
    return any(child == other for other in node.children_by_field_name("default_value"))


def _subscript(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    builder = walk.builder
    visit(walk, first(node, "modifiers"), scope)
    outer = builder.scope("types", scope, node)
    bind_types(walk, node, outer)
    index = builder.define("function", "subscript", node, node, (scope, NONE, outer))
    own = builder.definitions[index].own
    builder.bind((scope, NONE), "subscript", "function", node, node.start_byte, number=index)
    rows = _parameters(walk, node, (outer, own))
    kinds = [child for child in children_of(node) if child.type in TYPES]
    returns = typed(walk, kinds[-1], outer) if kinds else NONE
    builder.complete(index, parameters=rows, returns=returns, receiver="implicit")
    for child in children_of(node):
        if child.type == "computed_property":
            accessors(walk, child, own, returns)
    return NONE


def _alias(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`typealias Name = Type`, `associatedtype Name: Type`."""
    name = next((child for child in node.named_children if child.type == "type_identifier"), None)
    if name is None:
        return NONE
    builder = walk.builder
    outer = builder.scope("types", scope, node)
    bind_types(walk, node, outer)
    kinds = [typed(walk, child, outer) for child in children_of(node) if child.type in TYPES and child != name]
    index = builder.define("class", name_of(name), name, node, (scope, NONE, outer))
    builder.bind((scope, NONE), name_of(name), "class", name, node.start_byte, number=index)
    meant = next((kind for kind in kinds if kind >= 0), NONE)
    builder.complete(index, returns=meant, traits=frozenset({"alias"}))
    return NONE


def _deinit(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = walk.builder.scope("block", scope, node)
    visit(walk, node.child_by_field_name("body"), inner)
    return NONE


def _import(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`import Module`, `import struct Module.Name`."""
    del scope
    path = first(node, "identifier")
    names = [child for child in path.named_children if child.type == "simple_identifier"] if path is not None else []
    if not names:
        return NONE
    module = text_of(names[0])
    if len(names) > 1:
        walk.builder.imports.append(ImportFact(module, name_of(names[-1]), first=False))
        number = len(walk.builder.imports) - 1
        occur(walk, name_of(names[-1]), names[-1], "import", FILE, number, "import")
        walk.builder.bind((FILE, NONE), name_of(names[-1]), "import", names[-1], node.end_byte, number=number)
    else:
        walk.builder.stars.append(Star(FILE, module, node.end_byte))
    return NONE


DECLARATIONS: dict[str, Handler] = {
    "class_declaration": _class,
    "protocol_declaration": _class,
    "enum_entry": _entry,
    "function_declaration": _function,
    "protocol_function_declaration": _function,
    "init_declaration": _function,
    "subscript_declaration": _subscript,
    "deinit_declaration": _deinit,
    "property_declaration": property_,
    "protocol_property_declaration": property_,
    "typealias_declaration": _alias,
    "associatedtype_declaration": _alias,
    "import_declaration": _import,
    "operator_declaration": nothing,
    "precedence_group_declaration": nothing,
}
