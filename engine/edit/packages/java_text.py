"""What a type needs in its new file: imports, the names of the package that it leaves, and no other meanings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...deepfacts import spaced
from ...link.types import Slot, Type
from ..values import TextEdit
from .java_access import access_at
from .java_files import heads_of
from .moving import Faults

if TYPE_CHECKING:
    from ...deepfacts import Occurrence
    from ...link.types import Entity
    from ..moved import Move
    from .java_access import Access
    from .java_files import Heads, Row
    from .trips import Trip

__all__ = ["Text", "package_before"]

_WORD = re.compile(rb"(?<![\w$])[^\W\d][\w$]*")
_SKIPPED = frozenset({"import", "implied", "keyword", "bind"})


def package_before(move: Move, path: str, at: int, package: str) -> tuple[int, int] | None:
    """Where the package is written in front of a name; None where something else is."""
    document = move.read(path)
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    parent = node.parent if node is not None else None
    if node is None or parent is None or len(parent.named_children) < 2 or parent.named_children[-1].id != node.id:  # noqa: PLR2004 - two sides of a dot
        return None
    first = parent.named_children[0]
    text = (first.text or b"").decode("utf-8", "replace")
    return (first.start_byte, first.end_byte) if "".join(text.split()) == package else None


class Text:
    """Goes through the names in the text."""

    def __init__(self, move: Move, trip: Trip, heads: dict[str, Heads], access: Access) -> None:
        """Look at nothing yet."""
        self.move, self.trip, self.access = move, trip, access
        self.linker = move.linker
        self.here, self.there = heads_of(heads, move.source), heads_of(heads, move.goal)
        self.faults = Faults()
        self.edits: list[TextEdit] = []
        self.carried: set[str] = set()
        """Names of imports that the text uses."""
        self._done: set[str] = set()

    def look(self) -> None:
        """Take up every name."""
        move, file = self.move, self.linker.file(self.move.source.path)
        start, end = move.span
        for name in file.facts.occurrences:
            for use, found in self.linker.all_of(move.source.path, name):
                if not start <= use.position < end or use.form in _SKIPPED:
                    if use.form == "implied" and start <= use.position < end:
                        self._members(name, use, found.entities or frozenset())
                    continue
                if move.slot in (found.entities or ()) and use.receiver >= 0:
                    self._qualified(use)
                elif use.receiver != -1 and use.form != "method":
                    self._members(name, use, found.entities)
                else:
                    self._bare(name, use, found.entities)
        for word in {found[0].decode("utf-8", "replace") for found in _WORD.finditer(move.source.source, start, end)}:
            for row in self.here.explicit(word):
                self._carry(row)

    def _qualified(self, use: Occurrence) -> None:
        """The type by its whole name."""
        if self.trip.is_same:
            return
        found = package_before(self.move, self.move.source.path, use.position, self.trip.old)
        if found is not None:
            self.edits.append(TextEdit(*found, self.trip.new.encode()))

    def _members(self, name: str, use: Occurrence, entities: frozenset[Entity] | None) -> None:
        if self.trip.is_same:
            return
        if entities is None:
            if use.receiver != -1:
                self._unknown_member(name, use)
            return
        for each in entities:
            if isinstance(each, Slot):
                self.access.check_use(name, use, each)

    def _unknown_member(self, name: str, use: Occurrence) -> None:
        """A member of what is not known may be one that only its package may use."""
        linker, family = self.linker, self.linker.project.families.get(self.move.source.path, "")
        for path in linker.project.paths_defining(name, family):
            if not self.access.is_here(path):
                continue
            document = self.move.read(path)
            for symbol in document.facts.symbols:
                inside = self.move.is_inside(path, symbol.name_start)
                if symbol.name == name and not inside and access_at(document, symbol.name_start) in ("", "protected"):
                    self.faults.add(self.move.source, use.position, f"it may use {name} of {path}, which is not public")
                    return

    def _bare(self, name: str, use: Occurrence, entities: frozenset[Entity] | None) -> None:
        """A name without an owner: of the text itself, inherited, imported, or seen in the package."""
        source = self.move.source
        if use.form == "method" or any(isinstance(each, Slot) and each.scope > 0 for each in entities or ()):
            self._members(name, use, entities)
            if entities is None:
                self._starred(name, use, entities)
            elif use.receiver == -1 or use.form == "method":
                self._of_class(name, entities)
            return
        if self.here.explicit(name) or name in self._done:
            return
        slots = [each for each in entities or () if isinstance(each, Slot)]
        if self.move.slot in slots or any(each.kind == "prefix" for each in entities or () if isinstance(each, Type)):
            return
        self._done.add(name)
        if slots:
            self._own(name, use, slots[0])
        elif entities is None or name not in self.linker.library(source.path).builtins:
            self._starred(name, use, entities)
        elif self._means(name):
            self.faults.add(source, use.position, f"{self.move.goal.path} gives {name} another meaning")

    def _of_class(self, name: str, entities: frozenset[Entity]) -> None:
        """A member that is seen since all members of its class are imported."""
        path = self.move.source.path
        meant = {each[:3] for each in entities if isinstance(each, Slot)}
        for row in self.here.stars():
            found = self.linker.imported_from(path, row.module, spaced("method", name))
            found |= self.linker.imported_here(path, 0, row.module, name)
            if any(isinstance(each, Slot) and each[:3] in meant for each in found):
                self.there.bring(row.module, "", static=row.static)

    def _means(self, name: str) -> frozenset[Entity]:
        """What the project gives a name in the new file."""
        path = self.move.goal.path
        linker = self.linker
        if self.there.explicit(name) or (0, name) in linker.file(path).bound:
            return linker.entities_of_slot(Slot(path, 0, name)) or frozenset([Type("external", name=name)])
        found = linker.member_of_prefix(path, self.trip.new, name)
        return frozenset(each for each in found if isinstance(each, Slot) and each.scope == 0)

    def _own(self, name: str, use: Occurrence, slot: Slot) -> None:
        """A type of the project that is seen without being named in an import."""
        source, goal = self.move.source, self.move.goal
        package = self.trip.package(slot.path)
        meant = self._means(name)
        if meant and slot not in meant:
            self.faults.add(source, use.position, f"{goal.path} gives {name} another meaning")
            return
        if package == self.trip.new or meant:
            return
        if access_at(self.move.read(slot.path), self.access.place(slot)) != "public":
            self.faults.add(source, use.position, f"it needs {name}, which is not public")
            return
        self._check_seen(name, use, frozenset([slot]))
        self.there.bring(package, name)

    def _check_seen(self, name: str, use: Occurrence, meant: frozenset[Entity]) -> None:
        """That the new file does not use the name for something else until now."""
        path = self.move.goal.path
        for other, found in self.linker.all_of(path, name) if self.move.goal.source else ():
            mine = found.entities is not None and (found.entities & meant or _is_inner(found.entities))
            if other.receiver == -1 and other.form == "" and not mine:
                self.faults.add(self.move.source, use.position, f"{path} gives {name} another meaning")

    def _starred(self, name: str, use: Occurrence, entities: frozenset[Entity] | None) -> None:
        """What may come with all names of a package or of a class that is not in the project."""
        source = self.move.source
        stars = self.here.stars()
        if not stars and self.trip.is_same and entities is not None:
            return
        is_type = entities is not None or name[:1].isupper()
        wanted = [row for row in stars if row.static or is_type]
        if not wanted:
            if not (use.form == "method" and entities is None):
                self.faults.add(source, use.position, f"nothing is known of {name}")
            return
        if self._means(name):
            self.faults.add(source, use.position, f"{self.move.goal.path} gives {name} another meaning")
        others = [row for row in self.there.stars() if row.text not in {mine.text for mine in stars}]
        for row in wanted:
            if self.move.goal.source and others and not self.there.has(row.module, "", static=row.static):
                self.faults.add(
                    source, use.position, f"{self.move.goal.path} imports all names of others, perhaps a {name}"
                )
            self.there.bring(row.module, "", static=row.static)

    def _carry(self, row: Row) -> None:
        """An import that the text uses, or mentions."""
        move, linker = self.move, self.linker
        if row.name in self.carried:
            return
        self.carried.add(row.name)
        at = row.node.start_byte
        meant = linker.imported_here(move.source.path, 0, row.module, row.name)
        slots = [each for each in meant if isinstance(each, Slot) and each.scope == 0]
        if slots and not row.static and self.trip.package(slots[0].path) == self.trip.new:
            return
        if not self.trip.is_same:
            for each in linker.imported_here(move.source.path, 0, row.module, row.name):
                if isinstance(each, Slot) and self.access.is_here(each.path) and self.access.of(each) != "public":
                    self.faults.add(move.source, at, f"it needs {row.name}, which is not public")
        taken = [each for each in self.there.explicit(row.name) if each.text != row.text and each.static == row.static]
        if taken or any(r.kind != "import" for r in linker.file(move.goal.path).bound.get((0, row.name), ())):
            self.faults.add(move.source, at, f"{move.goal.path} gives {row.name} another meaning")
            return
        if not row.static:
            use = next(iter(linker.file(move.source.path).occurrences(row.name)), None)
            if use is not None:
                self._check_seen(row.name, use, meant)
        self.there.bring(row.module, row.name, static=row.static)


def _is_inner(entities: frozenset[Entity]) -> bool:
    return any(isinstance(each, Slot) and each.scope > 0 for each in entities)
