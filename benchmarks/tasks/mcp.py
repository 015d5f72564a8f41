"""What a coding agent waits for: the start, a warm question, one after an edit; and what a long session costs."""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

from ..contents import SEED, sample
from ..measure import Side, environment, interleave
from ..measure import run as run_process
from ..results import Measure, ratio
from ..sides.agent import Agent, started
from ..workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from pathlib import Path

    from ..contents import Target
    from . import Context, Result

__all__ = ["run"]

SERVER, SDK = "codeintel mcp", "importing the SDK alone"
START_RATIO, MEDIAN_MS, GROWTH_MB, STOP_SECONDS = 1.3, 10.0, 8.0, 1.0
WARM, EDITS, CALLS, AT_ONCE = 500, 200, 10_000, 50


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    with scratch() as work, own_cache(work / "cache"):
        context.said("copying the repository into a git work tree")
        root = git_copy(context.repository.path, work / context.repository.name)
        with started(root):
            context.said("the index is there")
        targets = sample(str(root), 20 if context.quick else 100)
        measures = _start(context, root)
        with started(root) as agent:
            measures += _warm(context, agent, targets)
            measures += _edits(context, agent, root)
            measures += _at_once(context, agent, targets)
            measures += _cancelled(context, agent, targets)
        with started(root) as agent:
            measures += _long(context, agent, targets)
    return context.result("mcp", measures, machine)


def _start(context: Context, root: Path) -> list[Measure]:
    def server() -> float:
        with Agent(root) as agent:
            return agent.cpu()

    sides = [
        Side(SERVER, server),
        Side(SDK, lambda: run_process([sys.executable, "-c", "import mcp"], environment()).cpu),
    ]
    taken = interleave(sides, context.rounds(7), context.said)
    return [
        *(Measure("start to `initialize` answered, CPU", side, "s", values) for side, values in taken.items()),
        ratio("start, CPU ratio", taken[SERVER], taken[SDK], (SERVER, SDK), limit=START_RATIO),
    ]


def _warm(context: Context, agent: Agent, targets: list[Target]) -> list[Measure]:
    context.said("warm questions")
    taken: list[float] = []
    wrong = 0
    before = agent.cpu()
    count = context.rounds(WARM)
    for number in range(count):
        target = targets[number % len(targets)]
        started_at = time.perf_counter()
        text = agent.call("find_symbol", name_path_pattern=target.id)
        taken.append(1e3 * (time.perf_counter() - started_at))
        wrong += target.path not in text
    cpu = 1e3 * (agent.cpu() - before) / count
    return [
        Measure("warm find_symbol", SERVER, "ms", taken, cpu=[cpu], limits={"median": MEDIAN_MS}),
        Measure("wrong answers", SERVER, "", [wrong], limits={"high": 0}),
    ]


def _edits(context: Context, agent: Agent, root: Path) -> list[Measure]:
    """Write a file in one way or another, and ask for what it defines at once."""
    pick = random.Random(SEED)
    taken: list[float] = []
    stale = 0
    for number in range(context.rounds(EDITS)):
        if number % 50 == 0:
            context.said(f"edit {number}")
        path = root / f"fresh_{number % 9}.py"
        if path.exists() and pick.random() < 0.2:  # noqa: PLR2004 - now and then
            path.unlink()
        if path.exists() and pick.random() < 0.5:  # noqa: PLR2004 - as often as not
            with path.open("a") as file:
                file.write(f"\n\ndef fresh_symbol_{number}():\n    pass\n")
        else:
            path.write_text(f"def fresh_symbol_{number}():\n    pass\n")
        started_at = time.perf_counter()
        text = agent.call("find_symbol", name_path_pattern=f"fresh_symbol_{number}")
        taken.append(1e3 * (time.perf_counter() - started_at))
        stale += path.name not in text
    return [
        Measure("find_symbol right after an edit", SERVER, "ms", taken),
        Measure("stale answers", SERVER, "", [stale], limits={"high": 0}),
    ]


def _at_once(context: Context, agent: Agent, targets: list[Target]) -> list[Measure]:
    context.said("questions at once")
    asked = [agent.ask("find_symbol", name_path_pattern=target.id) for target in (targets * AT_ONCE)[:AT_ONCE]]
    started_at = time.perf_counter()
    answers = _collect(agent, set(asked))
    wrong = sum(target.path not in answers[number] for number, target in zip(asked, targets * AT_ONCE, strict=False))
    return [
        Measure(f"{AT_ONCE} questions at once", SERVER, "ms", [1e3 * (time.perf_counter() - started_at)]),
        Measure(f"wrong answers of {AT_ONCE} at once", SERVER, "", [wrong], limits={"high": 0}),
    ]


def _collect(agent: Agent, left: set[int]) -> dict[int, str]:
    """The answers of several requests, in whatever order they come."""
    found: dict[int, str] = {}
    while left:
        message = agent.receive()
        if message.get("id") in left:
            left.discard(message["id"])
            found[message["id"]] = message["result"]["content"][0]["text"]
    return found


def _cancelled(context: Context, agent: Agent, targets: list[Target]) -> list[Measure]:
    """CPU that is still spent on a question about links after it was taken back."""
    context.said("a question that is taken back")
    spent: list[float] = []
    for target in targets[: context.rounds(5)]:
        number = agent.ask("call_graph", name_path=target.id, direction="impact", depth=6)
        time.sleep(0.3)
        agent.cancel(number)
        before = agent.cpu()
        time.sleep(1.5)
        spent.append(agent.cpu() - before)
    return [Measure("CPU after a question was taken back", SERVER, "s", spent, limits={"high": STOP_SECONDS})]


def _long(context: Context, agent: Agent, targets: list[Target]) -> list[Measure]:
    """Memory over a long session of all kinds of questions."""
    count = 40 if context.quick else CALLS
    at_rest = 0
    for number in range(count):
        if number % 500 == 0:
            context.said(f"call {number} of {count}")
        if number == count // 5:
            at_rest = agent.memory()
        target = targets[number % len(targets)]
        if number % 3 == 0:
            agent.call("get_symbols_overview", relative_path=target.path)
        elif number % 3 == 1:
            agent.call("find_symbol", name_path_pattern=target.id, include_body=True)
        elif number % 10 == 0:
            agent.call("find_symbol", name_path_pattern=f"{target.symbol.name}qzx")
        else:
            agent.call("find_symbol", name_path_pattern=target.by_name, max_answer_chars=500)
    growth = (agent.memory() - at_rest) / 1e6
    return [
        Measure("memory of the server", SERVER, "MB", [agent.memory() / 1e6]),
        Measure(
            f"growth of memory over the last four fifths of {count:,} calls",
            SERVER,
            "MB",
            [growth],
            limits={"high": GROWTH_MB},
        ),
    ]
