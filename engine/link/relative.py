"""Storey of imports that begin with any name in sight: of a package around, a class, an object, a value.

For languages whose library says `uniform`. What all names are imported of may stand in any scope, and names so imported
come before those of the file's package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import NONE, spaced
from .names import OUTSIDE
from .overloads import Overloads
from .prefixes import NOWHERE
from .types import Entity, Slot, Type, in_order
from .ways import IMPORT

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Relative"]


class Relative(Overloads):
    """From paths of names to what they lead to."""

    def imported_here(self, path: str, scope: int, module: str, name: str) -> frozenset[Entity]:
        """What an import that stands in a scope leads to."""
        if not self.library(path).uniform:
            return super().imported_here(path, scope, module, name)
        key = ("imported here", path, scope, module, name)
        return self.once(
            key, lambda: self._path_from(path, scope, [*module.split("."), name] if module else [name]), NOWHERE
        )

    def _path_from(self, path: str, scope: int, names: Sequence[str], before: int | None = None) -> frozenset[Entity]:
        self.note(IMPORT)
        first, *rest = names
        if rest and first == self.library(path).root:
            return self.members_of_entities(path, self._root(rest[0]), rest[1:])
        found = self._at_first(path, scope, first, before)
        if not found:
            return frozenset([Type("external", name=".".join(names))])
        return self.members_of_entities(path, found, rest)

    def _root(self, name: str) -> frozenset[Entity]:
        return frozenset([Type("prefix", name=name)])

    def _at_first(self, path: str, scope: int, name: str, before: int | None) -> frozenset[Entity]:
        """What a path begins with: the nearest of its name, seen from a scope outward, by the file's stars `before`."""
        file = self.file(path)
        scopes = file.facts.scopes
        while scope >= 0:
            row = scopes[scope]
            if row.kind == "class":
                slot = self.lookup(Type("class", path, row.definition), name)
                if isinstance(slot, Slot):
                    return self.entities_of_slot(slot)
            elif (scope, name) in file.bound:
                found = self.entities_of_slot(Slot(path, scope, name))
                if found:
                    return found
            found = self._of_stars(path, scope, name, before) if scope > 0 else NOWHERE
            if found:
                return found
            scope = row.parent
        found = self._of_packages(path, name)
        if found:
            return found
        of_library = any(module.partition(".")[0] == name for module in self.library(path).typing)
        return NOWHERE if of_library else self._of_stars(path, 0, name, before)

    def _of_packages(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means in the packages around a file, or as a package; else in none."""
        for package in self._packages_around(path):
            found = self.member_of_prefix(path, package, name) if package else NOWHERE
            if found:
                return found
        if self.project.prefixes(path).is_package(name):
            return frozenset([Type("prefix", name=name)])
        return self.member_of_prefix(path, "", name) if not self.package_of(path) else NOWHERE

    def _packages_around(self, path: str) -> list[str]:
        """The packages whose names a file sees without importing them, the innermost first."""
        found = [self.package_of(path)]
        for star in reversed(self.file(path).facts.stars):
            if star.scope == NONE and star.module not in found:
                found.append(star.module)
        return found

    # --- stars -------------------------------------------------------------------------------------------------------

    def starred_at(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a name means by an import of all names that stands in a scope."""
        if scope > 0 and self.library(path).uniform:
            return self._of_stars(path, scope, name)
        return super().starred_at(path, scope, name)

    def _of_stars(self, path: str, scope: int, name: str, before: int | None = None) -> frozenset[Entity]:
        if scope not in self.file(path).starred:
            return NOWHERE
        key = ("of stars", path, scope, name, before)
        return self.once(key, lambda: self._find_of_stars(path, scope, name, before), NOWHERE)

    def _find_of_stars(self, path: str, scope: int, name: str, before: int | None) -> frozenset[Entity]:
        stars = self.file(path).facts.stars[:before]
        for number in reversed(range(len(stars))):
            owners = self._owners_of_star(path, number) if stars[number].scope == scope else NOWHERE
            found = _of_project(self.members_of_entities(path, owners, [name])) if owners else NOWHERE
            if found:
                self.note(IMPORT)
                return found
        return NOWHERE

    def _owners_of_star(self, path: str, number: int) -> frozenset[Entity]:
        """What of the project a file's star of this number gives all names of.

        What it begins with may come by the stars above it, not by those below: were each asked for all others, a file
        of ten modules that are not the project's would be gone through in ten factorial orders.
        """
        star = self.file(path).facts.stars[number]
        if self.project.prefixes(path).is_package(star.module):
            return frozenset([Type("prefix", name=star.module)])
        key = ("star", path, number)
        names = star.module.split(".")
        return self.once(key, lambda: _of_project(self._path_from(path, star.scope, names, number)), NOWHERE)

    def in_sight(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means in a file that does not bind it."""
        if not self.library(path).uniform:
            return super().in_sight(path, name)
        return self.once(("in sight", path, name), lambda: self._beyond(path, name), NOWHERE)

    def _beyond(self, path: str, name: str) -> frozenset[Entity]:
        self.note(IMPORT)
        found = self._of_stars(path, 0, name)
        if found:
            return found
        found = self._of_packages(path, name)
        if found:
            return found
        library = self.library(path)
        if name in library.builtins or not name[:1].isupper():
            return NOWHERE
        module = library.typing_of(name)
        return frozenset([Type("external", name=f"{module}.{name}" if module else name)])

    # --- members -----------------------------------------------------------------------------------------------------

    def member_of_prefix(self, path: str, package: str, name: str) -> frozenset[Entity]:
        """What a package has under a name: also what the object has that belongs to it."""
        found = super().member_of_prefix(path, package, name)
        if any(isinstance(each, Slot) for each in found) or not self.library(path).uniform:
            return found
        around, _, last = package.rpartition(".")
        objects = super().member_of_prefix(path, around, spaced("package", last)) if last else NOWHERE
        slots = frozenset(each for each in objects if isinstance(each, Slot))
        return self.members_of_entities(path, slots, [name]) or found

    def member_of_entity(self, path: str, owner: Entity, name: str) -> frozenset[Entity]:
        """What a package, a class, an object or a value has under a name."""
        if not isinstance(owner, Slot) or not self.library(path).uniform:
            return super().member_of_entity(path, owner, name)
        found: set[Entity] = set()
        for each in self._owners_in(owner):
            slot = self.lookup(each, name) if each.kind in ("class", "instance") else None
            if isinstance(slot, Slot):
                found |= self.entities_of_slot(slot)
            elif slot == OUTSIDE or each.kind in ("external", "external_instance", "builtin"):
                found.add(OUTSIDE)
        return frozenset(found)

    def _owners_in(self, slot: Slot) -> list[Type]:
        """What has the members of what a slot holds: an object before the class beside it."""
        file = self.file(slot.path)
        rows = [row for row in file.bound.get((slot.scope, slot.name), ()) if row.kind == "class"]
        definitions = file.facts.definitions
        single = [row for row in rows if "single" in definitions[row.number].traits]
        if rows:
            return [Type("class", slot.path, row.number) for row in (single or rows)]
        return in_order(self.type_of_slot(slot))


def _of_project(found: frozenset[Entity]) -> frozenset[Entity]:
    return frozenset(each for each in found if isinstance(each, Slot) or each.kind == "prefix")
