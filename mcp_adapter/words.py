"""The engine's hints in the words of an agent: what a person types as an option, an agent gives as a parameter.

What happened is said in the same sentence everywhere; only what to do next depends on the face.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.errors import CodeintelError

__all__ = ["in_agents_words", "sentences"]

MAX_SENTENCE = 2_000

_WORDS = (
    ("Try `find --substring`, or `overview` of the file.", "Try substring_matching, or the outline of the file."),
    (
        "`codeintel status` counts what is left out by reason; `codeintel languages` lists what is read.",
        "Read it as text.",
    ),
    ("`codeintel languages` lists what is read; a project can add a language of its own.", "Read it as text."),
    ("`codeintel status` counts what is left out.", "Read it as text."),
    ("Give a path below it, or choose another -C.", "Give a path below it, or activate the other project."),
    ("or use --force.", "or set force."),
    ("Use --export to", "Set export to"),
    ("`undo --list` shows the others.", "Without an edit the last one is taken back."),
    ("`undo --list` shows those that are known.", "Only edits made by codeintel can be."),
    ("Give the text on stdin, or name a file with --file.", "Give it as body."),
    ("`refs` lists them", "ask for its references"),
    ("`codeintel servers` lists those that are known.", "The user may install one."),
    ("`--precision lsp`", "precision=lsp"),
    ("; --wait gives it more time", ""),
    ("; --wait gives it more", ""),
    ("Give it more time with --wait. ", ""),
    ("`--all`", "every"),
    ("--all", "every"),
    ("--old", "old"),
    ("; --allow-errors lifts this check", ""),
    ("with a smaller --depth", "with a smaller depth"),
    ("--depth", "depth"),
    ("--limit", "max_answer_chars"),
    ("Give an existing folder to -C.", "Give an existing folder."),
    ("Look at it with `show`; blanks count.", "Look at its source first (include_body); blanks count."),
    ("`overview .` lists the files.", "The outline of `.` lists the files."),
    ("`overview`", "the outline"),
    ("`undo` takes it back", "undo_edit takes it back"),
    ("; raise --budget, or `find` its members with --depth", ""),
    ("; raise --budget, or give --focus", "; give a focus"),
    ("; raise --budget", ""),
    ("ask for one of them with `show`", "ask for one of them by its name path"),
    ("`find` one symbol with --depth", "ask for one symbol with a depth"),
)
_LONGEST_FIRST = sorted(_WORDS, key=lambda row: -len(row[0]))
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]+)")


def in_agents_words(hint: str) -> str:
    """A hint or note without options and commands of the command line."""
    for typed, said in _LONGEST_FIRST:
        hint = hint.replace(typed, said)
    return _OPTION.sub(lambda option: option[1].replace("-", "_"), hint)


def sentences(error: CodeintelError) -> str:
    """What happened and what to do next."""
    lines = [error.message, in_agents_words(error.hint)]
    return "\n".join(line if len(line) <= MAX_SENTENCE else line[: MAX_SENTENCE - 1] + "…" for line in lines if line)
