"""Expressions, statements and patterns of Dart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE, Context, Parameter, Result
from ..builder import text_of
from .state import Walk, children_of, member, own_instance, sequence
from .types import TYPES, arguments_of, types_in

if TYPE_CHECKING:
    import tree_sitter

__all__ = ["HANDLERS", "STEPS", "expect_result", "note_arguments", "parameters"]


# --- chains ------------------------------------------------------------------------------------------------------


def _identifier(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = text_of(node).removeprefix("$")
    following = node.next_named_sibling
    is_call = following is not None and _arguments_in(following) is not None
    builder = walk.builder
    value = builder.name(name)
    builder.occur(name, node, "call" if is_call else "read", scope, walk.block)
    if is_call and name.lstrip("_")[:1].isupper():
        builder.occur(name, node, "instantiate", scope, walk.block, value, "maker")
    return value


def _arguments_in(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The arguments that a selector gives, if it does."""
    if node.type == "selector" and node.named_children:
        node = node.named_children[0]
    return node if node.type == "argument_part" else None


def _this(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    return own_instance(walk)


def _super(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del node, scope
    own = own_instance(walk)
    return walk.builder.expression(("super", "", (own,), (), NONE)) if own != NONE else NONE


def _selector(walk: Walk, node: tree_sitter.Node, scope: int, current: int) -> int:
    for child in node.named_children:
        step = walk.steps.get(child.type)
        if step is not None:
            current = step(walk, child, scope, current)
    return current


def _assignable(walk: Walk, node: tree_sitter.Node, scope: int, current: int) -> int:
    """`.name`, `?.name`, `[index]`."""
    for child in node.named_children:
        if child.type == "identifier":
            outer = node.parent if node.parent is not None and node.parent.type == "selector" else node
            following = outer.next_named_sibling
            is_call = following is not None and _arguments_in(following) is not None
            name = text_of(child)
            walk.builder.occur(
                name,
                child,
                "call" if is_call else "read",
                scope,
                walk.block,
                current if current != NONE else UNREADABLE,
            )
            current = member(walk, current, name)
        elif child.type == "index_selector":
            sequence(walk, child.named_children, scope)
            if current != NONE:
                current = walk.builder.expression(("subscript", "", (current, NONE), (), NONE))
    return current


def _argument_part(walk: Walk, node: tree_sitter.Node, scope: int, current: int) -> int:
    given = next((child for child in node.named_children if child.type == "type_arguments"), None)
    parts = arguments_of(walk, given, scope)
    if parts and current != NONE:
        current = walk.builder.expression(("applied", "", (current, *parts), (), NONE))
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    return note_arguments(walk, arguments, scope, current)


def note_arguments(walk: Walk, node: tree_sitter.Node | None, scope: int, callee: int) -> int:
    """Take note of arguments; the call as an expression."""
    builder, rows, closures = walk.builder, list[int](), list[tuple[int, int]]()
    for child in children_of(node):
        if child.type == "named_argument":
            label = child.named_children[0]
            for name in label.named_children:
                builder.occur(text_of(name), name, "write", scope, walk.block, callee, "keyword")
            sequence(walk, child.named_children[1:], scope)
            continue
        if child.type != "argument":
            continue
        found = sequence(walk, child.named_children, scope)
        made = builder.expression_at(found)
        if made is not None and made.op == "defined":
            closures.append((made.number, len(rows)))
        rows.append(found)
    if callee == NONE:
        return NONE
    call = builder.expression(("call", "", (callee, *rows), (), len(rows)))
    for definition, number in closures:
        position = node.start_byte if node is not None else 0
        builder.contexts.append(Context("argument", scope, walk.block, position, call, number))
        builder.expected[definition] = len(builder.contexts) - 1
    return call


def _cascade(walk: Walk, node: tree_sitter.Node, scope: int, current: int) -> int:
    """`..name(…)..name = value`: all are said of what stands before."""
    inner = current
    for child in node.named_children:
        if child.type == "cascade_selector":
            inner = _assignable(walk, child, scope, current)
        elif child.type in walk.steps:
            inner = walk.steps[child.type](walk, child, scope, inner)
        else:
            sequence(walk, [child], scope)
    return current


def _new(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`new Foo.named(…)`, `const Foo(…)`."""
    found = types_in(walk, node.named_children, scope, "instantiate")
    builder = walk.builder
    callee = found[0] if found else NONE
    head = next((child for child in node.named_children if child.type == "type_identifier"), None)
    names = [child for child in node.named_children if child.type == "identifier"]
    if head is not None:
        callee = builder.expression(("name", text_of(head), (), (), NONE))
    for name in names:
        builder.occur(text_of(name), name, "call", scope, walk.block, callee)
        callee = member(walk, callee, text_of(name))
    if head is not None and not names:
        builder.occur(text_of(head), head, "instantiate", scope, walk.block, callee, "maker")
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    return note_arguments(walk, arguments, scope, callee)


# --- values ------------------------------------------------------------------------------------------------------


def _await(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    value = sequence(walk, node.named_children, scope)
    return walk.builder.expression(("await", "", (value,), (), NONE)) if value != NONE else NONE


def _cast(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    sequence(walk, [child for child in node.named_children if child.type != "type_cast"], scope)
    cast = next((child for child in node.named_children if child.type == "type_cast"), None)
    found = types_in(walk, children_of(cast), scope)
    return walk.builder.expression(("cast", "", (found[0],), (), NONE)) if found else NONE


def _either(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`a ? b : c`, `a ?? b`: grouped by fields where there are some."""
    sequence(walk, node.named_children, scope)
    return NONE


def _if_null(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`a ?? b`: what the former is, which says more of its type than an alternative."""
    nodes = node.named_children
    cut = next((i for i, child in enumerate(nodes) if i and child.type not in walk.steps), len(nodes))
    left = sequence(walk, nodes[:cut], scope)
    right = sequence(walk, nodes[cut:], scope)
    kept = tuple(part for part in (left, right) if part != NONE)
    return walk.builder.expression(("either", "", kept, (), NONE)) if len(kept) > 1 else kept[0] if kept else NONE


def _text(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    for child in node.named_children:
        if child.type == "template_substitution":
            sequence(walk, child.named_children, scope)
    return walk.builder.expression(("literal", "String", (), (), NONE))


def _list(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """A list or a set: of the type that is written, else of what its first element is."""
    given = next((child for child in node.named_children if child.type == "type_arguments"), None)
    parts = arguments_of(walk, given, scope)
    rest = [child for child in node.named_children if child != given]
    cut = next((i for i, child in enumerate(rest) if i and child.type not in walk.steps), len(rest))
    first = sequence(walk, rest[:cut], scope)
    sequence(walk, rest[cut:], scope)
    if parts:
        name = "Map" if len(parts) > 1 else "List"
        head = walk.builder.name(name)
        kind = walk.builder.expression(("subscript", "", (head, *parts), (), NONE))
        return walk.builder.expression(("cast", "", (kind,), (), NONE))
    return walk.builder.expression(("list", "", (first,) if first != NONE else (), (), NONE))


def _literal(kind: str):  # noqa: ANN202 - a handler
    def handler(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
        del node, scope
        return walk.builder.expression(("literal", kind, (), (), NONE))

    return handler


def _without_value(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    sequence(walk, node.named_children, scope)
    return NONE


# --- functions ---------------------------------------------------------------------------------------------------


def parameters(walk: Walk, node: tree_sitter.Node | None, own: int, outer: int) -> tuple[Parameter, ...]:
    """The parameters of the function whose scope is `own`; their types are read in `outer`."""
    rows: list[Parameter] = []
    for child in children_of(node):
        if child.type == "formal_parameter":
            rows.append(_parameter(walk, child, own, outer, len(rows)))
        elif child.type in ("optional_formal_parameters", "named_formal_parameters"):
            for each in child.named_children:
                if each.type == "formal_parameter":
                    rows.append(_parameter(walk, each, own, outer, len(rows)))
                else:
                    sequence(walk, [each], own)
    return tuple(rows)


def _parameter(walk: Walk, node: tree_sitter.Node, own: int, outer: int, number: int) -> Parameter:
    builder = walk.builder
    inner = next((child for child in node.named_children if child.type in _FORMALS), None)
    nodes = inner.named_children if inner is not None else node.named_children
    found = types_in(walk, nodes, outer)
    name = node.child_by_field_name("name") or next((c for c in reversed(nodes) if c.type == "identifier"), None)
    if name is None:
        return Parameter("", found[0] if found else NONE, NONE, "")
    text, value = text_of(name), NONE
    if inner is not None:
        owner = own_instance(walk)
        value = member(walk, owner, text)
        if inner.type == "constructor_param":
            builder.occur(text, name, "write", own, walk.block, owner)
    builder.bind((own, walk.block), text, "parameter", name, name.start_byte, value, NONE, number)
    return Parameter(text, found[0] if found else NONE, value, "")


def _closure(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    builder, before = walk.builder, walk.function
    index = builder.define("function", "", node, node, (scope, walk.block, scope))
    own = builder.definitions[index].own
    walk.function = index
    rows = parameters(walk, node.child_by_field_name("parameters"), own, scope)
    body = node.child_by_field_name("body")
    builder.complete(index, parameters=rows)
    value = sequence(walk, children_of(body), own)
    is_block = any(child.type == "block" for child in children_of(body))
    if value != NONE and body is not None and not is_block:
        builder.results.setdefault(index, []).append(Result(value, own, walk.block, body.end_byte + 1))
    walk.function = before
    return builder.expression(("defined", "", (), (), index))


def expect_result(walk: Walk, value: int, scope: int, position: int) -> None:
    """Take note that a function without a name is what the function around gives."""
    made = walk.builder.expression_at(value)
    if made is not None and made.op == "defined" and walk.function >= 0:
        walk.builder.contexts.append(Context("result", scope, walk.block, position, NONE, walk.function))
        walk.builder.expected[made.number] = len(walk.builder.contexts) - 1


def _return(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    value = sequence(walk, node.named_children, scope)
    expect_result(walk, value, scope, node.start_byte)
    if value != NONE and walk.function >= 0:
        walk.builder.results.setdefault(walk.function, []).append(Result(value, scope, walk.block, node.end_byte))
    return NONE


# --- statements --------------------------------------------------------------------------------------------------


def _block(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = walk.builder.scope("block", scope, node, NONE, walk.block)
    sequence(walk, node.named_children, inner)
    return NONE


def _variables(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`T a = value, b = value`."""
    builder = walk.builder
    name = node.child_by_field_name("name")
    found = types_in(walk, [c for c in node.named_children if c.type in _TYPE_NODES], scope)
    annotation = found[0] if found else NONE
    values = node.children_by_field_name("value")
    value = sequence(walk, values, scope)
    if name is not None:
        builder.bind((scope, walk.block), text_of(name), "assign", name, node.end_byte, value, annotation)
    for child in node.named_children:
        if child.type == "initialized_identifier":
            first, *rest = child.named_children
            value = sequence(walk, rest, scope)
            builder.bind((scope, walk.block), text_of(first), "assign", first, child.end_byte, value, annotation)
    return NONE


def _for(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = walk.builder.scope("block", scope, node, NONE, walk.block)
    sequence(walk, node.named_children, inner)
    return NONE


def _loop_parts(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    name = node.child_by_field_name("name")
    values = node.children_by_field_name("value")
    pattern = next((child for child in node.named_children if child.type.endswith("_pattern")), None)
    if pattern is not None and values:
        value = sequence(walk, values, scope)
        part = walk.builder.expression(("element", "", (value,), (), NONE)) if value != NONE else NONE
        _bind_parts(walk, pattern, part, scope, node.end_byte)
        return NONE
    if name is None or name.type != "identifier":
        sequence(walk, node.named_children, scope)
        return NONE
    found = types_in(walk, [c for c in node.named_children if c.type in _TYPE_NODES], scope)
    value = sequence(walk, values, scope)
    part = walk.builder.expression(("element", "", (value,), (), NONE)) if value != NONE else NONE
    walk.builder.bind(
        (scope, walk.block), text_of(name), "assign", name, node.end_byte, part, found[0] if found else NONE
    )
    return NONE


def _catch(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    before = node.prev_named_sibling
    found: list[int] = []
    if before is not None and before.type == "type_identifier":  # noted by itself
        found.append(walk.builder.expression(("name", text_of(before), (), (), NONE)))
    for place, child in enumerate(c for p in node.named_children for c in p.named_children if c.type == "identifier"):
        annotation = found[0] if found and place == 0 else NONE
        walk.builder.bind((scope, walk.block), text_of(child), "assign", child, child.start_byte, NONE, annotation)
    return NONE


def _if(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = walk.builder.scope("block", scope, node, NONE, walk.block)
    sequence(walk, node.named_children, inner)
    return NONE


# --- patterns ----------------------------------------------------------------------------------------------------


def _variable_pattern(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    found = types_in(walk, node.named_children, scope)
    name = next((child for child in node.named_children if child.type == "identifier"), None)
    if name is not None:
        annotation = found[0] if found else NONE
        walk.builder.bind((scope, walk.block), text_of(name), "assign", name, name.start_byte, NONE, annotation)
    return NONE


def _qualified(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`A.b` where the grammar expects a type."""
    first, *rest = node.named_children
    name, builder = text_of(first), walk.builder
    builder.occur(name, first, "read", scope, walk.block)
    current = builder.name(name)
    for each in rest:
        builder.occur(text_of(each), each, "read", scope, walk.block, current)
        current = member(walk, current, text_of(each))
    return current


def _constant_pattern(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`A.b` in a pattern: names side by side, without selectors."""
    names = [child for child in node.named_children if child.type == "identifier"]
    if len(names) < 2 or len(names) != node.named_child_count:  # noqa: PLR2004 - an owner and what it has
        return sequence(walk, node.named_children, scope)
    current = _identifier(walk, names[0], scope)
    for name in names[1:]:
        walk.builder.occur(text_of(name), name, "read", scope, walk.block, current)
        current = member(walk, current, text_of(name))
    return current


def _object_pattern(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`Foo(x: var a, :final b)`."""
    builder = walk.builder
    found = types_in(walk, node.named_children, scope)
    owner = builder.expression(("cast", "", (found[0],), (), NONE)) if found else NONE
    field = ""
    for child in node.named_children:
        if child.type == "identifier":
            field = text_of(child)
            builder.occur(field, child, "read", scope, walk.block, owner if owner != NONE else UNREADABLE)
        elif child.type == "variable_pattern":
            name = next((each for each in child.named_children if each.type == "identifier"), None)
            said = types_in(walk, child.named_children, scope)
            if name is None:
                continue
            if not field:
                builder.occur(text_of(name), name, "read", scope, walk.block, owner if owner != NONE else UNREADABLE)
            value = member(walk, owner, field or text_of(name))
            place, annotation = (scope, walk.block), said[0] if said else NONE
            builder.bind(place, text_of(name), "assign", name, name.start_byte, value, annotation)
            field = ""
        elif child.type not in _TYPE_NODES:
            sequence(walk, [child], scope)
            field = ""
    return NONE


def _pattern_variables(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`var (a, b) = value`."""
    pattern = next((child for child in node.named_children if child.type.endswith("_pattern")), None)
    rest = [child for child in node.named_children if child != pattern and child.type != "inferred_type"]
    value = sequence(walk, rest, scope)
    if pattern is not None:
        _bind_parts(walk, pattern, value, scope, node.end_byte)
    return NONE


def _bind_parts(walk: Walk, pattern: tree_sitter.Node, value: int, scope: int, position: int) -> None:
    """The names in a pattern that takes a record to pieces."""
    for number, child in enumerate(pattern.named_children):
        names = [child] if child.type == "identifier" else [c for c in child.named_children if c.type == "identifier"]
        for name in names[-1:]:
            part = walk.builder.expression(("item", "", (value,), (), number)) if value != NONE else NONE
            walk.builder.bind((scope, walk.block), text_of(name), "assign", name, position, part)


def _case(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    inner = walk.builder.scope("block", scope, node, NONE, walk.block)
    return sequence(walk, node.named_children, inner) * 0 - 1


def _nothing(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    del walk, node, scope
    return NONE


_FORMALS = frozenset({"constructor_param", "super_formal_parameter"})
_TYPE_NODES = frozenset(
    {"type_identifier", "type_arguments", "function_type", "record_type", "void_type", "nullable_type"}
)
STEPS = {
    "selector": _selector,
    "unconditional_assignable_selector": _assignable,
    "conditional_assignable_selector": _assignable,
    "argument_part": _argument_part,
    "cascade_section": _cascade,
    "arguments": note_arguments,
}
HANDLERS = {
    **TYPES,
    "identifier": _identifier,
    "identifier_dollar_escaped": _identifier,
    "this": _this,
    "super": _super,
    "new_expression": _new,
    "const_object_expression": _new,
    "await_expression": _await,
    "type_cast_expression": _cast,
    "if_null_expression": _if_null,
    "string_literal": _text,
    "list_literal": _list,
    "set_or_map_literal": _list,
    "decimal_integer_literal": _literal("int"),
    "decimal_floating_point_literal": _literal("double"),
    "true": _literal("bool"),
    "false": _literal("bool"),
    "function_expression": _closure,
    "return_statement": _return,
    "block": _block,
    "initialized_variable_definition": _variables,
    "for_statement": _for,
    "for_loop_parts": _loop_parts,
    "catch_clause": _catch,
    "if_statement": _if,
    "variable_pattern": _variable_pattern,
    "object_pattern": _object_pattern,
    "constant_pattern": _constant_pattern,
    "qualified": _qualified,
    "pattern_variable_declaration": _pattern_variables,
    "switch_statement_case": _case,
    "switch_expression_case": _case,
    "conditional_expression": _either,
    "equality_expression": _without_value,
    "relational_expression": _without_value,
    "logical_and_expression": _without_value,
    "logical_or_expression": _without_value,
    "comment": _nothing,
    "documentation_comment": _nothing,
    "label": _nothing,
}
