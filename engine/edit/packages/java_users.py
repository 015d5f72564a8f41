"""Who uses a type that moves to another package: imports and whole names change, and bare names need an import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...link.types import Slot
from ..values import TextEdit
from .java_files import heads_of
from .java_text import package_before
from .moving import Faults, uses_of

if TYPE_CHECKING:
    from ...deepfacts import Occurrence
    from ..moved import Move
    from .java_files import Heads
    from .trips import Trip

__all__ = ["Users"]


class Users:
    """Goes through the files that use a type."""

    def __init__(self, move: Move, trip: Trip, heads: dict[str, Heads]) -> None:
        """Look at nothing yet."""
        self.move, self.trip, self.heads = move, trip, heads
        self.linker = move.linker
        self.faults = Faults()
        self._done: set[tuple[str, int]] = set()

    def look(self, *, is_open: bool) -> None:
        """Take up every use. `is_open`: whether other packages see the type."""
        for path, use in uses_of(self.move):
            document = self.move.read(path)
            if document.language is not self.move.source.language:
                self.faults.add(document, use.position, "it uses it from another language")
                continue
            if not is_open and self.trip.package(path) != self.trip.new:
                self.faults.add(document, use.position, f"it uses {self.move.name}, and {self.move.name} is not public")
                continue
            if use.form == "implied" or (path, use.position) in self._done:
                continue
            self._done.add((path, use.position))
            if use.form == "import" or use.receiver >= 0:
                self._qualified(path, use)
            else:
                self._bare(path, use)
        self._check_new_package()

    def _qualified(self, path: str, use: Occurrence) -> None:
        """`old.Name` becomes `new.Name`, or goes where it is an import that is no longer needed."""
        document, heads = self.move.read(path), heads_of(self.heads, self.move.read(path))
        found = package_before(self.move, path, use.position, self.trip.old)
        if found is None:
            self.faults.add(document, use.position, "its package is written in a way that cannot be changed")
            return
        row = next((r for r in heads.rows if r.node.start_byte <= use.position < r.node.end_byte), None)
        is_there = self.trip.package(path) == self.trip.new or path == self.move.goal.path
        if is_there and row is not None and (row.module, row.name) == (self.trip.old, self.move.name):
            heads.take_out(row)
            return
        heads.change(TextEdit(*found, self.trip.new.encode()))

    def _bare(self, path: str, use: Occurrence) -> None:
        """A bare name is seen in the new package, or through an import, which is mended or made."""
        move, heads = self.move, heads_of(self.heads, self.move.read(path))
        node = move.read(path).tree.root_node.descendant_for_byte_range(use.position, use.position + 1)
        while node is not None and node.type in ("type_identifier", "type_list", "scoped_type_identifier"):
            node = node.parent
        if node is not None and node.type == "permits":
            self.faults.add(move.read(path), use.position, "it permits it to extend it, which is for one package")
        if self.trip.package(path) == self.trip.new or path == move.goal.path:
            return
        if not any(row.module == self.trip.old and not row.static for row in heads.explicit(move.name)):
            heads.bring(self.trip.new, move.name)

    def _check_new_package(self) -> None:
        """Who has another type of the name by all names of a package sees this one from now on, or cannot tell."""
        move, name = self.move, self.move.name
        family = self.linker.project.families.get(move.source.path, "")
        for path in self.linker.project.files_with(name, family):
            heads = heads_of(self.heads, move.read(path)) if move.read(path).language is move.source.language else None
            stars = heads is not None and any(row.module == self.trip.new and not row.static for row in heads.stars())
            if heads is None or not (stars or self.trip.package(path) == self.trip.new) or heads.explicit(name):
                continue
            for use, found in self.linker.all_of(path, name):
                if use.receiver != -1 or use.form != "" or move.is_inside(path, use.position):
                    continue
                slots = [each for each in found.entities or () if isinstance(each, Slot)]
                if move.slot not in slots and not any(each.scope > 0 for each in slots):
                    self.faults.add(move.read(path), use.position, f"it uses another {name}")
