"""A session as an agent would have it: it finds its way, changes a feature, is interrupted by a person, and undoes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import anyio
from agents import Agent, process, shop
from mcp import Client


def test_a_feature_is_changed_from_first_question_to_last(project: Path) -> None:
    shop(project)

    async def session() -> None:
        async with Client(process(project)) as client:
            assert client.instructions
            assert len(client.instructions) <= 1500
            await work(Agent(client), project)

    anyio.run(session)


async def work(agent: Agent, project: Path) -> None:
    # Where am I? The instructions say that the outline is where to start.
    outline = await agent.ask("get_symbols_overview", relative_path=".")
    assert "shop/prices.py" in outline
    assert "class Discount" in outline
    # The task: a discount must never make a price negative, and `share` is to be called `part`.
    found = await agent.ask("find_symbol", name_path_pattern="Discount/apply", include_body=True)
    assert "return price * (1 - self.share)" in found
    # Who would notice?
    impact = await agent.ask("call_graph", name_path="Discount/apply", direction="impact")
    assert "tests/test_cart.py\n  test_total  test" in impact
    assert "Cart/total" in await agent.ask("find_referencing_symbols", name_path="Discount/apply")
    # The change, shown before it is made.
    body = 'def apply(self, price: float) -> float:\n    """The price that is left."""\n    return max(price * (1 - self.share), 0.0)'
    address = {"name_path": "Discount/apply", "relative_path": "shop/prices.py"}
    preview = await agent.ask("replace_symbol_body", **address, body=body, dry_run=True)
    assert "+        return max(price * (1 - self.share), 0.0)" in preview
    assert "max(" not in (project / "shop/prices.py").read_text()
    done = await agent.ask("replace_symbol_body", **address, body=body)
    assert "undo_edit" in done
    assert "        return max(price * (1 - self.share), 0.0)\n" in (project / "shop/prices.py").read_text()
    # A mistake is refused, and nothing is written.
    broken = await agent.fails("replace_symbol_body", **address, body="def apply(self, price:\n    return (")
    assert "Nothing was written" in broken
    # A helper beside it, which is found at once.
    await agent.ask(
        "insert_after_symbol",
        name_path="gross",
        body="def before_tax(gross_price: float) -> float:\n    return gross_price / (1 + VAT)",
    )
    assert "def before_tax(gross_price: float) -> float" in await agent.ask(
        "find_symbol", name_path_pattern="before_tax"
    )
    # Meanwhile a person edits by hand; the next answer knows.
    cart = project / "shop/cart.py"
    cart.write_text(cart.read_text() + "\n    def clear(self) -> None:\n        self.items.clear()\n")
    assert "Cart/clear" in await agent.ask("find_symbol", name_path_pattern="clear")
    # The tests pass, the helper is not needed after all.
    subprocess.run([sys.executable, "-c", "import tests.test_cart as t; t.test_total()"], cwd=project, check=True)
    await agent.ask("safe_delete_symbol", name_path="before_tax")
    assert "nothing is named 'before_tax'" in await agent.ask("find_symbol", name_path_pattern="before_tax")
    await agent.ask("undo_edit")
    assert "def before_tax" in (project / "shop/prices.py").read_text()
