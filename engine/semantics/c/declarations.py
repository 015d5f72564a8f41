"""Functions, variables, prototypes, names for types: everything that a declaration gives a name to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, UNREADABLE, Parameter, spaced
from .expressions import initializer
from .state import FILE, cast, make, visit, visit_children
from .types import TAG, Heading, declared, signature, type_of, visit_errors

if TYPE_CHECKING:
    import tree_sitter

    from .state import Visit, Walk
    from .types import Declared

__all__ = ["VISITS"]


class _Parts(NamedTuple):
    """The children of a declaration."""

    kind: tree_sitter.Node | None
    declarators: list[tree_sitter.Node]
    storage: frozenset[str]


def declaration(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Variables and prototypes, or a type alone."""
    parts = _parts(walk, node, scope)
    if parts.kind is None:
        for declarator in parts.declarators:
            visit(walk, declarator, scope)
        return
    if _is_macro_call(parts):
        _macro_call(walk, parts, scope)
        return
    if parts.kind.type == "macro_type_specifier" and any(_is_dot(each) for each in parts.declarators):
        _member_of_macro(walk, parts, scope)
        return
    kind = type_of(walk, parts.kind, scope, alone=not parts.declarators)
    for declarator in parts.declarators:
        if declarator.type == "ERROR":
            visit(walk, declarator, scope)
            continue
        content = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
        found = declared(walk, declarator, kind, scope)
        if found.name is not None:
            _declare(walk, found, found.name, parts.storage, node, scope, has_value=content is not None)
        if content is not None:
            _content(walk, content, scope, found.kind)


def _content(walk: Walk, node: tree_sitter.Node, scope: int, kind: int) -> None:
    if node.type == "initializer_list":
        initializer(walk, node, scope, cast(walk, kind))
    else:
        visit(walk, node, scope)


def _declare(
    walk: Walk,
    found: Declared,
    name_node: tree_sitter.Node,
    storage: frozenset[str],
    node: tree_sitter.Node,
    scope: int,
    *,
    has_value: bool,
) -> None:
    """Bind a variable or a function that is declared. What is only announced is so for the whole file."""
    name = walk.text(name_node)
    announced = found.parameters is not None or ("extern" in storage and not has_value)
    if found.parameters is not None:
        signature(walk, found.parameters, scope)
    if announced:
        scope = FILE
        walk.builder.occur(name, name_node, "definition", scope, walk.block, form="bind")
    walk.builder.bind((scope, NONE), name, "declare", name_node, node.end_byte, annotation=found.kind)
    if scope == FILE:
        if "static" in storage:
            walk.own.add(name)
        else:
            walk.shared[name] = not announced or walk.shared.get(name, False)


def _is_macro_call(parts: _Parts) -> bool:
    """`NAME(argument);` where no function is around it: what declares something is the macro."""
    if parts.kind is None or parts.kind.type != "type_identifier" or len(parts.declarators) != 1:
        return False
    declarator = parts.declarators[0]
    return declarator.type == "parenthesized_declarator" and declarator.named_children[0].type == "identifier"


def _macro_call(walk: Walk, parts: _Parts, scope: int) -> None:
    assert parts.kind is not None
    walk.builder.occur(walk.text(parts.kind), parts.kind, "call", scope, walk.block)
    visit_children(walk, parts.declarators[0], scope)


def _is_dot(node: tree_sitter.Node) -> bool:
    return node.type == "ERROR" and node.text in (b"->", b".")


def _member_of_macro(walk: Walk, parts: _Parts, scope: int) -> None:
    """`MACRO(type, value)->member = 1;`, which looks like the declaration of the member."""
    assert parts.kind is not None
    name = parts.kind.child_by_field_name("name")
    owner = type_of(walk, parts.kind, scope)
    for child in parts.kind.named_children:
        if child.type == "ERROR":
            visit(walk, child, scope)
    for child in parts.declarators:
        inner = declared(walk, child, NONE, scope)
        if inner.name is None or name is None:
            visit(walk, child, scope)
            continue
        content = child.child_by_field_name("value")
        role = "read" if content is None else "write"
        text = walk.text(inner.name)
        walk.builder.occur(text, inner.name, role, scope, walk.block, owner if owner >= 0 else UNREADABLE)
        owner = make(walk, "member", text, (owner,)) if owner >= 0 else NONE
        if content is not None:
            visit(walk, content, scope)


def type_definition(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`typedef`: the first name of a type without one is its name, others are names for it."""
    parts = _parts(walk, node, scope)
    if parts.kind is None:
        visit_children(walk, node, scope)
        return
    first = parts.declarators[0] if parts.declarators else None
    has_body = parts.kind.child_by_field_name("body") is not None
    unnamed = has_body and parts.kind.child_by_field_name("name") is None
    heading = Heading(first) if unnamed and first is not None and first.type == "type_identifier" else None
    kind = type_of(walk, parts.kind, scope, heading, alone=not parts.declarators)
    tag = parts.kind.child_by_field_name("name")
    own = spaced(TAG, walk.text(tag)) if tag is not None else ""
    for declarator in parts.declarators:
        if declarator.type == "ERROR" or (heading is not None and declarator == first):
            continue
        found = declared(walk, declarator, kind, scope)
        if found.parameters is not None:
            signature(walk, found.parameters, scope)
        if found.name is None:
            continue
        name = walk.text(found.name)
        same = found.bare and has_body and own == spaced(TAG, name)
        value = found.kind
        walk.builder.bind((scope, NONE), name, "alias" if same else "assign", found.name, node.end_byte, value)


def function(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A function with a body; or a macro call with a block, which looks like one."""
    parts = _parts(walk, node, scope)
    body = node.child_by_field_name("body")
    declarator = node.child_by_field_name("declarator")
    found: Declared | None = None
    if parts.kind is not None and scope == FILE and _is_function(declarator):
        result = type_of(walk, parts.kind, scope)
        found = declared(walk, declarator, result, scope)
    if found is None or found.name is None or found.parameters is None:
        _block_of_macro(walk, node, parts, scope)
        return
    name, builder = walk.text(found.name), walk.builder
    index = builder.define("function", name, found.name, node, (scope, NONE, scope))
    builder.bind((scope, NONE), name, "function", found.name, node.end_byte, number=index)
    if "static" in parts.storage:
        walk.own.add(name)
    else:
        walk.shared[name] = True
    own = builder.definitions[index].own
    parameters = _parameters(walk, found.parameters, own, scope)
    builder.complete(index, parameters=parameters, returns=found.result)
    for child in parts.declarators:
        if child.type == "declaration":  # parameters in the old style
            declaration(walk, child, own)
        elif child.type == "ERROR":
            visit(walk, child, own)
    if body is not None:
        visit_children(walk, body, own)


def _is_function(node: tree_sitter.Node | None) -> bool:
    while node is not None and node.type in _AROUND:
        node = node.child_by_field_name("declarator") or (node.named_children[-1] if node.named_children else None)
    return node is not None and node.type == "function_declarator"


def _block_of_macro(walk: Walk, node: tree_sitter.Node, parts: _Parts, scope: int) -> None:
    """`NAME(argument) { … }`: at the top it mostly defines its argument."""
    kind, declarator = parts.kind, node.child_by_field_name("declarator")
    plain = declarator is not None and declarator.type == "parenthesized_declarator"
    name = declarator.named_children[0] if plain and declarator is not None and declarator.named_children else None
    if kind is not None and kind.type == "type_identifier" and name is not None and name.type == "identifier":
        walk.builder.occur(walk.text(kind), kind, "call", scope, walk.block)
        if scope == FILE:
            text = walk.text(name)
            index = walk.builder.define("function", text, name, node, (scope, NONE, scope))
            walk.builder.bind((scope, NONE), text, "function", name, node.end_byte, number=index)
            scope = walk.builder.definitions[index].own
        else:
            visit(walk, name, scope)
        body = node.child_by_field_name("body")
        if body is not None:
            visit_children(walk, body, scope)
        return
    for child in node.named_children:
        if child.type == "type_identifier":
            walk.builder.occur(walk.text(child), child, "call", scope, walk.block)
        elif child.type not in _BEFORE_TYPE:
            visit(walk, child, scope)


def _parameters(walk: Walk, node: tree_sitter.Node, own: int, outer: int) -> tuple[Parameter, ...]:
    """Parameters, bound in the scope of the function; their types are read outside of it."""
    found: list[Parameter] = []
    for child in node.named_children:
        name, annotation = None, NONE
        if child.type == "identifier":
            name = child
        elif child.type == "parameter_declaration":
            kind = child.child_by_field_name("type")
            result = type_of(walk, kind, outer) if kind is not None else NONE
            parameter = declared(walk, child.child_by_field_name("declarator"), result, outer)
            visit_errors(walk, child, outer)
            if parameter.parameters is not None:
                signature(walk, parameter.parameters, outer)
            name, annotation = parameter.name, parameter.kind
        if name is None:
            continue
        text, number = walk.text(name), len(found)
        found.append(Parameter(text, annotation, NONE, ""))
        walk.builder.bind((own, NONE), text, "parameter", name, node.start_byte, NONE, annotation, number)
    return tuple(found)


def _parts(walk: Walk, node: tree_sitter.Node, scope: int) -> _Parts:
    kind: tree_sitter.Node | None = None
    declarators: list[tree_sitter.Node] = []
    storage: set[str] = set()
    for child in node.named_children:
        shape = child.type
        if shape in _BEFORE_TYPE:
            if shape == "storage_class_specifier":
                storage.add(walk.text(child))
            elif shape in _ATTRIBUTES:
                visit_children(walk, child, scope)
        elif kind is None and shape != "ERROR":
            kind = child
        elif kind is not None and not declarators and _is_real_type(kind, child):
            visit(walk, kind, scope)
            kind = child.named_children[0]
        else:
            declarators.append(child)
    return _Parts(kind, declarators, frozenset(storage))


def _is_real_type(kind: tree_sitter.Node, error: tree_sitter.Node) -> bool:
    """Whether what was taken for the type is a macro, `static macro type name`: then the type is an error."""
    if error.type != "ERROR" or kind.type != "type_identifier":
        return False
    children = error.named_children
    return len(children) == 1 and children[0].type == "identifier"


_AROUND = frozenset({"pointer_declarator", "attributed_declarator", "parenthesized_declarator"})
_ATTRIBUTES = frozenset({"attribute_specifier", "attribute_declaration", "alignas_qualifier"})
_BEFORE_TYPE = frozenset(
    {
        *("storage_class_specifier", "type_qualifier", "comment", "ms_declspec_modifier", "ms_call_modifier"),
        *("gnu_asm_expression", *_ATTRIBUTES),
    }
)

VISITS: dict[str, Visit] = {
    "declaration": declaration,
    "type_definition": type_definition,
    "function_definition": function,
}
