"""What is between index and server: families in renames, answers that are remembered, trust, settings, positions."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from support import cli, write

from codeintel.engine.answers.diagnostics import DiagnosticsRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import BadSettings, NoLanguageServer, Refused
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers
from codeintel.lsp_bridge.backend import Backend
from codeintel.lsp_bridge.positions import ENCODINGS, Lines, path_of, uri_of
from codeintel.lsp_bridge.registry import find_program, known_servers, set_trusted

LSP = Precision("lsp", 60)


@pytest.fixture(autouse=True)
def _with_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODEINTEL_SERVERS")


def test_a_rename_takes_the_whole_family_and_its_uses(project: Path) -> None:
    text = (
        "class A:\n    def run(self): return 1\n\n\nclass B(A):\n    def run(self): return super().run()\n\n\n"
        "class C:\n    def run(self): return 2\n\n\nB().run()\nA().run()\nC().run()\n"
    )
    write(project, {"a.py": text})
    engine = Engine(str(project), backend=language_servers)
    engine.rename("B/run", "walk", precision=LSP)
    engine.close()
    expected = text.replace("run(", "walk(").replace("class C:\n    def walk", "class C:\n    def run")
    assert (project / "a.py").read_text() == expected.replace("C().walk", "C().run")


def test_no_server_renames_what_the_language_looks_for(project: Path) -> None:
    write(project, {"a.py": "class A:\n    def __call__(self): return 1\n\n\nA()()\n"})
    engine = Engine(str(project), backend=language_servers)
    with pytest.raises(Refused, match="the language gives a meaning"):
        engine.rename("A/__call__", "ring", precision=LSP)
    engine.close()


def test_auto_asks_a_server_only_where_the_index_is_not_sure(project: Path) -> None:
    write(
        project, {"a.py": "def f(): pass\nf()\n\ndef g(): pass\n", "b.py": "import a\n\ndef h(x):\n    x.g()\na.g()\n"}
    )
    engine = Engine(str(project), backend=language_servers)
    assert {row.source for row in engine.refs(RefsRequest("f", "auto", wait=60)).references} == {"index"}
    assert engine._backend is None or not [row for row in engine.servers() if row.pid]
    sure = engine.refs(RefsRequest("a.py:g", "lsp", wait=60)).references
    assert [(row.path, row.line, row.source) for row in sure if row.certainty == "exact"] == [
        ("b.py", 5, "index+lsp:ty")
    ]
    engine.close()


@pytest.mark.parametrize(
    ("head", "how"),
    [("", "absent"), ('#include "missing.h"\n', "annotation")],
    ids=["read without an error", "with one"],
)
def test_arguments_that_a_macro_drops_are_not_there_as_the_project_is_built(project: Path, head: str, how: str) -> None:
    write(
        project,
        {
            "s.h": "#ifdef CHECKS\nvoid stop(int);\n#define check(x) stop(!(x))\n#else\n#define check(x) ((void)0)\n#endif\n"
            "struct s { int size; };\n",
            "a.c": head + '#include "s.h"\nint f(struct s *p) {\n  check(p->size);\n  return p->size;\n}\n',
        },
    )
    engine = Engine(str(project), backend=language_servers)
    answer = engine.refs(RefsRequest("s/size", "lsp", wait=60))
    engine.close()
    assert {(row.text, row.how) for row in answer.references} == {
        ("check(p->size);", how),
        ("return p->size;", "annotation"),
    }


def test_an_edit_makes_what_is_remembered_void(project: Path) -> None:
    write(
        project,
        {
            "a.py": "class A:\n    def go(self): pass\n\n\ndef make(): return A()\n",
            "b.py": "from a import make\n\nmake().go()\n",
        },
    )
    engine = Engine(str(project), backend=language_servers)
    assert [row.path for row in engine.refs(RefsRequest("A/go", "lsp", wait=60)).references] == ["b.py"]
    write(
        project,
        {
            "a.py": "class A:\n    def go(self): pass\n\n\nclass B:\n    def go(self): pass\n\n\ndef make(): return B()\n"
        },
    )
    found = engine.refs(RefsRequest("A/go", "lsp", wait=60)).references
    assert not [row for row in found if row.certainty != "name"]
    engine.close()


def test_a_program_of_the_project_is_run_only_where_it_is_trusted(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    program = project / ".venv/bin/jedi-language-server"
    write(project, {"a.py": "x = 1\n", ".venv/bin/jedi-language-server": "#!/bin/sh\n"})
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    server = next(server for server in known_servers(str(project)) if server.name == "jedi-language-server")
    found = find_program(server, str(project))
    assert found is not None
    assert found.in_project
    states = {row["name"]: row["state"] for row in cli("-C", project, "servers", "--json").json["servers"]}
    assert states["jedi-language-server"] == "untrusted"
    states = {row["name"]: row["state"] for row in cli("-C", project, "servers", "--trust", "--json").json["servers"]}
    assert states["jedi-language-server"] == "found"
    set_trusted(str(project), trusted=False)
    states = {row["name"]: row["state"] for row in cli("-C", project, "servers", "--json").json["servers"]}
    assert states["jedi-language-server"] == "untrusted"


def test_a_server_of_the_projects_settings_is_not_run_unasked(project: Path) -> None:
    settings = '[servers.mine]\nlanguages = ["lua"]\ncommand = ["/bin/true"]\n'
    write(project, {"a.lua": "function f() end\nf()\n", "codeintel.toml": settings})
    engine = Engine(str(project), backend=language_servers)
    answer = engine.refs(RefsRequest("f", "lsp", wait=5))
    assert any("mine is part of the project" in note for note in answer.notes), answer.notes


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('languages = ["lua"]\n', "`command` is missing"),
        ('languages = ["lua"]\ncommand = ["x"]\nhears = "nothing"\n', "`hears` cannot be"),
        ('languages = ["lua"]\ncommand = ["x"]\nport = 7\n', "no key `port`"),
        ('languages = ["lua"]\ncommand = ["x"]\nready = { never = true }\n', "no key `never`"),
    ],
)
def test_a_wrong_table_is_told(project: Path, table: str, said: str) -> None:
    write(Path(os.environ["XDG_CONFIG_HOME"]), {"codeintel/servers.toml": f"[mine]\n{table}"})
    with pytest.raises(BadSettings, match="mine") as error:
        known_servers(str(project))
    assert said in error.value.message


def test_no_server_is_told_with_what_to_install(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    write(project, {"a.dart": "void f() {}\nvoid g() { f(); }\n"})
    ran = cli("-C", project, "refs", "f", "--precision", "lsp")
    assert ran.code == 0
    assert "degraded: no language server for dart; install one" in ran.err
    ran = cli("-C", project, "diagnostics", "a.dart", "--json")
    assert ran.code == 3
    assert ran.json["error"]["code"] == NoLanguageServer.code


def test_diagnostics_of_a_symbol_and_of_what_changed(project: Path) -> None:
    from support import commit, git

    git(project, "init", "-q")
    write(
        project,
        {"a.py": 'def f() -> int:\n    return ""\n\n\ndef g() -> int:\n    return ""\n', "b.py": "x: int = ''\n"},
    )
    commit(project)
    one = cli("-C", project, "diagnostics", "--symbol", "f", "--json").json
    assert {row["line"] for row in one["diagnostics"]} <= {1, 2}
    assert one["counts"]["error"] == 1
    write(project, {"b.py": "y: int = ''\n"})
    changed = cli("-C", project, "diagnostics", "--changed", "--json").json
    assert changed["files"] == ["b.py"]
    assert changed["complete"]


TEXT = "a\r\nb😀é x\rc\n\nlast"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_positions_go_there_and_back(encoding: str) -> None:
    lines = Lines(TEXT.encode())
    for index in range(len(TEXT) + 1):
        offset = len(TEXT[:index].encode())
        position = lines.position(offset, encoding)
        inside = TEXT[:index].endswith("\r") and TEXT[index : index + 1] == "\n"
        assert inside or lines.offset(position, encoding) == offset


def test_a_position_past_its_line_is_its_end() -> None:
    lines = Lines(b"ab\ncd")
    assert lines.offset({"line": 0, "character": 99}, "utf-16") == 2
    assert lines.offset({"line": 99, "character": 0}, "utf-8") == 5


def test_a_name_is_found_however_it_was_counted() -> None:
    text = 'print("😀é", x.speak())'
    lines = Lines(text.encode())
    for units in ("utf-8", "utf-16-le", "utf-32-le"):
        size = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[units]
        start = len(text[: text.index("speak")].encode(units)) // size
        place = {"start": {"line": 0, "character": start}, "end": {"line": 0, "character": start + 5}}
        span = lines.named(place, "utf-16", b"speak")
        assert span is not None
        assert text.encode()[slice(*span)] == b"speak"


def test_paths_survive_as_uris() -> None:
    for path in ("/a b/c#d.py", "/é/😀.py", "/50%/x?.py", os.fsdecode(b"/\xff.py")):
        assert path_of(uri_of(path)) == path
    assert not path_of("untitled:Untitled-1")
    assert not path_of(None)


@pytest.mark.parametrize(
    ("server", "program"),
    [
        ("typescript", "tsc"),
        pytest.param("typescript-language-server", "typescript-language-server", marks=pytest.mark.more_servers),
        pytest.param("vtsls", "vtsls", marks=pytest.mark.more_servers),
    ],
)
def test_no_server_fetches_types(
    server: str, program: str, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """TypeScript's look for types of what a JavaScript project uses by `npm install`, unless they are told not to."""
    top = Path(__file__).parent.parent.parent
    node = Path(os.environ.get("CODEINTEL_NODE_MODULES", top / ".venv/node/node_modules")) / ".bin"
    tools = tmp_path / "tools"
    write(tools, {"npm": f'#!/bin/sh\necho "$@" >> {tmp_path}/fetched\nexit 1\n'})
    (tools / "npm").chmod(0o755)
    path = os.pathsep.join([str(tools), str(node), os.environ["PATH"]])
    if shutil.which(program, path=path) is None:
        pytest.skip(f"{program} is not installed: `make test` sets up TypeScript's where there is npm")
    monkeypatch.setenv("PATH", path)
    manifest = '{"name": "a", "dependencies": {"express": "*", "split2": "*"}}\n'
    write(project, {"package.json": manifest, "a.js": "const e = require('express')\nfunction f() {}\nf(e)\n"})
    engine = Engine(str(project), backend=lambda root, _: Backend(root, only=server))
    assert any("lsp:" in row.source for row in engine.refs(RefsRequest("f", "lsp", wait=60)).references)
    engine.diagnostics(DiagnosticsRequest("a.js", wait=60))
    engine.close()
    assert not (tmp_path / "fetched").exists()
    assert not (Path(os.environ["XDG_CACHE_HOME"]) / "typescript").exists()
