"""The commands about uses, calls and what a name means: `refs`, `callers`, `callees`, `impact`, `trace` and others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.service import Engine
from .output import print_lines, print_notes
from .progress import LongWork
from .shaped import budget_of, print_shape

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ..engine.text import Line

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
    )
    answer = _ask(arguments, lambda engine: engine.refs(request))
    if arguments.json:
        from ..engine.link_shapes import refs_shape

        print_shape(lambda detail: refs_shape(answer, detail), arguments.budget, "references")
    else:
        from ..engine.link_text import refs_text

        _print(answer, refs_text(answer, budget_of(arguments)))
    return FOUND if answer.references else NOTHING


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
    answer = _ask(arguments, lambda engine: engine.impact(request))
    if arguments.json:
        from ..engine.link_shapes import impact_shape

        print_shape(lambda detail: impact_shape(answer, detail), arguments.budget, "reached")
    else:
        from ..engine.link_text import impact_text

        _print(answer, impact_text(answer, budget_of(arguments)))
    return FOUND if answer.reached else NOTHING


def changed(arguments: argparse.Namespace) -> int:
    """Run `codeintel changed`."""
    from ..engine.answers.changed import ChangedRequest

    request = ChangedRequest(arguments.revision, arguments.depth, arguments.limit)
    answer = _ask(arguments, lambda engine: engine.changed(request))
    if arguments.json:
        from ..engine.link_shapes import changed_shape

        print_shape(lambda detail: changed_shape(answer, detail), arguments.budget, "reached")
    else:
        from ..engine.link_text import changed_text

        _print(answer, changed_text(answer, budget_of(arguments)))
    return FOUND if answer.symbols else NOTHING


def definition(arguments: argparse.Namespace) -> int:
    """Run `codeintel definition`."""
    answer = _ask(arguments, lambda engine: engine.definition(arguments.place))
    if arguments.json:
        from ..engine.link_shapes import definition_shape

        print_shape(lambda detail: definition_shape(answer, detail), arguments.budget, "symbols")
    else:
        from ..engine.link_text import definition_text

        _print(answer, definition_text(answer, budget_of(arguments)))
    return FOUND if answer.definitions or answer.spots else NOTHING


def implementations(arguments: argparse.Namespace) -> int:
    """Run `codeintel implementations`."""
    answer = _ask(arguments, lambda engine: engine.implementations(arguments.symbol, arguments.limit))
    if arguments.json:
        from ..engine.link_shapes import implementations_shape

        print_shape(lambda detail: implementations_shape(answer, detail), arguments.budget, "symbols")
    else:
        from ..engine.link_text import implementations_text

        _print(answer, implementations_text(answer, budget_of(arguments)))
    return FOUND if answer.implementations else NOTHING


def trace(arguments: argparse.Namespace) -> int:
    """Run `codeintel trace`."""
    answer = _ask(arguments, lambda engine: engine.trace(arguments.source, arguments.target))
    if arguments.json:
        from ..engine.link_shapes import trace_shape

        print_shape(lambda _: trace_shape(answer), None, "hops")
    else:
        from ..engine.link_text import trace_text

        _print(answer, trace_text(answer, budget_of(arguments)))
    return FOUND if answer.hops else NOTHING


def _graph(arguments: argparse.Namespace, *, is_callers: bool) -> int:
    from ..engine.answers.graph import GraphRequest

    request = GraphRequest(arguments.symbol, arguments.depth, arguments.limit)
    answer = _ask(arguments, lambda engine: engine.callers(request) if is_callers else engine.callees(request))
    if arguments.json:
        from ..engine.link_shapes import graph_shape

        print_shape(lambda detail: graph_shape(answer, detail), arguments.budget, "edges")
    else:
        from ..engine.link_text import graph_text

        _print(answer, graph_text(answer, budget_of(arguments), callers=is_callers))
    return FOUND if answer.edges else NOTHING


def _ask(arguments: argparse.Namespace, question: Callable[[Engine], Any]) -> Any:
    with LongWork() as progress:
        engine = Engine(arguments.project, progress=progress)
        answer = question(engine)
    answer.notes.extend(engine.notes)
    return answer


def _print(answer: Any, lines: list[Line]) -> None:
    print_lines(lines)
    print_notes(answer.notes)
