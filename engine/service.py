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
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from . import cache
from .errors import ChangedMeanwhile, Failed, NoSuchFile, StoreUnavailable
from .index.lock import hold, is_held
from .index.store import MEMORY, StoreDamaged, open_store, set_aside
from .index.sync import Sync
from .progress import silent
from .project import find_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .answers.changed import ChangedAnswer, ChangedRequest
    from .answers.graph import GraphAnswer, GraphRequest, ImpactAnswer, TraceAnswer
    from .answers.places import DefinitionAnswer, ImplementationsAnswer
    from .answers.references import RefsAnswer, RefsRequest
    from .answers.status import Status
    from .answers.values import FindAnswer, FindRequest, OverviewAnswer, ShowAnswer
    from .index.sync import Refreshed
    from .index.watch import Watcher
    from .languages import Registry
    from .progress import Progress

__all__ = ["Engine", "IndexReport"]

ATTEMPTS = 5
"""How often a question is asked again because a file changed between the look and the answer."""

_Answer = TypeVar("_Answer")


class IndexReport(NamedTuple):
    """What building or refreshing the index did."""

    status: Status
    changed: int
    gone: int
    parsed: int
    seconds: float


class Engine:
    """All questions about one project."""

    def __init__(self, start: str = ".", *, progress: Progress = silent) -> None:
        """Find the project that `start` lies in. Opens nothing yet. Raises NoSuchFile."""
        if not os.path.isdir(start):
            raise NoSuchFile(f"there is no folder {start}", "Give an existing folder to -C.")
        self.root = find_root(start)
        self.notes: list[str] = []
        self._progress = progress
        self._turn = threading.RLock()
        self._view: Sync | None = None
        self._watcher: Watcher | None = None

    # --- questions ---------------------------------------------------------------------------------------------

    def overview(self, path: str, depth: int = 1, limit: int = 2000) -> OverviewAnswer:
        """The outline of a file or folder; `depth` counts levels of children."""
        from .answers.overview import overview

        return self._ask(lambda view: overview(view, path, depth, limit))

    def find(self, request: FindRequest) -> FindAnswer:
        """Definitions by name path."""
        from .answers.find import find

        return self._ask(lambda view: find(view, request))

    def show(self, pattern: str, context: int = 0) -> ShowAnswer:
        """The source of one symbol."""
        from .answers.show import show

        return self._ask(lambda view: show(view, pattern, context))

    def refs(self, request: RefsRequest) -> RefsAnswer:
        """Where a symbol is used."""
        from .answers.references import refs

        return self._ask(lambda view: refs(view, request, self._progress))

    def callers(self, request: GraphRequest) -> GraphAnswer:
        """Who calls a symbol."""
        from .answers.graph import callers

        return self._ask(lambda view: callers(view, request, self._progress))

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

    def definition(self, place: str) -> DefinitionAnswer:
        """What the name at FILE:LINE:COL means."""
        from .answers.places import definition

        return self._ask(lambda view: definition(view, place, self._progress))

    def implementations(self, pattern: str, limit: int = 500) -> ImplementationsAnswer:
        """Subtypes of a class, overriders of a member."""
        from .answers.places import implementations

        return self._ask(lambda view: implementations(view, pattern, limit, self._progress))

    def trace(self, source: str, target: str) -> TraceAnswer:
        """A shortest chain of calls from one symbol to another."""
        from .answers.graph import trace

        return self._ask(lambda view: trace(view, source, target, self._progress))

    def status(self) -> Status:
        """What is indexed, left out and unparsable."""
        from .answers.status import status

        return self._ask(lambda view: status(view, watching=self._is_watched(), notes=list(self.notes)))

    def languages(self) -> Registry:
        """What is known of each language, the project's own included. Raises BadSettings."""
        from .languages import load_registry
        from .settings import load_settings

        settings = load_settings(self.root)
        registry = load_registry([os.path.join(self.root, folder) for folder in settings.queries])
        for language in registry.languages.values():
            language.check()
        return registry

    # --- the index ---------------------------------------------------------------------------------------------

    def index(self, *, force: bool = False) -> IndexReport:
        """Build or refresh the index; with `force`, extract every file again."""
        started = time.perf_counter()
        with self._turn:
            done = self._guarded(lambda view: view.rebuild(self._progress)) if force else self.refresh()
            return IndexReport(
                self.status(), len(done.changed), len(done.gone), done.parsed, time.perf_counter() - started
            )

    def refresh(self) -> Refreshed:
        """Bring the view in line with the disk, and say what changed."""
        return self._guarded(self._refresh)

    def watch(self) -> Watcher:
        """Let file events say what to compare before a question, from now on. Raises CannotWatch."""
        from .index.watch import Watcher

        with self._turn:
            if self._watcher is None:
                self.refresh()
                self._watcher = Watcher(self._opened())
            return self._watcher

    def sweeping_because(self) -> str:
        """Why a watcher is of no use here and questions sweep, or empty."""
        return self._watcher.sweeping if self._watcher is not None else ""

    @contextmanager
    def only_watcher(self) -> Iterator[None]:
        """Be the process that watches this project, as `status` of others says. Waits for nobody."""
        path = os.path.join(cache.index_folder(self.root), cache.WATCH_LOCK)
        if is_held(path):
            yield  # another one watches already: two do no harm
        else:
            with hold(path):
                yield

    def close(self) -> None:
        """Stop watching and close the database."""
        with self._turn:
            if self._watcher is not None:
                self._watcher.close()
                self._watcher = None
            if self._view is not None:
                self._view.store.close()
                self._view = None

    # --- below -------------------------------------------------------------------------------------------------

    def _ask(self, question: Callable[[Sync], _Answer]) -> _Answer:
        """Answer from a fresh view; ask again when a file changed in between."""

        def answer(view: Sync) -> _Answer:
            for attempt in range(ATTEMPTS):
                self._refresh(view)
                try:
                    return question(view)
                except ChangedMeanwhile:
                    if attempt == ATTEMPTS - 1:
                        raise
            raise AssertionError

        return self._guarded(answer)

    def _is_watched(self) -> bool:
        """Whether this process or another one watches the project."""
        if self._watcher is not None:
            return True
        return is_held(os.path.join(cache.index_folder(self.root), cache.WATCH_LOCK))

    def _refresh(self, view: Sync) -> Refreshed:
        if self._watcher is None:
            return view.refresh(self._progress)
        return self._watcher.refresh(view, self._progress)

    def _guarded(self, action: Callable[[Sync], _Answer]) -> _Answer:
        """Run `action` on the view; mend a damaged store once, then do without a lasting one."""
        with self._turn:
            try:
                return action(self._opened())
            except StoreDamaged:
                self._make_again()
            except StoreUnavailable as error:
                self._keep_in_memory(error)
            try:
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
        return self._view

    def _make_again(self) -> None:
        self._forget()
        folder = cache.index_folder(self.root)
        with hold(os.path.join(folder, cache.LOCK)):
            set_aside(os.path.join(folder, cache.DATABASE))
        self.notes.append("the index was damaged and has been made again")

    def _keep_in_memory(self, error: Failed) -> None:
        self._forget()
        self._view = Sync(self.root, open_store(MEMORY))
        self.notes.append(f"{error.message}; this answer's index is kept in memory only. {error.hint}")

    def _forget(self) -> None:
        if self._view is not None:
            self._view.store.close()
            self._view = None
