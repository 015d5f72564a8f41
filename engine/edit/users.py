"""Who uses a definition that moves to another file: the imports of it that change, file by file, and what cannot.

An import from the old file becomes one from the new file, wherever it stands; `module.name` becomes the bare name, with
an import beside the one of the module. Who has it from a file that imports it again has nothing to change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..link.types import Place, Slot, Type
from .imports import (
    DEFAULT,
    NewImport,
    after,
    beside,
    grown,
    imports_of,
    is_loaded,
    is_plain,
    item_text,
    style_of,
    taken_out,
    written,
)
from .lines import offset_of
from .loading import runs_at_load
from .surface import examples
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from ..deepfacts import Occurrence
    from ..language_rules import EditRules
    from ..link.linker import Linker
    from .document import Document
    from .imports import Imported

__all__ = ["FileUses", "Search", "Users", "users_of"]


class Users(NamedTuple):
    """What changes for who uses a definition."""

    edits: dict[str, list[TextEdit]]
    """By path; those of the new file take its own imports of the definition out."""
    gone: dict[str, set[int]]
    """By path, the numbers of the imports that go."""
    loads: list[tuple[str, Type, bool]]
    """Files that load the new file, or another one, from now on; and whether they use its values while being loaded."""
    stays: list[NewImport]
    """The imports by which the old file has the definition, where it still uses it, or gives it on."""
    first: int | None
    """Where the new file uses it first."""
    problems: list[str]
    export: bool = False
    """Whether the text has to say that its new file gives it to others."""
    left: tuple[str, ...] = ()
    """Imports of a module that nothing in their file uses any more, and that stay: places with names."""


def users_of(linker: Linker, source: Document, goal: Document, slot: Slot, read: Callable[[str], Document]) -> Users:
    """What changes when the definition at `slot` moves from `source` to `goal`."""
    search = Search(linker, source, goal, slot, read)
    family = linker.project.families.get(slot.path, "")
    for path in linker.project.files_with(slot.name, family):
        search.look_at(path)
    search.write_stays()
    if not search.found.stays:
        search.keep_stars()
    return search.found


class Search:
    """Looks at the files that may use a definition, one after the other."""

    def __init__(
        self, linker: Linker, source: Document, goal: Document, slot: Slot, read: Callable[[str], Document]
    ) -> None:
        """Look at nothing yet."""
        self.linker, self.read = linker, read
        self.source, self.goal = source, goal
        self.slot = slot
        self.module = Type("module", goal.path)
        symbol = next(s for s in source.facts.symbols if s.parent < 0 and s.name == slot.name)
        self.span = symbol.start_byte, symbol.end_byte
        self.found = Users({}, {}, [], [], None, [])
        self.still_used = False

    def look_at(self, path: str) -> None:
        """Take up every place of the name in a file."""
        file, linker = self.linker.file(path), self.linker
        imports: list[Occurrence] = []
        qualified: list[Occurrence] = []
        for use in file.occurrences(self.slot.name):
            if self.slot not in (linker.resolve(path, self.slot.name, use).entities or ()):
                continue
            if use.form == "import":
                if path == self.goal.path or self._names_old(path, file.facts.imports[use.receiver].module):
                    imports.append(use)
                continue
            if use.receiver >= 0:
                if self.is_qualified(path, use):
                    qualified.append(use)
            elif path == self.source.path and not self.is_inside(path, use):
                self.still_used = True
            if path == self.goal.path:
                first = self.found.first
                self.found = self.found._replace(first=use.position if first is None else min(first, use.position))
        if imports or qualified:
            FileUses(self, path).rewrite(imports, qualified)

    def is_qualified(self, path: str, use: Occurrence) -> bool:
        """Whether what stands before the dot is the old file; a fault where it may also be something else."""
        receivers = self.linker.evaluate(Place(path, use.scope, use.block, use.position), use.receiver)
        if Type("module", self.source.path) not in receivers:
            return False
        if self.is_inside(path, use) or len(receivers) > 1:
            self.fault(path, use.position, "it is reached through its module")
        return True

    def is_inside(self, path: str, use: Occurrence) -> bool:
        """Whether a place lies in the text that moves."""
        return path == self.source.path and self.span[0] <= use.position < self.span[1]

    def write_stays(self) -> None:
        """Where the old file still uses the definition, it imports it."""
        if not self.still_used:
            return
        text = self.text_for(self.source.path, examples(self.linker, self.source))
        if text is None:
            self.fault(self.source.path, self.span[0], f"{self.source.path} cannot import from {self.goal.path}")
            return
        name = self.slot.name
        self.found.loads.append((self.source.path, self.module, True))
        self.found.stays.append(NewImport(text, name))

    def keep_stars(self) -> None:
        """Who imports all names of the old file gets this one by itself."""
        if self.slot.name.startswith("_"):
            return
        project, old = self.linker.project, Type("module", self.source.path)
        parts = self.source.path.rpartition(".")[0].split("/")[-2:]
        family = project.families.get(self.source.path, "")
        paths = {path for part in parts for path in project.files_with(part, family)}
        for path in sorted(paths - {self.goal.path, self.source.path}):
            resolver = project.resolver(path)
            stars = [s for s in self.linker.file(path).facts.stars if resolver.module(path, s.module) == old]
            if not stars:
                continue
            document = self.read(path)
            star = next(s for s in imports_of(document) if s.wildcard and s.statement.start_byte == stars[0].position)
            text = self.text_for(path, [star.module_text])
            if text is None or stars[0].scope != 0:
                self.fault(path, stars[0].position, f"{path} cannot import from {self.goal.path}")
                continue
            line = written(self.rules, [NewImport(text, self.slot.name)])
            self.found.edits.setdefault(path, []).append(after(document, star.statement, line))
            self.found.loads.append((path, self.module, True))

    @property
    def rules(self) -> EditRules:
        """How imports are written."""
        language = self.source.language
        assert language is not None
        return language.edit

    def text_for(self, path: str, like: list[str]) -> str | None:
        """How a file names the new one."""
        return self.linker.project.naming(path).text(path, self.module, like)

    def _names_old(self, path: str, text: str) -> bool:
        return self.linker.project.resolver(path).module(path, text) == Type("module", self.source.path)

    def for_types(self, document: Document) -> bool:
        """Whether an import of it in a file says that it is for types alone."""
        del document
        return False

    def fault(self, path: str, at: int, what: str) -> None:
        """Take note of what is in the way."""
        document = self.read(path)
        line = document.source.count(b"\n", 0, at) + 1
        self.found.problems.append(f"{path}:{line}: {what}")


class FileUses:
    """The places of one file that change."""

    def __init__(self, search: Search, path: str) -> None:
        self.search, self.path = search, path
        self.document = search.read(path)
        self.imports = imports_of(self.document)
        self.file = search.linker.file(path)
        self.edits = search.found.edits.setdefault(path, [])
        self._loads = False

    def rewrite(self, imports: list[Occurrence], qualified: list[Occurrence]) -> None:
        """Change them all."""
        by_statement: dict[int, list[Imported]] = {}
        for use in imports:
            each = next((i for i in self.imports if i.name is not None and i.name.start_byte == use.position), None)
            if each is None:
                self.search.fault(self.path, use.position, "this import cannot be read")
                continue
            by_statement.setdefault(each.statement.start_byte, []).append(each)
            self.search.found.gone.setdefault(self.path, set()).add(use.receiver)
            if runs_at_load(self.file.facts, use.scope) and is_loaded(self.document, each.statement):
                self._loads = True
        for items in by_statement.values():
            self.change(items)
        self.unqualify(qualified)
        if self._loads and self.path != self.search.goal.path:
            self.search.found.loads.append((self.path, self.search.module, True))

    def change(self, items: list[Imported]) -> None:
        """Import some names of one statement from the new file."""
        search, statement = self.search, items[0].statement
        if self.path == search.goal.path:
            for each in items:
                if each.alias is not None and each.alias.text != search.slot.name.encode():
                    search.fault(self.path, each.place, "it has another name here")
            self.edits += taken_out(self.document, self.imports, items)
            return
        text = search.text_for(self.path, [items[0].module_text])
        if text is None:
            search.fault(self.path, statement.start_byte, f"{self.path} cannot import from {search.goal.path}")
            return
        mates = [each for each in self.imports if each.statement.id == statement.id]
        news = [_renewed(each, text) for each in items]
        host = self._host(statement, items[0])
        if host is not None and all(new.name != DEFAULT for new in news):
            self.edits += taken_out(self.document, self.imports, items)
            more = grown(self.document, host, [item_text(search.rules, new) for new in news])
            self.edits += [more] if more is not None else []
            return
        if len(mates) == len(items):
            self.edits.append(TextEdit(*items[0].module_range, text.encode()))
            return
        self.edits += taken_out(self.document, self.imports, items)
        for new in news:
            line = written(search.rules, [new], style_of(self.document))
            self.edits.append(beside(self.document, statement, line))

    def _host(self, statement: tree_sitter.Node, like: Imported) -> list[Imported] | None:
        """A statement with a list in brackets of what is imported from the new file already."""
        old, goal = Type("module", self.search.source.path), self.search.module
        resolver = self.search.linker.project.resolver(self.path)
        if resolver.module(self.path, like.module_text) != old or like.type_name:
            return None
        for each in self.imports:
            same = each.again == like.again and each.types == like.types and each.statement.id != statement.id
            if same and is_plain(each.statement) and resolver.module(self.path, each.module_text) == goal:
                mates = [other for other in self.imports if other.statement.id == each.statement.id]
                if grown(self.document, mates, []) is not None:
                    return mates
        return None

    def unqualify(self, uses: list[Occurrence]) -> None:
        """`module.name` becomes the bare name, which is imported beside the module."""
        search, name = self.search, self.search.slot.name
        if uses and self._has_another(name):
            search.fault(self.path, uses[0].position, f"it has another {name}, so the module cannot be left out")
            return
        beside_these: dict[int, Imported] = {}
        for use in uses:
            node = self.document.tree.root_node.descendant_for_byte_range(use.position, use.position + 1)
            member = node.parent if node is not None else None
            statements = self._imports_of_root(use)
            ends = member is not None and node is not None and member.end_byte == node.end_byte
            if use.role == "write" or member is None or not ends or not statements:
                search.fault(
                    self.path, use.position, "it is reached through its module in a way that cannot be changed"
                )
                continue
            self.edits.append(TextEdit(member.start_byte, member.end_byte, name.encode()))
            beside_these |= {each.statement.start_byte: each for each in statements}
        if uses and self.path == search.source.path:
            search.still_used = True
        elif self.path != search.goal.path:
            self._import_beside(list(beside_these.values()))

    def _has_another(self, name: str) -> bool:
        if self.path in (self.search.goal.path, self.search.source.path):
            return False
        bare = any(use.receiver == -1 for use in self.file.occurrences(name))
        return bare or any(row.name == name for row in self.file.facts.bindings)

    def _import_beside(self, statements: list[Imported]) -> None:
        search = self.search
        for each in statements:
            text = search.text_for(self.path, [each.module_text])
            if text is None:
                search.fault(self.path, each.place, f"{self.path} cannot import from {search.goal.path}")
                continue
            new = NewImport(text, search.slot.name, types=each.types or search.for_types(self.document))
            line = written(search.rules, [new], style_of(self.document))
            self.edits.append(self.placed(each, line))
            if is_loaded(self.document, each.statement):
                self._loads = True

    def placed(self, each: Imported, line: str) -> TextEdit:
        """Write an import beside the one of the module, which stays."""
        return after(self.document, each.statement, line)

    def _imports_of_root(self, use: Occurrence) -> list[Imported]:
        """The imports that bind the first name of what stands before the dot."""
        expression = self.file.expression(use.receiver)
        while expression.op == "member":
            expression = self.file.expression(expression.parts[0])
        if expression.op != "name":
            return []
        linker = self.search.linker
        scope = linker.scope_of(self.path, use.scope, expression.text, use.position)
        rows = self.file.bound.get((scope, expression.text), [])
        if not rows or any(row.kind != "import" for row in rows):
            return []
        places = {offset_of(self.document.source, row.line, row.column) for row in rows}
        found = [each for each in self.imports if each.place in places]
        return found if len(found) == len(places) else []


def _renewed(each: Imported, text: str) -> NewImport:
    """The same import from another module."""
    alias = (each.alias.text or b"").decode() if each.alias is not None else ""
    return NewImport(text, each.said, alias, types=each.types or each.type_name, again=each.again)
