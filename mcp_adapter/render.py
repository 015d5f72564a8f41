"""Replies as text within a budget: shortened in steps, or page by page; and what of it is the repository's own.

What is quoted from the repository stands between `<data>` and `</data>`. Each line of it begins with a number, a
path, or the mark of a diff, and no character of it can begin a new line or change the order of others: nothing in a
repository can look like a word of ours.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.text import COUNTS, STEPS
from ..engine.unseen import UNSEEN
from .words import in_agents_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.text import Line
    from .calls import Reply

__all__ = ["DEFAULT_BUDGET", "START", "Place", "as_page", "as_structure", "as_text", "is_empty", "one_text"]

DEFAULT_BUDGET = 8_000
LEAST_BUDGET = 200
MAX_NOTE = 400
_OPEN, _CLOSE = "<data>", "</data>"
_FRAME = len(_OPEN) + len(_CLOSE) + 2
_MORE_LINES = 60
"""What it takes to say how many lines are left out."""
_ASIDE = "… "
"""How lines begin that the engine says of its own rendering."""


class Place(NamedTuple):
    """Where a page begins: an item, and a line in it."""

    item: int = 0
    line: int = 0


START = Place()


def as_text(reply: Reply, budget: int, notes: Sequence[str], cursor: Callable[[Place], str]) -> str:
    """The reply within `budget` characters; `cursor` gives what the rest is asked for by."""
    budget = max(budget, LEAST_BUDGET)
    notes = _notes([*notes, *reply.answer.notes], budget)
    room = budget - _FRAME - sum(len(note) + 1 for note in notes)
    if is_empty(reply):
        said = reply.empty or _plain(reply.text(reply.answer, room, ""))
        said = said if len(said) <= room + _FRAME else said.partition("\n")[0]
        return "\n".join([one_text(said), *notes])
    lines = reply.text(reply.answer, 0, "")
    if _size(lines) <= room:
        lines, asides = _split(lines)
        return "\n".join([_framed(lines), *([_said(asides, budget)] if asides else []), *notes])
    if reply.by_line:
        return _with_notes(as_page(reply, budget, Place(), cursor, notes), notes)
    if not reply.items:
        return "\n".join([_shortened(reply, max(room - _MORE_LINES, 1), budget, "")[0], *notes])
    more = f"get_more(cursor={cursor(Place())!r}) gives it in full"
    narrower = f"{more}, or {reply.narrower}" if reply.narrower else more
    room = max(room - _MORE_LINES, 1)
    text, is_counted = _shortened(reply, room, budget, narrower)
    if is_counted and reply.items:
        return _counted(reply, room, budget, cursor, notes)
    return "\n".join([text, *notes])


def _counted(reply: Reply, room: int, budget: int, cursor: Callable[[Place], str], notes: Sequence[str]) -> str:
    """Where even the names do not fit: counts as far as half of the room holds them, then the first items in full."""
    first = f"{reply.narrower}; the first in full:" if reply.narrower else "the first in full:"
    counts, asides = _split(reply.text(reply.answer, room // 2, first))
    aside = _said(asides[-1:], budget)
    page = as_page(reply, room - _size(counts) - len(aside) - _FRAME, START, cursor)
    return "\n".join([_framed([*counts, *asides[:-1]]), aside, page, *notes])


def as_page(reply: Reply, budget: int, start: Place, cursor: Callable[[Place], str], notes: Sequence[str] = ()) -> str:
    """The items from `start` on in full, as many as fit; a longer one is cut between lines, and the cut is said."""
    budget = max(budget, LEAST_BUDGET) - _FRAME - 120 - sum(len(note) + 1 for note in notes)
    total = len(getattr(reply.answer, reply.items)) if reply.items else 0
    if start.item >= total:
        return "there is no more"
    count = _fitting(reply, start, budget) if not start.line else 0
    if count:
        lines, _ = _split(_lines(reply, start.item, start.item + count))
        end = Place(start.item + count)
        said = f"{start.item + 1} to {end.item} of {total}"
    else:
        whole, _ = _split(_lines(reply, start.item, start.item + 1))
        lines = _first(whole[start.line :], budget)
        stop = start.line + len(lines)
        end = Place(start.item, stop) if stop < len(whole) else Place(start.item + 1)
        said = f"{start.item + 1} of {total}, lines {start.line + 1} to {stop} of {len(whole)}"
    if end.item < total:
        said += f"; get_more(cursor={cursor(end)!r}) goes on"
    return f"{_framed(lines)}\n{said}"


def as_structure(reply: Reply, budget: int, notes: Sequence[str]) -> dict[str, Any]:
    """The JSON of the reply, with less detail and then fewer items where it is over the budget."""
    from ..engine.shapes import FULL, NAMES, SIGNATURES

    value: dict[str, Any] = {}
    for detail in (FULL, SIGNATURES, NAMES):
        value = reply.shape(reply.answer, detail)
        value["notes"] = [in_agents_words(note) for note in (*notes, *value.get("notes", ()))]
        if len(json.dumps(value, ensure_ascii=False)) <= budget:
            return value
    items = value.get(reply.items, ())
    kept = len(items)
    while kept and len(json.dumps(value, ensure_ascii=False)) > budget:
        kept //= 2
        value[reply.items] = items[:kept]
        value["more"] = value.get("more", 0) + len(items) - kept
    value["notes"].append(f"shortened to fit {budget} characters; raise max_answer_chars, or narrow the question")
    return value


# --- pages -------------------------------------------------------------------------------------------------------


def _fitting(reply: Reply, start: Place, budget: int) -> int:
    """How many items from `start` on fit."""
    total = len(getattr(reply.answer, reply.items)) - start.item
    low, high = 0, 1
    while high <= total and _size(_lines(reply, start.item, start.item + high)) <= budget:
        low, high = high, 2 * high
    high = min(high, total + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if _size(_lines(reply, start.item, start.item + middle)) <= budget:
            low = middle
        else:
            high = middle
    return low


def _lines(reply: Reply, start: int, stop: int) -> list[Line]:
    answer = reply.answer
    rows = getattr(answer, reply.items)
    part: dict[str, Any] = {reply.items: rows[start:stop]}
    if "more" in answer._fields:
        part["more"] = answer.more + len(rows) - len(part[reply.items])  # so that what is counted stays true
    if reply.items == "files":
        files = frozenset(part["files"])
        part["symbols"] = [node for node in answer.symbols if node.path in files]
    if start and "families" in answer._fields:
        part["families"] = []
    if start and reply.items == "reached" and "revision" in answer._fields:
        part |= {"symbols": [], "tests": []}
    return reply.text(answer._replace(**part), 0, "")


def is_empty(reply: Reply) -> bool:
    """Whether the answer has nothing to show."""
    if not reply.items:
        return False
    values: list[object] = [getattr(reply.answer, name, None) for name in (reply.items, "symbols", "spots", "families")]
    return all(value == [] for value in values if isinstance(value, list))


# --- lines -------------------------------------------------------------------------------------------------------


def _shortened(reply: Reply, room: int, budget: int, narrower: str) -> tuple[str, bool]:
    """The most detailed text that fits, and whether it is as short as counts."""
    lines, asides = _split(reply.text(reply.answer, room, narrower))
    if _size(lines) > room:  # a diff that is shown before it is made
        kept = _first(lines, room)
        lines, asides = kept, [[("", f"{_ASIDE}and {len(lines) - len(kept)} more lines")], *asides]
    said = _said(asides, budget)
    return f"{_framed(lines)}\n{said}", STEPS[COUNTS] in said


def _said(asides: Sequence[Line], budget: int) -> str:
    """What the engine says of its own rendering, of the budget that was asked for rather than of what is left of it."""
    return in_agents_words(re.sub(r"to fit \d+ characters", f"to fit {budget} characters", _plain(asides)))


def _split(lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """The lines of an answer, and those at its end that say something of it."""
    count = len(lines)
    while count and (not lines[count - 1] or _is_aside(lines[count - 1])):
        count -= 1
    return lines[:count], lines[count:]


def _is_aside(line: Line) -> bool:
    text = "".join(text for _, text in line)
    return text.startswith((_ASIDE, "undo_edit "))


def _first(lines: list[Line], budget: int) -> list[Line]:
    kept: list[Line] = []
    for line in lines:
        budget -= _size([line])
        if budget < 0 and kept:
            break
        kept.append(line if budget >= 0 else [("", _plain([line])[: budget - 1] + "…")])
    return kept


def _size(lines: Sequence[Line]) -> int:
    return sum(1 + sum(len(text) for _, text in line) for line in lines)


def _framed(lines: Sequence[Line]) -> str:
    return f"{_OPEN}\n{_plain(lines)}\n{_CLOSE}" if lines else ""


def _plain(lines: Sequence[Line]) -> str:
    return "\n".join(_one_line("".join(text for _, text in line)) for line in lines)


def _one_line(text: str) -> str:
    """A line without what would end it, move others, or cannot be sent."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(UNSEEN).encode("utf-8", "replace").decode()


def one_text(text: str) -> str:
    """Lines of a text, each as `_one_line` has it."""
    return "\n".join(map(_one_line, text.split("\n")))


def _notes(notes: Sequence[str], budget: int) -> list[str]:
    room, kept = budget // 2, list[str]()
    for note in notes:
        line = _one_line(f"note: {in_agents_words(note)}")
        line = line if len(line) <= MAX_NOTE else line[: MAX_NOTE - 1] + "…"
        room -= len(line) + 1
        if room >= 0:
            kept.append(line)
    return kept


def _with_notes(text: str, notes: Sequence[str]) -> str:
    return "\n".join([text, *notes])
