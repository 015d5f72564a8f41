"""Moves between modules that say what they give, and between packages: each file of `moves/` is a case.

    A sentence on what it shows.
    move FILE:SYMBOL → FILE [--export]
    note TEXT                            stands in a note of the answer (may be missing)
    refused TEXT                         instead of files afterwards: nothing is written, and TEXT is said
    gone FILE                            a file that is not there afterwards (may be missing)
    === FILE                             a file before
    --> FILE                             the same afterwards; files that are not listed stay

`UPDATE_EXPECT=1` writes what comes out instead of comparing it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from editing import bytes_of, check, refused
from support import write

from codeintel.engine.edit.values import EditOptions
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine

FOLDER = Path(__file__).parent / "moves"
UPDATE = os.environ.get("UPDATE_EXPECT") == "1"


class Case(NamedTuple):
    """What a file says."""

    head: list[str]
    before: dict[str, str]
    after: dict[str, str]

    def said(self, word: str) -> str:
        """The rest of the line that begins with a word; empty where there is none."""
        return next((line[len(word) + 1 :] for line in self.head if line.startswith(f"{word} ")), "")


def read(path: Path) -> Case:
    """Read a case."""
    pieces = re.split(r"(?m)^(===|-->) (\S+)\n", path.read_bytes().decode())
    case = Case(pieces[0].splitlines(), {}, {})
    for mark, name, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        (case.before if mark == "===" else case.after)[name] = text
    return case


def update(path: Path, case: Case, project: Path) -> None:
    """Write what comes out."""
    symbol, target, options = asked(case)
    write(project, case.before)
    start = bytes_of(project)
    head = [line for line in case.head if not line.startswith(("refused ", "note ", "gone "))]
    after: dict[str, bytes] = {}
    try:
        answer = Engine(str(project)).move(symbol, target, options=options)
        head += [f"note {note}" for note in answer.notes]
        found = bytes_of(project)
        head += [f"gone {name}" for name in start if name not in found]
        after = {name: text for name, text in found.items() if start.get(name) != text}
    except CodeintelError as error:
        head.append(f"refused {str(error.hint).removeprefix('Nothing was written. ') or error.message}")
    lines = [f"{line}\n" for line in head]
    lines += [f"=== {name}\n{text}" for name, text in case.before.items()]
    lines += [f"--> {name}\n{text.decode()}" for name, text in after.items()]
    path.write_bytes("".join(lines).encode())


def asked(case: Case) -> tuple[str, str, EditOptions]:
    """What is moved, where to, and how."""
    symbol, _, rest = case.said("move").partition(" → ")
    return symbol, rest.removesuffix(" --export"), EditOptions(export=rest.endswith(" --export"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.case")), ids=lambda path: path.stem)
def test_move(path: Path, project: Path) -> None:
    case = read(path)
    if UPDATE:
        update(path, case, project)
        return
    symbol, target, options = asked(case)
    reason = case.said("refused")
    if reason:
        refused(project, case.before, lambda engine: engine.move(symbol, target, options=options), CodeintelError)
        with pytest.raises(CodeintelError) as error:
            Engine(str(project)).move(symbol, target, options=options)
        assert reason in f"{error.value.message} {error.value.hint}"
        return
    assert case.after
    gone = [case.said("gone")]
    answer = check(project, case.before, lambda engine: engine.move(symbol, target, options=options), case.after, gone)
    assert case.said("note") in "\n".join(answer.notes)
