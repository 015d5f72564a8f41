"""Answers about concepts, maps and texts as JSON-able values; see `shapes.py`. Lines and columns are 1-based."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .shapes import FULL, symbol_shape

if TYPE_CHECKING:
    from .answers.enrich import EnrichAnswer
    from .answers.explore import ExploreAnswer
    from .answers.repomap import MapAnswer
    from .answers.search import SearchAnswer

__all__ = ["enrich_shape", "explore_shape", "map_shape", "search_shape"]


def search_shape(answer: SearchAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `search`: symbols, best first, each with its `score` (the first has 1) and `why` it is there."""
    return {
        "symbols": [
            {**symbol_shape(hit.node, detail), "score": hit.score, **({"why": hit.why} if detail >= FULL else {})}
            for hit in answer.symbols
        ],
        "more": answer.more,
        "suggestions": answer.suggestions,
        "notes": answer.notes,
    }


def map_shape(answer: MapAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `map`: symbols, the most important first; `files` counts those of product code."""
    return {
        "symbols": [{**symbol_shape(row.node, detail), "score": row.score} for row in answer.symbols],
        "files": answer.files,
        "more": answer.more,
        "notes": answer.notes,
    }


def explore_shape(answer: ExploreAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `explore`: symbols as of `search`, with the ids of what they call and who calls them."""
    return {
        "symbols": [
            {
                **symbol_shape(row.node, detail),
                "score": row.score,
                "why": row.why,
                "calls": row.calls,
                "called_by": row.called_by,
            }
            for row in answer.symbols
        ],
        "more": answer.more,
        "suggestions": answer.suggestions,
        "notes": answer.notes,
    }


def enrich_shape(answer: EnrichAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `enrich`: symbols, the surest first, each with the `words` that name it."""
    return {
        "symbols": [{**symbol_shape(row.node, detail), "words": row.words} for row in answer.named],
        "more": answer.more,
        "notes": answer.notes,
    }
