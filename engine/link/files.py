"""The deep facts of one file with the indexes that linking looks things up by. A function of the facts alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deepfacts import plain

if TYPE_CHECKING:
    from collections.abc import Container

    from ..deepfacts import AttributeBinding, Binding, DeepFacts, Definition, Expression, Narrowing, Occurrence

__all__ = ["WHOLE", "LinkedFile"]


class LinkedFile:
    """One file as linking sees it."""

    def __init__(self, facts: DeepFacts) -> None:
        """Index the facts."""
        self.facts = facts
        self.attributes: dict[tuple[int, str], list[AttributeBinding]] = {}
        """Attributes that methods give to their instance or class, by scope of the class."""
        self.narrowings: dict[tuple[int, str], list[Narrowing]] = {}
        self.scope_at = {row.position: i for i, row in enumerate(facts.scopes) if row.kind in _ANONYMOUS}
        outer = {i: dict(row.outer) for i, row in enumerate(facts.scopes) if row.outer}
        self.surface = 1 if len(facts.scopes) > 1 and facts.scopes[1].kind == "exports" else 0
        """The scope of what the module gives to others: one of its own, or that of the module itself."""
        self.bound: dict[tuple[int, str], list[Binding]] = self._bound(outer)
        """Bindings by scope and name, in the order in which they take effect."""
        for attribute in facts.attributes:
            if attribute.owner >= 0:
                self.attributes.setdefault((attribute.owner, attribute.name), []).append(attribute)
        for narrowing in facts.narrowings:
            self.narrowings.setdefault((narrowing.scope, narrowing.text), []).append(narrowing)
        self.outer = outer
        self.closed = frozenset(row.own for row in facts.definitions if "closed" in row.traits)
        """Scopes of classes whose members are no bare names within them."""
        self.conditional = any(row.condition >= 0 or row.expanded for row in facts.blocks)
        """Whether there is text that may not be there, or that is put elsewhere."""
        self.apart = facts.apart
        self.starred = _by_scope(facts)
        """Modules of which all names are imported, by scope."""
        self._expressions: dict[int, Expression] = {}
        self._extending: dict[str, list[int]] | None = None
        self._renamed: dict[str, list[Binding]] | None = None
        self._given_on: frozenset[str] | None = None
        self._by_place: dict[tuple[int, str], tuple[int, str]] | None = None
        self._by_column: dict[tuple[int, int, str], tuple[int, str]] = {}
        self._open: dict[str, list[int]] | None = None
        self._variables: dict[int, list[str]] | None = None
        self._names: dict[int, list[str]] | None = None
        self._spaces: dict[str, list[int]] | None = None
        self._wholes: dict[str, list[int]] | None = None

    @property
    def spaces(self) -> dict[str, list[int]]:
        """The scopes that are a part of each namespace, by its whole name."""
        if self._spaces is None:
            self._spaces = {}
            for index, row in enumerate(self.facts.scopes):
                if row.kind in _PARTS:
                    self._spaces.setdefault(row.name, []).append(index)
        return self._spaces

    @property
    def wholes(self) -> dict[str, list[int]]:
        """The classes of each whole name."""
        if self._wholes is None:
            self._wholes = {}
            for number, row in enumerate(self.facts.definitions):
                if row.kind == "class" and (name := self.facts.scopes[row.own].name):
                    self._wholes.setdefault(name, []).append(number)
        return self._wholes

    def expression(self, index: int) -> Expression:
        """The expression of an index."""
        found = self._expressions.get(index)
        if found is None:
            found = self._expressions[index] = self.facts.expressions[index]
        return found

    def head(self, index: int) -> int:
        """A type without its arguments."""
        while index >= 0 and (expression := self.expression(index)).op in _HEADED and expression.parts:
            index = expression.parts[0]
        return index

    def extending(self, name: str) -> list[int]:
        """The extensions of what is called by a name here."""
        if self._extending is None:
            self._extending = {}
            for number, row in enumerate(self.facts.definitions):
                if "extension" in row.traits:
                    head = self.head(row.returns)
                    text = self.expression(head).text if head >= 0 else ""
                    self._extending.setdefault(text, []).append(number)
        return self._extending.get(name, [])

    def occurrences(self, name: str) -> list[Occurrence]:
        """Where a name stands in the file."""
        return self.facts.occurrences.of(name)

    @property
    def given_on(self) -> frozenset[str]:
        """Names of the file that stand for members of something, or for all that it gives, too."""
        if self._given_on is None:
            rows = (self._meant(row) for row in self.facts.bindings if row.kind == "alias")
            self._given_on = frozenset(name for name in rows if name)
        return self._given_on

    def _meant(self, binding: Binding) -> str:
        """The bare name for which a binding is but another one; empty where it is none."""
        value = self.expression(binding.value) if binding.value >= 0 else None
        if value is not None and value.op == "within":
            value = self.expression(value.parts[0])
        return value.text if value is not None and value.op == "name" else ""

    def renamed(self, name: str) -> list[Binding]:
        """The imports that bind what is called `name` elsewhere under another name, and what gives it to importers."""
        if self._renamed is None:
            self._renamed = {}
            for binding in self.facts.bindings:
                if binding.kind == "alias" and binding.name == WHOLE:
                    self._renamed.setdefault(self._meant(binding), []).append(binding)
                if binding.kind == "import":
                    imported = self.facts.imports[binding.number].name
                    if imported and plain(imported) != plain(binding.name):
                        self._renamed.setdefault(plain(imported), []).append(binding)
        return self._renamed.get(name, [])

    def has(self, scope: int, name: str) -> bool:
        """Whether a scope gives a name a meaning."""
        return (scope, name) in self.bound or (scope, name) in self.attributes

    def open_classes(self, name: str) -> list[int]:
        """The classes of a name to which others add members, or which add members to another."""
        if self._open is None:
            self._open = {}
            for number, row in enumerate(self.facts.definitions):
                if row.kind == "class" and row.traits & _OPEN:
                    self._open.setdefault(row.name, []).append(number)
        return self._open.get(name, [])

    def means(self, binding: Binding, meaning: str) -> bool:
        """Whether a binding gives its name a meaning as a `type`, or as a `value`."""
        if binding.kind in _DEFINED:
            return meaning == ("type" if "type" in self.facts.definitions[binding.number].traits else "value") or (
                binding.kind == "class" and meaning == "type"
            )
        if binding.kind == "import":
            return True
        return (meaning == "type") == (binding.kind == "type")

    def variables(self, scope: int) -> list[str]:
        """The type parameters of a scope, in order."""
        if self._variables is None:
            self._variables = {}
            for binding in self.facts.bindings:
                if binding.kind == "type":
                    self._variables.setdefault(binding.scope, []).append(binding.name)
        return self._variables.get(scope, [])

    def names_in(self, scope: int) -> list[str]:
        """The names that a scope binds."""
        if self._names is None:
            self._names = {}
            for each, name in self.bound:
                self._names.setdefault(each, []).append(name)
        return self._names.get(scope, [])

    def definition_of_scope(self, scope: int) -> Definition:
        """The class or function whose body a scope is."""
        return self.facts.definitions[self.facts.scopes[scope].definition]

    def place_of_definition(self, line: int, name: str, column: int = -1) -> tuple[int, str] | None:
        """The scope, and the name in it, that a definition on a line belongs to.

        `column`: where its name begins, since a line may define a name twice, as `x.run = function run() {}`.
        """
        if self._by_place is None:
            places: dict[tuple[int, str], tuple[int, str]] = {}
            exact = self._by_column
            for rows in (self.bound, self.attributes):  # in source order: a method comes before a parameter of its name
                for place, found in rows.items():
                    for row in found:
                        places.setdefault((row.line, plain(place[1])), place)
                        exact.setdefault((row.line, row.column, plain(place[1])), place)
            for definition in self.facts.definitions:
                place = places.get((definition.name_line, definition.name), (definition.scope, definition.name))
                for header in range(definition.start_line, definition.name_line + 1):
                    places.setdefault((header, definition.name), place)
            self._by_place = places
        return self._by_column.get((line, column, name)) or self._by_place.get((line, name))

    def class_around(self, definition: Definition) -> int:
        """The class in whose body a definition directly stands, or -1."""
        scopes = self.facts.scopes
        row = scopes[definition.scope]
        if row.kind == "types":
            row = scopes[row.parent]
        return row.definition if row.kind == "class" else -1

    def _bound(self, outer: dict[int, dict[str, str]]) -> dict[tuple[int, str], list[Binding]]:
        bound: dict[tuple[int, str], list[Binding]] = {}
        later: list[Binding] = []
        for binding in self.facts.bindings:
            scope = binding.scope
            if scope in outer and binding.name in outer[scope]:
                if outer[scope][binding.name] == "binding":
                    later.append(binding)
                    continue
                scope = self._elsewhere(scope, binding.name, outer)
            rows = bound.get((scope, binding.name))
            if rows is None:
                bound[scope, binding.name] = [binding]  # a list that has grown is larger, and there are many
            else:
                rows.append(binding)
        for binding in later:
            place = self._place_outside(binding, bound)
            if place is not None:
                bound[place].append(binding)
        for rows in bound.values():
            if len(rows) > 1:
                rows.sort(key=_position)
        return bound

    def _place_outside(self, binding: Binding, bound: Container[tuple[int, str]]) -> tuple[int, str] | None:
        """The place around that has the name of a binding; a name that none has belongs to nobody."""
        scopes = self.facts.scopes
        scope = scopes[binding.scope].parent
        while scope >= 0 and (scope, binding.name) not in bound:
            scope = scopes[scope].parent
        return (scope, binding.name) if scope >= 0 else None

    def _elsewhere(self, scope: int, name: str, outer: dict[int, dict[str, str]]) -> int:
        scopes = self.facts.scopes
        if outer[scope][name] == "module":
            return 0
        scope = scopes[scope].parent
        while scope > 0 and (scopes[scope].kind != "function" or name in outer.get(scope, ())):
            scope = scopes[scope].parent
        return max(scope, 0)


def _by_scope(facts: DeepFacts) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for star in facts.stars:
        found.setdefault(star.scope, []).append(star.module)
    return found


def _position(binding: Binding) -> int:
    return binding.position


WHOLE = "="
"""The name of all that a module is."""
_HEADED = frozenset({"subscript", "either"})
_ANONYMOUS = frozenset({"comprehension", "lambda"})
_OPEN = frozenset({"open", "part"})
_DEFINED = frozenset({"class", "function"})
_PARTS = frozenset({"module", "space"})
