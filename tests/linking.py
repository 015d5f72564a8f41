"""A project of a few files, and the references that are found in it."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from support import write

from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["make", "uses"]


def make(project: Path, files: dict[str, str]) -> Engine:
    """An engine over files of these names and (indented) texts."""
    write(project, {name: dedent(text).lstrip() for name, text in files.items()})
    return Engine(str(project))


def uses(engine: Engine, pattern: str) -> list[str]:
    """Each reference as `path:line role certainty`."""
    answer = engine.refs(RefsRequest(pattern, limit=10_000))
    return [f"{r.path}:{r.line} {r.role} {r.certainty}" for r in answer.references]
