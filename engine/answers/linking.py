"""What answers about references have in common: from a symbol to its slot, from a use to what a reader wants to see."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from ..deepfacts import plain
from ..errors import AmbiguousSymbol
from ..link.named import named_uses
from ..link.references import references
from ..link.source import linker_of
from .matching import matches, one
from .sources import source_of
from .values import Node, Scope, bare, node_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..index.rows import Located
    from ..index.sync import Sync
    from ..link.linker import Linker
    from ..link.references import Found
    from ..link.types import Slot
    from ..progress import Progress

__all__ = ["MODULE", "Asked", "Context", "Sources", "first", "is_spelled"]

MODULE = "<module>"
"""Stands for the code of a file outside of every function and class."""
OUTLINES = "outlines"
MAX_TWINS = 100
"""Definitions that are compared to see whether they are one symbol."""
_HOLDERS = ("function", "method", "class", "constructor", "property", "struct", "interface", "enum", "operator")


_UNSPELLED = frozenset({"constructor", "operator"})
_FIELDS = frozenset({"field", "property", "constant"})


class _Sure(Protocol):
    @property
    def certainty(self) -> str: ...


_Use = TypeVar("_Use", bound=_Sure)


class Asked(NamedTuple):
    """A symbol that a question is about."""

    located: Located
    slot: Slot | None
    """None where its language has no semantics: then there are matches by name alone."""
    others: frozenset[Slot] = frozenset()
    """Slots that are asked for with it, since the same words name them."""
    passed: tuple[str, ...] = ()
    """Fields with the name and the owner of a function, which is meant where nothing says otherwise."""

    @property
    def id(self) -> str:
        """What finds exactly this symbol again."""
        return f"{self.located.path}:{self.located.symbol.name_path}"

    @property
    def key(self) -> Slot | str:
        """The same for all definitions that are one symbol."""
        return self.slot or self.id

    @property
    def node(self) -> Node:
        """The symbol as an answer shows it."""
        return node_of(self.located)


class _Holders(NamedTuple):
    """The functions and classes of a file in the order in which they begin, those around others first."""

    starts: list[int]
    rows: list[tuple[int, int, str, int]]
    """Start, end, name path and number of each."""

    def at(self, position: int) -> tuple[int, int, str, int] | None:
        """The innermost one around a place."""
        before = bisect_right(self.starts, position) - 1
        return next((self.rows[i] for i in range(before, -1, -1) if self.rows[i][1] > position), None)


class Context:
    """A view together with its linker, for one question."""

    def __init__(self, view: Sync, progress: Progress) -> None:
        """Take the linker of the view's state."""
        self.view = view
        self.linker: Linker = linker_of(view, progress)
        self._outlines: dict[int, _Holders] = view.kept.setdefault(OUTLINES, {})
        self._symbols: dict[str, list[Located]] = {}

    def asked(self, text: str) -> Asked:
        """The one symbol that a name path means; several definitions of one slot are one symbol, shown by the first.

        Raises NoSuchSymbol, AmbiguousSymbol, BadPattern.
        """
        try:
            return self.about(one(self.view, text, Scope()))
        except AmbiguousSymbol:
            found = [self.about(located) for located in matches(self.view, text, Scope())[:MAX_TWINS]]
            if found[0].slot is None and len({(a.located.path, bare(a.located.symbol.name_path)) for a in found}) == 1:
                return found[0]  # twins in one container: overloads, a declaration in several parts
            first = found[0].slot
            if first is None or any(other.slot is None or not self.linker.same(first, other.slot) for other in found):
                chosen = _callable(found) or _of_one_text(found)
                if chosen is None:
                    raise
                return chosen
            others = {other.slot for other in found if other.slot is not None}
            return found[0]._replace(others=frozenset(others - {first}))

    def about(self, located: Located) -> Asked:
        """A symbol with its slot."""
        file = self.linker.project.source.file(located.path)
        if file is None or not file.facts.resolvable:
            return Asked(located, None)
        symbol = located.symbol
        return Asked(located, self.linker.slot_at(located.path, symbol.name_line, symbol.name, symbol.name_column))

    def uses(self, asked: Asked) -> Found:
        """Where a symbol is used."""
        if asked.slot is not None:
            place = self._place(asked)
            return references(self.linker, asked.slot, place, asked.others)
        symbol = asked.located.symbol
        same = self.view.store.definitions(self.view.row.id, [symbol.name])
        family = self.linker.project.families.get(asked.located.path, "")
        rivals = [hit for hit in same if self.linker.project.families.get(hit.path, "") == family]
        own = {(hit.path, hit.symbol.name_start) for hit in rivals}
        return named_uses(self.linker, asked.located.path, symbol.name, own, unique=len(rivals) == 1)

    def _place(self, asked: Asked) -> tuple[int, int] | None:
        """Line and byte column of the definition asked for, as facts have it."""
        assert asked.slot is not None
        line = asked.located.symbol.name_line
        if asked.located.path != asked.slot.path:
            return None
        return next((place for place in self.linker.places_of(asked.slot) if place[0] == line), None)

    def located(self, slot: Slot) -> Located | None:
        """The symbol of the outline that a slot is; None for what has no place there, as locals."""
        for line, _ in self.linker.places_of(slot):
            for hit in self.symbols(slot.path):
                if hit.symbol.name == plain(slot.name) and hit.symbol.name_line == line:
                    return hit
        return None

    def definitions(self, located: Located) -> list[Located]:
        """All that is one symbol with a definition: overloads and what they stand for, a prototype and the body."""
        own, path = self.about(located).slot, bare(located.symbol.name_path)
        if own is None:
            return [hit for hit in self.symbols(located.path) if bare(hit.symbol.name_path) == path]
        named = self.view.store.definitions(self.view.row.id, [located.symbol.name])
        alike = [hit for hit in named if _ends_alike(bare(hit.symbol.name_path), path)][:MAX_TWINS]
        slots = [(hit, self.about(hit).slot) for hit in alike]
        return [hit for hit, slot in slots if slot is not None and self.linker.same(own, slot)]

    def id_of(self, slot: Slot) -> str:
        """A slot as people may ask for it."""
        found = self.located(slot)
        return f"{slot.path}:{self.name_path(found) if found else plain(slot.name)}"

    def holder(self, path: str, position: int) -> Located | None:
        """The innermost function or class around a place; None for the module itself."""
        found = self._holders(path).at(position)
        return self.symbols(path)[found[3]] if found is not None else None

    def enclosing(self, path: str, position: int) -> str | None:
        """The name path of the same."""
        found = self._holders(path).at(position)
        return found[2] if found is not None else None

    def name_path(self, located: Located) -> str:
        """The name path of a symbol; without a number where all that share it are one symbol, as overloads are."""
        symbol = located.symbol
        plain, bracket, _ = symbol.name_path.rpartition("[")
        if not bracket or not plain.endswith(symbol.name):
            return symbol.name_path
        slot = self.about(located).slot
        twins = [t for t in self.symbols(located.path) if t.symbol.name_path.rpartition("[")[0] == plain]
        return plain if slot is not None and all(self.about(twin).slot == slot for twin in twins) else symbol.name_path

    def _holders(self, path: str) -> _Holders:
        blob = self.view.files[path].blob_id
        found = self._outlines.get(blob) if blob is not None else _NO_HOLDERS
        if found is None:
            assert blob is not None
            rows = self.view.store.ranges_of(blob, _HOLDERS)
            found = self._outlines[blob] = _Holders([row[0] for row in rows], rows)
        return found

    def symbols(self, path: str) -> list[Located]:
        """All symbols of a file."""
        from ..index.rows import Located

        found = self._symbols.get(path)
        if found is None:
            blob = self.view.files[path].blob_id
            symbols = self.view.store.symbols_of(blob) if blob is not None else []
            found = self._symbols[path] = [Located(path, blob or 0, i, symbol) for i, symbol in enumerate(symbols)]
        return found


def _ends_alike(one: str, other: str) -> bool:
    """Whether two name paths have the same name in a container of the same name."""
    one_end, other_end = ([bare(part) for part in path.split("/")[-2:]] for path in (one, other))
    return one_end == other_end


_NO_HOLDERS = _Holders([], [])


def _of_one_text(found: list[Asked]) -> Asked | None:
    """All of several symbols of one name path in one file, in spaces of names of their own: a question is about all."""
    slots = [asked.slot for asked in found if asked.slot is not None]
    if len(slots) < len(found) or len({(a.located.path, bare(a.located.symbol.name_path)) for a in found}) > 1:
        return None
    return found[0]._replace(others=frozenset(slots[1:]) - {slots[0]})


def _callable(found: list[Asked]) -> Asked | None:
    """The one function among definitions of one owner the others of which are fields and the like, in other spaces."""
    spaced = [a for a in found if a.slot is not None and a.located.symbol.kind in _FIELDS and " " in a.slot.name]
    others = [asked for asked in found if asked not in spaced]
    if not spaced or len({(a.located.path, bare(a.located.symbol.name_path)) for a in found}) > 1:
        return None
    if len({asked.slot for asked in others}) != 1 or others[0].slot is None:
        return None
    return others[0]._replace(passed=tuple(asked.id for asked in spaced))


def is_spelled(context: Context, asked: Asked) -> bool:
    """Whether a use has to spell a name: constructors, operators and what the language looks for are used without."""
    symbol = asked.located.symbol
    reserved = context.linker.library(asked.located.path).reserved
    return symbol.kind not in _UNSPELLED and re.fullmatch(reserved, symbol.name) is None


class Sources:
    """The lines of files, read once."""

    def __init__(self, view: Sync) -> None:
        """Begin with none."""
        self._view = view
        self._lines: dict[str, list[bytes]] = {}

    def line(self, path: str, line: int) -> bytes:
        """One line, without its end. Raises ChangedMeanwhile."""
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = source_of(self._view, path).split(b"\n")
        return lines[line].rstrip(b"\r") if line < len(lines) else b""

    def start(self, path: str, line: int) -> int:
        """Where a line begins, in bytes. Raises ChangedMeanwhile."""
        self.line(path, line)
        return sum(len(row) + 1 for row in self._lines[path][:line])

    def column(self, path: str, line: int, column: int) -> int:
        """A column in bytes as one in characters, from 1."""
        return len(self.line(path, line)[:column].decode("utf-8", "replace")) + 1

    def shown(self, path: str, line: int, column: int) -> tuple[int, str]:
        """The same with the line as it is shown: without indentation."""
        row = self.line(path, line)
        return len(row[:column].decode("utf-8", "replace")) + 1, row.decode("utf-8", "replace").strip()


def first(uses: Iterable[_Use], admits: Callable[[_Use], bool], limit: int) -> tuple[Sequence[_Use], int]:
    """The first admitted uses, the sure ones before those by name, and how many the limit leaves out."""
    kept = [use for use in uses if admits(use)]
    kept.sort(key=lambda use: use.certainty == "name")
    return kept[:limit], max(len(kept) - limit, 0)
