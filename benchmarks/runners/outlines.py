"""Which function a line is in, as somebody sees who reads the file: the perfect reader that grep is lent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codeintel.engine.index.parse import facts_of

from ..contents import languages_of

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Reader"]

_KINDS = frozenset(
    ("function", "method", "constructor", "class", "interface", "struct", "enum", "trait", "property", "operator")
)


class Reader:
    """Reads files of a project and knows the functions in them. What that costs is nobody's."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._languages = languages_of(str(root))
        self._outlines: dict[tuple[str, int], list[tuple[int, int, str]]] = {}

    def around(self, path: str, line: int) -> str:
        """The name path of the innermost function or class that holds a line (from 1); empty outside of all."""
        best = (0, 0, "")
        for first, last, name_path in self._outline(path):
            if first <= line <= last and first >= best[0]:
                best = (first, last, name_path)
        return best[2]

    def _outline(self, path: str) -> list[tuple[int, int, str]]:
        try:
            raw = (self._root / path).read_bytes()
        except OSError:
            return []
        key = (path, hash(raw))
        if key not in self._outlines:
            language = self._languages.language_of(path, raw)
            symbols = facts_of(language, raw).symbols if language is not None else ()
            self._outlines[key] = [(s.start_line + 1, s.end_line + 1, s.name_path) for s in symbols if s.kind in _KINDS]
        return self._outlines[key]
