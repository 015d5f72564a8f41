"""Names where there is no tree: in what the grammar could not read, and in bodies of macros."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE, UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from .state import Walk

__all__ = ["Word", "note_words", "words"]


class Word(NamedTuple):
    """A name in a text."""

    name: str
    start: int
    """Byte offset."""
    member: bool
    """Whether a dot or an arrow stands before it."""
    called: bool
    """Whether a parenthesis follows."""


def words(text: bytes, start: int, end: int) -> Iterator[Word]:
    """The names between two offsets of a text, those in comments and literals left out."""
    for match in _TOKEN.finditer(text, start, end):
        found = match["name"]
        if found and found not in _KEYWORDS:
            yield Word(
                found.decode("utf-8", "replace"),
                match.start("name"),
                match["dot"] is not None,
                match["call"] is not None,
            )


def note_words(walk: Walk, node: tree_sitter.Node, scope: int, role: str = "") -> None:
    """Take note of the names in the text of a node that are not noted yet; `role`: all have this, and mean nothing."""
    text, start = node.text or b"", node.start_byte
    for word in words(text, 0, len(text)):
        position = start + word.start
        if walk.builder.has_noted(word.name, position):
            continue
        receiver = UNREADABLE if word.member or role else NONE
        here = role or ("call" if word.called else "read")
        walk.builder.occur_at(word.name, position, here, scope, walk.block, receiver)


_TOKEN = re.compile(
    rb"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\.?\d[\w.]*
    |(?P<dot>(?:\.|->)\s*)?(?P<name>[A-Za-z_\x80-\xff][\w\x80-\xff]*)(?P<call>(?=\s*\())?""",
    re.DOTALL | re.VERBOSE,
)
_KEYWORDS = frozenset(
    b"""auto break case char const continue default defined do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    _Atomic _Bool _Generic _Static_assert _Thread_local define undef include ifdef ifndef elif endif error pragma
    __attribute__ __VA_ARGS__ __extension__ __inline __inline__ __restrict __volatile__ __typeof__ typeof asm
    __asm__""".split()
)
