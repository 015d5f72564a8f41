"""What should be tested again: the symbols that the work tree's changes touch, and everything that reaches them."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from ..progress import silent
from .graph import Distance, GraphRequest, Reached, distances, impact, nearest_first
from .linking import Context
from .values import Node, node_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..index.sync import Sync
    from ..progress import Progress

__all__ = ["ChangedAnswer", "ChangedRequest", "changed", "changed_files"]

_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_FILE = re.compile(r'^\+\+\+ "?b/(.*?)"?\t?$')


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
    """Symbols in changed lines with their impact. Raises UsageError where git knows no such revision."""
    lines = _changed_lines(view.root, request.revision)
    context = Context(view, progress)
    symbols: dict[str, Node] = {}
    outside: list[str] = []
    for path, numbers in lines.items():
        if path not in view.files or view.files[path].blob_id is None:
            outside.append(path)
            continue
        for node in _touched(context, path, numbers):
            symbols.setdefault(node.id, node)
    reached: dict[str, Reached] = {}
    notes: list[str] = []
    for identity in symbols:
        answer = impact(view, GraphRequest(_anchored(identity), request.depth, limit=1_000_000), progress)
        notes += [note for note in answer.notes if note not in notes]
        for row in answer.reached:
            known = reached.get(row.id)
            if row.id not in symbols and (known is None or row.distance < known.distance):
                reached[row.id] = row
    rows = nearest_first(reached.values())
    tests = [node.id for node in symbols.values() if "test" in node.symbol.flags.split()]
    tests += [row.id for row in rows if row.test]
    if outside:
        notes.append(f"{len(outside)} changed files are not indexed or gone: {', '.join(outside[:5])}")
    shown = rows[: request.limit]
    more = len(rows) - len(shown)
    return ChangedAnswer(
        request.revision, list(symbols.values()), shown, distances(rows), sorted(lines), tests, more, notes
    )


def changed_files(root: str, revision: str) -> list[str]:
    """Files that differ from a revision. Raises UsageError where git knows no such revision."""
    return sorted(_changed_lines(root, revision))


def _anchored(identity: str) -> str:
    path, _, name_path = identity.partition(":")
    return f"{path}:/{name_path}"


def _touched(context: Context, path: str, numbers: Iterable[tuple[int, int]]) -> list[Node]:
    """The innermost symbols whose lines meet one of the ranges (first, last; 0-based)."""
    symbols = context.symbols(path)
    found: dict[int, Node] = {}
    for first, last in numbers:
        hits = [hit for hit in symbols if hit.symbol.start_line <= last and hit.symbol.end_line >= first]
        holders = {hit.symbol.parent for hit in hits}
        found.update({hit.ordinal: node_of(hit) for hit in hits if hit.ordinal not in holders})
    return [found[ordinal] for ordinal in sorted(found)]


def _changed_lines(root: str, revision: str) -> dict[str, list[tuple[int, int]]]:
    """Ranges of new lines by path, as git sees the work tree; an untracked file is new as a whole."""
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision", "Give a commit, a branch or a tag.")
    command = ["diff", "--no-color", "--no-ext-diff", "--no-renames", "--relative", "-U0", revision, "--"]
    diff = _git(root, command, f"git knows no revision {revision!r} here")
    found: dict[str, list[tuple[int, int]]] = {}
    path = ""
    for line in diff.split("\n"):
        if named := _FILE.match(line):
            path = named[1]
        elif path and (hunk := _HUNK.match(line)):
            first, count = int(hunk[1]) - 1, int(hunk[2] or 1)
            found.setdefault(path, []).append((first, first + max(count, 1) - 1))
    for name in _git(root, ["ls-files", "--others", "--exclude-standard", "-z"], "git failed").split("\0"):
        if name:
            found.setdefault(name, []).append((0, 1 << 30))
    return found


def _git(root: str, arguments: list[str], failed: str) -> str:
    command = ["git", "-c", "core.quotepath=false", *arguments]
    done = subprocess.run(command, cwd=root, check=False, capture_output=True, env={**os.environ, "LC_ALL": "C"})
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        if "not a git repository" in said.lower():
            raise UsageError("this project is in no git repository", "What changed is known where git keeps it.")
        raise UsageError(failed, said)
    return done.stdout.decode("utf-8", "surrogateescape")
