"""Answers about references and calls as compact text, in steps of detail that fit a budget; see `text.py`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from .text import COUNTS, DOCS, NAMES, SIGNATURES, Line, fit
from .wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .answers.changed import ChangedAnswer
    from .answers.graph import Distance, Edge, GraphAnswer, ImpactAnswer, Reached, TraceAnswer
    from .answers.places import DefinitionAnswer, ImplementationsAnswer
    from .answers.references import Reference, RefsAnswer
    from .answers.routes import Route, RoutesAnswer
    from .answers.values import Node

__all__ = [
    "changed_text",
    "definition_text",
    "graph_text",
    "impact_text",
    "implementations_text",
    "refs_text",
    "routes_text",
    "trace_text",
]

_LEVELS = (("exact", ""), ("inferred", "inferred"), ("name", "by name only: may mean something else"))
_NARROWER = "narrow it with --role, --certainty or --limit"
_STEPS = {SIGNATURES: "without their text", NAMES: "as lines per file", COUNTS: "as counts per file"}
_SMALLER = "use a smaller --depth or --limit"


def refs_text(answer: RefsAnswer, budget: int, narrower: str = _NARROWER) -> list[Line]:
    """References by certainty and file; then the override family."""

    def render(detail: int) -> list[Line]:
        witnesses = _by(row.source for row in answer.references)
        lines = [[*_head(answer.symbol), ("dim", f"  {_counted(answer.counts)}"), *witnesses]]
        for certainty, title in _LEVELS:
            rows = [row for row in answer.references if row.certainty == certainty]
            if rows and title:
                lines.append([("dim", f"{title}:")])
            lines += _rows(rows, detail)
        for family in answer.families:
            lines.append(
                [
                    ("dim", f"{family.relation}  "),
                    ("name", family.id),
                    ("dim", f"  {counted(family.references, 'reference')}"),
                ]
            )
        return lines

    lines = fit(render, budget, narrower, _STEPS)
    return _with_more(lines, answer.more, "references; raise --limit, or narrow with --role or --certainty")


def graph_text(answer: GraphAnswer, budget: int, narrower: str = _SMALLER, *, callers: bool) -> list[Line]:
    """Call sites by the symbol at their other end."""

    def render(detail: int) -> list[Line]:
        what = "caller" if callers else "callee"
        head = _head(answer.symbol)
        lines = [[*head, ("dim", f"  {counted(answer.symbols, what)}, {counted(answer.sites, 'call site')}")]]
        if detail == COUNTS:
            return lines
        rows: list[_Row] = []
        for distance, end, edges in _by_end(answer.edges, callers=callers):
            if detail >= SIGNATURES:
                here = edges[0].path if callers else answer.symbol.path
                said = ("line", "  " + ", ".join(_place(edge, here) + _doubt(edge.certainty) for edge in edges))
            else:
                surest = min((edge.certainty for edge in edges), key=[level for level, _ in _LEVELS].index)
                said = ("dim", (f"  x{len(edges)}" if len(edges) > 1 else "") + _doubt(surest))
            rows.append(_Row(distance, *_parted(end), said))
        if not callers:  # in the order of calls, but what one file has stands together
            first = {path: at for at, path in reversed(list(enumerate(row.path for row in rows)))}
            rows.sort(key=lambda row: (row.distance, first[row.path]))
        several = len({row.distance for row in rows}) > 1
        for distance, group in groupby(rows, key=lambda row: row.distance):
            lines += [[("dim", f"distance {distance}:")]] if several else []
            lines += _by_file(group)
        return lines

    lines = fit(render, budget, narrower)
    return _with_more(lines, answer.more, "call sites; raise --limit")


def impact_text(answer: ImpactAnswer, budget: int, narrower: str = _SMALLER) -> list[Line]:
    """What reaches a symbol, by distance."""

    def render(detail: int) -> list[Line]:
        counts = (
            f"  {counted(len(answer.reached) + answer.more, 'symbol')} in {counted(len(answer.files), 'file')}, "
            f"{counted(len(answer.tests), 'test')}"
        )
        lines = [[*_head(answer.symbol), ("dim", counts)]]
        return lines + _distances(answer.distances, answer.reached, detail)

    return _with_more(fit(render, budget, narrower), answer.more, "symbols; raise --limit")


def changed_text(answer: ChangedAnswer, budget: int, narrower: str = _SMALLER) -> list[Line]:
    """What changed, what reaches it, and which tests are among that."""

    def render(detail: int) -> list[Line]:
        lines: list[Line] = [[("dim", f"{counted(len(answer.symbols), 'symbol')} changed since {answer.revision}")]]
        lines += [_defined(node, detail) for node in answer.symbols]
        lines += _distances(answer.distances, answer.reached, detail)
        if answer.tests:
            lines.append([("dim", f"tests: {len(answer.tests)}")])
            lines += [[("name", f"  {test}")] for test in answer.tests]
        return lines

    return _with_more(fit(render, budget, narrower), answer.more, "symbols; raise --limit")


def definition_text(
    answer: DefinitionAnswer, budget: int, narrower: str = "ask for one of them with `show`"
) -> list[Line]:
    """What a name at a place means."""

    def render(detail: int) -> list[Line]:
        lines = [[*_defined(node, detail), *_by([answer.source])] for node in answer.definitions]
        lines += [[("path", spot.path), ("line", f":{spot.line}"), ("name", f"  {spot.name}")] for spot in answer.spots]
        return lines

    return fit(render, budget, narrower)


def implementations_text(
    answer: ImplementationsAnswer, budget: int, narrower: str = "use a smaller --limit"
) -> list[Line]:
    """What descends from a symbol."""

    def render(detail: int) -> list[Line]:
        return [
            [*_head(answer.symbol), ("dim", f"  {len(answer.implementations) + answer.more} implementations")],
            *([*_defined(node, detail), *_by([answer.sources[node.id]])] for node in answer.implementations),
        ]

    return _with_more(fit(render, budget, narrower), answer.more, "implementations; raise --limit")


def _by(sources: Iterable[str]) -> Line:
    """Who knows of it, where that is not the index alone."""
    others = sorted({source for source in sources if source != "index"})
    return [("dim", f"  by {', '.join(others)}")] if others else []


def routes_text(
    answer: RoutesAnswer, budget: int, narrower: str = "narrow it with a pattern, --in or --method"
) -> list[Line]:
    """Routes, the sure ones first, each with its handler and the calls that reach it."""
    if not answer.routes:
        return [[("dim", "no routes of a framework that is known")]]

    def render(detail: int) -> list[Line]:
        if detail == COUNTS:
            return _routes_by_file(answer.routes)
        lines: list[Line] = []
        width = max((len(route.method) for route in answer.routes), default=0)
        for certainty, title in _LEVELS:
            rows = [route for route in answer.routes if route.certainty == certainty]
            if rows and title:
                lines.append([("dim", f"{title}:")])
            for route in rows:
                lines.append(_route(route, width, detail))
                if detail >= DOCS:
                    lines += [
                        [
                            ("dim", "    called from  "),
                            ("path", call.path),
                            ("line", f":{call.line}"),
                            ("name", f"  {call.enclosing}" if call.enclosing else ""),
                            ("dim", _doubt(call.certainty)),
                        ]
                        for call in route.calls
                    ]
        return lines

    return _with_more(fit(render, budget, narrower), answer.more, "routes; raise --limit, or give a pattern")


def _route(route: Route, width: int, detail: int) -> Line:
    line: Line = [("kind", f"{route.method:<{width}}"), ("name", f"  {route.pattern}")]
    if detail >= SIGNATURES:
        place = f"{route.path}:{route.line}"
        line += [("dim", f"  {route.handler}" if route.handler else ""), ("line", f"  {place}")]
        line.append(("dim", f"  {route.framework}"))
    return line


def _routes_by_file(routes: Sequence[Route]) -> list[Line]:
    counts: dict[str, int] = {}
    for route in routes:
        counts[route.path] = counts.get(route.path, 0) + 1
    return [[("path", path), ("dim", f"  {count}")] for path, count in counts.items()]


def trace_text(answer: TraceAnswer, budget: int, narrower: str = "") -> list[Line]:
    """The hops of a chain."""
    del budget, narrower  # a shortest chain is short
    return [
        [
            ("name", hop.from_id),
            ("dim", " → "),
            ("name", hop.to_id),
            ("line", f"  {hop.path}:{hop.line}{_doubt(hop.certainty)}"),
        ]
        for hop in answer.hops
    ]


class _Row(NamedTuple):
    """A symbol at the other end of calls, and what is said of it."""

    distance: int
    path: str
    name_path: str
    said: tuple[str, str]
    """Style and text, as in a line."""


def _distances(distances: Sequence[Distance], reached: Sequence[Reached], detail: int) -> list[Line]:
    lines: list[Line] = []
    for distance, symbols, by_name in distances:
        unsure = f", {by_name} of them by name only" if by_name else ""
        lines.append([("dim", f"distance {distance}: {counted(symbols, 'symbol')}{unsure}")])
        if detail > COUNTS:
            lines += _by_file(
                _Row(
                    distance,
                    row.path,
                    row.id[len(row.path) + 1 :],
                    ("dim", ("  test" if row.test else "") + _doubt(row.certainty)),
                )
                for row in reached
                if row.distance == distance
            )
    return lines


def _by_file(rows: Iterable[_Row]) -> list[Line]:
    """Each file once, above its symbols: a path a line would be half of a long answer."""
    lines: list[Line] = []
    for path, group in groupby(rows, key=lambda row: row.path):
        lines.append([("path", path)])
        lines += [[("name", f"  {row.name_path}"), row.said] for row in group]
    return lines


def _parted(identity: str) -> tuple[str, str]:
    """Path and name path of `path:Name/path`."""
    path, _, name_path = identity.partition(":")
    return path, name_path


def _head(node: Node) -> Line:
    return [("path", node.path), ("dim", ":"), ("name", node.symbol.name_path), ("dim", f"  {node.symbol.kind}")]


def _defined(node: Node, detail: int) -> Line:
    line: Line = [("path", f"  {node.path}"), ("line", f":{node.symbol.name_line + 1}")]
    line += [("kind", f"  {node.symbol.kind}"), ("name", f"  {node.symbol.name_path}")]
    if detail >= SIGNATURES:
        line.append(("dim", f"  {node.symbol.signature}"))
    return line


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {certainty}" for certainty, count in counts.items() if count) or "no references"


def _rows(rows: Sequence[Reference], detail: int) -> list[Line]:
    lines: list[Line] = []
    for path, group in groupby(rows, key=lambda row: row.path):
        in_file = list(group)
        if detail == COUNTS:
            lines.append([("path", path), ("dim", f"  {len(in_file)}")])
            continue
        if detail == NAMES:
            numbers = dict.fromkeys(row.line for row in in_file)
            lines.append([("path", path), ("line", "  " + ", ".join(map(str, numbers)))])
            continue
        lines.append([("path", path)])
        for row in in_file:
            line: Line = [("line", f"  {row.line}:{row.column}"), ("kind", f"  {row.role}")]
            if row.enclosing:
                line.append(("name", f"  {row.enclosing}"))
            if detail >= DOCS:
                line.append(("dim", f"  {row.text}"))
            lines.append(line)
    return lines


def _by_end(edges: Sequence[Edge], *, callers: bool) -> list[tuple[int, str, list[Edge]]]:
    found: dict[tuple[int, str], list[Edge]] = {}
    for edge in edges:
        found.setdefault((edge.distance, edge.from_id if callers else edge.to_id), []).append(edge)
    return [(distance, end, rows) for (distance, end), rows in found.items()]


def _place(edge: Edge, here: str) -> str:
    """The line of a call site, with its file where that is another than the one spoken of."""
    return f"{edge.line}" if edge.path == here else f"{edge.path}:{edge.line}"


def _doubt(certainty: str) -> str:
    return "" if certainty == "exact" else f" ({certainty})"


def _with_more(lines: list[Line], more: int, what: str) -> list[Line]:
    return [*lines, [("dim", f"… and {more} more {what}")]] if more else lines
