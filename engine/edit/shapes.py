"""Members that values have by their shape alone: an object that nobody calls by the name of a type still is one of it.

Only in structural languages. Links know what a key of such an object means where its place says what is expected there.
Elsewhere it has a meaning of its own, and may become a value of the type further on. A member's name can also be text:
of types whose names are asked for (`[edit] names_of`), equal strings may be such names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .occurrences import word_places

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..link.files import LinkedFile
    from ..link.linker import Linker
    from ..link.types import Slot
    from .document import Document

__all__ = ["has_its_names_asked_for", "is_quoted", "keys_of_like_objects", "texts_as_types"]

_ENOUGH = 2
"""Members that two shapes have in common, at least: many things have a `name`."""


def keys_of_like_objects(linker: Linker, slot: Slot) -> set[tuple[str, int, int]]:
    """Keys of the member's name (path, line, column from 0) in objects of the same or a larger or smaller shape."""
    if not linker.structural(slot.path) or not linker.is_member(slot):
        return set()
    family = linker.project.families.get(slot.path, "")
    own = _names(linker.file(slot.path), slot.scope)
    found: set[tuple[str, int, int]] = set()
    for path in linker.project.files_with(slot.name, family):
        file = linker.file(path)
        for key in file.occurrences(slot.name):
            if key.form != "key" or key.receiver < 0:
                continue
            of = file.expression(key.receiver).number
            names = _names(file, file.facts.definitions[of].own)
            if (names <= own or own <= names) and len(names & own) >= _ENOUGH:
                found.add((path, key.line, key.column))
    return found


def _names(file: LinkedFile, scope: int) -> set[str]:
    return {name for each, name in file.bound if each == scope}


def has_its_names_asked_for(linker: Linker, slot: Slot, read: Callable[[str], Document]) -> bool:
    """Whether some file asks for the names of the members of the type that has this one."""
    language = read(slot.path).language
    asks = language.edit.names_of if language is not None else ""
    if not asks or not linker.is_member(slot):
        return False
    owner = linker.definition(linker.owner_of(slot)).name
    family = linker.project.families.get(slot.path, "")
    pattern = rf"\b{re.escape(asks)}\s+(?:\w+\s+)?{re.escape(owner)}\b".encode()
    paths = linker.project.files_with(owner, family) if owner else ()
    return any(re.search(pattern, read(path).source) for path in paths)


def texts_as_types(document: Document, name: str) -> list[tuple[int, int]]:
    """Where a string that is nothing but a name stands as a type, which may pick the member of that name."""
    nodes = document.language.edit.type_texts if document.language is not None else frozenset[str]()
    found: list[tuple[int, int]] = []
    for start, end in word_places(document, name) if nodes else ():
        node = document.tree.root_node.descendant_for_byte_range(start - 1, end + 1)
        if node is not None and is_quoted(document.source, start, end):
            above = node.parent
            if node.type in nodes or (above is not None and above.type in nodes):
                found.append((start, end))
    return found


def is_quoted(source: bytes, start: int, end: int) -> bool:
    """Whether a string holds what stands there and nothing else."""
    return source[start - 1 : start] in (b'"', b"'", b"`") and source[end : end + 1] == source[start - 1 : start]
