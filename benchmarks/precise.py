"""What asking a language server costs, and how whole its first answer is: `python -m benchmarks precise ROOT`.

    python -m benchmarks precise ROOT [--server NAME]… [--symbol NAME]… [--wait N] [--write FILE]

Each symbol is asked for with `--precision lsp`, of each server by itself, on an index that has links:

    first        by a server that starts with the first symbol and then runs
    warm         again of the running server, nothing remembered
    remembered   again in the same process, from what is remembered
    restarted    in a new process, which starts no server: CPU and wall time of the question alone

First and warm answers list every use; those from what is remembered the first 500, which is what a question lists
unless it asks for more.

The first answer is held against the warm one: uses that only the latter is sure of were missing. An answer that misses
some is *flagged* if it says that it is not complete, else *silent*. ROOT is only read. The table goes to stdout;
`--write` keeps it in a file, with the machine it was taken on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from codeintel.engine.answers.memory import Memory
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine
from codeintel.lsp_bridge.backend import Backend

from .machine import machine
from .measure import ROOT
from .workspace import own_cache, scratch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codeintel.engine.answers.references import RefsAnswer
    from codeintel.engine.settings import Settings

SERVERS = ("ty", "basedpyright")
SYMBOLS = ("force_str", "Field/deconstruct", "django/db/models/query.py:QuerySet", "Model/save", "QuerySet/filter")
"""Of Django."""
WORDS = ("server", "symbol", "first answer")
COLUMNS = (
    *("server", "symbol", "uses", "files", "by name", "first answer"),
    *("first", "warm", "remembered", "restarted (CPU)", "memory"),
)
SHOWN = 500
"""As many as are shown unless more are asked for."""
EVERYTHING = 1_000_000
"""No limit, where answers are compared."""
_Line = tuple[str, int]


class Asked(NamedTuple):
    """One answer."""

    seconds: float
    cpu: float
    """Of this process, not of the server."""
    sure: frozenset[_Line]
    answer: RefsAnswer


class Row(NamedTuple):
    """One symbol asked of one server. Times in seconds, memory in bytes."""

    server: str
    symbol: str
    uses: int
    """That the first answer is sure of."""
    files: int
    by_name: int
    """Further places that may be uses: told apart by the first answer."""
    missing: int
    """Uses that only the warm answer is sure of."""
    complete: bool
    """Whether the first answer says that it is."""
    first: float
    warm: float
    remembered: float
    restarted: float
    restarted_cpu: float
    memory: int

    @property
    def verdict(self) -> str:
        """What is to be said of the first answer."""
        if self.missing:
            return "silently short" if self.complete else f"short by {self.missing}, flagged"
        return "complete" if self.complete else "whole; some places left open"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print the table. Exit code 1 where an answer was short and did not say so."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks precise", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("root")
    parser.add_argument("--server", action="append", help=f"default: {', '.join(SERVERS)}")
    parser.add_argument("--symbol", action="append", help="default: five of Django")
    parser.add_argument("--wait", type=float, default=300, help="seconds a question may take")
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the table in FILE")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.once:
        return _once(given.root, given.server[0], given.symbol)
    rows: list[Row] = []
    about = machine()
    with scratch() as folder, own_cache(folder):  # one index serves all: answers are kept by server
        for server in given.server or SERVERS:
            rows += _asked_of(server, str(Path(given.root).resolve()), given.symbol or SYMBOLS, given.wait)
    table = _table(rows)
    sys.stdout.write(table)
    if given.write is not None:
        given.write.write_text(_page(table, about), encoding="utf-8")
    return int(any(row.missing and row.complete for row in rows))


def _engine(root: str, server: str) -> Engine:
    def only(where: str, settings: Settings) -> Backend:
        del settings
        return Backend(where, only=server)

    return Engine(root, backend=only)


def _asked_of(server: str, root: str, symbols: Sequence[str], wait: float) -> list[Row]:
    with closing(_engine(root, server)) as engine:
        engine.index(links=True)
        first: list[tuple[Asked, int]] = []
        for symbol in symbols:
            asked = _ask(engine, symbol, wait)
            first.append((asked, max(row.memory for row in engine.servers())))
        kept = [_ask(engine, symbol, wait, limit=SHOWN) for symbol in symbols]
        with patch.object(Memory, "recall", _forgetful):
            warm = [_ask(engine, symbol, wait) for symbol in symbols]
    again = _restarted(root, server, symbols)
    return [
        Row(
            server,
            symbol,
            len(asked.sure),
            len({path for path, _ in asked.sure}),
            asked.answer.counts["name"],
            len(later.sure - asked.sure),
            asked.answer.complete,
            asked.seconds,
            later.seconds,
            known.seconds,
            *new,
            memory,
        )
        for symbol, (asked, memory), known, later, new in zip(symbols, first, kept, warm, again, strict=True)
    ]


def _ask(engine: Engine, symbol: str, wait: float, limit: int = EVERYTHING) -> Asked:
    before, cpu = time.perf_counter(), time.process_time()
    answer = engine.refs(RefsRequest(symbol, "lsp", limit=limit, wait=wait))
    seconds, spent = time.perf_counter() - before, time.process_time() - cpu
    sure = frozenset((row.path, row.line) for row in answer.references if row.certainty != "name")
    return Asked(seconds, spent, sure, answer)


def _forgetful(*_: object) -> None:
    """Nothing is remembered."""


def _restarted(root: str, server: str, symbols: Sequence[str]) -> list[tuple[float, float]]:
    """Wall and CPU seconds of the first question of new processes."""
    found: list[tuple[float, float]] = []
    for symbol in symbols:
        command = [
            sys.executable,
            "-m",
            "benchmarks",
            "precise",
            root,
            "--once",
            "--server",
            server,
            "--symbol",
            symbol,
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
        seconds, cpu = json.loads(done.stdout)
        found.append((seconds, cpu))
    return found


def _once(root: str, server: str, symbols: Sequence[str]) -> int:
    with closing(_engine(root, server)) as engine:
        engine.status()  # a process that serves has looked at the project before
        asked = _ask(engine, symbols[0], 300, limit=SHOWN)
        assert not any(row.pid for row in engine.servers()), "what is remembered needs no server"
    sys.stdout.write(json.dumps([asked.seconds, asked.cpu]))
    return 0


def _table(rows: Sequence[Row]) -> str:
    lines = [f"| {' | '.join(COLUMNS)} |", f"|{'|'.join('---' if c in WORDS else '--:' for c in COLUMNS)}|"]
    for row in rows:
        restarted = f"{row.restarted * 1e3:.0f} ms ({row.restarted_cpu * 1e3:.0f} ms)"
        cells = (
            *(row.server, f"`{row.symbol}`", row.uses, row.files, row.by_name, row.verdict),
            *(f"{row.first:.1f} s", f"{row.warm:.2f} s", f"{row.remembered * 1e3:.0f} ms", restarted),
            f"{row.memory / 1e6:.0f} MB",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def _page(table: str, about: dict[str, object]) -> str:
    return (
        "# What asking a language server costs\n\n[benchmarks/README.md](../README.md) says what it means. Made by"
        f" `{about['command']}`, {about['taken']}; {about['processor']}, {about['cores']} cores, load"
        f" {about['load']} before.\n\n{table}"
    )


if __name__ == "__main__":
    sys.exit(main())
