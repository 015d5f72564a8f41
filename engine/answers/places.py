"""What does the name at a place mean, and what descends from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..errors import NotIndexed, UsageError
from ..link.families import implementations as implementations_of
from ..link.types import Slot
from ..link.ways import EXACT, INFERRED, NAME, name_of
from ..progress import silent
from .linking import Context, Sources
from .matching import scope_of
from .values import node_of

if TYPE_CHECKING:
    from ..deepfacts import Occurrence
    from ..index.sync import Sync
    from ..progress import Progress
    from .values import Node

__all__ = ["DefinitionAnswer", "ImplementationsAnswer", "Spot", "definition", "implementations"]

_PLACE = re.compile(r"(?P<path>.+):(?P<line>[1-9]\d{0,8}):(?:(?P<column>[1-9]\d{0,8})|(?P<name>[^\W\d][\w$]*))")
_WORD = re.compile(r"[^\W\d][\w$]*")


class Spot(NamedTuple):
    """A definition that has no place in the outline: a local variable, a parameter, a module. Counts from 1."""

    path: str
    line: int
    name: str


class DefinitionAnswer(NamedTuple):
    """What the name at a place means."""

    name: str
    definitions: list[Node]
    spots: list[Spot]
    certainty: str
    how: str
    notes: list[str]


class ImplementationsAnswer(NamedTuple):
    """What descends from a class, or overrides a member."""

    symbol: Node
    implementations: list[Node]
    more: int
    notes: list[str]


def definition(view: Sync, place: str, progress: Progress = silent) -> DefinitionAnswer:
    """The definitions of the name at `FILE:LINE:COL`; `FILE:LINE:NAME` means where the name first stands in the line.

    Raises UsageError, NoSuchFile, NotIndexed, OutsideProject.
    """
    parsed = _PLACE.fullmatch(place)
    if parsed is None:
        hint = "Write it as FILE:LINE:COL, both counted from 1, or as FILE:LINE:NAME."
        raise UsageError(f"{place!r} is no place", hint)
    path = scope_of(view, parsed["path"], frozenset()).within or ""
    row = view.files.get(path)
    if row is None or row.left_out or row.blob_id is None:
        raise NotIndexed(f"{path or place} is not an indexed file", "`codeintel status` counts what is left out.")
    line = int(parsed["line"]) - 1
    text = Sources(view).line(path, line).decode("utf-8", "replace")
    words = list(_WORD.finditer(text))
    if parsed["name"]:
        word = next((m for m in words if m.group() == parsed["name"]), None)
    else:
        at = int(parsed["column"]) - 1
        word = next((m for m in words if m.start() <= at < m.end()), None)
    if word is None:
        return DefinitionAnswer("", [], [], NAME, "", [f"no name stands at {place}"])
    context = Context(view, progress)
    column = len(text[: word.start()].encode())
    return _meaning(context, path, line, column, word.group())


def implementations(view: Sync, pattern: str, limit: int = 500, progress: Progress = silent) -> ImplementationsAnswer:
    """Subtypes of a class, overriders of a member. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    asked = context.asked(pattern)
    if asked.slot is None:
        return _named_subtypes(context, asked.node, limit)
    found = [context.located(slot) for slot in implementations_of(context.linker, asked.slot)]
    nodes = [node_of(located) for located in found if located is not None]
    return ImplementationsAnswer(asked.node, nodes[:limit], max(len(nodes) - limit, 0), [])


def _meaning(context: Context, path: str, line: int, column: int, name: str) -> DefinitionAnswer:
    own = [hit for hit in context.symbols(path) if hit.symbol.name_line == line and hit.symbol.name == name]
    linker = context.linker
    if not linker.file(path).facts.resolvable:
        same = context.view.store.definitions(context.view.row.id, [name])
        family = linker.project.families.get(path, "")
        hits = own or [hit for hit in same if linker.project.families.get(hit.path, "") == family]
        certainty = EXACT if own else INFERRED if len(hits) == 1 else NAME
        notes = [] if own else ["this language is matched by name"]
        return DefinitionAnswer(name, [node_of(hit) for hit in hits], [], certainty, "name", notes)
    occurrence = _occurrence_at(context, path, line, column, name)
    if occurrence is None:
        return DefinitionAnswer(name, [node_of(hit) for hit in own], [], EXACT if own else NAME, "scope", [])
    resolved = linker.resolve(path, name, occurrence)
    nodes: list[Node] = []
    spots: list[Spot] = []
    notes: list[str] = []
    for entity in sorted(resolved.entities or (), key=repr):
        if isinstance(entity, Slot):
            located = context.located(entity)
            if located is not None:
                nodes.append(node_of(located))
            else:
                spots += [Spot(entity.path, row + 1, name) for row, _ in linker.places_of(entity)[:1]]
        elif entity.kind in ("module", "folder"):
            spots.append(Spot(entity.path, 1, name))
        else:
            notes.append(f"{name} comes from outside of the project")
    if resolved.entities is None:
        notes.append(f"what {name} means here could not be resolved")
    return DefinitionAnswer(name, nodes, spots, resolved.certainty, name_of(resolved.way), notes)


def _occurrence_at(context: Context, path: str, line: int, column: int, name: str) -> Occurrence | None:
    rows = context.linker.file(path).occurrences(name)
    return next((row for row in rows if row.line == line and row.column == column), None)


def _named_subtypes(context: Context, node: Node, limit: int) -> ImplementationsAnswer:
    """Types whose header names the type, in a language that is matched by name."""
    family = context.linker.project.families.get(node.path, "")
    nodes: list[Node] = []
    for path in context.linker.project.files_with(node.symbol.name, family):
        for occurrence in context.linker.file(path).occurrences(node.symbol.name):
            holder = context.holder(path, occurrence.position) if occurrence.role in _INHERITING else None
            if holder is not None and (found := node_of(holder)) not in nodes:
                nodes.append(found)
    note = "this language is matched by name: types that name it in their header are listed"
    return ImplementationsAnswer(node, nodes[:limit], max(len(nodes) - limit, 0), [note])


_INHERITING = frozenset({"inherit", "implement"})
