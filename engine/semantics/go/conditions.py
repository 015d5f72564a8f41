"""For which builds a file is meant: the constraint in a comment before its package clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...deepfacts import NONE

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["constraint"]

_LINE = re.compile(r"//go:build\s+(.*)")
_OLD = re.compile(r"//\s*\+build\s+(.*)")
_TOKEN = re.compile(r"&&|\|\||[!()]|[\w.]+")


def constraint(walk: Walk, root: tree_sitter.Node) -> int:
    """The condition under which a file is part of a build; NONE where it always is."""
    lines: list[str] = []
    for child in root.children:
        if child.type != "comment":
            break
        lines.append((child.text or b"").decode("utf-8", "replace"))
    for line in lines:
        found = _LINE.match(line)
        if found is not None:
            return _any(walk, _TOKEN.findall(found[1])[::-1])
    old = [_of_old_line(walk, found[1]) for line in lines if (found := _OLD.match(line))]
    return _joined(walk, "both", old)


def _any(walk: Walk, tokens: list[str]) -> int:
    """Alternatives; the tokens stand in reverse and are used up."""
    parts = [_both(walk, tokens)]
    while tokens and tokens[-1] == "||":
        tokens.pop()
        parts.append(_both(walk, tokens))
    return _joined(walk, "any", parts)


def _both(walk: Walk, tokens: list[str]) -> int:
    parts = [_one(walk, tokens)]
    while tokens and tokens[-1] == "&&":
        tokens.pop()
        parts.append(_one(walk, tokens))
    return _joined(walk, "both", parts)


def _one(walk: Walk, tokens: list[str]) -> int:
    word = tokens.pop() if tokens else ""
    if word == "!":
        return _not(walk, _one(walk, tokens))
    if word == "(":
        found = _any(walk, tokens)
        if tokens and tokens[-1] == ")":
            tokens.pop()
        return found
    return walk.builder.expression(("present", word, (), (), NONE))


def _of_old_line(walk: Walk, text: str) -> int:
    """Blanks stand between alternatives, commas between what holds together."""
    alternatives: list[int] = []
    for option in text.split():
        parts = [walk.builder.expression(("present", tag.lstrip("!"), (), (), NONE)) for tag in option.split(",")]
        negated = [tag.startswith("!") for tag in option.split(",")]
        parts = [_not(walk, part) if no else part for part, no in zip(parts, negated, strict=True)]
        alternatives.append(_joined(walk, "both", parts))
    return _joined(walk, "any", alternatives)


def _not(walk: Walk, part: int) -> int:
    return walk.builder.expression(("not", "", (part,), (), NONE))


def _joined(walk: Walk, op: str, parts: list[int]) -> int:
    if len(parts) <= 1:
        return parts[0] if parts else NONE
    return walk.builder.expression((op, "", tuple(parts), (), NONE))
