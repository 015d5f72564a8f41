"""Tools, descriptions, profiles and documentation hold each other: nothing listed that does not work, nothing hidden."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import anyio
import pytest
from agents import agent, shop

from codeintel.mcp_adapter.arguments import read
from codeintel.mcp_adapter.calls import CALLS
from codeintel.mcp_adapter.listing import listed
from codeintel.mcp_adapter.profiles import choose, contexts, profiles
from codeintel.mcp_adapter.tools import TOOLS, UNLISTED
from codeintel.mcp_adapter.words import in_agents_words

TOP = Path(__file__).parent.parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
DATA = tomllib.loads((TOP / "mcp_adapter" / "profiles.toml").read_text(encoding="utf-8"))
SESSION_TOOLS = {"activate_project", "get_more"}
BUDGET = 8_000
GONE: set[str] = set()
"""Names of tools that were there once: a client that knows them is told so by an error, not by something else."""


def test_every_tool_is_a_request_or_about_the_session() -> None:
    assert set(CALLS) | SESSION_TOOLS == set(TOOLS)
    assert not set(TOOLS) & GONE


def test_every_tool_is_in_a_profile_and_profiles_name_no_other() -> None:
    assert set(choose("full").tools) == set(TOOLS)
    for name in profiles():
        assert set(choose(name).tools) <= set(TOOLS)
    for entry in DATA["contexts"].values():
        assert set(entry["without"]) <= set(TOOLS)
    assert {row["tool"] for row in DATA["instructions"]["tasks"]} <= set(TOOLS)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_tool_says_what_it_does_and_names_no_other(name: str) -> None:
    tool = TOOLS[name]
    words = [tool.about, *(param.about for param in tool.params)]
    assert tool.title
    assert all(words)
    for other in TOOLS:
        assert not any(re.search(rf"\b{other}\b", text) for text in words), other
    assert len({param.name for param in tool.params}) == len(tool.params)
    schema = listed(tool)["inputSchema"]
    assert all(value["description"] and value["type"] for value in schema["properties"].values())


@pytest.mark.parametrize("context", contexts())
@pytest.mark.parametrize("profile", ["reader", "editor"])
def test_a_list_costs_little(profile: str, context: str) -> None:
    choice = choose(profile, context)
    assert len(json.dumps([listed(tool) for tool in choice.tools.values()])) <= BUDGET
    assert len(choice.instructions) <= 1500


def test_hints_say_what_a_tool_does() -> None:
    for tool in TOOLS.values():
        hints = listed(tool)["annotations"]
        assert set(hints) == {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
        assert hints["readOnlyHint"] is not tool.is_edit
        assert not (hints["readOnlyHint"] and hints["destructiveHint"])


def test_what_is_listed_is_answered_and_nothing_else_is(project: Path) -> None:
    shop(project)

    async def session() -> None:
        for profile in profiles():
            async with agent(project, profile=profile) as someone:
                tools = await someone.tools()
                assert list(tools) == list(choose(profile).tools)
                for name in TOOLS:
                    text, failed = await someone.call(name)
                    if name not in tools:
                        assert failed
                        assert "there is no tool" in text
                    else:
                        assert "there is no tool" not in text
                        assert "bug" not in text

    anyio.run(session)


def test_instructions_and_prompts_name_only_what_is_there() -> None:
    for profile in profiles():
        for context in contexts():
            choice = choose(profile, context)
            texts = [choice.instructions, *(prompt.text for prompt in choice.prompts.values())]
            named = {name for name in TOOLS for text in texts if re.search(rf"\b{name}\b", text)}
            assert named <= set(choice.tools)


def test_tools_profiles_and_contexts_are_in_the_readme() -> None:
    for name in TOOLS:
        assert f"`{name}`" in README
    for name in (*profiles(), *contexts()):
        assert f"`{name}`" in README


def test_arguments_are_read_by_every_parameter() -> None:
    examples: dict[str, Any] = {"string": "x", "integer": 1, "boolean": True, "names": ["class"]}
    for tool in TOOLS.values():
        given = {p.name: p.choices[0] if p.choices else examples[p.type] for p in (*tool.params, *UNLISTED[tool.kind])}
        assert read(tool, given) == given


def test_what_every_tool_takes_besides_is_told_once() -> None:
    for profile in profiles():
        said = choose(profile).instructions
        assert all(re.search(rf"\b{param.name}\b", said) for params in UNLISTED.values() for param in params)
    about = {param.about for params in UNLISTED.values() for param in params}
    assert all(about)


def test_no_hint_of_the_engine_speaks_of_the_command_line() -> None:
    """Every sentence of the engine that names an option or a command has words for an agent."""
    typed = re.compile(r"(?<![\w-])--[a-z]|`codeintel |`(find|show|overview|refs|undo|status)[ `]| -C\b")
    for path in TOP.glob("engine/**/*.py"):
        if path.name == "doctor.py":
            continue  # of the command line alone
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not _raises_or_notes(node):
                continue
            for value in ast.walk(node):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    assert not typed.search(in_agents_words(value.value)), f"{path}: {value.value}"


def _raises_or_notes(node: ast.Call) -> bool:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("append", "extend") or name[:1].isupper()
