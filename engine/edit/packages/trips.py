"""From which package to which a definition moves, where every file says of which it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...link.linker import Linker
    from ..moved import Move

__all__ = ["Trip"]


class Trip(NamedTuple):
    """Two packages."""

    linker: Linker
    old: str
    new: str
    why: str
    """Why the two do not go together; empty where they do."""

    @classmethod
    def of(cls, move: Move) -> Trip:
        """The packages of the two files; that of a new one is where its folder says."""
        linker, source, goal = move.linker, move.source.path, move.goal.path
        old = linker.project.prefixes(source).package(source)
        root = _root(_folder(source), old)
        if move.goal.source.strip():
            new = linker.project.prefixes(goal).package(goal)
            why = "" if _root(_folder(goal), new) == root else f"{source} and {goal} are not built together"
            return cls(linker, old, new, "" if _folder(source) == _folder(goal) and old == new else why)
        if _folder(source) == _folder(goal):
            return cls(linker, old, old, "")
        below = _folder(goal).removeprefix(root or "").strip("/") if root is not None else ""
        inside = root is not None and (not root or _folder(goal) == root or _folder(goal).startswith(f"{root}/"))
        new = below.replace("/", ".")
        why = "" if inside else f"nothing says of which package {goal} would be"
        others = {
            linker.project.prefixes(path).package(path)
            for path in linker.project.families
            if _folder(path) == _folder(goal) and path != goal and linker.library(path) is linker.library(goal)
        }
        if inside and others and new not in others:
            why = f"the other files beside {goal} are of {', '.join(sorted(others))}"
        return cls(linker, old, new, why)

    @property
    def is_same(self) -> bool:
        """Whether the definition stays in its package."""
        return self.old == self.new

    def package(self, path: str) -> str:
        """The package of a file, also of one that is to be made."""
        return self.linker.project.prefixes(path).package(path)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _root(folder: str, package: str) -> str | None:
    """The folder in which those of packages begin; None where a file does not lie in that of its own."""
    below = package.replace(".", "/")
    if not below or folder == below:
        return folder if not below else ""
    return folder[: -len(below) - 1] if folder.endswith(f"/{below}") else None
