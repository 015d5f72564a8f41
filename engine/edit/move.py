"""Plans to move a symbol to another file of the project.

Where there are links and the language says how imports are written, imports follow the symbol (`transfer.py`).
Elsewhere it moves only if nothing depends on its place: no other place has its name, and it has no word that its file
defines or imports, unless the other file imports the very same.
"""

from __future__ import annotations

import importlib
import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from ..answers.linking import Context
from ..errors import NoSuchFile, Refused, StillUsed, UsageError
from ..link.source import linker_with
from ..wording import counted
from .arrive import arrivals
from .document import new_document, read_document
from .linked import indexed_document
from .moved import Move
from .remove import removals
from .rename import unsure_places
from .surface import is_marked
from .transfer import transfers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..index.rows import Located
    from ..index.sync import Sync
    from ..link.types import Slot
    from ..progress import Progress
    from .document import Document
    from .occurrences import Found, Occurrences
    from .plan import FileEdit

__all__ = ["moves"]


def moves(
    view: Sync,
    located: Located,
    target: str,
    occurrences: Occurrences,
    progress: Progress,
    *,
    export: bool = False,
) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of all files, likeliest first. Raises StillUsed with what is missing, Refused, UsageError.

    `export`: whether files may give to others what they do not yet, where that has to be said.
    """
    source = read_document(view.root, located.path, view.project()[1])
    goal = _goal(view, target)
    if goal.path == source.path:
        raise UsageError(f"{located.symbol.name_path} is in {target} already", "Give another file.")
    if goal.language is not source.language or goal.language is None:
        raise UsageError(f"{target} is in another language", "Give a file of the same language.")
    if located.symbol.parent >= 0:
        raise Refused(
            f"{located.symbol.name_path} is not at the top of its file", "Only what stands there can be moved."
        )
    found = occurrences.of(view, located)
    context = Context(view, progress)
    slot = context.about(located).slot
    file = view.files.get(goal.path)
    known = not goal.exists or (file is not None and file.blob_id)
    plan = _plan_for(source, goal, slot)
    if slot is not None and plan is not None and known:
        new = None if goal.exists else goal
        linker = context.linker if new is None else linker_with(view, goal.path, goal.language.name, progress)
        read = lru_cache(None)(partial(_read, view, new))
        yield from plan(Move(linker, located, slot, read(source.path), read(goal.path), found, read, export))
        return
    if goal.language.edit.export:
        raise Refused(
            f"{located.symbol.name_path} has no name of its own at the top of {source.path}",
            "Nothing was written. Give it one first.",
        )
    _check_words(view, located, source, goal, found)
    symbol = located.symbol
    text = source.source[symbol.start_byte : symbol.end_byte].decode()
    for removal in removals(source, located.ordinal):
        for arrival in arrivals(goal, text, symbol):
            yield removal, arrival


def _plan_for(
    source: Document, goal: Document, slot: Slot | None
) -> Callable[[Move], Iterator[tuple[FileEdit, ...]]] | None:
    """What plans by links, in the language of a file; None where nothing does."""
    rules = goal.language.edit if goal.language is not None else None
    mover = rules.mover if rules is not None else ""
    if rules is not None and rules.mover_unmarked and not is_marked(source) and not is_marked(goal):
        mover = rules.mover_unmarked
    if mover:
        return importlib.import_module(f".packages.{mover}", __package__).transfers
    if rules is None or not rules.import_name or slot is None or slot.scope != 0:
        return None
    return transfers


def _goal(view: Sync, target: str) -> Document:
    """The file to move to, or one that is to be made."""
    try:
        return read_document(view.root, target, view.project()[1])
    except NoSuchFile:
        return new_document(view.root, target, view.project()[1])


def _read(view: Sync, new: Document | None, path: str) -> Document:
    return new if new is not None and path == new.path else indexed_document(view, path)


def _check_words(view: Sync, located: Located, source: Document, goal: Document, found: Found) -> None:
    symbol = located.symbol
    outside = [
        place
        for place in (*found.exact, *found.unsure)
        if not (place.path == located.path and symbol.start_byte <= place.start and place.end <= symbol.end_byte)
    ]
    documents = {place.path: read_document(view.root, place.path, view.project()[1]) for place in outside}
    missing = unsure_places(documents, found._replace(unsure=outside))
    words = set(re.findall(r"[^\W\d][\w$]*", source.source[symbol.start_byte : symbol.end_byte].decode()))
    for other in source.facts.symbols:
        if other.parent < 0 and other.name in words and other.name != symbol.name:
            missing.append(f"{source.path}:{other.name_line + 1}: the text uses {other.name}, which stays behind")
    same = goal.imports if _same_folder(source, goal) else []
    known = {(imported.module, imported.name, imported.alias) for imported in same}
    for imported in source.imports:
        local = imported.alias or imported.name or imported.module.rsplit(".", 1)[-1].rsplit("/", 1)[-1]
        used = local == "*" or bool(words & set(re.findall(r"[^\W\d][\w$]*", local)))
        if used and (imported.module, imported.name, imported.alias) not in known:
            place = f"{source.path}:{imported.line + 1}"
            missing.append(f"{place}: the text may need {local}, which {goal.path} does not import")
    if missing:
        links = counted(len(missing), "link between the files is", "links between the files are")
        raise StillUsed(
            f"{symbol.name} cannot be moved from the index: {links} not sure",
            f"Nothing was written. Unsure: {'; '.join(missing[:10])}",
            missing,
        )


def _same_folder(one: Document, other: Document) -> bool:
    return one.path.rpartition("/")[0] == other.path.rpartition("/")[0]
