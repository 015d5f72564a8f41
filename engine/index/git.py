"""Runs git so that a repository one does not trust can do no harm, and reads and writes file names as git prints them.

Nothing that a repository's configuration names is started (`core.fsmonitor` is a program, hooks are), nothing is
fetched, nothing is written and nobody is asked for a password.
"""

import os
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import Failed

__all__ = ["Said", "check", "quoted", "run", "unquoted"]

# No `core.untrackedCache`: `git ls-files` never looks at it. Names as the disk has them, on a Mac too: otherwise a file
# renamed in case only, or composed otherwise than in the index, would be shown under a name that no folder holds.
_OPTIONS = (
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.ignoreCase=false"),
    *("-c", "core.precomposeUnicode=false"),
    *("-c", "core.quotePath=false"),
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

_SIGNS = {
    '"': '\\"',
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
}
_SPELLED = str.maketrans({**{chr(code): f"\\{code:03o}" for code in (*range(32), 127)}, **_SIGNS})


class Said(NamedTuple):
    """What git answered."""

    code: int
    out: str
    """What it printed; bytes that are no UTF-8 are surrogates, as in file names."""
    error: str


def run(
    top: str, folder: str, arguments: Sequence[str], *, asked: bytes = b"", options: Sequence[str] = ()
) -> Said | None:
    """Run git in `folder` of the work tree `top`, with `asked` on its stdin; None where it cannot be run or hangs."""
    # `--work-tree`, because the repository's own `core.worktree` may point anywhere.
    command = ["git", *_OPTIONS, *options, f"--work-tree={top}", *arguments]
    try:
        done = subprocess.run(  # no shell, and the arguments are ours
            command,
            check=False,
            cwd=folder,
            env=_environment(),
            input=asked,
            capture_output=True,
            timeout=_TIMEOUT,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Said(done.returncode, os.fsdecode(done.stdout), done.stderr.decode("utf-8", "replace"))


def check(said: Said | None, top: str) -> None:
    """Raise Failed where git could not be run, or would or could not read the repository of the work tree `top`."""
    if said is None:
        raise Failed("git cannot be run, or does not answer", "Install git, or look why it hangs.")
    if "dubious ownership" in said.error:
        raise Failed(
            f"git refuses to read {top}, since it belongs to another user",
            f"If you trust it: `git config --global --add safe.directory {top}`.",
        )
    if said.code:
        lines = said.error.split("\n")
        fatal = next((line.removeprefix("fatal: ") for line in lines if line.startswith("fatal: ")), lines[0])
        raise Failed(f"git cannot read {top}: {fatal}", "Mend the repository; `git status` says more.")


def quoted(path: str) -> str:
    """A path as git prints it: one that would break a line, or looks quoted, stands in quotes, spelled."""
    spelled = path.translate(_SPELLED)
    return path if spelled == path else f'"{spelled}"'


def unquoted(text: str) -> str:
    """The path that git printed."""
    if not (text.startswith('"') and text.endswith('"') and len(text) > 1):
        return text
    return os.fsdecode(os.fsencode(text[1:-1]).decode("unicode_escape").encode("latin-1"))


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}
    return kept | _ENVIRONMENT
