"""Types as they are written: names, structures with their fields, what methods an interface has, signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Parameter
from ..builder import text_of
from .state import ignore, member_expression, name_expression, visit

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Value, Visit
    from .state import Walk

__all__ = [
    "CLOSED", "VISITS", "content", "identifiers", "name_of_type", "parameters", "results", "type_of", "type_parameters"
]  # fmt: skip

CLOSED = frozenset({"closed"})
NAMELESS = frozenset({"closed", "nameless"})
CONTRACT = frozenset({"contract"})


def type_of(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """The expression of a type, all names in it noted. A pointer is what it leads to."""
    if node is None:
        return NONE
    handler = _TYPES.get(node.type)
    if handler is not None:
        return handler(walk, node, scope)
    visit(walk, node, scope)
    return NONE


def stray(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A type whose expression nobody needs."""
    _TYPES[node.type](walk, node, scope)


def _named(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = text_of(node)
    walk.builder.occur(name, node, "type", scope, NONE)
    return name_expression(walk, name)


def _qualified(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    package, name = node.child_by_field_name("package"), node.child_by_field_name("name")
    if package is None or name is None:
        return NONE
    text = text_of(package)
    walk.builder.occur(text, package, "read", scope, NONE)
    owner = name_expression(walk, text)
    walk.builder.occur(text_of(name), name, "type", scope, NONE, owner)
    return member_expression(walk, owner, text_of(name))


def _inner(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type != "comment":
            return type_of(walk, child, scope)
    return NONE


def _list(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    length = node.child_by_field_name("length")
    if length is not None:
        visit(walk, length, scope)
    element = type_of(walk, node.child_by_field_name("element"), scope)
    return walk.builder.expression(("list", "", (element,), (), NONE))


def _map(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    key = type_of(walk, node.child_by_field_name("key"), scope)
    held = type_of(walk, node.child_by_field_name("value"), scope)
    return walk.builder.expression(("dict", "", (key, held), (), NONE))


def _channel(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    held = type_of(walk, node.child_by_field_name("value"), scope)
    return walk.builder.expression(("channel", "", (held,), (), NONE))


def _function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """The type of a function: its result, then its parameters."""
    taken = parameters(walk, node.child_by_field_name("parameters"), scope)
    result = results(walk, node.child_by_field_name("result"), scope)
    parts = (result, *(parameter.annotation for parameter in taken))
    return walk.builder.expression(("function", "", parts, (), NONE))


def _generic(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    head = type_of(walk, node.child_by_field_name("type"), scope)
    arguments = node.child_by_field_name("type_arguments")
    given = [type_of(walk, child, scope) for child in arguments.named_children] if arguments is not None else []
    return walk.builder.expression(("subscript", "", (head, *given), (), NONE)) if head >= 0 else NONE


def _union(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    parts = tuple(type_of(walk, child, scope) for child in node.named_children if child.type != "comment")
    return parts[0] if len(parts) == 1 else walk.builder.expression(("either", "", parts, (), NONE))


def _nameless(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    builder = walk.builder
    index = builder.define("class", "", node, node, (scope, NONE, scope))
    bases, traits = content(walk, node, index)
    builder.complete(index, bases=bases, traits=traits | NAMELESS)
    return builder.expression(("object", "", (), (), index))


def content(walk: Walk, node: tree_sitter.Node, index: int) -> tuple[tuple[int, ...], frozenset[str]]:
    """Bind the members of a structure or an interface in the class of an index; gives its bases and traits."""
    bases: list[int] = []
    own = walk.builder.definitions[index].own
    if node.type == "struct_type":
        for group in node.named_children:
            for child in group.named_children:
                if child.type == "field_declaration":
                    _field(walk, child, own, bases)
                else:
                    visit(walk, child, own)
        return tuple(bases), frozenset()
    for child in node.named_children:
        if child.type == "method_elem":
            _method(walk, child, own)
        elif child.type == "type_elem":
            _embedded_interface(walk, child, own, bases)
        else:
            visit(walk, child, own)
    return tuple(bases), CONTRACT


def _field(walk: Walk, node: tree_sitter.Node, own: int, bases: list[int]) -> None:
    declared = node.child_by_field_name("type")
    names = node.children_by_field_name("name")
    kind = type_of(walk, declared, own)
    for name in names:
        walk.builder.bind((own, NONE), text_of(name), "declare", name, node.end_byte, annotation=kind)
    name = name_of_type(declared) if declared is not None and not names else None
    if name is not None:
        _embed(walk, name, kind, own, bases)


def _embed(walk: Walk, name: tree_sitter.Node, kind: int, own: int, bases: list[int]) -> None:
    walk.builder.bind((own, NONE), text_of(name), "embed", name, name.end_byte, annotation=kind)
    bases.append(kind)


def _embedded_interface(walk: Walk, node: tree_sitter.Node, own: int, bases: list[int]) -> None:
    children = node.named_children
    name = name_of_type(children[0]) if len(children) == 1 else None
    kind = type_of(walk, node, own)
    if name is not None:
        bases.append(kind)


def _method(walk: Walk, node: tree_sitter.Node, own: int) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    builder = walk.builder
    index = builder.define("function", text_of(name), name, node, (own, NONE, own))
    builder.bind((own, NONE), text_of(name), "function", name, node.end_byte, number=index)
    inside = builder.definitions[index].own
    taken = parameters(walk, node.child_by_field_name("parameters"), own, inside)
    given = results(walk, node.child_by_field_name("result"), own, inside)
    builder.complete(index, parameters=taken, returns=given, receiver="implicit")


def name_of_type(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The name that a type is known by, without its package, pointer and type arguments."""
    while node.type in _AROUND_NAME:
        inner = node.child_by_field_name("name") or node.child_by_field_name("type")
        if inner is None and node.named_children:
            inner = node.named_children[0]
        if inner is None:
            return None
        node = inner
    return node if node.type == "type_identifier" else None


def identifiers(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The names that a declaration gives."""
    return [child for child in node.children_by_field_name("name") if child.is_named]


def parameters(walk: Walk, node: tree_sitter.Node | None, scope: int, own: int = NONE) -> tuple[Parameter, ...]:
    """Parameters; types are read in `scope`, names bound in `own`, the scope of the function, if it has one."""
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type == "comment":
            continue
        kind = type_of(walk, child.child_by_field_name("type"), scope)
        form = ""
        if child.type == "variadic_parameter_declaration":
            kind, form = walk.builder.expression(("list", "", (kind,), (), NONE)), "rest"
        names = identifiers(child)
        for name in names:
            text = text_of(name)
            found.append(Parameter(text, kind, NONE, form))
            if own < 0 and node is not None:  # nobody sees the name
                own = walk.builder.scope("block", scope, node)
            if text != "_":
                walk.builder.bind((own, NONE), text, "declare", name, child.start_byte, annotation=kind)
        if not names:
            found.append(Parameter("", kind, NONE, form))
    return tuple(found)


def results(walk: Walk, node: tree_sitter.Node | None, scope: int, own: int = NONE) -> int:
    """The type of what a function gives: of several values a row."""
    if node is None:
        return NONE
    if node.type != "parameter_list":
        return type_of(walk, node, scope)
    parts = tuple(parameter.annotation for parameter in parameters(walk, node, scope, own))
    if len(parts) == 1:
        return parts[0]
    return walk.builder.expression(("tuple", "", parts, (), NONE)) if parts else NONE


def type_parameters(walk: Walk, node: tree_sitter.Node | None, scope: int) -> int:
    """The scope of type parameters; `scope` where there are none."""
    if node is None:
        return scope
    own = walk.builder.scope("types", scope, node)
    for child in node.named_children:
        if child.type != "comment":
            bound = type_of(walk, child.child_by_field_name("type"), own)
            for name in identifiers(child):
                walk.builder.bind((own, NONE), text_of(name), "type", name, node.start_byte, annotation=bound)
    return own


_AROUND_NAME = frozenset({"pointer_type", "qualified_type", "generic_type", "parenthesized_type"})
_TYPES: dict[str, Value] = {
    "type_identifier": _named,
    "qualified_type": _qualified,
    "pointer_type": _inner,
    "parenthesized_type": _inner,
    "negated_type": _inner,
    "slice_type": _list,
    "array_type": _list,
    "implicit_length_array_type": _list,
    "map_type": _map,
    "channel_type": _channel,
    "function_type": _function,
    "generic_type": _generic,
    "struct_type": _nameless,
    "interface_type": _nameless,
    "type_elem": _union,
    "type_constraint": _union,
}
VISITS: dict[str, Visit] = {
    **dict.fromkeys(_TYPES, stray),
    **dict.fromkeys(
        ("comment", "interpreted_string_literal", "raw_string_literal", "int_literal", "float_literal", "rune_literal"),
        ignore,
    ),
}
