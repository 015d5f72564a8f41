"""Servers for coding agents (Model Context Protocol, stdio): codeintel's own, and those of its peers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from ..answers import Answer, Item, Refused
from ..measure import MemoryWatch, environment, run, tree_cpu
from ..sides.agent import Client
from . import folder_bytes
from .listings import READERS, cursor
from .requests import tasks, wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ..kit import Question
    from ..peers import Peers
    from ..sides.installed import Installed

__all__ = ["Codegraph", "OurServer", "Serena", "Server"]

LOOK_SECONDS = 0.25
"""How often the memory of a server is looked at: seldom, since it is there for long."""
PAGES = 40
"""More pages of one answer nobody reads."""


class Server(ABC):
    """A server that is asked by calls of its tools."""

    name: str
    column: str

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self._home = home
        self._client: Client | None = None
        self._watch: MemoryWatch | None = None
        self._before = 0.0
        self._memory = 0
        self._tools = ""

    @abstractmethod
    def version(self) -> str:
        """Which one."""

    @abstractmethod
    def command(self) -> list[str]:
        """What starts it."""

    @abstractmethod
    def env(self) -> dict[str, str]:
        """In which environment."""

    @abstractmethod
    def disk(self) -> int:
        """Bytes of what it keeps."""

    @abstractmethod
    def items(self, task: str, text: str) -> list[Item]:
        """What an answer names."""

    def prepare(self) -> float:
        """Forget everything, and do what has to be done before the server starts; gives the CPU seconds of it."""
        shutil.rmtree(self._home, ignore_errors=True)
        self._home.mkdir()
        return 0.0

    def rest(self, text: str) -> tuple[str, dict[str, Any]] | None:
        """The call that gives the next page of an answer."""
        del text

    def is_ready(self, text: str) -> bool:
        """Whether an answer is one, not the word that it has to be asked for again."""
        del text
        return True

    def can(self, task: str) -> bool:
        """What it has a tool for."""
        return self.column in tasks()[task]

    def start(self) -> None:
        """Start from nothing, and wait until it has introduced itself."""
        self.stop()
        self._before = self.prepare()
        self._client = Client(self.command(), self.env(), self.root)
        self._watch = MemoryWatch(self._client.pid, LOOK_SECONDS)
        self._tools = json.dumps(self._client.request("tools/list", {}).get("tools", []))

    def ask(self, question: Question) -> Answer:
        """Call a tool, and again for further pages."""
        texts: list[str] = []
        before, started = self.cpu(), time.perf_counter()
        call: dict[str, Any] = dict(wanted(self.column, question))
        while True:
            text = self._call(call.pop("tool"), call)
            if not self.is_ready(text):
                call = dict(wanted(self.column, question))
                continue
            texts.append(text)
            more = self.rest(text) if len(texts) < PAGES and question.task != "search" else None
            if more is None:
                break
            call = {"tool": more[0], **more[1]}
        wall = time.perf_counter() - started
        cpu = self.cpu() - before
        items = [item for text in texts for item in self.items(question.task, text)]
        return Answer("\n".join(texts), items, wall, cpu, len(texts), self.units(question.task))

    def units(self, task: str) -> str:
        """Of what its answers to a task are made, where it is not what was asked for."""
        del task
        return ""

    def warns(self, text: str) -> bool:
        """Whether an answer says that it may be stale."""
        del text
        return False

    def rename(self, question: Question, new_name: str) -> Answer:
        """Rename in place."""
        request = wanted(self.column, question, new_name)
        if request is None:
            raise Refused("it has no tool for that")
        before, started = self.cpu(), time.perf_counter()
        text = self._call(request["tool"], {name: value for name, value in request.items() if name != "tool"})
        return Answer(text, None, time.perf_counter() - started, self.cpu() - before)

    def cpu(self) -> float:
        """Of the server and all below it, and of what went before."""
        return self._before + (tree_cpu(self._client.pid) if self._client is not None else 0.0)

    def memory(self) -> int:
        """Of server and language servers, when it was most; 0 until it is stopped."""
        return self._memory

    def tools(self) -> str:
        """What it tells an agent of its tools."""
        return self._tools

    def stop(self) -> None:
        """End it."""
        if self._watch is not None:
            self._memory = max(self._memory, self._watch.end()[1])
        if self._client is not None:
            self._client.close()
        self._client = self._watch = None

    def _call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        assert self._client is not None
        answer = self._client.request("tools/call", {"name": tool, "arguments": dict(arguments)})
        text = "\n".join(part.get("text", "") for part in answer.get("content", ()))
        if answer.get("isError") or "content" not in answer:
            raise Refused(text[:300] or str(answer)[:300])
        return text


class OurServer(Server):
    """`codeintel mcp`."""

    name = "codeintel mcp"
    column = "mcp"

    def __init__(self, root: Path, home: Path, installed: Installed) -> None:
        super().__init__(root, home)
        self._installed = installed

    def version(self) -> str:
        """Which one."""
        command = [self._installed.script, "--version"]
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment()).stdout.strip()

    def command(self) -> list[str]:
        """The installed command."""
        return [self._installed.script, "-C", str(self.root), "mcp"]

    def env(self) -> dict[str, str]:
        """Its index beside its copy; no language server."""
        home = str(self._home)
        return environment(CODEINTEL_CACHE=f"{home}/cache", XDG_STATE_HOME=f"{home}/state", CODEINTEL_SERVERS="off")

    def can(self, task: str) -> bool:
        """What it has a tool for."""
        request = tasks()[task].get(self.column)
        return request is not None and f'"{request["tool"]}"' in self._tools

    def disk(self) -> int:
        """The index."""
        return folder_bytes(self._home / "cache")

    def items(self, task: str, text: str) -> list[Item]:
        """Read the compact text."""
        return list(READERS[task](text))

    def rest(self, text: str) -> tuple[str, dict[str, Any]] | None:
        """`get_more`, where items are missing."""
        found = cursor(text)
        return ("get_more", {"cursor": found}) if found is not None else None

    def is_ready(self, text: str) -> bool:
        """The first index may still be under way."""
        return "is being built" not in text


class Serena(Server):
    """Serena, with the language servers that it finds or was given."""

    name = "Serena"
    column = "serena"

    def __init__(self, root: Path, home: Path, peers: Peers) -> None:
        super().__init__(root, home)
        self._peers = peers

    def version(self) -> str:
        """Which one."""
        return self._peers.version("serena")

    def command(self) -> list[str]:
        """One tool an operation, as its answers are compared; no windows."""
        quiet = ["--enable-web-dashboard", "false", "--enable-gui-log-window", "false", "--log-level", "ERROR"]
        program = str(self._peers.program("serena"))
        return [program, "start-mcp-server", "--project", str(self.root), "--agent-interface", "tools", *quiet]

    def env(self) -> dict[str, str]:
        """A home of its own, where its settings are."""
        path = os.pathsep.join([str(self._peers.program("serena").parent), os.environ.get("PATH", os.defpath)])
        return environment(HOME=str(self._home), PATH=path)

    def prepare(self) -> float:
        """Forget its caches; write the settings that name the language servers."""
        super().prepare()
        shutil.rmtree(self.root / ".serena", ignore_errors=True)
        settings = self._home / ".serena" / "serena_config.yml"
        settings.parent.mkdir()
        servers = "".join(
            f"  {language}:\n    ls_path: {program}\n" for language, program in self._peers.language_servers().items()
        )
        settings.write_text(f"projects: []\nls_specific_settings:\n{servers}" if servers else "projects: []\n")
        return 0.0

    def disk(self) -> int:
        """Its caches in the project."""
        return folder_bytes(self.root / ".serena")

    def items(self, task: str, text: str) -> list[Item]:
        """Read its JSON; an answer that is cut, or is a sentence, names nothing."""
        try:
            found = json.loads(text)
        except ValueError:
            return []
        return list(_SERENA[task](found))

    def ask(self, question: Question) -> Answer:
        """Ask; where it knows no such name path, once more by the name alone, as its answer suggests."""
        try:
            answer = super().ask(question)
        except Refused as error:
            if question.name_path == question.name or "No symbol matching" not in str(error):
                raise
            answer = Answer(str(error), [], 0.0, 0.0)
        if not answer.items and question.name_path != question.name:
            again = super().ask(question._replace(name_path=question.name))
            text, wall, cpu = f"{answer.text}\n{again.text}", answer.wall + again.wall, answer.cpu + again.cpu
            answer = again._replace(text=text, wall=wall, cpu=cpu, requests=answer.requests + again.requests)
        if question.task == "overview" and answer.items is not None:
            answer = answer._replace(items=[item._replace(path=question.path) for item in answer.items])
        return answer

    def rename(self, question: Question, new_name: str) -> Answer:
        """Rename; likewise."""
        try:
            return super().rename(question, new_name)
        except Refused as error:
            if question.name_path == question.name or "No symbol matching" not in str(error):
                raise
            return super().rename(question._replace(name_path=question.name), new_name)


class Codegraph(Server):
    """codegraph: its graph is built by a command, and kept fresh by its server."""

    name = "codegraph"
    column = "codegraph"

    def __init__(self, root: Path, home: Path, peers: Peers) -> None:
        super().__init__(root, home)
        self._peers = peers

    def version(self) -> str:
        """Which one."""
        return self._peers.version("codegraph")

    def command(self) -> list[str]:
        """The server."""
        return [str(self._peers.program("codegraph")), "serve", "--mcp", "--path", str(self.root)]

    def env(self) -> dict[str, str]:
        """A home of its own, no telemetry, and no process that outlives its client."""
        return environment(HOME=str(self._home), CODEGRAPH_TELEMETRY="off", DO_NOT_TRACK="1", CODEGRAPH_NO_DAEMON="1")

    def prepare(self) -> float:
        """Build the graph."""
        super().prepare()
        shutil.rmtree(self.root / ".codegraph", ignore_errors=True)
        command = [str(self._peers.program("codegraph")), "init", "-y", str(self.root)]
        spent = run(command, self.env(), cwd=self.root, memory=True)
        self._memory = max(self._memory, spent.together)
        return spent.cpu

    def disk(self) -> int:
        """The graph."""
        return folder_bytes(self.root / ".codegraph")

    def units(self, task: str) -> str:
        """It names the functions around uses."""
        return "functions" if task == "references" else ""

    def items(self, task: str, text: str) -> list[Item]:
        """Read its Markdown."""
        return list(_CODEGRAPH[task](text))

    def warns(self, text: str) -> bool:
        """It names files that were edited and are not in its graph yet."""
        return "pending" in text

    def ask(self, question: Question) -> Answer:
        """Ask; of an outline the file is known from the question, and what only sounds alike is passed over."""
        answer = super().ask(question)
        if question.task in ("definition", "edit") and answer.items is not None:
            answer = answer._replace(items=[item for item in answer.items if item.name == question.name])
        if question.task == "overview" and answer.items is not None:
            answer = answer._replace(items=[item._replace(path=question.path) for item in answer.items])
        return answer


def _serena_outline(found: Any) -> Iterator[Item]:
    """Names by kind, without lines: members hang below their class."""
    if isinstance(found, dict):
        for name, below in found.items():  # pyright: ignore[reportUnknownVariableType]
            if isinstance(below, (dict, list)):
                yield from _serena_outline(below)
                yield from ([] if _is_kind(str(name)) else [Item("", 0, str(name))])  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(found, list):
        for each in found:  # pyright: ignore[reportUnknownVariableType]
            if isinstance(each, str):
                yield Item("", 0, each)
            else:
                yield from _serena_outline(each)


def _is_kind(name: str) -> bool:
    return name in _KINDS


_KINDS = frozenset(
    (
        "File",
        "Module",
        "Namespace",
        "Package",
        "Class",
        "Method",
        "Property",
        "Field",
        "Constructor",
        "Enum",
        "Interface",
        "Function",
        "Variable",
        "Constant",
        "String",
        "Number",
        "Boolean",
        "Array",
        "Object",
        "Key",
        "Null",
        "EnumMember",
        "Struct",
        "Event",
        "Operator",
        "TypeParameter",
    )
)


def _serena_symbols(found: Any) -> Iterator[Item]:
    for each in found:
        where = each["body_location"]
        yield Item(each["relative_path"], where["start_line"] + 1, each["name_path"], where["end_line"] + 1)


_HERE = re.compile(r"^ *> *(\d+):", re.MULTILINE)


def _serena_uses(found: Any) -> Iterator[Item]:
    for path, by_kind in found.items():
        for symbols in by_kind.values():
            for each in symbols:
                for line in _HERE.findall(each.get("content_around_reference", "")):
                    yield Item(path, int(line) + 1, each["name_path"])


_SERENA: dict[str, Callable[[Any], Iterator[Item]]] = {
    "overview": _serena_outline,
    "definition": _serena_symbols,
    "edit": _serena_symbols,
    "references": _serena_uses,
    "callers": _serena_uses,
}

_HIT = re.compile(r"^\*\*(?P<name>[^*]+)\*\* \([\w ]+\)\n(?P<path>[^\s:]+):(?P<line>\d+)", re.MULTILINE)
_CALLER = re.compile(r"^- (?P<name>\S+) \((?P<kind>\w+)\) - (?P<path>[^\s:]+):(?P<line>\d+)", re.MULTILINE)
_ENTRY = re.compile(r"^- `(?P<name>[^`]+)` \([\w ]+\).* — :(?P<line>\d+)$", re.MULTILINE)
_FILE = re.compile(r"^\*\*(?P<path>[^*\s]+):\*\*\n(?P<rows>.+)$", re.MULTILINE)
_AROUND = frozenset(
    ("function", "method", "class", "struct", "interface", "constructor", "component", "trait", "enum", "test")
)
"""What a use can be in; uses at the top of a file it gives to a variable, an import or the file."""
_REACHED = re.compile(r"(\S+):(\d+)(?:, |$)")
_SHOWN = re.compile(r"^- `(?P<name>[^`]+)` \((?P<path>[^\s:]+):(?P<line>\d+)\)", re.MULTILINE)


def _found(pattern: re.Pattern[str]) -> Callable[[str], Iterator[Item]]:
    def read(text: str) -> Iterator[Item]:
        for hit in pattern.finditer(text):
            groups = hit.groupdict()
            if groups.get("kind", "function") in _AROUND:
                yield Item(groups.get("path") or "", int(groups["line"]), groups["name"])

    return read


def _reached(text: str) -> Iterator[Item]:
    for file in _FILE.finditer(text):
        for name, line in _REACHED.findall(file["rows"]):
            yield Item(file["path"], int(line), name)


_CODEGRAPH: dict[str, Callable[[str], Iterator[Item]]] = {
    "overview": _found(_ENTRY),
    "definition": _found(_HIT),
    "edit": _found(_HIT),
    "references": _found(_CALLER),
    "callers": _found(_CALLER),
    "impact": _reached,
    "search": _found(_SHOWN),
}
