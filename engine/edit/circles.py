"""Files that come to load each other, where an imported name is looked up only when it is used.

Such a circle harms nobody as long as no file on it uses another one's values while it is loaded itself: which of them
is loaded first depends on who asks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..link.types import Slot
from .surface import is_type, runs_values, value_uses

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ..deepfacts import Binding
    from ..link.linker import Linker
    from .document import Document

__all__ = ["Circle", "Load", "circle_of"]

_BARE_IMPORT = re.compile(rb"""\bimport\s*(["'])([^"'\n]+)\1""")


class Load(NamedTuple):
    """A file that loads another one."""

    path: str
    target: str
    at_load: bool
    """Whether it uses values of the other while it is loaded itself."""


class Circle(NamedTuple):
    """Files that would load each other."""

    way: tuple[str, ...]
    user: Load | None
    """One that uses another one's values too early; None where none does."""


class _Loads:
    def __init__(
        self,
        linker: Linker,
        read: Callable[[str], Document],
        gone: Mapping[str, Collection[int]],
        moved: tuple[str, tuple[int, int]],
    ) -> None:
        self._linker, self._read, self._gone, self._moved = linker, read, gone, moved
        self._known: dict[str, dict[str, bool]] = {}

    def of(self, path: str) -> dict[str, bool]:
        """The files that a file loads, and whether it uses their values while it is loaded."""
        found = self._known.get(path)
        if found is None:
            found = self._known[path] = {}
            for target, at_load in self._look(path):
                if target != path:
                    found[target] = found.get(target, False) or at_load
        return found

    def _look(self, path: str) -> list[tuple[str, bool]]:
        linker, file = self._linker, self._linker.file(path)
        resolver = linker.project.resolver(path)
        gone = self._gone.get(path, ())
        found: list[tuple[str, bool]] = []
        texts = [(star.module, False) for star in file.facts.stars]
        for row in file.facts.bindings:
            fact = file.facts.imports[row.number] if row.kind == "import" else None
            if fact is not None and fact.module and row.number not in gone:
                at_load = self._use(path, row)
                if at_load is not None:
                    texts.append((fact.module, at_load))
        if b"import" in (source := self._read(path).source):
            texts += [(m[2].decode("utf-8", "replace"), True) for m in _BARE_IMPORT.finditer(source)]
        for text, at_load in texts:
            module = resolver.module(path, text)
            if module is not None and module.kind == "module":
                found.append((module.path, at_load))
        return found

    def _use(self, path: str, row: Binding) -> bool | None:
        """Whether values of an import are used at load; None where nothing but types is."""
        linker, file = self._linker, self._linker.file(path)
        linker.begin()
        slots = [each for each in linker.imported(path, row) if isinstance(each, Slot)]
        if slots and all(is_type(linker, slot) for slot in slots):
            return None
        if row.scope == file.surface:
            return False
        start, end = self._moved[1] if path == self._moved[0] else (0, 0)
        uses = [
            use
            for use in file.occurrences(row.name)
            if use.receiver == -1 and use.form in ("", "entry") and not start <= use.position < end
        ]
        uses = [use for use in uses if not (use.role == "import" and (use.line, use.column) == (row.line, row.column))]
        if not value_uses(file, uses, row.name):
            return None
        return runs_values(file, uses, row.name)


def circle_of(
    linker: Linker,
    read: Callable[[str], Document],
    gone: Mapping[str, Collection[int]],
    moved: tuple[str, tuple[int, int]],
    new: Sequence[Load],
) -> Circle | None:
    """The circle that new imports would close, the worst one; None where none would.

    `gone`: by path, the numbers of imports that will not be there any more; `moved`: the text that leaves a file.
    """
    loads = _Loads(linker, read, gone, moved)
    before = _Loads(linker, read, {}, ("", (0, 0)))
    added: dict[str, dict[str, bool]] = {}
    for each in new:
        if each.path != each.target:
            targets = added.setdefault(each.path, {})
            targets[each.target] = targets.get(each.target, False) or each.at_load
    harmless: Circle | None = None
    for path, targets in added.items():
        known = before.of(path)
        for target, at_load in sorted(targets.items()):
            if target in known and (known[target] or not at_load):
                continue
            found = _closed(linker, loads, added, path, target)
            if found is not None and found.user is not None:
                return found
            harmless = harmless or found
    return harmless


def _closed(
    linker: Linker, loads: _Loads, added: Mapping[str, Mapping[str, bool]], path: str, target: str
) -> Circle | None:
    """All that lies on circles through one new import."""
    came: dict[str, list[tuple[str, bool]]] = {target: []}
    first: dict[str, str] = {}
    level = [target]
    while level:
        linker.project.prepare(level)
        following: list[str] = []
        for one in level:
            for other, at_load in {**loads.of(one), **added.get(one, {})}.items():
                if other not in came:
                    came[other] = []
                    first[other] = one
                    following.append(other)
                came[other].append((one, at_load or loads.of(one).get(other, False)))
        level = following
    if path not in came:
        return None
    way = [path]
    while way[0] != target:
        way.insert(0, first[way[0]])
    early = _early(came, path)
    if early is None and added[path][target]:
        early = Load(path, target, True)
    return Circle((path, *way), early)


def _early(came: Mapping[str, Sequence[tuple[str, bool]]], path: str) -> Load | None:
    """Of the files from which one is reached, the first that uses another one's values too early."""
    inside, todo = {path}, [path]
    while todo:
        for one, _ in came[todo.pop()]:
            if one not in inside:
                inside.add(one)
                todo.append(one)
    rows = (Load(one, other, at_load) for other in sorted(inside) for one, at_load in came[other] if one in inside)
    return next((row for row in rows if row.at_load), None)
