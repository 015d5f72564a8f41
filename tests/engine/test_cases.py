"""The cases of `tests/cases` that have a `steps.toml`: what is done to a project, and what each question has to answer.

A step is a `shell` line, or a question (`find`, `show`, `overview`, `left_out`) with its answer; `in` names another
folder to ask in. Each question is asked at once after the step before it, with a watcher and without.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tomllib
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from support import CASES, ask, cli_command, copy_case, find, line_of, lines_of

from codeintel.engine import cache
from codeintel.engine.answers.values import FindRequest
from codeintel.engine.errors import AmbiguousSymbol, CodeintelError
from codeintel.engine.service import Engine

FOLDERS = sorted(path.parent for path in CASES.glob("*/steps.toml"))


@pytest.mark.parametrize("watch", [False, True], ids=["sweep", "watch"])
@pytest.mark.parametrize("case", FOLDERS, ids=lambda path: path.name)
def test_case(case: Path, project: Path, watch: bool) -> None:
    copy_case(case, project)
    steps = tomllib.loads((case / "steps.toml").read_text(encoding="utf-8"))["step"]
    engines: dict[str, Engine] = {}
    with ExitStack() as stack:
        for number, step in enumerate(steps):
            if "shell" in step:
                shell(step["shell"], project)
                continue
            folder = step.pop("in", ".")
            if folder not in engines:
                engines[folder] = stack.enter_context(closing(Engine(str(project / folder))))
                if watch:
                    engines[folder].watch()
            assert answer(engines[folder], step) == step, f"step {number}"


def shell(script: str, project: Path) -> None:
    """Run a script in the project, with `codeintel` for the command line and $DATABASE for the index."""
    database = os.path.join(cache.index_folder(str(project)), cache.DATABASE)
    command = f'codeintel() {{ {shlex.join(cli_command())} "$@"; }}\nset -e\n'
    environment = {**os.environ, "DATABASE": database}
    subprocess.run(["sh", "-c", command + script], check=True, cwd=project, env=environment, stderr=subprocess.DEVNULL)


def answer(engine: Engine, step: dict[str, Any]) -> dict[str, Any]:
    """The step with what the engine answers in the place of what is expected."""
    got = dict(step)
    if "find" in step:
        if "expect" in step:
            got["expect"] = find(engine, step["find"])
        if "names" in step:
            got["names"] = sorted(node.symbol.name for node in ask(engine, step["find"]))
        if "suggestions" in step:
            got["suggestions"] = engine.find(FindRequest(step["find"])).suggestions
    elif "show" in step:
        try:
            node = engine.show(step["show"]).symbol
            got["expect"] = [f"{node.path}:{line_of(node.symbol)}"]
        except CodeintelError as error:
            got["error"] = error.code
            if isinstance(error, AmbiguousSymbol):
                got["candidates"] = error.candidates
            if "hint" in step and step["hint"] not in error.hint:
                got["hint"] = error.hint
    elif "overview" in step:
        overview = engine.overview(step["overview"])
        if "expect" in step:
            got["expect"] = lines_of(overview.symbols)
        if "files" in step:
            got["files"] = overview.files
    elif "left_out" in step:
        got["left_out"] = engine.status().left_out
    return got
