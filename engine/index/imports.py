"""What one parsed file imports, by syntax alone. Asked for by edits, file by file; links read deep facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..facts import Import
from .drafts import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..language_patterns import PatternRole
    from ..language_rules import Rules
    from ..languages import Language

__all__ = ["imports_of"]


def imports_of(language: Language, source: bytes, tree: tree_sitter.Tree) -> list[Import]:
    """The imports of `source` (UTF-8), which `tree` is the parse of, in order."""
    import tree_sitter

    query, roles = language.imports
    found = [
        _import(language.rules, source, roles[index], captures)
        for index, captures in tree_sitter.QueryCursor(query).matches(tree.root_node)
    ]
    return _told(found)


def _import(
    rules: Rules, source: bytes, role: PatternRole, captures: Mapping[str, list[tree_sitter.Node]]
) -> tuple[int, Import]:
    """An import, and where its module is written."""

    def text(capture: str) -> str:
        return rules.separator.join(text_of(source, node).strip("\"'`") for node in captures.get(capture, ()))

    node = captures["import"][0]
    module = text("import.module")
    if rules.separator and "import.name" in captures and module.endswith(rules.separator + text("import.name")):
        module = module[: -len(rules.separator + text("import.name"))]  # one node for `a.b.C`
    return (captures.get("import.module") or [node])[0].start_byte, Import(
        node.start_point[0],
        module,
        "*" if "import.wildcard" in captures else text("import.name") or role.name,
        text("import.alias"),
        "import.reexport" in captures,
    )


def _told(imports: list[tuple[int, Import]]) -> list[Import]:
    """Without those that name a module alone where another one says what is taken from it."""
    told = {at for at, imported in imports if imported.name or imported.alias}
    return [imported for at, imported in imports if imported.name or imported.alias or at not in told]
