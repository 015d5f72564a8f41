"""Which server is asked about a language: found, trusted, not failing all the time. Starts nothing, loads little."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..engine.cache import server_folder
from ..engine.errors import NoLanguageServer
from .registry import find_program, is_trusted, known_servers

if TYPE_CHECKING:
    from .registry import Program, Server

__all__ = ["MAX_CRASHES", "Choice", "Limits"]

MAX_CRASHES = 3


class Limits(NamedTuple):
    """What servers may cost."""

    servers: int = 3
    memory: int = 4096
    """Megabytes of one server with its children."""
    idle: int = 900
    """Seconds without a question."""


class Choice:
    """The servers of one project."""

    def __init__(self, root: str, only: str = "") -> None:
        """Nothing has failed yet. `only` names the one server that may be chosen."""
        self.root = root
        self._only = only
        self.crashes: dict[str, list[str]] = {}
        """What happened to servers that ended by themselves, by name."""

    def choose(self, language: str) -> tuple[Server, Program]:
        """The server to ask about a language. Raises NoLanguageServer with what to install, BadSettings."""
        fitting = [server for server in known_servers(self.root) if language in server.languages]
        if self._only:
            fitting = [server for server in fitting if server.name == self._only]
        untrusted: list[str] = []
        failed: list[str] = []
        for server in fitting:
            program = find_program(server, self.root)
            if program is None:
                continue
            if (program.in_project or server.of_project) and not is_trusted(self.root):
                untrusted.append(server.name)
            elif len(self.crashes.get(server.name, ())) >= MAX_CRASHES:
                failed.append(f"{server.name} {self.crashes[server.name][-1]}, {MAX_CRASHES} times")
            else:
                return server, program
        if failed:
            raise NoLanguageServer(
                f"no language server for {language}: {'; '.join(failed)}",
                f"What they said last is in {server_folder(self.root)}.",
            )
        if untrusted:
            raise NoLanguageServer(
                f"no language server for {language}: {untrusted[0]} is part of the project, whose programs are not run",
                f"If you trust the project: `codeintel servers --trust`; or {_install(fitting)}.",
            )
        if not fitting:
            raise NoLanguageServer(f"no language server is known for {language}", "Add one in codeintel.toml.")
        raise NoLanguageServer(f"no language server for {language}", f"Install one: {_install(fitting)}.")


def _install(servers: list[Server]) -> str:
    return " or ".join(f"`{server.install}`" for server in servers[:2] if server.install) or "see `codeintel servers`"
