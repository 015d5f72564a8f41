"""Where an index's time goes: CPU seconds a stage, measured in one process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..measure import interleave
from ..results import Measure
from ..sides.staged import LATER, STAGES, staged_index

if TYPE_CHECKING:
    from . import Context, Result

__all__ = ["run"]

ROUNDS = 3


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    side = staged_index(context.repository.path)
    spent = interleave([side], context.rounds(ROUNDS), context.said)[side.name]
    reports = [json.loads(run.output) for run in spent]
    queries = reports[0]["queries"]
    measures = [
        *(Measure(name, side.name, "s", [r["stages"][name] for r in reports], about) for name, about in STAGES.items()),
        *(Measure("compile query", side.name, "s", [r["queries"][name] for r in reports], name) for name in queries),
        Measure("all stages", side.name, "s", [_of_index(r["stages"]) for r in reports]),
    ]
    return context.result("stages", measures, machine, {side.name: reports[-1]})


def _of_index(stages: dict[str, float]) -> float:
    return sum(seconds for name, seconds in stages.items() if name not in LATER)
