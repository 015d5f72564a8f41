"""The one thread in which all servers are talked to, and the way into it from others."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

__all__ = ["Loop"]

BREATH_SECONDS = 0.1
"""How often whoever waits may think better of it."""
GOODBYE_SECONDS = 5.0
"""So long stopped work is waited for: it may be reading files for whoever asked."""

_Result = TypeVar("_Result")


class Loop:
    """An event loop in a thread of its own, which dies with the process."""

    def __init__(self) -> None:
        """Start the thread."""
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="codeintel-servers", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, _Result], breathe: Callable[[], object] | None = None) -> _Result:
        """The result of some work, which bounds its own time. What `breathe` raises now and then stops it."""
        ended = threading.Event()

        async def to_its_end() -> _Result:
            try:
                return await work
            finally:
                ended.set()

        future = asyncio.run_coroutine_threadsafe(to_its_end(), self.loop)
        try:
            while True:
                try:
                    return future.result(BREATH_SECONDS)
                except TimeoutError:
                    if future.done():
                        raise
                    if breathe is not None:
                        breathe()
        except BaseException:
            future.cancel()
            ended.wait(GOODBYE_SECONDS)
            raise

    def close(self) -> None:
        """End the thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()
