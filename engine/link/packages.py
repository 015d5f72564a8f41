"""Names of packages: the files of a package see each other's, and whoever imports it sees them as its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .conditions import Conditions
from .textual import NOWHERE
from .types import Entity, Slot, Type
from .ways import IMPORT

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Packages"]

_OPEN = frozenset({"open", "part"})


class Packages(Conditions):
    """What files mean together that say they are one package."""

    def in_package(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means in a file by the other files of its package, else by a package that it imports."""
        return self.once(("neighbours", path, name), lambda: self._in_package(path, name), NOWHERE)

    def _in_package(self, path: str, name: str) -> frozenset[Entity]:
        package = self.file(path).facts.package
        beside = self._defining(path, name, self.project.packaging(path).neighbours(path))
        found: set[Entity] = set()
        for other in beside:
            if self.file(other).facts.package == package:
                found |= self._own(other, name)
        return frozenset(found) or self._imported_by_its_name(path, name)

    def _imported_by_its_name(self, path: str, name: str) -> frozenset[Entity]:
        """The imported package that calls itself by a name which its path does not tell."""
        facts = self.file(path).facts
        resolver, packaging = self.project.resolver(path), self.project.packaging(path)
        for fact in facts.imports:
            module = resolver.module(path, fact.module) if not fact.name else None
            if module is None or module.path.rpartition("/")[2] == name:
                continue
            if any(self.file(each).facts.package == name for each in packaging.files(module)[:1]):
                self.note(IMPORT)
                return frozenset([module])
        return NOWHERE

    def member_of_package(self, package: Type, name: str) -> frozenset[Entity]:
        """What a package has under a name, seen from whoever imports it."""
        return self.once(("package", package, name), lambda: self._member_of_package(package, name), NOWHERE)

    def _member_of_package(self, package: Type, name: str) -> frozenset[Entity]:
        packaging = self.project.packaging(package.name)
        found: set[Entity] = set()
        for other in self._defining(package.name, name, packaging.files(package)):
            if packaging.is_importable(self.file(other).facts.package):
                found |= self._own(other, name)
        return frozenset(found)

    def _own(self, path: str, name: str) -> frozenset[Entity]:
        bound = self.file(path).bound.get((0, name), ())
        return frozenset([Slot(path, 0, name)]) if any(row.kind != "import" for row in bound) else NOWHERE

    def _defining(self, path: str, name: str, among: Iterable[str]) -> list[str]:
        """Those of some files whose outline has a symbol of a name."""
        defining = self.project.paths_defining(name, self.project.families.get(path, ""))
        if not defining:
            return []
        wanted = set(among)
        paths = [other for other in defining if other in wanted]
        self.project.prepare(paths)
        return paths

    def twins(self, slot: Slot) -> list[Slot]:
        """The other slots of a package that have the name of one: each is there when it is built in another way."""
        if not self.library(slot.path).packages or slot.scope != 0:
            return []
        package = self.file(slot.path).facts.package
        beside = self.project.packaging(slot.path).neighbours(slot.path)
        return [
            Slot(other, 0, slot.name)
            for other in self._defining(slot.path, slot.name, beside)
            if self.file(other).facts.package == package and self._own(other, slot.name)
        ]

    def pieces(self, owner: Type) -> list[Type]:
        """A class with all that adds members to it in the files of its package, what gives it its name first."""
        definition = self.definition(owner)
        path, package = owner.path, self.file(owner.path).facts.package
        beside = {path, *self.project.packaging(path).neighbours(path)}
        family = self.project.families.get(path, "")
        paths = [path, *(p for p in self.project.files_with(definition.name, family) if p in beside and p != path)]
        first: list[Type] = []
        rest: list[Type] = []
        for other in paths:
            file = self.file(other)
            if file.facts.package == package:
                for number in file.open_classes(definition.name):
                    row = file.facts.definitions[number]
                    if row.scope == definition.scope == 0:
                        (rest if "part" in row.traits else first).append(Type("class", other, number))
        return [*first, *rest]

    def whole(self, owner: Type) -> Type:
        """What gives a class its name, for what adds members to it."""
        if "part" not in self.definition(owner).traits:
            return owner
        return self.once(("whole", owner.path, owner.number), lambda: self.pieces(owner)[0], owner)
