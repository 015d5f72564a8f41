"""The server as a process: nothing but messages on stdout, gone with its client, work that stops, many calls at once."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from agents import Agent, agent, process, shop
from mcp import Client
from support import commit, write

from codeintel.mcp_adapter import calls, projects

INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


class Wire:
    """A client that writes and reads lines, so that a test sees all that is there."""

    def __init__(self, started: subprocess.Popen[bytes]) -> None:
        self.process = started
        self.lines: list[bytes] = []
        assert started.stdin
        self._in = started.stdin

    def send(self, **message: Any) -> None:
        self._in.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._in.flush()

    def receive(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.lines.append(line)
        return json.loads(line)

    def answer(self, number: int) -> Any:
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message

    def begin(self) -> Any:
        self.send(id=0, method="initialize", params=INITIALIZE)
        answer = self.answer(0)
        self.send(method="notifications/initialized")
        return answer

    def call(self, number: int, tool: str, **arguments: Any) -> str:
        self.send(id=number, method="tools/call", params={"name": tool, "arguments": arguments})
        return self.answer(number)["result"]["content"][0]["text"]


@contextmanager
def wire(project: Path, *options: str, code: str = "") -> Iterator[Wire]:
    command = process(project, *options)
    arguments = list(command.args)
    if code:
        arguments[2] = code + "\n" + arguments[2]
    started = subprocess.Popen(
        [command.command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    watchdog = threading.Timer(90, started.kill)
    watchdog.start()
    try:
        yield Wire(started)
    finally:
        watchdog.cancel()
        started.kill()
        started.wait()
        for stream in (started.stdin, started.stdout, started.stderr):
            assert stream
            stream.close()


NOISY = """
import os, builtins
from codeintel.engine.service import Engine
find = Engine.find
def noisy(self, request):
    print("a library prints")
    os.write(1, b"and writes\\n")
    os.system("echo and a child too")
    return find(self, request)
Engine.find = noisy
"""


def test_stdout_carries_messages_alone_and_the_process_goes_with_its_client(project: Path) -> None:
    shop(project)
    with wire(project, code=NOISY) as line:
        assert line.begin()["result"]["serverInfo"]["name"] == "codeintel"
        assert "shop/prices.py" in line.call(1, "find_symbol", name_path_pattern="gross")
        line.send(id=2, method="nonsense")
        assert line.answer(2)["error"]["code"] == -32601
        line.send(id=3, method="tools/call", params={"name": "find_symbol", "arguments": [1]})
        assert line.answer(3)["error"]["code"] == -32602
        line._in.write(b"this is no JSON\n")
        half = rb'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"find_symbol","arguments":{"name_path":"\ud83d"}}}'
        line._in.write(half + b"\n")
        line._in.flush()
        assert "half of a character" in line.answer(9)["error"]["message"]
        assert "gross" in line.call(4, "find_symbol", name_path_pattern="gross")
        line._in.close()
        assert line.process.wait(20) == 0
        assert line.process.stdout
        line.lines += line.process.stdout.readlines()
        for text in line.lines:
            assert json.loads(text)["jsonrpc"] == "2.0"
        assert line.process.stderr
        assert b"a library prints" in line.process.stderr.read()


def test_a_process_at_work_goes_with_its_client(project: Path) -> None:
    shop(project)
    slow = "\nfrom codeintel.engine.service import Engine\nimport time\nEngine.find = lambda *_: time.sleep(60)\n"
    with wire(project, code=slow) as line:
        line.begin()
        line.send(id=1, method="tools/call", params={"name": "find_symbol", "arguments": {"name_path_pattern": "x"}})
        line.send(id=2, method="ping")
        line.answer(2)
        line._in.close()
        assert line.process.wait(20) == 0


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Make `find_referencing_symbols` work until it is stopped, breathing now and then."""
    state: dict[str, Any] = {"begun": threading.Event(), "stopped": threading.Event()}

    def endless(engine: Any, given: Any) -> Any:
        state["begun"].set()
        until = time.monotonic() + 30
        try:
            while time.monotonic() < until:
                engine._progress("working", 1, 2)
        except BaseException:
            state["stopped"].set()
            raise

    monkeypatch.setitem(calls.CALLS, "find_referencing_symbols", endless)
    return state


def test_cancelled_work_stops(project: Path, slowly: dict[str, Any]) -> None:
    shop(project)

    async def session() -> None:
        async with agent(project, mode="legacy") as someone, anyio.create_task_group() as tasks:
            tasks.start_soon(someone.call, "find_referencing_symbols")
            await someone.ask("find_symbol", name_path_pattern="gross")
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as inner:
                    inner.start_soon(lambda: someone.ask("find_referencing_symbols", name_path="gross"))
                    await anyio.to_thread.run_sync(slowly["begun"].wait, 20)
                    # What the outline answers does not wait for it.
                    assert "gross" in await someone.ask("find_symbol", name_path_pattern="gross")
                    # Nor does what is worked out from links.
                    assert "Cart/total" in await someone.ask("call_graph", name_path="gross")
                    scope.cancel()
            await anyio.to_thread.run_sync(slowly["stopped"].wait, 20)
            assert slowly["stopped"].is_set()
            assert "gross" in await someone.ask("call_graph", name_path="gross")

    anyio.run(session)


def test_work_that_takes_too_long_stops(project: Path, slowly: dict[str, Any]) -> None:
    shop(project)

    async def session() -> None:
        async with agent(project, seconds=2.0) as someone:
            while (await someone.call("find_symbol", name_path_pattern="gross"))[1]:
                pass  # the first index may take longer here
            text = await someone.fails("find_referencing_symbols", name_path="gross")
            assert "took longer than 2 seconds and was stopped" in text
            await anyio.to_thread.run_sync(slowly["stopped"].wait, 20)
            assert slowly["stopped"].is_set()

    anyio.run(session)


def test_real_work_stops_between_two_names(project: Path) -> None:
    """A question about links that would take minutes ends when it is told to, and the next one is right."""
    shop(project)
    write(
        project,
        {
            f"gen/m{n}.py": "\n".join(f"def f{n}_{k}(x): return x.target().go().go()" for k in range(60))
            for n in range(150)
        },
    )
    write(project, {"gen/target.py": "class T:\n    def target(self): return self\n    def go(self): return self\n"})
    commit(project)

    async def session() -> None:
        async with agent(project) as someone:
            await someone.ask("find_symbol", name_path_pattern="gross")
            with anyio.move_on_after(0.3):
                await someone.call("call_graph", name_path="T/go", direction="impact")
            started = time.monotonic()
            assert "Cart/total" in await someone.ask("call_graph", name_path="gross")
            assert time.monotonic() - started < 20

    anyio.run(session)


def test_fifty_questions_at_once(project: Path) -> None:
    shop(project)

    async def session() -> None:
        async with Client(process(project)) as client, anyio.create_task_group() as tasks:
            someone = Agent(client)
            done: list[str] = []

            async def ask(number: int) -> None:
                if number % 2:
                    text = await someone.ask("find_symbol", name_path_pattern="gross", include_body=True)
                    assert "def gross" in text
                else:
                    text = await someone.ask("find_referencing_symbols", name_path="gross")
                    assert "Cart/total" in text
                done.append(text)

            for number in range(50):
                tasks.start_soon(ask, number)
            while len(done) < 50:
                await anyio.sleep(0.01)  # for others to work

    anyio.run(session)


def test_edits_follow_each_other(project: Path) -> None:
    write(project, {"a.py": "def first():\n    pass\n"})
    commit(project)

    async def session() -> None:
        async with agent(project) as someone, anyio.create_task_group() as tasks:
            for number in range(20):
                tasks.start_soon(
                    lambda n=number: someone.ask(
                        "insert_after_symbol", name_path="first", body=f"def f{n}():\n    pass"
                    )
                )

    anyio.run(session)
    text = (project / "a.py").read_text()
    assert all(f"def f{number}():" in text for number in range(20))


def test_a_question_is_answered_while_the_first_index_is_built(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codeintel.engine.index import ingest

    write(project, {f"m{n}.py": f"def f{n}():\n    pass\n" for n in range(60)})
    commit(project)
    go_on = threading.Event()
    monkeypatch.setattr(projects, "PATIENCE_SECONDS", 0.4)
    monkeypatch.setattr(projects, "REPORT_SECONDS", 0.05)
    monkeypatch.setattr(ingest, "BATCH", 10)
    extract = ingest.__dict__["_store_batch"]
    stored: list[int] = []

    def held_up(view: Any, batch: Any, plan: Any) -> None:
        extract(view, batch, plan)
        stored.append(len(batch))
        if len(stored) == 3:
            go_on.wait(30)

    monkeypatch.setattr(ingest, "_store_batch", held_up)
    heard: list[tuple[float, float | None, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        heard.append((done, total, message))

    async def session() -> None:
        async with agent(project, mode="legacy") as someone:
            with anyio.move_on_after(1):  # nothing is there yet: it waits
                await someone.ask("find_symbol", name_path_pattern="nothing_of_this_name")
            with anyio.fail_after(30):
                while len(stored) < 3:
                    await anyio.sleep(0.05)
            result = await someone.client.call_tool(
                "get_symbols_overview", {"relative_path": "."}, progress_callback=progress
            )
            (block,) = result.content
            assert block.type == "text"
            assert "note: the index is being built" in block.text, block.text
            assert 0 < block.text.count("function  def f") < 60, block.text
            assert heard
            assert [done for done, _, _ in heard] == sorted({done for done, _, _ in heard})
            go_on.set()
            with anyio.fail_after(30):
                while "being built" in (text := await someone.ask("get_symbols_overview", relative_path=".")):
                    await anyio.sleep(0.05)
            assert text.count("function  def f") == 60

    anyio.run(session)


def test_no_answer_is_stale(project: Path) -> None:
    shop(project)

    async def session() -> None:
        async with agent(project) as someone:
            for number in range(60):
                path = project / "shop" / f"new_{number % 7}.py"
                if number % 7 == 6 and path.exists():
                    os.unlink(path)
                    expected = ""
                else:
                    path.write_text(f"def fresh_{number}():\n    return gross\n")
                    expected = f"fresh_{number}"
                found = await someone.ask("find_symbol", name_path_pattern="fresh_*", relative_path=".")
                if expected:
                    assert f"{expected}  def" in found
                else:
                    assert "new_6.py" not in found

    anyio.run(session)


def test_over_http(project: Path, tmp_path: Path) -> None:
    import http.client
    import re

    shop(project)
    other = tmp_path / "other"
    write(other, {"lib.py": "def start_engine() -> None:\n    pass\n"})
    commit(other)
    with wire(project, "--http", "127.0.0.1:0") as line:
        assert line.process.stderr
        said = line.process.stderr.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/mcp", said)
        assert found, said
        port = int(found[1])

        async def session() -> None:
            for mode in ("auto", "legacy"):
                async with Client(found[0], mode=mode) as client:
                    someone = Agent(client)
                    assert "shop/prices.py" in await someone.ask("find_symbol", name_path_pattern="gross")
                    assert "needs name_path" in await someone.fails("find_referencing_symbols")
            async with (
                Client(found[0], mode="legacy") as first,
                Client(found[0], mode="legacy") as second,
                Client(found[0]) as third,  # of a protocol without sessions
            ):
                await Agent(first).ask("activate_project", project=str(other))
                assert "lib.py" in await Agent(first).ask("find_symbol", name_path_pattern="start_engine")
                assert "nothing is named" in await Agent(second).ask("find_symbol", name_path_pattern="start_engine")
                said = await Agent(third).ask("activate_project", project=str(other))
                assert "this connection keeps no current project" in said
                arguments = {"name_path_pattern": "start_engine", "project": "other"}
                assert "lib.py" in await Agent(third).ask("find_symbol", **arguments)

        anyio.run(session)
        for headers, expected in [
            ({"Host": "evil.example"}, 421),
            ({"Origin": "http://evil.example"}, 403),
        ]:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE})
            accepts = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
            connection.request("POST", "/mcp", body, {**accepts, **headers})
            assert connection.getresponse().status == expected
            connection.close()


def test_elsewhere_a_token_is_needed(project: Path) -> None:
    import http.client
    import re

    shop(project)
    with wire(project, "--http", "0.0.0.0:0") as line:
        assert line.process.stderr
        said = line.process.stderr.readline().decode() + line.process.stderr.readline().decode()
        token = re.search(r"token for this run .*: (\S+)", said)
        port = re.search(r"http://0\.0\.0\.0:(\d+)/mcp", said)
        assert token, said
        assert port, said
        body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE})
        accepts = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        for given, expected in [("", 401), ("Bearer wrong", 401), (f"Bearer {token[1]}", 200)]:
            connection = http.client.HTTPConnection("127.0.0.1", int(port[1]), timeout=20)
            connection.request("POST", "/mcp", body, {**accepts, "Authorization": given})
            assert connection.getresponse().status == expected
            connection.close()
