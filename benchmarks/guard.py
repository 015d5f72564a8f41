"""Holds ratios against those that were kept in `guard.toml`, to see whether anything is worse than it was.

Each ratio is of two sides that do their work in turn on this machine, so that it holds on any: an index against a bare
parse of the same files, a command against starting Python, an answer against what `grep` prints. The tree is a copy of
this repository's own sources and samples, which has all languages.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.answers.values import FindRequest
from codeintel.engine.errors import AmbiguousSymbol
from codeintel.engine.link_text import refs_text
from codeintel.engine.service import Engine
from codeintel.engine.text import find_text, overview_text, plain

from .contents import indexed_files, languages_of, sample
from .measure import ROOT, Side, Spent, environment, interleave, run, timed
from .report import number
from .sides.agent import Agent
from .sides.bare import bare_parse
from .sides.engine import first_index
from .sides.grep import found, read_whole
from .sides.installed import existing
from .workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rich.console import Console

    from .contents import Target

__all__ = ["Ratio", "check", "verdicts"]

KEPT = Path(__file__).parent / "guard.toml"
SYMBOLS = 30
HEAD = """\
# Ratios that `python -m benchmarks check` (`make bench-check`) holds against this machine. `expected` is what was
# measured when it was last right; more than `tolerance` (a share of it) above that is worse, and fails. After a change
# that is meant to cost something: `python -m benchmarks check --update`, and say why in the commit.
"""


class Ratio(NamedTuple):
    """What is expected of one ratio."""

    name: str
    expected: float
    tolerance: float


class Verdict(NamedTuple):
    """A ratio as it is now."""

    ratio: Ratio
    values: Sequence[float]

    @property
    def now(self) -> float:
        """The middle of the rounds."""
        return statistics.median(self.values)

    @property
    def is_worse(self) -> bool:
        """Whether it is above what is tolerated."""
        return self.now > self.ratio.expected * (1 + self.ratio.tolerance)


def check(console: Console, rounds: int, *, update: bool) -> int:
    """Measure, show, and give 1 where something is worse; `update`: keep what was measured."""
    kept = {row["name"]: Ratio(**row) for row in tomllib.loads(KEPT.read_text(encoding="utf-8"))["ratio"]}
    with console.status("measuring") as status:
        measured = _measured(rounds, status.update)
    rows = verdicts(kept, measured)
    table = Table(title="ratios: less is better", title_justify="left", header_style="bold")
    for name in ("ratio", "expected", "tolerated", "now", "low", "high", ""):
        table.add_column(name, justify="left" if name in ("ratio", "") else "right")
    for row in rows:
        most = row.ratio.expected * (1 + row.ratio.tolerance)
        figures = map(number, (row.ratio.expected, most, row.now, min(row.values), max(row.values)))
        word = "[red]worse[/]" if row.is_worse else "[green]better[/]" if row.now < row.ratio.expected / 1.1 else ""
        table.add_row(row.ratio.name, *figures, word)
    console.print(table)
    if update:
        KEPT.write_text(HEAD + "".join(_entry(row) for row in rows), encoding="utf-8")
        return 0
    return int(any(row.is_worse for row in rows))


def verdicts(kept: Mapping[str, Ratio], measured: Mapping[str, Sequence[float]]) -> list[Verdict]:
    """What was measured beside what is expected; a ratio that is new is expected as it is."""
    return [
        Verdict(kept.get(name, Ratio(name, statistics.median(values), 0.25)), values)
        for name, values in measured.items()
    ]


def _entry(row: Verdict) -> str:
    return f'\n[[ratio]]\nname = "{row.ratio.name}"\nexpected = {row.now:.3g}\ntolerance = {row.ratio.tolerance}\n'


def _measured(rounds: int, said: Callable[[str], None]) -> dict[str, list[float]]:
    """Every ratio, one value a round."""
    found: dict[str, list[float]] = {}
    with scratch() as work:
        said("a copy of the sources")
        root = git_copy(ROOT, work / "codeintel")
        found.update(_indexes(root, work, rounds, said))
        cache = work / "cache"
        with own_cache(cache):
            Engine(str(root)).index(links=True)
            targets = [t for t in sample(str(root), 10 * SYMBOLS) if t.symbol.name.isidentifier()][:SYMBOLS]
            found.update(_processes(root, cache, targets[0], rounds, said))
            found.update(_questions(root, targets, rounds, said))
            found.update(_characters(root, targets))
    return found


def _indexes(root: Path, work: Path, rounds: int, said: Callable[[str], None]) -> Iterator[tuple[str, list[float]]]:
    with own_cache(work / "first"):
        engine = Engine(str(root))
        engine.index()
        bare = bare_parse(root, indexed_files(str(root)), languages_of(str(root)), work)
        engine.close()
    spent = interleave([bare, first_index(root, work), _linked_index(root, work)], rounds, said)
    floor, full, linked = spent.values()
    reports = [json.loads(each.output) for each in full]
    yield "index / bare parse, CPU", [a.cpu / b.cpu for a, b in zip(full, floor, strict=True)]
    yield "index with links / bare parse, CPU", [a.cpu / b.cpu for a, b in zip(linked, floor, strict=True)]
    yield "index / bare parse, memory", [a.largest / b.largest for a, b in zip(full, floor, strict=True)]
    source = json.loads(floor[0].output)["bytes"]
    yield "database / source, bytes", [report["database_bytes"] / source for report in reports]


def _linked_index(root: Path, work: Path) -> Side[Spent]:
    script = existing(sys.executable).script
    number = iter(range(1_000_000))

    def index() -> Spent:
        env = environment(CODEINTEL_CACHE=str(work / f"linked{next(number)}"))
        return run([script, "-C", str(root), "index", "--links"], env)

    return Side("index with links", index)


def _processes(
    root: Path, cache: Path, target: Target, rounds: int, said: Callable[[str], None]
) -> Iterator[tuple[str, list[float]]]:
    env = environment(CODEINTEL_CACHE=str(cache), CODEINTEL_SERVERS="off")
    script = [existing(sys.executable).script, "-C", str(root)]

    def server() -> float:
        with Agent(root) as agent:
            return agent.cpu()

    def edited() -> float:
        with (root / target.path).open("ab") as file:
            file.write(b"\n")
        return run([*script, "find", target.by_path], env).cpu

    sides: dict[str, Callable[[], float]] = {
        "python": lambda: run([sys.executable, "-c", "pass"], env).cpu,
        "sdk": lambda: run([sys.executable, "-c", "import mcp"], env).cpu,
        "find": lambda: run([*script, "find", target.by_path], env).cpu,
        "find after an edit": edited,
        "server": server,
    }
    spent = interleave([Side(name, call) for name, call in sides.items()], rounds, said)
    for name in ("find", "find after an edit"):
        yield f"codeintel {name} / python -c pass, CPU", _each(spent[name], spent["python"])
    yield "start of codeintel mcp / import mcp, CPU", _each(spent["server"], spent["sdk"])


def _questions(
    root: Path, targets: Sequence[Target], rounds: int, said: Callable[[str], None]
) -> Iterator[tuple[str, list[float]]]:
    """What questions cost a process that lives, with a sweep before each, beside a search in all files for each."""
    engine = Engine(str(root))

    def ask(question: Callable[[str], object]) -> float:
        return sum(timed(partial(_settled, question, target.id))[0].cpu for target in targets)

    def search() -> float:
        before = os.times()
        for target in targets:
            found(root, rf"\b{target.symbol.name}\b", ".", "*")
        after = os.times()
        return (after.children_user + after.children_system) - (before.children_user + before.children_system)

    sides: dict[str, Callable[[], float]] = {
        "grep": search,
        "find": partial(ask, lambda name: engine.find(FindRequest(name))),
        "refs": partial(ask, lambda name: engine.refs(RefsRequest(name, precision="index"))),
    }
    interleave([Side(name, call) for name, call in sides.items()], 1)
    spent = interleave([Side(name, call) for name, call in sides.items()], rounds, said)
    engine.close()
    yield "find in a process that lives / grep, CPU", _each(spent["find"], spent["grep"])
    yield "refs in a process that lives / grep, CPU", _each(spent["refs"], spent["grep"])


def _settled(question: Callable[[str], object], name: str) -> None:
    try:
        question(name)
    except AmbiguousSymbol:  # costs a look-up, too
        return


def _characters(root: Path, targets: Sequence[Target]) -> Iterator[tuple[str, list[float]]]:
    """What is read of answers, beside lines of `grep` and whole files."""
    engine = Engine(str(root))
    ours: dict[str, int] = {"find": 0, "refs": 0, "overview": 0}
    hits = files = 0
    for target in targets:
        ours["find"] += len(plain(find_text(engine.find(FindRequest(target.id)), 0)))
        ours["overview"] += len(plain(overview_text(engine.overview(target.path, 9), 0)))
        try:
            ours["refs"] += len(plain(refs_text(engine.refs(RefsRequest(target.id, precision="index")), 0)))
        except AmbiguousSymbol:
            continue
        hits += len(found(root, rf"\b{target.symbol.name}\b", ".", "*"))
        files += len(read_whole(root, target.path))
    engine.close()
    yield "characters of refs / of grep", [ours["refs"] / hits]
    yield "characters of overview / of the file", [ours["overview"] / files]


def _each(over: Sequence[float], under: Sequence[float]) -> list[float]:
    return [a / b for a, b in zip(over, under, strict=True)]
