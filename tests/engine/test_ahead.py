"""Deep facts made in the background: all of them, those of later changes too, and nothing in the way of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support import cli, write

from codeintel.engine.answers.search import SearchRequest
from codeintel.engine.deepfacts import DEEP_VERSION
from codeintel.engine.index.cover import MANY
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECONDS = 60


@pytest.fixture
def engine(project: Path) -> Iterator[Engine]:
    write(project, {f"m{i}.py": f"def f{i}(): return {i}\n" for i in range(40)})
    made = Engine(str(project))
    yield made
    made.close()


def linked(engine: Engine) -> int:
    """How many files have deep facts once nothing is left to do."""
    assert engine._ahead is not None
    assert engine._ahead.idle.wait(SECONDS)
    assert engine._ahead.ended_by is None
    return engine.status().linked


def test_all_files_get_their_facts(engine: Engine) -> None:
    engine.link_ahead()
    engine.refresh()
    assert linked(engine) == 40


def test_a_changed_file_gets_them_again(engine: Engine, project: Path) -> None:
    engine.refresh()
    engine.link_ahead()
    assert linked(engine) == 40
    write(project, {"m7.py": "def g(): return f(1)\n", "new.py": "x = 1\n"})
    engine.refresh()
    assert linked(engine) == 41
    view = engine._opened()
    assert not view.store.without_deep(view.row.id, DEEP_VERSION)


def test_a_removed_index_is_made_again_with_them(engine: Engine) -> None:
    engine.refresh()
    engine.link_ahead()
    assert linked(engine) == 40
    engine.index(force=True)
    engine._forget()
    engine.refresh()
    assert linked(engine) == 40


def test_index_with_links_makes_them_at_once(project: Path) -> None:
    write(project, {f"m{i}.py": f"def f{i}(): return {i}\n" for i in range(30)})
    assert cli("-C", str(project), "index", "--links").code == 0
    assert "30 files ready for references" in cli("-C", str(project), "status").out


def test_a_large_project_can_be_searched_at_once(project: Path) -> None:
    write(project, {f"m{i}.py": f"def frobnicate{i}(): return {i}\n" for i in range(MANY)})
    engine = Engine(str(project))
    try:
        engine.link_ahead()
        engine.refresh()
        assert linked(engine) == MANY
        view = engine._opened()
        assert not view.store.unsearchable(view.row.id)
        assert engine.search(SearchRequest("frobnicate7")).symbols
    finally:
        engine.close()
