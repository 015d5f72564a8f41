"""Tables and functions: what stands for a table, its members, what a metatable adds to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, Parameter, spaced
from ..builder import text_of
from ..wanting import value, visit
from .comments import NO_DOC
from .state import CLOSED, Table, content_of, in_scope, key_of, make, table_at

if TYPE_CHECKING:
    import tree_sitter

    from .comments import Doc
    from .state import Walk

__all__ = ["add_base", "add_calling", "function", "give", "metatable", "table"]

CALLED = spaced("maker", "__call")
"""As a member of a table, what a call of it calls."""
_NAMING = frozenset({"identifier", "dot_index_expression"})


def metatable(walk: Walk, given: list[tree_sitter.Node], scope: int, block: int) -> int:
    """`setmetatable(table, meta)`: a known table with another base, or an instance of what the metatable leads to."""
    first = given[0]
    meta, further = _meta(walk, given[1] if len(given) > 1 else None, scope, block)
    own = table_at(walk, first, scope)
    if own is not None and not own.is_instance:
        add_base(walk, own.number, meta, scope)
        add_calling(walk, own.number, given[1] if len(given) > 1 else None, block)
        return value(walk, first, scope, block)
    if first.type == "table_constructor":
        if further is not None:
            _fields_of(walk, first, further.number, scope, block)
        else:
            visit(walk, first, scope, block)
    else:
        visit(walk, first, scope, block)
    return make(walk, "made", "", (meta,)) if meta >= 0 else NONE


def _meta(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> tuple[int, Table | None]:
    """Where members are looked for that a table with a metatable has not: an expression, and what is known of it."""
    if node is None:
        return NONE, None
    if node.type != "table_constructor":
        return value(walk, node, scope, block), table_at(walk, node, scope)
    visit(walk, node, scope, block)
    for field in node.named_children:
        name, held = field.child_by_field_name("name"), field.child_by_field_name("value")
        if name is not None and held is not None and text_of(name) == "__index" and held.type in _NAMING:
            return _quiet(walk, held), table_at(walk, held, scope)
    return NONE, None


def _quiet(walk: Walk, node: tree_sitter.Node) -> int:
    """The expression of a name or member whose names are noted elsewhere."""
    if node.type == "identifier":
        return make(walk, "name", text_of(node))
    owner, key = node.child_by_field_name("table"), key_of(node)
    return make(walk, "member", text_of(key), (_quiet(walk, owner),)) if owner is not None and key is not None else NONE


def add_base(walk: Walk, number: int, meta: int, scope: int, *, likely: bool = False) -> None:
    """Have a table look for its members in another one, too."""
    if meta < 0:
        return
    inner = make(walk, "within", "", (meta,), number=scope)
    base = make(walk, "cast", "likely" if likely else "spread", (inner,))
    row = walk.builder.definitions[number]
    if base not in row.bases:
        walk.builder.definitions[number] = row._replace(bases=(*row.bases, base))


def add_calling(walk: Walk, number: int, meta: tree_sitter.Node | None, block: int) -> None:
    """Have a call of a table be one of what the metatable that is written for it has for that."""
    known = walk.tables.get((NONE, str(meta.id))) if meta is not None and meta.type == "table_constructor" else None
    if known is None:
        return
    builder = walk.builder
    place = (builder.definitions[known.number].own, "__call")
    for row in reversed(builder.bindings):
        if (row.scope, row.name) == place and row.kind == "function":
            own = builder.definitions[number].own
            builder.bind_at((own, block), CALLED, "function", builder.definitions[row.number], row.number)
            break


def table(
    walk: Walk, node: tree_sitter.Node, name: str, name_node: tree_sitter.Node, place: tuple[int, int, int]
) -> int:
    """A table that is written, as a class; `place` is (scope of its name, block, scope around)."""
    traits = CLOSED if name else CLOSED | {"nameless"}
    number = walk.builder.define("class", name, name_node, node, place, name_node, traits=traits)
    if node.type == "table_constructor":
        _fields_of(walk, node, number, place[2], place[1])
    return number


def _fields_of(walk: Walk, node: tree_sitter.Node, number: int, scope: int, block: int) -> None:
    """The members that a written table has."""
    own = walk.builder.definitions[number].own
    key = make(walk, "object", number=number)
    for field in node.named_children:
        if field.type != "field":
            continue
        name, held = field.child_by_field_name("name"), field.child_by_field_name("value")
        if name is not None and name.type == "string":
            name = content_of(name)
        elif name is not None and _in_brackets(field):
            visit(walk, name, scope, block)
            name = None
        if name is None or held is None:
            if held is not None:
                visit(walk, held, scope, block)
            continue
        give(walk, name, held, (own, number), scope, block, key)


def _in_brackets(field: tree_sitter.Node) -> bool:
    first = field.child(0)
    return first is not None and first.type == "["


def give(
    walk: Walk,
    name: tree_sitter.Node,
    held: tree_sitter.Node,
    owner: tuple[int, int],
    scope: int,
    block: int,
    key: int = NONE,
    doc: Doc = NO_DOC,
) -> None:
    """Give a table (its scope, its class) a member, as `key` where the table is written."""
    own, number = owner
    text = text_of(name)
    builder = walk.builder
    if held.type == "function_definition":
        index = function(walk, held, text, name, (own, block, scope), doc=doc)
        builder.bind((own, block), text, "function", name, held.start_byte, number=index)
        return
    if key >= 0:
        builder.occur(text, name, "write", scope, block, key, "key")
    if held.type == "table_constructor":
        inner = table(walk, held, text, name, (own, block, scope))
        builder.bind((own, block), text, "class", name, held.start_byte, number=inner)
        walk.members[number, text] = Table(inner)
        return
    index = value(walk, held, scope, block)
    if held.type in _NAMING and index >= 0 and _last_name(held) == text and text != "__index":
        builder.bind((own, block), text, "alias", name, held.end_byte, make(walk, "within", "", (index,), number=scope))
        return
    known = table_at(walk, held, scope)
    if known is not None:
        walk.members.setdefault((number, text), known)
    builder.bind(
        (own, block),
        text,
        "assign" if index >= 0 else "declare",
        name,
        held.end_byte,
        in_scope(walk, index, scope),
        doc.kind,
    )


def _last_name(node: tree_sitter.Node) -> str:
    key = node if node.type == "identifier" else key_of(node)
    return text_of(key) if key is not None else ""


def function(
    walk: Walk,
    node: tree_sitter.Node,
    name: str,
    name_node: tree_sitter.Node,
    place: tuple[int, int, int],
    *,
    implied: bool = False,
    doc: Doc = NO_DOC,
) -> int:
    """A function with its body; `place` is (scope of its name, block, scope around). `implied`: it has a `self`."""
    builder = walk.builder
    begins = name_node if name_node.start_byte < node.start_byte else node
    index = builder.define("function", name, name_node, node, place, begins)
    own, inner = builder.definitions[index].own, builder.block(NONE)
    rows: list[Parameter] = []
    in_class = builder.scopes[place[0]].kind == "class"
    names = node.child_by_field_name("parameters")
    given = [child for child in names.named_children if child.type == "identifier"] if names is not None else []
    if implied:
        rows.append(Parameter("self", NONE, NONE, "implied"))
        builder.bind((own, inner), "self", "parameter", name_node, node.start_byte, number=0)
    for child in given:
        text = text_of(child)
        kind = doc.parameters.get(text, NONE)
        builder.occur(text, child, "write", own, inner, form="bind")
        builder.bind((own, inner), text, "parameter", child, node.start_byte, annotation=kind, number=len(rows))
        rows.append(Parameter(text, kind, NONE, ""))
    is_method = in_class and bool(rows) and rows[0].name == "self"
    builder.complete(
        index, parameters=tuple(rows), returns=doc.returns, receiver="instance" if is_method else "", traits=frozenset()
    )
    if is_method:
        walk.tables[own, "self"] = Table(builder.scopes[place[0]].definition, is_instance=True)
    around, labels = walk.function, walk.labels
    walk.function, walk.labels = index, own
    content = node.child_by_field_name("body")
    if content is not None:
        walk.body(walk, content, own, inner)
    walk.function, walk.labels = around, labels
    return index
