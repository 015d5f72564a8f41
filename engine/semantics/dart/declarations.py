"""Libraries, classes, extensions and functions of Dart. A body stands beside what it is the body of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact, Result, Star, spaced
from ..builder import text_of
from .expressions import expect_result, note_arguments, parameters
from .state import Walk, children_of, own_instance, sequence
from .types import bind_type_parameters, types_in

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["HANDLERS"]

NOTHING: frozenset[str] = frozenset()
PROPERTY, ACCESSOR = frozenset({"property"}), frozenset({"accessor"})
EXTENSION, ALIAS = frozenset({"extension"}), frozenset({"alias"})
SIGNATURE = frozenset({"overload"})


# --- libraries ---------------------------------------------------------------------------------------------------


def _import_or_export(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    builder = walk.builder
    inner = node.named_children[0] if node.named_children else node
    exported = inner.type == "library_export"
    rows = [child for each in inner.named_children for child in (each, *each.named_children)]
    uri = next((child for child in rows if child.type == "configurable_uri"), None)
    if uri is None:
        return NONE
    text = _uri(uri)
    filters = ""
    for child in rows:
        if child.type != "combinator":
            continue
        names = [text_of(each) for each in child.named_children]
        word = "show" if text_of(child).startswith("show") else "hide"
        filters += f"|{word} {' '.join(names)}"
        for each in child.named_children:
            builder.imports.append(ImportFact(text, text_of(each), first=False))
            builder.occur(text_of(each), each, "import", scope, walk.block, len(builder.imports) - 1, "import")
    prefix = next((child for child in rows if child.type == "identifier" and child.parent is not None
                   and child.parent.type == "import_specification"), None)  # fmt: skip
    if prefix is not None:
        builder.imports.append(ImportFact(text, "", first=True))
        number = len(builder.imports) - 1
        builder.bind((scope, walk.block), text_of(prefix), "import", prefix, node.start_byte, number=number)
    else:
        builder.stars.append(Star(scope, f"{'+' if exported else '-'}{text}{filters}", node.start_byte))
    return NONE


def _part(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`part 'file'`, `part of 'file'`: the same library."""
    walk.builder.stars.append(Star(scope, f"={_uri(node)}", node.start_byte))
    return NONE


def _uri(node: tree_sitter.Node) -> str:
    text = text_of(node)
    quote = next((character for character in text if character in "'\""), "")
    return text.split(quote)[1] if quote else text


# --- classes -----------------------------------------------------------------------------------------------------


def _class(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = node.child_by_field_name("name") or next((c for c in node.named_children if c.type == "identifier"), None)
    application = next((c for c in node.named_children if c.type == "mixin_application_class"), None)
    if name is None and application is not None:
        name = next((c for c in application.named_children if c.type == "identifier"), None)
    if name is None:
        sequence(walk, node.named_children, scope)
        return NONE
    given = next((c for c in node.named_children if c.type == "type_parameters"), None)
    body = next((c for c in node.named_children if c.type in _BODIES), None)
    is_extension = node.type == "extension_declaration"
    index, outer = _begin(walk, node, name, given, scope, EXTENSION if is_extension else NOTHING)
    heads: list[int] = []
    if is_extension:
        head = [child for child in node.named_children if child not in (given, body, name)]
        found = types_in(walk, head, outer)
        walk.builder.complete(index, returns=found[0] if found else NONE, traits=EXTENSION)
    else:
        heads = _bases(walk, application or node, outer, body)
        walk.builder.complete(index, bases=tuple(heads))
    _inside(walk, index, body)
    return NONE


def _begin(
    walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node, given: tree_sitter.Node | None, scope: int,
    traits: frozenset[str] = NOTHING,
) -> tuple[int, int]:  # fmt: skip
    builder = walk.builder
    outer = bind_type_parameters(walk, given, scope)
    place = scope, walk.block, outer
    index = builder.define("class", text_of(name), name, node, place, traits=traits)
    builder.bind_at((scope, walk.block), text_of(name), "class", builder.definitions[index], index)
    return index, outer


def _bases(walk: Walk, node: tree_sitter.Node, scope: int, body: tree_sitter.Node | None) -> list[int]:
    """What a class is besides itself, in the order in which members are looked for: mixins (last first), the rest."""
    mixed: list[int] = []
    rest: list[int] = []
    for child in node.named_children:
        if child.type == "mixins":
            mixed += types_in(walk, child.named_children, scope, "inherit")
        elif child.type in ("superclass", "mixin_application"):
            rest += types_in(walk, child.named_children, scope, "inherit")
            for each in child.named_children:
                if each.type == "mixins":
                    mixed += types_in(walk, each.named_children, scope, "inherit")
        elif child.type == "interfaces":
            rest += types_in(walk, child.named_children, scope, "implement")
    if node.type == "mixin_declaration":
        rest += types_in(walk, [c for c in node.named_children if c != body], scope, "inherit")
    return [*reversed(mixed), *rest]


def _inside(walk: Walk, index: int, body: tree_sitter.Node | None) -> None:
    before, walk.own = walk.own, index
    _members(walk, children_of(body), walk.builder.definitions[index].own)
    walk.own = before


def _enum(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return NONE
    given = next((c for c in node.named_children if c.type == "type_parameters"), None)
    index, outer = _begin(walk, node, name, given, scope)
    walk.builder.complete(index, bases=tuple(_bases(walk, node, outer, body)))
    own = walk.builder.definitions[index].own
    kind = walk.builder.expression(("name", text_of(name), (), (), NONE))
    for child in children_of(body):
        constant = child.child_by_field_name("name") if child.type == "enum_constant" else None
        if constant is not None:
            place = own, walk.block
            walk.builder.bind(place, text_of(constant), "declare", constant, child.start_byte, NONE, kind)
            sequence(walk, [c for c in child.named_children if c != constant], own)
    _inside(walk, index, body)
    return NONE


def _extension_type(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return NONE
    given = next((c for c in node.named_children if c.type == "type_parameters"), None)
    index, outer = _begin(walk, node, name, given, scope)
    walk.builder.complete(index, bases=tuple(_bases(walk, node, outer, body)))
    own = walk.builder.definitions[index].own
    representation = node.child_by_field_name("representation")
    field = representation.child_by_field_name("name") if representation is not None else None
    if representation is not None and field is not None:
        found = types_in(walk, representation.named_children, own)
        annotation = found[0] if found else NONE
        walk.builder.bind((own, walk.block), text_of(field), "declare", field, field.start_byte, NONE, annotation)
        names = [c for c in representation.named_children if c.type == "identifier" and c != field]
        for made in names[:1]:
            kind = walk.builder.expression(("name", text_of(name), (), (), NONE))
            number = walk.builder.define("function", text_of(made), made, made, (own, walk.block, own))
            walk.builder.complete(number, returns=kind, receiver="static")
            walk.builder.bind_at((own, walk.block), text_of(made), "function", walk.builder.definitions[number], number)
    _inside(walk, index, body)
    return NONE


def _alias(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = next((c for c in node.named_children if c.type == "type_identifier"), None)
    if name is None:
        return NONE
    given = next((c for c in node.named_children if c.type == "type_parameters"), None)
    index, outer = _begin(walk, node, name, given, scope, ALIAS)
    found = types_in(walk, [c for c in node.named_children if c not in (name, given)], outer)
    walk.builder.complete(index, returns=found[-1] if found else NONE, traits=ALIAS)
    return NONE


# --- members and functions ---------------------------------------------------------------------------------------


def _members(walk: Walk, nodes: list[tree_sitter.Node], scope: int) -> None:
    """A row of members, or of what stands in a file: signatures with their bodies, variables."""
    at = 0
    while at < len(nodes):
        node, body = nodes[at], None
        following = nodes[at + 1] if at + 1 < len(nodes) else None
        if following is not None and following.type == "function_body":
            body = following
        if node.type in _SIGNATURES or node.type in ("method_signature", "declaration"):
            _declared(walk, node, body, scope)
            at += 1 + (body is not None)
            continue
        if node.type in _LISTS:
            _variables(walk, node, _types_before(nodes, at), scope)
        elif node.type not in _TYPED:
            sequence(walk, [node], scope)
        at += 1


def _types_before(nodes: list[tree_sitter.Node], at: int) -> list[tree_sitter.Node]:
    first = at
    while first and nodes[first - 1].type in _TYPED:
        first -= 1
    return nodes[first:at]


def _declared(walk: Walk, node: tree_sitter.Node, body: tree_sitter.Node | None, scope: int) -> None:
    """A member: what it is stands in it, or is the node itself."""
    nodes = node.named_children if node.type in ("method_signature", "declaration") else [node]
    is_static = any(child.type == "static" for child in node.children)
    signature = next((child for child in nodes if child.type in _SIGNATURES), None)
    if signature is not None:
        rest = [child for child in nodes if child != signature]
        _function(walk, signature, rest, body, scope, is_static=is_static)
        return
    rows = next((child for child in nodes if child.type in _LISTS), None)
    if rows is not None:
        _variables(walk, rows, [child for child in nodes if child.type in _TYPED], scope)
        return
    name = next((child for child in reversed(nodes) if child.type == "identifier"), None)
    if name is not None:  # an abstract field
        found = types_in(walk, nodes, scope)
        walk.builder.bind((scope, walk.block), text_of(name), "declare", name, node.start_byte, NONE,
                          found[0] if found else NONE)  # fmt: skip
    else:
        sequence(walk, nodes, scope)


def _variables(walk: Walk, node: tree_sitter.Node, before: list[tree_sitter.Node], scope: int) -> None:
    found = types_in(walk, before, scope)
    annotation = found[0] if found else NONE
    builder = walk.builder
    for child in node.named_children:
        first, *rest = child.named_children or [child]
        function, walk.function = walk.function, NONE
        value = sequence(walk, rest, scope) if first is not child else NONE
        walk.function = function
        place = scope, walk.block
        builder.bind(place, text_of(first), "declare", first, node.start_byte, NONE if annotation != NONE else value,
                     annotation)  # fmt: skip


def _function(
    walk: Walk, node: tree_sitter.Node, rest: list[tree_sitter.Node], body: tree_sitter.Node | None, scope: int,
    *, is_static: bool,
) -> int:  # fmt: skip
    """A function with its body; a constructor is one whose result is its class."""
    builder = walk.builder
    names = [child for child in node.named_children if child.type == "identifier"]
    if node.type == "operator_signature" or not names:
        name = names[0] if names else node
        text = "" if not names else text_of(name)
    else:
        name = names[-1]
        text = text_of(name)
    makes = "constructor" in node.type and walk.own >= 0 and bool(names)
    makes = makes and text_of(names[0]) == builder.definitions[walk.own].name  # a function without a result looks alike
    given = next((c for c in node.named_children if c.type == "type_parameters"), None)
    outer = bind_type_parameters(walk, given, scope)
    is_async = body is not None and any(child.type in ("async", "async*") for child in body.children)
    traits = PROPERTY if node.type == "getter_signature" else ACCESSOR if node.type == "setter_signature" else NOTHING
    if body is None and not makes:
        traits |= SIGNATURE
    place = scope, walk.block, outer
    index = builder.define("function", text, name, node, place, is_async=is_async, traits=traits)
    own, before = builder.definitions[index].own, walk.function
    walk.function = index
    bound = text
    if makes:
        bound, returns = _made(walk, names, scope)
    else:
        found = types_in(walk, [c for c in node.named_children if c != given], outer)
        returns = found[0] if found else NONE
    if bound:
        builder.bind_at((scope, walk.block), bound, "function", builder.definitions[index], index)
    listed = next((c for c in node.named_children if c.type == "formal_parameter_list"), None)
    rows = parameters(walk, listed, own, outer)
    is_member = walk.own >= 0 and builder.scopes[scope].kind == "class"
    receiver = "" if not is_member else "static" if is_static or makes else "implicit"
    builder.complete(index, parameters=rows, returns=returns, receiver=receiver, traits=traits)
    if is_async and returns != NONE:
        builder.definitions[index] = builder.definitions[index]._replace(is_async=False)
    _initializers(walk, rest, own)
    if node.type == "redirecting_factory_constructor_signature":
        types_in(walk, node.named_children, outer, "instantiate")
        _redirected(walk, node, outer)
    if body is not None:
        block = any(child.type == "block" for child in body.named_children)
        value = sequence(walk, body.named_children, own)
        if not block:
            expect_result(walk, value, own, body.start_byte)
        if value != NONE and not block:
            builder.results.setdefault(index, []).append(Result(value, own, walk.block, body.end_byte + 1))
    walk.function = before
    return index


def _redirected(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The constructor that a factory stands for."""
    head = next((child for child in reversed(node.named_children) if child.type == "type_identifier"), None)
    if head is None:
        return
    owner = walk.builder.expression(("name", text_of(head), (), (), NONE))
    last = node.named_children[-1]
    if last.type == "identifier" and last.start_byte > head.start_byte:
        walk.builder.occur(text_of(last), last, "call", scope, walk.block, owner)
    else:
        walk.builder.occur(text_of(head), head, "instantiate", scope, walk.block, owner, "maker")


def _made(walk: Walk, names: list[tree_sitter.Node], scope: int) -> tuple[str, int]:
    """The name under which a constructor is bound, and the class that it makes instances of."""
    builder, head = walk.builder, names[0]
    row = builder.definitions[walk.own]
    kind = builder.name(row.name)
    variables = [b.name for b in builder.bindings if b.scope == row.outer and b.kind == "type"] if row.outer else []
    parts = tuple(builder.name(each) for each in variables)
    returns = builder.expression(("subscript", "", (kind, *parts), (), NONE)) if parts else kind
    builder.occur(text_of(head), head, "type", scope, walk.block)
    return (spaced("maker", text_of(head)) if len(names) == 1 else text_of(names[-1])), returns


def _initializers(  # noqa: C901 - a table of forms, told apart one after the other
    walk: Walk, nodes: list[tree_sitter.Node], scope: int
) -> None:
    """`: a = b, super(c)`."""
    own = own_instance(walk)
    for node in nodes:
        for entry in node.named_children if node.type == "initializers" else ():
            for child in entry.named_children:
                if child.type == "field_initializer":
                    names = [c for c in child.named_children if c.type == "identifier"]
                    if names:
                        walk.builder.occur(text_of(names[0]), names[0], "write", scope, walk.block, own)
                    sequence(walk, [c for c in child.named_children if not names or c != names[0]], scope)
                elif child.type == "arguments":
                    note_arguments(walk, child, scope, NONE)
                elif child.type == "identifier":  # `super.named(…)`
                    owner = walk.builder.expression(("super", "", (own,), (), NONE))
                    walk.builder.occur(text_of(child), child, "call", scope, walk.block, owner)
                else:
                    sequence(walk, [child], scope)
        if node.type == "redirection":
            for child in node.named_children:
                if child.type == "identifier":
                    walk.builder.occur(text_of(child), child, "call", scope, walk.block, own)
                elif child.type == "arguments":
                    note_arguments(walk, child, scope, NONE)


def _local_function(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = next((c for c in node.named_children if c.type == "lambda_expression"), node)
    signature = next((c for c in inner.named_children if c.type == "function_signature"), None)
    body = next((c for c in inner.named_children if c.type == "function_body"), None)
    if signature is not None:
        before, walk.own = walk.own, walk.own
        _function(walk, signature, [], body, scope, is_static=False)
        walk.own = before
    return NONE


def _program(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    _members(walk, node.named_children, scope)
    return NONE


_BODIES = frozenset({"class_body", "extension_body", "enum_body"})
_LISTS = frozenset({"initialized_identifier_list", "static_final_declaration_list", "identifier_list"})
_TYPED = frozenset(
    [
        "type_identifier", "type_arguments", "function_type", "record_type", "void_type", "nullable_type",
        "final_builtin", "const_builtin", "inferred_type",
    ]
)  # fmt: skip
_SIGNATURES = frozenset(
    [
        "function_signature", "getter_signature", "setter_signature", "operator_signature", "constructor_signature",
        "constant_constructor_signature", "factory_constructor_signature", "redirecting_factory_constructor_signature",
    ]
)  # fmt: skip
HANDLERS = {
    "program": _program,
    "import_or_export": _import_or_export,
    "part_directive": _part,
    "part_of_directive": _part,
    "class_definition": _class,
    "mixin_declaration": _class,
    "extension_declaration": _class,
    "enum_declaration": _enum,
    "extension_type_declaration": _extension_type,
    "type_alias": _alias,
    "local_function_declaration": _local_function,
}
