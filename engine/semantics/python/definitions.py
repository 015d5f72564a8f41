"""Functions, classes, lambdas and comprehensions: everything that opens a scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, Context, Parameter
from .assignments import Given, target
from .expressions import annotation, expression
from .narrowing import conditions, narrow
from .occurrences import reference, typed
from .state import is_async, named, suite, visit, visit_children
from .traits import Decorators, class_traits, function_traits, read_decorators, receiver_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["class_", "comprehension", "decorated", "function", "lambda_"]


class _Decorated(NamedTuple):
    decorators: Decorators
    node: tree_sitter.Node
    """It stands with its decorators."""


def decorated(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A class or function with decorators."""
    found: list[tree_sitter.Node] = []
    definition = node.child_by_field_name("definition")
    for child in node.named_children:
        inner = named(child, 0) if child.type == "decorator" else None
        if inner is not None:
            found.append(inner)
            reference(walk, inner, scope, block, "decorate")
    if definition is not None:
        make = class_ if definition.type == "class_definition" else function
        make(walk, definition, scope, block, _Decorated(read_decorators(walk, found), node))


def function(walk: Walk, node: tree_sitter.Node, scope: int, block: int, decoration: _Decorated | None = None) -> None:
    """A function or method."""
    index, own, outer, inner = _begin(walk, "function", node, scope, block, decoration)
    if index == NONE:
        return
    parameters = node.child_by_field_name("parameters")
    found: tuple[Parameter, ...] = ()
    if parameters is not None:
        found = _parameters(walk, parameters, outer, block, (own, inner))
    returns = node.child_by_field_name("return_type")
    returned = NONE
    if returns is not None:
        returned = annotation(walk, returns)
        typed(walk, returns, outer, block)
    name = walk.builder.definitions[index].name
    names = decoration.decorators.names if decoration else frozenset[str]()
    walk.builder.complete(
        index,
        parameters=found,
        returns=returned,
        receiver=receiver_of(name, names, found) if walk.builder.scopes[scope].kind == "class" else "",
        traits=function_traits(name, names),
    )
    suite(walk, node.child_by_field_name("body"), own, inner)


def class_(walk: Walk, node: tree_sitter.Node, scope: int, block: int, decoration: _Decorated | None = None) -> None:
    """A class."""
    index, own, outer, inner = _begin(walk, "class", node, scope, block, decoration)
    if index == NONE:
        return
    bases: list[int] = []
    superclasses = node.child_by_field_name("superclasses")
    for child in superclasses.named_children if superclasses is not None else ():
        if child.type == "keyword_argument":
            value = child.child_by_field_name("value")
            if value is not None:
                visit(walk, value, outer, block)
        elif child.type != "comment":
            bases.append(annotation(walk, child))
            reference(walk, child, outer, block, "inherit")
    names = decoration.decorators.names if decoration else frozenset[str]()
    traits = class_traits(walk, names, superclasses.named_children if superclasses is not None else [])
    walk.builder.complete(index, bases=tuple(bases), traits=traits)
    suite(walk, node.child_by_field_name("body"), own, inner)


def lambda_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A lambda."""
    inner = walk.builder.block(NONE)
    own = walk.builder.scope("lambda", scope, node, block=inner)
    parameters, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    if parameters is not None:
        _parameters(walk, parameters, scope, block, (own, inner), _expected(walk, node, scope, block))
    if body is not None:
        visit(walk, body, own, inner)


def _expected(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The context of a lambda that is an argument of a call."""
    keyword = ""
    argument, holder = node, node.parent
    if holder is not None and holder.type == "keyword_argument":
        name = holder.child_by_field_name("name")
        keyword, argument, holder = walk.text(name) if name is not None else "", holder, holder.parent
    call = holder.parent if holder is not None and holder.type == "argument_list" else None
    if holder is None or call is None or call.type != "call":
        return NONE
    before = [c for c in holder.named_children if c.type != "comment" and c.end_byte <= argument.start_byte]
    value, number = expression(walk, call), NONE if keyword else len(before)
    contexts = walk.builder.contexts
    contexts.append(Context("argument", scope, block, call.start_byte, value, number, keyword))
    return len(contexts) - 1


def comprehension(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A comprehension: its first iterable is evaluated outside of it."""
    inner = walk.builder.block(block)
    own = walk.builder.scope("comprehension", scope, node, block=inner)
    first = True
    for child in node.named_children:
        if child.type == "for_in_clause":
            left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
            if left is None or right is None:
                continue
            visit(walk, right, scope if first else own, block if first else inner)
            first = False
            value = _element(walk, right, asynchronous=is_async(child))
            target(walk, left, Given("loop", value, node.start_byte), own, inner)
        elif child.type == "if_clause":
            visit_children(walk, child, own, inner)
            narrow(walk, conditions(walk, named(child, 0)), own, inner, node.start_byte + 1)  # behind what it binds
    body = node.child_by_field_name("body")
    if body is not None:
        visit(walk, body, own, inner)


def _element(walk: Walk, node: tree_sitter.Node, *, asynchronous: bool) -> int:
    value = expression(walk, node)
    text = "async" if asynchronous else ""
    return NONE if value < 0 else walk.builder.expression(("element", text, (value,), (), NONE))


def _begin(
    walk: Walk, kind: str, node: tree_sitter.Node, scope: int, block: int, decoration: _Decorated | None
) -> tuple[int, int, int, int]:
    """Bind the name; gives the definition, its scope, the scope of its header and the block of its body."""
    name_node = node.child_by_field_name("name")
    if name_node is None:
        visit_children(walk, node, scope, block)
        return NONE, NONE, NONE, NONE
    name, builder = walk.text(name_node), walk.builder
    outer = _type_parameters(walk, node, scope, block)
    index = builder.define(
        kind,
        name,
        name_node,
        node,
        (scope, block, outer),
        decoration.node if decoration else node,
        is_async=is_async(node),
        decorators=decoration.decorators.effective if decoration else (),
    )
    builder.bind((scope, block), name, kind, name_node, node.end_byte, number=index)
    return index, builder.definitions[index].own, outer, builder.block(NONE if kind == "function" else block)


def _type_parameters(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    parameters = node.child_by_field_name("type_parameters")
    if parameters is None:
        return scope
    own = walk.builder.scope("types", scope, node)
    for child in parameters.named_children:
        name: tree_sitter.Node | None = child
        while name is not None and name.type != "identifier":
            name = named(name, 0)
        constrained = named(child, 0)
        bound = NONE
        if constrained is not None and constrained.type == "constrained_type":
            bound = annotation(walk, named(constrained, 1))
            for part in constrained.named_children[1:]:
                typed(walk, part, own, block)
        if name is not None:
            walk.builder.bind((own, block), walk.text(name), "type", name, node.start_byte, annotation=bound)
    return own


def _parameters(
    walk: Walk, node: tree_sitter.Node, outer: int, block: int, inside: tuple[int, int], context: int = NONE
) -> tuple[Parameter, ...]:
    """Parameters; annotations and defaults are read outside, names are bound `inside` (scope, block).

    `context` is that of a function without a name: what it is handed.
    """
    found: list[Parameter] = []
    for child in node.named_children:
        declared = default = None
        name: tree_sitter.Node | None = child
        if child.type in _COMPOUND:
            declared, default = child.child_by_field_name("type"), child.child_by_field_name("value")
            name = child.child_by_field_name("name") or named(child, 0)
        annotated = NONE
        if declared is not None:
            annotated = annotation(walk, declared)
            typed(walk, declared, outer, block)
        if default is not None:
            visit(walk, default, outer, block)
        kind = _SPLATS.get(name.type, "") if name is not None else ""
        if kind and name is not None:
            name = named(name, 0)
        if name is None or name.type != "identifier":
            continue
        number = len(found)
        text = walk.text(name)
        value = expression(walk, default)
        found.append(Parameter._make((text, annotated, value, kind)))
        if context >= 0 and not kind and default is None:
            value = walk.builder.expression(("handed", str(number), (), (), context))
        walk.builder.occur(text, name, "write", *inside, NONE, "bind")
        walk.builder.bind(inside, text, "parameter", name, node.start_byte, value, annotated, number)
    return tuple(found)


_COMPOUND = frozenset({"typed_parameter", "typed_default_parameter", "default_parameter"})
_SPLATS = {"list_splat_pattern": "rest", "dictionary_splat_pattern": "keywords"}
