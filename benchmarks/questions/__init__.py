"""Questions in words: what somebody looks for who does not know a name, with the definitions that answer it.

`concepts.toml` has them: `[[query]]` with `project`, `words` and `expected` (`path:Name/path`).
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from ..kit import Question

__all__ = ["concepts"]

FILE = Path(__file__).parent / "concepts.toml"


def concepts(project: str) -> list[Question]:
    """Those about a listed repository; none where nobody wrote any."""
    if not FILE.exists():
        return []
    asked = [row for row in tomllib.loads(FILE.read_text(encoding="utf-8"))["query"] if row["project"] == project]
    return [
        Question(f"w{number}", "search", "", words=row["words"], expected=tuple(row["expected"]))
        for number, row in enumerate(asked)
    ]
