"""How long questions take in a long-lived process: by name, by path, by id, by substring, outlines, and no match."""

from __future__ import annotations

import random
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.answers.values import FindRequest

from ..contents import SEED, Target, sample
from ..measure import Cost, timed
from ..results import Measure
from ..sides.engine import SWEEPING, WATCHING, CannotWatch, opened
from ..workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from collections.abc import Callable

    from codeintel.engine.service import Engine

    from . import Context, Result

__all__ = ["run"]

SYMBOLS = 250
MEDIAN_MS, P95_MS = 5.0, 15.0
NO_MATCH = "no match"


class _Question(NamedTuple):
    """One question, and what its answer has to hold."""

    kind: str
    text: str
    ask: Callable[[Engine], list[str] | None]
    """Gives the ids of the answer; None where it was cut and so proves nothing."""
    wanted: str | None
    """An id that the answer must have; None: it must be empty."""


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    notes: list[str] = []
    with scratch() as work, own_cache(work / "cache"), ExitStack() as stack:
        context.said("copying the repository into a git work tree")
        root = git_copy(context.repository.path, work / context.repository.name)
        engines = {SWEEPING: stack.enter_context(opened(root, watching=False))}
        try:
            engines[WATCHING] = stack.enter_context(opened(root, watching=True))
        except CannotWatch as error:
            notes.append(f"without a watcher: {error}")
        questions = _questions(sample(str(root), 20 if context.quick else SYMBOLS))
        for engine in engines.values():
            for question in questions[:5]:
                question.ask(engine)
        taken, answers, wrong = _ask_all(context, engines, questions)
    measures: list[Measure] = []
    for kind in dict.fromkeys(question.kind for question in questions):
        for side in engines:
            costs = taken[side][kind]
            judged = side == WATCHING and kind != NO_MATCH
            limits = {"median": MEDIAN_MS, "p95": P95_MS} if judged else {}
            measures.append(
                Measure(
                    kind, side, "ms", [1e3 * c.wall for c in costs], cpu=[1e3 * c.cpu for c in costs], limits=limits
                )
            )
    measures += [Measure("wrong answers", side, "", [count], limits={"high": 0}) for side, count in wrong.items()]
    return context.result("lookup", measures, machine, answers, notes)


def _questions(targets: list[Target]) -> list[_Question]:
    """Every kind of question about every target, in random order: no kind has the warm moments for itself."""
    pick = random.Random(SEED)
    questions: list[_Question] = []
    for target in targets:
        name = target.symbol.name
        start = pick.randrange(max(len(name) - 5, 1))
        questions += [
            _find("find by name", target.by_name, target),
            _find("find by Class/name", target.by_path, target),
            _find("find by id", target.id, target),
            _find("find a substring", name[start : start + 6], target, substring=True),
            _Question("overview of a file", target.path, partial(_overview_ids, target.path), target.path),
        ]
    questions += [_find(NO_MATCH, f"{target.symbol.name}qzx", None) for target in targets[: max(len(targets) // 5, 1)]]
    pick.shuffle(questions)
    return questions


def _find(kind: str, pattern: str, target: Target | None, *, substring: bool = False) -> _Question:
    request = FindRequest(pattern, substring=substring)
    return _Question(kind, pattern, partial(_found_ids, request), target.id if target is not None else None)


def _found_ids(request: FindRequest, engine: Engine) -> list[str] | None:
    answer = engine.find(request)
    return None if answer.more else [node.id for node in answer.symbols]


def _overview_ids(path: str, engine: Engine) -> list[str]:
    answer = engine.overview(path)
    return [answer.path, *(node.id for node in answer.symbols)]


def _ask_all(
    context: Context, engines: dict[str, Engine], questions: list[_Question]
) -> tuple[dict[str, dict[str, list[Cost]]], dict[str, Any], dict[str, int]]:
    """Ask each engine in turn. Gives costs by side and kind, answers by side, and how many were wrong."""
    taken: dict[str, dict[str, list[Cost]]] = {side: {q.kind: [] for q in questions} for side in engines}
    answers: dict[str, dict[str, list[str] | None]] = {side: {} for side in engines}
    wrong = dict.fromkeys(engines, 0)
    for number, question in enumerate(questions):
        if number % 100 == 0:
            context.said(f"question {number} of {len(questions)}")
        for side, engine in engines.items():
            cost, ids = timed(partial(question.ask, engine))
            taken[side][question.kind].append(cost)
            answers[side][f"{question.kind}: {question.text}"] = ids
            if ids is not None:
                wrong[side] += question.wanted not in ids if question.wanted is not None else bool(ids)
    return taken, answers, wrong
