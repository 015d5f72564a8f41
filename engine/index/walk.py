"""Walks the folders of a project and gathers what counts, folder by folder, without following any link.

Sees to what is the same with and without git: links, odd files, names that are not UTF-8, settings, repositories
inside. What is shown at all is a `View`'s to say; where a walk begins and ends is `discover.py`'s.
"""

import os
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, final

from .. import project
from .ignore import Rules
from .secrets import SECRET, is_secret
from .views import View

__all__ = [
    "EXCLUDED",
    "OTHER_WORKTREE",
    "SPECIAL",
    "SYMLINK",
    "UNDECODABLE",
    "UNREADABLE",
    "Listing",
    "Walk",
]

EXCLUDED = "excluded by settings"
OTHER_WORKTREE = "worktree of this repository"
SPECIAL = "not a regular file"
SYMLINK = "symbolic link"
UNDECODABLE = "file name is not UTF-8"
UNREADABLE = "folder cannot be read"


class Listing(NamedTuple):
    """What counts of a project, or of some folders of it. Paths are relative to the root unless said otherwise."""

    files: list[str]  # regular files that are recognised, sorted
    folders: list[str]  # every folder in which such a file could appear, '' for the root, sorted
    other: dict[str, int]  # folder → how many files of it are shown but not recognised
    left_out: dict[str, dict[str, int]]  # folder → reason → how many files, links and folders in it were left out
    guards: list[str]  # absolute paths of files, there or not, whose change may alter what is visible, sorted
    complete: bool  # False: more changed than these folders, the whole project needs to be listed


@final
class Walk:
    """One walk over one or several views, and what it gathers."""

    def __init__(self, root: str, exclude: Iterable[str], recognise: Callable[[str], bool]) -> None:
        """Prepare to gather below `root`."""
        self.root = root
        self.files: list[str] = []
        self.folders: list[str] = []
        self.other: dict[str, int] = {}
        self.left_out: dict[str, dict[str, int]] = {}
        self.guards: set[str] = set()
        self.nested: list[str] = []  # repositories met inside of another, or of none
        self.complete = True
        self._recognise = recognise
        self._excluded = Rules(os.fsencode(pattern) for pattern in exclude)

    def listing(self) -> Listing:
        """Return what was gathered."""
        ordered = sorted(self.files), sorted(self.folders)
        return Listing(*ordered, self.other, self.left_out, sorted(self.guards), self.complete)

    def gather(self, view: View, start: Iterable[str], known: Collection[str] = ()) -> None:
        """Gather from the folders `start` and all below them but the `known`; put repositories inside aside."""
        pending, undecided = list(start), list[str]()
        listed = frozenset(pending)
        while pending:
            folder = pending.pop()
            entries = self._read(folder)
            if entries is not None and not self._is_nested(view, folder, entries):
                for path, opens in self._take(view, folder, entries, known):
                    if path not in known and path not in listed:
                        (pending if opens else undecided).append(path)
            if not pending and undecided:
                pending, undecided = view.settle(undecided), []

    def _read(self, folder: str) -> "list[os.DirEntry[str]] | None":
        try:
            with os.scandir(os.path.join(self.root, folder)) as entries:
                return list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            self.folders.append(folder)  # so that it is looked at again
            self._count(folder, UNREADABLE)
            return None

    def _is_nested(self, view: View, folder: str, entries: "list[os.DirEntry[str]]") -> bool:
        """Say whether another repository begins here; put it aside unless it is a second work tree of this one."""
        path = os.path.join(self.root, folder) if folder else self.root
        if path == view.top or not any(entry.name == ".git" for entry in entries) or not project.git_folder(path):
            return False
        if view.top and project.git_common_dir(path) == project.git_common_dir(view.top):
            self._count(folder.rpartition("/")[0], OTHER_WORKTREE)
        else:
            self.nested.append(folder)
        return True

    def _take(
        self, view: View, folder: str, entries: "list[os.DirEntry[str]]", known: Collection[str]
    ) -> list[tuple[str, bool | None]]:
        """Take in the files of one folder; return the folders in it that open, or may open (None)."""
        self.folders.append(folder)
        has_rules = any(entry.name == ".gitignore" for entry in entries)
        if has_rules:
            self.guards.add(os.path.join(self.root, folder, ".gitignore"))
        view.enter(folder, has_rules=has_rules)
        prefix = f"{folder}/" if folder else ""
        below: list[tuple[str, bool | None]] = []
        for entry in entries:
            path = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                opens = entry.name != ".git" and view.opens(path)
                # Our own reasons come first: whether git ignores such a folder as well need not be asked.
                reason = self._reason(path, entry.name, folder=True) or (view.why_not(path) if opens is False else "")
                if opens is not False and not reason:
                    below.append((path, opens))
                    continue
                self.complete = self.complete and path not in known
                if reason:
                    self._count(folder, reason)
            elif view.shows(path):
                self._file(folder, path, entry)
            elif not entry.is_symlink() and not entry.is_file(follow_symlinks=False):
                self._count(folder, SPECIAL)  # git shows only those it tracks
        return below

    def _file(self, folder: str, path: str, entry: "os.DirEntry[str]") -> None:
        if entry.is_symlink():
            self._count(folder, SYMLINK)
        elif not entry.is_file(follow_symlinks=False):
            self._count(folder, SPECIAL)
        elif reason := self._reason(path, entry.name, folder=False):
            self._count(folder, reason)
        elif self._recognise(path):
            self.files.append(path)
        else:
            self.other[folder] = self.other.get(folder, 0) + 1

    def _reason(self, path: str, name: str, *, folder: bool) -> str:
        """Return why a path that is shown is left out all the same; '' if it is not."""
        if not _is_utf8(name):
            return UNDECODABLE
        if is_secret(name, folder=folder):
            return SECRET
        return EXCLUDED if self._excluded and self._excluded.hide(path, folder=folder) else ""

    def _count(self, folder: str, reason: str) -> None:
        reasons = self.left_out.setdefault(folder, {})
        reasons[reason] = reasons.get(reason, 0) + 1


def _is_utf8(name: str) -> bool:
    if name.isascii():
        return True
    try:
        _ = name.encode()
    except UnicodeEncodeError:
        return False
    return True
