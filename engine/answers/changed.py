"""What should be tested again: the symbols that the work tree's changes touch, and everything that reaches them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..index.gitdiff import difference
from ..progress import silent
from .graph import Distance, GraphRequest, Reached, distances, impact, nearest_first
from .linking import Context
from .values import Node, node_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..index.sync import Sync
    from ..progress import Progress

__all__ = ["ChangedAnswer", "ChangedRequest", "changed", "changed_files"]

SOME = 5
"""So many files are named in a note."""


class ChangedRequest(NamedTuple):
    """The difference of the work tree to a revision."""

    revision: str = "HEAD"
    depth: int = 3
    limit: int = 500


class ChangedAnswer(NamedTuple):
    """What changed, and what it reaches."""

    revision: str
    symbols: list[Node]
    """The innermost functions and classes in which lines changed."""
    reached: list[Reached]
    """What reaches any of them, the nearest first, and at one distance the sure ones."""
    distances: list[Distance]
    files: list[str]
    """Changed files."""
    tests: list[str]
    """Ids of the tests among what changed and what reaches it."""
    more: int
    notes: list[str]


def changed(view: Sync, request: ChangedRequest, progress: Progress = silent) -> ChangedAnswer:
    """Symbols in changed lines with their impact. Raises UsageError where git knows no such revision, Failed."""
    lines, gone, notes = difference(view.root, request.revision)
    context = Context(view, progress)
    symbols: dict[str, Node] = {}
    unread: list[str] = []
    outside: list[str] = []
    for path, numbers in lines.items():
        if path not in view.files or view.files[path].blob_id is None:
            unread.append(path)
            continue
        touched = _touched(context, path, numbers)
        symbols.update({node.id: node for node in touched if node.id not in symbols})
        if not touched:
            outside.append(path)
    reached: dict[str, Reached] = {}
    for node in symbols.values():
        pattern = f"{node.path}:/{node.symbol.name_path}"
        answer = impact(view, GraphRequest(pattern, request.depth, limit=1_000_000), progress)
        notes += [note for note in answer.notes if note not in notes]
        for row in answer.reached:
            known = reached.get(row.id)
            if row.id not in symbols and (known is None or row.distance < known.distance):
                reached[row.id] = row
    rows = nearest_first(reached.values())
    tests = [node.id for node in symbols.values() if "test" in node.symbol.flags.split()]
    tests += [row.id for row in rows if row.test]
    for what, paths in (("changed outside of any symbol", outside), ("gone", gone), ("not indexed", unread)):
        if paths:
            rest = f" and {len(paths) - SOME} more" if len(paths) > SOME else ""
            notes.append(f"{what}: {', '.join(paths[:SOME])}{rest}")
    shown = rows[: request.limit]
    more = len(rows) - len(shown)
    return ChangedAnswer(
        request.revision, list(symbols.values()), shown, distances(rows), sorted([*lines, *gone]), tests, more, notes
    )


def changed_files(root: str, revision: str) -> list[str]:
    """Files that differ from a revision and are there. Raises UsageError where git knows no such revision, Failed."""
    return sorted(difference(root, revision).lines)


def _touched(context: Context, path: str, numbers: Iterable[tuple[int, int]]) -> list[Node]:
    """The innermost symbols whose lines meet one of the ranges (first, last; 0-based)."""
    symbols = context.symbols(path)
    found: dict[int, Node] = {}
    for first, last in numbers:
        hits = [hit for hit in symbols if hit.symbol.start_line <= last and hit.symbol.end_line >= first]
        holders = {hit.symbol.parent for hit in hits}
        found.update({hit.ordinal: node_of(hit) for hit in hits if hit.ordinal not in holders})
    return [found[ordinal] for ordinal in sorted(found)]
