"""What is in this project: its most important symbols, or those around files, symbols or words that are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadPattern
from .filegraph import file_graph
from .matching import matches, relative, scope_of
from .searching import weight_of
from .standing import PRODUCT, standing
from .values import Node, Scope

if TYPE_CHECKING:
    from ..index.sync import Sync
    from ..progress import Progress
    from .filegraph import FileGraph

__all__ = ["MapAnswer", "MapRequest", "Mapped", "repo_map"]

MAX_FOCUSED = 20
"""Symbols that a pattern may mean, and hits of words, that a focus is made of."""
OWN = 0.05
"""Share of a focused file's importance that goes to what it defines itself."""
HALF = 0.5


class MapRequest(NamedTuple):
    """What to draw the map around; nothing: the whole project."""

    focus: tuple[str, ...] = ()
    """Files, folders, symbols, or words."""
    limit: int = 300


class Mapped(NamedTuple):
    """A symbol and how important it is, from 0 to 1 for the most important one."""

    node: Node
    score: float


class MapAnswer(NamedTuple):
    """The most important symbols, the first one most."""

    symbols: list[Mapped]
    files: int
    """Number of files of product code."""
    more: int
    notes: list[str]


def repo_map(view: Sync, request: MapRequest, progress: Progress) -> MapAnswer:
    """The symbols that matter most. Raises NoSuchFile, NotIndexed, OutsideProject, ChangedMeanwhile."""
    graph = file_graph(view, progress)
    focus = _Focus(view, graph, progress)
    for each in request.focus:
        focus.add(each)
    if request.focus and not focus.files:
        return MapAnswer([], len(graph.paths), 0, [*focus.notes, "nothing to draw a map around"])
    ranks = graph.importance(focus.files or None)
    shares = graph.shares(ranks)
    for file in focus.files:
        _add_own(view, graph.paths[file], file, OWN * ranks[file], shares)
    by_file: dict[int, list[tuple[int, float]]] = {}
    for (file, ordinal), share in shares.items():
        by_file.setdefault(file, []).append((ordinal, share))
    scored: list[tuple[float, Node]] = []
    cut = sorted(shares.values(), reverse=True)[: 2 * request.limit][-1:]
    for file, rows in by_file.items():
        path = graph.paths[file]
        kept = dict(row for row in rows if row[1] >= (cut[0] if cut else 0.0) or (path, row[0]) in focus.symbols)
        blob = view.files[path].blob_id
        for ordinal, symbol in view.store.symbols_at(blob, list(kept)) if blob and kept else ():
            weight = kept[ordinal] * weight_of(symbol.kind)
            if symbol.body_start < 0 and symbol.kind in ("function", "method"):
                weight *= HALF
            scored.append((weight, Node(path, symbol)))
    top = max((weight for weight, _ in scored), default=1.0)
    symbols = [
        Mapped(node, 1.0 if (node.path, node.symbol.name_path) in focus.named else round(weight / top, 4))
        for weight, node in scored
    ]
    symbols.sort(key=lambda mapped: (-mapped.score, mapped.node.path, mapped.node.symbol.start_byte))
    return MapAnswer(symbols[: request.limit], len(graph.paths), max(len(symbols) - request.limit, 0), focus.notes)


class _Focus:
    """What the map is drawn around, as files with weights."""

    def __init__(self, view: Sync, graph: FileGraph, progress: Progress) -> None:
        self._view = view
        self._graph = graph
        self._progress = progress
        self.files: dict[int, float] = {}
        self.symbols: set[tuple[str, int]] = set()
        """Path and ordinal of the symbols that were asked for themselves."""
        self.named: set[tuple[str, str]] = set()
        """The same by name path."""
        self.notes: list[str] = []

    def add(self, text: str) -> None:
        """A file or folder, else a symbol, else words."""
        if self._add_place(text) or (" " not in text.strip() and self._add_symbol(text)):
            return
        from .search import SearchRequest, search

        hits = search(self._view, SearchRequest(text, limit=MAX_FOCUSED), self._progress).symbols
        for hit in hits:
            self._weigh(hit.node.path, hit.score**2)
            self.symbols.update()
        if not hits:
            self.notes.append(f"nothing is known of {text!r}")

    def _add_place(self, text: str) -> bool:
        path = relative(self._view.root, text)
        files, folders = self._view.files, self._view.folders
        if path not in files and path not in folders:
            if "/" not in text and "." not in text:
                return False
            ending = [p for p in files if p.endswith(f"/{path}")]
            if not ending:
                return False
            path = scope_of(self._view, text, frozenset()).within or ""
        if path in files:
            self._weigh(path, 1.0)
        else:
            below = [p for p in files if (not path or p.startswith(f"{path}/")) and p in self._graph.number]
            for each in below:
                self._weigh(each, 1 / len(below))
        return True

    def _add_symbol(self, text: str) -> bool:
        try:
            found = matches(self._view, text, Scope())[:MAX_FOCUSED]
        except BadPattern:
            return False
        product = [hit for hit in found if standing(hit.path) == PRODUCT] or found
        for hit in product:
            self._weigh(hit.path, 1 / len(product))
            self.symbols.add((hit.path, hit.ordinal))
            self.named.add((hit.path, hit.symbol.name_path))
            users = self._view.store.blobs_with_word(self._view.row.id, hit.symbol.name)
            for path in users:
                self._weigh(path, HALF / len(users) / len(product))
        return bool(found)

    def _weigh(self, path: str, weight: float) -> None:
        file = self._graph.number.get(path)
        if file is not None:
            self.files[file] = self.files.get(file, 0.0) + weight


def _add_own(view: Sync, path: str, file: int, total: float, shares: dict[tuple[int, int], float]) -> None:
    """Give what a file defines at its top a part of its importance."""
    blob = view.files[path].blob_id
    symbols = view.store.symbols_of(blob) if blob else []
    tops = [ordinal for ordinal, symbol in enumerate(symbols) if symbol.parent < 0]
    for ordinal in tops:
        shares[file, ordinal] = shares.get((file, ordinal), 0.0) + total / len(tops)
