"""What gives names and members their values: declarations, assignments, classes that a call makes, `require`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, AttributeBinding, ImportFact
from ..builder import first_in, text_of
from ..wanting import value, visit
from .comments import NO_DOC, bind_class, read_doc
from .state import CLOSED, ENVIRONMENTS, GLOBAL, Table, binding_scope, holder, in_scope, key_of, make, table_at
from .tables import add_base, add_calling, function, give, table
from .values import member, module_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tree_sitter

    from .comments import Doc
    from .state import Walk

__all__ = ["WHOLE", "assignment", "called", "declaration", "doc_of", "fresh_scope", "grown_in", "instance_of"]

WHOLE = "="
"""The name of what a file gives to whoever asks for it."""
DERIVING = frozenset({"extend", "subclass", "derive", "inherit", "extends", "class"})
"""Functions that make a class of another one."""


def grown_in(root: tree_sitter.Node) -> frozenset[str]:
    """The names to which a file gives functions at its top: whatever they hold is a class."""
    found: set[str] = set()
    for node in root.named_children:
        target = None
        if node.type == "function_declaration":
            target = node.child_by_field_name("name")
        elif node.type == "assignment_statement" and node.named_child_count > 1:
            left, right = first_in(node.named_children[0]), first_in(node.named_children[1])
            target = left if right is not None and right.type == "function_definition" else None
        owner = target.child_by_field_name("table") if target is not None else None
        if owner is not None and owner.type == "identifier":
            found.add(text_of(owner))
    return frozenset(found)


def doc_of(walk: Walk, scope: int, block: int) -> Doc:
    """What the comments before a statement say; each is read once."""
    comments, walk.documented = walk.documented, []
    return read_doc(walk, comments, scope, block) if comments else NO_DOC


def fresh_scope(walk: Walk, names: Sequence[str], node: tree_sitter.Node, scope: int) -> int:
    """The scope in which names are declared: a new one, where the one at hand has one of them already."""
    builder = walk.builder
    if all((scope, name) not in builder.bound for name in names):
        return scope
    new = builder.scope("block", scope, node)
    end = builder.scopes[scope].end_line
    builder.scopes[new] = builder.scopes[new]._replace(end_line=end)
    return new


def declaration(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`local a, b = …`."""
    inner = first_in(node)
    doc = doc_of(walk, scope, block)
    if inner is None:
        return scope
    listed = inner if inner.type == "variable_list" else first_in(inner)
    targets = [child for child in listed.named_children if child.type == "identifier"] if listed is not None else []
    if inner.type != "assignment_statement":
        own = fresh_scope(walk, [text_of(each) for each in targets], node, scope)
        for each in targets:
            bind_plain(walk, each, "declare", NONE, (own, block), _Given(own, block, node.end_byte, doc))
        return own
    values = [c for c in inner.named_children[1].named_children if c.type != "comment"]
    if module_of(values[0] if values else None) and text_of(values[0]).startswith("pcall") and len(targets) > 1:
        visit(walk, values[0], scope, block)
        own = fresh_scope(walk, [text_of(each) for each in targets], node, scope)
        bind_plain(walk, targets[0], "declare", NONE, (own, block), _Given(own, block, node.end_byte, NO_DOC))
        _import(walk, targets[1], module_of(values[0]), (own, block), node.end_byte)
        return own
    after = fresh_scope(walk, [text_of(each) for each in targets], node, scope)
    _give_all(walk, targets, values, (scope, after), block, node.end_byte, doc)
    return after


def assignment(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """`a, b.c = …`."""
    doc = doc_of(walk, scope, block)
    if node.named_child_count > 1:
        left, right = node.named_children[0], node.named_children[1]
        targets = [child for child in left.named_children if child.type != "comment"]
        values = [child for child in right.named_children if child.type != "comment"]
        _give_all(walk, targets, values, (scope, NONE), block, node.end_byte, doc)
    return scope


def _give_all(
    walk: Walk,
    targets: list[tree_sitter.Node],
    values: list[tree_sitter.Node],
    scopes: tuple[int, int],
    block: int,
    end: int,
    doc: Doc,
) -> None:
    """Give each target its value; `scopes` are that of the values and, of a declaration, that of its names."""
    scope, declared = scopes
    given = _Given(scope, block, end, doc, declared >= 0)
    for number, target in enumerate(targets):
        held = values[number] if number < len(values) else None
        if target.type == "identifier":
            own = declared if declared >= 0 else binding_scope(walk, scope, text_of(target))
            if own == GLOBAL:
                walk.builder.shared[text_of(target)] = True
            _name(walk, target, held, own, given)
        else:
            _member(walk, target, held, given)
    for held in values[len(targets) :]:
        visit(walk, held, scope, block)


class _Given(NamedTuple):
    """A name or member that is given something."""

    scope: int
    """Where that stands."""
    block: int
    end: int
    """Where the statement ends: from there on it holds."""
    doc: Doc
    fresh: bool = False
    """Whether the name is declared here."""


def _name(walk: Walk, target: tree_sitter.Node, held: tree_sitter.Node | None, own: int, given: _Given) -> None:
    """Give a name of a scope a value: a function, a table, a module, or anything else."""
    if held is None:
        bind_plain(walk, target, "declare", NONE, (own, given.block), given)
        return
    name, place = text_of(target), (own, given.block)
    if held.type == "function_definition":
        index = function(walk, held, name, target, (own, given.block, given.scope), doc=given.doc)
        walk.builder.bind(place, name, "function", target, given.end, number=index)
        return
    module = module_of(held)
    if module and not text_of(held).startswith("pcall"):
        visit(walk, held, given.scope, given.block)
        _import(walk, target, module, place, given.end)
        return
    known = walk.tables.get((own, name))
    written = _written(held)
    if written is not None and (known is None or (given.fresh and not known.is_instance)):
        _write_table(walk, target, held, written, own, given)
    elif name in walk.grown and given.scope == walk.chunk and known is None:
        _grow(walk, target, held, own, given)
    else:
        _hold(walk, target, held, own, given)


def _write_table(
    walk: Walk, target: tree_sitter.Node, held: tree_sitter.Node, written: tree_sitter.Node, own: int, given: _Given
) -> None:
    """A name of a table that is written there, perhaps if there is none yet, perhaps with a metatable."""
    name, scope, block = text_of(target), given.scope, given.block
    number = table(walk, written, name, target, (own, block, scope))
    walk.tables[own, name] = Table(number)
    walk.builder.bind((own, block), name, "class", target, given.end, number=number)
    bind_class(walk, given.doc, number)
    if held.type == "function_call":
        arguments = arguments_of(held)
        callee = held.child_by_field_name("name")
        if callee is not None:
            visit(walk, callee, scope, block)
        walk.tables[NONE, str(arguments[0].id)] = Table(number)
        _give_metatable(walk, number, arguments[1], scope, block)
    else:
        _visit_left(walk, held, written, given)


def _visit_left(walk: Walk, held: tree_sitter.Node, written: tree_sitter.Node, given: _Given) -> None:
    left = held.child_by_field_name("left") if held is not written else None
    if left is not None:
        visit(walk, left, given.scope, given.block)


def _hold(walk: Walk, target: tree_sitter.Node, held: tree_sitter.Node, own: int, given: _Given) -> None:
    """A name of any other value; one that is but another name for something of the same name is that."""
    name, builder = text_of(target), walk.builder
    instance = instance_of(walk, held, given.scope) if held.type == "function_call" else None
    index = value(walk, held, given.scope, given.block)
    if instance is not None:
        walk.tables[own, name] = instance
    elif held.type in ("dot_index_expression", "identifier"):
        same = table_at(walk, held, given.scope)
        if same is not None and (given.fresh or (own, name) not in builder.bound):
            walk.tables[own, name] = same
        key = key_of(held) if held.type == "dot_index_expression" else held
        if given.fresh and index >= 0 and key is not None and text_of(key) == name and given.doc.kind < 0:
            builder.occur(name, target, "write", own, given.block, form="bind")
            builder.bind((own, given.block), name, "alias", target, given.end, in_scope(walk, index, given.scope))
            return
    if own != given.scope and not given.fresh:
        index = in_scope(walk, index, given.scope)
    bind_plain(walk, target, "assign", index, (own, given.block), given)


def _written(held: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """The table that a value is: written out, where there is none yet, or with a metatable that says no more."""
    if held is None:
        return None
    if held.type == "table_constructor":
        return held
    if held.type == "binary_expression":
        right, left = held.child_by_field_name("right"), held.child_by_field_name("left")
        is_or = left is not None and left.next_sibling is not None and left.next_sibling.type == "or"
        return right if is_or and right is not None and right.type == "table_constructor" else None
    if held.type == "function_call" and called(held) == "setmetatable":
        given = arguments_of(held)
        if len(given) == 2 and given[0].type == given[1].type == "table_constructor":  # noqa: PLR2004 - table and metatable
            return given[0]
    return None


def arguments_of(call: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a call is given; nothing where it is none."""
    arguments = call.child_by_field_name("arguments") if call.type == "function_call" else None
    return [c for c in arguments.named_children if c.type != "comment"] if arguments is not None else []


def called(node: tree_sitter.Node) -> str:
    """The text of what a call calls."""
    callee = node.child_by_field_name("name")
    return text_of(callee) if callee is not None else ""


def _give_metatable(walk: Walk, number: int, meta: tree_sitter.Node | None, scope: int, block: int) -> None:
    if meta is None:
        return
    visit(walk, meta, scope, block)
    add_calling(walk, number, meta, block)
    for field in meta.named_children if meta.type == "table_constructor" else ():
        name, held = field.child_by_field_name("name"), field.child_by_field_name("value")
        if name is not None and held is not None and text_of(name) == "__index":
            quiet = _silent(walk, held)
            add_base(walk, number, quiet, scope)


def _silent(walk: Walk, node: tree_sitter.Node) -> int:
    if node.type == "identifier":
        return make(walk, "name", text_of(node))
    module = module_of(node)
    if module:
        return make(walk, "module", module)
    owner, key = node.child_by_field_name("table"), key_of(node)
    if node.type != "dot_index_expression" or owner is None or key is None:
        return NONE
    before = _silent(walk, owner)
    return make(walk, "member", text_of(key), (before,)) if before >= 0 else NONE


def _grow(walk: Walk, target: tree_sitter.Node, held: tree_sitter.Node, own: int, given: _Given) -> None:
    """A class that a call makes, perhaps of another one."""
    name, builder, scope = text_of(target), walk.builder, given.scope
    place = (own, given.block, scope)
    number = builder.define("class", name, target, held, place, target, traits=CLOSED)
    walk.tables[own, name] = Table(number)
    builder.bind((own, given.block), name, "class", target, given.end, number=number)
    bind_class(walk, given.doc, number)
    arguments = arguments_of(held)
    is_plain = called(held) == "setmetatable"
    if is_plain and arguments:
        walk.tables[NONE, str(arguments[0].id)] = Table(number)
    base = value(walk, held, scope, given.block)
    if held.type != "function_call":
        add_base(walk, number, base, scope, likely=True)
        return
    made = builder.expression_at(base)
    if made is not None and made.op == "made":
        add_base(walk, number, made.parts[0], scope)
    callee = held.child_by_field_name("name")
    if callee is not None and callee.type in ("method_index_expression", "dot_index_expression"):
        key, owner = key_of(callee), callee.child_by_field_name("table")
        if key is not None and owner is not None and text_of(key) in DERIVING:
            add_base(walk, number, _silent(walk, owner), scope, likely=True)
    for child in arguments if not is_plain else ():
        add_base(walk, number, _silent(walk, child), scope, likely=True)


def instance_of(walk: Walk, held: tree_sitter.Node | None, scope: int) -> Table | None:
    """What is known of an instance that a value is: `setmetatable({}, Known)`."""
    if held is None or held.type != "function_call" or called(held) != "setmetatable":
        return None
    given = arguments_of(held)
    meta = given[1] if len(given) > 1 else None
    for field in meta.named_children if meta is not None and meta.type == "table_constructor" else ():
        name = field.child_by_field_name("name")
        if name is not None and text_of(name) == "__index":
            meta = field.child_by_field_name("value")
            break
    known = table_at(walk, meta, scope)
    return Table(known.number, is_instance=True) if known is not None else None


def _import(walk: Walk, target: tree_sitter.Node, module: str, place: tuple[int, int], end: int) -> None:
    builder, name = walk.builder, text_of(target)
    builder.imports.append(ImportFact(module, WHOLE, first=False))
    builder.occur(name, target, "import", *place, form="bind")
    builder.bind(place, name, "import", target, end, number=len(builder.imports) - 1)


def bind_plain(
    walk: Walk, target: tree_sitter.Node, kind: str, index: int, place: tuple[int, int], given: _Given
) -> None:
    """Give a name a value of which no more is known than its expression."""
    name = text_of(target)
    walk.builder.occur(name, target, "write", *place, form="bind")
    walk.builder.bind(place, name, kind, target, given.end, index, given.doc.kind)


def _member(walk: Walk, target: tree_sitter.Node, held: tree_sitter.Node | None, given: _Given) -> None:
    """Give a table a member."""
    owner, key = target.child_by_field_name("table"), key_of(target)
    scope, block = given.scope, given.block
    if owner is None or key is None:
        visit(walk, target, scope, block)
        if held is not None:
            visit(walk, held, scope, block)
        return
    name = text_of(key)
    if owner.type == "identifier" and text_of(owner) in ENVIRONMENTS:
        walk.builder.shared[name] = True
        _name(walk, key, held, GLOBAL, given)
        return
    known = _known_owner(walk, owner, held, given)
    if held is not None and held.type == "function_definition":
        visit(walk, owner, scope, block)
    else:
        member(walk, target, scope, block, False, "write")
    if known is not None and name != "__index" and held is not None:
        _give_member(walk, key, held, known, given)
        return
    index = value(walk, held, scope, block)
    if known is None:
        row = AttributeBinding(
            scope, text_of(owner), name, index, NONE, block, given.end, *walk.builder.point_of(key), NONE
        )
        walk.builder.attributes.append(row)


def _known_owner(walk: Walk, owner: tree_sitter.Node, held: tree_sitter.Node | None, given: _Given) -> Table | None:
    """The table that gets a member; what has got functions, or something at the top of a file, counts as one."""
    known = table_at(walk, owner, given.scope)
    is_function = held is not None and held.type == "function_definition"
    if known is None and (given.scope == walk.chunk or is_function) and owner.type in _NAMING:
        return holder(walk, owner, given.scope, given.block)
    return known


def _give_member(walk: Walk, key: tree_sitter.Node, held: tree_sitter.Node, known: Table, given: _Given) -> None:
    own, scope, block = walk.builder.definitions[known.number].own, given.scope, given.block
    written = _written(held)
    if written is not None and held.type == "binary_expression":
        _visit_left(walk, held, written, given)
        held = written
    if held.type in _GIVEN_AS_IS:
        give(walk, key, held, (own, known.number), scope, block, doc=given.doc)
        return
    instance = instance_of(walk, held, scope)
    if instance is not None:
        walk.members.setdefault((known.number, text_of(key)), instance)
    index = value(walk, held, scope, block)
    line, column = walk.builder.point_of(key)
    row = AttributeBinding(scope, "", text_of(key), index, given.doc.kind, block, given.end, line, column, own)
    walk.builder.attributes.append(row)


_NAMING = frozenset({"identifier", "dot_index_expression"})
_GIVEN_AS_IS = frozenset({"function_definition", "table_constructor", *_NAMING})
