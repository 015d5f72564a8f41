"""Storey of meanings: what a name may mean where functions and values are in one space of names.

For languages whose library says `uniform`. A name is looked for as a function and as a value at once, in each scope and
class from the inside out; behind a dot in the class of the owner, then among what is lent to that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import Expression
from .fitting import NO_MATCH, UNSURE
from .names import OUTSIDE
from .overloads import EMPTY_SLOTS
from .relative import Relative
from .types import (
    ANYTHING,
    EMPTY,
    EXTERNAL,
    FOREIGN,
    HANDED,
    UNKNOWN,
    Entity,
    Place,
    Slot,
    Type,
    Types,
    builtin,
    class_of,
    function_of,
    in_order,
    instance_of,
    known,
)
from .ways import CONTEXT, SELF

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .files import LinkedFile

__all__ = ["NOT_MEANT", "Meanings", "Meant", "part_at"]


class Meant(NamedTuple):
    """What a name may mean, seen from somewhere or on one owner."""

    functions: tuple[Type, ...] = ()
    values: frozenset[Slot] = EMPTY_SLOTS
    types: Types = EMPTY
    """What the values are; without any, what the name gives that no file of the project declares."""
    outside: bool = False
    called: bool = False
    """Whether `types` are what the call gives, not what is called."""

    @property
    def is_function(self) -> bool:
        """Whether nothing but functions is meant."""
        return bool(self.functions) and not self.values and not self.types

    @property
    def is_package(self) -> bool:
        """Whether a package is meant."""
        return any(each.kind == "prefix" for each in self.types)


MAX_FILES = 60
"""Files in which conversions to a class are looked for."""
NOT_MEANT = Meant()
BEYOND = Meant(types=EXTERNAL, outside=True)
"""Something from outside of the project."""


class Meanings(Relative):
    """From names to what they may mean."""

    def meant_by(self, place: Place, name: str, *, stands: bool = False) -> Meant:
        """What a bare name may mean: the nearest of its name; `stands`: that is no function."""
        key = ("bare", place.path, place.scope, name, stands)
        return self.once(key, lambda: self._find_bare(place, name, stands=stands), NOT_MEANT)

    def _find_bare(self, place: Place, name: str, *, stands: bool) -> Meant:
        path, file, scope = place.path, self.file(place.path), place.scope
        missing = False
        if name == self.library(path).root:
            return Meant(types=frozenset([Type("prefix")]))
        while scope >= 0:
            row = file.facts.scopes[scope]
            found = None
            if row.kind == "class":
                found = self._member_seen(place, scope, name)
                missing = missing or found == BEYOND
                found = None if found == BEYOND else found
            elif any(each.kind != "type" for each in file.bound.get((scope, name), ())):
                found = self._of_entities(self.entities_of_slot(Slot(path, scope, name)))
            if found is None:
                taken = self.starred_at(path, scope, name)
                found = self._of_entities(taken) if taken else None
            if found is not None and not (stands and found.is_function):
                return found
            scope = row.parent
        found = self._of_entities(self.in_sight(path, name))
        if found is not None and (found.functions or found.values or not missing or found.is_package):
            return found
        library = self.library(path)
        if name in library.builtins or name in library.calls:
            return Meant(types=frozenset([Type("builtin_class", name=name)]), outside=True)
        return BEYOND if missing or found is not None else Meant(types=ANYTHING)

    def _member_seen(self, place: Place, scope: int, name: str) -> Meant | None:
        """What a name means as a member of the class that a scope is; BEYOND where a base from outside may have it."""
        path, missing = place.path, False
        for own in self.receivers(self.file(path), path, scope):
            found = self._member_group(own, name)
            if found is not None:
                self.note(SELF)
                return found
            missing = missing or self.lookup(own, name) in (OUTSIDE, None)
            found = self._of_views(place, own, name)
            if found is not None:
                return found
        found = self._lent_to_extended(place, scope, name) or self._of_parameter(path, scope, name)
        return found or (BEYOND if missing else None)

    def _of_views(self, place: Place, own: Type, name: str) -> Meant | None:
        """A member that a class has from the library, by what the library says of such types."""
        library = self.library(place.path)
        for view in self._sorted(self.library_views(own)) if library.extended else ():
            key = (self.listed_as(view), name)
            if key in library.methods or key in library.callbacks:
                return Meant(types=frozenset([Type("builtin_method", name=name, bound=view)]), outside=True)
        return None

    def _lent_to_extended(self, place: Place, scope: int, name: str) -> Meant | None:
        """What others lend to what an extension is for, where that is no class of the project."""
        own = Type("class", place.path, self.file(place.path).facts.scopes[scope].definition)
        if not self.library(place.path).extended or not self.is_extension(own):
            return None
        targets = [each for each in self.target(own) if each.kind not in ("instance", "unknown")]
        return next(filter(None, (self._lent_to(place, each, name) for each in targets)), None)

    def _of_parameter(self, path: str, scope: int, name: str) -> Meant | None:
        """A type parameter of the class around, read as a value: what can be asked of the type."""
        rows = self.file(path).bound.get((scope, name), ())
        if not any(row.kind == "type" for row in rows):
            return None
        return Meant((), frozenset([Slot(path, scope, name)]), frozenset([Type("variable", path, scope, name)]))

    def receivers(self, file: LinkedFile, path: str, scope: int) -> Sequence[Type]:
        """The instances whose members are seen in a scope without an owner; in an extension, of what it is for."""
        row = file.facts.scopes[scope]
        own = Type("class", path, row.definition)
        if row.kind != "class" or not self.library(path).extended or not self.is_extension(own):
            return super().receivers(file, path, scope)
        targets = [each for each in self.target(own) if each.kind == "instance"]
        return [*in_order(targets), *(() if targets else (own._replace(kind="instance"),))]

    def _library_views(self, found: Type) -> Types:
        """Also as a collection, where it says only that it is one: of what it gives when it is gone through."""
        views = super()._library_views(found)
        if views or not self.library(found.path).extended:
            return views
        for each in self.order(found)[0]:
            definition = self.definition(each)
            kinds = (self.annotated(each.path, definition.outer, base) for base in definition.bases)
            if any(kind.kind == "builtin" and kind.name == "list" for types in kinds for kind in types):
                return frozenset([builtin("list", self._gone_through(found))])
        return views

    def _gone_through(self, found: Type) -> Types:
        """What is in a collection of the project."""
        protocols = self.library(found.path).protocols
        for name in protocols.get("element", ()):
            slot = self.lookup(found, name)
            types = self.named_by(slot) if isinstance(slot, Slot) else EMPTY
            if isinstance(slot, Slot) and known(types):
                return self.substitute(types, self.arguments_in(found, self.owner_of(slot)))
        iterators = self.called_members(found, protocols.get("iterate", ())) or EMPTY
        given = EMPTY.union(*(self.elements(one) for one in iterators))
        if known(given):
            return given
        return self.called_members(found, protocols.get("item", ())) or ANYTHING

    def owner_of(self, slot: Slot) -> Type:
        """The class whose member a slot is, also where an extension has it."""
        found = super().owner_of(slot)
        if self.library(slot.path).extended and self.is_extension(found):
            targets = [each for each in self.target(found) if each.kind == "instance"]
            return class_of(targets[0]) if targets else found
        return found

    def _of_entities(self, entities: Iterable[Entity]) -> Meant | None:
        """Functions and values that entities are; None where there are none."""
        functions: list[Type] = []
        values: set[Slot] = set()
        types: set[Type] = set()
        outside = False
        for entity in entities:
            if not isinstance(entity, Slot):
                types.add(entity)
                outside = outside or entity.kind == "external"
                continue
            file = self.file(entity.path)
            row = file.facts.scopes[entity.scope]
            if row.kind == "class":
                own = self.owner_of(entity)
                found = self._member_group(own._replace(kind="instance"), entity.name)
                if found is not None:
                    functions += found.functions
                    values |= found.values
                    types |= found.types
                continue
            rows = file.bound.get((entity.scope, entity.name), ())
            own = [function_of(entity.path, each.number) for each in rows if each.kind == "function"]
            functions += own
            if len(own) < len(rows):
                values.add(entity)
                types |= self._value_of(entity)
        if not (functions or values or types):
            return None
        return Meant(tuple(dict.fromkeys(functions)), frozenset(values), frozenset(types), outside)

    def _value_of(self, slot: Slot) -> Types:
        """What a slot holds besides functions."""
        found: set[Type] = set()
        for each in self.type_of_slot(slot):
            if each.kind == "class":
                found.update(self.unaliased(each))
            elif each.kind != "function":
                found.add(each)
        return frozenset(found)

    def _member_group(self, owner: Type, name: str) -> Meant | None:
        """What a class and its bases have under a name; None where they have nothing."""
        key = ("member group", owner, name)
        return self.once(key, lambda: self._find_member_group(owner, name), None)

    def _find_member_group(  # noqa: C901, PLR0912 - a table of kinds of bindings
        self, owner: Type, name: str
    ) -> Meant | None:
        found: list[tuple[str, int]] = []
        values: set[Slot] = set()
        skip = 1 if owner.kind == "super" else 0
        bound = owner.bound if owner.kind == "super" else owner
        for each in self.order(owner)[0][skip:]:
            file, own = self.file(each.path), self.definition(each).own
            rows = file.bound.get((own, name), ())
            for row in rows:
                if row.kind == "function":
                    other = each.path, row.number
                    if not values and not any(self.alike(known, other) for known in found):
                        found.append(other)
                elif row.kind == "import":
                    further = self._of_entities(self.entities_of_slot(Slot(each.path, own, name)))
                    if further is not None and not found:
                        return further
                elif not found:
                    values.add(Slot(each.path, own, name))
            if values:
                break
        functions = tuple(function_of(path, number, bound) for path, number in found)
        if values and bound is not None:
            types = self.member(owner, name)
            return Meant(functions, frozenset(values), types)
        if functions:
            return Meant(functions)
        for each in self.besides(owner):
            further = self._member_group(each, name)
            if further is not None:
                return further
        scope = self._scope_inside(owner)
        if owner.kind == "instance" and scope >= 0 and (scope, name) in self.file(owner.path).bound:
            taken = Slot(owner.path, scope, name)
            return Meant((), frozenset([taken]), self.type_of_slot(taken))
        return None

    def _scope_inside(self, owner: Type) -> int:
        """The scope of what the constructor of a class takes, and its body alone sees."""
        scopes, own = self.file(owner.path).facts.scopes, self.definition(owner).own
        key = ("inside", owner.path, owner.number)
        return self.once(
            key, lambda: next((i for i, row in enumerate(scopes) if row.parent == own and row.kind == "block"), -1), -1
        )

    def besides(self, owner: Type) -> Types:
        """What an instance of a class is besides, as the class demands of whoever descends from it."""
        key = ("besides", class_of(owner))
        return self.once(key, lambda: self._find_besides(owner), EMPTY)

    def _find_besides(self, owner: Type) -> Types:
        found = EMPTY
        for each in self.order(owner)[0]:
            own = self.definition(each).own
            if (own, OWN_NAME) in self.file(each.path).bound:
                found |= self.type_of_slot(Slot(each.path, own, OWN_NAME))
        order = set(self.order(owner)[0])
        return frozenset(each for each in found if each.kind == "instance" and class_of(each) not in order)

    def _lookup(self, owner: Type, name: str, skip: int) -> Slot | Type | None:
        found = super()._lookup(owner, name, skip)
        if isinstance(found, Slot) or name == OWN_NAME or not self.library(owner.path).uniform:
            return found
        for each in self.besides(owner):
            further = self.lookup(each, name)
            if isinstance(further, Slot):
                return further
        return found

    def _on(  # noqa: C901, PLR0912 - a table of kinds, told apart one after the other
        self, place: Place, owner: Type, name: str, call: Expression | None, inner: int
    ) -> Meant:
        """What a name behind a dot may mean on one owner."""
        kind = owner.kind
        if kind in ("instance", "class", "super"):
            found = self._member_group(owner, name)
            if found is not None:
                return found
            lent = self._lent_to(place, owner, name)
            if lent is not None:
                return lent
            if name in self.library(owner.path).universal:
                return Meant(types=self._universal(place, name), outside=True, called=True)
            views = self.library_views(owner)
            if views:
                types = EMPTY.union(*(self._by_library_here(place, view, name, call, inner) for view in views))
                return Meant(types=types, outside=True, called=True)
            missing = self.lookup(owner, name, 1 if kind == "super" else 0)
            return BEYOND if missing == OUTSIDE else Meant(types=ANYTHING)
        if kind in ("variable", "field", "chosen"):
            limits = self.bound_of(owner) if kind == "variable" else owner.parts[0]
            rows = [self._on(place, limit, name, call, inner) for limit in self._sorted(limits - {owner})]
            rows = [row for row in rows if row.functions or row.values] or rows
            return _joined(rows)
        if kind == "prefix":
            return self._of_entities(self.member_of_entity(place.path, owner, name)) or BEYOND
        if owner == UNKNOWN:
            return Meant(types=ANYTHING)
        if owner == HANDED:
            return Meant(types=EXTERNAL, called=True)
        parts = self.library(place.path).protocols.get("parts", ())
        if owner.kind == "builtin" and owner.name == "tuple" and name in parts:
            return Meant(types=part_at(owner, parts.index(name)), outside=True)
        lent = self._lent_to(place, owner, name)
        if lent is not None and not self._is_of_library(place, owner, name, call):
            return lent
        if owner == FOREIGN:
            return BEYOND
        if owner.name in self.library(place.path).final and name not in self.library(place.path).members:
            return Meant(types=EXTERNAL, called=True)  # it may be converted to something that has it
        return Meant(types=self._by_library_here(place, owner, name, call, inner), outside=True, called=True)

    def _by_library_here(self, place: Place, owner: Type, name: str, call: Expression | None, inner: int) -> Types:
        """What a member of the library gives, called or not."""
        if owner.kind == "function":
            return frozenset([owner])
        return self._by_library(place, owner, name, call or Expression("call", "", (inner,), (), 0))

    def _is_of_library(self, place: Place, owner: Type, name: str, call: Expression | None) -> bool:
        """Whether a library type has a member itself that may also be lent to it: an operator of numbers or texts.

        What takes something of the project is not the library's.
        """
        if owner.kind != "builtin" or owner.name not in self.library(place.path).final or name.isidentifier():
            return False
        given = [self.evaluate(place, part) for part in call.parts[1:]] if call is not None else []
        return not any(each.kind in _OURS for types in given for each in types)

    # --- members that are lent ---------------------------------------------------------------------------------------

    def _lent_to(self, place: Place, owner: Type, name: str) -> Meant | None:
        """Functions that extend the type of something, wherever they are imported from."""
        family = self.project.families.get(place.path, "")
        key = ("lent to", owner, name, family)
        return self.once(key, lambda: self._find_lent_to(owner, name, family), None)

    def _find_lent_to(self, owner: Type, name: str, family: str) -> Meant | None:
        functions: list[Type] = []
        values: set[Slot] = set()
        types: set[Type] = set()
        rows: list[tuple[int, str, Type]] = []
        for kind, each, wanted in self._lenders(family, name):
            library = self.library(each.path)
            is_known = name in library.members or name in library.universal
            if kind == "conversion" and (is_known or owner.kind not in _CONVERTED):
                continue
            unsure = UNSURE if is_known or owner.kind in _OURS or kind in _SURE else NO_MATCH
            costs = [self.cost(library, owner, one) for one in wanted]
            costs = [cost for cost in costs if cost not in (NO_MATCH, unsure)]
            if costs:
                rows.append((min(costs), kind, each))
        least = min((cost for cost, _, _ in rows), default=0)
        for cost, kind, each in rows:
            if cost > least:
                continue
            if kind == "function":
                functions.append(each._replace(bound=owner))
                continue
            made = self.result(each, None, ()) if kind == "conversion" else frozenset([instance_of(each)])
            groups = (self._member_group(one, name) for one in made if one.kind == "instance")
            for found in (group for group in groups if group is not None):
                functions += found.functions
                values |= found.values
                types |= found.types
        if not functions and not values:
            return None
        if least or any(kind != "extension" for _, kind, _ in rows):
            self.note(CONTEXT)
        return Meant(tuple(functions), frozenset(values), frozenset(types))

    def _lenders(self, family: str, name: str) -> Sequence[tuple[str, Type, Types]]:
        """What may lend a member of a name: functions of it that extend something, classes that are made of it."""
        return self.once(("lenders", family, name), lambda: self._find_lenders(family, name), ())

    def _find_lenders(self, family: str, name: str) -> Sequence[tuple[str, Type, Types]]:
        paths = self.project.paths_defining(name, family)
        self.project.prepare(paths)
        found: list[tuple[str, Type, Types]] = []
        holders: set[str] = set()
        for path in paths:
            file = self.file(path)
            for number, row in enumerate(file.facts.definitions):
                if row.kind == "class" and row.name and file.has(row.own, name):
                    holders.add(row.name)
                if row.kind == "function" and row.name == name and row.bases:
                    wanted = self.annotated(path, row.outer, row.bases[0])
                    found.append(("function", function_of(path, number), wanted))
                elif row.kind == "class" and "extension" in row.traits and file.has(row.own, name):
                    each = Type("class", path, number)
                    found.append(("extension", each, self.target(each)))
                elif row.kind == "class" and "lent" in row.traits and file.has(row.own, name):
                    each = Type("class", path, number)
                    makers = [maker for maker in self.constructors(each)[:1] if self.definition(maker).parameters]
                    found += [("class", each, self.argument_of(maker, 0)) for maker in makers]
        return (*found, *(row for holder in sorted(holders) for row in self._converting(family, holder)))

    def _converting(self, family: str, holder: str) -> Sequence[tuple[str, Type, Types]]:
        """The functions that make a class of something without being called, in files that name the class."""
        return self.once(("converting", family, holder), lambda: self._find_converting(family, holder), ())

    def _find_converting(self, family: str, holder: str) -> Sequence[tuple[str, Type, Types]]:
        paths = self.project.files_with(holder, family)
        if len(paths) > MAX_FILES:
            return ()
        found: list[tuple[str, Type, Types]] = []
        for path in paths:
            file = self.file(path)
            for number, row in enumerate(file.facts.definitions):
                if row.kind != "function" or "lent" not in row.traits or row.returns < 0:
                    continue
                if file.expression(file.head(row.returns)).text == holder:
                    each = function_of(path, number)
                    found.append(("conversion", each, self.argument_of(each, 0)))
        return tuple(found)


def part_at(found: Type, number: int) -> Types:
    """What a tuple has at a position."""
    if found.kind == "builtin" and found.name == "tuple" and number < len(found.parts):
        return found.parts[number]
    return ANYTHING


def _joined(rows: Sequence[Meant]) -> Meant:
    if not rows:
        return Meant(types=ANYTHING)
    return Meant(
        tuple(dict.fromkeys(each for row in rows for each in row.functions)),
        EMPTY_SLOTS.union(*(row.values for row in rows)),
        EMPTY.union(*(row.types for row in rows)),
        any(row.outside for row in rows),
        all(row.called for row in rows),
    )


OWN_NAME = "this"
_SURE = frozenset({"conversion", "extension"})
"""Ways to lend members to what is surely of a type."""
_CONVERTED = frozenset({"builtin", "instance"})
_OURS = frozenset({"instance", "class", "variable"})
