"""The commands that answer from the index: `find`, `overview`, `show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.service import Engine
from .output import print_json, print_lines, print_notes
from .progress import LongWork
from .shaped import budget_of, print_shape

if TYPE_CHECKING:
    import argparse

__all__ = ["find", "overview", "show"]

FOUND, NOTHING = 0, 1


def find(arguments: argparse.Namespace) -> int:
    """Run `codeintel find`."""
    from ..engine.answers.values import FindRequest
    from ..engine.errors import UsageError
    from ..engine.facts import KINDS

    unknown = [kind for kind in arguments.kind if kind not in KINDS]
    if unknown:
        raise UsageError(f"there is no kind {unknown[0]!r}", f"Kinds are {', '.join(sorted(KINDS))}.")
    request = FindRequest(
        arguments.pattern,
        arguments.within,
        frozenset(arguments.kind),
        arguments.substring,
        arguments.ignore_case,
        arguments.body,
        arguments.depth,
        arguments.limit,
    )
    with LongWork() as progress:
        engine = Engine(arguments.project, progress=progress)
        answer = engine.find(request)
    answer.notes.extend(engine.notes)
    if arguments.json:
        from ..engine.shapes import find_shape

        print_shape(lambda detail: find_shape(answer, detail), arguments.budget, "symbols")
    elif answer.symbols:
        from ..engine.text import find_text

        print_lines(find_text(answer, budget_of(arguments)))
        print_notes(answer.notes)
    else:
        print_notes(answer.notes)
        _print_nothing(arguments.pattern, answer.suggestions)
    return FOUND if answer.symbols else NOTHING


def overview(arguments: argparse.Namespace) -> int:
    """Run `codeintel overview`."""
    with LongWork() as progress:
        engine = Engine(arguments.project, progress=progress)
        answer = engine.overview(arguments.path, arguments.depth, arguments.limit)
    answer.notes.extend(engine.notes)
    if arguments.json:
        from ..engine.shapes import overview_shape

        print_shape(lambda detail: overview_shape(answer, detail), arguments.budget, "symbols")
    else:
        from ..engine.text import overview_text

        print_lines(overview_text(answer, budget_of(arguments)))
        print_notes(answer.notes)
    return FOUND if answer.symbols or answer.files else NOTHING


def show(arguments: argparse.Namespace) -> int:
    """Run `codeintel show`."""
    with LongWork() as progress:
        engine = Engine(arguments.project, progress=progress)
        answer = engine.show(arguments.symbol, arguments.context)
    answer.notes.extend(engine.notes)
    if arguments.json:
        from ..engine.shapes import show_shape

        print_json(show_shape(answer))
    else:
        from ..engine.text import show_text

        print_lines(show_text(answer, budget_of(arguments)))
        print_notes(answer.notes)
    return FOUND


def _print_nothing(pattern: str, suggestions: list[str]) -> None:
    import sys

    print(f"nothing is named {pattern!r}", file=sys.stderr)
    if suggestions:
        print("did you mean:", file=sys.stderr)
        for suggestion in suggestions:
            print(f"  {suggestion}", file=sys.stderr)
