"""Brings the view of one work tree in line with the disk: the whole pipeline, from a sweep to stored facts.

    sweep (or full listing) → look at what changed → known content: map it → unknown: extract → store

A sweep costs one `lstat` a file and a folder and runs before every question. Everything else runs only where it
found a change. What a killed run stored stays; folders and the view's stamp are written last, so the next run
finds what is missing.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cache import LOCK
from ..progress import silent
from ..stamp import language_files, languages_stamp
from .lock import hold
from .store import FAILED, INDEXED, MEMORY, WITH_ERRORS, BlobKey, FileRow, FolderRow, NewBlob, ViewUpdate
from .sweep import guard_stamp, sweep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..languages import Registry
    from ..progress import Progress
    from ..settings import Settings
    from .discover import Listing
    from .look import Look
    from .store import Store

__all__ = ["Refreshed", "Sync"]

IN_PROCESS_BYTES = 300_000
IN_PROCESS_FILES = 40
"""Up to so much is extracted here: less than two worker processes cost to start."""
BATCH = 400
"""Files a transaction while extracting."""
UNSURE = "unsure"
"""Stamp of a guard that was too young when it was looked at: equal to no real one."""
UNSURE_CTIME = -1
"""Likewise of a folder."""


class Refreshed(NamedTuple):
    """What a refresh did."""

    changed: list[str]
    gone: list[str]
    parsed: int
    listed: bool
    """Whether the whole project was listed."""
    folders: bool = False
    """Whether folders were listed again."""


NOTHING = Refreshed([], [], 0, listed=False)


class Sync:
    """The view of one work tree in memory, kept equal to its rows in the store."""

    def __init__(self, root: str, store: Store) -> None:
        """Read the view of `root` (absolute, real) from the store."""
        self.root = root
        self.store = store
        self._loaded: tuple[Settings, Registry] | None = None
        self._names: tuple[int, list[str]] | None = None
        self.kept: dict[str, Any] = {}
        """What questions keep for later ones; whoever keeps something knows when it is no longer true."""
        self._load()

    def refresh(self, progress: Progress = silent, hints: Iterable[str] | None = None) -> Refreshed:
        """Make the view true. With `hints` (paths from a watcher) only those and the folders around are compared."""
        self._reload_if_others_wrote()
        if "" not in self.folders or not self._languages_unchanged():  # never listed, or the root was gone
            return self._refresh_all(progress)
        changes = sweep(self.root, self.files, self.folders, self.guards, hints)
        if changes.guards:
            return self._refresh_all(progress)
        if changes.folders:
            return self._refresh_folders(progress, changes.files, changes.gone, changes.folders)
        if not changes.files and not changes.gone:
            return NOTHING
        return self._ingest(progress, changes.files, _Plan(changes.gone))

    def rebuild(self, progress: Progress = silent) -> Refreshed:
        """Extract every file again, whatever is stored."""
        return self._refresh_all(progress, replace=True)

    def names(self) -> list[str]:
        """Each name that a symbol of the view has, read once a generation."""
        if self._names is None or self._names[0] != self.row.generation:
            self._names = self.row.generation, self.store.names(self.row.id)
        return self._names[1]

    # --- what to look at ----------------------------------------------------------------------------------------

    def _refresh_all(self, progress: Progress, *, replace: bool = False) -> Refreshed:
        from ..settings import settings_files
        from .discover import list_project

        started = time.time_ns()
        stamp = self._load_project()
        settings, registry = self._project()
        progress("listing files", 0, 0)
        listing = list_project(self.root, settings, registry.could_be_source)
        listed = set(listing.files)
        gone = [path for path in self.files if path not in listed]
        plan = _Plan(gone, stamp=stamp, listed=True, replace=replace)
        plan.folders = self._folder_rows(listing, started)
        plan.sure = set(plan.folders)
        plan.gone_folders = [path for path in self.folders if path not in plan.folders]
        own = [file for folder in _query_folders(self.root, settings) for file in language_files(folder)]
        guards = [*listing.guards, *settings_files(self.root), *own]
        plan.guards = {path: _settled_stamp(path, started) for path in guards}
        if replace or stamp != self.row.stamp:
            stale = listing.files
        else:
            known = {path: row for path, row in self.files.items() if path in listed}
            stale = sweep(self.root, known, {}, {}).files + [path for path in listing.files if path not in known]
        return self._ingest(progress, stale, plan)

    def _refresh_folders(
        self,
        progress: Progress,
        changed: list[str],
        gone: list[str],
        folders: list[str],
    ) -> Refreshed:
        from .discover import list_folders

        settings, registry = self._project()
        started = time.time_ns()
        listing = list_folders(
            self.root, settings, registry.could_be_source, folders, self.folders.keys(), self.guards.keys()
        )
        if not listing.complete:
            return self._refresh_all(progress)
        seen = set(listing.folders)
        lost = [path for path in folders if path not in seen]
        lost_prefixes = tuple(f"{path}/" for path in lost)
        listed = set(listing.files)
        plan = _Plan([path for path in gone if path not in listed])
        plan.folders = self._folder_rows(listing, started)
        plan.sure = set(plan.folders)
        if new_guards := set(listing.guards).difference(self.guards):
            plan.guards = {**self.guards, **{path: _settled_stamp(path, started) for path in new_guards}}
        plan.gone_folders = [p for p in self.folders if p in lost or p.startswith(lost_prefixes)] if lost else []
        known_gone = set(gone)  # of these, what is listed was written anew meanwhile
        plan.gone += [
            path
            for path in self.files
            if path not in listed
            and path not in known_gone
            and (_folder_of(path) in seen or (lost_prefixes and path.startswith(lost_prefixes)))
        ]
        plan.sure.update(plan.gone_folders)
        vanished = set(plan.gone)
        stale = [path for path in (*changed, *known_gone.intersection(listed)) if path not in vanished]
        stale += [path for path in listing.files if path not in self.files]
        return self._ingest(progress, stale, plan)

    def _folder_rows(self, listing: Listing, started: int) -> dict[str, FolderRow]:
        import json

        from .look import NO_LANGUAGE, is_racy

        rows: dict[str, FolderRow] = {}
        for path in listing.folders:
            try:
                found = os.lstat(os.path.join(self.root, path))
            except OSError:
                continue
            left_out = dict(listing.left_out.get(path, {}))
            if path in listing.other:
                left_out[NO_LANGUAGE] = listing.other[path]
            racy = is_racy(found.st_ctime_ns, found.st_ctime_ns, started)
            text = json.dumps(left_out) if left_out else ""
            rows[path] = FolderRow(UNSURE_CTIME if racy else found.st_ctime_ns, found.st_ino, text)
        return rows

    # --- what is in it ------------------------------------------------------------------------------------------

    def _ingest(self, progress: Progress, paths: Sequence[str], plan: _Plan) -> Refreshed:
        settings, registry = self._project()
        changed: list[str] = []
        parsed = 0
        first = bool(paths) and not self.store.has_blobs()
        if plan.replace or (first and len(paths) > IN_PROCESS_FILES):
            unknown: list[str] = list(paths)
        else:
            unknown = []
            here: list[Look] = []
            for path, seen in self._looks(paths, settings, registry):
                if seen is None:
                    plan.lose(path)
                    continue
                changed.append(path)
                row = self._known_row(seen)
                if row is not None:
                    plan.files[path] = row
                else:
                    here.append(seen)
                    if len(here) > IN_PROCESS_FILES or sum(len(look.raw) for look in here) > IN_PROCESS_BYTES:
                        unknown += [look.path for look in here]
                        here = []
            if unknown:
                unknown += [look.path for look in here]
            else:
                parsed += self._extract_here(here, plan)
        if unknown:
            with self._alone(progress) as waited:
                if waited:
                    unknown = self._still_unknown(unknown, plan, settings, registry)
                got, parsed = self._extract_in_workers(progress, unknown, plan, settings, registry)
            changed = list({*changed, *got})
        self._finish(plan)
        return Refreshed(
            sorted(p for p in changed if p in self.files),
            sorted(set(plan.gone)),
            parsed,
            plan.listed,
            bool(plan.folders or plan.gone_folders),
        )

    def _looks(self, paths: Sequence[str], settings: Settings, registry: Registry) -> Iterator[tuple[str, Look | None]]:
        from .look import look

        for path in paths:
            yield path, look(self.root, path, settings.max_file_size, registry)

    def _known_row(self, seen: Look) -> FileRow | None:
        """The row of a file whose content is known, or need not be."""
        if seen.key is None:
            return FileRow(*seen.stamp, seen.racy, None, seen.left_out)
        found = self.store.blob_id(seen.key)
        if found is None:
            return None
        blob_id, status = found
        return FileRow(*seen.stamp, seen.racy, blob_id, seen.left_out or _left_out_by(status))

    @contextmanager
    def _alone(self, progress: Progress) -> Iterator[bool]:
        """One process at a time does long work on an index; gives whether another one had to be waited for."""
        if self.store.path == MEMORY:
            yield False
            return
        with hold(
            os.path.join(os.path.dirname(self.store.path), LOCK),
            lambda: progress("waiting for another codeintel to finish indexing", 0, 0),
        ) as waited:
            yield waited

    def _still_unknown(self, paths: Sequence[str], plan: _Plan, settings: Settings, registry: Registry) -> list[str]:
        """Of these, the files whose content nobody has stored meanwhile."""
        unknown: list[str] = []
        for path, seen in self._looks(paths, settings, registry):
            row = self._known_row(seen) if seen is not None else None
            if row is not None and not plan.replace:
                plan.files[path] = row
            else:
                unknown.append(path)
        return unknown

    def _extract_here(self, looks: Sequence[Look], plan: _Plan) -> int:
        from .parse import facts_of

        blobs: list[NewBlob] = []
        for seen in looks:
            assert seen.key is not None
            if seen.left_out or seen.language is None:
                blobs.append(NewBlob(seen.key, seen.left_out, 0, (), (), ""))
                continue
            facts = facts_of(seen.language, seen.raw)
            status = WITH_ERRORS if facts.errors else INDEXED
            blobs.append(NewBlob(seen.key, status, facts.lines, facts.symbols, facts.imports, facts.words))
        ids = self.store.add_blobs(blobs)
        for seen in looks:
            assert seen.key is not None
            plan.files[seen.path] = FileRow(*seen.stamp, seen.racy, ids[seen.key], seen.left_out)
        return len(blobs)

    def _extract_in_workers(
        self,
        progress: Progress,
        paths: Sequence[str],
        plan: _Plan,
        settings: Settings,
        registry: Registry,
    ) -> tuple[list[str], int]:
        from .workers import WorkerFailed, extract_all

        folders = _query_folders(self.root, settings)
        changed: list[str] = []
        batch: list[tuple[str, FileRow, NewBlob | None]] = []
        done = parsed = 0
        for path, result in extract_all(self.root, paths, folders, settings.max_file_size):
            done += 1
            if isinstance(result, WorkerFailed):
                item = self._failed(path, settings, registry)
            else:
                item = None if result is None else _unpack(result)
            if item is None:
                plan.lose(path)
            else:
                changed.append(path)
                batch.append((path, *item))
                parsed += item[1] is not None
            if len(batch) >= BATCH:
                self._store_batch(batch, plan)
                batch = []
            progress("indexing", done, len(paths))
        self._store_batch(batch, plan)
        return changed, parsed

    def _failed(self, path: str, settings: Settings, registry: Registry) -> tuple[FileRow, NewBlob | None] | None:
        from .look import look

        seen = look(self.root, path, settings.max_file_size, registry)
        if seen is None or seen.key is None:
            return None
        return FileRow(*seen.stamp, seen.racy, None, FAILED), NewBlob(seen.key, FAILED, 0, (), (), "")

    def _store_batch(self, batch: Sequence[tuple[str, FileRow, NewBlob | None]], plan: _Plan) -> None:
        if not batch:
            return
        ids = self.store.add_blobs((blob for _, _, blob in batch if blob is not None), replace=plan.replace)
        rows = {path: row if blob is None else row._replace(blob_id=ids[blob.key]) for path, row, blob in batch}
        self._apply(ViewUpdate(rows, (), {}, (), None, None))

    # --- the view -----------------------------------------------------------------------------------------------

    def _finish(self, plan: _Plan) -> None:
        for folder in {_folder_of(path) for path in plan.gone} - plan.sure:
            row = plan.folders.get(folder) or self.folders.get(folder)
            if row is not None:
                plan.folders[folder] = row._replace(ctime_ns=UNSURE_CTIME)
        update = ViewUpdate(plan.files, plan.gone, plan.folders, plan.gone_folders, plan.guards, plan.stamp)
        if any(update[:5]) or update.stamp != self.row.stamp:
            self._apply(update)
        today = int(time.time() // 86400)
        if self.row.used_on != today:
            self.store.collect(self.row.id)
            self.row = self.row._replace(used_on=today)

    def _apply(self, update: ViewUpdate) -> None:
        self.store.update_view(self.row.id, update)
        self.row = self.row._replace(
            generation=self.row.generation + 1, stamp=self.row.stamp if update.stamp is None else update.stamp
        )
        for path in update.gone_files:
            self.files.pop(path, None)
        self.files.update(update.files)
        for path in update.gone_folders:
            self.folders.pop(path, None)
        self.folders.update(update.folders)
        if update.guards is not None:
            self.guards = update.guards

    def _load(self) -> None:
        self._data_version = self.store.data_version()
        self.row = self.store.view(self.root)
        self.files = self.store.files(self.row.id)
        self.folders = self.store.folders(self.row.id)
        self.guards = self.store.guards(self.row.id)

    def _reload_if_others_wrote(self) -> None:
        version = self.store.data_version()
        if version != self._data_version:
            row = self.store.view(self.root)
            if row[:3] != self.row[:3]:
                self._load()
            self._data_version = version

    # --- what the project says ----------------------------------------------------------------------------------

    def _languages_unchanged(self) -> bool:
        """Whether the bundled languages are those that the view was listed with; a project's own are guards."""
        return self.row.stamp.partition("\n")[0] == languages_stamp()

    def _load_project(self) -> str:
        """Read settings and languages anew; gives the stamp that a view made with them has."""
        from ..languages import load_registry
        from ..settings import load_settings

        settings = load_settings(self.root)
        folders = _query_folders(self.root, settings)
        self._loaded = settings, load_registry(folders)
        own = [
            language.fingerprint
            for language in self._loaded[1].languages.values()
            if os.path.dirname(language.folder) in folders
        ]
        return "\n".join((languages_stamp(), repr(settings), *own))

    def project(self) -> tuple[Settings, Registry]:
        """The project's settings and languages."""
        return self._project()

    def query_folders(self) -> list[str]:
        """The folders of languages that the project brings along."""
        return _query_folders(self.root, self._project()[0])

    def _project(self) -> tuple[Settings, Registry]:
        if self._loaded is None:
            self._load_project()
        assert self._loaded is not None
        return self._loaded


def _folder_of(path: str) -> str:
    return path[: max(path.rfind("/"), 0)]


def _query_folders(root: str, settings: Settings) -> list[str]:
    return [os.path.join(root, folder) for folder in settings.queries]


def _settled_stamp(path: str, looked_ns: int) -> str:
    """The stamp of a guard, unless it is too young for the stamp to prove anything."""
    from .look import is_racy

    stamp = guard_stamp(path)
    if stamp:
        _, mtime, ctime, _ = map(int, stamp.split())
        if is_racy(mtime, ctime, looked_ns):
            return UNSURE
    return stamp


class _Plan:
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
        self.sure.discard(_folder_of(path))


def _unpack(result: tuple[Any, ...]) -> tuple[FileRow, NewBlob | None]:
    """What `worker.examine` made of a file, as rows; the blob's id is not known yet."""
    stamp, racy, left_out, key, status, lines, symbols, imports, words = result
    row = FileRow(*stamp, racy, None, left_out)
    return row, NewBlob(BlobKey(*key), status, lines, symbols, imports, words) if key else None


def _left_out_by(status: str) -> str:
    return "" if status in (INDEXED, WITH_ERRORS) else status
