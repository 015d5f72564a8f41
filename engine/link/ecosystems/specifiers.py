"""How one file names another in modules that are files: by a relative path, or by a name that stands for a folder.

Every text is held against the resolver: it is given only if it means the file that it is to mean.
"""

from __future__ import annotations

import os
from itertools import takewhile
from posixpath import normpath, relpath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["DECLARED", "Names", "carried", "specifier"]

DECLARED = (".d.ts", ".d.mts", ".d.cts")
MADE_OF = {
    **dict.fromkeys((".ts", ".tsx", ".d.ts"), ".js"),
    **dict.fromkeys((".mts", ".d.mts"), ".mjs"),
    **dict.fromkeys((".cts", ".d.cts"), ".cjs"),
}
"""The suffix of what is made from a file, by which it may be named."""
NEEDED = (".mjs", ".cjs", ".mts", ".cts")
"""Suffixes that are never left out."""


class Names(NamedTuple):
    """What is asked of a resolver."""

    meant: Callable[[str, str], str | None]
    """The file that a text names in a file."""
    package: Callable[[str], str | None]
    """The folder of the package that a file belongs to."""
    depends: Callable[[str, str], bool]
    """Whether the package of a file says that it needs what a text names."""


def specifier(names: Names, path: str, target: str, like: Sequence[str]) -> str | None:
    """How the file at `path` names the one at `target`, in the manner of the first of `like` that can say it."""
    for example in [*like, "./a"]:
        if example.startswith("."):
            found = _relative(names, path, target, example)
        else:
            found = _from_start(names, path, target, example)
        if found is not None and names.meant(path, found) == target:
            return found
    return None


def carried(names: Names, text: str, old: str, new: str) -> str | None:
    """How the file at `new` names what `text` names in the file at `old`; None where that is not sure."""
    target = names.meant(old, text)
    if not text.startswith("."):
        if target is None:
            same = names.package(old) == names.package(new) or names.depends(new, text)
            return text if same and names.meant(new, text) is None else None
        return text if names.meant(new, text) == target else specifier(names, new, target, [text])
    if os.path.dirname(old) == os.path.dirname(new):
        return text
    moved = _dotted(relpath(normpath(os.path.join(os.path.dirname(old), text)), os.path.dirname(new) or "."))
    if text.endswith("/") and not moved.endswith("/"):
        moved += "/"
    if names.meant(new, moved) == target:
        return moved
    return specifier(names, new, target, [text]) if target is not None else None


def _relative(names: Names, path: str, target: str, example: str) -> str | None:
    """With the suffix, or without, as the example has it."""
    folder = os.path.dirname(path)
    shown = names.meant(path, example)
    if names.package(path) != names.package(target) and (shown is None or names.package(shown) == names.package(path)):
        return None  # files of another package are named by its name
    stem, suffix = _split(target)
    written = os.path.splitext(example)[1]
    if written in MADE_OF or written in MADE_OF.values() or suffix in NEEDED:
        made = written in MADE_OF.values() or suffix in NEEDED
        name = stem + (MADE_OF.get(suffix, suffix) if made and written not in MADE_OF else suffix)
    elif os.path.basename(stem) == "index" and os.path.basename(example) != "index":
        name = os.path.dirname(stem)
    else:
        name = stem
    return _dotted(relpath(name or ".", folder or "."))


def _from_start(names: Names, path: str, target: str, example: str) -> str | None:
    """From the folder for which the beginning of the example stands."""
    shown = names.meant(path, example)
    if shown is None:
        return None
    stem, suffix = _split(shown)
    goal_stem, goal_suffix = _split(target)
    made, goal_made = stem + MADE_OF.get(suffix, suffix), goal_stem + MADE_OF.get(goal_suffix, goal_suffix)
    for known, goal in ((shown, target), (made, goal_made), (stem, goal_stem)):
        tail = _common_end(known, example)
        root, start = known[: len(known) - len(tail)], example[: len(example) - len(tail)]
        if tail and goal.startswith(root):
            return start + goal[len(root) :]
    return None


def _common_end(one: str, other: str) -> str:
    """The folders and the file that both paths end with."""
    parts = zip(reversed(one.split("/")), reversed(other.split("/")), strict=False)
    return "/".join(reversed([mine for mine, _ in takewhile(lambda pair: pair[0] == pair[1], parts)]))


def _split(path: str) -> tuple[str, str]:
    for suffix in DECLARED:
        if path.endswith(suffix):
            return path[: -len(suffix)], suffix
    return os.path.splitext(path)


def _dotted(path: str) -> str:
    return path if path.startswith(".") else f"./{path}"
