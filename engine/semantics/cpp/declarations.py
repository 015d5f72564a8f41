"""Namespaces, templates, variables, aliases: everything but functions and types that gives something a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, UNREADABLE, Star
from ..builder import first_in, text_of
from ..c.expressions import initializer
from ..c.state import cast, make, value, visit, visit_children
from .functions import Head, function, return_, return_value
from .names import NAMES, last_name, named
from .state import announce, holder, in_function, is_class, within
from .types import content, declared, type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..c.state import Value, Visit, Walk

__all__ = ["VALUES", "VISITS"]


class _Parts(NamedTuple):
    """The children of a declaration."""

    kind: tree_sitter.Node | None
    declarators: list[tree_sitter.Node]
    storage: frozenset[str]


def _parts(walk: Walk, node: tree_sitter.Node, scope: int) -> _Parts:
    kind: tree_sitter.Node | None = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    storage: set[str] = set()
    for child in node.named_children:
        if child.type == "storage_class_specifier":
            storage.add(walk.text(child))
        elif child.type in _BESIDE:
            visit(walk, child, scope)
    return _Parts(kind, declarators, frozenset(storage))


def declaration(  # noqa: C901 - what a declarator may be, told apart one after the other
    walk: Walk, node: tree_sitter.Node, scope: int
) -> None:
    """Variables, members, prototypes, or a type alone."""
    parts = _parts(walk, node, scope)
    kind = NONE
    if parts.kind is not None:
        kind = type_of(walk, parts.kind, scope, alone=not parts.declarators)
        if not parts.declarators and parts.kind.type in _CLASSES:
            _transparent(walk, parts.kind, kind, scope)
    is_auto = parts.kind is not None and parts.kind.type in _DEDUCED
    for declarator in parts.declarators:
        given = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
        given = given or node.child_by_field_name("default_value") or node.child_by_field_name("value")
        found = declared(walk, declarator, scope)
        if found.name is None:
            if given is not None:
                visit(walk, given, scope)
            continue
        if found.function is not None and not _is_variable(walk, found.function, parts.kind, scope):
            function(walk, node, found.name, found.function, Head(kind, parts.storage, None), scope)
            if given is not None and given.type != "number_literal":
                visit(walk, given, scope)
            continue
        if found.function is not None:
            visit_children(walk, found.function.child_by_field_name("parameters") or found.function, scope)
        annotation = kind
        if found.is_function_type:
            annotation = make(walk, "function", "", (kind,))
        _variable(walk, (node, found.name, given), annotation, parts.storage, scope, is_auto=is_auto)
    for child in node.children_by_field_name("default_value")[1:]:
        visit(walk, child, scope)


def _variable(
    walk: Walk,
    nodes: tuple[tree_sitter.Node, tree_sitter.Node, tree_sitter.Node | None],
    annotation: int,
    storage: frozenset[str],
    scope: int,
    *,
    is_auto: bool,
) -> None:
    """A variable or member; of `auto` ones the value says what they are."""
    node, name, given = nodes
    found = NONE
    if given is not None:
        if given.type == "initializer_list":
            initializer(walk, given, scope, cast(walk, annotation))
        elif is_auto:
            found = value(walk, given, scope)
        else:
            visit(walk, given, scope)
    builder, place = walk.builder, holder(walk, scope)
    if name.type == "structured_binding_declarator":
        for number, child in enumerate(child for child in name.named_children if child.type == "identifier"):
            item = builder.expression(("item", "", (found,), (), number)) if found >= 0 else NONE
            builder.bind((place, NONE), walk.text(child), "declare", child, node.end_byte, item)
        return
    last = last_name(name)
    text = walk.text(last)
    if name.type == "qualified_identifier":
        named(walk, name, scope, "definition", form="bind")
        return
    if name.type not in ("identifier", "field_identifier", "template_function", "template_method"):
        visit(walk, name, scope)
        return
    builder.bind((place, NONE), text, "declare", last, node.end_byte, found, annotation)
    if builder.scopes[place].kind in ("module", "space"):
        defines = "extern" not in storage or given is not None
        builder.occur(text, last, "definition", scope, walk.block, form="bind")
        announce(walk, place, text, defines=defines, static="static" in storage or walk.hidden)


def _is_variable(walk: Walk, part: tree_sitter.Node, kind: tree_sitter.Node | None, scope: int) -> bool:
    """`A a(b);` in a function reads as if it declared one."""
    if not in_function(walk, scope) or kind is None:
        return False
    parameters = part.child_by_field_name("parameters")
    rows = parameters.named_children if parameters is not None else []
    return bool(rows) and all(
        row.type == "parameter_declaration"
        and row.child_by_field_name("declarator") is None
        and (row.child_by_field_name("type") or row).type in NAMES
        for row in rows
    )


def _transparent(walk: Walk, kind: tree_sitter.Node, found: int, scope: int) -> None:
    """The members of a union without a name are seen around it."""
    row = walk.builder.expression_at(found)
    if row is None or row.op != "object" or kind.child_by_field_name("name") is not None:
        return
    builder, place = walk.builder, holder(walk, scope)
    own = builder.definitions[row.number].own
    for index, binding in enumerate(builder.bindings):
        if binding.scope == own:
            builder.bindings[index] = binding._replace(scope=place)


def definition(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A function with a body; or what only looks like one."""
    parts = _parts(walk, node, scope)
    body, declarator = node.child_by_field_name("body"), node.child_by_field_name("declarator")
    if body is None:
        body = next((c for c in node.named_children if c.type in _BODIES), None)
    if parts.kind is not None and parts.kind.type in _CLASSES and parts.kind.child_by_field_name("body") is None:
        _class_with_macro(walk, node, parts.kind, body, scope)
        return
    found = declared(walk, declarator, scope)
    if found.name is None or found.function is None:
        _block_of_macro(walk, node, scope)
        return
    result = type_of(walk, parts.kind, scope) if parts.kind is not None else NONE
    initializers = next((c for c in node.named_children if c.type == "field_initializer_list"), None)
    if parts.kind is None and _is_macro(walk, found.name, scope):
        _block_of_macro(walk, node, scope)
        return
    function(walk, node, found.name, found.function, Head(result, parts.storage, body or node, initializers), scope)


def _is_macro(walk: Walk, name: tree_sitter.Node, scope: int) -> bool:
    """`TEST(a, b) { … }`: without a type, and not in a class, a call of a macro."""
    return name.type == "identifier" and not is_class(walk, scope)


def _class_with_macro(
    walk: Walk, node: tree_sitter.Node, kind: tree_sitter.Node, body: tree_sitter.Node | None, scope: int
) -> None:
    """`class API Name { … }`: to the grammar a function of the type API."""
    declarator = node.child_by_field_name("declarator")
    macro = kind.child_by_field_name("name")
    if declarator is None or declarator.type != "identifier" or body is None:
        visit_children(walk, node, scope)
        return
    if macro is not None:
        named(walk, macro, scope, "read")
    builder, place, text = walk.builder, holder(walk, scope), walk.text(declarator)
    index = builder.define("class", text, declarator, node, (place, NONE, scope))
    builder.occur(text, declarator, "definition", scope, walk.block, form="bind")
    builder.bind((place, NONE), text, "class", declarator, node.end_byte, number=index)
    announce(walk, place, text, defines=True, static=False)
    for child in node.named_children:
        if child.type == "ERROR":
            visit(walk, child, scope)
    content(walk, node, body, index, scope)


def _block_of_macro(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`NAME(argument) { … }`: its names are read where it stands, or in the class that the first argument names."""
    declarator = node.child_by_field_name("declarator")
    around = _first_argument(declarator)
    before = walk.this
    if around is not None and not is_class(walk, scope):
        scope = within(walk, node, scope, around)
        walk.this = cast(walk, walk.builder.name(around))
    own = walk.builder.scope("function", scope, node, _nobody(walk, node, scope))
    for child in node.named_children:
        if declarator is not None and child.id == declarator.id:
            head = next((c for c in child.named_children if c.type in NAMES), None)
            if head is not None:
                named(walk, head, scope, "call")
            for inner in child.named_children:
                if inner.type == "parameter_list":
                    _arguments_of_macro(walk, inner, own)
                elif head is None or inner.id != head.id:
                    visit(walk, inner, own)
        else:
            visit(walk, child, own)
    walk.this = before


def _arguments_of_macro(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """What a macro makes of them is not known: only the first one is taken to be a name of its own."""
    for number, child in enumerate(node.named_children):
        kind = child.child_by_field_name("type")
        if number and kind is not None and kind.type == "type_identifier":
            walk.builder.occur(walk.text(kind), kind, "read", scope, walk.block, UNREADABLE)
        else:
            visit(walk, child, scope)


def _first_argument(declarator: tree_sitter.Node | None) -> str | None:
    """What the first argument of a macro names, where there are several: the class of a test, mostly."""
    parameters = declarator.child_by_field_name("parameters") if declarator is not None else None
    rows = parameters.named_children if parameters is not None else []
    kind = rows[0].child_by_field_name("type") if len(rows) > 1 else None
    return text_of(kind) if kind is not None and kind.type == "type_identifier" else None


def defaulted(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`A::A() = default;` outside of a class reads as an assignment to a call."""
    inner = first_in(node)
    left = inner.child_by_field_name("left") if inner is not None and inner.type == "assignment_expression" else None
    right = inner.child_by_field_name("right") if inner is not None and left is not None else None
    called = left.child_by_field_name("function") if left is not None and left.type == "call_expression" else None
    if right is None or right.text not in _DEFAULTED or called is None or called.type not in NAMES:
        visit_children(walk, node, scope)
        return
    named(walk, called, scope, "definition", form="bind")
    arguments = left.child_by_field_name("arguments") if left is not None else None
    if arguments is not None:
        visit_children(walk, arguments, scope)


def _nobody(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function without a name."""
    return walk.builder.define("function", "", node, node, (holder(walk, scope), NONE, scope))


# --- namespaces --------------------------------------------------------------------------------------------------


def namespace(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`namespace A { … }`. One without a name, or an inline one, is that around it."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    builder = walk.builder
    is_inline = any(child.type == "inline" for child in node.children)
    place, hidden = scope, walk.hidden
    if name is None:
        walk.hidden = True
    for part in _names_of(name):
        text = walk.text(part)
        around = builder.scopes[place].name
        whole = around if is_inline else f"{around}::{text}" if around else text
        builder.occur(text, part, "definition", place, walk.block, form="bind")
        meant = make(walk, "space", whole)
        builder.bind((place, NONE), text, "assign", part, node.end_byte, meant)
        announce(walk, place, text, defines=True, static=hidden)
        if not is_inline:
            place = builder.scope("space", place, node)
            builder.scopes[place] = builder.scopes[place]._replace(name=whole)
    if body is not None:
        visit_children(walk, body, place)
    walk.hidden = hidden


def _names_of(name: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    if name is None:
        return []
    if name.type != "nested_namespace_specifier":
        return [name]
    return [part for child in name.named_children for part in _names_of(child)]


def namespace_alias(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`namespace a = b::c;`."""
    name = node.child_by_field_name("name")
    meant = next((c for c in node.named_children if name is None or c.id != name.id), None)
    found = named(walk, meant, scope, "read") if meant is not None else NONE
    if name is not None:
        walk.builder.bind((holder(walk, scope), NONE), walk.text(name), "assign", name, node.end_byte, found)


def using(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`using A::b;`, `using namespace A;`."""
    target = next((child for child in node.named_children if child.type in NAMES), None)
    if target is None:
        visit_children(walk, node, scope)
        return
    found = named(walk, target, scope, "read")
    place = holder(walk, scope)
    if any(child.type == "namespace" for child in node.children):
        walk.builder.stars.append(Star(place, "::".join(_words(target)), node.end_byte))
    elif target.type == "qualified_identifier" and not any(child.type == "enum" for child in node.children):
        last = last_name(target)
        if last.type != "operator_name":
            walk.builder.bind((place, NONE), walk.text(last), "alias", last, node.end_byte, found)


def _words(node: tree_sitter.Node) -> list[str]:
    if not node.named_children:
        return [text_of(node)]
    return [word for child in node.named_children for word in _words(child)]


def alias(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`using A = B;`."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    found = type_of(walk, kind, scope) if kind is not None else NONE
    if name is not None:
        _named_type(walk, name, found, node, scope)


def _named_type(walk: Walk, name: tree_sitter.Node, kind: int, node: tree_sitter.Node, scope: int) -> None:
    place, text = holder(walk, scope), walk.text(name)
    if walk.builder.scopes[place].kind in ("module", "space"):
        walk.builder.occur(text, name, "definition", scope, walk.block, form="bind")
        announce(walk, place, text, defines=True, static=walk.hidden)
    walk.builder.bind((place, NONE), text, "assign", name, node.end_byte, kind)


def type_definition(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`typedef`: names for a type; the first one after a class without a name is that of the class."""
    parts = _parts(walk, node, scope)
    if parts.kind is None:
        visit_children(walk, node, scope)
        return
    kind = type_of(walk, parts.kind, scope, alone=not parts.declarators)
    tag = parts.kind.child_by_field_name("name") if parts.kind.type in _CLASSES else None
    for declarator in parts.declarators:
        found = declared(walk, declarator, scope)
        if found.name is None:
            continue
        if found.function is not None or found.is_function_type:
            make(walk, "function", "", (kind,))
            if found.function is not None:
                visit_children(walk, found.function.child_by_field_name("parameters") or node, scope)
        if tag is None or walk.text(tag) != walk.text(found.name):
            _named_type(walk, found.name, kind, node, scope)
        else:
            walk.builder.occur(walk.text(found.name), found.name, "definition", scope, walk.block, form="bind")


# --- templates ---------------------------------------------------------------------------------------------------


def template(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`template <…>` and what it is of: its parameters are seen in that alone."""
    own = walk.builder.scope("types", scope, node)
    parameters = node.child_by_field_name("parameters")
    for child in parameters.named_children if parameters is not None else ():
        _parameter(walk, child, own)
    for child in node.named_children:
        if parameters is None or child.id != parameters.id:
            visit(walk, child, own)


def _parameter(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    builder = walk.builder
    if node.type in _TYPE_PARAMETERS:
        default = node.child_by_field_name("default_type")
        found = type_of(walk, default, scope) if default is not None else NONE
        name = node.child_by_field_name("name")
        if name is None:
            name = next((c for c in node.named_children if c.type == "type_identifier" and c != default), None)
        if name is not None:
            builder.bind((scope, NONE), walk.text(name), "type", name, node.end_byte, found)
        return
    if node.type == "template_template_parameter_declaration":
        for child in node.named_children:
            if child.type in _TYPE_PARAMETERS:
                _parameter(walk, child, scope)
        return
    kind = node.child_by_field_name("type")
    if kind is None:
        visit(walk, node, scope)
        return
    type_of(walk, kind, scope)
    found_name = declared(walk, node.child_by_field_name("declarator"), scope).name
    default = node.child_by_field_name("default_value")
    if default is not None:
        visit(walk, default, scope)
    if found_name is not None and found_name.type == "identifier":
        builder.bind((scope, NONE), walk.text(found_name), "declare", found_name, node.end_byte)


def concept(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`concept A = …;`."""
    name = node.child_by_field_name("name")
    for child in node.named_children:
        if name is None or child.id != name.id:
            visit(walk, child, scope)
    if name is not None:
        _named_type(walk, name, NONE, node, scope)


def friend(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`friend class A;`, `friend void f();`: what is declared is of the namespace around."""
    place = scope
    scopes = walk.builder.scopes
    while scopes[place].kind == "class":
        place = scopes[place].parent
    for child in node.named_children:
        if child.type in NAMES:
            named(walk, child, scope, "type")
        elif child.type in ("declaration", "function_definition"):
            own = walk.builder.scope("types", place, child)
            visit(walk, child, own if place != scope else scope)
        else:
            visit(walk, child, scope)


# --- statements that declare -------------------------------------------------------------------------------------


def block(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A statement with names of its own."""
    own = walk.builder.scope("block", scope, node)
    visit_children(walk, node, own)


def for_range(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`for (auto& a : b)`."""
    own = walk.builder.scope("block", scope, node)
    first = node.child_by_field_name("initializer")
    if first is not None:
        visit(walk, first, own)
    iterated = value(walk, node.child_by_field_name("right"), own)
    kind_node = node.child_by_field_name("type")
    kind = type_of(walk, kind_node, own) if kind_node is not None else NONE
    found = declared(walk, node.child_by_field_name("declarator"), own).name
    builder = walk.builder
    element = make(walk, "element", "", (iterated,)) if iterated >= 0 else NONE
    if found is not None and found.type == "structured_binding_declarator":
        for number, child in enumerate(found.named_children):
            item = builder.expression(("item", "", (element,), (), number)) if element >= 0 else NONE
            builder.bind((own, NONE), walk.text(child), "declare", child, found.end_byte, item)
    elif found is not None:
        given = element if kind_node is not None and kind_node.type in _DEDUCED else NONE
        builder.bind((own, NONE), walk.text(found), "declare", found, found.end_byte, given, kind)
    body = node.child_by_field_name("body")
    if body is not None:
        visit(walk, body, own)


def catch(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`catch (A& a) { … }`."""
    own = walk.builder.scope("block", scope, node)
    for child in node.named_children:
        if child.type != "parameter_list":
            visit(walk, child, own)
            continue
        for parameter in child.named_children:
            kind = parameter.child_by_field_name("type")
            found = type_of(walk, kind, own) if kind is not None else NONE
            name = declared(walk, parameter.child_by_field_name("declarator"), own).name
            if name is not None:
                walk.builder.bind((own, NONE), walk.text(name), "declare", name, child.end_byte, NONE, found)


def stray_parameter(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A parameter where nothing has one: in the arguments of a macro."""
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if kind is not None:
        type_of(walk, kind, scope)
    if declarator is not None:
        visit(walk, declarator, scope)


_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_DEDUCED = frozenset({"placeholder_type_specifier", "auto"})
_BESIDE = frozenset(
    {"attribute_declaration", "attribute_specifier", "alignas_qualifier", "bitfield_clause", "type_qualifier", "ERROR"}
)
_BODIES = frozenset({"compound_statement", "try_statement", "default_method_clause", "delete_method_clause"})
_DEFAULTED = (b"default", b"delete")
_TYPE_PARAMETERS = frozenset(
    {"type_parameter_declaration", "optional_type_parameter_declaration", "variadic_type_parameter_declaration"}
)

VISITS: dict[str, Visit] = {
    "declaration": declaration,
    "field_declaration": declaration,
    "function_definition": definition,
    "namespace_definition": namespace,
    "namespace_alias_definition": namespace_alias,
    "using_declaration": using,
    "alias_declaration": alias,
    "type_definition": type_definition,
    "template_declaration": template,
    "concept_definition": concept,
    "friend_declaration": friend,
    "for_range_loop": for_range,
    "if_statement": block,
    "while_statement": block,
    "switch_statement": block,
    "catch_clause": catch,
    "parameter_declaration": stray_parameter,
    "optional_parameter_declaration": stray_parameter,
    "return_statement": return_,
    "expression_statement": defaulted,
    "type_qualifier": visit_children,
    "requires_expression": block,
}
VALUES: dict[str, Value] = {"return_statement": return_value}
