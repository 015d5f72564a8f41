"""Plans to move a symbol to another file of the project, where nothing in either file depends on its place.

Without links nobody knows what a moved text would need from its old file, or who would have to import it from the
new one. So a symbol moves only if neither can be: no other place has its name, and it has no word that its file defines
or imports, unless the other file imports the very same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..errors import Refused, StillUsed, UsageError
from .document import read_document
from .insert import insertions
from .lines import line_end, newline_at
from .plan import Expect, FileEdit
from .remove import removals
from .rename import unsure_places
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..index.store import Located
    from ..index.sync import Sync
    from .document import Document
    from .occurrences import Occurrences

__all__ = ["moves"]


def moves(view: Sync, located: Located, target: str, occurrences: Occurrences) -> Iterator[tuple[FileEdit, ...]]:
    """The edits of both files, likeliest first. Raises StillUsed with what is missing, Refused, UsageError."""
    source = read_document(view.root, located.path, view.project()[1])
    goal = read_document(view.root, target, view.project()[1])
    if goal.path == source.path:
        raise UsageError(f"{located.symbol.name_path} is in {target} already", "Give another file.")
    if goal.language is not source.language or goal.language is None:
        raise UsageError(f"{target} is in another language", "Give a file of the same language.")
    if located.symbol.parent >= 0:
        raise Refused(
            f"{located.symbol.name_path} is not at the top of its file", "Only what stands there can be moved."
        )
    _check_links(view, located, source, goal, occurrences)
    symbol = located.symbol
    text = source.source[symbol.start_byte : symbol.end_byte].decode()
    for removal in removals(source, located.ordinal):
        for arrival in _arrivals(goal, text, symbol.name):
            yield removal, arrival


def _arrivals(goal: Document, text: str, name: str) -> Iterator[FileEdit]:
    symbols = goal.facts.symbols
    top = [ordinal for ordinal, symbol in enumerate(symbols) if symbol.parent < 0]
    if any(symbols[ordinal].name == name for ordinal in top):
        raise Refused(f"{goal.path} has a {name} already", "Nothing was written.")
    if top:
        for edit in insertions(goal, max(top, key=lambda i: symbols[i].end_byte), text, after=True):
            yield edit._replace(expect=edit.expect._replace(wanted=name))
        return
    end = line_end(goal.source, max(len(goal.source.rstrip()) - 1, 0))
    newline = newline_at(goal.source, end)
    new = text.replace("\r\n", "\n").encode().replace(b"\n", newline)
    lead = newline * 2 if goal.source.strip() else b""
    tail = b"" if goal.source.strip() else newline
    edit = TextEdit(end, end, lead + new + tail)
    span = (end + len(lead), end + len(lead) + len(new))
    yield FileEdit(goal, (edit,), Expect(wanted=name, span=span))


def _check_links(view: Sync, located: Located, source: Document, goal: Document, occurrences: Occurrences) -> None:
    symbol = located.symbol
    found = occurrences.of(view, located)
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
        raise StillUsed(
            f"{symbol.name} cannot be moved from the index: {len(missing)} links between the files are not sure",
            f"Nothing was written. Unsure: {'; '.join(missing[:10])}",
            missing,
        )


def _same_folder(one: Document, other: Document) -> bool:
    return one.path.rpartition("/")[0] == other.path.rpartition("/")[0]
