"""Several projects, roots, read-only servers, secrets: what a session may see and change, and what not."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from agents import agent, shop
from support import commit, write

pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

OTHER = {"lib/engine.py": "def start_engine() -> None:\n    pass\n"}


def other(folder: Path) -> Path:
    """A second project."""
    write(folder, OTHER)
    commit(folder)
    return folder


def test_another_project_is_read_and_never_written(project: Path, tmp_path: Path) -> None:
    shop(project)
    second = other(tmp_path / "second")

    async def session() -> None:
        async with agent(project, projects=(str(second),)) as someone:
            assert "nothing is named" in await someone.ask("find_symbol", name_path_pattern="start_engine")
            text = await someone.ask("find_symbol", name_path_pattern="start_engine", project="second")
            assert "lib/engine.py" in text
            text = await someone.ask("get_symbols_overview", relative_path=".", project=str(second))
            assert "start_engine" in text
            refused = await someone.fails("safe_delete_symbol", name_path="start_engine", project="second")
            assert "no parameter 'project'" in refused
            assert "second" in await someone.ask("activate_project")
            chosen = await someone.ask("activate_project", project="second")
            assert f"second is the current project: {second}" in chosen
            assert "lib/engine.py" in await someone.ask("find_symbol", name_path_pattern="start_engine")
            assert "shop" in await someone.ask("find_symbol", name_path_pattern="gross", project="project")
            await someone.ask(
                "insert_after_symbol", name_path="start_engine", body="def stop_engine() -> None:\n    pass"
            )
            assert "stop_engine" in (second / "lib/engine.py").read_text()

    anyio.run(session)


def test_any_repository_may_be_chosen_where_the_client_names_no_roots(project: Path, tmp_path: Path) -> None:
    shop(project)
    second = other(tmp_path / "second")
    plain = tmp_path / "plain"
    write(plain, OTHER)

    async def session() -> None:
        async with agent(project) as someone:
            assert "is in no project" in await someone.fails("activate_project", project=str(plain))
            await someone.ask("activate_project", project=str(second / "lib"))
            assert "lib/engine.py" in await someone.ask("find_symbol", name_path_pattern="start_engine")

    anyio.run(session)


def test_roots_of_the_client_are_the_projects(project: Path, tmp_path: Path) -> None:
    shop(project)
    second, third = other(tmp_path / "second"), other(tmp_path / "third")

    async def session() -> None:
        async with agent(project, mode="legacy", roots=[second, project]) as someone:
            assert "lib/engine.py" in await someone.ask("find_symbol", name_path_pattern="start_engine")
            assert "shop" in await someone.ask("find_symbol", name_path_pattern="gross", project="project")
            refused = await someone.fails("activate_project", project=str(third))
            assert "is outside of the client's roots" in refused
            await someone.ask("activate_project", project="project")
            assert "shop" in await someone.ask("find_symbol", name_path_pattern="gross")

    anyio.run(session)


def test_a_home_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    second = other(tmp_path / "second")

    async def session() -> None:
        async with agent(None) as someone:
            assert "no project is chosen" in await someone.fails("find_symbol", name_path_pattern="x")
            assert "no project is chosen" in await someone.ask("activate_project")
            await someone.ask("activate_project", project="~/second")
            assert "lib/engine.py" in await someone.ask("find_symbol", name_path_pattern="start_engine")
            assert second.is_dir()

    anyio.run(session)


def test_a_read_only_server_edits_nothing(project: Path) -> None:
    shop(project)
    before = {path: path.read_bytes() for path in project.rglob("*.py")}

    async def session() -> None:
        async with agent(project, profile="full", read_only=True) as someone:
            for tool in (await someone.tools()).values():
                assert tool.annotations.read_only_hint
            for name in (
                "replace_symbol_body",
                "insert_after_symbol",
                "safe_delete_symbol",
                "undo_edit",
                "move_symbol",
            ):
                text = await someone.fails(name, name_path="gross", body="x = 1")
                assert "this server is read-only" in text
            assert "gross" in await someone.ask("find_symbol", name_path_pattern="gross")

    anyio.run(session)
    assert before == {path: path.read_bytes() for path in project.rglob("*.py")}


SECRETS = [".env", ".env.local.sh", ".envrc", "deploy.key", "id_rsa", "secrets.sh", ".ssh/config.sh", "prod.env"]


def test_secrets_are_never_seen(project: Path) -> None:
    shop(project)
    write(project, dict.fromkeys(SECRETS, "#!/bin/bash\nTOKEN_OF_OURS=hunter2\nfetch_it() {\n  :\n}\n"))
    write(project, {"run.sh": "#!/bin/bash\nfetch_it() {\n  :\n}\n", "secrets.py": "def fetch_it():\n    pass\n"})
    commit(project)

    async def session() -> None:
        async with agent(project, profile="full") as someone:
            found = await someone.ask("find_symbol", name_path_pattern="fetch_it", include_body=True)
            assert {line for line in found.split("\n") if not line.startswith(" ")} == {
                "<data>",
                "run.sh",
                "secrets.py",
                "</data>",
            }
            for name in SECRETS:
                text = await someone.fails("get_symbols_overview", relative_path=name)
                assert "may hold secrets" in text
                assert "hunter2" not in text
            assert "8 left out: may hold secrets" in await someone.ask("get_status")
            write(project, {".env.test.sh": "fetch_more() {\n  :\n}\n"})  # one that comes while the server runs
            assert "nothing is named" in await someone.ask("find_symbol", name_path_pattern="fetch_more")

    anyio.run(session)


def test_resources_and_prompts(project: Path) -> None:
    from mcp.shared.exceptions import MCPError

    shop(project)

    async def session() -> None:
        async with agent(project) as someone:
            client = someone.client
            assert [str(resource.uri) for resource in (await client.list_resources()).resources] == ["codeintel://map"]
            (content,) = (await client.read_resource("codeintel://map")).contents
            assert "shop/prices.py" in content.text  # pyright: ignore[reportAttributeAccessIssue]
            assert (await client.list_resource_templates()).resource_templates
            (content,) = (await client.read_resource("codeintel://outline/shop/prices.py")).contents
            assert "class Discount" in content.text  # pyright: ignore[reportAttributeAccessIssue]
            for uri in ("codeintel://outline/nowhere.py", "codeintel://outline/../../etc/passwd", "other://x"):
                with pytest.raises(MCPError):
                    await client.read_resource(uri)
            prompts = (await client.list_prompts()).prompts
            assert {prompt.name for prompt in prompts} == {"onboard", "change_safely", "review_diff"}
            (message,) = (await client.get_prompt("change_safely", {"symbol": "Cart/total"})).messages
            assert "Change Cart/total safely" in message.content.text  # pyright: ignore[reportAttributeAccessIssue]
            with pytest.raises(MCPError):
                await client.get_prompt("change_safely", {})
            with pytest.raises(MCPError):
                await client.get_prompt("nonsense", {})

    anyio.run(session)
