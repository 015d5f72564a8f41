"""Edits of one file that come from several places, put together; and the words of a move that cannot be made."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ..errors import Refused, StillUsed
from ..wording import counted
from .lines import newline_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .document import Document
    from .plan import FileEdit
    from .values import TextEdit

__all__ = ["MAX_LISTED", "ended_like", "in_the_way", "ordered", "with_others"]

MAX_LISTED = 10
_BARE_END = re.compile(rb"(?<!\r)\n")


def in_the_way(name: str, path: str, faults: Sequence[str], more_hint: str = "") -> StillUsed:
    """The error of a move to `path` that links between files forbid."""
    more = f" and {len(faults) - MAX_LISTED} more" if len(faults) > MAX_LISTED else ""
    links = counted(len(faults), "link between the files is", "links between the files are")
    return StillUsed(
        f"{name} cannot be moved to {path}: {links} in the way",
        f"Nothing was written. {'; '.join(faults[:MAX_LISTED])}{more}{more_hint}",
        list(faults),
    )


def ordered(edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """In order of place; at the same place, those that come first. Raises Refused where two overlap."""
    found: list[TextEdit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.start, edit.end)):
        last = found[-1] if found else None
        if last is not None and not last.text and not edit.text and edit.start < last.end:  # both only take out
            found[-1] = last._replace(end=max(last.end, edit.end))
        else:
            found.append(edit)
    if any(other.start < one.end for one, other in pairwise(found)):
        raise Refused("two changes of one place would meet", "Nothing was written. Make the move in two steps.")
    return tuple(found)


def with_others(edit: FileEdit, others: Sequence[TextEdit]) -> FileEdit:
    """A file's edit together with those of its imports, which come first where they begin at the same place."""
    if not others:
        return edit
    own = edit.edits[0]
    unlike = [each for each in dict.fromkeys(others) if each.start <= own.start]
    following = [each for each in dict.fromkeys(others) if each.start > own.start]
    edits = ordered([*unlike, *edit.edits, *following])
    expect = edit.expect
    if expect.span is not None:
        grown = sum(len(each.text) - (each.end - each.start) for each in unlike)
        expect = expect._replace(span=(expect.span[0] + grown, expect.span[1] + grown))
    return edit._replace(edits=edits, expect=expect)


def ended_like(edit: FileEdit, source: Document) -> FileEdit:
    """With the line ends of another file, for one that has none yet."""
    if newline_at(source.source, 0) == b"\n":
        return edit
    edits = tuple(each._replace(text=_BARE_END.sub(b"\r\n", each.text)) for each in edit.edits)
    grown = sum(len(each.text) for each in edits) - sum(len(each.text) for each in edit.edits)
    span = edit.expect.span
    wider = edit.expect._replace(span=(span[0], span[1] + grown)) if span is not None else edit.expect
    return edit._replace(edits=edits, expect=wider)
