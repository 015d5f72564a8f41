"""The one object that faces call: an `Engine` answers every question about one project, always from a fresh view.

It owns the store and the view, and knows what to do when one of them fails: a damaged database is made again, one
that cannot be written is replaced by one in memory, with a note. Methods may be called from several threads; they
take turns.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from . import cache
from .edit.where import is_unfinished
from .errors import ChangedMeanwhile, Failed, NoSuchFile, StoreUnavailable
from .index.lock import hold, is_held
from .index.rows import StoreDamaged
from .index.store import MEMORY, open_store, set_aside
from .index.sweep import NOTHING
from .index.sync import Sync
from .progress import silent
from .project import find_root

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from .answers.changed import ChangedAnswer, ChangedRequest
    from .answers.diagnostics import DiagnosticsAnswer, DiagnosticsRequest
    from .answers.enrich import EnrichAnswer
    from .answers.explore import ExploreAnswer, ExploreRequest
    from .answers.graph import GraphAnswer, GraphRequest, ImpactAnswer, TraceAnswer
    from .answers.overview import OverviewAnswer
    from .answers.places import DefinitionAnswer, ImplementationsAnswer
    from .answers.references import RefsAnswer, RefsRequest
    from .answers.repomap import MapAnswer, MapRequest
    from .answers.routes import RoutesAnswer, RoutesRequest
    from .answers.search import SearchAnswer, SearchRequest
    from .answers.show import ShowAnswer
    from .answers.status import IndexReport, Status
    from .answers.values import FindAnswer, FindRequest
    from .answers.witness import Precision, Witness
    from .edit.journal import Entry, Journal
    from .edit.occurrences import Occurrences
    from .edit.perform import Editor
    from .edit.values import EditAnswer, EditOptions, FileEdits
    from .index.ahead import Ahead
    from .index.sweep import Refreshed
    from .index.watch import Watcher
    from .languages import Registry
    from .precise import PreciseBackend, ServerRow
    from .progress import Progress
    from .settings import Settings

__all__ = ["Engine"]

ATTEMPTS = 5
"""How often a question is asked again because a file changed between the look and the answer."""

_Answer = TypeVar("_Answer")


class Engine:
    """All questions about one project."""

    def __init__(
        self,
        start: str = ".",
        *,
        progress: Progress = silent,
        backend: Callable[[str, Settings], PreciseBackend] | None = None,
    ) -> None:
        """Find the project that `start` lies in. Opens nothing yet. Raises NoSuchFile.

        `backend` makes what answers where the index is not sure; without it the index alone answers.
        """
        try:
            self.root = find_root(start) if os.path.isdir(start) else ""
        except FileNotFoundError:  # the current folder, which somebody removed
            self.root = ""
        if not self.root:
            raise NoSuchFile(f"there is no folder {start}", "Give an existing folder to -C.")
        self.notes: list[str] = []
        self.looks_first = True
        """Whether a question makes the view true first; False while somebody else in this process builds the index."""
        self._progress = progress
        self._turn = threading.RLock()
        self._view: Sync | None = None
        self._watcher: Watcher | None = None
        self._links_ahead = False
        self._ahead: Ahead | None = None
        self._looked_at_journal = False
        self._make_backend = backend if os.environ.get("CODEINTEL_SERVERS") != "off" else None
        self._backend: PreciseBackend | None = None

    # --- questions ---------------------------------------------------------------------------------------------

    def overview(self, path: str, depth: int = 1, limit: int = 2000) -> OverviewAnswer:
        """The outline of a file or folder; `depth` counts levels of children."""
        from .answers.overview import overview

        return self._ask(lambda view: overview(view, path, depth, limit))

    def find(self, request: FindRequest) -> FindAnswer:
        """Definitions by name path."""
        from .answers.find import find

        return self._ask(lambda view: find(view, request))

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Definitions by concept."""
        from .answers.search import search

        return self._ask(lambda view: search(view, request, self._progress))

    def enrich(self, text: str, limit: int = 30) -> EnrichAnswer:
        """The places of the symbols that a text names."""
        from .answers.enrich import enrich

        return self._ask(lambda view: enrich(view, text, limit))

    def map(self, request: MapRequest) -> MapAnswer:
        """The most important symbols of the project, or around something."""
        from .answers.repomap import repo_map

        return self._ask(lambda view: repo_map(view, request, self._progress))

    def explore(self, request: ExploreRequest) -> ExploreAnswer:
        """The symbols, bodies and links that a task is about."""
        from .answers.explore import explore

        return self._ask(lambda view: explore(view, request, self._progress))

    def show(self, pattern: str, context: int = 0) -> ShowAnswer:
        """The source of one symbol."""
        from .answers.show import show

        return self._ask(lambda view: show(view, pattern, context))

    def refs(self, request: RefsRequest) -> RefsAnswer:
        """Where a symbol is used."""
        from .answers.references import refs

        return self._ask(lambda view: refs(view, request, self._progress, self._witness(view, request)))

    def callers(self, request: GraphRequest) -> GraphAnswer:
        """Who calls a symbol."""
        from .answers.graph import callers

        return self._ask(lambda view: callers(view, request, self._progress, self._witness(view, request)))

    def callees(self, request: GraphRequest) -> GraphAnswer:
        """What a symbol calls."""
        from .answers.graph import callees

        return self._ask(lambda view: callees(view, request, self._progress))

    def impact(self, request: GraphRequest) -> ImpactAnswer:
        """Everything that reaches a symbol."""
        from .answers.graph import impact

        return self._ask(lambda view: impact(view, request, self._progress))

    def changed(self, request: ChangedRequest) -> ChangedAnswer:
        """What the work tree's changes touch and reach."""
        from .answers.changed import changed

        return self._ask(lambda view: changed(view, request, self._progress))

    def routes(self, request: RoutesRequest) -> RoutesAnswer:
        """HTTP routes, who handles them, and the calls of clients that reach them."""
        from .answers.routes import routes_of

        return self._ask(lambda view: routes_of(view, request, self._progress))

    def definition(self, place: str, precision: Precision | None = None) -> DefinitionAnswer:
        """What the name at FILE:LINE:COL means."""
        from .answers.places import definition

        return self._ask(lambda view: definition(view, place, self._progress, self._witness(view, precision)))

    def implementations(
        self, pattern: str, limit: int = 500, precision: Precision | None = None
    ) -> ImplementationsAnswer:
        """Subtypes of a class, overriders of a member."""
        from .answers.places import implementations

        return self._ask(
            lambda view: implementations(view, pattern, limit, self._progress, self._witness(view, precision))
        )

    def diagnostics(self, request: DiagnosticsRequest) -> DiagnosticsAnswer:
        """What a language server finds wrong. Raises NoLanguageServer."""
        from .answers.diagnostics import diagnostics
        from .answers.witness import Precision

        insisting = Precision("lsp", request.wait)
        return self._ask(lambda view: diagnostics(view, request, self._witness(view, insisting)))

    def servers(self) -> list[ServerRow]:
        """All language servers that are known, those for languages of the project first."""
        from .answers.witness import ViewProject

        return self._ask(lambda view: self._served(view).servers(ViewProject(view)))

    def trace(self, source: str, target: str) -> TraceAnswer:
        """A shortest chain of calls from one symbol to another."""
        from .answers.graph import trace

        return self._ask(lambda view: trace(view, source, target, self._progress))

    def status(self) -> Status:
        """What is indexed, left out and unparsable."""
        from .answers.status import status
        from .answers.witness import ViewProject

        def ask(view: Sync) -> Status:
            servers = self._served(view).servers(ViewProject(view)) if self._make_backend is not None else []
            return status(view, watching=self._is_watched(), notes=list(self.notes), servers=servers)

        return self._ask(ask)

    def languages(self) -> Registry:
        """What is known of each language, the project's own included. Raises BadSettings."""
        from .languages import load_registry
        from .settings import load_settings

        settings = load_settings(self.root)
        registry = load_registry([os.path.join(self.root, folder) for folder in settings.queries])
        for language in registry.languages.values():
            language.check()
        return registry

    # --- edits -------------------------------------------------------------------------------------------------

    def replace(self, pattern: str, text: str, *, body: bool = False, options: EditOptions | None = None) -> EditAnswer:
        """Replace a whole definition, or its body alone. Raises Refused."""
        if body:
            return self._edit(lambda editor, view: editor.replace_body(view, pattern, text), options)
        return self._edit(lambda editor, view: editor.replace(view, pattern, text), options)

    def replace_text(
        self, pattern: str, old: str, new: str, *, every: bool = False, options: EditOptions | None = None
    ) -> EditAnswer:
        """Replace a text that stands in a definition, once or everywhere in it. Raises Refused."""
        return self._edit(lambda editor, view: editor.replace_text(view, pattern, old, new, every=every), options)

    def insert_before(self, pattern: str, text: str, *, options: EditOptions | None = None) -> EditAnswer:
        """Put a text before a definition and what belongs to it. Raises Refused."""
        return self._edit(lambda editor, view: editor.insert(view, pattern, text, after=False), options)

    def insert_after(self, pattern: str, text: str, *, options: EditOptions | None = None) -> EditAnswer:
        """Put a text after a definition. Raises Refused."""
        return self._edit(lambda editor, view: editor.insert(view, pattern, text, after=True), options)

    def delete(
        self,
        pattern: str,
        *,
        force: bool = False,
        precision: Precision | None = None,
        options: EditOptions | None = None,
    ) -> EditAnswer:
        """Take out a definition that nothing uses; with `force` one that may be used. Raises StillUsed, Refused."""

        def make(editor: Editor, view: Sync) -> EditAnswer:
            return editor.delete(view, pattern, self._witness(view, precision, edits=True), force=force)

        return self._edit(make, options)

    def rename(
        self,
        pattern: str,
        new: str,
        *,
        occurrences: Occurrences | None = None,
        precision: Precision | None = None,
        options: EditOptions | None = None,
    ) -> EditAnswer:
        """Give a symbol a new name in every place that means it. Raises StillUsed, Refused, NoLanguageServer."""

        def make(editor: Editor, view: Sync) -> EditAnswer:
            return editor.rename(view, pattern, new, self._witness(view, precision, edits=True))

        return self._edit(make, options, occurrences)

    def move(self, pattern: str, target: str, *, options: EditOptions | None = None) -> EditAnswer:
        """Move a symbol to another file. Raises StillUsed with the links that are not known, Refused."""
        return self._edit(lambda editor, view: editor.move(view, pattern, target), options)

    def edit_texts(
        self, files: Sequence[FileEdits], operation: str, *, options: EditOptions | None = None
    ) -> EditAnswer:
        """Make text edits that were worked out elsewhere, as one edit. Raises Refused."""
        return self._edit(lambda editor, view: editor.edit_texts(view, files, operation), options)

    def undo(self, edit: str | None = None, *, options: EditOptions | None = None) -> EditAnswer:
        """Take back an edit, the last one if none is named. Raises Refused."""
        from .edit.undo import undo
        from .edit.values import EditOptions

        with self._turn, self._alone_with_journal() as journal:
            return undo(journal, edit, options or EditOptions())

    def edits(self) -> list[tuple[Entry, bool]]:
        """The edits that are known, the last one first, each with whether it was taken back."""
        from .edit.journal import Journal
        from .edit.undo import listing

        return listing(Journal(self.root))

    # --- the index ---------------------------------------------------------------------------------------------

    def index(self, *, force: bool = False, links: bool = False) -> IndexReport:
        """Build or refresh the index; with `force`, extract every file again; with `links`, make all deep facts too."""
        from .answers.status import IndexReport
        from .index.deepen import make_all

        started = time.perf_counter()
        with self._turn:
            done = self._guarded(lambda view: view.rebuild(self._progress)) if force else self.refresh()
            if links:
                self._ask(lambda view: make_all(view, self._progress))
            return IndexReport(
                self.status(), len(done.changed), len(done.gone), done.parsed, time.perf_counter() - started
            )

    def refresh(self) -> Refreshed:
        """Bring the view in line with the disk, and say what changed."""
        return self._guarded(self._refresh)

    def is_built(self) -> bool:
        """Whether the whole project was indexed once. Looks at no file of it."""
        return self._guarded(lambda view: bool(view.row.stamp))

    def watch(self) -> Watcher:
        """Let file events say what to compare before a question, from now on. Raises CannotWatch."""
        from .index.watch import Watcher

        with self._turn:
            if self._watcher is None:
                self.refresh()
                self._watcher = Watcher(self._opened())
            return self._watcher

    def link_ahead(self) -> None:
        """Make the deep facts of all files from now on, in the background, so that no question has to wait for them."""
        with self._turn:
            self._links_ahead = True
            self._opened()

    def sweeping_because(self) -> str:
        """Why a watcher is of no use here and questions sweep, or empty."""
        return self._watcher.sweeping if self._watcher is not None else ""

    @contextmanager
    def only_watcher(self) -> Generator[None]:
        """Be the process that watches this project, as `status` of others says. Waits for nobody."""
        path = os.path.join(cache.index_folder(self.root), cache.WATCH_LOCK)
        if is_held(path):
            yield  # another one watches already: two do no harm
        else:
            with hold(path):
                yield

    def close(self) -> None:
        """Stop what runs in the background and all language servers, and close the database."""
        with self._turn:
            self._links_ahead = False
            if self._backend is not None:
                self._backend.close()
                self._backend = None
            if self._watcher is not None:
                self._watcher.close()
                self._watcher = None
            self._forget()

    # --- language servers --------------------------------------------------------------------------------------

    def _witness(
        self, view: Sync, asked: RefsRequest | GraphRequest | Precision | None, *, edits: bool = False
    ) -> Witness | None:
        """The second witness of a question, as it or else the settings want it; None where there is none to ask."""
        settings = view.project()[0]
        precision = (asked.precision if asked is not None else "") or settings.precision
        if precision == "index":
            return None
        from .answers.witness import EDIT_SECONDS, INSIST, INSIST_SECONDS, RUNNING_SECONDS, Precision, Witness

        if self._make_backend is None and precision != INSIST:
            return None
        wait = asked.wait if asked is not None else None
        if wait is None:
            wait = INSIST_SECONDS if precision == INSIST else settings.server_wait
        running = EDIT_SECONDS if edits else RUNNING_SECONDS
        return Witness(view, self._served(view), Precision(precision, wait), self._progress, running)

    def _served(self, view: Sync) -> PreciseBackend:
        if self._backend is None:
            from .answers.witness import Nobody

            make = self._make_backend or Nobody
            self._backend = make(self.root, view.project()[0])
        return self._backend

    # --- below -------------------------------------------------------------------------------------------------

    def _ask(self, question: Callable[[Sync], _Answer], *, writes: bool = False) -> _Answer:
        """Answer from a fresh view; ask again when something changed in between, unless the answer `writes`."""
        with self._turn:
            if not self._looked_at_journal:
                self._looked_at_journal = True
                self._finish_interrupted()

        def answer(view: Sync) -> _Answer:
            for attempt in range(ATTEMPTS):
                self._refresh(view)
                try:
                    found = question(view)
                except ChangedMeanwhile:
                    if attempt == ATTEMPTS - 1:
                        raise
                else:  # a question reads several times: another process may have written in between
                    if writes or attempt == ATTEMPTS - 1 or not self.looks_first or view.is_as_read():
                        return found
            raise AssertionError

        return self._guarded(answer)

    def _edit(
        self,
        make: Callable[[Editor, Sync], EditAnswer],
        options: EditOptions | None,
        occurrences: Occurrences | None = None,
    ) -> EditAnswer:
        """Plan, check and apply while nobody else edits; plan anew when a file changes in between."""
        from .edit.perform import Editor
        from .edit.values import EditOptions

        self._looked_at_journal = True
        with self._turn, self._alone_with_journal() as journal:
            editor = Editor(journal, options or EditOptions(), occurrences, self._progress)
            return self._ask(lambda view: make(editor, view), writes=True)

    @contextmanager
    def _alone_with_journal(self) -> Generator[Journal]:
        """Be the one who edits this project; what an interrupted process left is finished first."""
        from .edit.apply import recover
        from .edit.journal import Journal

        journal = Journal(self.root)
        journal.open()
        with hold(journal.lock, lambda: self._progress("waiting for another edit to finish", 0, 0)):
            self.notes.extend(recover(journal))
            yield journal

    def _finish_interrupted(self) -> None:
        if is_unfinished(self.root):
            with self._alone_with_journal():
                return

    def _is_watched(self) -> bool:
        """Whether this process or another one watches the project."""
        if self._watcher is not None:
            return True
        return is_held(os.path.join(cache.index_folder(self.root), cache.WATCH_LOCK))

    def _refresh(self, view: Sync) -> Refreshed:
        if not self.looks_first:
            view.reload_if_others_wrote()
            return NOTHING
        watcher = self._watcher
        done = view.refresh(self._progress) if watcher is None else watcher.refresh(view, self._progress)
        if done.changed and self._ahead is not None:
            self._ahead.wake()
        return done

    def _guarded(self, action: Callable[[Sync], _Answer]) -> _Answer:
        """Run `action` on the view; mend a damaged store once, then do without a lasting one."""
        with self._turn:
            try:
                return action(self._opened())
            except StoreDamaged:
                self._forget()
            except StoreUnavailable as error:
                self._keep_in_memory(error)
            try:
                if self._view is None:
                    self._make_again()
                return action(self._opened())
            except (StoreDamaged, StoreUnavailable) as error:
                self._keep_in_memory(error)
                return action(self._opened())

    def _opened(self) -> Sync:
        if self._view is not None and not self._view.store.is_current():
            self._forget()  # somebody removed or replaced the database
        if self._view is None:
            folder = cache.index_folder(self.root)
            path = os.path.join(folder, cache.DATABASE)
            try:
                store = open_store(path)
            except StoreDamaged:
                with hold(os.path.join(folder, cache.LOCK)):
                    store = open_store(path, mend=True)
            self._view = Sync(self.root, store)
        if self._links_ahead and self._ahead is None and self._view.store.path != MEMORY:
            from .index.ahead import Ahead

            self._ahead = Ahead(self.root, self._view.store.path)
        return self._view

    def _make_again(self) -> None:
        folder = cache.index_folder(self.root)
        with hold(os.path.join(folder, cache.LOCK)):
            set_aside(os.path.join(folder, cache.DATABASE))
        self.notes.append("the index was damaged and has been made again")

    def _keep_in_memory(self, error: Failed) -> None:
        self._forget()
        self._view = Sync(self.root, open_store(MEMORY))
        self.notes.append(f"{error.message}; this answer's index is kept in memory only. {error.hint}")

    def _forget(self) -> None:
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None
        if self._view is not None:
            self._view.store.close()
            self._view = None
