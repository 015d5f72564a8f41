"""Users' reports of damage by tools of this kind, as `tests/cases` has them."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from editing import bytes_of, check, refused

from codeintel.engine.edit.occurrences import Found, Occurrence
from codeintel.engine.errors import StillUsed
from codeintel.engine.languages import load_registry

if TYPE_CHECKING:
    from codeintel.engine.edit.values import EditAnswer
    from codeintel.engine.service import Engine

CASES = Path(__file__).parent.parent / "cases"
LOADED = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*/case.json"))}


def names(kind: str) -> list[str]:
    return [name for name, case in LOADED.items() if case["kind"] == kind]


def inputs(name: str) -> dict[str, bytes]:
    return {file: (CASES / name / file).read_bytes() for file in LOADED[name]["files"]}


def edit(engine: Engine, question: dict[str, Any]) -> Any:
    if question["op"] == "replace":
        return engine.replace(question["symbol"], question["text"])
    return engine.insert_after(question["symbol"], question["text"])


@pytest.mark.parametrize("name", names("edit"))
def test_edits(name: str, project: Path) -> None:
    case = LOADED[name]
    question, expect = case["question"], case["expect"]
    any_of = expect.get("files_any")
    if any_of is None:
        check(project, inputs(name), lambda engine: edit(engine, question), expect["files"])
        return
    for file, texts in any_of.items():
        check(project, inputs(name), lambda engine: edit(engine, question), {file: texts[4]})


class Exactly:
    """Occurrences that are known: those words of the old name that the expected result does not have any more."""

    def __init__(self, name: str, old: str, new: str) -> None:
        self.places = []
        for file, after in LOADED[name]["expect"]["files"].items():
            before = (CASES / name / file).read_text(encoding="utf-8")
            a, b = re.split(r"(\W)", before), re.split(r"(\W)", after)
            offsets = [0]
            for part in a:
                offsets.append(offsets[-1] + len(part.encode()))
            for tag, i, until, j, end in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
                if tag != "equal":
                    assert (a[i:until], b[j:end]) == ([old], [new])
                    self.places.append(Occurrence(file, offsets[i], offsets[until]))

    def of(self, *_: object) -> Found:
        return Found(self.places, [], [])


@pytest.mark.parametrize("name", names("rename"))
def test_renames_with_exact_occurrences(name: str, project: Path) -> None:
    case = LOADED[name]
    _, symbol, new = case["question"].split(" ")
    old = re.split(r"[:/]", symbol)[-1]
    exact = Exactly(name, old, new)
    check(
        project,
        inputs(name),
        lambda e: e.rename(_unambiguous(e, symbol), new, occurrences=exact),
        case["expect"]["files"],
    )


@pytest.mark.parametrize("name", names("rename"))
def test_renames_by_links(name: str, project: Path) -> None:
    """Where a language is linked, the rename is right by itself; elsewhere it is refused."""
    case = LOADED[name]
    _, symbol, new = case["question"].split(" ")

    def rename(engine: Engine) -> EditAnswer:
        return engine.rename(_unambiguous(engine, symbol), new)

    if load_registry([]).languages[case["language"]].semantics:
        check(project, inputs(name), rename, case["expect"]["files"])
    else:
        refused(project, inputs(name), rename, StillUsed, "cannot be renamed")


def _unambiguous(engine: Engine, symbol: str) -> str:
    """The first of several, where a class has a specialization or a redefinition of its name."""
    from codeintel.engine.answers.values import FindRequest

    found = engine.find(FindRequest(symbol)).symbols
    assert found
    return found[0].id


def test_what_is_said_of_a_variable_goes_with_it(project: Path) -> None:
    text = 'FLAG = 1\n"""What the flag is for."""\nOTHER = 2\n'
    after = 'FLAG = 1\n"""What the flag is for."""\nNEW = 3\nOTHER = 2\n'
    check(project, {"a.py": text}, lambda engine: engine.insert_after("FLAG", "NEW = 3"), {"a.py": after})
    check(project, {"a.py": text}, lambda engine: engine.delete("FLAG"), {"a.py": "OTHER = 2\n"})


def test_the_text_may_end_in_a_newline(project: Path) -> None:
    before = inputs("js-replace-keeps-blank-lines")
    after = before["steps.js"].replace(b"return 1;", b"return 11;")
    check(project, before, lambda e: e.replace("one", "function one() {\n  return 11;\n}\n"), {"steps.js": after})


def test_the_comment_and_both_blank_lines_stay(project: Path) -> None:
    before = inputs("js-replace-keeps-blank-lines")
    after = before["steps.js"].replace(b"return 2;", b"return 22;")
    answer = check(
        project, before, lambda e: e.replace("two", "function two() {\n  return 22;\n}"), {"steps.js": after}
    )
    assert answer.notes == ["the comment above of two stayed: the text brings none"]
    assert bytes_of(project)["steps.js"] == after
