"""What an occurrence stands for: the question that all the storeys below are there to answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import NONE, SPACES, plain, spaced
from .classes import FOREIGN_BASE
from .core import FAR
from .names import OUTSIDE
from .types import FOREIGN, NOTHING, UNKNOWN, Entity, Place, Slot, Type, Types
from .values import Values
from .ways import CONTEXT, NAME, SELF, UNRESOLVED, certainty

if TYPE_CHECKING:
    from ..deepfacts import Definition, Occurrence, Scope
    from .project import Project

__all__ = ["Linker", "Resolved"]

_MEANINGS = {"type": "type", "implement": "type", "import": "", "inherit": "", "definition": ""}
"""What kind of name is meant in a role, where names of types and values are apart."""
_APART = {
    "type": "type",
    "implement": "type",
    "inherit": "type",
    "instantiate": "type",
    "decorate": "macro",
    "import": "",
}
"""The same where a name of a type is never one of a value."""
ELSEWHERE: frozenset[Entity] = frozenset([OUTSIDE])


_LAST_WORD = re.compile(r"\w+$")
MAX_KEPT = 300_000
"""Occurrences whose meaning is kept: some 100 MB."""


class Resolved(NamedTuple):
    """What an occurrence stands for."""

    entities: frozenset[Entity] | None
    """None where it is not known."""
    way: int
    foreign: bool = False
    """Whether the receiver, although not known, is something from outside of the project."""

    @property
    def certainty(self) -> str:
        """How sure that is."""
        return NAME if self.entities is None else certainty(self.way)


class Linker(Values):
    """Resolves occurrences."""

    def __init__(self, project: Project) -> None:
        """Begin with no result."""
        super().__init__(project)
        self._resolved: dict[tuple[str, str], list[tuple[Occurrence, Resolved]]] = {}
        self._kept = 0

    def all_of(self, path: str, name: str) -> list[tuple[Occurrence, Resolved]]:
        """Every occurrence of a name in a file with what it stands for: questions about common names share them."""
        key = path, name
        found = self._resolved.get(key)
        if found is None:
            found = [(row, self.resolve(path, name, row)) for row in self.file(path).occurrences(name)]
            if self._kept > MAX_KEPT:
                self._resolved.clear()
                self._kept = 0
            self._resolved[key] = found
            self._kept += len(found)
        return found

    def resolve(self, path: str, name: str, occurrence: Occurrence) -> Resolved:
        """What an occurrence of a name in a file stands for."""
        found = self.meaning(path, name, occurrence)
        if found.entities is None or occurrence.block < 0 or not self.file(path).conditional:
            return found
        return found._replace(way=max(found.way, self.way_of_block(path, occurrence.block)))

    def meaning(self, path: str, name: str, occurrence: Occurrence) -> Resolved:
        """The same where the text around is there, and nothing is put in its place."""
        self.begin()
        self.asking = path
        if occurrence.form in SPACES:
            name = spaced(occurrence.form, name)
        if occurrence.form == "import":
            entities: frozenset[Entity] | None = self._of_import(path, name, occurrence)
        elif occurrence.form == "keyword":
            entities = self._of_keyword(path, name, occurrence)
        elif occurrence.form == "key":
            entities = self._of_key(path, name, occurrence)
        elif occurrence.form == "text":
            entities = self._of_text(path, name, occurrence)
        elif occurrence.receiver == -1:
            entities = self._of_bare(path, name, occurrence)
        elif occurrence.receiver < 0:
            entities = None
        else:
            found = self._of_member(path, name, occurrence)
            if occurrence.form != "entry" or (found.entities is not None and not self._is_hidden(path, name, found)):
                return found
            entities = self._of_bare(path, name, occurrence)
        return Resolved(entities, self.way if entities is not None else UNRESOLVED)

    def _of_bare(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity] | None:
        if self.file(path).apart:
            return self._of_bare_apart(path, name, occurrence)
        free = occurrence.role == "write" and not self.library(path).declared
        position = -1 if free else occurrence.position
        scope = self.scope_of(path, occurrence.scope, name, position, _MEANINGS.get(occurrence.role, "value"))
        if scope >= 0:
            return self.entities_of_slot(Slot(path, scope, name))
        starred = self.unbound(path, occurrence.scope, name)
        if starred:
            return starred
        library = self.library(path)
        if name in library.builtins:
            return ELSEWHERE
        if library.declared and occurrence.role == "type":  # what looks like a type may be none
            return self._of_bare(path, name, occurrence._replace(role="read"))
        return None

    def _is_hidden(self, path: str, name: str, found: Resolved) -> bool:
        """Whether something from outside has no member that can be seen under a name."""
        public = self.library(path).public
        return found.entities == ELSEWHERE and bool(public) and not re.match(public, name)

    def _of_bare_apart(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity] | None:
        is_macro = occurrence.form == "macro"
        meaning = "macro" if is_macro else _APART.get(occurrence.role, "value")
        found = self.seen(path, occurrence.scope, plain(name), meaning, occurrence.position)
        return found or (ELSEWHERE if plain(name) in self.library(path).builtins else None)

    def _of_text(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity]:
        if occurrence.scope == 0:
            return self.member_of_module(path, name)
        return self.entities_of_slot(Slot(path, occurrence.scope, name))

    def _of_import(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity] | None:
        file = self.file(path)
        fact = file.facts.imports[occurrence.receiver]
        if file.apart:
            return self.walked(path, occurrence.scope, fact.module, fact.name) or None
        resolver = self.project.resolver(path)
        module = resolver.module(path, fact.module)
        if module is None:
            return ELSEWHERE
        if module.kind == "space":
            return self.member_of_space(path, module.name, fact.name)
        if module.kind == "folder":
            found = resolver.member(module, name)
            return frozenset([found]) if found is not None else None
        return self.member_of_module(module.path, name) or None

    def _of_keyword(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity]:
        """The field that a named argument of a constructor gives, or the parameter of a function."""
        if occurrence.receiver < 0:
            return frozenset()
        found: set[Entity] = set()
        place = Place(path, occurrence.scope, occurrence.block, occurrence.position)
        for callee in self.evaluate(place, occurrence.receiver):
            if callee.kind == "class" and self.has_trait(callee, "record"):
                slot = self.lookup(callee, name)
                if isinstance(slot, Slot):
                    found.add(slot)
            elif callee.kind == "function":
                found |= self._parameter_named(callee, name)
            elif callee.kind == "class":
                for function in self.signatures(callee, "construct"):
                    found |= self._parameter_named(function, name)
        self.note(SELF)
        return frozenset(found)

    def _parameter_named(self, function: Type, name: str) -> frozenset[Entity]:
        definition, file = self.definition(function), self.file(function.path)
        if file.has(definition.own, name):
            return frozenset([Slot(function.path, definition.own, name)])
        for parameter in definition.parameters:  # in a space of names of its own
            if plain(parameter.name) == name and file.has(definition.own, parameter.name):
                return self.entities_of_slot(Slot(function.path, definition.own, parameter.name))
        return frozenset()

    def _of_key(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity] | None:
        """The member that a literal gives, and those that its place expects under that name."""
        number = self.file(path).expression(occurrence.receiver).number
        found: set[Entity] = {Slot(path, self.file(path).facts.definitions[number].own, name)}
        for expected in self.expected(path, number):
            found |= self.targets(expected, name, path) or frozenset()
        if len(found) > 1:
            self.note(CONTEXT)
        return frozenset(found)

    def _of_member(self, path: str, name: str, occurrence: Occurrence) -> Resolved:
        place = self._place_of(path, occurrence)
        if occurrence.form == "field":
            receivers = self.annotated(path, occurrence.scope, occurrence.receiver) - {NOTHING}
        else:
            receivers = self.evaluate(place, occurrence.receiver) - {NOTHING}
        found: set[Entity] = set()
        for receiver in sorted(receivers, key=repr) if len(receivers) > 1 else receivers:
            if receiver in (UNKNOWN, FOREIGN) or receiver.kind == "builtin_method":
                continue
            found |= self.targets(receiver, name, path) or frozenset()
        if not found or (frozenset(found) == ELSEWHERE and UNKNOWN in receivers and self.file(path).surface):
            return Resolved(None, UNRESOLVED, FOREIGN in receivers or self._may_be_foreign(path, receivers))
        if self.file(path).apart:
            meaning = "macro" if occurrence.form == "macro" else _APART.get(occurrence.role, "value")
            meaning = "" if occurrence.form == "data" or occurrence.role == "implement" else meaning
            found = set(self.meant(frozenset(found), meaning)) or found
        return Resolved(frozenset(found), self.way)

    def _may_be_foreign(self, path: str, receivers: Types) -> bool:
        """Whether a receiver may have a member from outside, by what it is made by an implementation."""
        if not self.file(path).apart:
            return False
        return any(each.kind in ("instance", "class") and self.order(each)[1] & FOREIGN_BASE for each in receivers)

    def _place_of(self, path: str, occurrence: Occurrence) -> Place:
        """Where a receiver is evaluated."""
        if self.library(path).unordered:
            return Place(path, occurrence.scope, NONE, FAR)
        return Place(path, occurrence.scope, occurrence.block, occurrence.position)

    # --- slots -----------------------------------------------------------------------------------------------------

    def slot_at(self, path: str, line: int, name: str) -> Slot | None:
        """The slot that a definition on a line belongs to.

        An attribute's is that of the base that declares it, that of something announced where it is defined.
        """
        file = self.file(path)
        self.asking = path
        if self.library(path).nested:
            found = self._slot_defined(path, line, name)
            if found is not None:
                return found
        place = file.place_of_definition(line, name)
        if place is None:
            return self._mentioned(path, line, name)
        slot = Slot(path, *place)
        if file.facts.scopes[slot.scope].kind != "class":
            return self._where_defined(slot)
        self.begin()
        found = self.lookup(self.owner_of(slot), slot.name)
        return found if isinstance(found, Slot) else slot

    def _mentioned(self, path: str, line: int, name: str) -> Slot | None:
        """The slot that a mere mention of a name means, where the outline takes that for a symbol."""
        found = {
            entity
            for row in self.file(path).occurrences(name)
            if row.line == line
            for entity in self.resolve(path, name, row).entities or ()
        }
        slot = found.pop() if len(found) == 1 else None
        return slot if isinstance(slot, Slot) else None

    def _slot_defined(self, path: str, line: int, name: str) -> Slot | None:
        """What a name means that is defined on a line, wherever it is declared: in its class, in another file."""
        match = _LAST_WORD.search(name)
        word = match[0] if match is not None else name
        for occurrence in self.file(path).occurrences(word):
            if occurrence.line == line and occurrence.role == "definition":
                found = self.meaning(path, word, occurrence).entities or frozenset()
                slots = sorted(each for each in found if isinstance(each, Slot))
                if slots:
                    return slots[0]
        return None

    def _where_defined(self, slot: Slot) -> Slot:
        file = self.file(slot.path)
        bound = file.bound.get((slot.scope, slot.name), ())
        if slot.name not in file.facts.shared and all(binding.kind != "alias" for binding in bound):
            return slot
        self.begin()
        found = self.entities_of_slot(slot)
        return next((each for each in found if isinstance(each, Slot)), slot) if len(found) == 1 else slot

    def same(self, one: Slot, other: Slot) -> bool:
        """Whether two slots are one, or one is but a name for the other that is written alike."""
        if one == other:
            return True
        if one.name == other.name and self.are_twins(one, other):
            return True
        if plain(one.name) != plain(other.name) or self.is_member(one) or self.is_member(other):
            return False
        return self._is_name_for(one, other) or self._is_name_for(other, one)

    def _is_name_for(self, one: Slot, other: Slot) -> bool:
        file = self.file(one.path)
        self.begin()
        for binding in file.bound.get((one.scope, one.name), ()):
            if binding.kind == "assign" and binding.value >= 0:
                value = file.expression(binding.value)
                if value.op == "name" and other in self.entities_of_name(one.path, binding.scope, value.text):
                    return True
        return False

    def scope_row(self, slot: Slot) -> Scope:
        """The scope of a slot."""
        return self.file(slot.path).facts.scopes[slot.scope]

    def places_of(self, slot: Slot) -> list[tuple[int, int]]:
        """Line and column of each definition of a slot, in order."""
        file = self.file(slot.path)
        rows = [(b.line, b.column) for b in file.bound.get((slot.scope, slot.name), ()) if b.kind != "import"]
        rows += [(a.line, a.column) for a in file.attributes.get((slot.scope, slot.name), ())]
        return sorted(rows)

    def definitions_of(self, slot: Slot) -> list[Definition]:
        """The classes and functions that a slot holds."""
        file = self.file(slot.path)
        rows = file.bound.get((slot.scope, slot.name), ())
        return [file.facts.definitions[b.number] for b in rows if b.kind in ("class", "function")]

    def is_class(self, slot: Slot) -> bool:
        """Whether a slot holds a class."""
        return any(definition.kind == "class" for definition in self.definitions_of(slot))
