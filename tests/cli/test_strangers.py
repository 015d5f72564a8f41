"""The command line on somebody else's machine: other encodings, users, folders, and names that nobody expects."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import cli, commit, write

from codeintel.engine.edit.values import EditOptions
from codeintel.engine.service import Engine

ODD = 'a "b"\n\té.py'
SHOWN = 'a "b"\\x0a\té.py'


def test_a_name_with_a_line_break_is_one_line_and_can_be_pasted_back(project: Path) -> None:
    write(project, {ODD: "def odd():\n    return used()\n", "b.py": "def used(): 0\n"})
    for asked in (("find", "odd"), ("callers", "used"), ("impact", "used"), ("search", "odd"), ("refs", "used")):
        out = cli(*asked, cwd=project).out
        assert SHOWN in out, asked
        assert not any(line.startswith("\té.py") for line in out.split("\n")), asked
    assert cli("show", f"{SHOWN}:odd", cwd=project).out.startswith(f"{SHOWN}:odd  function\n1  def odd")
    assert cli("overview", SHOWN, cwd=project).out.startswith(f"{SHOWN}  python\n")
    assert cli("find", "ood", cwd=project).err == f"nothing is named 'ood'\ndid you mean:\n  {SHOWN}:odd\n"
    assert cli("find", "odd", "--json", cwd=project).json["symbols"][0]["path"] == ODD


@pytest.mark.parametrize("name", [ODD, "sp ace.py", "back\\slash.py", "plain.py"])
def test_git_applies_the_diff_of_any_name(project: Path, name: str) -> None:
    write(project, {name: "def odd(): 0\n"})
    commit(project)
    diff = cli("rename", "odd", "even", "--dry-run", cwd=project).out
    subprocess.run(["git", "apply", "-"], cwd=project, input=os.fsencode(diff), check=True)
    assert (project / name).read_text() == "def even(): 0\n"


def test_names_are_read_as_utf_8_whatever_the_locale(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"é\u202e.py": "def f():\n    return '€'\n"})
    for name, value in (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0")):
        monkeypatch.setenv(name, value)
    assert cli("index", cwd=project).code == 0
    assert cli("show", "f", cwd=project).out == "\\xe9\\u202e.py:f  function\n1  def f():\n2      return '\\u20ac'\n"
    assert cli("show", "f", "--json", cwd=project).json["symbol"]["path"] == "é\u202e.py"


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (("find", "fetch", "--limit", "0"), 0, "… and 1 more"),
        (("search", "fetch", "--limit", "0"), 0, "… and 1 more"),
        (("explore", "fetch", "--limit", "0"), 0, "… and 1 more"),
        (("refs", "fetch", "--limit", "0"), 0, "… and 1 more"),
        (("show", "-x.py:fetch"), 2, "'-x.py:fetch' begins as an option does: write `--` before it, if it is none."),
        (("show", "--", "-x.py:fetch"), 0, "-x.py:fetch  function"),
        (("move", "fetch", "folder"), 3, "folder is no regular file"),
        (
            ("overview", "folder/a.cs"),
            0,
            "namespace A\n    1  namespace  namespace B\n… and 2 further in; raise --depth",
        ),
        (("overview", "folder/a.cs", "--depth", "2"), 0, "… and 1 further in; raise --depth"),
        (("overview", "."), 0, "… and 3 further in; give one file"),
        (("overview", "empty"), 1, "nothing in empty is read"),
        (("overview", "texts"), 1, "nothing in texts is read: 1 no language"),
    ],
)
def test_what_is_asked_oddly_is_answered_plainly(project: Path, asked: tuple[str, ...], code: int, said: str) -> None:
    write(
        project,
        {
            "-x.py": "def fetch(): fetch()\n",
            "texts/a.txt": "",
            "folder/a.cs": "namespace A { namespace B { class C { int D; } } }\n",
        },
    )
    (project / "empty").mkdir()
    ran = cli(*asked, cwd=project)
    assert (ran.code, said in ran.out + ran.err) == (code, True), ran


def test_a_text_with_a_nul_is_no_source(project: Path) -> None:
    write(project, {"a.py": "def f(): 0\n", "new": "def f(): '\0'\n"})
    ran = cli("replace", "f", "--file", project / "new", cwd=project)
    assert (ran.code, (project / "a.py").read_text()) == (3, "def f(): 0\n")
    assert "NUL" in ran.err


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "XDG_STATE_HOME"])
def test_nothing_is_written_to_a_relative_folder(project: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.delenv("CODEINTEL_CACHE")
    monkeypatch.setenv(variable, "here")
    write(project, {"a.py": "def f(): 0\n"})
    cli("rename", "f", "g", cwd=project)
    assert os.listdir(project) == ["a.py"]
    assert (project / "a.py").read_text() == "def g(): 0\n"


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")


@as_root
def test_a_file_of_another_owner_keeps_it_when_it_is_edited() -> None:
    with _another_user({"a.py": "def f(): 0\n"}) as project:
        engine = Engine(str(project))
        engine.rename("f", "g", options=EditOptions())  # what it takes is imported now
        engine.undo(options=EditOptions())
        (project / "a.py").chmod(0o666)
        os.environ["XDG_STATE_HOME"] = str(project.parent / "other")  # the other user's own
        with _user(NOBODY):
            engine.rename("f", "g", options=EditOptions())
        assert (project / "a.py").read_text() == "def g(): 0\n"
        assert os.stat(project / "a.py").st_uid == 0


@as_root
def test_a_repository_of_another_user_is_walked_and_that_is_said() -> None:
    with _another_user({"a.py": "def f(): 0\n"}) as project:
        commit(project)
        os.chown(project, NOBODY, NOBODY)
        assert cli("find", "f", cwd=project).code == 0
        ran = cli("changed", cwd=project)
        assert (ran.code, "belongs to another user" in ran.err) == (3, True)
        ran = cli("doctor", cwd=project)
        assert "!!  git refuses to read" in ran.out


@as_root
def test_a_cache_that_may_not_be_changed_is_said_to_be_so() -> None:
    with _another_user({"a.py": "def f(): 0\n"}) as project:
        assert cli("index", cwd=project).code == 0
        done = subprocess.run(
            ["chattr", "+i", *Path(os.environ["CODEINTEL_CACHE"]).glob("*/index.db")], check=False, capture_output=True
        )
        if done.returncode:
            pytest.skip("no immutable files here")
        ran = cli("clean", cwd=project)
        subprocess.run(["chattr", "-i", *Path(os.environ["CODEINTEL_CACHE"]).glob("*/index.db")], check=True)
        assert (ran.code, "the index cannot be removed" in ran.err) == (3, True)


NOBODY = 65534


@contextmanager
def _another_user(files: dict[str, str]) -> Iterator[Path]:
    """A project that any user may reach, as a test's own folders are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        write(folder / "project", files)
        (folder / "project").chmod(0o777)
        before = {key: os.environ.get(key) for key in ("CODEINTEL_CACHE", "XDG_STATE_HOME")}
        os.environ.update({"CODEINTEL_CACHE": f"{name}/cache", "XDG_STATE_HOME": f"{name}/state"})
        old = os.umask(0)
        try:
            yield folder / "project"
        finally:
            os.umask(old)
            os.environ.update({key: value for key, value in before.items() if value is not None})


@contextmanager
def _user(number: int) -> Iterator[None]:
    os.seteuid(number)
    try:
        yield
    finally:
        os.seteuid(0)
