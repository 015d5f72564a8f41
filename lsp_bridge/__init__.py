"""Language servers as witnesses beside the index: started on demand, asked with a time limit, never trusted blindly."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..engine.settings import Settings
    from .backend import Backend

__all__ = ["SharedServers", "language_servers"]


def language_servers(root: str, settings: Settings) -> Backend:
    """What a face hands to the engine: the language servers of a project, none of them started, and little loaded."""
    return _backend(root, settings, _hold_out)


class SharedServers:
    """The language servers of one project for several engines of one process: all ask the same sessions."""

    def __init__(self, breathe: Callable[[], object]) -> None:
        """Start nothing. `breathe` is called now and then by a thread that waits; what it raises stops its question."""
        self._breathe = breathe
        self._backend: Backend | None = None
        self._turn = threading.Lock()

    def lend(self, root: str, settings: Settings) -> Backend:
        """What a face hands to an engine of the project; no engine stops it."""
        with self._turn:
            if self._backend is None:
                self._backend = _backend(root, settings, self._breathe, is_lent=True)
            return self._backend

    def close(self) -> None:
        """Stop all servers. Waits for their end, a few seconds at most."""
        if self._backend is not None:
            self._backend.stop()


def _backend(root: str, settings: Settings, breathe: Callable[[], object], *, is_lent: bool = False) -> Backend:
    from .backend import Backend
    from .choice import Limits

    limits = Limits(settings.max_servers, settings.server_memory, settings.server_idle)
    return Backend(root, limits, breathe, is_lent=is_lent)


def _hold_out() -> None:
    """Whoever has nothing else to do waits for the answer."""
