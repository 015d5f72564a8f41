"""What a definition needs of the file that it stands in, and how another file can have it.

Each bare name in its text that the file binds at its top is needed: an import is carried over, a definition of the file
is imported from there, and what the other file has under that name already has to be the very same thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..link.types import Slot, Type
from .imports import NewImport, guard_head, guard_of, imports_of, is_loaded, is_plain
from .lines import line_end, offset_of
from .loading import runs_at_load
from .occurrences import is_text, is_word_of_language, word_places
from .surface import WHOLE, examples, given, is_type, known_places, marks_types, runs_values, through, value_uses
from .values import TextEdit

if TYPE_CHECKING:
    import tree_sitter

    from ..deepfacts import Binding, Occurrence
    from ..language_rules import EditRules
    from ..link.linker import Linker
    from ..link.types import Entity
    from .document import Document
    from .imports import Imported

__all__ = ["Needs", "needs_of"]

_BARE = frozenset({"", "bind"})


class Needs(NamedTuple):
    """What has to be there for a text in its new file."""

    imports: list[NewImport]
    loads: list[tuple[Type, bool]]
    """The modules that the new file will load for it, and whether it uses them while it is loaded itself."""
    own: list[str]
    """Names that it needs from the file that it leaves."""
    inner: list[TextEdit]
    """Edits of the text itself, by offsets of the old file: imports in it that depend on the place."""
    after: int
    """It has to stand behind this byte of the new file, where things are that it uses while it is loaded."""
    left: list[tuple[int, str]]
    """Imports of the old file that nothing else there uses: line (from 0) and name."""
    problems: list[str]
    hidden: list[str]
    """Definitions of the old file that it needs and that this does not give to others yet."""


def needs_of(
    linker: Linker, source: Document, goal: Document, slot: Slot, span: tuple[int, int], *, export: bool = False
) -> Needs:
    """What the definition at `slot`, the bytes `span` of `source`, needs in `goal`.

    `export`: whether the old file may give to others what it does not yet.
    """
    search = _Search(linker, source, goal, slot, span)
    search.export = export
    search.check_text()
    search.look(span)
    search.rewrite_inner()
    return search.found._replace(after=search.after)


class _Search:
    def __init__(self, linker: Linker, source: Document, goal: Document, slot: Slot, span: tuple[int, int]) -> None:
        self.linker = linker
        self.source, self.goal = source, goal
        self.slot, self.span = slot, span
        self.file, self.there = linker.file(source.path), linker.file(goal.path)
        self.naming = linker.project.naming(goal.path)
        self.imports = {each.place: each for each in imports_of(source)}
        self._inner = [each for each in self.imports.values() if span[0] <= each.statement.start_byte < span[1]]
        self.found = Needs([], [], [], [], 0, [], [], [])
        self.after = 0
        self.export = False
        self._done: set[str] = set()

    @property
    def _rules(self) -> EditRules:
        language = self.source.language
        assert language is not None
        return language.edit

    def check_text(self) -> None:
        """That no code in it is about the file that it stands in."""
        own = self._rules.own_text
        start, end = self.span
        for found in own.finditer(self.source.source[start:end].decode("utf-8", "replace")) if own is not None else ():
            self._fault(start, f"{found[0]} means another thing in each file")

    def look(self, span: tuple[int, int]) -> None:
        """Take up every bare name in a range of the old file."""
        start, end = span
        text = self.source.source[start:end]
        for name in self.file.facts.occurrences:
            if name == self.slot.name or name.encode() not in text:
                continue
            uses = [use for use in self.file.occurrences(name) if start <= use.position < end]
            bare = [use for use in uses if use.receiver == -1 and use.form in _BARE]
            self._check_words(name, span)
            wanted = [use for use in bare if self._is_outside(name, use)]
            if wanted and name not in self._done:
                self._done.add(name)
                self._need(name, wanted)

    def _is_outside(self, name: str, use: Occurrence) -> bool:
        position = -1 if use.role == "write" else use.position
        return self.linker.scope_of(self.source.path, use.scope, name, position) <= 0

    def _check_words(self, name: str, span: tuple[int, int]) -> None:
        """A word that stands in code and of which there are no facts may mean anything."""
        if (0, name) not in self.file.bound:
            return
        known = known_places(self.file, self.source, name)
        for start, end in word_places(self.source, name):
            imported = any(each.statement.start_byte <= start < each.statement.end_byte for each in self._inner)
            inside = span[0] <= start < span[1] and not imported
            said = start in known or is_text(self.source, start, end) or is_word_of_language(self.source, start, end)
            if inside and not said:
                self._fault(start, f"nothing is known of this {name}")

    # --- one name ------------------------------------------------------------------------------------------------

    def _need(self, name: str, uses: list[Occurrence]) -> None:
        own = self._rules.own_names
        at = uses[0].position
        if own is not None and own.fullmatch(name) and (0, name) not in self.file.bound:
            self._fault(at, f"{name} means another thing in each file")
            return
        self.linker.begin()
        bound = self.file.bound.get((0, name), [])
        if bound:
            meant = self.linker.entities_of_slot(Slot(self.source.path, 0, name))
        else:
            meant = self.linker.starred(self.source.path, name)
        if not bound and not meant:
            self._library_name(name, at)
            return
        if not self._is_there(name, meant, bound, uses):
            self._bring(name, bound, uses, at)
        if bound and all(binding.kind == "import" for binding in bound):
            self._note_left(name, bound)

    def _library_name(self, name: str, at: int) -> None:
        known = name in self.linker.library(self.source.path).builtins
        if self.file.surface:  # what no module binds is the same for all of them
            known = not any(symbol.parent < 0 and symbol.name == name for symbol in self.source.facts.symbols)
        if not known:
            self._fault(at, f"nothing is known of {name}")
        elif (0, name) in self.there.bound or self.linker.starred(self.goal.path, name):
            self._fault(at, f"{self.goal.path} gives {name} another meaning")

    def _is_there(self, name: str, meant: frozenset[Entity], bound: list[Binding], uses: list[Occurrence]) -> bool:
        """Whether the new file has the same under that name; a fault where it has something else."""
        at = uses[0].position
        there = self.there.bound.get((0, name), [])
        entities = (
            self.linker.entities_of_slot(Slot(self.goal.path, 0, name))
            if there
            else self.linker.starred(self.goal.path, name)
        )
        if there or entities:
            if not meant or entities != meant:
                self._fault(at, f"{self.goal.path} gives {name} another meaning")
                return True
            values = value_uses(self.file, uses, name)
            if any(runs_at_load(self.file.facts, use.scope) for use in values):
                early = ("import", "function") if self._rules.late_imports else ()
                places = (offset_of(self.goal.source, r.line, r.column) for r in there if r.kind not in early)
                self.after = max([self.after, *(self._statement_end(place) for place in places)])
            if values and self._is_for_types(there):
                self._fault(at, f"{self.goal.path} imports {name} for types alone")
            return self._imports_as_much(there, bound)
        taken = (use for use in self.there.occurrences(name) if use.receiver == -1 and use.form in _BARE)
        if any(self.linker.scope_of(self.goal.path, use.scope, name, use.position) < 0 for use in taken):
            self._fault(at, f"{self.goal.path} uses another {name}, of the language")
            return True
        return False

    def _is_for_types(self, there: list[Binding]) -> bool:
        """Whether the new file has a name only by imports that load nothing."""
        if not self._rules.import_types or any(binding.kind != "import" for binding in there):
            return False
        places = {offset_of(self.goal.source, row.line, row.column) for row in there}
        return any(e.types or e.type_name for e in imports_of(self.goal) if e.place in places)

    def _imports_as_much(self, there: list[Binding], bound: list[Binding]) -> bool:
        """Modules of which only the first part is bound: others are there if they are imported too."""
        mine = {fact for b in bound if b.kind == "import" and (fact := self.file.facts.imports[b.number]).first}
        other = {fact for b in there if b.kind == "import" and (fact := self.there.facts.imports[b.number]).first}
        if not mine <= other:
            return False
        imports = {each.place: each for each in imports_of(self.goal)}
        for binding in there:
            if binding.kind == "import":
                each = imports.get(offset_of(self.goal.source, binding.line, binding.column))
                if each is not None and guard_of(self.goal, each.statement) is None:
                    return True
        if any(binding.kind != "import" for binding in there) or not there:
            return True
        return bool(bound) and all(b.kind == "import" and self._guard(b) is not None for b in bound)

    def _bring(self, name: str, bound: list[Binding], uses: list[Occurrence], at: int) -> None:
        carried = [pair for binding in bound if (pair := self._carried(binding)) is not None]
        if not bound:
            self._bring_starred(name, at)
        elif carried and self._mean_the_same(bound):
            loaded = [pair for pair in carried if pair[1] is None]
            for each, guard in loaded or carried:
                self._carry(each, guard, uses)
        elif self.file.surface:
            self._bring_given(name, bound, uses, at)
        elif self._is_bound(bound):
            self._bring_own(name, bound, uses, at)
        else:
            self._fault(at, f"{self.source.path} has {name} only under a condition")

    def _mean_the_same(self, bound: list[Binding]) -> bool:
        """Whether a name is only imported, and wherever it is, from the same place."""
        if any(binding.kind != "import" for binding in bound):
            return False
        return len({self.linker.imported(self.source.path, binding) for binding in bound}) == 1

    def _is_bound(self, bound: list[Binding]) -> bool:
        """Whether a name is there once its file is loaded: bound at the top, or in several branches of a statement."""
        statements: list[int] = []
        for binding in bound:
            node = self.source.tree.root_node.descendant_for_byte_range(
                at := offset_of(self.source.source, binding.line, binding.column), at + 1
            )
            if node is None or not is_loaded(self.source, node):
                continue
            if self.file.facts.blocks[binding.block].parent < 0:
                return True
            while node.parent is not None and node.parent.parent is not None:
                node = node.parent
            statements.append(node.start_byte)
        return len(set(statements)) < len(statements)

    def _carried(self, binding: Binding) -> tuple[Imported, tree_sitter.Node | None] | None:
        """The import of a binding, where it can be carried over: it is plain, or for type checkers alone."""
        if binding.kind != "import":
            return None
        each = self.imports.get(offset_of(self.source.source, binding.line, binding.column))
        if each is None:
            return None
        if self.file.facts.imports[binding.number].name == WHOLE:
            return None  # of another system
        guard = guard_of(self.source, each.statement)
        if is_plain(each.statement) or (guard is not None and is_plain(guard)):
            return each, guard
        return None

    def _guard(self, binding: Binding) -> tree_sitter.Node | None:
        each = self.imports.get(offset_of(self.source.source, binding.line, binding.column))
        return guard_of(self.source, each.statement) if each is not None else None

    def _carry(self, each: Imported, guard: tree_sitter.Node | None, uses: list[Occurrence]) -> None:
        text = self.naming.carried(each.module_text, self.source.path, self.goal.path)
        name = each.said
        alias = each.alias.text.decode("utf-8", "replace") if each.alias is not None and each.alias.text else ""
        resolver = self.linker.project.resolver(self.goal.path)
        module = resolver.module(self.goal.path, text) if text else None
        if text is None or (module is not None and module.path == self.goal.path and module.kind == "module"):
            self._fault(each.place, f"{self.goal.path} cannot import this from {each.module_text}")
            return
        head = ""
        if guard is not None:
            block = each.statement.parent
            assert block is not None
            head = guard_head(self.source, guard)
            if not any(new.guard == head for new in self.found.imports):
                self.look((guard.start_byte, block.start_byte))
        elif module is not None and value_uses(self.file, uses, alias or name):
            part = resolver.member(module, name) if name else None
            self.found.loads.append((part or module, runs_values(self.file, uses, alias or name)))
        self._add(NewImport(text, name, alias, head, each.types or each.type_name))

    def _bring_starred(self, name: str, at: int) -> None:
        """What came with all names of a module is imported by its own."""
        resolver = self.linker.project.resolver(self.source.path)
        for star in self.file.facts.stars:
            module = resolver.module(self.source.path, star.module)
            if module is not None and module.kind == "module" and self.linker.member_of_module(module.path, name):
                text = self.naming.carried(star.module, self.source.path, self.goal.path)
                if text is not None and module.path != self.goal.path:
                    self.found.loads.append((module, True))
                    self._add(NewImport(text, name))
                    return
        self._fault(at, f"{self.goal.path} cannot import {name}")

    def _bring_own(self, name: str, bound: list[Binding], uses: list[Occurrence], at: int) -> None:
        """A definition of the old file, or an import that is only made under a condition: imported from there."""
        if any(binding.scope != 0 for binding in bound):
            self._fault(at, f"{name} is given other values while it is used, which an import would not show")
            return
        if self._is_written(name, uses):
            return
        text = self.naming.text(self.goal.path, Type("module", self.source.path), examples(self.linker, self.goal))
        if text is None:
            self._fault(at, f"{self.goal.path} cannot import {name} from {self.source.path}")
            return
        self.found.own.append(name)
        self.found.loads.append((Type("module", self.source.path), True))
        self._add(NewImport(text, name))

    def _is_written(self, name: str, uses: list[Occurrence]) -> bool:
        """Whether the text gives a name of the old file a value, which is a fault."""
        written = [use for use in uses if use.role == "write" or use.form == "bind"]
        if written:
            self._fault(written[0].position, f"it gives {name} a value")
        return bool(written)

    def _bring_given(self, name: str, bound: list[Binding], uses: list[Occurrence], at: int) -> None:
        """A definition of the old file that this gives to others, imported from where the new file has others of it."""
        if self._is_written(name, uses):
            return
        source, goal, slot = self.source, self.goal, Slot(self.source.path, 0, name)
        names = [shown for each in given(self.linker, source, name, (0, 0)) for shown in each]
        if not names and self.export and all(binding.kind != "import" for binding in bound):
            self.found.hidden.append(name)
            names = [name]
        if any(binding.kind == "import" for binding in bound) or not names:
            self._fault(at, f"it needs {name}, which {source.path} does not export")
            return
        shown = name if name in names else names[0]
        found = through(self.linker, goal, slot, [shown], frozenset([source.path, goal.path]))
        like = [*examples(self.linker, goal), *examples(self.linker, source)]
        text = found[0] if found else self.naming.text(goal.path, Type("module", source.path), like)
        if text is None:
            self._fault(at, f"{goal.path} cannot import {name} from {source.path}")
            return
        types = is_type(self.linker, slot) or not value_uses(self.file, uses, name)
        if not types:
            at_load = runs_values(self.file, uses, name)
            self.found.loads.append((Type("module", found[1] if found else source.path), at_load))
        self.found.own.append(name)
        marked = types and marks_types(self.linker, goal, source)
        self._add(NewImport(text, shown, name if shown != name else "", types=marked))

    def _add(self, new: NewImport) -> None:
        if new not in self.found.imports:
            self.found.imports.append(new)

    # --- the rest ------------------------------------------------------------------------------------------------

    def rewrite_inner(self) -> None:
        """Imports in the text itself, as the new file has to write them; that it gives names a value is a fault."""
        start, end = self.span
        for each in self._inner:
            text = self.naming.carried(each.module_text, self.source.path, self.goal.path)
            if text is None:
                self._fault(each.place, f"{self.goal.path} cannot import from {each.module_text}")
            elif text != each.module_text:
                self.found.inner.append(TextEdit(*each.module_range, text.encode()))
        for (scope, name), rows in self.file.bound.items():
            if scope == 0 and name != self.slot.name:
                for row in rows:
                    at = offset_of(self.source.source, row.line, row.column)
                    if start <= at < end:
                        self._fault(at, f"it gives {name} a value, which others may use")

    def _note_left(self, name: str, bound: list[Binding]) -> None:
        start, end = self.span
        places = {(row.line, row.column) for row in bound}
        uses = (
            use
            for use in self.file.occurrences(name)
            if not start <= use.position < end and use.form in ("", "text", "bind", "entry") and use.receiver == -1
            if (use.line, use.column) not in places
        )
        if not any(self._is_outside(name, use) for use in uses):
            self.found.left.append((bound[0].line, name))

    def _statement_end(self, at: int) -> int:
        """Where the statement at the top of the new file ends that runs at a place; 0 where it does not run."""
        node = self.goal.tree.root_node.descendant_for_byte_range(at, at + 1)
        if node is not None and not is_loaded(self.goal, node):
            return 0
        while node is not None and node.parent is not None and node.parent.parent is not None:
            node = node.parent
        return line_end(self.goal.source, node.end_byte if node is not None else at)

    def _fault(self, at: int, what: str) -> None:
        line = self.source.source.count(b"\n", 0, at) + 1
        text = f"{self.source.path}:{line}: {what}"
        if text not in self.found.problems:
            self.found.problems.append(text)
