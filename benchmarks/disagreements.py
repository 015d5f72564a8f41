"""Where index and language server disagree on the uses of a symbol, and who is right by a truth.

    python -m benchmarks disagreements TRUTH_FOLDER SOURCE_ROOT [--seconds N] [--show N] [--json]

Each `references` question of the truth (`benchmarks.truth`) is asked twice, of the index alone and with
`--precision lsp`. A line that both know for sure, or neither, is no disagreement. The others are

    server alone   the server lists it, the index does not, or by name alone
    index alone    the index is sure of it; the server does not list it, and is not believed
    disputed       the index is sure of it, the server says that it means something else, and is believed
    refuted        the index has it by name alone, and the server says that it means something else

Right is whoever is right by the truth; lines that it leaves open (imports, override families, unknown receivers)
are counted apart. `refs.jsonl` of the truth has for each question `refs` (path, line, column, flag; flag `i` an import,
`m` in a macro), and lines that are neither asked nor punished: `path` and `line`, `other_defs`, `family`, `unresolved`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from codeintel.engine.answers.references import Reference

EVERYTHING = 1_000_000
KINDS = ("server alone", "index alone", "disputed", "refuted")
INDEX, SERVER, OPEN = "index right", "server right", "left open"
_Line = tuple[str, int]


class Truth(NamedTuple):
    """What is known of one question."""

    uses: frozenset[_Line]
    open: frozenset[_Line]


class Disagreement(NamedTuple):
    """One line, and who is right about it."""

    symbol: str
    line: _Line
    kind: str
    verdict: str
    how: str

    def __str__(self) -> str:
        """For people."""
        return f"{self.kind}, {self.verdict}: {self.symbol} at {self.line[0]}:{self.line[1]} ({self.how})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask twice, print who is right."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks disagreements",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("truth")
    parser.add_argument("root")
    parser.add_argument("--seconds", type=float, default=120, help="for each question")
    parser.add_argument("--show", type=int, default=0, help="print N disagreements")
    parser.add_argument("--json", action="store_true", help="all of them, as JSON")
    given = parser.parse_args(arguments)
    with closing(Engine(given.root, backend=language_servers)) as engine:
        found = [
            row for symbol, truth in _questions(given.truth) for row in _compare(engine, symbol, truth, given.seconds)
        ]
    if given.json:
        sys.stdout.write(json.dumps([row._asdict() for row in found]) + "\n")
        return 0
    for row in found[: given.show]:
        sys.stdout.write(f"{row}\n")
    counts = Counter((row.kind, row.verdict) for row in found)
    for kind in KINDS:
        said = "  ".join(f"{verdict} {counts[kind, verdict]:4}" for verdict in (INDEX, SERVER, OPEN))
        sys.stdout.write(f"{kind:14} {said}\n")
    return 0


def _questions(folder: str) -> Iterator[tuple[str, Truth]]:
    known = {row["id"]: row for row in _rows(folder, "refs.jsonl")}
    with open(os.path.join(folder, "files.txt"), encoding="utf-8") as file:
        scope = set(file.read().split("\n"))
    for question in _rows(folder, "queries.jsonl"):
        if question["op"] != "references":
            continue
        row = known[question["id"]]
        uses = {(path, line) for path, line, _, flag in row["refs"] if flag not in "im"}
        left = {(path, line) for path, line, _, flag in row["refs"] if flag in "im"} | {(row["path"], row["line"])}
        left |= {(path, line) for key in ("other_defs", "family", "unresolved") for path, line, *_ in row.get(key, ())}
        truth = Truth(frozenset(u for u in uses if u[0] in scope), frozenset(left - uses))
        yield ":".join(part for part in (question.get("path"), question.get("name_path")) if part), truth


def _rows(folder: str, name: str) -> Iterator[dict[str, Any]]:
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _compare(engine: Engine, symbol: str, truth: Truth, seconds: float) -> Iterator[Disagreement]:
    try:
        index = engine.refs(RefsRequest(symbol, "index", limit=EVERYTHING)).references
        answer = engine.refs(RefsRequest(symbol, "lsp", limit=EVERYTHING, wait=seconds))
    except CodeintelError as error:
        sys.stderr.write(f"{symbol}: {error}\n")
        return
    for note in answer.notes:
        if note.startswith("degraded"):
            sys.stderr.write(f"{symbol}: {note}\n")
    sure, both = _by_line(index, sure=True), _by_line(answer.references, sure=True)
    by_name, kept = _by_line(index, sure=False), _by_line(answer.references, sure=False)
    for line in sorted({*sure, *both, *by_name}):
        if line in sure and line in both:
            kind = "" if "lsp:" in both[line].source else "index alone"
        elif line in sure:
            kind = "disputed"
        elif line in both:
            kind = "server alone"
        else:
            kind = "refuted" if line not in kept else ""
        if kind:
            says_use = kind == "server alone"
            right = OPEN if line in truth.open else SERVER if (line in truth.uses) == says_use else INDEX
            how = (sure.get(line) or by_name.get(line) or both[line]).how
            yield Disagreement(symbol, line, kind, right, how)


def _by_line(references: list[Reference], *, sure: bool) -> dict[_Line, Reference]:
    """The lines that are said to use a symbol; with `sure` for certain or evidently."""
    return {
        (row.path, row.line): row
        for row in references
        if row.role != "definition" and (row.certainty != "name") == sure
    }


if __name__ == "__main__":
    sys.exit(main())
