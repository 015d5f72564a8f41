"""How codeintel grows: index, opening, sweep and questions on trees from a thousand files to eighty thousand."""

from __future__ import annotations

import json
import random
import shutil
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from codeintel.engine.answers.values import FindRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine

from ..contents import SEED, indexed_files, sample
from ..measure import Cost, environment, interleave, timed
from ..measure import run as run_apart
from ..results import Measure
from ..sides import asking
from ..sides.engine import NAME, CannotWatch, first_index
from ..workspace import generate, git_copy, originals, own_cache, scratch, settle, under_git

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..contents import Target
    from ..measure import Spent
    from ..workspace import Original
    from . import Context, Result

__all__ = ["run"]

SIZES = (1_000, 5_000, 20_000, 80_000)
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
            under_git(tree)
            settle(tree)
            side = first_index(tree, work)
            rounds = context.rounds(3) if size <= MANY_ROUNDS_TO else 1
            indexed = interleave([side], rounds, lambda text, size=size: context.said(f"{size:,} files: {text}"))
            measures += _of_index(size, indexed[side.name])
            with own_cache(work / "cache"):
                measures += _of_questions(size, tree, 5 if context.quick else 15)
            answers[f"{size}"] = json.loads(indexed[side.name][-1].output)
            shutil.rmtree(tree)
    return context.result("growth", measures, machine, {NAME: answers})


def _pool(source: Path, work: Path) -> list[Original]:
    root = git_copy(source, work / "originals")  # where it lies may be a part of another work tree
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
        Measure("index, CPU per 1,000 files", NAME, "s", [1e3 * run.cpu / size for run in runs], case),
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
    for target in targets[: max(count // 3, 2)]:
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
    costs.update(_of_watching(engine, targets))
    engine.close()
    command = [sys.executable, "-m", asking.__name__, root, *(target.by_name for target in targets)]
    peak = run_apart(command, environment(), memory=True).largest / MB  # this process holds the samples as well
    return [
        *(
            Measure(name, NAME, "ms", [1e3 * c.wall for c in found], case, cpu=[1e3 * c.cpu for c in found])
            for name, found in costs.items()
        ),
        Measure("asking process, at its peak", NAME, "MB", [peak], case),
    ]


def _of_watching(engine: Engine, targets: Sequence[Target]) -> dict[str, list[Cost]]:
    """What the watcher costs to set up, and what it spares: a file proves that nothing changed, not a sweep."""
    try:
        begun, _ = timed(engine.watch)
    except (CannotWatch, CodeintelError):  # no file events here
        return {}
    engine.refresh()
    found: dict[str, list[Cost]] = {"watcher, set up": [begun], "cookie": [], "find by name, watched": []}
    for target in targets:
        found["cookie"].append(timed(engine.refresh)[0])
        found["find by name, watched"].append(timed(partial(engine.find, FindRequest(target.by_name)))[0])
    return found
