"""How long the question after an edit takes, and whether its answer is right: fresh means that it always is.

A symbol of a random file gets a name that is nowhere else, and is asked for by it, and by a part of it: in place, with
the file put back by an atomic replacement, in a new file, and after that one has been deleted.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.answers.values import FindRequest

from ..contents import Target, sample
from ..measure import Cost, timed
from ..results import Measure
from ..sides.engine import SWEEPING, WATCHING, CannotWatch, opened
from ..workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from codeintel.engine.service import Engine

    from . import Context, Result

__all__ = ["is_renamable", "run"]

ROUNDS, EDITS = 3, 20
LIMIT_MS = 100.0
NAMESAKES = 50
"""A question about a name that more symbols have would be cut, and prove nothing."""
IN_PLACE, REPLACED, NEW, DELETED = "file changed in place", "file replaced", "new file", "file deleted"
SUBSTRING = "file changed, asked for a substring"
_SELF_NAMED = ("constructor", "operator")
"""Kinds whose name says more than a name, so that a renamed one is no such symbol any more."""


class _Edit(NamedTuple):
    """One edit with the question after it."""

    kind: str
    make: Callable[[], object]
    request: FindRequest
    there: list[str]
    """Ids that the answer must have."""
    gone: list[str]
    """Ids that it must not have."""


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    notes: list[str] = []
    taken: dict[tuple[str, str], list[Cost]] = {}
    answers: dict[str, list[Any]] = {SWEEPING: [], WATCHING: []}
    with scratch() as work, own_cache(work / "cache"):
        context.said("copying the repository into a git work tree")
        root = git_copy(context.repository.path, work / context.repository.name)
        with opened(root, watching=False):
            targets = [t for t in sample(str(root), 2000) if is_renamable(root, t)]
        edits = min(3 if context.quick else EDITS, len(targets))
        for number in range(context.rounds(ROUNDS)):
            chosen = [targets[(number * edits + i) % len(targets)] for i in range(edits)]
            for side in (SWEEPING, WATCHING) if not notes else (SWEEPING,):
                context.said(f"round {number + 1}: {side}")
                try:
                    with opened(root, watching=side == WATCHING) as engine:
                        engine.find(FindRequest(chosen[0].id))
                        for count, target in enumerate(chosen):
                            for edit in _edits(root, target, f"edited_{number}_{count}_{len(side)}"):
                                cost, answer = _ask(engine, edit)
                                taken.setdefault((edit.kind, side), []).append(cost)
                                answers[side].append(answer)
                except CannotWatch as error:
                    notes.append(f"without a watcher: {error}")
    measures = [
        Measure(
            kind,
            side,
            "ms",
            [1e3 * c.wall for c in costs],
            cpu=[1e3 * c.cpu for c in costs],
            limits={"median": LIMIT_MS, "p95": LIMIT_MS},
        )
        for (kind, side), costs in sorted(taken.items(), key=lambda item: _ORDER.index(item[0][0]))
    ]
    for side in dict.fromkeys(side for _, side in taken):
        wrong = sum(not answer["right"] for answer in answers[side])
        measures.append(Measure("wrong answers", side, "", [wrong], limits={"high": 0}))
    return context.result("edit", measures, machine, answers, notes)


_ORDER = [IN_PLACE, SUBSTRING, REPLACED, NEW, DELETED]


def _edits(root: Path, target: Target, name: str) -> list[_Edit]:
    """The edits of one round around one symbol; after the last of them the tree is as before."""
    path = root / target.path
    before = path.read_bytes()
    symbol = target.symbol
    after, again = (
        before[: symbol.name_start] + new.encode() + before[symbol.name_end :] for new in (name, name + "b")
    )
    twin = path.with_name(f"{name}{path.suffix}")
    twin_path = str(twin.relative_to(root))
    renamed = f"{symbol.name_path.rpartition('/')[0]}/{name}".lstrip("/")
    here, there, copy = f"{target.path}:{renamed}", target.id, f"{twin_path}:{renamed}"
    by_name, by_old_name = FindRequest(name), FindRequest(symbol.name)
    return [
        _Edit(IN_PLACE, partial(path.write_bytes, after), by_name, [here], [there]),
        _Edit(SUBSTRING, partial(path.write_bytes, again), FindRequest(name[1:], substring=True), [here + "b"], [here]),
        _Edit(REPLACED, partial(_replace, path, before), by_old_name, [there], [here]),
        _Edit(NEW, partial(twin.write_bytes, after + b"\n"), by_name, [copy], [here]),
        _Edit(DELETED, twin.unlink, by_old_name, [there], [f"{twin_path}:{symbol.name_path}", copy]),
    ]


def _ask(engine: Engine, edit: _Edit) -> tuple[Cost, dict[str, Any]]:
    edit.make()
    cost, answer = timed(partial(engine.find, edit.request))
    ids = [node.id for node in answer.symbols]
    right = all(wanted in ids for wanted in edit.there) and not any(lost in ids for lost in edit.gone)
    return cost, {
        "edit": edit.kind,
        "question": edit.request.pattern,
        "right": right,
        "ms": 1e3 * cost.wall,
        "answer": ids,
    }


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(content)
    os.replace(beside, path)


def is_renamable(root: Path, target: Target) -> bool:
    """Whether the symbol's name can be exchanged for another one by its bytes alone, and found again among few."""
    symbol = target.symbol
    if (
        symbol.kind in _SELF_NAMED
        or not symbol.name.isidentifier()
        or symbol.name.startswith("_")
        or target.namesakes > NAMESAKES
    ):
        return False
    if (
        "[" in symbol.name_path
        or symbol.name_path.rpartition("/")[2] != symbol.name
        or "." not in os.path.basename(target.path)
    ):
        return False
    raw = (root / target.path).read_bytes()
    return raw[symbol.name_start : symbol.name_end] == symbol.name.encode()
