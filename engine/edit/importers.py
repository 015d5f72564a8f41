"""The same as `users.py` where modules say what they give: by each import of that, under whatever name.

A file may import what it never spells (`import anything from "./old"`), and what no module binds means nothing of
another one. So imports are looked at, not names; a name behind a dot matters only where a module is had as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..link.types import Type
from .imports import DEFAULT, NewImport, after, imports_of, is_plain, style_of, written
from .lines import offset_of
from .occurrences import is_text, is_word_of_language, word_places
from .surface import Given, examples, given, is_type, marks_types, runs_values, through, value_uses, whole_users
from .users import FileUses, Search, Users
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..deepfacts import Binding
    from ..deepfacts import Occurrence as Use
    from ..link.linker import Linker
    from ..link.types import Slot
    from .document import Document
    from .imports import Imported
    from .occurrences import Occurrence

__all__ = ["importers_of", "reachable"]


def importers_of(
    linker: Linker,
    source: Document,
    goal: Document,
    slot: Slot,
    read: Callable[[str], Document],
    *,
    export: bool = False,
) -> Users:
    """What changes when the definition at `slot` moves from `source` to `goal`.

    `export`: whether the new file may give to others what the old one did not.
    """
    search = _Search(linker, source, goal, slot, read)
    search.export = export
    project = linker.project
    paths = {*project.importers(source.path), *project.files_with(slot.name, project.families.get(slot.path, ""))}
    search.look_at_source()
    for path in sorted((paths | {goal.path}) - {source.path}):
        search.look_at(path)
    return search.found


def reachable(
    linker: Linker, source: Document, places: Sequence[Occurrence], read: Callable[[str], Document]
) -> list[Occurrence]:
    """Those of the places with a name that may mean what a module gives under it.

    What stands behind a dot does where the module is handed on as a whole; a bare name that nothing binds never does.
    """
    escapes: bool | None = None
    found: list[Occurrence] = []
    for place in places:
        document = read(place.path)
        name = document.source[place.start : place.end].decode("utf-8", "replace")
        use = next((u for u in linker.file(place.path).occurrences(name) if u.position == place.start), None)
        if use is None:
            where = document, place.start, place.end
            if not (is_word_of_language(*where) or is_text(*where)):
                found.append(place)
        elif use.receiver == -1:
            if place.path == source.path:
                found.append(place)
        else:
            if escapes is None:
                escapes = _escapes(linker, source.path, read)
            if escapes:
                found.append(place)
    return found


def _escapes(linker: Linker, path: str, read: Callable[[str], Document]) -> bool:
    importers = linker.project.importers(path)
    return any(next(whole_users(linker, path, read(other)), None) is not None for other in importers)


class _Search(Search):
    def __init__(
        self, linker: Linker, source: Document, goal: Document, slot: Slot, read: Callable[[str], Document]
    ) -> None:
        super().__init__(linker, source, goal, slot, read)
        self.export = False
        self.given: Given = given(linker, source, slot.name, self.span)
        self.is_type = is_type(linker, slot)
        runs = [row.kind for row in linker.file(slot.path).bound.get((0, slot.name), ())]
        self.is_early = self.is_type or all(kind == "function" for kind in runs)
        """Whether it is there before any statement of its file has run."""

    # --- the old file ------------------------------------------------------------------------------------------------

    def look_at_source(self) -> None:
        """Whether the old file still uses it, or gives it on, and how it has it then."""
        path, file = self.source.path, self.linker.file(self.source.path)
        uses = [
            use
            for use in file.occurrences(self.slot.name)
            if use.receiver < 0
            and not self.is_inside(path, use)
            and self.slot in (self.linker.resolve(path, self.slot.name, use).entities or ())
        ]
        written = next((use for use in uses if use.role == "write"), None)
        if written is not None:
            self.fault(path, written.position, f"it gives {self.slot.name} a value")
        if uses:
            self._import_back(uses)
        surfacing = self.linker.project.surfacing(path)
        for shown in self.given.inline if surfacing.is_entry(path) else ():
            text = self._named(path, examples(self.linker, self.source))
            if text is not None:
                self.found.stays.append(NewImport(text, shown, types=self._marks_types(), again=True))

    def _import_back(self, uses: list[Use]) -> None:
        path, name = self.source.path, self.slot.name
        if not self.given.inline:
            if not self.given.apart and not self.export:
                self.fault(path, uses[0].position, f"it uses {name}, which is not exported")
                return
            self.found = self.found._replace(export=True)
        shown = name if self.found.export or name in self.given.inline else self.given.inline[0]
        but = frozenset([path, self.goal.path])
        found = through(self.linker, self.source, self.slot, [shown], but) if self.given.inline else None
        text = found[0] if found else self._named(path, examples(self.linker, self.source))
        if text is None:
            return
        file = self.linker.file(path)
        types = self.is_type or not value_uses(file, uses, name)
        if not types:
            at_load = runs_values(file, uses, name)
            module = Type("module", found[1]) if found else self.module
            self.found.loads.append((path, module, at_load))
        types = types and marks_types(self.linker, self.source, self.goal)
        self.found.stays.append(NewImport(text, shown, name if shown != name else "", types=types))

    def _named(self, path: str, like: list[str]) -> str | None:
        """How a file names the new one; a fault where it cannot."""
        text = self.text_for(path, [*like, *examples(self.linker, self.goal)])
        if text is None:
            self.fault(path, self.span[0] if path == self.source.path else 0, f"it cannot import from {self.goal.path}")
        return text

    def for_types(self, document: Document) -> bool:
        """Whether it is one, and the file says so of imports."""
        return self.is_type and marks_types(self.linker, document)

    def _marks_types(self) -> bool:
        language = self.source.language
        return self.is_type and language is not None and bool(language.edit.import_types)

    # --- other files -------------------------------------------------------------------------------------------------

    def look_at(self, path: str) -> None:
        """Take up every import of the old file in another one."""
        file, old = self.linker.file(path), Type("module", self.source.path)
        resolver = self.linker.project.resolver(path)
        rows, whole = self._imports(path)
        if path == self.goal.path:
            rows += self._given_by_goal(rows)
        stars = [star for star in file.facts.stars if resolver.module(path, star.module) == old]
        qualified = self._qualified(path)
        if path == self.goal.path:
            self._note_first()
        if not (rows or whole or stars or qualified or self._may_load(path)):
            return
        document = self.read(path)
        uses = _Uses(self, path)
        self._check_calls(path, document, uses.imports)
        for at in whole_users(self.linker, self.source.path, document) if whole and self.given.inline else ():
            self.fault(path, at, f"it hands {self.source.path} on as a whole")
        uses.take(rows)
        uses.qualified = qualified
        uses.unqualify(qualified)
        if qualified and path not in (self.source.path, self.goal.path):
            at_load = runs_values(file, qualified, self.slot.name)
            self.found.loads.append((path, self.module, at_load))
        if stars and path != self.goal.path:
            self._keep_star(path, document, [star.position for star in stars])

    def _imports(self, path: str) -> tuple[list[Binding], bool]:
        """The imports of the definition in a file, and whether it has the old file as a whole."""
        file, old = self.linker.file(path), Type("module", self.source.path)
        resolver = self.linker.project.resolver(path)
        rows: list[Binding] = []
        whole = False
        for row in file.facts.bindings:
            fact = file.facts.imports[row.number] if row.kind == "import" else None
            if fact is None or not fact.module:
                continue
            is_old = resolver.module(path, fact.module) == old
            whole = whole or (is_old and fact.name in ("", "="))
            if is_old and fact.name in self.given.inline:
                rows.append(row)
            elif path == self.goal.path and row.scope == 0 and fact.name:
                self.linker.begin()
                if self.linker.imported(path, row) == frozenset([self.slot]):
                    rows.append(row)
        return rows, whole

    def _given_by_goal(self, known: list[Binding]) -> list[Binding]:
        """What gives the new file's users a name of it already: an import of it goes, all else is a fault."""
        path, file = self.goal.path, self.linker.file(self.goal.path)
        found: list[Binding] = []
        names = self.given.inline or ((self.slot.name,) if self.found.export else ())
        for row in (row for name in names for row in file.bound.get((file.surface, name), ()) if file.surface):
            self.linker.begin()
            fact = file.facts.imports[row.number] if row.kind == "import" else None
            if fact is None or not fact.module or self.linker.imported(path, row) != frozenset([self.slot]):
                at = offset_of(self.goal.source, row.line, row.column)
                self.fault(path, at, f"it has an export of the name {row.name} already")
            elif row not in known:
                found.append(row)
        return found

    def _qualified(self, path: str) -> list[Use]:
        name = self.slot.name
        return [
            use
            for use in self.linker.file(path).occurrences(name)
            if use.receiver >= 0 and use.form != "import"
            if self.slot in (self.linker.resolve(path, name, use).entities or ()) and self.is_qualified(path, use)
        ]

    def _note_first(self) -> None:
        """Where the new file uses it before it would be there."""
        file = self.linker.file(self.goal.path)
        if self.is_early:
            return
        for use in file.occurrences(self.slot.name):
            entities = self.linker.resolve(self.goal.path, self.slot.name, use).entities or ()
            if self.slot in entities and runs_values(file, [use], self.slot.name):
                first = self.found.first
                self.found = self.found._replace(first=use.position if first is None else min(first, use.position))

    def _may_load(self, path: str) -> bool:
        """Whether a file may have the old one by a call, which facts do not tell."""
        stem = self.source.path.rpartition("/")[2].split(".", 1)[0]
        source = self.read(path).source
        return stem.encode() in source and (b"import(" in source or b"require(" in source or b"declare " in source)

    def _check_calls(self, path: str, document: Document, imports: Iterable[Imported]) -> None:
        """That nobody has the old file by a call and means the definition."""
        resolver, old = self.linker.project.resolver(path), Type("module", self.source.path)
        for each in imports:
            if is_plain(each.statement) or resolver.module(path, each.module_text) != old:
                continue
            if each.said in self.given.inline or (not each.said and self._has_word(document)):
                self.fault(path, each.place, f"it loads {self.source.path} by a call")

    def _has_word(self, document: Document) -> bool:
        return any(next(word_places(document, name), None) for name in self.given.inline)

    def _keep_star(self, path: str, document: Document, positions: list[int]) -> None:
        """Who gives all names of the old file to others gives this one by itself, or with all of the new file."""
        names = [name for name in self.given.inline if name != DEFAULT]
        resolver = self.linker.project.resolver(path)
        stars = self.linker.file(path).facts.stars
        if not names or any(resolver.module(path, star.module) == self.module for star in stars):
            return
        if any(self._gives_all(path, star.module) for star in stars):
            return
        star = next((e for e in imports_of(document) if e.wildcard and e.statement.start_byte in positions), None)
        text = self._named(path, [star.module_text]) if star is not None else None
        if star is None or text is None:
            self.fault(path, positions[0], "it gives on all of the old file in a way that cannot be changed")
            return
        new = NewImport(text, names[0], types=self._marks_types(), again=True)
        line = written(self.rules, [new], style_of(document))
        self.found.edits.setdefault(path, []).append(after(document, star.statement, line))
        if not self.is_type:
            self.found.loads.append((path, self.module, False))

    def _gives_all(self, path: str, text: str) -> bool:
        """Whether another module that a file gives on gives on all of the new file."""
        resolver = self.linker.project.resolver(path)
        todo, seen = [resolver.module(path, text)], set[str]()
        while todo:
            module = todo.pop()
            if module is None or module.kind != "module" or module.path in seen | {self.source.path}:
                continue
            if module == self.module:
                return True
            seen.add(module.path)
            own = self.linker.project.resolver(module.path)
            todo += [own.module(module.path, star.module) for star in self.linker.file(module.path).facts.stars]
        return False


class _Uses(FileUses):
    qualified: Sequence[Use] = ()

    def placed(self, each: Imported, line: str) -> TextEdit:
        """Beside the import of the module, or in its place where nothing else uses that and nothing is loaded by it."""
        alias = (each.alias.text or b"").decode() if each.alias is not None else ""
        bare = [use for use in self.file.occurrences(alias) if use.receiver == -1 and use.position != each.place]
        roots = (self.file.expression(use.receiver) for use in self.qualified)
        if not alias or len(bare) > sum(root.op == "name" and root.text == alias for root in roots):
            return super().placed(each, line)
        if each.types or not self.search.linker.project.surfacing(self.path).keeps_unused(self.path):
            return TextEdit(each.statement.start_byte, each.statement.end_byte, line.encode())
        left = f"{alias} ({self.path}:{each.statement.start_point[0] + 1})"
        self.search.found = self.search.found._replace(left=(*self.search.found.left, left))
        return super().placed(each, line)

    def take(self, rows: list[Binding]) -> None:
        """Change the imports of some bindings."""
        search = self.search
        assert isinstance(search, _Search)
        by_statement: dict[int, list[Imported]] = {}
        for row in rows:
            at = offset_of(self.document.source, row.line, row.column)
            each = next((one for one in self.imports if one.place == at), None)
            if each is None or not is_plain(each.statement):
                search.fault(self.path, at, f"it has {search.slot.name} by an import that cannot be changed")
                continue
            by_statement.setdefault(each.statement.start_byte, []).append(each)
            search.found.gone.setdefault(self.path, set()).add(row.number)
            if self.path != search.goal.path and not (search.is_type or each.types or each.type_name):
                self._load(row)
        for items in by_statement.values():
            self.change(items)

    def _load(self, row: Binding) -> None:
        search = self.search
        uses = [use for use in self.file.occurrences(row.name) if use.receiver == -1 and use.form in ("", "entry")]
        uses = [use for use in uses if (use.line, use.column) != (row.line, row.column)]
        if row.scope == self.file.surface or value_uses(self.file, uses, row.name):
            at_load = runs_values(self.file, uses, row.name)
            search.found.loads.append((self.path, search.module, at_load))
