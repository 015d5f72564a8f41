"""Reads one type in a comment: unions, generic arguments, shapes, signatures, each name of it noted where it stands."""

from __future__ import annotations

import re
from sys import intern
from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .names import SEPARATOR, class_text, namespace_of
from .state import CONSTANT, NAMESPACE, VARIABLE
from .types import basic_type, either

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["Text", "read_type"]


class Text:
    """The text of a comment, without what decorates its lines, and where its bytes are in the file."""

    def __init__(self, source: bytes, node: tree_sitter.Node) -> None:
        """Blank the stars at the beginnings of lines; offsets stay."""
        self._node = node
        self.source = _plain(source)
        self.start = node.start_byte
        """Where it begins in the file."""

    def place(self, offset: int) -> tuple[int, int, int]:
        """Line, column and position of a byte."""
        line, start = self._node.start_point
        before = self.source.count(b"\n", 0, offset)
        column = offset - self.source.rfind(b"\n", 0, offset) - 1 if before else start + offset
        return line + before, column, self.start + offset


def _plain(source: bytes) -> bytes:
    """A comment with blanks for its stars. Nearly all are written in one way, which takes no search for a pattern."""
    first = source.find(b"\n") + 1
    margin = source[first - 1 : source.find(b"*", first)] if first else b"\n"
    plain = b"/  " + source[3:].replace(margin + b"*", margin + b" ")
    plain = plain[:-2] + b" /" if plain.endswith(b"*/") else plain
    return _STARS.sub(_blanks, source) if b"*" in plain or not margin.isspace() else plain


def _blanks(match: re.Match[bytes]) -> bytes:
    return match[0].replace(b"*", b" ")


def read_type(walk: Walk, text: Text, at: int, scope: int, block: int) -> tuple[int, int]:
    """The type that stands at an offset, and where it ends; NONE where nothing of it is known."""
    plain = _WORDS.match(text.source, at)
    if plain is None:
        return _Reader(walk, text, (scope, block)).union(at)
    words, end = plain[1], plain.end()
    found = walk.said.get(words)
    if found is None:
        if not _SAID.issuperset(words.split(b"|")):
            return _Reader(walk, text, (scope, block)).union(at)
        found = walk.said[words] = _Reader(walk, text, (scope, block)).union(at)[0]
    return found, end


class _Reader:
    def __init__(self, walk: Walk, text: Text, place: tuple[int, int]) -> None:
        self._walk = walk
        self._text = text
        self._source = text.source
        self._place = place

    def union(self, at: int) -> tuple[int, int]:
        """Types with `|` or `&` between them."""
        found: list[int] = []
        while True:
            part, end = self._suffixed(at)
            found.append(part)
            more = _OR.match(self._source, end)
            if more is None or end == at:
                return either(self._walk, found), end
            at = more.end()

    def _suffixed(self, at: int) -> tuple[int, int]:
        found, end = self._single(at)
        while match := _LIST.match(self._source, end):
            end = match.end()
            found = self._list(found)
        return found, end

    def _single(self, at: int) -> tuple[int, int]:
        match = _TOKEN.match(self._source, at)
        if match is None:
            return NONE, at
        token, end = match[1], match.end()
        if token == b"?":
            found, end = self._suffixed(end)
            return either(self._walk, [found, basic_type(self._walk, "null")]), end
        if token == b"(":
            found, end = self.union(end)
            rest = self._source.find(b")", end)
            return found, rest + 1 if rest >= 0 else end
        if token == b"$this":
            return self._walk.builder.expression(("own", "", (), (), NONE)), end
        if match["name"] is None:
            return NONE, end
        return self._named(match["name"], match.start("name"), end)

    def _named(  # noqa: C901, PLR0912 - a table of words, told apart one after the other
        self, name: bytes, start: int, end: int
    ) -> tuple[int, int]:
        word = name.decode("utf-8", "replace")
        low = word.lower()
        member = _MEMBER.match(self._source, end)
        if member is not None:
            owner = self._class(word, start)
            if member[2]:
                called = self._source[member.end() : member.end() + 1] == b"("
                self._note(
                    member[2].decode("utf-8", "replace"),
                    member.start(2),
                    owner,
                    "" if called else VARIABLE if member[1] else CONSTANT,
                )
            return NONE, member.end()
        arguments: list[int] = []
        opening = self._source[end : end + 1]
        if opening == b"<":
            arguments, end = self._listed(end + 1, b">")
        elif opening == b"{":
            arguments, end = self._listed(end + 1, b"}")
            arguments = [either(self._walk, arguments)]
        elif opening == b"(" and low in _CALLED:
            _, end = self._listed(end + 1, b")")
            result = _RESULT.match(self._source, end)
            returned = NONE
            if result is not None:
                returned, end = self._suffixed(result.end())
            return self._walk.builder.expression(("function", "", (returned,), (), NONE)), end
        if low in _ARRAYS:
            return self._list(arguments[-1]) if arguments else NONE, end
        if low == "class-string" and arguments:
            head = self._walk.builder.name(low)
            return self._walk.builder.expression(("subscript", "", (head, arguments[0]), (), NONE)), end
        if low in _BASIC:
            return basic_type(self._walk, low), end
        if "-" in word or word in self._walk.templates:
            return NONE, end
        if low == "static":
            return self._walk.builder.expression(("own", "", (), (), NONE)), end
        if low == "self":
            owner = self._walk.owner
            return self._walk.builder.expression(("object", "", (), (), owner)) if owner >= 0 else NONE, end
        if low == "parent":
            return NONE, end
        found = self._class(word, start)
        if arguments and low.rpartition(SEPARATOR)[2] in _ITERATED:
            return self._list(arguments[1 if len(arguments) > 1 else 0]), end
        return found, end

    def _listed(self, at: int, closing: bytes) -> tuple[list[int], int]:
        """Types up to a closing bracket, with commas, and with keys or names of parameters that are passed over."""
        found: list[int] = []
        while True:
            key = _KEY.match(self._source, at)
            part, end = self.union(key.end() if key else at)
            found.append(part)
            after = _AFTER.match(self._source, end)
            end = after.end() if after else end
            following = self._source[end : end + 1]
            if following == b",":
                at = end + 1
                continue
            return found, end + 1 if following == closing else end

    def _list(self, element: int) -> int:
        return self._walk.builder.expression(("list", "", (element,), (), NONE))

    def _class(self, word: str, start: int) -> int:
        """Note a name, and the namespaces before it."""
        walk = self._walk
        if SEPARATOR not in word:
            if word.lower() not in _OWN:
                self._note(word, start, NONE, "")
            return class_text(walk, word)
        before = namespace_of(walk, word)
        *spaces, name = word.split(SEPARATOR)
        around = self._module("?") if any(spaces) else NONE
        for part in spaces:
            if part:
                self._note(part, start, around, NAMESPACE)
            start += (len(part) if part.isascii() else len(part.encode())) + 1
        if name:
            self._note(name, start, self._module(before), "")
        return class_text(walk, word)

    def _module(self, space: str) -> int:
        return self._walk.builder.expression(("module", space, (), (), NONE))

    def _note(self, name: str, offset: int, receiver: int, form: str) -> None:
        role = "read" if form else "type"
        self._walk.builder.occur_at(intern(name), self._text.start + offset, role, *self._place, receiver, form)


_STARS = re.compile(rb"^[ \t]*\*(?!/)|/\*+|\*/", re.MULTILINE)
_OR = re.compile(rb"\s*(?:\||&(?!\s*(?:\.\.\.)?\$))\s*")
_WORDS = re.compile(rb"\s*+([a-z]++(?:\|[a-z]++)*+)(?=\s++[^\s|&<({:\[?])")
"""Types of small letters alone, and nothing behind them that belongs to a type."""
_LIST = re.compile(rb"\[\]")
_TOKEN = re.compile(
    rb"""\s*(\?|\(|\$this\b|'[^']*'|"[^"]*"|-?\d[\w.]*|\*|(?P<name>\\?[A-Za-z_\x80-\xff][\w\x80-\xff\\-]*))"""
)
_MEMBER = re.compile(rb"::(\$)?([A-Za-z_]\w*)?\*?")
_KEY = re.compile(rb"""\s*(?:[\w-]+|'[^']*'|"[^"]*")\??\s*:(?!:)""")
_AFTER = re.compile(rb"\s*(?:=|&?(?:\.\.\.)?\$[\w\x80-\xff]+=?|\.\.\.|of\s+[\w\\|]+)?\s*(?=[,>})])")
_RESULT = re.compile(rb"\s*:\s*")
_OWN = frozenset({"self", "static", "parent"})
_CALLED = frozenset({"callable", "closure", "\\closure", "pure-callable"})
_ARRAYS = frozenset({"array", "list", "iterable", "non-empty-array", "non-empty-list"})
_ITERATED = frozenset(
    {"traversable", "iterator", "iteratoraggregate", "generator", "arrayiterator", "arrayobject", "splobjectstorage",
     "arrayaccess", "splqueue", "splstack", "splpriorityqueue", "collection", "spldoublylinkedlist", "iteratoriterator"}
)  # fmt: skip
_BASIC = frozenset(
    {"int", "integer", "string", "float", "double", "bool", "boolean", "null", "void", "mixed", "object", "callable",
     "resource", "true", "false", "never", "scalar", "number", "numeric", "no-return"}
)  # fmt: skip
_SAID = frozenset(word.encode() for word in _BASIC | _ARRAYS)
"""Words that hold no name, and mean the same in every comment."""
