"""Functions, values, names of types, given instances, extensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, Context, Parameter, Result, spaced
from ..contexts import expect
from .classes import CLASSES, IMPLICIT, members
from .lambdas import argument
from .patterns import bind_pattern
from .state import binding_place, children_of, make, name_of, nothing, visit, words_before
from .types import TYPES, bind_types, parameters_of_types, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["DECLARATIONS"]


class _Taken(NamedTuple):
    """A list of parameters."""

    rows: tuple[Parameter, ...]
    implicit: bool


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    return function(walk, node, scope)


def function(walk: Walk, node: tree_sitter.Node, scope: int, extended: tuple[int, int] = (NONE, NONE)) -> int:
    """A function; one that extends a type (and the scope that knows what it is called on) has that for a base."""
    builder = walk.builder
    kind, around = extended
    words = words_before(walk, node, scope)
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    place, _ = binding_place(walk, scope)
    outer = parameters_of_types(walk, node, around if around >= 0 else scope)
    text = name_of(name)
    is_maker = text == "this"
    index = builder.define("function", text, name, node, (place, NONE, outer))
    own = builder.definitions[index].own
    if is_maker and builder.scopes[place].kind == "class":
        bound = spaced("constructor", builder.definitions[builder.scopes[place].definition].name)
        builder.bind((place, NONE), bound, "function", name, node.start_byte, number=index)
    else:
        builder.bind((place, NONE), text, "function", name, node.start_byte, number=index)
    lists: list[_Taken] = []
    for child in node.named_children:
        if child.type == "parameters":
            lists.append(_parameters(walk, child, (outer, own), first=not any(not each.implicit for each in lists)))
    said = node.child_by_field_name("return_type")
    returns = typed(walk, said, own if _depends(said) else outer)
    explicit = [each for each in lists if not each.implicit]
    traits: set[str] = set()
    if not explicit and not is_maker:
        traits.add("property")
    body = node.child_by_field_name("body")
    if body is None and builder.scopes[place].kind == "class":
        traits.add("overload")
    if "implicit" in words and len(explicit) == 1 and len(explicit[0].rows) == 1:
        traits.add("lent")
    for further in reversed(explicit[1:]):
        kinds = [row.annotation for row in further.rows]
        returns = make(walk, "functional", "", [returns, *kinds]) if returns >= 0 else NONE
    receiver = "implicit" if builder.scopes[place].kind == "class" else ""
    builder.complete(
        index,
        parameters=explicit[0].rows if explicit else (),
        returns=returns,
        receiver=receiver,
        bases=(kind,) if kind >= 0 else (),
        traits=frozenset(traits),
    )
    if body is not None:
        _body(walk, body, (index, own), curried=len(explicit) > 1)
    return NONE


def _depends(node: tree_sitter.Node | None) -> bool:
    """Whether a declared result may name a parameter: `value.Type`, `value.type`."""
    return node is not None and b"." in (node.text or b"")


def _body(walk: Walk, body: tree_sitter.Node, place: tuple[int, int], *, curried: bool) -> None:
    index, own = place
    builder = walk.builder
    before, holes = walk.function, walk.holes
    walk.function, walk.holes = index, []
    value = argument(walk, body, own)
    walk.function, walk.holes = before, holes
    if curried and builder.definitions[index].returns < 0:
        builder.results.pop(index, None)
        return
    builder.results.setdefault(index, []).append(Result(value, own, NONE, body.end_byte))
    expect(walk, value, Context("result", own, NONE, body.end_byte, number=index))


def _parameters(walk: Walk, node: tree_sitter.Node, place: tuple[int, int], *, first: bool = False) -> _Taken:
    """The parameters of one list, bound in the scope of the function."""
    outer, own = place
    implicit = any(child.type in IMPLICIT for child in node.children)
    found: list[Parameter] = []
    for child in node.named_children:
        if child.type != "parameter":
            if child.type in TYPES:
                typed(walk, child, outer)
            continue
        name = child.child_by_field_name("name")
        words_before(walk, child, outer)
        declared = child.child_by_field_name("type")
        kind = typed(walk, declared, own if _depends(declared) else outer)
        value = child.child_by_field_name("default_value")
        default = NONE
        if value is not None:
            default = argument(walk, value, own)
            expect(walk, default, Context("declared", outer, NONE, child.end_byte, kind))
            default = default if default >= 0 else make(walk, "literal", "?")
        if name is not None:
            rest = declared is not None and declared.type == "repeated_parameter_type"
            given = ("parameter", len(found)) if first and not implicit else ("declare", NONE)
            found.append(Parameter(name_of(name), kind, default, "rest" if rest else ""))
            walk.builder.bind((own, NONE), name_of(name), given[0], name, name.start_byte, NONE, kind, given[1])
    return _Taken(tuple(found), implicit)


def _extension(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`extension (value: Type) def …`."""
    builder = walk.builder
    around = builder.scope("types", scope, node)
    for child in node.named_children:
        if child.type == "type_parameters":
            bind_types(walk, child, around)
    kind = NONE
    for child in node.named_children:
        if child.type == "parameters":
            taken = _parameters(walk, child, (around, around))
            if not taken.implicit and kind < 0 and taken.rows:
                kind = taken.rows[0].annotation
    for child in node.children_by_field_name("body"):
        if child.type in ("function_definition", "function_declaration"):
            function(walk, child, scope, (kind, around))
        else:
            for part in children_of(child):
                if part.type in ("function_definition", "function_declaration"):
                    function(walk, part, scope, (kind, around))
                else:
                    visit(walk, part, around)
    return NONE


# --- values ----------------------------------------------------------------------------------------------------------


def _value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`val pattern: Type = value`."""
    words_before(walk, node, scope)
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    kind = typed(walk, node.child_by_field_name("type"), scope)
    given = NONE
    if value is not None:
        holes, walk.holes = walk.holes, []
        given = argument(walk, value, scope)
        walk.holes = holes
    if kind >= 0:
        expect(walk, given, Context("declared", scope, NONE, node.end_byte, kind))
    if pattern is not None:
        bind_pattern(walk, pattern, scope, given, kind)
    return make(walk, "literal", "Unit")


def _declaration(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`val name: Type`."""
    words_before(walk, node, scope)
    kind = typed(walk, node.child_by_field_name("type"), scope)
    for name in node.children_by_field_name("name"):
        place = binding_place(walk, scope)
        walk.builder.bind(place, name_of(name), "declare", name, name.start_byte, annotation=kind)
    return NONE


def _type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`type Name = Type`, `type Name <: Bound`."""
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    words_before(walk, node, scope)
    builder = walk.builder
    place, _ = binding_place(walk, scope)
    outer = parameters_of_types(walk, node, scope)
    meant = typed(walk, node.child_by_field_name("type"), outer)
    for bound in node.children_by_field_name("bound"):
        limit = typed(walk, bound.child_by_field_name("type"), outer)
        meant = limit if meant < 0 and bound.type == "upper_bound" else meant
    text = name_of(name)
    index = builder.define("class", text, name, node, (place, NONE, outer))
    builder.bind((place, NONE), text, "class", name, node.start_byte, number=index)
    builder.complete(index, returns=meant, traits=frozenset({"alias"}))
    return NONE


def _given(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`given name: Type = value`, `given Type with …`."""
    builder = walk.builder
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    outer = parameters_of_types(walk, node, scope)
    own = builder.scope("block", outer, node)
    for child in node.named_children:
        if child.type == "parameters":
            _parameters(walk, child, (outer, own))
    kind = typed(walk, node.child_by_field_name("return_type"), outer)
    if body is not None and body.type in ("with_template_body", "template_body"):
        index = builder.define("class", "", name or node, node, (own, NONE, own))
        before = walk.owner, walk.function
        walk.owner, walk.function = index, NONE
        members(walk, body, builder.definitions[index].own)
        walk.owner, walk.function = before
        builder.complete(index, bases=(kind,) if kind >= 0 else ())
    elif body is not None:
        expect(walk, argument(walk, body, own), Context("declared", outer, NONE, node.end_byte, kind))
    if name is not None:
        builder.bind(binding_place(walk, scope), name_of(name), "declare", name, name.start_byte, annotation=kind)
    return NONE


DECLARATIONS: dict[str, Handler] = {
    **CLASSES,
    "function_definition": _function,
    "function_declaration": _function,
    "extension_definition": _extension,
    "val_definition": _value,
    "var_definition": _value,
    "val_declaration": _declaration,
    "var_declaration": _declaration,
    "type_definition": _type,
    "given_definition": _given,
    "access_modifier": nothing,
}
