"""Moves between modules that load each other by a call and give what is in an object, under its own name.

The call gives a name its meaning while its file is loaded, so files may not load each other. Who has the definition
from the old file has it from the new one; where that cannot be changed (the package's entry, a module that is handed
on as a whole), the old file takes it from the new one and gives it as before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...errors import Refused
from ...link.types import Slot, Type
from ..importers import reachable
from ..lines import offset_of
from ..loading import Loading
from ..occurrences import is_text, is_word_of_language
from ..pieces import outer_node
from ..surface import is_marked, known_places
from ..together import in_the_way
from .moving import Faults, doubts, mention_notes, plans, spliced_text
from .required_files import Giving, Takes
from .required_users import Users

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...deepfacts import Binding, Occurrence
    from ..moved import Move
    from ..plan import FileEdit
    from ..values import TextEdit

__all__ = ["transfers"]

_OWN = frozenset({"__dirname", "__filename", "exports", "module", "require"})
_STRICT = re.compile(rb"\A(?:#![^\n]*\n)?(?:\s|//[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*(['\"])use strict\1")
_WORD = re.compile(rb"(?<![\w$.\x80-\xff])[^\W\d][\w$\x80-\xff]*|(?<![\w$.])\$[\w$]*")
UNEXPORTED = "does not export"


def transfers(move: Move) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first. Raises StillUsed with what is missing, Refused.

    Whether it may be exported changes nothing: what is needed across files has to be given already.
    """
    if move.slot.scope != 0:  # as in `exports.name = function …`
        raise Refused(
            f"{move.located.symbol.name_path} is not at the top of its file", "Only what stands there can be moved."
        )
    faults = Faults(_own_faults(move))
    planned = _Planned(move)
    unsure = [place for place in move.found.unsure if not move.is_inside(place.path, place.start)]
    if not faults:
        unsure = reachable(move.linker, move.source, unsure, move.read)
        faults += doubts(move._replace(found=move.found._replace(unsure=unsure)))
    if not faults:
        planned.look()
        faults += planned.faults
    if not faults:
        faults += planned.circles()
    if faults:
        raise in_the_way(move.name, move.goal.path, faults)
    edits = planned.edits()
    there = planned.takes(move.goal.path)
    head = b""
    if not move.goal.source.strip():
        head = planned.head()
        edits[move.goal.path] = []
    text = spliced_text(move, ())
    tail = planned.giving.as_tail() if not move.goal.source.strip() else ""
    first = planned.giving.place
    notes = mention_notes(move, edits)
    yield from plans(
        move,
        text + tail,
        edits,
        low=max(there.end, planned.after),
        head=head,
        notes=notes,
        first=first,
    )


def _own_faults(move: Move) -> list[str]:
    source, goal, symbol, linker = move.source, move.goal, move.located.symbol, move.linker
    faults = Faults()
    at = symbol.name_start
    node = outer_node(source, symbol)
    if node.parent is not None and node.parent.parent is not None:
        faults.add(source, at, "it stands in another statement")
    if sum(other.start_byte == symbol.start_byte for other in source.facts.symbols if other.parent < 0) > 1:
        faults.add(source, at, "it is defined together with others")
    rows = linker.file(source.path).bound.get((0, move.name), ())
    if len(rows) != 1 or rows[0].kind == "import":
        faults.add(source, at, "it is defined, or given a value, in several places")
    for document in (source, goal):
        file = linker.file(document.path)
        is_module = any(row.scope == file.surface for row in file.facts.bindings) or any(
            fact.module for fact in file.facts.imports
        )
        if (document.source.strip() and not is_module) or is_marked(document):
            faults.append(f"{document.path} is a script or a module of another system")
    if goal.path.rpartition(".")[2] != source.path.rpartition(".")[2]:
        faults.append(f"{source.path} and {goal.path} may be modules of different systems")
    if goal.source.strip() and bool(_STRICT.match(source.source)) != bool(_STRICT.match(goal.source)):
        faults.append(f"only one of {source.path} and {goal.path} is strict")
    return faults


class _Planned:
    """Goes through the text and its users, and takes note of what changes."""

    def __init__(self, move: Move) -> None:
        self.move, self.linker = move, move.linker
        self.faults = Faults()
        self.after = 0
        """The text has to stand behind this byte of the new file."""
        self._takes: dict[str, Takes] = {}
        self.giving = Giving(move.linker, move.goal, move.name)
        self.loads: list[tuple[str, Type]] = []
        self.gone: dict[str, set[int]] = {}
        self._done: set[str] = set()

    def takes(self, path: str) -> Takes:
        """What a file takes from others, as it will be."""
        if path not in self._takes:
            self._takes[path] = Takes(self.move.read(path), self.move.source)
        return self._takes[path]

    def look(self) -> None:
        """Take up the text, then everybody who has it."""
        move, file = self.move, self.linker.file(self.move.source.path)
        start, end = move.span
        self._check_words()
        for name in file.facts.occurrences:
            uses = [use for use in file.occurrences(name) if start <= use.position < end and use.receiver == -1]
            outer = [use for use in uses if use.form in ("", "bind", "entry") and self._is_outer(name, use)]
            if outer and name != move.name:
                self._need(name, outer)
        for (scope, name), rows in file.bound.items():
            if scope == 0 and name != move.name and any(start <= self._at(row) < end for row in rows):
                self.faults.add(move.source, start, f"it gives {name} a value, which others may use")
        users = Users(move, self.takes, self.giving)
        users.look()
        self.faults += users.faults
        self.loads += users.loads
        for path, numbers in users.gone.items():
            self.gone.setdefault(path, set()).update(numbers)

    def _at(self, row: Binding) -> int:
        return offset_of(self.move.source.source, row.line, row.column)

    def _is_outer(self, name: str, use: Occurrence) -> bool:
        position = -1 if use.role == "write" else use.position
        return self.linker.scope_of(self.move.source.path, use.scope, name, position) <= 0

    def _check_words(self) -> None:
        """A word that stands in code and of which there are no facts may mean anything."""
        move, file = self.move, self.linker.file(self.move.source.path)
        for found in _WORD.finditer(move.source.source, *move.span):
            name = found[0].decode("utf-8", "replace")
            if (0, name) not in file.bound or found.start() in known_places(file, move.source, name):
                continue
            if not is_text(move.source, *found.span()) and not is_word_of_language(move.source, *found.span()):
                self.faults.add(move.source, found.start(), f"nothing is known of this {name}")

    def _need(self, name: str, uses: list[Occurrence]) -> None:
        """One name that the text has from its file."""
        source, goal = self.move.source, self.move.goal
        at = uses[0].position
        rows = self.linker.file(source.path).bound.get((0, name), ())
        there = self.linker.file(goal.path).bound.get((0, name), ())
        if not rows:
            if name in _OWN:
                self.faults.add(source, at, f"{name} means another thing in each file")
            elif there:
                self.faults.add(source, at, f"{goal.path} gives {name} another meaning")
            return
        if any(use.role == "write" or use.form == "bind" for use in uses):
            self.faults.add(source, at, f"it gives {name} a value")
            return
        if len(rows) != 1:
            self.faults.add(source, at, f"{source.path} gives {name} several meanings")
            return
        meant = self.linker.entities_of_slot(Slot(source.path, 0, name))
        if there:
            if not meant or self.linker.entities_of_slot(Slot(goal.path, 0, name)) != meant:
                self.faults.add(source, at, f"{goal.path} gives {name} another meaning")
            self.after = max(self.after, *(self.takes(goal.path).statement_end(row) for row in there))
            return
        taken = (use for use in self.linker.file(goal.path).occurrences(name) if use.receiver == -1)
        if any(self.linker.scope_of(goal.path, use.scope, name, use.position) < 0 for use in taken):
            self.faults.add(source, at, f"{goal.path} uses another {name}")
            return
        self._bring(name, rows[0], at)

    def _bring(self, name: str, row: Binding, at: int) -> None:
        source, goal = self.move.source, self.move.goal
        naming = self.linker.project.naming(goal.path)
        if row.kind == "import":
            fact = self.linker.file(source.path).facts.imports[row.number]
            text = naming.carried(fact.module, source.path, goal.path) if fact.module else None
            module = self.linker.project.resolver(goal.path).module(goal.path, text) if text else None
            plain = self.takes(source.path).is_plain(row)
            if text is None or not plain or (module is not None and module.path == goal.path):
                self.faults.add(source, at, f"{goal.path} cannot take {name} from where {source.path} has it")
                return
            if module is not None:
                self.loads.append((goal.path, module))
            self.takes(goal.path).bring(text, fact.name if fact.name != "=" else "", name)
            return
        if not Giving(self.linker, source, name).gives:
            self.faults.add(source, at, f"it needs {name}, which {source.path} {UNEXPORTED}")
            return
        module = Type("module", source.path)
        text = naming.text(goal.path, module, self.takes(goal.path).examples(self.linker))
        if text is None:
            self.faults.add(source, at, f"{goal.path} cannot take {name} from {source.path}")
            return
        self.loads.append((goal.path, module))
        self.takes(goal.path).bring(text, name, name)

    def circles(self) -> list[str]:
        """Files that would load each other."""
        circle = Loading(self.linker, self.move.read, self.gone).circle(self.loads)
        return [f"files would load each other: {' → '.join(circle)}"] if circle else []

    def edits(self) -> dict[str, list[TextEdit]]:
        """The edits of all files."""
        edits = {path: takes.edits() for path, takes in self._takes.items()}
        goal = self.move.goal
        if goal.source.strip():
            edits.setdefault(goal.path, []).extend(self.giving.given())
        return edits

    def head(self) -> bytes:
        """What a new file begins with."""
        strict = _STRICT.match(self.move.source.source)
        first = f"{strict[1].decode()}use strict{strict[1].decode()};" if strict is not None else ""
        pieces = [piece for piece in (first, self.takes(self.move.goal.path).opening()) if piece]
        return "\n\n".join(pieces).encode()
