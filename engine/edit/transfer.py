"""Plans to move a symbol by links: its text with what it needs to the new file, and everybody's imports after it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..errors import Refused, StillUsed
from ..link.types import Slot
from .arrive import Bounds, arrivals
from .headers import additions, pragmas_of
from .imports import imports_of, is_plain
from .loading import Loading
from .needs import needs_of
from .occurrences import place_text
from .pieces import outer_node
from .plan import FileEdit
from .remove import removals
from .rename import unsure_places
from .users import users_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..index.rows import Located
    from ..link.linker import Linker
    from .document import Document
    from .needs import Needs
    from .occurrences import Found
    from .users import Users
    from .values import TextEdit

__all__ = ["transfers"]

MAX_LISTED = 10


class _Move(NamedTuple):
    linker: Linker
    located: Located
    slot: Slot
    source: Document
    goal: Document
    read: Callable[[str], Document]

    @property
    def span(self) -> tuple[int, int]:
        return self.located.symbol.start_byte, self.located.symbol.end_byte


def transfers(
    linker: Linker, located: Located, slot: Slot, target: str, found: Found, read: Callable[[str], Document]
) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first. Raises StillUsed with what is missing, Refused."""
    move = _Move(linker, located, slot, read(located.path), read(target), read)
    start, end = move.span
    unsure = [p for p in found.unsure if not (p.path == move.source.path and start <= p.start < end)]
    documents = {place.path: read(place.path) for place in unsure}
    missing = [*unsure_places(documents, found._replace(unsure=unsure)), *_own_faults(move)]
    if missing:  # what follows goes by links, which would not be whole
        _refuse(move, missing)
    needs = needs_of(linker, move.source, move.goal, slot, move.span)
    users = users_of(linker, move.source, move.goal, slot, read)
    missing = [*needs.problems, *users.problems, *_collisions(move, users)]
    if not missing:
        missing += _circles(move, needs, users)
    missing += _late_decorators(move, users) + _pragma_faults(move)
    if missing:
        _refuse(move, missing)
    yield from _plans(move, needs, users, _notes(move, needs, found))


def _refuse(move: _Move, missing: Sequence[str]) -> None:
    more = f" and {len(missing) - MAX_LISTED} more" if len(missing) > MAX_LISTED else ""
    name = move.located.symbol.name
    raise StillUsed(
        f"{name} cannot be moved to {move.goal.path}: {len(missing)} links between the files are in the way",
        f"Nothing was written. {'; '.join(missing[:MAX_LISTED])}{more}",
        list(missing),
    )


# --- what is in the way ------------------------------------------------------------------------------------------


def _own_faults(move: _Move) -> list[str]:
    """What keeps the definition itself where it is."""
    symbol, source = move.located.symbol, move.source
    place = f"{source.path}:{symbol.name_line + 1}"
    node = outer_node(source, symbol)
    if node.parent is not None and node.parent.parent is not None:
        return [f"{place}: it stands in another statement"]
    if len(move.linker.file(source.path).bound.get((0, move.slot.name), ())) != 1:
        return [f"{place}: it is defined, or given a value, in several places"]
    return []


def _collisions(move: _Move, users: Users) -> list[str]:
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


def _circles(move: _Move, needs: Needs, users: Users) -> list[str]:
    """Files that would load each other."""
    loading = Loading(move.linker, move.read, users.gone)
    circle = loading.circle([*users.loads, *((move.goal.path, module) for module in needs.loads)])
    if circle is None:
        return []
    own = f" (it needs {', '.join(needs.own)} of {move.source.path})" if needs.own else ""
    return [f"files would load each other: {' → '.join(circle)}{own}"]


def _late_decorators(move: _Move, users: Users) -> list[str]:
    """A decorator that is a member of something of the project may register what it decorates, once that is loaded."""
    if users.stays is not None:
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


def _pragma_faults(move: _Move) -> list[str]:
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


def _plans(move: _Move, needs: Needs, users: Users, notes: tuple[str, ...]) -> Iterator[tuple[FileEdit, ...]]:
    source, goal, linker = move.source, move.goal, move.linker
    edits = {path: list(each) for path, each in users.edits.items()}
    if users.stays is not None:
        edits.setdefault(source.path, [])[:0] = additions(source, [users.stays], _inside(linker, source.path))
    leaving = edits.get(goal.path, [])
    edits[goal.path] = additions(goal, needs.imports, _inside(linker, goal.path), leaving)
    text = _text(move, needs)
    brought = [edit.end for edit in edits[goal.path] if edit not in leaving]
    bounds = Bounds(max([needs.after, *brought, *_import_ends(goal)]), users.first, bool(needs.imports))
    symbol = move.located.symbol
    rest = tuple(
        FileEdit(move.read(path), _ordered(edits[path]))
        for path in sorted(edits)
        if path not in (source.path, goal.path) and edits[path]
    )
    for removal in removals(source, move.located.ordinal):
        for arrival in arrivals(goal, text, symbol, bounds):
            leaves = _with(removal, edits.get(source.path, []))
            yield leaves._replace(notes=(*leaves.notes, *notes)), _with(arrival, edits[goal.path]), *rest


def _inside(linker: Linker, path: str) -> Callable[[str], bool]:
    resolver = linker.project.resolver(path)
    return lambda text: resolver.module(path, text) is not None


def _import_ends(goal: Document) -> Iterator[int]:
    """Where the imports at the top of a file end, above its first definition with a body."""
    limit = min((s.start_byte for s in goal.facts.symbols if s.body_start >= 0), default=len(goal.source))
    for each in imports_of(goal):
        if is_plain(each.statement) and each.statement.end_byte <= limit:
            yield each.statement.end_byte


def _text(move: _Move, needs: Needs) -> str:
    start, end = move.span
    pieces: list[bytes] = []
    at = start
    for edit in sorted(needs.inner, key=lambda each: each.start):
        pieces += [move.source.source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*pieces, move.source.source[at:end]]).decode()


def _ordered(edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """In order of place; at the same place, those that come first."""
    ordered = tuple(sorted(dict.fromkeys(edits), key=lambda edit: (edit.start, edit.end)))
    if any(other.start < one.end for one, other in pairwise(ordered)):
        raise Refused("two changes of one place would meet", "Nothing was written. Make the move in two steps.")
    return ordered


def _with(edit: FileEdit, others: Sequence[TextEdit]) -> FileEdit:
    """A file's edit together with those of its imports, which come first where they begin at the same place."""
    if not others:
        return edit
    own = edit.edits[0]
    unlike = [each for each in dict.fromkeys(others) if each.start <= own.start]
    following = [each for each in dict.fromkeys(others) if each.start > own.start]
    edits = _ordered([*unlike, *edit.edits, *following])
    expect = edit.expect
    if expect.span is not None:
        grown = sum(len(each.text) - (each.end - each.start) for each in unlike)
        expect = expect._replace(span=(expect.span[0] + grown, expect.span[1] + grown))
    return edit._replace(edits=edits, expect=expect)


def _notes(move: _Move, needs: Needs, found: Found) -> tuple[str, ...]:
    notes = list(found.notes)
    if needs.left:
        left = ", ".join(f"{name} (line {line + 1})" for line, name in sorted(needs.left))
        notes.append(f"imports that nothing in {move.source.path} uses any more stay: {left}")
    if pragmas_of(move.goal) - pragmas_of(move.source):
        changed = ", ".join(f"`{text}`" for text in sorted(pragmas_of(move.goal) - pragmas_of(move.source)))
        notes.append(f"{move.goal.path} has {changed}, which changes how the text is read")
    start, end = move.span
    mentions = [m for m in found.mentions if not (m.path == move.source.path and start <= m.start < end)]
    if mentions:
        shown = "; ".join(place_text(move.read(m.path), m) for m in mentions[:MAX_LISTED])
        notes.append(f"{len(mentions)} mentions in comments and strings stay: {shown}")
    return tuple(notes)
