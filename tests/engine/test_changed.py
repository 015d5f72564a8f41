"""What changed since a revision, whatever git is told by its settings, its environment and the files themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import commit, git, write

from codeintel.engine.answers.changed import ChangedAnswer, ChangedRequest
from codeintel.engine.errors import CodeintelError, Failed
from codeintel.engine.service import Engine

FILES = {"a.py": "import os\n\n\ndef one(): 0\n\n\ndef two(): one()\n", "b.py": "def gone(): 0\n"}
ODD = 'q"\t\n\\é.py'
"""A name that git quotes."""


def _check(project: Path, symbols: str, files: str = "", notes: tuple[str, ...] = (), revision: str = "HEAD") -> None:
    answer: ChangedAnswer = Engine(str(project)).changed(ChangedRequest(revision))
    assert sorted(node.id for node in answer.symbols) == symbols.split()
    assert not files or answer.files == files.split()
    assert answer.notes == list(notes)


_SETTINGS = [
    ("diff.noprefix", "true"),
    ("diff.mnemonicPrefix", "true"),
    ("diff.relative", "true"),
    ("diff.context", "9"),
    ("diff.interHunkContext", "9"),
    ("diff.submodule", "log"),
    ("color.ui", "always"),
    ("core.quotePath", "true"),
]
_PROGRAMS = ["core.fsmonitor", "diff.external", "diff.d.textconv", "diff.d.command", "filter.f.clean"]


@pytest.mark.parametrize(("name", "value"), _SETTINGS)
def test_settings_of_diffs_change_nothing(project: Path, name: str, value: str) -> None:
    write(project, FILES)
    commit(project)
    git(project, "config", name, value)
    write(project, {"a.py": FILES["a.py"].replace("one(): 0", "one(): 1"), "ü.py": "def new(): 0\n"})
    _check(project, "a.py:one ü.py:new", "a.py ü.py")


@pytest.mark.parametrize("name", _PROGRAMS)
def test_no_program_that_a_repository_names_is_started(project: Path, tmp_path: Path, name: str) -> None:
    write(project, FILES)
    commit(project)
    git(project, "config", name, f"touch {tmp_path}/started; cat")
    write(project, {".git/info/attributes": "*.py filter=f diff=d\n", "a.py": FILES["a.py"].replace("0", "1")})
    _check(project, "a.py:one", "a.py")
    assert not (tmp_path / "started").exists()


def test_another_repository_in_the_environment_is_not_asked(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (project, tmp_path / "other"):
        write(folder, FILES)
        commit(folder)
    write(project, {"a.py": FILES["a.py"].replace("0", "1")})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    _check(project, "a.py:one", "a.py")


@pytest.mark.parametrize(
    ("changes", "symbols", "notes"),
    [
        ({"a.py": "def one(): 0\n\n\ndef two(): one()\n"}, "", ("changed outside of any symbol: a.py",)),
        ({"b.py": None}, "", ("gone: b.py",)),
        ({"c.txt": "x"}, "", ("not indexed: c.txt",)),
        # lines that look like heads of a diff
        ({"b.py": 'def gone():\n    """\n++ b/a.py\n@@ -1 +7 @@\n-- a/a.py\n"""\n'}, "b.py:gone", ()),
        ({ODD: "print(1)\n"}, "", (f"changed outside of any symbol: {ODD}",)),
        ({"c:d.py": "def three(): 0\n"}, "c:d.py:three", ()),
    ],
)
def test_files_that_change(project: Path, changes: dict[str, str | None], symbols: str, notes: tuple[str, ...]) -> None:
    write(project, {**FILES, ODD: "print(0)\n"})
    commit(project)
    write(project, {name: text for name, text in changes.items() if text is not None})
    for name in (name for name, text in changes.items() if text is None):
        (project / name).unlink()
    _check(project, symbols, "", notes)


def test_before_the_first_commit_all_is_new(project: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    write(project, FILES)
    git(project, "add", "a.py")
    _check(project, "a.py:one a.py:two b.py:gone")


def test_submodules_and_repositories_inside_are_looked_into(project: Path, tmp_path: Path) -> None:
    write(tmp_path / "lib", {"lib.py": "def kept(): 0\n"})
    commit(tmp_path / "lib")
    write(project, FILES)
    commit(project)
    git(project, "submodule", "add", "-q", str(tmp_path / "lib"), "sub")
    commit(project)
    write(project, {"sub/lib.py": "def kept(): 0\ndef committed(): 0\n"})
    commit(project / "sub")
    write(project, {"sub/new.py": "def untracked(): 0\n", "inner/x.py": "def old(): 0\n"})
    commit(project / "inner")
    write(project, {"inner/x.py": "def old(): 1\n"})
    _check(project, "inner/x.py:old sub/lib.py:committed sub/new.py:untracked")
    note = "inner is a repository of its own; what changed in it since then is not known"
    _check(project, "sub/lib.py:committed sub/new.py:untracked", notes=(note,), revision="main")


def test_what_git_cannot_say_is_said(project: Path) -> None:
    write(project, FILES)
    commit(project)
    write(project, {".git/index": "nonsense"})
    with pytest.raises(Failed, match="git cannot read .*index file"):
        Engine(str(project)).changed(ChangedRequest())


@pytest.mark.parametrize("revision", ["", "no-such", "-p", "a\nb"])
def test_what_is_no_revision_is_said_in_plain_words(project: Path, revision: str) -> None:
    write(project, FILES)
    commit(project)
    with pytest.raises(CodeintelError, match="no revision"):
        Engine(str(project)).changed(ChangedRequest(revision))
