"""What a benchmark found: measures with their values, held against targets, and the JSON form that is kept.

A result is complete: machine, versions, load, every single value, and the answers that were compared.
"""

from __future__ import annotations

import dataclasses
import json
import math
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["FORMAT", "Measure", "Result", "load", "percentile", "ratio", "save", "without_texts"]

FORMAT = 1
"""Raised when the JSON form changes."""


@dataclass(frozen=True)
class Measure:
    """One thing that was measured, of one side."""

    name: str
    side: str
    unit: str
    values: Sequence[float]
    case: str = ""
    """What the work was done on, where one result has several: a size of tree, a kind of edit."""
    cpu: Sequence[float] = ()
    """CPU time beside `values` that are wall time, in the same unit."""
    limits: Mapping[str, float] = field(default_factory=dict[str, float])
    """The most that a statistic (`median`, `p95`, `high`) should be."""
    goal: float | None = None
    """What the median is hoped to reach beyond its limit."""
    given_median: float | None = None
    """Of a ratio: the ratio of the medians, not the median of the ratios."""

    @property
    def median(self) -> float:
        """The middle value."""
        return statistics.median(self.values) if self.given_median is None else self.given_median

    @property
    def low(self) -> float:
        """The least value."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The greatest value."""
        return max(self.values)

    @property
    def p95(self) -> float:
        """What 95 of 100 values do not exceed."""
        return percentile(self.values, 0.95)

    @property
    def met(self) -> bool | None:
        """Whether all limits are kept; None without one."""
        return all(getattr(self, name) <= limit for name, limit in self.limits.items()) if self.limits else None


@dataclass(frozen=True)
class Result:
    """One run of one benchmark on one repository."""

    benchmark: str
    repository: Mapping[str, Any]
    quick: bool
    machine: Mapping[str, Any]
    measures: Sequence[Measure]
    answers: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What each side answered, by side."""
    notes: Sequence[str] = ()

    @property
    def command(self) -> str:
        """What it was made by, as far as that was kept."""
        return str(self.machine.get("command", "python -m benchmarks"))


def without_texts(result: Result) -> Result:
    """The result without the text of each answer: what is left of it can be kept anywhere."""
    answers = {
        side: {
            task: {question: {k: v for k, v in row.items() if k != "text"} for question, row in rows.items()}
            for task, rows in by_task.items()
        }
        for side, by_task in result.answers.items()
    }
    return dataclasses.replace(result, answers=answers)


def ratio(
    name: str,
    over: Sequence[float],
    under: Sequence[float],
    sides: tuple[str, str],
    *,
    limit: float | None = None,
    goal: float | None = None,
) -> Measure:
    """`over` by `under`, round by round; its median is the ratio of their medians."""
    return Measure(
        name,
        " / ".join(sides),
        "x",
        [a / b for a, b in zip(over, under, strict=True)],
        limits={} if limit is None else {"median": limit},
        goal=goal,
        given_median=statistics.median(over) / statistics.median(under),
    )


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that `share` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def save(results: Sequence[Result], path: Path) -> None:
    """Write one result as a JSON object, several as a list of them."""
    found = [_plain(result) for result in results]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


def load(path: Path) -> list[Result]:
    """Read what `save` wrote; of another format, nothing."""
    content: dict[str, Any] | list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    results: list[Result] = []
    for found in content if isinstance(content, list) else [content]:
        if found.pop("format", None) == FORMAT:
            names = {part.name for part in dataclasses.fields(Measure)}
            found["measures"] = [Measure(**{k: v for k, v in m.items() if k in names}) for m in found["measures"]]
            results.append(Result(**found))
    return results


def _plain(result: Result) -> dict[str, Any]:
    measures = [
        {**dataclasses.asdict(m), "median": m.median, "low": m.low, "high": m.high, "p95": m.p95, "met": m.met}
        for m in result.measures
    ]
    return {"format": FORMAT, **dataclasses.asdict(result), "measures": measures}
