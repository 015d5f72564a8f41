"""How codeintel grows: index, opening, sweep and a question on trees from a thousand files to fifty thousand."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any

from codeintel.engine.answers.values import FindRequest
from codeintel.engine.service import Engine

from ..contents import SEED, indexed_files, sample
from ..measure import Cost, interleave, timed
from ..results import Measure
from ..sides.engine import NAME, first_index
from ..workspace import generate, originals, own_cache, scratch, settle

if TYPE_CHECKING:
    from pathlib import Path

    from ..measure import Spent
    from ..workspace import Original
    from . import Context, Result

__all__ = ["run"]

SIZES = (1_000, 5_000, 20_000, 50_000)
QUICK_SIZES = (20, 40)
MANY_ROUNDS_TO = 5_000
"""Larger trees are indexed once."""
POOL = 1_000
"""Real files that the generated ones are made from."""
MB = 1e6


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    measures: list[Measure] = []
    answers: dict[str, Any] = {}
    with scratch() as work:
        context.said("choosing files to copy")
        sources = _pool(context.repository.path, work)
        for size in QUICK_SIZES if context.quick else SIZES:
            context.said(f"writing {size:,} files")
            tree = work / f"tree{size}"
            generate(sources, tree, size)
            settle(tree)
            side = first_index(tree, work)
            rounds = context.rounds(3) if size <= MANY_ROUNDS_TO else 1
            indexed = interleave([side], rounds, lambda text, size=size: context.said(f"{size:,} files: {text}"))
            measures += _of_index(size, indexed[side.name])
            with own_cache(work / "cache"):
                measures += _of_questions(size, tree, 5 if context.quick else 30)
            answers[f"{size}"] = json.loads(indexed[side.name][-1].output)
    return context.result("growth", measures, machine, {NAME: answers})


def _pool(root: Path, work: Path) -> list[Original]:
    with own_cache(work / "pool"):
        engine = Engine(str(root))
        engine.index()
        paths = [path for path, _ in indexed_files(engine.root)]
        engine.close()
    pick = random.Random(SEED)
    return originals(root, sorted(pick.sample(paths, min(POOL, len(paths)))))


def _of_index(size: int, runs: list[Spent]) -> list[Measure]:
    case = f"{size:,} files"
    reports = [json.loads(run.output) for run in runs]
    return [
        Measure("index, CPU", NAME, "s", [run.cpu for run in runs], case),
        Measure("index, rate by CPU", NAME, "files/s", [size / run.cpu for run in runs], case),
        Measure("index, rate", NAME, "files/s", [size / run.wall for run in runs], case),
        Measure("largest process", NAME, "MB", [run.largest / MB for run in runs], case),
        Measure("all processes", NAME, "MB", [run.together / MB for run in runs], case),
        Measure("database", NAME, "MB", [report["database_bytes"] / MB for report in reports], case),
        Measure("symbols", NAME, "", [report["symbols"] for report in reports], case),
    ]


def _of_questions(size: int, tree: Path, count: int) -> list[Measure]:
    """What costs something with every question: opening in a new process, the sweep, and looking a name up."""
    case = f"{size:,} files"
    root = str(tree)
    first = Engine(root)
    first.index()
    first.close()
    targets = sample(root, count)
    costs: dict[str, list[Cost]] = {
        "first question of a process": [],
        "sweep": [],
        "find by name": [],
        "find a substring": [],
    }
    for target in targets[: max(count // 6, 2)]:
        engine = Engine(root)
        costs["first question of a process"].append(timed(partial(engine.find, FindRequest(target.by_name)))[0])
        engine.close()
    engine = Engine(root)
    engine.find(FindRequest(targets[0].by_name, substring=True))
    for target in targets:
        costs["sweep"].append(timed(engine.refresh)[0])
        costs["find by name"].append(timed(partial(engine.find, FindRequest(target.by_name)))[0])
        part = FindRequest(target.symbol.name[:6], substring=True)
        costs["find a substring"].append(timed(partial(engine.find, part))[0])
    engine.close()
    return [
        Measure(name, NAME, "ms", [1e3 * c.wall for c in found], case, cpu=[1e3 * c.cpu for c in found])
        for name, found in costs.items()
    ]
