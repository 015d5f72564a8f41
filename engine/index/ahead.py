"""Makes deep facts, then the search index, ahead of the questions that need them: in a thread, by a patient worker.

Nothing depends on it: a question makes what it lacks by itself. It has a view and a connection of its own, reads what
others left there, and writes a batch at a time, so that nobody waits for it.
"""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

from ..deepfacts import DEEP_VERSION
from ..errors import CodeintelError
from .cover import MANY, cover_apart
from .store import open_store
from .view import View
from .workers import WorkerFailed, extract_all

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Ahead"]

ROUND = 512
"""Files a worker is started for: the project's rows are read again for each round."""
BATCH = 32
"""Files a transaction."""
PAUSE_SECONDS = 60.0
"""How often to look for new files when nobody says that there are some."""


class Ahead:
    """The thread. It ends with `close`, or when the index cannot be read or written: the next question mends that."""

    def __init__(self, root: str, database: str) -> None:
        """Begin."""
        self._root = root
        self._database = database
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._turn = threading.Lock()
        self.idle = threading.Event()
        """Set while every file has its facts, or has been tried."""
        self.ended_by: CodeintelError | None = None
        """Why it ended before it was told to."""
        self._tried: set[int] = set()
        self._covers = True
        """Whether to make the search index: not again where that failed."""
        self._thread = threading.Thread(target=self._run, daemon=True, name="deep facts")
        self._thread.start()

    def wake(self) -> None:
        """Say that files have changed."""
        with self._turn:
            self.idle.clear()
            self._wake.set()

    def close(self) -> None:
        """Stop, and wait until it has."""
        self._stop.set()
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            with closing(open_store(self._database)) as store:
                view = View(self._root, store)
                while not self._stop.is_set():
                    self._wake.clear()
                    view.reload_if_others_wrote()
                    if not self._make(view):
                        self._cover(view)
                        with self._turn:
                            if not self._wake.is_set():
                                self.idle.set()
                        self._wake.wait(PAUSE_SECONDS)
        except CodeintelError as error:
            self.ended_by = error
            self.idle.set()

    def _make(self, view: View) -> bool:
        """Make the facts of some files that have none; False where there are no such files."""
        rows = view.store.without_deep(view.row.id, DEEP_VERSION)
        missing = {path: blob_id for blob_id, path in rows if blob_id not in self._tried}
        if not missing:
            return False
        chosen = dict(list(missing.items())[:ROUND])
        batch: list[tuple[int, bytes]] = []
        for path, facts in self._facts(view, list(chosen)):
            self._tried.add(chosen[path])
            if facts is not None and facts[0] == view.store.blob_hash(chosen[path]):
                batch.append((chosen[path], facts[1]))
            if len(batch) >= BATCH:
                view.store.add_deep_facts(batch, DEEP_VERSION)
                batch = []
        view.store.add_deep_facts(batch, DEEP_VERSION)
        return True

    def _cover(self, view: View) -> None:
        """Make the search index of what is there, unless the first search would have it sooner by itself."""
        if self._covers and len(view.store.unsearchable(view.row.id)) >= MANY:
            self._covers = cover_apart(self._root, self._database, self._stop.wait)

    def _facts(self, view: View, paths: list[str]) -> Iterator[tuple[str, tuple[bytes, bytes] | None]]:
        settings, _ = view.project()
        folders = view.query_folders()
        for path, result in extract_all(self._root, paths, folders, settings.max_file_size, 1, deep=True, patient=True):
            if self._stop.is_set():
                return
            yield path, None if result is None or isinstance(result, WorkerFailed) else (result[0], result[1])
