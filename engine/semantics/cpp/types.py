"""Types as they are written: names, classes with their members, enumerations, what a declarator makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE
from ..c.conditions import CONDITIONAL, conditional_children
from ..c.state import cast, make, value, visit, visit_children
from .names import NAMES, last_name, named, qualifiers
from .state import announce, holder, in_function, within

if TYPE_CHECKING:
    from collections.abc import Iterable

    import tree_sitter

    from ..c.state import Visit, Walk

__all__ = ["VISITS", "Declared", "declared", "define_class", "type_of"]


class Declared(NamedTuple):
    """A declarator, taken apart."""

    name: tree_sitter.Node | None
    function: tree_sitter.Node | None
    """The part with the parameters, where it is a function that is declared."""
    is_function_type: bool
    """Whether it leads to functions: a pointer to one."""


def type_of(walk: Walk, node: tree_sitter.Node, scope: int, *, alone: bool = False) -> int:
    """The expression of a type, all names in it noted; `alone`: nothing but the type is declared."""
    kind = node.type
    if kind in NAMES:
        return named(walk, node, scope, "type")
    if kind in _WITHOUT_NAMES:
        return NONE
    if kind in _CLASSES:
        return define_class(walk, node, scope, alone=alone)
    if kind == "enum_specifier":
        return _enum(walk, node, scope, alone=alone)
    if kind == "type_descriptor":
        return _descriptor(walk, node, scope)
    if kind == "macro_type_specifier":
        return _macro_type(walk, node, scope)
    if kind == "decltype":
        inner = next((child for child in node.named_children if child.type != "auto"), None)
        found = value(walk, inner, scope)
        return make(walk, "value", "", (found,)) if found >= 0 else NONE
    visit_children(walk, node, scope)
    return NONE


def declared(walk: Walk, node: tree_sitter.Node | None, scope: int) -> Declared:
    """Takes a declarator apart from the outside in; names in sizes and in types of further parameters are noted."""
    function: tree_sitter.Node | None = None
    is_function_type = False
    while node is not None:
        shape = node.type
        if shape in NAMES or shape in _ENDS:
            return Declared(node, function, is_function_type)
        if function is not None and shape != "parenthesized_declarator":
            _types_of_parameters(walk, function, scope)  # a pointer to a function, or a function that gives one
            function, is_function_type = None, True
        if shape in _FUNCTIONS:
            function = node
        elif shape == "array_declarator":
            size = node.child_by_field_name("size")
            if size is not None:
                visit(walk, size, scope)
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((c for c in node.named_children if c.type in NAMES or c.type.endswith("_declarator")), None)
        node = inner
    if function is not None:
        _types_of_parameters(walk, function, scope)
        is_function_type = True
    return Declared(None, None, is_function_type)


def _types_of_parameters(walk: Walk, function: tree_sitter.Node, scope: int) -> None:
    """The types of parameters whose names nobody sees."""
    parameters = function.child_by_field_name("parameters")
    for child in parameters.named_children if parameters is not None else ():
        kind = child.child_by_field_name("type")
        if kind is None:
            continue
        type_of(walk, kind, scope)
        inner = declared(walk, child.child_by_field_name("declarator"), scope)
        if inner.function is not None:
            _types_of_parameters(walk, inner.function, scope)
        default = child.child_by_field_name("default_value")
        if default is not None:
            visit(walk, default, scope)


def _descriptor(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    found = type_of(walk, kind, scope) if kind is not None else NONE
    for child in node.named_children:
        if child.type == "ERROR":
            visit(walk, child, scope)
    if declarator is not None and declared(walk, declarator, scope).is_function_type:
        return make(walk, "function", "", (found,))
    return found


def _macro_type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`LIST_OF(type)`: a macro that gives a type."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    found = type_of(walk, kind, scope) if kind is not None else NONE
    if name is None:
        return NONE
    text = walk.text(name)
    walk.builder.occur(text, name, "call", scope, walk.block)
    callee = walk.builder.name(text)
    return cast(walk, make(walk, "call", "", (callee, cast(walk, found))))


# --- classes -----------------------------------------------------------------------------------------------------


def define_class(walk: Walk, node: tree_sitter.Node, scope: int, *, alone: bool = False) -> int:
    """A class with its members; or the mention of one, which alone says that there is one."""
    body, name = node.child_by_field_name("body"), node.child_by_field_name("name")
    if body is None:
        return _mention(walk, name, scope, alone=alone)
    index = _begin(walk, node, name, scope)
    content(walk, node, body, index, scope)
    return _itself(walk, name, node, index)


def _itself(walk: Walk, name: tree_sitter.Node | None, node: tree_sitter.Node, index: int) -> int:
    """The type that was just defined, for what is declared behind it."""
    del name, node
    return make(walk, "object", "", number=index)


def content(walk: Walk, node: tree_sitter.Node, body: tree_sitter.Node, index: int, scope: int) -> None:
    """The bases and members of a class."""
    builder = walk.builder
    own = builder.definitions[index].own
    bases: list[int] = []
    for child in node.named_children:
        if child.type == "base_class_clause":
            for base in child.named_children:
                if base.type in NAMES:
                    bases.append(named(walk, base, scope, "inherit"))
                elif base.type not in _SAID_OF_BASES:
                    visit(walk, base, scope)
        elif child.type in _ATTRIBUTES:
            visit(walk, child, scope)
    name = node.child_by_field_name("name")
    traits = _SPECIAL if name is not None and last_of_template(name) else _PLAIN
    builder.complete(index, bases=tuple(base for base in bases if base >= 0), traits=traits)
    before = walk.this
    walk.this = make(walk, "self", "instance", number=index)
    members(walk, body.named_children, own)
    walk.this = before


def members(walk: Walk, children: Iterable[tree_sitter.Node], own: int) -> None:
    """Members of a class."""
    for child in children:
        visit(walk, child, own)


def last_of_template(name: tree_sitter.Node) -> bool:
    """Whether the name of a class has template arguments: it is meant for them alone."""
    while name.type == "qualified_identifier":
        inner = name.child_by_field_name("name")
        if inner is None:
            return False
        name = inner
    return name.type == "template_type"


def _begin(walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node | None, scope: int) -> int:
    builder, place = walk.builder, holder(walk, scope)
    if name is None:
        return builder.define("class", "", node, node, (place, NONE, scope))
    last = last_name(name)
    text = walk.text(last)
    if name.type == "template_type":
        arguments = name.child_by_field_name("arguments")
        if arguments is not None:
            visit(walk, arguments, scope)
    if name.type == "qualified_identifier":  # announced in another class, or in a namespace
        named(walk, name, scope, "definition", form="bind")
        place = within(walk, node, scope, qualifiers(name))
        index = builder.define("class", text, last, node, (place, NONE, place))
        builder.bind((place, NONE), text, "class", last, node.end_byte, number=index)
        return index
    index = builder.define("class", text, last, node, (place, NONE, scope))
    builder.occur(text, last, "definition", scope, walk.block, form="bind")
    builder.bind((place, NONE), text, "class", last, node.end_byte, number=index)
    announce(walk, place, text, defines=True, static=False)
    return index


def _mention(walk: Walk, name: tree_sitter.Node | None, scope: int, *, alone: bool) -> int:
    if name is None:
        return NONE
    place = holder(walk, scope)
    if not alone or name.type != "type_identifier" or in_function(walk, scope):
        return named(walk, name, scope, "type")
    text = walk.text(name)
    walk.builder.occur(text, name, "definition", scope, walk.block, form="bind")
    walk.builder.bind((place, NONE), text, "declare", name, name.end_byte)
    announce(walk, place, text, defines=False, static=False)
    return walk.builder.name(text)


def _enum(walk: Walk, node: tree_sitter.Node, scope: int, *, alone: bool) -> int:
    body, name, base = (node.child_by_field_name(field) for field in ("body", "name", "base"))
    if base is not None:
        type_of(walk, base, scope)
    if body is None:
        return _mention(walk, name, scope, alone=alone)
    index = _begin(walk, node, name, scope)
    builder = walk.builder
    builder.complete(index, traits=_ENUM)
    is_scoped = any(child.type in ("class", "struct") for child in node.children)
    owner = make(walk, "defined", "", number=index)
    places = (builder.definitions[index].own, holder(walk, scope))
    _enumerators(walk, body.named_children, places, NONE if is_scoped else owner)
    return make(walk, "object", "", number=index)


def _enumerators(walk: Walk, children: Iterable[tree_sitter.Node], places: tuple[int, int], owner: int) -> None:
    """Members of the enumeration; where it is not scoped (`owner`), they are seen around it too."""
    own, outer = places
    for child in children:
        if child.type == "enumerator":
            name, given = child.child_by_field_name("name"), child.child_by_field_name("value")
            if given is not None:
                visit(walk, given, own)
            if name is None:
                continue
            text = walk.text(name)
            walk.builder.bind((own, NONE), text, "assign", name, child.end_byte)
            if owner >= 0:
                member = make(walk, "member", text, (owner,))
                walk.builder.bind((outer, NONE), text, "alias", name, child.end_byte, member)
        elif child.type in CONDITIONAL:
            _enumerators(walk, conditional_children(walk, child), places, owner)
        else:
            visit(walk, child, own)


def stray(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A type that stands for itself, maybe as a statement of its own."""
    following = node.next_sibling
    type_of(walk, node, scope, alone=following is not None and following.type == ";")


_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_WITHOUT_NAMES = frozenset({"primitive_type", "sized_type_specifier", "placeholder_type_specifier", "auto"})
_SAID_OF_BASES = frozenset({"access_specifier", "virtual", "comment"})
_ATTRIBUTES = frozenset({"attribute_specifier", "attribute_declaration", "alignas_qualifier"})
_FUNCTIONS = frozenset({"function_declarator", "abstract_function_declarator"})
_ENDS = frozenset({"operator_cast", "structured_binding_declarator"})
_ENUM = frozenset({"enumeration"})
_SPECIAL = frozenset({"special"})
_PLAIN = frozenset[str]()

VISITS: dict[str, Visit] = {
    "type_descriptor": stray,
    "class_specifier": stray,
    "struct_specifier": stray,
    "union_specifier": stray,
    "enum_specifier": stray,
    "decltype": stray,
}
