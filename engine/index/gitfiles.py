"""What git says about the files of one work tree: which it shows, which folders it ignores, which files decide that.

Runs git so that a repository one does not trust can do no harm: nothing that its configuration names is started
(`core.fsmonitor` is a program, hooks are), nothing is fetched, nothing is written and nobody is asked for a password.
Every function returns None where git cannot tell: no git, a repository of another user, a corrupt index.
"""

import os
import subprocess
from collections.abc import Iterable, Sequence

from .. import project

__all__ = ["deciding_files", "ignored_folders", "shown_files", "specs_for"]

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


def shown_files(top: str, folder: str, specs: Sequence[str] = ()) -> set[str] | None:
    """Return the paths that git shows at or below `folder`, relative to it: tracked (deleted ones too) or not ignored.

    A submodule, or another repository inside, is one path, without `/`. `specs` narrows the answer; see `specs_for`.
    """
    answer = _git(top, folder, "ls-files", "-co", "--exclude-standard", "-z", "--", *specs)
    return None if answer is None else {path.removesuffix("/") for path in answer if path}


def specs_for(flat: Iterable[str], deep: Iterable[str]) -> list[str]:
    """Return what narrows `shown_files` to the files right in the folders `flat` and to all below the folders `deep`."""
    globs = (f"{_literally(folder)}/*" if folder else "*" for folder in flat)
    return [*(f":(glob){glob}" for glob in globs), *(f":(literal){folder}" for folder in deep)]


def ignored_folders(top: str, folder: str, paths: Sequence[str]) -> set[str] | None:
    """Return those of `paths`, folders relative to `folder` without any shown file, that git ignores."""
    answer = _check_ignore(top, folder, paths)
    if answer is None and len(paths) > 1:  # one path that git refuses fails all: one inside of an empty submodule
        return {path for path in paths if _check_ignore(top, folder, [path]) != set()}
    return set(paths) if answer is None else answer


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


def _check_ignore(top: str, folder: str, paths: Sequence[str]) -> set[str] | None:
    # `./` keeps a name like `:(x)` from being read as a command to git.
    asked = b"".join(os.fsencode(f"./{path}") + b"\0" for path in paths)
    answer = _git(top, folder, "check-ignore", "-z", "--stdin", asked=asked)
    return None if answer is None else {path.removeprefix("./") for path in answer if path}


def _git(top: str, folder: str, *arguments: str, asked: bytes | None = None) -> list[str] | None:
    # `--work-tree`, because the repository's own `core.worktree` may point anywhere.
    command = ["git", *_OPTIONS, f"--work-tree={top}", *arguments]
    try:
        done = subprocess.run(  # noqa: S603  # no shell, and the arguments are ours
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
