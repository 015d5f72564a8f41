"""Gives the deep facts of files: from the store, or made of their content and stored, little here, much in workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import DEEP_VERSION
from ..deeppacking import pack, unpack
from ..progress import silent
from .rows import StoreDamaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..deepfacts import DeepFacts
    from ..progress import Progress
    from .sync import Sync

__all__ = ["deep_facts", "make_all"]

HERE = 600_000
"""Bytes of files that are made in this process together: that takes as long as two workers need to start and do it."""
BATCH = 200


def deep_facts(view: Sync, blobs: dict[int, str], progress: Progress = silent) -> dict[int, DeepFacts]:
    """The deep facts of blobs, each given with a path that has it. Raises ChangedMeanwhile, StoreDamaged."""
    stored = view.store.deep_facts(list(blobs), DEEP_VERSION)
    missing = {blob_id: path for blob_id, path in blobs.items() if blob_id not in stored}
    if missing:
        for batch in _batches(_make(view, missing, progress)):
            view.store.add_deep_facts(batch, DEEP_VERSION)
            stored.update(batch)
    try:
        return {blob_id: unpack(stored.pop(blob_id)) for blob_id in list(stored)}  # both at once would be much to hold
    except (ValueError, EOFError, TypeError) as error:
        raise StoreDamaged(f"the index is damaged: {error}", "It is made again.") from error


def make_all(view: Sync, progress: Progress = silent) -> None:
    """Make and store the deep facts of every file that has none. Raises ChangedMeanwhile."""
    missing = dict(view.store.without_deep(view.row.id, DEEP_VERSION))
    for batch in _batches(_make(view, missing, progress)):
        view.store.add_deep_facts(batch, DEEP_VERSION)


def _make(view: Sync, blobs: dict[int, str], progress: Progress) -> Iterable[tuple[int, bytes]]:
    few = sum(view.files[path].size for path in blobs.values()) <= HERE
    return (_make_here if few else _make_in_workers)(view, blobs, progress)


def _make_here(view: Sync, blobs: dict[int, str], progress: Progress) -> Iterable[tuple[int, bytes]]:
    from .content import proved_content
    from .deep import deep_facts_of

    _, registry = view.project()
    for done, (blob_id, path) in enumerate(blobs.items()):
        progress("reading references", done, len(blobs))
        language = registry.languages.get(view.store.blob(blob_id)[0])
        raw = proved_content(view, path)
        if language is not None:
            yield blob_id, pack(deep_facts_of(language, raw))


def _make_in_workers(view: Sync, blobs: dict[int, str], progress: Progress) -> Iterable[tuple[int, bytes]]:
    from .content import changed_meanwhile
    from .workers import WorkerFailed, extract_all

    settings, _ = view.project()
    by_path = {path: blob_id for blob_id, path in blobs.items()}
    done = 0
    for path, result in extract_all(view.root, list(by_path), view.query_folders(), settings.max_file_size, deep=True):
        done += 1
        progress("reading references", done, len(by_path))
        if isinstance(result, WorkerFailed):
            continue  # such a file has no references; its outline stays
        if result is None or result[0] != view.store.blob_hash(by_path[path]):
            raise changed_meanwhile(path)
        yield by_path[path], result[1]


def _batches(rows: Iterable[tuple[int, bytes]]) -> Iterable[Sequence[tuple[int, bytes]]]:
    batch: list[tuple[int, bytes]] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
