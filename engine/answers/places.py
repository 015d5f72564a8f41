"""What does the name at a place mean, and what descends from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..errors import NoLanguageServer, NotIndexed, UsageError
from ..link.families import implementations as implementations_of
from ..link.references import Searched
from ..link.types import Slot, in_order
from ..link.ways import EXACT, INFERRED, NAME, name_of
from ..progress import silent
from .linking import Context, Sources, is_spelled
from .matching import scope_of
from .values import node_of
from .witness import spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..deepfacts import Occurrence
    from ..index.sync import Sync
    from ..precise import Place
    from ..progress import Progress
    from .linking import Asked
    from .values import Node
    from .witness import Witness

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
    source: str = "index"
    """Who says so: `index`, `lsp:<server>`, or both, joined by `+`."""


class ImplementationsAnswer(NamedTuple):
    """What descends from a class, or overrides a member."""

    symbol: Node
    implementations: list[Node]
    more: int
    notes: list[str]
    sources: dict[str, str]
    """Who knows of each, by id."""


def definition(view: Sync, place: str, progress: Progress = silent, witness: Witness | None = None) -> DefinitionAnswer:
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
    answer = _meaning(context, path, line, column, word.group())
    if witness is None or not (witness.insists or answer.certainty == NAME):
        return answer
    return _with_server(context, answer, path, line, column, witness)


def implementations(
    view: Sync, pattern: str, limit: int = 500, progress: Progress = silent, witness: Witness | None = None
) -> ImplementationsAnswer:
    """Subtypes of a class, overriders of a member. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    asked = context.asked(pattern)
    notes: list[str] = []
    if asked.slot is None:
        nodes = _named_subtypes(context, asked.node)
        notes.append("this language is matched by name: types that name it in their header are listed")
    else:
        found = [context.located(slot) for slot in implementations_of(context.linker, asked.slot)]
        nodes = [node_of(located) for located in found if located is not None]
    sources = {node.id: "index" for node in nodes}
    if witness is not None and (witness.insists or asked.slot is None):
        nodes = _more_implementations(context, asked, nodes, sources, witness)
        notes = [*witness.notes] if witness.notes or set(sources.values()) != {"index"} else notes
    return ImplementationsAnswer(asked.node, nodes[:limit], max(len(nodes) - limit, 0), notes, sources)


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
    for entity in in_order(resolved.entities or ()):
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


def _named_subtypes(context: Context, node: Node) -> list[Node]:
    """Types whose header names the type, in a language that is matched by name."""
    family = context.linker.project.families.get(node.path, "")
    nodes: list[Node] = []
    for path in context.linker.project.files_with(node.symbol.name, family):
        for occurrence in context.linker.file(path).occurrences(node.symbol.name):
            holder = context.holder(path, occurrence.position) if occurrence.role in _INHERITING else None
            if holder is not None and (found := node_of(holder)) not in nodes:
                nodes.append(found)
    return nodes


# --- with a server -----------------------------------------------------------------------------------------------


def _with_server(
    context: Context, answer: DefinitionAnswer, path: str, line: int, column: int, witness: Witness
) -> DefinitionAnswer:
    """What a server says of the place; where it says nothing, what the index says."""
    asked = spelled(path, line, column, answer.name)
    targets = _asked_of(
        witness,
        path,
        ("definition", *asked.place, answer.name),
        lambda found: Searched(frozenset([answer.name]), frozenset(), frozenset([path, *(row.path for row in found)])),
        lambda: witness.backend.definitions(witness.project, [asked], witness.left())[0] or [],
    )
    if not targets:
        return answer._replace(notes=[*answer.notes, *witness.notes])
    chosen = witness.choose(path)
    source = f"lsp:{chosen.name if chosen is not None else ''}"
    nodes, spots, notes = _shown(context, answer.name, targets)
    if {node.id for node in answer.definitions} & {node.id for node in nodes}:
        source = f"index+{source}"
    elif answer.definitions and answer.certainty != NAME:
        notes.append(f"the index says otherwise: {', '.join(node.id for node in answer.definitions[:3])}")
    return DefinitionAnswer(answer.name, nodes, spots, EXACT, "server", [*notes, *witness.notes], source)


def _shown(context: Context, name: str, targets: Sequence[Place]) -> tuple[list[Node], list[Spot], list[str]]:
    """Places as symbols of the outline, or as spots."""
    nodes: list[Node] = []
    spots: list[Spot] = []
    notes: list[str] = []
    for target in targets:
        if not target.path:
            notes.append(f"{name} comes from outside of the project")
            continue
        node = _node_at(context, target)
        if node is None:
            spots.append(Spot(target.path, target.line + 1, name))
        elif node not in nodes:
            nodes.append(node)
    return nodes, spots, notes


def _node_at(context: Context, target: Place) -> Node | None:
    """The symbol whose name stands at a place, or whose definition begins there."""
    symbols = context.symbols(target.path)
    for hit in symbols:
        if hit.symbol.name_line == target.line:
            return node_of(hit)
    return next((node_of(h) for h in symbols if h.symbol.start_line <= target.line <= h.symbol.name_line), None)


def _more_implementations(
    context: Context, asked: Asked, nodes: list[Node], sources: dict[str, str], witness: Witness
) -> list[Node]:
    """The nodes, and those that a server knows besides."""
    located = asked.located
    column = located.symbol.name_start - Sources(context.view).start(located.path, located.symbol.name_line)
    question = spelled(located.path, located.symbol.name_line, column, located.symbol.name)
    targets = _asked_of(
        witness,
        located.path,
        ("implementations", asked.id),
        lambda found: _grounds(context, asked, found),
        lambda: witness.backend.implementations(witness.project, question, witness.left()).places,
    )
    chosen = witness.choose(located.path)
    server = f"lsp:{chosen.name if chosen is not None else ''}"
    found, _, _ = _shown(context, located.symbol.name, targets)
    for node in found:
        if node.id == asked.id:
            continue
        if node.id in sources:
            sources[node.id] = f"index+{server}"
        else:
            sources[node.id] = server
            nodes.append(node)
    return sorted(nodes, key=lambda node: (node.path, node.symbol.start_line))


def _grounds(context: Context, asked: Asked, found: Sequence[Place]) -> Searched | None:
    """What the implementations of a member depend on; those of a type need not name it: they may be of one below."""
    located = asked.located
    if located.symbol.parent < 0 or located.symbol.kind not in _MEMBERS or not is_spelled(context, asked):
        return None
    name, project = located.symbol.name, context.linker.project
    holders = project.files_with(name, project.families.get(located.path, ""))
    files = frozenset([located.path, *holders, *(row.path for row in found)])
    return Searched(frozenset([name]), frozenset(), files)


def _asked_of(
    witness: Witness,
    path: str,
    question: tuple[object, ...],
    grounds: Callable[[Sequence[Place]], Searched | None],
    ask: Callable[[], Sequence[Place]],
) -> list[Place]:
    """Places that a server gives, or gave before; none, with a note, where it cannot be asked.

    `grounds` says what the answer depends on.
    """
    from ..precise import Place

    chosen = witness.choose(path)
    if chosen is None:
        return []
    known = witness.recall(chosen, *question)
    if known is None:
        if not witness.may_ask(chosen):
            return []
        try:
            found = list(ask())
        except NoLanguageServer as error:
            witness.degraded(error)
            return []
        if found or not chosen.waits:
            witness.remember(chosen, found, grounds(found), *question)
        return found
    return [Place(*row) for row in known]


_MEMBERS = frozenset({"method", "property", "field"})
_INHERITING = frozenset({"inherit", "implement"})
