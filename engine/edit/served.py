"""Plans a rename by a language server: its edits are held against the text, the index and the override family."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..answers.linking import Context, Sources
from ..answers.witness import spelled
from ..errors import NoLanguageServer, Refused
from ..link.families import RESERVED, family
from ..link.ways import INFERRED, UNIQUE
from ..wording import counted
from .document import read_document
from .linked import Lines, LinkOccurrences
from .occurrences import Occurrence, WordOccurrences
from .rebase import rebased
from .rename import check_collision, check_name, file_edit
from .shapes import keys_of_like_objects, texts_as_types
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..answers.linking import Asked
    from ..answers.witness import Witness
    from ..index.rows import Located
    from ..index.sync import Sync
    from ..precise import Change, NewText, Spelled
    from .document import Document
    from .plan import FileEdit

__all__ = ["served_renaming"]

MAX_LISTED = 5
NEWLINE = b"\n"
MAX_ASKED = 200
_TOKEN = re.compile(rb"[\w$\x80-\xff]+|.", re.DOTALL)


def served_renaming(view: Sync, located: Located, new: str, witness: Witness) -> tuple[tuple[FileEdit, ...], list[str]]:
    """The edits of each file, and notes. Raises NoLanguageServer, Refused, UsageError."""
    symbol = located.symbol
    own = read_document(view.root, located.path, view.project()[1])
    check_name(own, symbol.name, new)
    context = Context(view, witness.progress)
    asked = context.about(located)
    members, notes = _family(context, asked)
    holders = context.linker.project.files_with(symbol.name, context.linker.project.families.get(located.path, ""))
    change = _asked(view, [located, *members], new, holders, witness)
    _check_change(change, symbol.name)
    documents = {located.path: own}
    for path in change.files:
        if path not in documents:
            documents[path] = read_document(view.root, path, view.project()[1])
    places = _places(documents, change, symbol.name, new)
    notes += [*change.notes, *(f"{a} would be called {b}, which is left to you" for a, b in change.moved)]
    places += _missing(view, asked, documents, places, notes)
    raw, rest = _left(view, located, documents, places)
    more, others, silent = _asked_there(rest, documents, places, located, new, witness, notes)
    _check_silent(context, asked, documents, silent)
    places = [place for place in (*places, *more) if (place.path, place.start) not in others]
    places += _in_raw_text(view, located, raw, documents, places, notes)
    if not any(p.path == located.path and p.start == symbol.name_start for p in places):
        raise Refused(f"the server leaves the name of {symbol.name} in its own definition", "Nothing was written.")
    _check_shapes(view, context, asked, holders, documents, places)
    check_collision(documents, places, located, new)
    _note_others(asked, documents, places, notes)
    files = tuple(file_edit(documents[path], places, located, new) for path in sorted({p.path for p in places}))
    return files, notes


def _check_change(change: Change, name: str) -> None:
    if change.outside:
        raise Refused(
            f"{name} is used, or defined, outside of the project: {', '.join(change.outside[:MAX_LISTED])}",
            "Nothing was written.",
        )
    if not change.files:
        raise Refused(f"the server has nothing to rename for {name}", "Nothing was written.")


def _places(documents: dict[str, Document], change: Change, old: str, new: str) -> list[Occurrence]:
    """The edits of a server as places of the old name, each with what comes there. Raises Refused."""
    found: list[Occurrence] = []
    for path, edits in change.files.items():
        document = documents[path]
        pieces = [piece for edit in edits for piece in _pieces(change.bases[path], edit, old, new, path)]
        for edit in rebased(pieces, change.bases[path], document.source, path):
            text = edit.text.decode()
            found.append(Occurrence(path, edit.start, edit.end, text.replace("{}", "{ }").replace(new, "{}")))
    return found


def _pieces(base: bytes, edit: NewText, old: str, new: str, path: str) -> list[TextEdit]:
    """One edit of a server, reduced to the names in it. Raises Refused where it changes anything else."""
    before, after = base[edit.start : edit.end], edit.text.encode()
    if before == old.encode():
        return [TextEdit(edit.start, edit.end, after)] if new.encode() in after else []
    olds, news = _TOKEN.findall(before), _TOKEN.findall(after)
    found: list[TextEdit] = []
    at = edit.start
    if len(olds) == len(news):
        for one, other in zip(olds, news, strict=True):
            if one != other:
                if (one, other) != (old.encode(), new.encode()):
                    break
                found.append(TextEdit(at, at + len(one), other))
            at += len(one)
        else:
            return found
    line = base.count(b"\n", 0, edit.start) + 1
    raise Refused(f"the server would change more than a name in {path}, at line {line}", "Nothing was written.")


def _missing(
    view: Sync, asked: Asked, documents: dict[str, Document], places: Sequence[Occurrence], notes: list[str]
) -> list[Occurrence]:
    """Places that mean the symbol for certain, by links, and that the server left out. Raises Refused."""
    if asked.slot is None:
        return []
    taken = {(place.path, place.start) for place in places}
    known = LinkOccurrences().of(view, asked.located)
    if known.spelled:
        depend = counted(len(known.spelled), "place depends", "places depend")
        raise Refused(
            f"{depend} on how {asked.located.symbol.name} is spelled, which no server"
            f" follows: {', '.join(known.spelled[:MAX_LISTED])}",
            "Nothing was written. Look at these places first.",
        )
    notes += [note for note in known.notes if note not in notes]
    added = [place for place in known.exact if (place.path, place.start) not in taken]
    for place in added:
        documents.setdefault(place.path, read_document(view.root, place.path, view.project()[1]))
    if added:
        at = _at(documents, added)
        notes.append(f"{counted(len(added), 'sure place')} that the server left out, renamed too: {at}")
    return added


def _left(
    view: Sync, located: Located, documents: dict[str, Document], places: Sequence[Occurrence]
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Words of the name in code that nobody has accounted for: in text that is not parsed, and names."""
    taken = {(place.path, place.start) for place in places}
    raw: list[Occurrence] = []
    names: list[Occurrence] = []
    for place in WordOccurrences().of(view, located).unsure:
        if (place.path, place.start) in taken:
            continue
        document = documents.setdefault(place.path, read_document(view.root, place.path, view.project()[1]))
        node = document.tree.root_node.descendant_for_byte_range(place.start, place.end)
        is_raw = node is not None and (node.start_byte, node.end_byte) != (place.start, place.end)
        (raw if is_raw else names).append(place)
    return raw, names


def _asked_there(
    left: Sequence[Occurrence],
    documents: dict[str, Document],
    places: Sequence[Occurrence],
    located: Located,
    new: str,
    witness: Witness,
    notes: list[str],
) -> tuple[list[Occurrence], set[tuple[str, int]], list[Occurrence]]:
    """Of the names left, those that the server renames together with the symbol when it is asked there.

    It may not have read their file when it was asked before. That it knows their definition is not enough: an alias has
    one too; the places that it would rename together with an alias are the second part of the answer. The third are
    those of which it says nothing.
    """
    name = located.symbol.name
    renamed = {(place.path, place.start) for place in places if place.replacement == "{}"}
    asked = left[:MAX_ASKED]
    questions = [spelled(place.path, *Lines(documents[place.path].source).place(place.start), name) for place in asked]
    answers = witness.backend.definitions(witness.project, questions, witness.left())
    added: set[Occurrence] = set()
    others: set[tuple[str, int]] = set()
    own = (located.path, located.symbol.name_start)
    unsure = list(left[MAX_ASKED:])
    for place, question, targets in zip(asked, questions, answers, strict=True):
        offsets = {
            (t.path, _offset(documents[t.path].source, t.line, t.column)) for t in targets or () if t.path in documents
        }
        if offsets & renamed:
            if place in added or (place.path, place.start) in others:
                continue
            together = _together(question, new, witness)
            here = (place.path, place.start)
            if own in together or together == {here: new}:
                added |= {p for p in left if (p.path, p.start) in together} | {place}
            else:
                others.update(together)
        elif not targets or (place.path, place.start) in offsets:
            unsure.append(place)
    if others:  # there are aliases of the same name: some servers rename one of them too, and not its uses
        others |= _not_together([p for p in places if p.path != located.path], documents, located, new, witness)
    if added:
        at = _at(documents, sorted(added))
        notes.append(
            f"{counted(len(added), 'place')} that the server left out, renamed too, as it does when asked there: {at}"
        )
    if unsure:
        stay = counted(len(unsure), "place that has the name stays", "places that have the name stay")
        notes.append(f"{stay}, and may mean it: {_at(documents, unsure)}")
    return sorted(added), others, unsure


def _check_silent(context: Context, asked: Asked, documents: dict[str, Document], silent: Sequence[Occurrence]) -> None:
    """Raise Refused where a place means the symbol by the index, and the server knows nothing of it."""
    meant = {
        (use.path, _offset(documents[use.path].source, use.occurrence.line, use.occurrence.column))
        for use in (context.uses(asked).uses if silent else ())
        if use.path in documents and use.certainty == INFERRED and use.way != UNIQUE
    }
    left = [place for place in silent if (place.path, place.start) in meant]
    if left:
        mean = counted(len(left), "place means", "places mean")
        raise Refused(
            f"{mean} {asked.located.symbol.name} by the index, and the server knows nothing of that:"
            f" {_at(documents, left)}",
            "Nothing was written. Look at these places first.",
        )


def _not_together(
    places: Sequence[Occurrence], documents: dict[str, Document], located: Located, new: str, witness: Witness
) -> set[tuple[str, int]]:
    """Those of the places of a rename that the server, asked there, would not rename together with the symbol."""
    own = (located.path, located.symbol.name_start)
    found: set[tuple[str, int]] = set()
    for place in places[:MAX_ASKED]:
        at = Lines(documents[place.path].source).place(place.start)
        if own not in _together(spelled(place.path, *at, located.symbol.name), new, witness):
            found.add((place.path, place.start))
    return found


def _together(question: Spelled, new: str, witness: Witness) -> dict[tuple[str, int], str]:
    """The places that a rename asked for at a place changes, and what it writes there."""
    try:
        change = witness.backend.rename(witness.project, question, new, [question.place.path], witness.left())
    except (NoLanguageServer, Refused):
        return {}
    return {(path, edit.start): edit.text for path, edits in change.files.items() for edit in edits}


def _in_raw_text(
    view: Sync,
    located: Located,
    found: Sequence[Occurrence],
    documents: dict[str, Document],
    places: Sequence[Occurrence],
    notes: list[str],
) -> Sequence[Occurrence]:
    """Words in code that nobody parses, such as bodies of macros: they mean the symbol if no other has its name.

    Raises Refused where they may mean another one.
    """
    if not found:
        return []
    name, at = located.symbol.name, _at(documents, found)
    known = {(place.path, place.start) for place in places}
    others = [
        hit
        for hit in view.store.definitions(view.row.id, [name])
        if (hit.path, hit.symbol.name_start) not in known and hit.symbol != located.symbol
    ]
    if others:
        raise Refused(
            f"{name} is in text that nobody parses and may mean {others[0].path}:{others[0].symbol.name_path}: {at}",
            "Nothing was written. Look at these places first.",
        )
    notes.append(
        f"{counted(len(found), 'place')} in text that nobody parses, such as bodies of macros, renamed too: {at}"
    )
    return found


def _check_shapes(
    view: Sync,
    context: Context,
    asked: Asked,
    holders: Sequence[str],
    documents: dict[str, Document],
    places: Sequence[Occurrence],
) -> None:
    """Raise Refused where a member is known by its shape or its name as text alone, which no server follows."""
    linker = context.linker
    if asked.slot is None or not linker.structural(asked.slot.path) or not linker.is_member(asked.slot):
        return
    renamed = {(place.path, place.start) for place in places}
    changed = {place.path for place in places}
    left: list[Occurrence] = []
    for path, line, column in sorted(
        {key for slot in family(linker, asked.slot)[0] for key in keys_of_like_objects(linker, slot)}
    ):
        if path in changed:
            start = _offset(documents[path].source, line, column)
            left.append(Occurrence(path, start, start))
    for path in holders:
        document = documents.setdefault(path, read_document(view.root, path, view.project()[1]))
        left += [Occurrence(path, *span) for span in texts_as_types(document, asked.located.symbol.name)]
    left = [place for place in left if (place.path, place.start) not in renamed]
    if left:
        raise Refused(
            f"{counted(len(left), 'place')} may mean {asked.located.symbol.name} by their shape or as text alone,"
            f" which no server follows: {_at(documents, left)}",
            "Nothing was written. Look at these places first.",
        )


def _note_others(asked: Asked, documents: dict[str, Document], places: Sequence[Occurrence], notes: list[str]) -> None:
    """Say which other definitions get the name."""
    starts = {(place.path, place.start) for place in places}
    others = [
        f"{path}:{symbol.name_path}"
        for path, document in documents.items()
        for symbol in document.facts.symbols
        if (path, symbol.name_start) in starts and (path, symbol) != (asked.located.path, asked.located.symbol)
    ]
    if others:
        more = f" and {len(others) - MAX_LISTED} more" if len(others) > MAX_LISTED else ""
        notes.append(f"renamed with it: {', '.join(sorted(others)[:MAX_LISTED])}{more}")


def _family(context: Context, asked: Asked) -> tuple[list[Located], list[str]]:
    """The other members of the override family, which are renamed together, and what is not known of it.

    Raises Refused where the language itself looks for the name.
    """
    if asked.slot is None:
        return [], []
    slots, doubts = family(context.linker, asked.slot)
    for slot, why in doubts:
        if why == RESERVED:
            raise Refused(f"{context.id_of(slot)} {why}", "Nothing was written. No server knows all who use it.")
    members = [context.located(slot) for slot in slots if slot != asked.slot]
    notes = [f"{context.id_of(slot)} {why}" for slot, why in doubts]
    return [member for member in members if member is not None], notes


def _asked(view: Sync, symbols: Sequence[Located], new: str, holders: Sequence[str], witness: Witness) -> Change:
    """What a server would edit for all of these together. Raises NoLanguageServer."""
    sources = Sources(view)
    change: Change | None = None
    for located in symbols:
        symbol = located.symbol
        column = symbol.name_start - sources.start(located.path, symbol.name_line)
        question = spelled(located.path, symbol.name_line, column, symbol.name)
        answer = witness.backend.rename(witness.project, question, new, holders, witness.left())
        if change is None:
            change = answer
            continue
        for path, edits in answer.files.items():
            change.files[path] = sorted({*change.files.get(path, ()), *edits})
            change.bases[path] = answer.bases[path]
        change.outside.extend(path for path in answer.outside if path not in change.outside)
        change.moved.extend(move for move in answer.moved if move not in change.moved)
        change.notes.extend(note for note in answer.notes if note not in change.notes)
    assert change is not None
    return change


def _offset(source: bytes, line: int, column: int) -> int:
    start = 0
    for _ in range(line):
        start = source.index(b"\n", start) + 1
    return start + column


def _at(documents: dict[str, Document], places: Iterable[Occurrence]) -> str:
    rows = [f"{p.path}:{documents[p.path].source.count(NEWLINE, 0, p.start) + 1}" for p in places]
    return ", ".join(rows[:MAX_LISTED]) + (f" and {len(rows) - MAX_LISTED} more" if len(rows) > MAX_LISTED else "")
