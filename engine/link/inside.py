"""Below names: members that are seen as bare names in their class, and names that a file takes over from namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import NONE
from .packages import Packages
from .textual import NOWHERE
from .types import Entity, Slot, Type, class_of
from .ways import IMPORT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..deepfacts import Binding, Occurrence, Star

__all__ = ["Inside"]

STATIC = "static "
"""Begins the text of a star that takes over the members of a class."""
EVERYWHERE = "global"
"""The word of which a file has one that takes names over for all files."""


class Inside(Packages):
    """Members and namespaces around a place."""

    def member_around(
        self, path: str, scope: int, name: str, position: int = -1, *, types: bool = False
    ) -> tuple[Type, Slot] | None:
        """The class around a place of which a bare name is a member, its own or a base's, with the member.

        None where something nearer has the name, or no class has. `types`: only classes are meant.
        """
        if not self.library(path).inside:
            return None
        file = self.file(path)
        scopes = file.facts.scopes
        while scope >= 0:
            row = scopes[scope]
            if row.kind == "class":
                owner = Type("class", path, row.definition)
                slot = self.lookup(owner, name)
                if isinstance(slot, Slot) and (not types or self._holds_class(slot)):
                    return owner, slot
            elif any(position < 0 or row.position <= position for row in file.bound.get((scope, name), ())):
                return None
            scope = row.parent
        return None

    def type_of_its_name(self, path: str, occurrence: Occurrence, slot: Slot) -> Slot | None:
        """The type that is meant in the place of a member that has its name (`Kind Kind`): in `Kind.First`."""
        file, after = self.file(slot.path), occurrence.column + len(slot.name.encode()) + 1
        rows = file.bound.get((slot.scope, slot.name), ())
        if not any(row.annotation >= 0 and file.expression(row.annotation).text == slot.name for row in rows):
            return None
        for found in self.type_of_slot(slot):
            if found.kind != "instance" or self.definition(found).name != slot.name:
                continue
            own = class_of(found)
            for name in self._of_itself(own):
                places = ((row.line, row.column) for row in self.file(path).occurrences(name))
                if (occurrence.line, after) in places:
                    return Slot(own.path, self.definition(own).scope, slot.name)
        return None

    def _of_itself(self, owner: Type) -> set[str]:
        """The members of a class that are none of its instances, as far as that is known."""
        definition, file = self.definition(owner), self.file(owner.path)
        bound = [(name, rows) for (scope, name), rows in file.bound.items() if scope == definition.own]
        if "enumeration" in definition.traits:
            return {name for name, _ in bound}
        rows = ((name, row) for name, rows in bound for row in rows)
        return {name for name, row in rows if row.kind == "class" or self._is_static(owner.path, row)}

    def _is_static(self, path: str, row: Binding) -> bool:
        return row.kind == "function" and self.file(path).facts.definitions[row.number].receiver == "static"

    def _holds_class(self, slot: Slot) -> bool:
        return any(row.kind == "class" for row in self.file(slot.path).bound.get((slot.scope, slot.name), ()))

    def taken_from_spaces(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means by the namespaces and classes whose names a file takes over."""
        return self.once(("taken from spaces", path, name), lambda: self._taken_from_spaces(path, name), NOWHERE)

    def _taken_from_spaces(self, path: str, name: str) -> frozenset[Entity]:
        found: frozenset[Entity] = NOWHERE
        for star in (*self.file(path).facts.stars, *self._stars_for_all(path)):
            if star.module.startswith(STATIC):
                found |= self._static_member(path, star.module[len(STATIC) :], name)
            else:
                for space in self.spaces_for(path, star.module):
                    found |= self.in_space(path, space, name)
        if found:
            self.note(IMPORT)
        return found

    def _stars_for_all(self, path: str) -> tuple[Star, ...]:
        family = self.project.families.get(path, "")
        return self.once(("stars for all", family), lambda: self._find_stars_for_all(family), ())

    def _find_stars_for_all(self, family: str) -> tuple[Star, ...]:
        paths = self.project.files_with(EVERYWHERE, family)
        stars = (star for path in paths for star in self.file(path).facts.stars if star.scope == NONE)
        return tuple(dict.fromkeys(star._replace(position=0) for star in stars))

    def _static_member(self, path: str, text: str, name: str) -> frozenset[Entity]:
        space, _, owner = text.rpartition(self.library(path).separator)
        for each in self.spaces_for(path, space):
            for entity in self.in_space(path, each, owner):
                for found in self.type_of_slot(entity) if isinstance(entity, Slot) else ():
                    slot = self.lookup(class_of(found), name) if found.kind == "class" else None
                    if isinstance(slot, Slot):
                        return self.entities_of_slot(slot)
        return NOWHERE

    def spaces_for(self, path: str, text: str) -> Iterator[str]:
        """The namespaces that a name of one may mean in a file: below those around, the innermost first."""
        separator = self.library(path).separator
        names = sorted(self.file(path).spaces, key=len, reverse=True)
        seen: set[str] = set()
        for own in names:
            name = own
            while name:
                if name not in seen:
                    seen.add(name)
                    yield f"{name}{separator}{text}" if text else name
                name = name.rpartition(separator)[0]
        yield text

    def below(self, outer: Type, name: str) -> frozenset[Entity]:
        """What a namespace, which was taken for something from outside, has under a name."""
        if not (outer.path and self.library(outer.path).inside):
            return NOWHERE
        for space in self.spaces_for(outer.path, outer.name):
            found = self.in_space(outer.path, space, name)
            if found:
                self.note(IMPORT)
                return found
        return NOWHERE
