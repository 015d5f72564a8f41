"""Source text for answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..index.sync import Sync

__all__ = ["source_of", "text_of"]


def source_of(view: Sync, path: str) -> bytes:
    """The text of an indexed file as UTF-8. Raises ChangedMeanwhile."""
    from ..index.content import proved_content
    from ..index.decode import decode

    return decode(proved_content(view, path)).source


def text_of(source: bytes, start: int, end: int) -> str:
    """A range of a source as text, with plain line feeds."""
    return source[start:end].decode("utf-8", "replace").replace("\r\n", "\n")
