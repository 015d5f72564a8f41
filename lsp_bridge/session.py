"""One server for one project: its start, what it knows of the files, when it is ready, requests with places of ours.

All of it runs in the event loop's thread; `backend.py` calls it from others.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from .connection import Connection, Gone, Refusal, Trouble
from .positions import ENCODINGS, Lines, path_of, uri_of
from .prepare import command_of, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.precise import Place, Project
    from .registry import Program, Server

__all__ = ["Session"]

START_SECONDS = 60.0
QUIET_SECONDS = 1.0
"""Without progress for so long, a server does nothing by itself."""
READ_SECONDS = 10.0
"""So long changed files are waited for that a server has to have open to know of them."""
PROVED_SECONDS = 6.0
"""Without progress for so long, it is taken to have read the project."""
MAX_OPEN = 400
"""Open documents; the least recently used is closed for one more."""
CREATED, CHANGED, DELETED = 1, 2, 3
MANY_TOLD = 2000
"""Changes a notification."""


class _Document(NamedTuple):
    version: int
    text: bytes


class Session:
    """One running server."""

    def __init__(self, server: Server, program: Program, project: Project) -> None:
        """Start nothing yet."""
        self.server = server
        self.program = program
        self.root = project.root
        self.encoding = "utf-16"
        self.capabilities: dict[str, Any] = {}
        self.started = time.monotonic()
        self.used = time.monotonic()
        self.seconds = 0.0
        """What the last answer took."""
        self.questions = 0
        """How many are under way."""
        self.connection: Connection | None = None
        self._documents: OrderedDict[str, _Document] = OrderedDict()
        self._known: dict[str, object] = {}
        self._stamps: dict[str, object] = {}
        self._progress: dict[str, str] = {}
        self._last_word = time.monotonic()
        self._ready = asyncio.Event()
        self.proved = False
        """Whether it said that it has read the project, or was quiet for long."""
        self.pushed: dict[str, tuple[float, list[Any]]] = {}
        """Diagnostics that came by themselves, by path, with when."""

    # --- life --------------------------------------------------------------------------------------------------

    async def start(self, project: Project, seconds: float) -> None:
        """Start and initialize. Raises Trouble."""
        names = prepare(project, self.server)
        log = os.path.join(os.path.dirname(names["data"]), "stderr.log")
        environment = {**os.environ, **self.server.environment}
        command = command_of(self.server, self.program.path, names)
        self.connection = await Connection.open(command, self.root, environment, log, self._on_message)
        root = uri_of(self.root)
        parameters = {
            "processId": os.getpid(),
            "clientInfo": {"name": "codeintel"},
            "rootUri": root,
            "rootPath": self.root,
            "workspaceFolders": [{"uri": root, "name": os.path.basename(self.root)}],
            "capabilities": _CAPABILITIES,
            "initializationOptions": _filled(self.server.options, names),
        }
        result: Any = await self.connection.request("initialize", parameters, min(seconds, START_SECONDS))
        if not isinstance(result, dict) or not isinstance(result.get("capabilities", {}), dict):  # pyright: ignore[reportUnknownMemberType]
            raise Trouble("answered to initialize with what is none of its answers")
        self.capabilities = result.get("capabilities") or {}  # pyright: ignore[reportUnknownMemberType]
        agreed: Any = self.capabilities.get("positionEncoding") or result.get("offsetEncoding") or "utf-16"  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        self.encoding = self.server.counts or (agreed if agreed in ENCODINGS else "utf-16")
        await self.connection.notify("initialized", {})
        await self.connection.notify("workspace/didChangeConfiguration", {"settings": dict(self.server.settings)})
        self._known = {path: stamp for path, (_, stamp) in project.paths().items()}
        self._stamps = self._configuration()
        if self.server.ready.asked:
            self._signal()

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self.connection is not None and not self.connection.ended

    async def close(self) -> None:
        """Stop the server."""
        if self.connection is not None:
            await self.connection.close()

    def drop(self) -> None:
        """Stop the server without waiting for its end."""
        if self.connection is not None:
            self.connection.drop()

    # --- what it knows of the files ----------------------------------------------------------------------------

    async def tell(self, project: Project) -> None:
        """Tell the server of every file that changed since it was last told. Raises Trouble."""
        now = {path: stamp for path, (_, stamp) in project.paths().items()}
        changes = [(path, DELETED) for path in self._known.keys() - now.keys()]
        changes += [
            (path, CHANGED if path in self._known else CREATED)
            for path, stamp in now.items()
            if self._known.get(path) != stamp
        ]
        stamps = self._configuration()
        changes += [
            (path, DELETED if stamp is None else CREATED if self._stamps.get(path) is None else CHANGED)
            for path, stamp in stamps.items()
            if self._stamps.get(path) != stamp
        ]
        if not changes:
            return
        opened = [path for path, kind in changes if kind != DELETED and path in self._documents]
        for path in [path for path, kind in changes if kind == DELETED and path in self._documents]:
            await self._close(path)
        for path in opened:
            await self._update(project, path)
        rows = [{"uri": self.uri(path), "type": kind} for path, kind in sorted(changes)]
        for first in range(0, len(rows), MANY_TOLD):
            await self._notify("workspace/didChangeWatchedFiles", {"changes": rows[first : first + MANY_TOLD]})
        if self.server.hears == "opened":
            written = [path for path, kind in changes if kind != DELETED and path in now][: MAX_OPEN - 1]
            await self.open_all(project, written)
            await self._read_through(written)
        self._known, self._stamps = now, stamps  # not before: what was left in the middle is told again
        self._last_word = time.monotonic()

    async def _read_through(self, paths: Sequence[str]) -> None:
        """Wait until the server has read opened files: it says so by diagnostics, also where there are none."""
        ends = time.monotonic() + READ_SECONDS
        while self.is_alive and time.monotonic() < ends and any(path not in self.pushed for path in paths):  # noqa: ASYNC110 - a server may never say so
            await asyncio.sleep(0.02)

    async def open(self, project: Project, path: str) -> Lines:
        """Have a file open in the server, as it is now; gives its text."""
        known = self._documents.get(path)
        text = project.text(path)
        if known is None:
            while len(self._documents) >= MAX_OPEN:
                await self._close(next(iter(self._documents)))
            self._documents[path] = _Document(1, text)
            language = self.server.languages.get(project.paths()[path][0], "plaintext")
            item = {"uri": self.uri(path), "languageId": language, "version": 1, "text": _decoded(text)}
            await self._notify("textDocument/didOpen", {"textDocument": item})
        elif known.text != text:
            await self._update(project, path)
        self._documents.move_to_end(path)
        return Lines(text)

    async def _update(self, project: Project, path: str) -> None:
        text = project.text(path)
        version = self._documents[path].version + 1
        self.pushed.pop(path, None)
        self._documents[path] = _Document(version, text)
        document = {"uri": self.uri(path), "version": version}
        await self._notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": _decoded(text)}]}
        )
        await self._notify("textDocument/didSave", {"textDocument": {"uri": self.uri(path)}})

    async def _close(self, path: str) -> None:
        del self._documents[path]
        await self._notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def uri(self, path: str) -> str:
        """A path of the project as a URI."""
        return uri_of(os.path.join(self.root, path))

    def relative(self, uri: object) -> str:
        """A URI as a path from the root; empty for what lies outside."""
        path = path_of(uri)
        if not path:
            return ""
        path = os.path.normpath(path)
        for root in (self.root, os.path.realpath(self.root)):
            if path.startswith(root.rstrip("/") + "/"):
                return path[len(root.rstrip("/")) + 1 :]
        return ""

    def _configuration(self) -> dict[str, object]:
        return {name: _stamp(os.path.join(self.root, name)) for name in self.server.configuration}

    # --- readiness ---------------------------------------------------------------------------------------------

    async def ready(self, seconds: float) -> bool:
        """Wait until the server says in its way that it has read the project; False where time was up."""
        ends = time.monotonic() + seconds
        rule = self.server.ready
        if not self._ready.is_set() and rule.progress is not None and not rule.log and not rule.notification:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(rule.within, seconds)):
                    await self._ready.wait()
            if not self._progress:  # nothing to do for it, or it has not begun
                self._ready.set()
                return self.is_alive
        if not self._ready.is_set():
            try:
                async with asyncio.timeout(max(ends - time.monotonic(), 0)):
                    await self._ready.wait()
            except TimeoutError:
                return False
        return self.is_alive

    async def quiet(self, seconds: float) -> bool:
        """Wait until no progress has been open for a second; False where time was up."""
        ends = time.monotonic() + seconds
        while self.is_alive:
            now = time.monotonic()
            if not self._progress and now - self._last_word >= QUIET_SECONDS:
                self.proved = self.proved or now - self._last_word >= PROVED_SECONDS
                return True
            if now >= ends:
                return False
            await asyncio.sleep(0.1)
        return False

    @property
    def is_busy(self) -> bool:
        """Whether a progress is open."""
        return bool(self._progress)

    # --- requests ----------------------------------------------------------------------------------------------

    async def request(self, method: str, params: Any, seconds: float) -> Any:
        """The result of a request. Raises Trouble."""
        if self.connection is None:
            raise Gone("was not started")
        started = time.monotonic()
        try:
            return await self.connection.request(method, params, seconds)
        finally:
            self.used = time.monotonic()
            self.seconds = self.used - started

    async def ask_at(self, project: Project, method: str, place: Place, seconds: float, **more: Any) -> Any:
        """A request about what stands at a place."""
        lines = await self.open(project, place.path)
        position = lines.position(lines.offset_of(place.line, place.column), self.encoding)
        params = {"textDocument": {"uri": self.uri(place.path)}, "position": position, **more}
        return await self.request(method, params, seconds)

    async def open_all(self, project: Project, paths: Sequence[str]) -> None:
        """Have several files open, as many as may be."""
        for path in paths[: MAX_OPEN - 1]:
            await self.open(project, path)

    async def _notify(self, method: str, params: Any) -> None:
        if self.connection is None:
            raise Gone("was not started")
        await self.connection.notify(method, params)

    # --- what it says by itself --------------------------------------------------------------------------------

    def _on_message(self, method: str, params: Any) -> Any:
        handler = _HANDLERS.get(method)
        if handler is None:
            if method.startswith("workspace/") and method.endswith("/refresh"):
                return None
            self._notice(method, params)
            raise LookupError(method)
        return handler(self, params)

    def _notice(self, method: str, params: Any) -> None:
        rule = self.server.ready
        if method == rule.notification and isinstance(params, dict) and params.get(rule.field) == rule.equals:  # pyright: ignore[reportUnknownMemberType]
            self._signal()

    def _signal(self) -> None:
        self.proved = True
        self._ready.set()

    def on_log(self, params: Any) -> None:
        """A log message, which may say that it is ready."""
        rule, message = self.server.ready, str(_get(params, "message"))
        if rule.log and re.search(rule.log, message):
            self._signal()

    def on_progress(self, params: Any) -> None:
        """A progress began or ended."""
        token, value = str(_get(params, "token")), _get(params, "value")
        kind = _get(value, "kind")
        self._last_word = time.monotonic()
        if kind == "begin":
            self._progress[token] = str(_get(value, "title"))
        elif kind == "end":
            title = self._progress.pop(token, "")
            rule = self.server.ready
            if rule.progress is not None and re.search(rule.progress, title) and not self._progress:
                self._signal()

    def on_diagnostics(self, params: Any) -> None:
        """Diagnostics that come by themselves."""
        path = self.relative(_get(params, "uri"))
        rows = _get(params, "diagnostics")
        if path and isinstance(rows, list):
            self.pushed[path] = time.monotonic(), list(rows)  # pyright: ignore[reportUnknownArgumentType]

    def on_configuration(self, params: Any) -> list[Any]:
        """It asks for its settings."""
        items: Any = _get(params, "items")
        return [_section(self.server.settings, str(_get(item, "section") or "")) for item in items or ()]

    def on_folders(self, _: Any) -> list[Any]:
        """It asks where the project is."""
        return [{"uri": uri_of(self.root), "name": os.path.basename(self.root)}]


def _nothing(*_: Any) -> None:
    return None


def _no_edit(*_: Any) -> dict[str, Any]:
    return {"applied": False, "failureReason": "edits are made by whoever asked for them"}


def _not_shown(*_: Any) -> dict[str, Any]:
    return {"success": False}


_HANDLERS: dict[str, Any] = {
    "window/logMessage": Session.on_log,
    "$/progress": Session.on_progress,
    "textDocument/publishDiagnostics": Session.on_diagnostics,
    "workspace/configuration": Session.on_configuration,
    "workspace/workspaceFolders": Session.on_folders,
    "workspace/applyEdit": _no_edit,
    "window/showDocument": _not_shown,
    "window/showMessageRequest": _nothing,
    "window/showMessage": _nothing,
    "window/workDoneProgress/create": _nothing,
    "client/registerCapability": _nothing,
    "client/unregisterCapability": _nothing,
    "telemetry/event": _nothing,
}

_CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": list(ENCODINGS)},
    "offsetEncoding": list(ENCODINGS),
    "window": {"workDoneProgress": True, "showDocument": {"support": False}},
    "workspace": {
        "applyEdit": False,
        "configuration": True,
        "workspaceFolders": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
        "symbol": {},
    },
    "textDocument": {
        "synchronization": {"didSave": True},
        "definition": {"linkSupport": True},
        "declaration": {"linkSupport": True},
        "implementation": {"linkSupport": True},
        "references": {},
        "rename": {"prepareSupport": True},
        "publishDiagnostics": {"versionSupport": True},
        "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": False},
    },
    "experimental": {"serverStatusNotification": True},
}


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _section(settings: Any, section: str) -> Any:
    for name in section.split(".") if section else ():
        settings = _get(settings, name)
    return settings


def _filled(value: Any, names: dict[str, str]) -> Any:
    """Options with what `{…}` in their texts stands for."""
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace("{" + name + "}", text)
        return value
    if isinstance(value, dict):
        return {key: _filled(item, names) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    return value


def _stamp(path: str) -> object:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "replace")


__all__ += ["Refusal"]
