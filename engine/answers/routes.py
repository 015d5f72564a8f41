"""Which HTTP routes are there, who handles them, and which calls of clients reach them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..link.source import linker_of
from ..progress import silent
from ..routes.calls import reached
from ..routes.graph import Graph
from ..routes.handlers import Handlers
from ..routes.kept import facts_of_file, facts_of_view, rules_of_view
from ..routes.patterns import fits, segments_of_route, segments_of_url
from ..routes.rows import CERTAINTIES, client_calls, routes
from ..wording import counted
from .matching import scope_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..index.sync import Sync
    from ..link.linker import Linker
    from ..progress import Progress
    from ..routes.facts import RouteFacts
    from ..routes.rows import ClientCall, RouteRow
    from ..routes.rules import Framework, RouteRules

__all__ = ["Call", "Route", "RoutesAnswer", "RoutesRequest", "routes_of"]

KEPT = "route graph"
"""The name under which a view keeps them."""


class RoutesRequest(NamedTuple):
    """Which routes to show."""

    pattern: str = ""
    """Part of a pattern, a pattern with `*`, or a path such as a client asks for; empty: all."""
    within: str | None = None
    method: str = ""
    limit: int = 500


class Call(NamedTuple):
    """A call of a client that reaches a route; lines count from 1."""

    path: str
    line: int
    enclosing: str | None
    certainty: str


class Route(NamedTuple):
    """One route; lines count from 1."""

    method: str
    pattern: str
    handler: str | None
    path: str
    line: int
    framework: str
    certainty: str
    calls: list[Call]


class RoutesAnswer(NamedTuple):
    """Routes in order of pattern."""

    routes: list[Route]
    more: int
    notes: list[str]


class _Known(NamedTuple):
    """The routes of one state of a project."""

    linker: Linker
    by_path: Mapping[str, RouteRules]
    graph: Graph
    rows: Sequence[RouteRow]
    calls: Mapping[int, list[tuple[ClientCall, int]]]
    handlers: Handlers


def routes_of(view: Sync, request: RoutesRequest, progress: Progress = silent) -> RoutesAnswer:
    """The routes that the request means. Raises NoSuchFile, OutsideProject, BadSettings."""
    scope = scope_of(view, request.within, frozenset())
    known = _known(view, progress)
    if known is None:
        return RoutesAnswer([], 0, [])
    _, by_path, graph, rows, calls, handlers = known
    kept = [
        (index, row)
        for index, row in enumerate(rows)
        if (not scope.within or row.path == scope.within or row.path.startswith(scope.within + "/"))
        and (not request.method or row.method in (request.method.upper(), "ANY"))
        and (
            not graph.is_test(row.path)
            or (scope.within and graph.is_test(row.path, f"{scope.within}/"))
            or row.path == scope.within
        )
        and handlers.is_offered(row)
        and _is_meant(request.pattern, row, by_path[row.path].frameworks[row.framework])
    ]
    left = sum(graph.is_test(row.path) for row in rows) - sum(graph.is_test(row.path) for _, row in kept)
    tested = counted(left, "route that tests register is", "routes that tests register are")
    notes = [f"{tested} left out; ask for their folder to see them"] if left else []
    kept.sort(key=lambda pair: (pair[1].sure, pair[1].pattern, pair[1].method, pair[1].path))
    found = [
        Route(
            row.method,
            row.pattern,
            handlers.handler(row),
            row.path,
            row.line + 1,
            row.framework,
            CERTAINTIES[row.sure],
            [
                Call(call.path, call.line + 1, handlers.enclosing(call.path, call.start), CERTAINTIES[sure])
                for call, sure in sorted(calls.get(index, ()), key=lambda pair: (pair[1], pair[0].path, pair[0].line))
            ],
        )
        for index, row in kept[: request.limit]
    ]
    return RoutesAnswer(found, max(len(kept) - request.limit, 0), notes)


def _known(view: Sync, progress: Progress) -> _Known | None:
    """What the view's state says, worked out once a state; None where nothing could be a route."""
    kept: _Known | None = view.kept.get(KEPT)
    if kept is not None and kept.linker is linker_of(view, progress):
        return kept
    rules = rules_of_view(view)
    files = facts_of_view(view, rules, progress)
    if not files:
        return None
    linker = linker_of(view, progress)
    language_of = view.store.languages_of(view.row.id)
    loaded: dict[str, RouteFacts] = {}

    def load(path: str) -> RouteFacts:
        if path not in loaded:
            loaded[path] = facts_of_file(view, rules, path)
        return loaded[path]

    by_path = {path: rules[language] for path, language in language_of.items() if language in rules}
    graph = Graph(files, by_path, linker.project, load, lambda name: view.store.paths_defining(view.row.id, name))
    rows = routes(graph)
    calls = reached(rows, client_calls(graph), by_path)
    known = _Known(linker, by_path, graph, rows, calls, Handlers(view, graph, lambda: linker))
    view.kept[KEPT] = known
    return known


def _is_meant(wanted: str, row: RouteRow, framework: Framework) -> bool:
    """Whether a pattern contains a text, fits a glob, or answers a path that a client asks for."""
    if not wanted:
        return True
    if "*" in wanted:
        return re.fullmatch(".*".join(map(re.escape, wanted.split("*"))), row.pattern) is not None
    if wanted in row.pattern:
        return True
    asked, _ = segments_of_url(wanted)
    route = segments_of_route(row.pattern, framework.params, framework.rest)
    return wanted.startswith("/") and bool(fits(route, asked))
