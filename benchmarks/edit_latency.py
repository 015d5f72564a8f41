"""How long one edit takes, checks, journal and refresh included: `python benchmarks/edit_latency.py ROOT PATTERN...`.

Edits a copy. Each symbol has a comment put into its text and taken out again, by `replace`, in one process.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from codeintel.engine.service import Engine

ROUNDS = 10


def main() -> None:
    """Print median and worst of each symbol, wall and CPU."""
    root, *patterns = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["CODEINTEL_CACHE"] = f"{folder}/state"
        copy = Path(folder) / "project"
        shutil.copytree(root, copy, symlinks=True)
        for path in copy.rglob("*"):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o200)
        engine = Engine(str(copy))
        engine.refresh()
        time.sleep(0.1)
        for pattern in patterns:
            shown = engine.show(pattern)
            text = shown.symbol.body or ""
            wall: list[float] = []
            cpu: list[float] = []
            for number in range(2 * ROUNDS):
                new = text if number % 2 else text + "\n" + " " * 12 + f"# {number}"
                started, busy = time.perf_counter(), time.process_time()
                answer = engine.replace(shown.symbol.id, new)
                wall.append(time.perf_counter() - started)
                cpu.append(time.process_time() - busy)
                assert answer.applied
            print(
                f"{shown.symbol.id}: median {statistics.median(wall) * 1000:.0f} ms, worst {max(wall) * 1000:.0f} ms,"
                f" CPU {statistics.median(cpu) * 1000:.0f} ms"
            )


if __name__ == "__main__":
    main()
