"""Functions: in a class, outside of it, without a name; their parameters, their results, their bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, UNREADABLE, Parameter, Result
from ..builder import text_of
from ..c.state import cast, make, value, visit, visit_children
from .names import last_name, named, qualifiers
from .state import announce, holder, is_class, within
from .types import declared, type_of

if TYPE_CHECKING:
    import tree_sitter

    from ..c.state import Walk

__all__ = ["Head", "function", "lambda_", "return_", "return_value"]


class Head(NamedTuple):
    """What is known of a function before its declarator."""

    result: int
    """Its type, as far as it stands before."""
    storage: frozenset[str]
    body: tree_sitter.Node | None
    initializers: tree_sitter.Node | None = None


def function(
    walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node, part: tree_sitter.Node, head: Head, scope: int
) -> None:
    """A function that is defined, or declared. `part` has its parameters."""
    builder = walk.builder
    is_qualified = name.type == "qualified_identifier"
    last = last_name(name)
    text = _text_of(name)
    outer, owner = scope, walk.this
    place = holder(walk, scope)
    if is_qualified:
        owner = _owner(walk, name, scope)
        outer = within(walk, node, scope, qualifiers(name))
    index = builder.define("function", text, last, node, (place, NONE, outer))
    is_member = is_class(walk, scope)
    if not is_qualified:
        _bind(walk, name, text, (place, scope, index), head, is_member=is_member)
    own = builder.definitions[index].own
    parameters = _parameters(walk, part, own, outer)
    returns = _result(walk, part, head, outer)
    traits = frozenset[str]() if head.body is not None else _WITHOUT_BODY
    receiver = ("static" if "static" in head.storage else "implicit") if is_member or is_qualified else ""
    builder.complete(index, parameters=parameters, returns=returns, receiver=receiver, traits=traits)
    before = walk.this, walk.function
    walk.this, walk.function = owner, index if returns == NONE else NONE
    if head.initializers is not None:
        _initializers(walk, head.initializers, own)
    if head.body is not None:
        visit_children(walk, head.body, own)
    walk.this, walk.function = before


def _text_of(name: tree_sitter.Node) -> str:
    """The name of a function, as the outline has it."""
    current = name
    while current.type == "qualified_identifier":
        inner = current.child_by_field_name("name")
        if inner is None:
            break
        current = inner
    if current.type in ("template_function", "template_method"):
        current = current.child_by_field_name("name") or current
    return "".join(text_of(current).split()) if current.type == "operator_name" else text_of(current)


def _owner(walk: Walk, name: tree_sitter.Node, scope: int) -> int:
    """Note a qualified name that is defined; gives an instance of what it is a member of."""
    before, last = name.child_by_field_name("scope"), name.child_by_field_name("name")
    owner = NONE if before is not None else make(walk, "space", "")
    while before is not None and last is not None:
        owner = named(walk, before, scope, "read", owner)
        if last.type != "qualified_identifier":
            break
        before, last = last.child_by_field_name("scope"), last.child_by_field_name("name")
    if last is not None and last.type != "operator_cast":
        named(walk, last, scope, "definition", owner if owner >= 0 else UNREADABLE, "bind")
    elif last is not None:
        visit(walk, last, scope)
    return cast(walk, owner)


def _bind(
    walk: Walk, name: tree_sitter.Node, text: str, place: tuple[int, int, int], head: Head, *, is_member: bool
) -> None:
    """A constructor and a destructor have the name of their class, and are no names of their own."""
    builder, (bound_in, scope, index) = walk.builder, place
    if name.type in ("destructor_name", "operator_cast"):
        if name.type == "destructor_name":
            named(walk, name, scope, "definition", NONE, "bind")
        else:
            kind = name.child_by_field_name("type")
            if kind is not None:
                type_of(walk, kind, scope)
        builder.bind((bound_in, NONE), text, "function", name, name.end_byte, number=index)
        return
    last = last_name(name)
    if name.type != "operator_name":
        builder.occur(walk.text(last), last, "definition", scope, walk.block, form="bind")
    if is_member and _is_constructor(walk, bound_in, text):
        return
    builder.bind((bound_in, NONE), text, "function", last, name.end_byte, number=index)
    static = "static" in head.storage or walk.hidden
    announce(walk, bound_in, text, defines=head.body is not None, static=static)


def _is_constructor(walk: Walk, scope: int, text: str) -> bool:
    owner = walk.builder.scopes[scope].definition
    return owner >= 0 and walk.builder.definitions[owner].name == text


def _result(walk: Walk, part: tree_sitter.Node, head: Head, scope: int) -> int:
    for child in part.named_children:
        if child.type == "trailing_return_type":
            inner = child.named_children[-1] if child.named_children else None
            return type_of(walk, inner, scope) if inner is not None else NONE
        if child.type in _BEHIND:
            visit(walk, child, scope)
    return head.result


def _parameters(walk: Walk, part: tree_sitter.Node, own: int, outer: int) -> tuple[Parameter, ...]:
    """Parameters, bound in the scope of the function; their types are read outside of it."""
    node = part.child_by_field_name("parameters")
    found: list[Parameter] = []
    for child in node.named_children if node is not None else ():
        if child.type == "comment":
            continue
        kind = child.child_by_field_name("type")
        if kind is None:
            visit(walk, child, outer)
            continue
        result = type_of(walk, kind, outer)
        inner = declared(walk, child.child_by_field_name("declarator"), outer)
        if inner.is_function_type or inner.function is not None:
            result = make(walk, "function", "", (result,))
        default = child.child_by_field_name("default_value")
        if default is not None:
            visit(walk, default, outer)
        for extra in child.named_children:
            if extra.type in ("ERROR", "attribute_declaration"):
                visit(walk, extra, outer)
        shape = "optional" if default is not None else "rest" if child.type.startswith("variadic") else ""
        text = walk.text(inner.name) if inner.name is not None else ""
        if inner.name is not None and inner.name.type == "identifier":
            row = NONE, result, len(found)
            walk.builder.bind((own, NONE), text, "parameter", inner.name, child.start_byte, *row)
        found.append(Parameter(text, result, NONE, shape))
    if node is not None and any(child.type == "..." for child in node.children):
        found.append(Parameter("", NONE, NONE, "rest"))
    return tuple(found)


def _initializers(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`: a(1), B(2)`: members and bases of the class."""
    for child in node.named_children:
        if child.type != "field_initializer":
            visit(walk, child, scope)
            continue
        for part in child.named_children:
            if part.type in ("field_identifier", "template_method"):
                named(walk, part, scope, "write", walk.this if walk.this >= 0 else UNREADABLE)
            elif part.type == "qualified_identifier":
                named(walk, part, scope, "read")
            else:
                visit(walk, part, scope)


def lambda_(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A function without a name: it sees what is around."""
    builder = walk.builder
    index = builder.define("function", "", node, node, (scope, NONE, scope))
    own = builder.definitions[index].own
    part, body = node.child_by_field_name("declarator"), node.child_by_field_name("body")
    parameters: tuple[Parameter, ...] = ()
    returns = NONE
    for child in node.named_children:
        if child.type == "lambda_capture_specifier":
            _captures(walk, child, own, scope)
        elif child.type == "template_parameter_list":
            visit(walk, child, own)
    if part is not None:
        parameters = _parameters(walk, part, own, scope)
        returns = _result(walk, part, Head(NONE, frozenset(), body), scope)
    builder.complete(index, parameters=parameters, returns=returns)
    before, walk.function = walk.function, index if returns == NONE else NONE
    if body is not None:
        visit_children(walk, body, own)
    walk.function = before
    return make(walk, "defined", "", number=index)


def _captures(walk: Walk, node: tree_sitter.Node, own: int, scope: int) -> None:
    for child in node.named_children:
        if child.type == "lambda_capture_initializer":
            left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
            found = value(walk, right, scope)
            if left is not None and left.type == "identifier":
                walk.builder.bind((own, NONE), walk.text(left), "declare", left, child.start_byte, found)
        else:
            visit(walk, child, scope)


def return_(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """`return`."""
    return_value(walk, node, scope)


def return_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`return`: what it gives is the result of a function that does not declare one."""
    index = walk.function
    if index == NONE:
        visit_children(walk, node, scope)
        return NONE
    found = NONE
    for child in node.named_children:
        found = value(walk, child, scope)
    rows = walk.builder.results.setdefault(index, [])
    rows.append(Result(found, scope, NONE, node.end_byte))
    return NONE


_WITHOUT_BODY = frozenset({"overload"})
_BEHIND = frozenset({"noexcept", "requires_clause", "attribute_declaration", "attribute_specifier", "throw_specifier"})
