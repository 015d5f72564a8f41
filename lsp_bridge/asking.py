"""Asks servers: one call in, one answer out in places of ours, whatever the server does."""

from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from ..engine.errors import NoLanguageServer
from ..engine.precise import Change, Finding, Findings, Heard, Place
from .connection import Refusal, Trouble
from .edits import change_of
from .loop import Loop
from .pool import Pool
from .positions import Lines

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from ..engine.precise import Project, Spelled
    from .choice import Choice, Limits
    from .session import Session

__all__ = ["Asker", "Running"]

AT_ONCE = 8
"""Requests under way together."""
PUSH_SECONDS = 10.0
"""How long diagnostics that come by themselves are waited for, unless time is up before."""
SETTLE_SECONDS = 0.7
"""Pushed diagnostics that stay the same for so long are the last."""
_SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}
_Answer = TypeVar("_Answer")


class Running(NamedTuple):
    """A server that runs."""

    pid: int
    memory: int
    seconds: float


class Asker:
    """The running servers of one project."""

    def __init__(self, choice: Choice, limits: Limits, breathe: Callable[[], object]) -> None:
        """Start the thread in which they are talked to, and no server yet.

        `breathe` is called now and then while a thread waits; what it raises stops the question.
        """
        self._choice = choice
        self._breathe = breathe
        self.pool = Pool(choice, limits)
        self._loop = Loop()

    def running(self, name: str) -> Running | None:
        """What is known of a server that runs."""
        session = self.pool.sessions.get(name)
        if session is None or not session.is_alive or session.connection is None:
            return None
        return Running(session.connection.pid, self.pool.memory(session), session.seconds)

    def close(self) -> None:
        """Stop all servers."""
        self._loop.run(self.pool.close())
        self._loop.close()

    # --- questions ---------------------------------------------------------------------------------------------

    def references(self, project: Project, asked: Spelled, holders: Sequence[str], seconds: float) -> Heard:
        """All uses of what stands at a place."""

        async def ask(session: Session, left: Callable[[], float]) -> Heard:
            settled = await self._prepared(session, project, asked, holders, left)
            context = {"includeDeclaration": False}
            result = await session.ask_at(project, "textDocument/references", asked.place, left(), context=context)
            return self._heard(session, project, result, asked.name, settled=settled)

        return self._ask(project, asked.place.path, seconds, ask)

    def definitions(
        self, project: Project, asked: Sequence[Spelled], seconds: float, kind: str = "definition"
    ) -> list[list[Place] | None]:
        """What each of some names means, in order; None where the server does not say, or time is up."""
        if not asked:
            return []

        async def ask(session: Session, left: Callable[[], float]) -> list[list[Place] | None]:
            gate = asyncio.Semaphore(AT_ONCE)
            await session.open(project, asked[0].place.path)
            await session.ready(left())

            async def one(spelled: Spelled) -> list[Place] | None:
                async with gate:
                    try:
                        result = await session.ask_at(project, f"textDocument/{kind}", spelled.place, left())
                    except Refusal:
                        return None
                return self._targets(session, project, result, spelled.name)

            return list(await asyncio.gather(*(one(spelled) for spelled in asked)))

        return self._ask(project, asked[0].place.path, seconds, ask)

    def implementations(self, project: Project, asked: Spelled, seconds: float) -> Heard:
        """What implements or overrides what stands at a place."""

        async def ask(session: Session, left: Callable[[], float]) -> Heard:
            settled = await self._prepared(session, project, asked, (), left)
            result = await session.ask_at(project, "textDocument/implementation", asked.place, left())
            places = self._targets(session, project, result, asked.name) or []
            return Heard(places, 0, [], settled, session.proved, self._notes())

        return self._ask(project, asked.place.path, seconds, ask)

    def rename(self, project: Project, asked: Spelled, new: str, holders: Sequence[str], seconds: float) -> Change:
        """The edits of a rename; nothing is written. Raises Refused besides."""

        async def ask(session: Session, left: Callable[[], float]) -> Change:
            settled = await self._prepared(session, project, asked, holders, left)
            result = await session.ask_at(project, "textDocument/rename", asked.place, left(), newName=new)
            if not isinstance(result, dict):
                raise Trouble(f"cannot rename {asked.name}")
            change = change_of(session, project, cast("dict[str, Any]", result), asked.name)
            notes = self._notes()
            if not settled:
                notes.append(f"{session.server.name} had not read the whole project when it was asked")
            return change._replace(notes=[*change.notes, *notes])

        return self._ask(project, asked.place.path, seconds, ask)

    def diagnostics(self, project: Project, paths: Sequence[str], seconds: float) -> Findings:
        """What is wrong in some files of one language."""
        if not paths:
            return Findings([], True, [])

        async def ask(session: Session, left: Callable[[], float]) -> Findings:
            await session.open(project, paths[0])
            settled = await session.ready(left())
            findings: list[Finding] = []
            for path in paths:
                rows, complete = await self._diagnosed(session, project, path, left)
                settled = settled and complete
                findings += _findings(session, Lines(project.text(path)), path, rows)
            return Findings(findings, settled, self._notes())

        return self._ask(project, paths[0], seconds, ask)

    def quiet(self, project: Project, language: str, seconds: float) -> bool:
        """Wait until the server does nothing by itself; False where time was up."""

        async def wait() -> bool:
            session = await self.pool.session(project, language, seconds)
            return await session.quiet(seconds)

        try:
            return self._loop.run(wait(), self._breathe)
        except Trouble:
            return False

    # --- below -------------------------------------------------------------------------------------------------

    def _ask(
        self,
        project: Project,
        path: str,
        seconds: float,
        ask: Callable[[Session, Callable[[], float]], Awaitable[_Answer]],
    ) -> _Answer:
        """Ask the server of a file's language; its trouble becomes ours to tell. Raises NoLanguageServer."""
        language = project.paths()[path][0]
        ends = time.monotonic() + seconds

        def left() -> float:
            return ends - time.monotonic()

        async def run() -> _Answer:
            session = await self.pool.session(project, language, left())
            session.questions += 1
            try:
                await session.tell(project)
                return await ask(session, left)
            finally:
                session.questions -= 1

        server = self._choice.choose(language)[0].name
        try:
            return self._loop.run(run(), self._breathe)
        except Trouble as trouble:
            log = os.path.join(project.folder(), server, "stderr.log")
            hint = f"What it wrote last is in {log}." if _size(log) else "`codeintel servers` lists others."
            if "gave no answer" in str(trouble):
                hint = f"Give it more time with --wait. {hint}"
            raise NoLanguageServer(f"{server} {trouble}", hint) from trouble

    async def _prepared(
        self, session: Session, project: Project, asked: Spelled, holders: Sequence[str], left: Callable[[], float]
    ) -> bool:
        """Open what has to be open, wait until the server is ready; False where time was up before."""
        if session.server.opens == "holders":
            known = project.paths()
            await session.open_all(project, [p for p in holders if known[p][0] in session.server.languages])
        await session.open(project, asked.place.path)
        return await session.ready(max(left() * 0.8, 0))

    def _notes(self) -> list[str]:
        notes, self.pool.notes = self.pool.notes, []
        return notes

    def _heard(self, session: Session, project: Project, result: Any, name: str, *, settled: bool) -> Heard:
        known, texts, seen = project.paths(), dict[str, Lines](), set[Place]()
        heard = Heard([], 0, [], settled, session.proved, self._notes())
        outside = 0
        for row in _rows(result):
            path = session.relative(row.get("uri"))
            if path not in known:
                outside += 1
                continue
            lines = texts.get(path)
            if lines is None:
                lines = texts[path] = Lines(project.text(path))
            try:
                span = lines.named(row["range"], session.encoding, name.encode())
                start, end = span or lines.span(row["range"], session.encoding)
            except (KeyError, TypeError, ValueError):
                continue
            place = Place(path, *lines.place(start))
            if place in seen:
                continue
            seen.add(place)
            is_name = span is not None or _is_word(lines.text[start:end])
            (heard.places if is_name else heard.unreadable).append(place)
        heard.places.sort()
        return heard._replace(outside=outside)

    def _targets(self, session: Session, project: Project, result: Any, name: str) -> list[Place] | None:
        """The places of a Location, some, or links; one outside of the project has an empty path."""
        known = project.paths()
        found: list[Place] = []
        for row in _rows(result):
            path = session.relative(row.get("targetUri") or row.get("uri"))
            place = row.get("targetSelectionRange") or row.get("range")
            if path not in known:
                found.append(Place("", 0, 0))
                continue
            lines = Lines(project.text(path))
            try:
                start, end = lines.span(place, session.encoding)
                if lines.text.count(b"\n", start, end) == 0:  # else the whole definition
                    start, _ = lines.named(place, session.encoding, name.encode()) or (start, end)
            except (KeyError, TypeError, ValueError):
                continue
            found.append(Place(path, *lines.place(start)))
        return found or None

    async def _diagnosed(
        self, session: Session, project: Project, path: str, left: Callable[[], float]
    ) -> tuple[list[Any], bool]:
        pulled: list[Any] = []
        if session.server.diagnostics != "push":
            await session.open(project, path)
            try:
                document = {"textDocument": {"uri": session.uri(path)}}
                result = await session.request("textDocument/diagnostic", document, left())
            except Refusal:
                result = None
            if isinstance(result, dict):
                rows = cast("dict[str, Any]", result).get("items")
                pulled = cast("list[Any]", rows) if isinstance(rows, list) else []
                if session.server.diagnostics == "pull":
                    return pulled, True
        rows, complete = await _pushed(session, project, path, left)
        return [*pulled, *(row for row in rows if row not in pulled)], complete


async def _pushed(session: Session, project: Project, path: str, left: Callable[[], float]) -> tuple[list[Any], bool]:
    """Diagnostics that come by themselves: the last of them, once none has come for a while."""
    await session.open(project, path)
    ends = time.monotonic() + min(PUSH_SECONDS, left())
    while time.monotonic() < ends and session.is_alive:
        came = session.pushed.get(path)
        if came is not None and time.monotonic() - came[0] > SETTLE_SECONDS and not session.is_busy:
            return came[1], True
        await asyncio.sleep(0.05)
    came = session.pushed.get(path)
    return (came[1] if came is not None else []), False


def _findings(session: Session, lines: Lines, path: str, rows: Iterable[Any]) -> list[Finding]:
    found: list[Finding] = []
    for row in rows:
        try:
            start, end = lines.span(row["range"], session.encoding)
            severity = _SEVERITIES.get(int(row.get("severity") or 1), "error")
            message, code = str(row["message"]), row.get("code")
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
        places = (*lines.place(start), *lines.place(end))
        source = str(row.get("source") or session.server.name)
        found.append(Finding(path, *places, severity, "" if code is None else str(code), message, source))
    return found


def _rows(result: Any) -> list[dict[str, Any]]:
    rows: list[Any] = cast("list[Any]", result) if isinstance(result, list) else [result]
    return [cast("dict[str, Any]", row) for row in rows if isinstance(row, dict)]


def _is_word(text: bytes) -> bool:
    return bool(text) and text.decode("utf-8", "replace").replace("$", "_").lstrip("#@").isidentifier()


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
