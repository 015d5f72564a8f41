"""Moves of types at the top of a file: to another file of their package, or to another package.

A file says which package it is of; it sees the names of that, and imports others. Files that saw the type without an
import get one, and those of its new package lose theirs. Only what is public is seen from elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..pieces import pieces_of
from ..together import in_the_way
from ..values import TextEdit
from .java_access import Access, access_at
from .java_files import Heads, heads_of, package_node
from .java_text import Text
from .java_users import Users
from .moving import Faults, doubts, mention_notes, plans, spliced_text
from .trips import Trip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..moved import Move
    from ..plan import FileEdit

__all__ = ["transfers"]

_TIED = (
    (re.compile(rb"\b(?:sealed|permits)\b(?=[^;{(]*\{)"), "binds it to its package"),
    (re.compile(rb"\bgetResource(?:AsStream)?\b(?=\s*\()"), "looks beside the class"),
)
_NO_CODE = "names of it as text, in files that are no code as well, are not looked for"
UNEXPORTED = "is not public"


def transfers(move: Move) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first. Raises StillUsed with what is missing, Refused.

    What others have to see is made public where that is allowed.
    """
    trip = Trip.of(move)
    faults = Faults(_place_faults(move, trip))
    heads = dict[str, Heads]()
    access = Access(move, trip.old)
    text = Text(move, trip, heads, access)
    if not faults:
        text.look()
        faults += text.faults
        if not trip.is_same:
            users = Users(move, trip, heads)
            users.look(is_open=access_at(move.source, move.located.symbol.name_start) == "public" or move.export)
            access.check_members()
            access.check_families()
            access.check_bases()
            faults += [*users.faults, *access.faults, *doubts(move)]
    if faults:
        hint = (
            ". Use --export to make it public"
            if any(each.endswith(f"and {move.name} {UNEXPORTED}") for each in faults)
            else ""
        )
        raise in_the_way(move.name, move.goal.path, faults, hint)
    yield from _plans(move, trip, text, heads)


def _plans(move: Move, trip: Trip, text: Text, heads: dict[str, Heads]) -> Iterator[tuple[FileEdit, ...]]:
    own, there = heads_of(heads, move.source), heads_of(heads, move.goal)
    gone = own.is_all_but(move.span)
    if not gone:
        for row in own.rows:
            if row.name and row.name in text.carried and not own.is_used(row, move.span):
                own.take_out(row)
    edits = {path: each.edits() for path, each in heads.items()}
    head = b""
    if not move.goal.source.strip():
        head = _head(move, trip, there, gone=gone)
        edits[move.goal.path] = []
    if gone:
        edits[move.source.path] = []
    symbol = move.located.symbol
    inner = list(text.edits)
    if move.export and not trip.is_same and access_at(move.source, symbol.name_start) != "public":
        core = pieces_of(move.source, symbol).core
        inner.append(TextEdit(core, core, b"public "))
    notes = [*mention_notes(move, edits), _NO_CODE] if not trip.is_same else []
    yield from plans(move, spliced_text(move, inner), edits, low=there.end, head=head, notes=notes, gone=gone)


def _head(move: Move, trip: Trip, there: Heads, *, gone: bool) -> bytes:
    """What a new file begins with; that of the old one, where that goes."""
    clause = package_node(move.source)
    lead = move.source.source[: clause.start_byte] if gone and clause is not None else b""
    pieces = [f"package {trip.new};"] if trip.new else []
    pieces += [there.opening()] if there.opening() else []
    return lead + "\n\n".join(pieces).encode()


def _place_faults(move: Move, trip: Trip) -> list[str]:
    """What keeps the type where it is, and which files it may move between."""
    source, goal, symbol = move.source, move.goal, move.located.symbol
    faults = Faults()
    at = symbol.name_start
    if move.slot.scope != 0 or not move.linker.is_class(move.slot):
        faults.add(
            source, at, "only a type at the top of its file moves; what is in one is moved by taking it out first"
        )
        return faults
    stem = goal.path.rpartition("/")[2].rpartition(".")[0]
    folder = goal.path.rpartition("/")[0]
    is_open = access_at(source, at) == "public" or (move.export and not trip.is_same)
    if is_open and stem != move.name:
        faults.append(f"a public type is in a file of its name: give {folder}{'/' if folder else ''}{move.name}.java")
    why = trip.why if stem.isidentifier() else f"{goal.path} is no file of types"
    if why:
        faults.append(why)
    if not trip.is_same and not (trip.old and trip.new):
        faults.append("what is of no package cannot be imported")
    if not trip.is_same:
        for pattern, what in _TIED:
            tie = pattern.search(source.source, *move.span)
            if tie is not None:
                faults.add(source, tie.start(), f"`{tie[0].decode('utf-8', 'replace')}` {what}")
        family = move.linker.project.families.get(source.path, "")
        for path in move.linker.project.paths_defining(move.name, family):
            if trip.package(path) == trip.new and (0, move.name) in move.linker.file(path).bound:
                faults.append(f"{path} has a {move.name} already")
    return faults
