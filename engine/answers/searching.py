"""The search index of a view in memory, and its first ranking: which symbols have the wanted terms, by weighted fields.

Made ready once a state of the view. What is counted (how many symbols there are, how many have a term) is counted among
the files of the view alone.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import log
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from ..index.rows import Located
from ..index.searchable import BODY, DOC, NAME, OFTEN, OWNER, PARAGRAPH, SIGNATURE
from ..index.segments import KIND_OF_CODE, TEST, make_searchable, postings_of, read_segment
from ..index.stems import terms_of
from .standing import PRODUCT, standing
from .standing import TEST as TEST_FILE

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..index.segments import Segment
    from ..index.sync import Sync
    from ..progress import Progress

__all__ = ["SHARES", "Candidate", "Ranked", "Searching", "searching", "weight_of"]

KEPT = "searching"
FIELD_WEIGHTS = {NAME: 6.0, OWNER: 2.0, SIGNATURE: 1.0, DOC: 2.4, PARAGRAPH: 1.8, BODY: 0.8}
OFTEN_WEIGHT = 0.5
"""Added where a word stands in the text several times."""
SATURATION = 3.0
"""The weight at which a term gives half of what it can give."""
LONG = 0.3
"""How much longer symbols have to have more to count the same."""
MAX_LENGTHS = 4.0
USUAL_TERMS = 20
"""A fixed length to compare with: the average would depend on what else the index holds."""
KIND_WEIGHTS = {
    "class": 1.0,
    "function": 1.0,
    "method": 1.0,
    "interface": 1.0,
    "struct": 1.0,
    "constructor": 0.8,
    "property": 0.9,
    "enum": 0.9,
    "namespace": 0.7,
    "module": 0.7,
    "package": 0.6,
    "constant": 0.6,
    "object": 0.7,
    "variable": 0.55,
    "operator": 0.7,
    "event": 0.7,
    "field": 0.45,
    "enum_member": 0.4,
    "key": 0.35,
    "type_parameter": 0.2,
}
STANDING_WEIGHTS = {PRODUCT: 1.0, TEST_FILE: 0.3}
WANTED_TEST = 0.8
"""Of tests where they are wanted: what they are about is still more likely meant."""
OTHER_STANDING = 0.4
"""Of examples, generated and vendored code."""


class Candidate(NamedTuple):
    """A symbol that has some of the terms."""

    blob_id: int
    ordinal: int
    score: float
    standing: float
    """What its place in the project is worth: product code before tests."""
    found: dict[str, int]
    """The terms that it has, each with the bits that say where."""


class Ranked(NamedTuple):
    """The best candidates, and how rare each term is among the symbols of the view."""

    candidates: list[Candidate]
    rarity: dict[str, float]
    """Of each term that occurs: high for rare ones."""


class _Part(NamedTuple):
    """A segment as the view sees it."""

    segment: Segment
    where: list[tuple[str, ...]]
    """The paths of each of its blobs in the view."""
    dead: bytearray | None
    """One for each symbol that is not in the view; None where all are."""
    weights: list[float]
    """What each symbol is worth whatever is searched for; nothing if it is not in the view."""
    with_tests: list[float]
    """The same if tests are wanted."""


class Searching:
    """All symbols of one state of a view, to be searched."""

    def __init__(self, view: Sync, parts: list[_Part], paths: dict[int, list[str]]) -> None:
        """Take what was read."""
        self._view = view
        self.parts = parts
        self.paths = paths
        """The paths of each blob."""
        self.everywhere = _everywhere(paths)
        """Terms that stand in the paths of most files."""
        self.symbols = sum(len(part.weights) - (sum(part.dead) if part.dead else 0) for part in parts)

    def rank(
        self,
        weights: Mapping[str, float],
        limit: int,
        *,
        tests: bool,
        admits: Callable[[int], bool] | None = None,
        kinds: frozenset[str] = frozenset(),
    ) -> Ranked:
        """The symbols with the most of the terms, each term with a weight; `admits` judges blobs, `kinds` symbols."""
        codes = {code for code, kind in KIND_OF_CODE.items() if kind in kinds}
        terms = list(weights)
        lists = [dict(postings_of(self._view.store, part.segment.id, terms)) for part in self.parts]
        rarity: dict[str, float] = {}
        for term in terms:
            count = sum(
                _live(rows[term], part.dead) for part, rows in zip(self.parts, lists, strict=True) if term in rows
            )
            if count:
                rarity[term] = log(1 + (self.symbols - count + 0.5) / (count + 0.5))
        best: list[tuple[float, int, int]] = []
        for at, (part, rows) in enumerate(zip(self.parts, lists, strict=True)):
            scores = _scores(part, rows, {term: rarity[term] * weights[term] for term in rarity}, tests=tests)
            if admits is not None:
                _keep_admitted(part.segment, scores, admits)
            if codes:
                scores = [
                    s if code & ~TEST in codes else 0.0 for s, code in zip(scores, part.segment.kinds, strict=True)
                ]
            least = max(sorted(filter(None, scores), reverse=True)[:limit][-1:], default=1.0)
            best += [(score, at, n) for n, score in enumerate(scores) if score >= least]
        best.sort(key=lambda row: -row[0])
        found = [
            self._candidate(score, self.parts[at], lists[at], number, tests=tests) for score, at, number in best[:limit]
        ]
        return Ranked(found, rarity)

    def located(self, places: Iterable[tuple[int, int]]) -> list[Located]:
        """The symbols with these blob ids and ordinals, each at every path that the blob has."""
        by_blob: dict[int, list[int]] = {}
        for blob, ordinal in places:
            by_blob.setdefault(blob, []).append(ordinal)
        return [
            Located(path, blob, ordinal, symbol)
            for blob, ordinals in by_blob.items()
            for ordinal, symbol in self._view.store.symbols_at(blob, ordinals)
            for path in self.paths.get(blob, ())
        ]

    def _candidate(
        self, score: float, part: _Part, lists: Mapping[str, array[int]], number: int, *, tests: bool
    ) -> Candidate:
        from bisect import bisect_left

        found: dict[str, int] = {}
        low = number << 8
        for term, rows in lists.items():
            at = bisect_left(rows, low)
            if at < len(rows) and rows[at] >> 8 == number:
                found[term] = rows[at] & 255
        blob, ordinal = part.segment.place(number)
        return Candidate(blob, ordinal, score, self._standing(part, blob, number, tests=tests), found)

    def _standing(self, part: _Part, blob: int, number: int, *, tests: bool) -> float:
        stands = _stands(self.paths.get(blob, ()))
        if tests:
            return _as_product(stands)
        return min(stands, STANDING_WEIGHTS[TEST_FILE]) if part.segment.kinds[number] & TEST else stands


def searching(view: Sync, progress: Progress) -> Searching:
    """The search index of the state that a view is in, made where it is not yet. Raises ChangedMeanwhile."""
    kept: tuple[int, list[int], Searching] | None = view.kept.get(KEPT)
    if kept is not None and kept[0] == view.row.generation and kept[1] == view.store.segment_ids():
        return kept[2]
    rows = make_searchable(view, progress)
    known = {part.segment.id: part for part in kept[2].parts} if kept is not None else {}
    paths: dict[int, list[str]] = {}
    for path, row in view.files.items():
        if row.blob_id is not None and not row.left_out:
            paths.setdefault(row.blob_id, []).append(path)
    for several in paths.values():
        several.sort()
    parts: list[_Part] = []
    for row in rows:
        before = known.get(row.id)
        parts.append(_part(before.segment if before is not None else read_segment(row), paths, before))
    made = Searching(view, parts, paths)
    view.kept[KEPT] = view.row.generation, [row.id for row in rows], made
    return made


def _everywhere(paths: Mapping[int, Sequence[str]]) -> frozenset[str]:
    tops = Counter(
        path.partition("/")[0] for several in paths.values() for path in several if standing(path) == PRODUCT
    )
    half = sum(tops.values()) / 2
    return frozenset(term for top, files in tops.items() if files > half for term in terms_of(top))


def _part(segment: Segment, paths: Mapping[int, Sequence[str]], known: _Part | None) -> _Part:
    """A segment as the view sees it; of a `known` state only what has changed is worked out anew."""
    where = [tuple(paths.get(blob, ())) for blob in segment.blobs]
    if known is not None and known.where == where:
        return known
    count = len(segment.kinds)
    weights = known.weights[:] if known is not None else [0.0] * count
    with_tests = known.with_tests[:] if known is not None else [0.0] * count
    dead = known.dead[:] if known is not None and known.dead is not None else bytearray(count)
    by_kind = [weight_of(KIND_OF_CODE.get(code & ~TEST, "")) for code in range(256)]
    for at, here in enumerate(where):
        if known is not None and known.where[at] == here:
            continue
        start, end = segment.firsts[at], segment.firsts[at + 1]
        dead[start:end] = bytes([not here]) * (end - start)
        stands = _stands(here)
        of_tests, as_product = min(stands, STANDING_WEIGHTS[TEST_FILE]), _as_product(stands)
        for number in range(start, end):
            own = by_kind[segment.kinds[number]] * _length_weight(segment.lengths[number])
            weights[number] = own * (of_tests if segment.kinds[number] & TEST else stands)
            with_tests[number] = own * as_product
    return _Part(segment, where, dead if any(dead) else None, weights, with_tests)


@cache
def _length_weight(length: int) -> float:
    return 1 / (1 - LONG + LONG * min(length / USUAL_TERMS, MAX_LENGTHS))


def _stands(paths: Sequence[str]) -> float:
    """The best standing that a blob has anywhere."""
    return max((STANDING_WEIGHTS.get(standing(path), OTHER_STANDING) for path in paths), default=0.0)


def _as_product(stands: float) -> float:
    return WANTED_TEST if stands == STANDING_WEIGHTS[TEST_FILE] else stands


def weight_of(kind: str) -> float:
    """What a symbol is worth by its kind."""
    return KIND_WEIGHTS.get(kind, 0.5)


def _live(rows: array[int], dead: bytearray | None) -> int:
    return len(rows) if dead is None else sum(not dead[entry >> 8] for entry in rows)


def _scores(part: _Part, lists: Mapping[str, array[int]], weights: Mapping[str, float], *, tests: bool) -> list[float]:
    scores = [0.0] * len(part.weights)
    for term, weight in weights.items():
        rows = lists.get(term)
        if rows is not None:
            by_bits = [weight * share for share in SHARES]
            for entry in rows:
                scores[entry >> 8] += by_bits[entry & 255]
    return list(map(mul, scores, part.with_tests if tests else part.weights))


def _keep_admitted(segment: Segment, scores: list[float], admits: Callable[[int], bool]) -> None:
    for at, blob in enumerate(segment.blobs):
        if not admits(blob):
            start, end = segment.firsts[at], segment.firsts[at + 1]
            scores[start:end] = [0.0] * (end - start)


def _share(bits: int) -> float:
    weight = sum(weight for bit, weight in FIELD_WEIGHTS.items() if bits & bit) + (OFTEN_WEIGHT if bits & OFTEN else 0)
    return weight / (weight + SATURATION)


SHARES = [_share(bits) for bits in range(256)]
