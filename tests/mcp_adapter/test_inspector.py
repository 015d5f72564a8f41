"""The MCP Inspector, an independent client, lists and calls every tool: where `CODEINTEL_INSPECTOR` names its program."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from agents import process, shop
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


def test_it_is_told_what_is_wrong(project: Path) -> None:
    shop(project)
    (tool, _, expected) = FAILS[0]
    result = inspect(project, "--method", "tools/call", "--tool-name", tool)
    assert result["isError"]
    assert expected in result["content"][0]["text"]
