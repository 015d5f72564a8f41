"""All files or none: kills at random moments, two editors at once, changes from outside, and taking edits back."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from editing import bytes_of
from support import cli, write

from codeintel.engine.answers.values import FindRequest
from codeintel.engine.edit import apply as applying
from codeintel.engine.edit import perform
from codeintel.engine.edit.apply import TEMPORARY
from codeintel.engine.edit.journal import Journal
from codeintel.engine.edit.values import FileEdits, TextEdit
from codeintel.engine.edit.where import journal_folder
from codeintel.engine.errors import Refused
from codeintel.engine.service import Engine

KILLS = int(os.environ.get("CODEINTEL_EDIT_KILLS", "8"))
FILES = 20

EDITOR = """
import sys
from codeintel.engine.edit.journal import Journal
from codeintel.engine.edit.values import FileEdits, TextEdit
from codeintel.engine.service import Engine

root, files, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
engine = Engine(root)
first = number + 1
while True:
    if number == first:
        print("ready", flush=True)
    number += 1
    edits = []
    for i in range(files):
        name = f"m{i}.py"
        text = open(f"{root}/{name}", "rb").read()
        at = text.index(b"=") + 2
        edits.append(FileEdits(name, (TextEdit(at, text.index(b"\\n"), str(number).encode()),), text))
    engine.edit_texts(edits, "count")
"""


def versions(root: Path) -> set[str]:
    return {path.read_text(encoding="utf-8").split("\n")[0] for path in root.glob("m*.py")}


def test_a_kill_at_any_moment_leaves_all_or_nothing(project: Path) -> None:
    write(project, {f"m{i}.py": f"VERSION = 0\n\n\ndef f{i}():\n    return VERSION\n" for i in range(FILES)})
    os.link(project / "m7.py", project.parent / "other-name.py")
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    unfinished = 0
    number = 0
    for kill in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", EDITOR, str(project), str(FILES), str(number)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0.0, 0.2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        unfinished += bool(Journal(os.path.realpath(project)).pending())
        engine = Engine(str(project))
        engine.find(FindRequest("VERSION"))  # any question finishes what was begun
        engine.close()
        found = versions(project)
        assert len(found) == 1, f"kill {kill} of seed {seed}"
        assert not list(project.glob(f"{TEMPORARY}*"))
        assert (project / "m7.py").stat().st_nlink == 2
        number = int(found.pop().split(" = ")[1])
    print(f"{KILLS} kills, {unfinished} in the middle of an edit, {number} edits made")  # noqa: T201 - the figures of a long run


SECOND = """
import sys
from codeintel.engine.service import Engine

root, name = sys.argv[1:]
for number in range(5):
    Engine(root).insert_after("anchor", f"def {name}{number}():\\n    return 1\\n")
"""


def test_of_two_editors_at_once_none_is_lost(project: Path) -> None:
    write(project, {"m.py": "def anchor():\n    return 0\n"})
    processes = [subprocess.Popen([sys.executable, "-c", SECOND, str(project), name]) for name in ("left", "right")]
    assert [process.wait(60) for process in processes] == [0, 0]
    engine = Engine(str(project))
    found = {node.symbol.name for node in engine.find(FindRequest("?*")).symbols}
    assert found == {"anchor", *(f"{name}{n}" for name in ("left", "right") for n in range(5))}
    assert len(engine.edits()) == 10
    for _ in range(10):
        engine.undo()
    assert bytes_of(project) == {"m.py": b"def anchor():\n    return 0\n"}


BEFORE = "def a():\n    return 1\n\n\ndef b():\n    return 2\n"


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch):
    """Lets somebody else write a file between the plan of the next edit and its first byte."""

    def change(path: Path, text: str) -> None:
        todo = [text]

        def first(*arguments, **options):
            if todo:
                path.write_text(todo.pop(), encoding="utf-8")
            return applying.apply(*arguments, **options)

        monkeypatch.setattr(perform, "apply", first)

    return change


def test_a_change_elsewhere_in_the_file_is_kept(project: Path, meanwhile) -> None:
    write(project, {"m.py": BEFORE})
    meanwhile(project / "m.py", "import os\n\n\n" + BEFORE)
    Engine(str(project)).replace("b", "def b():\n    return 3")
    assert (project / "m.py").read_text(encoding="utf-8") == "import os\n\n\n" + BEFORE.replace("2", "3")


def test_a_change_of_the_symbol_itself_is_not_overwritten(project: Path, meanwhile) -> None:
    write(project, {"m.py": BEFORE})
    theirs = BEFORE.replace("return 2", "return 'theirs'")
    meanwhile(project / "m.py", theirs)
    with pytest.raises(Refused, match="somebody else changed"):
        Engine(str(project)).replace("b", "def b():\n    return 3")
    assert (project / "m.py").read_text(encoding="utf-8") == theirs


def test_edits_from_elsewhere_are_carried_over(project: Path) -> None:
    now = "import os\n\n\n" + BEFORE + "\n\ndef c():\n    pass\n"
    write(project, {"m.py": now})
    engine = Engine(str(project))
    base, at = BEFORE.encode(), BEFORE.index("2")
    engine.edit_texts([FileEdits("m.py", (TextEdit(at, at + 1, b"3"),), base)], "server")
    assert (project / "m.py").read_text(encoding="utf-8") == now.replace("return 2", "return 3")
    with pytest.raises(Refused, match="changed where"):
        engine.edit_texts([FileEdits("m.py", (TextEdit(at, at + 1, b"4"),), base)], "server")


def test_an_error_in_the_middle_is_taken_back(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"a.py": "A = 1\n", "b.py": "B = 1\n"})
    start = bytes_of(project)
    engine = Engine(str(project))
    real = os.replace

    def failing(source: str, target: str) -> None:
        if str(target).endswith("b.py"):
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(applying.os, "replace", failing)
    edits = [FileEdits(name, (TextEdit(4, 5, b"2"),)) for name in ("a.py", "b.py")]
    with pytest.raises(Refused, match="No space"):
        engine.edit_texts(edits, "test")
    monkeypatch.undo()
    assert bytes_of(project) == start
    assert engine.edits() == []


# --- undo --------------------------------------------------------------------------------------------------------


def test_undo_refuses_when_the_file_moved_on(project: Path) -> None:
    write(project, {"m.py": BEFORE})
    engine = Engine(str(project))
    engine.replace("b", "def b():\n    return 3")
    later = (project / "m.py").read_text(encoding="utf-8") + "# mine\n"
    (project / "m.py").write_text(later, encoding="utf-8")
    with pytest.raises(Refused, match="changed after"):
        engine.undo()
    assert (project / "m.py").read_text(encoding="utf-8") == later


def test_undo_walks_back_and_survives_clean(project: Path) -> None:
    write(project, {"m.py": BEFORE})
    engine = Engine(str(project))
    engine.replace("a", "def a():\n    return 10")
    engine.replace("b", "def b():\n    return 20")
    engine.close()
    assert cli("clean", cwd=project).code == 0
    listed = cli("undo", "--list", "--json", cwd=project).json["edits"]
    assert [(e["operation"], e["symbol"], e["undone"]) for e in listed] == [
        ("replace", "m.py:b", False),
        ("replace", "m.py:a", False),
    ]
    assert [f["path"] for f in listed[0]["files"]] == ["m.py"]
    assert cli("undo", cwd=project).code == 0
    assert cli("undo", cwd=project).code == 0
    assert (project / "m.py").read_text(encoding="utf-8") == BEFORE
    ran = cli("undo", cwd=project)
    assert ran.code == 3
    assert "no edit to take back" in ran.err


def test_ids_of_edits_sort_in_order_also_where_a_second_ends(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = 1_800_000_000_000_000_000
    clock = iter([second - 2, second - 1, second, second + 1, second + 1_000_000_000])
    monkeypatch.setattr(time, "time_ns", lambda: next(clock))
    journal = Journal(str(project))
    ids = [journal.new_id() for _ in range(5)]
    assert ids == sorted(set(ids))


def test_the_journal_is_for_the_user_alone(project: Path) -> None:
    write(project, {"m.py": BEFORE})
    Engine(str(project)).replace("b", "def b():\n    return 3")
    folder = Path(journal_folder(os.path.realpath(project)))
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [p.stat().st_mode & 0o777 for p in (folder / "done").iterdir()] == [0o600]


# --- the command line --------------------------------------------------------------------------------------------


def run(project: Path, text: str, *arguments: str):
    from support import cli_command

    done = subprocess.run(cli_command(*arguments), cwd=project, input=text, text=True, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_command_line_edits_and_the_next_question_sees_it(project: Path) -> None:
    write(project, {"m.py": BEFORE})
    code, out, _ = run(project, "def b():\n    return 3\n", "replace", "b", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["applied"], answer["symbol"]) == (True, "m.py:b")
    assert answer["files"][0] | {"diff": ""} == {"path": "m.py", "line": 6, "end_line": 6, "diff": ""}
    assert run(project, "def new():\n    pass\n", "insert-before", "b")[0] == 0
    assert run(project, "", "find", "new")[0] == 0
    code, out, err = run(project, "def b(:\n", "replace", "b", "--json")
    assert (code, json.loads(out)["error"]["code"]) == (3, "syntax_error")
    code, out, err = run(project, "", "replace", "b")
    assert (code, out) == (2, "")
    assert "empty" in err
    code, out, err = run(project, "", "delete", "new", "--dry-run")
    assert (code, err) == (0, "")
    assert out.startswith("--- a/m.py\n+++ b/m.py\n@@ ")
    assert run(project, "4", "replace", "b", "--old", "3")[0] == 0
    assert "return 4" in (project / "m.py").read_text(encoding="utf-8")


def test_a_file_that_went_comes_back_with_its_permissions(project: Path) -> None:
    write(project, {"p/A.java": "package p;\n\nclass A {\n}\n"})
    (project / "p/A.java").chmod(0o750)
    engine = Engine(str(project))
    engine.move("A", "p/B.java")
    assert not (project / "p/A.java").exists()
    engine.undo()
    assert (project / "p/A.java").stat().st_mode & 0o777 == 0o750
    engine.close()
