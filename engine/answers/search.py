"""Which symbols are about it: definitions by concept. Ranks what has the words by all that is known of each symbol."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..index.searchable import BODY, DOC, NAME, OWNER, SIGNATURE
from ..index.stems import terms_of
from ..namepath import nearest
from ..progress import silent
from .centrality import centrality_of
from .matching import scope_of
from .searching import SHARES, searching, weight_of
from .sources import source_of
from .values import Node, bare, node_of
from .wanted import wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..index.rows import Located
    from ..index.sync import Sync
    from ..progress import Progress
    from .centrality import Centrality
    from .searching import Candidate, Ranked, Searching
    from .values import Scope
    from .wanted import Wanted

__all__ = ["Hit", "SearchAnswer", "SearchRequest", "search"]

CANDIDATES = 300
"""Symbols that are looked at closely."""
PAIR_WEIGHT = 0.4
MAX_TERMS = 40
"""Terms that are looked for: of a longer text the rarest."""
STRONG = 8
"""Hits whose source says what they are linked to."""
LIFT = 0.08
"""Share of a strong hit's score that goes to what its text names."""
MAX_RIVALS = 3
"""Definitions that share a name, for its mention to be a link."""
UNKNOWN = 6.0
"""How rare a word counts that no symbol has."""
PATH_SHARE = 0.15
PATH_COVERS = 0.5
COVERAGE = 1.2
NAMED = 0.8
ADJACENT = 1.15
EXACT = 1.6
EXACT_PART = 1.15
ANNOUNCED = 0.7
CENTRAL = 0.02
MAX_CENTRAL = 64
"""Files for each definition of a name, from which on it is as central as can be."""
_WITH_BODY = frozenset({"function", "method", "constructor"})
_CENTRAL = frozenset({"function", "method", "constructor", "class", "interface", "struct", "enum", "property"})
_NAMES = re.compile(r"[^\W\d]\w*")


class SearchRequest(NamedTuple):
    """Words to look for."""

    words: str
    within: str | None = None
    """A file or folder to look in."""
    kinds: frozenset[str] = frozenset()
    tests: bool = False
    """Whether tests are as welcome as product code; so they are if the words ask for them."""
    limit: int = 20


class Hit(NamedTuple):
    """A symbol that the words are about."""

    node: Node
    score: float
    """Comparable within one answer; the first has 1."""
    why: list[str]
    """Each a reason: which words stand where, what it is linked to, how central it is."""


class SearchAnswer(NamedTuple):
    """What was found, best first."""

    symbols: list[Hit]
    more: int
    suggestions: list[str]
    """Names near to words that nothing has, if there is no hit."""
    notes: list[str]


class _Scored(NamedTuple):
    located: Located
    found: dict[str, int]
    score: float
    files: int


def search(view: Sync, request: SearchRequest, progress: Progress = silent) -> SearchAnswer:
    """Symbols that words are about. Raises NoSuchFile, NotIndexed, OutsideProject, ChangedMeanwhile."""
    scope = scope_of(view, request.within, request.kinds)
    query = wanted(request.words)
    if not query.terms:
        return SearchAnswer([], 0, [], ["there is no word to look for"])
    index = searching(view, progress)
    query = _without(query, index.everywhere)
    scored, ranked = _scored(view, index, query, scope, tests=request.tests or query.tests)
    if not scored:
        return SearchAnswer([], 0, _suggestions(view, query, scope), [])
    lifted = _lifted(view, scored)
    rows = sorted(
        scored, key=lambda row: (-round(row.score + lifted.get(_key(row), (0.0, ""))[0], 9), *_place(row.located))
    )
    rows = _distinct(rows)
    top = rows[0].score + lifted.get(_key(rows[0]), (0.0, ""))[0]
    hits = [
        Hit(
            node_of(row.located),
            round((row.score + lifted.get(_key(row), (0.0, ""))[0]) / top, 3),
            _why(row, query, lifted.get(_key(row), (0.0, ""))[1]),
        )
        for row in rows[: request.limit]
    ]
    missing = [
        word for term, word in query.terms.items() if term not in ranked.rarity and not _in_pair(term, query, ranked)
    ]
    notes = [f"no symbol has {', '.join(missing)}"] if missing else []
    return SearchAnswer(hits, max(len(rows) - request.limit, 0), [], notes)


def _without(query: Wanted, everywhere: frozenset[str]) -> Wanted:
    """A query without words that the paths of most files have, if others are left: the name of the project."""
    terms = {term: word for term, word in query.terms.items() if term not in everywhere}
    return query._replace(terms=terms) if terms else query


def _scored(view: Sync, index: Searching, query: Wanted, scope: Scope, *, tests: bool) -> tuple[list[_Scored], Ranked]:
    weights = dict.fromkeys(query.terms, 1.0) | dict.fromkeys(query.pairs, PAIR_WEIGHT)

    def in_scope(blob: int) -> bool:
        return any(_in_scope(path, scope) for path in index.paths.get(blob, ()))

    admits = in_scope if scope.within else None
    ranked = index.rank(weights, CANDIDATES, tests=tests, admits=admits, kinds=scope.kinds)
    by_place = {(c.blob_id, c.ordinal): c for c in ranked.candidates}
    located = [hit for hit in index.located(by_place) if scope.admits(hit)]
    central = centrality_of(view)
    scored = [_score(hit, by_place[hit.blob_id, hit.ordinal], query, ranked.rarity, central) for hit in located]
    return scored, ranked


def _score(
    located: Located, candidate: Candidate, query: Wanted, rarity: Mapping[str, float], central: Centrality
) -> _Scored:
    """What a candidate is worth when its name, its path and its place in the project are looked at."""
    symbol = located.symbol
    score = _text_score(located, candidate, query, rarity)
    if symbol.name.replace("_", "").casefold() in query.names:
        score *= EXACT if len(query.terms) <= len(terms_of(symbol.name)) else EXACT_PART
    if symbol.body_start < 0 and symbol.kind in _WITH_BODY and not symbol.name_path.endswith("]"):
        score *= ANNOUNCED
    if symbol.kind in _CENTRAL:
        score *= 1 + CENTRAL * int(min(central.of(symbol.name), MAX_CENTRAL)).bit_length()
    return _Scored(located, candidate.found, score * candidate.standing, central.files[symbol.name])


def _text_score(located: Located, candidate: Candidate, query: Wanted, rarity: Mapping[str, float]) -> float:
    """How well the words fit: where each stands, how many of them are there, how much of the name they are."""
    found = dict(candidate.found)
    for pair, parts in query.pairs.items():
        for part in parts if pair in found else ():
            found.setdefault(part, found[pair])
    in_path = {term for part in located.path.split("/") for term in terms_of(part)}
    total = sum(rarity.get(term, UNKNOWN) for term in query.terms)
    gained = covered = named = 0.0
    for term in query.terms:
        rare = rarity.get(term, UNKNOWN)
        bits = found.get(term, 0)
        if term in in_path:
            gained += PATH_SHARE * rare
            covered += rare * (1.0 if bits else PATH_COVERS)
        elif bits:
            covered += rare
        if bits:
            gained += rare * SHARES[bits]
            named += rare if bits & NAME else 0.0
    own = terms_of(located.symbol.name)
    precision = sum(term in query.terms for term in own) / max(len(own), 1)
    score = gained * weight_of(located.symbol.kind) * (covered / total) ** COVERAGE
    score *= 1 + NAMED * (named / total) * precision
    adjacent = any(candidate.found.get(pair, 0) & NAME for pair in query.pairs)
    return score * ADJACENT if adjacent else score


def _in_pair(term: str, query: Wanted, ranked: Ranked) -> bool:
    return any(term in parts and pair in ranked.rarity for pair, parts in query.pairs.items())


def _in_scope(path: str, scope: Scope) -> bool:
    return not scope.within or path == scope.within or path.startswith(scope.within + "/")


def _key(row: _Scored) -> tuple[str, int]:
    return row.located.path, row.located.ordinal


def _place(located: Located) -> tuple[str, int]:
    return located.path, located.ordinal


def _lifted(view: Sync, scored: Sequence[_Scored]) -> dict[tuple[str, int], tuple[float, str]]:
    """What the text of strong hits names is lifted: by how much, and by whom."""
    by_name: dict[str, list[_Scored]] = {}
    for row in scored:
        by_name.setdefault(row.located.symbol.name, []).append(row)
    strong = sorted(scored, key=lambda row: (-round(row.score, 9), *_place(row.located)))[:STRONG]
    lifted: dict[tuple[str, int], tuple[float, str]] = {}
    for row in strong:
        symbol = row.located.symbol
        source = source_of(view, row.located.path)
        text = source[symbol.name_end : symbol.end_byte].decode("utf-8", "replace")
        for name in dict.fromkeys(_NAMES.findall(text[:20_000])):
            rivals = by_name.get(name, ())
            if not 0 < len(rivals) <= MAX_RIVALS:
                continue
            for other in rivals:
                inside = other.located.path == row.located.path and (
                    symbol.start_byte <= other.located.symbol.start_byte < symbol.end_byte
                )
                if other is row or inside:
                    continue
                gain = LIFT * row.score / len(rivals)
                if gain > lifted.get(_key(other), (0.0, ""))[0]:
                    lifted[_key(other)] = gain, symbol.name_path
    return lifted


def _distinct(rows: Sequence[_Scored]) -> list[_Scored]:
    """Each symbol once: overloads by the first, what is announced and defined elsewhere by its definition."""
    bodies = {bare(row.located.symbol.name_path) for row in rows if row.located.symbol.body_start >= 0}
    seen: set[tuple[str, str]] = set()
    kept: list[_Scored] = []
    for row in rows:
        symbol = row.located.symbol
        key = row.located.path, bare(symbol.name_path)
        announced = symbol.body_start < 0 and symbol.kind == "function" and key[1] in bodies
        if key not in seen and not announced:
            seen.add(key)
            kept.append(row)
    return kept


_PLACES = ((NAME, "name"), (OWNER, "container"), (DOC, "doc"), (SIGNATURE, "signature"), (BODY, "text"))


def _why(row: _Scored, query: Wanted, by: str) -> list[str]:
    """The reasons for a hit: each word at the best place where it stands."""
    places: dict[str, list[str]] = {}
    spelled = query.terms | {pair: pair for pair in query.pairs}
    told: set[str] = set()
    for term, word in spelled.items():
        bits = row.found.get(term, 0)
        place = next((name for bit, name in _PLACES if bits & bit), "")
        if place and not told.issuperset(query.pairs.get(term, (term,))):
            places.setdefault(place, []).append(word)
            told.add(term)
    why = [f"{name}: {' '.join(places[name])}" for _, name in _PLACES if name in places]
    in_path = {term for part in row.located.path.split("/") for term in terms_of(part)}
    words = [word for term, word in query.terms.items() if term in in_path and term not in told]
    if words:
        why.append(f"path: {' '.join(words)}")
    if by:
        why.append(f"used by {by}")
    if row.files > 1:
        why.append(f"named in {row.files} files")
    return why


def _suggestions(view: Sync, query: Wanted, scope: Scope, limit: int = 5) -> list[str]:
    """Ids of symbols whose names are near to the words."""
    names: list[str] = []
    for word in list(query.terms.values())[:limit]:
        names += [name for name in nearest(word, view.names(), limit) if name not in names]
    hits = [hit for hit in view.store.definitions(view.row.id, names) if scope.admits(hit)]
    hits.sort(key=lambda hit: (names.index(hit.symbol.name), *_place(hit)))
    return [f"{hit.path}:{hit.symbol.name_path}" for hit in hits[:limit]]
