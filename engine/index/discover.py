"""Finds the files of a project and the folders in which a file could appear: what git would show, less the settings.

`list_project` looks at everything, `list_folders` at what a sweep found changed. Neither opens a source file: size,
content and language are judged later, by whoever reads it. How git is asked is `gitfiles.py`, what stands in for it
`views.py` and `ignore.py`, and the walk itself `walk.py`.
"""

import os
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from .. import project
from ..settings import Settings
from . import gitfiles
from .views import VENDORED, VENDORED_FOLDERS, GitView, RulesView, View
from .walk import EXCLUDED, OTHER_WORKTREE, SPECIAL, SYMLINK, UNDECODABLE, UNREADABLE, Listing, Walk

__all__ = [
    "EXCLUDED",
    "OTHER_WORKTREE",
    "SPECIAL",
    "SYMLINK",
    "UNDECODABLE",
    "UNREADABLE",
    "VENDORED",
    "VENDORED_FOLDERS",
    "Listing",
    "list_folders",
    "list_project",
]

# Git holds every path against every folder it is asked about; from about here on, listing everything is quicker.
_MANY_FOLDERS = 60


def list_project(root: str, settings: Settings, recognise: Callable[[str], bool]) -> Listing:
    """List all files of the project at `root` for which `recognise` holds, and all folders that may get some."""
    root = os.path.realpath(root)
    walk = Walk(root, settings.exclude, recognise)
    top = project.git_top(root)
    walk.guards.update(_guards(top, root))
    walk.gather(_view(root, "", top), [""])
    while walk.nested:
        start = walk.nested.pop()
        top = os.path.join(root, start)
        walk.guards.update(_guards(top, top))
        walk.gather(_view(root, start, top), [start])
    return walk.listing()


def list_folders(
    root: str,
    settings: Settings,
    recognise: Callable[[str], bool],
    folders: Sequence[str],
    known_folders: Collection[str],
    guards: Collection[str],
) -> Listing:
    """List the files right in `folders`, and whatever is in folders below them that are not among `known_folders`.

    `known_folders` and `guards` are what the last listing of the project said, and better sets than lists. A folder
    that is gone, or a link by now, is no error: it is missing from the listing's folders. Folders below it are not
    looked at. Where `complete` is False the rest of the listing means nothing.
    """
    root = os.path.realpath(root)
    walk = Walk(root, settings.exclude, recognise)
    walk.complete = len(folders) <= _MANY_FOLDERS
    for start, members in _by_repository(root, folders).items() if walk.complete else ():
        top = os.path.join(root, start) if start else project.git_top(root)
        seen = _look(root, members, known_folders, guards)
        strange = top and (not _is_known(top, guards) or (not start and _is_ignored(top, root)))
        if seen is None or strange or len(members) + len(seen.new) > _MANY_FOLDERS:
            walk.complete = False
            break
        view = _view_of(root, start, top, members, seen)
        walk.gather(view, members, known_folders)
    walk.complete = walk.complete and not walk.nested
    return walk.listing()


class _Seen(NamedTuple):
    """What is right in some folders."""

    files: list[str]  # and links, and whatever else is no folder
    new: list[str]  # folders that are not known


def _view(root: str, start: str, top: str | None) -> View:
    """Return git's view of the work tree `top` from the folder `start` on, or a makeshift where git has none."""
    folder = os.path.join(root, start) if start else root
    shown = gitfiles.shown_files(top, folder) if top else None
    if top is None or shown is None or (not shown and _is_ignored(top, folder)):
        return RulesView(top, root, start)
    return GitView(top, root, start, shown)


def _view_of(root: str, start: str, top: str | None, folders: Sequence[str], seen: _Seen) -> View:
    """Return the same view as `_view`, of what is right in `folders` and of what is below the new ones among them."""
    folder = os.path.join(root, start) if start else root
    if top is None:
        return RulesView(top, root, start)
    below = len(start) + bool(start)
    flat, files, new = ([path[below:] for path in paths] for paths in (folders, seen.files, seen.new))
    answer = gitfiles.shown_among(top, folder, flat, files, new)
    return GitView(top, root, start, *answer) if answer else RulesView(top, root, start)


def _is_ignored(top: str, folder: str) -> bool:
    """Say whether the repository around ignores the root itself, which then is a tree of its own."""
    return top != folder and bool(gitfiles.ignored(top, top, [os.path.relpath(folder, top)]))


def _guards(top: str | None, folder: str) -> list[str]:
    """Return what decides about the files below `folder` from outside: git's own files, and rules above it."""
    if top is None:
        return []
    rules: list[str] = []
    while folder != top:
        folder = os.path.dirname(folder)
        rules.append(os.path.join(folder, ".gitignore"))
    return rules + gitfiles.deciding_files(top)


def _is_known(top: str, guards: Collection[str]) -> bool:
    marker = os.path.join(top, ".git")
    return marker in guards or os.path.realpath(os.path.join(marker, "config")) in guards


def _by_repository(root: str, folders: Sequence[str]) -> dict[str, list[str]]:
    """Group the folders that still are some by the repository inside of the project they belong to, '' for none."""
    groups: dict[str, list[str]] = {}
    for folder in folders:
        path = os.path.join(root, folder) if folder else root
        if os.path.realpath(path) == path and os.path.isdir(path):
            start = folder
            while start and not project.git_folder(os.path.join(root, start)):
                start = start.rpartition("/")[0]
            groups.setdefault(start, []).append(folder)
    return groups


def _look(root: str, folders: Sequence[str], known: Collection[str], guards: Collection[str]) -> _Seen | None:
    """Return what is right in `folders`; None if a `.gitignore` has come or gone."""
    seen = _Seen([], [])
    for folder in folders:
        path = os.path.join(root, folder) if folder else root
        prefix = f"{folder}/" if folder else ""
        try:
            with os.scandir(path) as entries:
                kinds = {entry.name: entry.is_dir(follow_symlinks=False) for entry in entries}
        except OSError:  # gone meanwhile, or closed to us: the walk will say so
            continue
        if (".gitignore" in kinds) != (os.path.join(path, ".gitignore") in guards):
            return None
        seen.files.extend(prefix + name for name, is_folder in kinds.items() if not is_folder)
        below = [prefix + name for name, is_folder in kinds.items() if is_folder and name != ".git"]
        seen.new.extend(path for path in below if path not in known)
    return seen
