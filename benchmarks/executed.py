"""Makes of what a running program called a file for `benchmarks.occurrences`.

    python -m benchmarks.executed CALLS.tsv SOURCE_ROOT OUT.jsonl

CALLS.tsv has a line for each place and function that a call from there reached, as the scripts in `tracing/` write it:
path and line of the call, the name that is called, path and line of the function, with tabs between. Paths outside of
SOURCE_ROOT are left out. A line of source in which the name stands more than once is left out too, since nobody knows
which of them was called. What has run has been resolved by the language itself; what has not run is not judged.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Convert, print how many places there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calls")
    parser.add_argument("root")
    parser.add_argument("out")
    given = parser.parse_args(arguments)
    root = os.path.realpath(given.root)
    lines: dict[str, list[bytes]] = {}
    places: dict[tuple[str, int, int, str], set[tuple[str, int]]] = {}
    with open(given.calls, encoding="utf-8", errors="replace") as file:
        for row in file:
            parts = row.rstrip("\n").split("\t")
            if len(parts) != 5:  # noqa: PLR2004 - five columns
                continue
            caller, line, name, callee, defined = parts
            path, target = _inside(root, caller), _inside(root, callee)
            if path is None or target is None:
                continue
            column = _column(_lines(lines, root, path), int(line), name)
            if column is not None:
                places.setdefault((path, int(line), column, name), set()).add((target, int(defined)))
    with open(given.out, "w", encoding="utf-8") as out:
        out.writelines(
            json.dumps([*place, sorted(declared), False]) + "\n" for place, declared in sorted(places.items())
        )
    sys.stdout.write(f"{len(places)} places\n")
    return 0


def _inside(root: str, path: str) -> str | None:
    """A path of the project, from its root; None for one elsewhere."""
    whole = os.path.realpath(os.path.join(root, path.removeprefix("@")))
    return os.path.relpath(whole, root) if whole.startswith(root + "/") and os.path.isfile(whole) else None


def _lines(known: dict[str, list[bytes]], root: str, path: str) -> list[bytes]:
    if path not in known:
        with open(os.path.join(root, path), "rb") as file:
            known[path] = file.read().split(b"\n")
    return known[path]


def _column(lines: list[bytes], line: int, name: str) -> int | None:
    """Where a name stands in a line, if it does so once."""
    if not 0 < line <= len(lines):
        return None
    pattern = rb"(?<![\w\x80-\xff])" + re.escape(name.encode()) + rb"(?![\w\x80-\xff?!])"
    found = [match.start() for match in re.finditer(pattern, lines[line - 1])]
    return found[0] if len(found) == 1 else None


if __name__ == "__main__":
    sys.exit(main())
