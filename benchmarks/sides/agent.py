"""A coding agent's side: a server as a process, spoken to in lines: no client's cost is in the figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..measure import environment

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

__all__ = ["Agent", "Client", "ServerGone", "started"]

TICKS = os.sysconf("SC_CLK_TCK")
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}
LEAVE_SECONDS = 30
ANSWER_SECONDS = 300.0


class ServerGone(Exception):
    """A server that ended, or says what is no message."""


class Client:
    """A client of one server process that speaks the Model Context Protocol."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], cwd: Path) -> None:
        """Start the server and wait until it has answered `initialize`. Raises ServerGone."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(env),
            cwd=cwd,
        )
        self._count = 0
        self.answer(self.send("initialize", INITIALIZE))
        self.notify("notifications/initialized", {})

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave."""
        self.close()

    def close(self) -> None:
        """Leave; the server goes with its client, or is killed."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        try:
            self._process.wait(LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        """Of the server."""
        return self._process.pid

    def request(self, method: str, params: Any, within: float = ANSWER_SECONDS) -> dict[str, Any]:
        """Ask, and wait for the result; of a refused request what it says of that.

        A server that has not answered after `within` seconds is killed. Raises ServerGone.
        """
        limit = threading.Timer(within, self._process.kill)
        limit.start()
        try:
            message = self.answer(self.send(method, params))
        finally:
            limit.cancel()
        return message.get("result") or message.get("error") or {}

    def send(self, method: str, params: Any) -> int:
        """Send a request; gives its number."""
        self._count += 1
        self._write({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        return self._count

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, number: int) -> Any:
        """Wait for the message that answers a request. What the server asks meanwhile, it is denied."""
        while True:
            message = self.receive()
            if "method" in message and "id" in message:
                self._write({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "not here"}})
            elif message.get("id") == number:
                return message

    def receive(self) -> Any:
        """Wait for the next message, whatever it is. Raises ServerGone."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        try:
            return json.loads(line)
        except ValueError as error:
            raise ServerGone(f"{self._process.args}: {line!r}") from error

    def _write(self, message: Any) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise ServerGone(f"{self._process.args} has ended") from error


class Agent(Client):
    """A client of codeintel's server."""

    def __init__(self, root: Path) -> None:
        """Start the server and wait until it has answered `initialize`."""
        super().__init__([sys.executable, "-P", "-m", "codeintel.cli", "-C", str(root), "mcp"], environment(), root)

    def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer."""
        return self.text(self.ask(tool, **arguments))

    def ask(self, tool: str, **arguments: Any) -> int:
        """Call without waiting; gives the number of the request."""
        return self.send("tools/call", {"name": tool, "arguments": arguments})

    def text(self, number: int) -> str:
        """Wait for the answer of a call."""
        return self.answer(number)["result"]["content"][0]["text"]

    def cancel(self, number: int) -> None:
        """Take a request back."""
        self.notify("notifications/cancelled", {"requestId": number})

    def cpu(self) -> float:
        """Seconds of CPU that the server has taken, its children aside."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Bytes of resident memory of the server."""
        rows = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("VmRSS"))


@contextmanager
def started(root: Path) -> Generator[Agent]:
    """A server whose index is there."""
    with Agent(root) as agent:
        while "being built" in agent.call("find_symbol", name_path_pattern="?*", max_answer_chars=500):
            continue
        yield agent
