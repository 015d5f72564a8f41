"""Answers about language servers as JSON-able values; see `shapes.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answers.diagnostics import DiagnosticsAnswer
    from .precise import ServerRow

__all__ = ["diagnostics_shape", "servers_shape"]


def diagnostics_shape(answer: DiagnosticsAnswer, detail: int = 2) -> dict[str, Any]:
    """The answer of `diagnostics`; lines and columns count from 1."""
    rows = [row._asdict() for row in answer.diagnostics]
    if not detail:
        rows = [{**row, "text": ""} for row in rows]
    return {
        "diagnostics": rows,
        "files": answer.files,
        "counts": answer.counts,
        "complete": answer.complete,
        "more": answer.more,
        "notes": answer.notes,
    }


def servers_shape(rows: Sequence[ServerRow]) -> dict[str, Any]:
    """The answer of `servers`; `memory` in bytes, `seconds` of the last answer."""
    return {"servers": [row._asdict() for row in rows]}
