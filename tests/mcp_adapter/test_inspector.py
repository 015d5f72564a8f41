"""The MCP Inspector, an independent client, lists and calls every tool: where `CODEINTEL_INSPECTOR` names its program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from agents import process, shop
from support import write
from test_calls import FAILS, WORKS

from codeintel.mcp_adapter.tools import TOOLS

INSPECTOR = os.environ.get("CODEINTEL_INSPECTOR", "")
pytestmark = pytest.mark.skipif(not INSPECTOR, reason="CODEINTEL_INSPECTOR names no program")


def inspect(project: Path, *words: str) -> Any:
    command = process(project, "--profile", "full")
    done = subprocess.run(
        [INSPECTOR, "--cli", command.command, *command.args, *words], capture_output=True, timeout=60, check=True
    )
    return json.loads(done.stdout)


def test_it_lists_what_is_there(project: Path) -> None:
    shop(project)
    assert {tool["name"] for tool in inspect(project, "--method", "tools/list")["tools"]} == set(TOOLS)
    assert inspect(project, "--method", "resources/list")["resources"]
    assert inspect(project, "--method", "resources/templates/list")["resourceTemplates"]
    assert inspect(project, "--method", "resources/read", "--uri", "codeintel://map")["contents"]
    assert inspect(project, "--method", "prompts/list")["prompts"]


@pytest.mark.parametrize("tool", sorted({tool for tool, _, _ in WORKS}))
def test_it_calls_every_tool(project: Path, tool: str) -> None:
    shop(project)
    arguments, expected = next((given, words) for name, given, words in WORKS if name == tool)
    words = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in arguments.items()]
    result = inspect(
        project, "--method", "tools/call", "--tool-name", tool, *(w for word in words for w in ("--tool-arg", word))
    )
    assert not result.get("isError")
    assert all(word in result["content"][0]["text"] for word in expected)


def called(project: Path, tool: str, *words: str) -> tuple[str, bool]:
    given = [word for pair in words for word in ("--tool-arg", pair)]
    result = inspect(project, "--method", "tools/call", "--tool-name", tool, *given)
    return result["content"][0]["text"], bool(result.get("isError"))


def test_it_edits_and_takes_back(project: Path) -> None:
    shop(project)
    before = (project / "shop/cart.py").read_text()
    text, failed = called(project, "move_symbol", "name_path=Seasonal", "target_path=shop/cart.py")
    assert not failed, text
    assert "class Seasonal" in (project / "shop/cart.py").read_text()
    text, failed = called(project, "undo_edit")
    assert not failed, text
    assert (project / "shop/cart.py").read_text() == before


def test_it_turns_no_page_of_another_session(project: Path) -> None:
    shop(project)
    text, _ = called(project, "find_symbol", "name_path_pattern=?*", "max_answer_chars=300")
    assert "get_more(cursor=" in text
    text, failed = called(project, "get_more", "cursor=c1")
    assert failed
    assert "there is no cursor 'c1'" in text


def test_it_asks_a_language_server(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    write(shop(project), {"shop/wrong.py": 'def wrong() -> int:\n    return "text"\n', "pyproject.toml": ""})
    for tool, words in (
        ("get_diagnostics_for_file", ("relative_path=shop/wrong.py",)),
        ("get_diagnostics_for_symbol", ("name_path=wrong", "min_severity=error")),
    ):
        text, failed = called(project, tool, *words)
        assert not failed, text
        assert "1 error" in text
    text, _ = called(project, "find_referencing_symbols", "name_path=Discount/apply", "precision=lsp")
    assert "lsp:ty" in text


def test_it_is_told_what_is_wrong(project: Path) -> None:
    shop(project)
    (tool, _, expected) = FAILS[0]
    result = inspect(project, "--method", "tools/call", "--tool-name", tool)
    assert result["isError"]
    assert expected in result["content"][0]["text"]
