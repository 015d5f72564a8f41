"""Each benchmark runs on a tiny repository, with `--quick`, and its results have the documented form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "benchmarks" / "README.md"
RESULT_KEYS = {"format", "benchmark", "repository", "quick", "machine", "measures", "answers", "notes"}
MACHINE_KEYS = {"command", "taken", "processor", "cores", "memory_bytes", "system", "load", "load_after", "versions"}
MEASURE_KEYS = {
    *("name", "side", "unit", "values", "case", "cpu", "limits", "goal", "given_median"),
    *("median", "low", "high", "p95", "met"),
}
FILES = 8
EXPECTED = {
    "index": {
        "CPU",
        "CPU ratio",
        "wall time",
        "largest process",
        "all processes",
        "database",
        "files",
        "symbols",
        "source",
    },
    "stages": {
        "discover",
        "look",
        "decode",
        "parse",
        "query",
        "outline",
        "words",
        "marshal",
        "store",
        "deep",
        "link",
        "render",
        "all stages",
    },
    "lookup": {
        "find by name",
        "find by Class/name",
        "find by id",
        "find a substring",
        "overview of a file",
        "no match",
    },
    "edit": {
        "file changed in place",
        "file changed, asked for a substring",
        "file replaced",
        "new file",
        "file deleted",
        "wrong answers",
    },
    "cli": {"whole process", "CPU ratio"},
    "mcp": {
        "start to `initialize` answered, CPU",
        "start, CPU ratio",
        "warm find_symbol",
        "wrong answers",
        "stale answers",
        "50 questions at once",
        "CPU after a question was taken back",
        "memory of the server",
    },
    "tokens": {"characters of an answer", "times fewer characters", "recall"},
    "growth": {
        "index, CPU",
        "index, rate",
        "largest process",
        "database",
        "sweep",
        "cookie",
        "find by name",
        "find a substring",
    },
}
"""Measures that each benchmark must have."""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tiny")
    for number in range(FILES):
        folder = root / f"package{number % 3}"
        folder.mkdir(exist_ok=True)
        (folder / f"module{number}.py").write_text(
            f"class Shape{number}:\n    def area{number}(self):\n        pass\n\n\ndef make_{number}():\n    pass\n"
        )
    return root


def benchmarks(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    env = {**os.environ, "CODEINTEL_BENCH_DATA": "/nonexistent"}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=env)


def results_of(benchmark: str, repository: Path, folder: Path) -> Any:
    file = folder / "results.json"
    words = [benchmark, "--repo", str(repository), "--quick", "--json", str(file), "--python", sys.executable]
    done = benchmarks(*words)
    assert done.returncode == 0, done.stderr
    assert f"{benchmark}: " in done.stdout
    return json.loads(file.read_text())


@pytest.mark.parametrize("name", EXPECTED)
def test_a_quick_run_gives_complete_results(name: str, repository: Path, tmp_path: Path) -> None:
    result = results_of(name, repository, tmp_path)
    assert set(result) == RESULT_KEYS
    assert set(result["machine"]) == MACHINE_KEYS
    assert result["benchmark"] == name
    assert result["quick"] is True
    assert all(set(measure) == MEASURE_KEYS for measure in result["measures"])
    assert EXPECTED[name] <= {measure["name"] for measure in result["measures"]}
    if name == "index":  # both sides read the same files
        assert result["answers"]["bare parse"]["files"] == result["answers"]["codeintel"]["files"] == FILES
    wrong = [measure["values"] for measure in result["measures"] if measure["name"] == "wrong answers"]
    assert all(values == [0] for values in wrong)


def test_what_is_not_there_is_said_in_a_sentence() -> None:
    for words in (("index", "--name", "django"), ("lookup", "--repo", "/nonexistent"), ("fetch", "nothing")):
        done = benchmarks(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith("benchmarks: ")


def test_the_readme_documents_every_command_and_key() -> None:
    text = README.read_text(encoding="utf-8")
    missing = [word for word in (*EXPECTED, *RESULT_KEYS, *MACHINE_KEYS, *MEASURE_KEYS) if f"`{word}`" not in text]
    assert not missing
