"""codeintel's engine: in a process of its own for whole indexes, in this process for questions.

Run as a program with a root, it makes that project's first index and prints what it holds.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from codeintel.engine.service import Engine

from ..measure import Side, Spent, environment, run

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

__all__ = ["NAME", "SWEEPING", "WATCHING", "CannotWatch", "first_index", "opened"]

NAME = "codeintel"
SWEEPING = "codeintel, sweep"
WATCHING = "codeintel, watcher"


class CannotWatch(Exception):
    """The engine has no watcher here."""


def first_index(root: Path, work: Path) -> Side[Spent]:
    """The side that makes a whole index, from an empty cache each time."""

    def index() -> Spent:
        with tempfile.TemporaryDirectory(dir=work) as cache:
            return run([sys.executable, "-m", __name__, str(root)], environment(CODEINTEL_CACHE=cache), memory=True)

    return Side(NAME, index)


@contextmanager
def opened(root: Path, *, watching: bool) -> Generator[Engine]:
    """An engine whose index is fresh; with a watcher that has begun, or without. Raises CannotWatch."""
    engine = Engine(str(root))
    try:
        engine.refresh()
        if watching:
            try:
                engine.watch()
            except Exception as error:
                raise CannotWatch(str(error)) from error
        yield engine
    finally:
        engine.close()


def main() -> None:
    """Index the project and print what the index holds."""
    engine = Engine(sys.argv[1])
    report = engine.index()
    status = report.status
    engine.close()  # moves the journal into the database
    found = {
        "files": status.files,
        "parsed": report.parsed,
        "symbols": status.symbols,
        "languages": status.languages,
        "left_out": status.left_out,
        "with_errors": status.with_errors,
        "unparsable": status.unparsable,
        "database_bytes": os.path.getsize(status.database),
        "database_bytes_with_journal": status.database_bytes,
        "seconds": report.seconds,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
