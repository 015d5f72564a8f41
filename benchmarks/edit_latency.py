"""How long one edit takes, checks, journal and refresh included: `python -m benchmarks edit_latency ROOT PATTERN…`.

Edits a copy. Each symbol has a comment put into its text and taken out again, by `replace`, in one process. Printed are
median and worst of each symbol, wall time and CPU.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from codeintel.engine.service import Engine

from .measure import Cost, timed
from .workspace import project_copy, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Edit, and print what it cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("patterns", nargs="+", metavar="PATTERN", help="a symbol that can be told from all others")
    given = parser.parse_args(arguments)
    with project_copy(given.root) as copy, closing(Engine(str(copy))) as engine:
        engine.refresh()
        settle(copy)
        for pattern in given.patterns:
            print(_edited(engine, pattern))
    return 0


def _edited(engine: Engine, pattern: str) -> str:
    shown = engine.show(pattern)
    text = shown.symbol.body or ""
    costs: list[Cost] = []
    for number in range(2 * ROUNDS):
        new = text if number % 2 else f"{text}\n{' ' * 12}# {number}"
        cost, answer = timed(partial(engine.replace, shown.symbol.id, new))
        assert answer.applied
        costs.append(cost)
    median, worst = statistics.median(cost.wall for cost in costs), max(cost.wall for cost in costs)
    cpu = statistics.median(cost.cpu for cost in costs)
    return f"{shown.symbol.id}: median {median * 1e3:.0f} ms, worst {worst * 1e3:.0f} ms, CPU {cpu * 1e3:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
