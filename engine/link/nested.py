"""Below names: languages whose classes and namespaces are seen within, wherever the text within lies.

A name is looked for from the inside out: in the scopes of the function, in its class and the bases of that, in what is
around the class, in each namespace with all its parts in the files whose text is there. What the parts of a namespace
declare and define under one name is one thing, known by the part that defines it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain, spaced
from .folders import shared_folders
from .spaces import Spaces
from .textual import NOWHERE
from .types import Entity, Slot, Type, in_order
from .ways import IMPORT, SELF, UNIQUE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..deepfacts import Binding, Scope
    from .files import LinkedFile

__all__ = ["Nested"]

MAX_PARTS = 60
"""Parts of which each pair is held against the texts that include it; more are one without a look."""
MAX_TEXTS = 20
_SEPARATOR = "::"
_PARTS = frozenset({"module", "space"})


class Nested(Spaces):
    """Names from the inside out."""

    def outward(self, path: str, scope: int, name: str, *, type_: bool = False) -> frozenset[Entity]:
        """What a bare name stands for, seen from a scope; with `type_` first what has members or is a type."""
        found = self.once(("outward", path, scope, name), lambda: self._outward(path, scope, name), NOWHERE)
        if not type_ or not found or any(self._may_be_type(entity) for entity in found):
            return found
        key = ("outward type", path, scope, name)
        return self.once(key, lambda: self._outward(path, scope, name, type_=True), NOWHERE) or found

    def _may_be_type(self, entity: Entity) -> bool:
        """Whether an entity is anything but a function or a variable."""
        if not isinstance(entity, Slot):
            return True
        rows = self.file(entity.path).bound.get((entity.scope, entity.name), ())
        return any(row.kind not in _VALUES and row.annotation < 0 for row in rows)

    def _outward(self, path: str, scope: int, name: str, *, type_: bool = False) -> frozenset[Entity]:
        file = self.file(path)
        scopes = file.facts.scopes
        while scope >= 0:
            row = scopes[scope]
            if row.kind == "within":
                found = self._within_class(path, row, name)
            elif row.kind == "class":
                found = self._seen_in_class(Type("class", path, row.definition), name)
            elif row.kind in _PARTS:
                found = self._of_space(path, row.name, name)
            else:
                found = self.entities_of_slot(Slot(path, scope, name)) if (scope, name) in file.bound else NOWHERE
            found = found or self._by_directives(path, file, scope, name)
            if found and (not type_ or any(self._may_be_type(entity) for entity in found)):
                return found
            scope = row.parent
        return self._far(path, name)

    def _seen_in_class(self, owner: Type, name: str) -> frozenset[Entity]:
        if self.definition(owner).name == name:  # the class itself
            row = self.definition(owner)
            file = self.file(owner.path)
            if (row.scope, name) in file.bound:
                return self.entities_of_slot(Slot(owner.path, row.scope, name))
        found = self.lookup(owner, name)
        if isinstance(found, Slot):
            self.note(SELF)
            return self.entities_of_slot(found)
        return NOWHERE

    def _within_class(self, path: str, row: Scope, name: str) -> frozenset[Entity]:
        """What a member that is defined outside of its class sees in that class, and around it."""
        for owner in self.owners_named(path, row.parent, row.name):
            if owner.kind == "space":
                found = self._of_space(path, owner.name, name)
                if found:
                    return found
                continue
            scope = self.definition(owner).own
            scopes = self.file(owner.path).facts.scopes
            while scope > 0:
                around = scopes[scope]
                if around.kind == "class":
                    found = self._seen_in_class(Type("class", owner.path, around.definition), name)
                elif around.kind == "space":
                    found = self._of_space(path, around.name, name)
                elif around.kind == "within":  # the class is itself defined outside of one
                    found = self._within_class(owner.path, around, name)
                else:
                    found = NOWHERE
                if found:
                    return found
                scope = around.parent
        return NOWHERE

    def owners_named(self, path: str, scope: int, text: str) -> tuple[Type, ...]:
        """The classes and namespaces that a qualified name means, seen from a scope."""
        return self.once(("owners", path, scope, text), lambda: self._owners_named(path, scope, text), ())

    def _owners_named(self, path: str, scope: int, text: str) -> tuple[Type, ...]:
        first, *rest = text.split(_SEPARATOR)
        owners = (
            self._owners_of(self.outward(path, scope, first, type_=True)) if first else [Type("space", path, name="")]
        )
        for part in rest:
            entities: set[Entity] = set()
            for owner in owners:
                entities |= self.targets(owner, part, path) or NOWHERE
            owners = self._owners_of(frozenset(entities))
        return tuple(owners)

    def _owners_of(self, entities: frozenset[Entity]) -> list[Type]:
        found: set[Type] = set()
        for entity in entities:
            types = self.type_of_slot(entity) if isinstance(entity, Slot) else [entity]
            found |= {each._replace(parts=()) for each in types if each.kind in ("class", "space")}
        return in_order(found)

    def _by_directives(self, path: str, file: LinkedFile, scope: int, name: str) -> frozenset[Entity]:
        """What all names of other namespaces, seen in a scope, give."""
        found = NOWHERE
        for star in file.facts.stars:
            if star.scope == scope:
                for owner in self.owners_named(path, scope, star.module):
                    if owner.kind == "space":
                        found |= self._of_space(path, owner.name, name)
        return found

    def _far(self, path: str, name: str) -> frozenset[Entity]:
        """A name that no text around announces: outside of the project, else what has it alone."""
        if name in self.library(path).builtins:
            return frozenset([Type("external", name=name)])
        family = self.project.families.get(path, "")
        slots = {self.part_that_defines(slot) for slot in self._everywhere(family, name)}
        included = self.project.included(path)
        seen = {slot for slot in slots if slot.path in included} or slots
        if len(seen) != 1 or not all(map(self._is_shared, seen)):
            return NOWHERE
        self.note(UNIQUE)
        return frozenset(seen)

    def _is_shared(self, slot: Slot) -> bool:
        key = spaced(str(slot.scope), slot.name) if slot.scope else slot.name
        file = self.file(slot.path)
        bound = file.bound.get((slot.scope, slot.name), ())
        return key in file.facts.shared and any(row.kind in ("function", "class") for row in bound)

    def _everywhere(self, family: str, name: str) -> tuple[Slot, ...]:
        return self.once(("everywhere", family, name), lambda: self._find_everywhere(family, name), ())

    def _find_everywhere(self, family: str, name: str) -> tuple[Slot, ...]:
        paths = self.project.paths_defining(name, family)
        self.project.prepare(paths)
        return tuple(
            Slot(path, scope, name)
            for path in paths
            for scopes in self.file(path).spaces.values()
            for scope in scopes
            if (scope, name) in self.file(path).bound
        )

    def defined_outside(self, slot: Slot) -> Slot:
        """Where a class is defined that its class only announces: outside of that, maybe in another file."""
        file = self.file(slot.path)
        rows = file.bound.get((slot.scope, slot.name), ())
        if file.facts.scopes[slot.scope].kind != "class" or any(not _is_announcement(row) for row in rows):
            return slot
        return self.once(("defined outside", slot), lambda: self._find_defined_outside(slot), slot)

    def _find_defined_outside(self, slot: Slot) -> Slot:
        owner = Type("class", slot.path, self.file(slot.path).facts.scopes[slot.scope].definition)
        family = self.project.families.get(slot.path, "")
        paths = self.project.paths_defining(slot.name, family)
        self.project.prepare(paths)
        for path in paths:
            file = self.file(path)
            for scope, row in enumerate(file.facts.scopes):
                if row.kind != "within" or (scope, slot.name) not in file.bound:
                    continue
                if owner in self.owners_named(path, row.parent, row.name):
                    return Slot(path, scope, slot.name)
        return slot

    # --- namespaces ----------------------------------------------------------------------------------------------

    def _of_space(self, path: str, space: str, name: str) -> frozenset[Entity]:
        return self.once(("of space", path, space, name), lambda: self._find_of_space(path, space, name), NOWHERE)

    def _find_of_space(self, path: str, space: str, name: str) -> frozenset[Entity]:
        """What a namespace has under a name in the texts that are in a file, else in those that have it in them."""
        family = self.project.families.get(path, "")
        slots = self.all_in_space(family, space, name)
        own = self.file(path)
        mine = (Slot(path, scope, name) for scope in own.spaces.get(space, ()) if (scope, name) in own.bound)
        slots += tuple(slot for slot in mine if slot not in slots)  # what the outline does not list: `using`
        if not space:
            slots += self.all_in_space(family, space, spaced("tag", name))
        seen = self._in_texts(slots, self.project.included(path))
        if not seen and slots:
            for text in self.project.including(path)[:MAX_TEXTS]:
                seen = self._in_texts(slots, self.project.included(text))
                if seen:
                    break
        found: set[Entity] = set()
        for slot in seen:
            if slot.path != path:
                self.note(IMPORT)
            found |= self.entities_of_slot(slot)
        if not space and any(other in self.project.included(path) for other in self.project.opening(name)):
            found.add(Type("space", path, name=""))
        return frozenset(found) or self._by_inner_directives(path, space, name)

    def _by_inner_directives(self, path: str, space: str, name: str) -> frozenset[Entity]:
        """What a namespace takes over with all names of another one."""
        if not space:
            return NOWHERE
        found = NOWHERE
        file = self.file(path)
        for scope in file.spaces.get(space, ()):
            found |= self._by_directives(path, file, scope, name)
        return found

    def _in_texts(self, slots: tuple[Slot, ...], texts: frozenset[str]) -> list[Slot]:
        return [slot for slot in slots if slot.path in texts]

    def member_of_space(self, path: str, space: str, name: str) -> frozenset[Entity]:
        """What a namespace has under a name; nothing where it is not known."""
        if not self.library(path).nested:
            return super().member_of_space(path, space, name)
        return self._of_space(path, space, name)

    # --- parts that are one ----------------------------------------------------------------------------------------

    def part_that_defines(self, slot: Slot) -> Slot:
        """Of all that declares or defines the same name of a namespace, the part that stands for it."""
        file = self.file(slot.path)
        row = file.facts.scopes[slot.scope]
        if row.kind not in _PARTS:
            return slot
        family = self.project.families.get(slot.path, "")
        name = plain(slot.name)
        parts = self.once(("united", family, row.name, name), lambda: self._united(family, row.name, name), {})
        return parts.get(slot, slot)

    def _united(self, family: str, space: str, name: str) -> dict[Slot, Slot]:
        slots = list(self.all_in_space(family, space, name))
        if not space:
            slots += self.all_in_space(family, space, spaced("tag", name))
        groups = {slot: number for number, slot in enumerate(slots)}
        for one, other in self._pairs(slots):
            if groups[one] != groups[other]:
                old, new = groups[other], groups[one]
                groups.update({slot: new for slot, group in groups.items() if group == old})
        self._join_announcements(groups)
        found: dict[Slot, Slot] = {}
        for number in set(groups.values()):
            same = [slot for slot, group in groups.items() if group == number]
            best = max(same, key=lambda slot: (self._rank(slot), -same.index(slot)))
            found.update(dict.fromkeys(same, best))
        return found

    def _pairs(self, slots: list[Slot]) -> Iterator[tuple[Slot, Slot]]:
        """Parts that a text has together."""
        for number, one in enumerate(slots):
            for other in slots[:number]:
                if one.path == other.path or (
                    self._rank(one)
                    and self._rank(other)
                    and (
                        len(slots) > MAX_PARTS
                        or one.path in self.project.included(other.path)
                        or other.path in self.project.included(one.path)
                    )
                ):
                    yield other, one

    def _join_announcements(self, groups: dict[Slot, int]) -> None:
        """What is only announced, in texts without the definition, is what is defined nearest."""
        defining = [slot for slot in groups if self._rank(slot) == len(_RANKS) - 1]
        for slot, group in list(groups.items()):
            if self._rank(slot) == 1 and not any(groups[other] == group for other in defining) and defining:
                nearest = max(defining, key=lambda other: shared_folders(slot.path, other.path))
                groups.update({each: groups[nearest] for each, other in groups.items() if other == group})

    def _rank(self, slot: Slot) -> int:
        """0: known in its file alone; 1: only announced there; 2: defined there."""
        key = spaced(str(slot.scope), slot.name) if slot.scope else slot.name
        file = self.file(slot.path)
        defines = file.facts.shared.get(key)
        if defines is None:
            rows = file.bound.get((slot.scope, slot.name), ())
            return 1 if any(row.kind == "alias" for row in rows) else 0
        return 2 if defines else 1


def _is_announcement(row: Binding) -> bool:
    return row.kind == "declare" and row.annotation < 0 and row.value < 0


_RANKS = (0, 1, 2)
_VALUES = frozenset({"function", "parameter"})
