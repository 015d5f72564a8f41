"""Whatever lies in a project, under whatever name: a right answer or a clear error, at once, and the rest does not suffer."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from support import ask, cli, cli_command, commit, find, write

from codeintel.engine.errors import BadSettings, ChangedMeanwhile, NotIndexed
from codeintel.engine.service import Engine

BESIDE = {"beside.py": "def beside(): pass\n"}
"""A file that has to be answered for whatever its neighbours are."""
FOUND = ["beside.py:beside  function  1-1"]


def check(
    project: Path, more: list[str] | None = None, left_out: Mapping[str, int] | None = None, *, seconds: float = 20
) -> None:
    """Index what lies there; `more` is what `find` has to say besides the harmless file."""
    write(project, BESIDE)
    started = time.monotonic()
    with closing(Engine(str(project))) as engine:
        for _ in range(2):
            assert sorted(find(engine)) == sorted(FOUND + (more or []))
        status = engine.status()
        assert (status.left_out, status.unparsable, engine.notes) == (left_out or {}, [], [])
    assert time.monotonic() - started < seconds


# --- what is no file ---------------------------------------------------------------------------------------------


def _socket(path: Path) -> None:
    listening = socket.socket(socket.AF_UNIX)
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(path.parent)  # its name must be short
        listening.bind(path.name)
    finally:
        os.fchdir(here)
        os.close(here)
        listening.close()


NO_FILES: dict[str, tuple[Callable[[Path], None], dict[str, int]]] = {
    "pipe": (lambda root: os.mkfifo(root / "it.py"), {"not a regular file": 1}),
    "socket": (lambda root: _socket(root / "it.py"), {"not a regular file": 1}),
    "folder": (lambda root: (root / "it.py").mkdir(), {}),
    "link to itself": (lambda root: (root / "it.py").symlink_to("it.py"), {"symbolic link": 1}),
    "dangling link": (lambda root: (root / "it.py").symlink_to("nowhere.py"), {"symbolic link": 1}),
    "link to the root": (lambda root: (root / "it").symlink_to("."), {"symbolic link": 1}),
    "link upwards": (lambda root: (root / "it").symlink_to(".."), {"symbolic link": 1}),
    "link to all": (lambda root: (root / "it").symlink_to("/"), {"symbolic link": 1}),
    "link to a device": (lambda root: (root / "it.py").symlink_to("/dev/zero"), {"symbolic link": 1}),
    "link to a secret": (lambda root: (root / "it.py").symlink_to("/etc/shadow"), {"symbolic link": 1}),
    "pipe without suffix": (lambda root: os.mkfifo(root / "it"), {"not a regular file": 1}),
    "pipe for rules": (
        lambda root: _below(root, "sub", lambda sub: os.mkfifo(sub / "rules")),
        {"not a regular file": 1},
    ),
}


def _below(root: Path, name: str, make: Callable[[Path], None]) -> None:
    (root / name).mkdir()
    make(root / name)


@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
@pytest.mark.parametrize(("make", "left_out"), NO_FILES.values(), ids=NO_FILES)
def test_no_file(project: Path, make: Callable[[Path], None], left_out: dict[str, int], with_git: bool) -> None:
    if with_git:
        write(project, BESIDE)
        commit(project)
    make(project)
    check(project, left_out=left_out)


@pytest.mark.parametrize("name", [".gitignore", ".git", "codeintel.toml", "pyproject.toml"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "dangling link", "link to itself", "noise"])
def test_no_file_of_settings(project: Path, name: str, kind: str) -> None:
    if kind == "noise":
        write(project, {name: b"\0\xff\xfe\n[[[*\n"})
    else:
        NO_FILES[kind][0](project)
        (project / "it.py").rename(project / name)
    if kind == "link to itself":
        (project / name).unlink()
        (project / name).symlink_to(name)
    with closing(Engine(str(project))) as engine:
        write(project, BESIDE)
        if name == "codeintel.toml" and kind == "noise":
            with pytest.raises(BadSettings, match="codeintel.toml:1"):
                find(engine)
        else:
            assert find(engine) == FOUND


# --- names -------------------------------------------------------------------------------------------------------

NAMES = [
    "with space.py",
    " leading.py",
    "trailing .py",
    "'quotes\".py",
    "new\nline.py",
    "tab\t.py",
    "a:b.py",
    "a.py:b.py",
    "::.py",
    "#.py",
    "%41.py",
    "~.py",
    "$(touch x).py",
    "`x`.py",
    "-rf.py",
    "--json.py",
    "back\\slash.py",
    "*.py",
    "?[a-z].py",
    "[0].py",
    "{a,b}.py",
    "!.py",
    "😀🎉.py",
    "e\u0301.py",
    "\u202egnp.py",
    "...py",
    f"{'long' * 62}.py",
    ":(glob)x.py",
    "dir.py/inner.py",
    "dir with/a:b/c [1]/d.py",
    "ünï/çode.py",
    "con.py",
    ".hidden.py",
    ".folder/x.py",
    "0/1/2/3/4/5/6/7/8/9/" * 8 + "deep.py",
]


@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
def test_names(project: Path, with_git: bool) -> None:
    write(project, {name: f"class C{n}:\n    def m(self): pass\n" for n, name in enumerate(NAMES)})
    if with_git:
        commit(project)
    expected = [
        line for n, name in enumerate(NAMES) for line in (f"{name}:C{n}  class  1-2", f"{name}:C{n}/m  method  2-2")
    ]
    check(project, expected)
    with closing(Engine(str(project))) as engine:
        for n, name in enumerate(NAMES):
            assert [node.id for node in ask(engine, f"{name}:C{n}/m")] == [f"{name}:C{n}/m"]
            assert engine.show(f"{name}:C{n}").lines == [f"class C{n}:", "    def m(self): pass"]
            assert engine.overview(name).path == name
            assert [node.id for node in ask(engine, "m", within=name)] == [f"{name}:C{n}/m"]
    for name in NAMES[::7]:
        ran = cli("-C", project, "find", "--json", "--", f"{name}:m")
        assert [symbol["path"] for symbol in ran.json["symbols"]] == [name]


def test_names_that_are_not_utf_8(project: Path) -> None:
    write(project, BESIDE)
    for name in (b"l\xe4nge.py", b"f\xff/x.py"):
        path = os.path.join(os.fsencode(project), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"def hidden(): pass\n")
    for with_git in (False, True):
        if with_git:
            commit(project)
        check(project, left_out={"file name is not UTF-8": 2})


@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
@pytest.mark.parametrize(
    "name", [b"with space", b"new\nline", b"'\"$(x)#?%41", "ünï🎉".encode(), b"l\xe4nge", b"a.py", b"-C"]
)
def test_names_of_the_root(tmp_path: Path, name: bytes, with_git: bool) -> None:
    root = Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name)))
    write(root, {**BESIDE, "codeintel.toml": 'exclude = ["out.py"]', "out.py": "def out(): pass\n"})
    if with_git:
        commit(root)
    check(root, left_out={"excluded by settings": 1, "no language": 1})
    ran = cli("-C", root, "status", "--json")
    assert (ran.code, ran.err, ran.json["files"]) == (0, "", 1)
    write(root, {"codeintel.toml": ""})
    with closing(Engine(str(root))) as engine:
        assert len(find(engine)) == 2


def test_root_that_is_a_link(project: Path, tmp_path: Path) -> None:
    write(project, {**BESIDE, "sub/a.py": "def a(): pass\n"})
    commit(project)
    (tmp_path / "link").symlink_to(project)
    (tmp_path / "sub").symlink_to(project / "sub")
    for start in ("link", "link/sub", "sub"):
        with closing(Engine(str(tmp_path / start))) as engine:
            assert (engine.root, len(find(engine))) == (str(project), 2)


# --- times and numbers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("year", [-100, 0, 40, 200, 400])
def test_times_far_away(project: Path, year: int) -> None:
    """Of the epoch; the file system may keep something nearer."""
    write(project, {"it.py": "def it(): pass\n", **BESIDE})
    seconds = year * 31_556_952
    os.utime(project / "it.py", ns=(seconds * 10**9 + 5, seconds * 10**9 + 5))
    check(project, ["it.py:it  function  1-1"])
    with closing(Engine(str(project))) as engine:
        give_up = time.monotonic() + 10
        while engine.refresh().changed:  # it is not read again for ever
            assert time.monotonic() < give_up
        write(project, {"it.py": "def at(): pass\n"})
        os.utime(project / "it.py", ns=(seconds * 10**9 + 5, seconds * 10**9 + 5))
        assert find(engine, "at") == ["it.py:at  function  1-1"]


def test_inode_that_is_too_large_for_sqlite(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Large:
        def __init__(self, found: os.stat_result) -> None:
            self._found = found

        def __getattr__(self, name: str) -> int:
            return (1 << 64) - getattr(self._found, name) if name == "st_ino" else getattr(self._found, name)

    lstat, fstat = os.lstat, os.fstat
    monkeypatch.setattr(os, "lstat", lambda *path, **options: Large(lstat(*path, **options)))
    monkeypatch.setattr(os, "fstat", lambda handle: Large(fstat(handle)))
    write(project, BESIDE)
    with closing(Engine(str(project))) as engine:
        assert find(engine) == FOUND
        give_up = time.monotonic() + 10
        while engine.refresh().changed:
            assert time.monotonic() < give_up


# --- what cannot be read -----------------------------------------------------------------------------------------


def test_file_that_cannot_be_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read all, so its `open` is told otherwise."""
    write(project, {"it.py": "def it(): pass\n", **BESIDE})
    (project / "it.py").chmod(0)
    if os.geteuid() == 0:
        opened = os.open

        def refuse(path: str, *rest: int, **options: int) -> int:
            if str(path).endswith("it.py") and not os.stat(path).st_mode & 0o400:
                raise PermissionError(13, "Permission denied", path)
            return opened(path, *rest, **options)

        monkeypatch.setattr(os, "open", refuse)
    with closing(Engine(str(project))) as engine:
        assert find(engine) == FOUND
        assert engine.status().left_out == {"file cannot be read": 1}
        with pytest.raises(NotIndexed, match="cannot be read"):
            engine.overview("it.py")
        (project / "it.py").chmod(0o600)
        assert len(find(engine)) == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read all")
def test_folder_that_cannot_be_read(project: Path) -> None:
    write(project, {"sub/it.py": "def it(): pass\n", **BESIDE})
    (project / "sub").chmod(0)
    try:
        with closing(Engine(str(project))) as engine:
            assert find(engine) == FOUND
            assert engine.status().left_out == {"folder cannot be read": 1}
            (project / "sub").chmod(0o700)
            assert len(find(engine)) == 2
    finally:
        (project / "sub").chmod(0o700)


def test_file_that_keeps_changing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes between the look at it and its source, again and again; then it stops."""
    from codeintel.engine.answers import find as finding

    write(project, {"it.py": "def it0(): pass\n", **BESIDE})
    count = 0
    source_of = finding.source_of

    def change_first(view: object, path: str) -> bytes:
        nonlocal count
        if count < changes:
            count += 1
            write(project, {"it.py": f"def it{count}(): pass\n"})
        return source_of(view, path)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(finding, "source_of", change_first)
    with closing(Engine(str(project))) as engine:
        changes = 3
        assert [node.body for node in ask(engine, "it*", body=True)] == ["def it3(): pass"]
        changes = 1000
        with pytest.raises(ChangedMeanwhile, match=r"it\.py"):
            ask(engine, "it*", body=True)
        assert find(engine, "beside") == FOUND


@pytest.mark.parametrize("instead", ["nothing", "pipe", "link", "folder", "huge"])
def test_file_that_is_another_thing_when_its_source_is_read(
    project: Path, monkeypatch: pytest.MonkeyPatch, instead: str
) -> None:
    from codeintel.engine.answers import find as finding

    write(project, {"it.py": "def it(): pass\n", **BESIDE})
    source_of = finding.source_of

    def replace_first(view: object, path: str) -> bytes:
        (project / "it.py").unlink(missing_ok=True)
        if instead == "pipe":
            os.mkfifo(project / "it.py")
        elif instead == "link":
            (project / "it.py").symlink_to("/dev/zero")
        elif instead == "folder":
            (project / "it.py").mkdir()
        elif instead == "huge":
            with (project / "it.py").open("wb") as file:
                file.truncate(1 << 40)
        monkeypatch.setattr(finding, "source_of", source_of)
        return source_of(view, path)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(finding, "source_of", replace_first)
    with closing(Engine(str(project))) as engine:
        assert ask(engine, "it", body=True) == []
        assert find(engine) == FOUND


def test_file_that_vanishes_while_workers_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codeintel.engine.index import workers

    write(project, {f"m{n}.py": f"def m{n}(): pass\n" for n in range(100)})
    extract_all = workers.extract_all

    def after_some_went(root: str, paths: list[str], *rest: object) -> object:
        for path in paths[::2]:
            (project / path).unlink()
        return extract_all(root, paths, *rest)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(workers, "extract_all", after_some_went)
    with closing(Engine(str(project))) as engine:
        assert len(find(engine)) == 50
        write(project, {"m0.py": "def back(): pass\n"})
        assert find(engine, "back") == ["m0.py:back  function  1-1"]


# --- repositories ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shell",
    [
        "git init -q",
        "git init -q; git commit -q --allow-empty -m one",
        "git init -q --bare .git",
        "mkdir .git",
        "git init -q; echo noise > .git/index",
        "git init -q; echo noise > .git/HEAD",
        "git init -q; echo '[[[' > .git/config",
        "git init -q; git config core.worktree /etc",
        "git init -q; git config core.fsmonitor 'touch ran'",
        "git init -q; git config core.excludesFile .",
        "git init -q; git config core.repositoryFormatVersion 99",
        "git init -q; rm -r .git/objects",
        "git init -q; git add .; git commit -q -m one; rm -r .git",
        "git init -q; git add .; git commit -q -m one; git checkout -q --detach",
        "git init -q; touch .git/index.lock",
        "git init -q; git add .; git commit -q -m one; mv beside.py t; git rm -q --cached beside.py; mv t beside.py",
        "git init -q --object-format=sha256; git add .",
        "git init -q; git add .; git update-index --split-index",
        "git init -q; git add .; git sparse-checkout set --no-cone '/*.py'",
    ],
)
def test_repository(project: Path, shell: str) -> None:
    write(project, BESIDE)
    subprocess.run(shell, shell=True, check=True, cwd=project, capture_output=True)
    check(project)
    assert not (project / "ran").exists()


def test_empty_repository(project: Path) -> None:
    commit(project)
    (project / "only.py").unlink(missing_ok=True)
    with closing(Engine(str(project))) as engine:
        assert find(engine) == []
        assert engine.status().files == 0
        assert engine.overview(".").files == []
    assert cli("-C", project, "find", "x").code == 1
    assert cli("-C", project, "index").code == 0
    assert cli("-C", project, "status").code == 0


def test_environment_of_a_git_hook(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run by a hook of another repository, whose variables are not meant for this one."""
    other = project.parent / "other"
    write(other, {"other.py": "def other(): pass\n"})
    commit(other)
    write(project, BESIDE)
    commit(project)
    for name, value in (
        ("GIT_DIR", other / ".git"),
        ("GIT_WORK_TREE", other),
        ("GIT_INDEX_FILE", other / ".git/index"),
    ):
        monkeypatch.setenv(name, str(value))
    check(project)


def test_no_git(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {**BESIDE, ".gitignore": "out.py\n", "out.py": "def out(): pass\n"})
    commit(project)
    monkeypatch.setenv("PATH", "/nowhere")
    check(project, left_out={"no language": 1})


# --- modules of the same names as ours ---------------------------------------------------------------------------


def test_modules_of_the_project_are_not_imported(project: Path) -> None:
    """A worker is started in the folder of whoever asks; what lies there must not run."""
    names = (
        "codeintel",
        "tree_sitter",
        "marshal",
        "typing",
        "json",
        "select",
        "re",
        "sitecustomize",
        "sqlite3",
        "queue",
    )
    for name in names:
        write(project, {f"{name}.py": f"open('ran', 'w').write('{name}')\n", f"{name}/__init__.py": "1/0\n"})
    write(project, {**BESIDE, **{f"many/m{n}.py": f"def m{n}(): pass\n" for n in range(60)}})
    ran = cli("find", "m*", "--json", cwd=project)
    assert (ran.code, len(ran.json["symbols"]), ran.err) == (0, 60, "")
    assert not (project / "ran").exists()


def test_current_folder_that_is_gone(project: Path) -> None:
    gone = project / "gone"
    gone.mkdir()
    command = f'cd {gone}; rmdir {gone}; exec "$@"'
    ran = subprocess.run(["sh", "-c", command, "sh", *cli_command("find", "x")], check=False, capture_output=True)
    assert ran.returncode == 3
    assert b"no folder" in ran.stderr


# --- settings and languages of the project -----------------------------------------------------------------------

LANGUAGE = "tools/queries/mine/"
BAD_SETTINGS = {
    "no toml": ({"codeintel.toml": "exclude = "}, "codeintel.toml"),
    "wrong type": ({"codeintel.toml": "\nexclude = 3"}, "codeintel.toml:2"),
    "unknown": ({"codeintel.toml": "excludes = []"}, "no setting `excludes`"),
    "not utf-8": ({"codeintel.toml": b"# \xff\n"}, "not UTF-8"),
    "in pyproject": ({"pyproject.toml": "[tool.codeintel]\nmax_file_size = -1"}, "pyproject.toml:2"),
    "no pyproject": ({"pyproject.toml": "[tool.codeintel]\n[[["}, "pyproject.toml:2"),
    "outside": ({"codeintel.toml": 'queries = ["../x"]'}, "queries"),
    "no such folder": ({"codeintel.toml": 'queries = ["nowhere"]'}, "nowhere"),
}
BAD_LANGUAGES = {
    "no toml": ({"language.toml": "grammar = [", "symbols.scm": ""}, "language.toml"),
    "toml not utf-8": ({"language.toml": b"# \xff\n", "symbols.scm": ""}, "language.toml"),
    "query not utf-8": (
        {"language.toml": 'grammar = "json"\nsuffixes = [".mine"]', "symbols.scm": b"; \xff\n"},
        "symbols.scm",
    ),
    "no symbols": ({"language.toml": 'grammar = "json"\nsuffixes = [".mine"]'}, "symbols.scm"),
    "no such grammar": ({"language.toml": 'grammar = "klingon"\nsuffixes = [".mine"]', "symbols.scm": ""}, "klingon"),
    "no such module": (
        {"language.toml": 'module = "tree_sitter_klingon"\nsuffixes = [".mine"]', "symbols.scm": ""},
        "tree_sitter_klingon",
    ),
    "no such node": (
        {"language.toml": 'grammar = "json"\nsuffixes = [".mine"]', "symbols.scm": "\n(nowhere) @definition.key"},
        "symbols.scm:2",
    ),
    "folder for a query": (
        {"language.toml": 'grammar = "json"\nsuffixes = [".mine"]', "symbols.scm/x": ""},
        "symbols.scm",
    ),
    "folder for the toml": ({"language.toml/x": "", "symbols.scm": ""}, "language.toml"),
}


def _check_bad_settings(project: Path, message: str) -> None:
    with closing(Engine(str(project))) as engine:
        for _ in range(2):
            with pytest.raises(BadSettings, match=message):
                find(engine)
    ran = cli("-C", project, "find", "beside", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (3, "bad_settings")


@pytest.mark.parametrize(("files", "message"), BAD_SETTINGS.values(), ids=BAD_SETTINGS)
def test_bad_settings(project: Path, files: dict[str, str | bytes], message: str) -> None:
    write(project, {**BESIDE, **files})
    _check_bad_settings(project, message)
    for name in files:
        (project / name).unlink()
    check(project)


@pytest.mark.parametrize(
    ("name", "count"), [*((name, 1) for name in BAD_LANGUAGES), ("no such grammar", 60), ("no such node", 60)]
)
def test_bad_language(project: Path, name: str, count: int) -> None:
    """Of few files it is noticed here, of many in the workers."""
    files, message = BAD_LANGUAGES[name]
    write(project, {LANGUAGE + file: content for file, content in files.items()})
    write(project, {**BESIDE, "codeintel.toml": 'queries = ["tools/queries"]'})
    write(project, {f"m{n}.mine": "{}" for n in range(count)})
    _check_bad_settings(project, message)
    shutil.rmtree(project / "tools")
    (project / "codeintel.toml").unlink()
    check(project, left_out={"no language": count})


# --- exit codes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["find", "beside"], 0, ""),
        (["find", "nothing"], 1, ""),
        (["find", "a//b"], 2, "bad_pattern"),
        (["find", ""], 2, "bad_pattern"),
        (["find", "x", "--in", "nowhere.py"], 3, "no_such_file"),
        (["find", "x", "--in", "../outside"], 2, "outside_project"),
        (["find", "x", "--kind", "thing"], 2, "usage"),
        (["find", "x", "--limit", "many"], 2, "usage"),
        (["find", "x\udcff"], 1, ""),
        (["find", "for a.b in c::d[0]/e: f*(g) # " * 30], 1, ""),
        (["find", "a/" * 5000], 1, ""),
        (["show", "nothing"], 3, "no_such_symbol"),
        (["show", "twice"], 3, "ambiguous"),
        (["overview", "nowhere.py"], 3, "no_such_file"),
        (["overview", "/etc/passwd"], 2, "outside_project"),
        (["overview", "large.py"], 3, "not_indexed"),
        (["overview", "link.py"], 3, "not_indexed"),
        (["-C", "/nowhere", "find", "x"], 3, "no_such_file"),
        (["-C", "beside.py", "find", "x"], 3, "no_such_file"),
    ],
)
def test_exit_codes(project: Path, arguments: list[str], code: int, error: str) -> None:
    write(project, {**BESIDE, "twice.py": "def twice(): pass\ndef twice(): pass\n", "large.py": b"#" * (3 << 20)})
    (project / "link.py").symlink_to("beside.py")
    ran = cli(*arguments, "--json", cwd=project)
    assert (ran.code, ran.json.get("error", {}).get("code", ""), ran.err) == (code, error, "")
