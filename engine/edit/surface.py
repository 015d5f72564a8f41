"""What a module gives to others, where a language says so: under which names, and by what statement.

Of a language whose modules give all that they have, these are its own names (`file.surface` is 0 there).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .imports import imports_of, is_plain, style_of
from .lines import offset_of
from .loading import runs_at_load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..deepfacts import Definition, Occurrence
    from ..link.files import LinkedFile
    from ..link.linker import Linker
    from ..link.types import Slot
    from .document import Document

__all__ = [
    "WHOLE",
    "Given",
    "examples",
    "given",
    "is_marked",
    "is_type",
    "known_places",
    "marks_types",
    "runs_values",
    "through",
    "value_uses",
    "whole_users",
]

WHOLE = "="
"""The name of all that a module of another system is."""
_TYPES = frozenset({"type", "implement"})


class Given(NamedTuple):
    """The names under which a definition is given to others."""

    inline: tuple[str, ...]
    """By its own text."""
    apart: tuple[str, ...]
    """By statements that stand elsewhere in its file."""


def given(linker: Linker, source: Document, name: str, span: tuple[int, int]) -> Given:
    """What the file of a definition, the bytes `span` of it, says of giving it."""
    file = linker.file(source.path)
    inline: list[str] = []
    apart: list[str] = []
    for (scope, shown), rows in file.bound.items():
        for row in rows if scope == file.surface else ():
            if row.kind != "import" or file.facts.imports[row.number][:2] != ("", name):
                continue
            at = offset_of(source.source, row.line, row.column)
            (inline if span[0] <= at < span[1] else apart).append(shown)
    return Given(tuple(inline), tuple(apart))


def is_type(linker: Linker, slot: Slot) -> bool:
    """Whether a definition is for types alone, so that nothing of it is there when the program runs."""
    file = linker.file(slot.path)
    bound = file.bound.get((slot.scope, slot.name), ())
    rows = linker.definitions_of(slot)
    return bool(rows) and len(rows) == len(bound) and all(_says_types(file, row) for row in rows)


def _says_types(file: LinkedFile, definition: Definition) -> bool:
    """Whether it is a type, or a namespace of nothing else."""
    if "namespace" not in definition.traits:
        return "type" in definition.traits
    inner = [row for row in file.facts.bindings if row.scope == definition.own]
    rows = [file.facts.definitions[row.number] for row in inner if row.kind == "class"]
    return len(rows) == len(inner) and all(_says_types(file, row) for row in rows)


def known_places(file: LinkedFile, document: Document, name: str) -> set[int]:
    """Where a name stands in a file as far as facts say: elsewhere the word may be anything."""
    facts, source = file.facts, document.source
    known = {use.position for use in file.occurrences(name)}
    for rows in (facts.bindings, facts.attributes):
        known |= {offset_of(source, row.line, row.column) for row in rows if row.name == name}
    known |= {offset_of(source, row.name_line, row.name_column) for row in facts.definitions if row.name == name}
    return known


def marks_types(linker: Linker, *documents: Document) -> bool:
    """Whether an import that is for types alone says so: one of the files has that, or the compiler asks for it."""
    if any((style := style_of(document)) is not None and style.types for document in documents):
        return True
    return linker.project.surfacing(documents[0].path).keeps_unused(documents[0].path)


def value_uses(file: LinkedFile, uses: Iterable[Occurrence], name: str) -> list[Occurrence]:
    """The places of a name that ask for a value: neither a type, nor `a` in the type `a.B`, nor within a type."""
    members, lines = _typed(file)
    behind = len(name.encode()) + 1
    return [
        use for use in uses if use.role not in _TYPES and use.position + behind not in members and use.line not in lines
    ]


@lru_cache(maxsize=256)
def _typed(file: LinkedFile) -> tuple[frozenset[int], frozenset[int]]:
    """Where what stands behind a dot is a type; and the lines of types that have a name."""
    members = frozenset(
        use.position
        for name in file.facts.occurrences
        for use in file.occurrences(name)
        if use.receiver >= 0 and use.role in _TYPES and use.form == ""
    )
    types = (row for row in file.facts.definitions if "type" in row.traits and "nameless" not in row.traits)
    return members, frozenset(line for row in types for line in range(row.start_line, row.end_line + 1))


def runs_values(file: LinkedFile, uses: Iterable[Occurrence], name: str) -> bool:
    """Whether one of the places of a name asks for a value while its file is loaded."""
    values = value_uses(file, uses, name)
    return any(use.role != "import" and runs_at_load(file.facts, use.scope) for use in values)


def is_marked(document: Document) -> bool:
    """Whether a file is one whose names are seen through imports alone; else it is a script, or of another system."""
    language = document.language
    assert language is not None
    marks = language.edit.module_marks
    return not marks or any(node.type in marks for node in document.tree.root_node.children)


def through(
    linker: Linker, document: Document, slot: Slot, names: Iterable[str], but: frozenset[str]
) -> tuple[str, str, str] | None:
    """By which module that a file imports from already it has a definition: the text, the path, and the name there.

    None where there is none besides the files `but`.
    """
    resolver = linker.project.resolver(document.path)
    shown = list(dict.fromkeys(names))
    for each in imports_of(document):
        if each.again or each.types or not is_plain(each.statement) or each.name is None:
            continue
        module = resolver.module(document.path, each.module_text)
        if module is None or module.kind != "module" or module.path in but or module.path == document.path:
            continue
        for name in shown:
            linker.begin()
            if linker.member_of_module(module.path, name) == frozenset([slot]):
                return each.module_text, module.path, name
    return None


def whole_users(linker: Linker, path: str, document: Document) -> Iterator[int]:
    """Where a file has a module as a whole and does more with it than to ask for `module.name`.

    `path`: that module; `document`: the file.
    """
    file, resolver = linker.file(document.path), linker.project.resolver(document.path)
    for row in file.facts.bindings:
        fact = file.facts.imports[row.number] if row.kind == "import" else None
        if fact is None or not fact.module or fact.name not in ("", WHOLE):
            continue
        module = resolver.module(document.path, fact.module)
        if module is None or module.path != path:
            continue
        own = offset_of(document.source, row.line, row.column)
        if row.scope == file.surface or any(
            use.receiver == -1
            and use.position != own
            and use.form in ("", "entry")
            and document.source[use.position + len(row.name.encode()) :].lstrip()[:1] != b"."
            for use in file.occurrences(row.name)
        ):
            yield own
    for each in imports_of(document):
        if each.statement.parent is None or is_plain(each.statement) or each.alias is not None or each.name is not None:
            continue
        module = resolver.module(document.path, each.module_text)
        if module is not None and module.path == path:
            yield each.place


def examples(linker: Linker, document: Document) -> list[str]:
    """How a file names modules of the project, the most frequent manner first."""
    resolver = linker.project.resolver(document.path)
    texts = [each.module_text for each in imports_of(document)]
    return [text for text in texts if resolver.module(document.path, text) is not None]
