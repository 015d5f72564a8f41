"""Classes, traits, objects, enumerations, what their constructors take, and instances of classes without a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context, Parameter, spaced
from ..contexts import expect, expect_arguments
from .imports import enter_package
from .lambdas import argument
from .state import OWN, binding_place, children_of, first, make, name_of, visit, visit_children, words_before
from .types import TYPES, bases_in, parameters_of_types, typed

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["CLASSES", "IMPLICIT", "finish_companions", "members"]

IMPLICIT = frozenset({"implicit", "using"})
"""Words of lists of parameters that nobody has to give."""


def _class(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A class, a trait, an enumeration."""
    words = words_before(walk, node, scope)
    traits: set[str] = set()
    if "case" in words:
        traits.add("row")
    if "implicit" in words:
        traits.add("lent")
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    index = _define_class(walk, node, name, scope, frozenset(traits))
    place = binding_place(walk, scope)
    is_made = "row" in traits or node.type == "class_definition"
    if is_made:
        walk.cases[place[0], name_of(name)] = index
    return NONE


def _define_class(
    walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node, scope: int, traits: frozenset[str], base: int = NONE
) -> int:
    builder = walk.builder
    place, _ = binding_place(walk, scope)
    outer = parameters_of_types(walk, node, scope)
    body = node.child_by_field_name("body")
    own_type = first(body, "self_type") if body is not None else None
    if own_type is not None and outer == scope:
        outer = builder.scope("types", scope, node)
    text = name_of(name)
    index = builder.define("class", text, name, node, (place, NONE, outer))
    builder.bind((place, NONE), text, "class", name, node.start_byte, number=index)
    own = builder.definitions[index].own
    before = walk.owner, walk.function
    walk.owner, walk.function = index, NONE
    inside = _body_scope(walk, node, own)
    _constructor(walk, node, (outer, own, inside), all_kept="row" in traits)
    extend = node.child_by_field_name("extend")
    rows = bases_in(walk, extend, outer) if extend is not None else []
    derived = node.child_by_field_name("derive")
    for child in children_of(derived) if derived is not None else ():
        typed(walk, child, outer)
    bases = _bases(walk, rows, inside)
    if own_type is not None:
        _self_type(walk, own_type, (index, own, outer))
    if body is not None:
        members(walk, body, inside)
    walk.owner, walk.function = before
    bases += [base] if base >= 0 else []
    builder.complete(index, bases=tuple(bases), traits=traits)
    return index


def _body_scope(walk: Walk, node: tree_sitter.Node, own: int) -> int:
    """The scope in which a body is read: what a constructor takes and what is imported there are no members."""
    body = node.child_by_field_name("body")
    taken = first(node, "class_parameters") is not None
    if not taken and (body is None or first(body, "import_declaration") is None):
        return own
    inside = walk.builder.scope("block", own, node)
    walk.bodies[inside] = own
    return inside


def _constructor(walk: Walk, node: tree_sitter.Node, place: tuple[int, int, int], *, all_kept: bool) -> None:
    """What the constructor takes: fields, or names that the body alone sees; binds it as a function."""
    outer, own, inside = place
    builder = walk.builder
    rows: list[Parameter] = []
    for number, listed in enumerate(child for child in node.named_children if child.type == "class_parameters"):
        implicit = any(child.type in IMPLICIT for child in listed.children)
        for child in listed.named_children:
            if child.type == "class_parameter":
                row = _class_parameter(walk, child, (outer, own, inside), kept=all_kept and number == 0)
                rows += [row] if number == 0 and not implicit and row is not None else []
    name = node.child_by_field_name("name")
    if name is None or node.type not in ("class_definition", "full_enum_case", "enum_definition"):
        return
    maker = builder.define("function", name_of(name), name, node, (own, NONE, outer))
    builder.bind((own, NONE), spaced("constructor", name_of(name)), "function", name, node.start_byte, number=maker)
    builder.complete(maker, parameters=tuple(rows), receiver="implicit")
    if all_kept:
        other = builder.define("function", "copy", name, node, (own, NONE, outer))
        builder.bind((own, NONE), "copy", "function", name, node.start_byte, number=other)
        optional = tuple(row._replace(default=make(walk, "literal", "?")) for row in rows)
        builder.complete(other, parameters=optional, returns=make(walk, "own"), receiver="implicit")
        builder.complete(maker, parameters=tuple(rows), receiver="implicit")


def _applied_to_own(walk: Walk, name: str, outer: int) -> int:
    """A class with its type parameters as arguments."""
    head = make(walk, "name", name)
    own = [row.name for row in walk.builder.bindings if row.scope == outer and row.kind == "type"]
    return make(walk, "subscript", "", [head, *(make(walk, "name", each) for each in own)]) if own else head


def _class_parameter(
    walk: Walk, node: tree_sitter.Node, place: tuple[int, int, int], *, kept: bool
) -> Parameter | None:
    outer, own, inside = place
    name = node.child_by_field_name("name")
    if name is None:
        return None
    words_before(walk, node, outer)
    declared = node.child_by_field_name("type")
    kind = typed(walk, declared, outer)
    value = node.child_by_field_name("default_value")
    default = NONE
    if value is not None:
        default = argument(walk, value, inside)
        expect(walk, default, Context("declared", outer, NONE, node.end_byte, kind))
        default = default if default >= 0 else make(walk, "literal", "?")
    is_field = kept or any(child.type in ("val", "var") for child in node.children)
    where = own if is_field else inside
    walk.builder.bind((where, NONE), name_of(name), "declare", name, name.start_byte, annotation=kind)
    rest = declared is not None and declared.type == "repeated_parameter_type"
    return Parameter(name_of(name), kind, default, "rest" if rest else "")


def _bases(walk: Walk, rows: list[tuple[int, tree_sitter.Node | None]], inside: int) -> list[int]:
    """The bases of a class: the last one that is named has its members first."""
    found: list[int] = []
    for kind, arguments in rows:
        if arguments is not None:
            _made(walk, kind, arguments, inside)
        if kind >= 0:
            found.append(kind)
    return found[::-1]


def _made(walk: Walk, kind: int, node: tree_sitter.Node, scope: int) -> int:
    """An instance that is made with arguments."""
    given: list[int] = []
    for child in children_of(node):
        left = child.child_by_field_name("left") if child.type == "assignment_expression" else None
        right = child.child_by_field_name("right") if left is not None else None
        value = argument(walk, right if right is not None else child, scope)
        if left is None:
            given.append(value)
        else:
            walk.builder.occur(
                name_of(left), left, "write", scope, NONE, make(walk, "new", "", [kind], number=0), "keyword"
            )
    index = make(walk, "new", "", [make(walk, "typed", "", [kind]), *given], number=len(given)) if kind >= 0 else NONE
    if index >= 0:
        expect_arguments(walk, index, given, scope, NONE, node.start_byte)
    return index


def _self_type(walk: Walk, node: tree_sitter.Node, place: tuple[int, int, int]) -> None:
    """`self: Type =>`: what an instance is besides, and another name for it."""
    index, own, outer = place
    name = first(node, "identifier")
    kinds = [child for child in children_of(node) if child.type in TYPES]
    if kinds:
        kind = typed(walk, kinds[0], outer)
        walk.builder.bind((own, NONE), OWN, "declare", node, node.start_byte, annotation=kind)
    if name is not None and name_of(name) != OWN:
        value = make(walk, "self", "instance", number=index)
        walk.builder.bind((outer, NONE), name_of(name), "assign", name, name.start_byte, value)


def members(walk: Walk, body: tree_sitter.Node, inside: int) -> None:
    """What stands in the body of a class."""
    for child in body.named_children:
        if child.type == "enum_case_definitions":
            for case in child.named_children:
                _case(walk, case, inside)
        elif child.type != "self_type":
            visit(walk, child, inside)


def _case(walk: Walk, node: tree_sitter.Node, inside: int) -> None:
    """`case Red`, `case Rgb(value: Int)` of an enumeration."""
    name = node.child_by_field_name("name")
    if name is None:
        visit_children(walk, node, inside)
        return
    builder = walk.builder
    whole = make(walk, "name", builder.definitions[walk.owner].name)
    if node.type == "full_enum_case":
        _define_class(walk, node, name, inside, frozenset({"row"}), whole)
        return
    extend = node.child_by_field_name("extend")
    if extend is not None:
        _bases(walk, bases_in(walk, extend, inside), inside)
    builder.bind(binding_place(walk, inside), name_of(name), "declare", name, node.start_byte, annotation=whole)


def _object(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`object Name`, `package object name`."""
    words_before(walk, node, scope)
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    place, _ = binding_place(walk, scope)
    builder, before = walk.builder, len(walk.packages)
    text = name_of(name)
    bound = text
    if node.type == "package_object":
        bound = spaced("package", text)
        enter_package(walk, text)
    outer = scope
    body = node.child_by_field_name("body")
    own_type = first(body, "self_type") if body is not None else None
    if own_type is not None:
        outer = builder.scope("types", scope, node)
    index = builder.define("class", text, name, node, (place, NONE, outer))
    builder.bind((place, NONE), bound, "class", name, node.start_byte, number=index)
    own = builder.definitions[index].own
    owner = walk.owner, walk.function
    walk.owner, walk.function = index, NONE
    inside = _body_scope(walk, node, own)
    extend = node.child_by_field_name("extend")
    bases = _bases(walk, bases_in(walk, extend, outer), inside) if extend is not None else []
    if own_type is not None:
        _self_type(walk, own_type, (index, own, outer))
    if body is not None:
        members(walk, body, inside)
    walk.owner, walk.function = owner
    del walk.packages[before:]
    builder.complete(index, bases=tuple(bases), traits=frozenset({"single"}))
    walk.objects[place, bound] = index
    return NONE


def finish_companions(walk: Walk) -> None:
    """Give the object beside a class the function that makes an instance, where the language does."""
    builder = walk.builder
    for key, number in walk.cases.items():
        companion = walk.objects.get(key)
        row = builder.definitions[number]
        if companion is None or "row" not in row.traits:
            continue
        makers = (each for each in builder.definitions[number:] if each.scope == row.own and each.name == row.name)
        maker = next(makers, None)
        rows = maker.parameters if maker is not None else ()
        own = builder.definitions[companion].own
        kind = _applied_to_own(walk, row.name, row.outer)
        index = len(builder.definitions)
        builder.definitions.append(
            row._replace(
                name="apply", kind="function", scope=own, own=builder.scope_like(row.own, "function"),
                parameters=rows, returns=kind, bases=(), traits=frozenset(), receiver="implicit",
            )
        )  # fmt: skip
        builder.scopes[builder.definitions[index].own] = builder.scopes[row.own]._replace(
            kind="function", definition=index, parent=row.outer
        )
        builder.bind_at((own, NONE), "apply", "function", row, index)


def _anonymous(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new Name(…)`, `new A with B { … }`."""
    builder = walk.builder
    body = first(node, "template_body", "with_template_body")
    rows = bases_in(walk, node, scope, "instantiate")
    kinds = [kind for kind, _ in rows if kind >= 0]
    made = NONE
    for kind, arguments in rows:
        if arguments is not None:
            found = _made(walk, kind, arguments, scope)
            made = found if made < 0 else made
    if body is None:
        if made >= 0:
            return made
        return make(walk, "new", "", [make(walk, "typed", "", kinds[:1])], number=0) if kinds else NONE
    index = builder.define("class", "", node, body, (scope, NONE, scope), node)
    own = builder.definitions[index].own
    owner = walk.owner, walk.function
    walk.owner, walk.function = index, NONE
    inside = _body_scope(walk, node, own)
    if inside == own and first(body, "import_declaration") is not None:
        inside = builder.scope("block", own, node)
        walk.bodies[inside] = own
    own_type = first(body, "self_type")
    name = first(own_type, "identifier") if own_type is not None else None
    if name is not None:
        value = make(walk, "self", "instance", number=index)
        builder.bind((inside, NONE), name_of(name), "assign", name, name.start_byte, value)
    members(walk, body, inside)
    walk.owner, walk.function = owner
    builder.complete(index, bases=tuple(kinds[::-1]))
    return make(walk, "object", number=index)


CLASSES: dict[str, Handler] = {
    "class_definition": _class,
    "trait_definition": _class,
    "enum_definition": _class,
    "object_definition": _object,
    "package_object": _object,
    "instance_expression": _anonymous,
}
