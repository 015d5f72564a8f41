"""Fourth storey: slots. What the bindings of a name make of it: definitions, parameters, assignments, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .annotations import Annotations
from .core import FAR
from .types import (
    ANYTHING,
    EMPTY,
    NOTHING,
    UNKNOWN,
    Place,
    Slot,
    Type,
    Types,
    builtin,
    class_of,
    function_of,
    known,
)
from .ways import ANNOTATION, ATTRIBUTE, CONTEXT, DECORATOR, FIXTURE, INHERITED, SELF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import Binding, Definition, Parameter

__all__ = ["Slots"]


class Slots(Annotations):
    """From bindings to types."""

    def type_of_slot(self, slot: Slot) -> Types:
        """What a slot may hold, whenever it is read."""
        return self.once(("slot", slot), lambda: self._type_of_slot(slot), EMPTY)

    def _type_of_slot(self, slot: Slot) -> Types:
        path, file = slot.path, self.file(slot.path)
        bound = file.bound.get((slot.scope, slot.name), [])
        attributes = file.attributes.get((slot.scope, slot.name), [])
        definitions = [b for b in bound if b.kind in _DEFINING]
        if definitions:
            traits = file.facts.definitions
            main = [b for b in definitions if "accessor" not in traits[b.number].traits] or definitions
            imports = (self.type_of_binding(path, b) for b in bound if b.kind == "import")
            return EMPTY.union(self.type_of_binding(path, main[-1]), *imports)
        declared = EMPTY
        for binding in bound:
            if binding.kind in ("assign", "declare") and binding.annotation >= 0:
                declared |= self.declared(path, binding)
        for attribute in attributes:
            if attribute.annotation >= 0:
                self.note(ANNOTATION)
                declared |= self.annotated(path, attribute.scope, attribute.annotation)
        if declared - {NOTHING, UNKNOWN}:
            return declared
        found = set(declared)
        for binding in bound:
            found |= self.type_of_binding(path, binding)
        for attribute in attributes:
            if attribute.value >= 0 and attribute.annotation < 0:
                self.note(ATTRIBUTE)
                place = Place(path, attribute.scope, attribute.block, attribute.position - 1)
                found |= self.evaluate(place, attribute.value)
        return frozenset(found)

    def type_of_binding(self, path: str, binding: Binding) -> Types:
        """What one binding makes of its name."""
        key = ("binding", path, binding)
        return self.once(key, lambda: self._type_of_binding(path, binding), EMPTY)

    def _type_of_binding(self, path: str, binding: Binding) -> Types:
        kind = binding.kind
        definitions = self.file(path).facts.definitions
        if kind == "class":
            return self._decorated(path, definitions[binding.number], Type("class", path, binding.number))
        if kind == "function":
            overloads = [
                function_of(path, other.number)
                for other in self.file(path).bound[binding.scope, binding.name]
                if other.kind == "function" and "overload" in definitions[other.number].traits
            ]
            if overloads:
                return frozenset(overloads)
            return self._decorated(path, definitions[binding.number], function_of(path, binding.number))
        if kind == "import":
            return self.types_of_entities(self.imported(path, binding))
        if kind == "parameter":
            return self._parameter(path, binding)
        if kind in ("assign", "declare", "alias"):
            return self._assigned(path, binding)
        if kind in ("loop", "resource", "caught") and binding.value >= 0:
            return self.evaluate(Place(path, binding.scope, binding.block, binding.position), binding.value)
        if kind == "type":
            return frozenset([Type("variable", path, binding.scope, binding.name)])
        return ANYTHING

    def _assigned(self, path: str, binding: Binding) -> Types:
        """The value, narrowed to what is declared; what is declared where the value says nothing."""
        place = Place(path, binding.scope, binding.block, binding.position - 1)
        if binding.annotation < 0:
            return self.evaluate(place, binding.value) if binding.value >= 0 else ANYTHING
        declared = self.declared(path, binding)
        if binding.value < 0:
            return declared
        value = self.evaluate(place, binding.value)
        classes = {class_of(t) for t in value if t.kind == "instance"}
        if classes and UNKNOWN not in value:
            return frozenset(t for t in declared if t.kind == "instance" and class_of(t) in classes) or value
        return declared if declared - {UNKNOWN} else value

    def _decorated(self, path: str, definition: Definition, plain: Type) -> Types:
        """What decorators make of a definition; one that says nothing of its result leaves it as it is."""
        current = frozenset([plain])
        place = Place(path, definition.scope, 0, FAR)
        for index in reversed(definition.decorators):
            if index < 0:
                continue
            results: set[Type] = set()
            for decorator in self.evaluate(place, index):
                if decorator.kind in ("function", "callable", "instance"):
                    results |= self.call(decorator, [current])
            understood = {t for t in results if t.kind in ("instance", "class") or self._is_declared(t)}
            if understood and not any(t.kind == "variable" for t in results):
                self.note(DECORATOR)
                current = frozenset(understood)
        return current

    def _is_declared(self, found: Type) -> bool:
        return found.kind == "function" and self.definition(found).returns >= 0

    # --- parameters ----------------------------------------------------------------------------------------------

    def _parameter(self, path: str, binding: Binding) -> Types:
        file = self.file(path)
        if file.facts.scopes[binding.scope].kind != "function":
            return ANYTHING
        definition = file.definition_of_scope(binding.scope)
        parameter = definition.parameters[binding.number]
        owner = self.class_of_function(path, definition)
        if binding.number == 0 and owner is not None and definition.receiver not in ("", "static"):
            return self._receiver(path, definition, parameter, owner)
        if parameter.annotation >= 0:
            self.note(ANNOTATION)
            return _gathered(parameter, self.annotated(path, definition.outer, parameter.annotation))
        if parameter.kind:
            return _gathered(parameter, ANYTHING)
        return (
            self._by_default(path, definition, parameter)
            or self._inherited(definition, parameter, binding.number, owner)
            or self._fixture(path, definition, parameter)
            or ANYTHING
        )

    def _receiver(self, path: str, definition: Definition, parameter: Parameter, owner: Type) -> Types:
        if parameter.annotation >= 0:
            declared = self.annotated(path, definition.outer, parameter.annotation)
            if any(t.kind in ("instance", "class") for t in declared):
                return declared
        self.note(SELF)
        return frozenset([owner if definition.receiver == "class" else Type("instance", owner.path, owner.number)])

    def _by_default(self, path: str, definition: Definition, parameter: Parameter) -> Types:
        if parameter.default < 0:
            return EMPTY
        types = self.evaluate(Place(path, definition.scope, 0, FAR), parameter.default)
        if not known(types):
            return EMPTY
        self.note(CONTEXT)
        return types | ANYTHING

    def _inherited(self, definition: Definition, parameter: Parameter, number: int, owner: Type | None) -> Types:
        """The type that a base declares for the same parameter of the method that is overridden."""
        for each in self.order(owner)[0][1:] if owner is not None else ():
            file = self.file(each.path)
            own = file.facts.definitions[each.number].own
            for binding in file.bound.get((own, definition.name), ()):
                if binding.kind != "function":
                    continue
                base = file.facts.definitions[binding.number]
                same = base.parameters[number : number + 1]
                if same and same[0].name == parameter.name and same[0].annotation >= 0:
                    self.note(INHERITED)
                    return self.annotated(each.path, base.outer, same[0].annotation)
        return EMPTY

    def _fixture(self, path: str, definition: Definition, parameter: Parameter) -> Types:
        """What the fixture of a parameter's name gives."""
        if not definition.traits & _WITH_FIXTURES:
            return EMPTY
        places: Sequence[str] = [path, *self.project.resolver(path).shared(path)]
        for place in places:
            facts = self.file(place).facts
            for binding in self.file(place).bound.get((0, parameter.name), ()):
                if binding.kind != "function":
                    continue
                fixture = facts.definitions[binding.number]
                if "fixture" not in fixture.traits or fixture is definition:
                    continue
                found = self.result(function_of(place, binding.number), None, ())
                self.note(FIXTURE)
                if fixture.yields:
                    return EMPTY.union(*(self.elements(t) for t in found))
                return found
        return EMPTY


def _gathered(parameter: Parameter, types: Types) -> Types:
    """What a parameter that takes all further arguments holds."""
    if parameter.kind == "rest":
        return frozenset([builtin("row", types)])
    if parameter.kind == "keywords":
        return frozenset([builtin("dict", frozenset([builtin("str")]), types)])
    return types


_DEFINING = frozenset({"class", "function"})
_WITH_FIXTURES = frozenset({"test", "fixture"})
