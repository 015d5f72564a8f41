"""The imports of one file, by the names that they give a meaning to, and what becomes of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..imports import imports_of
from ..lines import line_end
from ..values import TextEdit
from .lines import Line, New, changed

if TYPE_CHECKING:
    import tree_sitter

    from ..document import Document
    from ..imports import Imported

__all__ = ["Heads", "Row", "heads_of", "package_node"]

_STATIC = "static"
_HEAD = frozenset({"package_declaration", "import_declaration"})


def heads_of(heads: dict[str, Heads], document: Document) -> Heads:
    """The imports of a file, among those that were read already."""
    if document.path not in heads:
        heads[document.path] = Heads(document)
    return heads[document.path]


def package_node(document: Document) -> tree_sitter.Node | None:
    """The statement that names the package of a file."""
    nodes = document.tree.root_node.named_children if document.source else ()
    return next((node for node in nodes if node.type == "package_declaration"), None)


class Row(NamedTuple):
    """An import that is there."""

    name: str
    """Empty: all names."""
    module: str
    static: bool
    node: tree_sitter.Node

    @property
    def text(self) -> str:
        """The statement, as it is written anew."""
        return f"import {'static ' if self.static else ''}{self.module}.{self.name or '*'};"


class Heads:
    """The imports of a file."""

    def __init__(self, document: Document) -> None:
        """Read them."""
        self.document = document
        self.rows = [_row(each) for each in (imports_of(document) if document.source else ())]
        self._news: dict[str, Row | None] = {}
        self._gone: list[Row] = []
        self._edits: list[TextEdit] = []

    def has(self, module: str, name: str, *, static: bool = False) -> bool:
        """Whether the file imports a name of a module, or all of them."""
        wanted = (module, static)
        return any((row.module, row.static) == wanted and row.name in (name, "") for row in self.rows)

    def explicit(self, name: str) -> list[Row]:
        """The imports that give a name its meaning."""
        return [row for row in self.rows if row.name == name]

    def stars(self) -> list[Row]:
        """The imports of all names."""
        return [row for row in self.rows if not row.name]

    def bring(self, module: str, name: str, *, static: bool = False) -> None:
        """Import a name, or all (empty), if the file does not yet."""
        row = next((r for r in self.rows if (r.module, r.static, r.name) == (module, static, name)), None)
        if row is None or row in self._gone:
            self._news[f"import {'static ' if static else ''}{module}.{name or '*'};"] = None

    def take_out(self, row: Row) -> None:
        """An import goes."""
        if row not in self._gone:
            self._gone.append(row)

    def change(self, edit: TextEdit) -> None:
        """Another edit of the file."""
        self._edits.append(edit)

    def is_used(self, row: Row, span: tuple[int, int]) -> bool:
        """Whether the word of an import stands anywhere outside of all imports and of a range."""
        source = self.document.source
        for found in re.finditer(rb"(?<![\w$])" + re.escape(row.name.encode()) + rb"(?![\w$])", source):
            at = found.start()
            if not span[0] <= at < span[1] and not any(r.node.start_byte <= at < r.node.end_byte for r in self.rows):
                return True
        return False

    @property
    def end(self) -> int:
        """Where the head of the file ends."""
        clause = package_node(self.document)
        ends = [row.node.end_byte for row in self.rows]
        return max([*ends, clause.end_byte if clause is not None else 0])

    def edits(self) -> list[TextEdit]:
        """All edits of the file."""
        kept = [_line(row) for row in self.rows if row not in self._gone]
        edits, alone = changed(self.document, kept, [_line(row) for row in self._gone], self._lines())
        if alone:
            clause = package_node(self.document)
            block = "\n".join(new.text for new in alone)
            if clause is not None:
                at = line_end(self.document.source, clause.end_byte)
                edits.append(TextEdit(at, at, f"\n\n{block}".encode()))
            else:
                at = next((n.start_byte for n in self.document.tree.root_node.named_children), 0)
                edits.append(TextEdit(at, at, f"{block}\n\n".encode()))
        return [*edits, *self._edits]

    def opening(self) -> str:
        """The imports of a file that is empty yet."""
        return "\n".join(new.text for new in self._lines())

    def _lines(self) -> list[New]:
        news = [New(_STATIC if text.startswith("import static ") else "", text, text) for text in self._news]
        return sorted(news, key=lambda each: (each.kind, each.key))

    def is_all_but(self, span: tuple[int, int]) -> bool:
        """Whether the file has nothing besides a range but its head, so that nothing is lost when it goes."""
        clause = package_node(self.document)
        limit = clause.start_byte if clause is not None else 0
        for node in self.document.tree.root_node.named_children:
            inside = span[0] <= node.start_byte < span[1]
            if not (inside or node.type in _HEAD or node.end_byte <= limit):
                return False
        return True


def _row(each: Imported) -> Row:
    name = "" if each.wildcard else each.said
    return Row(name, each.module_text, each.types, each.statement)


def _line(row: Row) -> Line:
    return Line(row.node, _STATIC if row.static else "", row.text)
