"""Storey of fitting: which of several functions a call means, by the number and the types of its arguments.

Functions that take arguments as they are come before those that gather them; one that takes each argument as exactly as
another, and one more so, comes before that. Where a type is not known that would decide, all that fit are meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import NONE, plain
from .classes import UNKNOWN_BASE
from .literals import Literals
from .types import ANYTHING, EMPTY, FOREIGN, NOTHING, UNKNOWN, Place, Slot, Type, Types
from .ways import OVERLOAD, UNRESOLVED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import Expression
    from .library import Library

__all__ = ["NO_MATCH", "UNSURE", "Fitting"]

MAX_CHOICES = 12
NO_MATCH = -1
"""A cost: cannot be given."""
UNSURE, OBJECT, BASE = 90, 80, 20
"""Costs: not known; whatever it is; through a base that comes from elsewhere."""
TOP = frozenset({"Object", "Any"})
"""Types that everything is of."""
ANY_FORM = "?"
_SURE_KINDS = frozenset({"builtin", "builtin_class", "class", "external_instance", "function"})


class Fitting(Literals):
    """From arguments to functions."""

    def fitted(self, place: Place, call: Expression | None, functions: Sequence[Type]) -> Sequence[Type]:
        """Those of several functions that a call means. Where that is undecided, all of these, and it is noted."""
        if len(functions) <= 1:
            return functions
        if call is None:
            self.note(OVERLOAD)
            return functions
        count = call.number if call.number >= 0 else len(call.parts) - 1
        fitting = [each for each in functions if self.takes_count(each, count)] or list(functions)
        if len(fitting) > 1:
            fitting = self._by_types(place, call, fitting, count)
        if len(fitting) > 1 and not self._are_one(fitting):
            self.note(OVERLOAD)
        return fitting[:MAX_CHOICES]

    def _are_one(self, functions: Sequence[Type]) -> bool:
        """Whether functions of several files take the same: one is announced here, and there for each platform."""
        first, *rest = ((each.path, each.number) for each in functions)
        return all(self.alike(first, other) for other in rest)

    def takes_count(self, function: Type, count: int) -> bool:
        """Whether a function takes so many arguments."""
        rows = self.definition(function).parameters
        rest = bool(rows) and rows[-1].kind == "rest"
        least = sum(not row.kind and row.default < 0 for row in rows)
        return least <= count and (count <= len(rows) or rest)

    def _by_types(self, place: Place, call: Expression, fitting: list[Type], count: int) -> list[Type]:
        """Those that the types of the arguments fit best: without gathering arguments, else with."""
        positional = call.parts[1 : len(call.parts) - len(call.names)]
        given = [self.evaluate(place, part) if part >= 0 else ANYTHING for part in positional]
        as_they_are = [each for each in fitting if len(self.definition(each).parameters) == count]
        for choices, gathered in ((as_they_are, False), (fitting, True)):
            judged = ((each, self._costs(place.path, call, each, given, gathered=gathered)) for each in choices)
            rows = [(each, costs) for each, costs in judged if costs is not None]
            if rows:
                return self._nearest(rows)
        if all(self.class_of_function(each.path, self.definition(each)) is None for each in fitting):
            self.note(UNRESOLVED)  # a library may have one that fits
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
            cost = min((self.cost(library, g, w) for g in given for w in wanted), default=NO_MATCH)
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
        costs = [max(self.cost(library, one, each) for each in wanted) for one in given]
        return NO_MATCH if all(cost == NO_MATCH for cost in costs) else max(costs)

    def cost(self, library: Library, given: Type, wanted: Type) -> int:  # noqa: C901, PLR0912 - a table of pairs of kinds
        """How far something is from what is wanted: 0 where it is that, NO_MATCH where it cannot be, or UNSURE."""
        if wanted.kind == "variable":
            limits = self.bound_of(wanted) - {wanted}
            return max((self.cost(library, given, limit) for limit in limits), default=OBJECT)
        if given in (UNKNOWN, FOREIGN) or wanted.kind in ("unknown", "foreign"):
            return UNSURE
        if wanted.kind == "builtin" and wanted.name in TOP:
            return OBJECT
        if given.kind == "variable":
            limits = self.bound_of(given) - {given}
            return max((self.cost(library, limit, wanted) for limit in limits), default=UNSURE)
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
        if first == second == "functional":
            return 0 if len(given.parts) == len(wanted.parts) or not (given.parts and wanted.parts) else NO_MATCH
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
                costs.append((0 if one == other else NO_MATCH) if any(basic) else self.cost(library, one, other))
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
            if definition.parameters and definition.parameters[-1].kind in ("rest", "implied"):
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


def _library_name(found: Type) -> str:
    """How the library calls the type of something."""
    if found.kind in ("external_instance", "external"):
        return found.name.rpartition(".")[2]
    return found.name if found.kind in ("builtin", "builtin_class") else ""
