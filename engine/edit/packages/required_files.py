"""What one file takes from others by a call, and what it gives in an object: as written, and as it will be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..imports import imports_of, style_of, taken_out, without
from ..lines import line_end, line_start, newline_at, offset_of, opens_line
from ..values import TextEdit
from .moving import Faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from ...deepfacts import Binding
    from ...link.linker import Linker
    from ..document import Document
    from ..imports import Imported

__all__ = ["Giving", "Takes", "statement_of"]

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_ASSIGNED = re.compile(rb"\bmodule\.exports\b")
"""A file in which `exports` may not be what it gives any more."""


def statement_of(document: Document, at: int) -> tree_sitter.Node | None:
    """The statement at the top of a file around a byte."""
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.parent is not None and node.parent.parent is not None:
        node = node.parent
    return node


class _New(NamedTuple):
    module: str
    name: str
    """Empty: all that the module is."""
    local: str


class Takes:
    """The calls by which a file has others."""

    def __init__(self, document: Document, like: Document) -> None:
        """`like`: how a file without any writes them."""
        self.document = document
        self.imports = imports_of(document) if document.source.strip() else []
        self._style = (style_of(document) if document.source.strip() else None) or style_of(like)
        self._model = self if self._plain() else (Takes(like, like) if like is not document else None)
        self._news: list[_New] = []
        self._edits: list[TextEdit] = []

    def _plain(self) -> list[tree_sitter.Node]:
        """The declarations at the top that take something, above the first definition with a body."""
        limit = min((s.start_byte for s in self.document.facts.symbols if s.body_start >= 0), default=1 << 40)
        found = [node for each in self.imports if (node := self.declaration(each)) is not None]
        return [node for node in found if self._is_top(node) and node.start_byte < limit]

    def _is_top(self, node: tree_sitter.Node) -> bool:
        return node.parent is not None and node.parent.parent is None

    def declaration(self, each: Imported) -> tree_sitter.Node | None:
        """The declaration of the names that a call gives; None where it gives none."""
        node = each.statement.parent
        return node if node is not None and node.type in _DECLARATIONS else None

    @property
    def end(self) -> int:
        """Where the declarations at the top end."""
        return max((node.end_byte for node in self._plain()), default=0)

    def at(self, row: Binding) -> Imported | None:
        """The import that a binding comes from."""
        place = offset_of(self.document.source, row.line, row.column)
        return next((each for each in self.imports if each.place == place), None)

    def is_plain(self, row: Binding) -> bool:
        """Whether a binding comes from a declaration at the top."""
        each = self.at(row)
        node = self.declaration(each) if each is not None else None
        return node is not None and self._is_top(node)

    def statement_end(self, row: Binding) -> int:
        """Where the statement ends that binds a name, if it has to run first."""
        node = statement_of(self.document, offset_of(self.document.source, row.line, row.column))
        return node.end_byte if node is not None and row.kind != "function" else 0

    def examples(self, linker: Linker) -> list[str]:
        """How the file names modules of the project."""
        resolver = linker.project.resolver(self.document.path)
        texts = [each.module_text for each in self.imports]
        return [text for text in texts if resolver.module(self.document.path, text) is not None]

    def bring(self, module: str, name: str, local: str) -> None:
        """Take a name of a module (empty: all that it is), under a name."""
        new = _New(module, name, local)
        if new not in self._news:
            self._news.append(new)

    def change(self, *edits: TextEdit) -> None:
        """Further edits of the file."""
        self._edits += edits

    def take_out(self, each: Imported) -> bool:
        """One name is not taken any more; False where it cannot be left out."""
        mates = [other for other in self.imports if other.statement.id == each.statement.id]
        if len(mates) > 1:
            self._edits += taken_out(self.document, self.imports, [each])
            return True
        node = self.declaration(each)
        if node is None or len(node.named_children) != 1:
            return False
        self._edits.append(without(self.document, node))
        return True

    def rename_module(self, each: Imported, text: str) -> None:
        """All that a call gives comes from another module."""
        self._edits.append(TextEdit(*each.module_range, text.encode()))

    def edits(self) -> list[TextEdit]:
        """All edits of the file."""
        if not self.document.source.strip():
            return []
        lines = self._lines()
        if not lines:
            return list(self._edits)
        source = self.document.source
        tops = self._plain()
        last = max((node.end_byte for node in tops), default=0)
        if not last:
            for node in self.document.tree.root_node.named_children:
                if node.type not in ("comment", "hash_bang_line") and not _is_directive(node):
                    break
                last = node.end_byte if node.type != "comment" or not last else last
        at = line_end(source, last) if last else 0
        newline = newline_at(source, at)
        block = newline.join(line.encode() for line in lines)
        above = newline if tops else newline * 2 if last else b""
        block = above + block + (b"" if above else newline * 2)
        return [TextEdit(at, at, block), *self._edits]

    def opening(self) -> str:
        """What a new file takes."""
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        """The new declarations: names of one module together, where they stand in brackets."""
        word, found = self._word(), dict[tuple[str, str], list[_New]]()
        for new in self._news:
            alone = word == "var" or not new.name
            found.setdefault((new.module, new.local if alone else ""), []).append(new)
        return [self._written(word, news) for news in found.values()]

    def _word(self) -> str:
        model = self._model or self
        nodes = model._plain()  # noqa: SLF001 - of its own class
        return (nodes[-1].text or b"const").split()[0].decode() if nodes else "const"

    def _written(self, word: str, news: list[_New]) -> str:
        new = news[0]
        quote = self._style.quote if self._style is not None else "'"
        end = ";" if self._style is None or self._style.ends else ""
        call = f"require({quote}{new.module}{quote})"
        if not new.name:
            return f"{word} {new.local} = {call}{end}"
        if word == "var":
            return f"var {new.local} = {call}.{new.name}{end}"
        items = ", ".join(each.name if each.name == each.local else f"{each.name}: {each.local}" for each in news)
        return f"{word} {{ {items} }} = {call}{end}"


def _is_directive(node: tree_sitter.Node) -> bool:
    return node.type == "expression_statement" and bool(node.named_children) and node.named_children[0].type == "string"


class Giving:
    """How a file gives a name of its own to others."""

    def __init__(self, linker: Linker, document: Document, name: str) -> None:
        """Look for it."""
        self.document, self.name = document, name
        file = linker.file(document.path)
        self.faults = Faults()
        self.gives: list[int] = []
        """Where it is given, under its own name."""
        for (scope, shown), rows in file.bound.items():
            for row in rows if scope == file.surface and file.surface else ():
                fact = file.facts.imports[row.number] if row.kind == "import" else None
                place = offset_of(document.source, row.line, row.column)
                if fact is None or fact[:2] != ("", name):
                    if shown == name:
                        self.faults.add(document, place, f"it gives another {name}")
                elif shown == name:
                    self.gives.append(place)
                else:
                    self.faults.add(document, place, f"it gives {name} in another way")
        self.wanted = False
        """Whether it is to give it from now on."""

    @property
    def place(self) -> int | None:
        """Where the file gives what it has, if all at once: that comes behind what it gives."""
        found = self._object()
        return found.start_byte if found is not None and self.wanted else None

    def _object(self) -> tree_sitter.Node | None:
        """The object that is all that a file gives."""
        for node in self.document.tree.root_node.named_children if self.document.source.strip() else ():
            value = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
            given = False
            while value is not None and value.type == "assignment_expression":
                left = value.child_by_field_name("left")
                given = given or (left is not None and left.text == b"module.exports")
                value = value.child_by_field_name("right")
            if given and value is not None and value.type == "object":
                return value
        return None

    def given(self) -> list[TextEdit]:
        """Give the name from now on."""
        if not self.wanted:
            return []
        source, found = self.document.source, self._object()
        if found is None:
            at = len(source.rstrip())
            newline = newline_at(source, at)
            end = b";" if (style := style_of(self.document)) is None or style.ends else b""
            text = f"{self._prefix()}.{self.name} = {self.name}".encode() + end
            return [
                TextEdit(
                    len(source), len(source), (b"" if source.endswith(b"\n") else newline) + newline + text + newline
                )
            ]
        items = [child for child in found.named_children if child.type != "comment"]
        name = self.name.encode()
        if not items:
            return [TextEdit(found.start_byte, found.end_byte, b"{ " + name + b" }")]
        last = items[-1].end_byte
        rest = source[last : found.end_byte].lstrip()
        lined = opens_line(source, items[-1].start_byte)
        indent = source[line_start(source, items[-1].start_byte) : items[-1].start_byte]
        lead = newline_at(source, last) + indent if lined else b" "
        if rest.startswith(b","):
            comma = source.index(b",", last) + 1
            return [TextEdit(comma, comma, lead + name + b",")]
        return [TextEdit(last, last, b"," + lead + name)]

    def _prefix(self) -> str:
        """What stands before the dot where the file gives others one by one."""
        return "module.exports" if _ASSIGNED.search(self.document.source) else "exports"

    def as_tail(self) -> str:
        """How a new file gives it."""
        return f"\n\nmodule.exports = {{ {self.name} }};" if self.wanted else ""

    def removed(self) -> Iterator[TextEdit]:
        """Give it no more."""
        for at in self.gives:
            yield self._without(at)

    def spans(self) -> list[tuple[int, int]]:
        """The ranges that give it."""
        return [(edit.start, edit.end) for edit in self.removed()]

    def _without(self, at: int) -> TextEdit:
        source = self.document.source
        node = self.document.tree.root_node.descendant_for_byte_range(at, at + 1)
        while node is not None and node.parent is not None and node.parent.type not in ("object", "program"):
            node = node.parent
        assert node is not None
        if node.parent is not None and node.parent.type == "object":
            following = source[node.end_byte :]
            comma = (
                node.end_byte + len(following) - len(following.lstrip()) + 1 if following.lstrip()[:1] == b"," else -1
            )
            end = comma if comma > 0 else node.end_byte
            if opens_line(source, node.start_byte) and not source[end : line_end(source, end)].strip():
                return TextEdit(line_start(source, node.start_byte), line_end(source, end) + 1, b"")
            if comma > 0:
                return TextEdit(node.start_byte, comma + len(source[comma:]) - len(source[comma:].lstrip(b" \t")), b"")
            before = source[: node.start_byte].rstrip()
            start = len(before) - 1 if before.endswith(b",") else node.start_byte
            return TextEdit(start, node.end_byte, b"")
        return without(self.document, node)
