"""Storey of overloads: functions of one name that are told apart by what they take.

A call is looked at as a whole. What its name may mean is gathered (of an owner, all functions of the name that its
class and its bases have and that are not overridden; of a bare name, those of the nearest class around that has some),
then those are kept that take so many arguments of such types, then those that take them most exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import plain, spaced
from .fitting import NO_MATCH, UNSURE, Fitting
from .names import OUTSIDE, OWN_NAME
from .types import (
    ANYTHING,
    EMPTY,
    EXTERNAL,
    FOREIGN,
    NOTHING,
    UNKNOWN,
    Entity,
    Place,
    Slot,
    Type,
    Types,
    builtin,
    function_of,
    in_order,
    instance_of,
)
from .ways import SELF

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..deepfacts import Expression

__all__ = ["Called", "Overloads"]


class Called(NamedTuple):
    """What is called somewhere."""

    functions: tuple[Type, ...] = ()
    """Functions of the project, bound to what they are called on."""
    values: frozenset[Slot] = frozenset()
    """Members that are read by calling their name."""
    others: Types = EMPTY
    """What the call gives where neither is meant."""
    outside: bool = False
    """Whether something outside of the project may be meant."""
    named: frozenset[Entity] = frozenset()
    """Classes that are called to make an instance, variables that hold what is called."""
    made: tuple[Type, ...] = ()
    """Functions that are called by calling these, without being named themselves."""


class _Group(NamedTuple):
    """What a name may mean on one owner."""

    functions: tuple[Type, ...]
    values: frozenset[Slot] = frozenset()
    outside: bool = False
    """Whether a base from elsewhere may have others of the name."""


NOTHING_CALLED = Called(others=ANYTHING)


class Overloads(Fitting):
    """From calls to the functions that are meant."""

    # --- what is meant -----------------------------------------------------------------------------------------------

    def called_at(self, place: Place, index: int) -> Called:
        """What a call means, or a function that is named without being called."""
        return self.once(("called", place, index), lambda: self._called_at(place, index), NOTHING_CALLED)

    def _called_at(self, place: Place, index: int) -> Called:
        expression = self.file(place.path).expression(index)
        call = expression if expression.op in ("call", "new") else None
        callee = expression if call is None else self._callee_of(place.path, call)
        if callee is None:
            return NOTHING_CALLED
        values = bool(self.library(place.path).protocols.get("call"))
        if callee.op == "name":
            found = self._seen_from(place, callee.text, call)
            called = self._named_value(place, callee, call) if values and not isinstance(found, _Group) else None
            return called or self._picked(place, call, [found])
        if callee.op != "member":
            if not values or call is None:
                return NOTHING_CALLED
            found = self.evaluate(place, call.parts[0])
            return Called(others=self._results_of_values(place, call, found))
        owners = self._sorted(self.evaluate(place, callee.parts[0]) - {NOTHING})
        groups = [self._of_owner(place, owner, callee.text, call) for owner in owners]
        if values and not any(isinstance(group, _Group) for group in groups):
            called = self._member_value(place, owners, callee.text, call)
            if called is not None:
                return called
        return self._picked(place, call, groups)

    def _named_value(self, place: Place, callee: Expression, call: Expression | None) -> Called | None:
        """What a bare name means that is called and is no function: a class, or a variable with what is called."""
        name = plain(callee.text)
        meaning = "type" if name[:1].isupper() else "value"
        seen, owner = self.found_at(place.path, place.scope, name, meaning=meaning)
        entities = (
            self.entities_of_slot(seen) if isinstance(seen, Slot) else self.unbound(place.path, place.scope, name)
        )
        slots = frozenset(each for each in entities if isinstance(each, Slot))
        if call is None and slots and all(map(self.is_class_slot, slots)):  # what makes instances is named
            return Called(named=slots, others=self.types_of_entities(slots))
        if not slots or call is None:
            return None
        values = self.member(owner, name) if owner is not None else self.types_of_entities(slots)
        return Called(named=slots, others=self._results_of_values(place, call, values))

    def is_class_slot(self, slot: Slot) -> bool:
        """Whether a slot holds classes alone."""
        return all(row.kind == "class" for row in self.file(slot.path).bound.get((slot.scope, slot.name), ()))

    def _member_value(self, place: Place, owners: Sequence[Type], name: str, call: Expression | None) -> Called | None:
        """The same of a name behind a dot."""
        named: set[Entity] = set()
        values = EMPTY
        for owner in owners:
            slots = {each for each in self.targets(owner, plain(name), place.path) or () if isinstance(each, Slot)}
            if slots:
                named |= slots
                values |= (
                    self.member(owner, plain(name))
                    if owner.kind != "prefix"
                    else self.types_of_entities(frozenset(slots))
                )
        if named and call is None and all(isinstance(each, Slot) and self.is_class_slot(each) for each in named):
            return Called(named=frozenset(named), others=values)
        if not named or call is None:
            return None
        return Called(named=frozenset(named), others=self._results_of_values(place, call, values))

    def _results_of_values(self, place: Place, call: Expression, values: Types) -> Types:
        """What calling values gives: instances of classes, results of functions."""
        found = EMPTY
        for each in values:
            if each.kind == "class":
                alias = self.definition(each).returns >= 0
                found |= self.named_type(each.path, each.number) if alias else self._made(place, call, each)
            elif each.kind == "instance":
                for function in self.group(each, f"method {self.library(place.path).protocols['call'][0]}").functions:
                    found |= self.result(function, each, ())
            elif each.kind in ("function", "builtin"):
                found |= self.call(each, ())
            elif each != NOTHING:
                found |= EXTERNAL if each.kind != "unknown" else ANYTHING
        return found or ANYTHING

    def _made(self, place: Place, call: Expression, owner: Type) -> Types:
        del place, call
        return frozenset([instance_of(owner, owner.parts)])

    def callables(self, place: Place, index: int) -> tuple[Sequence[Type], list[tuple[Type, str]]]:
        """The functions that a call may mean, and the things of the library with the name of the member that it may."""
        call = self.file(place.path).expression(index)
        if call.op == "new":
            classes = [each for each in self.evaluate(place, call.parts[0]) if each.kind == "class"]
            made = [self.fitted(place, call, self.constructors(each)) for each in classes]
            return [function for some in made for function in some], []
        callee = self._callee_of(place.path, call)
        owners: list[tuple[Type, str]] = []
        if callee is not None and callee.op == "member":
            found = self.evaluate(place, callee.parts[0])
            views = (view for each in found if each.kind == "instance" for view in self.library_views(each))
            owners = [(owner, plain(callee.text)) for owner in (*found, *views)]
        table = self.library(place.path).callbacks
        library = [row for row in owners if row[0].kind in _LIBRARY_KINDS or (ANY, row[1]) in table]
        if callee is not None and callee.op == "name" and (ANY, plain(callee.text)) in table:
            for owner in self.evaluate(place, call.parts[1]) if len(call.parts) > 1 else ():
                library.append((owner, plain(callee.text)))  # noqa: PERF401 - of types that are found here
        return self.called_at(place, index).functions, library

    def _callee_of(self, path: str, call: Expression) -> Expression | None:
        index = call.parts[0]
        callee = self.file(path).expression(index) if index >= 0 else None
        while callee is not None and callee.op == "applied":
            callee = self.file(path).expression(callee.parts[0])
        return callee

    def _sorted(self, types: Types) -> Sequence[Type]:
        return in_order(types)

    def _of_owner(  # noqa: C901 - a table of kinds, told apart one after the other
        self, place: Place, owner: Type, name: str, call: Expression | None
    ) -> _Group | Types:
        """What a name behind a dot may mean on one owner; the result where that is no function of the project."""
        kind = owner.kind
        if kind in ("instance", "class", "super"):
            nearest = self._own_or_extending(place, owner, name, call)
            if nearest.functions or nearest.values:
                return nearest
            general = self._by_any(place, owner, name, call)
            if general is not None:
                return general
            if plain(name) in self.library(owner.path).universal:
                return self._universal(place, name)
            views = self.library_views(owner)
            if views:
                return EMPTY.union(*(self._by_library(place, view, plain(name), call) for view in views))
            missing = self.lookup(owner, name, 1 if kind == "super" else 0)
            return EXTERNAL if missing in (OUTSIDE, None) else ANYTHING
        if kind in ("variable", "field", "chosen"):
            limits = self.bound_of(owner) if kind == "variable" else owner.parts[0]
            found = [self._of_owner(place, limit, name, call) for limit in self._sorted(limits - {owner})]
            groups = [each for each in found if isinstance(each, _Group)]
            if groups:
                functions = tuple(f for group in groups for f in group.functions)
                return _Group(functions, EMPTY_SLOTS.union(*(group.values for group in groups)))
            return EXTERNAL if found else ANYTHING
        if kind == "prefix":
            return _Group(tuple(self.functions_of(self.member_of_entity(place.path, owner, name))))
        if owner in (UNKNOWN, FOREIGN):
            return EXTERNAL if owner == FOREIGN else ANYTHING
        extending = self._extending(place, owner, name)
        if extending.functions:
            return extending
        general = self._by_any(place, owner, name, call)
        if general is not None:
            return general
        return self._by_library(place, owner, plain(name), call)

    def _own_or_extending(self, place: Place, owner: Type, name: str, call: Expression | None) -> _Group:
        """The members of a name that something has; where none takes as many arguments, what extends it and does."""
        group = self.group(owner, name)
        own = group._replace(functions=tuple(each for each in group.functions if not self.definition(each).bases))
        if own.values or (own.functions and self._takes_any(call, own.functions)):
            return own
        extending = self._extending(place, owner, name)
        return (
            extending
            if extending.functions and (not own.functions or self._takes_any(call, extending.functions))
            else own
        )

    def _extending(self, place: Place, owner: Type, name: str) -> _Group:
        """Functions in sight that extend the type of something: the nearest that surely do, else that may."""
        if not self.library(place.path).protocols.get("call"):
            return NO_GROUP
        unsure = NO_GROUP
        for functions in self._functions_in_sight(place, name):
            found = list(self._that_extend(place, owner, functions))
            is_sure = any(cost == 0 for _, cost in found)
            group = _Group(tuple(each for each, cost in found if not is_sure or cost != UNSURE))
            if any(cost != UNSURE for _, cost in found):
                return group
            unsure = unsure if unsure.functions else group
        return unsure

    def _that_extend(self, place: Place, owner: Type, functions: Sequence[Type]) -> Iterator[tuple[Type, int]]:
        """Those of some functions that extend the type of something, bound to it, and how far that is."""
        library = self.library(place.path)
        for function in functions:
            definition = self.definition(function)
            if definition.bases:
                wanted = self.annotated(function.path, definition.outer, definition.bases[0])
                costs = [cost for each in wanted if (cost := self.cost(library, owner, each)) != NO_MATCH]
                if costs or not wanted:
                    yield function._replace(bound=owner), min(costs, default=UNSURE)

    def _functions_in_sight(self, place: Place, name: str) -> Iterator[list[Type]]:
        """The functions of a name that a file binds, from the inside out, then those that it sees without binding."""
        file, scope = self.file(place.path), place.scope
        while scope >= 0:
            found: list[Type] = []
            for receiver in self.receivers(file, place.path, scope):
                found += [each for each in self.group(receiver, name).functions if self.definition(each).bases]
            if (scope, name) in file.bound and file.facts.scopes[scope].kind != "class":
                found += self.functions_of(self.entities_of_slot(Slot(place.path, scope, name)))
            if found:
                yield found
            scope = file.facts.scopes[scope].parent
        yield self.functions_of(self.starred(place.path, name))

    def operated(self, place: Place, owner: Type, name: str) -> Types | None:
        """What the function of an operator gives; None where nothing in sight has it."""
        group = self.group(owner, name) if owner.kind == "instance" else NO_GROUP
        functions = group.functions or self._extending(place, owner, name).functions
        return EMPTY.union(*(self.result(each, each.bound, ()) for each in functions)) if functions else None

    def extension_of(self, place: Place, owner: Type, name: str) -> frozenset[Entity]:
        """The property in sight that extends the type of something which has none of that name itself."""
        if not self.library(place.path).protocols.get("call") or owner.kind in ("prefix", "class"):
            return frozenset()
        if owner.kind == "instance" and isinstance(self.lookup(owner, name), Slot):
            return frozenset()
        seen = self.entities_of_name(place.path, 0, spaced("extension", name))
        return frozenset(each for each in seen if isinstance(each, Slot))

    def _by_any(self, place: Place, owner: Type, name: str, call: Expression | None) -> Types | None:
        """What a function of the library gives that extends everything."""
        form = self.library(place.path).methods.get((ANY, plain(name)), "")
        if form == "own":
            return frozenset([owner])
        if form[:1].isupper():
            return frozenset([builtin(form)])
        if form != "result" or call is None or len(call.parts) < 2:  # noqa: PLR2004 - callee, function
            return None
        return self.results_of(self.evaluate(place, call.parts[-1]) - {UNKNOWN}) or EXTERNAL

    def _by_library(self, place: Place, owner: Type, name: str, call: Expression | None) -> Types:
        """What a call of a member gives that the library has."""
        library = self.library(place.path)
        if owner.kind == "builtin" and owner.name == "functional":
            if ("functional", name) in library.methods:
                return frozenset([owner])
            return owner.parts[0] or EXTERNAL
        if call is None:
            return EXTERNAL
        if owner.kind in ("external", "builtin_class"):
            owner = Type("external", name=f"{owner.name}.{name}")
        else:
            owner = Type("builtin_method", name=name, bound=owner)
        return self.called(place, call, frozenset([owner])) or EXTERNAL

    def _universal(self, place: Place, name: str) -> Types:
        """What a member gives that everything has."""
        form = self.library(place.path).methods.get(("Object", plain(name)))
        return frozenset([builtin(form)]) if form else EXTERNAL

    def group(self, owner: Type, name: str) -> _Group:
        """All that a name may mean as a member of a class: what is not overridden, the nearest class first."""
        skip = 1 if owner.kind == "super" else 0
        key = ("group", owner.path, owner.number, name, skip)
        functions, values = self.once(key, lambda: self._group(owner, name, skip), ((), EMPTY_SLOTS))
        bound = owner.bound if owner.kind == "super" else owner if owner.kind == "instance" else None
        outside = bool(self.order(owner)[1])
        return _Group(tuple(function_of(path, number, bound) for path, number in functions), values, outside)

    def _group(self, owner: Type, name: str, skip: int) -> tuple[tuple[tuple[str, int], ...], frozenset[Slot]]:
        found: list[tuple[str, int]] = []
        values = EMPTY_SLOTS
        for each in self.order(owner)[0][skip:]:
            file = self.file(each.path)
            own = file.facts.definitions[each.number].own
            for binding in file.bound.get((own, name), ()):
                if binding.kind == "function":
                    other = each.path, binding.number
                    if not any(self.alike(known, other) for known in found):
                        found.append(other)
                elif binding.kind == "alias" and not values and not found:
                    values = frozenset([Slot(each.path, own, file.expression(binding.value).text)])
        return tuple(found), values

    def _seen_from(self, place: Place, name: str, call: Expression | None) -> _Group | Types:
        """What a bare name may mean where it is called: of the nearest scope around that has it."""
        found, missing = self._seen_around(place, name, call)
        if found is not None:
            return found
        group = _Group(self._callable_here(place, self.functions_of(self.starred(place.path, name))))
        if group.functions:
            return group
        if plain(name) in self.library(place.path).universal:
            return self._universal(place, name)
        library = self.library(place.path)
        if plain(name) in library.builtins:
            return EXTERNAL
        form = library.calls.get(plain(name), "")
        if form and call is not None:
            written = self._written_parts(place, call)
            if written and form in ("listed", "dict"):
                return frozenset([builtin("list" if form == "listed" else form, *written)])
            return self.called(place, call, frozenset([Type("builtin_class", name=plain(name))])) or EXTERNAL
        return EXTERNAL if missing else ANYTHING

    def _seen_around(self, place: Place, name: str, call: Expression | None) -> tuple[_Group | Types | None, bool]:
        """What the scopes around a call have under a name, the nearest first; or whether what is outside may be."""
        file, unfit = self.file(place.path), NO_GROUP
        scope, missing = place.scope, False
        while scope >= 0:
            row = file.facts.scopes[scope]
            for instance in self.receivers(file, place.path, scope):
                self.note(SELF)
                group = self.group(instance, name)
                if group.values or (group.functions and self._takes_any(call, group.functions)):
                    return group, False
                unfit = unfit if unfit.functions else group
                methods = self.library(place.path).methods
                views = [v for v in self.library_views(instance) if (self.listed_as(v), plain(name)) in methods]
                if views:
                    results = (self._by_library(place, view, plain(name), call) for view in views)
                    return EMPTY.union(*results), False
                missing = missing or self.lookup(instance, name) in (OUTSIDE, None)
            if row.kind != "class" and (scope, name) in file.bound:
                entities = self.entities_of_slot(Slot(place.path, scope, name))
                group = _Group(self._callable_here(place, self.functions_of(entities)))
                if group.functions and (not unfit.functions or self._takes_any(call, group.functions)):
                    return group, False
                missing = missing or bool(entities)
            scope = row.parent
        return unfit if unfit.functions else None, missing

    def _callable_here(self, place: Place, functions: list[Type]) -> tuple[Type, ...]:
        """Those of several functions that need no owner, and those that extend what something around is called on."""
        if not any(self.definition(each).bases for each in functions):
            return tuple(functions)
        library, found = self.library(place.path), list[Type]()
        own = self._called_on_around(place)
        for each in functions:
            definition = self.definition(each)
            wanted = self.annotated(each.path, definition.outer, definition.bases[0]) if definition.bases else EMPTY
            fits = [one for one in own if any(self.cost(library, one, other) != NO_MATCH for other in wanted)]
            if fits:
                found.append(each._replace(bound=fits[0]))
            elif not wanted:
                found.append(each)
        return tuple(found)

    def _called_on_around(self, place: Place) -> list[Type]:
        """What the functions around a place are called on, the nearest first."""
        file, scope = self.file(place.path), place.scope
        found: list[Type] = []
        while scope >= 0:
            row = file.facts.scopes[scope]
            if row.kind == "class":
                found.append(Type("instance", place.path, row.definition))
            elif (scope, OWN_NAME) in file.bound:
                found += self._sorted(self.type_of_slot(Slot(place.path, scope, OWN_NAME)) or ANYTHING)
            scope = row.parent
        return found

    def _written_parts(self, place: Place, call: Expression) -> list[Types]:
        """The type arguments that are written in a call."""
        callee = self.file(place.path).expression(call.parts[0])
        if callee.op != "applied":
            return []
        return [self.annotated(place.path, place.scope, part) for part in callee.parts[1:]]

    def functions_of(self, entities: Iterable[Entity]) -> list[Type]:
        """The functions that entities are; of a member of a class all of its name there."""
        found: list[Type] = []
        for entity in entities:
            if not isinstance(entity, Slot):
                continue
            file = self.file(entity.path)
            if file.facts.scopes[entity.scope].kind == "class":
                owner = Type("class", entity.path, file.facts.scopes[entity.scope].definition)
                found += self.group(owner, entity.name).functions
            else:
                rows = file.bound.get((entity.scope, entity.name), ())
                found += [function_of(entity.path, row.number) for row in rows if row.kind == "function"]
        return found

    # --- which of several --------------------------------------------------------------------------------------------

    def _picked(self, place: Place, call: Expression | None, groups: Sequence[_Group | Types]) -> Called:
        functions: list[Type] = []
        values, others, outside = EMPTY_SLOTS, EMPTY, False
        for group in groups:
            if isinstance(group, _Group) and group.outside and not self._takes_any(call, group.functions):
                others |= EXTERNAL
                outside = True
            elif isinstance(group, _Group):
                functions += self.fitted(place, call, group.functions)
                values |= group.values
            else:
                others |= group
                outside = outside or FOREIGN in group or bool(group - {UNKNOWN})
        if not groups:
            others = ANYTHING
        return Called(tuple(dict.fromkeys(functions)), values, others, outside)

    def _takes_any(self, call: Expression | None, functions: Sequence[Type]) -> bool:
        """Whether one of some functions takes as many arguments as a call has; of no function nothing is said."""
        count = len(call.parts) - 1 if call is not None and call.number < 0 else call.number if call is not None else 0
        return call is None or not functions or any(self.takes_count(each, count) for each in functions)

    # --- entities ----------------------------------------------------------------------------------------------------

    def slot_of(self, function: Type) -> Slot:
        """The slot of one of several functions."""
        definition = self.definition(function)
        name = self.bound_name(function.path, function.number)
        return Slot(function.path, definition.scope, name, function.number)

    def bound_name(self, path: str, number: int) -> str:
        """The name under which a function is bound, its space included."""
        names = self.once(("bound names", path), lambda: self._bound_names(path), {})
        return names.get(number) or self.file(path).facts.definitions[number].name

    def _bound_names(self, path: str) -> dict[int, str]:
        return {row.number: row.name for row in self.file(path).facts.bindings if row.kind == "function"}

    def constructors(self, owner: Type) -> list[Type]:
        """The constructors of a class."""
        found: list[Type] = []
        for each in self.siblings(owner) if self.library(owner.path).inside else (owner,):
            definition, file = self.definition(each), self.file(each.path)
            rows = file.bound.get((definition.own, spaced("constructor", definition.name)), ())
            found += [function_of(each.path, row.number, instance_of(owner, owner.parts)) for row in rows]
        return found


EMPTY_SLOTS: frozenset[Slot] = frozenset()
NO_GROUP = _Group(())
ANY = "any"
"""The library's name for what everything is."""
_LIBRARY_KINDS = frozenset({"builtin", "awaitable"})
