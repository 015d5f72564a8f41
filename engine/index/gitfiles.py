"""What git says about the files of one work tree: which it shows, which folders it ignores, which files decide that.

Every function returns None where git cannot tell: no git, a repository of another user, a corrupt index.
"""

import os
from collections.abc import Sequence

from .. import project
from . import git

__all__ = ["deciding_files", "ignored", "shown_among", "shown_files"]


def shown_files(top: str, folder: str, below: Sequence[str] = ()) -> set[str] | None:
    """Return the paths that git shows in `folder`, relative to it: tracked (deleted ones too) or not ignored.

    A submodule, or another repository inside, is one path, without `/`. With `below` only what is at or below those.
    """
    specs = [f":(literal){path}" for path in below]
    answer = _git(top, folder, "ls-files", "-co", "--exclude-standard", "-z", "--", *specs)
    return None if answer is None else {path.removesuffix("/") for path in answer if path}


def shown_among(
    top: str, folder: str, folders: Sequence[str], files: Sequence[str], new: Sequence[str]
) -> tuple[set[str], set[str]] | None:
    """Return what git shows right in some `folders` and below the `new` folders in them, and which new ones it ignores.

    `files` are in the `folders`; all paths are relative to `folder`. Does not let git look for untracked files in the
    `folders` itself: it would read everything below to find those of one. Each start of git costs 2 to 3 ms.
    """
    specs = [f":(glob){_literally(path)}/*" if path else ":(glob)*" for path in folders]
    answer = _git(top, folder, "ls-files", "-c", "-z", "--", *specs)
    if answer is None:
        return None
    tracked = {path for path in answer if path}
    untracked = {path for path in files if path not in tracked}
    closed = ignored(top, folder, [*untracked, *new])
    shown = untracked - closed
    # With its index at hand git never calls a file ignored that stands where a tracked folder was.
    hidden = _check_ignore(top, folder, sorted(shown), "--no-index") if shown else set[str]()
    opened = [path for path in new if path not in closed]
    below = shown_files(top, folder, opened) if opened else set[str]()
    return None if hidden is None or below is None else (tracked | (shown - hidden) | below, closed.intersection(new))


def ignored(top: str, folder: str, paths: Sequence[str]) -> set[str]:
    """Return those of `paths`, relative to `folder`, that git ignores: nothing tracked or with tracked files in it."""
    if not paths:
        return set()
    if (answer := _check_ignore(top, folder, paths)) is not None:
        return answer
    # One path inside of a submodule that is not initialised fails all. Git shows nothing there.
    groups: dict[str, list[str]] = {}
    for path in paths:
        groups.setdefault(os.path.dirname(path), []).append(path)
    return {path for group in groups.values() for path in _ignored_or_all(top, folder, group)}


def deciding_files(top: str) -> list[str]:
    """Return the files, there or not, that decide beside `.gitignore` files what git shows of the work tree `top`."""
    folder = project.git_folder(top) or os.path.join(top, ".git")
    common = project.git_common_dir(top) or folder
    settings = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    chosen = _git(top, top, "config", "-z", "--type=path", "--get", "core.excludesFile")
    excludes = os.path.join(top, chosen[0]) if chosen and chosen[0] else os.path.join(settings, "git", "ignore")
    files = [
        os.path.join(folder, "index"),
        os.path.join(common, "config"),
        os.path.join(common, "info", "exclude"),
        excludes,
        os.environ.get("GIT_CONFIG_GLOBAL") or os.path.expanduser("~/.gitconfig"),
        os.path.join(settings, "git", "config"),
    ]
    marker = os.path.join(top, ".git")
    return [*files, marker] if os.path.isfile(marker) else files


def _ignored_or_all(top: str, folder: str, paths: Sequence[str]) -> set[str]:
    answer = _check_ignore(top, folder, paths)
    return set(paths) if answer is None else answer


def _check_ignore(top: str, folder: str, paths: Sequence[str], *options: str) -> set[str] | None:
    # `./` keeps a name like `:(x)` from being read as a command to git.
    asked = b"".join(os.fsencode(f"./{path}") + b"\0" for path in paths)
    answer = _git(top, folder, "check-ignore", *options, "-z", "--stdin", asked=asked)
    return None if answer is None else {path.removeprefix("./") for path in answer if path}


def _git(top: str, folder: str, *arguments: str, asked: bytes = b"") -> list[str] | None:
    said = git.run(top, folder, arguments, asked=asked)
    if said is None:
        return None
    nothing_found = said.code == 1 and arguments[0] != "ls-files"
    return said.out.split("\0") if said.code == 0 or nothing_found else None


def _literally(folder: str) -> str:
    return "".join(f"\\{char}" if char in "*?[\\" else char for char in folder)
