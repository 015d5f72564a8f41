"""Answers within a budget: what every command that answers a question does alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .arguments import DEFAULT_BUDGET
from .output import print_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

__all__ = ["budget_of", "print_shape"]


def budget_of(arguments: argparse.Namespace) -> int:
    """The budget of an answer as text."""
    return DEFAULT_BUDGET if arguments.budget is None else arguments.budget


def print_shape(shape: Callable[[int], dict[str, Any]], budget: int | None, items: str) -> None:
    """The most detailed shape within the budget; then those of its `items` that fit, the others counted in `more`."""
    import json

    from ..engine.shapes import FULL, NAMES, SIGNATURES

    for detail in (FULL, SIGNATURES, NAMES):
        value = shape(detail)
        if not budget or len(json.dumps(value, ensure_ascii=False)) <= budget:
            break
        if detail == NAMES:
            note = f"shortened to fit {budget} characters; narrow the question"
            value["notes"] = [*value["notes"], note]
            room = budget - len(json.dumps({**value, items: []}, ensure_ascii=False))
            _cut(value, room, items)
    print_json(value)


def _cut(value: dict[str, Any], room: int, items: str) -> None:
    import json

    kept: list[Any] = []
    for item in value[items]:
        room -= len(json.dumps(item, ensure_ascii=False)) + 2
        if room < 0:
            break
        kept.append(item)
    value["more"] += len(value[items]) - len(kept)
    value[items] = kept
