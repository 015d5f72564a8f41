"""The inverted index of concept search: segments of blobs, each a list of postings a term. Made when first searched.

A segment covers some blobs once and for all. Symbols are numbered through: those of a blob follow each other in source
order. A posting is four bytes: the symbol's number and the bits of `searchable`. What the search needs of the whole
project (how rare a term is, how long symbols are) is counted at question time among the blobs of the view, so no answer
depends on what else the database holds. A changed file makes a small segment; small ones are put together now and then.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..errors import ChangedMeanwhile
from ..facts import ORDERED_KINDS
from .content import proved_content
from .decode import decode
from .rows import StoreDamaged
from .searchable import searchable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..facts import Symbol
    from ..progress import Progress
    from .segment_rows import NewSegment, SegmentRow
    from .store import Store
    from .view import View

__all__ = ["KIND_OF_CODE", "TEST", "Segment", "make_searchable", "postings_of", "read_segment"]

SEARCH_VERSION = 3
"""Of what a segment holds; to be raised when the same blob gives other terms."""
MAX_SEGMENTS = 8
BATCH = 4_000
"""Files a segment at most: bounds the memory of the first one."""
TEST = 128
"""Bit of a symbol's kind: it is a test."""
KIND_OF_CODE = dict(enumerate(("", *ORDERED_KINDS)))
_CODE_OF_KIND = {kind: code for code, kind in KIND_OF_CODE.items()}


class Segment(NamedTuple):
    """A segment without its postings."""

    id: int
    blobs: array[int]
    """Ids of the blobs."""
    firsts: array[int]
    """Number of the first symbol of each, and one more number: how many there are."""
    lengths: array[int]
    """How many terms each symbol has."""
    kinds: bytes
    """The code of each symbol's kind, with TEST for tests."""

    def place(self, number: int) -> tuple[int, int]:
        """Blob id and ordinal of a symbol."""
        at = bisect_right(self.firsts, number) - 1
        return self.blobs[at], number - self.firsts[at]


def make_searchable(view: View, progress: Progress) -> list[SegmentRow]:
    """Cover all blobs of the view; gives the segments. Raises ChangedMeanwhile."""
    store = view.store
    store.drop_segments_but(SEARCH_VERSION)
    while missing := store.unsearchable(view.row.id):
        segment, changed = _made(view, missing[:BATCH], progress, len(missing))
        store.add_segment(segment, [])
        if changed is not None:
            raise changed  # asked again, there is little left to do
    rows = store.segments()
    if len(rows) > MAX_SEGMENTS:
        _put_together(store, rows)
        rows = store.segments()
    return rows


def read_segment(row: SegmentRow) -> Segment:
    """The arrays of a stored segment. Raises StoreDamaged."""
    found = Segment(row.id, _array("q", row.blobs), _array("I", row.firsts), _array("H", row.lengths), row.kinds)
    count = len(found.kinds)
    if len(found.firsts) != len(found.blobs) + 1 or found.firsts[-1] != count or len(found.lengths) != count:
        raise _damaged(f"segment {row.id} does not add up")
    return found


def postings_of(store: Store, segment: Segment, terms: Sequence[str]) -> Iterator[tuple[str, array[int]]]:
    """The postings of those of the terms that a segment has, in order of the terms. Raises StoreDamaged."""
    found = store.postings(segment.id, terms)
    for term in terms:
        if term in found:
            rows = _array("I", found[term])
            if rows and rows[-1] >> 8 >= len(segment.kinds):
                raise _damaged(f"segment {segment.id} has no such symbol")
            yield term, rows


def _array(code: Literal["q", "I", "H"], data: bytes) -> array[int]:
    found: array[int] = array(code)
    try:
        found.frombytes(data)
    except ValueError as error:
        raise _damaged(str(error)) from error
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _damaged(what: str) -> StoreDamaged:
    return StoreDamaged(f"the index is damaged: {what}", "It is made again.")


def _bytes(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()


class _Builder:
    """Numbers symbols and collects postings."""

    def __init__(self) -> None:
        self.blobs = array("q")
        self.firsts = array("I", (0,))
        self.lengths = array("H")
        self.kinds = bytearray()
        self.postings: dict[str, array[int]] = {}

    def add(self, blob_id: int, symbols: Sequence[Symbol], terms: Iterable[dict[str, int]]) -> None:
        postings = self.postings
        for symbol, found in zip(symbols, terms, strict=True):
            high = len(self.kinds) << 8
            for term, bits in found.items():
                rows = postings.get(term)
                if rows is None:
                    postings[term] = array("I", (high | bits,))
                else:
                    rows.append(high | bits)
            self.lengths.append(min(len(found), 0xFFFF))
            code = _CODE_OF_KIND.get(symbol.kind, 0)
            self.kinds.append(code | TEST if "test" in symbol.flags.split() else code)
        self.blobs.append(blob_id)
        self.firsts.append(len(self.kinds))

    def done(self) -> NewSegment:
        from .segment_rows import NewSegment

        return NewSegment(
            SEARCH_VERSION,
            self.blobs.tolist(),
            _bytes(self.blobs),
            _bytes(self.firsts),
            _bytes(self.lengths),
            bytes(self.kinds),
            [(term, _bytes(rows)) for term, rows in sorted(self.postings.items())],
        )


def _made(
    view: View, chosen: Sequence[tuple[int, str]], progress: Progress, total: int
) -> tuple[NewSegment, ChangedMeanwhile | None]:
    """A segment of some blobs, without those whose files have changed by now, and what is to be said of these."""
    builder = _Builder()
    changed: ChangedMeanwhile | None = None
    for done, (blob_id, path) in enumerate(chosen):
        symbols = view.store.symbols_of(blob_id)
        try:
            source = decode(proved_content(view, path)).source if symbols else b""
        except ChangedMeanwhile as error:
            changed = error
            continue
        builder.add(blob_id, symbols, searchable(symbols, source))
        if done % 16 == 0:
            progress("reading words", done, total)
    return builder.done(), changed


def _put_together(store: Store, rows: Sequence[SegmentRow]) -> None:
    """All but the largest segment become one, without the blobs that no view has; all, if that would be half of it."""
    by_size = sorted(rows, key=lambda row: len(row.kinds))
    small = by_size[:-1]
    if 2 * sum(len(row.kinds) for row in small) > len(by_size[-1].kinds):
        small = by_size
    live = store.blobs_in_views()
    builder = _Builder()
    for row in small:
        segment = read_segment(row)
        number_of = array("q", (-1,)) * len(segment.kinds)
        for at, blob_id in enumerate(segment.blobs):
            if blob_id in live:
                for number in range(segment.firsts[at], segment.firsts[at + 1]):
                    number_of[number] = len(builder.kinds)
                    builder.kinds.append(segment.kinds[number])
                    builder.lengths.append(segment.lengths[number])
                builder.blobs.append(blob_id)
                builder.firsts.append(len(builder.kinds))
        for term, data in store.all_postings(row.id):
            kept = [(new << 8) | (entry & 255) for entry in _array("I", data) if (new := number_of[entry >> 8]) >= 0]
            if kept:
                builder.postings.setdefault(term, array("I")).extend(kept)
    store.add_segment(builder.done(), [row.id for row in small])
