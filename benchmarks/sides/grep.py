"""What an agent without codeintel reads: lines that `grep` finds, and the stretches of files around them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["found", "read_around", "read_whole", "researched"]

_HIT = re.compile(r"^(?P<path>[^:\n]+):(?P<line>\d+):", re.MULTILINE)
_DEF = re.compile(r"^(?P<indent>\s*)(?:async )?def (?P<name>\w+)")


def found(root: Path, pattern: str, where: str, files: str = "*.py") -> str:
    """What `grep -rnE` prints for files of such names: Python's, unless others are asked for."""
    command = ["grep", "-rnEI", f"--include={files}", "--exclude-dir=.git", "-e", pattern, where]
    text = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, errors="replace").stdout
    return text.replace("./", "") if where == "." else _with_path(text, where)


def read_whole(root: Path, path: str) -> str:
    """A file with numbered lines, as a reader of files gives it."""
    return _numbered((root / path).read_text(errors="replace").splitlines(), 1)


def read_around(root: Path, hits: str, before: int) -> str:
    """The lines before each hit and the hit itself, each stretch once."""
    parts: list[str] = []
    for path, lines in _places(hits).items():
        content = (root / path).read_text(errors="replace").splitlines()
        for first, last in _stretches(lines, before):
            parts.append(f"{path}\n{_numbered(content[first - 1 : last], first)}")
    return "\n".join(parts)


def researched(root: Path, hits: str, before: int, steps: int) -> str:
    """What is read to learn what breaks: the functions around the hits are searched for in turn."""
    text, seen = "", set[str]()
    for _ in range(steps):
        names = sorted({name for name in _functions(root, hits) if name not in seen and not name.startswith("test")})
        seen.update(names)
        hits = "".join(found(root, rf"\b{name}\(", ".") for name in names)
        text += hits + read_around(root, hits, before)
    return text


def _functions(root: Path, hits: str) -> Iterable[str]:
    """The function around each hit, as somebody who reads upwards finds it."""
    for path, lines in _places(hits).items():
        content = (root / path).read_text(errors="replace").splitlines()
        for line in lines:
            depth = len(content[line - 1]) - len(content[line - 1].lstrip())
            for above in reversed(content[: line - 1]):
                head = _DEF.match(above)
                if head is not None and len(head["indent"]) < depth:
                    yield head["name"]
                    break


def _places(hits: str) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for hit in _HIT.finditer(hits):
        places.setdefault(hit["path"], []).append(int(hit["line"]))
    return places


def _stretches(lines: Sequence[int], before: int) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for line in sorted(set(lines)):
        first = max(line - before, 1)
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], line
        else:
            merged.append((first, line))
    return merged


def _numbered(lines: Sequence[str], first: int) -> str:
    return "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, first))


def _with_path(text: str, where: str) -> str:
    """`grep` leaves the name of a single file out of what it prints."""
    return re.sub(r"^(?=\d+:)", f"{where}:", text, flags=re.MULTILINE)
