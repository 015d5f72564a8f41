"""Holds references against answers that somebody read out of the sources, where no compiler was to be had.

    python -m benchmarks.readings READING.jsonl SOURCE_ROOT [--show]

The first line of a reading says of which sources it is and how it was made; each other line is a symbol with its
path, its name path and the lines that use it: `[path, name_path, [[path, line], …]]`. How one is made: symbols are
drawn at random among those whose name stands in 2 to 14 lines of code; each of these lines is read, with what is
needed around it and the index's answer beside it, and kept as a use or not. Overloads are one symbol, and no uses
of each other. This says less than a compiler does: names in many lines are left out, and a reader may overlook
what the index overlooked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reading")
    parser.add_argument("root")
    parser.add_argument("--show", action="store_true", help="print what differs")
    given = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    with closing(Engine(given.root)) as engine, open(given.reading, encoding="utf-8") as file:
        next(file)
        for line in file:
            path, name_path, meant = json.loads(line)
            uses = {(each[0], each[1]) for each in meant}
            answer = engine.refs(RefsRequest(f"{path}:{name_path}", precision="index", limit=10_000))
            rows = [row for row in answer.references if row.role != "definition"]
            sure = {(row.path, row.line) for row in rows if row.certainty != "name"}
            exact = {(row.path, row.line) for row in rows if row.certainty == "exact"}
            counts.update(
                {
                    "symbols": 1,
                    "uses": len(uses),
                    "right": len(sure & uses),
                    "sure": len(sure),
                    "exact": len(exact),
                    "right exact": len(exact & uses),
                    "by any": len({(row.path, row.line) for row in rows} & uses),
                }
            )
            if given.show and sure != uses:
                sys.stdout.write(f"{path}:{name_path} +{sorted(sure - uses)} -{sorted(uses - sure)}\n")
    sys.stdout.write(
        f"symbols {counts['symbols']}  uses {counts['uses']}  precision {_share(counts['right'], counts['sure'])}"
        f"  recall {_share(counts['right'], counts['uses'])}  exact {_share(counts['right exact'], counts['exact'])}"
        f"  name {_share(counts['by any'], counts['uses'])}\n"
    )
    return 0


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
