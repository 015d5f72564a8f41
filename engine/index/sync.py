"""The view of one work tree in memory, and what makes it true before every question.

A refresh that finds nothing costs one `lstat` a file and a folder; this module holds that way and is all that a
look-up loads. Whatever has changed is handed to `ingest.py`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..progress import silent
from ..stamp import languages_stamp
from .sweep import NOTHING, sweep

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..languages import Registry
    from ..progress import Progress
    from ..settings import Settings
    from .store import Store, ViewUpdate
    from .sweep import Refreshed

__all__ = ["Sync"]


class Sync:
    """The view of one work tree in memory, kept equal to its rows in the store."""

    def __init__(self, root: str, store: Store) -> None:
        """Read the view of `root` (absolute, real) from the store."""
        self.root = root
        self.store = store
        self._loaded: tuple[Settings, Registry] | None = None
        self._names: tuple[int, list[str]] | None = None
        self._load()

    def refresh(self, progress: Progress = silent, hints: Iterable[str] | None = None) -> Refreshed:
        """Make the view true. With `hints` (paths from a watcher) only those and the folders around are compared."""
        self._reload_if_others_wrote()
        if "" in self.folders and self._languages_unchanged():
            changes = sweep(self.root, self.files, self.folders, self.guards, hints)
            if not any(changes):
                return NOTHING
        else:  # never listed, or the root was gone
            changes = None
        from .ingest import Plan, take_in, take_in_all, take_in_folders

        if changes is None or changes.guards:
            return take_in_all(self, progress)
        if changes.folders:
            return take_in_folders(self, progress, changes.files, changes.gone, changes.folders)
        return take_in(self, progress, changes.files, Plan(changes.gone))

    def rebuild(self, progress: Progress = silent) -> Refreshed:
        """Extract every file again, whatever is stored."""
        from .ingest import take_in_all

        self._reload_if_others_wrote()
        return take_in_all(self, progress, replace=True)

    def names(self) -> list[str]:
        """Each name that a symbol of the view has, read once a generation."""
        if self._names is None or self._names[0] != self.row.generation:
            self._names = self.row.generation, self.store.names(self.row.id)
        return self._names[1]

    def apply(self, update: ViewUpdate) -> None:
        """Change the view, in the store and here."""
        self.store.update_view(self.row.id, update)
        stamp = self.row.stamp if update.stamp is None else update.stamp
        self.row = self.row._replace(generation=self.row.generation + 1, stamp=stamp)
        for path in update.gone_files:
            self.files.pop(path, None)
        self.files.update(update.files)
        for path in update.gone_folders:
            self.folders.pop(path, None)
        self.folders.update(update.folders)
        if update.guards is not None:
            self.guards = update.guards

    def collect_once_a_day(self, today: int) -> None:
        """Let the store forget what nobody has used for long."""
        if self.row.used_on != today:
            self.store.collect(self.row.id)
            self.row = self.row._replace(used_on=today)

    def project(self) -> tuple[Settings, Registry]:
        """The settings and languages of the project, as last read. Raises BadSettings."""
        if self._loaded is None:
            self.load_project()
        assert self._loaded is not None
        return self._loaded

    def load_project(self) -> str:
        """Read settings and languages anew; gives the stamp that a view made with them has. Raises BadSettings."""
        from ..languages import load_registry
        from ..settings import load_settings
        from .ingest import query_folders

        settings = load_settings(self.root)
        folders = query_folders(self.root, settings)
        registry = load_registry(folders)
        self._loaded = settings, registry
        own = [lang.fingerprint for lang in registry.languages.values() if os.path.dirname(lang.folder) in folders]
        return "\n".join((languages_stamp(), repr(settings), *own))

    def _languages_unchanged(self) -> bool:
        """Whether the bundled languages are those that the view was listed with; a project's own are guards."""
        return self.row.stamp.partition("\n")[0] == languages_stamp()

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
