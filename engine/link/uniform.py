"""Storey of one space: names of functions and values, resolved as calls whether they have arguments or not.

For languages whose library says `uniform`: a function that takes nothing is read like a value, and a value is called by
the member that the library's protocols name (`call`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .meanings import Meanings, Meant, part_at
from .overloads import EMPTY_SLOTS, NOTHING_CALLED, Called
from .types import (
    ANYTHING,
    EMPTY,
    EXTERNAL,
    FOREIGN,
    HANDED,
    NOTHING,
    Entity,
    Place,
    Type,
    Types,
    builtin,
    class_of,
    function_of,
    instance_of,
)
from .ways import GENERIC, OVERLOAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import Context, Expression

__all__ = ["Uniform"]

TRAILING = "*"
"""The label of an argument that stands behind the parentheses of a call."""
STANDS = 0
"""The number of a name in the head of a pattern: it means what can be taken apart, no function."""
PROPERTY = "property"
"""The trait of functions that take nothing."""


class Uniform(Meanings):
    """From names to the functions and values that are meant."""

    def _called_at(self, place: Place, index: int) -> Called:
        if not self.library(place.path).uniform:
            return super()._called_at(place, index)
        expression = self.file(place.path).expression(index)
        call = expression if expression.op in ("call", "new") else None
        callee = expression if call is None else self._callee_of(place.path, call)
        if callee is None or (call is not None and call.op == "new"):
            return NOTHING_CALLED
        if callee.op == "name":
            return self._chosen_of(place, call, [self.meant_by(place, callee.text, stands=callee.number == STANDS)])
        if callee.op == "member":
            owners = self._sorted(self.evaluate(place, callee.parts[0]) - {NOTHING})
            inner = call.parts[0] if call is not None else index
            return self._chosen_of(place, call, [self._on(place, owner, callee.text, call, inner) for owner in owners])
        if call is None:
            return NOTHING_CALLED
        functions, found = self._applied(place, call, self.evaluate(place, call.parts[0]))
        return Called(others=found, made=functions)

    # --- which of several --------------------------------------------------------------------------------------------

    def _chosen_of(self, place: Place, call: Expression | None, rows: Sequence[Meant]) -> Called:
        """What a name means where it is called with some arguments, or not called."""
        functions: list[Type] = []
        named: set[Entity] = set()
        others, made = EMPTY, list[Type]()
        outside = False
        for row in rows:
            if row.functions:
                picked, further, types = self._picked_of(place, call, row.functions)
                functions += picked
                named |= further
                others |= types
                continue
            outside = outside or row.outside
            named |= row.values or {each for each in row.types if each.kind == "prefix"}
            if call is None or not row.types or row.called:
                others |= row.types
            else:
                applied, types = self._applied(place, call, row.types)
                made += applied
                others |= types
        return Called(
            tuple(dict.fromkeys(functions)), EMPTY_SLOTS, others or EMPTY, outside, frozenset(named), tuple(made)
        )

    def _picked_of(
        self, place: Place, call: Expression | None, functions: Sequence[Type]
    ) -> tuple[Sequence[Type], set[Entity], Types]:
        """Of functions of one name those that are meant, or that give what is called; with what these give."""
        reading = [each for each in functions if PROPERTY in self.definition(each).traits]
        if call is None:
            if reading:
                return reading[:1], set(), EMPTY
            if len(functions) > 1:
                self.note(OVERLOAD)
            return functions, set(), EMPTY
        count = call.number if call.number >= 0 else len(call.parts) - 1
        taking = [each for each in functions if PROPERTY not in self.definition(each).traits]
        if call.text.endswith(":"):
            labels = call.text[:-1].split(":")
            taking = [each for each in taking if self._has_labels(each, labels)] or taking
        taking = [each for each in taking if self._takes_so_many(each, count)] or ([] if reading and count else taking)
        if taking:
            return self.fitted(place, call, taking), set(), EMPTY
        given = EMPTY.union(*(self.result(each, each.bound, ()) for each in reading[:1]))
        if not count and not call.names:
            applied = EMPTY
        _, applied = self._applied(place, call, given)
        return (), {self.slot_of(each) for each in reading[:1]}, applied

    def _has_labels(self, function: Type, labels: Sequence[str]) -> bool:
        """Whether a function takes arguments with these labels."""
        return self._positions(function, labels) is not None

    def _positions(self, function: Type, labels: Sequence[str]) -> list[int] | None:
        """Which parameters arguments with these labels are for, in order; None where the function does not take them.

        Those with a default may be left out, and what stands behind the parentheses needs no label.
        """
        rows, at = self.definition(function).parameters, 0
        found: list[int] = []
        for number, label in enumerate(labels):
            if label == TRAILING:
                at = max(at, len(rows) - (len(labels) - number))
            while at < len(rows) and label not in (TRAILING, rows[at].name):
                is_open = bool(at) and rows[at - 1].kind == "rest"
                if rows[at].default < 0 and rows[at].kind != "rest" and not is_open:
                    return None
                at += 1
            if at >= len(rows):
                gathered = [i for i, row in enumerate(rows) if row.kind == "rest"]
                if label != "_" or not gathered:
                    return None
                at = gathered[0]
            found.append(at)
            at += rows[at].kind != "rest" or label == TRAILING
        is_full = all(row.default >= 0 or row.kind == "rest" for row in rows[at:])
        return found if is_full or labels[-1:] == [TRAILING] else None

    def _position_of(self, function: Type, call: Expression, number: int) -> int:
        """Which parameter an argument is for."""
        if call.text.endswith(":"):
            positions = self._positions(function, call.text[:-1].split(":"))
            if positions is not None and number < len(positions):
                return positions[number]
        return super()._position_of(function, call, number)

    def constructors(self, owner: Type) -> list[Type]:
        """The constructors of a class, those of its extensions and, where it has none itself, of its bases included."""
        names = self.library(owner.path).protocols.get("construct", ())
        if not self.library(owner.path).uniform or not names:
            return super().constructors(owner)
        found: list[Type] = []
        for each in self.order(owner)[0]:
            file, own = self.file(each.path), self.definition(each).own
            rows = file.bound.get((own, names[0]), ())
            found += [function_of(each.path, row.number, instance_of(owner, owner.parts)) for row in rows]
        return found

    def of_implied(self, place: Place, expression: Expression, index: int) -> Types:
        """What a place expects whose members are named there without an owner."""
        del index
        return self.expected(place.path, expression.number) or ANYTHING

    def _takes_so_many(self, function: Type, count: int) -> bool:
        """Whether a function takes so many arguments; several may be given as one tuple, and one of nothing."""
        return self.takes_count(function, count) or (count != 1 and len(self.definition(function).parameters) == 1)

    def _applied(self, place: Place, call: Expression, values: Types) -> tuple[tuple[Type, ...], Types]:
        """What calling values gives, and the functions that are called so without being named."""
        found, functions = EMPTY, list[Type]()
        library = self.library(place.path)
        names = library.protocols.get("call", ())
        for each in values:
            if each.kind == "class":
                makers, _, _ = self._picked_of(place, call, self.constructors(each))
                functions += makers
                found |= self._instance_by(place, call, each, makers)
            elif each.kind in ("instance", "super"):
                group = self._member_group(each, names[0]) if names else None
                if group is not None and group.functions:
                    fitting = self.fitted(place, call, group.functions)
                    functions += fitting
                    found |= self._results_with(place, call, fitting)
                    continue
                views = self.library_views(each)
                found |= EMPTY.union(*(self._applied_to_library(place, call, view) for view in views)) or ANYTHING
            elif each.kind == "function":
                found |= self._results_with(place, call, [each])
            elif each.kind in ("variable", "field"):
                limits = self.bound_of(each) if each.kind == "variable" else EMPTY
                more, types = self._applied(place, call, limits - {each})
                functions += more
                found |= types
            elif each.kind in ("builtin", "builtin_class", "callable", "builtin_method"):
                functions += [each] if each.name == "functional" else []
                found |= self._applied_to_library(place, call, each)
            elif each.kind == "external" and each.name.rpartition(".")[2][:1].isupper():
                found |= {Type("external_instance", name=each.name)}
            elif each != NOTHING:
                found |= EXTERNAL if each.kind != "unknown" else ANYTHING
        return tuple(functions), found or ANYTHING

    def _applied_to_library(self, place: Place, call: Expression, owner: Type) -> Types:
        """What calling a thing of the library gives: a function its result, a collection what is in it."""
        if owner.kind == "callable" or owner.name == "functional":
            return owner.parts[0] if owner.parts else ANYTHING
        if owner.kind == "builtin_class":
            written = self._written_parts(place, call)
            form = self.library(place.path).calls.get(owner.name, "")
            if written and form in ("listed", "dict"):
                return frozenset([builtin("list" if form == "listed" else "map", *written)])
            return self.called(place, call, frozenset([owner])) or EXTERNAL
        if owner.kind == "builtin_method":
            return self.called(place, call, frozenset([owner])) or EXTERNAL
        if owner.kind == "builtin" and owner.name in ("map", "dict") and len(owner.parts) > 1:
            return owner.parts[1]
        if owner.kind == "builtin" and owner.parts:
            return owner.parts[0]
        return EXTERNAL

    def _results_with(self, place: Place, call: Expression, functions: Sequence[Type]) -> Types:
        found = EMPTY
        for each in functions:
            given = self._arguments(place, call) if self.own_variables(each) else []
            found |= self.result(each, each.bound, given)
        return found

    def _instance_by(self, place: Place, call: Expression, owner: Type, makers: Sequence[Type]) -> Types:
        """An instance of a class, its type arguments by those of the constructor."""
        wanted = self.parameters_of(owner)
        if owner.parts or not wanted or not makers:
            return frozenset([instance_of(owner, owner.parts)])
        solved = self.solved_for(makers[0], wanted, self._arguments(place, call))
        if solved:
            self.note(GENERIC)
        return frozenset([instance_of(owner, tuple(solved.get(each, ANYTHING) for each in wanted) if solved else ())])

    def callables(self, place: Place, index: int) -> tuple[Sequence[Type], list[tuple[Type, str]]]:
        """The functions that a call may mean, and the things of the library with the name of the member that it may."""
        call = self.file(place.path).expression(index)
        if not self.library(place.path).uniform or call.op == "new":
            return super().callables(place, index)
        callee = self._callee_of(place.path, call)
        owners: list[tuple[Type, str]] = []
        if callee is not None and callee.op == "member":
            found = self.evaluate(place, callee.parts[0])
            views = (view for each in found if each.kind == "instance" for view in self.library_views(each))
            owners = [(owner, callee.text) for owner in (*found, *views) if owner.kind in _LIBRARY_KINDS]
        if callee is not None and callee.op in ("call", "applied"):
            given = self.evaluate(place, call.parts[0])
            functions = [each for each in given if each.kind == "callable" or each.name == "functional"]
            inner = self._callee_of(place.path, callee)
            if inner is not None and inner.op == "member":
                owners = [
                    (owner, f"{inner.text}()")
                    for owner in self.evaluate(place, inner.parts[0])
                    if owner.kind in _LIBRARY_KINDS
                ]
            return functions, owners
        if callee is not None and callee.op == "name":
            types = self.meant_by(place, callee.text).types
            owners = [(each.bound, callee.text) for each in types if each.kind == "builtin_method" and each.bound]
        called = self.called_at(place, index)
        return (*called.functions, *called.made), owners

    def extracted(  # noqa: C901, PLR0912 - a table of forms
        self, place: Place, expression: Expression, values: Types
    ) -> Types:
        """What a pattern takes out of values at a position: a field, or what `unapply` gives there."""
        head, number = expression.parts[0], int(expression.text)
        found = EMPTY
        for each in self.annotated(place.path, place.scope, head) if head >= 0 else ():
            fields = self.fields_in_order(each) if each.kind == "instance" else []
            if number < len(fields):
                types, owner = self.member(each, fields[number]), class_of(each)
                for value in values:
                    if value.kind == "instance" and value.parts and owner in self.order(value)[0]:
                        types = self.substitute(types, self.arguments_in(value, owner))
                found |= types
        if found:
            return found
        name = self.file(place.path).expression(head).text if head >= 0 else ""
        form = self.library(place.path).patterns.get(name, "")
        if form:
            for value in values:
                found |= _part_of(value, form)
            return found or ANYTHING
        makers = self.evaluate(place, head) if head >= 0 else EMPTY
        for each in makers:
            if each.kind == "function":  # a case with values
                found |= self.argument_of(each, number)
        if found:
            return found
        for name in self.library(place.path).protocols.get("unpack", ()):
            for each in makers:
                group = self._member_group(each, name) if each.kind == "instance" else None
                for function in group.functions[:1] if group is not None else ():
                    given = EMPTY.union(*(self.elements(one) for one in self.result(function, each, ())))
                    is_one = expression.number == 1
                    found |= given if is_one else EMPTY.union(*(part_at(one, number) for one in given))
        return found or ANYTHING

    def fields_in_order(self, found: Type) -> list[str]:
        """The fields by position of a class whose instances can be taken apart."""
        if "row" not in self.definition(found).traits:
            return []
        makers = self.constructors(found)
        return [row.name for row in self.definition(makers[0]).parameters] if makers else []

    def _expected_by_called(self, place: Place, context: Context, call: Expression) -> Types:
        """What a call expects of an argument: something from outside, where what is called is from there."""
        found = super()._expected_by_called(place, context, call)
        if found or not self.library(place.path).uniform or call.op == "new":
            return found
        called = self.called_at(place, context.value)
        return frozenset([HANDED]) if FOREIGN in called.others and not called.functions else found

    def evaluated_name(self, place: Place, index: int) -> Types:
        """What a name gives that is not called: a value, what a function that takes nothing gives, a function."""
        called = self.called_at(place, index)
        found = called.others
        for each in called.functions:
            if PROPERTY in self.definition(each).traits:
                found |= self.result(each, each.bound, ())
            else:
                found |= {each}
        return found or ANYTHING


def _part_of(value: Type, form: str) -> Types:
    """What a pattern of the library takes out of something that has type arguments."""
    if value.kind != "builtin" or not value.parts:
        return ANYTHING
    return value.parts[0] if form == "first" else value.parts[-1]


_LIBRARY_KINDS = frozenset({"builtin", "awaitable"})
