"""Answers about references and calls as JSON-able values; see `shapes.py`. Lines and columns are 1-based."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .shapes import FULL, symbol_shape

if TYPE_CHECKING:
    from .answers.changed import ChangedAnswer
    from .answers.graph import Edge, GraphAnswer, ImpactAnswer, TraceAnswer
    from .answers.places import DefinitionAnswer, ImplementationsAnswer
    from .answers.references import Reference, RefsAnswer
    from .answers.routes import RoutesAnswer

__all__ = [
    "changed_shape",
    "definition_shape",
    "graph_shape",
    "impact_shape",
    "implementations_shape",
    "refs_shape",
    "routes_shape",
    "trace_shape",
]


def refs_shape(answer: RefsAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `refs`."""
    return {
        "symbol": symbol_shape(answer.symbol, detail),
        "references": [_reference(row, detail) for row in answer.references],
        "counts": answer.counts,
        "families": [family._asdict() for family in answer.families],
        "complete": answer.complete,
        "more": answer.more,
        "notes": answer.notes,
    }


def graph_shape(answer: GraphAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `callers` and `callees`; `call_sites` counts edges, `symbols` the different ends."""
    return {
        "symbol": symbol_shape(answer.symbol, detail),
        "edges": [_edge(edge) for edge in answer.edges],
        "call_sites": answer.sites,
        "symbols": answer.symbols,
        "more": answer.more,
        "notes": answer.notes,
    }


def impact_shape(answer: ImpactAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `impact`."""
    return {
        "symbol": symbol_shape(answer.symbol, detail),
        "edges": [_edge(edge) for edge in answer.edges] if detail >= FULL else [],
        **_reach(answer),
    }


def changed_shape(answer: ChangedAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `changed`."""
    return {
        "revision": answer.revision,
        "symbols": [symbol_shape(node, detail) for node in answer.symbols],
        **_reach(answer),
    }


def _reach(answer: ImpactAnswer | ChangedAnswer) -> dict[str, Any]:
    return {
        "reached": [row._asdict() for row in answer.reached],
        "distances": [row._asdict() for row in answer.distances],
        "files": answer.files,
        "tests": answer.tests,
        "more": answer.more,
        "notes": answer.notes,
    }


def definition_shape(answer: DefinitionAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `definition`; `places` are definitions that have no place in the outline."""
    return {
        "name": answer.name,
        "symbols": [symbol_shape(node, detail) for node in answer.definitions],
        "places": [spot._asdict() for spot in answer.spots],
        "certainty": answer.certainty,
        "how": answer.how,
        "source": answer.source,
        "more": 0,
        "notes": answer.notes,
    }


def implementations_shape(answer: ImplementationsAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `implementations`."""
    return {
        "symbol": symbol_shape(answer.symbol, detail),
        "symbols": [symbol_shape(node, detail) for node in answer.implementations],
        "sources": answer.sources,
        "more": answer.more,
        "notes": answer.notes,
    }


def routes_shape(answer: RoutesAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `routes`; with less detail, without the calls of clients."""
    return {
        "routes": [
            {**route._asdict(), "calls": [call._asdict() for call in route.calls] if detail >= FULL else []}
            for route in answer.routes
        ],
        "more": answer.more,
        "notes": answer.notes,
    }


def trace_shape(answer: TraceAnswer) -> dict[str, Any]:
    """The answer of `trace`."""
    return {
        "from": symbol_shape(answer.source),
        "to": symbol_shape(answer.target),
        "hops": [_edge(edge) for edge in answer.hops],
        "notes": answer.notes,
    }


def _reference(row: Reference, detail: int) -> dict[str, Any]:
    shape = row._asdict()
    if not row.alias:
        del shape["alias"]
    if detail < FULL:
        shape["text"] = ""
    return shape


def _edge(edge: Edge) -> dict[str, Any]:
    shape = edge._asdict()
    return {"from": shape.pop("from_id"), "to": shape.pop("to_id"), **shape}
