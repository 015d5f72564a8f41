"""Answers about concepts, maps and texts as compact text, in steps of detail that fit a budget; see `text.py`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from .text import COUNTS, DOCS, SIGNATURES, Line, fit, lines_of, size_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answers.enrich import EnrichAnswer
    from .answers.explore import ExploreAnswer, Explored
    from .answers.repomap import MapAnswer, Mapped
    from .answers.search import Hit, SearchAnswer

__all__ = ["enrich_text", "explore_text", "map_text", "search_text"]

EXPLORE_NARROWER = "raise --budget, or name what matters most"
LONG_SIGNATURE = 120
"""Characters of a header that a map shows; of a longer one the name is enough."""
LEAST_SOURCE = 400
"""Characters that are worth to begin a source with."""
HEADS_SHARE = 0.4
"""Of the budget, what symbols may take without their source: of more the source would be missed."""
SOURCE_SHARE = 0.6
"""Of the room that is left, what one source may take."""
SEARCH_NARROWER = "narrow it with --in PATH, --kind K or other words"


def search_text(answer: SearchAnswer, budget: int, narrower: str = SEARCH_NARROWER) -> list[Line]:
    """Hits in order, best first, each with the reasons for it."""

    def render(detail: int) -> list[Line]:
        if detail == COUNTS:
            paths = sorted(hit.node.path for hit in answer.symbols)
            return [[("path", path), ("dim", f"  {len(list(group))}")] for path, group in groupby(paths)]
        return [line for hit in answer.symbols for line in _hit(hit, detail)]

    lines = fit(render, budget, narrower)
    if answer.more:
        how = f"raise --limit, or {narrower}" if narrower == SEARCH_NARROWER else narrower
        lines.append([("dim", f"… and {answer.more} more that fit less; {how}")])
    return lines


def enrich_text(answer: EnrichAnswer, budget: int) -> list[Line]:
    """A line a symbol, the surest first, as many as fit, and no word of the others: the text goes into a prompt."""
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


def map_text(answer: MapAnswer, budget: int) -> list[Line]:
    """A table of contents: files by importance, in each its symbols in source order, as many as fit the budget."""
    low, high = 0, len(answer.symbols)
    if budget and size_of(_contents(answer.symbols)) > budget:
        while low < high:
            middle = (low + high + 1) // 2
            if size_of(_contents(answer.symbols[:middle])) <= budget:
                low = middle
            else:
                high = middle - 1
    else:
        low = high
    lines = _contents(answer.symbols[:low])
    left = len(answer.symbols) - low + answer.more
    if left:
        lines.append(
            [("dim", f"… and {left} more that matter less, in {answer.files} files; raise --budget, or give --focus")]
        )
    return lines


def explore_text(answer: ExploreAnswer, budget: int, narrower: str = EXPLORE_NARROWER) -> list[Line]:
    """Each symbol with what it calls; the first ones with their source, as far as it fits."""
    heads = [_explored(row) for row in answer.symbols]
    shown = _fitting(heads, int(budget * HEADS_SHARE)) if budget else len(heads)
    room = budget - sum(size_of(head) for head in heads[:shown])
    lines: list[Line] = []
    left = answer.more + len(heads) - shown
    for row, head in zip(answer.symbols[:shown], heads, strict=False):
        source: list[Line] = []
        if not budget or room > LEAST_SOURCE:
            source = _source(row, int(room * SOURCE_SHARE) if budget else None)
        room -= size_of(source)
        lines += [*head, *source]
    if left:
        lines.append([("dim", f"… and {left} more that fit less; {narrower}")])
    return lines


def _fitting(heads: Sequence[Sequence[Line]], room: int) -> int:
    """How many of the heads fit; one at least."""
    for number, head in enumerate(heads):
        room -= size_of(head)
        if room < 0:
            return max(number, 1)
    return len(heads)


def _contents(symbols: Sequence[Mapped]) -> list[Line]:
    by_path: dict[str, list[Mapped]] = {}
    for mapped in symbols:
        by_path.setdefault(mapped.node.path, []).append(mapped)
    lines: list[Line] = []
    for path, rows in sorted(by_path.items(), key=lambda item: (-sum(row.score for row in item[1]), item[0])):
        lines.append([("path", path)])
        shown: set[str] = set()
        for row in sorted(rows, key=lambda row: row.node.symbol.start_byte):
            symbol = row.node.symbol
            above = symbol.name_path.rpartition("/")[0]
            shown.add(symbol.name_path)
            indent = "    " if above in shown else "  "
            line: Line = [("line", f"{indent}{lines_of(row.node)}"), ("kind", f"  {symbol.kind}  ")]
            if 0 < len(symbol.signature) <= LONG_SIGNATURE and (not above or above in shown):
                line.append(("", symbol.signature))
            else:
                line.append(("name", symbol.name if above in shown else symbol.name_path))
            if symbol.doc:
                line.append(("dim", f"  — {symbol.doc}"))
            lines.append(line)
    return lines


def _explored(row: Explored) -> list[Line]:
    symbol = row.node.symbol
    head: Line = [("path", row.node.path), ("dim", ":"), ("name", symbol.name_path), ("kind", f"  {symbol.kind}")]
    lines: list[Line] = [[*head, ("dim", f"  {'; '.join(row.why)}")]]
    for title, ids in (("calls", row.calls), ("called by", row.called_by)):
        if ids:
            short = [each.removeprefix(f"{row.node.path}:") for each in ids]
            lines.append([("dim", f"    {title} {', '.join(short)}")])
    return lines


def _source(row: Explored, room: int | None) -> list[Line]:
    """The numbered source, its first lines if it is longer than the room (None: no limit)."""
    lines: list[Line] = []
    texts = (row.node.indent + (row.node.body or "")).split("\n")
    first = row.node.symbol.start_line + 1
    for number, text in enumerate(texts, first):
        line: Line = [("line", f"    {number}"), ("", f"  {text}" if text else "")]
        if room is not None:
            room -= size_of([line])
            if room < 0:
                left = first + len(texts) - number
                lines.append([("dim", f"    … {left} more lines of {row.node.symbol.name_path}")])
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
