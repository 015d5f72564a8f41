"""Answers about language servers as compact text; see `text.py`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from .text import COUNTS, DOCS, Line, fit
from .wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answers.diagnostics import DiagnosticsAnswer
    from .precise import ServerRow

__all__ = ["diagnostics_text", "servers_text"]


def diagnostics_text(
    answer: DiagnosticsAnswer, budget: int, narrower: str = "narrow it with --severity, --symbol or --limit"
) -> list[Line]:
    """Diagnostics by severity and file."""

    def render(detail: int) -> list[Line]:
        found = ", ".join(f"{count} {name}" for name, count in answer.counts.items() if count) or "nothing is wrong"
        lines: list[Line] = [[("", found), ("dim", f"  in {counted(len(answer.files), 'file')}")]]
        for path, group in groupby(answer.diagnostics, key=lambda row: row.path):
            rows = list(group)
            lines.append([("path", path), ("dim", f"  {len(rows)}" if detail == COUNTS else "")])
            for row in rows if detail > COUNTS else ():
                code = f"  {row.source} {row.code}".rstrip()
                lines.append([("line", f"  {row.line}:{row.column}"), ("kind", f"  {row.severity}"), ("dim", code)])
                lines += [[("", f"    {text}")] for text in row.message.split("\n")]
                if detail >= DOCS and row.text:
                    lines.append([("dim", f"    | {row.text}")])
        return lines

    lines = fit(render, budget, narrower)
    if answer.more:
        lines.append([("dim", f"… and {answer.more} more; raise --limit")])
    return lines


def servers_text(rows: Sequence[ServerRow]) -> list[Line]:
    """A line a server: what it is, where it is or how to have it."""
    width = max((len(row.name) for row in rows), default=0)
    lines: list[Line] = []
    for row in rows:
        place = row.command if row.state != "missing" else f"install: {row.install}"
        extra = f"  {row.memory / 1e6:.0f} MB, last answer {row.seconds:.1f} s" if row.pid else ""
        tested = "" if row.tested else "  (untested)"
        lines.append(
            [
                ("name", row.name.ljust(width)),
                ("kind", f"  {row.state.ljust(9)}"),
                ("", f"  {', '.join(row.languages)}"),
                ("dim", f"  {place}{extra}{tested}"),
            ]
        )
    return lines or [[("", "no language server is known for the languages of this project")]]
