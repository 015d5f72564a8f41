"""Imports every module below some folders, each in a process of its own: `python benchmarks/importing.py ROOT FOLDER…`.

Prints a line for each with what came of it. ROOT goes on the path, folders are below it.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path


def main() -> None:
    """Print what came of it."""
    root, *folders = map(Path, sys.argv[1:])
    sys.path.insert(0, str(root.resolve()))
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if parts[-1] != "__main__":
                print(f"{name}: {_outcome(name)}", flush=True)


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
    main()
