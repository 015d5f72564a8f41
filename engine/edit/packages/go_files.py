"""The imports of one file: under which names it has packages, who uses them, and what they become."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..imports import imports_of
from ..lines import line_end
from ..values import TextEdit
from .lines import Line, New, changed
from .moving import Faults

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import Occurrence
    from ...link.linker import Linker
    from ..document import Document
    from ..imports import Imported

__all__ = ["TESTS", "Heads", "Qualifier", "exported", "folder_of", "qualifier", "unkeyed"]

TESTS = "_test.go"
"""How files end whose names only tests of their own folder see."""
_SELECTORS = frozenset({"selector_expression", "qualified_type"})


def folder_of(path: str) -> str:
    """The folder of a file, which is its package's."""
    return path.rpartition("/")[0]


def exported(name: str) -> bool:
    """Whether other packages may use a name."""
    return name[:1].isupper()


class Qualifier(NamedTuple):
    """Where `package.` stands before a name."""

    start: int
    end: int
    """Where the name begins."""
    stop: int
    """Where it ends."""


def qualifier(document: Document, at: int, *, member: bool = False) -> Qualifier | None:
    """What stands before a dot at a byte, or (`member`) before the dot in front of the name there."""
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    parent = node.parent if node is not None else None
    if node is None or parent is None or parent.type not in _SELECTORS or len(parent.named_children) != 2:  # noqa: PLR2004 - two sides of a dot
        return None
    package, name = parent.named_children
    if node.id != (name if member else package).id or package.child_count:
        return None
    return Qualifier(package.start_byte, name.start_byte, name.end_byte)


def unkeyed(document: Document, use: Occurrence) -> bool:
    """Whether the type named at a place is given values for its fields by their order, or is made of another value."""
    node = document.tree.root_node.descendant_for_byte_range(use.position, use.position + 1)
    if node is not None and node.parent is not None and node.parent.type in _SELECTORS:
        node = node.parent
    if node is not None and node.parent is not None and node.parent.type == "generic_type":
        node = node.parent
    above = node.parent if node is not None else None
    if above is None or node is None:
        return False
    if above.type in ("call_expression", "type_conversion_expression"):
        return above.named_children[0].id == node.id
    body = above.child_by_field_name("body") if above.type == "composite_literal" else None
    return body is not None and any(child.type != "keyed_element" for child in _content(body))


def _content(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"]


class Row(NamedTuple):
    """An import that is there."""

    local: str
    """Empty where nothing uses it by a name."""
    module: str
    alias: str
    """As it is written, if it is."""
    imported: Imported


class Heads:
    """The imports of a file."""

    def __init__(self, linker: Linker, document: Document) -> None:
        """Read them."""
        self._linker = linker
        self.document, self.path = document, document.path
        self._file = linker.file(document.path)
        self.faults = Faults()
        self.news: dict[str, tuple[str, bool]] = {}
        """By path, under which name it is imported from now on, and whether that is written."""
        self._released: dict[str, set[int]] = {}
        self._edits: list[TextEdit] = []
        places = {(row.line, row.column): row for row in self._file.facts.bindings if row.kind == "import"}
        self.rows: list[Row] = []
        for each in imports_of(document) if document.source else ():
            node = each.alias or each.name or each.module
            row = places.get((node.start_point[0], node.start_point[1]))
            alias = (each.alias.text or b"").decode() if each.alias is not None else ""
            local = row.name if row is not None else ""
            self.rows.append(Row("" if alias == "_" else local, each.module_text, alias, each))

    @property
    def end(self) -> int:
        """Where the head of the file ends."""
        ends = [self._declaration(row).end_byte for row in self.rows]
        clause = self._clause()
        return max([*ends, clause.end_byte if clause is not None else 0])

    def row_of(self, local: str) -> Row | None:
        """The import that gives a name its meaning."""
        return next((row for row in self.rows if row.local == local), None)

    def release(self, local: str, at: int) -> None:
        """A place that uses the name of a package goes."""
        self._released.setdefault(local, set()).add(at)

    def change(self, edit: TextEdit) -> None:
        """Another edit of the file."""
        self._edits.append(edit)

    def named(self, module: str, package: str, *, spelled: bool = False) -> str:
        """Under which name the file has a package, from now on if not yet.

        `package`: how it calls itself, or (`spelled`) how it is to be called.
        """
        for row in self.rows:
            if row.module == module and row.local:
                self._gain(row.local)
                if not spelled and not row.alias and row.local != package:
                    self.faults.add(self.document, row.imported.place, f"nothing is known of how {module} is called")
                return row.local
        if module in self.news:
            return self.news[module][0]
        last = module.rpartition("/")[2]
        self.news[module] = package, spelled or (package != last and not _is_version(last))
        taken = [row for row in self._file.bound.get((0, package), ()) if row.kind != "import"]
        if taken or self._linker.starred(self.path, package) or self.row_of(package) is not None:
            self.faults.add(self.document, 0, f"{self.path} has another {package}, and would import one")
        elif any(use.receiver == -1 and self._is_outer(package, use) for use in self._file.occurrences(package)):
            self.faults.add(self.document, 0, f"{self.path} uses another {package}, and would import one")
        return package

    def _gain(self, local: str) -> None:
        self._released.setdefault(local, set()).add(-1)

    def _is_outer(self, name: str, use: Occurrence) -> bool:
        return self._linker.scope_of(self.path, use.scope, name, use.position) <= 0

    def gone(self) -> list[Row]:
        """The imports that nothing will use any more."""
        return [row for row in self.rows if row.local and self._is_left(row.local)]

    def _is_left(self, local: str) -> bool:
        """Whether every place that uses the name of a package goes, and there are such."""
        released = self._released.get(local)
        if not released or -1 in released:
            return False
        uses = (use for use in self._file.occurrences(local) if use.receiver == -1 and self._is_outer(local, use))
        return all(use.position in released for use in uses)

    def gone_modules(self) -> set[str]:
        """What the file does not import any more."""
        return {row.module for row in self.gone()}

    def edits(self) -> list[TextEdit]:
        """All edits of the file."""
        if not self.document.source.strip():
            return list(self._edits)
        gone = self.gone()
        by_declaration = Counter(self._declaration(row).id for row in self.rows)
        going = Counter(self._declaration(row).id for row in gone)
        whole = {ident for ident, count in going.items() if count == by_declaration[ident]}
        leaving = [self._line(row, whole=self._declaration(row).id in whole) for row in gone]
        listed = self._grouped()
        kept = [
            self._line(row, whole=False) for row in self.rows if row not in gone and (not listed or _is_listed(row))
        ]
        edits, alone = changed(self.document, kept, list(dict.fromkeys(leaving)), self._new_lines())
        clause = self._clause()
        if alone and clause is not None:
            at = line_end(self.document.source, clause.end_byte)
            edits.append(TextEdit(at, at, _declared(alone)))
        return [*edits, *self._edits]

    def opening(self) -> bytes:
        """The imports of a file that is empty yet, behind the clause that names its package."""
        return _declared(self._new_lines()) if self.news else b""

    def _new_lines(self) -> list[New]:
        return [
            New(_kind(module), module, f'{name} "{module}"' if spelled else f'"{module}"')
            if self._grouped()
            else New(_kind(module), module, f'import {name} "{module}"' if spelled else f'import "{module}"')
            for module, (name, spelled) in self.news.items()
        ]

    def _grouped(self) -> bool:
        """Whether a new import stands in brackets with others: where any do, and where there are none yet."""
        gone = {row.imported.statement.id for row in self.gone()}
        kept = [row for row in self.rows if row.imported.statement.id not in gone]
        return not kept or any(_is_listed(row) for row in kept)

    def _line(self, row: Row, *, whole: bool) -> Line:
        node = self._declaration(row) if whole or not _is_listed(row) else row.imported.statement
        return Line(node, _kind(row.module), row.module)

    def _declaration(self, row: Row) -> tree_sitter.Node:
        node = row.imported.statement
        while node.parent is not None and node.parent.parent is not None:
            node = node.parent
        return node

    def _clause(self) -> tree_sitter.Node | None:
        nodes = self.document.tree.root_node.named_children if self.document.source else ()
        return next((node for node in nodes if node.type == "package_clause"), None)


def _declared(news: list[New]) -> bytes:
    """An import declaration of its own."""
    texts = [new.text for new in sorted(news, key=lambda each: (each.kind, each.key))]
    if len(texts) == 1:
        return f"\n\nimport {texts[0]}".encode()
    return "\n".join(["\n\nimport (", *(f"\t{text}" for text in texts), ")"]).encode()


def _is_listed(row: Row) -> bool:
    parent = row.imported.statement.parent
    return parent is not None and parent.parent is not None and parent.parent.parent is not None


def _is_version(text: str) -> bool:
    return text[:1] == "v" and text[1:].isdigit()


def _kind(module: str) -> str:
    """The library's own packages stand before those of hosts."""
    return "hosted" if "." in module.partition("/")[0] else ""
