"""Below names: namespaces whose parts lie in many files, and what a name means that only another part of one has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain
from .conditions import Conditions
from .folders import shared_folders
from .textual import NOWHERE
from .types import Entity, Slot, Type
from .ways import IMPORT

if TYPE_CHECKING:
    from .library import Library

__all__ = ["Spaces"]

_PARTS = frozenset({"module", "space"})


class Spaces(Conditions):
    """Names of namespaces."""

    def spread_out(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a name stands for that no scope of the file binds: one of the own namespace, or of those around.

        Where no part of it is in the project, it is something from outside.
        """
        library = self.library(path)
        if self._space_of(name) not in library.spread or (library.inside and name in library.builtins):
            return NOWHERE
        space = self.space_around(path, scope)
        for each in self._spaces_around(library, space, name):
            found = self.in_space(path, each, name)
            if found:
                self.note(IMPORT)
                return found
        if library.inside:
            taken = self.taken_from_spaces(path, name)
            return taken or frozenset([Type("external", path, name=plain(name))])
        return frozenset([Type("external", name=self.joined(library, space, plain(name)))])

    def _spaces_around(self, library: Library, space: str, name: str) -> list[str]:
        if library.inside:
            parts = space.split(library.separator) if space else []
            return [library.separator.join(parts[:count]) for count in range(len(parts), -1, -1)]
        return [space, ""] if space and self._space_of(name) in library.fallback else [space]

    def _space_of(self, name: str) -> str:
        return name.rpartition(" ")[0] or "plain"

    def space_around(self, path: str, scope: int) -> str:
        """The whole name of the namespace around a scope."""
        scopes = self.file(path).facts.scopes
        while scope >= 0:
            if scopes[scope].kind in _PARTS:
                return scopes[scope].name
            scope = scopes[scope].parent
        return ""

    def joined(self, library: Library, space: str, name: str) -> str:
        """The whole name of a member of a namespace."""
        return f"{space}{library.separator}{name}" if space else name

    def member_of_space(self, path: str, space: str, name: str) -> frozenset[Entity]:
        """What a namespace has under a name; something from outside of the project, where no part of it is there."""
        found = self.in_space(path, space, name)
        if found:
            return found
        return frozenset([Type("external", name=self.joined(self.library(path), space, plain(name)))])

    def in_space(self, path: str, space: str, name: str) -> frozenset[Entity]:
        """What a namespace has under a name in the project, seen from a file.

        Of several the file's own, else the one that lies where the ecosystem wants it, else the nearest.
        """
        return self.once(("in space", path, space, name), lambda: self._in_space(path, space, name), NOWHERE)

    def _in_space(self, path: str, space: str, name: str) -> frozenset[Entity]:
        slots = self.all_in_space(self.project.families.get(path, ""), space, name)
        slots = self.of_unit(path, slots)
        if len({slot.path for slot in slots}) > 1:
            own = [slot for slot in slots if slot.path == path]
            wanted = self.project.naming_of_spaces(path).placed(space, plain(name)) if not own else ()
            placed = own or [slot for slot in slots if slot.path in wanted]
            if all(self._is_open(slot) for slot in slots):
                placed = list(slots)
            near = max(shared_folders(path, slot.path) for slot in slots)
            slots = tuple(placed) or tuple(slot for slot in slots if shared_folders(path, slot.path) == near)
        found: frozenset[Entity] = NOWHERE
        for slot in slots:
            found |= self.entities_of_slot(slot)
        return found

    def of_unit(self, path: str, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        """Of several parts those that are compiled with a file; all of them where none is."""
        if len(slots) < 2 or not self.library(path).inside:  # noqa: PLR2004 - several
            return slots
        unit = self.project.naming_of_spaces(path).unit
        own = unit(path)
        return tuple(slot for slot in slots if unit(slot.path) == own) or slots

    def _is_open(self, slot: Slot) -> bool:
        """Whether a slot holds a class to which other files add members."""
        file = self.file(slot.path)
        rows = file.bound.get((slot.scope, slot.name), ())
        return any(row.kind == "class" and "open" in file.facts.definitions[row.number].traits for row in rows)

    def all_in_space(self, family: str, space: str, name: str) -> tuple[Slot, ...]:
        """Every part of a namespace that has a name of its own."""
        return self.once(("parts", family, space, name), lambda: self._find_in_space(family, space, name), ())

    def _find_in_space(self, family: str, space: str, name: str) -> tuple[Slot, ...]:
        paths = self.project.paths_defining(plain(name), family)
        self.project.prepare(paths)
        found: list[Slot] = []
        for path in paths:
            file = self.file(path)
            for scope in file.spaces.get(space, ()):
                rows = file.bound.get((scope, name), ())
                if any(row.kind != "import" for row in rows):
                    found.append(Slot(path, scope, name))
        return tuple(found)
