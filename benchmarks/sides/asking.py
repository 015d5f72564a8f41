"""A process that asks and does nothing else, for its memory: `python -m benchmarks.sides.asking ROOT NAME…`."""

from __future__ import annotations

import contextlib
import sys

from codeintel.engine.answers.values import FindRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine

__all__ = ["main"]


def main(root: str, names: list[str]) -> None:
    """Ask for each name, by itself and as a part of others, without a watcher and, if there is one here, with it."""
    engine = Engine(root)
    for watching in (False, True):
        if watching:
            with contextlib.suppress(CodeintelError):
                engine.watch()
        for name in names:
            engine.find(FindRequest(name))
            engine.find(FindRequest(name[:6], substring=True))
    engine.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
