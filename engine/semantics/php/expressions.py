"""Variables, operators, assignments, literals: what they give, and which names get a meaning by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, AttributeBinding, spaced
from ..wanting import value, visit, visit_children
from .members import class_reference, property_target
from .narrowing import conditions, narrow
from .state import VARIABLE

if TYPE_CHECKING:
    import tree_sitter

    from .narrowing import Test
    from .state import Handler, Walk

__all__ = ["HANDLERS", "Given", "name_of", "target"]


class Given(NamedTuple):
    """What a name gets."""

    kind: str
    value: int
    position: int
    annotation: int = NONE


def name_of(walk: Walk, node: tree_sitter.Node | None) -> str:
    """The name of a variable, without its sign; empty for anything else."""
    if node is None or node.type != "variable_name":
        return ""
    inner = node.named_child(0)
    return walk.text(inner) if inner is not None else ""


def variable(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a`, read."""
    del wanted
    inner = node.named_child(0)
    if inner is None:
        return NONE
    name = walk.text(inner)
    if name == "this":
        return walk.builder.expression(("self", "instance", (), (), walk.owner)) if walk.owner >= 0 else NONE
    walk.builder.occur(name, inner, "read", scope, block, form=VARIABLE)
    found = walk.variables.get(name)
    if found is None:
        found = walk.variables[name] = walk.builder.name(spaced(VARIABLE, name))
    return found


def target(walk: Walk, node: tree_sitter.Node, given: Given, scope: int, block: int) -> None:
    """What stands left of an assignment: names that get a meaning."""
    kind = node.type
    if kind == "variable_name":
        name = name_of(walk, node)
        if name and name != "this":
            inner = node.named_children[0]
            walk.builder.occur(name, inner, "write", scope, block, form=VARIABLE)
            place = (scope, block)
            row = spaced(VARIABLE, name)
            walk.builder.bind(place, row, given.kind, inner, given.position, given.value, given.annotation)
    elif kind in _PROPERTIES:
        property_target(walk, node, scope, block, "write")
        _attribute(walk, node, given, scope, block)
    elif kind in ("list_literal", "array_creation_expression"):
        _unpacked(walk, node, given, scope, block)
    elif kind in ("by_ref", "array_element_initializer"):
        for child in node.named_children:
            target(walk, child, given, scope, block)
    elif kind == "subscript_expression":
        _element_of(walk, node, given, scope, block)
    else:
        visit(walk, node, scope, block)


def _attribute(walk: Walk, node: tree_sitter.Node, given: Given, scope: int, block: int) -> None:
    """`$this->a = …`, `static::$a = …` say what the class has."""
    name, owner = node.child_by_field_name("name"), node.named_children[0]
    if walk.owner == NONE or name is None or (name_of(walk, owner) != "this" and owner.type != "relative_scope"):
        return
    if name.type == "variable_name" and node.type == "scoped_property_access_expression":
        name = name.named_children[0]
    if name.type != "name" or name.named_child_count:
        return
    line, column = walk.builder.point_of(name)
    walk.builder.attributes.append(
        AttributeBinding(
            scope, "this", spaced(VARIABLE, walk.text(name)), given.value, given.annotation, block, given.position,
            line, column, walk.builder.definitions[walk.owner].own,
        )
    )  # fmt: skip


def _unpacked(walk: Walk, node: tree_sitter.Node, given: Given, scope: int, block: int) -> None:
    """`[$a, 'key' => $b]`."""
    number, keyed = 0, False
    children = node.children
    for index, child in enumerate(children):
        if child.type == ",":
            number, keyed = number + 1, False
        elif child.is_named and child.type != "comment":
            following = children[index + 1].type if index + 1 < len(children) else ""
            if following == "=>":
                visit(walk, child, scope, block)
                keyed = True
                continue
            item = NONE
            if given.value >= 0:
                op = "element" if keyed else "item"
                item = walk.builder.expression((op, "", (given.value,), (), NONE if keyed else number))
            inner = child.named_children[-1] if child.type == "array_element_initializer" else child
            target(walk, inner, given._replace(value=item, annotation=NONE), scope, block)


def _element_of(walk: Walk, node: tree_sitter.Node, given: Given, scope: int, block: int) -> None:
    """`$a[] = …`: the array has such elements."""
    owner = node.named_children[0]
    for index in node.named_children[1:]:
        visit(walk, index, scope, block)
    if owner.type == "variable_name":
        before = value(walk, owner, scope, block)
        if before >= 0 and given.value >= 0:
            grown = walk.builder.expression(("grown", "", (before, given.value), (), NONE))
            row, inner = spaced(VARIABLE, name_of(walk, owner)), owner.named_children[0]
            walk.builder.bind((scope, block), row, "assign", inner, given.position, grown)
    elif owner.type in _PROPERTIES:
        content = NONE
        if given.value >= 0:
            content = walk.builder.expression(("list", "", (given.value,), (), NONE))
        property_target(walk, owner, scope, block, "write")
        _attribute(walk, owner, given._replace(value=content, annotation=NONE), scope, block)
    else:
        visit(walk, owner, scope, block)


def assignment(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a = …`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        visit_children(walk, node, scope, block)
        return NONE
    needed = wanted or left.type != "subscript_expression" or right.type in _MAKING
    found = value(walk, right, scope, block) if needed else NONE
    if not needed:
        visit(walk, right, scope, block)
    target(walk, left, Given("assign", found, node.end_byte), scope, block)
    return found


def augmented(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a .= …`; `$a ??= …` may give a value."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        visit_children(walk, node, scope, block)
        return NONE
    found = value(walk, right, scope, block)
    if node.children[1].type == "??=":
        if left.type == "variable_name":
            before = value(walk, left, scope, block)
            found = walk.builder.expression(("either", "", (before, found), (), NONE)) if found >= 0 else before
        target(walk, left, Given("assign", found, node.end_byte), scope, block)
        return found
    target(walk, left, Given("update", NONE, node.end_byte), scope, block)
    del wanted
    return NONE


def update(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a++`."""
    del wanted
    argument = node.child_by_field_name("argument") or node.named_children[0]
    target(walk, argument, Given("update", NONE, node.end_byte), scope, block)
    return NONE


def inner(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """Parentheses, `clone`, `@`: what is in them."""
    if not wanted:
        visit_children(walk, node, scope, block)
        return NONE
    found = NONE
    for child in node.named_children:
        found = value(walk, child, scope, block)
    return found


def conditional(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`a ? b : c`, `a ?: b`."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    other = node.child_by_field_name("alternative")
    first = value(walk, condition, scope, block)
    if body is not None:
        first = _knowing(walk, body, conditions(walk, condition, scope, block), scope, block, wanted=wanted)
    second = NONE
    if other is not None:
        known = conditions(walk, condition, scope, block, holds=False)
        second = _knowing(walk, other, known, scope, block, wanted=wanted)
    return _either(walk, [first, second]) if wanted else NONE


def _knowing(walk: Walk, node: tree_sitter.Node, known: list[Test], scope: int, block: int, *, wanted: bool) -> int:
    if known:
        block = walk.builder.block(block)
        narrow(walk, known, scope, block, node.start_byte)
    if wanted:
        return value(walk, node, scope, block)
    visit(walk, node, scope, block)
    return NONE


def _either(walk: Walk, parts: list[int]) -> int:
    known = tuple(part for part in parts if part >= 0)
    if len(known) == len(parts) == 1 or (len(known) == 2 and known[0] == known[1]):  # noqa: PLR2004
        return known[0]
    return walk.builder.expression(("either", "", tuple(parts), (), NONE)) if known else NONE


def binary(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """Operators: `instanceof`, `??`, `&&` and others."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        visit_children(walk, node, scope, block)
        return NONE
    sign = operator.type
    if sign == "instanceof":
        visit(walk, left, scope, block)
        class_reference(walk, right, scope, block, "type")
        return NONE
    if sign in _JOINING:
        visit(walk, left, scope, block)
        known = conditions(walk, left, scope, block, holds=sign in _AND)
        _knowing(walk, right, known, scope, block, wanted=False)
        return NONE
    if sign == "??" and wanted:
        return _either(walk, [value(walk, left, scope, block), value(walk, right, scope, block)])
    visit(walk, left, scope, block)
    visit(walk, right, scope, block)
    return walk.builder.expression(("literal", "string", (), (), NONE)) if sign == "." else NONE


def subscript(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`$a[0]`."""
    children = node.named_children
    if not wanted or not children:
        visit_children(walk, node, scope, block)
        return NONE
    owner = value(walk, children[0], scope, block)
    for child in children[1:]:
        visit(walk, child, scope, block)
    if owner < 0:
        return NONE
    key = children[1] if len(children) > 1 else None
    literal = walk.builder.expression(("literal", "...", (), (), NONE))  # one item, not several
    if key is not None and key.type == "integer":
        literal = walk.builder.expression(("literal", "int", (), (walk.text(key),), NONE))
    return walk.builder.expression(("subscript", "", (owner, literal), (), NONE))


def array(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`[a, b]`, `[k => v]`."""
    if not wanted:
        visit_children(walk, node, scope, block)
        return NONE
    parts: list[int] = []
    keyed = False
    for child in node.named_children:
        contents = child.named_children if child.type == "array_element_initializer" else [child]
        keyed = keyed or len(contents) > 1
        for content in contents[:-1]:
            visit(walk, content, scope, block)
        if contents:
            found = value(walk, contents[-1], scope, block)
            if len(parts) < MAX_PARTS:
                parts.append(found)
    op = "list" if keyed or len(parts) == MAX_PARTS else "tuple"
    return walk.builder.expression((op, "", tuple(parts), (), NONE))


def literal(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A literal."""
    if node.named_child_count and node.type not in _PLAIN:
        visit_children(walk, node, scope, block)
    return walk.builder.expression(("literal", _LITERALS[node.type], (), (), NONE)) if wanted else NONE


def cast(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`(string) $a`."""
    content, kind = node.child_by_field_name("value"), node.child_by_field_name("type")
    if content is not None:
        visit(walk, content, scope, block)
    word = _CASTS.get(walk.text(kind).lower() if kind is not None else "")
    return walk.builder.expression(("literal", word, (), (), NONE)) if wanted and word else NONE


def match(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """`match (…) { a => b }`."""
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        visit(walk, condition, scope, block)
    always = condition is not None and walk.text(condition).strip("() \n\t").lower() == "true"
    parts: list[int] = []
    for arm in body.named_children if body is not None else ():
        tests = arm.child_by_field_name("conditional_expressions")
        result = arm.child_by_field_name("return_expression")
        if tests is not None:
            visit_children(walk, tests, scope, block)
        known: list[Test] = []
        if tests is not None and always and len(tests.named_children) == 1:
            known = conditions(walk, tests.named_children[0], scope, block)
        if result is not None:
            found = _knowing(walk, result, known, scope, block, wanted=wanted)
            if result.type != "throw_expression":
                parts.append(found)
    return _either(walk, list(dict.fromkeys(parts))) if wanted and parts else NONE


def nothing(walk: Walk, node: tree_sitter.Node, scope: int, block: int, wanted: bool) -> int:
    """A node that holds no name."""
    del walk, node, scope, block, wanted
    return NONE


MAX_PARTS = 8
_PROPERTIES = frozenset(
    {"member_access_expression", "nullsafe_member_access_expression", "scoped_property_access_expression"}
)
_MAKING = frozenset({"object_creation_expression", "variable_name", "member_call_expression", "scoped_call_expression",
    "function_call_expression", "member_access_expression"})  # fmt: skip
_AND = frozenset({"&&", "and"})
_JOINING = frozenset({"&&", "||", "and", "or"})
_PLAIN = frozenset({"string", "nowdoc"})
_LITERALS = {
    "integer": "int", "float": "float", "boolean": "bool", "null": "null", "string": "string",
    "encapsed_string": "string", "heredoc": "string", "nowdoc": "string",
}  # fmt: skip
_CASTS = {"string": "string", "int": "int", "integer": "int", "float": "float", "bool": "bool", "boolean": "bool"}

HANDLERS: dict[str, Handler] = {
    "variable_name": variable,
    "assignment_expression": assignment,
    "reference_assignment_expression": assignment,
    "augmented_assignment_expression": augmented,
    "update_expression": update,
    "parenthesized_expression": inner,
    "clone_expression": inner,
    "error_suppression_expression": inner,
    "conditional_expression": conditional,
    "binary_expression": binary,
    "subscript_expression": subscript,
    "array_creation_expression": array,
    "cast_expression": cast,
    "match_expression": match,
    **dict.fromkeys(_LITERALS, literal),
    **dict.fromkeys(
        ("comment", "text", "text_interpolation", "php_tag", "primitive_type", "string_content", "escape_sequence",
         "visibility_modifier", "static_modifier", "abstract_modifier", "final_modifier", "readonly_modifier",
         "variadic_placeholder", "cast_type", "goto_statement", "named_label_statement", "declare_statement",
         "heredoc_start", "heredoc_end", "relative_scope", "reference_modifier"),
        nothing,
    ),
}  # fmt: skip
