"""Language servers as witnesses beside the index: started on demand, asked with a time limit, never trusted blindly."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..engine.settings import Settings
    from .backend import Backend
    from .choice import Limits

__all__ = ["SharedServers", "language_servers"]


def language_servers(root: str, settings: Settings) -> Backend:
    """What a face hands to the engine: the language servers of a project, none of them started, and little loaded."""
    from .backend import Backend

    return Backend(root, _limits(settings))


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
                from .backend import Backend

                self._backend = Backend(root, _limits(settings), self._breathe, is_lent=True)
            return self._backend

    def close(self) -> None:
        """Stop all servers. Waits for their end, a few seconds at most."""
        if self._backend is not None:
            self._backend.stop()


def _limits(settings: Settings) -> Limits:
    from .choice import Limits

    return Limits(settings.max_servers, settings.server_memory, settings.server_idle)
