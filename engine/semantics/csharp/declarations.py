"""Namespaces, types and their members, usings, functions within functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Star, spaced
from ..builder import text_of
from ..twofold import cast, name_expression, value, visit, visit_children
from .expressions import construct, made
from .functions import parameters
from .types import head_of, type_of, type_parameters

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Visit, Walk

__all__ = ["VISITS", "variables"]

NO_TRAITS: frozenset[str] = frozenset()
ENDING = "Attribute"
"""Of the names of classes that decorate; may be left out."""


def using(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`using A.B;`, `using static A.B;`, `using F = A.B;`, each perhaps for the whole project."""
    words = {child.type for child in node.children if not child.is_named}
    alias = node.child_by_field_name("name")
    target = next((child for child in node.named_children if alias is None or child.id != alias.id), None)
    if target is None:
        return
    if alias is not None:
        held = head_of(walk, type_of(walk, target, scope))
        walk.builder.bind((scope, NONE), text_of(alias), "alias", alias, node.end_byte, held)
        return
    type_of(walk, target, scope, "import")
    text = "".join(text_of(target).split())
    text = f"static {text}" if "static" in words else text
    walk.builder.stars.append(Star(NONE if "global" in words else scope, text, node.end_byte))


def namespace(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A part of a namespace, with a body or for the rest of the file."""
    name, builder = node.child_by_field_name("name"), walk.builder
    around = builder.scopes[scope].name
    text = "".join(text_of(name).split()) if name is not None else ""
    own = builder.scope("space", scope, node)
    whole = f"{around}.{text}" if around else text
    builder.scopes[own] = builder.scopes[own]._replace(name=whole)
    if name is not None:
        for each in _identifiers(name):
            builder.bind((own, NONE), f"space {text_of(each)}", "declare", each, node.start_byte)
    for child in node.named_children:
        if name is None or child.id != name.id:
            visit(walk, child, own)


def unit(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A file: what stands behind `namespace A;` belongs to it."""
    _rows(walk, node, scope)


def _rows(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """What stands one below the other in a file, directives looked through; the scope of what follows."""
    for child in node.named_children:
        if child.type == "file_scoped_namespace_declaration":
            namespace(walk, child, scope)
            scope = next(i for i, row in enumerate(walk.builder.scopes) if row.position == child.start_byte and i)
        elif child.type in _DIRECTIVES:
            scope = _rows(walk, child, scope)
        else:
            visit(walk, child, scope)
    return scope


def _identifiers(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    if node.type == "identifier":
        return [node]
    return [each for child in node.named_children for each in _identifiers(child)]


def type_declaration(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A class, record, structure or interface."""
    name, builder = node.child_by_field_name("name"), walk.builder
    if name is None:
        visit_children(walk, node, scope)
        return
    outer = type_parameters(walk, node, scope)
    index = builder.define("class", text_of(name), name, node, (scope, NONE, outer))
    builder.bind((scope, NONE), text_of(name), "class", name, node.start_byte, number=index)
    own, words = builder.definitions[index].own, _modifiers(node)
    bases: list[int] = []
    constructor: tree_sitter.Node | None = None
    for child in node.named_children:
        if child.type == "base_list":
            bases += [base for each in child.named_children if (base := _base(walk, each, outer, own)) >= 0]
        elif child.type == "parameter_list":
            constructor = child
        elif child.type == "attribute_list":
            visit(walk, child, scope)
        elif child.type == "declaration_list":
            builder.complete(index, bases=tuple(bases))
            visit_children(walk, child, own)
    if constructor is not None:
        for child in constructor.named_children:
            _component(walk, child, outer, own)
    traits = {"closed", *(("open",) if "partial" in words else ())}
    builder.complete(index, bases=tuple(bases), traits=frozenset(traits))


def _base(walk: Walk, node: tree_sitter.Node, outer: int, own: int) -> int:
    if node.type == "primary_constructor_base_type":
        for child in node.named_children:
            if child.type == "argument_list":
                visit(walk, child, own)
        return type_of(walk, node.child_by_field_name("type"), outer, "inherit")
    if node.type == "argument_list":
        visit(walk, node, own)
        return NONE
    return type_of(walk, node, outer, "inherit")


def _component(walk: Walk, node: tree_sitter.Node, outer: int, own: int) -> None:
    """A parameter of a type: seen in all of it, and of a record a member."""
    name = node.child_by_field_name("name")
    held = type_of(walk, node.child_by_field_name("type"), outer)
    for child in node.named_children:
        if child.type in ("attribute_list", "equals_value_clause"):
            visit(walk, child, own)
    if name is not None:
        walk.builder.bind((own, NONE), text_of(name), "declare", name, node.end_byte, annotation=held)


def enumeration(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """An enumeration."""
    name, builder = node.child_by_field_name("name"), walk.builder
    if name is None:
        return
    index = builder.define("class", text_of(name), name, node, (scope, NONE, scope))
    builder.bind((scope, NONE), text_of(name), "class", name, node.start_byte, number=index)
    builder.complete(index, traits=frozenset({"closed", "enumeration"}))
    body, own = node.child_by_field_name("body"), builder.definitions[index].own
    for child in node.named_children:
        if child.type == "attribute_list":
            visit(walk, child, scope)
    for child in body.named_children if body is not None else ():
        member = child.child_by_field_name("name")
        held = child.child_by_field_name("value")
        if held is not None:
            visit(walk, held, own)
        if member is not None:
            builder.bind((own, NONE), text_of(member), "assign", member, child.end_byte)
        for inner in child.named_children:
            if inner.type == "attribute_list":
                visit(walk, inner, own)


def delegate(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A name for a type of functions."""
    name, builder = node.child_by_field_name("name"), walk.builder
    if name is None:
        return
    outer = type_parameters(walk, node, scope)
    index = builder.define("class", text_of(name), name, node, (scope, NONE, outer))
    builder.bind((scope, NONE), text_of(name), "class", name, node.start_byte, number=index)
    result = type_of(walk, node.child_by_field_name("type"), outer)
    taken = parameters(walk, node.child_by_field_name("parameters"), outer, builder.definitions[index].own)
    kinds = (parameter.annotation for parameter in taken)
    held = builder.expression(("function", "", (result, *kinds), (), NONE))
    base = builder.expression(("cast", "underlying", (held,), (), NONE))
    builder.complete(index, bases=(base,), traits=frozenset({"closed"}))


def method(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A method, or a function within one."""
    name, builder = node.child_by_field_name("name"), walk.builder
    if name is None or name.type != "identifier":
        _body(walk, node, scope)
        return
    words = _modifiers(node)
    text = text_of(name)
    outer = type_parameters(walk, node, scope)
    _outside(walk, node, scope, outer)
    again = (scope, text) in builder.bound
    index = builder.define("function", text, name, node, (scope, NONE, outer))
    result = type_of(walk, node.child_by_field_name("returns") or node.child_by_field_name("type"), outer)
    own = builder.definitions[index].own
    taken = parameters(walk, node.child_by_field_name("parameters"), outer, own)
    traits = {"overload"} if again else set[str]()
    if again:
        _mark_overloads(walk, scope, text)
    first = node.child_by_field_name("parameters")
    if first is not None and first.named_children and _is_extension(first.named_children[0]):
        traits.add("lent")
    in_class = builder.scopes[scope].kind == "class"
    receiver = ("static" if "static" in words else "implicit") if in_class else ""
    begin = node.start_byte if in_class else 0  # within a function it is seen before it stands there
    builder.bind((scope, NONE), text, "function", name, begin, number=index)
    builder.complete(index, parameters=taken, returns=result, receiver=receiver, traits=frozenset(traits))
    _code(walk, node, own)


def _mark_overloads(walk: Walk, scope: int, name: str) -> None:
    """All methods of a name are alternatives of each other."""
    for number, row in enumerate(walk.builder.definitions):
        if row.scope == scope and row.name == name and row.kind == "function" and "overload" not in row.traits:
            walk.builder.definitions[number] = row._replace(traits=row.traits | {"overload"})


def _outside(walk: Walk, node: tree_sitter.Node, scope: int, outer: int) -> None:
    """What stands around a header: attributes, the interface whose member is implemented."""
    for child in node.named_children:
        if child.type == "attribute_list":
            visit(walk, child, scope)
        elif child.type == "explicit_interface_specifier":
            for inner in child.named_children:
                type_of(walk, inner, outer)


def _is_extension(node: tree_sitter.Node) -> bool:
    return any(child.type == "modifier" and text_of(child) == "this" for child in node.named_children)


def constructor(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A constructor: nobody calls it by a name of its own."""
    name, builder = node.child_by_field_name("name"), walk.builder
    if name is None:
        return
    _outside(walk, node, scope, scope)
    index = builder.define("function", text_of(name), name, node, (scope, NONE, scope))
    own = builder.definitions[index].own
    builder.bind((scope, NONE), spaced("constructor", text_of(name)), "function", name, node.start_byte, number=index)
    taken = parameters(walk, node.child_by_field_name("parameters"), scope, own)
    builder.complete(index, parameters=taken, receiver="implicit")
    for child in node.named_children:
        if child.type == "constructor_initializer":
            _other_constructor(walk, child, text_of(name), scope, own)
    _code(walk, node, own)


def _other_constructor(walk: Walk, node: tree_sitter.Node, name: str, scope: int, own: int) -> None:
    """`: this(…)`, `: base(…)`."""
    word = next((child for child in node.children if child.type in ("this", "base")), None)
    given = next((child for child in node.named_children if child.type == "argument_list"), None)
    kind = NONE
    if word is not None and word.type == "this":
        kind = name_expression(walk, name)
    elif word is not None:
        name, kind = _base_of(walk, scope)
    construct(walk, word if name else None, name, kind, given, own, "call")


def _base_of(walk: Walk, scope: int) -> tuple[str, int]:
    """The name and the expression of the class whose constructors `base(…)` means."""
    bases = walk.builder.definitions[walk.builder.scopes[scope].definition].bases
    found = head_of(walk, bases[0]) if bases else NONE
    row = walk.builder.expression_at(found)
    return (row.text, found) if row is not None and row.op in ("name", "member") else ("", NONE)


def _body(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A member without a name: an operator, an indexer, a destructor."""
    own = walk.builder.scope("block", scope, node)
    _outside(walk, node, scope, scope)
    type_of(walk, node.child_by_field_name("type") or node.child_by_field_name("returns"), scope)
    parameters(walk, node.child_by_field_name("parameters"), scope, own)
    _code(walk, node, own)


def unnamed(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A member without a name."""
    _body(walk, node, scope)


def indexer(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """An indexer: what is at an index is of its type."""
    held = type_of(walk, node.child_by_field_name("type"), scope)
    walk.builder.bind((scope, NONE), "[]", "declare", node, node.end_byte, annotation=held)
    own = walk.builder.scope("block", scope, node)
    _outside(walk, node, scope, scope)
    parameters(walk, node.child_by_field_name("parameters"), scope, own)
    _code(walk, node, own)


def _code(
    walk: Walk, node: tree_sitter.Node, own: int, fields: tuple[str, ...] = ("body", "accessors", "value")
) -> None:
    for field in fields:
        code = node.child_by_field_name(field)
        if code is not None:
            visit(walk, code, own)


def property_declaration(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A property, or an event with accessors."""
    name = node.child_by_field_name("name")
    held = type_of(walk, node.child_by_field_name("type"), scope)
    _outside(walk, node, scope, scope)
    if name is not None:
        walk.builder.bind((scope, NONE), text_of(name), "declare", name, node.start_byte, annotation=held)
    own = walk.builder.scope("block", scope, node)
    accessors = node.child_by_field_name("accessors")
    writing = (each for each in accessors.named_children if _writes(each)) if accessors is not None else ()
    setter = next(iter(writing), None)
    if setter is not None and name is not None:
        walk.builder.bind((own, NONE), "value", "declare", setter, node.start_byte, annotation=held)
    given = node.child_by_field_name("value")
    if given is not None and given.type == "implicit_object_creation_expression":
        made(walk, given, own, held)
        _code(walk, node, own, ("accessors",))
    else:
        _code(walk, node, own)


def _writes(accessor: tree_sitter.Node) -> bool:
    """Whether an accessor is given a `value`."""
    return any(child.type in ("set", "init", "add", "remove") for child in accessor.children)


def field(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Fields, events without accessors."""
    for child in node.named_children:
        if child.type == "variable_declaration":
            variables(walk, child, scope)
        elif child.type == "attribute_list":
            visit(walk, child, scope)


def variables(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Variables of one declaration: of the type that it names, else of that of their values."""
    kind = type_of(walk, node.child_by_field_name("type"), scope)
    for child in node.named_children:
        if child.type != "variable_declarator":
            continue
        name = child.child_by_field_name("name")
        rest = [each for each in child.children if (each.is_named or each.type == "this") and each != name]
        held = NONE
        for each in rest:
            if each.type == "tuple_pattern":
                continue
            if each.type in ("implicit_object_creation_expression", "initializer_expression"):
                made(walk, each, scope, kind)
            else:
                held = value(walk, each, scope)
        if name is None:
            _unpacked(walk, rest, scope, child.end_byte, held)
            continue
        text = text_of(name)
        if kind >= 0:
            walk.builder.bind((scope, NONE), text, "declare", name, child.end_byte, annotation=kind)
        else:
            walk.builder.bind((scope, NONE), text, "assign", name, child.end_byte, held)


def _unpacked(walk: Walk, rest: list[tree_sitter.Node], scope: int, position: int, held: int) -> None:
    """`var (a, b) = …`."""
    for pattern in rest:
        if pattern.type == "tuple_pattern":
            for number, name in enumerate(pattern.named_children):
                if name.type == "identifier":
                    item = walk.builder.expression(("item", "", (held,), (), number)) if held >= 0 else NONE
                    walk.builder.bind((scope, NONE), text_of(name), "assign", name, position, item)


def attribute(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`[Name(…)]`: the class may have a name that ends with `Attribute`."""
    name = node.child_by_field_name("name")
    row = walk.builder.expression_at(head_of(walk, type_of(walk, name, scope, "decorate")))
    kind, last = NONE, name
    while last is not None and last.type in ("qualified_name", "generic_name"):
        last = last.child_by_field_name("name") or last.named_children[0]
    if row is not None and row.op in ("name", "member"):
        text = row.text if row.text.endswith(ENDING) else row.text + ENDING
        kind = walk.builder.expression(row._replace(text=text))
    owner, parts = cast(walk, kind), list[int]()
    for child in node.named_children:
        if name is None or child.id != name.id:
            for argument in child.named_children:
                inner = argument.child_by_field_name("name")
                held = [each for each in argument.named_children if inner is None or each.id != inner.id]
                found = value(walk, held[-1], scope) if held else NONE
                if inner is None:
                    parts.append(found)
                elif any(each.type == ":" for each in argument.children):
                    walk.builder.occur(text_of(inner), inner, "write", scope, NONE, kind, "keyword")
                else:
                    walk.builder.occur(text_of(inner), inner, "write", scope, NONE, owner if owner >= 0 else UNREADABLE)
    if kind >= 0 and last is not None:
        made_by = walk.builder.expression(("new", "", (kind, *parts), (), len(parts)))
        walk.builder.occur(text_of(last), last, "decorate", scope, NONE, made_by, "implied")


def _modifiers(node: tree_sitter.Node) -> set[str]:
    return {text_of(child) for child in node.named_children if child.type == "modifier"}


_DIRECTIVES = frozenset({"preproc_if", "preproc_elif", "preproc_else"})
VISITS: dict[str, Visit] = {
    "compilation_unit": unit,
    "using_directive": using,
    "namespace_declaration": namespace,
    **dict.fromkeys(
        ("class_declaration", "record_declaration", "struct_declaration", "interface_declaration"), type_declaration
    ),
    "enum_declaration": enumeration,
    "delegate_declaration": delegate,
    "method_declaration": method,
    "local_function_statement": method,
    "constructor_declaration": constructor,
    **dict.fromkeys(("operator_declaration", "conversion_operator_declaration", "destructor_declaration"), unnamed),
    "indexer_declaration": indexer,
    "property_declaration": property_declaration,
    "event_declaration": property_declaration,
    "field_declaration": field,
    "event_field_declaration": field,
    "attribute": attribute,
}
