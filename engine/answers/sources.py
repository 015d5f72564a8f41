"""Source text for answers, proved to be the very content that the facts came from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..errors import ChangedMeanwhile

if TYPE_CHECKING:
    from ..index.sync import Sync

__all__ = ["source_of", "text_of"]


def source_of(view: Sync, path: str) -> bytes:
    """The text of an indexed file as UTF-8. Raises ChangedMeanwhile."""
    from hashlib import blake2b

    from ..index.decode import decode

    row = view.files[path]
    try:
        # Neither a link nor a pipe, which it may be by now.
        with open(os.open(os.path.join(view.root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            raw = file.read(row.size + 1)
    except OSError as error:
        raise _changed(path) from error
    assert row.blob_id is not None
    if blake2b(raw, digest_size=16).digest() != view.store.blob_hash(row.blob_id):
        raise _changed(path)
    return decode(raw).source


def text_of(source: bytes, start: int, end: int) -> str:
    """A range of a source as text, with plain line feeds."""
    return source[start:end].decode("utf-8", "replace").replace("\r\n", "\n")


def _changed(path: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(f"{path} keeps changing while it is read", "Ask again when it is quiet.")
