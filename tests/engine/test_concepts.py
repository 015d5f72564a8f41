"""`map`, `explore` and `enrich`: what matters, what a task is about, what a text names."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from support import cli, write

from codeintel.engine.answers.explore import ExploreRequest
from codeintel.engine.answers.mentions import MAX_TEXT, mentions
from codeintel.engine.answers.repomap import MapRequest
from codeintel.engine.answers.standing import standing
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

APP = {
    "app/models.py": '''\
class Model:
    """What is stored."""

    def save(self):
        return write_row(self)


def write_row(model):
    """Put a row into the table."""
    return model


class LonelyThing:
    pass
''',
    "app/views.py": '''\
from app.models import Model, write_row


def show_page(request):
    """Answer a request with a page."""
    Model().save()
    return render_template(request)


def render_template(request):
    return request
''',
    "app/urls.py": "from app.views import show_page\nfrom app.models import Model\n\nROUTES = [show_page, Model]\n",
    "app/admin.py": "from app.models import Model\n\n\nclass AdminSite:\n    model_class = Model\n",
    "app/deep/util.py": "from app.models import Model\n\n\ndef make_model():\n    return Model()\n",
    "tests/test_views.py": "from app.views import show_page\n\n\ndef test_show_page():\n    show_page(1)\n",
}


@pytest.fixture
def app(project: Path) -> Engine:
    write(project, APP)
    return Engine(str(project))


# --- map -----------------------------------------------------------------------------------------------------------------


def mapped(engine: Engine, *focus: str) -> list[str]:
    return [row.node.id for row in engine.map(MapRequest(focus)).symbols]


def test_what_many_files_use_matters_most(app: Engine) -> None:
    ids = mapped(app)
    assert ids[0] == "app/models.py:Model"
    assert "app/models.py:LonelyThing" not in ids
    assert not any(each.startswith("tests/") for each in ids)


@pytest.mark.parametrize(
    "focus", ["app/views.py", "views.py", "show_page", "app/views.py:show_page", "answer a request with a page"]
)
def test_a_map_around_something(app: Engine, focus: str) -> None:
    ids = mapped(app, focus)
    assert "app/views.py:show_page" in ids
    assert ids.index("app/models.py:write_row") < len(ids)
    assert "app/deep/util.py:make_model" not in ids


def test_a_map_around_a_folder(app: Engine) -> None:
    assert mapped(app, "app/deep")[0] in ("app/models.py:Model", "app/deep/util.py:make_model")


def test_a_map_around_nothing_says_so(app: Engine) -> None:
    answer = app.map(MapRequest(("xyzzyx frotz",)))
    assert not answer.symbols
    assert answer.notes == ["nothing is known of 'xyzzyx frotz'", "nothing to draw a map around"]


def test_a_map_is_fresh(app: Engine) -> None:
    mapped(app)
    write_to = {f"app/new{n}.py": "from app.models import LonelyThing\n\nLonelyThing()\n" for n in range(9)}
    from pathlib import Path

    write(Path(app.root), write_to)
    assert mapped(app)[0] == "app/models.py:LonelyThing"


def test_a_map_fits_its_budget(project: Path) -> None:
    write(project, APP)
    whole = cli("-C", project, "map").out
    assert "app/models.py\n  1-5  class  class Model  — What is stored.\n" in whole
    short = cli("-C", project, "map", "--budget", "100").out
    assert "… and" in short
    assert len(short) < len(whole) + 100
    assert cli("-C", project, "map", "--json").json["symbols"][0]["id"] == "app/models.py:Model"
    assert cli("-C", project, "map", "--focus", "xyzzyx").code == 1


def test_an_empty_project_has_an_empty_map(project: Path) -> None:
    engine = Engine(str(project))
    assert not engine.map(MapRequest()).symbols
    assert not engine.explore(ExploreRequest("anything")).symbols
    assert not engine.enrich("anything").named


# --- explore -------------------------------------------------------------------------------------------------------------


def test_a_task_gives_symbols_with_source_and_calls(app: Engine) -> None:
    answer = app.explore(ExploreRequest("how is a request answered with a page"))
    first = answer.symbols[0]
    assert first.node.id == "app/views.py:show_page"
    assert first.score == 1.0
    assert "render_template(request)" in (first.node.body or "")
    assert first.calls == ["app/models.py:Model", "app/models.py:Model/save", "app/views.py:render_template"]
    by_id = {row.node.id: row for row in answer.symbols}
    assert by_id["app/views.py:render_template"].called_by == ["app/views.py:show_page"]
    assert "used by show_page" in by_id["app/models.py:Model/save"].why  # it has none of the words


def test_what_a_task_names_comes_first(app: Engine) -> None:
    answer = app.explore(ExploreRequest("a page for AdminSite"))
    assert answer.symbols[0].node.id == "app/admin.py:AdminSite"
    assert answer.symbols[0].why[0] == "the text names it"


def test_a_task_about_nothing(app: Engine) -> None:
    answer = app.explore(ExploreRequest("rendertemplat"))
    assert not answer.symbols
    assert "app/views.py:render_template" in answer.suggestions


def test_the_command_explore(project: Path) -> None:
    write(project, APP)
    ran = cli("-C", project, "explore", "answer", "a", "request", "with", "a", "page")
    assert ran.out.startswith("app/views.py:show_page  function")
    assert "    6      Model().save()" in ran.out
    assert "calls app/models.py:Model" in ran.out
    short = cli("-C", project, "explore", "answer a request with a page", "--budget", "300").out
    assert "fit less" in short
    assert cli("-C", project, "explore", "xyzzyx").code == 1
    assert cli("-C", project, "explore", "page", "--json").json["symbols"][0]["calls"]


# --- enrich --------------------------------------------------------------------------------------------------------------


def named(engine: Engine, text: str) -> list[str]:
    return [row.node.id for row in engine.enrich(text).named]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("`Model.save` fails", ["app/models.py:Model/save"]),
        ("Model#save and Model::save", ["app/models.py:Model/save"]),
        ("app.models.Model breaks", ["app/models.py:Model"]),
        ("calling write_row twice", ["app/models.py:write_row"]),
        ("see AdminSite", ["app/admin.py:AdminSite"]),
        ('  File "/usr/lib/app/views.py", line 6, in show_page\n', ["app/views.py:show_page"]),
        ("at app/views.py:7", ["app/views.py:show_page"]),
        ("at show_page (node_modules/app/views.py:900:3)", ["app/views.py:show_page"]),
        ("app.(*Model).save(0x12)", ["app/models.py:Model/save"]),
        ("prog(write_row+0x1f) [0x12]", ["app/models.py:write_row"]),
        ("the page is saved and shown, see the view", []),
        ("other.save and qs.filter().save()", []),  # of something else
        ("```python\ndef write_row(): ...\nwrite_row()\n```", []),  # its own
        ("```python\nx = write_row(1)\n```", ["app/models.py:write_row"]),
        ("", []),
        ("größe 距離 🦆 ``` `", []),
    ],
)
def test_what_a_text_names(app: Engine, text: str, ids: list[str]) -> None:
    assert named(app, text) == ids


def test_tests_are_named_only_with_their_place(app: Engine) -> None:
    assert named(app, "test_show_page fails") == []
    assert named(app, 'File "tests/test_views.py", line 5, in test_show_page') == ["tests/test_views.py:test_show_page"]


def test_a_huge_text_is_read_at_both_ends_and_quickly(app: Engine) -> None:
    text = "`write_row` " + "lorem_ipsum dolor.sit(amet) `x` a/b/c.d:3 " * 50_000 + " `AdminSite`"
    named(app, "x")
    started = time.process_time()
    answer = app.enrich(text)
    assert time.process_time() - started < 5
    assert {row.node.id for row in answer.named} == {"app/models.py:write_row", "app/admin.py:AdminSite"}
    assert answer.notes == [f"only the first and last {MAX_TEXT // 2} characters were read"]


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "`" * 100_000, "a." * 100_000, "a/" * 100_000, "```\n" * 50_000, "((((" * 50_000]
)
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    mentions(text)
    assert time.process_time() - started < 3


def test_the_command_enrich(project: Path) -> None:
    import subprocess

    from support import cli_command

    write(project, APP)

    def enrich(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            cli_command("-C", project, "enrich", *options), input=text, capture_output=True, check=False
        )

    ran = enrich(b"`Model.save` and AdminSite and write_row \xff")
    assert ran.stdout.decode().splitlines() == [
        "app/models.py:4 method Model/save",
        "app/models.py:8 function write_row",
        "app/admin.py:4 class AdminSite",
    ]
    assert enrich(b"`Model.save` and AdminSite", "--budget", "40").stdout == b"app/models.py:4 method Model/save\n"
    nothing = enrich(b"nothing at all")
    assert (nothing.returncode, nothing.stdout) == (1, b"")
    assert b'"words": "Model.save"' in enrich(b"`Model.save`", "--json").stdout


# --- what a file is to its project ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "is_what"),
    [
        ("django/db/models.py", "product"),
        ("django/test/client.py", "product"),
        ("src/click/testing.py", "product"),
        ("tests/test_a.py", "test"),
        ("pkg/thing_test.go", "test"),
        ("src/a.spec.ts", "test"),
        ("src/test/java/FooTest.java", "test"),
        ("packages/core/test/a.js", "test"),
        ("lib/__tests__/a.js", "test"),
        ("conftest.py", "test"),
        ("latest/contest.py", "product"),
        ("vendor/x/y.go", "vendored"),
        ("deps/lua/src/lapi.c", "vendored"),
        ("api/v1/a.pb.go", "generated"),
        ("parser/generated_parser.y.go", "generated"),
        ("examples/a.py", "example"),
        ("app/docs/a.py", "product"),
    ],
)
def test_standing(path: str, is_what: str) -> None:
    assert standing(path) == is_what
