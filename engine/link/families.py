"""Families: the classes that descend from one, and the members that override one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..deepfacts import plain
from .classes import UNKNOWN_BASE
from .contracts import by_contract, fulfilling, listed
from .descent import descendants
from .types import Slot, Type

LIKE_LIBRARY = "has the name of a library's member, so that it may be called in the place of that"
OUTER_TYPE = "is called like its type, which is not in the project"

if TYPE_CHECKING:
    from .linker import Linker

__all__ = ["RESERVED", "family", "implementations"]

RESERVED = "has a name to which the language gives a meaning"
"""Why a family is doubtful whose name the language looks for: nobody else can know all who use it."""


def implementations(linker: Linker, slot: Slot) -> list[Slot]:
    """Of a class, the classes that descend from it; of a member, the members that override it. In order of place."""
    implied = linker.library(slot.path).packages
    if linker.is_class(slot):
        owner = _class_in(linker, slot)
        classes = [*descendants(linker, owner), *(_fulfilling(linker, owner) if implied else ())]
        found = [_slot_of(linker, each) for each in classes]
    elif linker.is_member(slot):
        found = list[Slot]()
        for each in descendants(linker, linker.whole(linker.owner_of(slot))):
            for piece in linker.siblings(each):
                own = linker.definition(piece).own
                if linker.file(piece.path).has(own, slot.name):
                    found.append(Slot(piece.path, own, slot.name))
        if implied and "contract" in linker.definition(linker.owner_of(slot)).traits:
            found += by_contract(linker, slot)
    else:
        return []
    return sorted(set(found))


def _fulfilling(linker: Linker, owner: Type) -> list[Type]:
    return fulfilling(linker, owner) if "contract" in linker.definition(owner).traits else []


def family(linker: Linker, slot: Slot) -> tuple[list[Slot], list[tuple[Slot, str]]]:
    """A slot with every member that must have its name: what it overrides, what overrides it, and so on from these.

    Also which of them may belong to a larger family, through a base that is not known, and why.
    """
    doubts: list[tuple[Slot, str]] = []
    library = linker.library(slot.path)
    if re.fullmatch(library.reserved, plain(slot.name)):
        doubts.append((slot, RESERVED))
    if any("fixture" in definition.traits for definition in linker.definitions_of(slot)):
        doubts.append((slot, "is handed to functions with a parameter of its name"))
    if not linker.is_member(slot):
        slots = _with_namesakes(linker, [slot]) if library.packages else [slot]
        return slots, doubts + [(each, OUTER_TYPE) for each in slots if _is_called_like_outer_type(linker, each)]
    if _may_stand_for_library(linker, slot):
        doubts.append((slot, LIKE_LIBRARY))
    found: dict[Slot, None] = {slot: None}
    todo = [slot]
    while todo:
        current = todo.pop()
        order, flags = linker.order(linker.whole(linker.owner_of(current)))
        if flags & UNKNOWN_BASE or (flags and not library.packages):
            doubts.append((current, "may override a member of a class that is not in the project"))
        bases = [Slot(each.path, linker.definition(each).own, slot.name) for each in order[1:]]
        further = by_contract(linker, current) if library.packages else ()
        for other in (*bases, *implementations(linker, current), *further):
            if other not in found and linker.file(other.path).has(other.scope, slot.name):
                if library.contracts and _may_stand_for_library(linker, other):
                    doubts.append((other, LIKE_LIBRARY))
                found[other] = None
                todo.append(other)
    slots = _with_namesakes(linker, list(found)) if library.packages else sorted(found)
    return slots, doubts + [(each, OUTER_TYPE) for each in slots if _is_called_like_outer_type(linker, each)]


def _with_namesakes(linker: Linker, slots: list[Slot]) -> list[Slot]:
    """Slots with those that are there in their place in other builds, and members that are called like their type."""
    found = dict.fromkeys(slots)
    todo = list(slots)
    while todo:
        current = todo.pop()
        more = [*linker.twins(current), *_embedded(linker, current)]
        if linker.is_member(current):
            more += [*linker.twins_of_member(current), *_types_of(linker, current)]
        for other in more:
            if other not in found:
                found[other] = None
                todo.append(other)
    return sorted(found)


def _embedded(linker: Linker, slot: Slot) -> list[Slot]:
    """The members that are called like a class since it is their type."""
    if linker.is_member(slot) or not linker.is_class(slot):
        return []
    found: list[Slot] = []
    for path in linker.project.files_with(slot.name, linker.project.families.get(slot.path, "")):
        for row in linker.file(path).facts.bindings:
            if row.kind == "embed" and row.name == slot.name:
                member = Slot(path, row.scope, row.name)
                if slot in _types_of(linker, member):
                    found.append(member)
    return found


def _may_stand_for_library(linker: Linker, slot: Slot) -> bool:
    """Whether a method has the name of one of the library, and its class the others that belong to it."""
    library = linker.library(slot.path)
    if plain(slot.name) not in library.members or not linker.definitions_of(slot):
        return False
    if linker.file(slot.path).apart:  # there nothing takes the place of something else by its name alone
        return False
    owner = linker.whole(linker.owner_of(slot))
    if not library.contracts:
        return True
    names = listed(linker, owner)
    if names and all(name in library.members for name in names):
        return True  # types of the library may fulfil it
    wanted = [names for names in library.contracts if slot.name in names]
    return any(all(isinstance(linker.lookup(owner, n), Slot) for n in names) for names in wanted)


def _is_called_like_outer_type(linker: Linker, slot: Slot) -> bool:
    rows = linker.file(slot.path).bound.get((slot.scope, slot.name), ())
    return any(row.kind == "embed" for row in rows) and not _types_of(linker, slot)


def _types_of(linker: Linker, member: Slot) -> list[Slot]:
    """The class after which a member is called."""
    places = {
        (b.line, b.column) for b in linker.file(member.path).bound[member.scope, member.name] if b.kind == "embed"
    }
    if not places:
        return []
    rows = [row for row in linker.all_of(member.path, member.name) if (row[0].line, row[0].column) in places]
    return [each for _, resolved in rows for each in resolved.entities or () if isinstance(each, Slot)]


def _class_in(linker: Linker, slot: Slot) -> Type:
    """The class that a slot holds."""
    file = linker.file(slot.path)
    number = next(b.number for b in file.bound[slot.scope, slot.name] if b.kind == "class")
    return Type("class", slot.path, number)


def _slot_of(linker: Linker, found: Type) -> Slot:
    definition = linker.definition(found)
    return Slot(found.path, definition.scope, definition.name)
