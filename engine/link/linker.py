"""What an occurrence stands for: the question that all the storeys below are there to answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import NONE, SPACES, plain, spaced
from .classes import FOREIGN_BASE
from .core import FAR
from .names import OUTSIDE
from .types import FOREIGN, NOTHING, UNKNOWN, Entity, Place, Slot, Type, Types, class_of, in_order
from .values import Values
from .ways import BODY, CONTEXT, EXPANDED, NAME, SELF, UNRESOLVED, certainty

if TYPE_CHECKING:
    from ..deepfacts import Definition, ImportFact, Occurrence, Scope
    from .project import Project

__all__ = ["Linker", "Resolved"]

_MEANINGS = {"type": "type", "implement": "type", "import": "", "inherit": "", "definition": ""}
"""What kind of name is meant in a role, where names of types and values are apart."""
_OF_TYPES = frozenset({"type", "inherit", "instantiate", "decorate"})
_TYPE_ROLES = frozenset({"instantiate", "decorate"})
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


CONSTRUCTOR = spaced("constructor", "")
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
        way = self.way_of_block(path, occurrence.block)
        if way == BODY and all(isinstance(each, Slot) and self.is_expanded(each) for each in found.entities):
            way = EXPANDED  # a name for text is that wherever it stands
        return found._replace(way=max(found.way, way))

    def meaning(  # noqa: C901 - a table of forms
        self, path: str, name: str, occurrence: Occurrence
    ) -> Resolved:
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
        elif occurrence.form == "method":
            return self._of_method(path, occurrence)
        elif occurrence.form == "implied":
            return self._of_constructor(path, occurrence)
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
        ending = self.library(path).shortened
        if ending and occurrence.role == "decorate" and not name.endswith(ending):
            whole = self._of_name(path, name + ending, occurrence)
            if any(isinstance(each, Slot) for each in whole or ()):
                return whole
        return self._of_name(path, name, occurrence)

    def _of_name(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity] | None:
        library = self.library(path)
        if library.reopened and name[:1].isupper():
            return self.constant(path, occurrence.scope, name) or None
        if library.inside and occurrence.form not in SPACES:
            types = occurrence.role in _OF_TYPES
            inside = self.member_around(path, occurrence.scope, name, occurrence.position, types=types)
            if inside is not None:
                own = self.type_of_its_name(path, occurrence, inside[1]) if occurrence.role == "read" else None
                return self.entities_of_slot(own or inside[1])
        if self.file(path).apart:
            return self._of_bare_apart(path, name, occurrence)
        free = occurrence.role == "write" and not library.declared
        position = -1 if free else occurrence.position
        meaning = _MEANINGS.get(occurrence.role, "value")
        if meaning == "value" and occurrence.role in _TYPE_ROLES and self.nominal(path):
            meaning = "type"
        seen, _ = self.found_at(path, occurrence.scope, name, position, meaning)
        if isinstance(seen, Slot):
            return self.entities_of_slot(seen) or None  # an import of what its module does not have
        starred = self.unbound(path, occurrence.scope, name, meaning)
        if starred:
            return starred
        if seen == OUTSIDE or name in library.builtins:
            return ELSEWHERE
        if library.declared and occurrence.role == "type":  # what looks like a type may be none
            return self._of_name(path, name, occurrence._replace(role="read"))
        return None

    def _of_method(self, path: str, occurrence: Occurrence) -> Resolved:
        """The functions that a call means, or a name of functions that are not called."""
        if occurrence.receiver < 0:
            return Resolved(None, UNRESOLVED)
        called = self.called_at(self._place_of(path, occurrence), occurrence.receiver)
        found: set[Entity] = {self.slot_of(function) for function in called.functions}
        for slot in called.values:
            found |= self.entities_of_slot(slot)
        found |= called.named
        if found:
            return Resolved(frozenset(found), self.way)
        if called.outside:
            return Resolved(ELSEWHERE, self.way)
        return Resolved(None, UNRESOLVED, FOREIGN in called.others)

    def _of_constructor(self, path: str, occurrence: Occurrence) -> Resolved:
        """The constructor that makes an instance."""
        place = self._place_of(path, occurrence)
        making = self.file(path).expression(occurrence.receiver)
        call = making if making.op == "new" else None
        classes = self.evaluate(place, call.parts[0] if call is not None else occurrence.receiver)
        found: set[Entity] = set()
        for each in classes:
            if each.kind in ("class", "instance"):
                made = class_of(each)
                found |= {self.slot_of(f) for f in self.fitted(place, call, self.constructors(made))}
        return Resolved(frozenset(found), self.way)

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
        if self.nominal(path):
            return self._of_import_by_package(path, occurrence.scope, fact)
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

    def _of_import_by_package(self, path: str, scope: int, fact: ImportFact) -> frozenset[Entity] | None:
        """What is imported from a package or a class: a class, a value, all functions of the name."""
        found = set(self.imported_here(path, scope, fact.module, fact.name))
        if self.library(path).uniform:
            slots = [each for each in found if isinstance(each, Slot)]
            return frozenset(found).union(self.slot_of(each) for each in self.functions_of(slots)) or ELSEWHERE
        methods = self.imported_from(path, fact.module, spaced("method", fact.name))
        if any(isinstance(each, Slot) for each in methods):
            found = {each for each in found if isinstance(each, Slot)}
            found |= {self.slot_of(function) for function in self.functions_of(methods)}
        return frozenset(found) or ELSEWHERE

    def _of_keyword(self, path: str, name: str, occurrence: Occurrence) -> frozenset[Entity]:
        """The field that a named argument of a constructor gives, or the parameter of a function."""
        if occurrence.receiver < 0:
            return frozenset()
        found: set[Entity] = set()
        place = Place(path, occurrence.scope, occurrence.block, occurrence.position)
        if self.nominal(path):
            return self._of_keyword_of_call(place, name, occurrence.receiver)
        for callee in self.evaluate(place, occurrence.receiver):
            if self.file(path).apart:
                found |= self._parameters_apart(callee, name)
            elif callee.kind == "class" and self.has_trait(callee, "record"):
                slot = self.lookup(callee, name)
                if isinstance(slot, Slot):
                    found.add(slot)
            elif callee.kind == "function":
                found |= self._parameter_named(callee, name)
            elif callee.kind == "class":
                found |= self._taken_by_class(callee, name)
        self.note(SELF)
        return frozenset(found)

    def _taken_by_class(self, callee: Type, name: str) -> set[Entity]:
        """The parameters of a name that constructors of a class have, or the class itself."""
        found: set[Entity] = set()
        for function in (*self.signatures(callee, "construct"), *self.constructors(callee)):
            found |= self._parameter_named(function, name)
        slot = self.lookup(callee, name) if not found and self.library(callee.path).inside else None
        return {slot} if isinstance(slot, Slot) else found

    def _parameters_apart(self, callee: Type, name: str) -> set[Entity]:
        """The parameters of a name of what is called, with the fields that they give a value to."""
        found: set[Entity] = set()
        if callee.kind == "class":
            maker = self.lookup(callee, spaced("maker", self.definition(callee).name))
            numbers = self.file(maker.path).bound.get((maker.scope, maker.name), ()) if isinstance(maker, Slot) else ()
            functions = [callee._replace(path=maker.path, number=row.number) for row in numbers]  # pyright: ignore[reportOptionalMemberAccess]
        else:
            functions = [callee] if callee.kind == "function" else []
        for function in functions:
            file, own = self.file(function.path), self.definition(function).own
            for row in file.bound.get((own, name), ()):
                found.add(Slot(function.path, own, name))
                if row.kind == "parameter" and row.value >= 0:
                    self.note(CONTEXT)
                    value = file.expression(row.value)
                    for owner in self.evaluate(Place(function.path, own, NONE, FAR), value.parts[0]):
                        found |= self.targets(owner, value.text, function.path) or frozenset()
        return found

    def _parameter_named(self, function: Type, name: str) -> frozenset[Entity]:
        definition, file = self.definition(function), self.file(function.path)
        if file.has(definition.own, name):
            return frozenset([Slot(function.path, definition.own, name)])
        for parameter in definition.parameters:  # in a space of names of its own
            if plain(parameter.name) == name and file.has(definition.own, parameter.name):
                return self.entities_of_slot(Slot(function.path, definition.own, parameter.name))
        return frozenset()

    def _of_keyword_of_call(self, place: Place, name: str, call: int) -> frozenset[Entity]:
        """The same where the whole call is known: a parameter, or the property that the constructor's is."""
        found: set[Entity] = set()
        called = self.called_at(place, call)
        for function in (*called.functions, *called.made):
            found |= self._parameter_of_called(function, name) if function.kind == "function" else frozenset()
        for made in called.others if called.named and not found else ():
            slot = self.lookup(made, name) if made.kind == "instance" else None
            if isinstance(slot, Slot):
                found.add(slot)
        return frozenset(found)

    def _parameter_of_called(self, function: Type, name: str) -> set[Entity]:
        """A parameter of a function; of one that makes an instance, the field or what the class sees of it."""
        definition, file = self.definition(function), self.file(function.path)
        scopes = [definition.own]
        if self.library(function.path).uniform:
            inside = (
                i for i, row in enumerate(file.facts.scopes) if row.parent == definition.scope and row.kind == "block"
            )
            scopes += [definition.scope, *inside] if any(row.name == name for row in definition.parameters) else []
        where = next((scope for scope in scopes if file.has(scope, name)), None)
        if where is None and definition.kind == "function" and self.library(function.path).extended:
            owner = self.class_of_function(function.path, definition)
            makes = definition.name in self.library(function.path).protocols.get("construct", ())
            slot = self.lookup(owner, name) if owner is not None and makes else None
            return {slot} if isinstance(slot, Slot) else set()
        return {Slot(function.path, where, name)} if where is not None else set()

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
        if occurrence.form == "field" and self.library(path).uniform:
            owners = self.dotted(path, occurrence.scope, occurrence.receiver)
            entities = self.members_of_entities(path, owners, [name])
            if entities:
                return Resolved(entities, self.way)
        if occurrence.form == "field":
            receivers = self.annotated(path, occurrence.scope, occurrence.receiver) - {NOTHING}
        else:
            receivers = self.owners_at(place, occurrence.receiver) - {NOTHING}
        found: set[Entity] = set()
        for receiver in in_order(receivers):
            if receiver in (UNKNOWN, FOREIGN) or receiver.kind == "builtin_method":
                continue
            meant = self.extension_of(place, receiver, name) or self.targets(receiver, name, path) or frozenset()
            if (not meant or meant == ELSEWHERE) and occurrence.role == "call":
                meant = self.slots_lent(receiver, name, path) or meant
            setter = self.accessor(receiver, name, path, writes=True) if occurrence.role == "write" else None
            meant = frozenset([setter]) if setter is not None else meant
            found |= meant
        if not found - ELSEWHERE and self.file(path).expression(occurrence.receiver).op == "cased":
            entities = self._of_bare(path, name, occurrence)
            return Resolved(entities, self.way if entities is not None else UNRESOLVED)
        if not found or (frozenset(found) == ELSEWHERE and UNKNOWN in receivers):
            return Resolved(None, UNRESOLVED, FOREIGN in receivers or self._may_be_foreign(path, receivers))
        if self.file(path).apart:
            meaning = "macro" if occurrence.form == "macro" else _APART.get(occurrence.role, "value")
            meaning = "" if occurrence.form == "data" or occurrence.role == "implement" else meaning
            found = set(self.meant(frozenset(found), meaning)) or found
        return Resolved(frozenset(found), self.way)

    def _may_be_foreign(self, path: str, receivers: Types) -> bool:
        """Whether a receiver may have a member from outside, by what it is made by an implementation."""
        if not (self.file(path).apart or self.library(path).reopened):
            return False
        return any(each.kind in ("instance", "class") and self.order(each)[1] & FOREIGN_BASE for each in receivers)

    def _place_of(self, path: str, occurrence: Occurrence) -> Place:
        """Where a receiver is evaluated."""
        if self.library(path).unordered:
            return Place(path, occurrence.scope, NONE, FAR)
        return Place(path, occurrence.scope, occurrence.block, occurrence.position)

    # --- slots -----------------------------------------------------------------------------------------------------

    def slot_at(self, path: str, line: int, name: str, column: int = -1) -> Slot | None:
        """The slot that a definition on a line belongs to, with its name at a column of bytes where that is known.

        An attribute's is that of the base that declares it, that of something announced where it is defined.
        """
        file = self.file(path)
        self.asking = path
        if self.library(path).nested:
            found = self._slot_defined(path, line, name)
            if found is not None:
                return found
        place = file.place_of_definition(line, name, column)
        if place is None:
            return self._mentioned(path, line, name)
        slot = Slot(path, *place)
        if self.nominal(path) or slot.name.startswith(CONSTRUCTOR):
            return self._told_apart(slot, line)
        if file.facts.scopes[slot.scope].kind != "class":
            return self._where_defined(slot)
        self.begin()
        found = self.lookup(self.owner_of(slot), slot.name)
        return found if isinstance(found, Slot) else slot

    def _told_apart(self, slot: Slot, line: int) -> Slot:
        """The function of several of a name that stands on a line."""
        file = self.file(slot.path)
        for row in file.bound.get((slot.scope, slot.name), ()):
            if row.kind == "function":
                definition = file.facts.definitions[row.number]
                if definition.start_line <= line <= definition.name_line:
                    return slot._replace(number=row.number)
        return slot

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
        if one[:2] == other[:2] and plain(one.name) == plain(other.name) and self.nominal(one.path):
            return True  # functions that are told apart, a field beside them: a question that does not is about all
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
        bound = file.bound.get((slot.scope, slot.name), ())
        if slot.number >= 0:
            bound = [b for b in bound if b.number == slot.number and b.kind == "function"]
        rows = [(b.line, b.column) for b in bound if b.kind != "import"]
        rows += [(a.line, a.column) for a in file.attributes.get((slot.scope, slot.name), ())]
        return sorted(rows)

    def definitions_of(self, slot: Slot) -> list[Definition]:
        """The classes and functions that a slot holds."""
        file = self.file(slot.path)
        rows = file.bound.get((slot.scope, slot.name), ())
        if slot.number >= 0:
            return [file.facts.definitions[slot.number]]
        return [file.facts.definitions[b.number] for b in rows if b.kind in ("class", "function")]

    def is_expanded(self, slot: Slot) -> bool:
        """Whether a slot stands for text that is put where its name is used."""
        blocks = self.file(slot.path).facts.blocks
        rows = self.file(slot.path).bound.get((slot.scope, slot.name), ())
        return any(row.block >= 0 and blocks[row.block].expanded for row in rows)

    def is_class(self, slot: Slot) -> bool:
        """Whether a slot holds a class."""
        return any(definition.kind == "class" for definition in self.definitions_of(slot))
