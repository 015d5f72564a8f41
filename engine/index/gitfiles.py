"""What git says about the files of one work tree: which it shows, which folders it ignores, which files decide that.

Runs git so that a repository one does not trust can do no harm: nothing that its configuration names is started
(`core.fsmonitor` is a program, hooks are), nothing is fetched, nothing is written and nobody is asked for a password.
Every function returns None where git cannot tell: no git, a repository of another user, a corrupt index.
"""

import os
import subprocess
from collections.abc import Sequence

from .. import project

__all__ = ["deciding_files", "ignored", "shown_among", "shown_files"]

# No `core.untrackedCache`: `git ls-files` never looks at it. Names as the disk has them, on a Mac too: otherwise a file
# renamed in case only, or composed otherwise than in the index, would be shown under a name that no folder holds.
_OPTIONS = (
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.ignoreCase=false"),
    *("-c", "core.precomposeUnicode=false"),
    *("-c", "protocol.allow=never"),
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# Everything else named GIT_… may be meant for another repository: we may be run from a hook.
_KEPT = frozenset({"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"})
_TIMEOUT = 120.0  # seconds; a repository on a network that went away must not hold the question for ever


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


def _git(top: str, folder: str, *arguments: str, asked: bytes | None = None) -> list[str] | None:
    # `--work-tree`, because the repository's own `core.worktree` may point anywhere.
    command = ["git", *_OPTIONS, f"--work-tree={top}", *arguments]
    try:
        done = subprocess.run(  # no shell, and the arguments are ours
            command,
            check=False,
            cwd=folder,
            env=_environment(),
            input=b"" if asked is None else asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    nothing_found = done.returncode == 1 and arguments[0] != "ls-files"
    return os.fsdecode(done.stdout).split("\0") if done.returncode == 0 or nothing_found else None


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}
    return kept | _ENVIRONMENT


def _literally(folder: str) -> str:
    return "".join(f"\\{char}" if char in "*?[\\" else char for char in folder)
