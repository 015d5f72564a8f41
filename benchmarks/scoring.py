"""How right an answer is, held against a compiler's: hits, mistakes, misses.

Counted as the truth kit counts. References: a line a use, imports and the override family neither wanted nor wrong.
Callers: a function or class that calls. Definitions: a name path of a file, overloads once; variables are not wanted.
Outlines: the functions, classes and methods of a file; any real definition is no mistake. Impact: of what reaches a
symbol only its direct callers are known: they are wanted, nothing more is wrong. What lies outside of the files in
scope is not counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .answers import Answer, Item
    from .kit import Definition, Kit, Question, Uses

__all__ = ["Score", "pooled", "score", "score_lines", "score_search"]

_SEPARATORS = re.compile(r"::|[#./]")
_WORD = re.compile(r"[\w$]+|[^\w\s$]+")


class Score(NamedTuple):
    """How an answer compares with the truth."""

    hits: int
    mistakes: int
    misses: int

    @property
    def precision(self) -> float | None:
        """The share of what was said that is right; None where nothing was said."""
        return self.hits / (self.hits + self.mistakes) if self.hits + self.mistakes else None

    @property
    def recall(self) -> float | None:
        """The share of what is right that was said; None where nothing was to be said."""
        return self.hits / (self.hits + self.misses) if self.hits + self.misses else None

    @property
    def f1(self) -> float | None:
        """Both in one figure."""
        known = 2 * self.hits + self.mistakes + self.misses
        return 2 * self.hits / known if known else None


def pooled(scores: Iterable[Score]) -> Score:
    """One score over many questions: every place weighs the same."""
    columns = [0, 0, 0]
    for each in scores:
        columns = [total + part for total, part in zip(columns, each, strict=True)]
    return Score(*columns)


def score(kit: Kit, question: Question, answer: Answer) -> Score | None:
    """How right an answer is; None where nothing is known, or where a whole file was read."""
    if not kit.judge or answer.items is None:
        return None
    if question.task in ("overview", "definition") and not kit.definitions:
        return None
    items = [item for item in answer.items if not kit.scope or item.path in kit.scope]
    if question.task == "overview":
        return _overview(kit.definitions, question, items)
    if question.task == "definition":
        return _definition(kit.definitions, question, items)
    uses = kit.uses.get(question.key)
    if uses is None:
        return None
    if question.task == "references":
        return _functions(uses, items, uses.around) if answer.units == "functions" else _references(uses, items)
    if question.task == "callers":
        return _functions(uses, items, uses.callers)
    if question.task == "impact":
        return _functions(uses, items, uses.callers)._replace(mistakes=0)
    return None


def score_lines(uses: Uses, changed: Iterable[tuple[str, int]], scope: frozenset[str]) -> Score:
    """How right a rename is, by the lines that it changed: uses, imports and the definition are wanted."""
    wanted = uses.required | uses.imports | {uses.definition}
    found = {place for place in changed if not scope or place[0] in scope}
    return Score(len(found & wanted), len(found - wanted - uses.neutral), len(wanted - found))


def score_search(question: Question, items: Sequence[Item]) -> tuple[float, float]:
    """The reciprocal rank of the first definition that was expected (0: not there), and whether it is among ten."""
    expected = [tuple(each.rpartition(":")[::2]) for each in question.expected]
    for rank, item in enumerate(items, 1):
        if any(item.path.endswith(path) and _last(item.name) == _last(name) for path, name in expected):
            return 1 / rank, float(rank <= 10)  # noqa: PLR2004 - a screenful
    return 0.0, 0.0


def _references(uses: Uses, items: Sequence[Item]) -> Score:
    found = {(item.path, item.line) for item in items}
    hits = len(found & uses.required)
    return Score(hits, len(found - uses.required - uses.neutral), len(uses.required) - hits)


def _functions(uses: Uses, items: Sequence[Item], wanted: frozenset[tuple[str, str]]) -> Score:
    neutral = (uses.around | {(uses.definition[0], uses.name)}) - wanted
    found: set[tuple[str, str]] = set()
    for item in items:
        named = (item.path, _last(item.name))
        if (item.path, item.line) in uses.unsure and named not in wanted:
            continue
        if named[1] and named[1] != "<module>":
            found.add(named)
    hits = len(found & wanted)
    return Score(hits, len(found - wanted - neutral), len(wanted) - hits)


def _definition(definitions: Sequence[Definition], question: Question, items: Sequence[Item]) -> Score:
    asked = [
        each
        for each in definitions
        if each.name_path == question.name_path or each.name_path.endswith("/" + question.name_path)
    ]
    wanted = {(each.path, each.name_path) for each in asked if each.cat == "core"}
    hits: set[tuple[str, str]] = set()
    mistakes: set[tuple[str, int]] = set()
    for item in items:
        there = [each for each in asked if each.path == item.path and _holds(item, each)]
        hits.update((each.path, each.name_path) for each in there if each.cat == "core")
        if not there:
            mistakes.add((item.path, item.line))
    return Score(len(hits), len(mistakes), len(wanted - hits))


def _overview(definitions: Sequence[Definition], question: Question, items: Sequence[Item]) -> Score:
    here = [each for each in definitions if each.path == question.path]
    wanted = {each.name_path for each in here if each.cat == "core"}
    hits: set[str] = set()
    mistakes = 0
    for item in items:
        words = set(_WORD.findall(item.name)) | {item.name}
        there = [each for each in here if each.name in words and _holds(item, each)]
        first = min((each.line for each in there), default=0)  # a class's line holds those of its members, too
        hits.update(each.name_path for each in there if each.line == first and each.cat == "core")
        mistakes += not there
    return Score(len(hits), mistakes, len(wanted - hits))


def _holds(item: Item, definition: Definition) -> bool:
    """Whether an answer's line, or lines, are those of a definition: from its first decorator to its name.

    A side that tells no lines is taken at its word.
    """
    if not item.line:
        return True
    first, last = sorted((definition.start, definition.line))
    return first <= item.line <= last or item.line <= definition.line <= item.end


def _last(name: str) -> str:
    """The last part of a name in whatever way it is written, without overload numbers and parameters."""
    return _SEPARATORS.split(name)[-1].partition("(")[0].partition("[")[0]
