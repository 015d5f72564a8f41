"""Imports that a text leaves behind and that nothing else in its file uses: taken out where nothing else changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .imports import imports_of, is_plain, taken_out
from .lines import line_start
from .occurrences import is_text, is_word_of_language, word_places
from .surface import known_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..link.linker import Linker
    from .document import Document
    from .imports import Imported
    from .values import TextEdit

__all__ = ["Unused", "unused"]


class Unused(NamedTuple):
    """What becomes of such imports."""

    edits: list[TextEdit]
    stay: list[tuple[int, str]]
    """Line (from 0) and name of those that are not taken out."""


def unused(
    linker: Linker,
    source: Document,
    left: Sequence[tuple[int, str]],
    span: tuple[int, int],
) -> Unused:
    """Take out what loads nothing, or stands in a statement that stays.

    `left`: the imports, by line and name; `span`: the text that goes.
    """
    language = source.language
    assert language is not None
    if not language.edit.late_imports:  # to import a module is to run it, whatever is taken from it
        return Unused([], list(left))
    keeps = linker.project.surfacing(source.path).keeps_unused(source.path)
    imports = imports_of(source)
    going: dict[int, list[Imported]] = {}
    stay: list[tuple[int, str]] = []
    for line, name in left:
        each = _import_of(source, imports, line, name)
        plain = each is not None and not each.again and is_plain(each.statement)
        if each is None or not plain or _is_mentioned(linker, source, each, name, span):
            stay.append((line, name))
        else:
            going.setdefault(each.statement.start_byte, []).append(each)
    edits: list[TextEdit] = []
    for items in going.values():
        mates = [each for each in imports if each.statement.id == items[0].statement.id]
        if len(mates) == len(items) and keeps and not items[0].types:
            rows = ((each.statement.start_point[0], _local(each)) for each in items)
            stay += rows
        else:
            edits += taken_out(source, imports, items)
    return Unused(edits, stay)


def _import_of(source: Document, imports: Sequence[Imported], line: int, name: str) -> Imported | None:
    return next(
        (e for e in imports if source.source.count(b"\n", 0, e.place) == line and _local(e) == name),
        None,
    )


def _local(each: Imported) -> str:
    node = each.alias or each.name
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def _is_mentioned(linker: Linker, source: Document, each: Imported, name: str, span: tuple[int, int]) -> bool:
    """Whether the word stands elsewhere in code that facts say nothing of, or in a comment behind a tag (`@link`)."""
    known = known_places(linker.file(source.path), source, name)
    own = (line_start(source.source, each.statement.start_byte), each.statement.end_byte)
    for start, end in word_places(source, name):
        if span[0] <= start < span[1] or own[0] <= start < own[1] or start in known:
            continue
        if is_text(source, start, end):
            if b"@" in source.source[line_start(source.source, start) : start]:
                return True
        elif not is_word_of_language(source, start, end):
            return True
    return False
