"""Calls: what they are called on, what they are given, and the ones that change the class around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..builder import text_of
from ..wanting import value, visit
from . import definitions
from .state import CLASS, INSTANCE, UNKNOWN, make, own_expression, static, suite, symbol_of

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["block_of", "call"]

MAX_ARGUMENTS = 2


def call(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`a.b(c) { … }`, `b c`."""
    receiver, name = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    arguments, body = node.child_by_field_name("arguments"), node.child_by_field_name("block")
    given = [c for c in arguments.named_children if c.type != "comment"] if arguments is not None else []
    text = text_of(name) if name is not None and name.type in _NAMES else ""
    opened = _opened_class(text, receiver, given)
    if opened is not None and body is not None:
        return _opened(walk, node, opened, body, scope, block)
    if receiver is None and text in _DECLARING and walk.owner >= 0 and (walk.own == CLASS or walk.in_singleton):
        _called(walk, node, name, NONE, text, scope, block)
        _DECLARING[text](walk, text, given, scope, block)
        _block(walk, body, text, scope, block)
        return NONE
    before = _receiver(walk, receiver, scope, block)
    callee = _called(walk, node, name, before, text, scope, block) if receiver is None or text else NONE
    if name is not None and name.type == "super":
        callee = _base(walk)
    parts = _arguments(walk, text, given, before if receiver is not None else None, (scope, block), wanted=wanted)
    _block(walk, body, text, scope, block)
    if text in _SAME and receiver is not None:
        return before if before >= 0 else NONE
    return make(walk, "call", "", (callee, *parts)) if wanted and callee >= 0 else NONE


def _opened_class(
    name: str, receiver: tree_sitter.Node | None, given: list[tree_sitter.Node]
) -> tree_sitter.Node | None:
    """The class that a call opens: `Name.class_eval do … end`, `refine Name do … end`."""
    if receiver is not None:
        return receiver if name in _OPENING and receiver.type in _CONSTANTS else None
    return given[0] if name == "refine" and given and given[0].type in _CONSTANTS else None


def _receiver(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> int:
    """What something is called on; NONE for what the program has."""
    if node is None:
        return NONE
    if node.type == "self":
        return own_expression(walk)
    found = value(walk, node, scope, block)
    return found if found >= 0 else UNREADABLE


def _arguments(
    walk: Walk, name: str, given: list[tree_sitter.Node], before: int | None, place: tuple[int, int], *, wanted: bool
) -> list[int]:
    """What is given to a call; a symbol may be the name of a method. `before` is what it is called on, if said."""
    scope, block = place
    parts: list[int] = []
    for number, child in enumerate(given):
        if number == 0 and name in _SENDING and child.type in _SYMBOLS:
            _sent(walk, name, child, own_expression(walk) if before is None else before, scope, block)
        elif child.type in _SYMBOLS and walk.function < 0 and before is None:
            _mentioned(walk, child, scope, block)
        elif child.type == "block_argument":
            _block_argument(walk, child, scope, block)
        elif wanted and len(parts) < MAX_ARGUMENTS and child.type != "pair":
            parts.append(value(walk, child, scope, block))
        else:
            visit(walk, child, scope, block)
    return parts


def _called(
    walk: Walk, node: tree_sitter.Node, name: tree_sitter.Node | None, before: int, text: str, scope: int, block: int
) -> int:
    """Take note of what is called; the expression of that."""
    if name is None or not text:
        return NONE
    has_receiver = node.child_by_field_name("receiver") is not None
    own = before if has_receiver else own_expression(walk)
    if not has_receiver and text == "lambda":
        return NONE
    walk.builder.occur(text, name, "call", 0 if own == NONE else scope, block, own)
    if own == UNREADABLE:
        return NONE
    if own == NONE:
        return make(walk, "within", "", (make(walk, "name", text),), number=0)
    return make(walk, "member", text, (own,))


def _base(walk: Walk) -> int:
    own = own_expression(walk)
    if own < 0 or walk.function < 0:
        return NONE
    return make(walk, "member", walk.builder.definitions[walk.function].name, (make(walk, "super", "", (own,)),))


def _block(walk: Walk, body: tree_sitter.Node | None, name: str, scope: int, block: int) -> None:
    if body is None:
        return
    if name in ("define_method", "define_singleton_method") and walk.owner >= 0:
        return  # a method: its body is noted with it
    block_of(walk, body, scope, block, same=name not in _EVALUATING)


def block_of(walk: Walk, node: tree_sitter.Node, scope: int, block: int, *, same: bool = True) -> None:
    """A block or lambda: a scope that sees what is around. `same`: `self` is what it is around."""
    own_scope = walk.builder.scope("block", scope, node)
    inner = walk.builder.block(block)
    given = node.child_by_field_name("parameters")
    if given is not None:
        definitions.parameters(walk, given, own_scope, inner)
    around, walk_own = walk.own, walk.own
    if not same or walk.function < 0:
        walk_own = UNKNOWN
    walk.own = walk_own
    body = node.child_by_field_name("body")
    if body is not None:
        if body.type in ("block", "do_block"):
            body = body.child_by_field_name("body") or body
        suite(walk, body, own_scope, inner)
    walk.own = around


def _block_argument(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`&block`, `&:name`."""
    for child in node.named_children:
        if child.type in _SYMBOLS:
            _mentioned(walk, child, scope, block)
        else:
            visit(walk, child, scope, block)


def _mentioned(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """A symbol that may be the name of a method."""
    name, skipped = symbol_of(node)
    if name:
        place = node.start_byte + skipped
        anything = make(walk, "module", "?")
        walk.builder.occur_at(name, place, "read", scope, block, anything)


def _sent(walk: Walk, command: str, node: tree_sitter.Node, owner: int, scope: int, block: int) -> None:
    """The method that is called by its name as a symbol."""
    name, skipped = symbol_of(node)
    if not name:
        visit(walk, node, scope, block)
        return
    place = node.start_byte + skipped
    role = "call" if command in ("send", "__send__", "public_send") else "read"
    if owner == NONE:
        walk.builder.occur_at(name, place, role, 0, block)
    else:
        walk.builder.occur_at(name, place, role, scope, block, owner)


def _opened(
    walk: Walk, node: tree_sitter.Node, held: tree_sitter.Node, body: tree_sitter.Node, scope: int, block: int
) -> int:
    """`Name.class_eval do … end`, `refine Name do … end`: what is defined in it belongs to that class."""
    content = body.child_by_field_name("body")
    visit(walk, held, scope, block)
    index = definitions.open_class(walk, node, held, None, (scope, block), whole=text_of(held).removeprefix("::"))
    if content is not None:
        definitions.in_class(walk, content, index)
    return NONE


# --- calls in the body of a class ----------------------------------------------------------------------------------


def _take_in(walk: Walk, name: str, given: list[tree_sitter.Node], scope: int, block: int) -> None:
    """`include A, B`, `extend A`, `prepend A`."""
    builder = walk.builder
    row = builder.definitions[walk.owner]
    name = "extend" if walk.in_singleton and name == "include" else name
    found: list[int] = []
    for child in given:
        index = own_expression(walk) if child.type == "self" else value(walk, child, scope, block)
        if index >= 0:
            inner = make(walk, "within", "", (index,), number=row.own)
            found.append(make(walk, "cast", name, (inner,)))
    row = builder.definitions[walk.owner]
    builder.definitions[walk.owner] = row._replace(bases=(*row.bases, *found))


def _attributes(walk: Walk, name: str, given: list[tree_sitter.Node], scope: int, block: int) -> None:
    """`attr_reader :a, :b`; of those that a framework has, the class has them, too."""
    kind = CLASS if walk.in_singleton else INSTANCE
    for child in given:
        said = symbol_of(child)
        if not said[0]:
            visit(walk, child, scope, block)
            continue
        definitions.property_(walk, said, child, block, kind)
        if name in _OF_BOTH:
            _also_static(walk, said[0])


def _named(walk: Walk, name: str, given: list[tree_sitter.Node], scope: int, block: int) -> None:
    """`private :a`, `private def a`, `module_function :a`: names of methods of the class."""
    own_kind = CLASS if name in _OF_CLASS or walk.in_singleton else INSTANCE
    for child in given:
        children = child.named_children if child.type in ("array", "symbol_array") else [child]
        for each in children:
            said, skipped = symbol_of(each)
            if not said:
                visit(walk, each, scope, block)
                continue
            place = each.start_byte + skipped
            own = make(walk, "self", own_kind, number=walk.owner)
            walk.builder.occur_at(said, place, "read", scope, block, own)
            if name == "module_function":
                _also_static(walk, said)
        if name == "module_function" and child.type == "method":
            method_name = child.child_by_field_name("name")
            if method_name is not None:
                _also_static(walk, text_of(method_name))


def _also_static(walk: Walk, name: str) -> None:
    builder = walk.builder
    own = builder.definitions[walk.owner].own
    for row in reversed(builder.bindings):
        if (row.scope, row.name) == (own, name) and row.kind == "function":
            builder.bindings.append(row._replace(name=static(name)))
            builder.bound.add((own, static(name)))
            break


def _alias(walk: Walk, name: str, given: list[tree_sitter.Node], scope: int, block: int) -> None:
    """`alias_method :new, :old`."""
    del name, scope
    if len(given) > 1:
        definitions.alias(walk, given[0], given[1], block)


def _defined(walk: Walk, name: str, given: list[tree_sitter.Node], scope: int, block: int) -> None:
    """`define_method(:name) { … }`."""
    kind = CLASS if walk.in_singleton or name == "define_singleton_method" else INSTANCE
    if not given:
        return
    said = symbol_of(given[0])
    if not said[0]:
        visit(walk, given[0], scope, block)
    for child in given[1:]:
        visit(walk, child, scope, block)
    call_node = given[0].parent.parent if given[0].parent is not None else None
    body = call_node.child_by_field_name("block") if call_node is not None else None
    definitions.from_block(walk, said, given[0], body, (scope, block), kind)


_NAMES = frozenset({"identifier", "constant", "operator"})
_SYMBOLS = frozenset({"simple_symbol", "string"})
_CONSTANTS = frozenset({"constant", "scope_resolution"})
_SENDING = frozenset(
    {"send", "__send__", "public_send", "method", "respond_to?", "instance_method", "public_method", "method_defined?"}
)
_SAME = frozenset({"tap", "freeze", "dup", "clone", "itself", "extend"})
"""Functions of everything that give what they are called on, or a copy."""
_OPENING = frozenset({"class_eval", "class_exec", "module_eval", "module_exec"})
_EVALUATING = frozenset({*_OPENING, "instance_eval", "instance_exec", "new", "configure"})
"""Functions that run a block with another `self`."""
_OF_BOTH = frozenset(
    {
        "mattr_reader",
        "mattr_writer",
        "mattr_accessor",
        "cattr_reader",
        "cattr_writer",
        "cattr_accessor",
        "class_attribute",
    }
)
_OF_CLASS = frozenset({"private_class_method", "public_class_method"})
_DECLARING = {
    **dict.fromkeys(("include", "extend", "prepend"), _take_in),
    **dict.fromkeys(("attr_reader", "attr_writer", "attr_accessor", "attr", *_OF_BOTH), _attributes),
    **dict.fromkeys(("private", "public", "protected", "module_function", *_OF_CLASS), _named),
    "alias_method": _alias,
    **dict.fromkeys(("define_method", "define_singleton_method"), _defined),
}
