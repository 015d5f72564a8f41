"""The engine's `PreciseBackend`: what needs no server is said here, all else by `asking.py`, loaded then."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ..engine.precise import Chosen, ServerRow
from .choice import MAX_CRASHES, Choice, Limits
from .registry import find_program, is_trusted, known_servers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.precise import Change, Findings, Heard, Place, Project, Spelled
    from .asking import Asker, Running
    from .registry import Program, Server

__all__ = ["Backend"]


def _hold_out() -> None:
    """Whoever has nothing else to do waits for the answer."""


class Backend:
    """Language servers for one project."""

    def __init__(
        self,
        root: str,
        limits: Limits | None = None,
        breathe: Callable[[], object] = _hold_out,
        *,
        is_lent: bool = False,
        only: str = "",
    ) -> None:
        """Start nothing yet; `only` names the one server that may be asked.

        One that `is_lent` goes on when an engine closes it: `stop` is for its owner.

        `breathe` is called now and then by a thread that waits; what it raises stops its question.
        """
        self._choice = Choice(root, only)
        self._limits = limits or Limits()
        self._breathe = breathe
        self._is_lent = is_lent
        self._asker: Asker | None = None
        self._turn = threading.Lock()

    def chosen(self, project: Project, language: str) -> Chosen:
        """The server for a language, without starting it. Raises NoLanguageServer, BadSettings."""
        del project
        server, program = self._choice.choose(language)
        return Chosen(
            server.name,
            f"{program.version} {_print_of(server)}",
            self._running(server) is not None,
            not server.runs_project_code,
            tuple(server.languages),
            server.configuration,
            server.early,
            server.guesses,
            server.lists == "chain",
        )

    def servers(self, project: Project) -> list[ServerRow]:
        """All servers that are known, those for languages of the project first. Raises BadSettings."""
        languages = {language for language, _ in project.paths().values()}
        known = known_servers(self._choice.root)
        known.sort(key=lambda server: not languages.intersection(server.languages))
        return [self._row(server) for server in known]

    def references(self, project: Project, asked: Spelled, holders: Sequence[str], seconds: float) -> Heard:
        """All uses of what stands at a place. Raises NoLanguageServer."""
        return self._ask().references(project, asked, holders, seconds)

    def definitions(
        self, project: Project, asked: Sequence[Spelled], seconds: float, kind: str = "definition"
    ) -> list[list[Place] | None]:
        """What each of some names means. Raises NoLanguageServer."""
        return self._ask().definitions(project, asked, seconds, kind)

    def implementations(self, project: Project, asked: Spelled, seconds: float) -> Heard:
        """What implements or overrides what stands at a place. Raises NoLanguageServer."""
        return self._ask().implementations(project, asked, seconds)

    def rename(self, project: Project, asked: Spelled, new: str, holders: Sequence[str], seconds: float) -> Change:
        """The edits of a rename; nothing is written. Raises NoLanguageServer, Refused."""
        return self._ask().rename(project, asked, new, holders, seconds)

    def diagnostics(self, project: Project, paths: Sequence[str], seconds: float) -> Findings:
        """What is wrong in some files of one language. Raises NoLanguageServer."""
        return self._ask().diagnostics(project, paths, seconds)

    def quiet(self, project: Project, language: str, seconds: float) -> bool:
        """Wait until the server does nothing by itself; False where time was up."""
        return self._ask().quiet(project, language, seconds)

    def close(self) -> None:
        """Stop all servers, unless others of this process ask them too."""
        if not self._is_lent:
            self.stop()

    def stop(self) -> None:
        """Stop all servers."""
        with self._turn:
            asker, self._asker = self._asker, None
        if asker is not None:
            asker.close()

    def _ask(self) -> Asker:
        from .asking import Asker

        with self._turn:
            if self._asker is None:
                self._asker = Asker(self._choice, self._limits, self._breathe)
            return self._asker

    def _running(self, server: Server) -> Running | None:
        asker = self._asker
        return asker.running(server.name) if asker is not None else None

    def _row(self, server: Server) -> ServerRow:
        root = self._choice.root
        program, running = find_program(server, root), self._running(server)
        state = "running" if running is not None else "missing" if program is None else "found"
        if state == "found" and program is not None:
            if (program.in_project or server.of_project) and not is_trusted(root):
                state = "untrusted"
            elif len(self._choice.crashes.get(server.name, ())) >= MAX_CRASHES:
                state = "failed"
        return ServerRow(
            server.name,
            tuple(server.languages),
            state,
            _shown_command(server, program),
            server.install,
            running.pid if running is not None else 0,
            running.memory if running is not None else 0,
            running.seconds if running is not None else 0.0,
            server.tested,
            server.notes,
        )


def _print_of(server: Server) -> str:
    """What a server is told at its start, in short."""
    from zlib import crc32

    return f"{crc32(repr(server).encode()):08x}"


def _shown_command(server: Server, program: Program | None) -> str:
    return " ".join([program.path if program is not None else server.command[0], *server.command[1:]])
