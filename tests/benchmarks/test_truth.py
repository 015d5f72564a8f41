"""The comparisons with a compiler's answers, on a project of three lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support import write

from benchmarks import occurrences, truth

if TYPE_CHECKING:
    from pathlib import Path

SCORER = """\
import json, sys
rows = [json.loads(line) for line in open(sys.argv[2])]
open(sys.argv[sys.argv.index("--per-query") + 1], "w").write(json.dumps({"id": "q", "fp": 0, "fn": 1}))
print(json.dumps(rows))
"""
SOURCE = "class A { m(n: string): void; m(n: any) { this.m(1) } }\nfunction f(x: A, y: any) { x.m(''); y.z }\n"


def test_questions_are_answered_in_the_format_of_the_scorer(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(project, {"a.ts": SOURCE})
    questions = [
        {"id": "r", "op": "references", "path": "a.ts", "name_path": "A/m"},
        {"id": "c", "op": "callers", "path": "a.ts", "name_path": "A/m"},
        {"id": "s", "op": "symbols", "path": "a.ts"},
        {"id": "d", "op": "definition", "name_path": "f"},
        {"id": "n", "op": "definition", "name_path": "a::b::"},
    ]
    write(tmp_path, {"score.py": SCORER, "kit/queries.jsonl": "\n".join(map(json.dumps, questions))})
    assert truth.main([str(tmp_path / "kit"), str(project), "--show", "1"]) == 0
    printed = capfd.readouterr().out.splitlines()
    answers = {row["id"]: row["results"] for row in json.loads(next(line for line in printed if line.startswith("[{")))}
    assert {row["line"] for row in answers["r"]} == {1, 2}
    assert [row["name_path"] for row in answers["c"]] == ["A/m", "f"]
    assert [row["name"] for row in answers["s"]] == ["A", "m", "m", "f"]
    assert answers["d"] == [{"path": "a.ts", "line": 2, "name": "f", "name_path": "f"}]
    assert any('"id": "q"' in line for line in printed)


def test_occurrences_are_compared(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, {"a.ts": SOURCE})
    rows = [
        ["a.ts", 1, 47, "m", [["a.ts", 1]], False],
        ["a.ts", 2, 29, "m", [["a.ts", 1]], False],
        ["a.ts", 2, 38, "z", [["a.ts", 2]], False],
        ["a.ts", 2, 11, "x", [["a.ts", 2]], False],
    ]
    write(tmp_path, {"o.jsonl": "\n".join(map(json.dumps, rows))})
    assert occurrences.main([str(tmp_path / "o.jsonl"), str(project), "--show", "5"]) == 0
    printed = capsys.readouterr().out
    assert "sites 3  found 0.667  right 1.000  pairs 1.000  by name 1  lost 0" in printed
    assert "by name: a.ts:2:38 z" in printed
