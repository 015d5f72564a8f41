"""Sixth storey: calls. What functions give, by declaration or evidently; what the library's functions give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import NONE
from .core import FAR
from .generics import Generics
from .types import (
    ANYTHING,
    EMPTY,
    EXTERNAL,
    NOTHING,
    OWN,
    UNKNOWN,
    Place,
    Slot,
    Type,
    Types,
    builtin,
    class_of,
    instance_of,
    wrapped,
)
from .ways import CONSTRUCTOR, EVIDENT, GENERIC, RETURN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import Definition, Expression

__all__ = ["Calls"]

MAX_STEPS = 4
"""From a value back to what a function was called on."""


class Calls(Generics):
    """From callees to results."""

    def call(self, callee: Type, arguments: Sequence[Types]) -> Types:
        """What a call gives."""
        kind = callee.kind
        if kind == "class":
            results = self.called_members(callee, self.library(callee.path).protocols.get("made", ()), arguments)
            if results is not None:
                return results
            self.note(EVIDENT if "table" in self.definition(callee).traits else CONSTRUCTOR)
            return frozenset([instance_of(callee, callee.parts)])
        if kind == "function":
            return self.result(callee, callee.bound, arguments)
        if kind == "callable" or (kind == "builtin" and callee.name == "functional"):
            return callee.parts[0]
        if kind == "class_variable" and callee.bound is not None:
            return frozenset([callee.bound])
        if kind == "instance":
            found = self.called_members(callee, self.library(callee.path).protocols.get("call", ()), arguments)
            views = () if found else [view for view in self.library_views(callee) if view.kind == "callable"]
            return found or EMPTY.union(*(view.parts[0] for view in views)) or ANYTHING
        if kind == "external":
            if callee.name.rsplit(".", 1)[-1][:1].isupper():
                return frozenset([Type("external_instance", name=callee.name)])
            return EXTERNAL
        return EXTERNAL if kind in ("external_instance", "foreign", "builtin_method") else ANYTHING

    def called_members(self, owner: Type, names: Sequence[str], arguments: Sequence[Types] = ()) -> Types | None:
        """What calling the first of these members that an instance's class has gives; None where it has none."""
        for name in names:
            slot = self.lookup(owner, name)
            if isinstance(slot, Slot):
                functions = [t for t in self.type_of_slot(slot) if t.kind == "function"]
                return EMPTY.union(*(self.result(function, owner, arguments) for function in functions))
        return None

    def result(self, function: Type, bound: Type | None, arguments: Sequence[Types]) -> Types:
        """What a function gives when it is called on `bound`."""
        key = ("result", function, bound, tuple(arguments))
        return self.once(key, lambda: self._result(function, bound, arguments), EMPTY)

    def _result(self, function: Type, bound: Type | None, arguments: Sequence[Types]) -> Types:
        definition = self.definition(function)
        if "expanded" in definition.traits:
            self.note(GENERIC)
            place = Place(function.path, definition.own, NONE, FAR, tuple(arguments))
            return EMPTY.union(*(self.evaluate(place, row.value) for row in definition.results)) or ANYTHING
        if self.typed(function.path) or self.library(function.path).declared:
            return self._result_by_structure(function, definition, bound, arguments)
        if definition.returns >= 0:
            self.note(RETURN)
            types = self._declared_result(function.path, definition, bound, arguments)
        elif definition.yields:
            self.note(EVIDENT)
            types = frozenset([wrapped("generator", self._yielded(function.path, definition))])
        else:
            self.note(EVIDENT)
            types = self._by_wrapper(function.path, definition, bound)
            types = self._returned(function.path, definition, bound) if types is None else types
        if "manager" in definition.traits and all(t.kind in ("generator", "builtin") for t in types):
            return frozenset([wrapped("manager", EMPTY.union(*(self.elements(t) for t in types)))])
        return frozenset([wrapped("awaitable", types)]) if definition.is_async and not definition.yields else types

    def _result_by_structure(
        self, function: Type, definition: Definition, bound: Type | None, arguments: Sequence[Types]
    ) -> Types:
        if definition.returns >= 0:
            self.note(RETURN)
            types = self.annotated(function.path, definition.outer, definition.returns, bound)
        elif definition.yields:
            self.note_evident(function.path)
            types = frozenset([wrapped("generator", self._yielded(function.path, definition))])
        elif definition.results:
            self.note_evident(function.path)
            types = self._returned(function.path, definition, bound)
        else:  # a body that says nothing, or none
            types = ANYTHING if definition.traits & _WITHOUT_BODY else frozenset([NOTHING])
        if any(each.parts or each.bound or each.kind in _VARIABLE for each in types):
            found = self.environment(function._replace(bound=bound))
            apart = self.file(function.path).apart
            variables = self.variables_of(function) if apart else self.own_variables(function)
            own = tuple(each for each in variables if each not in found)
            if own:
                solved = self.solved_for(function._replace(bound=bound), own, arguments)
                found = {**found, **self.completed(own, solved)}
            types = self.substitute(types, found)
        if OWN in types:
            types = (types - {OWN}) | ({bound} if bound is not None else {UNKNOWN})
        return frozenset([wrapped("awaitable", types)]) if definition.is_async else types

    def _declared_result(
        self, path: str, definition: Definition, bound: Type | None, arguments: Sequence[Types]
    ) -> Types:
        own = _instance(bound)
        types = self.annotated(path, definition.outer, definition.returns, own)
        owner = self.class_of_function(path, definition)
        if bound is not None and owner is not None and bound.kind == "instance":
            types = self.substitute(types, self.arguments_in(bound, owner))
        found: set[Type] = set()
        for each in types:
            if each.kind == "variable":
                found |= self._solved(path, definition, each, bound, arguments)
            elif each.kind == "class_variable" and each.bound is not None:
                solved = self._solved(path, definition, each.bound, bound, arguments)
                found |= {class_of(t) if t.kind == "instance" else UNKNOWN for t in solved}
            elif each == OWN:
                found.add(own or UNKNOWN)
            elif each.kind == "callable":
                parts = tuple(frozenset(UNKNOWN if t.kind == "variable" else t for t in part) for part in each.parts)
                found.add(each._replace(parts=parts))
            else:
                found.add(each)
        return frozenset(found)

    def _yielded(self, path: str, definition: Definition) -> Types:
        found: set[Type] = set()
        for row in definition.yields:
            if row.value < 0:
                continue
            value = self.evaluate(Place(path, row.scope, row.block, row.position - 1), row.value)
            found |= EMPTY.union(*(self.elements(t) for t in value)) if row.delegated else value
        return frozenset(found)

    def _returned(self, path: str, definition: Definition, bound: Type | None) -> Types:
        """What `return` statements evidently give; `return self` gives what the function is called on."""
        found: set[Type] = set()
        file = self.file(path)
        takes_itself = definition.receiver in ("instance", "class") and not file.surface
        first = definition.parameters[0].name if definition.parameters and takes_itself else ""
        for row in definition.results:
            expression = file.expression(row.value) if row.value >= 0 else None
            if expression is None:
                found.add(UNKNOWN)
            elif bound is not None and (
                (first and expression.op == "name" and expression.text == first)
                or (expression.op == "self" and expression.text in _BOUND and definition.receiver)
            ):
                found.add(bound)
            elif (bound is not None and expression.op == "new" and self._is_own_class(path, expression.parts[0])) or (
                bound is not None
                and bound.kind == "class"
                and self._constructs(path, self._given_once(path, row.scope, expression), first)
            ):
                found.add(instance_of(bound))
            else:
                place = Place(path, row.scope, row.block, row.position - 1)
                itself = self._itself(place, row.value, first, bound, 0) if first and bound is not None else None
                found |= self.evaluate(place, row.value) if itself is None else itself
        return frozenset(found) or frozenset([NOTHING])

    def _by_wrapper(self, path: str, definition: Definition, bound: Type | None) -> Types | None:
        """What a decorated function gives, where the wrapper gives what it is called on, or a copy of it."""
        if bound is None or bound.kind != "instance":
            return None
        found: set[Type] = set()
        for index in definition.decorators:
            for decorator in self.evaluate(Place(path, definition.scope, 0, FAR), index) if index >= 0 else ():
                made = self.result(decorator, decorator.bound, ()) if decorator.kind == "function" else EMPTY
                for wrapper in (each for each in made if each.kind == "function"):
                    row = self.definition(wrapper)
                    if row.scope != self.definition(decorator).own or row.returns >= 0 or not row.parameters:
                        continue
                    for result in row.results:
                        place = Place(wrapper.path, result.scope, result.block, result.position - 1)
                        itself = self._itself(place, result.value, row.parameters[0].name, bound, 0)
                        if itself is None:
                            return None
                        found |= itself
        return frozenset(found) or None

    def _itself(self, place: Place, index: int, first: str, bound: Type, depth: int) -> Types | None:
        """A value that comes of what the function is called on: that, a copy, another one; None for any other value."""
        if index < 0 or depth > MAX_STEPS or bound.kind != "instance":
            return None
        file = self.file(place.path)
        expression = file.expression(index)
        if expression.op == "name":
            if expression.text == first:
                return frozenset([bound])
            rows = file.bound.get((place.scope, expression.text), ())
            if len(rows) != 1 or rows[0].kind != "assign" or rows[0].annotation >= 0:
                return None
            there = Place(place.path, place.scope, rows[0].block, rows[0].position - 1)
            return self._itself(there, rows[0].value, first, bound, depth + 1)
        if expression.op != "call" or expression.parts[0] < 0:
            return None
        callee = file.expression(expression.parts[0])
        if callee.op == "call":
            return frozenset([bound]) if self._calls_with(place, expression.parts[0], first, "class") else None
        if self._calls_with(place, index, first, "argument") or self._creates(place, callee, first):
            return frozenset([bound])
        return self._own_call(place, callee, first, bound) if callee.op == "member" and callee.parts[0] >= 0 else None

    def _creates(self, place: Place, callee: Expression, first: str) -> bool:
        """Whether what is called makes another instance of the class of what a function is called on."""
        file, protocols = self.file(place.path), self.library(place.path).protocols
        if callee.op != "member" or callee.text not in protocols.get("create", ()) or callee.parts[0] < 0:
            return False
        owner = file.expression(callee.parts[0])
        if owner.op == "call":
            return self._calls_with(place, callee.parts[0], first, "class")
        if owner.op != "member" or owner.text not in protocols.get("class", ()) or owner.parts[0] < 0:
            return False
        itself = file.expression(owner.parts[0])
        return itself.op == "name" and itself.text == first

    def _calls_with(self, place: Place, index: int, first: str, form: str) -> bool:
        """Whether a call is one of a function of the library of some form, with the first parameter as its argument."""
        file, library = self.file(place.path), self.library(place.path)
        callee, *arguments = file.expression(index).parts
        if not arguments or arguments[0] < 0 or callee < 0:
            return False
        argument = file.expression(arguments[0])
        if argument.op != "name" or argument.text != first:
            return False
        return any(
            library.calls.get(each.name) == form
            for each in self.evaluate(place, callee)
            if each.kind in ("builtin_class", "external")
        )

    def _own_call(self, place: Place, callee: Expression, first: str, bound: Type) -> Types | None:
        """What a method of the same object gives, or of its class as its bases see it."""
        file = self.file(place.path)
        owner = file.expression(callee.parts[0])
        if owner.op == "name" and owner.text == first:
            if callee.text in self.library(place.path).protocols.get("class", ()):
                return frozenset([bound])
            functions = self.member(bound, callee.text)
        elif any(each.kind == "super" for each in self.evaluate(place, callee.parts[0])):
            functions = EMPTY.union(*(self.member(each, callee.text) for each in self.evaluate(place, callee.parts[0])))
        else:
            return None
        if not functions or any(each.kind != "function" for each in functions):
            return None
        return EMPTY.union(*(self.result(each, bound, ()) for each in functions))

    def _is_own_class(self, path: str, index: int) -> bool:
        """Whether an expression is the class that the function is called on, whichever that is."""
        callee = self.file(path).expression(index) if index >= 0 else None
        return callee is not None and callee.op == "self" and callee.text == "class"

    def _given_once(self, path: str, scope: int, value: Expression) -> Expression:
        """What a name of a function stands for that is given a value but once; any other value as it is."""
        file = self.file(path)
        rows = file.bound.get((scope, value.text), []) if value.op == "name" else []
        once = len(rows) == 1 and rows[0].kind == "assign" and rows[0].annotation < 0 and rows[0].value >= 0
        return file.expression(rows[0].value) if once else value

    def _constructs(self, path: str, value: Expression, first: str) -> bool:
        """Whether a value is a call of the class that the function is called on."""
        if value.op != "call" or not first or value.parts[0] < 0:
            return False
        callee = self.file(path).expression(value.parts[0])
        return callee.op == "name" and callee.text == first

    def _solved(
        self, path: str, definition: Definition, variable: Type, bound: Type | None, arguments: Sequence[Types]
    ) -> Types:
        """What a type parameter of a function is in a call, by the arguments."""
        is_method = bound is not None and definition.receiver in ("instance", "class")
        for number, parameter in enumerate(definition.parameters):
            if parameter.annotation < 0:
                continue
            types = self.annotated(path, definition.outer, parameter.annotation)
            class_wanted = Type("class_variable", bound=variable) in types
            if is_method and number == 0:
                if variable in types or class_wanted:
                    self.note(RETURN)
                    return frozenset([(_instance(bound) if class_wanted else bound) or UNKNOWN])
                continue
            index = number - is_method
            if index >= len(arguments):
                break
            given = arguments[index]
            if variable in types:
                self.note(GENERIC)
                return given
            if class_wanted:
                self.note(GENERIC)
                return EMPTY.union(*(self.instances(t) for t in given)) or ANYTHING
            if any(
                t.kind == "builtin" and t.name in ("list", "iter", "row") and variable in t.parts[0]
                for t in types
                if t.parts
            ):
                return EMPTY.union(*(self.elements(t) for t in given)) or ANYTHING
            returning = [t for t in types if t.kind == "callable" and variable in t.parts[0]]
            if returning:
                self.note(GENERIC)
                return EMPTY.union(*(self.call(t, ()) for t in given)) or ANYTHING
        return self.bound_of(variable) or ANYTHING

    # --- iterating -----------------------------------------------------------------------------------------------

    def elements(self, found: Type) -> Types:
        """What iterating gives."""
        kind = found.kind
        if kind == "builtin":
            if found.name == "tuple":
                return EMPTY.union(*found.parts) or ANYTHING
            if found.name in ("str", "string"):
                return frozenset([found])
            return found.parts[0] if found.parts else ANYTHING
        if kind == "generator":
            return found.parts[0]
        if kind == "field":
            return EMPTY.union(*(self.elements(each) for each in self.limit_of(found))) or ANYTHING
        if kind == "variable" and (self.library(found.path).declared or self.typed(found.path)):
            return EMPTY.union(*(self.elements(e) for e in self.bound_of(found) - {found})) or ANYTHING
        if kind == "instance":
            return self.once(("elements", found), lambda: self._elements_of_instance(found), ANYTHING)
        if kind == "class" and self.has_trait(found, "enumeration"):
            return frozenset([instance_of(found)])
        return EXTERNAL if kind in ("external_instance", "external", "foreign") else ANYTHING

    def _elements_of_instance(self, found: Type) -> Types:
        protocols = self.library(found.path).protocols
        iterators = self.called_members(found, protocols.get("iterate", ()))
        if iterators is None:
            for name in protocols.get("index", ()):
                if isinstance(self.lookup(found, name), Slot):
                    return self.member(found, name)
            views = [t for t in self.library_views(found) if t.kind == "builtin"]
            if not views and self.library(found.path).nested:  # of an array, whose type is that of its elements
                return frozenset([found])
            return EMPTY.union(*(self.elements(t) for t in views)) if views else ANYTHING
        types = EMPTY
        for iterator in iterators:
            if iterator.kind in ("builtin", "generator"):
                types |= self.elements(iterator)
            elif iterator.kind == "instance":
                types |= self.called_members(iterator, protocols.get("next", ())) or EMPTY
        return types or ANYTHING


def _instance(bound: Type | None) -> Type | None:
    """The instance that is meant by the own type of what a function is called on."""
    if bound is not None and bound.kind == "class":
        return instance_of(bound)
    return bound


_WITHOUT_BODY = frozenset({"overload"})
_VARIABLE = frozenset({"variable", "class_variable", "field"})
_BOUND = frozenset({"instance", "class"})
_ = builtin
