"""Classes, interfaces, traits, enumerations and what stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Definition, Scope, spaced
from ..wanting import value, visit, visit_children
from .definitions import Header, callable_body, constant_values, default_type
from .docs import NO_DOC, read_doc
from .expressions import name_of
from .members import arguments_of
from .names import class_name
from .state import CONSTANT, VARIABLE, suite

if TYPE_CHECKING:
    import tree_sitter

    from .docs import Doc, Member
    from .state import Handler, Walk

__all__ = ["HANDLERS"]


def class_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A class with a name: known in the whole namespace, wherever it stands."""
    del wanted, scope
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    text, space = walk.text(name), walk.space
    index = walk.builder.define("class", text, name, node, (space, block, space))
    walk.builder.bind((space, block), text, "class", name, node.end_byte, number=index)
    _content(walk, node, index, space, block)
    return NONE


def anonymous(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`new class(…) extends A { … }`."""
    for child in node.named_children:
        if child.type == "arguments":
            arguments_of(walk, child, NONE, scope, block, wanted=False)
    index = walk.builder.define("class", "", node, node, (scope, block, scope))
    before, walk.comment = walk.comment, None
    _content(walk, node, index, scope, block)
    walk.comment = before
    return walk.builder.expression(("object", "", (), (), index)) if wanted else NONE


def _content(walk: Walk, node: tree_sitter.Node, index: int, scope: int, block: int) -> None:
    builder = walk.builder
    own = builder.definitions[index].own
    before = walk.owner, walk.function, walk.templates
    walk.owner, walk.function = index, NONE
    doc = read_doc(walk, walk.comment, scope, block)
    walk.comment, walk.templates = None, doc.templates
    body = node.child_by_field_name("body")
    bases: list[int] = []
    if body is not None:
        for child in body.named_children:
            if child.type == "use_declaration":
                bases += _used(walk, child, own, block)
    for child in node.named_children:
        if child.type in _HEADS:
            role = "implement" if child.type == "class_interface_clause" else "inherit"
            bases += [class_name(walk, c, scope, block, role) for c in child.named_children if c.type in _NAMES]
        elif child.type == "attribute_list":
            visit_children(walk, child, scope, block)
    bases += doc.mixins
    traits = frozenset({"enumeration"}) if node.type == "enum_declaration" else frozenset[str]()
    builder.complete(index, bases=tuple(base for base in bases if base >= 0), traits=traits)
    for member in doc.members:
        _said(walk, member, own, block)
    if body is not None:
        suite(walk, body.named_children, own, block)
    walk.owner, walk.function, walk.templates = before


def _said(walk: Walk, member: Member, own: int, block: int) -> None:
    """A member that only a comment speaks of."""
    builder = walk.builder
    line, column, position = member.place
    if not member.is_method:
        bound = spaced(VARIABLE, member.name)
        _bind_at(walk, (own, block), bound, "declare", member, annotation=member.kind)
        return
    number = len(builder.definitions)
    builder.scopes.append(Scope("function", own, number, line, line, position))
    builder.definitions.append(
        Definition(
            member.name, "function", own, len(builder.scopes) - 1, own, block, position, line, column, line, line,
            False, (), (), member.kind, (), (), (), "implicit", frozenset({"overload"}),
        )
    )  # fmt: skip
    _bind_at(walk, (own, block), member.name, "function", member, number=number)


def _bind_at(
    walk: Walk, place: tuple[int, int], name: str, kind: str, member: Member, annotation: int = NONE, number: int = NONE
) -> None:
    from ...deepfacts import Binding

    line, column, position = member.place
    walk.builder.bindings.append(
        Binding(place[0], name, kind, NONE, annotation, place[1], position, line, column, number)
    )


# --- traits ------------------------------------------------------------------------------------------------------


def _used(walk: Walk, node: tree_sitter.Node, own: int, block: int) -> list[int]:
    """`use A, B { … }`: the classes whose members are taken over."""
    found: list[int] = []
    for child in node.named_children:
        if child.type in _NAMES:
            found.append(class_name(walk, child, own, block, "inherit"))
        elif child.type == "use_list":
            for clause in child.named_children:
                _adapted(walk, clause, found, own, block)
    return found


def _adapted(walk: Walk, node: tree_sitter.Node, used: list[int], own: int, block: int) -> None:
    """`A::f insteadof B;`, `f as private g;`."""
    children = [child for child in node.named_children if child.type != "comment"]
    if not children:
        return
    builder, first = walk.builder, children[0]
    method: tree_sitter.Node | None = first
    owner = used[0] if len(used) == 1 else NONE
    if first.type == "class_constant_access_expression":
        parts = first.named_children
        owner = class_name(walk, parts[0], own, block, "read")
        method = parts[-1]
    elif first.type != "name":
        return
    elif owner == NONE and used:
        owner = builder.expression(("either", "", tuple(used), (), NONE))
    text = walk.text(method)
    builder.occur(text, method, "read", own, block, owner)
    meant = builder.expression(("member", text, (owner,), (), NONE)) if owner >= 0 else NONE
    if node.type == "use_instead_of_clause":
        for child in children[1:]:
            if child.type in _NAMES:
                class_name(walk, child, own, block, "read")
        builder.bind((own, block), text, "alias", method, node.end_byte, meant)
    elif len(children) > 1 and children[-1].type == "name":
        builder.bind((own, block), walk.text(children[-1]), "alias", children[-1], node.end_byte, meant)


def use_trait(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """Read with the head of the class."""
    del walk, node, scope, block, wanted
    return NONE


# --- members -----------------------------------------------------------------------------------------------------


def method(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A method; one called on a class is known by its class alone."""
    del wanted
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return NONE
    builder, name = walk.builder, walk.text(name_node)
    doc = read_doc(walk, walk.comment, scope, block)
    index = builder.define("function", name, name_node, node, (scope, block, scope))
    builder.bind((scope, block), name, "function", name_node, node.end_byte, number=index)
    header = Header(doc, "implicit", promotes=name.lower() == "__construct")
    callable_body(walk, node, index, scope, block, header)
    return NONE


def property_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """Properties, each with the type before them or in the comment above."""
    del wanted
    doc = read_doc(walk, walk.comment, scope, block)
    annotation = default_type(walk, node.child_by_field_name("type"), doc.kind, scope, block)
    for child in node.named_children:
        if child.type == "attribute_list":
            visit_children(walk, child, scope, block)
        elif child.type == "property_element":
            _property(walk, child, doc, annotation, (scope, block))
        elif child.type == "property_hook_list":
            visit(walk, child, scope, block)
    return NONE


def _property(walk: Walk, node: tree_sitter.Node, doc: Doc, annotation: int, place: tuple[int, int]) -> None:
    name_node = node.child_by_field_name("name")
    content = value(walk, node.child_by_field_name("default_value"), *place)
    name = name_of(walk, name_node)
    if name and name_node is not None:
        said = doc.variables.get(name, NONE)
        kind = annotation if annotation >= 0 else said
        op = "assign" if content >= 0 else "declare"
        inner = name_node.named_children[0]
        walk.builder.bind(place, spaced(VARIABLE, name), op, inner, node.end_byte, content, kind)
    for child in node.named_children:
        if child.type == "property_hook_list":
            visit(walk, child, *place)


def hook(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`get => …`, `set { … }` of a property: a function without a name."""
    del wanted
    index = walk.builder.define("function", "", node, node, (scope, block, scope))
    callable_body(walk, node, index, scope, block, Header(NO_DOC, "implicit"))
    return NONE


def constants(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`const A = 1;` in a class or a namespace."""
    del wanted
    doc = read_doc(walk, walk.comment, scope, block)
    kind = default_type(walk, node.child_by_field_name("type"), doc.kind, scope, block)
    for child in node.named_children:
        if child.type == "attribute_list":
            visit_children(walk, child, scope, block)
        elif child.type == "const_element":
            name, content = constant_values(walk, child, scope, block)
            if name is not None:
                row = spaced(CONSTANT, walk.text(name))
                walk.builder.bind((scope, block), row, "assign", name, child.end_byte, content, kind)
    return NONE


def case(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`case A = 'a';`."""
    del wanted
    name, content = node.child_by_field_name("name"), node.child_by_field_name("value")
    for child in node.named_children:
        if child.type == "attribute_list":
            visit_children(walk, child, scope, block)
    if content is not None:
        visit(walk, content, scope, block)
    if name is not None:
        this = walk.builder.expression(("object", "", (), (), walk.owner))
        row = spaced(CONSTANT, walk.text(name))
        walk.builder.bind((scope, block), row, "assign", name, node.end_byte, this)
    return NONE


_HEADS = frozenset({"base_clause", "class_interface_clause"})
_NAMES = frozenset({"name", "qualified_name", "relative_name"})

HANDLERS: dict[str, Handler] = {
    "class_declaration": class_,
    "interface_declaration": class_,
    "trait_declaration": class_,
    "enum_declaration": class_,
    "anonymous_class": anonymous,
    "use_declaration": use_trait,
    "method_declaration": method,
    "property_declaration": property_,
    "property_hook": hook,
    "const_declaration": constants,
    "enum_case": case,
}
