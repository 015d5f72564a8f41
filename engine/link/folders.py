"""How near to each other two files lie: of several that have a name, the nearest is meant."""

from __future__ import annotations

__all__ = ["shared_folders"]


def shared_folders(one: str, other: str) -> int:
    """How many folders two files have in common."""
    count = 0
    for first, second in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if first != second:
            break
        count += 1
    return count
