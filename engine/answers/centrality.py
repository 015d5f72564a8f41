"""How central a name is, by what the outline alone says: in how many files it is named, how many symbols share it.

Kept from question to question, and brought up to date file by file.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .standing import PRODUCT, standing

if TYPE_CHECKING:
    from ..index.sync import Sync

__all__ = ["Centrality", "centrality_of"]

KEPT = "centrality"


class Centrality:
    """Counts over the files of one state of a view."""

    def __init__(self) -> None:
        """Begin with no file."""
        self.generation = -1
        self.files: Counter[str] = Counter()
        """Number of files of product code in which each word occurs."""
        self.symbols: Counter[str] = Counter()
        """Number of symbols that have each name."""
        self._counted: dict[str, tuple[int, str]] = {}
        self._names: dict[int, list[str]] = {}

    def of(self, name: str) -> float:
        """Files of product code that name it, for each symbol of that name."""
        return self.files[name] / max(self.symbols[name], 1)

    def refresh(self, view: Sync) -> None:
        """Count what has changed since."""
        files = view.files
        gone = [path for path, (blob, _) in self._counted.items() if path not in files or files[path].blob_id != blob]
        for path in gone:
            blob, text = self._counted.pop(path)
            self.symbols.subtract(self._names.get(blob, ()))
            self.files.subtract(text.split("\n"))
        new = {
            path: row.blob_id
            for path, row in files.items()
            if row.blob_id is not None and not row.left_out and path not in self._counted
        }
        texts = dict(view.store.words_by_path(view.row.id)) if len(new) > FEW else {}
        if len(new) > FEW:
            self._names = {}
            for blob, name in view.store.names_by_blob():
                self._names.setdefault(blob, []).append(name)
        for path, blob in new.items():
            if blob not in self._names:
                self._names[blob] = [symbol.name for symbol in view.store.symbols_of(blob)] if len(new) <= FEW else []
            self.symbols.update(self._names[blob])
            text = ""
            if standing(path) == PRODUCT:
                text = texts[path] if path in texts else view.store.words_of(blob)
                self.files.update(text.split("\n"))
            self._counted[path] = blob, text
        self.generation = view.row.generation


FEW = 50
"""Changed files that are read one by one."""


def centrality_of(view: Sync) -> Centrality:
    """The counts of the state that a view is in."""
    kept: Centrality | None = view.kept.get(KEPT)
    if kept is None:
        kept = view.kept[KEPT] = Centrality()
    if kept.generation != view.row.generation:
        kept.refresh(view)
    return kept
