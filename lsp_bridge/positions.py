"""From a server's positions to ours and back: its lines end as LSP says, its columns count in the encoding agreed on.

Some servers count otherwise than they agreed, so whatever a server points at is held against the text.
"""

from __future__ import annotations

import re
from typing import Any

__all__ = ["ENCODINGS", "Lines", "path_of", "uri_of"]

ENCODINGS = ("utf-8", "utf-16", "utf-32")
"""Encodings that we offer, in order of preference. `utf-32` counts characters."""
_BREAK = re.compile(rb"\r\n|\n|\r")
_UNRESERVED = "/-._~"


class Lines:
    """One text, with where its lines begin."""

    def __init__(self, text: bytes) -> None:
        """Find the lines: unlike ours they also end at a lone carriage return."""
        self.text = text
        self._starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def position(self, offset: int, encoding: str) -> dict[str, int]:
        """An offset in bytes as an LSP position."""
        from bisect import bisect_right

        line = bisect_right(self._starts, offset) - 1
        return {"line": line, "character": _units(self.text[self._starts[line] : offset], encoding)}

    def offset(self, position: Any, encoding: str) -> int:
        """An LSP position as an offset in bytes; past the end of its line it is that end. Raises ValueError."""
        line, character = int(position["line"]), int(position["character"])
        if line < 0 or character < 0:
            raise ValueError("a negative position")
        if line >= len(self._starts):
            return len(self.text)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        row = self.text[start:end].rstrip(b"\r\n")
        return start + min(_bytes(row, character, encoding), len(row))

    def span(self, place: Any, encoding: str) -> tuple[int, int]:
        """An LSP range as a half-open range of bytes. Raises ValueError, KeyError, TypeError."""
        start, end = self.offset(place["start"], encoding), self.offset(place["end"], encoding)
        if start > end:
            raise ValueError("a range that ends before it begins")
        return start, end

    def place(self, offset: int) -> tuple[int, int]:
        """An offset as a line and column of ours: lines end at line feeds alone, columns are bytes."""
        start = self.text.rfind(b"\n", 0, offset) + 1
        return self.text.count(b"\n", 0, start), offset - start

    def offset_of(self, line: int, column: int) -> int:
        """A line and column of ours as an offset."""
        start = 0
        for _ in range(line):
            found = self.text.find(b"\n", start)
            if found < 0:
                return len(self.text)
            start = found + 1
        return min(start + column, len(self.text))

    def named(self, place: Any, encoding: str, name: bytes) -> tuple[int, int] | None:
        """The span of `name` that an LSP range means: as agreed, else as other encodings would count, else None.

        A range may be wider than the name (`h:speak`): then the last occurrence in it is meant.
        """
        for counted in (encoding, *(other for other in ENCODINGS if other != encoding)):
            start, end = self.span(place, counted)
            text = self.text[start:end]
            if text == name:
                return start, end
            if b"\n" not in text and (found := _last_word(text, name)) >= 0:
                return start + found, start + found + len(name)
        return None


def uri_of(path: str) -> str:
    """An absolute path as a file URI."""
    from urllib.parse import quote

    return "file://" + quote(path.encode("utf-8", "surrogateescape"), safe=_UNRESERVED)


def path_of(uri: object) -> str:
    """A file URI as an absolute path; empty for any other."""
    from urllib.parse import unquote_to_bytes, urlsplit

    if not isinstance(uri, str) or not uri.startswith("file:"):
        return ""
    return unquote_to_bytes(urlsplit(uri).path).decode("utf-8", "surrogateescape")


def _last_word(text: bytes, name: bytes) -> int:
    found = [m.start() for m in re.finditer(rb"(?<![\w\x80-\xff])" + re.escape(name) + rb"(?![\w\x80-\xff])", text)]
    return found[-1] if found else -1


def _units(text: bytes, encoding: str) -> int:
    if encoding == "utf-8" or text.isascii():
        return len(text)
    decoded = text.decode("utf-8", "replace")
    return len(decoded) if encoding == "utf-32" else sum(1 + (c > "\uffff") for c in decoded)


def _bytes(row: bytes, count: int, encoding: str) -> int:
    if encoding == "utf-8" or row.isascii():
        return count
    decoded = row.decode("utf-8", "replace")
    if encoding == "utf-32":
        return len(decoded[:count].encode())
    size = units = 0
    for character in decoded:
        if units >= count:
            break
        units += 1 + (character > "\uffff")
        size += len(character.encode())
    return size
