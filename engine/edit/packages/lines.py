"""Lines of imports, one a module or a name: taken out, and put where their like stand in order.

A file shows how it groups them; a new one goes to those with which it begins alike.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..imports import without
from ..lines import line_end, line_start, newline_at
from ..values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tree_sitter

    from ..document import Document

__all__ = ["Line", "New", "changed"]

_PARTS = re.compile(r"[./]")
_BLANK = re.compile(rb"(?:[ \t]*\r?\n)+")


class Line(NamedTuple):
    """An import that is there."""

    node: tree_sitter.Node
    """What goes when it goes, on lines of its own."""
    kind: str
    """Lines of different kinds stand in different groups."""
    key: str
    """What it is sorted by."""


class New(NamedTuple):
    """An import that is to be there."""

    kind: str
    key: str
    text: str


def changed(
    document: Document, kept: Sequence[Line], gone: Sequence[Line], news: Sequence[New]
) -> tuple[list[TextEdit], list[New]]:
    """Take some lines out and put others beside those that are kept.

    Also gives those for which no line is there to stand beside.
    """
    edits = _paragraphs(document.source, [without(document, line.node) for line in gone])
    alone: list[New] = []
    for new in sorted(news, key=lambda each: (each.kind, each.key)):
        if not kept:
            alone.append(new)
            continue
        edits.append(_put(document, kept, new))
    return edits, alone


def _paragraphs(source: bytes, edits: Sequence[TextEdit]) -> list[TextEdit]:
    """What goes line by line as one, with the blank lines behind it where nothing of its paragraph stays."""
    found: list[TextEdit] = []
    for edit in sorted(edits):
        last = found[-1] if found else None
        if last is not None and edit.start <= last.end:
            found[-1] = last._replace(end=max(last.end, edit.end))
        else:
            found.append(edit)
    for number, edit in enumerate(found):
        above = source[: edit.start].rstrip(b" \t")
        opens = above.endswith((b"(\n", b"(\r\n", b"\n\n", b"\n\r\n"))
        below = _BLANK.match(source, edit.end)
        if opens and below is not None:
            found[number] = edit._replace(end=below.end())
        elif opens and source[edit.end :].lstrip(b" \t").startswith(b")"):
            kept = len(above.rstrip())
            found[number] = edit._replace(start=line_end(source, kept - 1) + 1 if kept else 0)
    return found


def _put(document: Document, lines: Sequence[Line], new: New) -> TextEdit:
    source = document.source
    alike = [line for line in lines if line.kind == new.kind]
    if not alike:  # a group of its own, behind all others
        at = line_end(source, lines[-1].node.end_byte)
        newline = newline_at(source, at)
        return TextEdit(at, at, newline * 2 + _indented(source, lines[-1].node, new.text))
    near = max(_common(line.key, new.key) for line in alike)
    group = [line for line in alike if _common(line.key, new.key) == near]
    above = [line for line in group if line.key <= new.key]
    newline = newline_at(source, group[0].node.start_byte)
    if above:
        at = line_end(source, above[-1].node.end_byte)
        return TextEdit(at, at, newline + _indented(source, above[-1].node, new.text))
    at = line_start(source, group[0].node.start_byte)
    return TextEdit(at, at, _indented(source, group[0].node, new.text) + newline)


def _indented(source: bytes, node: tree_sitter.Node, text: str) -> bytes:
    indent = source[line_start(source, node.start_byte) : node.start_byte]
    return (indent if not indent.strip() else b"") + text.encode()


def _common(one: str, other: str) -> int:
    """How many parts two paths begin with alike."""
    count = 0
    for mine, its in zip(_PARTS.split(one), _PARTS.split(other), strict=False):
        if mine != its:
            break
        count += 1
    return count
