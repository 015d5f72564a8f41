"""Takes in what a sweep found: lists, looks at files, maps known content, extracts unknown content, and stores.

    listing → look at what changed → known content: map it → unknown: extract, in a fork or in workers → store

What a killed run stored stays; folders and the view's stamp are written last, so the next run finds what is missing.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..cache import LOCK
from ..settings import settings_files
from ..stamp import language_files
from .discover import list_folders, list_project
from .lock import hold
from .look import NO_LANGUAGE, is_racy, look
from .rows import BlobKey, FileRow, FolderRow, NewBlob, ViewUpdate
from .store import FAILED, INDEXED, MEMORY, WITH_ERRORS
from .sweep import FITS, Refreshed, folder_of, guard_stamp, sweep
from .view import query_folders

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from ..languages import Registry
    from ..progress import Progress
    from ..settings import Settings
    from .discover import Listing
    from .look import Look
    from .view import View

__all__ = ["Plan", "take_in", "take_in_all", "take_in_folders"]

FEW_BYTES = 300_000
FEW_FILES = 40
"""Up to so much is extracted in a fork: less than two worker processes cost to start."""
BATCH = 400
"""Files a transaction while extracting."""
UNSURE = "unsure"
"""Stamp of a guard that was too young when it was looked at: equal to no real one."""
UNSURE_CTIME = -1
"""Likewise of a folder."""


def take_in_all(view: View, progress: Progress, *, replace: bool = False) -> Refreshed:
    """List the whole project and take in what differs; with `replace`, extract every file anew."""
    started = time.time_ns()
    stamp = view.load_project()
    settings, registry = view.project()
    progress("listing files", 0, 0)
    listing = list_project(view.root, settings, registry.could_be_source)
    listed = set(listing.files)
    gone = [path for path in view.files if path not in listed]
    plan = Plan(gone, stamp=stamp, listed=True, replace=replace)
    plan.folders = _folder_rows(view, listing, started)
    plan.sure = set(plan.folders)
    plan.gone_folders = [path for path in view.folders if path not in plan.folders]
    own = [file for folder in query_folders(view.root, settings) for file in language_files(folder)]
    guards = [*listing.guards, *settings_files(view.root), *own]
    plan.guards = {path: _settled_stamp(path, started) for path in guards}
    if replace or stamp != view.row.stamp:
        stale = listing.files
    else:
        known = {path: row for path, row in view.files.items() if path in listed}
        stale = sweep(view.root, known.items(), (), {}).files + [path for path in listing.files if path not in known]
    return take_in(view, progress, stale, plan)


def take_in_folders(
    view: View,
    progress: Progress,
    changed: list[str],
    gone: list[str],
    folders: list[str],
) -> Refreshed:
    """List these folders again and take in what is new or gone in them, besides the files found `changed` or `gone`."""
    settings, registry = view.project()
    started = time.time_ns()
    listing = list_folders(
        view.root, settings, registry.could_be_source, folders, view.folders.keys(), view.guards.keys()
    )
    if not listing.complete:
        return take_in_all(view, progress)
    seen = set(listing.folders)
    lost = [path for path in folders if path not in seen]
    lost_prefixes = tuple(f"{path}/" for path in lost)
    listed = set(listing.files)
    plan = Plan([path for path in gone if path not in listed])
    plan.folders = _folder_rows(view, listing, started)
    plan.sure = set(plan.folders)
    if new_guards := set(listing.guards).difference(view.guards):
        plan.guards = {**view.guards, **{path: _settled_stamp(path, started) for path in new_guards}}
    plan.gone_folders = [p for p in view.folders if p in lost or p.startswith(lost_prefixes)] if lost else []
    known_gone = set(gone)  # of these, what is listed was written anew meanwhile
    plan.gone += [
        path
        for path in view.files
        if path not in listed
        and path not in known_gone
        and (folder_of(path) in seen or (lost_prefixes and path.startswith(lost_prefixes)))
    ]
    plan.sure.update(plan.gone_folders)
    vanished = set(plan.gone)
    stale = [path for path in (*changed, *known_gone.intersection(listed)) if path not in vanished]
    stale += [path for path in listing.files if path not in view.files]
    return take_in(view, progress, stale, plan)


def _folder_rows(view: View, listing: Listing, started: int) -> dict[str, FolderRow]:
    rows: dict[str, FolderRow] = {}
    for path in listing.folders:
        try:
            found = os.lstat(os.path.join(view.root, path))
        except OSError:
            continue
        left_out = dict(listing.left_out.get(path, {}))
        if path in listing.other:
            left_out[NO_LANGUAGE] = listing.other[path]
        racy = is_racy(found.st_ctime_ns, found.st_ctime_ns, started)
        text = json.dumps(left_out) if left_out else ""
        rows[path] = FolderRow(UNSURE_CTIME if racy else found.st_ctime_ns, found.st_ino & FITS, text)
    return rows


def take_in(view: View, progress: Progress, paths: Sequence[str], plan: Plan) -> Refreshed:
    """Look at these files, store what they say, and write the plan."""
    settings, registry = view.project()
    changed: list[str] = []
    parsed = 0
    first = bool(paths) and not view.store.has_blobs()
    if plan.replace or (first and len(paths) > FEW_FILES):
        unknown: list[str] = list(paths)
    else:
        unknown = []
        here: list[Look] = []
        for path, seen in _looks(view, paths, settings, registry):
            if seen is None:
                plan.lose(path)
                continue
            changed.append(path)
            row = _known_row(view, seen)
            if row is not None:
                plan.files[path] = row
            else:
                here.append(seen)
                if len(here) > FEW_FILES or sum(len(look.raw) for look in here) > FEW_BYTES:
                    unknown += [look.path for look in here]
                    here = []
        if unknown:
            unknown += [look.path for look in here]
        else:
            parsed += _extract_few(view, here, plan)
    if unknown:
        with _alone(view, progress) as waited:
            if waited:
                unknown = _still_unknown(view, unknown, plan, settings, registry)
            got, parsed = _extract_in_workers(view, progress, unknown, plan, settings, registry)
        changed = list({*changed, *got})
    _finish(view, plan)
    return Refreshed(
        sorted(p for p in changed if p in view.files),
        sorted(set(plan.gone)),
        parsed,
        plan.listed,
        bool(plan.folders or plan.gone_folders),
    )


def _looks(
    view: View, paths: Sequence[str], settings: Settings, registry: Registry
) -> Iterator[tuple[str, Look | None]]:
    for path in paths:
        yield path, look(view.root, path, settings.max_file_size, registry)


def _known_row(view: View, seen: Look) -> FileRow | None:
    """The row of a file whose content is known, or need not be."""
    if seen.key is None:
        return FileRow(*seen.stamp, seen.racy, None, seen.left_out)
    found = view.store.blob_id(seen.key)
    if found is None:
        return None
    blob_id, status = found
    return FileRow(*seen.stamp, seen.racy, blob_id, seen.left_out or _left_out_by(status))


@contextmanager
def _alone(view: View, progress: Progress) -> Generator[bool]:
    """One process at a time does long work on an index; gives whether another one had to be waited for."""
    if view.store.path == MEMORY:
        yield False
        return
    with hold(
        os.path.join(os.path.dirname(view.store.path), LOCK),
        lambda: progress("waiting for another codeintel to finish indexing", 0, 0),
    ) as waited:
        yield waited


def _still_unknown(view: View, paths: Sequence[str], plan: Plan, settings: Settings, registry: Registry) -> list[str]:
    """Of these, the files whose content nobody has stored meanwhile."""
    unknown: list[str] = []
    for path, seen in _looks(view, paths, settings, registry):
        row = _known_row(view, seen) if seen is not None else None
        if row is not None and not plan.replace:
            plan.files[path] = row
        else:
            unknown.append(path)
    return unknown


def _extract_few(view: View, looks: Sequence[Look], plan: Plan) -> int:
    if not looks:
        return 0
    from .extract import extract_apart

    blobs = extract_apart(looks)
    ids = view.store.add_blobs(blobs)
    for seen, blob in zip(looks, blobs, strict=True):
        left_out = seen.left_out or _left_out_by(blob.status)
        plan.files[seen.path] = FileRow(*seen.stamp, seen.racy, ids[blob.key], left_out)
    return len(blobs)


def _extract_in_workers(
    view: View,
    progress: Progress,
    paths: Sequence[str],
    plan: Plan,
    settings: Settings,
    registry: Registry,
) -> tuple[list[str], int]:
    from .workers import WorkerFailed, extract_all

    folders = query_folders(view.root, settings)
    changed: list[str] = []
    batch: list[tuple[str, FileRow, NewBlob | None]] = []
    parsed = 0
    for done, (path, result) in enumerate(extract_all(view.root, paths, folders, settings.max_file_size), 1):
        if isinstance(result, WorkerFailed):
            item = _failed(view, path, settings, registry)
        else:
            item = None if result is None else _unpack(result)
        if item is None:
            plan.lose(path)
        else:
            changed.append(path)
            batch.append((path, *item))
            parsed += item[1] is not None
        if len(batch) >= BATCH:
            _store_batch(view, batch, plan)
            batch = []
        progress("indexing", done, len(paths))
    _store_batch(view, batch, plan)
    return changed, parsed


def _failed(view: View, path: str, settings: Settings, registry: Registry) -> tuple[FileRow, NewBlob | None] | None:
    from .look import look

    seen = look(view.root, path, settings.max_file_size, registry)
    if seen is None or seen.key is None:
        return None
    return FileRow(*seen.stamp, seen.racy, None, FAILED), NewBlob(seen.key, FAILED, 0, (), "")


def _store_batch(view: View, batch: Sequence[tuple[str, FileRow, NewBlob | None]], plan: Plan) -> None:
    if not batch:
        return
    ids = view.store.add_blobs((blob for _, _, blob in batch if blob is not None), replace=plan.replace)
    rows = {path: row if blob is None else row._replace(blob_id=ids[blob.key]) for path, row, blob in batch}
    view.apply(ViewUpdate(rows, (), {}, (), None, None))


def _finish(view: View, plan: Plan) -> None:
    for folder in {folder_of(path) for path in plan.gone} - plan.sure:
        row = plan.folders.get(folder) or view.folders.get(folder)
        if row is not None:
            plan.folders[folder] = row._replace(ctime_ns=UNSURE_CTIME)
    update = ViewUpdate(plan.files, plan.gone, plan.folders, plan.gone_folders, plan.guards, plan.stamp)
    if any(update[:5]) or update.stamp != view.row.stamp:
        view.apply(update)
    view.collect_once_a_day(int(time.time() // 86400))


def _settled_stamp(path: str, looked_ns: int) -> str:
    """The stamp of a guard, unless it is too young for the stamp to prove anything."""
    stamp = guard_stamp(path)
    if stamp:
        _, mtime, ctime, _ = map(int, stamp.split())
        if is_racy(mtime, ctime, looked_ns):
            return UNSURE
    return stamp


class Plan:
    """What a refresh is going to write once its files are read."""

    def __init__(
        self, gone: Sequence[str], *, stamp: str | None = None, listed: bool = False, replace: bool = False
    ) -> None:
        self.gone = list(gone)
        self.stamp = stamp
        self.listed = listed
        self.replace = replace
        self.files: dict[str, FileRow] = {}
        self.folders: dict[str, FolderRow] = {}
        self.gone_folders: list[str] = []
        self.guards: dict[str, str] | None = None
        self.sure: set[str] = set()
        """Folders whose listing says which files are gone. Of others it may say the next one: a file that was away for
        a moment leaves no trace if its folder was looked at after it came back."""

    def lose(self, path: str) -> None:
        """Take note that a file was no longer there when it was to be read."""
        self.gone.append(path)
        self.sure.discard(folder_of(path))


def _unpack(result: tuple[Any, ...]) -> tuple[FileRow, NewBlob | None]:
    """What `worker.examine` made of a file, as rows; the blob's id is not known yet."""
    stamp, racy, left_out, key, status, lines, symbols, words = result
    size, mtime_ns, ctime_ns, inode = stamp
    row = FileRow(size, mtime_ns, ctime_ns, inode, racy, None, left_out)
    return row, NewBlob(BlobKey(*key), status, lines, symbols, words) if key else None


def _left_out_by(status: str) -> str:
    return "" if status in (INDEXED, WITH_ERRORS) else status
