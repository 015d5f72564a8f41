"""The official client over memory, stdio and HTTP: a session with every tool, and every argument as it should not be."""

from __future__ import annotations

import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from agents import Agent, agent, process, shop
from mcp import Client

from codeintel.mcp_adapter.tools import TOOLS, UNLISTED, Param, Tool

WAYS = ["memory", "stdio", "http", "http of the old protocol"]
NAMES = [
    "ä/ß",
    "方法",
    "a\u202eb",
    "😀",
    "\ud800",
    "a\0b",
    "../../etc/passwd",
    "-x",
    "a\nb",
    "%s{0}$(x)`x`",
    "x" * 3_000,
]
OTHERS: list[Any] = [None, 0, -1, 10**25, 1.5, True, [], ["a", 1, None], {"a": {}}, [[["a"]]], "", " "]


@asynccontextmanager
async def over(way: str, project: Path) -> AsyncIterator[Agent]:
    if way == "memory":
        async with agent(project, profile="full") as someone:
            yield someone
    elif way == "stdio":
        async with Client(process(project, "--profile", "full")) as client:
            yield Agent(client)
    else:
        with Listening(project) as address:
            async with Client(address, mode="legacy" if "old" in way else "auto") as client:
                yield Agent(client)


class Listening:
    """A server process that listens on a port of its own."""

    def __init__(self, project: Path) -> None:
        command = process(project, "--profile", "full", "--http", "127.0.0.1:0")
        self._process = subprocess.Popen(
            [command.command, *command.args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def __enter__(self) -> str:
        assert self._process.stderr
        found = re.search(rb"http://127\.0\.0\.1:\d+/mcp", self._process.stderr.readline())
        assert found
        return found.group().decode()

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.mark.parametrize("way", WAYS)
def test_a_session_with_every_tool(project: Path, way: str) -> None:
    before = contents(shop(project))

    async def session() -> None:
        async with over(way, project) as someone:
            called: set[str] = set()

            async def ask(tool: str, **arguments: Any) -> str:
                called.add(tool)
                return await someone.ask(tool, **arguments)

            assert set(await someone.tools()) == set(TOOLS)
            assert "shop/prices.py" in await ask("get_symbols_overview", relative_path=".")
            page = await ask("find_symbol", name_path_pattern="?*", include_body=True, max_answer_chars=300)
            pages = [page]
            while found := re.search(r"get_more\(cursor='(\w+)'\)", pages[-1]):
                pages.append(await ask("get_more", cursor=found[1], max_answer_chars=400))
                assert len(pages[-1]) <= 400
            assert "assert cart.total(Discount(0.5)) == 6.0" in "".join(pages)
            assert "Cart/total" in await ask("find_referencing_symbols", name_path="gross", precision="index")
            assert "Seasonal" in await ask("find_implementations", name_path="Discount")
            assert "def gross" in await ask("find_declaration", relative_path="shop/cart.py", line=12, name="gross")
            assert "test_total" in await ask("call_graph", name_path="gross", direction="impact")
            assert "project" in await ask("activate_project", project=str(project))
            assert "4 files" in await ask("get_status")
            assert "Cart/total" in await ask("search_symbols", words="total of a cart")
            assert "shop/prices.py" in await ask("get_repo_map")
            assert "Discount" in await ask("explore", task="how does a discount change the total of a cart?")
            await ask("get_routes")
            body = "def net(price: float) -> float:\n    return price / (1 + VAT)"
            await ask("insert_after_symbol", name_path="gross", body=body)
            await ask("insert_before_symbol", name_path="VAT", body="# The law says so.\nLAW = 1")
            await ask("replace_symbol_body", name_path="LAW", body="LAW = 2")
            await ask("replace_in_symbol", name_path="net", old="price /", new="price * 1 /")
            await ask("rename_symbol", name_path="gross", relative_path="shop/prices.py", new_name="with_tax")
            await ask("move_symbol", name_path="net", target_path="shop/cart.py")
            await ask("safe_delete_symbol", name_path="LAW")
            assert "with_tax" in (project / "shop/cart.py").read_text()
            assert "def net" in (project / "shop/cart.py").read_text()
            assert "shop/prices.py" in await ask("get_changes")
            for _ in range(7):
                await ask("undo_edit")
            assert contents(project) == before
            for tool in ("get_diagnostics_for_file", "get_diagnostics_for_symbol"):  # servers are off in tests
                called.add(tool)
                given = {"relative_path": "shop/cart.py"} if tool.endswith("file") else {"name_path": "Cart"}
                assert "no language server" in await someone.fails(tool, **given)
            assert called == set(TOOLS)

    anyio.run(session)


SOME = {"memory": 1, "stdio": 7, "http": 23}
"""One in how many of the calls go each way: they are the same, and not as quick."""


@pytest.mark.parametrize("way", WAYS[:3])
def test_no_argument_breaks_a_tool(project: Path, way: str) -> None:
    before = contents(shop(project))

    async def session() -> None:
        async with over(way, project) as someone:
            for tool in TOOLS.values():
                for given in list(bad(tool))[:: SOME[way]]:
                    if way != "memory" and "\ud800" in given.values():
                        continue  # no client can write it
                    text, _ = await someone.call(tool.name, **given)
                    shown = f"{tool.name} {str(given)[:200]}: {text[:500]}"
                    assert len(text) < 9_000, shown
                    assert "Traceback" not in text, shown
                    assert "this is a bug" not in text, shown
                    assert "pydantic" not in text, shown
                    assert text.strip(), shown
            assert "shop/prices.py" in await someone.ask("find_symbol", name_path_pattern="gross")

    anyio.run(session)
    assert contents(project) == before


def bad(tool: Tool) -> Iterator[dict[str, Any]]:
    """Calls of which each has one argument that is missing, wrong, or strange; none of them changes a file."""
    params = (*tool.params, *(param for param in UNLISTED[tool.kind] if param not in tool.params))
    good = {param.name: _good(param) for param in params if param.required}
    good |= {"dry_run": True} if tool.is_edit else {}
    yield {}
    yield {**good, "no_such_parameter": 1}
    for param in params:
        for value in [*OTHERS, *NAMES]:
            if tool.is_edit and param.name == "dry_run" and value is not True:
                continue
            yield {**good, param.name: value}


def _good(param: Param) -> Any:
    values = {"relative_path": "shop/cart.py", "line": 12, "target_path": "shop/new.py", "cursor": "c1"}
    return values.get(param.name, "gross")


def contents(project: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(project)): path.read_bytes()
        for path in sorted(project.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }
