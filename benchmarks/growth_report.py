"""Shows how codeintel grows: a page in Markdown with charts. Measures nothing."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from .charts import Chart, lines
from .report import busy, caption, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from .results import Measure, Result

__all__ = ["write_growth"]

Curves = dict[str, list[tuple[float, float]]]
COSTS = {
    "growth-index.svg": (
        Chart("What a first index costs", "CPU seconds, megabytes; straight is linear.", logarithmic=True),
        ("index, CPU", "all processes", "database"),
    ),
    "growth-questions.svg": (
        Chart("What a question costs", "CPU milliseconds; flat is good.", "ms", logarithmic=True),
        ("find by name, watched", "cookie", "find by name", "sweep", "find a substring", "first question of a process"),
    ),
}
"""Charts with their curves. Times are CPU times where both are known."""


def write_growth(result: Result, folder: Path) -> Path:
    """Write `growth.md` with its charts; gives its path."""
    curves = _curves(result.measures)
    folder.mkdir(parents=True, exist_ok=True)
    for name, (chart, shown) in COSTS.items():
        (folder / name).write_text(
            lines(chart, {each: curves[each] for each in shown if each in curves}, "files"), "utf-8"
        )
    sizes = sorted({size for curve in curves.values() for size, _ in curve})
    head = ["measure", *(f"{size:,.0f} files" for size in sizes), "growth"]
    text = [
        "# How codeintel grows",
        "",
        f"Made by `{result.command}` from {result.repository['name']}, {result.repository['version']}.",
        caption(result),
        "",
        *(f"- {note}" for note in [*result.notes, *busy(result)]),
        "",
        "Medians; of questions, CPU milliseconds. `growth`: the exponent by which a figure follows the number of files",
        "from the smallest tree to the largest: 1 is linear, 0 is flat.",
        "",
        f"| {' | '.join(head)} |",
        f"|---|{'--:|' * (len(head) - 1)}",
        *_rows(curves, sizes, {measure.name: measure.unit for measure in result.measures}),
        "",
        *(f"![{chart.title}]({name})" for name, (chart, _) in COSTS.items()),
        "",
    ]
    page = folder / "growth.md"
    page.write_text("\n".join(text), encoding="utf-8")
    return page


def _curves(measures: Sequence[Measure]) -> Curves:
    found: Curves = {}
    for measure in measures:
        size = float(measure.case.partition(" ")[0].replace(",", ""))
        value = statistics.median(measure.cpu) if measure.cpu else measure.median
        found.setdefault(measure.name, []).append((size, value))
    return found


def _rows(curves: Curves, sizes: Sequence[float], units: Mapping[str, str]) -> list[str]:
    rows: list[str] = []
    for name, curve in curves.items():
        known = dict(curve)
        cells = [f"{number(known[size])} {units[name]}".rstrip() if size in known else "" for size in sizes]
        rows.append(f"| {name} | {' | '.join(cells)} | {_exponent(curve)} |")
    return rows


def _exponent(curve: Sequence[tuple[float, float]]) -> str:
    from math import log

    (first, low), (last, high) = curve[0], curve[-1]
    return f"{log(high / low) / log(last / first):.2f}" if first != last and low > 0 and high > 0 else ""
