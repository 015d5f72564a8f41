"""Which routes the calls of clients reach: a URL against the patterns of all routes, segment by segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import HOLE
from .names import EXACT, INFERRED, NAME
from .patterns import PARAMETER, REST, fits, segments_of_route, segments_of_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .rows import ClientCall, RouteRow
    from .rules import RouteRules

__all__ = ["reached"]

ANY = "ANY"
SHORTEST = 2
"""A URL whose beginning is not known has to have so many segments, one of them a word, to mean a route by its end."""


def reached(
    rows: Sequence[RouteRow], calls: Sequence[ClientCall], rules: Mapping[str, RouteRules]
) -> dict[int, list[tuple[ClientCall, int]]]:
    """By the index of a route, the calls that reach it, each with how sure that is."""
    by_size: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
    rests: list[tuple[int, tuple[str, ...]]] = []
    for index, row in enumerate(rows):
        framework = rules[row.path].frameworks[row.framework]
        segments = segments_of_route(row.pattern, framework.params, framework.rest)
        if REST in segments:
            rests.append((index, segments))
        else:
            by_size.setdefault(len(segments), []).append((index, segments))
    found: dict[int, list[tuple[ClientCall, int]]] = {}
    for call in calls:
        for index, sure in _reached(rows, call, by_size, rests):
            found.setdefault(index, []).append((call, sure))
    return found


def _reached(
    rows: Sequence[RouteRow],
    call: ClientCall,
    by_size: Mapping[int, list[tuple[int, tuple[str, ...]]]],
    rests: list[tuple[int, tuple[str, ...]]],
) -> list[tuple[int, int]]:
    segments, known = segments_of_url(call.url)
    words = [part for part in segments if PARAMETER not in part]
    if not words and (segments or HOLE in call.url):
        return []  # what stands there could be anything
    whole = _best(rows, call, segments, [*by_size.get(len(segments), ()), *rests])
    if whole:
        return [(i, max(call.sure, s) if known else max(call.sure, s, INFERRED)) for i, s in whole]
    if not words:
        return []
    if not known:  # some prefix stands before it: what ends in the same way
        ends = [
            (index, route[size - len(segments) :])
            for size, routes in by_size.items()
            if size > len(segments) and (len(segments) >= SHORTEST or len(words) == len(segments))
            for index, route in routes
        ]
        return [(i, NAME) for i, _ in _best(rows, call, segments, ends, 1)]
    shorter = [  # a server in front of it takes some of it away
        (index, route)
        for size, routes in by_size.items()
        if SHORTEST <= size < len(segments)
        for index, route in routes
        if PARAMETER not in route[0]
    ]
    return [
        (i, NAME)
        for size in range(len(segments) - 1, SHORTEST - 1, -1)
        for i, _ in _best(rows, call, segments[len(segments) - size :], [r for r in shorter if len(r[1]) == size], 1)
    ]


def _best(
    rows: Sequence[RouteRow],
    call: ClientCall,
    segments: Sequence[str],
    candidates: Sequence[tuple[int, tuple[str, ...]]],
    words: int = 0,
) -> list[tuple[int, int]]:
    """The routes that fit best, by segments that are the same word, then by parameters on both sides."""
    scored: list[tuple[tuple[int, ...], int, int]] = []
    for index, route in candidates:
        if rows[index].method not in (ANY, call.method) and call.method != ANY:
            continue
        how = fits(route, segments)
        if how:
            same = sum(a == b and a != PARAMETER for a, b in zip(route, segments, strict=False))
            if same < words:
                continue
            both = sum(a == b == PARAMETER for a, b in zip(route, segments, strict=False))
            score = (-rows[index].sure // NAME, REST not in route, same, both, rows[index].method != ANY)
            scored.append((score, index, EXACT if how == 2 and call.method != ANY else INFERRED))  # noqa: PLR2004
    if not scored:
        return []
    best = max(score for score, _, _ in scored)
    return [(index, max(sure, min(rows[index].sure, INFERRED))) for score, index, sure in scored if score == best]
