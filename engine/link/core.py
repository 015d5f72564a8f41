"""The ground of the linker: remembering results, noting the ways, and what each storey asks of the others.

The linker is one object in storeys (`inside` → `paths` → `nested` → `names` → `extensions` → `reopened` → `classes` →
`annotations` → `structures` → `slots` → `members` → `nominal` → `lent` → `generics` → `calls` → `literals` →
`fitting` → `overloads` → `relative` → `meanings` → `uniform` → `values` → `linker`), since its questions are
mutually recursive: the type of a name needs its value's, a call's its callee's, a class needs its bases'. Each storey
uses those below it, and what stands above it only through what `Core` declares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .types import EMPTY, Types
from .ways import CONTEXT, EVIDENT, GENERIC, RETURN, SCOPE

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from ..deepfacts import AttributeBinding, Binding, Definition
    from .files import LinkedFile
    from .library import Library
    from .project import Project
    from .types import Entity, Place, Slot, Type

__all__ = ["FAR", "Core"]

FAR = 1 << 40
"""A position after everything."""
MAX_DEPTH = 120
"""Results that may wait for each other."""
BREATH = 64
"""Occurrences between two breaths."""
MAX_STEPS = 20_000
"""Expressions that may be evaluated for one occurrence."""

_Value = TypeVar("_Value")


class Core:
    """Results, and how they were found."""

    def __init__(self, project: Project) -> None:
        """Begin with no result."""
        self.project = project
        self.way = SCOPE
        """The least sure way that the result at hand depends on."""
        self._results: dict[Hashable, tuple[Any, int]] = {}
        self._kept_once: dict[tuple[Any, int], tuple[Any, int]] = {}
        """Sets of types with their way, each once: most results are one of few."""
        self._sets: dict[Types, Types] = {}
        """Sets of types that others are made of, each once: equal ones are then known by identity, however deep."""
        self._waiting: dict[Hashable, int] = {}
        self._cut = FAR
        """The lowest waiting result that was cut short: whatever depends on it is not final yet."""
        self._last = -1
        """The highest of them: what depends on it may be used until it is there."""
        self._meanwhile: dict[Hashable, tuple[Any, int, int, int]] = {}
        """Results that are not final, with their way and the lowest and highest result that they wait for."""
        self._until: dict[int, list[Hashable]] = {}
        """Which of those are forgotten when the result that waits at a depth is there."""
        self._steps = 0
        self._begun = 0
        self.asking = ""
        """The file whose occurrence is looked at: its library says what types of no file have."""
        self.breathe: Callable[[], None] = lambda: None
        """Called between occurrences, now and then: whoever waits may say that it is enough, by raising."""

    def begin(self) -> None:
        """Start on a new occurrence."""
        self._begun += 1
        if self._begun % BREATH == 0:
            self.breathe()
        self.way = SCOPE
        self._steps = 0
        self._cut, self._last = FAR, -1

    def note(self, way: int) -> None:
        """Take note that the result at hand depends on a way."""
        self.way = max(self.way, way)

    def note_place(self, path: str) -> None:
        """Take note that a place says what something is: a rule where types are declared, else but likely."""
        self.note(GENERIC if self.nominal(path) or self.file(path).apart else CONTEXT)

    def note_evident(self, path: str) -> None:
        """Take note that a body says what a function gives: a rule where types are declared, else but likely."""
        if self.file(path).apart:
            self.note(GENERIC)
        else:
            self.note(RETURN if self.nominal(path) else EVIDENT)

    def once(self, key: Hashable, work: Callable[[], _Value], while_cyclic: _Value) -> _Value:
        """The result of `work`, remembered under `key` with its way.

        A result that needs itself gets `while_cyclic` instead. What was worked out meanwhile is not final and is
        remembered only until that result is there: otherwise answers would depend on the order of questions.
        """
        found = self._results.get(key)
        if found is not None:
            self.way = max(self.way, found[1])
            return found[0]
        depth = self._waiting.get(key)
        if depth is not None:
            self._cut, self._last = min(self._cut, depth), max(self._last, depth)
            return while_cyclic
        held = self._meanwhile.get(key)
        if held is not None:
            value, way, lowest, highest = held
            self.way = max(self.way, way)
            self._cut, self._last = min(self._cut, lowest), max(self._last, highest)
            return value
        depth = len(self._waiting)
        if depth > MAX_DEPTH or self._steps > MAX_STEPS:
            self._cut = -1
            return while_cyclic
        self._waiting[key] = depth
        before, self.way = self.way, SCOPE
        cut, self._cut = self._cut, FAR  # what was asked before this, and is not final, says nothing of this
        last, self._last = self._last, -1
        try:
            value = work()
        finally:
            del self._waiting[key]
            for each in self._until.pop(depth, ()):
                del self._meanwhile[each]
        if self._cut >= depth:
            result: tuple[Any, int] = value, self.way
            self._results[key] = self._kept_once.setdefault(result, result) if type(result[0]) is frozenset else result
        else:
            cut, last = min(cut, self._cut), max(last, self._hold(key, value, depth))
        self.way, self._cut, self._last = max(before, self.way), cut, last
        return value

    def _hold(self, key: Hashable, value: object, depth: int) -> int:
        """Remember a result that is not final while what it depends on waits; gives the highest of that."""
        highest = min(self._last, depth - 1)
        if self._cut >= 0:
            self._meanwhile[key] = value, self.way, self._cut, highest
            self._until.setdefault(highest, []).append(key)
        return highest

    def one_set(self, types: Types) -> Types:
        """The set of types that stands for all that are equal to it."""
        return self._sets.setdefault(types, types)

    def step(self) -> None:
        """Count an expression."""
        self._steps += 1

    def file(self, path: str) -> LinkedFile:
        """The facts of a file."""
        return self.project.file(path)

    def structural(self, path: str) -> bool:
        """Whether a file is of a language whose types are structures."""
        return self.project.library(path).structural

    def nominal(self, path: str) -> bool:
        """Whether a file is of a language whose types are what their declarations name."""
        return self.project.library(path).nominal

    def typed(self, path: str) -> bool:
        """Whether types in a file are declared, have parameters, and are expected by places."""
        file = self.file(path)
        return file.surface > 0 or file.apart or self.project.library(path).nominal

    def library(self, path: str) -> Library:
        """The library of a file's language."""
        return self.project.library(path)

    def definition(self, found: Type) -> Definition:
        """The definition of a class, an instance's class or a function."""
        return self.file(found.path).facts.definitions[found.number]

    # --- what storeys above give ---------------------------------------------------------------------------------

    def evaluate(self, place: Place, index: int) -> Types:
        """What an expression may be."""
        raise NotImplementedError

    def annotated(self, path: str, scope: int, index: int, own: Type | None = None) -> Types:
        """What a value with an annotation may be."""
        raise NotImplementedError

    def declared(self, path: str, binding: Binding | AttributeBinding) -> Types:
        """What the annotation of a binding says."""
        raise NotImplementedError

    def type_of_binding(self, path: str, binding: Binding) -> Types:
        """What one binding makes of its name."""
        raise NotImplementedError

    def type_of_slot(self, slot: Slot) -> Types:
        """What a slot may hold, whenever it is read."""
        raise NotImplementedError

    def taken_from_spaces(self, path: str, name: str) -> frozenset[Entity]:
        """What a name means by the namespaces and classes whose names a file takes over."""
        raise NotImplementedError

    def lookup(self, owner: Type, name: str, skip: int = 0) -> Slot | Type | None:
        """The slot of a class's member."""
        raise NotImplementedError

    def order(self, owner: Type) -> tuple[tuple[Type, ...], int]:
        """A class and its bases in the order in which members are looked for, and whether some are unknown."""
        raise NotImplementedError

    def member(self, owner: Type, name: str) -> Types:
        """What a member of something may be."""
        raise NotImplementedError

    def structured(self, path: str, scope: int, index: int, own: Type | None) -> Types:
        """What an annotation says that is built of parts."""
        raise NotImplementedError

    def head_of(self, path: str, scope: int, index: int) -> list[Type]:
        """The classes and aliases that the name of a type stands for."""
        raise NotImplementedError

    def named_type(self, path: str, number: int, parts: tuple[Types, ...] | None = None) -> Types:
        """What a value is of whose type the name is given, with type arguments."""
        raise NotImplementedError

    def environment(self, function: Type) -> dict[Type, Types]:
        """What the type parameters that a function sees are, as far as that is known."""
        raise NotImplementedError

    def argument_of(self, function: Type, number: int) -> Types:
        """What the parameter of a function holds, its type arguments put in."""
        raise NotImplementedError

    def chosen(self, types: Types, wanted: Types) -> Types:
        """Those of several types that have a structure."""
        raise NotImplementedError

    def expected(self, path: str, number: int) -> Types:
        """What its place expects of a class or function without a name."""
        raise NotImplementedError

    def targets(self, owner: Type, name: str, path: str) -> frozenset[Entity] | None:
        """What a member of something can stand for; None where that is not known."""
        raise NotImplementedError

    def bound_of(self, variable: Type) -> Types:
        """What a type parameter is at least."""
        raise NotImplementedError

    def targets_apart(self, owner: Type, name: str, path: str, depth: int = 0) -> frozenset[Entity] | None:
        """The same where types are declared."""
        raise NotImplementedError

    def member_apart(self, owner: Type, name: str, depth: int = 0) -> Types:
        """What a member is where types are declared."""
        raise NotImplementedError

    def unify(
        self, declared: Types, given: Types, wanted: frozenset[Type], found: dict[Type, Types], depth: int
    ) -> None:
        """Find what type parameters are where values of some types are given for declared ones."""
        raise NotImplementedError

    def of_template(self, owner: Type, name: str, arguments: Sequence[Types]) -> Types:
        """What a function of the library gives; nothing where the library does not say it."""
        raise NotImplementedError

    def call(self, callee: Type, arguments: Sequence[Types]) -> Types:
        """What a call gives."""
        raise NotImplementedError

    def result(self, function: Type, bound: Type | None, arguments: Sequence[Types]) -> Types:
        """What a function gives when it is called on `bound`."""
        raise NotImplementedError

    def elements(self, found: Type) -> Types:
        """What iterating gives."""
        raise NotImplementedError

    def substitute(self, types: Types, arguments: dict[Type, Types], depth: int = 0) -> Types:
        """Types with type arguments in the place of type parameters."""
        raise NotImplementedError

    def arguments_in(self, found: Type, owner: Type) -> dict[Type, Types]:
        """What the type parameters of a base are in an instance."""
        raise NotImplementedError

    def entities_of_slot(self, slot: Slot) -> frozenset[Entity]:
        """What a slot stands for, imports followed."""
        raise NotImplementedError

    def constant(self, path: str, scope: int, name: str) -> frozenset[Entity]:
        """What a constant stands for, seen from a scope."""
        raise NotImplementedError

    def types_of_constant(self, found: frozenset[Entity], name: str) -> Types:
        """What a constant may be."""
        raise NotImplementedError

    def both_of(self, slot: Slot, number: int) -> frozenset[Entity]:
        """A function that both a class and its instances have, under either name."""
        raise NotImplementedError

    def opened_as(self, slot: Slot, number: int) -> frozenset[Entity]:
        """All names under which the class of a name is opened."""
        raise NotImplementedError

    def instances(self, found: Type) -> Types:
        """Instances of whatever a class expression gives."""
        raise NotImplementedError

    def results_of(self, types: Types) -> Types:
        """Union of what calls without arguments give."""
        return EMPTY.union(*(self.call(found, ()) for found in types)) if types else EMPTY
