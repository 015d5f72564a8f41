"""Third storey: annotations. What values may be according to what is written about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import NONE
from .classes import Classes, class_for
from .core import FAR
from .library_calls import library_method
from .types import (
    ANYTHING,
    EMPTY,
    NOTHING,
    OWN,
    UNKNOWN,
    Place,
    Slot,
    Type,
    Types,
    builtin,
    wrapped,
)
from .ways import ANNOTATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import AttributeBinding, Binding, Expression
    from .files import LinkedFile
    from .types import Entity

__all__ = ["Annotations"]

_TEXT = frozenset([builtin("str")])


class Annotations(Classes):
    """From annotations to types."""

    def declared(self, path: str, binding: Binding | AttributeBinding) -> Types:
        """What the annotation of a binding says; one that says nothing by itself leaves it to the value."""
        expression = self.file(path).expression(binding.annotation)
        if expression.op in ("name", "member") and self.library(path).types.get(expression.text) in _LEAVING:
            place = Place(path, binding.scope, binding.block, binding.position - 1)
            return self.evaluate(place, binding.value) if binding.value >= 0 else EMPTY
        self.note(ANNOTATION)
        return self.annotated(path, binding.scope, binding.annotation)

    def annotated(self, path: str, scope: int, index: int, own: Type | None = None) -> Types:
        """What a value with an annotation may be; `own` stands for the instance's own type."""
        if index < 0:
            return ANYTHING
        key = ("annotation", path, scope, index, own)
        return self.once(key, lambda: self._annotated(path, scope, index, own), ANYTHING)

    def _annotated(  # noqa: C901 - a table of forms, told apart one after the other
        self, path: str, scope: int, index: int, own: Type | None
    ) -> Types:
        expression = self.file(path).expression(index)
        if expression.op == "literal":
            return frozenset([NOTHING]) if expression.text == "None" else ANYTHING
        if expression.op == "either":
            return EMPTY.union(*(self.annotated(path, scope, part, own) for part in expression.parts))
        if expression.op == "binary":
            if expression.text != "|":
                return ANYTHING
            return EMPTY.union(*(self.annotated(path, scope, part, own) for part in expression.parts))
        if expression.op in ("name", "member") and self.library(path).reopened:
            values = self.evaluate(Place(path, scope, NONE, FAR), index)
            return EMPTY.union(*(self.instances(each) for each in values)) or ANYTHING
        if expression.op == "name":
            return self._by_name(path, scope, expression.text, own)
        if expression.op == "member" and self.file(path).apart:
            return self._by_path(path, scope, index, own)
        if expression.op == "member":
            found = EMPTY.union(*(self._by_entity(e, own, path) for e in self.dotted(path, scope, index)))
            return found or self._in_library(path, scope, expression) or ANYTHING
        if expression.op == "subscript":
            return self._generic(path, scope, expression, own)
        if expression.op == "function" and self.file(path).apart:
            parts = [self.annotated(path, scope, part, own) if part >= 0 else ANYTHING for part in expression.parts]
            return frozenset([wrapped("callable", *parts)])
        if expression.op == "function":
            parts = (self.annotated(path, scope, part, own) for part in expression.parts)
            return frozenset([wrapped("callable", *parts)])
        if expression.op == "cast" and self.library(path).unordered:
            return self.evaluate(Place(path, scope, NONE, FAR), index)
        return self.structured(path, scope, index, own)

    def _in_library(self, path: str, scope: int, expression: Expression) -> Types:
        """What a type is that a type of the library has: that of its elements, of what runs over them."""
        found = EMPTY
        library = self.library(path)
        for owner in self.annotated(path, scope, expression.parts[0]) if library.nested else ():
            if owner.kind == "builtin" and (owner.name, expression.text) in library.methods:
                found |= library_method(library, owner, expression.text)
        return found

    def _by_name(  # noqa: C901 - a table of kinds, told apart one after the other
        self, path: str, scope: int, name: str, own: Type | None
    ) -> Types:
        inside = self.member_around(path, scope, name, types=True)
        if inside is not None:
            return self._by_slot(inside[1])
        seen, _ = self.found_at(path, scope, name, meaning="type")
        if not isinstance(seen, Slot):
            starred = self.unbound(path, scope, name, "type")
            if starred:
                return EMPTY.union(*(self._by_entity(entity, own, path) for entity in starred))
            if name not in self.library(path).builtins and self.sees_outside(path):
                return frozenset([Type("external_instance", name=name)])
            return self._builtin(path, name) if name in self.library(path).builtins else ANYTHING
        if seen.path != path:  # inherited
            return EMPTY.union(*(self._by_entity(entity, own, path) for entity in self.entities_of_slot(seen)))
        found: set[Type] = set()
        found_in = seen.scope
        for binding in self.general(self.file(path), self.file(path).bound[found_in, name]):
            if binding.kind == "class":
                found |= self.named_type(path, binding.number)
            elif binding.kind == "import":
                for entity in self.imported(path, binding):
                    found |= self._by_entity(entity, own, path)
            elif binding.kind == "assign" and not self.file(path).surface:
                found |= self._by_entity(Slot(path, found_in, name), own, path)
            elif binding.kind == "type":
                found.add(Type("variable", path, found_in, name))
            elif binding.kind in ("alias", "declare"):
                found |= self._elsewhere(Slot(path, found_in, name), own)
        return frozenset(found) or ANYTHING

    def _by_path(self, path: str, scope: int, index: int, own: Type | None) -> Types:
        """What a value is whose type is reached by a path: through modules, or as what belongs to another type."""
        expression = self.file(path).expression(index)
        found = EMPTY.union(*(self._by_entity(entity, own, path) for entity in self.dotted(path, scope, index)))
        if found:
            return found
        owner = self.file(path).expression(expression.parts[0])
        types = EMPTY
        if owner.op == "self":
            types = (
                frozenset([own]) if own is not None else self.evaluate(self._header(path, scope), expression.parts[0])
            )
        elif owner.op == "typed":
            types = self.annotated(path, scope, owner.parts[0], own)
        elif owner.op == "path":
            types = self._by_name(path, scope, owner.text, own)
        elif owner.op == "member":
            types = self._by_path(path, scope, expression.parts[0], own)
        types = frozenset(each for each in types if each.kind not in ("unknown", "module"))
        return self.fields_of(types, expression.text) or ANYTHING

    def _header(self, path: str, scope: int) -> Place:
        return Place(path, scope, self.file(path).facts.scopes[scope].block, FAR)

    def _elsewhere(self, slot: Slot, own: Type | None) -> Types:
        """What a value is whose annotation names something that is only announced here, or called otherwise."""
        entities = self.entities_of_slot(slot) - {slot}
        return EMPTY.union(*(self._by_entity(entity, own, slot.path) for entity in entities)) if entities else EMPTY

    def _builtin(self, path: str, name: str) -> Types:
        form = self.library(path).types.get(name)
        if self.file(path).apart:
            return self._of_library(path, name, (), EMPTY)
        if name in self.library(path).functional:
            return frozenset([self._functional(path, name, [])])
        if form == "awaitable":
            return frozenset([wrapped("awaitable", ANYTHING)])
        if form == "dict":
            return frozenset([builtin("dict", ANYTHING, ANYTHING)])
        if form == "tuple":
            return frozenset([builtin("row", ANYTHING)])
        if form in ("list", "iter"):
            return frozenset([builtin(form, ANYTHING)])
        return ANYTHING if form in ("plain", "any") else frozenset([builtin(name)])

    def _by_entity(  # noqa: C901 - a table of forms, told apart one after the other
        self, entity: Entity, own: Type | None, path: str
    ) -> Types:
        """What a value is whose annotation names an entity."""
        if isinstance(entity, Slot):
            return self._by_slot(entity)
        if entity.kind != "external":
            return EMPTY
        module, _, name = entity.name.rpartition(".")
        library = self.library(path)
        if self.file(path).apart and name in library.types:
            return self._builtin(path, name)
        if module in library.typing:
            form = library.types.get(name)
            if name in library.functional:
                return frozenset([self._functional(path, name, [])])
            if form in ("any", "literal", "plain"):
                return ANYTHING
            if form == "self":
                return frozenset([own or OWN])
            if form in ("list", "iter"):
                return frozenset([builtin(form if library.nominal else "iter", ANYTHING)])
            if form == "dict":
                return frozenset([builtin("dict", ANYTHING, ANYTHING)])
            if form == "callable":
                return frozenset([wrapped("callable", ANYTHING)])
            if form == "text":
                return _TEXT
        return frozenset([Type("external_instance", name=entity.name)])

    def _by_slot(self, slot: Slot) -> Types:  # noqa: C901 - a table of kinds, told apart one after the other
        file, found = self.file(slot.path), set[Type]()
        for binding in self.general(file, file.bound.get((slot.scope, slot.name), ())):
            if binding.kind == "class":
                found |= self.named_type(slot.path, binding.number)
            elif file.surface:  # a value may have the same name
                continue
            elif binding.kind == "assign" and binding.value >= 0:
                value = file.expression(binding.value)
                form = self._form_of_call(slot.path, value)
                if form == "variable":
                    found.add(Type("variable", slot.path, slot.scope, slot.name))
                elif form == "renamed":
                    if len(value.parts) > 2:  # noqa: PLR2004 - callee, name, type
                        found |= self.annotated(slot.path, binding.scope, value.parts[2])
                elif value.op != "literal":
                    found |= self.annotated(slot.path, binding.scope, binding.value)
            elif binding.kind == "alias":
                found |= self.annotated(slot.path, binding.scope, binding.value)
            elif binding.kind == "type":
                found.add(Type("variable", slot.path, slot.scope, slot.name))
        return frozenset(found)

    def named_by(self, slot: Slot) -> Types:
        """What a value is whose type is named by a slot."""
        return self._by_slot(slot)

    def general(self, file: LinkedFile, rows: Sequence[Binding]) -> Sequence[Binding]:
        """Bindings without classes for some type arguments alone, or that are values, where there are others."""
        definitions = file.facts.definitions
        kept = [row for row in rows if row.kind != "class" or not definitions[row.number].traits & _BESIDE]
        return kept or rows

    def _form_of_call(self, path: str, value: Expression) -> str:
        if value.op != "call" or value.parts[0] < 0:
            return ""
        return self.library(path).types.get(self.file(path).expression(value.parts[0]).text, "")

    def head_of(self, path: str, scope: int, index: int) -> list[Type]:
        """The classes and aliases that the name of a type stands for."""
        found: list[Type] = []
        for entity in self.dotted(path, scope, index):
            if isinstance(entity, Slot):
                file = self.file(entity.path)
                rows = self.general(file, file.bound.get((entity.scope, entity.name), ()))
                found += [Type("class", entity.path, row.number) for row in rows if row.kind == "class"]
        return found

    def named_type(self, path: str, number: int, parts: tuple[Types, ...] | None = None) -> Types:
        """What a value is of whose type the name is given, with type arguments."""
        definition = self.file(path).facts.definitions[number]
        if not definition.traits:
            return frozenset([Type("instance", path, number, "", parts or ())])
        if "namespace" in definition.traits:
            return EMPTY
        if definition.returns < 0:
            return frozenset([Type("instance", path, number, "", self._filled(path, number, parts))])
        own = self.parameters_of(Type("class", path, number))
        types = self.annotated(path, definition.outer, definition.returns)
        given = self._filled(path, number, parts)
        return self.substitute(types, dict(zip(own, given, strict=False))) if given else types

    def _filled(self, path: str, number: int, parts: tuple[Types, ...] | None) -> tuple[Types, ...]:
        """Type arguments, with the defaults of those that are not given."""
        variables = self.parameters_of(Type("class", path, number))
        given = list(parts or ())
        if len(given) >= len(variables):
            return tuple(given)
        for variable in variables[len(given) :]:
            default = self.default_of(variable)
            if not default:
                return tuple(given)
            given.append(self.substitute(default, dict(zip(variables, given, strict=False))))
        return tuple(given)

    def default_of(self, variable: Type) -> Types:
        """What a type parameter is where nothing says so; empty where it has no default."""
        for binding in self.file(variable.path).bound.get((variable.number, variable.name), ()):
            if binding.kind == "type" and binding.value >= 0:
                return self.annotated(variable.path, variable.number, binding.value)
        return EMPTY

    def dotted(  # noqa: C901 - a table of forms, told apart one after the other
        self, path: str, scope: int, index: int
    ) -> frozenset[Entity]:
        """What a dotted name stands for."""
        if index < 0:
            return frozenset()
        expression = self.file(path).expression(index)
        if expression.op == "module" and self.file(path).apart:
            return frozenset(t for t in self.evaluate(Place(path, scope, 0, 0), index) if t.kind == "module")
        if expression.op == "module":
            value = self.evaluate(Place(path, scope, 0, 0), index)
            parts = (t.parts[0] if t.kind == "awaitable" else frozenset([t]) for t in value)
            return frozenset(t for part in parts for t in part if t.kind in ("module", "space"))
        if expression.op in ("name", "path") and self.file(path).apart:
            return self.seen(path, scope, expression.text, "type") or self._crate_from_elsewhere(path, expression)
        if expression.op == "subscript":
            return self.dotted(path, scope, expression.parts[0])
        if expression.op == "name":
            inside = self.member_around(path, scope, expression.text, types=True)
            if inside is not None:
                return self.entities_of_slot(inside[1])
            seen, _ = self.found_at(path, scope, expression.text, meaning="type")
            return self.entities_of_slot(seen) if isinstance(seen, Slot) else self.unbound(path, scope, expression.text)
        if expression.op == "subscript" and self.library(path).nested:
            return self.dotted(path, scope, expression.parts[0])
        if expression.op != "member":
            return frozenset()
        found: set[Entity] = set()
        for owner in self.dotted(path, scope, expression.parts[0]):
            found |= self._member_of_entity(owner, expression.text, path)
        return frozenset(found)

    def _member_of_entity(  # noqa: C901 - a table of kinds, told apart one after the other
        self, owner: Entity, name: str, path: str
    ) -> frozenset[Entity]:
        if self.file(path).apart:
            return self.inside(frozenset([owner]), name)
        if self.nominal(path):
            return self.member_of_entity(path, owner, name)
        if isinstance(owner, Slot):
            found: set[Entity] = set()
            for each in (*self.type_of_slot(owner), *self._namespaces(owner)):
                if each.kind == "space":
                    found |= self.member_of_space(path, each.name, name)
                slot = self.lookup(each, name) if each.kind == "class" else None
                if isinstance(slot, Slot):
                    found |= self.entities_of_slot(slot)
            return frozenset(found)
        if owner.kind == "module":
            return self.member_of_module(owner.path, name)
        if owner.kind == "package":
            return self.member_of_package(owner, name, path)
        if owner.kind == "space":
            return self.member_of_space(path, owner.name, name)
        if owner.kind == "folder":
            member = self.project.resolver(path).member(owner, name)
            return frozenset([member]) if member is not None else frozenset()
        return self.below(owner, name) or frozenset([owner._replace(name=f"{owner.name}.{name}")])

    def _crate_from_elsewhere(self, path: str, expression: Expression) -> frozenset[Entity]:
        """What a path begins with that nothing in the project has: types are not written like that."""
        name = expression.text
        if expression.op != "path" or name[:1].isupper() or name in self.library(path).builtins:
            return frozenset()
        return frozenset([Type("external", name=name)])

    def _namespaces(self, slot: Slot) -> list[Type]:
        """What a slot is besides a value: it holds names."""
        file = self.file(slot.path)
        rows = (
            [row for row in file.bound.get((slot.scope, slot.name), ()) if row.kind == "class"] if file.surface else []
        )
        return [Type("class", slot.path, row.number) for row in rows]

    # --- generic types -------------------------------------------------------------------------------------------

    def _generic(  # noqa: C901 - a table of forms, told apart one after the other
        self, path: str, scope: int, expression: Expression, own: Type | None
    ) -> Types:
        head, *arguments = expression.parts
        if self.typed(path):
            heads = self.head_of(path, scope, head)
            if heads:
                given = tuple(self.annotated(path, scope, argument, own) for argument in arguments)
                return EMPTY.union(*(self.named_type(each.path, each.number, given) for each in heads))
        base = self.annotated(path, scope, head, own)
        is_ours = any(found.kind == "instance" for found in base)
        name = self.file(path).expression(head).text if head >= 0 else ""
        if self.file(path).apart and name in self.library(path).builtins and not is_ours:
            return self._of_library(
                path, name, tuple(self.annotated(path, scope, part, own) for part in arguments), base
            )
        form = self.library(path).types.get(name, "")
        if form == "literal":
            return _TEXT
        if form == "callable" and not is_ours and len(arguments) > 1:
            given = self.file(path).expression(arguments[0]) if arguments[0] >= 0 else None
            taken = given.parts if given is not None and given.op == "list" else ()
            return frozenset([wrapped(form, *(self.annotated(path, scope, p, own) for p in (arguments[1], *taken)))])
        if name in self.library(path).functional and not is_ours:
            return frozenset([self._functional(path, name, [self.annotated(path, scope, a, own) for a in arguments])])
        parts = [self.annotated(path, scope, argument, own) for argument in arguments]
        if form and not is_ours:
            found = self._form(path, form, arguments, parts)
            if found is not None:
                return found
        if base and all(found.kind == "builtin" for found in base):
            return frozenset(found._replace(parts=tuple(parts)) for found in base) if self.typed(path) else base
        if is_ours or (base and all(found.kind == "external_instance" for found in base)):
            return frozenset(
                found._replace(parts=tuple(parts)) if found.kind in _TAKING and not found.parts else found
                for found in base
            )
        return base

    def _of_library(self, path: str, name: str, parts: tuple[Types, ...], base: Types) -> Types:
        """A type of the library with type arguments; some are seen through."""
        form = self.library(path).types.get(name, "")
        if form == "same":
            return parts[0] if parts else ANYTHING
        if form == "last":
            return parts[-1] if parts else ANYTHING
        if form == "awaitable":
            return frozenset([wrapped("awaitable", parts[0] if parts else ANYTHING)])
        if form in ("plain", "any"):
            return ANYTHING
        del base
        return frozenset([builtin(form or name, *parts)])

    def _form(  # noqa: C901, PLR0912 - a table of forms, told apart one after the other
        self, path: str, form: str, arguments: list[int], parts: list[Types]
    ) -> Types | None:
        def part(index: int) -> Types:
            return parts[index] if index < len(parts) else ANYTHING

        if form == "optional":
            return part(0) | {NOTHING}
        if form == "union":
            return EMPTY.union(*parts)
        if form in ("same", "alias"):
            return part(0)
        if form == "class":
            return frozenset(class_for(found) for found in part(0))
        if form == "callable":
            return frozenset([wrapped("callable", ANYTHING)])
        if form in ("awaitable", "manager"):
            return frozenset([wrapped(form, part(0))])
        if form == "coroutine":
            return frozenset([wrapped("awaitable", part(2))])
        if form == "dict" and self.library(path).inside:
            return frozenset([builtin("pairs", frozenset([builtin("pair", part(0), part(1))]), part(1))])
        if form == "dict":
            return frozenset([builtin("dict", part(0), part(1))])
        if form == "tuple":
            open_ended = len(arguments) == 2 and self._is_ellipsis(path, arguments[1])  # noqa: PLR2004
            return frozenset([builtin("row", part(0)) if open_ended else builtin("tuple", *parts)])
        if form == "entry":
            return frozenset([builtin("entry", part(0), part(1))])
        if form == "list":
            return frozenset([builtin("list", part(0))])
        if form == "iter":
            return frozenset([builtin("iter", *parts)])
        if form == "pointer":
            return frozenset([builtin("pointer", part(0))])
        if form == "map":
            return frozenset([builtin("map", frozenset([builtin("tuple", part(0), part(1))]), part(1))])
        if form == "record":
            return frozenset([builtin("mapped", part(1), EMPTY)])
        if form == "result":
            return self.results_of(part(0) - {UNKNOWN}) or ANYTHING
        if form == "chosen":
            return self.chosen(part(0), part(1))
        if form == "instance":
            return EMPTY.union(*(self.instances(each) for each in part(0))) or ANYTHING
        if form == "awaited":
            return EMPTY.union(*(t.parts[0] if t.kind == "awaitable" else frozenset([t]) for t in part(0)))
        return None

    def _functional(self, path: str, name: str, parts: list[Types]) -> Type:
        """A type of functions of the library: its result, then its parameters."""

        def part(number: int) -> Types:
            return parts[number] if 0 <= number < len(parts) else ANYTHING

        taken, given = self.library(path).functional[name]
        return builtin("functional", part(given) if given >= 0 else EMPTY, *(part(number) for number in taken))

    def _is_ellipsis(self, path: str, index: int) -> bool:
        return index >= 0 and self.file(path).expression(index).text == "..."

    def bound_of(self, variable: Type) -> Types:
        """What a type parameter is at least."""
        file = self.file(variable.path)
        for binding in file.bound.get((variable.number, variable.name), ()):
            if binding.kind == "type" and binding.annotation < 0 and self.library(variable.path).packages:
                return self._bound_of_whole(variable)
            if binding.kind == "type":
                return self.annotated(variable.path, variable.number, binding.annotation)
            value = file.expression(binding.value) if binding.value >= 0 else None
            if value is not None and value.op == "call" and "bound" in value.names:
                index = value.parts[len(value.parts) - len(value.names) + value.names.index("bound")]
                bound = file.expression(index) if index >= 0 else None
                if bound is not None and bound.op == "literal" and bound.names:
                    return self._by_name(variable.path, variable.number, bound.names[0], None)
                return self.annotated(variable.path, variable.number, index)
        return ANYTHING

    def _bound_of_whole(self, variable: Type) -> Types:
        """What a type parameter is at least that a class has by another name where it is defined."""
        for number, row in enumerate(self.file(variable.path).facts.definitions):
            if row.outer == variable.number and "part" in row.traits:
                part = Type("class", variable.path, number)
                whole = self.whole(part)
                own = dict(zip(self.parameters_of(part), self.parameters_of(whole), strict=False))
                return self.bound_of(own[variable]) if whole != part and variable in own else ANYTHING
        return ANYTHING


_LEAVING = frozenset({"alias"})
_BESIDE = frozenset({"special", "single"})
_TAKING = frozenset({"instance", "external_instance"})
