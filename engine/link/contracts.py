"""Contracts: what has members of all the names that a contract lists has it for a base, without saying so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .descent import descendants
from .names import OUTSIDE
from .types import Slot, Type

if TYPE_CHECKING:
    from ..deepfacts import Definition
    from .linker import Linker

__all__ = ["by_contract", "fulfilling", "listed", "related"]

CONTRACT = "contract"


def is_contract(linker: Linker, owner: Type) -> bool:
    """Whether a class is a contract."""
    return CONTRACT in linker.definition(owner).traits


def related(linker: Linker, one: Slot, other: Slot) -> str:
    """How a member stands to another of the same name: `base`, `override`, or empty for none of these."""
    if one.name != other.name or one == other or not (linker.is_member(one) and linker.is_member(other)):
        return ""
    implied = linker.library(one.path).packages
    first, second = linker.owner_of(one), linker.owner_of(other)
    if implied:
        first, second = linker.whole(first), linker.whole(second)
    if second in linker.order(first)[0]:
        return "base"
    if first in linker.order(second)[0]:
        return "override"
    return _by_members(linker, first, second) if implied else ""


def _by_members(linker: Linker, one: Type, other: Type) -> str:
    if is_contract(linker, other) and fulfils(linker, one, other):
        return "base"
    return "override" if is_contract(linker, one) and fulfils(linker, other, one) else ""


def fulfils(linker: Linker, owner: Type, contract: Type) -> bool:
    """Whether a class has all members that a contract lists, each with as many parameters and results."""
    key = ("fulfils", owner, contract)
    return linker.once(key, lambda: _fulfils(linker, owner, contract), while_cyclic=False)


def _fulfils(linker: Linker, owner: Type, contract: Type) -> bool:
    wanted = listed(linker, contract)
    return bool(wanted) and all(_has(linker, owner, name, row) for name, row in wanted.items())


def listed(linker: Linker, contract: Type) -> dict[str, Definition]:
    """The members that a contract and its bases list; none of what is no contract."""
    if not is_contract(linker, contract):
        return {}
    found: dict[str, Definition] = {}
    for each in linker.order(contract)[0]:
        file = linker.file(each.path)
        own = file.facts.definitions[each.number].own
        for name in file.names_in(own):
            for row in file.bound[own, name]:
                if row.kind == "function":
                    found.setdefault(name, file.facts.definitions[row.number])
    return found


def _has(linker: Linker, owner: Type, name: str, wanted: Definition) -> bool:
    slot = linker.lookup(owner, name)
    if not isinstance(slot, Slot):
        return slot == OUTSIDE
    return any(
        len(row.parameters) == len(wanted.parameters) and (row.returns >= 0) == (wanted.returns >= 0)
        for row in linker.definitions_of(slot)
    )


def fulfilling(linker: Linker, contract: Type) -> list[Type]:
    """The classes that fulfil a contract, by members of their own or of a base."""
    wanted = listed(linker, contract)
    family = linker.project.families.get(contract.path, "")
    found: dict[Type, None] = {}
    held = [[linker.owner_of(slot) for slot in _holders(linker, name, family)] for name in wanted]
    for owner in min(held, key=len) if held else ():
        whole = linker.whole(owner)
        for each in (whole, *descendants(linker, whole)):
            if each != contract and fulfils(linker, each, contract):
                found[each] = None
    return list(found)


def by_contract(linker: Linker, slot: Slot) -> list[Slot]:
    """The members that have to be called like one: those that a contract lists, and those that fulfil it."""
    owner = linker.whole(linker.owner_of(slot))
    if is_contract(linker, owner):
        found = [linker.lookup(each, slot.name) for each in fulfilling(linker, owner)]
        return [each for each in found if isinstance(each, Slot) and each != slot]
    family = linker.project.families.get(slot.path, "")
    others = [other for other in _holders(linker, slot.name, family) if is_contract(linker, linker.owner_of(other))]
    if not others:
        return []
    heirs = [each for each in (owner, *descendants(linker, owner)) if linker.lookup(each, slot.name) == slot]
    return [other for other in others if any(fulfils(linker, heir, linker.owner_of(other)) for heir in heirs)]


def _holders(linker: Linker, name: str, family: str) -> list[Slot]:
    """Every member of the project that has a name."""
    key = ("holders", family, name)
    return linker.once(key, lambda: _find_holders(linker, name, family), [])


def _find_holders(linker: Linker, name: str, family: str) -> list[Slot]:
    found: list[Slot] = []
    for path in linker.project.files_with(name, family):
        file = linker.file(path)
        for scope, row in enumerate(file.facts.scopes):
            if row.kind == "class" and (scope, name) in file.bound:
                found.append(Slot(path, scope, name))
    return found
