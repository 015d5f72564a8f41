"""Types in comments: what `---@class`, `---@param`, `---@return`, `---@type` and `---@field` say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...deepfacts import NONE, Binding, spaced

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["NO_DOC", "Doc", "bind_class", "read_doc"]

CLASS = "tag"
"""The space of the names of classes that comments make: every file of a program sees them."""


@dataclass
class Doc:
    """What the comments before something say of it."""

    parameters: dict[str, int] = field(default_factory=dict[str, int])
    returns: int = NONE
    kind: int = NONE
    """The type of a variable."""
    name: tuple[str, tuple[int, int, int]] | None = None
    """The class that it is, and where the comment says so: line, column, position."""
    bases: list[int] = field(default_factory=list[int])
    members: list[tuple[str, tuple[int, int, int], int]] = field(
        default_factory=list[tuple[str, tuple[int, int, int], int]]
    )
    """Members that the class has: name, place, type."""


NO_DOC = Doc()


def read_doc(walk: Walk, comments: list[tree_sitter.Node], scope: int, block: int) -> Doc:
    """Read comments that stand together; all names of types in them are noted."""
    doc = NO_DOC
    for node in comments:
        text = node.text or b""
        if b"---" not in text or b"@" not in text:
            continue
        if doc is NO_DOC:
            doc = Doc()
        for match in _TAG.finditer(text):
            _read(walk, doc, node, match, (scope, block))
    return doc


def _read(walk: Walk, doc: Doc, node: tree_sitter.Node, match: re.Match[bytes], place: tuple[int, int]) -> None:
    tag, at, text = match[1].decode(), match.end(), node.text or b""
    if tag == "class":
        named = _NAME.match(text, at)
        if named is not None:
            doc.name = named[1].decode("utf-8", "replace"), _place(node, named.start(1))
            after = _COLON.match(text, named.end())
            end = after.end() if after is not None else named.end()
            while after is not None:
                base, end = _type(walk, node, end, place)
                doc.bases.append(base)
                after = _COMMA.match(text, end)
                end = after.end() if after is not None else end
    elif tag in ("param", "field"):
        named = _PARAMETER.match(text, at)
        if named is not None:
            kind, _ = _type(walk, node, named.end(), place)
            name = named[1].decode("utf-8", "replace")
            if tag == "param":
                doc.parameters[name] = kind
            else:
                doc.members.append((name, _place(node, named.start(1)), kind))
    elif tag == "return":
        kind, _ = _type(walk, node, at, place)
        doc.returns = kind if doc.returns < 0 else doc.returns
    elif tag == "type":
        doc.kind, _ = _type(walk, node, at, place)


def _type(  # noqa: C901 - the forms of types, one after the other
    walk: Walk, node: tree_sitter.Node, at: int, place: tuple[int, int]
) -> tuple[int, int]:
    """A type and where it ends: a name, several with bars between, a list of one; others say nothing."""
    builder, text = walk.builder, node.text or b""
    parts: list[int] = []
    while True:
        named = _NAME.match(text, at)
        if named is None:
            break
        name = named[1].decode("utf-8", "replace")
        at = named.end()
        if name not in _BASIC:
            last = name.rpartition(".")[2]
            position = node.start_byte + named.end(1) - len(last.encode())
            builder.occur_at(last, position, "type", place[0], place[1], form=CLASS)
        kind = NONE
        if name == "nil":
            kind = builder.expression(("literal", "None", (), (), NONE))
        elif name not in _BASIC:
            kind = builder.expression(("name", spaced(CLASS, name.rpartition(".")[2]), (), (), NONE))
        listed = _LISTED.match(text, at)
        if listed is not None:
            at, kind = listed.end(), NONE
        if text[at : at + 1] in (b"<", b"("):
            return NONE, at
        at += text[at : at + 1] == b"?"
        if kind >= 0:
            parts.append(kind)
        bar = _BAR.match(text, at)
        if bar is None:
            break
        at = bar.end()
    if not parts:
        return NONE, at
    return parts[0] if len(parts) == 1 else builder.expression(("either", "", tuple(parts), (), NONE)), at


def bind_class(walk: Walk, doc: Doc, number: int) -> None:
    """Give a table the name, the bases and the members that comments say it has."""
    builder = walk.builder
    row = builder.definitions[number]
    if doc.name is not None:
        name = spaced(CLASS, doc.name[0].rpartition(".")[2])
        builder.bind_at((0, row.block), name, "class", row, number)
        builder.shared[name] = True
        casts = tuple(builder.expression(("cast", "extends", (base,), (), NONE)) for base in doc.bases if base >= 0)
        builder.definitions[number] = row._replace(bases=(*row.bases, *casts))
    for name, (line, column, position), kind in doc.members:
        _declare(walk, (row.own, row.block), name, (line, column, position), kind)


def _declare(walk: Walk, place: tuple[int, int], name: str, at: tuple[int, int, int], kind: int) -> None:
    builder = walk.builder
    builder.bound.add((place[0], name))
    builder.bindings.append(Binding(place[0], name, "declare", NONE, kind, place[1], at[2], at[0], at[1], NONE))


def _place(node: tree_sitter.Node, at: int) -> tuple[int, int, int]:
    """Line, column and position of a byte of a comment."""
    text = node.text or b""
    line, column = node.start_point
    before = text[:at]
    lines = before.count(b"\n")
    column = column + at if not lines else at - before.rindex(b"\n") - 1
    return line + lines, column, node.start_byte + at


_LISTED, _BAR, _COLON, _COMMA = (re.compile(rb"[ \t]*" + each) for each in (rb"(?:\[\])+", rb"\|", rb":", rb","))
_TAG = re.compile(rb"---[ \t]*@(class|param|field|return|type)\b[ \t]*(?:\([a-z]+\)[ \t]*)?")
_NAME = re.compile(rb"[ \t]*([^\W\d][\w.]*)")
_PARAMETER = re.compile(rb"[ \t]*(?:(?:public|private|protected|package)[ \t]+)?([^\W\d]\w*)\??[ \t]+")
_BASIC = frozenset(
    [
        *("string", "number", "integer", "boolean", "table", "function", "fun", "any", "nil", "thread", "userdata"),
        *("void", "self", "unknown", "lightuserdata"),
    ]
)
