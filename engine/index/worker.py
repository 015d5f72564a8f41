"""A worker process: reads paths from stdin, writes the facts of each file to stdout. `workers.py` starts it.

Frames both ways are a 4-byte length and that many bytes of `marshal`. The first frame is the job (root, folders of
queries, size cap, whether deep facts are wanted), answered by None once the process is ready; each later one is a list
of paths, and every path gets one answer, in order. A list for an answer is the message and hint of an error. It ends
with its stdin.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from ..errors import BadSettings
from ..languages import load_registry
from .extract import extract, limit_memory, limit_time
from .frames import read_frame, write_frame
from .look import look

if TYPE_CHECKING:
    from ..languages import Registry

__all__ = ["deepen", "examine", "main"]


def main() -> None:
    """Serve until stdin ends."""
    stdin, stdout = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not break a frame
    root, folders, max_size, deep = read_frame(stdin)
    work = deepen if deep else examine
    try:
        registry = load_registry(folders)
        write_frame(stdout, None)
        limit_memory()
        while (paths := read_frame(stdin)) is not None:
            for path in paths:
                limit_time()
                write_frame(stdout, work(root, path, max_size, registry))
    except BadSettings as error:
        write_frame(stdout, [error.message, error.hint])


def examine(root: str, path: str, max_size: int, registry: Registry) -> tuple[Any, ...] | None:
    """Look at a file and extract its facts: (stamp, racy, left out, key, status, lines, symbols, imports, words)."""
    seen = look(root, path, max_size, registry)
    if seen is None:
        return None
    head = tuple(seen.stamp), seen.racy, seen.left_out
    if seen.key is None:
        return (*head, None, seen.left_out, 0, [], [], "")
    key, *rest = extract(seen)
    return (*head, tuple(key), *rest)


def deepen(root: str, path: str, max_size: int, registry: Registry) -> tuple[bytes, bytes] | None:
    """Look at a file and extract its deep facts: (hash of the content, packed facts)."""
    from ..deepfacts import pack
    from .deep import deep_facts_of

    seen = look(root, path, max_size, registry)
    if seen is None or seen.key is None or seen.language is None or seen.left_out:
        return None
    return seen.key.hash, pack(deep_facts_of(seen.language, seen.raw))


if __name__ == "__main__":
    main()
