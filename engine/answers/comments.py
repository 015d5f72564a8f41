"""Whether a place lies in a comment: some servers list what a documentation comment links to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..index.parse import tree_of
from .sources import source_of

if TYPE_CHECKING:
    import tree_sitter

    from ..index.sync import Sync
    from ..precise import Place

__all__ = ["Comments"]


class Comments:
    """The comments of files, each parsed once."""

    def __init__(self, view: Sync) -> None:
        """Begin with none."""
        self._view = view
        self._trees: dict[str, tuple[tree_sitter.Tree, frozenset[str]] | None] = {}

    def holds(self, place: Place) -> bool:
        """Whether a place lies in a comment. Raises ChangedMeanwhile."""
        if place.path not in self._trees:
            self._trees[place.path] = self._parsed(place.path)
        parsed = self._trees[place.path]
        if parsed is None:
            return False
        tree, comments = parsed
        point = place.line, place.column
        node = tree.root_node.descendant_for_point_range(point, point)
        return node is not None and node.type in comments

    def _parsed(self, path: str) -> tuple[tree_sitter.Tree, frozenset[str]] | None:
        view = self._view
        name = view.store.languages_of(view.row.id).get(path, "")
        language = view.project()[1].languages.get(name)
        if language is None:
            return None
        return tree_of(language, source_of(view, path)), language.rules.comments
