"""What is in it: the outline of a file, or the files of a folder with their top-level symbols."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..errors import NotIndexed
from ..index.look import NO_LANGUAGE, TOO_LARGE
from ..index.store import WITH_ERRORS
from .matching import scope_of
from .values import Node, forest

if TYPE_CHECKING:
    from ..index.sync import Sync

__all__ = ["OverviewAnswer", "overview"]


class OverviewAnswer(NamedTuple):
    """The outline of a file, or the files of a folder with their top-level symbols."""

    path: str
    language: str | None
    """None for a folder."""
    symbols: list[Node]
    files: list[str]
    """Of a folder: its indexed files, also those without a symbol."""
    more: int
    """Symbols that the limit left out."""
    deeper: int
    """Symbols further in than was asked for."""
    notes: list[str]


def overview(view: Sync, path: str, depth: int = 1, limit: int = 2000) -> OverviewAnswer:
    """The outline at `path`; `depth` counts levels of children. Raises NoSuchFile, NotIndexed, OutsideProject."""
    place = scope_of(view, path, frozenset()).within or ""
    return _file(view, place, depth, limit) if place in view.files else _folder(view, place, limit)


def _file(view: Sync, path: str, depth: int, limit: int) -> OverviewAnswer:
    row = view.files[path]
    if row.left_out or row.blob_id is None:
        raise NotIndexed(f"{path} is not indexed: {row.left_out}", _HINTS.get(row.left_out, "Read it as text."))
    language, status, _ = view.store.blob(row.blob_id)
    symbols = view.store.symbols_of(row.blob_id)
    nodes = forest(path, symbols, depth)
    kept, more = _first(nodes, limit)
    deeper = len(symbols) - sum(map(_size, nodes))
    notes = ["the file has syntax errors; what could be read of it is listed"] if status == WITH_ERRORS else []
    return OverviewAnswer(path, language, kept, [], more, deeper, notes)


def _folder(view: Sync, path: str, limit: int) -> OverviewAnswer:
    prefix = path + "/" if path else ""
    files = sorted(p for p, row in view.files.items() if p.startswith(prefix) and not row.left_out)
    located = view.store.top_symbols(view.row.id, path)
    nodes = [Node(hit.path, hit.symbol) for hit in located[:limit]]
    deeper = view.store.count_symbols(view.row.id, path) - len(located)
    notes = [] if files else [f"nothing in {path or 'the project'} is read{_left_out(view, path, prefix)}"]
    return OverviewAnswer(path or ".", None, nodes, files, len(located) - len(nodes), deeper, notes)


def _left_out(view: Sync, path: str, prefix: str) -> str:
    """What is in a folder all the same, by the reason why it is left out."""
    counts = Counter(row.left_out for name, row in view.files.items() if row.left_out and name.startswith(prefix))
    for name, row in view.folders.items():
        if name == path or name.startswith(prefix):
            counts.update(row.counts())
    if not counts and not os.access(os.path.join(view.root, path), os.R_OK | os.X_OK):
        return ": the folder cannot be read"
    return "".join(f"{', ' if number else ': '}{n} {why}" for number, (why, n) in enumerate(counts.most_common()))


def _first(nodes: tuple[Node, ...], limit: int) -> tuple[list[Node], int]:
    """The first `limit` nodes of a forest in print order, and how many are left out."""
    count = itertools.count()
    total = sum(map(_size, nodes))

    def cut(node: Node) -> Node | None:
        if next(count) >= limit:
            return None
        return node._replace(children=tuple(filter(None, map(cut, node.children))))

    if total <= limit:
        return list(nodes), 0
    return [node for node in map(cut, nodes) if node is not None], total - limit


def _size(node: Node) -> int:
    return 1 + sum(map(_size, node.children))


_HINTS = {
    TOO_LARGE: "Raise `max_file_size` in codeintel.toml to have it indexed.",
    NO_LANGUAGE: "`codeintel languages` lists what is read; a project can add a language of its own.",
}
