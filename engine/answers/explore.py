"""What does it take to do this: for a task in words the symbols it is about, their source, and how they hang together.

Symbols that the text names come first, then what its words find, lifted by what the best ones call or name. Calls are
resolved by links, so the deep facts of a few files are made when they are first explored.
"""

from __future__ import annotations

import re
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from .centrality import centrality_of
from .enrich import enrich
from .graph import calls_in
from .linking import Context
from .mentions import looks_like_code, mentions
from .search import Hit, SearchRequest, search
from .searching import weight_of
from .sources import source_of, text_of
from .standing import PRODUCT, standing
from .values import Node, bare

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..index.sync import Sync
    from ..progress import Progress

__all__ = ["ExploreAnswer", "ExploreRequest", "Explored", "explore"]

POOL = 250
"""Symbols that words find and that links may lift."""
LOOKED_INTO = 6
"""Symbols whose text and calls are looked at."""
NAMED = 1.0
"""Added to the score of what the text names."""
LINKED = 0.7
"""What a link from a symbol adds, times its score and the root of that of the other."""
UNFOUND = 0.02
"""The score of what is called and has none of the words."""
MAX_RIVALS = 8
"""Symbols that share a name, for its mention to be a link to each."""
MAX_TEXT = 60_000
MAX_CALLS = 12
_NAMES = re.compile(r"[^\W\d]\w*")
_CALLABLE = frozenset({"function", "method", "constructor", "property", "operator"})


class ExploreRequest(NamedTuple):
    """A task, in words."""

    task: str
    within: str | None = None
    tests: bool = False
    limit: int = 12
    """Symbols, most of them with their source."""


class Explored(NamedTuple):
    """A symbol that the task is about; its node has the source."""

    node: Node
    score: float
    why: list[str]
    """As `search` says it."""
    calls: list[str]
    """Ids of what it calls, in order; only of the first ones."""
    called_by: list[str]
    """Ids of those of the other symbols shown that call it."""


class ExploreAnswer(NamedTuple):
    """The symbols that a task is about, best first."""

    symbols: list[Explored]
    more: int
    suggestions: list[str]
    notes: list[str]


def explore(view: Sync, request: ExploreRequest, progress: Progress) -> ExploreAnswer:
    """Symbols, bodies and links for a task. Raises NoSuchFile, NotIndexed, OutsideProject, ChangedMeanwhile."""
    answer = search(view, SearchRequest(request.task, request.within, tests=request.tests, limit=POOL), progress)
    pool = {hit.node.id: hit for hit in answer.symbols}
    for named in _named(view, request, pool):
        known = pool.get(named.id)
        score = (known.score if known else 0.0) + NAMED
        pool[named.id] = Hit(named, score, ["the text names it", *(known.why if known else ())])
    if not pool:
        return ExploreAnswer([], 0, answer.suggestions, answer.notes)
    context = Context(view, progress)
    first = sorted(pool.values(), key=_order)[:LOOKED_INTO]
    calls = {hit.node.id: _calls(context, hit.node) for hit in first}
    _lift(view, pool, first, calls, request)
    ranked = sorted(pool.values(), key=_order)
    shown = ranked[: request.limit]
    for hit in shown[:LOOKED_INTO]:
        if hit.node.id not in calls:
            calls[hit.node.id] = _calls(context, hit.node)
    top = ranked[0].score
    more = len(ranked) - len(shown) + answer.more
    return ExploreAnswer([_explored(view, hit, top, calls) for hit in shown], more, [], answer.notes)


def _order(hit: Hit) -> tuple[float, str, int]:
    return -round(hit.score, 6), hit.node.path, hit.node.symbol.start_byte


def _named(view: Sync, request: ExploreRequest, pool: dict[str, Hit]) -> list[Node]:
    """What the text names: for sure, or else the one of several that its other words are about."""
    named = [row.node for row in enrich(view, request.task).named]
    names = {node.symbol.name for node in named}
    shared = centrality_of(view).symbols
    for mention in mentions(request.task):
        if mention.is_distinctive and mention.name not in names and shared[mention.name] <= MAX_RIVALS:
            same = [hit for hit in pool.values() if hit.node.symbol.name == mention.name]
            if same:
                named.append(min(same, key=_order).node)
    if request.within:
        named = [node for node in named if node.path == request.within or node.path.startswith(f"{request.within}/")]
    return named


def _calls(context: Context, node: Node) -> list[Node]:
    """What a symbol calls, each once, in order."""
    from ..index.rows import Located

    blob = context.view.files[node.path].blob_id
    if blob is None or node.symbol.kind not in _CALLABLE:
        return []
    by_links = context.linker.file(node.path).facts.resolvable
    found: dict[str, Node] = {}
    for target in calls_in(context, Located(node.path, blob, 0, node.symbol)):
        called = Node(target.path, target.symbol)
        if called.id != node.id and (by_links or looks_like_code(target.symbol.name)):
            found.setdefault(called.id, called)
    return list(found.values())


def _lift(
    view: Sync, pool: dict[str, Hit], first: Sequence[Hit], calls: dict[str, list[Node]], request: ExploreRequest
) -> None:
    """Raise what the best symbols call or name, the more the nearer the words are to it too."""
    by_name: dict[str, list[Hit]] = {}
    for hit in pool.values():
        by_name.setdefault(hit.node.symbol.name, []).append(hit)
    gained: dict[str, tuple[float, Node, str]] = {}
    for hit in first:
        for node, share in _linked(view, hit.node, calls[hit.node.id], by_name):
            if node.id == hit.node.id or (standing(node.path) != PRODUCT and not request.tests):
                continue
            own = pool[node.id].score if node.id in pool else UNFOUND
            gain = LINKED * share * weight_of(node.symbol.kind) * hit.score * sqrt(min(own, 1.0))
            before, _, by = gained.get(node.id, (0.0, node, hit.node.symbol.name_path))
            gained[node.id] = before + gain, node, by
    for key, (gain, node, by) in gained.items():
        known = pool.get(key)
        if known is not None:
            others = [reason for reason in known.why if not reason.startswith("used by ")]
            pool[key] = known._replace(score=known.score + gain, why=[*others, f"used by {by}"])
        elif request.within is None:
            pool[key] = Hit(node, gain, [f"used by {by}"])


def _linked(
    view: Sync, node: Node, called: Sequence[Node], by_name: Mapping[str, Sequence[Hit]]
) -> Iterable[tuple[Node, float]]:
    """What a symbol calls, and what its text names among what the words found; each with how sure that is."""
    linked = {other.id: (other, 1.0) for other in called}
    for name in dict.fromkeys(_NAMES.findall(_body(view, node)[:MAX_TEXT])):
        rivals = by_name.get(name, ()) if looks_like_code(name) else ()
        if 0 < len(rivals) <= MAX_RIVALS:
            for other in rivals:
                linked.setdefault(other.node.id, (other.node, 1 / len(rivals)))
    return linked.values()


def _body(view: Sync, node: Node) -> str:
    return text_of(source_of(view, node.path), node.symbol.start_byte, node.symbol.end_byte)


def _explored(view: Sync, hit: Hit, top: float, calls: dict[str, list[Node]]) -> Explored:
    node = hit.node
    source = source_of(view, node.path)
    start = node.symbol.start_byte
    before = text_of(source, source.rfind(b"\n", 0, start) + 1, start)
    body = text_of(source, start, node.symbol.end_byte)
    node = node._replace(body=body, indent=before if before.isspace() else "")
    called = [f"{target.path}:{bare(target.symbol.name_path)}" for target in calls.get(node.id, ())]
    callers = [caller for caller, targets in calls.items() if any(target.id == node.id for target in targets)]
    return Explored(node, round(hit.score / top, 3), hit.why, called[:MAX_CALLS], sorted(callers))
