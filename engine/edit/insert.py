"""Plans to put a text before or after a symbol. Gives the ways to do it, likeliest first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..errors import UsageError
from .fit import Place, fitted, unit_at
from .lines import (
    blank_lines_above,
    blank_lines_below,
    indentation,
    line_end,
    line_indentation,
    line_start,
    newline_at,
    opens_line,
    split_text,
)
from .plan import Expect, FileEdit
from .remove import end_of_lines, is_first, is_last
from .spacing import habit
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..facts import Symbol
    from .document import Document

__all__ = ["insertions"]


def insertions(document: Document, ordinal: int, text: str, *, after: bool, apart: bool = False) -> Iterator[FileEdit]:
    """Put `text` beside the symbol, with blank lines and separators as its neighbours have them.

    `apart`: also one-line neighbours are to have blank lines between them.
    """
    symbol = document.facts.symbols[ordinal]
    lines = split_text(text)
    if not lines:
        raise UsageError("the new text is empty", "Give the text on stdin, or name a file with --file.")
    assert document.language is not None
    source = document.source
    place = Place(line_indentation(source, symbol.start_byte), unit_at(source, symbol.start_byte, symbol.end_byte))
    for fit in fitted(document.language, lines, place):
        for edits, new in _ways(document, ordinal, fit, after=after, apart=apart):
            first = min(edits, key=lambda edit: edit.start)
            skipped = sum(len(edit.text) for edit in edits) - len(new)
            start = first.start + skipped
            yield FileEdit(document, edits, Expect(of=ordinal, span=(start, start + len(new)), container=symbol.parent))


def _ways(
    document: Document, ordinal: int, fit: list[str], *, after: bool, apart: bool
) -> Iterator[tuple[tuple[TextEdit, ...], bytes]]:
    """Edits, and the part of their text that is new code."""
    symbol = document.facts.symbols[ordinal]
    source = document.source
    following = source[symbol.end_byte :].lstrip()[:1]
    closed = source[symbol.end_byte - 1 : symbol.end_byte] == b","
    listed = closed or following == b"," or source[: symbol.start_byte].rstrip().endswith(b",")
    bare = fit[-1].rstrip(",;")
    with_comma = [*fit[:-1], f"{bare},"]
    place = partial(_after if after else _before, apart=apart)
    if listed and (closed or following == b"," or not after):
        yield place(document, ordinal, with_comma)
    elif listed:
        yield _behind_last(document, symbol, [*fit[:-1], bare])
    yield place(document, ordinal, fit)
    yield place(document, ordinal, [*fit[:-1], f"{fit[-1]};"])
    if after and len(fit) == 1 and not opens_line(source, symbol.start_byte):
        yield _in_line(symbol, fit[0])
    yield place(document, ordinal, with_comma)
    if after and not listed:
        yield _behind_last(document, symbol, fit)


def _before(
    document: Document, ordinal: int, lines: Sequence[str], *, apart: bool
) -> tuple[tuple[TextEdit, ...], bytes]:
    symbol = document.facts.symbols[ordinal]
    source = document.source
    newline = newline_at(source, symbol.start_byte, symbol.end_byte)
    if not opens_line(source, symbol.start_byte):
        new = _inline(lines, newline) + b" "
        return (TextEdit(symbol.start_byte, symbol.start_byte, new),), new
    gap = habit(document, ordinal, single=not apart and _single(symbol, lines))
    above = 0
    if not is_first(document, symbol):
        above = max(gap - blank_lines_above(source, symbol.start_byte), 0)
    at = line_start(source, symbol.start_byte)
    new = newline * above + newline.join(line.encode() for line in lines) + newline * (gap + 1)
    return (TextEdit(at, at, new),), new


def _after(
    document: Document, ordinal: int, lines: Sequence[str], *, apart: bool
) -> tuple[tuple[TextEdit, ...], bytes]:
    symbol = document.facts.symbols[ordinal]
    source = document.source
    newline = newline_at(source, symbol.start_byte, symbol.end_byte)
    at = end_of_lines(document, symbol)
    if at is None:
        at = symbol.end_byte
        rest = source[at : line_end(source, at)].lstrip()
        if rest[:1] in (b",", b";") and rest[1:2] != b";":
            at = line_end(source, at) - len(rest) + 1
        new = b" " + _inline(lines, newline) + (b" " if source[at : at + 1] not in (b" ", b"\r", b"\n", b"") else b"")
        return (TextEdit(at, at, new),), new
    gap = habit(document, ordinal, single=not apart and _single(symbol, lines))
    below = 0
    if not is_last(document, symbol):
        below = max(gap - blank_lines_below(source, at), 0)
    new = newline * (gap + 1) + newline.join(line.encode() for line in lines) + newline * below
    return (TextEdit(at, at, new),), new


def _behind_last(document: Document, symbol: Symbol, lines: Sequence[str]) -> tuple[tuple[TextEdit, ...], bytes]:
    """Behind the last thing of a list that no comma follows; it may be the last of its statement."""
    source = document.source
    end = symbol.end_byte - source.endswith(b";", symbol.start_byte, symbol.end_byte)
    newline = newline_at(source, symbol.start_byte, symbol.end_byte)
    if opens_line(source, symbol.start_byte):
        new = b"," + newline + newline.join(line.encode() for line in lines)
    else:
        new = b", " + _inline(lines, newline)
    return (TextEdit(end, end, new),), new


def _in_line(symbol: Symbol, line: str) -> tuple[tuple[TextEdit, ...], bytes]:
    """Behind a symbol in the midst of its line, as another statement."""
    new = line.strip().encode()
    return (TextEdit(symbol.end_byte, symbol.end_byte, b"; " + new),), new


def _inline(lines: Sequence[str], newline: bytes) -> bytes:
    first = lines[0][len(indentation(lines[0])) :]
    return newline.join(line.encode() for line in (first, *lines[1:]))


def _single(symbol: Symbol, lines: Sequence[str]) -> bool:
    return symbol.start_line == symbol.end_line and len(lines) == 1
