"""What the tests of the server share: an agent that calls tools and reads text, and a small shop to work on."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from support import commit, write

from codeintel.mcp_adapter.run import Options, serve

__all__ = ["SHOP", "Agent", "agent", "process", "shop"]

SHOP = {
    "shop/__init__.py": "",
    "shop/prices.py": '''"""Prices."""

VAT = 0.2


def gross(net: float) -> float:
    """The price with tax."""
    return net * (1 + VAT)


class Discount:
    """So much off."""

    def __init__(self, share: float) -> None:
        self.share = share

    def apply(self, price: float) -> float:
        """The price that is left."""
        return price * (1 - self.share)


class Seasonal(Discount):
    """In winter alone."""

    def apply(self, price: float) -> float:
        return super().apply(price)
''',
    "shop/cart.py": """from shop.prices import Discount, gross


class Cart:
    def __init__(self) -> None:
        self.items: list[float] = []

    def add(self, net: float) -> None:
        self.items.append(net)

    def total(self, discount: Discount) -> float:
        return sum(discount.apply(gross(item)) for item in self.items)
""",
    "tests/test_cart.py": """from shop.cart import Cart
from shop.prices import Discount


def test_total() -> None:
    cart = Cart()
    cart.add(10.0)
    assert cart.total(Discount(0.5)) == 6.0
""",
}


def shop(folder: Path) -> Path:
    """The shop, as a repository."""
    write(folder, SHOP)
    commit(folder)
    return folder


class Agent:
    """Somebody who has nothing but the tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def ask(self, tool: str, **arguments: Any) -> str:
        """The answer of a call that works."""
        text, failed = await self.call(tool, **arguments)
        assert not failed, f"{tool} {arguments}: {text}"
        return text

    async def fails(self, tool: str, **arguments: Any) -> str:
        """What is said of a call that does not work."""
        text, failed = await self.call(tool, **arguments)
        assert failed, f"{tool} {arguments}: {text}"
        return text

    async def call(self, tool: str, **arguments: Any) -> tuple[str, bool]:
        result = await self.client.call_tool(tool, arguments)
        (block,) = result.content
        assert block.type == "text"
        return block.text, bool(result.is_error)

    async def tools(self) -> dict[str, Any]:
        return {tool.name: tool for tool in (await self.client.list_tools()).tools}

    async def everything(self, tool: str, **arguments: Any) -> str:
        """An answer with all of its pages."""
        text = await self.ask(tool, **arguments)
        pages = [text]
        while found := re.search(r"get_more\(cursor='(\w+)'\)", pages[-1]):
            pages.append(await self.ask("get_more", cursor=found[1]))
        return "\n".join(pages)


@asynccontextmanager
async def agent(
    project: Path | None, *, mode: Any = "auto", roots: Sequence[Path] | None = None, **options: Any
) -> AsyncIterator[Agent]:
    """An agent and a server in one process."""
    start = {} if project is None else {"start": str(project), "is_chosen": roots is None}
    server, workspace = serve(Options(**{**start, **options}))
    more: dict[str, Any] = {"list_roots_callback": _roots(roots)} if roots is not None else {}
    try:
        async with Client(server, mode=mode, **more) as client:
            yield Agent(client)
    finally:
        workspace.close()


def process(project: Path, *options: str) -> StdioServerParameters:
    """The server as a host starts it."""
    code = "from codeintel.cli.main import run; run()"
    arguments = ["-P", "-c", code, "-C", str(project), "mcp", *options]
    return StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))


def _roots(folders: Sequence[Path]) -> Any:
    from mcp.types import ListRootsResult, Root

    async def roots(_: object) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=folder.as_uri()) for folder in folders])

    return roots
