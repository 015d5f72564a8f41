"""What came of a comparison: figures pooled over repositories, and where codeintel is behind. Measures nothing."""

from __future__ import annotations

import statistics
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .results import percentile
from .runners.requests import tasks
from .scoring import Score, pooled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .results import Measure, Result

__all__ = ["OURS", "SIDES", "Line", "Loss", "Standing", "losses", "reasons", "standings", "summary"]

OURS = ("codeintel mcp", "codeintel")
"""What others are held against: the server where it took part, else the command."""
SIDES = ("codeintel mcp", "codeintel", "codeintel lsp", "grep and reads", "ctags", "codegraph", "Serena")
"""In the order of tables and charts."""
REASONS = Path(__file__).parent / "reasons.toml"
_SURE = " what is sure"
MUCH_LESS = 0.1
"""A side whose F1 is lower by more than this is not ahead by being short or quick."""
MARGIN = 1.05
"""Differences below a twentieth say nothing."""


@dataclass
class Line:
    """What one side did in one task."""

    task: str
    side: str
    asked: int = 0
    refused: int = 0
    wall: list[float] = field(default_factory=list)
    """Milliseconds, one an answer."""
    cpu: list[float] = field(default_factory=list)
    tokens: list[float] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    sure: list[Score] = field(default_factory=list)
    ranks: list[tuple[float, int]] = field(default_factory=list)
    """Mean reciprocal rank, and of how many questions."""
    stale: int | None = None
    warned: int = 0
    """Stale answers that said so."""
    until_right: list[float] = field(default_factory=list)

    @property
    def score(self) -> Score | None:
        """Of all that was answered."""
        return pooled(self.scores) if self.scores else None

    @property
    def score_sure(self) -> Score | None:
        """Of what was said to be sure; None where all was."""
        return pooled(self.sure) if self.sure != self.scores else None

    @property
    def rank(self) -> float | None:
        """Mean reciprocal rank."""
        total = sum(count for _, count in self.ranks)
        return sum(rank * count for rank, count in self.ranks) / total if total else None


@dataclass
class Standing:
    """What a side costs before and around its answers, one value a repository."""

    side: str
    first: list[float] = field(default_factory=list)
    """Seconds from nothing to the first answer."""
    first_cpu: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    disk: list[float] = field(default_factory=list)
    tools: float | None = None


class Loss(NamedTuple):
    """Something in which another side is better."""

    task: str
    measure: str
    side: str
    theirs: float
    ours: float

    @property
    def times(self) -> float:
        """How much better it is."""
        best, worst = sorted((abs(self.theirs), abs(self.ours)))
        return worst / best if best else float("inf")


def summary(results: Iterable[Result]) -> dict[str, dict[str, Line]]:
    """By task and side, in the order of tables."""
    found: dict[tuple[str, str], Line] = {}
    for result in results:
        scored: dict[tuple[str, str, str], dict[str, float]] = {}
        for measure in result.measures:
            if measure.case:
                _take(found.setdefault((measure.case, measure.side), Line(measure.case, measure.side)), measure, scored)
        for (task, side, of), parts in scored.items():
            if not of:
                found[task, side].scores.append(Score(*(int(parts[name]) for name in Score._fields)))
                certain = scored.get((task, side, _SURE), parts)  # a side that warns of nothing is sure of all
                found[task, side].sure.append(Score(*(int(certain[name]) for name in Score._fields)))
    order = [*tasks()]
    return {
        task: {side: found[task, side] for side in SIDES if (task, side) in found}
        for task in order
        if any(there == task for there, _ in found)
    }


def _take(line: Line, measure: Measure, scored: dict[tuple[str, str, str], dict[str, float]]) -> None:
    name, _, of = measure.name.partition(",")
    if name in Score._fields:
        scored.setdefault((measure.case, measure.side, of), {})[name] = measure.values[0]
    elif name == "questions":
        line.asked += int(measure.values[0])
    elif name == "refused":
        line.refused += int(measure.values[0])
    elif name == "answer":
        line.wall += measure.values
        line.cpu += measure.cpu
    elif name == "tokens":
        line.tokens += measure.values
    elif name == "reciprocal rank":
        line.ranks.append((measure.values[0], line.asked))
    elif name == "stale answers":
        line.stale = (line.stale or 0) + int(measure.values[0])
    elif name == "stale answers that say so":
        line.warned += int(measure.values[0])
    elif name == "until right":
        line.until_right += measure.values


def standings(results: Iterable[Result]) -> dict[str, Standing]:
    """By side, in the order of tables."""
    found: dict[str, Standing] = {}
    for result in results:
        for measure in result.measures:
            if measure.case:
                continue
            standing = found.setdefault(measure.side, Standing(measure.side))
            if measure.name == "first answer from nothing":
                standing.first.append(measure.median)
                standing.first_cpu.append(statistics.median(measure.cpu))
            elif measure.name == "memory of all processes":
                standing.memory.append(measure.median)
            elif measure.name == "kept on disk":
                standing.disk.append(measure.median)
            elif measure.name == "list of tools, tokens":
                standing.tools = measure.median
    return {side: found[side] for side in SIDES if side in found}


def losses(lines: Mapping[str, Mapping[str, Line]], costs: Mapping[str, Standing]) -> list[Loss]:
    """Wherever another side is better by more than a twentieth, worst first within a task."""
    found: list[Loss] = []
    for task, by_side in lines.items():
        own = next((by_side[side] for side in OURS if side in by_side), None)
        if own is None:
            continue
        for side, line in by_side.items():
            if not side.startswith("codeintel"):
                found += _lost(task, own, line)
    own_cost = next((costs[side] for side in OURS if side in costs), None)
    for side, standing in costs.items():
        if own_cost is not None and not side.startswith("codeintel"):
            pairs = (
                ("first answer, CPU s", standing.first_cpu, own_cost.first_cpu),
                ("memory, MB", standing.memory, own_cost.memory),
                ("disk, MB", standing.disk, own_cost.disk),
                ("list of tools, tokens", [standing.tools or 0.0], [own_cost.tools or 0.0]),
            )
            for name, theirs, ours in pairs:
                if any(theirs) and ours and statistics.median(theirs) * MARGIN < statistics.median(ours):
                    found.append(
                        Loss("before and around", name, side, statistics.median(theirs), statistics.median(ours))
                    )
    return found


def _lost(task: str, own: Line, other: Line) -> list[Loss]:
    found: list[Loss] = []
    for name in ("precision", "recall", "f1"):
        ours, theirs = (getattr(line.score, name) if line.score is not None else None for line in (own, other))
        if ours is not None and theirs is not None and theirs > ours + (MARGIN - 1) / 5:
            found.append(Loss(task, {"f1": "F1"}.get(name, name), other.side, theirs, ours))
    if own.rank is not None and other.rank is not None and other.rank > own.rank * MARGIN:
        found.append(Loss(task, "reciprocal rank", other.side, other.rank, own.rank))
    if own.stale is not None and other.stale is not None and other.stale < own.stale:
        found.append(Loss(task, "stale answers", other.side, other.stale, own.stale))
    if own.score is not None and other.score is not None and _found(other.score) + MUCH_LESS < _found(own.score):
        return found  # a worse answer is no cheaper one
    for name in ("tokens", "wall", "cpu"):
        ours, theirs = getattr(own, name), getattr(other, name)
        if ours and theirs and statistics.median(theirs) * MARGIN < statistics.median(ours):
            label = {"wall": "ms", "cpu": "CPU ms"}.get(name, name)
            found.append(Loss(task, label, other.side, statistics.median(theirs), statistics.median(ours)))
    if other.refused < own.refused:
        found.append(Loss(task, "refused", other.side, other.refused, own.refused))
    return found


def _found(score: Score) -> float:
    return (score.f1 if score.mistakes else score.recall) or 0.0


def reasons() -> dict[str, dict[str, str]]:
    """Why, by task and measure, as far as anybody found out."""
    return tomllib.loads(REASONS.read_text(encoding="utf-8"))


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, least, and what 95 of 100 do not exceed."""
    return statistics.median(values), min(values), percentile(values, 0.95)
