"""Contracts: what has members of all the names that a contract lists has it for a base, without saying so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .names import OUTSIDE
from .types import Slot, Type

if TYPE_CHECKING:
    from ..deepfacts import Definition
    from .linker import Linker

__all__ = ["fulfils", "holders", "is_contract", "relation"]

CONTRACT = "contract"


def is_contract(linker: Linker, owner: Type) -> bool:
    """Whether a class is a contract."""
    return CONTRACT in linker.definition(owner).traits


def relation(linker: Linker, one: Type, other: Type) -> str:
    """How a class stands to another by what they have: `base` where the other is a contract that it fulfils."""
    first, second = linker.whole(one), linker.whole(other)
    if first == second:
        return ""
    if is_contract(linker, second) and fulfils(linker, first, second):
        return "base"
    return "override" if is_contract(linker, first) and fulfils(linker, second, first) else ""


def fulfils(linker: Linker, owner: Type, contract: Type) -> bool:
    """Whether a class has all members that a contract lists, each with as many parameters and results."""
    key = ("fulfils", owner, contract)
    return linker.once(key, lambda: _fulfils(linker, owner, contract), while_cyclic=False)


def _fulfils(linker: Linker, owner: Type, contract: Type) -> bool:
    wanted = _listed(linker, contract)
    return bool(wanted) and all(_has(linker, owner, name, row) for name, row in wanted.items())


def _listed(linker: Linker, contract: Type) -> dict[str, Definition]:
    """The members that a contract and its bases list."""
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


def holders(linker: Linker, slot: Slot) -> list[Slot]:
    """Every member of the project that has the name of one."""
    family = linker.project.families.get(slot.path, "")
    key = ("holders", family, slot.name)
    return linker.once(key, lambda: _holders(linker, slot.name, family), [])


def _holders(linker: Linker, name: str, family: str) -> list[Slot]:
    found: list[Slot] = []
    for path in linker.project.files_with(name, family):
        file = linker.file(path)
        for scope, row in enumerate(file.facts.scopes):
            if row.kind == "class" and (scope, name) in file.bound:
                found.append(Slot(path, scope, name))
    return found
