"""Who has a definition from the file that it leaves: by name, through the module, or for others again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...link.types import Type
from ..imports import imports_of
from ..surface import is_marked, whole_users
from ..values import TextEdit
from .moving import Faults
from .required_files import Giving

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...deepfacts import Binding, Occurrence
    from ..moved import Move
    from .required_files import Takes

__all__ = ["Users"]

WHOLE = "="


class Users:
    """Goes through the old file and all that take something from it."""

    def __init__(self, move: Move, takes: Callable[[str], Takes], giving: Giving) -> None:
        """`giving`: how the new file gives it."""
        self.move, self.takes, self.giving = move, takes, giving
        self.linker = move.linker
        self.old = Giving(move.linker, move.source, move.name)
        self.module = Type("module", move.goal.path)
        self.faults = Faults()
        self.loads: list[tuple[str, Type]] = []
        self.gone: dict[str, set[int]] = {}

    def look(self) -> None:
        """Take up every file."""
        move, project = self.move, self.linker.project
        self.faults += [*self.old.faults, *(self.giving.faults if move.goal.source.strip() else ())]
        family = project.families.get(move.source.path, "")
        paths = {*project.importers(move.source.path), *project.files_with(move.name, family)} - {move.source.path}
        kept = project.surfacing(move.source.path).is_entry(move.source.path) and bool(self.old.gives)
        kept = any([kept, *(self._hands_on(path) for path in sorted(paths))]) and bool(self.old.gives)
        users = [path for path in sorted(paths) if self._follow(path)]
        own = self._own_uses()
        if own and not self.old.gives:
            self.faults.add(move.source, own[0].position, f"it uses {move.name}, which it does not export")
        for use in own:
            if use.role == "write" or use.receiver >= 0:
                self.faults.add(move.source, use.position, "it is used in a way that cannot be changed")
        if own or kept:
            self._take(move.source.path, move.name)
        if not kept:
            self.takes(move.source.path).change(*self.old.removed())
        self.giving.wanted = bool(users or own or self.old.gives)

    def _text(self, path: str) -> str | None:
        examples = self.takes(path).examples(self.linker)
        text = self.linker.project.naming(path).text(path, self.module, examples)
        if text is None:
            self.faults.add(self.move.read(path), 0, f"{path} cannot load {self.move.goal.path}")
        return text

    def _take(self, path: str, local: str) -> None:
        text = self._text(path)
        if text is not None:
            self.takes(path).bring(text, self.move.name, local)
            self.loads.append((path, self.module))

    def _own_uses(self) -> list[Occurrence]:
        """Where the old file uses it, besides giving it."""
        path, spans = self.move.source.path, self.old.spans()
        return [
            use
            for use in self.linker.file(path).occurrences(self.move.name)
            if not self.move.is_inside(path, use.position)
            and not any(start <= use.position < end for start, end in spans)
            and self.move.slot in (self.linker.resolve(path, self.move.name, use).entities or ())
        ]

    def _is_old(self, path: str, text: str) -> bool:
        return self.linker.project.resolver(path).module(path, text) == Type("module", self.move.source.path)

    def _hands_on(self, path: str) -> bool:
        """Whether a file has the old one as a whole and does more with it than to ask for its members."""
        document = self.move.read(path)
        for at in whole_users(self.linker, self.move.source.path, document):
            node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
            while node is not None and node.type != "call_expression":
                node = node.parent
            if node is None or node.parent is None or node.parent.type != "member_expression":
                return True
        return any(each.again and self._is_old(path, each.module_text) for each in imports_of(document))

    def _follow(self, path: str) -> bool:
        """One file that may have it."""
        file, document, name = self.linker.file(path), self.move.read(path), self.move.name
        rows = [
            (row, file.facts.imports[row.number])
            for row in file.facts.bindings
            if row.kind == "import" and self._is_old(path, file.facts.imports[row.number].module)
        ]
        uses = [
            use
            for use in file.occurrences(name)
            if self.move.slot in (self.linker.resolve(path, name, use).entities or ()) and use.receiver >= 0
        ]
        if document.language is None or not (rows or uses):
            return False
        if is_marked(document):
            if uses or any(fact.name == name for _, fact in rows):
                self.faults.append(f"{path} is a module of another system, and has it")
            return False
        done = set[int]()
        for row, fact in rows:
            if fact.name == name:
                self._renew(path, row)
                done |= {use.position for use in uses if use.form == "import"}
            elif fact.name == WHOLE:
                done |= self._through(path, row, uses)
        for use in uses:
            if use.position not in done and use.form != "import":
                self._inline(path, use)
        return bool(uses) or any(fact.name == name for _, fact in rows)

    def _renew(self, path: str, row: Binding) -> None:
        """A name that is taken from the old file is taken from the new one."""
        takes, document = self.takes(path), self.move.read(path)
        each = takes.at(row)
        self.gone.setdefault(path, set()).add(row.number)
        if each is None or each.again:
            self.faults.add(document, 0, f"{path} takes it in a way that cannot be changed")
            return
        if path == self.move.goal.path:
            if row.name != self.move.name or not takes.take_out(each):
                self.faults.add(document, each.place, "it takes it in a way that cannot be changed")
            return
        text = self._text(path)
        if text is None:
            return
        mates = [other for other in takes.imports if other.statement.id == each.statement.id]
        self.loads.append((path, self.module))
        if len(mates) == 1:
            takes.rename_module(each, text)
        elif takes.is_plain(row):
            takes.take_out(each)
            takes.bring(text, self.move.name, row.name)
        else:
            self.faults.add(document, each.place, "it takes it in a way that cannot be changed")

    def _through(self, path: str, row: Binding, uses: list[Occurrence]) -> set[int]:
        """`module.name`, where the module has a name of its own."""
        takes, document, file = self.takes(path), self.move.read(path), self.linker.file(path)
        mine = [use for use in uses if use.form == "" and self._is_member_of(path, use, row)]
        each = takes.at(row)
        if not mine:
            return set()
        done = {use.position for use in mine}
        others = [
            use
            for use in file.occurrences(row.name)
            if use.receiver == -1 and use.form in ("", "entry") and (each is None or use.position != each.place)
        ]
        text = self._text(path)
        if each is None or text is None or any(use.role == "write" for use in mine):
            self.faults.add(
                document, mine[0].position, "it is reached through its module in a way that cannot be changed"
            )
        elif path != self.move.goal.path and len(others) == len(mine) and file.facts.scopes[row.scope].parent < 0:
            takes.rename_module(each, text)
            self.gone.setdefault(path, set()).add(row.number)
            self.loads.append((path, self.module))
        else:
            self._bare(path, row, mine, text)
        return done

    def _bare(self, path: str, row: Binding, mine: list[Occurrence], text: str) -> None:
        """The same becomes the bare name, which is taken beside the module."""
        takes, document, file, name = self.takes(path), self.move.read(path), self.linker.file(path), self.move.name
        is_goal = path == self.move.goal.path
        bare = any(use.receiver == -1 for use in file.occurrences(name)) or any(
            b.name == name for b in file.facts.bindings
        )
        if bare or not takes.is_plain(row):
            self.faults.add(document, mine[0].position, f"it has another {name}, so the module cannot be left out")
            return
        for use in mine:
            node = document.tree.root_node.descendant_for_byte_range(use.position, use.position + 1)
            member = node.parent if node is not None else None
            if member is None or member.type != "member_expression":
                self.faults.add(
                    document, use.position, "it is reached through its module in a way that cannot be changed"
                )
                continue
            takes.change(TextEdit(member.start_byte, member.end_byte, name.encode()))
        if not is_goal:
            takes.bring(text, name, name)
            self.loads.append((path, self.module))

    def _is_member_of(self, path: str, use: Occurrence, row: Binding) -> bool:
        expression = self.linker.file(path).expression(use.receiver)
        scope = self.linker.scope_of(path, use.scope, row.name, use.position)
        return expression.op == "name" and expression.text == row.name and scope == row.scope

    def _inline(self, path: str, use: Occurrence) -> None:
        """`require("old").name`."""
        document = self.move.read(path)
        node = document.tree.root_node.descendant_for_byte_range(use.position, use.position + 1)
        member = node.parent if node is not None else None
        call = (
            member.child_by_field_name("object") if member is not None and member.type == "member_expression" else None
        )
        each = next(
            (
                i
                for i in self.takes(path).imports
                if call is not None and call.start_byte <= i.module.start_byte < call.end_byte and i.alias is None
            ),
            None,
        )
        text = self._text(path) if path != self.move.goal.path else None
        if each is None or text is None or call is None or not self._is_old(path, each.module_text):
            self.faults.add(document, use.position, "it is reached in a way that cannot be changed")
            return
        self.takes(path).rename_module(each, text)
        self.loads.append((path, self.module))
