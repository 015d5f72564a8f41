"""Packages, imports, exports. The module of an import is a path of names, looked up from where the import stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact, Star
from .state import FILE, binding_place, name_of, nothing, occur, visit

if TYPE_CHECKING:
    import tree_sitter

    from ..valued import Handler
    from .state import Walk

__all__ = ["IMPORTS", "enter_package"]


def _package(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`package a.b`, `package a { … }`: what was around is still seen."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    before = len(walk.packages)
    if name is not None:
        enter_package(walk, ".".join(name_of(part) for part in name.named_children))
    if body is not None:
        for child in body.named_children:
            visit(walk, child, scope)
        del walk.packages[before:]
    return NONE


def enter_package(walk: Walk, name: str) -> None:
    """All names of a package, and of those around, are seen in the file: a star that is of no scope."""
    whole = ".".join([*walk.packages[-1:], name])
    walk.packages.append(whole)
    walk.builder.stars.append(Star(NONE, whole, 0))


def _import(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`import a.b.{C => D, _}, e.F`."""
    runs: list[list[tree_sitter.Node]] = [[]]
    for child in node.children:
        if child.type == ",":
            runs.append([])
        elif child.is_named:
            runs[-1].append(child)
    for run in runs:
        _run(walk, run, scope)
    return NONE


def _run(walk: Walk, run: list[tree_sitter.Node], scope: int) -> None:
    path = [child for child in run if child.type in _NAMES]
    last = run[-1] if run else None
    if last is None:
        return
    if last.type in _NAMES:
        path = path[:-1]
    module = ".".join(name_of(part) for part in path)
    for number, part in enumerate(path):
        if number:
            _occur(walk, part, ".".join(name_of(each) for each in path[:number]), scope)
        else:
            _occur(walk, part, "", scope)
    if last.type in _NAMES:
        _bind(walk, (module, last, last), scope)
    elif last.type == "namespace_selectors":
        for child in last.named_children:
            _selector(walk, module, child, scope)
    else:
        _selector(walk, module, last, scope)


def _selector(walk: Walk, module: str, node: tree_sitter.Node, scope: int) -> None:
    if node.type == "namespace_wildcard":
        walk.builder.stars.append(Star(scope, module, node.end_byte))
    elif node.type in ("arrow_renamed_identifier", "as_renamed_identifier"):
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        if name is not None:
            _bind(walk, (module, name, alias if alias is not None else name), scope)
    elif node.type in _NAMES:
        _bind(walk, (module, node, node), scope)
    else:  # `given Type`
        for child in node.named_children:
            visit(walk, child, scope)


def _occur(walk: Walk, node: tree_sitter.Node, module: str, scope: int) -> int:
    """A name of a path, seen from what stands before it."""
    walk.builder.imports.append(ImportFact(module, name_of(node), first=False))
    number = len(walk.builder.imports) - 1
    occur(walk, name_of(node), node, "import", scope, number, "import")
    return number


def _bind(walk: Walk, row: tuple[str, tree_sitter.Node, tree_sitter.Node], scope: int) -> None:
    module, name, shown = row
    number = _occur(walk, name, module, scope)
    if shown.type == "wildcard":
        return
    place = scope if scope in walk.bodies else binding_place(walk, scope)[0]
    walk.builder.bind((place, NONE), name_of(shown), "import", shown, shown.end_byte, number=number)


def _export(walk: Walk, node: tree_sitter.Node, scope: int) -> int:
    """`export a.b`: the same, and a member of the class around."""
    return _import(walk, node, binding_place(walk, scope)[0] if scope != FILE else scope)


_NAMES = frozenset({"identifier", "operator_identifier", "type_identifier"})

IMPORTS: dict[str, Handler] = {
    "package_clause": _package,
    "import_declaration": _import,
    "export_declaration": _export,
    "comment": nothing,
    "block_comment": nothing,
}
