"""Makes the view of a work tree true before every question.

A refresh that finds nothing costs one `lstat` a file and a folder; this module holds that way and is all of it that a
look-up loads. Whatever has changed is handed to `ingest.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..progress import silent
from ..stamp import languages_stamp
from .sweep import NOTHING, hinted, sweep
from .view import View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..progress import Progress
    from .sweep import Changes, Refreshed

__all__ = ["Sync"]


class Sync(View):
    """A view that can be made true."""

    def refresh(self, progress: Progress = silent, hints: Iterable[str] | None = None) -> Refreshed:
        """Make the view true. With `hints` (paths from a watcher) only those and the folders around are compared."""
        self.reload_if_others_wrote()
        if self.unproved:
            hints, self.unproved = None, False
        if self._was_listed() and self._languages_unchanged():
            changes = self._sweep(hints)
            if not any(changes):
                self.leave_stamps()
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

        self.reload_if_others_wrote()
        return take_in_all(self, progress, replace=True)

    def _sweep(self, hints: Iterable[str] | None) -> Changes:
        if hints is not None:
            files, folders = hinted(set(hints), self.files, self.folders)
            return sweep(self.root, files.items(), folders.items(), self.guards)
        files = self.known_files.items() if self.known_files is not None else self.stamps.files()
        folders = self.known_folders.items() if self.known_folders is not None else self.stamps.folders()
        return sweep(self.root, files, folders, self.guards)

    def _was_listed(self) -> bool:
        """Whether the root is known; it is listed with all the rest."""
        if self.known_folders is not None:
            return "" in self.known_folders
        return self.stamps.has_root()

    def _languages_unchanged(self) -> bool:
        """Whether the bundled languages are those that the view was listed with; a project's own are guards."""
        return self.row.stamp.partition("\n")[0] == languages_stamp()
