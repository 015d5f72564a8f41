"""Families: the classes that descend from one, and the members that override one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..deepfacts import plain, spaced
from .classes import UNKNOWN_BASE
from .contracts import by_contract, fulfilling, listed
from .descent import descendants
from .types import Slot, Type, function_of

LIKE_LIBRARY = "has the name of a library's member, so that it may be called in the place of that"
OUTER_TYPE = "is called like its type, which is not in the project"

if TYPE_CHECKING:
    from .linker import Linker

__all__ = ["RESERVED", "family", "implementations"]

RESERVED = "has a name to which the language gives a meaning"
"""Why a family is doubtful whose name the language looks for: nobody else can know all who use it."""

CONSTRUCTOR = spaced("constructor", "")


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
                found += _members(linker, piece, slot)
        if implied and "contract" in linker.definition(linker.owner_of(slot)).traits:
            found += by_contract(linker, slot)
    else:
        return []
    return sorted(set(found))


def _fulfilling(linker: Linker, owner: Type) -> list[Type]:
    return fulfilling(linker, owner) if "contract" in linker.definition(owner).traits else []


def family(  # noqa: C901 - what one language asks for, one after the other
    linker: Linker, slot: Slot
) -> tuple[list[Slot], list[tuple[Slot, str]]]:
    """A slot with every member that must have its name: what it overrides, what overrides it, and so on from these.

    Also which of them may belong to a larger family, through a base that is not known, and why.
    """
    doubts: list[tuple[Slot, str]] = []
    library = linker.library(slot.path)
    if re.fullmatch(library.reserved, plain(slot.name)):
        doubts.append((slot, RESERVED))
    if any("fixture" in definition.traits for definition in linker.definitions_of(slot)):
        doubts.append((slot, "is handed to functions with a parameter of its name"))
    maker = _made_with(linker, slot) if library.nominal else []
    if maker:
        return maker, doubts
    if not linker.is_member(slot):
        slots = _with_namesakes(linker, [slot]) if library.packages else [slot]
        return slots, doubts + [(each, OUTER_TYPE) for each in slots if _is_called_like_outer_type(linker, each)]
    if not library.nominal and _may_stand_for_library(linker, slot):
        doubts.append((slot, LIKE_LIBRARY))
    found: dict[Slot, None] = {slot: None}
    todo = [slot]
    while todo:
        current = todo.pop()
        order, flags = linker.order(linker.whole(linker.owner_of(current)))
        if flags & UNKNOWN_BASE or (flags and not library.packages and _may_override(linker, current)):
            doubts.append((current, "may override a member of a class that is not in the project"))
        bases = [other for each in order[1:] for other in _members(linker, each, current)]
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


def _made_with(linker: Linker, slot: Slot) -> list[Slot]:
    """A class with its constructors, which have its name; asked of any of them. Of others nothing."""
    if slot.number >= 0 and slot.name.startswith(CONSTRUCTOR):
        definition = linker.definition(linker.owner_of(slot))
        slot = Slot(slot.path, definition.scope, definition.name)
    rows = linker.file(slot.path).bound.get((slot.scope, slot.name), ())
    classes = [Type("class", slot.path, row.number) for row in rows if row.kind == "class"]
    return (
        [slot, *(linker.slot_of(each) for found in classes for each in linker.constructors(found))] if classes else []
    )


def _may_override(linker: Linker, slot: Slot) -> bool:
    """Whether a base from elsewhere may have the member: where that is known, by the members of the library."""
    library = linker.library(slot.path)
    if not library.nominal:
        return True
    owner = linker.owner_of(slot)
    if linker.order(owner)[1] & UNKNOWN_BASE or plain(slot.name) in library.members:
        return True
    modules = linker.library_modules(owner)
    return any(not re.fullmatch(library.known, module) for module in modules)


def _members(linker: Linker, owner: Type, slot: Slot) -> list[Slot]:
    """The member of a class that has the place of another's; of several functions those that take the same."""
    file, own = linker.file(owner.path), linker.definition(owner).own
    if linker.library(owner.path).uniform and not slot.name.startswith(CONSTRUCTOR):
        return _alike(linker, Slot(owner.path, own, slot.name), slot)
    if slot.number < 0 or slot.name.startswith(CONSTRUCTOR):
        return [Slot(owner.path, own, slot.name)] if file.has(own, slot.name) else []
    rows = [row.number for row in file.bound.get((own, slot.name), ()) if row.kind == "function"]
    alike = [number for number in rows if linker.alike((slot.path, slot.number), (owner.path, number))]
    return [Slot(owner.path, own, slot.name, number) for number in alike]


def _alike(linker: Linker, here: Slot, slot: Slot) -> list[Slot]:
    """What takes the same as a function or value, where values are overridden like functions that take nothing."""
    file = linker.file(here.path)
    if slot.number < 0 or "property" in linker.definition(function_of(slot.path, slot.number)).traits:
        rows = file.bound.get((here.scope, here.name), ())
        functions = [row for row in rows if row.kind == "function"]
        read = [row for row in functions if "property" in file.facts.definitions[row.number].traits]
        found = [here._replace(number=row.number) for row in read]
        return [*found, here] if len(functions) < len(rows) else found
    numbers = [row.number for row in file.bound.get((here.scope, here.name), ()) if row.kind == "function"]
    taken = (slot.path, slot.number)
    return [here._replace(number=n) for n in numbers if linker.alike(taken, (here.path, n))]


def _class_in(linker: Linker, slot: Slot) -> Type:
    """The class that a slot holds."""
    file = linker.file(slot.path)
    number = next(b.number for b in file.bound[slot.scope, slot.name] if b.kind == "class")
    return Type("class", slot.path, number)


def _slot_of(linker: Linker, found: Type) -> Slot:
    definition = linker.definition(found)
    return Slot(found.path, definition.scope, definition.name)
