"""The commands that answer from the index: `find`, `overview`, `show`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.service import Engine
from .arguments import DEFAULT_BUDGET
from .output import print_json, print_lines, print_notes
from .progress import LongWork

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

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

        _print_shape(lambda detail: find_shape(answer, detail), arguments.budget)
    elif answer.symbols:
        from ..engine.text import find_text

        print_lines(find_text(answer, _budget(arguments)))
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

        _print_shape(lambda detail: overview_shape(answer, detail), arguments.budget)
    else:
        from ..engine.text import overview_text

        print_lines(overview_text(answer, _budget(arguments)))
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

        print_lines(show_text(answer, _budget(arguments)))
        print_notes(answer.notes)
    return FOUND


def _budget(arguments: argparse.Namespace) -> int:
    return DEFAULT_BUDGET if arguments.budget is None else arguments.budget


def _print_shape(shape: Callable[[int], dict[str, Any]], budget: int | None) -> None:
    """The most detailed shape within the budget; then the symbols that fit, the others counted in `more`."""
    import json

    from ..engine.shapes import FULL, NAMES, SIGNATURES

    for detail in (FULL, SIGNATURES, NAMES):
        value = shape(detail)
        if not budget or len(json.dumps(value, ensure_ascii=False)) <= budget:
            break
        if detail == NAMES:
            note = f"shortened to fit {budget} characters; narrow the question"
            value["notes"] = [*value["notes"], note]
            room = budget - len(json.dumps({**value, "symbols": []}, ensure_ascii=False))
            _cut(value, room)
    print_json(value)


def _cut(value: dict[str, Any], room: int) -> None:
    import json

    kept: list[Any] = []
    for symbol in value["symbols"]:
        room -= len(json.dumps(symbol, ensure_ascii=False)) + 2
        if room < 0:
            break
        kept.append(symbol)
    value["more"] += len(value["symbols"]) - len(kept)
    value["symbols"] = kept


def _print_nothing(pattern: str, suggestions: list[str]) -> None:
    import sys

    print(f"nothing is named {pattern!r}", file=sys.stderr)
    if suggestions:
        print("did you mean:", file=sys.stderr)
        for suggestion in suggestions:
            print(f"  {suggestion}", file=sys.stderr)
