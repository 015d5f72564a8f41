"""Values: names, members, calls, literals, operators, elements of markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Context
from ..builder import pair
from ..contexts import expect_arguments
from .classes import method_of
from .docs import cast_type
from .modules import module_of
from .narrowing import both
from .state import content_of, expect, make, occur, place_of, said, typed, visit, visit_children, wants
from .statements import visit_knowing

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from .state import Walk

__all__ = [
    "array",
    "asserted",
    "augmented",
    "awaited",
    "binary",
    "call",
    "cast",
    "element",
    "enclosed",
    "identifier",
    "inner",
    "literal",
    "member",
    "new",
    "nothing",
    "object_",
    "own",
    "parent",
    "satisfied",
    "subscript",
    "template",
    "updated",
    "yielded",
]

MAX_ARGUMENTS = 6
_MEMBER_NAMES = frozenset({"property_identifier", "private_property_identifier", "identifier"})
_MEMBER = 3
"""Children of a member: the object, a sign, the name."""
_PLAIN_CALL = 2
"""Children of a call that has no more than a function and arguments."""
MAX_ELEMENTS = 8
MAX_LITERAL = 60


def nothing(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A node that holds no name."""
    del walk, node, scope, block
    return NONE


def identifier(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A bare name that is read."""
    name = walk.text(node)
    walk.builder.occur(name, node, "read", scope, block)
    return walk.builder.name(name)


def own(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The word `this`."""
    del node, scope, block
    return walk.own if walk.own >= 0 else make(walk, "module")


def parent(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`super`."""
    del node, scope, block
    return make(walk, "super", "", [walk.own]) if walk.own >= 0 else NONE


def member(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str = "read") -> int:
    """`object.name`."""
    children = node.children
    owner = children[0] if len(children) == _MEMBER else node.child_by_field_name("object")
    name = children[-1]  # the field of a member's member may be the inner one's: last means last
    if owner is None or name.type not in _MEMBER_NAMES:
        visit(walk, owner, scope, block)
        return NONE
    found = _owner(walk, owner, scope, block)
    text = walk.text(name)
    walk.builder.occur(text, name, role, scope, block, found if found >= 0 else UNREADABLE)
    return walk.builder.expression(("member", text, (found,), (), NONE))


def _owner(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    found = visit(walk, node, scope, block)
    if walk.commonjs and node.type == "identifier" and node.text == b"exports":
        return make(walk, "module")
    return found


def subscript(walk: Walk, node: tree_sitter.Node, scope: int, block: int, role: str = "read") -> int:
    """`object[index]`; an index that is a plain string is a member."""
    owner, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    found = visit(walk, owner, scope, block)
    if index is None:
        return NONE
    if index.type == "string":
        name = content_of(index)
        if index.named_children:
            occur(walk, index.named_children[0], role, scope, block, found, member=True, name=name)
        return make(walk, "member", name, [found])
    at = visit(walk, index, scope, block)
    name = f"[{walk.text(index)}]" if index.type in ("identifier", "member_expression") else ""
    return make(walk, "subscript", name, [found, at])


def inner(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """What is in parentheses; of several, the last."""
    found = NONE
    for child in node.named_children:
        found = visit(walk, child, scope, block)
    return found


def enclosed(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """What is in parentheses; a comment before them may say its type: `/** @type {Type} */ (value)`."""
    found = inner(walk, node, scope, block)
    wanted = cast_type(walk, node, scope, block)
    if wanted < 0:
        return found
    expect(walk, found, Context("declared", scope, block, node.end_byte, wanted))
    return make(walk, "cast", "", [wanted])


def awaited(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`await`."""
    return make(walk, "await", "", [inner(walk, node, scope, block)])


def yielded(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`yield`."""
    from ...deepfacts import Result

    value = inner(walk, node, scope, block)
    if walk.function >= 0:
        delegated = any(child.type == "*" for child in node.children)
        result = Result(value, scope, block, node.end_byte, delegated)
        walk.builder.yields.setdefault(walk.function, []).append(result)
    return make(walk, "sent")


def cast(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`value as Type`."""
    children = [child for child in node.named_children if child.type != "comment"]
    if not children:
        return NONE
    value = visit(walk, children[0], scope, block)
    if len(children) == 1:  # `as const`
        return value
    wanted = typed(walk, children[1], scope, block)
    expect(walk, value, Context("declared", scope, block, node.end_byte, wanted))
    return make(walk, "cast", "", [wanted])


def asserted(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`<Type>value`."""
    wanted, value = node.named_children[0], node.named_children[-1]
    parts = [typed(walk, child, scope, block) for child in wanted.named_children]
    found = visit(walk, value, scope, block)
    if not parts:
        return found
    expect(walk, found, Context("declared", scope, block, node.end_byte, parts[0]))
    return make(walk, "cast", "", [parts[0]])


def satisfied(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`value satisfies Type`."""
    value = visit(walk, node.named_children[0], scope, block)
    wanted = typed(walk, node.named_children[-1], scope, block)
    expect(walk, value, Context("declared", scope, block, node.end_byte, wanted))
    return value


def binary(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """Operators; the right side of `&&` and `||` knows what the left one says."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return inner(walk, node, scope, block)
    sign = operator.type
    first = visit(walk, left, scope, block)
    if sign in ("&&", "||", "??"):
        holds, fails = both(walk, left, scope, block) if sign != "??" else ([], [])
        second = visit_knowing(walk, right, holds if sign == "&&" else fails, scope, block)
        return second if sign == "&&" else make(walk, "either", "", [first, second])
    visit(walk, right, scope, block)
    return make(walk, "literal", _RESULTS.get(sign, "number"))


_RESULTS = {
    **dict.fromkeys(("===", "!==", "==", "!=", "<", ">", "<=", ">=", "instanceof", "in"), "boolean"),
    "+": "string",
}


def updated(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """Operators of one operand: `name++`, `delete`, `!`, `typeof`."""
    argument = node.child_by_field_name("argument")
    if argument is None:
        return NONE
    if node.type == "update_expression":
        _written(walk, argument, scope, block)
        return make(walk, "literal", "number")
    visit(walk, argument, scope, block)
    operator = node.child_by_field_name("operator")
    sign = operator.type if operator is not None else ""
    if sign == "void":
        return make(walk, "basic", "undefined")
    return make(walk, "literal", {"!": "boolean", "typeof": "string", "delete": "boolean"}.get(sign, "number"))


def _written(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    if node.type == "identifier":
        occur(walk, node, "write", scope, block)
        return walk.builder.name(walk.text(node))
    if node.type == "member_expression":
        return member(walk, node, scope, block, "write")
    return visit(walk, node, scope, block)


def augmented(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`name += value`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    target = _written(walk, left, scope, block) if left is not None else NONE
    value = visit(walk, right, scope, block)
    expect(walk, value, Context("like", scope, block, node.end_byte, target))
    return make(walk, "either", "", [target, value])


def literal(kind: str) -> Callable[[Walk, tree_sitter.Node, int, int], int]:
    """A handler of literals of a kind."""

    def handler(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
        del scope, block
        names: tuple[str, ...] = ()
        if kind == "string":
            content = walk.text(node)[1:-1]
            names = (content,) if len(content) <= MAX_LITERAL else ()
        elif kind == "number":
            names = (walk.text(node),)
        return make(walk, "literal", kind, names=names)

    return handler


def template(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A template: what is interpolated counts."""
    for child in node.named_children:
        if child.type == "template_substitution":
            inner(walk, child, scope, block)
    return make(walk, "literal", "string")


# --- calls ----------------------------------------------------------------------------------------------------------


def call(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`function(arguments)`."""
    function, arguments = pair(node, "function", "arguments")
    if function is None or arguments is None:
        return inner(walk, node, scope, block)
    kind = function.type
    if kind == "identifier":
        name = walk.text(function)
        module = module_of(node) if name == "require" else None
        if module is not None:
            occur(walk, function, "call", scope, block)
            return make(walk, "module", module)
        walk.builder.occur(name, function, "call", scope, block)
        return _called(walk, node, "call", walk.builder.name(name), arguments, scope, block)
    if kind == "member_expression":
        callee = member(walk, function, scope, block, "call")
        return _called(walk, node, "call", callee, arguments, scope, block)
    if kind == "import":
        first = arguments.named_children[0] if arguments.named_children else None
        if first is not None and first.type == "string":
            return make(walk, "module", content_of(first), names=("*",))
    callee = _callee(walk, function, "call", scope, block)
    return _called(walk, node, "call", callee, arguments, scope, block)


def new(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`new Class(arguments)`."""
    constructor, arguments = node.child_by_field_name("constructor"), node.child_by_field_name("arguments")
    if constructor is None:
        return inner(walk, node, scope, block)
    callee = _callee(walk, constructor, "instantiate", scope, block)
    return _called(walk, node, "new", callee, arguments, scope, block)


def _callee(walk: Walk, node: tree_sitter.Node, role: str, scope: int, block: int) -> int:
    while node.type in ("parenthesized_expression", "non_null_expression") and len(node.named_children) == 1:
        node = node.named_children[0]
    if node.type == "identifier":
        occur(walk, node, role, scope, block)
        return walk.builder.name(walk.text(node))
    if node.type == "member_expression":
        return member(walk, node, scope, block, role)
    if node.type == "subscript_expression":
        return subscript(walk, node, scope, block, role)
    return visit(walk, node, scope, block)


def _called(
    walk: Walk, node: tree_sitter.Node, op: str, callee: int, arguments: tree_sitter.Node | None, scope: int, block: int
) -> int:
    types = None if walk.plain or len(node.children) == _PLAIN_CALL else node.child_by_field_name("type_arguments")
    if types is not None:
        parts = [typed(walk, child, scope, block) for child in types.named_children if child.type != "comment"]
        callee = make(walk, "applied", "", [callee, *parts])
    given: list[int] = []
    if arguments is not None and arguments.type != "arguments":
        visit(walk, arguments, scope, block)
        arguments = None
    spread = False
    for child in arguments.named_children if arguments is not None else []:
        kind = child.type
        if kind != "comment":
            spread = spread or kind == "spread_element"
            handler = walk.values.get(child.kind_id)
            given.append(handler(walk, child, scope, block) if handler else visit_children(walk, child, scope, block))
    kept = given[:MAX_ARGUMENTS]
    index = make(walk, op, "spread" if spread else "", [callee, *kept], number=len(given))
    expect_arguments(walk, index, given, scope, block, node.start_byte)
    return index


# --- literals with content ------------------------------------------------------------------------------------------


def array(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`[a, ...b]`."""
    parts: list[int] = []
    for child in node.named_children:
        if child.type == "comment":
            continue
        value = visit(walk, child, scope, block)
        if child.type == "spread_element":
            value = make(walk, "element", "", [value])
        if len(parts) < MAX_ELEMENTS:
            parts.append(value)
    return make(walk, "list", "", parts)


def object_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`{ a, b: c, d() {}, ...e }`: a class without a name."""
    builder = walk.builder
    index = builder.define("class", "", node, node, (scope, block, scope), traits=_NAMELESS)
    holder = builder.definitions[index].own
    bases: list[int] = []
    inside = NONE
    for child in node.named_children:
        kind = child.type
        if kind == "pair":
            _pair(walk, child, index, scope, block)
        elif kind == "shorthand_property_identifier":
            name = walk.text(child)
            value = identifier(walk, child, scope, block)
            builder.bind((holder, block), name, "assign", child, child.end_byte, value)
            _key(walk, child, name, index, scope, block)
        elif kind == "method_definition":
            if inside < 0:
                inside = builder.scope("block", holder, node, block=block)
            found = method_of(walk, child, index, inside, block)
            key = child.child_by_field_name("name")
            name = builder.definitions[found].name if found >= 0 else ""
            if key is not None and name:
                _key(walk, place_of(key), name, index, scope, block)
                method = make(walk, "defined", number=found)
                expect(walk, method, Context("property", scope, block, child.end_byte, number=index, text=name))
        elif kind == "spread_element":
            bases.append(make(walk, "cast", "spread", [inner(walk, child, scope, block)]))
    if bases:
        builder.definitions[index] = builder.definitions[index]._replace(bases=tuple(bases))
    return make(walk, "object", number=index)


def _key(walk: Walk, node: tree_sitter.Node, name: str, index: int, scope: int, block: int) -> None:
    walk.builder.occur(name, node, "write", scope, block, make(walk, "object", number=index), "key")


def _pair(walk: Walk, node: tree_sitter.Node, index: int, scope: int, block: int) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None:
        return
    name = said(key)
    if name is None or key.type == "computed_property_name":
        visit(walk, key, scope, block)
    before = walk.own
    if value is not None and value.type == "function_expression":
        walk.within = make(walk, "self", "instance", number=index)
    given = visit(walk, value, scope, block)
    walk.own = before
    if not name:
        return
    holder = walk.builder.definitions[index].own
    place = place_of(key)
    _key(walk, place, name, index, scope, block)
    walk.builder.bind((holder, block), name, "assign", place, node.end_byte, given)
    if wants(walk, given):
        expect(walk, given, Context("property", scope, block, node.end_byte, number=index, text=name))


_NAMELESS = frozenset({"nameless"})


# --- markup ---------------------------------------------------------------------------------------------------------


def element(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`<Name attribute={value}>`: a use of the component, which is called; its attributes are its first argument's.

    A name that begins small is a member of what is built in (`intrinsic`), its attributes are members of that.
    """
    name = node.child_by_field_name("name")
    taker = NONE
    if name is not None:
        closing = node.type == "jsx_closing_element"
        text = walk.text(name)
        if name.type == "member_expression":
            callee = member(walk, name, scope, block, "read" if closing else "call")
            taker = make(walk, "taken", "props", [callee], number=NONE)
        elif name.type == "identifier" and text[:1].islower():
            occur(walk, name, "read", scope, block, make(walk, "intrinsic"), member=True)
            taker = make(walk, "intrinsic", text)
        elif "-" not in text:
            occur(walk, name, "read" if closing else "call", scope, block)
            taker = make(walk, "taken", "props", [walk.builder.name(text)], number=NONE)
    for child in node.named_children:
        if child.type == "jsx_attribute":
            _attribute(walk, child, taker, scope, block)
        elif child != name:
            visit(walk, child, scope, block)
    return NONE


def _attribute(walk: Walk, node: tree_sitter.Node, taker: int, scope: int, block: int) -> None:
    name, *rest = node.named_children
    if taker >= 0 and name.type == "property_identifier" and b"-" not in (name.text or b""):
        occur(walk, name, "write", scope, block, taker, member=True)
    for child in rest:
        visit(walk, child, scope, block)
