"""What a first index costs: CPU, memory and disk, beside a bare parse of the very files that it read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from codeintel.engine.service import Engine

from ..contents import indexed_files, languages_of
from ..measure import interleave
from ..results import Measure, ratio
from ..sides.bare import bare_parse
from ..sides.engine import first_index
from ..workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from . import Context, Result

__all__ = ["run"]

ROUNDS = 5
CPU_RATIO, CPU_GOAL = 3.0, 2.5
MEMORY_MB = 400.0
DATABASE_MB = 40.0
MB = 1e6


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    with scratch() as work:
        root = git_copy(
            context.repository.path, work / context.repository.name
        )  # a project of its own, wherever it lies
        context.said("one index to see which files it reads")
        with own_cache(work / "first"):
            engine = Engine(str(root))
            engine.index()
            files, registry = indexed_files(engine.root), languages_of(engine.root)
            engine.close()
        bare, ours = bare_parse(root, files, registry, work), first_index(root, work)
        spent = interleave([bare, ours], context.rounds(ROUNDS), context.said)
    floor, full = spent[bare.name], spent[ours.name]
    answers = {name: json.loads(runs[-1].output) for name, runs in spent.items()}
    reports = [json.loads(run.output) for run in full]
    both = (ours.name, bare.name)
    measures = [
        *(Measure("CPU", name, "s", [run.cpu for run in runs]) for name, runs in spent.items()),
        ratio("CPU ratio", [r.cpu for r in full], [r.cpu for r in floor], both, limit=CPU_RATIO, goal=CPU_GOAL),
        *(Measure("wall time", name, "s", [run.wall for run in runs]) for name, runs in spent.items()),
        Measure("largest process", bare.name, "MB", [run.largest / MB for run in floor]),
        Measure("largest process", ours.name, "MB", [run.largest / MB for run in full], limits={"high": MEMORY_MB}),
        Measure("all processes", ours.name, "MB", [run.together / MB for run in full]),
        Measure("database", ours.name, "MB", [r["database_bytes"] / MB for r in reports], limits={"high": DATABASE_MB}),
        Measure("files", ours.name, "", [r["files"] for r in reports]),
        Measure("symbols", ours.name, "", [r["symbols"] for r in reports]),
        Measure("source", bare.name, "MB", [json.loads(run.output)["bytes"] / MB for run in floor]),
        Measure("rate", ours.name, "files/s", [r["files"] / run.wall for r, run in zip(reports, full, strict=True)]),
        Measure(
            "rate by CPU", ours.name, "files/s", [r["files"] / run.cpu for r, run in zip(reports, full, strict=True)]
        ),
    ]
    return context.result("index", measures, machine, answers)
