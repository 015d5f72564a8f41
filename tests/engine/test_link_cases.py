"""Each folder of tests/cases that has a `links.toml` is a project with questions about uses and calls."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support import cli

CASES = Path(__file__).parent.parent / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/links.toml"))


@pytest.mark.parametrize("case", FOLDERS, ids=lambda path: path.name)
def test_case(case: Path, tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(case, root)
    for wanted in tomllib.loads((case / "links.toml").read_text(encoding="utf-8"))["ask"]:
        ran = cli("-C", root, *wanted["words"], "--json")
        assert ran.code == wanted.get("exit", 0), ran
        check(ran.json, wanted)


def check(got: dict[str, Any], wanted: dict[str, Any]) -> None:
    if "error" in wanted:
        assert got["error"]["code"] == wanted["error"]
        assert got["error"].get("candidates") == wanted.get("candidates")
        assert wanted.get("hint", "") in got["error"]["hint"]
    if "edges" in wanted:
        assert [[edge["from"], edge["to"], edge["path"], edge["line"]] for edge in got["edges"]] == wanted["edges"]
    if "references" in wanted:
        sure = [row for row in got["references"] if row["certainty"] != "name"]
        assert [[row["path"], row["line"], row["role"]] for row in sure] == wanted["references"]
    assert wanted.get("says", "") in " ".join(got.get("notes", []))
