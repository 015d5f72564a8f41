"""What a language server says of the uses that the index found, for whoever takes a symbol away."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from ..answers.linking import Context, Sources
from ..answers.merge import uses_of
from ..answers.sources import source_of
from ..precise import Place
from ..wording import counted
from .linked import Lines
from .occurrences import Occurrence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..answers.merge import Witnessed
    from ..answers.witness import Witness
    from ..index.rows import Located
    from ..index.sync import Sync
    from .occurrences import Found

__all__ = ["heard_of"]


def heard_of(view: Sync, located: Located, found: Found, witness: Witness) -> tuple[Found, list[str]]:
    """The uses that the index found, less what a server knows to be something else, with what it knows besides.

    One that need not be asked is asked only where that may change anything: where no use is sure and some may be one.
    """
    symbol = located.symbol
    own = range(symbol.start_byte, symbol.end_byte)
    sure = [p for p in found.exact if not p.is_definition and not (p.path == located.path and p.start in own)]
    if not witness.insists and (sure or not found.unsure):
        return found, []
    context = Context(view, witness.progress)
    asked = context.about(located)
    uses = uses_of(context, asked, witness, always=True)
    if not uses.server:
        return found, list(uses.notes)
    known = {use.place for use in uses_of(context, asked).uses}
    kept = {use.place for use in uses.uses}
    listed = _by_place(view, (*found.exact, *found.unsure))
    refuted = {listed[place] for place in known - kept if place in listed}
    added = [_occurrence(view, use) for use in uses.uses if use.place not in known and use.place not in listed]
    notes = [note for note in uses.notes if note.startswith("degraded")]
    if refuted:
        places = counted(len(refuted), "place of the name means", "places of the name mean")
        notes.append(f"{uses.server} says that {places} something else")
    exact = [*found.exact, *added]
    return found._replace(exact=exact, unsure=[place for place in found.unsure if place not in refuted]), notes


def _by_place(view: Sync, places: Iterable[Occurrence]) -> dict[Place, Occurrence]:
    """Places by line and column."""
    found: dict[Place, Occurrence] = {}
    by_file = sorted(places, key=lambda place: (place.path, place.start))
    for path, rows in groupby(by_file, key=lambda place: place.path):
        lines = Lines(source_of(view, path))
        for place in rows:
            found[Place(path, *lines.place(place.start))] = place
    return found


def _occurrence(view: Sync, use: Witnessed) -> Occurrence:
    start = Sources(view).start(use.path, use.occurrence.line) + use.occurrence.column
    return Occurrence(use.path, start, start + len(use.name.encode()))
