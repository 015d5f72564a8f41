"""Moves between files of folders that are packages: within one, only imports change; to another one, all uses do.

What is unused must not be imported, so every file whose text changes has its imports counted. A file says
`package.Name` of what another package has, and may do so only of names that begin with a capital.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...link.types import Place, Slot, Type
from ..lines import offset_of
from ..occurrences import is_text, is_word_of_language
from ..surface import known_places
from ..together import in_the_way
from ..values import TextEdit
from .go_circles import circle_of
from .go_files import TESTS, Heads, exported, folder_of, qualifier, unkeyed
from .go_rules import own_faults, place_faults, widened
from .moving import Faults, doubts, mention_notes, plans, spliced_text, uses_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...deepfacts import Occurrence
    from ...link.types import Entity
    from ..moved import Move
    from ..plan import FileEdit

__all__ = ["transfers"]

_WORD = re.compile(rb"(?<![\w\x80-\xff])[^\W\d][\w\x80-\xff]*")


def transfers(move: Move) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first. Raises StillUsed with what is missing, Refused.

    Whether it may be exported changes nothing: the name itself says whether others may use it.
    """
    located, lead, indent = widened(move.source, move.located)
    move = move._replace(located=located)
    planned = _Planned(move)
    faults = planned.faults
    faults += place_faults(move, planned.packages)
    if not faults:
        faults += own_faults(move, is_same=planned.is_same)
    if not faults:
        planned.look()
        faults += doubts(move) if not planned.is_same else ()
    if not faults:
        faults += planned.circles()
    edits = {path: heads.edits() for path, heads in planned.heads.items()} if not faults else {}
    faults += [fault for heads in planned.heads.values() for fault in heads.faults if fault not in faults]
    if faults:
        raise in_the_way(move.located.symbol.name, move.goal.path, faults)
    head = b""
    if not move.goal.source.strip():
        head = f"package {planned.packages[1]}".encode() + planned.at(move.goal.path).opening()
        edits[move.goal.path] = []
    text = _dedented(spliced_text(move, [*lead, *planned.inner]), indent)
    notes = mention_notes(move, edits) if not planned.is_same else []
    yield from plans(move, text, edits, low=planned.at(move.goal.path).end, head=head, notes=notes)


def _dedented(text: str, indent: str) -> str:
    return text.replace(f"\n{indent}", "\n") if indent else text


class _Planned:
    """Goes through the text and its users, and takes note of what changes."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.linker = move.linker
        self.faults = Faults()
        self.heads: dict[str, Heads] = {}
        self.inner: list[TextEdit] = []
        """Edits of the text that moves, by places in its old file."""
        own = self.linker.file(move.source.path).facts.package
        self.packages = own, self._package_of_goal(own)
        """The names of the packages that it leaves and comes to."""
        self.is_same = own == self.packages[1] and folder_of(move.source.path) == folder_of(move.goal.path)
        paths = move.source.path, move.goal.path
        packaging = self.linker.project.packaging(move.source.path)
        self.is_importable = [
            packaging.is_importable(package) and not path.endswith(TESTS)
            for package, path in zip(self.packages, paths, strict=True)
        ]

    def _package_of_goal(self, own: str) -> str:
        move, folder = self.move, folder_of(self.move.goal.path)
        said = self.linker.file(move.goal.path).facts.package
        if said or folder == folder_of(move.source.path):
            return said or own
        packaging = self.linker.project.packaging(move.source.path)
        files = packaging.files(Type("package", folder))
        self.linker.project.prepare(files)
        names = [package for path in files if (package := self.linker.file(path).facts.package)]
        return next(
            (name for name in names if not name.endswith("_test")), re.sub(r"\W", "", folder.rpartition("/")[2])
        )

    def at(self, path: str) -> Heads:
        """The imports of a file, as they will be."""
        if path not in self.heads:
            self.heads[path] = Heads(self.linker, self.move.read(path))
        return self.heads[path]

    def look(self) -> None:
        """Take up the text, then everybody who uses it."""
        move, file = self.move, self.linker.file(self.move.source.path)
        start, end = move.span
        self._check_words()
        for name in file.facts.occurrences:
            for use in file.occurrences(name):
                if start <= use.position < end and use.form != "import":
                    self._take(name, use)
        if self.is_same:
            return
        for path, use in uses_of(move):
            self._follow(path, use)
        self._check_members()

    def _check_words(self) -> None:
        """A word that stands in code and of which there are no facts may mean anything."""
        move, file = self.move, self.linker.file(self.move.source.path)
        start, end = move.span
        for found in _WORD.finditer(move.source.source, start, end):
            name = found[0].decode("utf-8", "replace")
            bound = (0, name) in file.bound or bool(self.linker.starred(move.source.path, name))
            if not bound or found.start() in known_places(file, move.source, name):
                continue
            if not is_text(move.source, *found.span()) and not is_word_of_language(move.source, *found.span()):
                self.faults.add(move.source, found.start(), f"nothing is known of this {name}")

    # --- the text ------------------------------------------------------------------------------------------------

    def _take(self, name: str, use: Occurrence) -> None:
        """One name in the text."""
        move, source = self.move, self.move.source
        entities = self.linker.resolve(source.path, name, use).entities
        if use.receiver != -1 and not (use.form == "entry" and _is_top(entities)):
            if not self.is_same and not self._is_package(use):  # the name of a package is taken up by itself
                self._take_member(name, use, entities)
            return
        bound = self.linker.scope_of(source.path, use.scope, name, use.position)
        if bound > 0:
            return
        rows = self.linker.file(source.path).bound.get((0, name), ())
        if rows and all(row.kind == "import" for row in rows):
            self._carry(name, use)
        elif self.is_same:
            self._check_free(name, use, entities)
        elif entities is None or any(isinstance(each, Type) and each.kind == "package" for each in entities):
            self.faults.add(source, use.position, f"nothing is known of {name}")
        elif move.slot in entities:
            return
        elif _is_top(entities):
            self._take_own(name, use, entities)
        elif self.linker.starred(move.goal.path, name) or (0, name) in self.linker.file(move.goal.path).bound:
            self.faults.add(source, use.position, f"{move.goal.path} gives {name} another meaning")

    def _check_free(self, name: str, use: Occurrence, entities: frozenset[Entity] | None) -> None:
        if entities is None or any(isinstance(each, Type) and each.kind == "package" for each in entities):
            self.faults.add(self.move.source, use.position, f"nothing is known of {name}")
        if any(row.kind == "import" for row in self.linker.file(self.move.goal.path).bound.get((0, name), ())):
            self.faults.add(self.move.source, use.position, f"{self.move.goal.path} imports another {name}")

    def _is_package(self, use: Occurrence) -> bool:
        expression = self.linker.file(self.move.source.path).expression(use.receiver) if use.receiver >= 0 else None
        if expression is None or expression.op != "name":
            return False
        rows = self.linker.file(self.move.source.path).bound.get((0, expression.text), ())
        inner = self.linker.scope_of(self.move.source.path, use.scope, expression.text, use.position) > 0
        return not inner and any(row.kind == "import" for row in rows)

    def _take_member(self, name: str, use: Occurrence, entities: frozenset[Entity] | None) -> None:
        """A member that only its package may use stays behind, unless it moves as well."""
        if exported(name) or name == "_":
            return
        for each in entities or (None,):
            mine = isinstance(each, Slot) and self.move.is_inside(each.path, self._place(each))
            if not mine and (isinstance(each, Slot) or each is None):
                self.faults.add(self.move.source, use.position, f"it uses {name}, which only its package may use")

    def _place(self, slot: Slot) -> int:
        """Where a slot is bound."""
        rows = self.linker.file(slot.path).bound.get((slot.scope, slot.name), ())
        source = self.move.read(slot.path).source if rows else b""
        return next((offset_of(source, row.line, row.column) for row in rows), -1)

    def _carry(self, name: str, use: Occurrence) -> None:
        """The name of a package, which the new file has to import too."""
        move, source = self.move, self.move.source
        here = self.at(source.path)
        row = here.row_of(name)
        if row is None:
            self.faults.add(source, use.position, f"the import of {name} cannot be read")
            return
        here.release(name, use.position)
        module = self.linker.project.resolver(source.path).module(source.path, row.module)
        if (
            not self.is_same
            and module is not None
            and module.path == folder_of(move.goal.path)
            and self.is_importable[1]
        ):
            self._shorten(use)
            return
        if module is not None and self.linker.project.naming(move.goal.path).text(move.goal.path, module) is None:
            self.faults.add(source, use.position, f"{move.goal.path} cannot import {row.module}")
        there = self.at(move.goal.path).named(row.module, name, spelled=bool(row.alias))
        if there != name:
            self._check_unshadowed(use, there)
            self.inner.append(TextEdit(use.position, use.position + len(name.encode()), there.encode()))

    def _shorten(self, use: Occurrence) -> None:
        """`package.Name` of the package that the text comes to is `Name`."""
        source = self.move.source
        found = qualifier(source, use.position)
        if found is None:
            self.faults.add(source, use.position, "its package is named in a way that cannot be changed")
            return
        member = source.source[found.end : found.stop].decode("utf-8", "replace")
        if self.linker.scope_of(source.path, use.scope, member, found.end) > 0:
            self.faults.add(source, use.position, f"{member} means something else here")
        self.inner.append(TextEdit(found.start, found.end, b""))

    def _take_own(self, name: str, use: Occurrence, entities: frozenset[Entity]) -> None:
        """A name of the package that the text leaves is qualified from now on."""
        move, source = self.move, self.move.source
        local = self.linker.file(source.path)
        stars = any(isinstance(each, Slot) and folder_of(each.path) != folder_of(source.path) for each in entities)
        if stars or not ((0, name) in local.bound or self.linker.starred(source.path, name)):
            self.faults.add(source, use.position, f"it has {name} by an import of all names")
            return
        if not exported(name):
            self.faults.add(source, use.position, f"it needs {name}, which only its package may use")
            return
        in_tests = any(isinstance(each, Slot) and each.path.endswith(TESTS) for each in entities)
        if in_tests or not self.linker.project.packaging(source.path).is_importable(self.packages[0]):
            self.faults.add(source, use.position, f"it needs {name}, and package {self.packages[0]} cannot be imported")
            return
        if unkeyed(source, use) and self._has_hidden(entities):
            self.faults.add(
                source, use.position, f"it gives values to the fields of {name}, some of them its package's"
            )
        there = self._name_of(move.goal.path, source.path, self.packages[0])
        if there is not None:
            self._check_unshadowed(use, there)
            self.inner.append(TextEdit(use.position, use.position, f"{there}.".encode()))

    def _has_hidden(self, entities: frozenset[Entity]) -> bool:
        slots = [each for each in entities if isinstance(each, Slot)]
        return any(not exported(name) for slot in slots for name in self._members_of(slot))

    def _members_of(self, slot: Slot) -> list[str]:
        scopes = [row.own for row in self.linker.definitions_of(slot) if row.own >= 0 and row.kind == "class"]
        return [row.name for row in self.linker.file(slot.path).facts.bindings if row.scope in scopes]

    def _check_unshadowed(self, use: Occurrence, name: str) -> None:
        if self.linker.scope_of(self.move.source.path, use.scope, name, use.position) > 0:
            self.faults.add(self.move.source, use.position, f"{name} means something else here")

    def _name_of(self, path: str, of: str, package: str) -> str | None:
        """Under which name a file has the package of another one, which it imports if it does not yet."""
        module = Type("package", folder_of(of), name=of)
        text = self.linker.project.naming(path).text(path, module)
        if text is None:
            document = self.move.read(path)
            self.faults.add(document, 0, f"{path} cannot import the package of {of}")
            return None
        return self.at(path).named(text, package)

    # --- who uses it -----------------------------------------------------------------------------------------------

    def _follow(self, path: str, use: Occurrence) -> None:
        """One place that means the definition, outside of the text."""
        move, document, name = self.move, self.move.read(path), self.move.name
        if use.receiver >= 0 and (use.form == "entry" or not self._names_package(path, use)):
            receivers = self.linker.evaluate(Place(path, use.scope, use.block, use.position), use.receiver)
            if any(each.kind == "package" for each in receivers):
                self.faults.add(document, use.position, "nothing is known of how its package is imported")
            return  # a field that has its name from the type, and keeps it
        if not exported(name):
            self.faults.add(
                document, use.position, f"it uses {name}, which begins with a small letter: rename it first"
            )
            return
        if unkeyed(document, use) and any(not exported(each) for each in self._members_of(move.slot)):
            self.faults.add(document, use.position, f"it gives values to the fields of {name} without their names")
        start = self._released(path, use)
        if start is not None:
            self._renew(path, use, start)

    def _released(self, path: str, use: Occurrence) -> int | None:
        """Where a use begins, with the name of its package, which goes; None where that cannot be."""
        if use.receiver < 0:
            return use.position
        document = self.move.read(path)
        found = qualifier(document, use.position, member=True)
        if found is None:
            self.faults.add(document, use.position, "it is reached through its package in a way that cannot be changed")
            return None
        local = document.source[found.start : found.end].rstrip(b". \t\r\n").decode("utf-8", "replace")
        self.at(path).release(local, found.start)
        return found.start

    def _renew(self, path: str, use: Occurrence, start: int) -> None:
        """Name the definition as the file has to from now on: bare in its new package, else with the name of that."""
        move, document, name = self.move, self.move.read(path), self.move.name
        package = self.packages[1]
        is_there = self.linker.file(path).facts.package == package and folder_of(path) == folder_of(move.goal.path)
        if not is_there and not self.is_importable[1]:
            self.faults.add(document, use.position, f"it uses {name}, and package {package} cannot be imported")
            return
        first = name if is_there else self._name_of(path, move.goal.path, package)
        if first is None:
            return
        if self.linker.scope_of(path, use.scope, first, use.position) > 0:
            self.faults.add(document, use.position, f"{first} means something else here")
        lead = "" if is_there else f"{first}."
        self.at(path).change(TextEdit(start, use.position, lead.encode()))

    def _names_package(self, path: str, use: Occurrence) -> bool:
        expression = self.linker.file(path).expression(use.receiver)
        rows = self.linker.file(path).bound.get((0, expression.text), ()) if expression.op == "name" else ()
        return any(row.kind == "import" for row in rows)

    def _check_members(self) -> None:
        """Members of the definition that only its new package may use, and that others do."""
        move = self.move
        family = self.linker.project.families.get(move.source.path, "")
        for symbol in move.source.facts.symbols:
            if symbol.parent < 0 or exported(symbol.name) or not move.is_inside(move.source.path, symbol.name_start):
                continue
            for path in self.linker.project.files_with(symbol.name, family):
                if folder_of(path) != folder_of(move.source.path):
                    continue
                for use in self.linker.file(path).occurrences(symbol.name):
                    if use.receiver == -1 or move.is_inside(path, use.position):
                        continue
                    entities = self.linker.resolve(path, symbol.name, use).entities
                    if entities is None or any(
                        isinstance(each, Slot) and move.is_inside(each.path, self._place(each)) for each in entities
                    ):
                        document = move.read(path)
                        self.faults.add(
                            document, use.position, f"it uses {symbol.name}, which only its package may use"
                        )

    def circles(self) -> list[str]:
        """Packages that would import each other."""
        if self.is_same:
            return []
        news = [(path, text) for path, heads in self.heads.items() for text in heads.news]
        gone = {path: heads.gone_modules() for path, heads in self.heads.items()}
        circle = circle_of(self.linker, news, gone, self.packages[1], self.move.goal.path)
        return [f"packages would import each other: {' → '.join(circle)}"] if circle else []


def _is_top(entities: frozenset[Entity] | None) -> bool:
    """Whether a name stands for what a package has at its top."""
    return any(isinstance(each, Slot) and each.scope == 0 for each in entities or ())
