"""Names in what was painted over since the grammar could not read it: the other branch of a directive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE, UNREADABLE
from ..c.words import words
from ..painted import painted_lines
from ..twofold import FILE

if TYPE_CHECKING:
    from collections.abc import Container

    import tree_sitter

    from ..twofold import Walk

__all__ = ["read_gaps"]


def read_gaps(walk: Walk, source: bytes, tree: tree_sitter.Tree, keywords: Container[str]) -> None:
    """Take note of the names that are in the source but not in what was parsed."""
    for line in painted_lines(source, tree):
        if not line.text.lstrip().startswith(b"#"):
            for word in words(line.text, 0, len(line.text)):
                if line.hides(word.start) and word.name not in keywords:
                    role = "call" if word.called else "read"
                    receiver = UNREADABLE if word.member else NONE
                    scope = _scope_at(walk, line.number)
                    walk.builder.occur_at(word.name, line.start + word.start, role, scope, NONE, receiver)


def _scope_at(walk: Walk, line: int) -> int:
    """The innermost scope around a line."""
    scopes = walk.builder.scopes
    around = (at for at in range(len(scopes) - 1, FILE, -1) if scopes[at].start_line < line <= scopes[at].end_line)
    return next(around, FILE)
