"""Answers about concepts, maps and texts as compact text, in steps of detail that fit a budget; see `text.py`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from .text import COUNTS, DOCS, SIGNATURES, Line, fit, size_of

if TYPE_CHECKING:
    from .answers.enrich import EnrichAnswer
    from .answers.search import Hit, SearchAnswer

__all__ = ["enrich_text", "search_text"]

SEARCH_NARROWER = "narrow it with --in PATH, --kind K or other words"


def search_text(answer: SearchAnswer, budget: int, narrower: str = SEARCH_NARROWER) -> list[Line]:
    """Hits in order, best first, each with the reasons for it."""

    def render(detail: int) -> list[Line]:
        if detail == COUNTS:
            paths = sorted(hit.node.path for hit in answer.hits)
            return [[("path", path), ("dim", f"  {len(list(group))}")] for path, group in groupby(paths)]
        return [line for hit in answer.hits for line in _hit(hit, detail)]

    lines = fit(render, budget, narrower)
    if answer.more:
        lines.append([("dim", f"… and {answer.more} more that fit less; raise --limit, or {narrower}")])
    return lines


def enrich_text(answer: EnrichAnswer, budget: int) -> list[Line]:
    """A line a symbol, the surest first, as many as fit; what does not fit is not mentioned: the text goes into a prompt."""
    lines: list[Line] = []
    room = budget
    for named in answer.named:
        symbol = named.node.symbol
        line: Line = [
            ("path", named.node.path),
            ("line", f":{symbol.start_line + 1}"),
            ("kind", f" {symbol.kind} "),
            ("name", symbol.name_path),
        ]
        room -= size_of([line])
        if budget and room < 0:
            break
        lines.append(line)
    return lines


def _hit(hit: Hit, detail: int) -> list[Line]:
    symbol = hit.node.symbol
    line: Line = [("path", hit.node.path), ("line", f":{symbol.start_line + 1}"), ("kind", f"  {symbol.kind}  ")]
    line.append(("name", symbol.name_path))
    if detail >= SIGNATURES and symbol.signature:
        line.append(("dim", f"  {symbol.signature}"))
    lines = [line]
    if detail >= DOCS:
        if symbol.doc:
            lines.append([("dim", f"      {symbol.doc}")])
        lines.append([("dim", f"      {hit.score:.2f}  {'; '.join(hit.why)}")])
    return lines
