"""Where a slot is used: every occurrence of its name and of its aliases, each with how it was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import SPACES, Occurrence, plain
from .contracts import related
from .reopened import static
from .types import Slot
from .ways import FIXTURE, SCOPE, UNIQUE, UNRESOLVED, certainty, name_of

if TYPE_CHECKING:
    from ..deepfacts import Binding
    from .linker import Linker, Resolved
    from .types import Entity

__all__ = ["Found", "Searched", "Use", "references"]


class Use(NamedTuple):
    """One reference."""

    path: str
    name: str
    occurrence: Occurrence
    way: int

    @property
    def certainty(self) -> str:
        """How sure it is."""
        return certainty(self.way)

    @property
    def how(self) -> str:
        """How it was found."""
        return name_of(self.way)


class Searched(NamedTuple):
    """Where uses were looked for."""

    words: frozenset[str]
    """A file that may have a use has one of these words …"""
    folders: frozenset[str]
    """… or lies in one of these folders (empty: that of the project)."""
    files: frozenset[str]
    """The files that were."""


class Found(NamedTuple):
    """All uses of a slot."""

    uses: list[Use]
    family: dict[Slot, list[Use]]
    """Uses of the members that it overrides, or that override it."""
    searched: Searched


def references(
    linker: Linker, slot: Slot, asked: tuple[int, int] | None = None, others: frozenset[Slot] = frozenset()
) -> Found:
    """Every use of a slot, in order of path and place. What cannot be resolved is there as a use by name.

    The definition `asked` for (its line and column; without: the first) is left out, further ones are uses of the slot.
    `others` of the same name are meant together with it.
    """
    search = _Search(linker, slot, asked, others)
    search.add_definitions()
    if linker.scope_row(slot).kind in _LOCAL and not _escapes(linker, slot):
        search.look_at([slot.path], search.name)
        searched = Searched(frozenset(), frozenset(), frozenset([slot.path]))
    else:
        with linker.project.source.streaming():
            searched = _look_everywhere(linker, slot, search)
    search.uses.sort(key=_order)
    return Found(search.uses, search.family, searched)


def _look_everywhere(linker: Linker, slot: Slot, search: _Search) -> Searched:
    family = linker.project.families.get(slot.path, "")
    words, folders, files = set[str](), set[str](), {slot.path}
    unspelled = linker.library(slot.path).unspelled
    todo, done = [(name, slot.path) for name in search.names()], set[tuple[str, str]]()
    looked: dict[str, set[str]] = {}
    while todo:
        name, path = todo.pop()
        key = name, path if name in unspelled else ""
        if key in done:
            continue
        done.add(key)
        paths = linker.project.importers(path) if name in unspelled else linker.project.files_with(name, family)
        seen = looked.setdefault(name, set())
        search.look_at([each for each in paths if each not in seen], name)
        seen.update(paths)
        todo += search.aliases(paths, name)
        spelled, folder = linker.project.resolver(path).importers(path) if name in unspelled else ([name], None)
        words.update(spelled)
        folders.update(() if folder is None else (folder,))
        files.update(paths)
    return Searched(frozenset(words), frozenset(folders), frozenset(files))


class _Search:
    def __init__(self, linker: Linker, slot: Slot, asked: tuple[int, int] | None, others: frozenset[Slot]) -> None:
        self.linker = linker
        self.asked = asked or next(iter(linker.places_of(slot)), None)
        self.slot = slot
        self.name = plain(slot.name)
        self.targets = linker.entities_of_slot(slot) | {slot} | others
        self.uses: list[Use] = []
        self.family: dict[Slot, list[Use]] = {}
        self._is_member = linker.is_member(slot)
        self._related: dict[Slot, bool] = {}
        library = linker.library(slot.path)
        self._named_bare = library.textual or library.reopened
        """Whether a member may be named without its owner: as an argument of a macro, or since a program has it."""
        self._loose = library.loose
        """Whether a bare name may be anything that a program is given: that but one class has it proves nothing."""
        self._space = slot.name.partition(" ")[0] if " " in slot.name else ""
        self._apart = linker.file(slot.path).apart
        self._is_fixture = any("fixture" in row.traits for row in linker.definitions_of(slot))
        self._is_local = linker.scope_row(slot).kind in _LOCAL and slot.name not in linker.file(slot.path).given_on

    def names(self) -> list[str]:
        """What the slot may be called without an import: its name, and what that is where it decorates something."""
        read = self.linker.read_as(self.slot) if self.slot.number >= 0 else []
        if read:
            return [self.name, *read]
        ending = self.linker.library(self.slot.path).shortened
        decorates = self.linker.is_class(self.slot) or self._space == CONSTRUCTOR
        is_short = ending and self.name.endswith(ending) and decorates
        return [self.name, self.name.removesuffix(ending)] if is_short else [self.name]

    def add_definitions(self) -> None:
        """The further classes or functions that the slot holds: overloads, accessors, alternatives."""
        for definition in self.linker.definitions_of(self.slot):
            line, column = definition.name_line, definition.name_column
            if (line, column) != self.asked:
                scope, block, position = definition.scope, definition.block, definition.position
                occurrence = Occurrence(line, column, "definition", scope, block, position, -1, "bind")
                self.uses.append(Use(self.slot.path, self.name, occurrence, SCOPE))

    def look_at(self, paths: list[str], name: str) -> None:
        """Judge every occurrence of a name in some files."""
        unresolved: list[tuple[str, Occurrence, Resolved]] = []
        for path in paths:
            for occurrence, resolved in self.linker.all_of(path, name):
                if path == self.slot.path and (occurrence.line, occurrence.column) == self.asked:
                    continue
                if self._is_fixture and self.linker.requested(path, name, occurrence) == self.slot:
                    self.uses.append(Use(path, name, occurrence._replace(role="read", form=""), FIXTURE))
                elif resolved.entities is None:
                    unresolved.append((path, occurrence, resolved))
                elif resolved.entities & self.targets:
                    self.uses.append(Use(path, name, occurrence, resolved.way))
                else:
                    self._note_family(path, name, occurrence, resolved)
        if name == self.name:
            self._add_unresolved(paths, unresolved)

    def aliases(self, paths: list[str], name: str) -> list[tuple[str, str]]:
        """Other names under which the slot is imported or given on, each with the file."""
        found: list[tuple[str, str]] = []
        unspelled = self.linker.library(self.slot.path).unspelled
        names = unspelled if name in unspelled else {name}
        for path in paths:
            file = self.linker.file(path)
            for binding in (row for each in names for row in file.renamed(each) if row.name != name):
                self.linker.begin()
                if self._is_meant(self._given(path, binding)):
                    found.append((plain(binding.name), path))
        return found

    def _given(self, path: str, binding: Binding) -> frozenset[Entity]:
        """What a binding gives another name."""
        if binding.kind == "import":
            return self.linker.imported(path, binding)
        return self.linker.entities_of_slot(Slot(path, binding.scope, binding.name))

    def _is_meant(self, entities: frozenset[Entity]) -> bool:
        """Whether what an import leads to is asked for: it is all functions of a name, of which one may be meant."""
        slots = [each for each in entities if isinstance(each, Slot)]
        return bool(entities & self.targets) or any(each[:3] == self.slot[:3] for each in slots)

    def _note_family(self, path: str, name: str, occurrence: Occurrence, resolved: Resolved) -> None:
        if not self._is_member or not resolved.entities:
            return
        for entity in resolved.entities:
            if not isinstance(entity, Slot):
                continue
            belongs = self._related.get(entity)
            if belongs is None:
                belongs = self._related[entity] = bool(related(self.linker, self.slot, entity))
            if belongs:
                self.family.setdefault(entity, []).append(Use(path, name, occurrence, resolved.way))

    def _add_unresolved(self, paths: list[str], rows: list[tuple[str, Occurrence, Resolved]]) -> None:
        """Uses by name: of a member whatever has a receiver, of others what has none; unique ones are inferred."""
        if self._is_local or not rows:
            return
        unique = self._is_member and self._is_unique(paths)
        own = self.slot.name.rpartition(" ")[0]
        for path, occurrence, resolved in rows:
            if not _may_be_in(occurrence, own):
                continue
            if occurrence.form == "import" or (occurrence.role == "import" and occurrence.receiver != -1):
                continue
            bare = self._is_member and occurrence.receiver == -1
            is_handed = bare and self.linker.is_handed(path, occurrence.block)
            space = occurrence.form if occurrence.form in SPACES else ""
            if self._apart and space != self._space and not (is_handed and not space):
                continue
            if bare and not self._named_bare and not is_handed:
                continue
            doubted = bare and (self._loose or not self._named_bare)
            way = UNIQUE if unique and not resolved.foreign and not doubted else UNRESOLVED
            self.uses.append(Use(path, self.name, occurrence, way))

    def _is_unique(self, paths: list[str]) -> bool:
        """Whether no other class of the project, nor a type of the library, has a member of the name."""
        if self.name in self.linker.library(self.slot.path).members:
            return False
        holders: set[Entity] = set()
        names = (self.name, static(self.name)) if self.linker.library(self.slot.path).reopened else (self.slot.name,)
        for path in paths:
            file = self.linker.file(path)
            for scope, row in enumerate(file.facts.scopes):
                if row.kind == "class" and any(file.has(scope, name) for name in names):
                    holders.add(Slot(path, scope, self.slot.name))
        return len(holders) == 1


def _may_be_in(occurrence: Occurrence, space: str) -> bool:
    """Whether a place may name something in a space of names."""
    form = occurrence.form if occurrence.form in _APART else ""
    return occurrence.form == "keyword" or form == space or not (form or space in _APART)


def _escapes(linker: Linker, slot: Slot) -> bool:
    """Whether a local name is seen from elsewhere: a parameter, by name in calls, or what a file gives to others."""
    file = linker.file(slot.path)
    bound = file.bound.get((slot.scope, slot.name), ())
    return any(binding.kind == "parameter" for binding in bound) or slot.name in file.given_on


def _order(use: Use) -> tuple[str, int, int]:
    return use.path, use.occurrence.line, use.occurrence.column


_APART = frozenset({"variable", "function", "constant", "space"})
"""Spaces of names in which nothing of another one can be meant."""
CONSTRUCTOR = "constructor"
_LOCAL = frozenset({"function", "lambda", "comprehension", "block", "types"})
