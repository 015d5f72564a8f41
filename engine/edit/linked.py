"""Occurrences by links: what the index knows for sure to mean a symbol, and what it does not know.

A member goes together with its family: the members that it overrides, those that override it, and theirs. A place
counts as known to be something else only if linking says what it is; a word of the name that stands in code and of
which there are no facts (a broken line, say) is unsure like one that could not be resolved.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from ..answers.linking import Context
from ..deepfacts import plain
from ..errors import ChangedMeanwhile
from ..link.families import family
from ..link.references import references
from ..link.types import Slot
from ..link.ways import EXACT
from ..progress import silent
from .document import hash_of, read_document
from .occurrences import Found, Occurrence, WordOccurrences, is_mention, place_text, word_places
from .pasted import Pasting
from .shapes import has_its_names_asked_for, is_quoted, keys_of_like_objects

if TYPE_CHECKING:
    from ..deepfacts import Binding, ImportFact
    from ..index.rows import Located
    from ..index.sync import Sync
    from ..link.linker import Linker
    from ..link.references import Use
    from ..link.types import Entity
    from ..progress import Progress
    from .document import Document

__all__ = ["Lines", "LinkOccurrences", "indexed_document"]

_Place = tuple[int, int]
"""Line and column in bytes, from 0."""
_Where = tuple[str, int, int]
"""The same, of a file."""


class LinkOccurrences:
    """What links say; of a language without links, what words say."""

    def __init__(self, progress: Progress = silent) -> None:
        """Tell `progress` of the reading of many files."""
        self._progress = progress

    def of(self, view: Sync, located: Located) -> Found:
        """All places of the symbol's name. Raises ChangedMeanwhile."""
        context = Context(view, self._progress)
        slot = context.about(located).slot
        if slot is None:
            return WordOccurrences().of(view, located)
        linker = context.linker
        slots, doubts = family(linker, slot)
        unknown = tuple(f"{context.id_of(each)} {why}" for each, why in doubts)
        pasting, spelled = Pasting(linker), list[str]()
        found = Found([], [], [], unknown, _notes(linker, slots))
        sure, unsure, definitions = _judged(linker, slots)
        name = plain(slot.name)
        unsure |= {where for each in slots for where in keys_of_like_objects(linker, each)} - sure
        as_text = any(
            has_its_names_asked_for(linker, each, lambda path: indexed_document(view, path)) for each in slots
        )
        paths = {*view.store.blobs_with_word(view.row.id, name), *(each.path for each in slots)}
        for path in sorted(paths | {path for path, *_ in sure | unsure}):
            document = indexed_document(view, path)
            same = linker.project.families.get(path, "") == linker.project.families.get(slot.path, "")
            known = _places_of_name(linker, path, name) if same else None
            lines = Lines(document.source)
            for start, end in word_places(document, name):
                place = (path, *lines.place(start))
                text = _replacement(document, start, end, is_member=linker.is_member(slot))
                where = Occurrence(path, start, end, text, place in definitions)
                if place in unsure:
                    found.unsure.append(where)
                elif place in sure:
                    found.exact.append(where)
                    if same and (macro := pasting.made_of(document, start)) is not None:
                        spelled.append(f"{place_text(document, where)} (`{macro}` makes another name of it)")
                elif is_mention(document, start, end):
                    named = same and as_text and is_quoted(document.source, start, end)
                    (found.unsure if named else found.mentions).append(where)
                elif known is not None and place[1:] not in known:
                    found.unsure.append(where)
        makers = pasting.makers(slot.path, name, lambda path: indexed_document(view, path))
        spelled += [f"{place} (a macro makes names like it there)" for place in makers]
        return found._replace(spelled=tuple(spelled))


def _notes(linker: Linker, slots: list[Slot]) -> tuple[str, ...]:
    for slot in slots:
        stem = os.path.splitext(os.path.basename(slot.path))[0]
        if slot.scope == 0 and stem == slot.name and linker.is_class(slot) and linker.nominal(slot.path):
            return (f"{slot.path} is named after it: the file has to be renamed as well",)
    if any(definition.decorators for slot in slots for definition in linker.definitions_of(slot)):
        return ("it is decorated: a decorator may make something of the name, such as a command or a route",)
    library = linker.library(slots[0].path)
    seen = [slot for slot in slots if re.match(library.public, slot.name) and linker.is_member(slot)]
    if library.contracts and any(linker.definitions_of(slot) for slot in seen):
        return ("a type outside of the project may ask for a method of its name: build the project",)
    return ()


def _replacement(document: Document, start: int, end: int, *, is_member: bool) -> str:
    """What to write: a shorthand is two names in one, and keeps the one that is not meant."""
    language = document.language
    if language is None or not language.edit.shorthands:
        return "{}"
    node = document.tree.root_node.descendant_for_byte_range(start, end)
    while node is not None and node.type not in language.edit.shorthands:
        parent = node.parent
        node = parent if parent is not None and (parent.start_byte, parent.end_byte) == (start, end) else None
    if node is None:
        return "{}"
    name = document.source[start:end].decode()
    return f"{{}}: {name}" if is_member else f"{name}: {{}}"


class Lines:
    """Where the lines of a text begin, for places that are asked for in order."""

    def __init__(self, source: bytes) -> None:
        """Begin at the first line."""
        self._source = source
        self._line = self._start = self._seen = 0

    def place(self, offset: int) -> _Place:
        """Line and column of an offset, which is not before the one asked for last."""
        self._line += self._source.count(b"\n", self._seen, offset)
        self._start = max(self._start, self._source.rfind(b"\n", self._seen, offset) + 1)
        self._seen = offset
        return self._line, offset - self._start


def _judged(linker: Linker, slots: list[Slot]) -> tuple[set[_Where], set[_Where], set[_Where]]:
    """The places that mean one of the slots, those that may, and those that define one."""
    sure: set[_Where] = set()
    unsure: set[_Where] = set()
    definitions = {(slot.path, line, column) for slot in slots for line, column in linker.places_of(slot)}
    meant: frozenset[Entity] = frozenset(slots)
    for slot in slots:
        aliased = _aliased(linker, slot, meant)
        for use in references(linker, slot).uses:
            if use.name != plain(slot.name) or _is_by_alias(linker, use, aliased):
                continue
            where = (use.path, use.occurrence.line, use.occurrence.column)
            if use.occurrence.form == "implied" and use.occurrence.role == "call":
                continue  # the name does not stand there
            resolved = linker.meaning(use.path, use.name, use.occurrence)
            alone = where in definitions or (resolved.entities is not None and resolved.entities <= meant)
            alone = alone and not linker.is_handed_over(use.path, use.occurrence.block)
            (sure if alone and resolved.certainty == EXACT else unsure).add(where)
        sure |= {where for where in _other_names(linker, slot, meant) if where[0] not in aliased}
        unsure |= _open_keywords(linker, slot)
    sure |= definitions
    return sure, unsure - definitions, definitions


def _aliased(linker: Linker, slot: Slot, meant: frozenset[Entity]) -> set[str]:
    """Files in which the symbol has its name by an alias that happens to be the same: `import other as name`.

    Such a file keeps the name, and so does whoever imports it from there.
    """
    name = plain(slot.name)
    bindings = [
        (path, linker.file(path).facts.imports[binding.number])
        for path in linker.project.files_with(name, linker.project.families.get(slot.path, ""))
        for binding in linker.file(path).facts.bindings
        if binding.kind == "import" and plain(binding.name) == name and _leads_to(linker, path, binding, meant)
    ]
    found = {path for path, fact in bindings if fact.name != name}
    before = -1
    while found and len(found) != before:
        before = len(found)
        found |= {path for path, fact in bindings if _module_path(linker, path, fact) in found}
    return found


def _is_by_alias(linker: Linker, use: Use, aliased: set[str]) -> bool:
    if use.path not in aliased:
        return False
    if use.occurrence.form == "import":
        fact = linker.file(use.path).facts.imports[use.occurrence.receiver]
        return fact.name != use.name or _module_path(linker, use.path, fact) in aliased
    return use.occurrence.receiver < 0


def _module_path(linker: Linker, path: str, fact: ImportFact) -> str:
    module = linker.project.resolver(path).module(path, fact.module)
    return module.path if module is not None else ""


def _leads_to(linker: Linker, path: str, binding: Binding, meant: frozenset[Entity]) -> bool:
    linker.begin()
    return bool(linker.imported(path, binding) & meant)


def _other_names(linker: Linker, slot: Slot, meant: frozenset[Entity]) -> set[_Where]:
    """Where the symbol gets its own name once more: `import name as name`, `typedef struct name { … } name`."""
    name = plain(slot.name)
    found: set[_Where] = set()
    for path in linker.project.files_with(name, linker.project.families.get(slot.path, "")):
        facts = linker.file(path).facts
        for binding in facts.bindings:
            if plain(binding.name) != name:
                continue
            if binding.kind == "import":
                leads = facts.imports[binding.number].name == name and _leads_to(linker, path, binding, meant)
            elif binding.kind == "alias":
                linker.begin()
                leads = bool(linker.entities_of_slot(Slot(path, binding.scope, binding.name)) & meant)
            else:
                continue
            if leads:
                found.add((path, binding.line, binding.column))
    return found


def _open_keywords(linker: Linker, slot: Slot) -> set[_Where]:
    """Named arguments of the name whose function is not known: they may give a field its value."""
    if linker.definitions_of(slot) or not linker.is_member(slot):
        return set()
    family_name = linker.project.families.get(slot.path, "")
    return {
        (path, occurrence.line, occurrence.column)
        for path in linker.project.files_with(plain(slot.name), family_name)
        for occurrence in linker.file(path).occurrences(plain(slot.name))
        if occurrence.form == "keyword" and not linker.resolve(path, plain(slot.name), occurrence).entities
    }


def _places_of_name(linker: Linker, path: str, name: str) -> set[_Place]:
    """Every place of a name in a file of which there are facts."""
    file = linker.file(path)
    facts = file.facts
    places = {(occurrence.line, occurrence.column) for occurrence in file.occurrences(name)}
    places |= {(row.line, row.column) for row in facts.bindings if plain(row.name) == name}
    places |= {(row.line, row.column) for row in facts.attributes if plain(row.name) == name}
    places |= {(row.name_line, row.name_column) for row in facts.definitions if row.name == name}
    return places


def indexed_document(view: Sync, path: str) -> Document:
    """A file, proved to be the one that the links come from."""
    document = read_document(view.root, path, view.project()[1])
    blob = view.files[path].blob_id
    if blob is None or hash_of(document.raw) != view.store.blob_hash(blob).hex():
        raise ChangedMeanwhile(f"{path} changed while it was looked at", "Ask again.")
    return document
