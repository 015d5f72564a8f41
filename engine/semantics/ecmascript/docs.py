"""Types that comments say, where the language has none: `@param {Type} name`, `@returns`, `@type`, `@typedef`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...deepfacts import NONE
from .state import EXPORTS, make

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from .state import Walk

__all__ = ["Documented", "cast_type", "comment", "documented", "documented_type"]

MAX_CLIMB = 4
MAX_DEPTH = 12


class Documented(NamedTuple):
    """What the comment of a function says."""

    parameters: dict[str, int]
    returns: int


class _Tag(NamedTuple):
    """One tag of a comment: its word, its type with the place of that in the comment, and the name behind it."""

    word: str
    type: str
    start: int
    name: str


NOTHING = Documented({}, NONE)


def documented(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> Documented:
    """The types of a function's parameters and result by its comment."""
    found = _comment_of(node) if walk.documented else None
    if found is None:
        return NOTHING
    parameters: dict[str, int] = {}
    returns = NONE
    for tag in _tags(found):
        if tag.word in _PARAMETERS and tag.name:
            parameters[tag.name] = _Reader(walk, found, tag, scope, block).read()
        elif tag.word in _RETURNS:
            returns = _Reader(walk, found, tag, scope, block).read()
    return Documented(parameters, returns)


def documented_type(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The type that the comment of a variable or field says."""
    found = _comment_of(node) if walk.documented else None
    return NONE if found is None else _type_in(walk, found, scope, block)


def cast_type(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """The type that a comment right before parentheses gives to what is in them."""
    before = node.prev_sibling if walk.documented else None
    if before is None or before.type != "comment" or before.prev_sibling is None:
        return NONE
    return _type_in(walk, before, scope, block) if (before.text or b"").startswith(b"/**") else NONE


def _type_in(walk: Walk, comment: tree_sitter.Node, scope: int, block: int) -> int:
    for tag in _tags(comment):
        if tag.word == "type":
            return _Reader(walk, comment, tag, scope, block).read()
    return NONE


def comment(walk: Walk, node: tree_sitter.Node, scope: int, block: int) -> int:
    """A comment that stands by itself may define types."""
    if not walk.documented or scope != 0 or b"@typedef" not in (node.text or b""):
        return NONE
    index = NONE
    for tag in _tags(node):
        if tag.word == "typedef" and tag.name:
            plain = tag.type.strip().lower() in _PLAIN
            traits = _STRUCTURE if plain else _ALIAS
            index = walk.builder.define("class", tag.name, node, node, (scope, block, scope), traits=traits)
            walk.builder.bind((scope, block), tag.name, "class", node, node.end_byte, number=index)
            walk.builder.bind((EXPORTS, block), tag.name, "class", node, node.end_byte, number=index)
            if not plain:
                value = _Reader(walk, node, tag, scope, block).read()
                walk.builder.definitions[index] = walk.builder.definitions[index]._replace(returns=value)
        elif tag.word in _PROPERTIES and index >= 0 and tag.name:
            own = walk.builder.definitions[index].own
            annotation = _Reader(walk, node, tag, scope, block).read()
            walk.builder.bind((own, block), tag.name, "declare", node, node.end_byte, NONE, annotation)
    return NONE


def _comment_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The comment above a definition, or above the statement that it begins."""
    current = node
    for _ in range(MAX_CLIMB):
        before = current.prev_sibling
        if before is not None and before.type == "comment":
            return before if (before.text or b"").startswith(b"/**") else None
        above = current.parent
        if above is None or above.type not in _CARRYING:
            return None
        current = above
    return None


def _tags(node: tree_sitter.Node) -> Iterator[_Tag]:
    text = (node.text or b"").decode("utf-8", "replace")
    for match in _TAG.finditer(text):
        start = match.end()
        end = _closing(text, start)
        if end >= 0:
            name = _NAME_BEHIND.match(text, end + 1)
            yield _Tag(match[1], text[start:end], start, name[1] if name is not None else "")


def _closing(text: str, start: int) -> int:
    """The brace that closes the one before a position."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    return -1


class _Reader:
    """Reads the text of a type: what it cannot read is nothing, and ends the reading."""

    def __init__(self, walk: Walk, node: tree_sitter.Node, tag: _Tag, scope: int, block: int) -> None:
        self._walk = walk
        self._node = node
        self._tag = tag
        self._place = scope, block
        self._tokens = [(match[0], match.start()) for match in _TOKEN.finditer(tag.type)]
        self._at = 0

    def read(self) -> int:
        """The type, NONE where it is none."""
        return self._union(0)

    def _next(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str) -> bool:
        if self._next() != wanted:
            return False
        self._at += 1
        return True

    def _union(self, depth: int) -> int:
        parts = [self._postfix(depth)]
        while self._take("|") or self._take("&"):
            parts.append(self._postfix(depth))
        return parts[0] if len(parts) == 1 else make(self._walk, "either", "", parts)

    def _postfix(self, depth: int) -> int:
        found = self._primary(depth)
        while True:
            if self._take("["):
                self._take("]")
                found = make(self._walk, "list", "", [found])
            elif self._take("=") or self._take("?") or self._take("!"):
                continue
            else:
                return found

    def _primary(self, depth: int) -> int:
        while self._next() in _PREFIXES:
            self._at += 1
        word = self._next()
        if depth > MAX_DEPTH or not word:
            return NONE
        self._at += 1
        if word == "(":
            found = self._union(depth + 1)
            self._take(")")
            return found
        if word[0] in "\"'":
            return make(self._walk, "exactly", "string", names=(word[1:-1],))
        if word == "import":
            return self._import(depth)
        if not _WORD.match(word):
            return NONE
        if word in _BASIC:
            return make(self._walk, "basic", word)
        if word == "*":
            return NONE
        self._occur(word, self._tokens[self._at - 1][1], NONE)
        return self._rest(self._walk.builder.name(word), depth)

    def _import(self, depth: int) -> int:
        if not self._take("("):
            return NONE
        module = self._next()[1:-1]
        self._at += 1
        self._take(")")
        return self._rest(make(self._walk, "module", module), depth)

    def _rest(self, found: int, depth: int) -> int:
        """Members and type arguments behind a name."""
        while self._take("."):
            if self._next() == "<":
                break
            name = self._next()
            if not _WORD.match(name):
                return found
            self._occur(name, self._tokens[self._at][1], found)
            self._at += 1
            found = make(self._walk, "member", name, [found])
        if self._take("<"):
            parts = [self._union(depth + 1)]
            while self._take(","):
                parts.append(self._union(depth + 1))
            self._take(">")
            found = make(self._walk, "subscript", "", [found, *parts])
        return found

    def _occur(self, name: str, start: int, receiver: int) -> None:
        """Take note of a name in the comment."""
        text = (self._node.text or b"").decode("utf-8", "replace")
        before = text[: self._tag.start + start].encode()
        scope, block = self._place
        self._walk.builder.occur_at(name, self._node.start_byte + len(before), "type", scope, block, receiver)


_TAG = re.compile(r"@(\w+)\s*\{")
_NAME_BEHIND = re.compile(r"\s*\[?([\w$]+)(?![\w$.])")
_TOKEN = re.compile(r"""[\w$]+|"[^"\n]*"|'[^'\n]*'|\.\.\.|[^\s\w$]""")
_WORD = re.compile(r"[A-Za-z_$]")
_PREFIXES = frozenset({"?", "!", "...", "typeof", "keyof"})
_PARAMETERS = frozenset({"param", "arg", "argument"})
_RETURNS = frozenset({"return", "returns"})
_PROPERTIES = frozenset({"property", "prop"})
_PLAIN = frozenset({"", "object"})
_BASIC = frozenset(
    {
        "string",
        "number",
        "boolean",
        "any",
        "unknown",
        "void",
        "null",
        "undefined",
        "never",
        "bigint",
        "symbol",
        "object",
    }
)
_CARRYING = frozenset(
    {
        *("export_statement", "lexical_declaration", "variable_declaration", "variable_declarator"),
        *("expression_statement", "assignment_expression", "pair", "parenthesized_expression"),
    }
)
_STRUCTURE = frozenset({"open", "type"})
_ALIAS = frozenset({"alias", "type"})
