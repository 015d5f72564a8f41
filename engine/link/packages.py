"""Names of packages: the files of a package see each other's, and whoever imports it sees them as its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .builds import Builds
from .textual import NOWHERE
from .types import Entity, Slot, Type
from .ways import IMPORT

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Packages"]

_OPEN = frozenset({"open", "part"})


class Packages(Builds):
    """What files mean together that say they are one package."""

    def in_package(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means in a file by the other files of its package, else by a package that it imports."""
        return self.once(("neighbours", path, name), lambda: self._in_package(path, name), NOWHERE)

    def _in_package(self, path: str, name: str) -> frozenset[Entity]:
        package = self.file(path).facts.package
        beside = self._defining(path, name, self.project.packaging(path).neighbours(path))
        found: set[Entity] = set()
        for other in self.built_with(path, [p for p in beside if self.file(p).facts.package == package]):
            found |= self._own(other, name)
        return frozenset(found) or self._imported_whole(path, name) or self._imported_by_its_name(path, name)

    def _imported_whole(self, path: str, name: str) -> frozenset[Entity]:
        """What a package has under a name of which a file imports all names."""
        for star in self.file(path).facts.stars:
            module = self.project.resolver(path).module(path, star.module)
            found = self.member_of_package(module, name, path) if module is not None else NOWHERE
            if found:
                self.note(IMPORT)
                return found
        return NOWHERE

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

    def member_of_package(self, package: Type, name: str, path: str) -> frozenset[Entity]:
        """What a package has under a name, seen from a file that imports it (or, empty, from any)."""
        path = path if path and self.file(path).facts.condition >= 0 else ""
        key = ("package", package, name, path)
        return self.once(key, lambda: self._member_of_package(package, name, path), NOWHERE)

    def _member_of_package(self, package: Type, name: str, path: str) -> frozenset[Entity]:
        packaging = self.project.packaging(package.name)
        found: set[Entity] = set()
        paths = self._defining(package.name, name, packaging.files(package))
        paths = [other for other in paths if packaging.is_importable(self.file(other).facts.package)]
        for other in self.built_with(path, paths):
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
        beside = self.project.packaging(slot.path).files(Type("package", slot.path.rpartition("/")[0]))
        return [
            Slot(other, 0, slot.name)
            for other in self._defining(slot.path, slot.name, beside)
            if other != slot.path and self.file(other).facts.package == package and self._own(other, slot.name)
        ]

    def pieces(self, owner: Type) -> list[Type]:
        """A class with all that adds members to it in the files of its package, what gives it its name first."""
        definition = self.definition(owner)
        path, package = owner.path, self.file(owner.path).facts.package
        beside = {path, *self.project.packaging(path).neighbours(path)}
        family = self.project.families.get(path, "")
        paths = [path, *(p for p in self.project.files_with(definition.name, family) if p in beside and p != path)]
        paths = [other for other in paths if self.file(other).facts.package == package]
        names = [definition.name, *self._other_names(paths, definition.name)]
        if len(names) > 1:
            further = {
                other for name in names[1:] for other in self.project.files_with(name, family) if other in beside
            }
            paths += [other for other in sorted(further - set(paths)) if self.file(other).facts.package == package]
        first: list[Type] = []
        rest: list[Type] = []
        alone = "part" not in definition.traits
        for other in self.built_with(path, paths):
            file = self.file(other)
            numbers = [number for name in names for number in file.open_classes(name)]
            rows = [(number, "part" in file.facts.definitions[number].traits) for number in numbers]
            if alone and other != path and not all(is_part for _, is_part in rows):
                continue  # defines it for other builds
            for number, is_part in rows:
                if file.facts.definitions[number].scope == definition.scope == 0:
                    (rest if is_part else first).append(Type("class", other, number))
        return [*first, *rest] or [owner]

    def _other_names(self, paths: list[str], name: str) -> list[str]:
        """Names that are but others for a class: members may be added to it under any of them."""
        found: list[str] = []
        for path in paths:
            file = self.file(path)
            for row in file.facts.definitions:
                if "alias" in row.traits and row.returns >= 0 and row.scope == 0:
                    target = file.expression(row.returns)
                    if target.op == "name" and target.text == name:
                        found.append(row.name)
        return found

    def whole(self, owner: Type) -> Type:
        """What gives a class its name, for what adds members to it."""
        if "part" not in self.definition(owner).traits:
            return owner
        return self.once(("whole", owner.path, owner.number), lambda: self.pieces(owner)[0], owner)
