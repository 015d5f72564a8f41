"""Imports every module of some folders, each in a process of its own: `python -m benchmarks importing ROOT FOLDER…`.

Prints a line for each with what came of it: a check to hold before and after an edit. ROOT goes on the path, folders
are below it. The file also runs by itself, without this package: `python benchmarks/importing.py ROOT FOLDER…`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path, metavar="ROOT")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    given = parser.parse_args(arguments)
    root: Path = given.root
    sys.path.insert(0, str(root.resolve()))
    for folder in given.folders:
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if parts[-1] != "__main__":
                print(f"{name}: {_outcome(name)}", flush=True)
    return 0


def _outcome(name: str) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            importlib.import_module(name)
            text = "fine"
        except BaseException as error:  # noqa: BLE001 - whatever a module raises is the answer
            text = f"{type(error).__name__}: {error}"
        os.write(writing, text.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode("utf-8", "replace")
    os.waitpid(child, 0)
    return text or "died"


if __name__ == "__main__":
    sys.exit(main())
