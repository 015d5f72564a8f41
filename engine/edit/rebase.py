"""Carries edits over to a text that changed meanwhile: changes elsewhere shift them, one at their place is refused."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from ..errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .values import TextEdit

__all__ = ["rebased"]


def rebased(edits: Sequence[TextEdit], base: bytes, now: bytes, path: str) -> tuple[TextEdit, ...]:
    """The edits, worked out on `base`, as they are to be made on `now`. Raises Refused."""
    if base == now:
        return tuple(edits)
    kept = list(_same_ranges(base, now))
    moved: list[TextEdit] = []
    for edit in edits:
        around = next((k for k in kept if k[0] <= edit.start and edit.end <= k[1]), None)
        if around is None:
            line = base.count(b"\n", 0, edit.start) + 1
            raise Refused(
                f"{path} changed where it was to be edited, at line {line}",
                "Nothing was written. Look at it again and work the edit out anew.",
            )
        moved.append(edit._replace(start=edit.start + around[2], end=edit.end + around[2]))
    return tuple(moved)


def _same_ranges(base: bytes, now: bytes) -> list[tuple[int, int, int]]:
    """Ranges of whole lines that both texts share: start and end in `base`, and how far they moved."""
    old, new = base.splitlines(keepends=True), now.splitlines(keepends=True)
    starts_old, starts_new = _starts(old), _starts(new)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (starts_old[i], starts_old[i + size], starts_new[j] - starts_old[i])
        for i, j, size in matcher.get_matching_blocks()
    ]


def _starts(lines: Sequence[bytes]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts
