"""The cases of `tests/cases` that have an `outline.toml`: what an outline must list, whatever else it lists.

A line is `name path  kind  first-last line`. `a|b` allows either, `*` anything; a name path may stand below a namespace
or package, and its index may be left out.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from support import CASES, ask, copy_case, lines_of

from codeintel.engine.service import Engine

FOLDERS = sorted(path.parent for path in CASES.glob("*/outline.toml"))


@pytest.mark.parametrize("case", FOLDERS, ids=lambda path: path.name)
def test_case(case: Path, project: Path) -> None:
    copy_case(case, project)
    wanted = tomllib.loads((case / "outline.toml").read_text(encoding="utf-8"))
    with closing(Engine(str(project))) as engine:
        outlines = {path: lines_of(engine.overview(path, depth=100).symbols) for path in wanted["must"]}
        missing = {
            path: [line for line in lines if not any(fits(line, listed) for listed in outlines[path])]
            for path, lines in wanted["must"].items()
        }
        assert {path: lines for path, lines in missing.items() if lines} == {}, outlines
        wrong = [
            listed
            for lines in outlines.values()
            for listed in lines
            if any(fits(line, listed, below=False) for line in wanted["must_not"])
        ]
        assert wrong == []
        for pattern, places in wanted.get("find", {}).items():
            found = [f"{n.path} {n.symbol.start_line + 1}-{n.symbol.end_line + 1}" for n in ask(engine, pattern)]
            assert found == places, pattern
        for node in ask(engine):
            assert [hit.id for hit in ask(engine, node.id)] == [node.id]


def fits(wanted: str, listed: str, *, below: bool = True) -> bool:
    """Whether a listed line is what a line of the case asks for."""
    paths, kinds, lines = re.split(r" {2,}", wanted)
    path, kind, place = re.split(r" {2,}", listed)
    if (kind not in kinds.split("|") and kinds != "*") or lines not in (place, "*"):
        return False
    return any(
        path in (one, without_index(one, path))
        or (below and path.endswith((f"/{one}", f"/{without_index(one, path)}")))
        for one in paths.split("|")
    )


def without_index(wanted: str, listed: str) -> str:
    """The wanted path with the index that the listed one has, if it leaves that open."""
    index = re.search(r"(?<!\\)\[\d+\]$", listed)
    return wanted + index[0] if index and not re.search(r"\[\d+\]$", wanted) else wanted
