"""Shows results: a table on the terminal, and the figures in README.md. Measures nothing."""

from __future__ import annotations

import dataclasses
import statistics
from typing import TYPE_CHECKING

from rich.table import Table

from .repositories import HERE
from .results import Measure, Result, load, percentile

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import Console

__all__ = ["RESULTS", "busy", "caption", "kept_results", "number", "show", "write_readme"]

RESULTS = HERE / "results"
README = HERE / "README.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
BUSY = 0.75
"""Load a core from which on wall times say more of the neighbours than of the work."""
_DIGITS = ((1000, 0), (100, 1), (1, 2))
"""Digits behind the point, from which value on."""
_STATISTICS = {"median": "median", "p95": "p95", "high": "max"}


def show(result: Result, console: Console) -> None:
    """Print a result as a table, with what it was taken on."""
    table = Table(
        title=_title(result),
        title_justify="left",
        header_style="bold",
        caption=caption(result),
        caption_justify="left",
    )
    for name in ("measure", "side"):
        table.add_column(name)
    for name in ("median", "low", "p95", "high", "CPU", "CPU p95", "n"):
        table.add_column(name, justify="right")
    table.add_column("target")
    for measure in result.measures:
        table.add_row(
            _name(measure),
            measure.side,
            f"[bold]{number(measure.median)}[/] {measure.unit}".rstrip(),
            *map(number, (measure.low, measure.p95, measure.high)),
            *_cpu(measure),
            str(len(measure.values)),
            _verdict(measure, styled=True),
        )
    console.print(table)
    for note in [*result.notes, *busy(result)]:
        console.print(f"note: {note}", style="yellow", highlight=False, markup=False)


def kept_results(folder: Path = RESULTS) -> list[Result]:
    """The latest full result of each benchmark and repository."""
    results = [result for path in sorted(folder.glob("*.json")) for result in load(path)]
    return [result for result in results if not result.quick]


def write_readme(results: Iterable[Result]) -> None:
    """Put the results' figures between the marks in README.md."""
    text = README.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    figures = "\n".join(map(_section, sorted(results, key=lambda r: (r.benchmark, str(r.repository["name"])))))
    README.write_text(f"{head}{BEGIN}\n\n{figures}\n{END}{tail}", encoding="utf-8")


def _section(result: Result) -> str:
    lines = [f"### {_title(result)}", "", caption(result), ""]
    lines += [
        "| measure | side | median | low to high | p95 | CPU | CPU p95 | n | target |",
        "|---|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for m in result.measures:
        cells = [
            _name(m),
            m.side,
            f"{number(m.median)} {m.unit}".rstrip(),
            f"{number(m.low)} to {number(m.high)}",
            number(m.p95),
            *_cpu(m),
            str(len(m.values)),
            _verdict(m, styled=False),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [f"\nNote: {note}." for note in [*result.notes, *busy(result)]]
    return "\n".join(lines) + "\n"


def _title(result: Result) -> str:
    version = result.repository["version"]
    return f"{result.benchmark}: {result.repository['name']} ({version})" + (
        ", quick: figures mean nothing" if result.quick else ""
    )


def caption(result: Result) -> str:
    """When, on what and with which versions it was taken."""
    machine = result.machine
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    load = f"load {machine['load'][0]} before, {machine['load_after'][0]} after"
    memory = f"{machine['memory_bytes'] / 2**30:.0f} GiB"
    return f"{machine['taken']}; {machine['processor']}, {machine['cores']} cores, {memory}; {load}; {versions}"


def busy(result: Result) -> list[str]:
    """A word on the load of the machine, where it was too much."""
    machine = result.machine
    load = max(machine["load"][0], machine["load_after"][0])
    if load < BUSY * machine["cores"] + 1:
        return []
    return ["the machine was busy with other work: trust CPU times and ratios, not wall times"]


def _name(measure: Measure) -> str:
    return f"{measure.name} ({measure.case})" if measure.case else measure.name


def _cpu(measure: Measure) -> tuple[str, str]:
    """Median and p95 of the CPU time beside wall times."""
    return (number(statistics.median(measure.cpu)), number(percentile(measure.cpu, 0.95))) if measure.cpu else ("", "")


def _verdict(measure: Measure, *, styled: bool) -> str:
    if not measure.limits:
        return ""
    limits = ", ".join(f"{_STATISTICS[name]} ≤ {number(limit)}" for name, limit in measure.limits.items())
    goal = ""
    if measure.goal is not None:
        goal = f" (goal {number(measure.goal)}: {'met' if measure.median <= measure.goal else 'not yet'})"
    by_cpu = dataclasses.replace(measure, values=measure.cpu).met if measure.cpu else None
    word = "pass" if measure.met else "FAIL (by CPU time: pass)" if by_cpu else "FAIL"
    colour = "green" if measure.met else "yellow" if by_cpu else "red"
    return f"[{colour}]{word}[/] {limits}{goal}" if styled else f"{word}: {limits}{goal}"


def number(value: float) -> str:
    """A figure with as many digits as are worth reading."""
    digits = next((digits for least, digits in _DIGITS if abs(value) >= least), 3)
    return f"{value:,.0f}" if value == int(value) else f"{value:,.{digits}f}"
