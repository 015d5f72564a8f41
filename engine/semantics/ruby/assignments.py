"""What gives variables, constants and attributes their values; constants that are classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, AttributeBinding
from ..builder import first_in, text_of
from ..wanting import value, visit, visit_children
from . import definitions
from .state import CLASS, INSTANCE, make, own_expression, static

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["assignment", "bound_in_pattern", "target"]


def assignment(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`a = b`, `a, b = c`, `a ||= b`."""
    del wanted
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        visit_children(walk, node, scope, block)
        return NONE
    if left.type in ("constant", "scope_resolution") and _made_class(walk, node, left, right, scope, block):
        return NONE
    held = value(walk, right, scope, block) if right.type != "right_assignment_list" else NONE
    values = right.named_children if right.type == "right_assignment_list" else ()
    given = [value(walk, child, scope, block) for child in values]
    if node.type == "operator_assignment":
        operator = node.child_by_field_name("operator")
        if operator is None or text_of(operator) not in ("||=", "&&="):
            held = NONE
        elif left.type in ("instance_variable", "class_variable"):  # what it held before is of the same kind
            visit(walk, left, scope, block)
    if left.type == "left_assignment_list":
        for number, child in enumerate(left.named_children):
            index = given[number] if number < len(given) else NONE
            if index < 0 and held >= 0 and not given:
                index = make(walk, "item", "", (held,), number=number)
            target(walk, child, index, node.end_byte, scope, block)
    else:
        target(walk, left, held, node.end_byte, scope, block)
    return held


def target(walk: Walk, node: tree_sitter.Node, held: int, end: int, scope: int, block: int) -> None:
    """Whatever is given a value."""
    kind = node.type
    if kind == "identifier":
        _local(walk, node, held, end, scope, block)
    elif kind in ("instance_variable", "class_variable"):
        _variable(walk, node, held, end, scope, block)
    elif kind == "global_variable":
        _global(walk, node, held, end, scope, block)
    elif kind == "constant":
        _constant(walk, node, held, end, scope, block)
    elif kind == "call":
        _attribute(walk, node, scope, block)
    elif kind in ("left_assignment_list", "destructured_left_assignment"):
        for number, child in enumerate(node.named_children):
            index = make(walk, "item", "", (held,), number=number) if held >= 0 else NONE
            target(walk, child, index, end, scope, block)
    elif kind in ("rest_assignment", "splat_argument"):
        first = first_in(node)
        if first is not None:
            target(walk, first, NONE, end, scope, block)
    else:
        visit(walk, node, scope, block)


def _local(walk: Walk, node: tree_sitter.Node, held: int, end: int, scope: int, block: int) -> None:
    """A local variable: of the nearest block or method that has it, else of the one at hand."""
    builder, name, own = walk.builder, text_of(node), scope
    while (own, name) not in builder.bound and builder.scopes[own].kind == "block":
        own = builder.scopes[own].parent
    if (own, name) not in builder.bound or builder.scopes[own].kind == "class":
        own = scope
    builder.occur(name, node, "write", own, block, form="bind")
    held = held if own == scope or held < 0 else make(walk, "within", "", (held,), number=scope)
    builder.bind((own, block), name, "assign", node, end, held)


def _global(walk: Walk, node: tree_sitter.Node, held: int, end: int, scope: int, block: int) -> None:
    builder, name = walk.builder, text_of(node)
    builder.occur(name, node, "write", 0, block, form="bind")
    builder.shared[name] = True
    inner = make(walk, "within", "", (held,), number=scope) if held >= 0 else NONE
    builder.bind((0, block), name, "assign", node, end, inner)


def _variable(walk: Walk, node: tree_sitter.Node, held: int, end: int, scope: int, block: int) -> None:
    builder = walk.builder
    name, owner = text_of(node), own_expression(walk)
    if name.startswith("@@") and walk.owner >= 0:
        owner = make(walk, "self", CLASS, number=walk.owner)
    builder.occur(name, node, "write", scope, block, owner if owner >= 0 else UNREADABLE)
    if walk.owner < 0 or (walk.own not in (INSTANCE, CLASS) and not name.startswith("@@")):
        return
    bound = static(name) if walk.own == CLASS and not name.startswith("@@") else name
    line, column = builder.point_of(node)
    own_scope = builder.definitions[walk.owner].own
    builder.attributes.append(AttributeBinding(scope, "self", bound, held, NONE, block, end, line, column, own_scope))


def _constant(walk: Walk, node: tree_sitter.Node, held: int, end: int, scope: int, block: int) -> None:
    builder, name = walk.builder, text_of(node)
    while builder.scopes[scope].kind in _WITHIN:
        scope = builder.scopes[scope].parent
    builder.occur(name, node, "write", scope, block, form="bind")
    builder.bind((scope, block), name, "assign", node, end, held)


def _attribute(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`a.b = c` calls `b=`, or what an accessor of that name makes."""
    receiver, name = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    before = value(walk, receiver, scope, block)
    if receiver is not None and receiver.type == "self":
        before = own_expression(walk)
    if name is not None:
        text = text_of(name)
        holder = before if before >= 0 else UNREADABLE
        walk.builder.occur(text, name, "write", scope, block, holder)


def _made_class(
    walk: Walk, node: tree_sitter.Node, left: tree_sitter.Node, right: tree_sitter.Node, scope: int, block: int
) -> bool:
    """`Point = Struct.new(:x) do … end`, `Error = Class.new(Base)`: a class."""
    receiver, name = right.child_by_field_name("receiver"), right.child_by_field_name("method")
    if right.type != "call" or receiver is None or name is None or text_of(name) not in ("new", "define"):
        return False
    maker = text_of(receiver).removeprefix("::")
    if maker not in ("Struct", "Class", "Module", "Data"):
        return False
    arguments, body = right.child_by_field_name("arguments"), right.child_by_field_name("block")
    given = arguments.named_children if arguments is not None else []
    visit(walk, receiver, scope, block)
    bases: tuple[int, ...] = ()
    if maker == "Class" and given:
        bases = (value(walk, given[0], scope, block),)
    elif maker in ("Struct", "Data"):
        bases = (make(walk, "name", maker),)
    content = body.child_by_field_name("body") if body is not None else None
    index = definitions.open_class(walk, node, left, None, (scope, block), bases)
    around, walk.owner = walk.owner, index
    for child in given if maker in ("Struct", "Data") else ():
        if child.type == "simple_symbol":
            definitions.property_(walk, (text_of(child)[1:], 1), child, block, INSTANCE)
        else:
            visit(walk, child, scope, block)
    walk.owner = around
    if content is not None:
        definitions.in_class(walk, content, index)
    return True


def bound_in_pattern(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`in {name: String => n}`: names that a pattern binds."""
    del wanted
    name, held = node.child_by_field_name("name"), node.child_by_field_name("value")
    if held is not None:
        visit(walk, held, scope, block)
    key = node.child_by_field_name("key")
    if name is not None:
        target(walk, name, NONE, name.end_byte, scope, block)
    elif key is not None and held is None:
        walk.builder.occur(text_of(key), key, "write", scope, block, form="bind")
        walk.builder.bind((scope, block), text_of(key), "pattern", key, key.end_byte)
    return NONE


_WITHIN = frozenset({"block", "function"})
