"""Storey of literals: values that are written in full, calls of what may have several signatures, modules as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain
from .calls import Calls
from .files import WHOLE
from .library_calls import flattened, library_call, library_made, library_member
from .markup import intrinsic_elements
from .paths import module_in
from .structures import basic
from .types import (
    ANYTHING,
    EMPTY,
    EXTERNAL,
    FOREIGN,
    NOTHING,
    UNKNOWN,
    Place,
    Slot,
    Type,
    Types,
    builtin,
    instance_of,
    known,
    wrapped,
)
from .ways import CONSTRUCTOR, CONTEXT, SELF

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..deepfacts import Expression
    from .library import Library

__all__ = ["Literals"]


class Literals(Calls):
    """From literals to types."""

    def of_object(self, place: Place, expression: Expression, index: int) -> Types:
        """An instance of a class without a name."""
        del index
        return frozenset([self.nameless(place.path, expression.number)])

    def of_defined(self, place: Place, expression: Expression, index: int) -> Types:
        """A class or function without a name."""
        del index
        return self.defined(place.path, expression.number)

    def defined(self, path: str, number: int) -> Types:
        """The class or function of a number."""
        kind = self.file(path).facts.definitions[number].kind
        return frozenset([self.nameless(path, number, kind)])

    def of_self(self, place: Place, expression: Expression, index: int) -> Types:
        """What a function is called on."""
        del index
        self.note(SELF)
        path, number = place.path, expression.number
        if self.file(path).apart or self.is_extension(Type("class", path, number)):
            own = Type("class", path, number)
            values = self.target(own) if self.is_extension(own) else frozenset([own._replace(kind="instance")])
            return values if expression.text == "instance" else frozenset(map(self.class_meant, values))
        if expression.text == "class":
            return frozenset([Type("class", path, number)])
        if expression.text == "instance":
            definition = self.file(path).facts.definitions[number]
            if "nameless" in definition.traits:
                found = self.nameless(path, number)
                return frozenset([found]) | self.expected(path, number)
            return frozenset([Type("instance", path, number)])
        definition = self.file(path).facts.definitions[number]
        rows = self.file(path).bound.get((definition.scope, definition.name), ()) if definition.name else ()
        made = [row.number for row in rows if row.kind == "class"]
        return frozenset(Type("instance", path, each) for each in made) or ANYTHING

    def of_super(self, place: Place, expression: Expression, index: int) -> Types:
        """What a method is called on, as its bases see it."""
        del index
        self.note(SELF)
        return frozenset(
            Type("super", each.path, each.number, bound=each)
            for each in self.evaluate(place, expression.parts[0])
            if each.kind in ("instance", "class")
        )

    def of_taken(self, place: Place, expression: Expression, index: int) -> Types:
        """What the parameter of a function holds."""
        del index
        if expression.text == "props":
            found = EMPTY
            for callee in self.evaluate(place, expression.parts[0]):
                for signature in self.signatures_of(callee):
                    found |= self.argument_of(signature, 0)
            return found or ANYTHING
        return self.held(place.path, expression.number, int(expression.text))

    def of_intrinsic(self, place: Place, expression: Expression, index: int) -> Types:
        """What the elements of markup are members of that no component stands for, or what such an element takes."""
        del index
        self.note(CONTEXT)  # by its name alone
        return intrinsic_elements(self, place.path, expression.text)

    def of_basic(self, place: Place, expression: Expression, index: int) -> Types:
        """A value that is there once alone."""
        del place, index
        return basic(expression.text)

    def of_module(self, place: Place, expression: Expression, index: int) -> Types:
        """A module as a value."""
        del index
        if not expression.text:
            return frozenset([module_in(place.path, expression.number)])
        if self.file(place.path).apart:
            entities = self.walked(place.path, 0, expression.text, "")
            return frozenset(each for each in entities if isinstance(each, Type))
        module = self.project.resolver(place.path).module(place.path, expression.text)
        if module is None:
            return EXTERNAL
        if module.kind == "space":
            return frozenset([module])
        if expression.names:
            return frozenset([wrapped("awaitable", frozenset([module]))])
        return self.types_of_entities(self.member_of_module(module.path, WHOLE)) or ANYTHING

    def of_applied(self, place: Place, expression: Expression, index: int) -> Types:
        """A function or class with type arguments."""
        del index
        callee, *arguments = expression.parts
        parts = tuple(self.annotated(place.path, place.scope, argument) for argument in arguments)
        found: set[Type] = set()
        for each in self.evaluate(place, callee):
            if each.kind in ("class", "builtin_class", "external", "builtin_method"):
                found.add(each._replace(parts=parts))
            elif each.kind == "function":
                count = len(self.own_variables(each))
                around = self.variables_of(each)
                known = each.parts[: len(around) - count] or tuple(
                    frozenset([v]) for v in around[: len(around) - count]
                )
                found.add(each._replace(parts=(*known, *parts)))
            elif each.kind in ("builtin", "instance") and self.library(place.path).declared:
                found |= self.items(frozenset([each]), 0)
            else:
                found.add(each)
        return frozenset(found)

    # --- calls -------------------------------------------------------------------------------------------------------

    def called(self, place: Place, call: Expression, callees: Types) -> Types:
        """What a call gives whose callee may have several signatures."""
        found: set[Type] = set()
        functions: list[Type] = []
        arguments: list[Types] | None = None
        forms = self.library(place.path).calls
        for each in callees:
            if each == UNKNOWN:
                found |= ANYTHING
            elif each.kind in _MADE and self.file(place.path).apart:
                arguments = arguments or self._arguments(place, call)
                found |= self._called_apart(each, arguments)
            elif each.kind in ("function", "instance", "variable"):
                functions += self.signatures_of(each)
            elif each.kind == "builtin_method" and each.bound is not None:
                found |= self._method_of_library(place, each, call)
            elif each.kind == "builtin_class" or (each.kind == "external" and _form_of(forms, each.name) is not None):
                form = _form_of(forms, each.name) or ""
                arguments = arguments or self._arguments(place, call)
                row = self._row_of(place, call) if form == "joined" else EMPTY
                found |= library_call(self, form, each, [row] if row else arguments)
            elif each.kind == "handed":
                found |= ANYTHING
            elif each.kind not in ("class", "nothing", "super"):
                found |= self.call(each, ())
        for function in self.fitting(sorted(functions, key=_order), place.path, call):
            apart = self.file(function.path).apart
            needed = bool(self.variables_of(function) if apart else self.own_variables(function))
            arguments = arguments or (self._arguments(place, call) if needed else [])
            found |= self.result(function, function.bound, arguments if needed else [])
        return frozenset(found)

    def _called_apart(self, callee: Type, arguments: list[Types]) -> Types:
        """What a call gives of a class, a function of the library or what a bound says can be called."""
        if callee.kind == "class":
            return self.made(callee, arguments)
        if callee.kind == "builtin_method" and callee.bound is not None:
            owner = callee.bound
            template = self.template_of(owner, callee.name)
            owner = self.as_listed(owner) if owner.kind == "builtin_class" else owner
            return self.filled(template, owner, arguments, callee.parts) if template is not None else EXTERNAL
        if callee.kind == "builtin_class":
            template = self.library(self.asking).results.get(("", callee.name))
            made = self.as_listed(callee)
            return self.filled(template, made, arguments) if template is not None else frozenset([made])
        if callee.kind == "callable":
            return callee.parts[0]
        found = EMPTY
        for bound in self.bound_of(callee):
            if bound.kind == "callable":
                found |= bound.parts[0]
        return found or ANYTHING

    def _arguments(self, place: Place, call: Expression) -> list[Types]:
        return [self.evaluate(place, part) if part >= 0 else EMPTY for part in call.parts[1:]]

    def _row_of(self, place: Place, call: Expression) -> Types:
        """A list that is written as the first argument of a call, each part for itself; empty where it is none."""
        file = self.file(place.path)
        written = file.expression(call.parts[1]) if len(call.parts) > 1 and call.parts[1] >= 0 else None
        if written is None or written.op != "list":
            return EMPTY
        if any(part >= 0 and file.expression(part).op == "element" for part in written.parts):
            return EMPTY
        return frozenset([builtin("tuple", *(self.evaluate(place, part) for part in written.parts))])

    def of_new(  # noqa: C901 - a table of forms, told apart one after the other
        self, place: Place, expression: Expression, index: int
    ) -> Types:
        """An instance of a class, or of whatever makes some."""
        del index
        found: set[Type] = set()
        for each in self.evaluate(place, expression.parts[0]):
            if each.kind == "class" and self.file(place.path).apart:
                found |= self.made(each, ())
            elif each.kind == "class":
                self.note(CONSTRUCTOR)
                found.add(instance_of(each, each.parts or self._parts_by_constructor(place, expression, each)))
            elif each.kind == "instance":
                signatures = self.fitting(self.signatures_of(each, constructs=True), place.path, expression)
                for signature in signatures:
                    found |= self.result(signature, signature.bound, self._arguments(place, expression))
            elif each.kind == "function" and "constructs" in self.definition(each).traits:
                found |= self.result(each, each.bound, self._arguments(place, expression))
            elif each.kind == "builtin_class":
                found |= self._made_by_library(place, each, expression)
            elif each.kind == "external" and self.nominal(place.path):
                found |= self.annotated(place.path, place.scope, expression.parts[0])
            elif each.kind == "external":
                found.add(Type("external_instance", name=each.name))
            elif each == FOREIGN:
                found |= EXTERNAL
            elif each == UNKNOWN:
                found |= ANYTHING
        return frozenset(found)

    def _parts_by_constructor(self, place: Place, call: Expression, owner: Type) -> tuple[Types, ...]:
        """The type arguments of a class by what its constructor is given."""
        wanted = self.parameters_of(owner)
        if not wanted:
            return ()
        signatures = self.fitting(self.signatures_of(owner, constructs=True), place.path, call)
        arguments = self._arguments(place, call) if signatures else []
        solved: dict[Type, Types] = {}
        for signature in signatures:
            for variable, types in self.solved_for(signature, wanted, arguments).items():
                solved[variable] = solved.get(variable, EMPTY) | types
        solved = self.completed(wanted, solved)
        return tuple(solved.get(variable, frozenset([variable])) for variable in wanted) if solved else ()

    def _made_by_library(self, place: Place, found: Type, call: Expression) -> Types:
        form = self.library(place.path).types.get(found.name, "")
        if form in ("list", "iter", "map"):
            return library_made(self, form, found.parts, [] if found.parts else self._arguments(place, call))
        if form == "awaitable":
            return frozenset([wrapped("awaitable", found.parts[0] if found.parts else ANYTHING)])
        return frozenset([Type("builtin", name=found.name)])

    # --- the library -------------------------------------------------------------------------------------------------

    def of_library(self, library: Library, owner: Type, name: str) -> Types | None:
        """What a member is that the library gives to something; None where it gives none."""
        if owner.kind == "builtin_class":
            return frozenset([Type("external", name=f"{owner.name}.{name}")])
        if owner.kind == "class" and name in library.protocols.get("prototype", ()):
            return self.instances(owner)
        key = (self.listed_as(owner), name)
        if key in library.methods or key in library.callbacks:
            return frozenset([Type("builtin_method", name=name, bound=owner)])
        return None

    def listed_as(self, owner: Type) -> str:
        """Under what name the library lists the methods of something."""
        if owner.kind != "builtin":
            return owner.kind
        return "list" if owner.name in ("row", "tuple") else owner.name

    def _method_of_library(  # noqa: C901, PLR0912 - a table of forms
        self, place: Place, method: Type, call: Expression
    ) -> Types:
        owner = method.bound
        assert owner is not None
        form = self.library(place.path).methods.get((self.listed_as(owner), method.name), "")
        parts = owner.parts
        element = EMPTY.union(*parts) if owner.name == "tuple" else parts[0] if parts else ANYTHING
        if form == "own":
            return frozenset([owner])
        if form == "element":
            return element
        if form == "flat":
            return frozenset([builtin("list", flattened(self, element))])
        if form == "values":
            return frozenset([builtin("iter", parts[-1] if parts else ANYTHING)])
        if form == "value":
            return parts[-1] if parts else ANYTHING
        if form == "keys":
            return library_member(owner, form) if owner.name == "map" else frozenset([builtin("iter", element)])
        if form == "items":
            return frozenset([builtin("iter", frozenset([builtin("tuple", *parts)]))]) if parts else ANYTHING
        if form == "entries":
            return frozenset([builtin("list", frozenset([builtin("entry", *parts)]))]) if parts else ANYTHING
        if form == "numbered":
            row = builtin("tuple", frozenset([builtin("number")]), element)
            return frozenset([builtin("iter", frozenset([row]))])
        if form in ("results", "settled", "folded", "called"):
            return self._by_function(place, form, owner, call)
        if form == "listed":
            return frozenset([builtin("list", element)])
        if form == "merged":
            given = self._arguments(place, call)
            further = EMPTY.union(*(self.elements(each) for each in given[0])) if given else EMPTY
            return frozenset([owner]) if known(element) else frozenset([builtin("list", further or ANYTHING)])
        if form == "halves":
            return frozenset([builtin("tuple", frozenset([owner]), frozenset([owner]))])
        if form == "starting":
            given = self._arguments(place, call)
            return frozenset([builtin("functional", (given[0] if given else EMPTY) or ANYTHING)])
        if form == "strings":
            return frozenset([builtin("list", frozenset([builtin("string")]))])
        if form in ("string", "number", "boolean") or form in self.library(place.path).builtins:
            return frozenset([builtin(form)])
        return EXTERNAL if self.nominal(place.path) else ANYTHING

    def _by_function(self, place: Place, form: str, owner: Type, call: Expression) -> Types:
        """What a method gives that calls the function that it is given."""
        if form == "called":
            return self.result(owner, owner.bound, ())
        arguments = self._arguments(place, call)
        results = self.results_of(arguments[0] - {UNKNOWN}) if arguments else EMPTY
        if form == "settled":
            flat = (t.parts[0] if t.kind == "awaitable" else frozenset([t]) for t in results)
            return frozenset([wrapped("awaitable", EMPTY.union(*flat) or ANYTHING)])
        if form == "folded":
            return (arguments[1] if len(arguments) > 1 else EMPTY) or (owner.parts[0] if owner.parts else ANYTHING)
        if call.parts and self._is_flat(place, call):
            results = EMPTY.union(*(self.elements(t) if t.kind == "builtin" else frozenset([t]) for t in results))
        return frozenset([builtin("list", results or ANYTHING)])

    def _is_flat(self, place: Place, call: Expression) -> bool:
        callee = self.file(place.path).expression(call.parts[0]) if call.parts[0] >= 0 else None
        return callee is not None and plain(callee.text).startswith("flat")

    def values(self, found: Type) -> Types:
        """What the members of something are."""
        if found.kind == "builtin" and found.parts:
            return found.parts[0]
        if found.kind != "instance":
            return ANYTHING
        return self.once(("values", found), lambda: self._values(found), EMPTY) or ANYTHING

    def _values(self, found: Type) -> Types:
        types = EMPTY
        for name in self.members_of(found):
            types |= self.member(found, name)
        return types

    def at_index(self, owner: Type, name: str) -> Types:
        """What is at an index of something; `name` is that of a member that is reached so, if it has one."""
        if owner == NOTHING:
            return EMPTY
        if owner.kind in ("instance", "class"):
            if name and isinstance(self.lookup(owner, name), Slot):
                return self.member(owner, name)
            if owner.kind == "class" and self.has_trait(owner, "enumeration"):
                return frozenset([builtin("string")])
            for index in self.library(owner.path).protocols.get("index", ()):
                if isinstance(self.lookup(owner, index), Slot):
                    return self.member(owner, index)
            views = [t for t in self.library_views(owner) if t.kind == "builtin"] if owner.kind == "instance" else []
            return EMPTY.union(*(self.elements(t) for t in views)) or ANYTHING
        if owner.kind == "builtin" and owner.name in ("dict", "map"):
            return ANYTHING
        if owner.kind in ("builtin", "variable", "field"):
            return self.elements(owner)
        return EXTERNAL if owner.kind in ("external", "external_instance", "foreign") else ANYTHING


_MADE = frozenset({"class", "builtin_class", "builtin_method", "callable", "variable"})


def _form_of(forms: Mapping[str, str], name: str) -> str | None:
    """What a table says of a function of a module, which may be the default of that module."""
    return forms.get(name, forms.get(name.replace(".default.", ".", 1)))


def _order(function: Type) -> tuple[str, int]:
    return function.path, function.number
