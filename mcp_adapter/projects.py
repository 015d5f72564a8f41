"""Projects that a server answers about: each with its lanes, and the first index that is built while others wait.

A lane is an engine of its own, used by one call at a time: what the outline answers in a millisecond never waits for
what has to be worked out from links. Edits of a project follow each other, whichever lane they take.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

import anyio
import anyio.to_thread

from ..engine.errors import CodeintelError
from ..engine.index.watch import CannotWatch
from ..engine.service import Engine
from ..lsp_bridge import SharedServers
from .jobs import Far, Job, Stopped, breathe, tell
from .tools import OUTLINE

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    Report = Callable[[Far], Awaitable[None]]

__all__ = ["Project"]

PATIENCE_SECONDS = 5.0
"""So long a question waits for the first index before it is answered from what is there."""
REPORT_SECONDS = 0.25
POLL_SECONDS = 0.02
THREADS = 200
MAX_LANES = 3
"""Engines that work on links at once: each has facts of its own in memory."""
HANDOVER_SECONDS = 1.0
"""So long a question about links waits for another one before it gets an engine of its own."""

_Result = TypeVar("_Result")


class Project:
    """One project: questions side by side, edits one at a time."""

    def __init__(self, root: str) -> None:
        """`root` is absolute and real. Opens nothing yet."""
        self.root = root
        self.name = os.path.basename(root) or root
        self._servers = SharedServers(breathe)
        self._outline = _Lane(root, self._servers, Engine.watch)
        self._links = [_Lane(root, self._servers, Engine.link_ahead)]
        self._edits = anyio.Lock()
        self._first: _FirstIndex | None = None
        self.is_ready = False
        """Whether the project was indexed once."""

    async def ask(
        self,
        lane: str,
        work: Callable[[Engine], _Result],
        report: Report | None,
        *,
        edits: bool = False,
        waits: bool = False,
    ) -> tuple[_Result, list[str]]:
        """Do `work` in a lane; gives its result and what is to be said of the index. Raises CodeintelError.

        Edits wait for the first index, and with `waits` so do questions.
        """
        notes = await self._wait_for_index(report, patience=None if edits or waits else PATIENCE_SECONDS)
        if not edits:
            return await self._run(lane, work, report, looks_first=not notes), notes
        async with self._edits:
            return await self._run(lane, work, report, waits_for_end=True), notes

    async def _run(
        self,
        lane: str,
        work: Callable[[Engine], _Result],
        report: Report | None,
        *,
        looks_first: bool = True,
        waits_for_end: bool = False,
    ) -> _Result:
        """Do `work` in a lane that is free, or will be."""
        if lane == OUTLINE:
            taken = self._outline
            await taken.take()
        else:
            taken = await self._free_lane()
        try:
            return await taken.run(work, report, looks_first=looks_first, waits_for_end=waits_for_end)
        finally:
            taken.leave()
            if taken in self._links[1:]:
                taken.close()  # what it knows is in the first one, or can be read again

    async def _free_lane(self) -> _Lane:
        """A lane for links, taken: one that is free, the first that gets free soon, or a new one."""
        while True:
            for lane in self._links:
                if lane.is_taken_at_once():
                    return lane
            with anyio.move_on_after(HANDOVER_SECONDS):
                await self._links[0].take()
                return self._links[0]
            if len(self._links) < MAX_LANES:
                self._links.append(_Lane(self.root, self._servers))

    def close(self) -> None:
        """Stop what is running, close the engines, and stop the language servers."""
        if self._first is not None:
            self._first.job.stop()
        for lane in (self._outline, *self._links):
            lane.close()
        self._servers.close()

    async def _wait_for_index(self, report: Report | None, patience: float | None) -> list[str]:
        """Wait until the project was indexed once, or until `patience` is at its end; then say so."""
        if self.is_ready:
            return []
        if self._first is None:
            if await self._run(OUTLINE, lambda engine: engine.is_built(), None):
                self.is_ready = True
                return []
            self._first = self._first or _FirstIndex(self.root)
        first = self._first
        with anyio.move_on_after(patience) as scope:
            async with _reporting(first.job, report):
                while not first.done.is_set():  # noqa: ASYNC110 - a thread sets it
                    await anyio.sleep(POLL_SECONDS)
        if not scope.cancelled_caught:
            self._first = None
            if first.error is not None:
                raise first.error
            self.is_ready = True
            return []
        far = first.job.far
        counted = f" ({far.done} of {far.total} files)" if far is not None and far.total else ""
        return [f"the index is being built{counted}: this answer is from what is there by now; ask again for the rest"]


class _FirstIndex:
    """The first index of a project, built in a thread of its own."""

    def __init__(self, root: str) -> None:
        self.job = Job()
        self.done = threading.Event()
        self.error: CodeintelError | None = None
        self._root = root
        threading.Thread(target=self._build, daemon=True, name="first index").start()

    def _build(self) -> None:
        engine = Engine(self._root, progress=tell)
        try:
            self.job.run(engine.refresh)
        except CodeintelError as error:
            self.error = error
        except Stopped:
            return
        finally:
            engine.close()
            self.done.set()


class _Lane:
    """One engine of a project."""

    def __init__(self, root: str, servers: SharedServers, settle: Callable[[Engine], object] | None = None) -> None:
        """`settle` is what the engine does besides once there is an index: read file events, make deep facts ahead."""
        self._root = root
        self._servers = servers
        self._settle = settle
        self._engine: Engine | None = None
        self._turn = anyio.Lock()
        self._limiter: anyio.CapacityLimiter | None = None

    async def take(self) -> None:
        """Wait until nobody else works in the lane."""
        await self._turn.acquire()

    def is_taken_at_once(self) -> bool:
        """Take the lane if it is free; gives whether it was."""
        try:
            self._turn.acquire_nowait()
        except anyio.WouldBlock:
            return False
        return True

    def leave(self) -> None:
        """Let the next one in."""
        self._turn.release()

    async def run(
        self, work: Callable[[Engine], _Result], report: Report | None, *, looks_first: bool, waits_for_end: bool
    ) -> _Result:
        """Do `work` in a thread; the lane has been taken.

        When the caller is cancelled the work is stopped, and with `waits_for_end` waited for.
        """
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(THREADS)  # stopped work may still breathe out
        job = Job()
        try:
            async with _reporting(job, report):
                return await anyio.to_thread.run_sync(
                    lambda: job.run(lambda: self._work(work, looks_first=looks_first)),
                    abandon_on_cancel=True,
                    limiter=self._limiter,
                )
        finally:
            job.stop()
            if waits_for_end:
                with anyio.CancelScope(shield=True):
                    while job.has_begun and not job.ended.is_set():  # noqa: ASYNC110 - a thread sets it
                        await anyio.sleep(POLL_SECONDS)

    def close(self) -> None:
        """Close the engine once it is not at work; another one is opened when it is needed."""
        if self._engine is not None:
            threading.Thread(target=self._engine.close, daemon=True).start()
            self._engine = None

    def _work(self, work: Callable[[Engine], _Result], *, looks_first: bool) -> _Result:
        if self._engine is None:
            self._engine = Engine(self._root, progress=tell, backend=self._servers.lend)
        engine = self._engine
        engine.looks_first = looks_first
        if looks_first and self._settle is not None and engine.is_built():
            settle, self._settle = self._settle, None
            with suppress(CannotWatch):  # then questions look at every file
                settle(engine)
        return work(engine)


@asynccontextmanager
async def _reporting(job: Job, report: Report | None) -> AsyncGenerator[None]:
    """Report now and then how far a job is, if somebody wants to know."""
    if report is None:
        yield
        return

    async def tell_now_and_then() -> None:
        told: Far | None = None
        while True:
            await anyio.sleep(REPORT_SECONDS)
            if job.far is not None and job.far != told:
                told = job.far
                await report(told)

    task = asyncio.create_task(tell_now_and_then())  # a task group would wrap what the work raises
    try:
        yield
    finally:
        task.cancel()
