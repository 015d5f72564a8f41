"""Language servers as witnesses beside the index: started on demand, asked with a time limit, never trusted blindly."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.settings import Settings
    from .backend import Backend

__all__ = ["language_servers"]


def language_servers(root: str, settings: Settings) -> Backend:
    """What a face hands to the engine: the language servers of a project, none of them started, and little loaded."""
    from .backend import Backend
    from .choice import Limits

    return Backend(root, Limits(settings.max_servers, settings.server_memory, settings.server_idle))
