"""Makes the search index of a project in a process of its own, of low priority: `python -m … ROOT DATABASE`.

It is a second of work for each thousand files, which would stand in the way of questions if a thread did it. It ends
with its parent's end of the pipe.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from ..errors import CodeintelError
from .segments import make_searchable
from .store import open_store
from .view import View
from .worker import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MANY", "cover_apart"]

MANY = 200
"""Files without words below which the first search makes what it lacks sooner than a process has started."""
PAUSE_SECONDS = 0.1


def cover_apart(root: str, database: str, is_stopped: Callable[[float], bool]) -> bool:
    """Cover all blobs of a view, and say whether it went well. `is_stopped` waits so many seconds; true ends it."""
    # -P: no module is to be found in the current folder, which may be anybody's.
    command = [sys.executable, "-P", "-m", __name__, root, database]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as made:
        while made.poll() is None:
            if is_stopped(PAUSE_SECONDS):
                made.kill()
                made.wait()
    return made.returncode == 0


def main(root: str, database: str) -> int:
    """Be that process; gives its exit code."""
    os.nice(PATIENCE)
    try:
        with closing(open_store(database)) as store:
            make_searchable(View(root, store), _end_with_parent)
    except CodeintelError:
        return 1  # the first search says what is wrong
    return 0


def _end_with_parent(doing: str, done: int, total: int) -> None:
    del doing, done, total  # nobody looks on
    if select.select([sys.stdin], [], [], 0)[0]:
        raise SystemExit(1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
