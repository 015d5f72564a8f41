"""The sessions of one project: started when first asked, restarted when they crash, stopped when idle or too large."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from .connection import Late, Trouble
from .memory import memory_below
from .session import START_SECONDS, Session

if TYPE_CHECKING:
    from ..engine.precise import Project
    from .choice import Choice, Limits

__all__ = ["Pool"]

BACKOFF_SECONDS = (0.0, 0.5, 2.0)
LOOK_SECONDS = 5.0
"""How often idleness and memory are looked at."""


class Pool:
    """All servers of one project."""

    def __init__(self, choice: Choice, limits: Limits) -> None:
        """Start nothing yet."""
        self._choice = choice
        self._limits = limits
        self.sessions: dict[str, Session] = {}
        self.notes: list[str] = []
        self._keeper: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def session(self, project: Project, language: str, seconds: float) -> Session:
        """The running session for a language. Raises NoLanguageServer, Trouble."""
        found = self._running(language)
        if found is not None:
            return found
        async with self._starting:
            found = self._running(language)
            if found is not None:
                return found
            await self._clear(self._choice.choose(language)[0].name)
            server, program = self._choice.choose(language)
            while len(self.sessions) >= self._limits.servers:
                free = [session for session in self.sessions.values() if not session.questions]
                if not free:
                    break  # one more for as long as all of them are asked something
                await self._stop(min(free, key=lambda session: session.used))
            session = Session(server, program, project)
            try:
                await session.start(project, seconds)
            except Trouble as trouble:
                if not isinstance(trouble, Late) or seconds >= START_SECONDS:  # else it was not given the time
                    self._choice.crashes.setdefault(server.name, []).append(str(trouble))
                await session.close()
                raise
            except asyncio.CancelledError:
                session.drop()
                raise
            self.sessions[server.name] = session
            if self._keeper is None:
                self._keeper = asyncio.ensure_future(self._keep())
            return session

    def _running(self, language: str) -> Session | None:
        server, program = self._choice.choose(language)
        found = self.sessions.get(server.name)
        if found is not None and found.is_alive and found.program.version == program.version:
            return found
        return None

    async def _clear(self, name: str) -> None:
        """Put away a session that ended, after a while the more often it did, or whose program is another one now."""
        found = self.sessions.pop(name, None)
        if found is None:
            return
        if found.is_alive:
            await found.close()
        else:
            self._note_crash(found)
            await asyncio.sleep(BACKOFF_SECONDS[min(len(self._choice.crashes[name]), len(BACKOFF_SECONDS)) - 1])

    def _note_crash(self, session: Session) -> None:
        assert session.connection is not None
        self._choice.crashes.setdefault(session.server.name, []).append(session.connection.ended)
        self.notes.append(f"{session.server.name} {session.connection.ended} and was started again")

    async def close(self) -> None:
        """Stop all servers."""
        if self._keeper is not None:
            self._keeper.cancel()
            self._keeper = None
        await asyncio.gather(*(session.close() for session in self.sessions.values()))
        self.sessions.clear()

    def memory(self, session: Session) -> int:
        """Bytes that a server holds; the launcher before it does not count."""
        return memory_below(session.connection.pid) if session.is_alive and session.connection is not None else 0

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for session in list(self.sessions.values()):
                await self.look_at(session)

    async def look_at(self, session: Session) -> None:
        """Stop a server that nobody has asked for long, or that holds more than it may."""
        if session.is_alive and self.memory(session) > self._limits.memory * 1024 * 1024:
            self.notes.append(
                f"{session.server.name} held more than {self._limits.memory} MB and was stopped;"
                " `server_memory` allows more"
            )
            await self._stop(session)
        elif time.monotonic() - session.used > self._limits.idle and not (session.is_busy or session.questions):
            await self._stop(session)

    async def _stop(self, session: Session) -> None:
        self.sessions.pop(session.server.name, None)
        await session.close()
