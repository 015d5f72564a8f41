"""What whole commands cost: CPU of an installed `codeintel`, beside starting Python in the same environment."""

from __future__ import annotations

import subprocess
from functools import partial
from typing import TYPE_CHECKING

from ..contents import sample
from ..measure import Side, Spent, environment, interleave
from ..measure import run as run_process
from ..results import Measure, ratio
from ..sides.installed import build, existing
from ..workspace import git_copy, own_cache, scratch

if TYPE_CHECKING:
    from pathlib import Path

    from . import Context, Result

__all__ = ["run"]

ROUNDS = 25
CPU_RATIO = 6.0
PYTHON = "python -c pass"
EDITED = "codeintel find after an edit"


def run(context: Context) -> Result:
    """Measure."""
    machine = context.start()
    context.said("an environment with codeintel")
    installed = existing(context.python) if context.python else build()
    notes = ["an editable install: its import hook is in the figures"] if installed.editable else []
    with scratch() as work:
        context.said("copying the repository into a git work tree")
        root = git_copy(context.repository.path, work / context.repository.name)
        cache = work / "cache"
        env = environment(CODEINTEL_CACHE=str(cache))
        for _ in range(2):  # the second finds the files settled, and the byte code written
            run_process([installed.script, "-C", str(root), "index"], env)
        with own_cache(cache):
            target = sample(str(root), 1)[0]
        commands = {
            "codeintel find": ["find", target.by_path],
            "codeintel find --json": ["find", target.by_path, "--json"],
            "codeintel overview": ["overview", target.path],
            "codeintel status": ["status"],
        }
        sides: list[Side[Spent]] = [Side(PYTHON, partial(run_process, [installed.python, "-c", "pass"], env))]
        for name, words in commands.items():
            commands[name] = [installed.script, "-C", str(root), *words]
            sides.append(Side(name, partial(run_process, commands[name], env)))
        sides.append(Side(EDITED, partial(_edit_and_run, root / target.path, commands["codeintel find"], env)))
        interleave(sides, 1, context.said)
        spent = interleave(sides, context.rounds(ROUNDS), context.said)
        imports = _import_times([installed.python, "-X", "importtime", *commands["codeintel find"]], env)
    measures: list[Measure] = []
    for name, runs in spent.items():
        wall, cpu = [1e3 * run.wall for run in runs], [1e3 * run.cpu for run in runs]
        measures.append(Measure("whole process", name, "ms", wall, cpu=cpu))
    floor = [run.cpu for run in spent[PYTHON]]
    for name in [*commands, EDITED]:
        limit = CPU_RATIO if name == "codeintel find" else None
        measures.append(ratio("CPU ratio", [r.cpu for r in spent[name]], floor, (name, PYTHON), limit=limit))
    answers = {name: runs[-1].output for name, runs in spent.items()}
    return context.result("cli", measures, machine, {**answers, "-X importtime": imports}, notes)


def _edit_and_run(path: Path, command: list[str], env: dict[str, str]) -> Spent:
    """Run a command right after a line has been added to a file."""
    with path.open("ab") as file:
        file.write(b"\n")
    return run_process(command, env)


def _import_times(command: list[str], env: dict[str, str]) -> str:
    """What `python -X importtime` says of one look-up."""
    return subprocess.run(command, capture_output=True, text=True, env=env, check=True).stderr
