"""Bar charts as SVG, drawn by hand: no library, and the files are small enough to be kept in the repository."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Chart", "bars", "lines"]

COLOURS = ("#1b7f5c", "#5fc39b", "#b3e2cd", "#c9512c", "#e0a458", "#6a6fb5", "#b36aa8", "#888888")
WIDTH, LABEL, VALUE = 860, 190, 120
BAR, GAP, HEAD, LEGEND = 13, 14, 46, 22
FONT = "font-family='system-ui,sans-serif'"
PLOT_HEIGHT, PLOT_LEFT, PLOT_BOTTOM = 320, 80, 50


class Chart(NamedTuple):
    """What a chart says of itself."""

    title: str
    about: str
    """Which way is good, and what the figures are."""
    unit: str = ""
    logarithmic: bool = False


def bars(chart: Chart, groups: Mapping[str, Mapping[str, float | None]], sides: Sequence[str]) -> str:
    """A group of horizontal bars for each key, a bar for each side that has a value there."""
    shown = [value for values in groups.values() for value in values.values() if value]
    low, high = (min(shown) / 2, max(shown)) if shown else (1.0, 1.0)
    y = HEAD + LEGEND
    parts: list[str] = [_legend(sides)]
    for name, values in groups.items():
        there = [side for side in sides if values.get(side) is not None]
        parts.append(
            f"<text x='{LABEL - 10}' y='{y + BAR * len(there) / 2 + 4:.0f}' text-anchor='end' font-size='13'"
            f" font-weight='600'>{escape(name)}</text>"
        )
        for side in there:
            value = values[side] or 0.0
            share = _share(value, low, high, logarithmic=chart.logarithmic)
            length = max(share * (WIDTH - LABEL - VALUE), 1.5)
            colour = COLOURS[sides.index(side) % len(COLOURS)]
            parts.append(
                f"<rect x='{LABEL}' y='{y}' width='{length:.1f}' height='{BAR - 2}' fill='{colour}'>"
                f"<title>{escape(side)}: {_number(value)} {chart.unit}</title></rect>"
                f"<text x='{LABEL + length + 5:.1f}' y='{y + BAR - 4}' font-size='10.5' fill='#444'>"
                f"{_number(value)}{' ' + chart.unit if chart.unit else ''}</text>"
            )
            y += BAR
        y += GAP
    return _document(chart, "".join(parts), y)


def lines(chart: Chart, series: Mapping[str, Sequence[tuple[float, float]]], along: str) -> str:
    """Curves over a logarithmic axis; `along` says what that is."""
    points = [point for curve in series.values() for point in curve]
    left, right = math.log(min(x for x, _ in points)), math.log(max(x for x, _ in points))
    low, high = min(y for _, y in points) / 1.5, max(y for _, y in points) * 1.2
    top, width = HEAD + LEGEND, WIDTH - PLOT_LEFT - VALUE

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log(x) - left) / ((right - left) or 1)
        return PLOT_LEFT + across * width, top + (1 - _share(y, low, high, logarithmic=True)) * PLOT_HEIGHT

    parts = [_legend(list(series))]
    for x in sorted({x for x, _ in points}):
        at, _ = place(x, low)
        parts.append(
            f"<line x1='{at:.0f}' x2='{at:.0f}' y1='{top}' y2='{top + PLOT_HEIGHT}' stroke='#ddd'/>"
            f"<text x='{at:.0f}' y='{top + PLOT_HEIGHT + 16}' text-anchor='middle' font-size='11'>{_number(x)}</text>"
        )
    parts.append(
        f"<text x='{PLOT_LEFT + width / 2:.0f}' y='{top + PLOT_HEIGHT + 36}' text-anchor='middle' font-size='12'>"
        f"{escape(along)}</text>"
    )
    for number, (name, curve) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in curve))
        parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>")
        for point in curve:
            x, y = place(*point)
            parts.append(
                f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3' fill='{colour}'><title>{escape(name)}</title></circle>"
                f"<text x='{x + 5:.1f}' y='{y - 5:.1f}' font-size='10' fill='#444'>{_number(point[1])}</text>"
            )
    return _document(chart, "".join(parts), top + PLOT_HEIGHT + PLOT_BOTTOM)


def _share(value: float, low: float, high: float, *, logarithmic: bool) -> float:
    if not logarithmic:
        return value / high if high else 0.0
    if value <= low or high <= low:
        return 0.0
    return math.log(value / low) / math.log(high / low)


def _legend(sides: Sequence[str]) -> str:
    parts: list[str] = []
    x = 16.0
    for number, side in enumerate(sides):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(
            f"<rect x='{x:.0f}' y='{HEAD - 6}' width='11' height='11' fill='{colour}'/>"
            f"<text x='{x + 15:.0f}' y='{HEAD + 4}' font-size='12'>{escape(side)}</text>"
        )
        x += 32 + 7.2 * len(side)
    return "".join(parts)


def _document(chart: Chart, content: str, height: float) -> str:
    about = chart.about + (" Logarithmic scale." if chart.logarithmic else "")
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height:.0f}' width='{WIDTH}' {FONT}>"
        f"<rect width='100%' height='100%' fill='#fff'/>"
        f"<text x='16' y='22' font-size='16' font-weight='700'>{escape(chart.title)}"
        f"<tspan font-size='12' font-weight='400' fill='#555' dx='10'>{escape(about)}</tspan></text>{content}</svg>\n"
    )


def _number(value: float) -> str:
    if value == int(value) or abs(value) >= 100:  # noqa: PLR2004 - no digits behind the point
        return f"{value:,.0f}"
    return f"{value:.3g}"
