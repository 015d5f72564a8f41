"""Storey of slots. What the bindings of a name make of it: definitions, parameters, assignments, loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain
from .core import FAR
from .fixtures import Fixtures
from .paths import module_in
from .types import (
    ANYTHING,
    EMPTY,
    HANDED,
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
from .ways import ANNOTATION, ATTRIBUTE, CONTEXT, DECORATOR, INHERITED, SELF

if TYPE_CHECKING:
    from ..deepfacts import Binding, Definition, Parameter

__all__ = ["Slots"]


class Slots(Fixtures):
    """From bindings to types."""

    def type_of_slot(self, slot: Slot) -> Types:
        """What a slot may hold, whenever it is read."""
        meant = self.defined_outside(slot) if self.library(slot.path).nested else slot
        return self.once(("slot", meant), lambda: self._type_of_slot(meant), EMPTY)

    def _type_of_slot(self, slot: Slot) -> Types:  # noqa: C901 - a table of kinds of bindings
        path, file = slot.path, self.file(slot.path)
        bound = file.bound.get((slot.scope, slot.name), [])
        attributes = file.attributes.get((slot.scope, slot.name), [])
        definitions = [
            b for b in bound if b.kind in _DEFINING and (not (file.surface or file.apart) or file.means(b, "value"))
        ]
        if slot.number >= 0:
            return frozenset([function_of(path, slot.number)])
        single = [b for b in definitions if b.kind == "class" and "single" in file.facts.definitions[b.number].traits]
        if single:
            return frozenset(Type("instance", path, b.number) for b in single)
        if definitions and self.nominal(path):
            kinds = (Type(b.kind, path, b.number) for b in definitions if b.kind == "class")
            functions = (function_of(path, b.number) for b in definitions if b.kind == "function")
            return frozenset([*kinds, *functions])
        if definitions:
            last = self._last_definitions(path, list(self.general(file, definitions)))
            return EMPTY.union(*(self.type_of_binding(path, b) for b in last))
        declared = EMPTY
        for binding in bound:
            if binding.kind in _HOLDING and binding.annotation >= 0:
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

    def _last_definitions(self, path: str, definitions: list[Binding]) -> list[Binding]:
        """Of the definitions of a name all classes, and the function that it is in the end; of accessors the reader."""
        file = self.file(path)
        rows = file.facts.definitions
        if self.library(path).nested:
            return definitions
        if not file.surface:
            readers = [b for b in definitions if "accessor" not in rows[b.number].traits] or definitions
            slot = file.bound[definitions[0].scope, definitions[0].name]
            return [readers[-1], *(b for b in slot if b.kind == "import")]
        classes = [b for b in definitions if b.kind == "class"]
        functions = [b for b in definitions if b.kind == "function"]
        readers = [b for b in functions if "accessor" not in rows[b.number].traits] or functions
        return [*classes, *readers[-1:]]

    def type_of_binding(self, path: str, binding: Binding) -> Types:
        """What one binding makes of its name."""
        key = ("binding", path, binding)
        return self.once(key, lambda: self._type_of_binding(path, binding), EMPTY)

    def _type_of_binding(  # noqa: C901 - a table of forms, told apart one after the other
        self, path: str, binding: Binding
    ) -> Types:
        kind = binding.kind
        definitions = self.file(path).facts.definitions
        if kind == "class":
            if definitions[binding.number].traits & _NO_VALUE:
                return EMPTY
            return self._decorated(path, definitions[binding.number], Type("class", path, binding.number))
        if kind == "function" and self.nominal(path):
            return frozenset([function_of(path, binding.number)])
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
            return self.types_of_entities(self.meant(self.imported(path, binding), _meaning(self.file(path).apart)))
        if kind == "module":
            return frozenset([module_in(path, binding.number)])
        if kind == "parameter":
            return self._parameter(path, binding)
        if kind in ("assign", "declare", "embed", "alias"):
            return self._assigned(path, binding)
        if kind in ("loop", "resource", "caught") and binding.value >= 0:
            return self.evaluate(Place(path, binding.scope, binding.block, binding.position), binding.value)
        if kind == "receiver":
            return self.expected_receiver(path, binding.number)
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
        if self.typed(path) and len(declared) == 1 and UNKNOWN not in declared:
            return declared
        value = self.evaluate(place, binding.value)
        classes = {class_of(t) for t in value if t.kind == "instance"}
        if classes and UNKNOWN not in value:
            kept = frozenset(t for t in declared if t.kind == "instance" and class_of(t) in classes)
            if not kept and self.structural(path) and known(declared):
                return declared  # a literal has a type of its own, and is known by the members that are declared
            return kept or value
        return declared if declared - {UNKNOWN} else value

    def argument_of(self, function: Type, number: int) -> Types:
        """What the parameter of a function holds, its type arguments put in."""
        definition = self.definition(function)
        rows = definition.parameters
        if number >= len(rows) and not (rows and rows[-1].kind == "rest"):
            return EMPTY
        at = min(number, len(rows) - 1)
        types = self.held(function.path, function.number, at)
        if rows[at].kind == "rest":
            types = self.items(types, number - at)
        return self.substitute(types, self.environment(function))

    def held(self, path: str, index: int, number: int) -> Types:
        """What the parameter of a function holds in it."""
        key = ("held", path, index, number)
        return self.once(key, lambda: self._held(path, index, number), EMPTY)

    def _held(self, path: str, index: int, number: int) -> Types:
        definition = self.file(path).facts.definitions[index]
        parameter = definition.parameters[number]
        if parameter.annotation >= 0:
            self.note(ANNOTATION)
            return self.annotated(path, definition.outer, parameter.annotation)
        found = EMPTY
        for function in self.expected(path, index):
            found |= self.handed_to(function, number, rest=parameter.kind == "rest")
        if known(found):
            self.note_place(path)
            return found
        owner = self.class_of_function(path, definition)
        inherited = self._inherited(definition, parameter, number, owner)
        return inherited or self._by_default(path, definition, parameter) or ANYTHING

    def handed_to(self, function: Type, number: int, *, rest: bool = False) -> Types:
        """What a function that is expected somewhere is called with at a position."""
        if function.kind == "function":
            rows = self.definition(function).parameters
            if rest and number < len(rows) and rows[number].kind == "rest":
                return self.substitute(self.held(function.path, function.number, number), self.environment(function))
            return self.argument_of(function, number)
        if function == HANDED:
            return frozenset([HANDED])
        if function.kind == "callable":
            return function.parts[number + 1] if number + 1 < len(function.parts) else EMPTY
        if function.kind == "handed":
            number += function.name == ON
            return function.parts[number] if number < len(function.parts) else EMPTY
        if function.kind == "builtin" and function.name == "functional":
            number += 1 + (function.path == ON)
            return function.parts[number] if number < len(function.parts) else EMPTY
        if function.kind == "callable":  # what it gives comes first
            return function.parts[number + 1] if number + 1 < len(function.parts) else EMPTY
        if function.kind == "instance":
            return EMPTY.union(*(self.handed_to(each, number, rest=rest) for each in self.signatures(function)))
        if function.kind == "variable":
            return EMPTY.union(*(self.handed_to(e, number, rest=rest) for e in self.bound_of(function) - {function}))
        return EMPTY

    def expected_receiver(self, path: str, number: int) -> Types:
        """What the place of a function without a name says that it is called on; empty where it is not."""
        found = EMPTY
        for function in self.expected(path, number):
            if function.kind == "handed" and function.name == ON:
                found |= function.parts[0]
            elif function.kind == "builtin" and function.name == "functional" and function.path == ON:
                found |= function.parts[1] if len(function.parts) > 1 else EMPTY
        return found - {UNKNOWN}

    def signatures(self, found: Type, protocol: str = "call") -> list[Type]:
        """The functions that calling an instance calls, bound to it."""
        if self.nominal(found.path) and protocol == "call":
            return self.demanded(found)
        for name in self.library(found.path).protocols.get(protocol, ()):
            slot = self.lookup(found, name)
            if isinstance(slot, Slot):
                return [t._replace(bound=found) for t in self.type_of_slot(slot) if t.kind == "function"]
        return []

    def demanded(self, found: Type) -> list[Type]:
        """The one function that whatever is an instance of a class has to have, where it is but one."""
        key = ("demanded", class_of(found))
        numbers = self.once(key, lambda: self._one_demanded(found), ())
        return [function_of(path, number, found) for path, number in numbers]

    def _one_demanded(self, found: Type) -> tuple[tuple[str, int], ...]:
        library = self.library(found.path)
        seen: set[str] = set()
        demanded: list[tuple[str, int]] = []
        for each in self.order(found)[0]:
            file, own = self.file(each.path), self.definition(each).own
            for name in file.names_in(own):
                if name in seen or name == plain(name) or plain(name) in library.universal:
                    continue
                rows = [row for row in file.bound[own, name] if row.kind == "function"]
                if rows:
                    seen.add(name)
                    open_ones = [r for r in rows if "overload" in file.facts.definitions[r.number].traits]
                    demanded += [(each.path, row.number) for row in open_ones]
        return tuple(demanded) if len(demanded) == 1 else ()

    def items(self, types: Types, number: int) -> Types:
        """What is at a position of lists, rows and the like."""
        found = EMPTY
        for each in types:
            if each.kind == "builtin" and each.name == "tuple":
                found |= each.parts[number] if 0 <= number < len(each.parts) else ANYTHING
            elif each != NOTHING:
                found |= self.elements(each)
        return found

    def environment(self, function: Type) -> dict[Type, Types]:
        """What the type parameters that a function sees are, as far as that is known."""
        found: dict[Type, Types] = {}
        if function.parts:
            found = {
                variable: types
                for variable, types in zip(self.variables_of(function), function.parts, strict=False)
                if types != frozenset([variable])
            }
        bound = function.bound
        if bound is not None and bound.kind == "instance":
            owner = self.class_of_function(function.path, self.definition(function))
            if owner is not None and (bound.parts or class_of(bound) != owner):
                found = {**self.arguments_in(bound, owner), **found}
        return found

    def variables_of(self, function: Type) -> tuple[Type, ...]:
        """The type parameters of a function and around it, the outer ones first in reading order of `nameless`."""
        definition = self.definition(function)
        return (*self.variables_around(function.path, definition.scope), *self.own_variables(function))

    def own_variables(self, function: Type) -> tuple[Type, ...]:
        """The type parameters of a function itself."""
        definition = self.definition(function)
        return self._variables_of(function.path, definition.outer) if definition.outer != definition.scope else ()

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
            if binding.value >= 0 and file.expression(binding.value).op == "handed":
                return self.evaluate(Place(path, binding.scope, binding.block, binding.position), binding.value)
            return ANYTHING
        definition = file.definition_of_scope(binding.scope)
        if self.typed(path):
            return self.held(path, file.facts.scopes[binding.scope].definition, binding.number)
        parameter = definition.parameters[binding.number]
        owner = self.class_of_function(path, definition)
        if binding.number == 0 and owner is not None and definition.receiver in ("instance", "class"):
            return self._receiver(path, definition, parameter, owner)
        if parameter.annotation >= 0:
            self.note(ANNOTATION)
            own = self._own_around(path, definition.scope)
            return _gathered(parameter, self.annotated(path, definition.outer, parameter.annotation, own))
        if parameter.kind:
            return _gathered(parameter, ANYTHING)
        return (
            self._by_default(path, definition, parameter)
            or self._inherited(definition, parameter, binding.number, owner)
            or self.handed_by_fixture(path, definition, parameter.name)
            or ANYTHING
        )

    def _receiver(self, path: str, definition: Definition, parameter: Parameter, owner: Type) -> Types:
        if parameter.annotation >= 0:
            declared = self.annotated(path, definition.outer, parameter.annotation)
            if any(t.kind in ("instance", "class") for t in declared):
                return declared
        self.note(SELF)
        return frozenset([owner if definition.receiver == "class" else Type("instance", owner.path, owner.number)])

    def _own_around(self, path: str, scope: int) -> Type | None:
        """What an instance's own type means in a scope: that of the class around it."""
        facts = self.file(path).facts
        while scope >= 0 and facts.scopes[scope].kind != "class":
            scope = facts.scopes[scope].parent
        return Type("instance", path, facts.scopes[scope].definition) if scope >= 0 else None

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


def _meaning(apart: bool) -> str:  # noqa: FBT001 - one question, one answer
    """What is meant by the name of an import that is evaluated."""
    return "value" if apart else ""


def _gathered(parameter: Parameter, types: Types) -> Types:
    """What a parameter that takes all further arguments holds."""
    if parameter.kind == "rest":
        return frozenset([builtin("row", types)])
    if parameter.kind == "keywords":
        return frozenset([builtin("dict", frozenset([builtin("str")]), types)])
    return types


ON = "receiver"
"""Says of a type of functions that its first parameter is what they are called on."""
_DEFINING = frozenset({"class", "function"})
_HOLDING = frozenset({"assign", "declare", "embed"})
_NO_VALUE = frozenset({"type"})
