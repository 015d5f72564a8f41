"""Members of objects and classes: methods, properties, constants, and calls of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, spaced
from ..builder import first_in
from ..wanting import value, visit, visit_children
from .names import class_name, function_name
from .narrowing import ASSERTING, conditions, instance_asserted, narrow
from .state import CONSTANT, VARIABLE

if TYPE_CHECKING:
    import tree_sitter

    from .state import Handler, Walk

__all__ = ["HANDLERS", "arguments_of", "class_reference", "property_target"]


def class_reference(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int, role: str = "read") -> int:
    """What stands before `::`, behind `new` or behind `instanceof`: a class, or an expression."""
    if node is None:
        return NONE
    if node.type in _CLASS_NAMES:
        return class_name(walk, node, scope, block, role)
    return value(walk, node, scope, block)


def _member(walk: Walk, name: tree_sitter.Node | None, owner: int, form: str, role: str, place: tuple[int, int]) -> int:
    """Note the name of a member; gives the member as an expression."""
    if name is None:
        return NONE
    if form == VARIABLE and name.type == "variable_name":  # behind `::`
        name = name.named_children[0] if name.named_children else name
    if name.type != "name" or name.named_child_count:
        visit(walk, name, *place)
        return NONE
    text = walk.text(name)
    walk.builder.occur(text, name, role, *place, owner if owner >= 0 else UNREADABLE, form)
    if owner < 0:
        return NONE
    return walk.builder.expression(("member", spaced(form, text) if form else text, (owner,), (), NONE))


def property_access(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a->b`, read."""
    del wanted
    return property_target(walk, node, scope, block, "read")


def property_target(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str) -> int:
    """`$a->b` and `A::$b` in some role."""
    place = scope, block
    if node.type == "scoped_property_access_expression":
        owner = class_reference(walk, node.child_by_field_name("scope"), *place)
    else:
        owner = value(walk, node.child_by_field_name("object"), *place)
    return _member(walk, node.child_by_field_name("name"), owner, VARIABLE, role, place)


def constant_access(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`A::B`, `A::class`."""
    del wanted
    children = [child for child in node.named_children if child.type != "comment"]
    owner = class_reference(walk, children[0], scope, block)
    if len(children) < 2:  # noqa: PLR2004 - a class and a name
        return NONE
    if children[1].type == "name" and walk.text(children[1]).lower() == "class":
        return owner if owner >= 0 else NONE
    return _member(walk, children[1], owner, CONSTANT, "read", (scope, block))


def method_call(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a->b()`."""
    owner = value(walk, node.child_by_field_name("object"), scope, block)
    return _method_called(walk, node, owner, scope, block, wanted=wanted)


def _method_called(walk: Walk, node: tree_sitter.Node, owner: int, scope: int, block: int, *, wanted: bool) -> int:
    name = node.child_by_field_name("name")
    if name is not None and walk.text(name) == ASSERTING:
        narrow(walk, instance_asserted(walk, node), scope, block, node.end_byte)
    callee = _member(walk, name, owner, "", "call", (scope, block))
    return _called(walk, node, callee, scope, block, wanted=wanted)


def static_call(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`A::b()`."""
    owner = class_reference(walk, node.child_by_field_name("scope"), scope, block)
    return _method_called(walk, node, owner, scope, block, wanted=wanted)


def function_call(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`f()`, `$f()`."""
    function = node.child_by_field_name("function")
    if function is not None and function.type in _NAMES:
        known = walk.text(function).lower().lstrip("\\")
        if known == "define" and _defines(walk, node, function, scope, block):
            return NONE
        callee = function_name(walk, function, scope, block)
        if known == "assert":
            _holds(walk, node, scope, block)
    else:
        callee = value(walk, function, scope, block)
    return _called(walk, node, callee, scope, block, wanted=wanted)


def _holds(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`assert(…)`: what it says holds from here on."""
    arguments = node.child_by_field_name("arguments")
    first = first_in(arguments)
    if first is not None and first.named_children:
        found = conditions(walk, first.named_children[-1], scope, block)
        narrow(walk, found, scope, block, node.end_byte)


def _called(walk: Walk, node: tree_sitter.Node, callee: int, scope: int, block: int, *, wanted: bool) -> int:
    """The arguments of a call; gives what the call gives. `f(...)` is the function itself."""
    arguments = node.child_by_field_name("arguments")
    if arguments is None:
        return NONE
    children = arguments.named_children
    if len(children) == 1 and children[0].type == "variadic_placeholder":
        return callee
    parts = arguments_of(walk, arguments, callee, scope, block, wanted=wanted and bool(children))
    if not wanted or callee < 0:
        return NONE
    return walk.builder.expression(("call", "", (callee, *parts), (), NONE))


def arguments_of(
    walk: Walk, node: tree_sitter.Node, callee: int, scope: int, block: int, *, wanted: bool
) -> tuple[int, ...]:
    """Note the arguments of a call; gives them, where they are wanted."""
    found: list[int] = []
    handlers = walk.handlers
    for child in node.named_children:
        if child.type != "argument":
            visit(walk, child, scope, block)
            continue
        parts = child.named_children
        content = parts[-1]
        name = child.child_by_field_name("name") if len(parts) > 1 else None
        if name is not None:
            walk.builder.occur(
                walk.text(name), name, "read", scope, block, callee if callee >= 0 else UNREADABLE, "keyword"
            )
            if content.id == name.id:
                continue
        kind = content.type
        handler = handlers.get(kind)
        telling = wanted and kind in _TELLING
        given = NONE
        if handler is None:
            visit_children(walk, content, scope, block)
        else:
            given = handler(walk, content, scope, block, telling)
        found.append(given if telling else NONE)
    return tuple(found)


def new(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`new A()`, `new class { … }`."""
    first = next((c for c in node.named_children if c.type not in ("comment", "attribute_list")), None)
    if first is None:
        return NONE
    if first.type == "anonymous_class":
        return walk.handlers["anonymous_class"](walk, first, scope, block, wanted)
    callee = class_reference(walk, first, scope, block, "instantiate")
    for child in node.named_children:
        if child.type == "arguments":
            arguments_of(walk, child, callee, scope, block, wanted=False)
    return walk.builder.expression(("new", "", (callee,), (), NONE)) if wanted and callee >= 0 else NONE


def attribute(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`#[A(…)]`."""
    del wanted
    callee = NONE
    for child in node.named_children:
        if child.type in _CLASS_NAMES:
            callee = class_name(walk, child, scope, block, "decorate")
        elif child.type == "arguments":
            arguments_of(walk, child, callee, scope, block, wanted=False)
    return NONE


def _defines(walk: Walk, node: tree_sitter.Node, function: tree_sitter.Node, scope: int, block: int) -> bool:
    """`define("NAME", …)` gives a constant its meaning."""
    from .names import whole_space

    arguments = node.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    inner = first.named_children[-1] if first is not None and first.named_children else None
    content = inner.named_children[0] if inner is not None and inner.type in _STRINGS and inner.named_children else None
    if arguments is None or content is None or content.type != "string_content" or "\\" in walk.text(content):
        return False
    function_name(walk, function, scope, block)
    name = walk.text(content)
    walk.builder.bind((whole_space(walk), block), spaced(CONSTANT, name), "assign", content, node.end_byte)
    visit_children(walk, arguments, scope, block)
    return True


_CLASS_NAMES = frozenset({"name", "qualified_name", "relative_name", "relative_scope"})
_NAMES = frozenset({"name", "qualified_name", "relative_name"})
_STRINGS = frozenset({"string", "encapsed_string"})
_TELLING = frozenset({"anonymous_function", "arrow_function"})
"""Arguments on which the result of a call may depend."""

HANDLERS: dict[str, Handler] = {
    "member_access_expression": property_access,
    "nullsafe_member_access_expression": property_access,
    "scoped_property_access_expression": property_access,
    "class_constant_access_expression": constant_access,
    "member_call_expression": method_call,
    "nullsafe_member_call_expression": method_call,
    "scoped_call_expression": static_call,
    "function_call_expression": function_call,
    "object_creation_expression": new,
    "attribute": attribute,
}
