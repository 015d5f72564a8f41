"""codeintel beside grep, ctags and its peers: the same questions, side by side, each on a copy of its own.

First each side starts from nothing and answers one question (cold), in turns, as often as there are rounds. Then every
question is put to each side in turn (warm). Then files are edited, and asked for at once; at last symbols are renamed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

from ..answers import Answer, Refused
from ..contents import indexed_files, sample
from ..kit import Kit, Question, judged, kit_of, made_kit
from ..measure import ChildFailed
from ..peers import Peers
from ..questions import concepts
from ..results import Measure
from ..runners.command import Command
from ..runners.requests import tasks, wanted
from ..runners.searching import Grep
from ..runners.servers import Codegraph, OurServer, Serena, Server
from ..runners.tagging import Ctags
from ..runners.tagging import installed as has_ctags
from ..scoring import Score, pooled, score, score_lines, score_search
from ..sides.agent import ServerGone
from ..sides.installed import build, existing
from ..tokenizer import tokenizer
from ..workspace import git_copy, own_cache, scratch
from .edit import is_renamable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from ..results import Result
    from ..runners import Runner
    from . import Context

__all__ = ["FULL", "QUICK", "SIDES", "Amounts", "Options", "run"]

ASKED = ("overview", "definition", "references", "callers", "impact", "search")
"""Tasks of the warm phase."""
PATIENCE_SECONDS = 20.0
"""How long a stale answer is asked for again."""
PAUSE_SECONDS = 0.05
MB = 1e6


class Amounts(NamedTuple):
    """How much is asked."""

    cold: int
    """Starts from nothing."""
    questions: int
    """Of each task."""
    edits: int
    renames: int


FULL, QUICK = Amounts(2, 20, 10, 4), Amounts(1, 3, 2, 1)
SIDES = ("grep", "ctags", "codeintel", "mcp", "lsp", "codegraph", "serena")
SLOW = 4
"""A side that starts a server for each question is asked one in so many."""


@dataclass(frozen=True)
class Options:
    """What the comparison is asked for besides the repository."""

    peers: bool = False
    truth: Path | None = None
    sides: Sequence[str] = ()
    """Only these; empty: all that are there."""
    amounts: Amounts | None = None


@dataclass
class Row:
    """One question, put to one side."""

    side: str
    task: str
    question: str
    wall: float = 0.0
    cpu: float = 0.0
    chars: int = 0
    tokens: int = 0
    requests: int = 0
    score: Score | None = None
    sure: Score | None = None
    """The same of what the answer holds to be right, without what it offers with a warning."""
    rank: float | None = None
    refused: str = ""
    stale: bool | None = None
    warned: bool = False
    """Whether a stale answer said that it may be one."""
    until_right: float = 0.0
    """Seconds from the edit to the first right answer."""
    text: str = field(default="", repr=False)


def run(context: Context, options: Options = Options()) -> Result:
    """Measure."""
    machine = context.start()
    amounts = options.amounts or (QUICK if context.quick else FULL)
    notes: list[str] = [f"tokens are counted by {tokenizer().name}"]
    with scratch() as work:
        context.said("a copy of the repository")
        original = git_copy(context.repository.path, work / "original" / context.repository.name)
        with own_cache(work / "questions"):
            engine = Engine(str(original), backend=language_servers)
            engine.index()
            extensions = _extensions(original)
            kit = kit_of(context.repository.name, options.truth)
            if kit is None:
                context.said("asking a language server what is right")
                kit = judged(made_kit(original, amounts.questions), engine)
            engine.close()
            edited = [t for t in sample(str(original), 2000) if is_renamable(original, t)][: amounts.edits]
        kit = kit._replace(questions={**kit.questions, "search": concepts(context.repository.name)})
        notes.append(
            f"what is right: {kit.judge}" if kit.judge else "nothing says what is right: accuracy is not judged"
        )
        runners = list(_runners(context, options, original, work, extensions, notes))
        rows: list[Row] = []
        try:
            measures = _cold(context, runners, kit, amounts.cold, notes)
            rows += _warm(context, runners, kit, amounts.questions)
            rows += _edits(context, runners, original, edited)
            rows += _renames(context, runners, kit, amounts.renames)
            measures += _kept(runners)
        finally:
            for runner in runners:
                runner.stop()
        measures += [_memory(runner) for runner in runners if runner.memory()]
        versions = {runner.name: runner.version() for runner in runners}
    measures += _measures(rows)
    machine = {**machine, "versions": {**machine["versions"], **versions}}
    return context.result("compare", measures, machine, _answers(rows), list(dict.fromkeys(notes)))


def _extensions(root: Path) -> set[str]:
    """What the names of the project's source files end in."""
    names = [path.rpartition("/")[2] for path, _ in indexed_files(str(root))]
    return {f".{name.rpartition('.')[2]}" for name in names if "." in name}


def _runners(
    context: Context, options: Options, original: Path, work: Path, extensions: set[str], notes: list[str]
) -> Iterator[Runner]:
    """Everybody who is there, each with a copy and a home of its own; a side without what it needs is a note."""

    def place(name: str) -> tuple[Path, Path]:
        home = work / "homes" / name
        home.mkdir(parents=True)
        return git_copy(original, work / "copies" / name / original.name), home

    def is_wanted(name: str) -> bool:
        return not options.sides or name in options.sides

    peers = Peers()
    if options.peers:
        peers.install(context.said)
    ours = existing(context.python or sys.executable) if context.python or context.quick else build()
    makers: dict[str, Callable[[Path, Path], Runner]] = {
        "grep": lambda root, _: Grep(root, extensions),
        "ctags": lambda root, home: Ctags(root, home, extensions),
        "codeintel": lambda root, home: Command(root, home, ours),
        "mcp": lambda root, home: OurServer(root, home, ours),
        "lsp": lambda root, home: Command(root, home, ours, precision="lsp"),
        "codegraph": lambda root, home: Codegraph(root, home, peers),
        "serena": lambda root, home: Serena(root, home, peers),
    }
    absent = {
        "ctags": not has_ctags(),
        "lsp": context.quick and not options.sides,
        "codegraph": not options.peers,
        "serena": not options.peers,
    }
    for name, make in makers.items():
        if not is_wanted(name) or absent.get(name):
            continue
        runner = make(*place(name))
        if isinstance(runner, Command) and not runner.has_what_it_needs():
            notes.append(f"{runner.name} is left out: no language server for this repository is installed")
        else:
            yield runner


def _cold(context: Context, runners: list[Runner], kit: Kit, rounds: int, notes: list[str]) -> list[Measure]:
    """From nothing to the first answer. A side that cannot start is left out, and that is noted."""
    question = next(iter(kit.questions["definition"]))
    taken: dict[str, list[tuple[float, float]]] = {}
    for number in range(rounds):
        for runner in _turn(runners, number):
            context.said(f"cold, round {number + 1} of {rounds}: {runner.name}")
            if not runner.can("definition") and not isinstance(runner, OurServer):
                continue
            try:
                before = 0.0 if isinstance(runner, (OurServer, Codegraph, Serena)) else runner.cpu()
                started = time.perf_counter()
                runner.start()
                if isinstance(runner, Command):
                    before = runner.cpu()
                runner.ask(question)
            except (Refused, ServerGone, ChildFailed) as error:
                notes.append(f"{runner.name} is left out: {_in_short(error)}")
                runner.stop()
                runners.remove(runner)
                continue
            taken.setdefault(runner.name, []).append((time.perf_counter() - started, runner.cpu() - before))
    return [
        Measure("first answer from nothing", name, "s", [w for w, _ in costs], cpu=[c for _, c in costs])
        for name, costs in taken.items()
    ]


def _turn(runners: Sequence[Runner], number: int) -> list[Runner]:
    """The sides in the order of a round: each begins as often as the others."""
    start = number % max(len(runners), 1)
    return [*runners[start:], *runners[:start]]


def _warm(context: Context, runners: Sequence[Runner], kit: Kit, count: int) -> list[Row]:
    rows: list[Row] = []
    for task in ASKED:
        questions = kit.questions.get(task, ())[:count]
        for number, question in enumerate(questions):
            context.said(f"{task} {number + 1} of {len(questions)}")
            asked = (
                r for r in _turn(runners, number) if r.can(task) and not (r.name.endswith("lsp") and number % SLOW)
            )
            rows += [_asked(runner, kit, question) for runner in asked]
    return rows


def _asked(runner: Runner, kit: Kit, question: Question) -> Row:
    row = Row(runner.name, question.task, question.id)
    answer = _try(row, lambda: runner.ask(question))
    if answer is None:
        if question.task in ("overview", "definition", "references", "callers", "impact"):
            row.score = row.sure = score(kit, question, Answer("", [], 0, 0))
        return row
    row.score = score(kit, question, answer)
    if answer.items is not None:
        certain = answer._replace(items=[item for item in answer.items if item.sure])
        row.sure = score(kit, question, certain)
        if question.task == "search":
            row.rank = score_search(question, answer.items)[0]
    return row


def _try(row: Row, ask: Callable[[], Answer]) -> Answer | None:
    """Ask, and note in the row what it took; None where the side refused."""
    try:
        answer = ask()
    except (Refused, ServerGone) as error:
        row.refused = _in_short(error)
        return None
    row.wall, row.cpu, row.requests = answer.wall, answer.cpu, answer.requests
    row.chars, row.tokens, row.text = len(answer.text), tokenizer().tokens_of(answer.text), answer.text
    return answer


def _in_short(error: Exception) -> str:
    """The first sentences of what a side said, without places on this machine."""
    return re.sub(r"\S*/\S*/\S*", "…", " ".join(str(error).split()))[:200]


def _edits(context: Context, runners: Sequence[Runner], original: Path, targets: Sequence[Any]) -> list[Row]:
    """A symbol gets a name that is nowhere else, and is asked for at once; a stale answer is asked for again."""
    rows: list[Row] = []
    for number, target in enumerate(targets):
        context.said(f"edit {number + 1} of {len(targets)}")
        before = (original / target.path).read_bytes()
        for runner in _turn(runners, number):
            if not runner.can("edit") or wanted(runner.column, Question("", "edit", "")) is None:
                continue
            name = f"edited_{number}_symbol"
            symbol = target.symbol
            file = runner.root / target.path
            question = Question(f"e{number}", "edit", target.path, name, name)
            file.write_bytes(before[: symbol.name_start] + name.encode() + before[symbol.name_end :])
            rows.append(_fresh(runner, question))
            file.write_bytes(before)
    return rows


def _fresh(runner: Runner, question: Question) -> Row:
    row = Row(runner.name, "edit", question.id)
    started = time.perf_counter()
    row.stale = False
    while True:
        again = Row(runner.name, "edit", question.id)
        answer = _try(again if row.stale else row, lambda: runner.ask(question))
        row.until_right = time.perf_counter() - started
        if answer is not None and any(item.path == question.path for item in answer.items or ()):
            return row
        if answer is None:
            row.refused = ""
        elif not row.stale:
            row.warned = isinstance(runner, Server) and runner.warns(answer.text)
        row.stale = True
        if row.until_right > PATIENCE_SECONDS:
            return row
        time.sleep(PAUSE_SECONDS)


def _renames(context: Context, runners: Sequence[Runner], kit: Kit, count: int) -> list[Row]:
    """Each symbol is renamed in each copy, and every line compared that this changed; then all is put back."""
    rows: list[Row] = []
    questions = kit.questions.get("rename", ())[:count]
    for number, question in enumerate(questions):
        for runner in _turn(runners, number):
            if not runner.can("rename"):
                continue
            context.said(f"rename {number + 1} of {len(questions)}: {runner.name}")
            row = Row(runner.name, "rename", question.id)
            new = f"{question.name}Renamed"
            answer = _try(row, lambda runner=runner, question=question, new=new: runner.rename(question, new))
            uses = kit.uses.get(question.key)
            if answer is not None and uses is not None:
                row.score = row.sure = score_lines(uses, _changed(runner.root), kit.scope)
            subprocess.run(["git", "checkout", "--quiet", "--", "."], cwd=runner.root, check=True)
            rows.append(row)
    return rows


def _changed(root: Path) -> set[tuple[str, int]]:
    """Path and number, before the change, of each line that differs from the commit."""
    shown = subprocess.run(
        ["git", "diff", "--unified=0", "--no-color", "--no-ext-diff"], cwd=root, capture_output=True, check=True
    ).stdout.decode("utf-8", "replace")
    found: set[tuple[str, int]] = set()
    path = ""
    for line in shown.splitlines():
        if line.startswith("--- a/"):
            path = line.removeprefix("--- a/")
        elif line.startswith("@@ "):
            first, _, length = line.split()[1].lstrip("-").partition(",")
            found.update((path, int(first) + n) for n in range(int(length or 1)))
    return found


def _kept(runners: Sequence[Runner]) -> list[Measure]:
    """What each side keeps on disk, and what it tells an agent before the first question."""
    count = tokenizer().tokens_of
    return [
        *(Measure("kept on disk", runner.name, "MB", [runner.disk() / MB]) for runner in runners),
        *(
            Measure("list of tools, tokens", runner.name, "", [float(count(runner.tools()))])
            for runner in runners
            if runner.tools()
        ),
    ]


def _memory(runner: Runner) -> Measure:
    return Measure("memory of all processes", runner.name, "MB", [runner.memory() / MB])


def _measures(rows: Sequence[Row]) -> list[Measure]:
    measures: list[Measure] = []
    for task in tasks():
        for side in dict.fromkeys(row.side for row in rows if row.task == task):
            mine = [row for row in rows if (row.task, row.side) == (task, side)]
            measures += _of_task(task, side, mine)
    return measures


def _of_task(task: str, side: str, rows: Sequence[Row]) -> list[Measure]:
    answered = [row for row in rows if not row.refused]
    found = [Measure("questions", side, "", [len(rows)], task)]
    if len(answered) < len(rows):
        found.append(Measure("refused", side, "", [len(rows) - len(answered)], task))
    if answered:
        wall, cpu = [1e3 * row.wall for row in answered], [1e3 * row.cpu for row in answered]
        found += [
            Measure("answer", side, "ms", wall, task, cpu=cpu),
            Measure("tokens", side, "", [row.tokens for row in answered], task),
            Measure("characters", side, "", [row.chars for row in answered], task),
        ]
    found += _accuracy(side, task, [row.score for row in rows if row.score is not None], "")
    unsure = [row for row in rows if row.score != row.sure]
    if unsure:
        found += _accuracy(side, task, [row.sure for row in rows if row.sure is not None], ", what is sure")
    ranks = [row.rank for row in rows if row.rank is not None]
    if ranks:
        found.append(Measure("reciprocal rank", side, "", [sum(ranks) / len(ranks)], task))
    stale = [row for row in rows if row.stale is not None]
    if stale:
        late = [1e3 * row.until_right for row in stale]
        found += [
            Measure("stale answers", side, "", [sum(bool(row.stale) for row in stale)], task),
            Measure("stale answers that say so", side, "", [sum(row.warned for row in stale)], task),
            Measure("until right", side, "ms", late, task),
        ]
    return found


def _accuracy(side: str, task: str, scores: Iterable[Score], of: str) -> list[Measure]:
    """Pooled over all questions; `hits`, `mistakes` and `misses` let results be pooled further."""
    known = list(scores)
    if not known:
        return []
    total = pooled(known)
    figures = {"precision": total.precision, "recall": total.recall, "F1": total.f1}
    return [
        *(Measure(name + of, side, "", [value], task) for name, value in figures.items() if value is not None),
        *(Measure(name + of, side, "", [value], task) for name, value in total._asdict().items()),
    ]


def _answers(rows: Sequence[Row]) -> dict[str, Any]:
    """Every answer, by side, task and question."""
    found: dict[str, Any] = {}
    for row in rows:
        known = {
            "ms": round(1e3 * row.wall, 2),
            "cpu_ms": round(1e3 * row.cpu, 2),
            "tokens": row.tokens,
            "requests": row.requests,
            "score": row.score,
            "sure": row.sure if row.sure != row.score else None,
            "rank": row.rank,
            "stale": row.stale,
            "warned": row.warned or None,
            "until_right_ms": round(1e3 * row.until_right, 2) or None,
            "refused": row.refused or None,
            "text": row.text,
        }
        kept = {name: value for name, value in known.items() if value is not None}
        found.setdefault(row.side, {}).setdefault(row.task, {})[row.question] = kept
    return json.loads(json.dumps(found))
