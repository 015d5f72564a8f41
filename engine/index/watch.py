"""Lets file events say what to compare before a question, instead of a sweep over everything.

Events are hints, the disk decides: each names a path, and `Sync.refresh` compares just those. That all earlier events
have arrived is proved by a cookie, as Watchman does it: a file made in the version-control folder, whose own event
comes after all others, since one inotify queue serves every folder. A cookie that does not come in time, a queue that
overflowed, a limit that was reached or no version-control folder costs speed, never truth: then a sweep is made.

Only folders of the view are watched, so nothing below `node_modules` or build output. watchdog's `Observer` watches
whole trees and gives each watch a queue of its own; so its inotify reader is used without it.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

from ..errors import Failed
from ..project import git_folder, git_top

if TYPE_CHECKING:
    from ..progress import Progress
    from .sweep import Refreshed
    from .sync import Sync

__all__ = ["CannotWatch", "Watcher"]

COOKIE = "codeintel-cookie-"
COOKIE_SECONDS = 0.35
"""The longest a cookie was seen to take; usual is half a millisecond."""


class CannotWatch(Failed):
    """The system gives no file events here; sweeps do instead."""

    code = "cannot_watch"


class Watcher:
    """Events of the folders of one view. `refresh` is called by one thread at a time."""

    def __init__(self, view: Sync) -> None:
        """Watch every folder of `view`. Raises CannotWatch where that is not possible."""
        self.activity = threading.Event()
        """Set whenever something happened."""
        self.sweeping = ""
        """Why questions are answered by sweeps all the same, or empty."""
        self._lock = threading.Lock()
        self._dirty: set[str] = set()
        self._moved: set[str] = set()
        """Folders that came, went or were replaced: a watch on the old one says nothing of the new one."""
        self._lost = True
        self._folders: dict[int, str] = {}
        self._watches: dict[str, int] = {}
        self._inodes: dict[str, int] = {}
        """Of each watched folder: one that took its place makes no event if it is the root."""
        self._cookies: dict[bytes, threading.Event] = {}
        self._count = 0
        self._cookie_folder = _cookie_folder(view.root)
        self._root = view.root
        try:
            from watchdog.observers.inotify_c import InotifyFD

            self._inotify = InotifyFD()
        except (ImportError, OSError) as error:
            raise CannotWatch(f"file events are not available: {error}", _HINT) from error
        self._inotify.start()
        self._cookie_watch = -1
        if self._cookie_folder is None:
            self.sweeping = "there is no version-control folder to put a cookie in"
        else:
            self._cookie_watch = self._add(self._cookie_folder)
        self._follow(view)

    def close(self) -> None:
        """Stop watching."""
        self._inotify.stop()

    def refresh(self, view: Sync, progress: Progress) -> Refreshed:
        """Make the view true with as little looking as the events allow."""
        told = not self.sweeping and self._all_events_are_here()
        with self._lock:
            hints, lost = self._dirty, self._lost
            self._dirty, self._lost = set(), False
        try:
            done = view.refresh(progress, hints if told and not lost else None)
        except BaseException:
            self.on_queue_overflow()  # what the hints named is still to be looked at
            raise
        if done.changed or done.gone or done.folders or self._moved:
            self._follow(view)
        return done

    # --- events, in the reader's thread --------------------------------------------------------------------------

    def on_event(self, event: Any) -> None:
        """Note what an event names; wake whoever waits for a cookie."""
        if event.wd == self._cookie_watch and event.name.startswith(COOKIE.encode()):
            arrived = self._cookies.get(event.name)
            if arrived is not None:
                arrived.set()
            return
        with self._lock:
            folder = self._folders.get(event.wd)
            if folder is not None:
                name = os.fsdecode(event.name)
                path = f"{folder}/{name}" if folder and name else folder or name
                self._dirty.add(path)
                if event.is_directory and name and not event.is_attrib:
                    self._moved.add(path)
        self.activity.set()

    def on_watch_deleted(self, wd: int) -> None:
        """Forget a folder that is gone; its parent's event brings the rest."""
        with self._lock:
            folder = self._folders.pop(wd, None)
            if folder is not None and self._watches.get(folder) == wd:
                del self._watches[folder]

    def on_queue_overflow(self) -> None:
        """Events were lost: compare everything once."""
        with self._lock:
            self._lost = True
        self.activity.set()

    # --- below -------------------------------------------------------------------------------------------------

    def _all_events_are_here(self) -> bool:
        """Make a cookie and wait for its event."""
        assert self._cookie_folder is not None
        self._count += 1
        name = f"{COOKIE}{os.getpid()}-{id(self):x}-{self._count}"
        path = os.path.join(self._cookie_folder, name)
        arrived = self._cookies[name.encode()] = threading.Event()
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
            os.unlink(path)
            came = arrived.wait(COOKIE_SECONDS)
            if not came:
                self._watch_cookies_anew()
        except OSError:
            return False
        else:
            return came
        finally:
            del self._cookies[name.encode()]

    def _watch_cookies_anew(self) -> None:
        """Watch the folder that is there by now."""
        assert self._cookie_folder is not None
        watch: Any = self._cookie_watch
        identity: Any = id(self)
        self._inotify.remove_callbacks([(watch, identity)])
        self._cookie_watch = self._add(self._cookie_folder)

    def _follow(self, view: Sync) -> None:
        """Watch the folders that are new in the view, and no longer those that are gone from it."""
        if self.sweeping == _LIMIT:
            return
        with self._lock:
            moved, self._moved = self._moved, set()
            below = tuple(f"{path}/" for path in moved)
            old = [
                folder
                for folder in self._watches
                if folder not in view.folders
                or folder in moved
                or view.folders[folder].inode != self._inodes[folder]
                or (below and folder.startswith(below))
            ]
        for folder in old:
            self._remove(folder)
        new = [folder for folder in view.folders if folder not in self._watches]
        for folder in new:
            try:
                wd = self._add(os.path.join(self._root, folder) if folder else self._root)
            except OSError as error:
                if error.errno in _LIMIT_ERRORS:
                    self.sweeping = _LIMIT
                    self._inotify.stop()
                    return
                continue  # gone again: its parent's event brings it
            with self._lock:
                self._folders[wd] = folder
                self._watches[folder] = wd
                self._inodes[folder] = view.folders[folder].inode
        if new:
            watched = set(new)
            with self._lock:  # what changed between the look at them and the watch made no event
                self._dirty.update(new)
                self._dirty.update(path for path in view.files if path[: max(path.rfind("/"), 0)] in watched)

    def _add(self, path: str) -> int:
        callback: Any = self
        identity: Any = id(self)
        mask: Any = _mask()
        return self._inotify.add_callback(os.fsencode(path), mask, callback, identity)

    def _remove(self, folder: str) -> None:
        identity: Any = id(self)
        with self._lock:
            wd: Any = self._watches.pop(folder, None)
            known = self._folders.get(wd) == folder
            if known:
                del self._folders[wd]
        if known:
            self._inotify.remove_callbacks([(wd, identity)])


_LIMIT = "the system's limit of watched folders is reached (fs.inotify.max_user_watches)"
_LIMIT_ERRORS = (24, 28)  # EMFILE, ENOSPC
_HINT = "Questions are answered all the same, each after a look at every file."


def _mask() -> int:
    from watchdog.observers.inotify_c import InotifyConstants as I

    return (
        I.IN_CREATE
        | I.IN_DELETE
        | I.IN_MODIFY
        | I.IN_CLOSE_WRITE
        | I.IN_ATTRIB
        | I.IN_MOVED_FROM
        | I.IN_MOVED_TO
        | I.IN_DELETE_SELF
        | I.IN_MOVE_SELF
        | I.IN_ONLYDIR
        | I.IN_DONT_FOLLOW
    )


def _cookie_folder(root: str) -> str | None:
    top = git_top(root)
    folder = git_folder(top) if top else None
    return folder if folder is not None and os.access(folder, os.W_OK) else None
