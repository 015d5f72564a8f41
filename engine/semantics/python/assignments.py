"""What gives names their meaning besides definitions and imports: assignments and everything that has a target."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, AttributeBinding
from .expressions import annotation, expression, written_annotation
from .occurrences import exported_names, member, names_in_strings, typed, typed_in
from .state import visit, visit_children
from .traits import class_of_receiver

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["Given", "assignment", "augmented", "deletion", "target", "type_alias", "walrus"]


class Given(NamedTuple):
    """What a target is given."""

    kind: str
    value: int
    position: int
    annotation: int = NONE


def target(walk: Walk, node: tree_sitter.Node, given: Given, scope: int, block: int) -> None:
    """Bind whatever a target names."""
    kind = node.type
    if kind == "identifier":
        name = walk.text(node)
        walk.builder.occur(name, node, "write", scope, block, NONE, "bind")
        place = (scope, block)
        walk.builder.bind(place, name, given.kind, node, given.position, given.value, given.annotation)
    elif kind in _SEQUENCES:
        for index, child in enumerate(node.named_children):
            _item(walk, child, index, given, scope, block)
    elif kind == "attribute":
        _attribute(walk, node, given, scope, block)
    elif kind in _WRAPPERS and node.named_children:
        target(walk, node.named_children[0], given, scope, block)
    else:
        visit(walk, node, scope, block)


def assignment(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`a = b = value`, `name: type = value`, `name: type`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    declared = node.child_by_field_name("type")
    type_of = NONE
    if declared is not None:
        type_of = annotation(walk, declared)
        typed(walk, declared, scope, block)
    elif (said := _type_comment(walk, node)) is not None:
        type_of = written_annotation(walk, said)
        typed_in(walk, said, scope, block)
    targets = [left]
    while right is not None and right.type == "assignment":
        targets.append(right.child_by_field_name("left"))
        right = right.child_by_field_name("right")
    is_alias = declared is not None and (declared.text or b"").endswith(b"TypeAlias")
    value = NONE
    if right is not None:
        (typed if is_alias else visit)(walk, right, scope, block)
        named_types = is_alias or (walk.builder.scopes[scope].kind in _HOLDERS and right.type in _TYPE_VALUES)
        value = annotation(walk, right) if named_types else expression(walk, right)
    given = Given("assign" if right is not None else "declare", value, node.end_byte, type_of)
    for name in targets:
        if name is not None:
            target(walk, name, given, scope, block)
            _special(walk, name, right, scope, block)


def _type_comment(walk: Walk, node: tree_sitter.Node) -> tree_sitter.Range | None:
    """Where a comment behind a statement says of what type its target is."""
    if walk.source[node.end_byte : node.end_byte + 1] in _ENDS:  # the next sibling is found from the root
        return None
    comment = node.next_sibling
    if comment is None or comment.type != "comment" or comment.start_point[0] != node.end_point[0]:
        return None
    found = _TYPE_COMMENT.match(walk.source, comment.start_byte, comment.end_byte)
    if found is None:
        return None
    import tree_sitter

    start, end = found.span(1)
    row, column = comment.start_point
    first = column + start - comment.start_byte
    return tree_sitter.Range((row, first), (row, first + end - start), start, end)


def augmented(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`name += value`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if right is not None:
        visit(walk, right, scope, block)
    if left is None:
        return
    if left.type in ("identifier", "attribute"):
        target(walk, left, Given("update", NONE, node.end_byte), scope, block)
    else:
        visit(walk, left, scope, block)
    if scope == 0 and left.text == b"__all__":
        exported_names(walk, right, scope, block, more=True)


def walrus(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`(name := value)` binds in the function around comprehensions."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None:
        return
    visit(walk, value, scope, block)
    while walk.builder.scopes[scope].kind == "comprehension":
        scope = walk.builder.scopes[scope].parent
    target(walk, name, Given("assign", expression(walk, value), node.end_byte), scope, block)


def type_alias(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`type Name = …`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    while left is not None and left.type != "identifier":
        left = left.named_children[0] if left.named_children else None
    if left is None or right is None:
        visit_children(walk, node, scope, block)
        return
    target(walk, left, Given("assign", annotation(walk, right), node.end_byte), scope, block)
    typed(walk, right, scope, block)


def deletion(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`del name`: a use of it."""
    visit_children(walk, node, scope, block)


def _item(walk: Walk, node: tree_sitter.Node, index: int, given: Given, scope: int, block: int) -> None:
    if node.type in ("list_splat_pattern", "list_splat"):
        if node.named_children:
            target(walk, node.named_children[0], given._replace(value=NONE), scope, block)
        return
    if given.value >= 0:
        value = walk.builder.expression(("item", "", (given.value,), (), index))
        given = given._replace(value=value)
    target(walk, node, given, scope, block)


def _attribute(walk: Walk, node: tree_sitter.Node, given: Given, scope: int, block: int) -> None:
    member(walk, node, scope, block, "write")
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
    if owner is not None and name is not None and owner.type == "identifier":
        line, column = walk.builder.point_of(name)
        receiver, own = walk.text(owner), NONE
        if scope:
            own = class_of_receiver(walk, scope, receiver)
        place = (block, given.position, line, column)
        walk.builder.attributes.append(
            AttributeBinding(scope, receiver, walk.text(name), given.value, given.annotation, *place, own)
        )


def _special(walk: Walk, name: tree_sitter.Node, right: tree_sitter.Node | None, scope: int, block: int) -> None:
    if name.type != "identifier" or right is None:
        return
    if scope == 0 and name.text == b"__all__":
        exported_names(walk, right, scope, block)
    elif walk.builder.scopes[scope].kind == "class" and name.text in (b"__slots__", b"__match_args__"):
        names_in_strings(walk, right, scope, block)


_TYPE_COMMENT = re.compile(rb"#\s*type:\s*(?!ignore\b)([^\s#](?:[^#\n]*[^\s#])?)")
_ENDS = frozenset({b"\n", b""})
_SEQUENCES = frozenset({"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"})
_WRAPPERS = frozenset({"parenthesized_expression", "as_pattern_target"})
_HOLDERS = frozenset({"module", "class"})
_TYPE_VALUES = frozenset({"subscript", "binary_operator"})
"""Values of a module or class that may be the name of a type, with strings in it that are types too."""
