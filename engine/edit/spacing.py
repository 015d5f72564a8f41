"""How many blank lines stand between neighbours: the habit of the file, else of the language."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .document import Document

__all__ = ["habit"]


def habit(document: Document, ordinal: int, *, single: bool) -> int:
    """Blank lines between a symbol and a neighbour; `single`: both are one line each."""
    language = document.language
    assert language is not None
    symbols = document.facts.symbols
    parent = symbols[ordinal].parent
    siblings = [(i, symbol) for i, symbol in enumerate(symbols) if symbol.parent == parent]
    gaps: list[tuple[int, int]] = []
    for (i, above), (_, below) in pairwise(siblings):
        between = document.source[above.end_byte : below.start_byte]
        newlines = between.count(b"\n")
        both_single = above.start_line == above.end_line and below.start_line == below.end_line
        apart = above.end_byte <= below.start_byte and newlines and not between.strip(b", ;\t\r\n")
        if apart and both_single == single and above.name != below.name:  # overloads stand together
            gaps.append((abs(i - ordinal), newlines - 1))
    if gaps:
        return Counter(gap for _, gap in sorted(gaps)).most_common(1)[0][0]
    return 0 if single else language.edit.blank_lines[parent >= 0]
