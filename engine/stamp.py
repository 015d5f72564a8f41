"""Tells whether the languages changed on disk without reading them: part of every question, so it imports nothing."""

from __future__ import annotations

import os
import zlib

__all__ = ["BUNDLED", "FACTS_VERSION", "LISTING_VERSION", "language_files", "languages_stamp"]

BUNDLED = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "queries")
FACTS_VERSION = 3
"""Raised when the same queries make other facts, so that stored ones are made again."""
LISTING_VERSION = 1
"""Raised when other files of the same project count, so that projects are listed anew."""
_stamps: list[str] = []


def languages_stamp() -> str:
    """The state on disk of the bundled languages: changes with any of their files. Looked at once a process."""
    if not _stamps:
        found = [(path, os.stat(path)) for path in language_files(BUNDLED)]
        text = repr([(path, stat.st_size, stat.st_mtime_ns) for path, stat in found])
        _stamps.append(f"{FACTS_VERSION} {LISTING_VERSION} {zlib.crc32(text.encode()):08x}")
    return _stamps[0]


def language_files(folder: str) -> list[str]:
    """What a folder of languages consists of: itself, the folders in it, and their files."""
    found = [folder]
    try:
        for entry in os.scandir(folder):
            if entry.is_dir() and not entry.name.startswith("__"):
                found.append(entry.path)
                found += [inner.path for inner in os.scandir(entry.path)]
    except OSError:
        return found  # whoever reads the languages says what is wrong with it
    return sorted(found)
