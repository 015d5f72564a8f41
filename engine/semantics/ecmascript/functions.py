"""Functions of every form: declared, as values, methods, signatures; their parameters and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, Context, Expression, Parameter, Result
from .docs import documented
from .patterns import pattern
from .state import expect, make, typed, visit
from .statements import body_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["Method", "declared", "function_value", "header_of", "parameters_of_types", "routine", "signature"]


class Method(NamedTuple):
    """What a class body says of a function in it."""

    receiver: str = ""
    traits: frozenset[str] = frozenset()
    own: int = NONE
    """What `this` is in it; NONE: what its context says."""
    field_scope: int = NONE
    """Of a constructor, the scope of the class, in which its parameters may declare fields."""


PLAIN = Method()


def declared(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`function name() {}`, or its signature."""
    name = node.child_by_field_name("name")
    if name is None:
        return function_value(walk, node, scope, block)
    traits = _OVERLOAD if node.type == "function_signature" else frozenset[str]()
    text = walk.text(name)
    walk.builder.bind((scope, block), text, "function", name, node.start_byte)  # before parameters of the same name
    row = len(walk.builder.bindings) - 1
    index = routine(walk, node, name, text, scope, block, Method(traits=traits))
    walk.builder.bindings[row] = walk.builder.bindings[row]._replace(number=index)
    walk.named.setdefault((scope, text), index)
    return NONE


def signature(
    walk: Walk, node: tree_sitter.Node, scope: int, block: int, name: str, *, constructs: bool = False
) -> int:
    """A type of functions: the index of its definition."""
    traits = {"overload", "nameless"} | ({"constructs"} if constructs else set[str]())
    before = walk.own
    index = routine(walk, node, node, name, scope, block, Method(traits=frozenset(traits), own=before))
    walk.own = before
    return index


def function_value(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`function () {}`, `() => …`: an expression."""
    name = node.child_by_field_name("name")
    arrow = node.type == "arrow_function"
    within, walk.within = walk.within, NONE
    if name is not None:  # seen inside alone
        scope = walk.builder.scope("block", scope, node, block=block)
    method = Method(traits=_NAMELESS, own=walk.own if arrow else within)
    index = routine(walk, node, name or node, walk.text(name) if name is not None else "", scope, block, method)
    if name is not None:
        walk.builder.bind((scope, block), walk.text(name), "function", name, node.start_byte, number=index)
    return make(walk, "defined", number=index)


def routine(
    walk: Walk,
    node: tree_sitter.Node,
    name_node: tree_sitter.Node,
    name: str,
    scope: int,
    block: int,
    method: Method = PLAIN,
) -> int:
    """The header and body of a function: the index of its definition. Its name is bound by the caller."""
    builder = walk.builder
    inner = builder.block(block)
    outer = header_of(walk, node, scope, inner)
    words = [child.type for child in node.children[:4]]
    returns = None if walk.plain else node.child_by_field_name("return_type")
    if returns is None and node.type in ("construct_signature", "constructor_type"):
        returns = node.child_by_field_name("type")
    documents = documented(walk, node, scope, inner)
    generates = "*" in words or node.type.startswith("generator")
    is_async = "async" in words and returns is None and documents.returns < 0 and not generates
    index = builder.define("function", name, name_node, node, (scope, block, outer), is_async=is_async)
    own = builder.definitions[index].own
    before = walk.own, walk.function
    walk.function = index
    walk.own = method.own
    if method.own < 0:
        walk.own = make(walk, "self", "made" if _makes(node) else "expected", number=index)
    found = _parameters(walk, node, index, (outer, own, inner), method, documents.parameters)
    returned = typed(walk, returns, outer, inner) if returns is not None else documents.returns
    traits = method.traits
    builder.complete(index, parameters=found, returns=returned, receiver=method.receiver, traits=traits)
    body = node.child_by_field_name("body")
    if body is not None:
        if body.type == "statement_block":
            body_of(walk, body, own, inner)
        else:
            _result(walk, index, body, own, inner)
    walk.own, walk.function = before
    return index


def _makes(node: tree_sitter.Node) -> bool:
    return node.type in ("function_declaration", "generator_function_declaration")


def _result(walk: Walk, index: int, body: tree_sitter.Node, scope: int, block: int) -> None:
    value = visit(walk, body, scope, block)
    walk.builder.results.setdefault(index, []).append(Result(value, scope, block, body.end_byte))
    expect(walk, value, Context("result", scope, block, body.end_byte, number=index))


def header_of(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The scope in which a header is read: that of its type parameters, if it has some."""
    parameters = None if walk.plain else node.child_by_field_name("type_parameters")
    if parameters is None:
        return scope
    outer = walk.builder.scope("types", scope, parameters)
    parameters_of_types(walk, parameters, outer, block)
    return outer


def parameters_of_types(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`<T extends A = B>`."""
    for child in node.named_children:
        name = child.child_by_field_name("name")
        if child.type != "type_parameter" or name is None:
            continue
        bound = typed(walk, child.child_by_field_name("constraint"), scope, block)
        default = typed(walk, child.child_by_field_name("value"), scope, block)
        walk.builder.bind((scope, block), walk.text(name), "type", name, child.end_byte, default, bound)


def _parameters(
    walk: Walk,
    node: tree_sitter.Node,
    index: int,
    scopes: tuple[int, int, int],
    method: Method,
    documented_types: dict[str, int],
) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    parameters = node.child_by_field_name("parameters")
    single = node.child_by_field_name("parameter") if parameters is None else None
    for child in parameters.named_children if parameters is not None else [single] if single is not None else []:
        if child.type in ("comment", "decorator"):
            continue
        row = _parameter(walk, child, (index, len(found)), scopes, method, documented_types)
        if row is not None:
            found.append(row)
    return tuple(found)


def _parts(
    walk: Walk, node: tree_sitter.Node, scopes: tuple[int, int, int]
) -> tuple[tree_sitter.Node | None, tree_sitter.Node | None, int]:
    """What a parameter binds, its default and its annotation."""
    outer, own, block = scopes
    if node.type == "assignment_pattern":
        return node.child_by_field_name("left"), node.child_by_field_name("right"), NONE
    if node.type not in ("required_parameter", "optional_parameter"):
        return node, None, NONE
    for child in node.named_children:
        if child.type == "decorator":
            visit(walk, child, own, block)
    annotation = typed(walk, node.child_by_field_name("type"), outer, block)
    return node.child_by_field_name("pattern"), node.child_by_field_name("value"), annotation


def _parameter(
    walk: Walk,
    node: tree_sitter.Node,
    number: tuple[int, int],
    scopes: tuple[int, int, int],
    method: Method,
    documented_types: dict[str, int],
) -> Parameter | None:
    outer, own, block = scopes
    kind, optional = "", node.type == "optional_parameter"
    target, value, annotation = _parts(walk, node, scopes)
    default = NONE
    if target is not None and target.type == "this":
        walk.own = make(walk, "cast", "", [annotation])
        return None
    if value is not None:
        default = visit(walk, value, own, block)
        optional = True
        if annotation >= 0:
            expect(walk, default, Context("declared", outer, block, node.end_byte, annotation))
    if target is not None and target.type == "rest_pattern" and target.named_children:
        target, kind = target.named_children[0], "rest"
    if target is None:
        return Parameter("", annotation, default, kind)
    name = walk.text(target) if target.type == "identifier" else ""
    if annotation < 0:
        annotation = documented_types.get(name, NONE)
    if method.field_scope >= 0 and name and any(child.type in _DECLARING for child in node.children):
        place = (method.field_scope, block)
        walk.builder.bind(place, name, "declare", target, node.end_byte, default, annotation)
    if name:
        walk.builder.occur(name, target, "write", own, block, form="bind")
        walk.builder.bind((own, block), name, "parameter", target, node.end_byte, default, annotation, number[1])
    else:
        value_of = walk.builder.expression(Expression("taken", str(number[1]), number=number[0]))
        pattern(walk, target, value_of, own, block, node.end_byte)
    return Parameter(name, annotation, default, kind or ("optional" if optional else ""))


_OVERLOAD = frozenset({"overload"})
_NAMELESS = frozenset({"nameless"})
_DECLARING = frozenset({"accessibility_modifier", "readonly", "override_modifier"})
