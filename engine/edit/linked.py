"""Occurrences by links: what the index knows for sure to mean a symbol, and what it does not know.

A member goes together with its family: the members that it overrides, those that override it, and theirs. A place
counts as known to be something else only if linking says what it is; a word of the name that stands in code and of
which there are no facts (a broken line, say) is unsure like one that could not be resolved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..answers.linking import Context
from ..deepfacts import plain
from ..errors import ChangedMeanwhile
from ..link.families import family
from ..link.references import references
from ..link.ways import EXACT
from ..progress import silent
from .document import hash_of, read_document
from .occurrences import Found, Occurrence, WordOccurrences, is_mention, word_places

if TYPE_CHECKING:
    from ..index.store import Located
    from ..index.sync import Sync
    from ..link.linker import Linker
    from ..link.types import Entity, Slot
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
        found = Found([], [], [], tuple(f"{context.id_of(each)} {why}" for each, why in doubts), _notes(linker, slots))
        sure, unsure, definitions = _judged(linker, slots)
        name = plain(slot.name)
        for path in sorted({*view.store.blobs_with_word(view.row.id, name), *(each.path for each in slots)}):
            document = indexed_document(view, path)
            same = linker.project.families.get(path, "") == linker.project.families.get(slot.path, "")
            known = _places_of_name(linker, path, name) if same else None
            lines = Lines(document.source)
            for start, end in word_places(document, name):
                place = (path, *lines.place(start))
                where = Occurrence(path, start, end, is_definition=place in definitions)
                if place in unsure:
                    found.unsure.append(where)
                elif place in sure:
                    found.exact.append(where)
                elif is_mention(document, start, end):
                    found.mentions.append(where)
                elif known is not None and place[1:] not in known:
                    found.unsure.append(where)
        return found


def _notes(linker: Linker, slots: list[Slot]) -> tuple[str, ...]:
    if any(definition.decorators for slot in slots for definition in linker.definitions_of(slot)):
        return ("it is decorated: a decorator may make something of the name, such as a command or a route",)
    return ()


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
        for use in references(linker, slot).uses:
            if use.name != plain(slot.name):
                continue
            where = (use.path, use.occurrence.line, use.occurrence.column)
            resolved = linker.meaning(use.path, use.name, use.occurrence)
            alone = where in definitions or (resolved.entities is not None and resolved.entities <= meant)
            (sure if alone and resolved.certainty == EXACT else unsure).add(where)
        sure |= _imported_again(linker, slot, meant)
        unsure |= _open_keywords(linker, slot)
    sure |= definitions
    return sure, unsure - definitions, definitions


def _imported_again(linker: Linker, slot: Slot, meant: frozenset[Entity]) -> set[_Where]:
    """The second name of `import name as name`, by which others import it from there."""
    found: set[_Where] = set()
    name = plain(slot.name)
    for path in linker.project.files_with(name, linker.project.families.get(slot.path, "")):
        file = linker.file(path)
        for binding in file.facts.bindings:
            if binding.name == name and binding.kind == "import":
                linker.begin()
                named = file.facts.imports[binding.number].name == name
                if named and linker.imported(path, binding) & meant:
                    found.add((path, binding.line, binding.column))
    return found


def _open_keywords(linker: Linker, slot: Slot) -> set[_Where]:
    """Named arguments of the name whose function is not known: they may give a field its value."""
    if linker.definitions_of(slot) or not linker.is_member(slot):
        return set()
    family_name = linker.project.families.get(slot.path, "")
    return {
        (path, occurrence.line, occurrence.column)
        for path in linker.project.files_with(slot.name, family_name)
        for occurrence in linker.file(path).occurrences(slot.name)
        if occurrence.form == "keyword" and not linker.resolve(path, slot.name, occurrence).entities
    }


def _places_of_name(linker: Linker, path: str, name: str) -> set[_Place]:
    """Every place of a name in a file of which there are facts."""
    file = linker.file(path)
    facts = file.facts
    places = {(occurrence.line, occurrence.column) for occurrence in file.occurrences(name)}
    places |= {(row.line, row.column) for row in facts.bindings if plain(row.name) == name}
    places |= {(row.line, row.column) for row in facts.attributes if row.name == name}
    places |= {(row.name_line, row.name_column) for row in facts.definitions if row.name == name}
    return places


def indexed_document(view: Sync, path: str) -> Document:
    """A file, proved to be the one that the links come from."""
    document = read_document(view.root, path, view.project()[1])
    blob = view.files[path].blob_id
    if blob is None or hash_of(document.raw) != view.store.blob_hash(blob).hex():
        raise ChangedMeanwhile(f"{path} changed while its names were looked up", "Ask again.")
    return document
