"""Storey of fixtures: functions of which a test framework hands the results to parameters of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .structures import Structures
from .types import EMPTY, Slot, Types, function_of, in_order
from .ways import FIXTURE

if TYPE_CHECKING:
    from ..deepfacts import Definition, Occurrence

__all__ = ["Fixtures"]


class Fixtures(Structures):
    """From parameters to what a test framework hands to them."""

    def requested(self, path: str, name: str, occurrence: Occurrence) -> Slot | None:
        """The fixture that is asked for where a parameter of a test, or of another fixture, is bound."""
        file = self.file(path)
        if occurrence.form != "bind" or file.facts.scopes[occurrence.scope].kind != "function":
            return None
        definition = file.definition_of_scope(occurrence.scope)
        named = any(row.name == name and row.default < 0 for row in definition.parameters)
        is_parameter = named and any(
            (row.line, row.column) == (occurrence.line, occurrence.column)
            for row in file.bound.get((occurrence.scope, name), ())
            if row.kind == "parameter"
        )
        return self.fixture(path, definition, name) if is_parameter else None

    def fixture(self, path: str, definition: Definition, name: str) -> Slot | None:
        """The fixture that a function gets for its parameter of a name: one of its class, of its file, or shared."""
        if not definition.traits & _WITH_FIXTURES:
            return None
        owner = self.class_of_function(path, definition)
        for each in self.order(owner)[0] if owner is not None else ():
            slot = Slot(each.path, self.definition(each).own, name)
            if self._is_fixture(slot, definition):
                return slot
        for place in (path, *self.project.resolver(path).shared(path)):
            if self.file(place).has(0, name):
                for slot in in_order(self.entities_of_slot(Slot(place, 0, name))):
                    if isinstance(slot, Slot) and self._is_fixture(slot, definition):
                        return slot
        return None

    def handed_by_fixture(self, path: str, definition: Definition, name: str) -> Types:
        """What the fixture of a parameter's name gives; empty where there is none."""
        slot = self.fixture(path, definition, name)
        if slot is None:
            return EMPTY
        found = EMPTY
        for number in self._functions(slot):
            row = self.file(slot.path).facts.definitions[number]
            types = self.result(function_of(slot.path, number), None, ())
            found |= EMPTY.union(*(self.elements(t) for t in types)) if row.yields else types
        self.note(FIXTURE)
        return found

    def _is_fixture(self, slot: Slot, asking: Definition) -> bool:
        rows = [self.file(slot.path).facts.definitions[number] for number in self._functions(slot)]
        return any("fixture" in row.traits and row is not asking for row in rows)

    def _functions(self, slot: Slot) -> list[int]:
        rows = self.file(slot.path).bound.get((slot.scope, slot.name), ())
        return [row.number for row in rows if row.kind == "function"]


_WITH_FIXTURES = frozenset({"test", "fixture"})
