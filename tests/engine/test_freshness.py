"""Whatever happens to a project between two questions, the second is answered from what is on disk then.

A seeded machine edits a project at random, as people, editors and git do; after every step a long-lived engine must
say what an oracle reads from the disk. CODEINTEL_EDITS=1000 makes a long run, CODEINTEL_SEED=n another one.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import pytest
from support import commit, find, git, line_of, write

from codeintel.engine import languages
from codeintel.engine.index import extract, ingest, look, store, sweep, sync
from codeintel.engine.index.parse import facts_of, reason_to_leave_out
from codeintel.engine.languages import load_registry
from codeintel.engine.service import Engine

EDITS = int(os.environ.get("CODEINTEL_EDITS", "150"))
SEED = int(os.environ.get("CODEINTEL_SEED", "1"))
_T = TypeVar("_T")
REGISTRY = load_registry()
MAX_SIZE = 2 * 1024 * 1024
SMALL_SIZE = 60
"""A `max_file_size` that some of the machine's files exceed."""


@lru_cache(maxsize=10_000)
def _outline(name: str, content: bytes) -> tuple[str, ...]:
    language = REGISTRY.language_of(name, content) if REGISTRY.could_be_source(name) else None
    if language is None or reason_to_leave_out(content):
        return ()
    return tuple(line_of(symbol) for symbol in facts_of(language, content).symbols)


def oracle(root: Path, shown: list[str], *, excluded: str = "", max_size: int = MAX_SIZE) -> list[str]:
    """What `find '?*'` has to say of the files that git shows; `excluded` is the name of a folder or file."""
    found: list[str] = []
    for name in sorted(set(shown)):
        path = root / name
        if path.is_symlink() or not path.is_file() or _behind_link(root, name):
            continue
        if (excluded and excluded in name.split("/")) or path.stat().st_size > max_size:
            continue
        found += [f"{name}:{line}" for line in _outline(path.name, path.read_bytes())]
    return found


def _behind_link(root: Path, name: str) -> bool:
    return any((root / parent).is_symlink() for parent in list(Path(name).parents)[:-1])


class Machine:
    """A project that changes at random."""

    NAMES = ("a.py", "b.py", "c.py", "A.py", "run", "notes.txt", "mod.ignored.py")
    FOLDERS = ("", "pkg", "pkg/sub", "lib", "Lib", "lib/deep/er", "x.py", "gen")
    RULES = ("*.ignored.py\n", "gen/\n", "/lib/\n", "!mod.ignored.py\n", "pkg/*\n!pkg/a.py\n", "b.py\n", "")

    def __init__(self, root: Path, seed: int, *, with_git: bool) -> None:
        self.root = root
        self.with_git = with_git
        self.random = random.Random(seed)
        self.count = 0
        self.excluded = ""
        self.max_size = MAX_SIZE
        self.branches = ["main"]
        self.shadow = root.parent / "shadow.git"
        """A git folder outside of the project, to ask what its .gitignore files hide where it is no repository."""
        for _ in range(12):
            self.add_file()
        if with_git:
            commit(root)
        else:
            git(root.parent, "init", "-q", "--bare", str(self.shadow))

    def step(self) -> str:
        """Make one change; gives its name."""
        edits: list[Callable[[], None]] = [
            *(self.add_file,) * 3,
            *(self.change_file,) * 4,
            *(self.change_within_the_tick, self.change_and_put_the_time_back, self.rename_over) * 2,
            *(self.delete_file,) * 2,
            self.delete_folder,
            self.rename_file,
            self.rename_file_in_case_only,
            *(self.rename_folder,) * 2,
            self.swap_folders,
            self.copy_folder,
            *(self.change_rules,) * 2,
            self.remove_rules,
            self.rules_come_with_a_folder,
            self.file_becomes_folder,
            self.file_becomes_link,
            self.folder_becomes_link,
            self.link_to_outside,
            self.touch,
            self.change_settings,
            self.many_at_once,
            self.delete_and_write_again,
        ]
        if self.with_git:
            edits += [
                *(self.commit_all,) * 2,
                *(self.switch_branch,) * 3,
                self.stash,
                self.track_what_is_ignored,
                self.untrack,
                self.exclude_in_git,
                self.nested_repository,
                self.work_tree_inside,
                self.reset_hard,
            ]
        edit = self.random.choice(edits)
        edit()
        return edit.__name__

    def expected(self) -> list[str]:
        """The right answer now."""
        listing = ["ls-files", "-co", "--exclude-standard", "-z"]
        if not self.with_git:
            listing = [f"--git-dir={self.shadow}", f"--work-tree={self.root}", *listing]
        shown = git(self.root, *listing).split("\0")
        for nested in {name.rstrip("/") for name in shown if (self.root / name / ".git").is_dir() and name}:
            inside = git(self.root / nested, "ls-files", "-co", "--exclude-standard", "-z").split("\0")
            shown += [f"{nested}/{name}" for name in inside if name]
        return oracle(self.root, [name for name in shown if name], excluded=self.excluded, max_size=self.max_size)

    # --- files -------------------------------------------------------------------------------------------------

    def add_file(self) -> None:
        path = self.root / self.random.choice(self.FOLDERS) / self.random.choice(self.NAMES)
        if self._can_be_made(path) and not path.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_text(self._text(path.name))

    def change_file(self) -> None:
        for path in self._some_file():
            path.write_text(self._text(path.name))

    def change_within_the_tick(self) -> None:
        """Change it to text of the same size, twice: the first time is looked at, the second follows at once."""
        for path in self._some_file():
            for _ in range(2):
                path.write_text(self._text_of_same_size(path))

    def change_and_put_the_time_back(self) -> None:
        for path in self._some_file():
            before = path.stat()
            path.write_text(self._text_of_same_size(path))
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def rename_over(self) -> None:
        """Save as editors do."""
        for path in self._some_file():
            other = path.with_name(f".{path.name}.swp~")
            other.write_text(self._text(path.name))
            os.replace(other, path)

    def delete_and_write_again(self) -> None:
        for path in self._some_file():
            path.unlink()
            path.write_text(self._text(path.name))

    def delete_file(self) -> None:
        for path in self._some_file():
            path.unlink()

    def rename_file(self) -> None:
        for path in self._some_file():
            target = self.root / self.random.choice(self.FOLDERS) / self.random.choice(self.NAMES)
            if self._can_be_made(target) and not target.is_dir():
                target.parent.mkdir(parents=True, exist_ok=True)
                path.replace(target)

    def rename_file_in_case_only(self) -> None:
        for path in self._some_file():
            target = path.with_name(path.name.swapcase())
            if not target.is_dir():
                path.replace(target)

    def touch(self) -> None:
        for path in self._some_file():
            path.touch()

    def many_at_once(self) -> None:
        for _ in range(self.random.randrange(2, 9)):
            self.random.choice((self.add_file, self.change_file, self.delete_file, self.rename_file))()

    # --- folders -----------------------------------------------------------------------------------------------

    def delete_folder(self) -> None:
        for folder in self._some_folder():
            shutil.rmtree(folder)

    def rename_folder(self) -> None:
        for folder in self._some_folder():
            target = self.root / self.random.choice(("moved", "pkg/moved", "lib", "Lib", "gen"))
            if self._can_be_made(target) and not target.exists() and not _is_below(target, folder):
                target.parent.mkdir(parents=True, exist_ok=True)
                folder.rename(target)

    def swap_folders(self) -> None:
        for one in self._some_folder():
            for other in self._some_folder():
                if not _is_below(one, other) and not _is_below(other, one):
                    aside = self.root / "aside"
                    one.rename(aside)
                    other.rename(one)
                    aside.rename(other)

    def copy_folder(self) -> None:
        for folder in self._some_folder():
            target = self.root / f"copy{self.random.randrange(3)}"
            if not target.exists() and not target.is_symlink():
                shutil.copytree(folder, target, symlinks=True)

    def file_becomes_folder(self) -> None:
        for path in self._some_file():
            path.unlink()
            write(path, {"inner.py": self._text("inner.py")})

    def file_becomes_link(self) -> None:
        for path in self._some_file():
            for target in self._some_file():
                if path != target:
                    path.unlink()
                    path.symlink_to(target)

    def folder_becomes_link(self) -> None:
        for folder in self._some_folder():
            target = self.root.parent / "elsewhere"
            shutil.rmtree(target, ignore_errors=True)
            folder.rename(target)
            folder.symlink_to(target)

    def link_to_outside(self) -> None:
        link = self.root / self.random.choice(("pkg", "out.py", "outside"))
        if not link.exists() and not link.is_symlink():
            outside = self.root.parent / "outside.py"
            outside.write_text("def outside(): pass\n")
            link.symlink_to(outside)

    # --- what is visible ---------------------------------------------------------------------------------------

    def change_rules(self) -> None:
        folder = self.root / self.random.choice(("", "pkg", "lib", "new/in"))
        if folder.is_dir() and not folder.is_symlink():
            (folder / ".gitignore").write_text("".join(self.random.sample(self.RULES, 2)))

    def remove_rules(self) -> None:
        for path in self._some(sorted(self.root.rglob(".gitignore"))):
            path.unlink()

    def rules_come_with_a_folder(self) -> None:
        name = self.random.choice(("new/in", "pkg/fresh"))
        if self._can_be_made(self.root / name) and not (self.root / name).exists():
            write(self.root / name, {".gitignore": "b.py\n", "a.py": self._text("a.py"), "b.py": self._text("b.py")})

    def change_settings(self) -> None:
        self.excluded = self.random.choice(("", "pkg", "b.py"))
        self.max_size = self.random.choice((MAX_SIZE, MAX_SIZE, SMALL_SIZE))
        settings = self.root / "codeintel.toml"
        if not self.excluded and self.max_size == MAX_SIZE:
            settings.unlink(missing_ok=True)
        else:
            settings.write_text(
                f"exclude = [{f'{self.excluded!r}' if self.excluded else ''}]\nmax_file_size = {self.max_size}\n"
            )

    # --- git ---------------------------------------------------------------------------------------------------

    def commit_all(self) -> None:
        git(self.root, "add", "-A", "--", ".")
        git(self.root, "commit", "-q", "--allow-empty", "-m", "more")

    def switch_branch(self) -> None:
        self.commit_all()
        if len(self.branches) < 3:
            self.branches.append(f"b{len(self.branches)}")
            git(self.root, "switch", "-q", "-c", self.branches[-1])
        else:
            self._try("switch", "-q", self.random.choice(self.branches))
            self._read_settings()

    def stash(self) -> None:
        self._try("stash", "-q", "--include-untracked")
        self._read_settings()

    def reset_hard(self) -> None:
        git(self.root, "reset", "-q", "--hard")
        self._read_settings()

    def track_what_is_ignored(self) -> None:
        for path in self._some_file():
            git(self.root, "add", "-f", "--", str(path))

    def untrack(self) -> None:
        for name in self._some([name for name in git(self.root, "ls-files", "-z").split("\0") if name]):
            git(self.root, "rm", "-q", "--cached", "-f", "--", name)

    def exclude_in_git(self) -> None:
        (self.root / ".git/info/exclude").write_text(self.random.choice(self.RULES))

    def nested_repository(self) -> None:
        folder = self.root / "nested"
        if not folder.exists() and not folder.is_symlink():
            write(folder, {"in.py": self._text("in.py")})
            commit(folder)

    def work_tree_inside(self) -> None:
        name = f"tree{self.count}"
        git(self.root, "worktree", "prune")
        if not list(self.root.glob("tree*")):
            git(self.root, "worktree", "add", "-q", "--detach", name)
        else:
            for folder in self.root.glob("tree*"):
                self._try("worktree", "remove", "--force", str(folder))

    # --- below -------------------------------------------------------------------------------------------------

    def _text(self, name: str) -> str:
        """Some source that was never there before, more or less."""
        self.count += 1
        head = "#!/usr/bin/env python3\n" if name == "run" and self.random.random() < 0.7 else ""
        names = [f"f{self.random.randrange(1000):03}" for _ in range(self.random.randrange(4))]
        return head + "".join(f"def {n}():\n    pass\n" for n in names)

    def _text_of_same_size(self, path: Path) -> str:
        old = path.read_text()
        return "".join(str(self.random.randrange(10)) if char.isdigit() else char for char in old)

    def _some_file(self) -> list[Path]:
        return self._some(
            [p for p in self._inside() if p.is_file() and not p.is_symlink() and p.name not in (".gitignore", ".git")]
        )

    def _some_folder(self) -> list[Path]:
        return self._some([p for p in self._inside() if p.is_dir() and not p.is_symlink()])

    def _inside(self) -> list[Path]:
        keep = {".git", "nested", "codeintel.toml", *(tree.name for tree in self.root.glob("tree*"))}
        found: list[Path] = []
        for entry in sorted(self.root.iterdir()):
            if entry.name not in keep:
                found.append(entry)
                if entry.is_dir() and not entry.is_symlink():
                    found += sorted(entry.rglob("*"))
        return found

    def _some(self, items: list[_T]) -> list[_T]:
        return [self.random.choice(items)] if items else []

    def _can_be_made(self, path: Path) -> bool:
        parents = [p for p in path.parents if p != self.root and _is_below(p, self.root)]
        return not path.is_symlink() and not any(p.is_symlink() or p.is_file() for p in parents)

    def _try(self, *arguments: str) -> None:
        """Run git, which may refuse because a link or an ignored file stands in the way."""
        subprocess.run(["git", *arguments], cwd=self.root, check=False, capture_output=True)

    def _read_settings(self) -> None:
        settings = self.root / "codeintel.toml"
        self.excluded, self.max_size = "", MAX_SIZE
        if settings.exists():
            exclude, size = settings.read_text().splitlines()
            self.excluded = exclude.split("'")[1] if "'" in exclude else ""
            self.max_size = int(size.split()[-1])


def _is_below(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


def check(engine: Engine, expected: list[str], told: str = "") -> None:
    """Ask for everything; say what is missing and what is too much."""
    found = find(engine)
    assert (sorted(set(expected) - set(found)), sorted(set(found) - set(expected))) == ([], []), told
    assert found == expected


@contextmanager
def watched(engine: Engine, *, watch: bool) -> Iterator[Engine]:
    """An engine, with a watcher or without, that is closed in the end."""
    with closing(engine):
        if watch:
            engine.watch()
        yield engine


@pytest.mark.parametrize("watch", [False, True], ids=["sweep", "watch"])
@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
def test_random_edits(project: Path, with_git: bool, watch: bool) -> None:
    machine = Machine(project, SEED, with_git=with_git)
    done: list[str] = []
    with watched(Engine(str(project)), watch=watch) as engine:
        for number in range(EDITS if with_git and not watch else EDITS // 2):
            done.append(machine.step())
            told = f"after {done[-3:]}, edit {number} of seed {SEED}"
            check(engine, machine.expected(), told)
            if number % 10 == 9:
                with closing(Engine(str(project))) as fresh:
                    check(fresh, machine.expected(), f"asked anew {told}")


# Single edits that a random walk comes by too seldom: steps of shell, asked after each, and which files have a symbol in
# the end. `a` is a.py, `b` is pkg/b.py, `c` is pkg/in/c.py.

EDITS_ONE_BY_ONE = {
    "rules moved in with a folder": (["mv ../old in", "echo y.py > in/deep/.gitignore"], "a b c in/deep/x.py"),
    "rules moved in and removed": (["mv ../old in", "rm in/deep/.gitignore"], "a b c in/deep/x.py in/deep/y.py"),
    "folder away and back": (["mv pkg ../away", "mv ../away pkg"], "a b c"),
    "folder away and back at once": (["mv pkg ../away; mv ../away pkg"], "a b c"),
    "folder replaced by its copy": (["mv pkg ../away; cp -r ../away pkg"], "a b c"),
    "folder becomes a file": (["rm -r pkg; echo 'def p(): 0' > pkg"], "a"),
    "file becomes a folder": (["rm a.py; mkdir a.py; echo 'def i(): 0' > a.py/i.py"], "a.py/i.py b c"),
    "hard link": (["ln a.py d.py", "echo 'def changed(): 0' > d.py"], "a d.py b c"),
    "file becomes a link": (["rm a.py; ln -s pkg/b.py a.py"], "b c"),
    "link becomes a file": (["rm a.py; ln -s pkg/b.py a.py", "rm a.py; cp pkg/b.py a.py"], "a b c"),
    "folder becomes a link to outside": (["mv pkg ../away; ln -s ../away pkg"], "a"),
    "folder becomes a link to inside": (["mv pkg p; ln -s p pkg"], "a p/b.py p/in/c.py"),
    "file becomes a pipe": (["rm a.py; mkfifo a.py"], "b c"),
    "case of a file": (["mv a.py A.py"], "A.py b c"),
    "case of a folder": (["mv pkg Pkg"], "a Pkg/b.py Pkg/in/c.py"),
    "files swapped": (["mv a.py t; mv pkg/b.py a.py; mv t pkg/b.py"], "a b c"),
    "files swapped slowly": (["mv a.py t", "mv pkg/b.py a.py", "mv t pkg/b.py"], "a b c"),
    "moved far down": (["mkdir -p n/e/w; mv pkg n/e/w"], "a n/e/w/pkg/b.py n/e/w/pkg/in/c.py"),
}


@pytest.mark.parametrize("watch", [False, True], ids=["sweep", "watch"])
@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
@pytest.mark.parametrize(("steps", "expected"), EDITS_ONE_BY_ONE.values(), ids=EDITS_ONE_BY_ONE)
def test_single_edit(project: Path, with_git: bool, watch: bool, steps: list[str], expected: str) -> None:
    short = {"a": "a.py", "b": "pkg/b.py", "c": "pkg/in/c.py"}
    write(project, {path: f"def {name}(): 0\n" for name, path in short.items()})
    write(project.parent / "old/deep", {".gitignore": "x.py\n", "x.py": "def x(): 0\n", "y.py": "def y(): 0\n"})
    if with_git:
        commit(project)
    with watched(Engine(str(project)), watch=watch) as engine:
        settle(engine)
        assert len(find(engine)) == 3
        for step in steps:
            subprocess.run(step, shell=True, check=True, cwd=project)
            answer = find(engine)
        assert {hit.split(":")[0] for hit in answer} == {short.get(name, name) for name in expected.split()}


def settle(engine: Engine) -> None:
    """Ask until every file is old enough for its stamp to prove something."""
    while any((done := engine.refresh())[:3]) or done.folders:
        time.sleep(0.005)


@pytest.mark.parametrize("watch", [False, True], ids=["sweep", "watch"])
@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
def test_root_that_goes_and_comes_back(project: Path, with_git: bool, watch: bool) -> None:
    write(project, {"a.py": "def a(): 0\n", "pkg/in/b.py": "def b(): 0\n"})
    if with_git:
        commit(project)
    away = project.with_name("away")
    with watched(Engine(str(project)), watch=watch) as engine:
        settle(engine)
        for _ in range(2):
            assert len(find(engine)) == 2
            project.rename(away)
            assert find(engine) == []
            away.rename(project)
            assert len(find(engine)) == 2
        project.rename(away)
        shutil.copytree(away, project)
        assert len(find(engine)) == 2
        write(project, {"pkg/in/c.py": "def c(): 0\n"})
        assert len(find(engine)) == 3
        shutil.rmtree(away)
        project.rename(away)
        project.mkdir()
        if with_git:
            (away / ".git").rename(project / ".git")
        assert len(find(engine)) == 0
        (away / "pkg").rename(project / "pkg")
        assert len(find(engine)) == 2
        write(project, {"a.py": "def a(): 0\n"})
        assert len(find(engine)) == 3
    with closing(Engine(str(project))) as fresh:
        assert len(find(fresh)) == 3


# What happens while a refresh runs: it may or may not be in that answer, but has to be in the next.


def _away_during(monkeypatch: pytest.MonkeyPatch, path: Path, module: object, function: str) -> None:
    """Have `path` away while `module.function` runs, the first time."""
    run = getattr(module, function)
    away = path.with_name("away")

    def instead(*arguments: object, **options: object) -> object:
        if path.exists() and not hasattr(instead, "done"):
            instead.done = True  # pyright: ignore[reportFunctionMemberAccess]
            path.rename(away)
            try:
                return run(*arguments, **options)
            finally:
                away.rename(path)
        return run(*arguments, **options)

    monkeypatch.setattr(module, function, instead)


@pytest.mark.parametrize("with_git", [True, False], ids=["git", "plain"])
@pytest.mark.parametrize("path", ["pkg/in/b.py", "pkg/in", "pkg"])
@pytest.mark.parametrize(
    ("module", "function"),
    [
        (sync, "sweep"),
        (sweep, "_changed_files"),
        (sweep, "_changed_folders"),
        (ingest, "list_folders"),
        (ingest, "list_project"),
        (ingest, "look"),
    ],
    ids=lambda value: getattr(value, "__name__", value).rpartition(".")[2],
)
def test_away_for_a_moment(
    project: Path, monkeypatch: pytest.MonkeyPatch, module: object, function: str, path: str, with_git: bool
) -> None:
    write(project, {"a.py": "def a(): 0\n", "pkg/in/b.py": "def b(): 0\n", "pkg/in/c.py": "def c(): 0\n"})
    if with_git:
        commit(project)
    with closing(Engine(str(project))) as engine:
        settle(engine)
        for module_that_asks in (look, ingest):
            monkeypatch.setattr(module_that_asks, "is_racy", lambda *_: False)  # by the next question it is long ago
        write(project, {"pkg/in/b.py": "def b(): 00\n", "d.py": "def d(): 0\n"})
        if function == "list_project":
            (project / ".gitignore").touch()
        _away_during(monkeypatch, project / path, module, function)
        find(engine)
        check(engine, [f"{n}:{Path(n).stem}  function  1-1" for n in ("a.py", "d.py", "pkg/in/b.py", "pkg/in/c.py")])


def test_hints_of_a_failed_question_are_not_lost(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"a.py": "def a(): 0\n"})
    commit(project)
    with watched(Engine(str(project)), watch=True) as engine:
        settle(engine)
        find(engine)
        write(project, {"a.py": "def changed(): 0\n"})
        with monkeypatch.context() as patch:
            patch.setattr(extract, "extract_apart", lambda _: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                find(engine)
        check(engine, ["a.py:changed  function  1-1"])


def test_rows_of_another_process_are_compared_with_the_disk(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another engine looks at a file before it changes and writes what it saw after this one took in the change."""
    write(project, {"a.py": "def a(): 0\n", "b.py": "def b(): 0\n"})
    commit(project)
    with watched(Engine(str(project)), watch=True) as engine, closing(Engine(str(project))) as slow:
        settle(engine)
        find(slow)
        add_blobs = store.Store.add_blobs

        def while_another_asks(*arguments: object, **options: object) -> object:
            monkeypatch.setattr(store.Store, "add_blobs", add_blobs)
            write(project, {"a.py": "def a2(): 0\n"})
            assert find(engine, "a2")
            return add_blobs(*arguments, **options)  # pyright: ignore[reportArgumentType]

        write(project, {"a.py": "def a1(): 0\n"})
        monkeypatch.setattr(store.Store, "add_blobs", while_another_asks)
        find(slow)
        check(engine, ["a.py:a2  function  1-1", "b.py:b  function  1-1"])


def test_settings_that_change_while_languages_are_loaded(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, {"a.py": "def a(): 0\n", "b.py": "def b(): 0\n"})
    load = languages.load_registry

    def slowly(*arguments: object) -> object:
        if not (project / "codeintel.toml").exists():
            write(project, {"codeintel.toml": 'exclude = ["a.py"]'})
            time.sleep(0.06)
        return load(*arguments)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(languages, "load_registry", slowly)
    with closing(Engine(str(project))) as engine:
        find(engine)
        check(engine, ["b.py:b  function  1-1"])


# Content that was seen before is not parsed again.


@pytest.mark.parametrize(
    ("step", "parsed"),
    [
        ("git worktree add -q ../side; cd ../side", 0),
        ("git switch -q other", 1),
        ("git switch -q other; $ASK; git switch -q -", 0),
        ("mv pkg lib", 0),
        ("cp -r pkg lib", 0),
        ("touch a.py", 0),
        ("cp a.py t; mv t a.py", 0),
        ("echo 'def new(): 0' > a.py", 1),
        ("echo 'def new(): 0' > a.py; $ASK; git checkout -q a.py", 0),
        ("rm a.py; $ASK; git checkout -q a.py", 0),
        ("echo 'exclude = [\"pkg\"]' > codeintel.toml; $ASK; rm codeintel.toml", 0),
        ("echo '*.py' > .gitignore; git rm -q -r --cached .; $ASK; git reset -q --hard", 0),
        ("cp -r . ../copy; cd ../copy", 3),
    ],
)
def test_known_content_is_not_parsed(project: Path, step: str, parsed: int) -> None:
    write(project, {"a.py": "def a(): 0\n", "pkg/b.py": "def b(): 0\n", "pkg/c.py": "def c(): 0\n"})
    commit(project)
    git(project, "switch", "-q", "-c", "other")
    write(project, {"a.py": "def other(): 0\n"})
    commit(project)
    git(project, "switch", "-q", "main")
    with closing(Engine(str(project))) as engine:
        assert engine.refresh().parsed == 3
    folder = project
    for part in step.split("; "):
        if part.startswith("cd "):
            folder = (project / part[3:]).resolve()
        elif part == "$ASK":
            with closing(Engine(str(folder))) as engine:
                find(engine)
        else:
            subprocess.run(part, shell=True, check=True, cwd=folder)
    with closing(Engine(str(folder))) as engine:
        done = engine.refresh()
        assert done.parsed == parsed
        assert find(engine) == oracle(folder, git(folder, "ls-files", "-co", "--exclude-standard", "-z").split("\0"))
