"""Declarations, at the top of a file or in a function: imports, types, functions, methods, constants, variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact, Star, spaced
from ..builder import text_of
from .expressions import gives_several
from .functions import function_literal, signature
from .state import FILE, value, visit, visit_children
from .types import CLOSED, content, identifiers, name_of_type, type_of, type_parameters

if TYPE_CHECKING:
    import tree_sitter

    from ..twofold import Visit
    from .state import Walk

__all__ = ["VISITS", "declare_pairs"]

PACKAGE = "package"
PART = frozenset({"closed", "open", "part"})
OPEN = frozenset({"open"})
ALIAS = frozenset({"alias"})
NO_TRAITS: frozenset[str] = frozenset()


def package_clause(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """The name of the package."""
    del scope
    for child in node.named_children:
        if child.type == "package_identifier":
            walk.builder.package = name = text_of(child)
            walk.builder.bind((FILE, NONE), spaced(PACKAGE, name), "declare", child, node.end_byte)


def import_spec(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """One imported package."""
    del scope
    path = node.child_by_field_name("path")
    if path is None:
        return
    text = text_of(path)[1:-1]
    name, builder = node.child_by_field_name("name"), walk.builder
    if name is None:
        walk.imports.append((path, text))
    elif name.type == "dot":
        builder.stars.append(Star(FILE, text, node.end_byte))
    elif name.type == "package_identifier":
        builder.imports.append(ImportFact(text, "", first=False))
        builder.bind((FILE, NONE), text_of(name), "import", name, node.end_byte, number=len(builder.imports) - 1)


def function(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A function."""
    name = node.child_by_field_name("name")
    if name is None:
        visit_children(walk, node, scope)
        return
    outer = type_parameters(walk, node.child_by_field_name("type_parameters"), scope)
    index = walk.builder.define("function", text_of(name), name, node, (scope, NONE, outer))
    text = text_of(name)
    if text not in _UNNAMED:
        walk.builder.bind((scope, NONE), text, "function", name, node.end_byte, number=index)
    signature(walk, node, index, outer, "")


def method(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A method: a member of a class that stands elsewhere, maybe in another file."""
    name, given = node.child_by_field_name("name"), node.child_by_field_name("receiver")
    receiver = next((c for c in given.named_children if c.type == "parameter_declaration"), None) if given else None
    kind = receiver.child_by_field_name("type") if receiver is not None else None
    owner = name_of_type(kind) if kind is not None else None
    if name is None or receiver is None or kind is None or owner is None:
        visit_children(walk, node, scope)
        return
    builder = walk.builder
    part = builder.definitions[_part(walk, owner, kind)]
    place = (part.own, NONE, part.own)
    index = builder.define("function", text_of(name), name, node, place)
    builder.bind((part.own, NONE), text_of(name), "function", name, node.end_byte, number=index)
    held = type_of(walk, kind, part.outer)
    own = builder.definitions[index].own
    for each in identifiers(receiver):
        builder.bind((own, NONE), text_of(each), "declare", each, receiver.start_byte, annotation=held)
    signature(walk, node, index, part.own, "implicit")


def _part(walk: Walk, owner: tree_sitter.Node, kind: tree_sitter.Node) -> int:
    """The class that holds the methods of a type in this file.

    Of a generic type each method has one of its own, since it names the type parameters as it likes.
    """
    name, builder = text_of(owner), walk.builder
    while kind.type in ("pointer_type", "parenthesized_type") and kind.named_children:
        kind = kind.named_children[0]
    arguments = kind.child_by_field_name("type_arguments") if kind.type == "generic_type" else None
    nodes = [n for child in arguments.named_children if (n := _plain(child)) is not None] if arguments else []
    key = (name, *map(text_of, nodes), *((str(kind.start_byte),) if nodes else ()))
    found = walk.parts.get(key)
    if found is None:
        outer = FILE
        if nodes and arguments is not None:
            outer = builder.scope("types", FILE, arguments)
            for node in nodes:
                builder.bind((outer, NONE), text_of(node), "type", node, node.start_byte)
        found = walk.parts[key] = builder.define("class", name, owner, owner, (FILE, NONE, outer))
        builder.complete(found, traits=PART)
    return found


def _plain(node: tree_sitter.Node) -> tree_sitter.Node | None:
    while node.type == "type_elem" and node.named_children:
        node = node.named_children[0]
    return node if node.type == "type_identifier" else None


def type_spec(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """A type of its own, or (`type_alias`) another name for one."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or kind is None:
        visit_children(walk, node, scope)
        return
    builder = walk.builder
    outer = type_parameters(walk, node.child_by_field_name("type_parameters"), scope)
    index = builder.define("class", text_of(name), name, node, (scope, NONE, outer))
    builder.bind((scope, NONE), text_of(name), "class", name, node.start_byte, number=index)
    traits, returns = CLOSED | (OPEN if scope == FILE else NO_TRAITS), NONE
    if node.type == "type_spec" and kind.type in _STRUCTURES:
        bases, more = content(walk, kind, index)
        traits |= more
    else:
        found = type_of(walk, kind, outer)
        bases = (builder.expression(("cast", "underlying", (found,), (), NONE)),) if found >= 0 else ()
        if node.type == "type_alias":
            returns, traits = found, CLOSED | ALIAS
    builder.complete(index, bases=bases, traits=traits, returns=returns)


def constants(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Constants: one without a value has the type and value of the one before it."""
    kind, values = NONE, list[int]()
    for spec in node.named_children:
        if spec.type != "const_spec":
            visit(walk, spec, scope)
            continue
        declared, given = spec.child_by_field_name("type"), spec.child_by_field_name("value")
        if given is not None:
            kind = type_of(walk, declared, scope)
            values = [value(walk, child, scope) for child in given.named_children if child.type != "comment"]
        for number, name in enumerate(identifiers(spec)):
            held = values[number] if number < len(values) else NONE
            _declare(walk, name, scope, spec.end_byte, held, kind)


def variable(walk: Walk, node: tree_sitter.Node, scope: int) -> None:
    """Variables of one specification."""
    kind = type_of(walk, node.child_by_field_name("type"), scope)
    given = node.child_by_field_name("value")
    names = identifiers(node)
    if kind >= 0:
        if given is not None:
            visit(walk, given, scope)
        for name in names:
            _declare(walk, name, scope, node.end_byte, NONE, kind)
        return
    nodes = [child for child in given.named_children if child.type != "comment"] if given is not None else []
    declare_pairs(walk, names, nodes, scope, node.end_byte)


def declare_pairs(
    walk: Walk, names: list[tree_sitter.Node], nodes: list[tree_sitter.Node], scope: int, position: int
) -> None:
    """Declare names by the values beside them, or by what a single call gives them."""
    values = [value(walk, node, scope) for node in nodes]
    several = len(nodes) == 1 and len(names) > 1 and gives_several(nodes[0])
    for number, name in enumerate(names):
        if several and values[0] >= 0:
            held = walk.builder.expression(("item", "", (values[0],), (), number))
        else:
            held = values[number] if number < len(values) else NONE
        _declare(walk, name, scope, position, held, NONE)


def _declare(walk: Walk, name: tree_sitter.Node, scope: int, position: int, held: int, kind: int) -> None:
    """Bind a name that is new in its scope; else it is written to."""
    if name.type != "identifier":
        visit(walk, name, scope)
        return
    text = text_of(name)
    if text == "_":
        return
    if scope != FILE and (scope, text) in walk.builder.bound:
        walk.builder.occur(text, name, "write", scope, NONE)
    elif kind >= 0:
        walk.builder.bind((scope, NONE), text, "declare", name, position, annotation=kind)
    else:
        walk.builder.bind((scope, NONE), text, "assign", name, position, held)


_UNNAMED = frozenset({"_", "init"})
"""Functions that nobody can name."""
_STRUCTURES = frozenset({"struct_type", "interface_type"})

VISITS: dict[str, Visit] = {
    "package_clause": package_clause,
    "import_spec": import_spec,
    "function_declaration": function,
    "method_declaration": method,
    "type_spec": type_spec,
    "type_alias": type_spec,
    "const_declaration": constants,
    "var_spec": variable,
    "func_literal": function_literal,
}
