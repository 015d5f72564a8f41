"""Storey of generics: what type parameters are in a call, and what a place expects of what stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lent import Lent
from .types import EMPTY, NOTHING, UNKNOWN, Place, Slot, Type, Types, builtin, class_of, instance_of, known
from .ways import GENERIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..deepfacts import Context, Expression

__all__ = ["Generics"]

MAX_NESTING = 5
MAX_SIGNATURES = 6
MAX_MEMBERS = 12

Found = dict[Type, Types]
"""What type parameters are."""


class Generics(Lent):
    """From arguments and contexts to type arguments."""

    # --- which of several signatures ---------------------------------------------------------------------------------

    def signatures_of(self, callee: Type, *, constructs: bool = False) -> list[Type]:
        """The functions that a call of something may call, each bound to what it is called on."""
        if callee.kind == "function":
            return [callee]
        if callee.kind == "instance":
            return self.signatures(callee, "new" if constructs else "call")
        if callee.kind == "class" and constructs:
            slot = self.lookup(callee, "constructor")
            functions = [t for t in self.type_of_slot(slot) if t.kind == "function"] if isinstance(slot, Slot) else []
            return [t._replace(bound=instance_of(callee, callee.parts)) for t in functions]
        if callee.kind == "variable":
            return [
                s for each in self.bound_of(callee) - {callee} for s in self.signatures_of(each, constructs=constructs)
            ]
        return []

    def fitting(self, signatures: Sequence[Type], path: str, call: Expression) -> list[Type]:
        """Those of several signatures that the number and form of the arguments of a call fit."""
        if len(signatures) <= 1:
            return list(signatures)
        count = call.number if call.number >= 0 else len(call.parts) - 1
        if not call.text:
            fitting = [each for each in signatures if self._takes(each, count)]
            signatures = fitting or signatures
        better = [each for each in signatures if self._suits(each, path, call)]
        return list(better or signatures)[:MAX_SIGNATURES]

    def _takes(self, function: Type, count: int) -> bool:
        rows = self.definition(function).parameters
        least = sum(not row.kind for row in rows)
        return least <= count and (count <= len(rows) or (bool(rows) and rows[-1].kind == "rest"))

    def _suits(self, function: Type, path: str, call: Expression) -> bool:
        """Whether no argument of a call is plainly of another form than the parameter."""
        definition, file = self.definition(function), self.file(path)
        for number, part in enumerate(call.parts[1:]):
            if part < 0 or number >= len(definition.parameters):
                continue
            annotation = definition.parameters[number].annotation
            if annotation < 0 or definition.parameters[number].kind == "rest":
                continue
            given = file.expression(part)
            form = given.text if given.op == "literal" else _FORMS.get(given.op, "")
            if form and not self._may_be(function, annotation, given, form):
                return False
        return True

    def _may_be(self, function: Type, annotation: int, given: Expression, form: str) -> bool:
        wanted = self.file(function.path).expression(annotation)
        parts = wanted.parts if wanted.op == "either" else (annotation,)
        return any(self._part_may_be(function, part, given, form) for part in parts)

    def _part_may_be(self, function: Type, part: int, given: Expression, form: str) -> bool:
        if part < 0:
            return True
        wanted = self.file(function.path).expression(part)
        if wanted.op == "exactly":
            return form == wanted.text and (not given.names or given.names == wanted.names)
        if wanted.op == "basic":
            return wanted.text in _ANY or wanted.text == form
        if wanted.op == "defined":
            return form == "function"
        if wanted.op in ("list", "tuple"):
            return form == "list"
        definition = self.definition(function)
        types = self.annotated(function.path, definition.outer, part)
        return not types or any(self._type_may_be(each, form) for each in types)

    def _type_may_be(self, found: Type, form: str) -> bool:
        if found.kind == "builtin":
            return found.name == form or (form in ("list", "object") and found.name not in _PLAIN)
        if found.kind == "function":
            return form == "function"
        if found.kind == "instance":
            if "enumeration" in self.definition(found).traits:
                return form in ("string", "number")
            called = any(self.signatures(found, protocol) for protocol in ("call", "new"))
            return form == "object" or (form == "function" and called)
        return True

    # --- type arguments ----------------------------------------------------------------------------------------------

    def solved(self, function: Type, given: Sequence[Types], skip: int = -1) -> Found:
        """What the type parameters of a function are in a call with arguments of some types."""
        own = self.own_variables(function)
        return self.solved_for(function, own, given, skip) if own else {}

    def solved_for(self, function: Type, wanted: Sequence[Type], given: Sequence[Types], skip: int = -1) -> Found:
        """What type parameters are if a function is called with arguments of some types."""
        found: Found = {}
        variables = frozenset(wanted)
        definition = self.definition(function)
        if definition.bases and function.bound is not None:  # it extends a type
            extended = self.annotated(function.path, definition.outer, definition.bases[0])
            self.unify(extended, frozenset([function.bound]), variables, found, 0)
        for number, types in enumerate(given):
            if number == skip or number >= len(definition.parameters) or not types:
                continue
            parameter = definition.parameters[number]
            if parameter.annotation < 0:
                continue
            declared = self.annotated(function.path, definition.outer, parameter.annotation)
            if parameter.kind == "rest":
                declared = self.items(declared, 0)
            self.unify(declared, types, variables, found, 0)
        if self.library(function.path).declared:  # what one is bound to may tell another
            for variable in [each for each in wanted if each in found]:
                self.unify(self.bound_of(variable), found[variable], variables, found, 0)
        if found and self.file(function.path).apart:
            self._solve_results(frozenset(wanted), found)
        if found:
            self.note(GENERIC)
        return found

    def _solve_results(self, wanted: frozenset[Type], found: Found) -> None:
        """What functions that are given for type parameters give: their bounds say by which parameter it is known."""
        for variable, types in tuple(found.items()):
            for bound in self.bound_of(variable):
                if bound.kind == "callable" and bound.parts[0] & wanted:
                    self.unify(bound.parts[0], self.results_of(types - {UNKNOWN}), wanted, found, 0)
                elif bound.kind in ("builtin", "instance") and bound.parts and any(p & wanted for p in bound.parts):
                    given = EMPTY.union(*(self.iterated(each) for each in types)) if bound.kind == "builtin" else EMPTY
                    if given and UNKNOWN not in given:
                        self.unify(bound.parts[0], given, wanted, found, 0)

    def completed(self, wanted: Sequence[Type], found: Found) -> Found:
        """Type arguments with the defaults of those that are not found."""
        for variable in wanted:
            if variable not in found:
                default = self.default_of(variable)
                if default:
                    found[variable] = self.substitute(default, found)
        return found

    def unify(self, declared: Types, given: Types, wanted: frozenset[Type], found: Found, depth: int) -> None:
        """Find what type parameters are where values of some types are given for declared ones."""
        if depth > MAX_NESTING:
            return
        for each in declared:
            if each in wanted:
                fresh = given - {UNKNOWN, each}
                if len(declared) > 1:
                    fresh -= declared | {NOTHING}
                if fresh:
                    found[each] = found.get(each, EMPTY) | fresh
            elif each.kind in _WRAPPING and each.parts:
                self._unify_wrapped(each, given, wanted, found, depth)
            elif each.kind == "instance":
                self._unify_instance(each, given, wanted, found, depth)
            elif each.kind == "function":
                self._unify_function(each, given, wanted, found, depth)

    def _unify_wrapped(  # noqa: C901 - a table of forms
        self, each: Type, given: Types, wanted: frozenset[Type], found: Found, depth: int
    ) -> None:
        if each.name == "functional":
            for other in given:
                if other.kind in ("function", "class", "instance"):
                    self.unify(each.parts[0], self.call(other, ()), wanted, found, depth + 1)
        for other in given:
            if other.kind == each.kind and other.name == each.name:
                for one, two in zip(each.parts, other.parts, strict=False):
                    self.unify(one, two, wanted, found, depth + 1)
            elif each.kind == "builtin" and other.kind == "builtin" and each.name in _ROWS and other.parts:
                self.unify(each.parts[0], self.elements(other), wanted, found, depth + 1)
            elif each.kind == "callable" and other.kind == "function":
                result = self.substitute(self.result_of(other), self.environment(other))
                parts = [self.argument_of(other, number) for number in range(len(each.parts) - 1)]
                for one, two in zip(each.parts, (result, *parts), strict=False):
                    self.unify(one, two, wanted, found, depth + 1)
            elif other.kind == "instance":
                views = self.library_views(other)
                if views:
                    self._unify_wrapped(each, views, wanted, found, depth + 1)

    def _unify_instance(self, each: Type, given: Types, wanted: frozenset[Type], found: Found, depth: int) -> None:
        if not each.parts:
            return
        own = class_of(each)
        for other in given:
            if other.kind == "instance" and own in self.order(other)[0]:
                arguments = self.arguments_in(other, own)
                for variable, part in zip(self.parameters_of(own), each.parts, strict=False):
                    self.unify(part, arguments.get(variable, EMPTY), wanted, found, depth + 1)
            elif other.kind == "instance":
                self._unify_members(each, other, wanted, found, depth)
            elif other.kind == "class":
                for signature in self.signatures(each, "new"):
                    result = self.substitute(self.result_of(signature), self.environment(signature))
                    self.unify(result, self.instances(other), wanted, found, depth + 1)
            elif other.kind == "function":
                for signature in self.signatures(each):
                    self._unify_function(signature, frozenset([other]), wanted, found, depth)

    def _unify_members(self, each: Type, other: Type, wanted: frozenset[Type], found: Found, depth: int) -> None:
        """By the members of a structure that has no name."""
        if "nameless" not in self.definition(each).traits and "nameless" not in self.definition(other).traits:
            return
        for name in self.members_of(each)[:MAX_MEMBERS]:
            if isinstance(self.lookup(other, name), Slot):
                self.unify(self.member(each, name), self.member(other, name), wanted, found, depth + 1)

    def members_of(self, found: Type) -> list[str]:
        """The names of the members that a class declares itself."""
        return self.file(found.path).names_in(self.definition(found).own)

    def _unify_function(self, each: Type, given: Types, wanted: frozenset[Type], found: Found, depth: int) -> None:
        result = self.substitute(self.result_of(each), self.environment(each))
        constructs = "constructs" in self.definition(each).traits
        for other in given:
            if constructs:
                if other.kind == "class":
                    self.unify(result, self.instances(other), wanted, found, depth + 1)
                continue
            if other.kind in ("function", "instance", "callable"):
                self.unify(result, self.call(other, ()), wanted, found, depth + 1)
                if other.kind == "function":
                    for number, parameter in enumerate(self.definition(other).parameters[:4]):
                        if parameter.annotation >= 0:
                            taken = self.argument_of(other, number)
                            self.unify(self.argument_of(each, number), taken, wanted, found, depth + 1)

    def result_of(self, function: Type) -> Types:
        """What a function is declared to give, its type parameters as they are."""
        definition = self.definition(function)
        if definition.returns < 0:
            return EMPTY
        return self.annotated(function.path, definition.outer, definition.returns)

    # --- what is expected --------------------------------------------------------------------------------------------

    def expected(self, path: str, number: int) -> Types:
        """What its place expects of a class or function without a name."""
        index = self.file(path).facts.expected.get(number)
        if index is None:
            return EMPTY
        return self.expected_in(path, index)

    def expected_in(self, path: str, index: int) -> Types:
        """What a context expects."""
        return self.once(("expected", path, index), lambda: self._expected_in(path, index), EMPTY)

    def _expected_in(self, path: str, index: int) -> Types:
        context = self.file(path).facts.contexts[index]
        kind = context.kind
        if kind == "declared":
            types = self.annotated(path, context.scope, context.value)
        elif kind == "like":
            place = Place(path, context.scope, context.block, context.position)
            types = self.type_of_target(place, context.value)
        elif kind == "property":
            types = self.fields_of(self.expected(path, context.number) - {UNKNOWN, NOTHING}, context.text)
        elif kind == "element":
            types = EMPTY.union(*(self.elements(t) for t in self.expected_in(path, context.parent) if t != NOTHING))
        elif kind == "result":
            types = self._expected_result(path, context.number)
        else:
            types = self._expected_argument(path, context)
        return types - {UNKNOWN, NOTHING}

    def type_of_target(self, place: Place, value: int) -> Types:
        """What something that is assigned to may hold, whatever it holds now."""
        if value < 0:
            return EMPTY
        expression = self.file(place.path).expression(value)
        if expression.op == "name":
            scope = self.scope_of(place.path, place.scope, expression.text, meaning="value")
            if scope < 0:
                return EMPTY
            rows = self.file(place.path).bound.get((scope, expression.text), ())
            declared = [self.declared(place.path, row) for row in rows if row.annotation >= 0 and row.kind != "type"]
            return EMPTY.union(*declared)
        if expression.op != "member":
            return EMPTY
        found = EMPTY
        for owner in self.evaluate(place, expression.parts[0]):
            if owner.kind in ("instance", "class"):
                slot = self.lookup(owner, expression.text)
                if isinstance(slot, Slot) and not self._is_declared_slot(slot):
                    found |= self.held_by_base(owner, expression.text)
                    continue
            if owner not in (UNKNOWN, NOTHING):
                found |= self.member(owner, expression.text)
        return found

    def _is_declared_slot(self, slot: Slot) -> bool:
        return (slot.scope, slot.name) in self.file(slot.path).bound

    def _expected_result(self, path: str, number: int) -> Types:
        definition = self.file(path).facts.definitions[number]
        if definition.returns >= 0:
            types = self.annotated(path, definition.outer, definition.returns)
        else:
            types = EMPTY
            for function in self.expected(path, number):
                for signature in self.signatures_of(function):
                    types |= self.substitute(self.result_of(signature), self.environment(signature))
        return types | EMPTY.union(*(t.parts[0] for t in types if t.kind == "awaitable"))

    def _expected_argument(self, path: str, context: Context) -> Types:
        """What a call expects at a position, as far as the other arguments and its own place say what is generic."""
        file = self.file(path)
        self.note_place(path)
        call = file.expression(context.value)
        place = Place(path, context.scope, context.block, context.position)
        constructs = call.op == "new"
        found = EMPTY
        if self.nominal(path):
            return self._expected_by_called(place, context, call)
        for callee in self.evaluate(place, call.parts[0]):
            if callee.kind == "builtin_method" and callee.bound is not None and file.apart:
                found |= self._handed_apart(place, callee, call)
                continue
            if callee.kind == "builtin_method" and callee.bound is not None:
                found |= self.handed(place, callee.bound, callee.name, call, max(context.number, 0))
                continue
            if callee.kind in ("builtin_class", "external"):
                found |= self._handed_by(place, callee.name, call, context.number)
                continue
            signatures = self.fitting(self.signatures_of(callee, constructs=constructs), path, call)
            for signature in signatures:
                types = self.argument_of(signature, self._position(signature, context))
                if file.apart:
                    types = self._bounds_in(signature, types)
                wanted = self._open_variables(callee, signature, constructs=constructs)
                if wanted:
                    types = self.substitute(types, self._arguments_by_context(place, call, context, signature, wanted))
                found |= types
        return found

    def _position(self, signature: Type, context: Context) -> int:
        """At which parameter of a function the argument arrives."""
        definition = self.definition(signature)
        if context.text:
            names = [parameter.name for parameter in definition.parameters]
            return names.index(context.text) if context.text in names else len(names)
        is_bound = signature.bound is not None and definition.receiver in ("instance", "class")
        return context.number + (is_bound and not self.file(signature.path).surface)

    def _handed_by(self, place: Place, name: str, call: Expression, number: int) -> Types:
        """What a function of the library hands to the function that it is given: elements of its other arguments."""
        if self.library(place.path).callbacks.get(("function", name)) != "element":
            return EMPTY
        positional = call.parts[1 : len(call.parts) - len(call.names)]
        others = [part for at, part in enumerate(positional) if at != number and part >= 0]
        handed = (EMPTY.union(*map(self.elements, self.evaluate(place, part))) for part in others)
        return frozenset([Type("handed", parts=tuple(handed))])

    def _expected_by_called(self, place: Place, context: Context, call: Expression) -> Types:
        """The same where a call means one of several functions, or a member of the library's types."""
        found = EMPTY
        functions, owners = self.callables(place, context.value)
        for owner, name in owners:
            found |= self.handed(place, owner, name, call, context.number)
        for function in functions:
            if function.kind != "function":  # a value that is called
                found |= self.handed_to(function, context.number)
                continue
            number = self._position_of(function, call, context.number)
            types = self.argument_of(function, number)
            owner = function.bound if call.op == "new" else None
            wanted = self._open_variables(
                class_of(owner) if owner else function, function, constructs=owner is not None
            )
            if wanted:
                types = self.substitute(types, self._arguments_by_context(place, call, context, function, wanted))
            found |= types
        return found

    def _position_of(self, function: Type, call: Expression, number: int) -> int:
        """Which parameter an argument is for: one that stands last, behind ones that are left out, is the last one."""
        rows = self.definition(function).parameters
        last = len(call.parts) - 2 - len(call.names)
        left_out = number == last and len(rows) > last + 1 and rows[number].default >= 0
        return len(rows) - 1 if left_out else number

    def callables(self, place: Place, index: int) -> tuple[Sequence[Type], list[tuple[Type, str]]]:
        """The functions that a call may mean, and the things of the library with the name of the member that it may."""
        raise NotImplementedError

    def _handed_apart(self, place: Place, method: Type, call: Expression) -> Types:
        """What a method of the library hands to a function that it is given."""
        owner, handed = method.bound, self.library(place.path).handed
        assert owner is not None
        templates = handed.get((owner.name, method.name)) or handed.get(("*", method.name))
        if templates is None:
            return EMPTY
        arguments = [
            self.evaluate(place, part) if self._is_plain_value(place, part) else EMPTY for part in call.parts[1:]
        ]
        return frozenset([Type("handed", parts=tuple(self.filled(each, owner, arguments) for each in templates))])

    def _is_plain_value(self, place: Place, part: int) -> bool:
        return part >= 0 and self.file(place.path).expression(part).op != "defined"

    def _bounds_in(self, signature: Type, types: Types) -> Types:
        """What is declared of an argument, type parameters by their bounds."""
        found = EMPTY
        for each in types:
            found |= self.bound_of(each) - {UNKNOWN} if each.kind == "variable" else frozenset([each])
        return self.substitute(found, self.environment(signature))

    def _open_variables(self, callee: Type, signature: Type, *, constructs: bool) -> tuple[Type, ...]:
        known_ones = self.environment(signature)
        own = self.own_variables(signature)
        if constructs and callee.kind == "class" and not callee.parts:
            own = (*self.parameters_of(callee), *own)
        return tuple(variable for variable in own if variable not in known_ones)

    def _arguments_by_context(
        self, place: Place, call: Expression, context: Context, signature: Type, wanted: tuple[Type, ...]
    ) -> Found:
        found: Found = {}
        if context.parent >= 0:
            by_place: Found = {}
            result = self.substitute(self.result_of(signature), self.environment(signature))
            self.unify(result, self.expected_in(place.path, context.parent), frozenset(wanted), by_place, 0)
            found.update(by_place)
        given = [
            EMPTY if number == context.number else self.evaluate(place, part)
            for number, part in enumerate(call.parts[1:])
        ]
        by_arguments = self.solved_for(signature, wanted, given, context.number)
        for variable, types in by_arguments.items():
            found.setdefault(variable, types)
        return self.completed(wanted, found)

    def handed(self, place: Place, owner: Type, name: str, call: Expression, number: int) -> Types:
        """What a method of the library expects at a position: a function that gets something, or a value."""
        library = self.library(place.path)
        form = library.callbacks.get((_kind_of(owner), name), "") or library.callbacks.get(("any", name), "")
        if form == "own":
            return frozenset([Type("handed", parts=(frozenset([owner]),))])
        if form == "receiver":
            return frozenset([Type("handed", name="receiver", parts=(frozenset([owner]),))])
        parts = owner.parts
        own = frozenset([owner])
        element = parts[0] if parts else EMPTY
        if form == "element" and number == 0:
            index = frozenset([builtin("number")])
            return frozenset([Type("handed", parts=(self._elements(owner), index, own))])
        if form == "pair" and number == 0:
            return frozenset([Type("handed", parts=(element, element))])
        if form == "folded" and number == 0:
            start = self.evaluate(place, call.parts[2]) if len(call.parts) > 2 else element  # noqa: PLR2004
            return frozenset([Type("handed", parts=(start if known(start) else element, element))])
        if form in ("started", "startedlast") and number == 0:
            start = self._started(place, call)
            row = (start, element) if form == "started" else (element, start)
            return frozenset([Type("handed", parts=row)])
        if form == "argument":
            return parts[min(number, len(parts) - 1)] if parts else EMPTY
        if form == "value" and number == 0 and len(parts) > 1:
            return frozenset([Type("handed", parts=(parts[1], parts[0], own))])
        return EMPTY

    def _started(self, place: Place, call: Expression) -> Types:
        """What the call gets that gives what is called: the value with which something begins."""
        file = self.file(place.path)
        inner = file.expression(call.parts[0]) if call.parts[0] >= 0 else None
        while inner is not None and inner.op == "applied":
            inner = file.expression(inner.parts[0])
        return self.evaluate(place, inner.parts[1]) if inner is not None and len(inner.parts) > 1 else EMPTY

    def _elements(self, owner: Type) -> Types:
        if owner.kind == "awaitable":
            return owner.parts[0]
        return EMPTY.union(*owner.parts) if owner.name == "tuple" else owner.parts[0] if owner.parts else EMPTY


def _kind_of(owner: Type) -> str:
    """Under what name the library lists the methods of something."""
    if owner.kind != "builtin":
        return owner.kind
    return "list" if owner.name in _ROWS else owner.name


_FORMS = {"object": "object", "defined": "function", "list": "list"}
_ANY = frozenset({"any", "unknown"})
_PLAIN = frozenset({"string", "number", "boolean", "bigint", "symbol"})
_ROWS = frozenset({"list", "row", "tuple"})
_WRAPPING = frozenset({"builtin", "awaitable", "external_instance", "callable"})
