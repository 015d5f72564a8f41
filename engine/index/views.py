"""What is shown of one repository, or of a tree without one: as git says, or as its `.gitignore` files say.

A view judges paths; it walks nowhere. Git's is exact and is asked once; the other one stands in where there is no git,
no repository, or none that git would open.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Protocol, final

from .. import project
from . import gitfiles
from .ignore import Rules, read_rules

__all__ = ["VENDORED", "VENDORED_FOLDERS", "GitView", "RulesView", "View"]

VENDORED = "dependency or build folder"

# Folders that tools fill and that every .gitignore would name, left out only where no git can tell. Behind the name is
# the file, as seen from the folder around, without which it is a folder like any other: `target` and `venv` are words.
# `build` and `dist` are not among them: in too many projects they are sources.
VENDORED_FOLDERS = {
    ".mypy_cache": "",
    ".pytest_cache": "",
    ".tox": "",
    ".venv": ".venv/pyvenv.cfg",
    "__pycache__": "",
    "node_modules": "",
    "target": "Cargo.toml",
    "venv": "venv/pyvenv.cfg",
}
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj"})


class View(Protocol):
    """What is shown of one repository, or of a tree without one."""

    top: str | None  # absolute; None where there is no repository

    def enter(self, folder: str, *, has_rules: bool) -> None:
        """Take note that `folder` is read next, and whether a .gitignore is in it."""

    def shows(self, path: str) -> bool:
        """Say whether the file `path`, or the link, is shown."""
        ...

    def opens(self, path: str) -> bool | None:
        """Say whether a shown file could be in the folder `path`; None if `settle` has to tell."""
        ...

    def why_not(self, path: str) -> str:
        """Return the reason to count a folder that does not open under; '' if it is just ignored."""
        ...

    def settle(self, undecided: Sequence[str]) -> list[str]:
        """Return those of the `undecided` folders that open."""
        ...


@final
class GitView:
    """What git shows."""

    def __init__(self, top: str, root: str, start: str, shown: Iterable[str], ignored: Iterable[str] = ()) -> None:
        """See what git showed at or below `start`, and folders it said it ignores; these are relative to `start`."""
        self.top: str | None = top
        self._top = top
        self._start = os.path.join(root, start)
        self._prefix = f"{start}/" if start else ""
        self._shown = {self._prefix + path for path in shown} if start else set(shown)
        self._ignored = {self._prefix + path for path in ignored}
        self._filled: set[str] = set()
        for path in self._shown:
            folder = path.rpartition("/")[0]
            while folder and folder not in self._filled:
                self._filled.add(folder)
                folder = folder.rpartition("/")[0]

    def enter(self, folder: str, *, has_rules: bool) -> None:
        """Do nothing: git has read its rules."""

    def shows(self, path: str) -> bool:
        """Say whether git showed it."""
        return path in self._shown

    def opens(self, path: str) -> bool | None:
        """Open what has a shown file, ignored or not, and what is a repository; ask about the rest."""
        if path in self._filled or path in self._shown:
            return True
        return False if path in self._ignored else None

    def why_not(self, path: str) -> str:  # noqa: ARG002  # git has no other reason
        """Count nothing: git ignores it."""
        return ""

    def settle(self, undecided: Sequence[str]) -> list[str]:
        """Ask git which of the folders, all without a shown file, it ignores."""
        paths = [path.removeprefix(self._prefix) for path in undecided]
        ignored = gitfiles.ignored(self._top, self._start, paths)
        return [path for path, asked in zip(undecided, paths, strict=True) if asked not in ignored]


@final
class RulesView:
    """What the `.gitignore` files of a tree leave visible, where no git can tell."""

    def __init__(self, top: str | None, root: str, start: str) -> None:
        """Begin at `start`; rules above it do not count, but those of the repository's `info/exclude` do."""
        self.top = top
        self._root = root
        self._start = start
        common = project.git_common_dir(top) if top and top == os.path.join(root, start).rstrip("/") else None
        rules = read_rules(os.path.join(common, "info", "exclude")) if common else None
        self._first = ((len(start) + bool(start), rules),) if rules else ()
        self._below: dict[str, tuple[tuple[int, Rules], ...]] = {}

    def enter(self, folder: str, *, has_rules: bool) -> None:
        """Read the rules of the folder."""
        above = self._first if folder == self._start else self._rules(folder.rpartition("/")[0])
        rules = read_rules(os.path.join(self._root, folder, ".gitignore")) if has_rules else None
        # The innermost file comes first: what it says, goes.
        self._below[folder] = ((len(folder) + bool(folder), rules), *above) if rules else above

    def shows(self, path: str) -> bool:
        """Say whether no rule hides it."""
        return not self._hides(path, folder=False)

    def opens(self, path: str) -> bool | None:
        """Open what is no version control's, no tool's and not hidden by a rule."""
        name = path[path.rfind("/") + 1 :]
        return name not in _VERSION_CONTROL and not self._hides(path, folder=True) and not self._vendored(path)

    def why_not(self, path: str) -> str:
        """Count the folders of tools."""
        return VENDORED if self._vendored(path) and not self._hides(path, folder=True) else ""

    def settle(self, undecided: Sequence[str]) -> list[str]:
        """Open what it is given; nothing is undecided here."""
        return list(undecided)

    def _hides(self, path: str, *, folder: bool) -> bool:
        for base, rules in self._rules(path.rpartition("/")[0]):
            if (hidden := rules.hide(path[base:], folder=folder)) is not None:
                return hidden
        return False

    def _rules(self, folder: str) -> tuple[tuple[int, Rules], ...]:
        if folder not in self._below:
            self.enter(folder, has_rules=True)
        return self._below[folder]

    def _vendored(self, path: str) -> bool:
        around, _, name = path.rpartition("/")
        marker = VENDORED_FOLDERS.get(name)
        return marker is not None and os.path.exists(os.path.join(self._root, around, marker))
