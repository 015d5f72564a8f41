"""References and the call graph are as fresh as outlines: after every edit a long-lived engine says what a new one says.

A seeded machine edits a small project of modules that use each other, in three languages. The oracle is an engine with a
cache of its own that has seen nothing before. CODEINTEL_EDITS=1000 makes a long run, CODEINTEL_SEED=n another one.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support import cli_command, commit, git, write

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EDITS = int(os.environ.get("CODEINTEL_EDITS", "150")) // 6
KILLS = int(os.environ.get("CODEINTEL_KILLS", "8")) // 2
SEED = int(os.environ.get("CODEINTEL_SEED", "1"))
MODULES = 5


class Kit(NamedTuple):
    """How a language says what the machine writes."""

    suffix: str
    make: Callable[[random.Random, int], str]
    """A module of a number, as it may be."""
    asked: tuple[str, ...]
    """What is asked of module 0."""


def python(chance: random.Random, number: int) -> str:
    other, same = chance.randrange(MODULES), chance.choice(("size", "s1ze"))
    base = f"m{other}.Shape" if other < number else "object"
    return (
        f"import m{other}\nfrom m{other} import area as measure{chance.choice(('', ', Shape as Other'))}\n\n\n"
        f"class Shape({base}):\n    def {same}(self):\n        return area(self)\n\n\n"
        f"def area(shape):\n    made = {chance.choice(('Shape', f'm{other}.Shape', 'dict'))}()\n"
        f"    made.{chance.choice(('size', 's1ze'))}()\n    return measure(shape) + m{other}.area(made)\n"
    )


def typescript(chance: random.Random, number: int) -> str:
    other, same = chance.randrange(MODULES), chance.choice(("size", "s1ze"))
    base = " extends away.Shape" if other < number else ""
    return (
        f"import * as away from './m{other}'\nimport {{ area as measure }} from './m{other}'\n\n"
        f"export class Shape{base} {{\n  {same}(): number {{\n    return area(this)\n  }}\n}}\n\n"
        f"export function area(shape: {chance.choice(('Shape', 'away.Shape', 'any'))}): number {{\n"
        f"  shape.{chance.choice(('size', 's1ze'))}()\n  return measure(shape) + away.area(new Shape())\n}}\n"
    )


def c(chance: random.Random, number: int) -> str:
    other, static = chance.randrange(MODULES), chance.choice(("static ", ""))
    declared = "" if other == number else f"int area{other}(struct shape *s);\n"
    return (
        f"struct shape {{ int {chance.choice(('size', 's1ze'))}; }};\n{declared}"
        f"#define SIZE(s) ((s)->{chance.choice(('size', 's1ze'))})\n"
        f"{static}int helper(struct shape *s) {{ return SIZE(s); }}\n"
        f"int area{number}(struct shape *s) {{ return helper(s) + area{other}(s) + s->size; }}\n"
    )


KITS = {
    "python": Kit(".py", python, ("area", "Shape", "Shape/size", "Shape/s1ze")),
    "typescript": Kit(".ts", typescript, ("area", "Shape", "Shape/size", "Shape/s1ze")),
    "c": Kit(".c", c, ("area0", "shape", "helper", "shape/size", "SIZE")),
}


def said(engine: Engine, suffix: str, names: tuple[str, ...]) -> dict[str, object]:
    """What an engine says of the symbols of module 0."""
    answers: dict[str, object] = {}
    for name in names:
        pattern = f"m0{suffix}:{name}"
        for question, ask in (
            ("refs", lambda each: engine.refs(RefsRequest(each)).references),
            ("callers", lambda each: engine.callers(GraphRequest(each)).edges),
            ("callees", lambda each: engine.callees(GraphRequest(each)).edges),
            ("impact", lambda each: engine.impact(GraphRequest(each, 3)).reached),
        ):
            try:
                answers[f"{question} {name}"] = ask(pattern)
            except CodeintelError as error:
                answers[f"{question} {name}"] = error.code
    return answers


def anew(project: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, kit: Kit) -> dict[str, object]:
    """The same of an engine that has seen nothing."""
    with monkeypatch.context() as patch:
        patch.setenv("CODEINTEL_CACHE", str(elsewhere))
        with closing(Engine(str(project))) as engine:
            return said(engine, kit.suffix, kit.asked)


def step(project: Path, kit: Kit, chance: random.Random) -> str:
    """One edit: a module written anew, with the same size and time if it can be, or taken away, or given another's text."""
    number = chance.randrange(MODULES)
    path = project / f"m{number}{kit.suffix}"
    kind = chance.choices(("write", "remove", "copy"), (8, 1, 1))[0]
    if kind == "remove":
        path.unlink(missing_ok=True)
    elif kind == "copy":
        other = project / f"m{chance.randrange(MODULES)}{kit.suffix}"
        if other.exists() and other != path:
            path.write_bytes(other.read_bytes())
    else:
        path.write_text(kit.make(chance, number))
    return f"{kind} {path.name}"


@pytest.mark.parametrize("watch", [False, True], ids=["sweep", "watch"])
@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_after_every_edit(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kit: Kit, watch: bool
) -> None:
    chance = random.Random(SEED)
    for number in range(MODULES):
        (project / f"m{number}{kit.suffix}").write_text(kit.make(chance, number))
    done: list[str] = []
    with closing(Engine(str(project))) as engine:
        if watch:
            engine.watch()
            engine.link_ahead()
        for number in range(EDITS):
            done.append(step(project, kit, chance))
            expected = anew(project, tmp_path / f"cache{number}", monkeypatch, kit)
            assert said(engine, kit.suffix, kit.asked) == expected, f"after {done[-3:]}, edit {number} of seed {SEED}"


def test_in_a_second_work_tree(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two work trees share the facts of a repository, and neither sees the other's files."""
    kit, chance = KITS["python"], random.Random(SEED)
    for number in range(MODULES):
        (project / f"m{number}.py").write_text(kit.make(chance, number))
    git(project, "init", "-q")
    commit(project)
    other = tmp_path / "other"
    git(project, "worktree", "add", "-q", str(other))
    with closing(Engine(str(project))) as here, closing(Engine(str(other))) as there:
        for number in range(EDITS // 4):
            for root, engine in ((project, here), (other, there)):
                step(root, kit, chance)
                expected = anew(root, tmp_path / f"cache{number}{root.name}", monkeypatch, kit)
                assert said(engine, ".py", kit.asked) == expected


def test_after_a_branch_was_switched(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, chance = KITS["typescript"], random.Random(SEED)
    git(project, "init", "-q")
    for branch in ("one", "two"):
        git(project, "checkout", "-q", "-b", branch)
        for number in range(MODULES):
            (project / f"m{number}.ts").write_text(kit.make(chance, number))
        commit(project, branch)
    with closing(Engine(str(project))) as engine:
        for number, branch in enumerate(("one", "two", "one", "two")):
            git(project, "checkout", "-q", branch)
            assert said(engine, ".ts", kit.asked) == anew(project, tmp_path / f"cache{number}", monkeypatch, kit)


def test_after_the_making_of_links_was_killed(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit, chance = KITS["python"], random.Random(SEED)
    write(project, {f"m{number}.py": kit.make(chance, number) for number in range(MODULES)})
    write(project, {f"more/n{number}.py": kit.make(chance, number) for number in range(150)})
    expected = anew(project, tmp_path / "cache", monkeypatch, kit)
    for _ in range(KILLS):
        making = subprocess.Popen(
            cli_command("-C", project, "index", "--links"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            making.wait(chance.random() * 3)
        except subprocess.TimeoutExpired:
            making.send_signal(signal.SIGKILL)
            making.wait()
        with closing(Engine(str(project))) as engine:
            assert said(engine, ".py", kit.asked) == expected


def test_files_of_equal_content_are_told_apart(project: Path) -> None:
    user = "from lib import f\n\n\ndef use():\n    return f()\n"
    write(project, {"lib.py": "def f(): ...\n", "a/user.py": user, "b/user.py": user})
    with closing(Engine(str(project))) as engine:
        for _ in range(2):
            reached = engine.impact(GraphRequest("lib.py:f", 3)).reached
            assert [row.id for row in reached] == ["a/user.py:use", "b/user.py:use"]
