"""How each side is asked: the tables of `comparison.toml`, with a question filled in."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import fill

if TYPE_CHECKING:
    from ..kit import Question

__all__ = ["tasks", "wanted"]

FILE = Path(__file__).parent.parent / "comparison.toml"
_COMMON = frozenset((
    "a", "an", "and", "are", "as", "at", "by", "for", "from", "in", "into", "is", "it", "not", "of", "on",
    "or", "that", "the", "this", "to", "when", "where", "with",
))  # fmt: skip


@cache
def tasks() -> dict[str, dict[str, Any]]:
    """Every task with its columns, in order."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def wanted(column: str, question: Question, new_name: str = "") -> Any:
    """The request of a side for a question; None where it cannot be asked."""
    request = tasks()[question.task].get(column)
    if request is None:
        return None
    words = [word for word in re.findall(r"\w+", question.words) if word.lower() not in _COMMON]
    return fill(
        request,
        {
            "path": question.path,
            "name": question.name,
            "name_path": question.name_path,
            "dotted": question.name_path.replace("/", "."),
            "pattern": re.escape(question.name),
            "words": question.words,
            "any_word": "|".join(map(re.escape, words)),
            "new_name": new_name,
        },
    )
