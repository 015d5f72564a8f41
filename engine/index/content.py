"""The content of an indexed file, proved to be the very bytes that its facts came from."""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import TYPE_CHECKING

from ..errors import ChangedMeanwhile

if TYPE_CHECKING:
    from .view import View

__all__ = ["changed_meanwhile", "proved_content"]


def proved_content(view: View, path: str) -> bytes:
    """The bytes of an indexed file, as they lie on the disk. Raises ChangedMeanwhile where they are others by now."""
    row = view.files[path]
    try:
        # Neither a link nor a pipe, which it may be by now.
        handle = os.open(os.path.join(view.root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(handle, "rb") as file:
            raw = file.read(row.size + 1)
    except OSError as error:
        raise changed_meanwhile(path) from error
    if row.blob_id is None or blake2b(raw, digest_size=16).digest() != view.store.blob_hash(row.blob_id):
        raise changed_meanwhile(path)
    return raw


def changed_meanwhile(path: str) -> ChangedMeanwhile:
    """What is said of a file that is other at each look."""
    return ChangedMeanwhile(f"{path} keeps changing while it is read", "Ask again when it is quiet.")
