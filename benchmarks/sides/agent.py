"""A coding agent's side: `codeintel mcp` as a process, spoken to in lines: no client's cost is in the figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..measure import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Agent", "started"]

TICKS = os.sysconf("SC_CLK_TCK")
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "1"},
}


class Agent:
    """A client of one server process."""

    def __init__(self, root: Path) -> None:
        """Start the server and wait until it has answered `initialize`."""
        command = [sys.executable, "-P", "-m", "codeintel.cli", "-C", str(root), "mcp"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            cwd=root,
        )
        self._count = 0
        self.answer(self.send("initialize", INITIALIZE))
        self.notify("notifications/initialized", {})

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave; the server goes with its client."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

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

    def send(self, method: str, params: Any) -> int:
        """Send a request; gives its number."""
        self._count += 1
        self._write({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        return self._count

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, number: int) -> Any:
        """Wait for the message that answers a request."""
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message

    def receive(self) -> Any:
        """Wait for the next message, whatever it is."""
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def cpu(self) -> float:
        """Seconds of CPU that the server has taken, its children aside."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Bytes of resident memory of the server."""
        rows = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("VmRSS"))

    def _write(self, message: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@contextmanager
def started(root: Path) -> Iterator[Agent]:
    """A server whose index is there."""
    with Agent(root) as agent:
        while "being built" in agent.call("find_symbol", name_path_pattern="?*", max_answer_chars=500):
            continue
        yield agent
