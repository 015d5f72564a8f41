"""The second witness: a language server, asked when the index is not sure, or when the question insists.

Here is decided whether it is asked and how long it may take. What is remembered of its answers is in `memory.py`, how
its answer and that of the index become one in `merge.py`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import NoLanguageServer
from ..precise import Place, Spelled
from .memory import Memory, hash_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..index.sync import Sync
    from ..link.references import Searched
    from ..precise import Change, Chosen, Findings, Heard, PreciseBackend, Project, ServerRow
    from ..progress import Progress

__all__ = [
    "EDIT_SECONDS",
    "INSIST",
    "INSIST_SECONDS",
    "RUNNING_SECONDS",
    "Nobody",
    "Precision",
    "ViewProject",
    "Witness",
    "spelled",
]

INSIST = "lsp"
INSIST_SECONDS = 120.0
"""How long a server may take where the question insists and names no time."""
RUNNING_SECONDS = 3.0
"""How long one that runs already may take to answer a question that does not insist; of edits, `EDIT_SECONDS`."""
EDIT_SECONDS = 20.0
PATHS = "witness paths"


class Precision(NamedTuple):
    """Who is asked, and how long that may take."""

    precision: str = ""
    """`index`, `auto` or `lsp`; empty: what the project's settings say."""
    wait: float | None = None
    """Seconds; None: what the settings say for `auto`, two minutes for `lsp`."""


class ViewProject:
    """A view as a backend sees it."""

    def __init__(self, view: Sync) -> None:
        """Read nothing yet."""
        self._view = view
        self._root = view.root

    @property
    def root(self) -> str:
        """Absolute path."""
        return self._root

    def paths(self) -> Mapping[str, tuple[str, object]]:
        """Each indexed file with its language and its content's id."""
        view = self._view
        kept: Any = view.kept.get(PATHS)
        if kept is None or kept[0] != view.row.generation:
            languages = view.store.languages_of(view.row.id)
            kept = view.row.generation, {p: (name, view.files[p].blob_id) for p, name in languages.items()}
            view.kept[PATHS] = kept
        return kept[1]

    def text(self, path: str) -> bytes:
        """The text of an indexed file. Raises ChangedMeanwhile."""
        from .sources import source_of

        return source_of(self._view, path)

    def folder(self) -> str:
        """Where a backend may keep what is its own."""
        from ..cache import server_folder

        return server_folder(self._root)


class Nobody:
    """A backend where there is none."""

    def __init__(self, *_: object) -> None:
        """Whatever the project is."""

    def chosen(self, project: Project, language: str) -> Chosen:
        """Nobody can be chosen."""
        del project
        raise NoLanguageServer(
            f"no language server for {language}: none may be started here", "Unset CODEINTEL_SERVERS to allow it."
        )

    def servers(self, project: Project) -> list[ServerRow]:
        """Nobody."""
        del project
        return []

    def close(self) -> None:
        """Nothing to stop."""

    def references(self, project: Project, asked: Spelled, holders: Sequence[str], seconds: float) -> Heard:
        """Nobody can be asked."""
        raise self._nobody(project, asked, holders, seconds)

    def definitions(
        self, project: Project, asked: Sequence[Spelled], seconds: float, kind: str = "definition"
    ) -> list[list[Place] | None]:
        """Nobody can be asked."""
        raise self._nobody(project, asked, seconds, kind)

    def implementations(self, project: Project, asked: Spelled, seconds: float) -> Heard:
        """Nobody can be asked."""
        raise self._nobody(project, asked, seconds)

    def rename(self, project: Project, asked: Spelled, new: str, holders: Sequence[str], seconds: float) -> Change:
        """Nobody can be asked."""
        raise self._nobody(project, asked, new, holders, seconds)

    def diagnostics(self, project: Project, paths: Sequence[str], seconds: float) -> Findings:
        """Nobody can be asked."""
        raise self._nobody(project, paths, seconds)

    def quiet(self, project: Project, language: str, seconds: float) -> bool:
        """Nobody is busy."""
        del project, language, seconds
        return True

    def _nobody(self, *_: object) -> NoLanguageServer:
        return NoLanguageServer("no language server may be started here", "Unset CODEINTEL_SERVERS to allow it.")


class Witness:
    """Language servers for one question."""

    def __init__(
        self,
        view: Sync,
        backend: PreciseBackend,
        asked: Precision,
        progress: Progress,
        running_seconds: float = RUNNING_SECONDS,
    ) -> None:
        """Who is `asked` is `auto` or `lsp`, and for how long is said; a server that runs has `running_seconds`."""
        wait = asked.wait or 0.0
        self.backend = backend
        self.project = ViewProject(view)
        self.insists = asked.precision == INSIST
        self.progress = progress
        self.notes: list[str] = []
        self._view = view
        self._wait = wait
        self._running_seconds = running_seconds
        self._ends = time.monotonic() + wait
        self._memory = Memory(view, progress)

    def left(self) -> float:
        """Seconds that are left."""
        return self._ends - time.monotonic()

    def language_of(self, path: str) -> str:
        """The language of an indexed file."""
        return self.project.paths()[path][0]

    def choose(self, path: str) -> Chosen | None:
        """The server for a file; None, with a note, where there is none."""
        language = self.language_of(path)
        try:
            return self.backend.chosen(self.project, language)
        except NoLanguageServer as error:
            self.degraded(error)
            return None

    def may_ask(self, chosen: Chosen) -> bool:
        """Whether there is time for the server; one that is not running is started unasked only if it is quick."""
        if self.insists:
            return True
        if chosen.is_warm:
            if self._running_seconds > self._wait:
                self._ends += self._running_seconds - self._wait
                self._running_seconds = self._wait
            return self.left() > 0
        if not chosen.starts_unasked:
            self._note(
                f"`--precision lsp` asks {chosen.name}, which is not started unasked: it may run the project's code"
            )
            return False
        known = self._remembered_seconds(chosen)
        if known is not None and known > self._wait:
            self._note(f"`--precision lsp` asks {chosen.name}, which took {known:.0f} s the last time")
            return False
        if not self._wait:
            self._note(f"`--precision lsp` asks {chosen.name}, which does not run yet")
        return self.left() > 0

    def degraded(self, error: NoLanguageServer) -> None:
        """Note why no server has its say in the answer."""
        self._note(f"degraded: {error.message}" + (f"; {error.hint[0].lower()}{error.hint[1:]}" if error.hint else ""))

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    # --- what is remembered ------------------------------------------------------------------------------------

    def recall(self, chosen: Chosen, *question: object) -> Any:
        """What was remembered of a question and still holds, or None."""
        return self._memory.recall(chosen, question)

    def remember(self, chosen: Chosen, value: Any, grounds: Searched | None, *question: object) -> None:
        """Remember the answer of a question with what it depends on; None: on every file."""
        self._memory.remember(chosen, question, value, grounds)

    def timed(self, chosen: Chosen, seconds: float) -> None:
        """Remember how long a server took that was not running."""
        self._view.store.remember(self._time_key(chosen), str(round(seconds, 1)).encode())

    def _remembered_seconds(self, chosen: Chosen) -> float | None:
        data = self._view.store.said(self._time_key(chosen))
        return None if data is None else float(data)

    def _time_key(self, chosen: Chosen) -> bytes:
        return hash_of("time", self._view.root, chosen.name, chosen.version)


def spelled(path: str, line: int, column: int, name: str) -> Spelled:
    """A name at a place."""
    return Spelled(Place(path, line, column), name)
