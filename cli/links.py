"""The commands about uses, calls and what a name means: `refs`, `callers`, `callees`, `impact`, `trace` and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.link_shapes import (
    changed_shape,
    definition_shape,
    graph_shape,
    impact_shape,
    implementations_shape,
    refs_shape,
    trace_shape,
)
from ..engine.link_text import (
    changed_text,
    definition_text,
    graph_text,
    impact_text,
    implementations_text,
    refs_text,
    trace_text,
)
from .shaped import ask, respond

if TYPE_CHECKING:
    import argparse

__all__ = ["callees", "callers", "changed", "definition", "impact", "implementations", "refs", "trace"]

FOUND, NOTHING = 0, 1


def refs(arguments: argparse.Namespace) -> int:
    """Run `codeintel refs`."""
    from ..engine.answers.references import RefsRequest

    request = RefsRequest(
        arguments.symbol,
        arguments.precision,
        frozenset(arguments.role),
        frozenset(arguments.certainty),
        arguments.limit,
        arguments.wait,
    )
    answer = ask(arguments, lambda engine: engine.refs(request))
    respond(arguments, answer, refs_shape, refs_text, "references")
    return FOUND if answer.references or answer.more else NOTHING


def callers(arguments: argparse.Namespace) -> int:
    """Run `codeintel callers`."""
    return _graph(arguments, is_callers=True)


def callees(arguments: argparse.Namespace) -> int:
    """Run `codeintel callees`."""
    return _graph(arguments, is_callers=False)


def impact(arguments: argparse.Namespace) -> int:
    """Run `codeintel impact`."""
    from ..engine.answers.graph import GraphRequest

    request = GraphRequest(arguments.symbol, arguments.depth, arguments.limit)
    answer = ask(arguments, lambda engine: engine.impact(request))
    respond(arguments, answer, impact_shape, impact_text, "reached")
    return FOUND if answer.reached or answer.more else NOTHING


def changed(arguments: argparse.Namespace) -> int:
    """Run `codeintel changed`."""
    from ..engine.answers.changed import ChangedRequest

    request = ChangedRequest(arguments.revision, arguments.depth, arguments.limit)
    answer = ask(arguments, lambda engine: engine.changed(request))
    respond(arguments, answer, changed_shape, changed_text, "reached")
    return FOUND if answer.symbols else NOTHING


def definition(arguments: argparse.Namespace) -> int:
    """Run `codeintel definition`."""
    from ..engine.answers.witness import Precision

    precision = Precision(arguments.precision, arguments.wait)
    answer = ask(arguments, lambda engine: engine.definition(arguments.place, precision))
    respond(arguments, answer, definition_shape, definition_text, "symbols")
    return FOUND if answer.definitions or answer.spots else NOTHING


def implementations(arguments: argparse.Namespace) -> int:
    """Run `codeintel implementations`."""
    from ..engine.answers.witness import Precision

    precision = Precision(arguments.precision, arguments.wait)
    answer = ask(arguments, lambda engine: engine.implementations(arguments.symbol, arguments.limit, precision))
    respond(arguments, answer, implementations_shape, implementations_text, "symbols")
    return FOUND if answer.implementations or answer.more else NOTHING


def trace(arguments: argparse.Namespace) -> int:
    """Run `codeintel trace`."""
    answer = ask(arguments, lambda engine: engine.trace(arguments.source, arguments.target))
    respond(arguments, answer, lambda answer, _: trace_shape(answer), trace_text)
    return FOUND if answer.hops else NOTHING


def _graph(arguments: argparse.Namespace, *, is_callers: bool) -> int:
    from ..engine.answers.graph import GraphRequest

    request = GraphRequest(arguments.symbol, arguments.depth, arguments.limit)
    if is_callers:
        request = request._replace(precision=arguments.precision, wait=arguments.wait)
    answer = ask(arguments, lambda engine: engine.callers(request) if is_callers else engine.callees(request))
    respond(
        arguments, answer, graph_shape, lambda answer, budget: graph_text(answer, budget, callers=is_callers), "edges"
    )
    return FOUND if answer.edges or answer.more else NOTHING
