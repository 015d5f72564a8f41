"""What each symbol of one blob can be found by: its terms, each with where it stands. Opens no file.

A symbol's own text is its range without those of its members, so that a word counts for the innermost symbol around
it; the names of members count as words of their holder.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from .stems import WORD, parts_of, terms_of, text_terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..facts import Symbol

__all__ = ["BODY", "DOC", "NAME", "OFTEN", "OWNER", "PARAGRAPH", "SIGNATURE", "joined", "name_terms", "searchable"]

NAME, OWNER, SIGNATURE, DOC, BODY = 1, 2, 4, 8, 16
"""Bits that say where a term stands: in the name, in those of the containers, in the header, in the first line of the
doc comment, in the symbol's own text."""
OFTEN = 32
"""Bit of a term that stands in the text several times."""
PARAGRAPH = 64
"""Bit of a term that stands in the first paragraph of the doc comment."""
SEVERAL = 3
MAX_TEXT = 30_000
"""Bytes of own text that are read: what is longer is a table."""
MAX_TERMS = 500
MAX_PARAGRAPH = 600
_PARAGRAPH_END = re.compile(r"\n\W*\n|\n\s*[^\W\d]+\s*[({=:]|\n\s*[@:\\]|[\"'`]{3}|\*/|-->|--\]")
"""An empty line of a comment, the first line of code, a list of parameters, the end of the comment."""


def searchable(symbols: Sequence[Symbol], source: bytes) -> Iterator[dict[str, int]]:
    """For each symbol of a file, in order, its terms with their bits."""
    children: dict[int, list[Symbol]] = {}
    for symbol in symbols:
        if symbol.parent >= 0:
            children.setdefault(symbol.parent, []).append(symbol)
    for ordinal, symbol in enumerate(symbols):
        members = children.get(ordinal, [])
        counts: Counter[str] = Counter()
        text = _own_text(symbol, members, source)
        for word, times in Counter(WORD.findall(text)).items():
            for term in text_terms_of(word):
                counts[term] += times
        for member in members:
            counts.update(terms_of(member.name))
        found = {term: BODY | OFTEN if times >= SEVERAL else BODY for term, times in list(counts.items())[:MAX_TERMS]}
        for bit, terms in (
            (DOC, _of_text(symbol.doc)),
            (PARAGRAPH, _of_text(_paragraph(symbol.doc, text))),
            (SIGNATURE, _of_text(symbol.signature)),
            (OWNER, _of_text(symbol.name_path[: symbol.name_path.rfind("/") + 1])),
            (NAME, name_terms(symbol.name)),
        ):
            for term in terms:
                found[term] = found.get(term, 0) | bit
        yield found


def name_terms(name: str) -> list[str]:
    """The terms of a symbol's name: its parts, and neighbours written together (`hash_table` is also `hashtable`)."""
    parts = parts_of(name)
    return [*terms_of(name), *joined(parts)]


def joined(parts: Sequence[str]) -> list[str]:
    """Each two neighbours as one term."""
    return [term for left, right in pairwise(parts) for term in terms_of(left + right)]


def _of_text(text: str) -> set[str]:
    return {term for word in WORD.findall(text) for term in terms_of(word)}


def _paragraph(doc: str, text: str) -> str:
    """The first paragraph of a doc comment: its first line is often half of a sentence."""
    start = text.find(doc) if doc else -1
    if start < 0:
        return doc
    end = start + len(doc)
    rest = text[end : end + MAX_PARAGRAPH]
    found = _PARAGRAPH_END.search(rest)
    return doc + (rest[: found.start()] if found else rest)


def _own_text(symbol: Symbol, members: Sequence[Symbol], source: bytes) -> str:
    start, end = symbol.start_byte, symbol.end_byte
    if not members:
        return source[start : min(end, start + MAX_TEXT)].decode("utf-8", "replace")
    pieces: list[bytes] = []
    left = MAX_TEXT
    for member in members:
        if start <= member.start_byte < end:
            pieces.append(source[start : min(member.start_byte, start + left)])
            left -= len(pieces[-1])
            start = max(start, member.end_byte)
    pieces.append(source[start : min(end, start + left)])
    return b" ".join(pieces).decode("utf-8", "replace")
