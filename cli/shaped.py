"""What every command that asks the engine does alike: ask with progress, answer as text or JSON, within a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import UsageError
from ..engine.facts import KINDS
from ..engine.service import Engine
from ..lsp_bridge import language_servers
from .output import print_json, print_lines, print_notes
from .progress import LongWork

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import Any, Protocol, TypeVar

    from ..engine.text import Line

    class Answer(Protocol):
        """What has something to say besides the answer."""

        @property
        def notes(self) -> list[str]: ...

    A = TypeVar("A", bound=Answer)

__all__ = ["ask", "kinds_of", "respond"]


def kinds_of(arguments: argparse.Namespace) -> frozenset[str]:
    """The kinds that are asked for. Raises UsageError."""
    unknown = [kind for kind in arguments.kind if kind not in KINDS]
    if unknown:
        raise UsageError(f"there is no kind {unknown[0]!r}", f"Kinds are {', '.join(sorted(KINDS))}.")
    return frozenset(arguments.kind)


def ask(arguments: argparse.Namespace, question: Callable[[Engine], A]) -> A:
    """Ask the engine of the project, with progress; what the engine has to say of itself is noted in the answer."""
    with LongWork() as progress:
        engine = Engine(arguments.project, progress=progress, backend=language_servers)
        answer = question(engine)
    answer.notes.extend(engine.notes)
    return answer


def respond(
    arguments: argparse.Namespace,
    answer: A,
    shape: Callable[[A, int], dict[str, Any]],
    text: Callable[[A, int], list[Line]],
    items: str = "",
) -> None:
    """Print the answer: the `shape` of a detail with `--json`, else the `text` of a budget and the notes to stderr.

    A shape that is over its budget gets less detail, then fewer of its `items`; without `items` it is given whole.
    """
    if arguments.json:
        _print_shape(lambda detail: shape(answer, detail), arguments.budget if items else None, items)
    else:
        print_lines(text(answer, arguments.default_budget if arguments.budget is None else arguments.budget))
        print_notes(answer.notes)


def _print_shape(shape: Callable[[int], dict[str, Any]], budget: int | None, items: str) -> None:
    """The most detailed shape within the budget; then those of its `items` that fit, the others counted in `more`."""
    import json

    from ..engine.shapes import FULL, NAMES, SIGNATURES

    for detail in (FULL, SIGNATURES, NAMES):
        value = shape(detail)
        if not budget or len(json.dumps(value, ensure_ascii=False)) <= budget:
            break
        if detail == NAMES:
            note = f"shortened to fit {budget} characters; narrow the question"
            value["notes"] = [*value["notes"], note]
            room = budget - len(json.dumps({**value, items: []}, ensure_ascii=False))
            _cut(value, room, items)
    print_json(value)


def _cut(value: dict[str, Any], room: int, items: str) -> None:
    import json

    kept: list[Any] = []
    for item in value[items]:
        room -= len(json.dumps(item, ensure_ascii=False)) + 2
        if room < 0:
            break
        kept.append(item)
    value["more"] += len(value[items]) - len(kept)
    value[items] = kept
