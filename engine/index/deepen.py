"""Gives the deep facts of files: from the store, or made of their content and stored, little here, much in workers."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from ..deepfacts import DEEP_VERSION
from ..deeppacking import pack, unpack
from ..progress import silent
from .rows import StoreDamaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..deepfacts import DeepFacts
    from ..progress import Progress
    from .sync import Sync
    from .workers import Extraction

__all__ = ["Making", "deep_facts", "few", "make_all", "stored_facts"]

HERE = 600_000
"""Bytes of files that are made in this process together: that takes as long as two workers need to start and do it."""
BATCH = 200
DOING = "reading references"


def deep_facts(view: Sync, blobs: dict[int, str], progress: Progress = silent) -> dict[int, DeepFacts]:
    """The deep facts of blobs, each given with a path that has it. Raises ChangedMeanwhile, StoreDamaged."""
    found = stored_facts(view, blobs)
    missing = {blob_id: path for blob_id, path in blobs.items() if blob_id not in found}
    if missing:
        for batch in _batches(_make(view, missing, progress)):
            view.store.add_deep_facts(batch, DEEP_VERSION)
            found.update((blob_id, _read(packed)) for blob_id, packed in batch)
    return found


def stored_facts(view: Sync, blobs: Iterable[int]) -> dict[int, DeepFacts]:
    """The deep facts of those of some blobs that have some in the store. Raises StoreDamaged."""
    stored = view.store.deep_facts(list(blobs), DEEP_VERSION)
    return {blob_id: _read(stored.pop(blob_id)) for blob_id in list(stored)}  # both at once would be much to hold


def make_all(view: Sync, progress: Progress = silent) -> None:
    """Make and store the deep facts of every file that has none. Raises ChangedMeanwhile."""
    missing = dict(view.store.without_deep(view.row.id, DEEP_VERSION))
    for batch in _batches(_make(view, missing, progress)):
        view.store.add_deep_facts(batch, DEEP_VERSION)


class Making:
    """Deep facts that workers make of many files, in the order given, while those that are there are used.

    What is asked for before a worker has begun with it is made here meanwhile. Raises as `deep_facts` does.
    """

    def __init__(self, view: Sync, blobs: dict[int, str], progress: Progress = silent) -> None:
        """Begin."""
        self._view = view
        self._progress = progress
        self._missing = dict(blobs)
        self._made: dict[int, bytes | None] = {}
        """What nobody has taken; None where nothing can be made."""
        self._unsaved: list[tuple[int, bytes]] = []
        self._count = len(blobs)
        self._work = _in_workers(view, blobs.values())
        self._results = _proved(view, blobs, self._work)

    def has(self, blob_id: int) -> bool:
        """Whether the facts of a blob are to be taken from here."""
        return blob_id in self._missing or blob_id in self._made

    def take(self, blob_id: int) -> DeepFacts | None:
        """The facts of a blob; None where none can be made."""
        if blob_id not in self._made and self._work.withdraw(self._missing[blob_id]):
            self._receive(blob_id, _packed(self._view, blob_id, self._missing[blob_id]))
        while blob_id not in self._made:
            self._receive(*next(self._results))
        packed = self._made[blob_id]
        if packed is not None:
            del self._made[blob_id]
        return None if packed is None else _read(packed)

    def finish(self) -> None:
        """Wait for what nobody has asked for, and store all."""
        for blob_id, packed in self._results:
            self._receive(blob_id, packed)
        self._save()

    def close(self) -> None:
        """Leave what is not done."""
        self._work.close()

    def report(self) -> None:
        """Say how far it is."""
        self._progress(DOING, self._count - len(self._missing), self._count)

    def _receive(self, blob_id: int, packed: bytes | None) -> None:
        del self._missing[blob_id]
        self._made[blob_id] = packed
        self.report()
        if packed is not None:
            self._unsaved.append((blob_id, packed))
            if len(self._unsaved) >= BATCH:
                self._save()

    def _save(self) -> None:
        if self._unsaved:
            self._view.store.add_deep_facts(self._unsaved, DEEP_VERSION)
            self._unsaved = []


def few(view: Sync, paths: Iterable[str]) -> bool:
    """Whether files are made here sooner than in workers that have to be started."""
    return sum(view.files[path].size for path in paths) <= HERE


def _make(view: Sync, blobs: dict[int, str], progress: Progress) -> Iterable[tuple[int, bytes]]:
    return (_make_here if few(view, blobs.values()) else _make_in_workers)(view, blobs, progress)


def _make_here(view: Sync, blobs: dict[int, str], progress: Progress) -> Iterator[tuple[int, bytes]]:
    for done, (blob_id, path) in enumerate(blobs.items()):
        progress(DOING, done, len(blobs))
        packed = _packed(view, blob_id, path)
        if packed is not None:
            yield blob_id, packed


def _packed(view: Sync, blob_id: int, path: str) -> bytes | None:
    from .content import proved_content
    from .deep import deep_facts_of

    language = view.project()[1].languages.get(view.store.blob(blob_id)[0])
    raw = proved_content(view, path)
    return pack(deep_facts_of(language, raw)) if language is not None else None


def _make_in_workers(view: Sync, blobs: dict[int, str], progress: Progress) -> Iterator[tuple[int, bytes]]:
    with closing(_in_workers(view, blobs.values())) as work:
        for done, (blob_id, packed) in enumerate(_proved(view, blobs, work), 1):
            progress(DOING, done, len(blobs))
            if packed is not None:
                yield blob_id, packed


def _in_workers(view: Sync, paths: Iterable[str]) -> Extraction:
    from .workers import Extraction

    size = view.project()[0].max_file_size
    return Extraction(view.root, list(paths), view.query_folders(), size, deep=True)


def _proved(view: Sync, blobs: dict[int, str], work: Extraction) -> Iterator[tuple[int, bytes | None]]:
    """What workers made of each blob; None of a file that ended its worker: it has no references, its outline stays."""
    from .content import changed_meanwhile
    from .workers import WorkerFailed

    by_path = {path: blob_id for blob_id, path in blobs.items()}
    for path, result in work:
        if isinstance(result, WorkerFailed):
            yield by_path[path], None
        elif result is None or result[0] != view.store.blob_hash(by_path[path]):
            raise changed_meanwhile(path)
        else:
            yield by_path[path], result[1]


def _read(packed: bytes) -> DeepFacts:
    try:
        return unpack(packed)
    except (ValueError, EOFError, TypeError) as error:
        raise StoreDamaged(f"the index is damaged: {error}", "It is made again.") from error


def _batches(rows: Iterable[tuple[int, bytes]]) -> Iterable[Sequence[tuple[int, bytes]]]:
    batch: list[tuple[int, bytes]] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
