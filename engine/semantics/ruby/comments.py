"""Types in comments: what `@param name [Type]` and `@return [Type]` say before a method."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...deepfacts import NONE

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["NO_DOC", "Doc", "read_doc"]


@dataclass
class Doc:
    """What the comments before a method say of it."""

    parameters: dict[str, int] = field(default_factory=dict[str, int])
    returns: int = NONE


NO_DOC = Doc()


def read_doc(walk: Walk, first: tree_sitter.Node | None, scope: int, block: int) -> Doc:
    """Read the comments from one on, as long as they follow each other; all names of types in them are noted."""
    doc = NO_DOC
    node = first
    while node is not None and node.type == "comment":
        match = _TAG.search(node.text or b"")
        if match is not None:
            doc = Doc() if doc is NO_DOC else doc
            kind = _type(walk, node, match, scope, block)
            if match["name"] is not None:
                doc.parameters[match["name"].decode("utf-8", "replace")] = kind
            elif doc.returns < 0:
                doc.returns = kind
        node = node.next_named_sibling
    return doc


def _type(walk: Walk, node: tree_sitter.Node, match: re.Match[bytes], scope: int, block: int) -> int:
    """The class that a tag names, or one of several; others say nothing."""
    builder = walk.builder
    parts: list[int] = []
    start = match.start("type")
    plain = True
    for part in _PART.finditer(match["type"]):
        names = part[0].decode("utf-8", "replace")
        if names in _NOTHING:
            parts.append(builder.expression(("literal", "None", (), (), NONE)))
        elif names[:1].isupper() or names.startswith("::"):
            index, at = NONE, start + part.start()
            for match_name in _CONSTANT.finditer(part[0]):
                name = match_name[0].decode("utf-8", "replace")
                where = at + match_name.start()
                builder.occur_at(name, node.start_byte + where, "type", scope, block, index)
                said = ("name", name, (), (), NONE) if index < 0 else ("member", name, (index,), (), NONE)
                index = builder.expression(said)
            parts.append(index)
        else:
            plain = False
    if not parts or not plain or not _SIMPLE.fullmatch(match["type"]):
        return NONE
    return parts[0] if len(parts) == 1 else builder.expression(("either", "", tuple(parts), (), NONE))


_TAG = re.compile(rb"@(?:param\s+(?P<name>\w+)|return)\s+\[(?P<type>[^\]\n]+)\]")
_PART = re.compile(rb"(?:::)?[\w:#]+")
_CONSTANT = re.compile(rb"[A-Z]\w*")
_SIMPLE = re.compile(rb"[\w:, ]+")
_NOTHING = frozenset({"nil", "void"})
