"""Progress of long work on stderr: a bar on a terminal, a line now and then elsewhere. Nothing for what is quick."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

__all__ = ["LongWork"]

QUIET_SECONDS = 0.4
LINE_SECONDS = 5.0


class LongWork:
    """A `Progress` for the command line; use it as a context, so that the bar is taken away."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self._started = time.monotonic()
        self._last_line = self._started
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show how far it is."""
        now = time.monotonic()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=doing, completed=done, total=total or None)
        elif sys.stderr.isatty():
            if now - self._started > QUIET_SECONDS:
                self._open_bar(doing, done, total)
        elif now - self._last_line > LINE_SECONDS:
            self._last_line = now
            print(f"codeintel: {doing}" + (f": {done} of {total} files" if total else ""), file=sys.stderr)

    def _open_bar(self, doing: str, done: int, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("files"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task(doing, completed=done, total=total or None)
