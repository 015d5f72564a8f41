"""What a definition says of itself in one line: its signature, and the first line of its doc."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter

    from ..language_rules import Rules

__all__ = ["MAX_SIGNATURE", "doc", "signature"]

MAX_SIGNATURE = 200
MAX_DOC = 160

_TAILS = ("{", "=>", ":", "=", " do", " then", ";", ",")
"""What opens a body or ends a statement: no part of a header."""


def signature(source: bytes, start: int, stop: int, rules: Rules) -> str:
    """The header between two offsets in one line of at most MAX_SIGNATURE characters."""
    raw = source[start : min(stop, start + 4 * MAX_SIGNATURE)].decode("utf-8", "replace")
    if rules.signature_drop is not None:
        raw = rules.signature_drop.sub("", raw)
    line = " ".join(raw.split())
    while line.endswith(_TAILS):
        line = line[: -next(len(tail) for tail in _TAILS if line.endswith(tail))].rstrip()
    return line if len(line) <= MAX_SIGNATURE else line[: MAX_SIGNATURE - 1] + "…"


_DOC_MARKS = re.compile(
    r"""^(?:\s|/\*+!?|\*+/|\*|///?!?|/|\#+!?|--+(?:\[=*\[)?|=begin\b|[rRuUbBfF]{0,2}(?:\"\"\"|'''|"|'))+"""
)
_DOC_CLOSERS = ("*/", '"', "'", "--]]")
_DOC_ENDS = " \t\r\f\v*/\"'-]"


def doc(body: tree_sitter.Node | None, rules: Rules, source: bytes, doc_from: int, doc_to: int) -> str:
    """The first line of the docstring in `body`, or else of the comment between the two offsets, without its marks."""
    if rules.docstring and body is not None:
        node = body
        for kind in rules.docstring:
            if not node.named_child_count:
                break
            node = node.named_children[0]
            if node.type != kind:
                break
        else:
            doc_from, doc_to = node.start_byte, node.end_byte
    for raw in source[doc_from : min(doc_to, doc_from + 2000)].splitlines():
        line = raw.decode("utf-8", "replace")
        mark = _DOC_MARKS.match(line)
        line = (line[mark.end() :] if mark else line).rstrip()
        if line.endswith(_DOC_CLOSERS):
            line = line.rstrip(_DOC_ENDS)
        if rules.doc_drop is not None:
            line = rules.doc_drop.sub(_kept, line).strip()
        if any(map(str.isalnum, line)):
            return line if len(line) <= MAX_DOC else line[: MAX_DOC - 1] + "…"
    return ""


def _kept(found: re.Match[str]) -> str:
    """What a group took of a part that is dropped."""
    return found[found.lastindex] if found.lastindex else ""
