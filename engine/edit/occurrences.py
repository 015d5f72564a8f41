"""Where a name occurs, and which of the places are known to mean a symbol.

`Occurrences` is what renames, deletions and moves ask; `linked.py` answers it by links. `WordOccurrences` answers from
words and syntax alone: a place in a comment or a string is a mention, the definition's own name is exact, and
everything else is only a `name`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..wording import counted
from .document import read_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..index.rows import Located
    from ..index.sync import Sync
    from .document import Document

__all__ = [
    "Found",
    "Occurrence",
    "Occurrences",
    "WordOccurrences",
    "is_mention",
    "is_text",
    "is_word_of_language",
    "listed",
    "mentioned",
    "place_text",
    "word_places",
    "words_of",
]


MAX_LISTED = 10


class Occurrence(NamedTuple):
    """One place where the name of a symbol stands."""

    path: str
    start: int
    end: int
    replacement: str = "{}"
    """What to write there in a rename, `{}` being the new name: `config: {}` for a shorthand."""
    is_definition: bool = False
    """Whether the name gets its meaning there."""


class Found(NamedTuple):
    """All places of one name."""

    exact: list[Occurrence]
    """Known to mean the symbol, its definition among them."""
    unsure: list[Occurrence]
    """Only known to have the name."""
    mentions: list[Occurrence]
    """In comments and strings: no references by syntax."""
    doubts: tuple[str, ...] = ()
    """What else keeps the answer from being whole, such as a base that is not known."""
    notes: tuple[str, ...] = ()
    """What whoever changes the name should know."""
    spelled: tuple[str, ...] = ()
    """What depends on how the name is spelled: a text that makes other names of it, or it of others."""


class Occurrences(Protocol):
    """Who knows where a symbol occurs."""

    def of(self, view: Sync, located: Located) -> Found:
        """All places of the symbol's name in the project, each in one of the three lists."""
        ...


class WordOccurrences:
    """What words and syntax say, without any link between files."""

    def of(self, view: Sync, located: Located) -> Found:
        """All places where the word of the symbol's name stands."""
        symbol = located.symbol
        found = Found([], [], [])
        words = words_of(symbol.name)[:1]
        paths = {path for name in (symbol.name, *words) for path in view.store.blobs_with_word(view.row.id, name)}
        for path in sorted(paths | {located.path}):
            document = read_document(view.root, path, view.project()[1])
            if path == located.path and document.source[symbol.name_start : symbol.name_end] == symbol.name.encode():
                found.exact.append(Occurrence(path, symbol.name_start, symbol.name_end, is_definition=True))
            for start, end in word_places(document, words[0]) if words else ():
                if path == located.path and symbol.name_start <= start and end <= symbol.name_end:
                    continue
                kind = found.mentions if is_mention(document, start, end) else found.unsure
                kind.append(Occurrence(path, start, end))
        return found


def words_of(name: str) -> list[str]:
    """The identifier-like words of a name, the longest first."""
    return sorted(_WORD.findall(name), key=len, reverse=True)


def place_text(document: Document, occurrence: Occurrence) -> str:
    """A place as people read it: `path:line: text`."""
    line = document.source.count(b"\n", 0, occurrence.start) + 1
    start = document.source.rfind(b"\n", 0, occurrence.start) + 1
    text = document.source[start : start + 200].split(b"\n", 1)[0].decode("utf-8", "replace").strip()
    return f"{occurrence.path}:{line}: {text[:120]}"


def mentioned(mentions: Sequence[str]) -> list[str]:
    """A note of the places that only mention a name; none where there are none."""
    if not mentions:
        return []
    stay = counted(len(mentions), "mention in comments and strings stays", "mentions in comments and strings stay")
    return [f"{stay}: {listed(mentions)}"]


def listed(places: Sequence[str]) -> str:
    """The first places, and how many more there are."""
    more = f" and {len(places) - MAX_LISTED} more" if len(places) > MAX_LISTED else ""
    return "; ".join(places[:MAX_LISTED]) + more


def word_places(document: Document, word: str) -> Iterator[tuple[int, int]]:
    """Where a word, or an operator, stands in a file, as ranges of bytes, in order."""
    rules = document.language.rules if document.language is not None else None
    dollar = b"$" if rules is not None and b"$".translate(rules.separates or None) == b"$" else b""
    part = rb"[\w\x80-\xff" + dollar + rb"]" if re.search(r"\w", word) else _SIGN
    pattern = re.compile(rb"(?<!" + part + rb")" + re.escape(word.encode()) + rb"(?!" + part + rb")")
    for match in pattern.finditer(document.source):
        yield match.span()


_SIGN = rb"[^\w\x80-\xff\s()\[\]{}.,;'\"`]"
"""What an operator may be a part of."""


def is_mention(document: Document, start: int, end: int) -> bool:
    """Whether the place lies in a comment or in the text of a string; code in a string is a node of its own.

    A string that is nothing but a dotted path may be what a symbol is imported by: that is no mere mention.
    """
    quoted = document.language is None or document.language.edit.quoted
    return not (quoted and _is_in_quoted_path(document.source, start, end)) and is_text(document, start, end)


def is_text(document: Document, start: int, end: int) -> bool:
    """Whether the place lies in a comment or in the text of a string, whatever that says."""
    language = document.language
    if language is None:
        return False
    node = document.tree.root_node.descendant_for_byte_range(start, end)
    if node is None:
        return False
    if node.type in language.rules.comments or node.type in language.edit.verbatim:
        return True
    return any(word in node.type for word in ("comment", "string", "heredoc", "regex"))


def is_word_of_language(document: Document, start: int, end: int) -> bool:
    """Whether the place is a word of the language's own, such as `get` before a method."""
    node = document.tree.root_node.descendant_for_byte_range(start, end)
    return node is not None and not node.is_named and not node.child_count


def _is_in_quoted_path(source: bytes, start: int, end: int) -> bool:
    first, last = start, end
    while first > 0 and _IN_PATH.match(source, first - 1):
        first -= 1
    while _IN_PATH.match(source, last):
        last += 1
    quote = source[first - 1 : first]
    return quote in (b"'", b'"') and source[last : last + 1] == quote and b"." in source[first:last]


_IN_PATH = re.compile(rb"[\w.:\x80-\xff]")
_WORD = re.compile(r"[^\W\d][\w$]*|\$[\w$]+")
