"""What the engine asks of whoever knows better than syntax: the protocol that `lsp_bridge` implements.

Places are the engine's own: paths from the root, lines from 0, columns in bytes of the UTF-8 text. Whoever implements
this converts, and never says more than it was told: an answer that could not be waited for is not `settled`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "Change",
    "Chosen",
    "Finding",
    "Findings",
    "Heard",
    "NewText",
    "Place",
    "PreciseBackend",
    "Project",
    "ServerRow",
    "Spelled",
]


class Place(NamedTuple):
    """Where a name stands."""

    path: str
    line: int
    column: int


class Spelled(NamedTuple):
    """A name and where it stands: what is asked about."""

    place: Place
    name: str


class Chosen(NamedTuple):
    """The server that would be asked about a file."""

    name: str
    version: str
    """Changes whenever the server or what it is told at its start changes."""
    is_warm: bool
    """Whether it runs, so that asking costs little."""
    starts_unasked: bool
    """Whether it may be started without being asked for: it runs no code of the project."""
    languages: tuple[str, ...]
    """All languages that it sees together; its answers depend on their files."""
    configuration: tuple[str, ...]
    """Names of files whose content its answers depend on besides."""
    waits: bool
    """Whether its first answers may come before it knows the whole project."""
    guesses: bool
    """Whether what it says of a single place may be a guess by the name."""
    lists_family: bool
    """Whether it lists uses of overridden and overriding members among those of a member."""


class Heard(NamedTuple):
    """What a server said."""

    places: list[Place]
    outside: int
    """Places outside of what the project indexes."""
    unreadable: list[Place]
    """Places whose text is no name: the server counts otherwise, or saw another text."""
    settled: bool
    """Whether the server had read the whole project as far as one can tell."""
    proved: bool
    """Whether it said so, or has been quiet for long; else it may not have begun."""
    notes: list[str]


class NewText(NamedTuple):
    """One range of a file to be replaced, in bytes of its text."""

    start: int
    end: int
    text: str


class Change(NamedTuple):
    """What a server would edit."""

    files: dict[str, list[NewText]]
    bases: dict[str, bytes]
    """The text of each file that the edits were worked out on."""
    moved: list[tuple[str, str]]
    """Files that it would rename besides: from, to."""
    outside: list[str]
    """Files outside of the project that it would edit."""
    notes: list[str]


class Finding(NamedTuple):
    """One diagnostic. Lines count from 0, columns in bytes."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    source: str


class Findings(NamedTuple):
    """The diagnostics of some files."""

    findings: list[Finding]
    settled: bool
    notes: list[str]


class ServerRow(NamedTuple):
    """What is known of one server, for `servers`."""

    name: str
    languages: tuple[str, ...]
    state: str
    """`running`, `found`, `missing`, `untrusted` (only found in a project that the user does not trust), `failed`."""
    command: str
    install: str
    pid: int
    memory: int
    """Bytes of the process and of those that it started; 0 where it does not run."""
    seconds: float
    """What its last answer took; 0 where it has given none."""
    tested: bool
    note: str


class Project(Protocol):
    """What the engine lets a backend see of a project."""

    @property
    def root(self) -> str:
        """Absolute path."""
        ...

    def paths(self) -> Mapping[str, tuple[str, object]]:
        """Each indexed file with its language, and a value that changes with its content."""
        ...

    def text(self, path: str) -> bytes:
        """The text of an indexed file as UTF-8. Raises ChangedMeanwhile."""
        ...

    def folder(self) -> str:
        """Where files of ours may be kept: in the cache."""
        ...


class PreciseBackend(Protocol):
    """Whoever answers with types. Every method raises `NoLanguageServer` where no server can be asked, or it fails.

    `seconds` bounds each call as a whole.
    """

    def chosen(self, project: Project, language: str) -> Chosen:
        """The server for a language, without starting it."""
        ...

    def references(self, project: Project, asked: Spelled, holders: Sequence[str], seconds: float) -> Heard:
        """All uses of what stands at a place; `holders` are the files that the name stands in."""
        ...

    def definitions(
        self, project: Project, asked: Sequence[Spelled], seconds: float, kind: str = "definition"
    ) -> list[list[Place] | None]:
        """What each of some names means, in order; None where the server does not say, or time is up."""
        ...

    def implementations(self, project: Project, asked: Spelled, seconds: float) -> Heard:
        """What implements or overrides what stands at a place."""
        ...

    def rename(self, project: Project, asked: Spelled, new: str, holders: Sequence[str], seconds: float) -> Change:
        """The edits of a rename; nothing is written."""
        ...

    def diagnostics(self, project: Project, paths: Sequence[str], seconds: float) -> Findings:
        """What is wrong in some files."""
        ...

    def quiet(self, project: Project, language: str, seconds: float) -> bool:
        """Wait until the server does nothing by itself; False where time was up."""
        ...

    def servers(self, project: Project) -> list[ServerRow]:
        """All servers that are known."""
        ...

    def close(self) -> None:
        """Stop all servers."""
        ...
