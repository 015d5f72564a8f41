"""Fits the indentation of a new text to its place.

A text comes as people and agents send it: indented as at its place, not indented at all, or with its first line alone
stripped. Which it is cannot always be told, so the ways to read it are tried in order, and the checks decide. Lines
that stand in the edited range already say most: the way that leaves most of them alone comes first.
"""

from __future__ import annotations

import re
from collections import Counter
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from .lines import indentation, line_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tree_sitter

    from ..languages import Language

__all__ = ["Place", "fitted", "indent_unit", "unit_at"]

_CLOSERS = (")", "]", "}", "end", "fi", "done", "esac", "/>", "</")
_TAB_LINES = re.compile(rb"^\t", re.MULTILINE)
_SPACE_LINES = re.compile(rb"^( +)\S", re.MULTILINE)
_SAMPLE = 65536


class Place(NamedTuple):
    """Where a text goes."""

    indent: str
    """What each of its outermost lines is to begin with."""
    unit: str
    """One step of indentation in the file, empty where it has none."""
    old: Sequence[str] = ()
    """The lines that it replaces."""
    statements: bool = False
    """Whether it is a list of statements rather than one definition."""


def fitted(language: Language, lines: Sequence[str], place: Place) -> list[list[str]]:
    """The text as it could be meant, likeliest first; each line with its whole indentation."""
    from ..index.parse import tree_of

    root = tree_of(language, "\n".join(lines).encode()).root_node
    frozen = _frozen_rows(language, root)
    typed, lines = lines, _in_unit_of(place.unit, lines, frozen)
    first = indentation(lines[0])
    if not first:
        row, is_sure = _telling_row(language, root, typed)
        margin = indentation(lines[row]) if row else ""
        if margin and margin == place.indent:
            as_typed = [place.indent + lines[0], *lines[1:]]
            return [as_typed] if is_sure else [as_typed, _moved(lines, frozen, "", place.indent)]
        margin *= is_sure
        lines = [line if row in frozen else line.removeprefix(margin) for row, line in enumerate(lines)]
    loose = [line for row, line in enumerate(lines) if row and row not in frozen and line.strip()]
    if first == place.indent and (first or not place.indent):
        return [list(lines)]
    margin = min([first, *map(indentation, loose)], key=len) if place.statements else first
    moved = _moved(lines, frozen, margin, place.indent)
    if first or not loose or not all(line.startswith(place.indent) for line in loose):
        as_typed = [place.indent + lines[0].lstrip(" \t"), *lines[1:]]
        return _distinct([moved, as_typed] if first else _by_old_lines([moved, as_typed], place.old))
    as_typed = [place.indent + lines[0], *lines[1:]]
    least = min(map(indentation, loose), key=len)
    closed = place.statements or lines[-1].lstrip(" \t").startswith(_CLOSERS)
    order = [as_typed, moved] if len(least) > len(place.indent) or closed else [moved, as_typed]
    return _distinct(_by_old_lines(order, place.old))


def indent_unit(source: bytes) -> str:
    """One step of indentation in a text: a tab, or some blanks; empty where nothing is indented."""
    sample = source[:_SAMPLE]
    widths = Counter(len(match[1]) for match in _SPACE_LINES.finditer(sample))
    tabs = len(_TAB_LINES.findall(sample))
    if tabs > sum(widths.values()):
        return "\t"
    common = [width for width, _ in widths.most_common(3) if width > 1]
    return " " * min(gcd(*common) if common else 0, 8) or ("\t" if tabs else "")


def unit_at(source: bytes, start: int, end: int) -> str:
    """As `indent_unit`; but what the lines of a range have, where one of them has tabs and the other blanks."""
    unit, own = indent_unit(source), indent_unit(source[line_start(source, start) : end])
    return own if own and (own == "\t") != (unit == "\t") else unit


def _telling_row(language: Language, root: tree_sitter.Node, lines: Sequence[str]) -> tuple[int, bool]:
    """Which line tells what the first line of a text has lost, 0 if none does; and whether that is sure.

    A comment or attribute stands as far in as what it belongs to, for sure; what closes a bracket, as far in as the
    line that opens it, by most people's habit.
    """
    if not any(indentation(line) for line in lines[1:]):
        return 0, False
    head = language.rules.comments | language.rules.leading | language.edit.attributes
    node = root
    while node.type not in head and node.child_count:
        node = node.children[0]
    if node.type not in head or node.start_byte:
        return _closing_row(root, lines), False
    while (following := node.next_sibling) is None and node.parent is not None:
        node = node.parent
    return (following.start_point[0], True) if following is not None else (0, False)


def _closing_row(node: tree_sitter.Node, lines: Sequence[str]) -> int:
    """The line that begins with what closes a bracket of the first line, 0 without one."""
    for child in node.children:
        if child.start_point[0]:
            break
        last = child.children[-1] if child.child_count else child
        row, column = last.start_point
        if row and not last.is_named and not lines[row].encode()[:column].strip():
            return row
        if found := _closing_row(child, lines):
            return found
    return 0


def _distinct(candidates: list[list[str]]) -> list[list[str]]:
    return [c for i, c in enumerate(candidates) if c not in candidates[:i]]


def _by_old_lines(candidates: list[list[str]], old: Sequence[str]) -> list[list[str]]:
    known = Counter(line for line in old if line.strip())
    return sorted(candidates, key=lambda lines: -sum((Counter(lines) & known).values()))


def _moved(lines: Sequence[str], frozen: set[int], margin: str, indent: str) -> list[str]:
    moved: list[str] = []
    for row, line in enumerate(lines):
        if row in frozen:
            moved.append(line)
        elif not line.strip():
            moved.append("")
        elif line.startswith(margin):
            moved.append(indent + line[len(margin) :])
        else:
            moved.append(indent + line.lstrip(" \t"))
    return moved


def _in_unit_of(unit: str, lines: Sequence[str], frozen: set[int]) -> Sequence[str]:
    """Tabs where the file has tabs, blanks where it has blanks; a text that has both is left alone."""
    loose = [indentation(line) for row, line in enumerate(lines) if row not in frozen and line.strip()]
    tabs, blanks = any("\t" in i for i in loose), any(" " in i for i in loose)
    in_unit = tabs if unit == "\t" else blanks
    if not unit or tabs == blanks or in_unit:
        return lines
    if tabs:
        step, new = "\t", unit
    else:
        width = gcd(*(len(i) for i in loose if i))
        if width not in (2, 3, 4, 8):
            return lines
        step, new = " " * width, "\t"
    return [
        line if row in frozen else indentation(line).replace(step, new) + line.lstrip(" \t")
        for row, line in enumerate(lines)
    ]


def _frozen_rows(language: Language, root: tree_sitter.Node) -> set[int]:
    """Rows that begin inside of a string: their blanks are its value. A docstring's are not."""
    rows: set[int] = set()
    if language.edit.verbatim:
        todo = [root]
        while todo:
            node = todo.pop()
            if node.start_point[0] == node.end_point[0]:
                continue
            if node.type in language.edit.verbatim and not _is_docstring(node, language):
                rows.update(range(node.start_point[0] + 1, node.end_point[0] + 1))
            else:
                todo += node.children
    return rows


def _is_docstring(node: tree_sitter.Node, language: Language) -> bool:
    parent = node.parent
    if not language.rules.docstring or parent is None:
        return False
    first = parent.named_children[0]
    return first.id == node.id and (parent.type in language.edit.blocks or parent.parent is None)
