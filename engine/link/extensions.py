"""Classes whose members stand elsewhere: implementations of a type in other places and files, or of a library's types.

An extension is a class without a name (trait `extension`) that says in `returns` whose members it has. Those of a class
of the project are its siblings; those of anything else are looked for by the name of the member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .names import Names
from .types import Slot, Type, Types
from .ways import INHERITED

if TYPE_CHECKING:
    from ..deepfacts import Definition

__all__ = ["Extensions"]

_NONE: frozenset[Slot] = frozenset()


class Extensions(Names):
    """From classes to what adds members to them."""

    def extensions(self, owner: Type) -> tuple[Type, ...]:
        """The extensions of a class, those of its own first, then those that make it something else."""
        if self.definition(owner).traits & _WITHOUT:
            return ()
        return self.once(("extensions", owner.path, owner.number), lambda: self._extensions(owner), ())

    def _extensions(self, owner: Type) -> tuple[Type, ...]:
        name = self.definition(owner).name
        family = self.project.families.get(owner.path, "")
        found: list[tuple[bool, bool, Type]] = []
        for path in self.project.files_with(name, family):
            file = self.file(path)
            for number in file.extending(name):
                row = file.facts.definitions[number]
                if self._is_for(path, row, owner):
                    found.append((bool(row.bases), path != owner.path, Type("class", path, number)))
        return tuple(each for _, _, each in sorted(found))

    def _is_for(self, path: str, row: Definition, owner: Type) -> bool:
        head = self.file(path).head(row.returns)
        heads = self.head_of(path, row.outer, head)
        return any(each.path == owner.path and each.number == owner.number for each in heads)

    def target(self, extension: Type) -> Types:
        """What an extension is for, as a value of it is."""
        definition = self.definition(extension)
        return self.annotated(extension.path, definition.outer, definition.returns)

    def is_extension(self, found: Type) -> bool:
        """Whether a class is but an extension of something."""
        return "extension" in self.definition(found).traits

    def extended(self, owner: Type, name: str) -> frozenset[Slot]:
        """The members of a name that extensions give to something that is no class of the project, or to everything."""
        family = self.project.families.get(self._asking(owner), "")
        key = ("extended", owner.kind, owner.name.rsplit(".", 1)[-1], name, family)
        return self.once(key, lambda: self._extended(owner, name, family), _NONE)

    def is_lent(self, owner: Type, name: str) -> bool:
        """Whether an extension has a member of a name for a type from outside: one of which the owner may be, too."""
        family = self.project.families.get(self._asking(owner), "")
        return self.once(("lent", name, family), lambda: self._is_lent(name, family), False)

    def _is_lent(self, name: str, family: str) -> bool:
        for path in self.project.paths_defining(name, family):
            file = self.file(path)
            for number, row in enumerate(file.facts.definitions):
                if row.kind != "class" or "extension" not in row.traits or not file.has(row.own, name):
                    continue
                if any(each.kind != "instance" for each in self.target(Type("class", path, number))):
                    return True
        return False

    def _asking(self, owner: Type) -> str:
        return owner.path or next(iter(self.project.families), "")

    def _extended(self, owner: Type, name: str, family: str) -> frozenset[Slot]:
        exact: set[Slot] = set()
        general: set[Slot] = set()
        for path in self.project.paths_defining(name, family):
            file = self.file(path)
            for number, row in enumerate(file.facts.definitions):
                if row.kind != "class" or not file.has(row.own, name):
                    continue
                each = Type("class", path, number)
                if "extension" in row.traits:
                    self._sort(each, owner, Slot(path, row.own, name), exact, general)
                elif "abstract" in row.traits:
                    for extension in self.implementers(each):
                        if self.file(extension.path).has(self.definition(extension).own, name):
                            continue
                        self._sort(extension, owner, Slot(path, row.own, name), exact, general)
        if not exact and general:
            self.note(INHERITED)
        return frozenset(exact or general)

    def _sort(self, extension: Type, owner: Type, slot: Slot, exact: set[Slot], general: set[Slot]) -> None:
        for target in self.target(extension):
            if target.kind == "variable":
                general.add(slot)
            elif owner.kind not in ("instance", "class") and _last(target) == _last(owner):
                exact.add(slot)

    def is_lent_in(self, path: str, slot: Slot) -> bool:
        """Whether a file may use a member that an extension gives.

        It may where it names the contract that the member is of, or sees all names of something.
        """
        file, names = self.file(path), self._by(slot)
        if slot.path == path or file.starred or not names:
            return True
        return any(name in file.facts.occurrences for name in names)

    def _by(self, slot: Slot) -> list[str]:
        """The names of the contracts that a member is of."""
        file = self.file(slot.path)
        row = file.facts.definitions[file.facts.scopes[slot.scope].definition]
        if "extension" not in row.traits:
            return [row.name]
        return [file.expression(file.head(base)).text for base in row.bases]

    def implementers(self, owner: Type) -> tuple[Type, ...]:
        """The extensions that have a class for their base."""
        return self.once(("implementers", owner.path, owner.number), lambda: self._implementers(owner), ())

    def _implementers(self, owner: Type) -> tuple[Type, ...]:
        family = self.project.families.get(owner.path, "")
        found: list[Type] = []
        for path in self.project.files_with(self.definition(owner).name, family):
            for number, row in enumerate(self.file(path).facts.definitions):
                if "extension" in row.traits and row.bases:
                    each = Type("class", path, number)
                    if owner in self.order(each)[0]:
                        found.append(each)
        return tuple(found)


def _last(found: Type) -> tuple[str, str]:
    """What a library's type is known by: its kind and its last name."""
    return found.kind, found.name.rpartition(".")[2]


_WITHOUT = frozenset({"extension", "variant", "alias"})
