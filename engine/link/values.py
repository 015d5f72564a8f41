"""Last storey: values. What an expression may be, by its form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .library_calls import HELD, library_call, library_member, library_method
from .loops import ranged
from .offers import offered
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
from .uniform import Uniform
from .ways import CONSTRUCTOR, CONTEXT, EVIDENT, SELF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..deepfacts import Definition, Expression
    from .library import Library

__all__ = ["Values"]


class Values(Uniform):
    """From expressions to types."""

    def evaluate(self, place: Place, index: int) -> Types:
        """What an expression may be."""
        if index < 0:
            return ANYTHING
        self.step()
        expression = self.file(place.path).expression(index)
        if expression.op in _NAMED and self.library(place.path).uniform:
            return self.evaluated_name(place, index)
        if expression.op == "name":
            return self.type_of_name(place, expression.text)
        if expression.op == "literal":
            return _literal(expression.text)
        handler = _HANDLERS.get(expression.op)
        if handler is None:
            return ANYTHING
        return self.once(("value", place, index), lambda: handler(self, place, expression, index), ANYTHING)

    def each(self, place: Place, parts: Sequence[int]) -> Types:
        """What any of several expressions may be."""
        return EMPTY.union(*(self.evaluate(place, part) for part in parts)) if parts else ANYTHING

    def owners_at(self, place: Place, index: int) -> Types:
        """What an expression may be before a member: a name that functions alone have means the type of that name."""
        found = self.evaluate(place, index)
        if not self.library(place.path).nested or not found or any(each.kind not in _CALLED for each in found):
            return found
        expression = self.file(place.path).expression(index)
        if expression.op != "name":
            return found
        return self.types_of_entities(self.outward(place.path, place.scope, expression.text, type_=True)) or found

    def of_member(self, place: Place, expression: Expression, index: int) -> Types:
        """What stands behind a dot."""
        text = self._dotted_text(place.path, index)
        if text:
            narrowed = self.narrowed(place, text)
            if narrowed is not None and not self.structural(place.path):
                return narrowed
        else:
            narrowed = None
        found: set[Type] = set()
        library = self.library(place.path)
        if self.file(place.path).apart:
            owners = self.evaluate(place, expression.parts[0])
            return EMPTY.union(*(self.member_apart(owner, expression.text) for owner in owners)) if owners else ANYTHING
        for owner in self.owners_at(place, expression.parts[0]):
            if owner.kind == "prefix":
                found |= self.types_of_entities(self.member_of_entity(place.path, owner, expression.text))
            elif (
                owner.kind == "builtin_class"
                and not library.structural
                and f"{owner.name}.{expression.text}" in library.calls
            ):
                found.add(builtin(library.calls[f"{owner.name}.{expression.text}"]))
            elif owner not in (UNKNOWN, NOTHING) and (extension := self.extension_of(place, owner, expression.text)):
                found |= self.types_of_entities(extension)
            else:
                found |= self._behind(place.path, library, owner, expression.text)
        if narrowed is not None:
            return self.kept(narrowed, found)
        return frozenset(self.excluded(place, text, found, -1) if text and len(found) > 1 else found)

    def _behind(self, path: str, library: Library, owner: Type, name: str) -> Types:
        """What a member of one thing that stands before the dot may be."""
        if owner == UNKNOWN:
            return ANYTHING
        if owner == NOTHING:
            return EMPTY
        if library.reopened:
            return self.member_reopened(owner, name, path)
        if library.declared and owner.kind == "external_instance" and not owner.parts:
            return frozenset([Type("external", name=f"{owner.name}.{name}")])
        held = library.methods.get((owner.name.rpartition(".")[2], name), "") if owner.kind in _HOLDING else ""
        if held.startswith(HELD):
            return library_member(owner, held[len(HELD) :])
        lent = self.lending(owner, name, path) if library.inside else ()
        if lent and not self._is_own(owner, name):
            return frozenset(lent)
        of_library = self.of_library(library, owner, name) if library.structural else None
        return self.member(owner, name) if of_library is None else of_library

    def _dotted_text(self, path: str, index: int) -> str:
        if index < 0:
            return ""
        expression = self.file(path).expression(index)
        if expression.op == "name":
            return expression.text
        if expression.op == "self":
            return "this"
        if expression.op != "member":
            return ""
        owner = self._dotted_text(path, expression.parts[0])
        return f"{owner}.{expression.text}" if owner else ""

    def of_call(self, place: Place, expression: Expression, index: int) -> Types:
        """What a call gives."""
        if self.nominal(place.path):
            return self._result_of_called(place, expression, index)
        callee, *rest = expression.parts
        positional = rest[: len(rest) - len(expression.names)]
        forms, protocols = self.library(place.path).calls, self.library(place.path).protocols
        if callee >= 0:
            function = self.file(place.path).expression(callee)
            if function.op == "name" and forms.get(function.text) == "super":
                return self._super(place, function.text)
            if positional and function.op == "member" and function.text in protocols.get("create", ()):
                made = frozenset(t for t in self.evaluate(place, positional[0]) if t.kind == "class")
                if made:  # `Base.__new__(cls)`: of the class that is given, whoever makes it
                    self.note(CONSTRUCTOR)
                    return frozenset(instance_of(each, each.parts) for each in made)
        callees = self.evaluate(place, callee)
        if any(t.kind == "external" and forms.get(t.name) == "cast" for t in callees) and positional:
            return self._cast(place, positional[0])
        if self.structural(place.path) or self.file(place.path).apart:
            return self.called(place, expression, callees)
        if self.library(place.path).nested and len(callees) > 1:
            callees = self._taking(callees, len(positional))
        if len(callees) > 1 and self.library(place.path).inside:
            callees = self._by_count(callees, len(rest))
        needed = any(self._uses_arguments(t) for t in callees)
        arguments = [self.evaluate(place, part) for part in positional] if needed else []
        return EMPTY.union(*(self._result_of(place, each, arguments) for each in callees))

    def _taking(self, callees: Types, count: int) -> Types:
        """Of several functions those that take so many arguments."""
        fitting = frozenset(each for each in callees if each.kind != "function" or self._takes(each, count))
        return fitting or callees

    def _result_of_called(self, place: Place, expression: Expression, index: int) -> Types:
        """What a call gives that means one of several functions."""
        called = self.called_at(place, index)
        is_named = not self.library(place.path).uniform and (called.functions or called.values)
        found = EMPTY if is_named else called.others
        for function in called.functions:
            given = self._arguments(place, expression) if self.own_variables(function) else []
            found |= self.result(function, function.bound, given)
        for slot in called.values:
            found |= self.type_of_slot(slot)
        return found

    def _result_of(self, place: Place, callee: Type, arguments: Sequence[Types]) -> Types:
        """What a call of one thing that a callee may be gives."""
        forms = self.library(place.path).calls
        if callee == UNKNOWN:
            return ANYTHING
        if callee.kind in _OUTER and callee.name not in forms and self.library(place.path).declared:
            return self._given_from_outside(callee, arguments)
        if callee.kind == "builtin_class" or (callee.kind == "external" and callee.name in forms):
            return library_call(self, forms.get(callee.name, ""), callee, arguments)
        if callee.kind == "builtin_method" and callee.bound is not None:
            return library_method(self.library(place.path), callee.bound, callee.name)
        if callee.kind == "instance" and place.given:
            return frozenset([callee])  # `(type)(value)`, where the type stands for a parameter
        return EMPTY if callee == NOTHING else self.call(callee, arguments)

    def _given_from_outside(self, callee: Type, arguments: Sequence[Types]) -> Types:
        """What a function or type from outside gives: nothing of the project, unless it was given some."""
        if callee.kind == "builtin_class":
            return frozenset([builtin(callee.name)])
        if len(callee.parts) == 1 and is_ours(callee.parts[0]):  # it makes, finds or proves something of a type
            self.note(EVIDENT)
            return callee.parts[0]
        if any(is_ours(types) for types in arguments):
            return EXTERNAL
        return frozenset([Type("external_instance", name=callee.name)])

    def _uses_arguments(self, callee: Type) -> bool:
        """Whether what a call gives may depend on its arguments."""
        if callee.kind == "function" and self.library(callee.path).declared:
            return bool(self.own_variables(callee))
        if callee.kind == "function" and self.library(callee.path).unordered:
            return "expanded" in self.definition(callee).traits
        return callee.kind in _USING_ARGUMENTS

    def _super(self, place: Place, name: str) -> Types:
        if self.scope_of(place.path, place.scope, name) >= 0:
            return ANYTHING
        facts, scope = self.file(place.path).facts, place.scope
        function: Definition | None = None
        while scope >= 0 and facts.scopes[scope].kind != "class":
            if facts.scopes[scope].kind == "function":
                function = facts.definitions[facts.scopes[scope].definition]
            scope = facts.scopes[scope].parent
        if scope < 0:
            return ANYTHING
        self.note(SELF)
        index = facts.scopes[scope].definition
        kind = "class" if function is not None and function.receiver == "class" else "instance"
        return frozenset([Type("super", place.path, index, bound=Type(kind, place.path, index))])

    def _cast(self, place: Place, index: int) -> Types:
        if index >= 0:
            expression = self.file(place.path).expression(index)
            if expression.op == "literal" and expression.names and expression.names[0].isidentifier():
                return self._by_name(place.path, place.scope, expression.names[0], None)
        return self.annotated(place.path, place.scope, index)

    def of_cast(self, place: Place, expression: Expression, index: int) -> Types:
        """What is declared to be of a type: one that is written, that a call gives or that stands for a parameter."""
        del index
        part = expression.parts[0]
        if place.given or self.file(place.path).expression(part).op == "call":
            values = self.evaluate(place, part)
            if known(values):
                return EMPTY.union(*(self.instances(t) if t.kind == "class" else frozenset([t]) for t in values))
        return self.annotated(place.path, place.scope, part)

    def of_either(self, place: Place, expression: Expression, index: int) -> Types:
        """What one of several alternatives may be."""
        del index
        return self.each(place, expression.parts)

    def of_collection(self, place: Place, expression: Expression, index: int) -> Types:
        """A list, set, tuple or dict of what is in it."""
        del index
        if expression.op == "tuple":
            return frozenset([builtin("tuple", *(self.evaluate(place, part) for part in expression.parts))])
        if expression.op == "dict":
            keys, values = expression.parts[::2], expression.parts[1::2]
            return frozenset([builtin("dict", self.each(place, keys), self.each(place, values))])
        name = "list" if expression.op == "list" else "iter"
        return frozenset([builtin(name, self.each(place, expression.parts))])

    def of_pointed(self, place: Place, expression: Expression, index: int) -> Types:
        """What a pointer leads to; what is no pointer of the library or the project is one of the language."""
        del index
        found: set[Type] = set()
        names = self.library(place.path).protocols.get("pointed", ())
        for each in self.evaluate(place, expression.parts[0]):
            if each.kind == "builtin" and each.name == "pointer":
                found |= each.parts[0] if each.parts else ANYTHING
            elif each.kind == "instance":
                found |= self.called_members(each, names) or {each}
            else:
                found.add(each)
        return frozenset(found)

    def of_space(self, place: Place, expression: Expression, index: int) -> Types:
        """A namespace."""
        del index
        return frozenset([Type("space", place.path, name=expression.text)])

    def of_grown(self, place: Place, expression: Expression, index: int) -> Types:
        """A list into which something was put besides."""
        del index
        before, more = (self.evaluate(place, part) for part in expression.parts)
        found: set[Type] = set()
        for each in before:
            if each == NOTHING or (each.kind == "builtin" and each.name in _GROWING):
                inside = self.elements(each) - {UNKNOWN} if each != NOTHING and each.parts else EMPTY
                found.add(builtin("list", inside | more))
            else:
                found.add(each)
        return frozenset(found)

    def of_sent(self, place: Place, expression: Expression, index: int) -> Types:
        """What is sent into the generator around."""
        del expression, index
        facts, scope = self.file(place.path).facts, place.scope
        while scope >= 0 and facts.scopes[scope].kind != "function":
            scope = facts.scopes[scope].parent
        if scope < 0:
            return ANYTHING
        definition = facts.definitions[facts.scopes[scope].definition]
        declared = self.annotated(place.path, definition.outer, definition.returns)
        return EMPTY.union(*(t.parts[1] for t in declared if t.kind == "builtin" and len(t.parts) > 1)) or ANYTHING

    def of_await(self, place: Place, expression: Expression, index: int) -> Types:
        """What awaiting gives."""
        del index
        found: set[Type] = set()
        for each in self.evaluate(place, expression.parts[0]):
            if each.kind == "awaitable":
                found |= each.parts[0]
            elif each.kind == "instance":
                found |= self._awaited(each)
            elif each.kind in ("external_instance", "external", "foreign"):
                found |= EXTERNAL
            elif each != NOTHING:
                found.add(each if self.structural(place.path) else UNKNOWN)
        return frozenset(found)

    def _awaited(self, found: Type) -> Types:
        """What an instance gives when awaited: the last part of the generator that it gives for that."""
        names = self.library(found.path).protocols.get("await", ())
        results = self.called_members(found, names)
        if results is not None:
            slot = self.lookup(found, names[0])
            values = EMPTY.union(*(t.parts[2] for t in results if t.kind == "builtin" and len(t.parts) > 2))  # noqa: PLR2004
            if isinstance(slot, Slot):
                values = self.substitute(values, self.arguments_in(found, self.owner_of(slot)))
            return values or ANYTHING
        views = [t for t in self.library_views(found) if t.kind == "awaitable"]
        apart = self.file(found.path).apart
        for name in self.library(found.path).protocols.get("awaited", ()) if apart else ():
            if isinstance(self.lookup(found, name), Slot):
                return self.associated(found, name)
        itself = frozenset([found]) if self.structural(found.path) or apart else ANYTHING
        return EMPTY.union(*(t.parts[0] for t in views)) or itself

    def of_element(self, place: Place, expression: Expression, index: int) -> Types:
        """What iterating gives."""
        del index
        found = EMPTY
        for each in self.evaluate(place, expression.parts[0]):
            if each != NOTHING:
                found |= self.iterated(each) if self.file(place.path).apart else self.elements(each)
        return found

    def of_ranged(self, place: Place, expression: Expression, index: int) -> Types:
        """What a loop with a position or key and a value goes through."""
        del index
        types = self.evaluate(place, expression.parts[0])
        return EMPTY.union(*(ranged(self, each, expression.number) for each in types))

    def _is_own(self, owner: Type, name: str) -> bool:
        return owner.kind in ("instance", "class", "super") and isinstance(self.lookup(owner, name), Slot)

    def _by_count(self, callees: Types, count: int) -> Types:
        """Those of several functions that take a number of arguments: as many, else no fewer."""
        rows = {each: self.definition(each).parameters for each in callees if each.kind == "function"}
        same = frozenset(each for each, row in rows.items() if len(row) == count)
        enough = frozenset(e for e, row in rows.items() if len(row) > count or (row and row[-1].kind == "rest"))
        return same or enough or callees

    def of_offered(self, place: Place, expression: Expression, index: int) -> Types:
        """What a function without a name is called with by what it is handed to."""
        del index
        library, at = self.library(place.path), int(expression.text)
        callees = self.evaluate(place, expression.parts[0])
        found = EMPTY.union(*(offered(self, library, each, expression.number, at) for each in callees))
        if found:
            self.note(CONTEXT)
        return found or ANYTHING

    def of_path(self, place: Place, expression: Expression, index: int) -> Types:
        """A module or a type, as what has members."""
        del index
        name, found = expression.text, set[Type]()
        for entity in self.seen(place.path, place.scope, name, "type"):
            if isinstance(entity, Slot):
                found |= set(self.classes_of(entity))
                rows = self.file(entity.path).bound.get((entity.scope, entity.name), ())
                found |= {Type("variable", entity.path, entity.scope, entity.name) for r in rows if r.kind == "type"}
            elif entity.kind == "external":
                found |= self.external(entity.name)
            else:
                found.add(entity)
        if found:
            return frozenset(found)
        if name in self.library(place.path).builtins:
            return frozenset([Type("builtin_class", name=name)])
        return ANYTHING if name[:1].isupper() else self.external(name)  # a crate from elsewhere

    def of_typed(self, place: Place, expression: Expression, index: int) -> Types:
        """A type, as what has members."""
        del index
        found = EMPTY
        for part in expression.parts:  # `T as Trait`: the trait, where nothing is known of the type itself
            types = self.annotated(place.path, place.scope, part)
            found |= frozenset(self.class_meant(each) for each in types)
            if all(each.kind in ("class", "builtin_class") for each in found):
                break
        return found

    def of_within(self, place: Place, expression: Expression, index: int) -> Types:
        """A value that stands in a scope of its own."""
        del index
        block = self.file(place.path).facts.scopes[expression.number].block
        return self.evaluate(Place(place.path, expression.number, block, FAR_INSIDE), expression.parts[0])

    def of_unpacked(self, place: Place, expression: Expression, index: int) -> Types:
        """What is taken out of a value that a class has made."""
        del index
        head, given = expression.parts
        values = self.evaluate(place, given) if given >= 0 else EMPTY
        if self.library(place.path).uniform:
            return self.extracted(place, expression, values)
        found = EMPTY
        for maker in self.evaluate(place, head) if head >= 0 else ():
            slot = self.lookup(maker, expression.text) if maker.kind in ("class", "instance") else None
            if isinstance(slot, Slot):
                types, owner = self.type_of_slot(slot), self.owner_of(slot)
                for value in values:
                    if value.kind == "instance" and value.parts:
                        types = self.substitute(types, self.arguments_in(value, owner))
                found |= types
            elif maker.kind == "builtin_class":
                template = self.library(place.path).results.get(("pattern", maker.name))
                for value in values if template is not None else ():
                    found |= self.filled(template, value, ()) if template is not None else EMPTY
        return found or ANYTHING

    def of_item(self, place: Place, expression: Expression, index: int) -> Types:
        """What unpacking gives at a position."""
        del index
        found, number = EMPTY, expression.number
        for each in self.evaluate(place, expression.parts[0]):
            if each.kind == "builtin" and each.name == "tuple":
                found |= each.parts[number] if number < len(each.parts) else ANYTHING
            elif each.kind == "external_instance" and self.library(place.path).declared:
                found |= {each} if not each.parts else EXTERNAL
            elif each.kind == "instance" and not self.file(each.path).surface:
                fields = self._fields(each)
                found |= self.member(each, fields[number]) if number < len(fields) else self.elements(each)
            elif each != NOTHING:
                found |= self.elements(each)
        return found

    def _fields(self, found: Type) -> list[str]:
        """The fields by position of a class whose instances can be unpacked."""
        definition = self.definition(found)
        if "row" not in definition.traits:
            return []
        bindings = self.file(found.path).facts.bindings
        return [b.name for b in bindings if b.scope == definition.own and b.kind in ("declare", "assign")]

    def of_entered(self, place: Place, expression: Expression, index: int) -> Types:
        """What entering a resource gives."""
        del index
        found = EMPTY
        names = self.library(place.path).protocols.get("enter_async" if expression.text else "enter", ())
        for each in self.evaluate(place, expression.parts[0]):
            if each.kind == "manager":
                found |= each.parts[0]
            elif each.kind == "instance":
                results = self.called_members(each, names)
                if results is None:
                    views = [t for t in self.library_views(each) if t.kind == "manager"]
                    found |= EMPTY.union(*(t.parts[0] for t in views)) if views else ANYTHING
                else:
                    found |= EMPTY.union(*(t.parts[0] if t.kind == "awaitable" else frozenset([t]) for t in results))
            elif each.kind == "external_instance":
                found |= {each}
            elif each == FOREIGN:
                found |= EXTERNAL
            elif each != NOTHING:
                found |= ANYTHING
        return found

    def of_cased(self, place: Place, expression: Expression, index: int) -> Types:
        """What is tested."""
        del index
        return self.evaluate(place, expression.parts[0])

    def of_instance(self, place: Place, expression: Expression, index: int) -> Types:
        """An instance of a class."""
        del index
        return EMPTY.union(*(self.instances(t) for t in self.evaluate(place, expression.parts[0])))

    def of_made(self, place: Place, expression: Expression, index: int) -> Types:
        """What looks for its members in a class, or where another instance of that does."""
        del index
        self.note(CONSTRUCTOR)
        found = self.evaluate(place, expression.parts[0])
        return frozenset(instance_of(each) if each.kind in _MAKING else UNKNOWN for each in found) or ANYTHING

    def of_collected(self, place: Place, expression: Expression, index: int) -> Types:
        """What a comprehension makes."""
        del index
        inside = self._inside(place, expression.number)
        if inside is None:
            return ANYTHING
        return frozenset([builtin(expression.text, *(self.evaluate(inside, part) for part in expression.parts))])

    def of_handed(self, place: Place, expression: Expression, index: int) -> Types:
        """What a function without a name is called with by whoever is given it."""
        del index
        number = int(expression.text)
        functions = self.expected_in(place.path, expression.number)
        found = EMPTY.union(*(self.handed_to(function, number) for function in functions)) if functions else EMPTY
        if known(found):
            self.note(CONTEXT)
        return found or ANYTHING

    def of_function(self, place: Place, expression: Expression, index: int) -> Types:
        """A function without a name."""
        del index
        inside = self._inside(place, expression.number)
        return ANYTHING if inside is None else frozenset([wrapped("callable", self.each(inside, expression.parts))])

    def _inside(self, place: Place, position: int) -> Place | None:
        file = self.file(place.path)
        scope = file.scope_at.get(position)
        if scope is None:
            return None
        row = file.facts.scopes[scope]
        return Place(place.path, scope, row.block, FAR_INSIDE)

    def of_subscript(  # noqa: C901 - a table of kinds, told apart one after the other
        self, place: Place, expression: Expression, index: int
    ) -> Types:
        """What is at an index, or a type with arguments."""
        del index
        owner, *indices = expression.parts
        found: set[Type] = set()
        for each in self.evaluate(place, owner):
            if self.file(place.path).apart:
                found |= self._at_index_apart(each)
            elif self.file(place.path).surface:
                found |= self.at_index(each, expression.text)
            elif each.kind == "builtin":
                found |= self._item_of_builtin(place, each, indices)
            elif each.kind == "instance":
                found |= self._item_of_instance(each)
            elif each.kind == "class" and self.has_trait(each, "enumeration"):
                found.add(instance_of(each))
            elif each.kind == "class":
                parts = tuple(self.annotated(place.path, place.scope, part) for part in indices)
                found.add(each._replace(parts=parts))
            elif each.kind in ("builtin_class", "external", "function"):
                found.add(each)
            elif each.kind == "variable":
                found |= self.elements(each)
            elif each.kind == "external_instance" and self.library(place.path).declared and not each.parts:
                found.add(each)
            elif each.kind in ("external_instance", "foreign"):
                found |= EXTERNAL
            elif each != NOTHING:
                found.add(UNKNOWN)
        return frozenset(found)

    def _at_index_apart(self, owner: Type, depth: int = 0) -> Types:
        """What is at an index, where a library says it or a function of the class gives it."""
        if owner.kind == "instance":
            results = self.called_members(owner, self.library(owner.path).protocols.get("item", ()))
            if results is not None:
                return results
        found = self.of_template(owner, "[]", ()) if owner.kind == "builtin" else EMPTY
        for each in self.behind(owner) if not found and depth < 3 else ():  # noqa: PLR2004 - owners behind owners
            found |= self._at_index_apart(each, depth + 1)
        return found or ANYTHING

    def _item_of_builtin(self, place: Place, found: Type, indices: Sequence[int]) -> Types:
        expression = self.file(place.path).expression(indices[0]) if indices and indices[0] >= 0 else None
        if found.name in ("str", "bytes") or expression is None:  # a slice
            return frozenset([found])
        number = expression.names[0] if expression.text == "int" and expression.names else ""
        if found.name == "tuple" and number.isdigit() and int(number) < len(found.parts):
            return found.parts[int(number)]
        if found.name in ("dict", "map", "pairs") and len(found.parts) > 1:
            return found.parts[1]
        return EMPTY.union(*found.parts) if found.parts else ANYTHING

    def _item_of_instance(self, found: Type) -> Types:
        results = self.called_members(found, self.library(found.path).protocols.get("item", ()))
        if results is not None:
            return results
        if self.library(found.path).nested:  # of an array, whose type is that of its elements
            return frozenset([found])
        found_in = EMPTY
        for view in self.library_views(found):
            if view.kind == "builtin" and view.parts:
                found_in |= view.parts[-1] if view.name == "dict" else view.parts[0]
        return found_in or ANYTHING

    def of_binary(self, place: Place, expression: Expression, index: int) -> Types:
        """What an operator gives."""
        del index
        name = self.library(place.path).operators.get(expression.text)
        found: set[Type] = set()
        for each in self.evaluate(place, expression.parts[0]):
            operated = self.operated(place, each, f"method {name}") if name and self.nominal(place.path) else None
            if operated is not None:
                found |= operated
            elif each.kind == "builtin":
                found.add(each)
            elif each.kind == "instance" and (name or self.library(each.path).nested):
                found |= self.called_members(each, (name,) if name else ()) or (
                    frozenset([each]) if self.library(each.path).nested else ANYTHING
                )
            else:
                found.add(UNKNOWN)
        return frozenset(found)


FAR_INSIDE = 1 << 40
"""A position after everything in an expression that has a scope of its own."""


def is_ours(types: Types, depth: int = 0) -> bool:
    """Whether something of the project is in types."""
    if depth > 3:  # noqa: PLR2004 - deeper than anybody looks
        return False
    return any(each.kind in _OURS or any(is_ours(part, depth + 1) for part in each.parts) for each in types)


def _literal(text: str) -> Types:
    if text in _ABSENT:
        return frozenset([NOTHING])
    return ANYTHING if text == "..." else frozenset([builtin(text)])


_HOLDING = frozenset({"builtin", "external_instance"})
_MAKING = frozenset({"class", "instance"})
_NAMED = frozenset({"name", "member"})
_CALLED = frozenset({"function", "callable"})
_GROWING = frozenset({"list", "tuple", "iter"})
_ABSENT = frozenset({"None", "null", "undefined"})
_OUTER = frozenset({"external", "builtin_class"})
_OURS = frozenset({"instance", "variable"})
_USING_ARGUMENTS = frozenset({"builtin_class", "builtin_method", "external", "function"})
_HANDLERS: dict[str, Callable[[Values, Place, Expression, int], Types]] = {
    "path": Values.of_path,
    "typed": Values.of_typed,
    "within": Values.of_within,
    "unpacked": Values.of_unpacked,
    "member": Values.of_member,
    "call": Values.of_call,
    "either": Values.of_either,
    "list": Values.of_collection,
    "set": Values.of_collection,
    "tuple": Values.of_collection,
    "dict": Values.of_collection,
    "pointed": Values.of_pointed,
    "space": Values.of_space,
    "grown": Values.of_grown,
    "sent": Values.of_sent,
    "await": Values.of_await,
    "element": Values.of_element,
    "ranged": Values.of_ranged,
    "offered": Values.of_offered,
    "item": Values.of_item,
    "entered": Values.of_entered,
    "instance": Values.of_instance,
    "made": Values.of_made,
    "collected": Values.of_collected,
    "function": Values.of_function,
    "subscript": Values.of_subscript,
    "binary": Values.of_binary,
    "new": Values.of_new,
    "applied": Values.of_applied,
    "implied": Values.of_implied,
    "object": Values.of_object,
    "defined": Values.of_defined,
    "self": Values.of_self,
    "super": Values.of_super,
    "taken": Values.of_taken,
    "handed": Values.of_handed,
    "cast": Values.of_cast,
    "cased": Values.of_cased,
    "module": Values.of_module,
    "basic": Values.of_basic,
    "intrinsic": Values.of_intrinsic,
}
