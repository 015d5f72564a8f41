"""Plans to move a symbol by links: its text with what it needs to the new file, and everybody's imports after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..link.types import Slot
from .arrive import Bounds, arrivals
from .circles import Load, circle_of
from .gathered import gather
from .headers import additions, pragmas_of
from .importers import importers_of, reachable
from .imports import imports_of, is_plain, style_of
from .lines import newline_at, offset_of
from .loading import Loading
from .needs import needs_of
from .occurrences import place_text
from .pieces import outer_node, pieces_of
from .plan import FileEdit
from .remove import removals
from .rename import unsure_places
from .surface import is_marked
from .together import MAX_LISTED, ended_like, in_the_way, ordered, with_others
from .unused import unused
from .users import users_of
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..facts import Symbol
    from ..language_rules import EditRules
    from ..link.linker import Linker
    from .document import Document
    from .moved import Move
    from .needs import Needs
    from .unused import Unused
    from .users import Users

__all__ = ["transfers"]

UNEXPORTED = ("which is not exported", "does not export")
"""How a reason ends that `export` would do away with."""


def transfers(move: Move) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first. Raises StillUsed with what is missing, Refused."""
    linker, source, goal, slot, read, export = move.linker, move.source, move.goal, move.slot, move.read, move.export
    says = bool(move.rules.export)  # modules say what they give to others
    located, parts = gather(source, move.located) if says else (move.located, [move.located.symbol])
    move = move._replace(located=located, parts=tuple(parts))
    unsure = [place for place in move.found.unsure if not move.is_inside(place.path, place.start)]
    if says:
        unsure = reachable(linker, move.source, unsure, read)
    documents = {place.path: read(place.path) for place in unsure}
    missing = [*unsure_places(documents, move.found._replace(unsure=unsure)), *_own_faults(move)]
    if missing:  # what follows goes by links, which would not be whole
        _refuse(move, missing)
    needs = needs_of(linker, source, goal, slot, move.span, export=export)
    if says:
        users = importers_of(linker, source, goal, slot, read, export=export)
    else:
        users = users_of(linker, source, goal, slot, read)
    missing = [*needs.problems, *users.problems, *_collisions(move, users)]
    missing += _hidden_faults(move, needs)
    left = unused(linker, source, needs.left, move.span)
    notes = _notes(move, left, users)
    if not missing and move.rules.late_imports:
        circle, note = _late_circles(move, needs, users)
        missing += circle
        notes += note
    elif not missing:
        missing += _circles(move, needs, users)
    missing += _late_decorators(move, users) + _pragma_faults(move)
    if missing:
        _refuse(move, missing)
    yield from _plans(move, needs, users, left, notes)


def _refuse(move: Move, missing: Sequence[str]) -> None:
    hidden = any(each.endswith(UNEXPORTED) for each in missing)
    hint = ". Use --export to export what is not exported yet" if hidden else ""
    raise in_the_way(move.located.symbol.name, move.goal.path, missing, hint)


# --- what is in the way ------------------------------------------------------------------------------------------


def _own_faults(move: Move) -> list[str]:
    """What keeps the definition itself where it is."""
    symbol, source = move.located.symbol, move.source
    place = f"{source.path}:{symbol.name_line + 1}"
    node = outer_node(source, symbol)
    if node.parent is not None and node.parent.parent is not None:
        return [f"{place}: it stands in another statement"]
    rows = move.linker.file(source.path).bound.get((0, move.slot.name), ())
    start, end = move.span
    apart = [r for r in rows if not (move.rules.export and start <= offset_of(source.source, r.line, r.column) < end)]
    if len(rows) != 1 and (apart or not rows):
        return [f"{place}: it is defined, or given a value, in several places"]
    return _system_faults(move) if move.rules.export else []


def _system_faults(move: Move) -> list[str]:
    """Files that are no modules of the kind whose imports are written."""
    source, goal = move.source, move.goal
    surfacing = move.linker.project.surfacing(source.path)
    faults = [
        f"{document.path} is a script or a module of another system: it has no import and no export"
        for document in (source, goal)
        if not is_marked(document) and (document is source or document.facts.symbols)
    ]
    if surfacing.is_announced(source.path) != surfacing.is_announced(goal.path):
        faults.append(f"only one of {source.path} and {goal.path} is a file of declarations")
    return faults


def _hidden_faults(move: Move, needs: Needs) -> list[str]:
    """Definitions that have to be given to others first, and cannot be."""
    symbols = [s for s in move.source.facts.symbols if s.parent < 0 and s.name in needs.hidden]
    return [
        f"{move.source.path}:{symbol.name_line + 1}: {symbol.name} cannot be exported where it stands"
        for symbol in symbols
        if (node := outer_node(move.source, symbol)).parent is not None and node.parent.parent is not None
    ]


def _collisions(move: Move, users: Users) -> list[str]:
    """What the new file has under the name of the definition, besides imports of it."""
    goal, linker, name = move.goal, move.linker, move.slot.name
    there = linker.file(goal.path)
    gone = users.gone.get(goal.path, ())
    faults = [
        f"{goal.path}:{row.line + 1}: it has a {name} already"
        for row in there.bound.get((0, name), ())
        if row.kind != "import" or row.number not in gone
    ]
    for use in there.occurrences(name):
        if use.receiver == -1 and use.form in ("", "bind"):
            meant = linker.resolve(goal.path, name, use).entities
            outside = linker.scope_of(goal.path, use.scope, name, use.position) < 0
            if outside and (meant is None or move.slot not in meant):
                faults.append(f"{goal.path}:{use.line + 1}: it uses another {name}")
    return faults


def _circles(move: Move, needs: Needs, users: Users) -> list[str]:
    """Files that would load each other."""
    loading = Loading(move.linker, move.read, users.gone)
    circle = loading.circle(
        [*((path, module) for path, module, _ in users.loads), *((move.goal.path, module) for module, _ in needs.loads)]
    )
    if circle is None:
        return []
    own = f" (it needs {', '.join(needs.own)} of {move.source.path})" if needs.own else ""
    return [f"files would load each other: {' → '.join(circle)}{own}"]


def _late_circles(move: Move, needs: Needs, users: Users) -> tuple[list[str], tuple[str, ...]]:
    """The same where a name is looked up when it is used: in the way only if one is used too early, else a note."""
    new = [Load(path, module.path, at_load) for path, module, at_load in users.loads]
    new += [Load(move.goal.path, module.path, at_load) for module, at_load in needs.loads]
    circle = circle_of(move.linker, move.read, users.gone, (move.source.path, move.span), new)
    if circle is None:
        return [], ()
    own = f" (it needs {', '.join(needs.own)} of {move.source.path})" if needs.own else ""
    text = f"files would load each other: {' → '.join(circle.way)}{own}"
    if circle.user is None:
        return [], (f"{text}; none of them uses another one's values while it is loaded",)
    return [f"{text}; {circle.user.path} uses values of {circle.user.target} while it is loaded"], ()


def _late_decorators(move: Move, users: Users) -> list[str]:
    """A decorator that is a member of something of the project may register what it decorates, once that is loaded."""
    if users.stays:
        return []
    faults: list[str] = []
    linker, path = move.linker, move.source.path
    for definition in linker.definitions_of(move.slot):
        for index in definition.decorators:
            expression = linker.file(path).expression(index) if index >= 0 else None
            is_member = False
            while expression is not None and expression.op in ("member", "call"):
                is_member = is_member or expression.op == "member"
                expression = linker.file(path).expression(expression.parts[0])
            if expression is None or expression.op != "name" or not is_member:
                continue
            linker.begin()
            if any(isinstance(each, Slot) for each in linker.entities_of_slot(Slot(path, 0, expression.text))):
                faults.append(
                    f"{path}:{definition.name_line + 1}: {expression.text} decorates it, which would be done only "
                    f"where {move.goal.path} is loaded, and {path} would not load it"
                )
    return faults


def _pragma_faults(move: Move) -> list[str]:
    """Statements at the top of the old file that change what types in the text mean."""
    start, end = move.span
    lost = pragmas_of(move.source) - pragmas_of(move.goal)
    if not lost:
        return []
    file = move.linker.file(move.source.path)
    for name in file.facts.occurrences:
        for use in file.occurrences(name):
            if start <= use.position < end and use.role == "type":
                return [f"{move.goal.path} does not have `{text}`, and the text has types" for text in sorted(lost)]
    return []


# --- the plan ----------------------------------------------------------------------------------------------------


def _plans(
    move: Move, needs: Needs, users: Users, left: Unused, notes: tuple[str, ...]
) -> Iterator[tuple[FileEdit, ...]]:
    source, goal, linker = move.source, move.goal, move.linker
    edits = {path: list(each) for path, each in users.edits.items()}
    own = edits.setdefault(source.path, [])
    own += [_exported(source, symbol, move.rules) for symbol in source.facts.symbols if symbol.name in needs.hidden]
    own[:0] = additions(source, users.stays, _inside(linker, source.path), left.edits, style_of(goal))
    leaving = edits.get(goal.path, [])
    inside = _inside(linker, goal.path)
    edits[goal.path] = additions(goal, needs.imports, inside, leaving, style_of(source))
    text = _text(move, needs, users)
    brought = [edit.end for edit in edits[goal.path] if edit not in leaving]
    bounds = Bounds(max([needs.after, *brought, *_import_ends(goal)]), users.first, bool(needs.imports))
    symbol = move.located.symbol
    rest = tuple(
        FileEdit(move.read(path), ordered(edits[path]))
        for path in sorted(edits)
        if path not in (source.path, goal.path) and edits[path]
    )
    for removal in removals(source, move.located.ordinal):
        for place in arrivals(goal, text, symbol, bounds):
            arrival = with_others(place, edits[goal.path])
            arrival = arrival if goal.source else ended_like(arrival, source)
            leaves = _marked(with_others(removal, edits.get(source.path, [])), move)
            yield leaves._replace(notes=(*leaves.notes, *notes)), arrival, *rest


def _exported(source: Document, symbol: Symbol, rules: EditRules) -> TextEdit:
    """The word by which a file gives a definition to others, in front of it."""
    core = pieces_of(source, symbol).core
    return TextEdit(core, core, f"{rules.export} ".encode())


def _marked(edit: FileEdit, move: Move) -> FileEdit:
    """With what makes a file a module, where nothing else in it does any more."""
    mark = move.rules.module_mark
    after = edit.document.edited(edit.edits) if mark else None
    if after is None or is_marked(after):
        return edit
    source = edit.document.source
    style = style_of(edit.document)
    mark = mark if style is None or style.ends else mark.removesuffix(";")
    last = edit.edits[-1]
    newline = newline_at(source, last.start)
    kept = after.source.strip()
    if last.end == len(source):
        text = last.text + (newline if kept and not last.text else b"") + mark.encode() + newline
        return edit._replace(edits=(*edit.edits[:-1], last._replace(text=text)))
    text = mark.encode() if source.endswith(b"\n") else newline + mark.encode()
    return edit._replace(edits=(*edit.edits, TextEdit(len(source), len(source), text + newline)))


def _inside(linker: Linker, path: str) -> Callable[[str], bool]:
    resolver = linker.project.resolver(path)
    return lambda text: resolver.module(path, text) is not None


def _import_ends(goal: Document) -> Iterator[int]:
    """Where the imports at the top of a file end, above its first definition with a body."""
    limit = min((s.start_byte for s in goal.facts.symbols if s.body_start >= 0), default=len(goal.source))
    for each in imports_of(goal):
        if is_plain(each.statement) and each.statement.end_byte <= limit:
            yield each.statement.end_byte


def _text(move: Move, needs: Needs, users: Users) -> str:
    start, end = move.span
    pieces: list[bytes] = []
    at = start
    inner = needs.inner
    if users.export:
        inner = [*inner, *(_exported(move.source, symbol, move.rules) for symbol in move.parts)]
    for edit in sorted(inner, key=lambda each: each.start):
        pieces += [move.source.source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*pieces, move.source.source[at:end]]).decode()


def _notes(move: Move, left: Unused, users: Users) -> tuple[str, ...]:
    notes = list(move.found.notes)
    if left.stay:
        names = ", ".join(f"{name} (line {line + 1})" for line, name in sorted(left.stay))
        notes.append(f"imports that nothing in {move.source.path} uses any more stay: {names}")
    if users.left:
        notes.append(f"imports of modules that nothing in their file uses any more stay: {', '.join(users.left)}")
    if pragmas_of(move.goal) - pragmas_of(move.source):
        changed = ", ".join(f"`{text}`" for text in sorted(pragmas_of(move.goal) - pragmas_of(move.source)))
        notes.append(f"{move.goal.path} has {changed}, which changes how the text is read")
    start, end = move.span
    mentions = [m for m in move.found.mentions if not (m.path == move.source.path and start <= m.start < end)]
    mentions = [m for m in mentions if not any(e.start <= m.start < e.end for e in users.edits.get(m.path, ()))]
    if mentions:
        shown = "; ".join(place_text(move.read(m.path), m) for m in mentions[:MAX_LISTED])
        notes.append(f"{len(mentions)} mentions in comments and strings stay: {shown}")
    return tuple(notes)
