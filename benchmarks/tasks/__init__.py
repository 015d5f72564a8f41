"""What is measured: a module a benchmark, each with `run(context)` that gives one result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..machine import load_average, machine
from ..results import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ..repositories import Repository
    from ..results import Measure

__all__ = ["TASKS", "Context"]

TASKS = {
    "index": "CPU, memory and disk of a first index, beside a bare parse of the same files",
    "stages": "where an index's time goes",
    "lookup": "how long questions take in a long-lived process, with a watcher and without",
    "edit": "how long the question after an edit takes, and whether its answer is right",
    "cli": "CPU of whole commands, beside starting Python",
    "mcp": "what a coding agent waits for, and what a long session costs",
    "tokens": "characters of our answers beside those of grep and the files it leads to",
    "growth": "index, sweep and questions on trees of growing size",
}
"""Each benchmark with what it measures, in the order in which `all` runs them."""


class Context(NamedTuple):
    """What a benchmark runs on and how."""

    repository: Repository
    quick: bool
    """Whether only to see that it works: fewest rounds, smallest sizes."""
    said: Callable[[str], None]
    """Takes what is being done, for people who wait."""
    python: str | None = None
    """Interpreter of an environment with codeintel; None: one is built."""

    def rounds(self, full: int) -> int:
        """`full`, or as few as show that it works."""
        return min(full, 2) if self.quick else full

    def result(
        self,
        benchmark: str,
        measures: Sequence[Measure],
        before: Mapping[str, Any],
        answers: Mapping[str, Any] | None = None,
        notes: Sequence[str] = (),
    ) -> Result:
        """The result of this run; `before` is the machine as it was at the start."""
        name, _, version = self.repository
        where = {"name": name, "version": version}
        return Result(
            benchmark, where, self.quick, {**before, "load_after": load_average()}, measures, answers or {}, notes
        )

    @staticmethod
    def start() -> dict[str, Any]:
        """The machine, at the start."""
        return machine()
