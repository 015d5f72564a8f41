"""Each printed id, given back, finds exactly that symbol.

`CODEINTEL_IDS_ROOT=/path pytest tests/engine/test_ids.py` asks it of every symbol of any project.
"""

from __future__ import annotations

import os
import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from support import ask, cli

from codeintel.engine.answers.matching import matches
from codeintel.engine.answers.values import Scope
from codeintel.engine.index.sync import Sync
from codeintel.engine.service import Engine

HERE = Path(__file__).parent.parent.parent
SAMPLES = ("engine/index", "cli", "tests/queries", "tests/cases")
ROOT = os.environ.get("CODEINTEL_IDS_ROOT", "")
SHOWN = 30


@pytest.fixture
def root(project: Path) -> Path:
    """The project to ask about: this one's own sources, and its samples of every language."""
    if ROOT:
        return Path(ROOT)
    for folder in SAMPLES:
        shutil.copytree(HERE / folder, project / folder, ignore=shutil.ignore_patterns("__pycache__", "*.toml"))
    return project


def wrong_ids(view: Sync) -> list[str]:
    """Each id that does not find just its symbol, with what it finds."""
    wrong: list[str] = []
    for path, row in sorted(view.files.items()):
        if row.left_out or row.blob_id is None:
            continue
        for ordinal, symbol in enumerate(view.store.symbols_of(row.blob_id)):
            printed = f"{path}:{symbol.name_path}"
            found = [(hit.path, hit.ordinal) for hit in matches(view, printed, Scope())]
            if found != [(path, ordinal)]:
                places = [f"{hit_path}#{hit_ordinal}" for hit_path, hit_ordinal in found[:3]]
                wrong.append(f"{printed} (#{ordinal}) finds {len(found)}: {places}")
    return wrong


def test_every_id_finds_its_symbol(root: Path) -> None:
    with closing(Engine(str(root))) as engine:
        wrong = engine._ask(wrong_ids)
        printed = sorted(node.id for node in ask(engine))
    assert len(wrong) == 0, "\n".join(wrong[:SHOWN])
    odd = [one for one in printed if "\\" in one or "[" in one or " " in one]
    for one in [*random.Random(5).sample(printed, 2), *random.Random(5).sample(odd, min(len(odd), 3))]:
        ran = cli("-C", root, "find", "--json", "--", one)
        assert (ran.code, [symbol["id"] for symbol in ran.json["symbols"]]) == (0, [one])
        assert cli("-C", root, "show", "--json", "--", one).json["symbol"]["id"] == one
