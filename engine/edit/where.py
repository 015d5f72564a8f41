"""Where a project's journal lies, and whether it has unfinished work. Part of every question, so it imports little."""

from __future__ import annotations

import os
from zlib import adler32, crc32

from ..home import user_folder

__all__ = ["PENDING", "is_unfinished", "journal_folder"]

PENDING = "pending"


def journal_folder(root: str) -> str:
    """`codeintel/<project>/edits` in the user's state folder; `root` is absolute and real."""
    state = user_folder("XDG_STATE_HOME", ".local/state")
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in os.path.basename(root) or "root")[:40]
    place = os.fsencode(root)
    return os.path.join(state, "codeintel", f"{name}-{crc32(place):08x}{adler32(place):08x}", "edits")


def is_unfinished(root: str) -> bool:
    """Whether an edit began that has not ended: it is under way, or its process died."""
    try:
        return bool(os.listdir(os.path.join(journal_folder(root), PENDING)))
    except OSError:
        return False
