"""Who may use what: the words before a declaration, and what they mean where its package is another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import plain
from ...link.families import family
from ...link.types import Slot, Type
from ..lines import offset_of
from .moving import Faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from ...deepfacts import Occurrence
    from ..document import Document
    from ..moved import Move

__all__ = ["Access", "access_at"]

_WORDS = ("public", "protected", "private")
_DECLARED = frozenset(
    {
        *("class_declaration", "interface_declaration", "enum_declaration", "record_declaration"),
        *("annotation_type_declaration", "method_declaration", "constructor_declaration", "field_declaration"),
        *("compact_constructor_declaration", "constant_declaration", "enum_constant", "formal_parameter"),
        *("annotation_type_element_declaration", "local_variable_declaration"),
    }
)
_OPEN = frozenset({"enum_constant", "formal_parameter", "annotation_type_element_declaration"})
_OPEN_AROUND = frozenset({"interface_declaration", "annotation_type_declaration"})
_OWN = frozenset({"self", "super"})


def access_at(document: Document, at: int) -> str:
    """Who may use what is declared at a byte: `public`, `protected`, `private`, or empty for its package."""
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type not in _DECLARED:
        node = node.parent
    if node is None or node.type in _OPEN:
        return "public"
    said = {child.type for words in node.children if words.type == "modifiers" for child in words.children}
    for word in _WORDS:
        if word in said:
            return word
    owner = node.parent.parent if node.parent is not None else None
    while owner is not None and owner.type not in _DECLARED:
        owner = owner.parent
    if owner is not None and owner.type in _OPEN_AROUND:
        return "public"
    if node.type == "constructor_declaration" and owner is not None and owner.type == "enum_declaration":
        return "private"
    return ""


class Access:
    """Holds the members in a text, and those that it uses, against a new package."""

    def __init__(self, move: Move, package: str) -> None:
        """`package`: the one that it leaves."""
        self.move, self.linker, self.package = move, move.linker, package
        self.faults = Faults()

    def is_here(self, path: str) -> bool:
        """Whether a file is of the package that is left."""
        return self.linker.project.prefixes(path).package(path) == self.package

    def place(self, slot: Slot) -> int:
        """Where a slot is declared; -1 where it is not."""
        places = self.linker.places_of(slot)
        return offset_of(self.move.read(slot.path).source, *places[0]) if places else -1

    def is_moving(self, slot: Slot) -> bool:
        """Whether a slot is declared in the text that moves."""
        return self.move.is_inside(slot.path, self.place(slot))

    def of(self, slot: Slot) -> str:
        """Who may use a slot."""
        return access_at(self.move.read(slot.path), self.place(slot)) if self.linker.places_of(slot) else "public"

    # --- what the text uses --------------------------------------------------------------------------------------

    def check_use(self, name: str, use: Occurrence, slot: Slot) -> None:
        """A use, in the text, of a member of what stays."""
        if self.linker.scope_row(slot).kind != "class" or not self.is_here(slot.path) or self.is_moving(slot):
            return
        said = self.of(slot)
        if said == "" or (said == "protected" and not self._is_inherited(self.move.source.path, use)):
            self.faults.add(self.move.source, use.position, f"it uses {name}, which is not public")

    def _is_inherited(self, path: str, use: Occurrence) -> bool:
        """Whether a member is used as one's own."""
        if use.form == "implied" or use.role == "instantiate":
            return False
        file = self.linker.file(path)
        receiver = use.receiver
        if use.form == "method" and receiver >= 0:  # the call, or what is named
            call = file.expression(receiver)
            callee = file.expression(call.parts[0]) if call.op in ("call", "new") and call.parts else call
            receiver = callee.parts[0] if callee.op == "member" else -1
        return receiver == -1 or (receiver >= 0 and file.expression(receiver).op in _OWN)

    # --- who uses the text ---------------------------------------------------------------------------------------

    def check_members(self) -> None:
        """Uses, by what stays, of members in the text that are not public."""
        move, source = self.move, self.move.source
        for symbol in source.facts.symbols:
            if symbol.parent < 0 or not move.is_inside(source.path, symbol.name_start):
                continue
            said = access_at(source, symbol.name_start)
            if said in ("", "protected"):
                for path, use in self._users(symbol.name):
                    if said == "" or not self._is_inherited(path, use):
                        self.faults.add(move.read(path), use.position, f"it uses {symbol.name}, which is not public")

    def _users(self, name: str) -> Iterator[tuple[str, Occurrence]]:
        move, family_name = self.move, self.linker.project.families.get(self.move.source.path, "")
        for path in self.linker.project.files_with(name, family_name):
            if not self.is_here(path):
                continue
            for use, found in self.linker.all_of(path, name):
                if move.is_inside(path, use.position):
                    continue
                unknown = found.entities is None and use.receiver != -1
                slots = [each for each in found.entities or () if isinstance(each, Slot) and each.scope > 0]
                if unknown or any(self.is_moving(each) for each in slots):
                    yield path, use

    def check_families(self) -> None:
        """Methods that override each other only within their package."""
        move, file = self.move, self.linker.file(self.move.source.path)
        for (scope, name), rows in file.bound.items():
            for row in rows:
                at = offset_of(move.source.source, row.line, row.column)
                if row.kind != "function" or not move.is_inside(move.source.path, at):
                    continue
                if file.facts.scopes[scope].kind != "class" or name.startswith("constructor"):
                    continue
                own = access_at(move.source, at)
                if own == "private":
                    continue
                for other in family(self.linker, Slot(move.source.path, scope, name, row.number))[0]:
                    if not self.is_here(other.path) or self.is_moving(other):
                        continue
                    if own == "" or self.of(other) == "":
                        self.faults.add(
                            move.source, at, f"{plain(row.name)} overrides, or is overridden, within its package"
                        )

    def check_bases(self) -> None:
        """Classes that the text extends, whose constructors only their package may use."""
        move = self.move
        for symbol in self._classes():
            for base in self._bases(symbol):
                document = move.read(base.path)
                at = self.place(base)
                for node in _constructors(document, at):
                    if access_at(document, node.start_byte) == "":
                        self.faults.add(
                            move.source,
                            at if base.path == move.source.path else move.span[0],
                            f"it extends {base.name}, whose constructor is not public",
                        )
                        break

    def _classes(self) -> list[int]:
        move, facts = self.move, self.linker.file(self.move.source.path).facts
        return [
            number
            for number, row in enumerate(facts.definitions)
            if row.kind == "class"
            and move.is_inside(move.source.path, offset_of(move.source.source, row.name_line, row.name_column))
        ]

    def _bases(self, number: int) -> Iterator[Slot]:
        path = self.move.source.path
        for base in self.linker.order(Type("class", path, number))[0][1:2]:
            if base.path and self.is_here(base.path):
                row = self.linker.definition(base)
                slot = Slot(base.path, row.scope, row.name)
                if not self.is_moving(slot):
                    yield slot


def _constructors(document: Document, at: int) -> list[tree_sitter.Node]:
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type != "class_declaration":
        node = node.parent
    body = node.child_by_field_name("body") if node is not None else None
    return (
        [child for child in body.named_children if child.type == "constructor_declaration"] if body is not None else []
    )
