"""A move between files of packages: who is asked, what is in the way, and the edits of all files in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arrive import Bounds, arrivals
from ..occurrences import place_text
from ..plan import Expect, FileEdit
from ..remove import removals
from ..rename import unsure_places
from ..together import MAX_LISTED, ended_like, ordered, with_others
from ..values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...deepfacts import Occurrence
    from ..document import Document
    from ..moved import Move

__all__ = ["Faults", "doubts", "mention_notes", "plans", "spliced_text", "uses_of"]


class Faults(list[str]):
    """What is in the way, each with its place, and nothing twice."""

    def add(self, document: Document, at: int, what: str) -> None:
        """Take note of what is wrong at a byte of a file."""
        line = document.source.count(b"\n", 0, at) + 1
        text = f"{document.path}:{line}: {what}"
        if text not in self:
            self.append(text)


def doubts(move: Move) -> list[str]:
    """The places outside of the text that may mean the definition or not."""
    unsure = [place for place in move.found.unsure if not move.is_inside(place.path, place.start)]
    documents = {place.path: move.read(place.path) for place in unsure}
    return unsure_places(documents, move.found._replace(unsure=unsure, doubts=(), spelled=()))


def uses_of(move: Move) -> Iterator[tuple[str, Occurrence]]:
    """Every place outside of the text that means the definition, file by file."""
    linker, slot = move.linker, move.slot
    for path in linker.project.files_with(slot.name, linker.project.families.get(slot.path, "")):
        for use in linker.file(path).occurrences(slot.name):
            if not move.is_inside(path, use.position):
                entities = linker.resolve(path, slot.name, use).entities or ()
                if slot in entities:
                    yield path, use


def spliced_text(move: Move, inner: Iterable[TextEdit]) -> str:
    """The text that moves, with edits of it made."""
    start, end = move.span
    pieces: list[bytes] = []
    at = start
    for edit in ordered(list(inner)):
        pieces += [move.source.source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*pieces, move.source.source[at:end]]).decode()


def plans(
    move: Move,
    text: str,
    edits: Mapping[str, Sequence[TextEdit]],
    *,
    low: int,
    head: bytes = b"",
    notes: Sequence[str] = (),
    gone: bool = False,
    first: int | None = None,
) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first.

    `text`: what the new file gets, behind its byte `low`; `edits`: those of imports and uses, by path; `head`: what a
    new file begins with; `gone`: whether nothing is left of the old one; `first`: the new file
    uses it here.
    """
    source, goal = move.source, move.goal
    own, there = list(edits.get(source.path, ())), list(edits.get(goal.path, ()))
    if head:
        there.insert(0, TextEdit(0, 0, head))
    rest = tuple(
        FileEdit(move.read(path), ordered(edits[path]))
        for path in sorted(edits)
        if path not in (source.path, goal.path) and edits[path]
    )
    whole = FileEdit(source, (TextEdit(0, len(source.source), b""),), Expect(free=_all(source)), gone=True)
    for removal in [whole] if gone else removals(source, move.located.ordinal):
        for place in arrivals(goal, text, move.located.symbol, Bounds(low, first, bool(head))):
            arrival = with_others(place, there)
            arrival = arrival if goal.source else ended_like(arrival, source)
            leaves = with_others(removal, own)
            yield leaves._replace(notes=(*leaves.notes, *notes)), arrival, *rest


def _all(document: Document) -> frozenset[int]:
    return frozenset(range(len(document.facts.symbols)))


def mention_notes(move: Move, edits: Mapping[str, Sequence[TextEdit]]) -> list[str]:
    """What is to be said of comments and strings that name the definition."""
    mentions = [
        place
        for place in move.found.mentions
        if not move.is_inside(place.path, place.start)
        and not any(edit.start <= place.start < edit.end for edit in edits.get(place.path, ()))
    ]
    if not mentions:
        return []
    shown = "; ".join(place_text(move.read(place.path), place) for place in mentions[:MAX_LISTED])
    return [f"{len(mentions)} mentions in comments and strings stay: {shown}"]
