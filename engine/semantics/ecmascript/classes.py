"""Classes, interfaces, enumerations, aliases of types, namespaces, and what stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Context
from .docs import documented_type
from .functions import Method, header_of, routine
from .state import expect, make, occur, place_of, said, typed, visit
from .statements import body_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = [
    "ambient",
    "class_",
    "class_value",
    "enumeration",
    "interface",
    "member_of_type",
    "members_of_type",
    "method_of",
    "namespace",
    "type_alias",
]

CALLED, CONSTRUCTED = "()", "new()"
"""Names of members that have none: what calling and constructing give."""


def class_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A class that is declared."""
    name = node.child_by_field_name("name")
    if name is None:
        return class_value(walk, node, scope, block)
    index = _begin(walk, node, name, scope, block, _OPEN)
    walk.builder.bind((scope, block), walk.text(name), "class", name, node.end_byte, number=index)
    _content(walk, node, index, block)
    return NONE


def class_value(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A class as a value."""
    name = node.child_by_field_name("name")
    if name is not None:
        scope = walk.builder.scope("block", scope, node, block=block)
    index = _begin(walk, node, name or node, scope, block, _NAMELESS)
    if name is not None:
        walk.builder.bind((scope, block), walk.text(name), "class", name, node.start_byte, number=index)
    _content(walk, node, index, block)
    return make(walk, "defined", number=index)


def _begin(
    walk: Walk,
    node: tree_sitter.Node,
    name: tree_sitter.Node,
    scope: int,
    block: int,
    traits: frozenset[str],
    *,
    opens: str = "",
) -> int:
    outer = header_of(walk, node, scope, block)
    text = walk.text(name) if name is not node else ""
    index = walk.builder.define("class", text, name, node, (scope, block, outer), opens=opens)
    walk.builder.complete(index, traits=traits)
    if text:
        walk.named[scope, text] = index
    return index


def _content(walk: Walk, node: tree_sitter.Node, index: int, block: int) -> None:
    definition = walk.builder.definitions[index]
    bases: list[int] = []
    for child in node.named_children:
        if child.type == "decorator":
            visit(walk, child, definition.scope, block)
        elif child.type == "class_heritage":
            bases += _heritage(walk, child, definition.outer, block)
    walk.builder.definitions[index] = definition._replace(bases=tuple(bases))
    body = node.child_by_field_name("body")
    if body is None:
        return
    inner = walk.builder.scope("block", definition.own, body, block=block)
    for child in body.named_children:
        _member(walk, child, index, inner, block)


def _heritage(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> list[int]:
    bases: list[int] = []
    for child in node.named_children:
        if child.type == "extends_clause":
            value, arguments = child.child_by_field_name("value"), child.child_by_field_name("type_arguments")
            if value is not None:
                base = _inherited(walk, value, scope, block, "inherit")
                if arguments is not None:
                    parts = [typed(walk, part, scope, block) for part in arguments.named_children]
                    base = make(walk, "subscript", "", [base, *parts])
                bases.append(base)
        elif child.type == "implements_clause":
            for part in child.named_children:
                implemented = _inherited(walk, part, scope, block, "implement")
                if implemented >= 0:
                    bases.append(make(walk, "cast", "implements", [implemented]))
        elif child.type != "comment":
            bases.append(_inherited(walk, child, scope, block, "inherit"))
    return bases


def _inherited(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str) -> int:
    """A base, with the role that it has."""
    if node.type in ("identifier", "type_identifier"):
        occur(walk, node, role, scope, block)
        return walk.builder.name(walk.text(node))
    if node.type in ("member_expression", "nested_type_identifier"):
        owner = node.child_by_field_name("object") or node.child_by_field_name("module")
        name = node.child_by_field_name("property") or node.child_by_field_name("name")
        if owner is None or name is None:
            return NONE
        of = visit(walk, owner, scope, block)
        occur(walk, name, role, scope, block, of, member=True)
        return make(walk, "member", walk.text(name), [of])
    if node.type == "generic_type":
        name, arguments = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
        if name is not None:
            head = _inherited(walk, name, scope, block, role)
            parts = arguments.named_children if arguments is not None else []
            return make(walk, "subscript", "", [head, *(typed(walk, part, scope, block) for part in parts)])
    if node.type.endswith("_type"):
        return typed(walk, node, scope, block)
    return visit(walk, node, scope, block)


def _member(walk: Walk, node: tree_sitter.Node, index: int, inner: int, block: int) -> None:
    """What stands in the body of a class."""
    kind = node.type
    if kind in _METHODS:
        method_of(walk, node, index, inner, block)
    elif kind in _FIELDS:
        _field(walk, node, index, inner, block)
    elif kind == "class_static_block":
        before, walk.own = walk.own, make(walk, "self", "class", number=index)
        for child in node.named_children:
            visit(walk, child, inner, block)
        walk.own = before
    elif kind in _SIGNATURES:
        member_of_type(walk, node, inner, block)
    else:
        visit(walk, node, inner, block)


def method_of(walk: Walk, node: tree_sitter.Node, index: int, inner: int, block: int) -> int:
    """A method or accessor of a class, an object or a type: the index of its definition."""
    builder = walk.builder
    own = builder.definitions[index].own
    key = node.child_by_field_name("name")
    if key is None:
        return NONE
    name = _name(walk, key, inner, block)
    words = {child.type for child in node.children}
    for child in node.named_children:
        if child.type == "decorator":
            visit(walk, child, inner, block)
    static = "static" in words
    traits: set[str] = set()
    if "get" in words:
        traits.add("property")
    elif "set" in words:
        traits.add("accessor")
    elif node.type != "method_definition":
        traits.add("overload")
    constructor = name == "constructor" and node.type == "method_definition"
    method = Method(
        "class" if static else "implicit",
        frozenset(traits),
        make(walk, "self", "class" if static else "instance", number=index),
        own if constructor else NONE,
    )
    place = place_of(key)
    if name:  # before its parameters, which may be fields of the same name
        builder.bind((own, block), name, "function", place, node.start_byte, number=NONE)
    row = len(builder.bindings) - 1
    found = routine(walk, node, place, name, inner, block, method)
    builder.definitions[found] = builder.definitions[found]._replace(scope=own)
    if name:
        builder.bindings[row] = builder.bindings[row]._replace(number=found)
    return found


def _name(walk: Walk, key: tree_sitter.Node, scope: int, block: int) -> str:
    if key.type == "computed_property_name":
        visit(walk, key, scope, block)
    return said(key) or ""


def _field(walk: Walk, node: tree_sitter.Node, index: int, inner: int, block: int) -> None:
    builder = walk.builder
    own = builder.definitions[index].own
    key = node.child_by_field_name("name") or node.child_by_field_name("property")
    if key is None:
        return
    name = _name(walk, key, inner, block)
    static = any(child.type == "static" for child in node.children)
    for child in node.named_children:
        if child.type == "decorator":
            visit(walk, child, inner, block)
    annotation = typed(walk, node.child_by_field_name("type"), inner, block)
    if annotation < 0:
        annotation = documented_type(walk, node, inner, block)
    before, walk.own = walk.own, make(walk, "self", "class" if static else "instance", number=index)
    value = node.child_by_field_name("value")
    given = visit(walk, value, inner, block)
    walk.own = before
    if annotation >= 0:
        expect(walk, given, Context("declared", inner, block, node.end_byte, annotation))
    if name:
        kind = "assign" if value is not None else "declare"
        builder.bind((own, block), name, kind, place_of(key), node.end_byte, given, annotation)


def interface(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`interface`."""
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    index = _begin(walk, node, name, scope, block, _STRUCTURE)
    walk.builder.bind((scope, block), walk.text(name), "class", name, node.end_byte, number=index)
    definition = walk.builder.definitions[index]
    bases: list[int] = []
    for child in node.named_children:
        if child.type in ("extends_type_clause", "extends_clause"):
            for part in child.named_children:
                if part.type != "comment":
                    base = _inherited(walk, part, definition.outer, block, "inherit")
                    bases.append(make(walk, "cast", "", [base]))
    walk.builder.definitions[index] = definition._replace(bases=tuple(bases))
    body = node.child_by_field_name("body")
    if body is not None:
        members_of_type(walk, body, index, block)
    return NONE


def members_of_type(walk: Walk, node: tree_sitter.Node, index: int, block: int) -> None:
    """The members of an interface or of the type of an object."""
    inner = walk.builder.scope("block", walk.builder.definitions[index].own, node, block=block)
    before, walk.own = walk.own, make(walk, "self", "instance", number=index)
    for child in node.named_children:
        member_of_type(walk, child, inner, block)
    walk.own = before


def member_of_type(walk: Walk, node: tree_sitter.Node, inner: int, block: int) -> int:
    """One of them; `inner` is the scope in which they are read, below that of the class."""
    own = walk.builder.scopes[inner].parent
    index = walk.builder.scopes[own].definition
    kind = node.type
    if kind in _METHODS:
        return method_of(walk, node, index, inner, block)
    if kind == "property_signature":
        key = node.child_by_field_name("name")
        annotation = typed(walk, node.child_by_field_name("type"), inner, block)
        name = _name(walk, key, inner, block) if key is not None else ""
        if key is not None and name:
            walk.builder.bind((own, block), name, "declare", place_of(key), node.end_byte, NONE, annotation)
    elif kind in ("call_signature", "construct_signature"):
        name = CALLED if kind == "call_signature" else CONSTRUCTED
        method = Method("implicit", _OVERLOAD, walk.own)
        found = routine(walk, node, node, name, inner, block, method)
        walk.builder.definitions[found] = walk.builder.definitions[found]._replace(scope=own)
        walk.builder.bind((own, block), name, "function", node, node.start_byte, number=found)
    elif kind == "index_signature":
        typed(walk, node.child_by_field_name("index_type"), inner, block)
        annotation = typed(walk, node.child_by_field_name("type"), inner, block)
        walk.builder.bind((own, block), "[]", "declare", node, node.end_byte, NONE, annotation)
    elif kind != "comment":
        typed(walk, node, inner, block)
    return NONE


def type_alias(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`type Name = …`."""
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    index = _begin(walk, node, name, scope, block, _ALIAS)
    walk.builder.bind((scope, block), walk.text(name), "class", name, node.end_byte, number=index)
    outer = walk.builder.definitions[index].outer
    value = typed(walk, node.child_by_field_name("value"), outer, block)
    walk.builder.definitions[index] = walk.builder.definitions[index]._replace(returns=value)
    return NONE


def enumeration(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`enum`: its members see each other."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return NONE
    index = _begin(walk, node, name, scope, block, _ENUMERATION)
    walk.builder.bind((scope, block), walk.text(name), "class", name, node.end_byte, number=index)
    own = walk.builder.definitions[index].own
    for child in body.named_children if body is not None else []:
        key = child.child_by_field_name("name") if child.type == "enum_assignment" else child
        if key is None or child.type == "comment":
            continue
        value = visit(walk, child.child_by_field_name("value"), scope, block) if key is not child else NONE
        text = said(key)
        if text:
            walk.builder.bind((own, block), text, "assign", place_of(key), child.end_byte, value)
    return NONE


def namespace(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`namespace a.b {}`, `module "name" {}`."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return NONE
    if name.type == "string":
        inner = walk.builder.scope("block", scope, node, block=block)
        if body is not None:
            body_of(walk, body, inner, block)
        return NONE
    for part in _path(name):
        index = _begin(walk, node, part, scope, block, _NAMESPACE, opens="namespace")
        walk.builder.bind((scope, block), walk.text(part), "class", part, node.end_byte, number=index)
        scope = walk.builder.definitions[index].own
    if body is not None:
        body_of(walk, body, scope, block)
    return NONE


def _path(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    if node.type != "nested_identifier":
        return [node]
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    return [*(_path(owner) if owner is not None else []), *([name] if name is not None else [])]


def ambient(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`declare …`."""
    for child in node.named_children:
        if child.type == "statement_block":
            body_of(walk, child, walk.builder.scope("block", scope, child, block=block), block)
        else:
            visit(walk, child, scope, block)
    return NONE


_OPEN = frozenset({"open"})
_NAMELESS = frozenset({"nameless"})
_OVERLOAD = frozenset({"overload"})
_STRUCTURE = frozenset({"open", "type"})
_ALIAS = frozenset({"alias", "type"})
_ENUMERATION = frozenset({"open", "enumeration"})
_NAMESPACE = frozenset({"open", "namespace"})
_METHODS = frozenset({"method_definition", "method_signature", "abstract_method_signature"})
_FIELDS = frozenset({"public_field_definition", "field_definition"})
_SIGNATURES = frozenset({"property_signature", "call_signature", "construct_signature", "index_signature"})
