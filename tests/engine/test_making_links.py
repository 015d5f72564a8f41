"""The facts of many files are made while the first are linked: the answer is that of facts which were there before."""

from __future__ import annotations

import gc
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from support import write

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.index.deepen import HERE
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

    from codeintel.engine.progress import Progress

MODULES = 60
FILLER = f"# {'-' * 77}\n" * (HERE // 80 // MODULES + 1)
DOING = "reading references"


@pytest.fixture
def large(project: Path) -> Path:
    """Modules that need more facts together than are made here; the first already needs those of the last."""
    users = {
        f"m{n:02}.py": f"from z{n % 3} import Base as Own\n\n\nclass C{n}(Own):\n    pass\n\n\n"
        f"def use():\n    return C{n}().area() + {'C0' if n % 2 else 'other'}.area()\n{FILLER}"
        for n in range(MODULES)
    }
    bases = {f"z{n}.py": f"class Base:\n    def area(self):\n        return {n}\n" for n in range(3)}
    write(project, users | bases)
    return project


def check(project: Path, expected: list[str], progress: Progress | None = None) -> None:
    """Where the member of the last class is used, asked of an engine that has no facts of any file."""
    with closing(Engine(str(project), progress=progress) if progress else Engine(str(project))) as engine:
        assert used(engine) == expected


def used(engine: Engine) -> list[str]:
    found = engine.refs(RefsRequest("z2.py:Base/area", limit=1000)).references
    return [f"{row.path}:{row.line} {row.certainty} {row.how}" for row in found]


@pytest.fixture
def expected(large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The same of facts that are all there."""
    with monkeypatch.context() as patch:
        patch.setenv("CODEINTEL_CACHE", str(tmp_path / "elsewhere"))
        with closing(Engine(str(large))) as engine:
            engine.index(links=True)
            return used(engine)


def test_the_answer_is_the_same(large: Path, expected: list[str]) -> None:
    assert "m02.py:9 exact constructor" in expected
    check(large, expected)
    with closing(Engine(str(large))) as engine:  # what was made is kept
        assert used(engine) == expected


def test_asked_again_after_it_was_stopped(large: Path, expected: list[str]) -> None:
    def stop(doing: str, done: int, total: int) -> None:
        if doing == DOING and done >= total // 2:
            raise KeyboardInterrupt

    with closing(Engine(str(large), progress=stop)) as engine, pytest.raises(KeyboardInterrupt):
        used(engine)
    assert gc.isenabled()
    check(large, expected)


def test_meanwhile_nobody_looks_for_cycles(large: Path, expected: list[str]) -> None:
    looks: list[bool] = []

    def note(doing: str, done: int, total: int) -> None:
        if doing == DOING and 1 < total != done:
            looks.append(gc.isenabled())

    check(large, expected, note)
    assert looks
    assert not any(looks)
    assert gc.isenabled()


def test_a_file_that_changes_meanwhile_is_read_again(large: Path, expected: list[str]) -> None:
    changed = large / "m59.py"
    left: list[int] = []

    def change(doing: str, done: int, total: int) -> None:
        if doing == DOING and not left:
            left.append(total - done)
            changed.write_text("# nothing\n")

    check(large, [row for row in expected if not row.startswith("m59.py")], change)
    assert left
