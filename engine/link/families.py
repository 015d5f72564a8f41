"""Families: the classes that descend from one, and the members that override one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..deepfacts import plain, spaced
from .classes import UNKNOWN_BASE
from .types import Slot, Type

if TYPE_CHECKING:
    from .linker import Linker

__all__ = ["descendants", "family", "implementations"]

CONSTRUCTOR = spaced("constructor", "")


def implementations(linker: Linker, slot: Slot) -> list[Slot]:
    """Of a class, the classes that descend from it; of a member, the members that override it. In order of place."""
    if linker.is_class(slot):
        found = [_slot_of(linker, each) for each in descendants(linker, _class_in(linker, slot))]
    elif linker.is_member(slot):
        found = list[Slot]()
        for each in descendants(linker, linker.owner_of(slot)):
            found += _members(linker, each, slot)
    else:
        return []
    return sorted(set(found))


def descendants(linker: Linker, owner: Type) -> list[Type]:
    """The classes among whose bases a class is, directly or not."""
    family = linker.project.families.get(owner.path, "")
    found: dict[Type, None] = {}
    todo = [owner]
    while todo:
        current = todo.pop()
        for path in linker.project.files_with(linker.definition(current).name, family):
            for number, definition in enumerate(linker.file(path).facts.definitions):
                each = Type("class", path, number)
                if definition.kind != "class" or not definition.bases or each in found or each == owner:
                    continue
                linker.begin()
                if current in linker.order(each)[0]:
                    found[each] = None
                    todo.append(each)
    return list(found)


def family(linker: Linker, slot: Slot) -> tuple[list[Slot], list[tuple[Slot, str]]]:
    """A slot with every member that must have its name: what it overrides, what overrides it, and so on from these.

    Also which of them may belong to a larger family, through a base that is not known, and why.
    """
    doubts: list[tuple[Slot, str]] = []
    library = linker.library(slot.path)
    if re.fullmatch(library.reserved, plain(slot.name)):
        doubts.append((slot, "has a name to which the language gives a meaning"))
    if any("fixture" in definition.traits for definition in linker.definitions_of(slot)):
        doubts.append((slot, "is handed to functions with a parameter of its name"))
    maker = _made_with(linker, slot) if library.nominal else []
    if maker:
        return maker, doubts
    if not linker.is_member(slot):
        return [slot], doubts
    if plain(slot.name) in library.members and linker.definitions_of(slot) and not library.nominal:
        doubts.append((slot, "has the name of a library's member, so that it may be called in the place of that"))
    found: dict[Slot, None] = {slot: None}
    todo = [slot]
    while todo:
        current = todo.pop()
        order, flags = linker.order(linker.owner_of(current))
        if flags and _may_override(linker, current):
            doubts.append((current, "may override a member of a class that is not in the project"))
        bases = [other for each in order[1:] for other in _members(linker, each, current)]
        for other in (*bases, *implementations(linker, current)):
            if other not in found:
                found[other] = None
                todo.append(other)
    return sorted(found), doubts


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
    if slot.number < 0 or slot.name.startswith(CONSTRUCTOR):
        return [Slot(owner.path, own, slot.name)] if file.has(own, slot.name) else []
    rows = [row.number for row in file.bound.get((own, slot.name), ()) if row.kind == "function"]
    alike = [number for number in rows if linker.alike((slot.path, slot.number), (owner.path, number))]
    return [Slot(owner.path, own, slot.name, number) for number in alike]


def _class_in(linker: Linker, slot: Slot) -> Type:
    """The class that a slot holds."""
    file = linker.file(slot.path)
    number = next(b.number for b in file.bound[slot.scope, slot.name] if b.kind == "class")
    return Type("class", slot.path, number)


def _slot_of(linker: Linker, found: Type) -> Slot:
    definition = linker.definition(found)
    return Slot(found.path, definition.scope, definition.name)
