"""Below names: what files mean together that are of one package, and what imports by the names of packages lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain, spaced
from .core import Core
from .folders import shared_folders
from .types import Entity, Slot, Type
from .ways import IMPORT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..deepfacts import Definition

__all__ = ["NOWHERE", "Prefixes"]

NOWHERE: frozenset[Entity] = frozenset()


class Prefixes(Core):
    """Names of packages, and names that files see because they are of a package or import all of one."""

    def package_of(self, path: str) -> str:
        """The package of a file."""
        return self.project.prefixes(path).package(path)

    def in_sight(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means in a file that does not bind it: of its package, of those that it imports as a whole.

        A name of a type that none of these has is one of a library.
        """
        return self.once(("in sight", path, name), lambda: self._in_sight(path, name), NOWHERE)

    def _in_sight(self, path: str, name: str) -> frozenset[Entity]:
        self.note(IMPORT)
        found: frozenset[Entity] = NOWHERE
        for each in self._levels(path, name):
            if any(isinstance(one, Slot) or one.kind == "prefix" for one in each):
                found |= each
                if not self._extends(each):
                    break
        if found:
            return found
        library = self.library(path)
        if self.project.prefixes(path).is_package(name):
            return frozenset([Type("prefix", name=name)])
        if name in library.builtins or not plain(name)[:1].isupper() or name != plain(name):
            return NOWHERE
        module = library.typing_of(name)
        return frozenset([Type("external", name=f"{module}.{name}" if module else name)])

    def imported_here(self, path: str, scope: int, module: str, name: str) -> frozenset[Entity]:
        """What an import that stands in a scope leads to."""
        del scope
        return self.imported_from(path, module, name)

    def starred_at(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a name means by an import of all names that stands in a scope within the file."""
        del path, scope, name
        return NOWHERE

    def _levels(self, path: str, name: str) -> Iterator[frozenset[Entity]]:
        """What a name means in the own package of a file, then in each that it imports as a whole."""
        yield self.member_of_prefix(path, self.package_of(path), name)
        for module in (*(star.module for star in self.file(path).facts.stars), *self.library(path).implied):
            yield self.imported_from(path, module, name)

    def _extends(self, found: frozenset[Entity]) -> bool:
        """Whether some of what a name may mean are functions that extend types: which one is meant, the type says."""
        slots = [each for each in found if isinstance(each, Slot)]
        return any(row.bases for slot in slots for row in self._functions_at(slot))

    def _functions_at(self, slot: Slot) -> list[Definition]:
        file = self.file(slot.path)
        rows = file.bound.get((slot.scope, slot.name), ())
        return [file.facts.definitions[row.number] for row in rows if row.kind == "function"]

    def _headers(self, slot: Slot) -> frozenset[tuple[str, ...]]:
        """What the functions of a slot extend and take, as far as that is written alike; of others one empty header."""
        file = self.file(slot.path)
        found: set[tuple[str, ...]] = set()
        for row in self._functions_at(slot):
            heads = map(file.head, (*row.bases, *(parameter.annotation for parameter in row.parameters)))
            found.add(tuple(file.expression(head).text if head >= 0 else "" for head in heads))
        return frozenset(found or {()})

    def imported_from(self, path: str, module: str, name: str) -> frozenset[Entity]:
        """What an import of `name` from a package, or from a class in one, leads to."""
        key = ("imported", path, module, name)
        return self.once(key, lambda: self._imported_from(path, module, name), NOWHERE)

    def _imported_from(self, path: str, module: str, name: str) -> frozenset[Entity]:
        packages = self.project.prefixes(path)
        parts = module.split(".")
        count = len(parts)
        while count and not packages.is_package(".".join(parts[:count])):
            count -= 1
        if not count:
            if module and self.package_of(path) == "":  # a class that is in no package, whose members are imported
                found = self.member_of_prefix(path, "", parts[0])
                return self.members_of_entities(path, found, [*parts[1:], name]) if found else _outside(module, name)
            return _outside(module, name)
        found: frozenset[Entity] = frozenset([Type("prefix", name=".".join(parts[:count]))])
        found = self.members_of_entities(path, found, [*parts[count:], name])
        return found or (NOWHERE if count == len(parts) and name != plain(name) else _outside(module, name))

    def members_of_entities(self, path: str, found: frozenset[Entity], names: Sequence[str]) -> frozenset[Entity]:
        """What a dotted name means within packages or classes."""
        for name in names:
            members: set[Entity] = set()
            for each in found:
                members |= self.member_of_entity(path, each, name)
            found = frozenset(members)
        return found

    def member_of_entity(self, path: str, owner: Entity, name: str) -> frozenset[Entity]:
        """What a package, or a class, has under a name."""
        if isinstance(owner, Slot):
            file, found = self.file(owner.path), set[Entity]()
            for binding in file.bound.get((owner.scope, owner.name), ()):
                if binding.kind == "class":
                    slot = self.lookup(Type("class", owner.path, binding.number), name)
                    if isinstance(slot, Slot):
                        found |= self.entities_of_slot(slot)
            return frozenset(found)
        if owner.kind == "prefix":
            return self.member_of_prefix(path, owner.name, name)
        return frozenset([Type("external", name=f"{owner.name}.{plain(name)}")])

    def member_of_prefix(self, path: str, package: str, name: str) -> frozenset[Entity]:
        """What a package has under a name; of several, what is nearest to the file that asks."""
        family = self.project.families.get(path, "")
        slots = self.once(("prefix", family, package, name), lambda: self._in_prefix(path, package, name), ())
        if len(slots) > 1:
            folders = {slot: shared_folders(path, slot.path) for slot in slots}
            near = tuple(slot for slot in slots if folders[slot] == max(folders.values()))
            taken = frozenset(header for slot in near for header in self._headers(slot))
            slots = (*near, *(slot for slot in slots if slot not in near and not self._headers(slot) & taken))
        if slots:
            return EMPTY_ENTITIES.union(*(self.entities_of_slot(slot) for slot in slots))
        inner = f"{package}.{name}" if package else name
        return frozenset([Type("prefix", name=inner)]) if self.project.prefixes(path).is_package(inner) else NOWHERE

    def _in_prefix(self, path: str, package: str, name: str) -> tuple[Slot, ...]:
        packages = self.project.prefixes(path)
        paths = self.project.paths_defining(plain(name), self.project.families.get(path, ""))
        own = {package}
        if name.startswith(
            _OF_PACKAGE
        ):  # what a package has besides may stand in a file that goes on with that package
            own.add(f"{package}.{plain(name)}" if package else plain(name))
        paths = tuple(other for other in paths if packages.package(other) in own)
        self.project.prepare(paths)
        found: list[Slot] = []
        for other in paths:
            rows = self.file(other).bound.get((0, name), ())
            if any(row.kind != "import" for row in rows):
                found.append(Slot(other, 0, name))
        return tuple(found)


EMPTY_ENTITIES: frozenset[Entity] = frozenset()
_OF_PACKAGE = spaced("package", "")


def _outside(module: str, name: str) -> frozenset[Entity]:
    return frozenset([Type("external", name=f"{module}.{plain(name)}")])
