"""The comparisons with a language server, ty, on projects of a few lines."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from support import write

from benchmarks import __main__ as harness

SOURCE = """class A:
    def go(self): return self
    def other(self, kind):
        return {"a": A}[kind]().go()


def use(one: A, unknown):
    one.go().go()
    unknown.go()
    one.other("a").go()
    "text".upper()
"""


@pytest.fixture(autouse=True)
def _with_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))


def test_sites_are_judged(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, {"a.py": SOURCE, "broken.py": "def f(:\n    x.y\n"})
    assert harness.main(["sites", str(project), "--server", "ty", "--count", "50", "--show", "9", "--json"]) == 0
    *shown, figures = capsys.readouterr().out.splitlines()
    counts = json.loads(figures)
    assert counts["agree"] >= 3
    assert counts.get("contradict", 0) == 0
    assert counts["sites"] == counts["agree"] + counts.get("open", 0)
    assert all(line.startswith("open a.py:") for line in shown)
    again = harness.main(["sites", str(project), "--server", "ty", "--count", "50"]), capsys.readouterr().out
    assert "agree" in again[1]


def test_disagreements_are_judged_by_a_truth(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, {"a.py": SOURCE})
    question = {"id": "q", "op": "references", "path": "a.py", "name_path": "A/go"}
    uses = [["a.py", line, 0, "c"] for line in (4, 8, 10)]
    answer = {"id": "q", "path": "a.py", "line": 2, "refs": uses, "other_defs": [], "family": [], "unresolved": []}
    kit = {"queries.jsonl": json.dumps(question), "refs.jsonl": json.dumps(answer), "files.txt": "a.py"}
    write(tmp_path, {f"kit/{name}": text for name, text in kit.items()})
    assert harness.main(["disagreements", str(tmp_path / "kit"), str(project), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["line"][1] for row in rows} <= {4, 8, 9, 10}
    assert all(row["symbol"] == "a.py:A/go" for row in rows)
    assert all(row["verdict"] in ("index right", "server right", "left open") for row in rows)
    assert harness.main(["disagreements", str(tmp_path / "kit"), str(project)]) == 0
    assert "server alone" in capsys.readouterr().out
