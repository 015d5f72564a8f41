"""Lines of a text (UTF-8 bytes): where they begin and end, how they are indented, what ends them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "blank_lines_above",
    "blank_lines_below",
    "indentation",
    "line_end",
    "line_indentation",
    "line_start",
    "newline_at",
    "offset_of",
    "opens_line",
    "split_text",
    "with_old_line_ends",
]

_BLANKS = b" \t\f"
_LINE_END = re.compile(r"\r\n|\n")


def line_start(source: bytes, at: int) -> int:
    """Where the line of `at` begins."""
    return source.rfind(b"\n", 0, at) + 1


def line_end(source: bytes, at: int) -> int:
    """Where the line of `at` ends, before its line end."""
    end = source.find(b"\n", at)
    if end < 0:
        return len(source)
    return end - 1 if end > at and source[end - 1 : end] == b"\r" else end


def offset_of(source: bytes, line: int, column: int) -> int:
    """The byte at a line and column (bytes), both from 0."""
    start = 0
    for _ in range(line):
        start = source.index(b"\n", start) + 1
    return start + column


def opens_line(source: bytes, at: int) -> bool:
    """Whether only blanks stand before `at` in its line."""
    return not source[line_start(source, at) : at].strip(_BLANKS)


def line_indentation(source: bytes, at: int) -> str:
    """The blanks that the line of `at` begins with."""
    start = line_start(source, at)
    end = start
    while source[end : end + 1] in (b" ", b"\t"):
        end += 1
    return source[start:end].decode("ascii")


def indentation(line: str) -> str:
    """The blanks that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def newline_at(source: bytes, start: int, end: int = -1) -> bytes:
    """The line end for new text at `start`: that of the range it replaces, of the line above, or of any."""
    for at in (
        source.find(b"\n", start, end) if end > start else -1,
        source.rfind(b"\n", 0, start),
        source.find(b"\n"),
    ):
        if at >= 0:
            return b"\r\n" if source[max(at - 1, 0) : at] == b"\r" else b"\n"
    return b"\n"


def split_text(text: str) -> list[str]:
    """The lines of a text as typed, without blank lines around it."""
    lines = _LINE_END.split(text)
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return lines


def blank_lines_above(source: bytes, at: int) -> int:
    """Blank lines right above the line of `at`."""
    start = line_start(source, at)
    text = source[:start]
    kept = text.rstrip()
    return max(text.count(b"\n", len(kept)) - bool(kept), 0)


def blank_lines_below(source: bytes, at: int) -> int:
    """Blank lines right below the line of `at`."""
    end = line_end(source, at)
    rest = source[end:]
    following = len(rest) - len(rest.lstrip())
    return max(rest.count(b"\n", 0, following) - 1, 0)


def with_old_line_ends(old: bytes, new: bytes) -> bytes:
    """`new`, whose lines that were in `old` already end as they did there: for files that mix line ends."""
    if b"\r\n" not in old or old.count(b"\n") == old.count(b"\r\n"):
        return new
    from difflib import SequenceMatcher

    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    matcher = SequenceMatcher(None, _bare(before), _bare(after), autojunk=False)
    for tag, i, _, j, until in matcher.get_opcodes():
        if tag == "equal":
            for offset in range(until - j):
                if before[i + offset].endswith(b"\n") and after[j + offset].endswith(b"\n"):
                    after[j + offset] = before[i + offset]
    return b"".join(after)


def _bare(lines: Iterable[bytes]) -> list[bytes]:
    return [line.rstrip(b"\r\n") for line in lines]
