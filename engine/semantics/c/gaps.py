"""Names in what was painted over since the grammar could not read it: attributes, conditional halves of statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..painted import painted_lines
from .state import FILE, name_expression
from .words import words

if TYPE_CHECKING:
    import tree_sitter

    from .state import Walk

__all__ = ["read_gaps"]


def read_gaps(walk: Walk, source: bytes, tree: tree_sitter.Tree) -> None:
    """Take note of the names that are in the source but not in what was parsed."""
    for line in painted_lines(source, tree):
        for word in words(line.text, 0, len(line.text)):
            if line.hides(word.start):
                scope = _scope_at(walk, line.number)
                if line.text.strip() == word.name.encode():
                    _bring_fields(walk, word.name, line.number)
                receiver = UNREADABLE if word.member else NONE
                role = "call" if word.called else "read"
                walk.builder.occur_at(word.name, line.start + word.start, role, scope, NONE, receiver)


def _bring_fields(walk: Walk, name: str, line: int) -> None:
    """Make a word on a line of its own a base of the struct around: a macro that brings fields along."""
    definitions = walk.builder.definitions
    around = [row for row in walk.builder.scopes if row.start_line < line < row.end_line and row.definition >= 0]
    if around and around[-1].kind == "class":
        row = definitions[around[-1].definition]
        definitions[around[-1].definition] = row._replace(bases=(*row.bases, name_expression(walk, name)))


def _scope_at(walk: Walk, line: int) -> int:
    """The innermost scope around a line that holds bare names."""
    scopes = walk.builder.scopes
    for index in range(len(scopes) - 1, FILE, -1):
        row = scopes[index]
        if (row.kind != "class" or walk.members_are_seen) and row.start_line < line <= row.end_line:
            return index
    return FILE
