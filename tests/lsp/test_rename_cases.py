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
