"""Who calls it, what does it call, what breaks: the call graph around a symbol, worked out from references."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, NamedTuple

from ..link.contracts import related
from ..link.types import Slot
from ..link.ways import NAME
from ..progress import silent
from ..wording import counted
from .linking import MODULE, Context
from .merge import uses_of
from .values import bare

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..deepfacts import Occurrence
    from ..index.rows import Located
    from ..index.sync import Sync
    from ..progress import Progress
    from .linking import Asked
    from .merge import Uses, Witnessed
    from .values import Node
    from .witness import Witness

__all__ = [
    "Distance",
    "Edge",
    "GraphAnswer",
    "GraphRequest",
    "ImpactAnswer",
    "Reached",
    "TraceAnswer",
    "callees",
    "callers",
    "calls_in",
    "impact",
    "trace",
]

MAX_NODES = 2_000
"""Symbols whose callers are asked for in one answer."""
_CALLS = frozenset({"call", "instantiate"})


class GraphRequest(NamedTuple):
    """The graph around a symbol."""

    pattern: str
    depth: int = 1
    limit: int = 500
    precision: str = ""
    """`index`, `auto` or `lsp`; empty: what the project's settings say. Only callers are asked for with a server."""
    wait: float | None = None
    """Seconds for a language server."""


class Edge(NamedTuple):
    """One call site, from the symbol that holds it to the one that it calls. The line counts from 1."""

    from_id: str
    to_id: str
    path: str
    line: int
    certainty: str
    how: str
    distance: int
    source: str = "index"


class GraphAnswer(NamedTuple):
    """Call sites around a symbol."""

    symbol: Node
    edges: list[Edge]
    sites: int
    """Number of call sites, before the limit."""
    symbols: int
    """Number of different symbols at their other ends."""
    more: int
    notes: list[str]


class Reached(NamedTuple):
    """A symbol that reaches the one asked about."""

    id: str
    path: str
    distance: int
    certainty: str
    """The least sure step on the way."""
    test: bool


class Distance(NamedTuple):
    """How much reaches a symbol at one distance, before any limit."""

    distance: int
    symbols: int
    by_name: int
    """How many of them for all that is known by a name alone."""


class ImpactAnswer(NamedTuple):
    """Everything that reaches a symbol."""

    symbol: Node
    edges: list[Edge]
    reached: list[Reached]
    """The nearest first, and at one distance the sure ones."""
    distances: list[Distance]
    files: list[str]
    tests: list[str]
    """Ids of the tests among them."""
    more: int
    notes: list[str]


class TraceAnswer(NamedTuple):
    """A shortest chain of calls between two symbols."""

    source: Node
    target: Node
    hops: list[Edge]
    """In order of the calls; empty where there is no chain."""
    notes: list[str]


def callers(
    view: Sync, request: GraphRequest, progress: Progress = silent, witness: Witness | None = None
) -> GraphAnswer:
    """Call sites of a symbol, and of its callers up to a depth. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    asked = context.asked(request.pattern)
    walk = _Callers(context, witness=witness)
    walk.run(asked, request.depth)
    notes = list(walk.notes)
    if asked.located.symbol.kind == "constructor" and (asked.slot is None or asked.slot.number < 0):
        owner = asked.id.rpartition("/")[0]
        notes.append(f"only calls by name are listed; whoever makes an instance calls the class: ask for {owner}")
    notes += walk.by_family
    if not walk.edges:
        notes += _instead_of_callers(walk.other_uses)
    return _graph(asked, walk.edges, {edge.from_id for edge in walk.edges}, request.limit, notes)


def callees(view: Sync, request: GraphRequest, progress: Progress = silent) -> GraphAnswer:
    """Call sites in a symbol, and in what it calls up to a depth. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    asked = context.asked(request.pattern)
    edges: list[Edge] = []
    unresolved: list[str] = []
    todo, seen = deque((located, 1) for located in _bodies(context, asked, request.pattern)), {asked.id}
    while todo and len(seen) < MAX_NODES:
        located, distance = todo.popleft()
        for edge, target in _calls_in(context, located, distance, unresolved):
            edges.append(edge)
            if distance < request.depth and edge.to_id not in seen and target is not None:
                seen.add(edge.to_id)
                todo.extend((each, distance + 1) for each in context.definitions(target))
    notes: list[str] = []
    if asked.slot is None:
        notes.append("this language is matched by name: a call counts where its name has one definition")
    if unresolved:
        names = sorted(set(unresolved))
        listed = ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")  # noqa: PLR2004
        notes.append(
            f"{counted(len(unresolved), 'call')} could not be resolved to a definition of the project: {listed}"
        )
    return _graph(asked, edges, {edge.to_id for edge in edges}, request.limit, notes)


def impact(view: Sync, request: GraphRequest, progress: Progress = silent) -> ImpactAnswer:
    """Everything that reaches a symbol, by distance. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    asked = context.asked(request.pattern)
    walk = _Callers(context, calls_only=False)
    walk.run(asked, request.depth)
    rows = nearest_first(walk.reached.values())
    shown = rows[: request.limit]
    files = sorted({row.path for row in rows})
    tests = [row.id for row in rows if row.test]
    more = len(rows) - len(shown)
    return ImpactAnswer(asked.node, walk.edges, shown, distances(rows), files, tests, more, list(walk.notes))


def nearest_first(reached: Iterable[Reached]) -> list[Reached]:
    """Rows by distance, and within one what is sure before what is known by name alone."""
    return sorted(reached, key=lambda row: (row.distance, row.certainty == NAME, row.id))


def distances(rows: Sequence[Reached]) -> list[Distance]:
    """How many of the rows there are at each distance, the nearest first."""
    counts = sorted(Counter(row.distance for row in rows).items())
    by_name = Counter(row.distance for row in rows if row.certainty == NAME)
    return [Distance(distance, count, by_name[distance]) for distance, count in counts]


def trace(view: Sync, source: str, target: str, progress: Progress = silent) -> TraceAnswer:
    """A shortest chain of calls from one symbol to another. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    start, end = context.asked(source), context.asked(target)
    walk = _Callers(context)
    walk.run(end, depth=MAX_NODES, until=start)
    hops: list[Edge] = []
    at = start.key
    while at != end.key and at in walk.first:
        hop, called = walk.first[at]
        hops.append(hop)
        at = called.key
    notes = list(walk.notes)
    if at != end.key:
        hops = []
        notes.append(f"no chain of resolved calls leads from {start.id} to {end.id}")
    return TraceAnswer(start.node, end.node, hops, notes)


def calls_in(context: Context, located: Located) -> Iterable[Located]:
    """What a symbol calls, in order, as far as that is known."""
    for _, target in _calls_in(context, located, 1, []):
        if target is not None:
            yield target


class _Step(NamedTuple):
    """A symbol whose callers are to be asked for."""

    symbol: Asked
    distance: int
    """Of its callers."""
    worst: str
    """The least sure step that led to it."""
    is_test: bool = False


class _Callers:
    """A breadth-first walk against the direction of calls. Matches by name are steps only at the first distance."""

    def __init__(self, context: Context, *, calls_only: bool = True, witness: Witness | None = None) -> None:
        self._context = context
        self._witness = witness
        self._calls_only = calls_only
        self.edges: list[Edge] = []
        self.first: dict[Slot | str, tuple[Edge, Asked]] = {}
        """The edge by which a symbol was reached first, and what it calls."""
        self.reached: dict[str, Reached] = {}
        self.notes: list[str] = []
        self._seen: set[Slot | str] = set()
        self.other_uses = 0
        """Uses of the symbol itself that are no calls."""
        self.by_family: list[str] = []
        """What is to be said of calls of members that it overrides: they may mean the symbol when the code runs."""

    def run(self, asked: Asked, depth: int, until: Asked | None = None) -> None:
        """Walk up to a distance, or until a symbol is reached."""
        self._seen.add(asked.key)
        todo, expanded = deque([_Step(asked, 1, "")]), 0
        while todo:
            step = todo.popleft()
            found = uses_of(self._context, step.symbol, self._witness)
            self.notes += [note for note in found.notes if note not in self.notes]
            if step.symbol.key == asked.key:
                self.by_family = self._of_bases(asked, found)
            for use in found.uses:
                further = self._reach(step, use, depth) if self._admits(use, step.distance) else None
                if further is None:
                    continue
                if until is not None and further.symbol.key == until.key:
                    return
                if step.distance < depth and use.certainty != NAME and not further.is_test:  # nobody calls a test
                    expanded += 1
                    if expanded <= MAX_NODES:
                        todo.append(further)
        if expanded > MAX_NODES:
            self.notes.append(f"stopped after {MAX_NODES} symbols; ask with a smaller --depth")

    def _of_bases(self, asked: Asked, found: Uses) -> list[str]:
        slot = asked.slot
        if slot is None:
            return []
        linker = self._context.linker
        bases = [(other, count) for other, count in found.family.items() if related(linker, slot, other) == "base"]
        listed = sorted((self._context.id_of(other), count) for other, count in bases if count)
        return [
            f"{counted(count, 'use')} of {base}, which it overrides, may reach it as well" for base, count in listed
        ]

    def _admits(self, use: Witnessed, distance: int) -> bool:
        role = use.occurrence.role
        if role in _PASSIVE or (distance > 1 and use.certainty == NAME):
            return False
        if self._calls_only and role not in _CALLS:
            self.other_uses += distance == 1
            return False
        return True

    def _reach(self, step: _Step, use: Witnessed, depth: int) -> _Step | None:
        """Take note of an edge; gives what it comes from, if that is reached for the first time."""
        holder = self._context.holder(use.path, use.occurrence.position)
        edge = self._edge(use, holder, step.symbol.id, step.distance)
        self.edges.append(edge)
        if holder is None or (depth == 1 and self._calls_only):
            return None
        caller = self._context.about(holder)
        if caller.key in self._seen:
            return None
        self._seen.add(caller.key)
        self.first[caller.key] = edge, step.symbol
        worst = max(step.worst, use.certainty, key=_RANK.__getitem__)
        is_test = "test" in holder.symbol.flags.split()
        self.reached[edge.from_id] = Reached(edge.from_id, use.path, step.distance, worst, is_test)
        return _Step(caller, step.distance + 1, worst, is_test)

    def _edge(self, use: Witnessed, holder: Located | None, target: str, distance: int) -> Edge:
        name_path = self._context.name_path(holder) if holder is not None else MODULE
        line = use.occurrence.line + 1
        return Edge(f"{use.path}:{name_path}", target, use.path, line, use.certainty, use.how, distance, use.source)


def _bodies(context: Context, asked: Asked, pattern: str) -> list[Located]:
    """The definitions whose calls are asked for: all of the symbol, unless the pattern picks one that has a body."""
    symbol = asked.located.symbol
    is_picked = bare(symbol.name_path) != symbol.name_path and pattern.endswith(symbol.name_path.rpartition("/")[2])
    if is_picked and symbol.body_start >= 0:
        return [asked.located]
    return context.definitions(asked.located) or [asked.located]


def _calls_in(
    context: Context, located: Located, distance: int, unresolved: list[str]
) -> Iterable[tuple[Edge, Located | None]]:
    """The calls in a symbol, each from the innermost function or class that holds it.

    Of symbols further away only what they hold themselves counts: a class that is called does not run its methods. What
    cannot be resolved goes to `unresolved`.
    """
    file = context.linker.file(located.path)
    start, end = located.symbol.start_byte, located.symbol.end_byte
    rows = [
        (name, occurrence)
        for name in file.facts.occurrences
        for occurrence in file.occurrences(name)
        if occurrence.role in _CALLS and start <= occurrence.position < end
    ]
    for name, occurrence in sorted(rows, key=lambda row: row[1].position):
        holder = context.holder(located.path, occurrence.position) or located
        if distance > 1 and holder.symbol.name_path != located.symbol.name_path:
            continue
        source = f"{located.path}:{context.name_path(holder)}"
        targets, certainty, how = _targets(context, located.path, name, occurrence)
        if targets is None:
            unresolved.append(name)
        for target, target_id in targets or ():
            yield Edge(source, target_id, located.path, occurrence.line + 1, certainty, how, distance), target


def _targets(
    context: Context, path: str, name: str, occurrence: Occurrence
) -> tuple[list[tuple[Located | None, str]] | None, str, str]:
    """The symbols that a call means, with certainty and way; None where that is not known."""
    from ..link.ways import INFERRED, name_of

    linker = context.linker
    if linker.file(path).facts.resolvable:
        resolved = linker.resolve(path, name, occurrence)
        if resolved.entities is None:
            return None, NAME, ""
        slots = sorted(entity for entity in resolved.entities if isinstance(entity, Slot))
        found = [(context.located(slot), context.id_of(slot)) for slot in slots]
        return [row for row in found if row[0] is not None], resolved.certainty, name_of(resolved.way)
    family = linker.project.families.get(path, "")
    same = context.view.store.definitions(context.view.row.id, [name])
    hits = [hit for hit in same if linker.project.families.get(hit.path, "") == family]
    if len(hits) != 1:
        return None, NAME, ""
    return [(hits[0], f"{hits[0].path}:{hits[0].symbol.name_path}")], INFERRED, "unique"


def _graph(asked: Asked, edges: list[Edge], ends: set[str], limit: int, notes: list[str]) -> GraphAnswer:
    edges = sorted(edges, key=lambda edge: (edge.distance, edge.certainty == NAME))
    return GraphAnswer(asked.node, edges[:limit], len(edges), len(ends), max(len(edges) - limit, 0), notes)


def _instead_of_callers(others: int) -> list[str]:
    """What to say of a symbol that nobody calls by its name."""
    if others:
        return [f"nothing calls it by name, but it is used {counted(others, 'time')} otherwise: `refs` lists them"]
    return ["nothing in the project calls it"]


_PASSIVE = frozenset({"import", "definition"})
_RANK = {"": 0, "exact": 1, "inferred": 2, "name": 3}
