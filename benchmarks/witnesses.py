"""Holds references by links against those of a language server, for random symbols of any project.

    python -m benchmarks.witnesses ROOT LANGUAGE [--symbols N] [--seed S] [--show N] [--wait SECONDS]

For each of N symbols (the same for the same seed) the index answers alone, then the server is asked too, in the way of
`refs --precision lsp`: what only the index lists is put to it once more, as the question what stands there. Counted are
places, by line:

    precision   of those that the index lists as `exact` or `inferred` and of which the server knows what they are, how
                many mean the symbol
    recall      of those that the server lists, how many the index lists as `exact` or `inferred`
    exact       precision of those that are `exact`
    by name     recall, `name` counted too
    open        places of which the server knows nothing (code for another build, say): not counted

Places where the symbol has no name of its own (`Self`) are left out.
Whatever the server lists in code that is made by macros, or lists by mistake, counts against the index: see `--show`.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.answers.linking import Context
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codeintel.engine.answers.references import Reference
    from codeintel.engine.index.sync import Sync

SURE = frozenset({"exact", "inferred"})
INDEX = "index"
_NUMBER = re.compile(r"\[\d+\]$")


class Verdict(NamedTuple):
    """One symbol: places by what the two say."""

    symbol: str
    right: frozenset[str]
    wrong: frozenset[str]
    missed: frozenset[str]
    counts: Counter[str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("language")
    parser.add_argument("--symbols", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print the N symbols with the most mistakes")
    parser.add_argument("--wait", type=float, default=120.0, help="seconds for one answer of the server")
    given = parser.parse_args(arguments)
    verdicts: list[Verdict] = []
    with closing(Engine(given.root, backend=language_servers)) as engine:
        symbols = engine._ask(lambda view: _symbols(view, given.language))  # noqa: SLF001 - no face asks this
        random.Random(given.seed).shuffle(symbols)
        for symbol in symbols:
            if len(verdicts) == given.symbols:
                break
            found = _judge(engine, symbol, given.wait)
            if found is not None:
                verdicts.append(found)
    _report(verdicts, given.show)
    return 0


def _symbols(view: Sync, language: str) -> list[str]:
    context = Context(view, lambda *_: None)
    languages = view.store.languages_of(view.row.id)
    return [
        f"{path}:{located.symbol.name_path}"
        for path in sorted(path for path, name in languages.items() if name == language)
        for located in context.symbols(path)
    ]


def _judge(engine: Engine, symbol: str, wait: float) -> Verdict | None:
    """What both say of a symbol; None where there is nothing to compare."""
    try:
        alone = engine.refs(RefsRequest(symbol, precision=INDEX, limit=100_000)).references
        both = engine.refs(RefsRequest(symbol, precision="lsp", limit=100_000, wait=wait)).references
    except CodeintelError as error:
        sys.stderr.write(f"{symbol}: {error}\n")
        return None
    name = re.compile(rf"\b{re.escape(_NUMBER.sub('', symbol).rpartition('/')[2].rpartition(':')[2])}\b")
    served = {_place(row) for row in both if row.source != INDEX and name.search(row.text)}
    if not served:
        return None
    denied = {_place(row) for row in both if row.source == INDEX and row.certainty == "name"}
    listed = {_place(row) for row in both}
    mine = {_place(row) for row in alone if row.certainty in SURE}
    exact = {_place(row) for row in alone if row.certainty == "exact"}
    wrong = {place for place in mine if place not in served and (place in denied or place not in listed)}
    counts = Counter(
        right=len(mine & served),
        wrong=len(wrong),
        missed=len(served - mine),
        open=len(mine - served - wrong),
        exact_right=len(exact & served),
        exact_wrong=len(exact & wrong),
        lost=len(served - {_place(row) for row in alone}),
    )
    return Verdict(symbol, frozenset(mine & served), frozenset(wrong), frozenset(served - mine), counts)


def _place(row: Reference) -> str:
    return f"{row.path}:{row.line}"


def _report(verdicts: list[Verdict], show: int) -> None:
    total: Counter[str] = Counter()
    for verdict in verdicts:
        total += verdict.counts
    right, missed = total["right"], total["missed"]
    rows = {
        "precision": _share(right, total["wrong"]),
        "recall": _share(right, missed),
        "exact": _share(total["exact_right"], total["exact_wrong"]),
        "by name": _share(right + missed - total["lost"], total["lost"]),
    }
    sys.stdout.write(f"{len(verdicts)} symbols, {right + missed} places, {total['open']} open\n")
    sys.stdout.write("".join(f"{name:10} {share:.3f}\n" for name, share in rows.items()))
    worst = sorted(verdicts, key=lambda each: -len(each.wrong) - len(each.missed))
    for verdict in worst[:show]:
        if verdict.wrong or verdict.missed:
            sys.stdout.write(f"{verdict.symbol}\n")
            sys.stdout.write("".join(f"  wrong  {place}\n" for place in sorted(verdict.wrong)))
            sys.stdout.write("".join(f"  missed {place}\n" for place in sorted(verdict.missed)))


def _share(good: int, bad: int) -> float:
    return good / (good + bad) if good + bad else 1.0


if __name__ == "__main__":
    sys.exit(main())
