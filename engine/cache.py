"""Where the index of a project lies: one folder a repository in the user's cache folder, for all its work trees."""

from __future__ import annotations

import os
import sys
from zlib import adler32, crc32

from .errors import StoreUnavailable
from .home import home, user_folder
from .project import git_common_dir

__all__ = [
    "DATABASE",
    "LOCK",
    "WATCH_LOCK",
    "all_indexes",
    "cache_home",
    "index_folder",
    "remove_index",
    "server_folder",
]

DATABASE = "index.db"
LOCK = "index.lock"
WATCH_LOCK = "watch.lock"
"""Held by a process that runs `codeintel watch`."""
SERVERS = "servers"
"""What language servers keep: their own indexes, and what they wrote last."""
_OURS = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", LOCK, WATCH_LOCK)


def cache_home() -> str:
    """The folder of all indexes: `$CODEINTEL_CACHE`, or `codeintel` in the user's cache folder."""
    chosen = os.environ.get("CODEINTEL_CACHE")
    if chosen:
        return os.path.abspath(chosen)
    if sys.platform == "darwin":
        base = os.path.join(home(), "Library/Caches")
    else:
        base = user_folder("XDG_CACHE_HOME", ".cache")
    return os.path.join(base, "codeintel")


def index_folder(root: str) -> str:
    """The folder of the index of the repository that `root` (absolute, real) belongs to."""
    owner = git_common_dir(root) or root
    name = os.path.basename(os.path.dirname(owner) if os.path.basename(owner) == ".git" else owner) or "root"
    readable = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)[:40]
    place = os.fsencode(owner)
    # Importing hashlib costs 3 ms; should two owners ever share an index, each still has its own views in it.
    digest = f"{crc32(place):08x}{adler32(place):08x}"
    return os.path.join(cache_home(), f"{readable}-{digest}")


def server_folder(root: str) -> str:
    """Where the language servers of a work tree keep what is theirs."""
    return os.path.join(index_folder(root), SERVERS, f"{crc32(os.fsencode(root)):08x}")


def all_indexes() -> list[str]:
    """The folder of every index there is. Raises StoreUnavailable."""
    try:
        with os.scandir(cache_home()) as entries:
            return sorted(e.path for e in entries if e.is_dir() and os.path.exists(os.path.join(e.path, DATABASE)))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _not_removed(error) from error


def remove_index(folder: str) -> int:
    """Remove the index in `folder` and nothing else in there; gives the bytes freed. Raises StoreUnavailable."""
    freed = 0
    for name in _OURS:
        path = os.path.join(folder, name)
        try:
            size = os.lstat(path).st_size
            os.unlink(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise _not_removed(error) from error
        freed += size
    freed += _remove_tree(os.path.join(folder, SERVERS))
    try:
        os.rmdir(folder)
    except OSError:  # not there, or something that is not ours lies in it
        return freed
    return freed


def _not_removed(error: OSError) -> StoreUnavailable:
    return StoreUnavailable(
        f"the index cannot be removed: {error.strerror}: {error.filename}", "Give write permission in the cache folder."
    )


def _remove_tree(folder: str) -> int:
    if not os.path.isdir(folder) or os.path.islink(folder):
        return 0
    import shutil

    freed = sum(os.lstat(os.path.join(place, name)).st_size for place, _, names in os.walk(folder) for name in names)
    shutil.rmtree(folder, ignore_errors=True)
    return freed
