"""A lock between processes, for long work on one index: `flock` on a file beside it, so a killed holder frees it."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

__all__ = ["hold", "is_held"]

_PAUSE_SECONDS = 0.05


@contextmanager
def hold(path: str, waiting: Callable[[], None] | None = None) -> Generator[bool]:
    """Hold the lock file `path`; gives whether it had to be waited for. `waiting` is called while it is."""
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreUnavailable(
            f"the index cannot be locked: {error.strerror}: {path}", "Give write permission in the cache folder."
        ) from error
    waited = False
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                waited = True
                if waiting is not None:
                    waiting()
                time.sleep(_PAUSE_SECONDS)
        yield waited
    finally:
        os.close(handle)


def is_held(path: str) -> bool:
    """Whether some process holds the lock file `path`."""
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(handle)
