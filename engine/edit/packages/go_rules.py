"""What keeps a definition where it is, and which files it may move between: builds, tests, groups, methods."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ..pieces import outer_node
from ..values import TextEdit
from .go_files import TESTS, folder_of
from .moving import Faults

if TYPE_CHECKING:
    import tree_sitter

    from ...facts import Symbol
    from ...index.rows import Located
    from ..document import Document
    from ..moved import Move

__all__ = ["own_faults", "place_faults", "widened"]

_BUILD = re.compile(rb"^//\s*(?:go:build|\+build)\b.*", re.MULTILINE)
_DIRECTIVE = re.compile(rb"^//(?:go:(?:embed|linkname|cgo_\w+)|export) .*", re.MULTILINE)
_FOREIGN = re.compile(rb'^\s*(?:import\s+)?"C"', re.MULTILINE)
_GROUPS = frozenset({"const_declaration", "var_declaration", "type_declaration"})
_SPECS = frozenset({"const_spec", "var_spec", "type_spec", "type_alias"})


def widened(source: Document, located: Located) -> tuple[Located, list[TextEdit], str]:
    """The definition as it can stand alone: where the word of its group goes, and how its lines are indented in that.

    Where it is all that its group has, the whole group is meant, which `source` has for it from now on.
    """
    symbol = located.symbol
    spec = _spec(source, symbol)
    group = _group(spec)
    if spec is None or group is None or group.start_byte >= symbol.start_byte:
        return located, [], ""
    if len(_specs(group)) > 1:
        word = source.source[group.start_byte : group.start_byte + 5].split()[0]
        column = source.source.rfind(b"\n", 0, symbol.start_byte) + 1
        indent = source.source[column : symbol.start_byte].decode("utf-8", "replace")
        return located, [TextEdit(spec.start_byte, spec.start_byte, word + b" ")], indent
    first = group
    while (
        (before := first.prev_named_sibling) is not None
        and before.type == "comment"
        and before.end_point[0] + 1 == first.start_point[0]
    ):
        first = before
    whole = symbol._replace(
        start_byte=first.start_byte,
        end_byte=group.end_byte,
        start_line=first.start_point[0],
        end_line=group.end_point[0],
    )
    symbols = list(source.facts.symbols)
    symbols[located.ordinal] = whole
    source.facts = source.facts._replace(symbols=symbols)
    return located._replace(symbol=whole), [], ""


def place_faults(move: Move, packages: tuple[str, str]) -> list[str]:
    """Why the two files do not go together at all."""
    source, goal = move.source, move.goal
    faults = Faults()
    for document in (source, goal):
        found = _FOREIGN.search(document.source)
        if found is not None:
            faults.add(document, found.end() - 1, "it is compiled together with another language")
    if source.path.endswith(TESTS) != goal.path.endswith(TESTS):
        faults.append(f"only one of {source.path} and {goal.path} is a file of tests")
    project = move.linker.project
    built = project.packaging(source.path).built_for
    mine, its = _constraints(source), _constraints(goal)
    if mine != its or built(source.path) != built(goal.path):
        faults.append(f"{source.path} and {goal.path} are not built under the same conditions")
    elif folder_of(source.path) != folder_of(goal.path) and (mine or built(source.path)):
        faults.append(f"{source.path} is built under conditions, so that its package may have others of the name")
    if folder_of(source.path) != folder_of(goal.path) and not project.packaging(source.path).are_of_one_module(
        source.path, goal.path
    ):
        faults.append(f"{source.path} and {goal.path} are not of one module")
    if not packages[1]:
        faults.append(f"nothing says what package {goal.path} is of")
    return faults


def own_faults(move: Move, *, is_same: bool) -> list[str]:
    """What keeps the definition itself where it is. `is_same`: whether it stays in its package."""
    source, symbol, linker = move.source, move.located.symbol, move.linker
    faults = Faults()
    at = symbol.name_start
    if symbol.name_path == "init" or (symbol.name_path == "main" and not is_same):
        faults.add(source, at, f"{symbol.name} runs where it stands")
    spec = _spec(source, symbol)
    names = [s for s in source.facts.symbols if s.parent < 0 and spec is not None and _covers(spec, s)]
    if len(names) > 1:
        faults.add(
            source, at, f"it is defined together with {', '.join(s.name for s in names if s.name != symbol.name)}"
        )
    faults += _counted(source, symbol, spec)
    start, end = move.span
    directive = _DIRECTIVE.search(source.source, start, end)
    if directive is not None:
        faults.add(source, directive.start(), f"`{directive[0].decode('utf-8', 'replace')}` depends on its file")
    node = outer_node(source, symbol)
    if node.type in ("function_declaration", "method_declaration") and node.child_by_field_name("body") is None:
        faults.add(source, at, "its body is in another language")
    is_method = move.slot.scope != 0
    if is_method and not is_same:
        faults.add(source, at, "a method stays in the package of its type")
    if not is_method:
        faults += _twins(move, is_same=is_same)
        faults += _methods(move) if not is_same else ()
    if not is_same and spec is not None and _has_hidden_methods(spec):
        faults.add(source, at, "it asks for methods that only its package can have")
    rows = linker.file(source.path).bound.get((move.slot.scope, move.slot.name), ())
    if len(rows) != 1 and not is_method:
        faults.add(source, at, "it is defined in several places")
    return faults


def _constraints(document: Document) -> set[bytes]:
    head = document.source.partition(b"\npackage ")[0]
    return {found[0].replace(b" ", b"") for found in _BUILD.finditer(head)}


def _spec(source: Document, symbol: Symbol) -> tree_sitter.Node | None:
    node = source.tree.root_node.descendant_for_byte_range(symbol.name_start, symbol.name_end)
    while node is not None and node.type not in _SPECS:
        node = node.parent
    return node


def _group(spec: tree_sitter.Node | None) -> tree_sitter.Node | None:
    node = spec.parent if spec is not None else None
    while node is not None and node.type not in _GROUPS:
        node = node.parent
    return node if node is not None and node.parent is not None and node.parent.parent is None else None


def _specs(group: tree_sitter.Node) -> list[tree_sitter.Node]:
    rows = group.named_children
    if any(row.type == "var_spec_list" for row in rows):
        rows = [child for row in rows if row.type == "var_spec_list" for child in row.named_children]
    return [row for row in rows if row.type in _SPECS]


def _covers(spec: tree_sitter.Node, symbol: Symbol) -> bool:
    return spec.start_byte <= symbol.name_start < spec.end_byte


def _counted(source: Document, symbol: Symbol, spec: tree_sitter.Node | None) -> list[str]:
    """A constant whose value depends on the others of its group, or theirs on it."""
    group = _group(spec)
    faults = Faults()
    if spec is None or group is None or group.type != "const_declaration" or len(_specs(group)) == 1:
        return faults
    counts = re.search(rb"\biota\b", source.source[group.start_byte : group.end_byte]) is not None
    bare = [each for each in _specs(group) if each.child_by_field_name("value") is None]
    before = [one for one, other in pairwise(_specs(group)) if other in bare]
    if counts or spec in bare or spec in before:
        faults.add(source, symbol.name_start, "its value, or that of others, comes from its place in a group")
    return faults


def _twins(move: Move, *, is_same: bool) -> list[str]:
    """Others of the name in either package."""
    faults = Faults()
    linker, goal, name = move.linker, move.goal, move.name
    for twin in linker.twins(move.slot):
        faults.append(f"{twin.path} has another {name}, for other builds")
    files = linker.project.packaging(goal.path).neighbours(goal.path)
    for path in [*files, goal.path]:
        rows = linker.file(path).bound.get((0, name), ())
        kinds = ("import",) if is_same else ()
        if any(row.kind in (kinds or (row.kind,)) for row in rows) and path != move.source.path:
            faults.append(f"{path} has a {name} already")
        if not is_same and linker.file(path).facts.stars:
            faults.append(f"{path} imports all names of another package")
    return faults


def _methods(move: Move) -> list[str]:
    """Methods stand apart from their type and would have to go with it."""
    linker, faults = move.linker, Faults()
    for definition in linker.definitions_of(move.slot):
        if definition.kind != "class":
            continue
        for path in sorted(
            {move.source.path, *linker.project.packaging(move.source.path).neighbours(move.source.path)}
        ):
            file = linker.file(path)
            for number in file.open_classes(move.name):
                piece = file.facts.definitions[number]
                if "part" in piece.traits:
                    row = next((row for row in file.facts.bindings if row.scope == piece.own), None)
                    line = (row.line if row is not None else piece.start_line) + 1
                    faults.append(f"{path}:{line}: its method {row.name if row else ''} would have to go with it")
    return faults


def _has_hidden_methods(spec: tree_sitter.Node) -> bool:
    kind = spec.child_by_field_name("type")
    if kind is None or kind.type != "interface_type":
        return False
    names = [child.child_by_field_name("name") for child in kind.named_children if "method" in child.type]
    return any(name is not None and not (name.text or b"")[:1].isupper() for name in names)
