"""The comparison on a tiny project: every side answers, scores are right, and losses are shown as plainly as wins."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support import write

from benchmarks.answers import Answer, Item
from benchmarks.charts import Chart, bars, lines
from benchmarks.commands import SCRIPTS, page
from benchmarks.comparison import losses, reasons, standings, summary
from benchmarks.comparison_report import write_comparison
from benchmarks.guard import KEPT, Ratio, verdicts
from benchmarks.kit import KITS, Definition, Kit, Question, Uses, read_kit
from benchmarks.measure import tree_cpu
from benchmarks.repositories import compared
from benchmarks.results import Measure, Result
from benchmarks.runners.command import Command
from benchmarks.runners.listings import READERS, cursor
from benchmarks.runners.requests import tasks, wanted
from benchmarks.runners.tagging import installed as has_ctags
from benchmarks.scoring import Score, pooled, score, score_lines, score_search
from benchmarks.sides.installed import existing
from benchmarks.tags import compare
from benchmarks.tasks import TASKS
from benchmarks.tokenizer import MAX_PART, parts_of, tokenizer
from benchmarks.workspace import bytes_of, differing, project_copy, writable_copy

ROOT = Path(__file__).parents[2]
SHAPES = """\
class Shape:
    def area(self) -> int:
        return 0

    def double(self) -> int:
        return 2 * self.area()


def make() -> Shape:
    return Shape()


def total(shape: Shape) -> int:
    return shape.area() + shape.double()
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    root, out = tmp_path_factory.mktemp("tiny"), tmp_path_factory.mktemp("out")
    write(root, {"shapes.py": SHAPES, "use.py": "from shapes import make, total\n\nprint(total(make()))\n"})
    command = [sys.executable, "-m", "benchmarks", "--repo", str(root), "--quick", "--out", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "where codeintel is behind" in done.stdout
    found = json.loads((out / "comparison.json").read_text())
    return out, found["measures"]


def test_every_side_that_is_there_answers(results: tuple[Path, list[Any]]) -> None:
    _, measures = results
    sides = {"grep and reads", "codeintel", "codeintel mcp"} | ({"ctags"} if shutil.which("readtags") else set())
    for task, about in tasks().items():
        if "needs" not in about:
            asked = {measure["side"] for measure in measures if measure["case"] == task}
            assert asked == {side for side in sides if side != "ctags" or "ctags" in about}, task
    assert {m["side"] for m in measures if m["name"] == "first answer from nothing"} == sides


@pytest.mark.skipif(not has_ctags(), reason="needs Universal Ctags")
def test_what_ctags_alone_has_is_told_with_its_reason(tmp_path: Path) -> None:
    shapes = "int area(void) {\n    int local = 2;\n    return local;\n}\ntypedef struct point { int x; } point;\n"
    write(
        tmp_path, {"shapes.c": shapes, "shapes.py": "def area():\n    def inner():\n        pass\n\n    return inner\n"}
    )
    found = compare(tmp_path)
    assert {(p.kind, p.name) for p in found["c"].both} >= {("function", "area"), ("struct", "point"), ("member", "x")}
    assert [(p.name, why) for p, why in found["c"].theirs] == [("point", "a second tag of one symbol")]
    assert not found["python"].ours


@pytest.mark.parametrize(("name", "text", "there"), [("a.py", SHAPES, True), ("a.lua", "function a() end\n", False)])
def test_the_side_of_language_servers_answers_only_where_one_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, there: bool
) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    write(tmp_path / "repository", {name: text})
    side = Command(tmp_path / "repository", tmp_path / "home", existing(sys.executable), precision="lsp")
    assert side.has_what_it_needs() == there


def test_no_answer_after_an_edit_is_stale(results: tuple[Path, list[Any]]) -> None:
    stale = [measure for measure in results[1] if measure["name"] == "stale answers"]
    assert stale
    assert all(measure["values"] == [0] for measure in stale)


def test_every_answer_is_kept(results: tuple[Path, list[Any]]) -> None:
    out, _ = results
    (file,) = (out / "answers").glob("*.json")
    answers = json.loads(file.read_text())["answers"]
    texts = [row["text"] for tasks_of in answers.values() for rows in tasks_of.values() for row in rows.values()]
    assert any("Shape" in text for text in texts)
    assert '"text"' not in (out / "comparison.json").read_text()


def test_the_page_has_its_charts(results: tuple[Path, list[Any]]) -> None:
    out, _ = results
    page = (out / "comparison.md").read_text()
    for chart in out.glob("*.svg"):
        assert f"]({chart.name})" in page
        assert chart.read_text().startswith("<svg")


# --- scores ---------------------------------------------------------------------------------------------------------

USES = Uses(
    required=frozenset({("a.py", 5), ("b.py", 7)}),
    imports=frozenset({("b.py", 1)}),
    neutral=frozenset({("a.py", 2), ("b.py", 1)}),
    unsure=frozenset({("a.py", 2)}),
    callers=frozenset({("a.py", "run")}),
    around=frozenset({("a.py", "run"), ("b.py", "show")}),
    definition=("a.py", 2),
    name="target",
)
KIT = Kit({}, (), {"q": USES}, frozenset({"a.py", "b.py"}), "us")


def asked(task: str, items: list[Item], units: str = "") -> Score | None:
    return score(KIT, Question("q", task, "a.py", "target", "target"), Answer("", items, 0, 0, 1, units))


@pytest.mark.parametrize(
    ("task", "items", "expected"),
    [
        ("references", [Item("a.py", 5), Item("b.py", 1), Item("a.py", 2)], Score(1, 0, 1)),
        ("references", [Item("a.py", 5), Item("a.py", 5), Item("b.py", 9)], Score(1, 1, 1)),
        ("references", [Item("elsewhere.py", 9)], Score(0, 0, 2)),
        ("callers", [Item("a.py", 5, "Class/run"), Item("b.py", 7, "show")], Score(1, 0, 0)),
        ("callers", [Item("a.py", 5, "Class.run[1]"), Item("b.py", 7, "other")], Score(1, 1, 0)),
        ("impact", [Item("a.py", 5, "run"), Item("b.py", 7, "other")], Score(1, 0, 0)),
    ],
)
def test_answers_are_scored(task: str, items: list[Item], expected: Score) -> None:
    assert asked(task, items) == expected


def test_functions_around_uses_are_scored_as_such() -> None:
    assert asked("references", [Item("a.py", 4, "run")], "functions") == Score(1, 0, 1)


def test_what_is_read_whole_or_known_by_nobody_is_not_scored() -> None:
    assert score(KIT, Question("q", "overview", "a.py"), Answer("", None, 0, 0)) is None
    assert score(Kit({}), Question("q", "references", "a.py"), Answer("", [], 0, 0)) is None


def test_a_rename_is_scored_by_the_lines_it_changed() -> None:
    changed = [("a.py", 2), ("a.py", 5), ("b.py", 1), ("b.py", 3)]
    assert score_lines(USES, changed, frozenset()) == Score(3, 1, 1)


def test_a_search_is_scored_by_the_first_hit() -> None:
    question = Question("w", "search", "", words="run it", expected=("a.py:Class/run",))
    assert score_search(question, [Item("b.py", 1, "run"), Item("a.py", 4, "Class/run")]) == (0.5, 1.0)
    assert score_search(question, []) == (0.0, 0.0)


def test_scores_are_pooled() -> None:
    total = pooled([Score(1, 1, 0), Score(3, 0, 4)])
    assert (total.precision, total.recall, total.f1) == (0.8, 0.5, 8 / 13)
    assert pooled([]).f1 is None


@pytest.mark.parametrize("name", compared())
def test_each_compared_repository_has_questions_with_truth(name: str) -> None:
    kit = read_kit(KITS / name)
    assert kit.judge
    assert {"overview", "definition", "references", "callers", "impact", "rename"} <= set(kit.questions)
    perfect = kit.questions["references"][0]
    items = [Item(path, line) for path, line in kit.uses[perfect.key].required]
    found = score(kit, perfect, Answer("", items, 0, 0))
    assert found is not None
    assert found.mistakes == found.misses == 0


# --- what sides say -------------------------------------------------------------------------------------------------

OVERVIEW = "a.py  python\n  3-9  class  class A(B)  — Of a kind.\n    4-5  method  def m(self)\n"
FOUND = "<data>\na.py\n  3-9  method  A/m  def m(self)\n      Says it.\n</data>"
REFS = "a.py:A/m  method  1 exact, 1 name\nb.py\n  4:9  call  A/n  self.m()\nby name only: may mean something else:\nc.py\n  7:1  read\n"
CALLERS = "a.py:A/m  method  2 callers, 3 call sites\n  a.py:A/n  a.py:7, a.py:8 (name)\n  b.py:f  2\n"


def test_listings_are_read() -> None:
    assert list(READERS["overview"](OVERVIEW)) == [Item("a.py", 3, "class A(B)", 9), Item("a.py", 4, "def m(self)", 5)]
    assert list(READERS["definition"](FOUND)) == [Item("a.py", 3, "A/m", 9)]
    assert list(READERS["references"](REFS)) == [Item("b.py", 4, "A/n"), Item("c.py", 7, sure=False)]
    assert list(READERS["callers"](CALLERS)) == [
        Item("a.py", 7, "A/n"),
        Item("a.py", 8, "A/n", sure=False),
        Item("b.py", 0, "f"),
    ]


def test_a_ranked_answer_keeps_its_order() -> None:
    text = "<data>\na.py:9  function  ask  def ask()\n      Asks.\n      1.00  doc: ask\nb/c.py:3  method  A/m  def m(self)\n</data>"
    assert list(READERS["search"](text)) == [Item("a.py", 9, "ask"), Item("b/c.py", 3, "A/m")]


def test_names_with_a_dollar_are_names() -> None:
    kit = Kit({}, (Definition("a.ts", 3, 3, 3, "$Kind", "$Kind", "core"),), {}, frozenset(), "us")
    items = [Item("a.ts", 3, "export type $Kind = string")]
    assert score(kit, Question("q", "overview", "a.ts"), Answer("", items, 0, 0)) == Score(1, 0, 0)


def test_only_an_answer_without_its_items_is_asked_for_again() -> None:
    assert cursor("… shown as counts per file to fit 8000 characters; get_more(cursor='c2') gives it in full") == "c2"
    assert (
        cursor("… shown without docs and bodies to fit 8000 characters; get_more(cursor='c1') gives it in full") is None
    )


def test_requests_are_filled_in() -> None:
    question = Question("q", "references", "a.py", "m", "A/m")
    assert wanted("codeintel", question) == ["refs", "a.py:A/m"]
    assert wanted("mcp", question)["relative_path"] == "a.py"
    assert wanted("ctags", question) is None


# --- reports --------------------------------------------------------------------------------------------------------


def result(*measures: Measure) -> Result:
    machine = {
        "taken": "",
        "processor": "",
        "cores": 1,
        "memory_bytes": 0,
        "system": "",
        "load": [0.0],
        "load_after": [0.0],
        "versions": {},
    }
    return Result("compare", {"name": "tiny", "version": "1"}, quick=False, machine=machine, measures=measures)


def of(side: str, tokens: float, hits: int, misses: int) -> list[Measure]:
    figures = {"questions": 1, "hits": hits, "mistakes": 0, "misses": misses}
    return [
        Measure("tokens", side, "", [tokens], "references"),
        Measure("answer", side, "ms", [5.0], "references", cpu=[5.0]),
        *(Measure(name, side, "", [value], "references") for name, value in figures.items()),
    ]


def test_losses_stand_beside_wins(tmp_path: Path) -> None:
    found = result(*of("codeintel mcp", 100, 9, 1), *of("grep and reads", 50, 10, 0), *of("ctags", 1, 1, 9))
    behind = losses(summary([found]), standings([found]))
    assert {(loss.measure, loss.side) for loss in behind} == {
        ("recall", "grep and reads"),
        ("F1", "grep and reads"),
        ("tokens", "grep and reads"),  # not ctags: short because it found a tenth
    }
    page = write_comparison([found], tmp_path, "us").read_text()
    assert "| references | recall | grep and reads | 1 | 0.900 |" in page


def test_reasons_name_tasks() -> None:
    assert set(reasons()) <= {*tasks(), "any", "before and around"}


def test_charts_show_every_value() -> None:
    drawn = bars(
        Chart("t", "a", "ms", logarithmic=True), {"x": {"one": 1.0, "two": 1000.0}, "y": {"one": None}}, ["one", "two"]
    )
    assert drawn.count("<rect") == 1 + 2 + 2
    assert "1,000 ms" in drawn
    curve = lines(Chart("t", "a"), {"one": [(10, 1.0), (100, 10.0)]}, "files")
    assert curve.count("<circle") == 2


def test_tokens_without_a_vocabulary_are_nearly_right() -> None:
    from benchmarks.tokenizer import _pieces

    text = (ROOT / "engine" / "service.py").read_text()
    if not tokenizer().name.startswith("o200k"):
        pytest.skip("the bench extra is not installed")
    assert _pieces(text) == pytest.approx(tokenizer().tokens_of(text), rel=0.2)


@pytest.mark.parametrize("text", ["", "a\n", "x" * 90_000, "line\n" * 30_000, "\n" * 90_000, "é" * 40_000 + "\nend"])
def test_a_long_text_is_counted_in_parts_that_lose_nothing(text: str) -> None:
    parts = parts_of(text)
    assert "".join(parts) == text
    assert all(0 < len(part) <= MAX_PART for part in parts)


def test_a_ratio_that_grew_is_worse() -> None:
    kept = {"a": Ratio("a", 2.0, 0.1), "b": Ratio("b", 2.0, 0.1)}
    rows = verdicts(kept, {"a": [2.1, 2.3, 2.2], "b": [1.0, 9.0, 2.3], "new": [5.0]})
    assert [row.is_worse for row in rows] == [False, True, False]


def test_every_kept_ratio_has_a_tolerance() -> None:
    rows = tomllib.loads(KEPT.read_text(encoding="utf-8"))["ratio"]
    assert all(0 < Ratio(**row).tolerance < 1 for row in rows)


# --- places to work in ----------------------------------------------------------------------------------------------


def test_a_copy_may_be_edited_and_is_compared_by_its_bytes(tmp_path: Path) -> None:
    write(tmp_path / "project", {"a.py": "x = 1\n", "sub/b.py": "y = 2\n", "__pycache__/a.pyc": "z"})
    (tmp_path / "project" / "a.py").chmod(0o444)
    before = dict(os.environ)
    with project_copy(tmp_path / "project") as copy:
        content = bytes_of(copy)
        assert content == {"a.py": b"x = 1\n", "sub/b.py": b"y = 2\n"}
        (copy / "a.py").write_text("x = 2\n")
        (copy / "sub" / "b.py").unlink()
        (copy / "c.py").write_text("")
        assert differing(copy, content) == ["a.py", "c.py", "sub/b.py"]
    assert not copy.exists()
    assert dict(os.environ) == before


def test_of_a_work_tree_only_what_git_shows_is_copied(tmp_path: Path) -> None:
    write(tmp_path / "project", {"a.py": "", ".gitignore": "out/\n", "out/b.py": ""})
    subprocess.run(["git", "init", "-q", str(tmp_path / "project")], check=True)
    assert set(bytes_of(writable_copy(tmp_path / "project", tmp_path / "copy"))) == {"a.py", ".gitignore"}


def test_what_a_process_tree_takes_is_counted() -> None:
    busy = [sys.executable, "-c", "sum(range(4_000_000)); input()"]
    child = subprocess.Popen(busy, stdin=subprocess.PIPE)
    try:
        while tree_cpu(child.pid) < 0.02:
            assert child.poll() is None
    finally:
        child.communicate(b"\n")
    assert tree_cpu(child.pid) == 0.0


# --- the command line -----------------------------------------------------------------------------------------------


def test_the_page_of_help_names_every_command() -> None:
    text = page()
    for name in (*TASKS, *SCRIPTS, "compare", "check", "report", "fetch", "peers"):
        assert f"  {name} " in text
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_each_script_explains_itself_and_is_in_the_readme(name: str) -> None:
    command = [sys.executable, "-m", "benchmarks", name, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "usage:" in done.stdout
    assert f"`{name}`" in (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")


def test_a_task_can_be_asked_of_codeintel_both_ways() -> None:
    for about in tasks().values():
        assert {"ask", "unit", "judged", "codeintel", "mcp", "grep"} <= set(about)
