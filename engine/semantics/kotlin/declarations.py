"""Classes, objects, functions, properties, aliases of types, imports."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context, ImportFact, Parameter, Result, Star
from ..contexts import expect
from .state import FILE, OWN, children_of, first, make, method, occur, parts_of, visit
from .types import TYPES, parameters_of_types, type_in, typed

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import Binding
    from ..valued import Handler
    from .state import Walk

__all__ = ["DECLARATIONS", "body_of", "function", "members", "parameters", "variables"]


def _name(walk: Walk, node: tree_sitter.Node) -> str:
    return walk.text(node).strip("`")


def _words(walk: Walk, listed: tree_sitter.Node | None, scope: int) -> list[str]:
    """The words before a declaration; its annotations are looked at."""
    found: list[str] = []
    for child in listed.named_children if listed is not None else ():
        if child.type == "annotation":
            visit(walk, child, scope)
        else:
            found.append(walk.text(child))
    return found


def class_(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A class, an interface, an object, a companion."""
    builder, parts = walk.builder, parts_of(node)
    name = parts.get("type_identifier") or parts.get("simple_identifier")
    words = _words(walk, parts.get("modifiers"), scope)
    text = _name(walk, name) if name is not None else "Companion"
    outer = parameters_of_types(walk, parts, scope)
    index = builder.define("class", text, name or node, node, (scope, NONE, outer))
    builder.bind((scope, NONE), text, "class", name or node, node.start_byte, number=index)
    own = builder.definitions[index].own
    before, walk.owner = walk.owner, index
    function, walk.function = walk.function, NONE
    taken = _constructor(walk, parts.get("primary_constructor"), outer, own)
    bases = _bases(walk, node, outer, own) if "delegation_specifier" in parts else []
    body = parts.get("class_body") or parts.get("enum_class_body")
    if "enum_class_body" in parts or any(child.type == "enum" for child in node.children):
        bases.append(make(walk, "name", "Enum"))
    bases += members(walk, body, index) if body is not None else []
    properties = (
        {row.name for row in builder.bindings if row.scope == own and row not in taken} if taken else set[str]()
    )
    for row in taken:
        if row.name in properties:  # the property is meant by whoever sees the class
            builder.bindings.remove(row)
    traits = frozenset({"row"} if "data" in words else ())
    builder.complete(index, bases=tuple(base for base in bases if base >= 0), traits=traits)
    walk.owner, walk.function = before, function
    return make(walk, "defined", number=index)


def _constructor(walk: Walk, node: tree_sitter.Node | None, outer: int, own: int) -> list[Binding]:
    """What the primary constructor takes: properties, or names that initialisers see; gives the latter."""
    taken: list[Binding] = []
    for child in node.named_children if node is not None else ():
        parts = parts_of(child) if child.type == "class_parameter" else {}
        name = parts.get("simple_identifier")
        if name is None:
            continue
        _words(walk, parts.get("modifiers"), outer)
        kind = typed(walk, type_in(child), own)
        value = _default(child)
        if value is not None:
            expect(walk, visit(walk, value, own), Context("declared", own, NONE, child.end_byte, kind))
        walk.builder.bind((own, NONE), _name(walk, name), "declare", name, child.end_byte, annotation=kind)
        if "binding_pattern_kind" not in parts:
            taken.append(walk.builder.bindings[-1])
    return taken


def _default(node: tree_sitter.Node) -> tree_sitter.Node | None:
    for child, following in pairwise(node.children):
        if child.type == "=":
            return following
    return None


def _bases(walk: Walk, node: tree_sitter.Node, outer: int, own: int) -> list[int]:
    found: list[int] = []
    for child in node.named_children:
        if child.type != "delegation_specifier":
            continue
        for part in children_of(child):
            if part.type == "constructor_invocation":
                found.append(typed(walk, first(part, "user_type"), outer, "inherit"))
                arguments = first(part, "value_arguments")
                if arguments is not None:
                    visit(walk, arguments, own)
            elif part.type == "explicit_delegation":
                kind, *values = children_of(part)
                found.append(typed(walk, kind, outer, "implement"))
                for value in values:
                    visit(walk, value, own)
            else:
                found.append(typed(walk, part, outer, "implement"))
    return found


def members(walk: Walk, body: tree_sitter.Node, index: int) -> list[int]:
    """What stands in the body of a class; gives the companions, whose members are seen as the class's own."""
    own = walk.builder.definitions[index].own
    companions: list[int] = []
    for child in body.named_children:
        kind = child.type
        if kind == "enum_entry":
            _entry(walk, child, index, own)
        elif kind == "companion_object":
            companions.append(class_(walk, child, own))
        elif kind == "anonymous_initializer":
            visit(walk, child, walk.builder.scope("block", own, child))
        elif kind == "secondary_constructor":
            _secondary(walk, child, own)
        else:
            visit(walk, child, own)
    return companions


def _entry(walk: Walk, node: tree_sitter.Node, index: int, own: int) -> None:
    builder, parts = walk.builder, parts_of(node)
    name = parts.get("simple_identifier")
    if name is None:
        return
    _words(walk, parts.get("modifiers"), own)
    kind = make(walk, "name", builder.definitions[index].name)
    builder.bind((own, NONE), _name(walk, name), "declare", name, name.end_byte, annotation=kind)
    visit(walk, parts.get("value_arguments"), own)
    body = parts.get("class_body")
    if body is not None:
        inner = builder.define("class", "", node, body, (own, NONE, own), node)
        builder.complete(inner, bases=(kind,))
        members(walk, body, inner)


def _secondary(walk: Walk, node: tree_sitter.Node, own: int) -> None:
    index = walk.builder.define("function", "", node, node, (own, NONE, own))
    inside = walk.builder.definitions[index].own
    found = parameters(walk, first(node, "function_value_parameters"), own, inside)
    walk.builder.complete(index, parameters=found)
    for child in children_of(node):
        if child.type not in ("function_value_parameters", "modifiers"):
            visit(walk, child, inside)


def function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function; one that extends a type has that type for a base, and its members are seen in it."""
    builder, children = walk.builder, node.named_children
    parts = {child.type: child for child in reversed(children)}
    name = parts.get("simple_identifier")
    words = _words(walk, parts.get("modifiers"), scope)
    outer = parameters_of_types(walk, parts, scope)
    text = _name(walk, name) if name is not None else ""
    index = builder.define("function", text, name or node, node, (scope, walk.block, outer))
    own = builder.definitions[index].own
    if name is not None:
        builder.bind((scope, walk.block), method(text), "function", name, node.start_byte, number=index)
    extended = typed(walk, node.child_by_field_name("receiver"), outer)
    if extended >= 0:
        builder.bind((own, NONE), OWN, "declare", node, node.start_byte, annotation=extended)
    found = parameters(walk, parts.get("function_value_parameters"), outer, own)
    kinds = _RESULTS.intersection(parts)
    returns = typed(walk, next(child for child in reversed(children) if child.type in kinds), outer) if kinds else NONE
    body = parts.get("function_body")
    traits = {"nameless"} if name is None else set[str]()
    if body is None and name is not None and "external" not in words:
        traits.add("overload")
    receiver = "implicit" if builder.scopes[scope].kind == "class" else ""
    bases = (extended,) if extended >= 0 else ()
    builder.complete(index, parameters=found, returns=returns, receiver=receiver, traits=frozenset(traits), bases=bases)
    body_of(walk, body, index, own)
    return make(walk, "defined", number=index)


def body_of(walk: Walk, body: tree_sitter.Node | None, index: int, own: int) -> None:
    """The body of a function: statements, or one expression that is its result."""
    if body is None:
        return
    builder = walk.builder
    before = walk.function, walk.block
    walk.function, walk.block = index, builder.block(walk.block)
    block = walk.block
    if body.type == "function_body" and body.child_count > 1 and body.children[0].type == "=":
        for child in children_of(body):
            value = visit(walk, child, own)
            builder.results.setdefault(index, []).append(Result(value, own, block, child.end_byte))
            expect(walk, value, Context("result", own, block, child.end_byte, number=index))
    else:
        visit(walk, body, own)
        if builder.definitions[index].returns < 0 and index not in builder.results:
            unit = make(walk, "literal", "Unit")
            builder.results[index] = [Result(unit, own, block, body.end_byte)]
    walk.function, walk.block = before


def parameters(walk: Walk, node: tree_sitter.Node | None, outer: int, own: int) -> tuple[Parameter, ...]:
    """The parameters of a header, bound in the scope of the function."""
    found: list[Parameter] = []
    listed = children_of(node) if node is not None else []
    rest = ""
    for number, child in enumerate(listed):
        if child.type == "parameter_modifiers":
            rest = "rest" if "vararg" in walk.text(child) else ""
            for part in child.named_children:
                if part.type == "annotation":
                    visit(walk, part, outer)
        elif child.type == "parameter":
            name = first(child, "simple_identifier")
            kind = typed(walk, type_in(child), outer)
            if rest:
                kind = make(walk, "array", "", [kind])
            default = NONE
            following = listed[number + 1] if number + 1 < len(listed) else None
            if following is not None and following.type not in ("parameter", "parameter_modifiers"):
                default = visit(walk, following, own)
                expect(walk, default, Context("declared", outer, NONE, child.end_byte, kind))
                default = default if default >= 0 else make(walk, "literal", "?")
            if name is not None:
                place = own, NONE
                row = Parameter(_name(walk, name), kind, default, rest)
                walk.builder.bind(
                    place, row.name, "parameter", name, child.end_byte, annotation=kind, number=len(found)
                )
                found.append(row)
            rest = ""
    return tuple(found)


# --- properties ------------------------------------------------------------------------------------------------------


def _property(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`val name: Type = value`, with what reads and writes it."""
    builder, parts = walk.builder, parts_of(node)
    _words(walk, parts.get("modifiers"), scope)
    outer = parameters_of_types(walk, parts, scope)
    extended = typed(walk, node.child_by_field_name("receiver"), outer)
    target = parts.get("variable_declaration") or parts.get("multi_variable_declaration")
    value, delegate = _default(node), parts.get("property_delegate")
    accessors: list[tree_sitter.Node] = []
    if walk.has_accessors:
        accessors = [child for child in node.named_children if child.type in ("getter", "setter")]
        accessors += _accessors_behind(node)
    inside = scope
    if extended >= 0:
        inside = builder.scope("block", outer, node)
        builder.bind((inside, NONE), OWN, "declare", node, node.start_byte, annotation=extended)
    given = visit(walk, value, inside) if value is not None else NONE
    if delegate is not None:
        given = visit(walk, delegate, inside)
    for accessor in accessors:
        got = _accessor(walk, accessor, inside)
        if given < 0 and accessor.type == "getter":
            given = got
    if target is not None:
        variables(walk, target, scope, given, node.end_byte, extended)
    return NONE


def _accessors_behind(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Those that stand in the lines after their property, which the grammar takes for siblings."""
    found: list[tree_sitter.Node] = []
    following = node.next_named_sibling
    while following is not None and following.type in ("getter", "setter"):
        found.append(following)
        following = following.next_named_sibling
    return found


def _accessor(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inside = walk.builder.scope("function", scope, node)
    index = walk.builder.define("function", "", node, node, (inside, NONE, inside))
    own = walk.builder.definitions[index].own
    name = first(node, "parameter_with_optional_type", "simple_identifier")
    if name is not None:
        label = first(name, "simple_identifier") or name
        walk.builder.bind((own, NONE), _name(walk, label), "declare", label, label.end_byte)
    walk.builder.complete(index, traits=frozenset({"nameless"}))
    returns = typed(walk, type_in(node), inside)
    body_of(walk, first(node, "function_body"), index, own)
    if returns >= 0:
        return make(walk, "cast", "", [returns])
    return make(walk, "call", "", [make(walk, "defined", number=index)], number=0)


def variables(
    walk: Walk, target: tree_sitter.Node, scope: int, given: int, position: int, extended: int = NONE
) -> None:
    """Bind what a declaration, a loop or a lambda names; several take what is given apart."""
    if target.type == "multi_variable_declaration":
        rows = [child for child in children_of(target) if child.type == "variable_declaration"]
        for number, row in enumerate(rows):
            variables(walk, row, scope, make(walk, "item", "", [given], number=number), position)
        return
    children = target.named_children
    name = children[0] if children and children[0].type == "simple_identifier" else first(target, "simple_identifier")
    if name is None:
        return
    kind = typed(walk, type_in(target), scope) if len(children) > 1 else NONE
    place = scope, walk.block if walk.builder.scopes[scope].kind != "class" else NONE
    text = _name(walk, name)
    if extended >= 0:
        text = f"extension {text}"
    if kind >= 0:
        expect(walk, given, Context("declared", scope, place[1], position, kind))
        walk.builder.bind(place, text, "declare", name, position, annotation=kind)
    else:
        walk.builder.bind(place, text, "assign", name, position, given)


def _alias(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`typealias Name = Type`."""
    parts = parts_of(node)
    name = parts.get("type_identifier")
    if name is None:
        return NONE
    outer = parameters_of_types(walk, parts, scope)
    rest = [child for child in children_of(node) if child.type in TYPES]
    meant = typed(walk, rest[-1], outer) if rest else NONE
    text = _name(walk, name)
    index = walk.builder.define("class", text, name, node, (scope, NONE, outer))
    walk.builder.bind((scope, NONE), text, "class", name, node.start_byte, number=index)
    walk.builder.complete(index, returns=meant, traits=frozenset({"alias"}))
    return NONE


def _import(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`import a.b.Name as other`, `import a.b.*`."""
    del scope
    listed = parts_of(node)
    path, alias = listed.get("identifier"), listed.get("import_alias")
    if path is None:
        return NONE
    builder, parts = walk.builder, [child for child in path.named_children if child.type == "simple_identifier"]
    names = [_name(walk, part) for part in parts]
    if "wildcard_import" in listed:
        builder.stars.append(Star(FILE, ".".join(names), node.end_byte))
        return NONE
    for number, name in enumerate(names[:-1]):
        if number and name[:1].isupper():  # a class on the way
            builder.imports.append(ImportFact(".".join(names[:number]), name, first=False))
            occur(walk, name, parts[number], "import", FILE, len(builder.imports) - 1, "import")
    text, module = names[-1], ".".join(names[:-1])
    shown = first(alias, "type_identifier", "simple_identifier") if alias is not None else None
    target, bound = (parts[-1], text) if shown is None else (shown, _name(walk, shown))
    number = len(builder.imports)
    builder.imports += [ImportFact._make((module, space + text, False)) for space in ("", *_SPACES)]
    builder.bind((FILE, NONE), bound, "import", target, node.end_byte, number=number)
    for following, space in enumerate(_SPACES, number + 1):
        builder.bind_also(space + bound, following)
    occur(walk, text, parts[-1], "import", FILE, number, "import")
    return NONE


def _object(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`object : Base() { … }`: an instance of a class without a name."""
    index = walk.builder.define("class", "", node, node, (scope, NONE, scope))
    own = walk.builder.definitions[index].own
    bases = _bases(walk, node, scope, scope)
    walk.builder.complete(index, bases=tuple(base for base in bases if base >= 0))
    body = first(node, "class_body")
    before, walk.owner = walk.owner, index
    if body is not None:
        members(walk, body, index)
    walk.owner = before
    del own
    return make(walk, "object", number=index)


_SPACES = ("method ", "extension ")
"""In which an imported name may have a meaning besides."""
_RESULTS = TYPES - {"receiver_type"}

DECLARATIONS: dict[str, Handler] = {
    "class_declaration": class_,
    "object_declaration": class_,
    "companion_object": class_,
    "function_declaration": function,
    "anonymous_function": function,
    "property_declaration": _property,
    "type_alias": _alias,
    "import_header": _import,
    "object_literal": _object,
}
