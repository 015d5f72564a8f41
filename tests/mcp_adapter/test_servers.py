"""Language servers behind the tools: asked when a call says so, shared by all calls, stopped with the work and the process."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import anyio
import pytest
from agents import Agent, agent, process
from mcp import Client
from support import commit, write

from codeintel.engine.service import Engine

FAKE = Path(__file__).parent.parent / "lsp" / "fake_server.py"
ANIMALS = {
    "animals.py": """class Dog:
    def speak(self):
        return "woof"


class Robot:
    def speak(self):
        return "beep"


class Cat:
    def purr(self):
        return "purr"


def make(kind):
    return {"dog": Dog}[kind]()


def stroke(it):
    return it.purr()


def unused(thing):
    return thing
""",
    "use.py": """from animals import Dog, Robot


def call(it: "Dog | int", other):
    if isinstance(it, int):
        return other.speak()
    return it.speak()


def both():
    return [thing.speak() for thing in map(lambda kind: kind(), [Dog])]


Robot().speak()
""",
    "wrong.py": """def first() -> int:
    return "text"


def second() -> int:
    return 2
""",
    "pyproject.toml": "",
}


@pytest.fixture
def animals(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose language has a server, ty, which may be started."""
    monkeypatch.delenv("CODEINTEL_SERVERS")
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    write(project, ANIMALS)
    commit(project)
    return project


@pytest.fixture
def badly_served(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose server reads all and answers nothing that it is asked about a place."""
    monkeypatch.delenv("CODEINTEL_SERVERS")
    write(project, {"a.py": "def target():\n    pass\n", "b.py": "from a import target\n\ntarget()\n"})
    commit(project)
    command = [sys.executable, str(FAKE), "never answers"]
    table = f'[fake]\nlanguages = {{ python = "python" }}\ncommand = {command}\ninstall = "never"\n'
    write(Path(os.environ["XDG_CONFIG_HOME"]), {"codeintel/servers.toml": table})
    return project


def servers(word: str = "ty server") -> list[int]:
    """Processes of servers below this one, without what starts them."""
    found: list[int] = []
    parents = {pid: _parent(pid) for pid in map(int, filter(str.isdigit, os.listdir("/proc")))}
    for pid in parents:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        words = _command(pid)
        if above == os.getpid() and word in words and "launch.py" not in words:
            found.append(pid)
    return found


def _parent(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0
    return 0 if fields[0] == b"Z" else int(fields[1])


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


async def until(condition: object, seconds: float = 20) -> bool:
    assert callable(condition)
    with anyio.move_on_after(seconds):
        while not condition():
            await anyio.sleep(0.02)
    return bool(condition())


def test_no_call_starts_a_server_by_itself(animals: Path) -> None:
    async def session() -> None:
        async with Client(process(animals, "--profile", "full")) as client:
            someone = Agent(client)
            said = await someone.ask("find_referencing_symbols", name_path="Dog/speak")
            assert "precision=lsp asks ty, which does not run yet" in said
            await someone.ask("find_implementations", name_path="Dog")
            await someone.ask("find_declaration", relative_path="use.py", line=6, name="speak")
            await someone.ask("call_graph", name_path="Dog/speak")
            assert "precision=lsp asks ty" in await someone.fails(
                "rename_symbol", name_path="Dog/speak", new_name="bark"
            )
            assert "precision=lsp asks ty" in await someone.fails("safe_delete_symbol", name_path="Cat/purr")
            await someone.ask("safe_delete_symbol", name_path="unused", dry_run=True)
            await someone.ask("get_status")
            assert not servers()

    anyio.run(session)


def test_one_server_answers_all_calls_and_goes_with_the_process(animals: Path) -> None:
    async def session() -> None:
        async with Client(process(animals)) as client:
            someone = Agent(client)
            answers: list[str] = []

            async def ask(tool: str, **arguments: object) -> None:
                answers.append(await someone.ask(tool, **arguments))

            async with anyio.create_task_group() as tasks:
                for _ in range(3):
                    tasks.start_soon(lambda: ask("find_referencing_symbols", name_path="Dog/speak", precision="lsp"))
                tasks.start_soon(lambda: ask("get_diagnostics_for_file", relative_path="wrong.py"))
            assert sum("use.py" in text and "lsp:ty" in text for text in answers) == 3, answers
            assert any("expected `int`" in text and "  2:12" in text for text in answers), answers[-1]
            assert len(servers()) == 1
            # It runs now, so it is asked without being insisted on.
            assert "lsp:ty" in await someone.ask("find_referencing_symbols", name_path="Robot/speak")
            assert "nothing is wrong" in await someone.ask("get_diagnostics_for_symbol", name_path="second")
            assert "error" in await someone.ask("get_diagnostics_for_symbol", name_path="first", min_severity=1)
            # What is edited is told to it.
            body = "def second() -> int:\n    return None\n"
            await someone.ask("replace_symbol_body", name_path="second", body=body)
            assert "  6:12" in await someone.ask("get_diagnostics_for_symbol", name_path="second")
            await someone.ask("undo_edit")
            assert "nothing is wrong" in await someone.ask("get_diagnostics_for_symbol", name_path="second")
            assert len(servers()) == 1
        assert await until(lambda: not servers())

    anyio.run(session)


def test_a_server_refutes_what_stands_in_the_way_of_an_edit(animals: Path) -> None:
    use = "from animals import Robot, make\n\nfor thing in map(lambda n: Robot(), range(2)):\n    thing.speak()\n"
    write(animals, {"use.py": use})
    commit(animals)

    async def session() -> None:
        async with agent(animals) as someone:
            assert "may still be used" in await someone.fails("safe_delete_symbol", name_path="Dog/speak")
            text = await someone.ask("safe_delete_symbol", name_path="Dog/speak", precision="lsp", dry_run=True)
            assert '-        return "woof"' in text
            assert "1 place of the name means something else" in text
            await someone.ask("rename_symbol", name_path="Robot/speak", new_name="buzz", precision="lsp")
            assert (animals / "use.py").read_text() == use.replace("speak", "buzz")
            assert "ty" in await someone.ask(
                "find_declaration", relative_path="use.py", line=4, name="buzz", precision="lsp"
            )

    anyio.run(session)


def test_a_cancelled_question_stops_asking(badly_served: Path) -> None:
    told = badly_served / "told.txt"

    async def session() -> None:
        async with agent(badly_served, mode="legacy") as someone:
            await someone.ask("find_symbol", name_path_pattern="target")
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(
                        lambda: someone.ask("find_referencing_symbols", name_path="target", precision="lsp")
                    )
                    assert await until(lambda: told.exists() and "references" in told.read_text())
                    scope.cancel()
            assert await until(lambda: "$/cancelRequest" in told.read_text())
            started = time.monotonic()
            assert "b.py" in await someone.ask("find_referencing_symbols", name_path="target", precision="index")
            assert time.monotonic() - started < 10
            assert servers("never answers")
        assert await until(lambda: not servers("never answers"))

    anyio.run(session)


def test_a_question_that_takes_too_long_stops_asking(badly_served: Path) -> None:
    told = badly_served / "told.txt"

    async def session() -> None:
        async with agent(badly_served) as someone:
            await someone.ask("find_symbol", name_path_pattern="target")
        async with agent(badly_served, seconds=3.0) as someone:
            said = await someone.fails("find_referencing_symbols", name_path="target", precision="lsp")
            assert "took longer than 3 seconds and was stopped" in said
            assert await until(lambda: told.exists() and "$/cancelRequest" in told.read_text())
            assert "b.py" in await someone.ask("find_referencing_symbols", name_path="target", precision="index")

    anyio.run(session)


def test_what_cannot_be_asked_is_said(project: Path) -> None:
    """Servers are off, as a user may want it."""
    write(project, {"a.py": "x = 1\n", "b.txt": "words"})

    async def session() -> None:
        async with agent(project) as someone:
            for path in ("a.py", "."):
                said = await someone.fails("get_diagnostics_for_file", relative_path=path)
                assert "no language server" in said
            assert "is not indexed" in await someone.fails("get_diagnostics_for_file", relative_path="b.txt")
            assert "no symbol matches" in await someone.fails("get_diagnostics_for_symbol", name_path="nowhere")
            said = await someone.fails("get_diagnostics_for_file", relative_path="a.py", min_severity="loud")
            assert "It is one of error" in said
            text = await someone.ask("find_referencing_symbols", name_path="x", precision="lsp")
            assert "no language server" in text

    anyio.run(session)


def test_engines_of_a_process_share_their_servers(animals: Path) -> None:
    from codeintel.engine.answers.diagnostics import DiagnosticsRequest
    from codeintel.lsp_bridge import SharedServers

    shared = SharedServers(lambda: None)
    engines = [Engine(str(animals), backend=shared.lend) for _ in range(2)]
    try:
        for engine in engines:
            assert engine.diagnostics(DiagnosticsRequest("wrong.py", wait=60)).counts["error"] == 1
        engines[0].close()
        assert len(servers()) == 1
        assert any(row.pid for row in engines[1].servers())
    finally:
        for engine in engines:
            engine.close()
        shared.close()
    assert not servers()
