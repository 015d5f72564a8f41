"""Storey of overloads: functions of one name that are told apart by what they take.

A call is looked at as a whole. What its name may mean is gathered (of an owner, all functions of the name that its
class and its bases have and that are not overridden; of a bare name, those of the nearest class around that has some),
then those are kept that take so many arguments of such types, then those that take them most exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import NONE, plain, spaced
from .literals import Literals
from .names import OUTSIDE
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
    instance_of,
)
from .ways import OVERLOAD, SELF

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..deepfacts import Expression
    from .library import Library

__all__ = ["Called", "Overloads"]

MAX_CHOICES = 12
NO_MATCH = -1


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


class _Group(NamedTuple):
    """What a name may mean on one owner."""

    functions: tuple[Type, ...]
    values: frozenset[Slot] = frozenset()
    outside: bool = False
    """Whether a base from elsewhere may have others of the name."""


NOTHING_CALLED = Called(others=ANYTHING)


class Overloads(Literals):
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
        if callee.op == "name":
            return self._picked(place, call, [self._seen_from(place, callee.text, call)])
        if callee.op != "member":
            return NOTHING_CALLED
        owners = self._sorted(self.evaluate(place, callee.parts[0]) - {NOTHING})
        groups = [self._of_owner(place, owner, callee.text, call) for owner in owners]
        return self._picked(place, call, groups)

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
        library = [row for row in owners if row[0].kind in _LIBRARY_KINDS]
        return self.called_at(place, index).functions, library

    def _callee_of(self, path: str, call: Expression) -> Expression | None:
        index = call.parts[0]
        callee = self.file(path).expression(index) if index >= 0 else None
        while callee is not None and callee.op == "applied":
            callee = self.file(path).expression(callee.parts[0])
        return callee

    def _sorted(self, types: Types) -> Sequence[Type]:
        return sorted(types, key=repr) if len(types) > 1 else tuple(types)

    def _of_owner(self, place: Place, owner: Type, name: str, call: Expression | None) -> _Group | Types:
        """What a name behind a dot may mean on one owner; the result where that is no function of the project."""
        kind = owner.kind
        if kind in ("instance", "class", "super"):
            group = self.group(owner, name)
            if group.functions or group.values:
                return group
            if plain(name) in self.library(owner.path).universal:
                return self._universal(place, name)
            views = self.library_views(owner)
            if views:
                return EMPTY.union(*(self._of_library(place, view, plain(name), call) for view in views))
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
        if kind == "package":
            return _Group(tuple(self.functions_of(self.member_of_entity(place.path, owner, name))))
        if owner in (UNKNOWN, FOREIGN):
            return EXTERNAL if owner == FOREIGN else ANYTHING
        return self._of_library(place, owner, plain(name), call)

    def _of_library(self, place: Place, owner: Type, name: str, call: Expression | None) -> Types:
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
        file = self.file(place.path)
        scope, missing = place.scope, False
        while scope >= 0:
            row = file.facts.scopes[scope]
            if row.kind == "class":
                self.note(SELF)
                instance = Type("instance", place.path, row.definition)
                group = self.group(instance, name)
                if group.functions or group.values:
                    return group
                views = self.library_views(instance)
                if views and plain(name) in self.library(place.path).members:
                    return EMPTY.union(*(self._of_library(place, view, plain(name), call) for view in views))
                missing = missing or self.lookup(instance, name) in (OUTSIDE, None)
            elif (scope, name) in file.bound:
                group = _Group(tuple(self.functions_of(self.entities_of_slot(Slot(place.path, scope, name)))))
                if group.functions:
                    return group
            scope = row.parent
        group = _Group(tuple(self.functions_of(self.starred(place.path, name))))
        if group.functions:
            return group
        if plain(name) in self.library(place.path).universal:
            return self._universal(place, name)
        if missing:
            return EXTERNAL
        return ANYTHING

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
        return call is None or not functions or any(self._takes_count(each, count) for each in functions)

    def fitted(self, place: Place, call: Expression | None, functions: Sequence[Type]) -> Sequence[Type]:
        """Those of several functions that a call means. Where that is undecided, all of these, and it is noted."""
        if len(functions) <= 1:
            return functions
        if call is None:
            self.note(OVERLOAD)
            return functions
        count = call.number if call.number >= 0 else len(call.parts) - 1
        fitting = [each for each in functions if self._takes_count(each, count)] or list(functions)
        if len(fitting) > 1:
            fitting = self._by_types(place, call, fitting, count)
        if len(fitting) > 1:
            self.note(OVERLOAD)
        return fitting[:MAX_CHOICES]

    def _takes_count(self, function: Type, count: int) -> bool:
        rows = self.definition(function).parameters
        rest = bool(rows) and rows[-1].kind == "rest"
        least = sum(not row.kind and row.default < 0 for row in rows)
        return least <= count and (count <= len(rows) or rest)

    def _by_types(self, place: Place, call: Expression, fitting: list[Type], count: int) -> list[Type]:
        """Those that the types of the arguments fit best: without gathering arguments, else with."""
        given = [self.evaluate(place, part) if part >= 0 else ANYTHING for part in call.parts[1:]]
        as_they_are = [each for each in fitting if len(self.definition(each).parameters) == count]
        for choices, gathered in ((as_they_are, False), (fitting, True)):
            judged = ((each, self._costs(place.path, call, each, given, gathered=gathered)) for each in choices)
            rows = [(each, costs) for each, costs in judged if costs is not None]
            if rows:
                return self._nearest(rows)
        return fitting

    def _nearest(self, rows: list[tuple[Type, list[int]]]) -> list[Type]:
        """Those than which no other takes each argument as exactly, and one more so; what is unsure decides nothing."""
        best: list[Type] = []
        for each, costs in rows:
            beaten = False
            for other, others in rows:
                if other is each:
                    continue
                pairs = list(zip(others, costs, strict=False))
                no_worse = all(one in (0, two) or (one < two and UNSURE not in (one, two)) for one, two in pairs)
                nearer = any(one < two for one, two in pairs)
                if no_worse and (nearer or (UNSURE not in costs and self._narrower(other, each))):
                    beaten = True
                    break
            if not beaten:
                best.append(each)
        return best or [each for each, _ in rows]

    def _narrower(self, one: Type, other: Type) -> bool:
        """Whether, of two functions that take the same, the one's parameters are of types within the other's."""
        first, second = self.definition(one).parameters, self.definition(other).parameters
        if len(first) != len(second):
            return len(first) > len(second)
        library, better = self.library(one.path), False
        for number in range(len(first)):
            given = self.argument_of(one, number)
            wanted = self.argument_of(other, number)
            if given == wanted:
                continue
            cost = min((self._cost(library, g, w) for g in given for w in wanted), default=NO_MATCH)
            if cost in (NO_MATCH, UNSURE):
                return False
            better = True
        return better

    def _costs(
        self, path: str, call: Expression, function: Type, given: Sequence[Types], *, gathered: bool = False
    ) -> list[int] | None:
        """How far each argument is from what a function takes; None where it cannot take one of them.

        What takes all further arguments may have them gathered, or be given as what it is.
        """
        costs: list[int] = []
        rows = self.definition(function).parameters
        library = self.library(path)
        for number, types in enumerate(given):
            if not gathered and number < len(rows) and rows[number].kind == "rest":
                held = self.held(function.path, function.number, number)
                wanted = self.substitute(held, self.environment(function))
            else:
                wanted = self.argument_of(function, number)
            expression = self.file(path).expression(call.parts[number + 1]) if call.parts[number + 1] >= 0 else None
            cost = self._cost_of(library, types, wanted, expression)
            if cost == NO_MATCH:
                return None
            costs.append(cost)
        return costs

    def _cost_of(self, library: Library, given: Types, wanted: Types, expression: Expression | None) -> int:
        if not wanted or UNKNOWN in wanted:
            return UNSURE
        if expression is not None and expression.op == "member" and expression.text != plain(expression.text):
            named = [each for each in given if each.kind == "function"] or [None]
            costs = [max(self._cost_of_function(one, each, named=True) for each in wanted) for one in named]
            return min((cost for cost in costs if cost != NO_MATCH), default=NO_MATCH)
        given = given - {NOTHING} or given
        if not given:
            return UNSURE
        costs = [max(self._cost(library, one, each) for each in wanted) for one in given]
        return NO_MATCH if all(cost == NO_MATCH for cost in costs) else max(costs)

    def _cost(self, library: Library, given: Type, wanted: Type) -> int:  # noqa: C901, PLR0912 - a table of pairs of kinds
        """How far something is from what is wanted: 0 where it is that, NO_MATCH where it cannot be, or UNSURE."""
        if wanted.kind == "variable":
            limits = self.bound_of(wanted) - {wanted}
            return max((self._cost(library, given, limit) for limit in limits), default=OBJECT)
        if given in (UNKNOWN, FOREIGN) or wanted.kind in ("unknown", "foreign"):
            return UNSURE
        if wanted.kind == "builtin" and wanted.name in TOP:
            return OBJECT
        if given.kind == "variable":
            limits = self.bound_of(given) - {given}
            return max((self._cost(library, limit, wanted) for limit in limits), default=UNSURE)
        if given == NOTHING:
            return NO_MATCH if wanted.kind == "builtin" and wanted.name[:1].islower() and not wanted.parts else 0
        if given.kind == "function":
            return self._cost_of_function(given, wanted)
        if given.kind == "instance":
            if wanted.kind == "instance":
                order, flags = self.order(given)
                own = Type("class", wanted.path, wanted.number)
                return order.index(own) if own in order else UNSURE if flags & UNKNOWN_BASE else NO_MATCH
            if wanted.kind in ("builtin", "external_instance"):
                return self._cost_by_library(library, given, wanted)
            return UNSURE
        if wanted.kind == "instance":
            return UNSURE if given.kind not in _SURE_KINDS else NO_MATCH
        if "array" in (given.name, wanted.name):
            return self._cost_of_array(library, given, wanted)
        first, second = _library_name(given), _library_name(wanted)
        if first == second:
            return 0
        conversions = library.conversions.get(first, ())
        if second in conversions:
            return 1 + conversions.index(second)
        if not first or not second:
            return UNSURE
        if conversions or (wanted.kind == "builtin" and second[:1].islower() and not wanted.parts):
            return NO_MATCH
        return UNSURE if "external" in given.kind or "external" in wanted.kind else NO_MATCH

    def _cost_of_array(self, library: Library, given: Type, wanted: Type) -> int:
        """By the elements: those with a word of their own have to be the same."""
        if given.name != wanted.name or not given.parts or not wanted.parts:
            return UNSURE if "external_instance" in (given.kind, wanted.kind) else NO_MATCH
        costs: list[int] = []
        for one in given.parts[0]:
            for other in wanted.parts[0]:
                basic = [each.kind == "builtin" and each.name[:1].islower() and not each.parts for each in (one, other)]
                costs.append((0 if one == other else NO_MATCH) if any(basic) else self._cost(library, one, other))
        return NO_MATCH if costs and all(cost == NO_MATCH for cost in costs) else max(costs, default=UNSURE)

    def _cost_by_library(self, library: Library, given: Type, wanted: Type) -> int:
        """How far an instance is from a type of the library: by its bases that come from there."""
        flags = self.order(given)[1]
        name = _library_name(wanted)
        if not flags or name in library.final:
            return NO_MATCH
        bases = self.library_bases(given)
        for base in bases:
            if base == name or name in library.conversions.get(base, ()) or library.types.get(base) == name:
                return BASE
        known = not flags & UNKNOWN_BASE and all(base in library.conversions for base in bases)
        return NO_MATCH if known else UNSURE

    def library_bases(self, found: Type) -> frozenset[str]:
        """The names of the bases from elsewhere that a class has, directly or through others."""
        key = ("library bases", found.path, found.number)
        return self.once(key, lambda: self._library_bases(found), frozenset())

    def _library_bases(self, found: Type) -> frozenset[str]:
        return frozenset(_library_name(value) for value in self._foreign_bases(found)) - {""}

    def _foreign_bases(self, found: Type) -> Types:
        values = EMPTY
        for each in self.order(found)[0]:
            definition = self.definition(each)
            for base in definition.bases:
                values |= self.base_values(each, definition, base)
        return frozenset(value for value in values if value.kind in ("external", "builtin_class"))

    def library_modules(self, found: Type) -> frozenset[str]:
        """The full names of the bases from elsewhere that a class has; of those that need no import, as if imported."""
        names = (value.name for value in self._foreign_bases(found))
        module = self.library(found.path).typing_modules[0]
        return frozenset(name if "." in name else f"{module}.{name}" for name in names)

    def _cost_of_function(self, given: Type | None, wanted: Type, *, named: bool = False) -> int:
        """Of a function that stands as an argument: whether what is wanted is one that takes as much.

        A `named` one of an instance that is named by its class takes that instance besides.
        """
        count = NONE
        if given is not None:
            definition = self.definition(given)
            owner = named and given.bound is None and definition.receiver == "implicit"
            count = len(definition.parameters) + owner
            if definition.parameters and definition.parameters[-1].kind == "rest":
                count = NONE
        if wanted.kind == "builtin" and wanted.name == "functional":
            return 0 if count in (NONE, len(wanted.parts) - 1) else NO_MATCH
        if wanted.kind == "instance":
            demanded = self.demanded(wanted)
            if not demanded:
                return UNSURE if self.order(wanted)[1] else NO_MATCH
            return 0 if count in (NONE, len(self.definition(demanded[0]).parameters)) else NO_MATCH
        return NO_MATCH if wanted.kind == "builtin" else UNSURE

    # --- functions that override each other --------------------------------------------------------------------------

    def alike(self, one: tuple[str, int], other: tuple[str, int]) -> bool:
        """Whether two functions of one name take the same, so that in classes of one family one overrides the other."""
        first, second = (self.file(path).facts.definitions[number] for path, number in (one, other))
        if one[0] == other[0] and first.scope == second.scope:
            return one == other
        if len(first.parameters) != len(second.parameters):
            return False
        pairs = zip(self._forms_of(one), self._forms_of(other), strict=True)
        return all(a == b or (ANY_FORM in (a, b) and not (a[0].islower() or b[0].islower())) for a, b in pairs)

    def _forms_of(self, function: tuple[str, int]) -> tuple[str, ...]:
        return self.once(("forms", *function), lambda: self._find_forms(*function), ())

    def _find_forms(self, path: str, number: int) -> tuple[str, ...]:
        """The types of parameters as they are told apart: without type arguments, a type parameter as anything."""
        definition = self.file(path).facts.definitions[number]
        return tuple(self._form_of(path, definition.outer, row.annotation) for row in definition.parameters)

    def _form_of(self, path: str, scope: int, index: int) -> str:
        if index < 0:
            return ANY_FORM
        expression = self.file(path).expression(index)
        if expression.op == "array":
            return f"{self._form_of(path, scope, expression.parts[0])}[]"
        if expression.op == "subscript":
            return self._form_of(path, scope, expression.parts[0])
        if expression.op == "name":
            seen, _ = self.found_at(path, scope, expression.text, meaning="type")
            if isinstance(seen, Slot) and any(
                row.kind == "type" for row in self.file(seen.path).bound.get((seen.scope, seen.name), ())
            ):
                return ANY_FORM
        return expression.text or ANY_FORM

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
        definition, file = self.definition(owner), self.file(owner.path)
        rows = file.bound.get((definition.own, spaced("constructor", definition.name)), ())
        return [function_of(owner.path, row.number, instance_of(owner, owner.parts)) for row in rows]


EMPTY_SLOTS: frozenset[Slot] = frozenset()
UNSURE = 90
OBJECT = 80
BASE = 20
TOP = frozenset({"Object", "Any"})
"""Types that everything is of."""
ANY_FORM = "?"
UNKNOWN_BASE = 1
_LIBRARY_KINDS = frozenset({"builtin", "awaitable"})
_SURE_KINDS = frozenset({"builtin", "builtin_class", "class", "external_instance", "function"})


def _library_name(found: Type) -> str:
    """How the library calls the type of something."""
    if found.kind in ("external_instance", "external"):
        return found.name.rpartition(".")[2]
    return found.name if found.kind in ("builtin", "builtin_class") else ""
