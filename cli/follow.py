"""`codeintel watch`: keeps the index fresh as files change, and prints what it does."""

from __future__ import annotations

import gc
import sys
import time
from typing import TYPE_CHECKING

from ..engine.service import Engine
from ..engine.wording import files_and_symbols
from .output import print_json, print_lines
from .progress import LongWork

if TYPE_CHECKING:
    import argparse

    from ..engine.answers.status import IndexReport
    from ..engine.index.sweep import Refreshed

__all__ = ["watch"]

BURST_SECONDS = 0.05
"""Events come in bursts; this long after the first one they are taken together."""
SWEEP_SECONDS = 2.0
"""How often to look where the system gives no events."""
MANY = 20


def watch(arguments: argparse.Namespace) -> int:
    """Run `codeintel watch` until it is interrupted."""
    from ..engine.index.watch import CannotWatch

    gc.enable()
    with LongWork() as progress:
        engine = Engine(arguments.project, progress=progress)
        started = engine.index()
    with engine.only_watcher():
        try:
            activity = engine.watch().activity
        except CannotWatch as error:
            activity = None
            print(f"note: {error.message}; looking every {SWEEP_SECONDS:.0f} s", file=sys.stderr)
        engine.link_ahead()
        _print_start(engine, started, as_json=arguments.json)
        said = ""
        while True:
            if activity is None:
                time.sleep(SWEEP_SECONDS)
            else:
                activity.wait(None if not engine.sweeping_because() else SWEEP_SECONDS)
                time.sleep(BURST_SECONDS)
                activity.clear()
            before = time.perf_counter()
            done = engine.refresh()
            _print(done, time.perf_counter() - before, as_json=arguments.json)
            because = engine.sweeping_because()
            if because and because != said:
                print(f"note: {because}; every question looks at every file instead", file=sys.stderr)
                said = because


def _print_start(engine: Engine, started: IndexReport, *, as_json: bool) -> None:
    if as_json:
        print_json({"watching": engine.root, "files": started.status.files, "symbols": started.status.symbols})
    else:
        counts = f"{files_and_symbols(started.status.files, started.status.symbols)} in {engine.root}"
        print_lines([[("", counts)], [("dim", "watching; stop with Ctrl-C")]])
    sys.stdout.flush()


def _print(done: Refreshed, seconds: float, *, as_json: bool) -> None:
    if not done.changed and not done.gone:
        return
    if as_json:
        print_json({"changed": done.changed, "gone": done.gone, "parsed": done.parsed, "seconds": round(seconds, 4)})
    else:
        lines = [[("kind", "changed  "), ("path", path)] for path in done.changed]
        lines += [[("kind", "gone     "), ("path", path)] for path in done.gone]
        shown = lines[:MANY]
        if len(lines) > MANY:
            shown.append([("dim", f"… and {len(lines) - MANY} more")])
        shown.append([("dim", f"{done.parsed} parsed in {seconds * 1000:.0f} ms")])
        print_lines(shown)
    sys.stdout.flush()
