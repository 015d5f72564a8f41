"""Work of the engine in threads that can be stopped.

The engine tells now and then how far it is; whoever is told may stop it by raising. A job keeps what it was told last,
for progress notifications, and raises once nobody waits for its result any more.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Far", "Job", "Stopped", "breathe", "tell"]

_Result = TypeVar("_Result")
_running = threading.local()


class Stopped(Exception):
    """Nobody waits for this work any more."""


class Far(NamedTuple):
    """How far work is; `total` is 0 where it is not known."""

    doing: str
    done: int
    total: int

    @property
    def text(self) -> str:
        """For people."""
        return f"{self.doing}: {self.done} of {self.total} files" if self.total else self.doing


class Job:
    """One piece of work, run by one thread."""

    def __init__(self) -> None:
        """Nothing is done yet."""
        self.far: Far | None = None
        self.has_begun = False
        self.ended = threading.Event()
        self._is_stopped = False

    def stop(self) -> None:
        """Ask the work to end at its next breath."""
        self._is_stopped = True

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Do the work in this thread. Raises Stopped, and what the work raises."""
        self.has_begun = True
        _running.job = self
        try:
            self.breathe()
            return work()
        finally:
            _running.job = None
            self.ended.set()

    def breathe(self) -> None:
        """Raise Stopped if the work is to end."""
        if self._is_stopped:
            raise Stopped


def breathe() -> None:
    """Raise Stopped if the job of the thread is to end, where it has one."""
    job: Job | None = getattr(_running, "job", None)
    if job is not None:
        job.breathe()


def tell(doing: str, done: int, total: int) -> None:
    """A `Progress` that tells the job of the thread in which the engine works, if it has one."""
    job: Job | None = getattr(_running, "job", None)
    if job is not None:
        job.breathe()
        job.far = Far(doing, done, total)
