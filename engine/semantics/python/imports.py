"""Import statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import UNREADABLE, ImportFact, Star

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["import_", "import_from"]


def import_(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`import a.b`, `import a.b as c`."""
    for child in node.named_children:
        if child.type == "dotted_name" and child.named_children:
            first = child.named_children[0]
            _bind(walk, first, ImportFact(walk.text(child), "", first=True), scope, block)
        elif child.type == "aliased_import":
            module, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
            if module is not None and alias is not None:
                _bind(walk, alias, ImportFact(walk.text(module), "", first=False), scope, block)
        for part in _parts(child):
            walk.builder.occur(walk.text(part), part, "import", scope, block, UNREADABLE)


def import_from(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> None:
    """`from a import b`, `from . import b as c`, `from a import *`."""
    module_node = node.child_by_field_name("module_name")
    if module_node is None:
        return
    module = walk.text(module_node).replace(" ", "")
    for child in node.children_by_field_name("name"):
        name = child if child.type == "dotted_name" else child.child_by_field_name("name")
        alias = name if child.type == "dotted_name" else child.child_by_field_name("alias")
        if name is None or alias is None:
            continue
        _bind(walk, alias, ImportFact(module, walk.text(name), first=False), scope, block)
        number = len(walk.builder.imports) - 1
        walk.builder.occur(walk.text(name), name, "import", scope, block, number, "import")
    if any(child.type == "wildcard_import" for child in node.named_children):
        walk.builder.stars.append(Star(scope, module, node.start_byte))


def _bind(walk: Walk, name: tree_sitter.Node, fact: ImportFact, scope: int, block: int) -> None:
    walk.builder.imports.append(fact)
    number = len(walk.builder.imports) - 1
    walk.builder.bind((scope, block), walk.text(name), "import", name, name.end_byte, number=number)


def _parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    if node.type == "aliased_import":
        name = node.child_by_field_name("name")
        return name.named_children if name is not None else []
    return node.named_children
