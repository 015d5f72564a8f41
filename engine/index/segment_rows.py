"""Segments of the search index as the store keeps them; the arrays are little-endian, as `schema.sql` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["NewSegment", "SegmentRow"]


class SegmentRow(NamedTuple):
    """A stored segment without its postings."""

    id: int
    blobs: bytes
    firsts: bytes
    lengths: bytes
    kinds: bytes


class NewSegment(NamedTuple):
    """A segment on its way into the store."""

    version: int
    blob_ids: Sequence[int]
    blobs: bytes
    firsts: bytes
    lengths: bytes
    kinds: bytes
    postings: Sequence[tuple[str, bytes]]
