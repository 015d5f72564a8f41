"""Types in comments: what `@param`, `@return`, `@var`, `@property`, `@method` and their like say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...deepfacts import NONE
from .doctypes import Text, read_type

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["NO_DOC", "Doc", "Member", "read_doc"]


@dataclass
class Member:
    """A member that a comment says a class has."""

    name: str
    place: tuple[int, int, int]
    """Line, column and position."""
    kind: int
    is_static: bool = False
    is_method: bool = False


@dataclass
class Doc:
    """What a comment says of what follows it."""

    parameters: dict[str, int] = field(default_factory=dict[str, int])
    returns: int = NONE
    kind: int = NONE
    """The type of a variable or property."""
    variables: dict[str, int] = field(default_factory=dict[str, int])
    """The same, where the comment names it."""
    members: list[Member] = field(default_factory=list[Member])
    mixins: list[int] = field(default_factory=list[int])
    templates: frozenset[str] = frozenset()


NO_DOC = Doc()


def read_doc(walk: Walk, node: tree_sitter.Node | None, scope: int, block: int) -> Doc:
    """Read a comment; all names of types in it are noted."""
    if node is None:
        return NO_DOC
    source = walk.source[node.start_byte : node.end_byte]
    if not source.startswith(b"/**") or b"@" not in source:
        return NO_DOC
    text = Text(source, node)
    doc, before = Doc(), walk.templates
    if b"template" in source:
        doc.templates = frozenset(m[1].decode("utf-8", "replace") for m in _TEMPLATE.finditer(text.source))
        walk.templates |= doc.templates
    for tag in _TAG.finditer(text.source):
        if not _begins(text.source, tag.start()):
            continue
        name = tag["name"].decode()
        at = tag.end()
        if name in _TYPED:
            _typed(walk, doc, name, text, at, (scope, block))
        elif name == "method":
            _method(walk, doc, text, at, (scope, block))
        elif name == "mixin":
            found, _ = read_type(walk, text, at, scope, block)
            doc.mixins.append(found)
        elif name in _MENTIONING or tag["tool"]:
            read_type(walk, text, at, scope, block)
    walk.templates = before
    return doc


def _typed(walk: Walk, doc: Doc, name: str, text: Text, at: int, place: tuple[int, int]) -> None:
    found, end = read_type(walk, text, at, *place)
    match = _VARIABLE.match(text.source, end)
    variable = match[1].decode("utf-8", "replace") if match else ""
    if name == "return":
        doc.returns = found if found >= 0 else doc.returns
    elif name == "param":
        if variable and (found >= 0 or variable not in doc.parameters):
            doc.parameters[variable] = found
    elif name == "var":
        if variable:
            doc.variables[variable] = found
        else:
            doc.kind = found if found >= 0 else doc.kind
    elif match:
        doc.members.append(Member(variable, text.place(match.start(1)), found))


def _method(walk: Walk, doc: Doc, text: Text, at: int, place: tuple[int, int]) -> None:
    """`@method static Type name(…)`; the type may be missing."""
    head = _STATIC.match(text.source, at)
    start = head.end() if head else at
    named = _CALLED.match(text.source, start)
    if named:  # no type: `static` may have been one
        kind = NONE
        if head:
            kind = walk.builder.expression(("own", "", (), (), NONE))
    else:
        kind, end = read_type(walk, text, start, *place)
        named = _CALLED.match(text.source, end)
    if named:
        name = named[1].decode("utf-8", "replace")
        doc.members.append(Member(name, text.place(named.start(1)), kind, bool(head), is_method=True))


def _begins(source: bytes, at: int) -> bool:
    """Whether a tag can begin at an offset: at the beginning of a line, or in braces."""
    return source[at - 1 : at] == b"{" or not source[source.rfind(b"\n", 0, at) + 1 : at].strip(b" \t/*")


_TAG = re.compile(rb"@(?P<tool>phpstan-|psalm-|phan-)?(?P<name>[a-z-]+)(?=\s)")
_TEMPLATE = re.compile(rb"@(?:phpstan-|psalm-)?template(?:-covariant|-contravariant)?\s+(\w+)")
_TYPED = frozenset({"param", "return", "var", "property", "property-read", "property-write"})
_MENTIONING = frozenset({"throws", "see", "uses", "extends", "implements", "use", "template-extends", "covers"})
_VARIABLE = re.compile(rb"\s*&?(?:\.\.\.)?\$([\w\x80-\xff]+)")
_STATIC = re.compile(rb"\s*static\b(?=\s)")
_CALLED = re.compile(rb"\s*&?([\w\x80-\xff]+)\s*\(")
