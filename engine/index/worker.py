"""A worker process: reads paths from stdin, writes the facts of each file to stdout. `workers.py` starts it.

Frames both ways are a 4-byte length and that many bytes of `marshal`. The first frame is the job (root, folders of
queries, size cap, whether deep facts are wanted), each later one a list of paths; every path gets one answer, in order.
It ends with its stdin.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from ..languages import load_registry
from .frames import read_frame, write_frame
from .look import look
from .parse import facts_of
from .store import INDEXED, WITH_ERRORS

if TYPE_CHECKING:
    from ..languages import Registry

__all__ = ["deepen", "examine", "main"]


def main() -> None:
    """Serve until stdin ends."""
    stdin, stdout = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not break a frame
    root, folders, max_size, deep = read_frame(stdin)
    work = deepen if deep else examine
    registry = load_registry(folders)
    while (paths := read_frame(stdin)) is not None:
        for path in paths:
            write_frame(stdout, work(root, path, max_size, registry))


def examine(root: str, path: str, max_size: int, registry: Registry) -> tuple[Any, ...] | None:
    """Look at a file and extract its facts: (stamp, racy, left out, key, status, lines, symbols, imports, words)."""
    seen = look(root, path, max_size, registry)
    if seen is None:
        return None
    if seen.left_out or seen.language is None:
        return (*_head(seen), seen.left_out, 0, [], [], "")
    facts = facts_of(seen.language, seen.raw)
    status = WITH_ERRORS if facts.errors else INDEXED
    return (
        *_head(seen),
        status,
        facts.lines,
        [tuple(symbol) for symbol in facts.symbols],
        [tuple(imported) for imported in facts.imports],
        facts.words,
    )


def deepen(root: str, path: str, max_size: int, registry: Registry) -> tuple[bytes, bytes] | None:
    """Look at a file and extract its deep facts: (hash of the content, packed facts)."""
    from ..deepfacts import pack
    from .deep import deep_facts_of

    seen = look(root, path, max_size, registry)
    if seen is None or seen.key is None or seen.language is None or seen.left_out:
        return None
    return seen.key.hash, pack(deep_facts_of(seen.language, seen.raw))


def _head(seen: Any) -> tuple[Any, ...]:
    return tuple(seen.stamp), seen.racy, seen.left_out, tuple(seen.key) if seen.key else None


if __name__ == "__main__":
    main()
