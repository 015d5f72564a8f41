"""The view of one work tree in memory: which content lies at which path, equal to its rows in the store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..stamp import languages_stamp
from .rows import FileRow, FolderRow
from .stamps import Stamps

if TYPE_CHECKING:
    from ..languages import Registry
    from ..settings import Settings
    from .rows import ViewUpdate
    from .store import Store

__all__ = ["View", "query_folders"]


class View:
    """The files, folders and guards of one work tree, and what its project says of itself."""

    def __init__(self, root: str, store: Store) -> None:
        """Read the view of `root` (absolute, real) from the store."""
        self.root = root
        self.store = store
        self._loaded: tuple[Settings, Registry] | None = None
        self._names: tuple[int, list[str]] | None = None
        self.kept: dict[str, Any] = {}
        """What questions keep for later ones; whoever keeps something knows when it is no longer true."""
        self._load()

    @property
    def files(self) -> dict[str, FileRow]:
        """Each file of the view by path, read when first asked for: a look-up mostly needs just a sweep of the stamps.

        Another process may have changed the rows since; then `is_as_read` is false.
        """
        if self.known_files is None:
            rows = self._rows[0] if self._rows else self.store.files(self.row.id)
            self.known_files = {row[-1]: FileRow._make(row[:-1]) for row in rows}
        return self.known_files

    @property
    def folders(self) -> dict[str, FolderRow]:
        """Each folder of the view by path, made likewise."""
        if self.known_folders is None:
            rows = self._rows[1] if self._rows else self.store.folders(self.row.id)
            self.known_folders = {row[-1]: FolderRow._make(row[:-1]) for row in rows}
        return self.known_folders

    def names(self) -> list[str]:
        """Each name that a symbol of the repository has, read once a generation."""
        if self._names is None or self._names[0] != self.row.generation:
            self._names = self.row.generation, self.store.names()
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

    def leave_stamps(self) -> None:
        """Leave what was compared, and found true, for the next process, if this one had to read it row by row."""
        if self._rows is None or self.known_files is not None:
            return
        if (packed := self.stamps.packed()) is not None:
            self.store.keep_stamps(self.row.id, self.row.generation, packed)
        self._rows = None

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

    def query_folders(self) -> list[str]:
        """The folders of languages that the project brings along, as absolute paths."""
        return query_folders(self.root, self.project()[0])

    def load_project(self) -> str:
        """Read settings and languages anew; gives the stamp that a view made with them has. Raises BadSettings."""
        from ..languages import load_registry
        from ..settings import load_settings

        settings = load_settings(self.root)
        folders = query_folders(self.root, settings)
        registry = load_registry(folders)
        self._loaded = settings, registry
        own = [lang.fingerprint for lang in registry.languages.values() if os.path.dirname(lang.folder) in folders]
        return "\n".join((languages_stamp(), repr(settings), *own))

    def is_as_read(self) -> bool:
        """Whether nobody else has changed the view since it was made true."""
        return self.store.data_version() == self._data_version or self.store.view(self.root)[:3] == self.row[:3]

    def reload_if_others_wrote(self) -> None:
        """Read the view again if another process has changed it."""
        version = self.store.data_version()
        if version != self._data_version:
            row = self.store.view(self.root)
            if row[:3] != self.row[:3]:
                self._load()
            self._data_version = version

    def _load(self) -> None:
        self.unproved = True
        """Whether the rows are as somebody left them, not yet compared with the disk: then hints are no substitute."""
        self._data_version = self.store.data_version()
        self.row = self.store.view(self.root)
        packed = self.store.stamps(self.row.id, self.row.generation)
        stamps = Stamps.unpacked(packed) if packed is not None else None
        self._rows: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]] | None = None
        """The rows, if they had to be read: the stamps were not there in one piece."""
        if stamps is None:
            self._rows = self.store.files(self.row.id), self.store.folders(self.row.id)
            stamps = Stamps.of(*self._rows)
        self.stamps = stamps
        self.known_files: dict[str, FileRow] | None = None
        self.known_folders: dict[str, FolderRow] | None = None
        self.guards = self.store.guards(self.row.id)


def query_folders(root: str, settings: Settings) -> list[str]:
    """The folders of languages that a project brings along, as absolute paths."""
    return [os.path.join(root, folder) for folder in settings.queries]
