"""Where a definition that comes from another file goes: behind the last of its kind, within the bounds that it has."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..errors import Refused
from .insert import insertions
from .lines import blank_lines_above, line_end, line_start, newline_at
from .pieces import outer_node
from .plan import Expect, FileEdit
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from ..facts import Symbol
    from .document import Document

__all__ = ["Bounds", "arrivals"]


class Bounds(NamedTuple):
    """Where a definition may stand in its new file."""

    low: int = 0
    """Behind this byte."""
    first: int | None = None
    """In front of the statement around this one."""
    filled: bool = False
    """Whether something is written in front of it, also where the file is empty yet."""


def arrivals(goal: Document, text: str, symbol: Symbol, bounds: Bounds | None = None) -> Iterator[FileEdit]:
    """The ways to put `text`, the definition of `symbol`, at the top level of a file. Raises Refused."""
    low, first, filled = bounds or Bounds()
    symbols = goal.facts.symbols
    if any(other.parent < 0 and other.name_path == symbol.name_path for other in symbols):
        raise Refused(f"{goal.path} has a {symbol.name} already", "Nothing was written.")
    user = _statement(goal, first) if first is not None else None
    high = user.start_byte if user is not None else len(goal.source)
    alone = {ordinal for ordinal, other in enumerate(symbols) if other.parent < 0 and _is_alone(goal, other)}
    for ordinal in alone:  # a comment that belongs to the user of the definition goes with it
        if symbols[ordinal].start_byte <= high < symbols[ordinal].end_byte:
            high = symbols[ordinal].start_byte
    if high < low:
        raise Refused(
            f"{goal.path} uses {symbol.name} while it is loaded, before what {symbol.name} itself needs is there",
            "Nothing was written.",
        )
    tops = alone - _followed(goal, alone)
    fit = [ordinal for ordinal in tops if low <= symbols[ordinal].end_byte <= high]
    if symbol.body_start < 0:
        bodies = [symbols[ordinal].start_byte for ordinal in tops if symbols[ordinal].body_start >= 0]
        fit = [o for o in fit if symbols[o].body_start < 0 and symbols[o].start_byte < min(bodies, default=high)] or fit
    before = next((ordinal for ordinal in alone if symbols[ordinal].start_byte == high), None)
    if fit:
        last = max(fit, key=lambda o: symbols[o].end_byte)
        apart = symbol.body_start >= 0 or symbols[last].body_start >= 0
        ways = insertions(goal, last, text, after=True, apart=apart)
    elif before is not None:
        ways = insertions(goal, before, text, after=False, apart=True)
    else:
        ways = iter([_put(goal, text, user, filled=filled)])
    for edit in ways:
        yield edit._replace(expect=edit.expect._replace(wanted=(symbol.name,), container=-1))


def _followed(goal: Document, tops: set[int]) -> set[int]:
    """Definitions right behind which another one of their name stands: overloads, which nothing may part."""
    symbols = goal.facts.symbols
    ordered = sorted(tops, key=lambda ordinal: symbols[ordinal].start_byte)
    return {
        one
        for one, other in pairwise(ordered)
        if symbols[one].name == symbols[other].name
        and not goal.source[symbols[one].end_byte : symbols[other].start_byte].strip()
    }


def _put(goal: Document, text: str, user: tree_sitter.Node | None, *, filled: bool) -> FileEdit:
    """Before a statement, or at the end of the file, where no symbol stands nearby."""
    source, language = goal.source, goal.language
    assert language is not None
    at = line_end(source, max(len(source.rstrip()) - 1, 0)) if user is None else line_start(source, user.start_byte)
    newline = newline_at(source, at)
    blank = language.edit.blank_lines[0]
    gap = newline * (blank + 1)
    new = text.replace("\r\n", "\n").encode().replace(b"\n", newline)
    if user is not None:
        above = max(blank - blank_lines_above(source, at), 0) if source[:at].strip() else 0
        lead, tail = newline * above, gap
    else:
        lead, tail = gap if filled or source.strip() else b"", b"" if source.strip() else newline
    span = (at + len(lead), at + len(lead) + len(new))
    return FileEdit(goal, (TextEdit(at, at, lead + new + tail),), Expect(span=span))


def _statement(goal: Document, at: int) -> tree_sitter.Node | None:
    node = goal.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.parent is not None and node.parent.parent is not None:
        node = node.parent
    return node


def _is_alone(goal: Document, symbol: Symbol) -> bool:
    """Whether a definition stands directly at the top, not in a condition."""
    parent = outer_node(goal, symbol).parent
    return parent is None or parent.parent is None
