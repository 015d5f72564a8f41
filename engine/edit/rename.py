"""Plans to rename a symbol: every place that means it, or none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..errors import ChangedMeanwhile, Refused, StillUsed, UsageError
from ..wording import counted
from .document import read_document
from .occurrences import listed, mentioned, place_text
from .plan import Expect, FileEdit
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..index.rows import Located
    from ..index.sync import Sync
    from .document import Document
    from .occurrences import Found, Occurrence, Occurrences

__all__ = ["check_collision", "check_name", "file_edit", "renaming", "unsure_places"]


def renaming(
    view: Sync, located: Located, new: str, occurrences: Occurrences
) -> tuple[tuple[FileEdit, ...], list[str]]:
    """The edits of each file, and notes. Raises StillUsed where a place is known by name alone, Refused, UsageError."""
    symbol = located.symbol
    own = read_document(view.root, located.path, view.project()[1])
    check_name(own, symbol.name, new)
    found = occurrences.of(view, located)
    documents = {located.path: own}
    for place in (*found.exact, *found.unsure, *found.mentions):
        if place.path not in documents:
            documents[place.path] = read_document(view.root, place.path, view.project()[1])
    if found.unsure or found.doubts:
        uses = unsure_places(documents, found)
        reasons = [f"{counted(len(found.unsure), 'place')} may mean it or not"] if found.unsure else []
        reasons += ["its family may be larger"] if found.doubts else []
        why = ", and ".join(reasons)
        raise StillUsed(
            f"{symbol.name} cannot be renamed from the index: {why}",
            f"Nothing was written. Unsure: {listed(uses)}",
            uses,
        )
    if found.spelled:
        depend = counted(len(found.spelled), "place depends", "places depend")
        raise StillUsed(
            f"{symbol.name} cannot be renamed from the index: {depend} on how it is spelled",
            f"Nothing was written. They are: {listed(found.spelled)}",
            list(found.spelled),
        )
    if not any(p.path == located.path and p.start == symbol.name_start for p in found.exact):
        raise Refused(f"the name of {symbol.name} does not stand in its definition as it is called", "Edit it by hand.")
    check_collision(documents, found.exact, located, new)
    files = tuple(
        file_edit(documents[path], found.exact, located, new) for path in sorted({p.path for p in found.exact})
    )
    notes = list(found.notes)
    notes += mentioned([place_text(documents[p.path], p) for p in found.mentions])
    return files, notes


def unsure_places(documents: dict[str, Document], found: Found) -> list[str]:
    """The places of a name that may mean the symbol, for people."""
    return [*found.doubts, *(place_text(documents[place.path], place) for place in found.unsure)]


def check_name(document: Document, old: str, new: str) -> None:
    """Whether the new name can be one. Raises UsageError."""
    language = document.language
    assert language is not None
    if new == old:
        raise UsageError(f"{old} has that name already", "Give another name.")
    if not language.edit.identifier.fullmatch(new):
        raise UsageError(f"{new!r} is no name in {language.name}", "Give an identifier.")
    if new in language.edit.keywords:
        raise UsageError(f"{new!r} is a keyword of {language.name}", "Give another name.")


def check_collision(documents: dict[str, Document], places: Sequence[Occurrence], located: Located, new: str) -> None:
    """Where a file that is changed holds the new name already, one of the two may be taken for the other."""
    pattern = re.compile(rb"(?<![\w\x80-\xff$])" + re.escape(new.encode()) + rb"(?![\w\x80-\xff$])")
    for path in sorted({place.path for place in places}):
        document = documents[path]
        for symbol in document.facts.symbols:
            if symbol.name == new and (path != located.path or symbol.parent == located.symbol.parent):
                raise Refused(
                    f"{path} has a {symbol.name_path} already, at line {symbol.name_line + 1}",
                    "Nothing was written. Give another name.",
                )
        for match in pattern.finditer(document.source):
            node = document.tree.root_node.descendant_for_byte_range(*match.span())
            if node is not None and not node.child_count and (node.start_byte, node.end_byte) == match.span():
                line = node.start_point[0] + 1
                raise Refused(
                    f"{path} uses the name {new} already, at line {line}: one could be taken for the other",
                    "Nothing was written. Give another name.",
                )


def file_edit(document: Document, places: Sequence[Occurrence], located: Located, new: str) -> FileEdit:
    """The edits of one file, and which symbols of it get the new name."""
    own = [place for place in places if place.path == document.path]
    old = located.symbol.name.encode()
    if any(document.source[p.start : p.end] not in old or p.start == p.end for p in own):
        raise ChangedMeanwhile(f"{document.path} changed while its names were looked up", "Ask again.")
    edits = tuple(
        TextEdit(p.start, p.end, p.replacement.replace("{}", new).encode()) for p in sorted(own, key=lambda p: p.start)
    )
    symbols = document.facts.symbols
    starts = {place.start for place in own}
    renamed = {
        ordinal: new
        for ordinal, symbol in enumerate(symbols)
        if symbol.name == located.symbol.name and symbol.name_start in starts
    }
    inner = {
        ordinal
        for ordinal, symbol in enumerate(symbols)
        if ordinal not in renamed and any(symbol.name_start <= s < symbol.name_end for s in starts)
    }
    return FileEdit(document, edits, Expect(free=frozenset(inner), renamed=renamed))
