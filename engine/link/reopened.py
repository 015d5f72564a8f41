"""Below classes: classes that every file may open, and constants that are found by where they are named.

A class is all that adds to it in the files of a program, known by its whole name. A constant is looked for in the
classes around, the innermost first, then in what that one takes over from others, then at the top. What a class has
itself is bound in the space `static` beside what its instances have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import plain, spaced
from .extensions import Extensions
from .names import OUTSIDE
from .textual import NOWHERE
from .types import (
    ANYTHING,
    EXTERNAL,
    FOREIGN,
    UNKNOWN,
    Entity,
    Place,
    Slot,
    Type,
    Types,
    class_of,
    function_of,
    in_order,
    wrapped,
)
from .ways import CONTEXT, IMPORT, UNIQUE

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["STATIC", "Reopened", "is_constant", "static"]

STATIC = "static"
MADE = "new"
"""What makes an instance of a class, unless that has one of its own."""
HOOKED = "ClassMethods"
"""By custom, what a class that takes in a module has itself of that."""
SEPARATOR = "::"
MAX_CHAIN = 40
MAX_BELOW = 4
"""Members of as many classes below may be meant by a call on itself; of more it is left to its name."""
UNKNOWN_BASE, FOREIGN_BASE = 1, 2
_ELSEWHERE: frozenset[Entity] = frozenset([OUTSIDE])
_ALONE: tuple[list[Type], list[Type], list[Type], int] = [], [], [], 0


class _Holder(NamedTuple):
    """Where a member that a class has itself may be."""

    owner: Type
    is_own: bool
    """Whether it is one of the class itself, not of the instances of what it takes over."""
    is_likely: bool = False


def static(name: str) -> str:
    """The name of a member that a class has itself."""
    return spaced(STATIC, name)


def is_constant(name: str) -> bool:
    """Whether a bare name is a constant."""
    return name[:1].isupper()


class Reopened(Extensions):
    """Open classes and constants."""

    # --- constants -------------------------------------------------------------------------------------------------

    def constant(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a constant stands for, seen from a scope; OUTSIDE where the project has none of its name."""
        key = ("constant", path, scope, name)
        return self.once(key, lambda: self._constant(path, scope, name), NOWHERE)

    def _constant(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        scopes = self.file(path).facts.scopes
        innermost: Type | None = None
        while scope >= 0:
            row = scopes[scope]
            if row.kind == "class":
                innermost = innermost or Type("class", path, row.definition)
                found = self.constant_of_whole(path, row.name, name)
                if found:
                    return found
            scope = row.parent
        found = self.constant_in(innermost, name) if innermost is not None else NOWHERE
        found = found or self.constant_of_whole(path, "", name)
        if found:
            return found
        family = self.project.families.get(path, "")
        return NOWHERE if self.project.paths_defining(name, family) else _ELSEWHERE

    def constant_in(self, owner: Type, name: str) -> frozenset[Entity]:
        """A constant that a class has, or takes over."""
        for each in self.order(class_of(owner))[0]:
            row = self.file(each.path).facts.scopes[self.definition(each).own]
            found = self.constant_of_whole(each.path, row.name, name)
            if found:
                return found
        return NOWHERE

    def constant_of_whole(self, path: str, whole: str, name: str) -> frozenset[Entity]:
        """All that binds a constant in a class of a whole name; the top of the program is that without one."""
        family = self.project.families.get(path, "")
        found = self.once(("of whole", family, whole, name), lambda: self._of_whole(family, whole, name), NOWHERE)
        if found and all(isinstance(each, Slot) and each.path != path for each in found):
            self.note(IMPORT)
        return found

    def _of_whole(self, family: str, whole: str, name: str) -> frozenset[Entity]:
        paths = self.project.paths_defining(name, family)
        self.project.prepare(paths)
        joined = f"{whole}{SEPARATOR}{name}" if whole else name
        found: set[Entity] = set()
        for path in paths:
            file = self.file(path)
            for number in file.wholes.get(joined, ()):
                row = file.facts.definitions[number]
                bound = name if file.has(row.scope, name) else f"{joined.rpartition(SEPARATOR)[0]}{SEPARATOR} {name}"
                if file.has(row.scope, bound):
                    found.add(Slot(path, row.scope, bound))
            scopes = [0] if not whole else [file.facts.definitions[n].own for n in file.wholes.get(whole, ())]
            found |= {Slot(path, scope, name) for scope in scopes if (scope, name) in file.bound}
        return frozenset(found)

    def types_of_constant(self, found: frozenset[Entity], name: str) -> Types:
        """What a constant may be: a class once, whatever opens it."""
        return self.once(("types of", found, name), lambda: self._types_of(found, name), ANYTHING)

    def _types_of(self, found: frozenset[Entity], name: str) -> Types:
        slots = sorted(each for each in found if isinstance(each, Slot))
        types: set[Type] = set()
        for slot in slots:
            rows = self.file(slot.path).bound.get((slot.scope, slot.name), ())
            numbers = [row.number for row in rows if row.kind == "class"]
            types |= {Type("class", slot.path, number) for number in numbers[:1]}
            if not numbers:
                types |= self.type_of_slot(slot)
        classes = sorted((each for each in types if each.kind == "class"), key=self._whole_of)
        kept: dict[str, Type] = {}
        for each in classes:
            kept.setdefault(self._whole_of(each)[0], each)
        others = frozenset(each for each in types if each.kind != "class")
        if slots:
            return others | frozenset(kept.values())
        return frozenset([Type("external", name=name)]) if found == _ELSEWHERE else ANYTHING

    def _whole_of(self, owner: Type) -> tuple[str, str, int]:
        row = self.file(owner.path).facts.scopes[self.definition(owner).own]
        return row.name or f"{owner.path}:{owner.number}", owner.path, owner.number

    # --- classes -----------------------------------------------------------------------------------------------------

    def reopenings(self, owner: Type) -> list[Type]:
        """A class with all that opens it, itself first."""
        whole = self.file(owner.path).facts.scopes[self.definition(owner).own].name
        if not whole:
            return [owner]
        family = self.project.families.get(owner.path, "")
        found = self.once(("opening", family, whole), lambda: self._opening(family, whole), (owner,))
        return [owner, *(each for each in found if each != owner)]

    def _opening(self, family: str, whole: str) -> tuple[Type, ...]:
        paths = self.project.paths_defining(whole.rpartition(SEPARATOR)[2], family)
        self.project.prepare(paths)
        return tuple(Type("class", path, number) for path in paths for number in self.file(path).wholes.get(whole, ()))

    def opened_as(self, slot: Slot, number: int) -> frozenset[Entity]:
        """All names under which the class of a name is opened, wherever that is."""
        row = self.file(slot.path).facts.scopes[self.file(slot.path).facts.definitions[number].own]
        whole, _, name = row.name.rpartition(SEPARATOR)
        return self.constant_of_whole(slot.path, whole, name) | {slot}

    def both_of(self, slot: Slot, number: int) -> frozenset[Entity]:
        """A function that both a class and its instances have, under either name."""
        name = plain(slot.name)
        rows = ((each, self.file(slot.path).bound.get((slot.scope, each), ())) for each in (name, static(name)))
        return frozenset(
            Slot(slot.path, slot.scope, each) for each, row in rows if any(b.number == number for b in row)
        )

    def order_reopened(self, owner: Type) -> tuple[tuple[Type, ...], int]:
        """A class and its bases: what is put before it, itself, what it takes in (the last first), its superclass."""
        pieces = self.reopenings(owner)
        family = self.project.families.get(owner.path, "")
        key = ("around", family, self._whole_of(owner)[0])
        before, within, above, flags = self.once(key, lambda: self._bases_around(sorted(pieces)), _ALONE)
        return tuple(dict.fromkeys([*before, *pieces, *within, *above])), flags

    def _bases_around(self, pieces: list[Type]) -> tuple[list[Type], list[Type], list[Type], int]:
        """What comes before a class, is within it and above it, the same for all that opens it."""
        before: list[Type] = []
        within: list[Type] = []
        above: list[Type] = []
        flags, own = 0, set(pieces)
        for form, values in self._bases_of(pieces):
            if form == "extend":
                continue
            classes, flag = self._classes_in(values)
            flags |= flag
            for each in classes:
                if each in own:
                    continue
                order, more = self.order(each)
                flags |= more
                if form == "include":
                    within[:0] = order
                elif form == "prepend":
                    before[:0] = order
                else:
                    above += order
        return before, within, above, flags

    def _bases_of(self, pieces: list[Type]) -> Iterator[tuple[str, Types]]:
        for piece in pieces:
            definition, file = self.definition(piece), self.file(piece.path)
            for base in definition.bases:
                expression = file.expression(base) if base >= 0 else None
                form = expression.text if expression is not None and expression.op == "cast" else ""
                index = expression.parts[0] if expression is not None and form else base
                place = Place(piece.path, definition.outer, definition.block, definition.position)
                yield form, self.evaluate(place, index) if index >= 0 else ANYTHING

    def _classes_in(self, values: Types) -> tuple[list[Type], int]:
        found = [class_of(each) for each in in_order(values) if each.kind == "class"]
        if found:
            return found, 0
        names = [each.name for each in values if each.kind in ("external", "external_instance")]
        plain_bases = bool(names) and all(name in self._harmless() for name in names)
        return found, 0 if plain_bases else FOREIGN_BASE if names or FOREIGN in values else UNKNOWN_BASE

    def _harmless(self) -> frozenset[str]:
        """Classes of the library of which all members are known by name."""
        return frozenset(name for name, form in self.library(self.asking).types.items() if form == "plain")

    def itself(self, owner: Type) -> tuple[_Holder, ...]:
        """Where members that a class has itself are looked for, in order."""
        key = ("itself", owner.path, owner.number)
        return self.once(key, lambda: tuple(self._itself_of(class_of(owner))), ())

    def _itself_of(self, owner: Type) -> Iterator[_Holder]:
        current: Type | None = owner
        for _ in range(MAX_CHAIN):
            if current is None:
                return
            pieces = self.reopenings(current)
            yield from (_Holder(piece, is_own=True) for piece in pieces)
            bases = [(form, each) for form, values in self._bases_of(pieces) for each in self._classes_in(values)[0]]
            for form, each in bases:
                if form == "extend":
                    yield from (_Holder(one, is_own=False) for one in self.order(each)[0])
            for form, each in bases:
                if form == "include":
                    yield from self._hooked(each)
            current = next((each for form, each in bases if not form and each not in pieces), None)

    def _hooked(self, module: Type) -> Iterator[_Holder]:
        """What a class that takes in a module has itself of it by custom."""
        for slot in sorted(each for each in self.constant_in(module, HOOKED) if isinstance(each, Slot)):
            for found in self.type_of_slot(slot):
                if found.kind == "class":
                    yield from (_Holder(one, is_own=False, is_likely=True) for one in self.order(found)[0])

    def slot_of_class(self, owner: Type, name: str, *, above: bool = False) -> Slot | None:
        """The member of a name that a class has itself; `above`: as its bases see it."""
        own = self.reopenings(class_of(owner))
        for holder in self.itself(owner):
            if above and holder.owner in own:
                continue
            scope = self.definition(holder.owner).own
            bound = static(name) if holder.is_own else name
            if self.file(holder.owner.path).has(scope, bound):
                if holder.is_likely:
                    self.note(CONTEXT)
                return Slot(holder.owner.path, scope, bound)
        return None

    def slot_of_instance(self, owner: Type, name: str, *, above: bool = False) -> Slot | None:
        """The member of a name that an instance has; `above`: as the bases of its class see it."""
        if not above:
            found = self.lookup(class_of(owner), name)
            return found if isinstance(found, Slot) else None
        own = self.reopenings(class_of(owner))
        for each in self.order(class_of(owner))[0]:
            scope = self.definition(each).own
            if each not in own and self.file(each.path).has(scope, name):
                return Slot(each.path, scope, name)
        return None

    # --- members -----------------------------------------------------------------------------------------------------

    def slot_reopened(self, owner: Type, name: str, path: str) -> Slot | None:
        """The member of a name that something of the project has; at last a function of the program's own."""
        if plain(name) != name:  # a variable of the class itself
            scope = self.definition(owner).own
            pieces = self.reopenings(class_of(owner))
            held = (Slot(each.path, self.definition(each).own, name) for each in pieces)
            return next((each for each in held if self.file(each.path).has(each.scope, name)), None) if scope else None
        above = owner.kind == "super"
        meant = owner.bound if above and owner.bound is not None else owner
        if meant.kind == "class":
            found = self.slot_of_class(owner, name, above=above)
        else:
            found = self.slot_of_instance(owner, name, above=above)
        if found is not None or above or name[:1] == "@":
            return found
        return self.at_top(path, name)

    def at_top(self, path: str, name: str) -> Slot | None:
        """A function of the program's own: of the file, or the only one that there is."""
        if (0, name) in self.file(path).bound:
            return Slot(path, 0, name)
        family = self.project.families.get(path, "")
        slots = self.once(("at top", family, name), lambda: self._all_at_top(family, name), ())
        if len(slots) == 1:
            self.note(UNIQUE)
            return slots[0]
        return None

    def _all_at_top(self, family: str, name: str) -> tuple[Slot, ...]:
        paths = self.project.paths_defining(name, family)
        self.project.prepare(paths)
        return tuple(Slot(path, 0, name) for path in paths if self.file(path).facts.shared.get(f"function {name}"))

    def targets_reopened(self, owner: Type, name: str, path: str) -> frozenset[Entity] | None:
        """What a member of something can stand for; None where that is not known."""
        if owner.kind in ("class", "instance") and is_constant(name) and owner.kind == "class":
            found = self.constant_in(owner, name)
            if found:
                return found
        if owner.kind in ("instance", "class", "super"):
            slot = self.slot_reopened(owner, name, path)
            return self.entities_of_slot(slot) if slot is not None else self._of_those_below(owner, name)
        if owner.kind in ("builtin", "builtin_class", "external", "external_instance"):
            return self.added_to_outside(owner, name, path) or _ELSEWHERE
        return None

    def _of_those_below(self, owner: Type, name: str) -> frozenset[Entity] | None:
        """What those have that a class or module is a base of, where it has no such member but calls it on itself."""
        if owner.kind != "instance":
            return None
        slots = {slot for each in self.below_class(class_of(owner)) if (slot := self.slot_of_instance(each, name))}
        if not 0 < len(slots) <= MAX_BELOW:
            return None
        self.note(CONTEXT)
        return frozenset(entity for slot in slots for entity in self.entities_of_slot(slot))

    def below_class(self, owner: Type) -> tuple[Type, ...]:
        """The classes that a class or module is a base of."""
        return self.once(("below class", owner), lambda: self._find_below(owner), ())

    def _find_below(self, owner: Type) -> tuple[Type, ...]:
        family = self.project.families.get(owner.path, "")
        found: list[Type] = []
        todo = [owner]
        while todo:
            current = todo.pop()
            for path in self.project.files_with(self.definition(current).name, family):
                for number, row in enumerate(self.file(path).facts.definitions):
                    each = Type("class", path, number)
                    if row.kind != "class" or not row.bases or each in found or each == owner:
                        continue
                    if current in self.order(each)[0] and current not in self.reopenings(each):
                        found.append(each)
                        todo.append(each)
        return tuple(found)

    def added_to_outside(self, owner: Type, name: str, path: str) -> frozenset[Entity]:
        """Members that the project gives a class of the library."""
        raise NotImplementedError

    def member_reopened(self, owner: Type, name: str, path: str) -> Types:
        """What a member is: functions know what they are called on, `new` of a class makes instances of it."""
        if owner.kind == "class" and is_constant(name):
            constants = self.constant_in(owner, name)
            return self.types_of_constant(constants, name) if constants else ANYTHING
        if owner.kind not in ("instance", "class", "super"):
            if owner.kind in ("external", "external_instance", "builtin", "foreign"):
                if owner.kind == "external" and name == MADE:
                    return frozenset([Type("external_instance", name=owner.name)])
                return EXTERNAL
            return ANYTHING
        receiver = owner.bound if owner.kind == "super" and owner.bound is not None else owner
        if name == "class" and receiver.kind == "instance":
            return frozenset([wrapped("callable", frozenset([class_of(receiver)]))])
        slot = self.slot_reopened(owner, name, path)
        if slot is None:
            return frozenset([class_of(owner)]) if name == MADE and owner.kind == "class" else ANYTHING
        found: set[Type] = set()
        for each in self.type_of_slot(slot):
            found.add(function_of(each.path, each.number, receiver) if each.kind == "function" else each)
        return frozenset(found) or frozenset([UNKNOWN])
