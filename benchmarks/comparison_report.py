"""Shows a comparison: tables on a terminal, and a page in Markdown with charts. Measures nothing."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from rich.table import Table

from .charts import Chart, bars
from .comparison import OURS, SIDES, Line, Loss, Standing, losses, reasons, spread, standings, summary
from .report import busy, caption, number
from .runners.requests import tasks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from rich.console import Console

    from .results import Result

__all__ = ["show_comparison", "write_comparison"]

Row = tuple[str, ...]
_HEAD = (
    "task",
    "side",
    "answered",
    "precision",
    "recall",
    "F1",
    "of what is sure",
    "tokens",
    "times ours",
    "ms",
    "p95",
    "CPU ms",
)
_COSTS = ("side", "first answer", "its CPU", "memory", "on disk", "list of tools", "stale", "ms until right")
_LOSSES = ("task", "measure", "better", "theirs", "ours", "times", "why")
CHARTS = {
    "accuracy.svg": Chart("F1 by task", "1 is perfect; higher is better."),
    "tokens.svg": Chart("Tokens an agent reads for an answer", "Median; lower is better.", "", logarithmic=True),
    "latency.svg": Chart("Time to a warm answer", "Median, milliseconds; lower is better.", "ms", logarithmic=True),
}


def show_comparison(results: Sequence[Result], console: Console) -> None:
    """Print what came of it."""
    lines, costs = summary(results), standings(results)
    title = "codeintel beside others: " + ", ".join(_named(result) for result in results)
    console.print(_rich(title, _HEAD, _answer_rows(lines)))
    console.print(_rich("before and around the answers", _COSTS, _cost_rows(lines, costs)))
    behind = losses(lines, costs)
    console.print(
        _rich("where codeintel is behind", _LOSSES, _loss_rows(behind)) if behind else "codeintel is behind nowhere"
    )
    console.print(caption(results[0]), style="dim", highlight=False, markup=False)
    for note in dict.fromkeys(note for result in results for note in [*result.notes, *busy(result)]):
        console.print(f"note: {note}", style="yellow", highlight=False, markup=False)


def write_comparison(results: Sequence[Result], folder: Path, command: str) -> Path:
    """Write `comparison.md` with its charts; gives its path."""
    lines, costs = summary(results), standings(results)
    behind = losses(lines, costs)
    folder.mkdir(parents=True, exist_ok=True)
    for name, groups in _charted(lines).items():
        sides = [side for side in SIDES if any(side in values for values in groups.values())]
        (folder / name).write_text(bars(CHARTS[name], groups, sides), encoding="utf-8")
    text = "\n".join(
        [
            "# codeintel beside grep, ctags and its peers",
            "",
            *_head(results, command),
            "## Answers",
            "",
            "Accuracy is pooled over all questions of all repositories; tokens and times are medians over them.",
            "`times ours`: tokens of that side for one of ours. `of what is sure`: precision, recall of what is left",
            "of an answer without what the side itself calls doubtful.",
            "",
            *_markdown(_HEAD, _answer_rows(lines)),
            "",
            *(f"![{CHARTS[name].title}]({name})" for name in CHARTS),
            "",
            "## Before and around the answers",
            "",
            "Medians over repositories. `first answer`: seconds from nothing, index or server start included.",
            "",
            *_markdown(_COSTS, _cost_rows(lines, costs)),
            "",
            "## Where codeintel is behind",
            "",
            *(_markdown(_LOSSES, _loss_rows(behind)) if behind else ["Nowhere."]),
            "",
            "## By repository",
            "",
            *_by_repository(results),
            "",
        ]
    )
    page = folder / "comparison.md"
    page.write_text(text, encoding="utf-8")
    return page


def _head(results: Sequence[Result], command: str) -> list[str]:
    found = [f"Made by `{command}`.", ""]
    found += [f"- **{_named(result)}**: {caption(result)}" for result in results]
    notes = dict.fromkeys(note for result in results for note in [*result.notes, *busy(result)])
    return [*found, "", *(f"- {note}" for note in notes), ""]


def _named(result: Result) -> str:
    return f"{result.repository['name']} ({result.repository['version']})" + (", quick" if result.quick else "")


def _answer_rows(lines: Mapping[str, Mapping[str, Line]]) -> list[Row]:
    rows: list[Row] = []
    for task, by_side in lines.items():
        own = next((by_side[side] for side in OURS if side in by_side), None)
        for side, line in by_side.items():
            score, sure = line.score, line.score_sure
            only_recall = task == "impact"
            rows.append(
                (
                    task,
                    side,
                    f"{line.asked - line.refused} of {line.asked}",
                    _share(score.precision if score and not only_recall else None),
                    f"rank {line.rank:.2f}" if line.rank is not None else _share(score.recall if score else None),
                    _share(score.f1 if score and not only_recall else None),
                    f"{_share(sure.precision)} / {_share(sure.recall)}" if sure and not only_recall else "",
                    _median(line.tokens),
                    _times(line.tokens, own.tokens if own else []),
                    _median(line.wall),
                    number(spread(line.wall)[2]) if line.wall else "",
                    _median(line.cpu),
                )
            )
    return rows


def _cost_rows(lines: Mapping[str, Mapping[str, Line]], costs: Mapping[str, Standing]) -> list[Row]:
    edits = lines.get("edit", {})
    return [
        (
            side,
            f"{_median(standing.first)} s" if standing.first else "",
            f"{_median(standing.first_cpu)} s" if standing.first else "",
            f"{_median(standing.memory)} MB" if standing.memory else "",
            f"{_median(standing.disk)} MB" if any(standing.disk) else "nothing",
            f"{number(standing.tools)} tokens" if standing.tools else "",
            _stale(edits[side]) if side in edits else "",
            _median(edits[side].until_right) if side in edits else "",
        )
        for side, standing in costs.items()
    ]


def _stale(line: Line) -> str:
    said = f", {line.warned} said so" if line.warned else ""
    return f"{line.stale} of {line.asked}{said}"


def _loss_rows(behind: Sequence[Loss]) -> list[Row]:
    known = reasons()
    return [
        (
            loss.task,
            loss.measure,
            loss.side,
            number(round(loss.theirs, 3)),
            number(round(loss.ours, 3)),
            f"{loss.times:.2g}" if loss.times < 1000 else "",  # noqa: PLR2004 - one of them is 0
            known.get(loss.task, {}).get(loss.measure) or known["any"].get(loss.measure, ""),
        )
        for loss in behind
    ]


def _by_repository(results: Sequence[Result]) -> list[str]:
    """F1 and tokens of each task, a table each."""
    each = {result.repository["name"]: summary([result]) for result in results}
    found: list[str] = []
    for task, about in tasks().items():
        sides = [side for side in SIDES if any(side in lines.get(task, {}) for lines in each.values())]
        if not sides:
            continue
        rows: list[Row] = []
        for name, lines in each.items():
            there = lines.get(task, {})
            rows.append((name, *(_cell(there[side]) if side in there else "" for side in sides)))
        found += [f"### {task}: {about['judged']}", "", "precision / recall, median tokens", ""]
        found += [*_markdown(("repository", *sides), rows), ""]
    return found


def _cell(line: Line) -> str:
    score = line.score
    right = f"{_share(score.precision)} / {_share(score.recall)}, " if score else ""
    if line.rank is not None:
        right = f"rank {line.rank:.2f}, "
    if line.stale is not None:
        right = f"{line.stale} stale, "
    refused = f", {line.refused} refused" if line.refused else ""
    return f"{right}{_median(line.tokens)}{refused}"


def _charted(lines: Mapping[str, Mapping[str, Line]]) -> dict[str, dict[str, dict[str, float | None]]]:
    def of(value: str) -> dict[str, dict[str, float | None]]:
        found: dict[str, dict[str, float | None]] = {}
        for task, by_side in lines.items():
            for side, line in by_side.items():
                if value == "f1":
                    known = line.score.f1 if line.score is not None and task != "impact" else line.rank
                else:
                    measured: list[float] = getattr(line, value)
                    known = statistics.median(measured) if measured else None
                if known is not None:
                    found.setdefault(task, {})[side] = known
        return found

    return {"accuracy.svg": of("f1"), "tokens.svg": of("tokens"), "latency.svg": of("wall")}


def _rich(title: str, head: Row, rows: Sequence[Row]) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold")
    words = ("task", "side", "why", "measure", "better")
    for name in head:
        table.add_column(name, justify="left" if name in words else "right", overflow="fold")
    last = ""
    for row in rows:
        if last and row[0] != last and head[0] == "task":
            table.add_section()
        ours = any(cell.startswith("codeintel") for cell in row[:2])
        table.add_row(
            *(("" if n == 0 and row[0] == last else cell) for n, cell in enumerate(row)), style="bold" if ours else ""
        )
        last = row[0]
    return table


def _markdown(head: Row, rows: Sequence[Row]) -> list[str]:
    left = ("task", "side", "measure", "better", "why", "repository")
    rule = "|".join("---" if name in left else "--:" for name in head)
    return [f"| {' | '.join(head)} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)]


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if value < 0.995 else f"{value:.3g}"  # noqa: PLR2004 - not all of it


def _median(values: Sequence[float]) -> str:
    return number(statistics.median(values)) if values else ""


def _times(theirs: Sequence[float], ours: Sequence[float]) -> str:
    if not theirs or not ours or not statistics.median(ours):
        return ""
    return f"{statistics.median(theirs) / statistics.median(ours):.2g}"
