"""Reads nodes of a tree as texts, dotted names and arguments, by what `routes.toml` says of the grammar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .facts import HOLE, MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import tree_sitter

    from .rules import Syntax

__all__ = ["Arguments", "arguments_of", "dotted", "elements", "inner", "is_text", "raw", "text_of_string", "value_of"]

_OPEN = re.compile(r"^(?:[A-Za-z$@]{0,3}#*(?:\"\"\"|'''|[\"'`])|:(?=[\w\"'])|%[iwqQ]?[\[({<])")
_CLOSE = re.compile(r"(?:\"\"\"|'''|[\"'`])#*$")
_DOTTED = re.compile(r"[*&$]*(?:new\s+)?@{0,2}[A-Za-z_$][\w$]*(?:\s*(?:\?\.|!!?\.|\.|::|->)\s*[$]?[A-Za-z_][\w$]*)*")
_SEPARATOR = re.compile(r"\s*(?:\?\.|!!?\.|\.|::|->)\s*")
_MAX_NAME = 200
_MAX_PATH = 1000


class Arguments(NamedTuple):
    """What a call or mark is given."""

    positional: list[tree_sitter.Node]
    keywords: Mapping[str, tree_sitter.Node]
    texts: list[tuple[tree_sitter.Node, tree_sitter.Node]]
    """Pairs whose key is a text, as in `"/path" => "what"`."""

    def at(self, place: str) -> list[tree_sitter.Node]:
        """The arguments at a place: `0`, `-1`, `1*`, a keyword, `$key` or `$value` of a pair, or several by `|`."""
        for part in place.split("|"):
            found = self._at(part)
            if found:
                return found
        return []

    def _at(self, part: str) -> list[tree_sitter.Node]:
        if part.endswith("*") and part[:-1].isdigit():
            return self.positional[int(part[:-1]) :]
        if part.lstrip("-").isdigit():
            number = int(part)
            there = -len(self.positional) <= number < len(self.positional)
            return [self.positional[number]] if there else []
        if part in ("$key", "$value"):
            return [pair[part == "$value"] for pair in self.texts[:1]]
        return [self.keywords[part]] if part in self.keywords else []


def raw(source: bytes, node: tree_sitter.Node) -> str:
    """The text of a node."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def inner(syntax: Syntax, node: tree_sitter.Node) -> tree_sitter.Node:
    """What is in the wrappings of an expression."""
    while node.type in syntax.wraps:
        named = [child for child in node.named_children if child.type not in syntax.comments]
        if not named:
            break
        node = named[-1]
    return node


def dotted(source: bytes, node: tree_sitter.Node) -> str:
    """A name, perhaps of members, with dots alone between them; empty for anything else."""
    if node.end_byte - node.start_byte > _MAX_NAME:
        return ""
    text = raw(source, node)
    if not _DOTTED.fullmatch(text):
        return ""
    text = text.lstrip("*&$").removeprefix("new ").lstrip()
    return _SEPARATOR.sub(".", text).replace(".$", ".").replace("$", "")


def is_text(syntax: Syntax, node: tree_sitter.Node) -> bool:
    """Whether an expression is a string."""
    return inner(syntax, node).type in syntax.strings


def elements(syntax: Syntax, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The elements of a list, or the one thing that there is."""
    node = inner(syntax, node)
    if node.type not in syntax.lists:
        return [node]
    return [inner(syntax, child) for child in node.named_children if child.type not in syntax.comments]


def text_of_string(syntax: Syntax, source: bytes, node: tree_sitter.Node) -> str:
    """The content of a string, with MARKs and HOLEs for what is put in."""
    pieces: list[str] = []
    at = node.start_byte
    for hole in _holes(syntax, node):
        pieces.append(source[at : hole.start_byte].decode("utf-8", "replace"))
        named = [child for child in hole.named_children if child.type not in syntax.comments]
        name = dotted(source, named[0]) if len(named) == 1 else ""
        pieces.append(f"{MARK}{name}{MARK}" if name else HOLE)
        at = hole.end_byte
    pieces.append(source[at : node.end_byte].decode("utf-8", "replace"))
    text = _OPEN.sub("", "".join(pieces), count=1)
    return _CLOSE.sub("", text)[:_MAX_PATH] if not text.endswith(("]", ")")) or pieces[0][:1] != "%" else text[:-1]


def value_of(syntax: Syntax, source: bytes, node: tree_sitter.Node) -> str | None:
    """An expression as a text, with MARKs and HOLEs; None where it is none."""
    node = inner(syntax, node)
    if node.type in syntax.strings:
        return text_of_string(syntax, source, node)
    if node.type in syntax.joins and len(node.named_children) == 2:  # noqa: PLR2004 - left and right
        left, right = (value_of(syntax, source, child) for child in node.named_children)
        return None if left is None and right is None else (left or HOLE) + (right or HOLE)
    name = dotted(source, node)
    return f"{MARK}{name}{MARK}" if name else None


def arguments_of(syntax: Syntax, source: bytes, node: tree_sitter.Node | None) -> Arguments:
    """The arguments in the node that holds them; the pairs of objects among them count as keywords."""
    positional: list[tree_sitter.Node] = []
    keywords: dict[str, tree_sitter.Node] = {}
    texts: list[tuple[tree_sitter.Node, tree_sitter.Node]] = []
    for child in node.named_children if node is not None else ():
        if child.type in syntax.comments:
            continue
        pair = _pair(syntax, child)
        if pair is not None:
            _keep(syntax, source, pair, keywords, texts)
            continue
        value = inner(syntax, child)
        if value.type in syntax.objects:
            for grandchild in value.named_children:
                pair = _pair(syntax, grandchild)
                if pair is not None:
                    _keep(syntax, source, pair, keywords, texts)
                elif grandchild.type not in syntax.comments and (name := dotted(source, grandchild)):
                    keywords.setdefault(name, grandchild)  # `{ url }`
        positional.append(value)
    return Arguments(positional, keywords, texts)


def _keep(
    syntax: Syntax,
    source: bytes,
    pair: tuple[tree_sitter.Node, tree_sitter.Node],
    keywords: dict[str, tree_sitter.Node],
    texts: list[tuple[tree_sitter.Node, tree_sitter.Node]],
) -> None:
    key, value = pair
    text = text_of_string(syntax, source, key) if key.type in syntax.strings else raw(source, key).rstrip(":")
    keywords.setdefault(text, value)
    if value.type in syntax.objects:
        for child in value.named_children:
            inside = _pair(syntax, child)
            if inside is not None:
                keywords.setdefault(f"{text}.{raw(source, inside[0])}", inside[1])
    if key.type in syntax.strings:
        texts.append((key, value))


def _pair(syntax: Syntax, node: tree_sitter.Node) -> tuple[tree_sitter.Node, tree_sitter.Node] | None:
    fields = syntax.pairs.get(node.type)
    if fields is None:
        return None
    named = [child for child in node.named_children if child.type not in syntax.comments]
    if fields == ("", ""):
        return (named[0], inner(syntax, named[-1])) if len(named) == 2 else None  # noqa: PLR2004 - key and value
    key, value = node.child_by_field_name(fields[0]), node.child_by_field_name(fields[1]) if fields[1] else None
    if value is None and not fields[1] and key is not None and len(named) > 1:
        value = named[-1]
    return (key, inner(syntax, value)) if key is not None and value is not None else None


def _holes(syntax: Syntax, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    for child in node.children:
        if child.type in syntax.holes:
            yield child
        elif child.child_count:
            yield from _holes(syntax, child)
