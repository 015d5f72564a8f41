"""What git says differs between a work tree and a revision: ranges of lines by path, in submodules too."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from .. import project
from ..errors import UsageError
from . import git

__all__ = ["Difference", "Lines", "difference"]

Lines = tuple[int, int]
"""First and last line, from 0; -1 stands before the first."""
ALL: Lines = (0, 1 << 30)
# Whatever the user has set for diffs of their own: prefixes, context, colours, programs that show or convert files.
_DIFF = (
    *("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative", "-U0"),
    *("--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", "--ignore-submodules=dirty"),
)
_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_SUBMODULE = "160000"


class Difference(NamedTuple):
    """How a work tree differs from a revision."""

    lines: dict[str, list[Lines]]
    """Of each file that is there: the new lines, and the line before each place where some went."""
    gone: list[str]
    notes: list[str]


def difference(root: str, revision: str) -> Difference:
    """The difference of the work tree around `root`, below it; a file that git does not track is new as a whole.

    Raises UsageError where git knows no such revision, or there is no git; Failed where git refuses.
    """
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision", "Give a commit, a branch or a tag.")
    top = project.git_top(root)
    if top is None:
        raise UsageError("this project is in no git repository", "What changed is known where git keeps it.")
    found = Difference({}, [], [])
    _add(found, top, root, "", revision)
    return found


def _add(found: Difference, top: str, folder: str, prefix: str, revision: str) -> None:
    """Add what differs below `folder` of the work tree `top`; the paths of the answer begin with `prefix`."""
    others, tracked = (_paths(top, folder, *which) for which in (("--others", "--exclude-standard"), ("--stage",)))
    diff = git.run(top, folder, [*_DIFF, _known(top, folder, revision), "--"], options=_unfiltered(top, folder))
    if diff is not None and ("bad revision" in diff.error or "ambiguous argument" in diff.error):
        raise UsageError(f"git knows no revision {revision!r} here", "Give a commit, a branch or a tag.")
    modules = [row.split("\t", 1)[1] for row in tracked if row.startswith(_SUBMODULE)]
    _read(found, _out(diff, top), prefix, frozenset(modules))
    for path in others:
        if path.endswith("/"):
            _add_inner(found, folder, path[:-1], prefix, "HEAD" if revision == "HEAD" else "")
        elif path:
            found.lines.setdefault(prefix + path, []).append(ALL)
    for path in modules:
        had = git.run(top, folder, ["rev-parse", "--verify", "--quiet", f"{revision}:./{path}"])
        _add_inner(found, folder, path, prefix, had.out.strip() if had and not had.code else "")


def _paths(top: str, folder: str, *which: str) -> list[str]:
    return _out(git.run(top, folder, ["ls-files", *which, "-z"]), top).split("\0")


def _out(said: git.Said | None, top: str) -> str:
    git.check(said, top)
    return said.out if said is not None else ""


def _add_inner(found: Difference, folder: str, path: str, prefix: str, revision: str) -> None:
    """Add a repository inside of another one, since the commit that this one had of it."""
    top = os.path.join(folder, path)
    if not project.git_folder(top):
        return  # a submodule that nobody fetched
    is_known = bool(revision)
    if is_known:
        try:
            _add(found, top, top, f"{prefix}{path}/", revision)
        except UsageError:  # no such commit in it
            is_known = False
    if not is_known:
        found.notes.append(f"{prefix}{path} is a repository of its own; what changed in it since then is not known")


def _known(top: str, folder: str, revision: str) -> str:
    """The revision; before the first commit the empty tree stands for HEAD."""
    if revision != "HEAD":
        return revision
    head = git.run(top, folder, ["rev-parse", "--verify", "--quiet", "HEAD"])
    if head is None or head.code != 1:
        return revision
    empty = git.run(top, folder, ["hash-object", "-t", "tree", "--stdin"])
    return empty.out.strip() if empty and not empty.code else revision


def _unfiltered(top: str, folder: str) -> list[str]:
    """Options that keep git from starting the filters that the repository itself names; the user's own stay."""
    names = ["config", "--local", "--includes", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process)$"]
    said = git.run(top, folder, names)
    options: list[str] = []
    for name in said.out.split("\0") if said and not said.code else ():
        if name and "=" not in name:
            options += ["-c", f"{name}=", "-c", f"{name.rpartition('.')[0]}.required=false"]
    return options


def _read(found: Difference, diff: str, prefix: str, modules: frozenset[str]) -> None:
    """Read a diff without context; lines of the files themselves are counted off, so that none is taken for a head."""
    path, old, inside = "", "", 0
    for line in diff.split("\n"):
        if inside and line[:1] in ("+", "-"):
            inside -= 1
        elif line.startswith("--- "):
            old = _named(line)
        elif line.startswith("+++ "):
            path = _named(line)
            if not path and old:
                found.gone.append(prefix + old)
        elif hunk := _HUNK.match(line):
            first, count = int(hunk[2]) - 1, int(hunk[3] or 1)
            inside = int(hunk[1] or 1) + count
            if path and path not in modules:
                found.lines.setdefault(prefix + path, []).append((first, first + max(count, 1) - 1))


def _named(head: str) -> str:
    """The path in the head of a diff, without its prefix; '' of a file that is not there."""
    name = git.unquoted(head[4:].removesuffix("\t"))
    return "" if name == os.devnull else name[2:]
