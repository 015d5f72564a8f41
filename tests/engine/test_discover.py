"""Which files and folders of a project count, held against the real git and against each other."""

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from codeintel.engine.index import discover
from codeintel.engine.index.discover import (
    EXCLUDED,
    OTHER_WORKTREE,
    SPECIAL,
    SYMLINK,
    UNDECODABLE,
    UNREADABLE,
    VENDORED,
    Listing,
    list_folders,
    list_project,
)
from codeintel.engine.settings import Settings

DEFAULT = Settings()


@pytest.fixture(autouse=True)
def _plain_git(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the settings of whoever runs the tests out of them."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)  # the home is the test's own


@pytest.fixture(params=["git", "no git"])
def with_git(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Run a test once with git at hand and once without."""
    if request.param == "no git":
        monkeypatch.setattr("codeintel.engine.index.gitfiles._git", lambda *_, **__: None)
    return request.param == "git"


def _recognise(path: str) -> bool:
    return path.endswith(".py")


def _write(root: Path, *names: str, text: str = "") -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text or name)


def _git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)
    return os.fsdecode(done.stdout)


def _commit(folder: Path) -> None:
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "--allow-empty", "-m", "one")


def _git_says(folder: Path) -> list[str]:
    shown = _git(folder, "ls-files", "-co", "--exclude-standard", "-z").split("\0")
    paths = {path for path in shown if path and (folder / path).is_file() and not (folder / path).is_symlink()}
    return sorted(path for path in paths if _recognise(path))


def check(
    root: Path,
    files: str,
    *,
    folders: str | None = None,
    left_out: dict[str, dict[str, int]] | None = None,
    settings: Settings = DEFAULT,
) -> Listing:
    """List the project; names are separated by blanks, and the root's own folder is a dot."""
    listing = list_project(str(root), settings, _recognise)
    assert listing.files == sorted(files.split())
    if folders is not None:
        assert [folder or "." for folder in listing.folders] == sorted(folders.split())
    assert listing.left_out == (left_out or {})
    assert listing.complete
    return listing


class Swept(NamedTuple):
    """What a sweep remembers: the listing, and the stamps it goes by."""

    listing: Listing
    folders: dict[str, tuple[int, ...] | None]
    guards: dict[str, tuple[int, ...] | None]


def _stamp(path: str) -> tuple[int, ...] | None:
    try:
        stat = os.lstat(path)
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, stat.st_mode


def _swept(root: Path, listing: Listing) -> Swept:
    folders = {folder: _stamp(os.path.join(root, folder)) for folder in listing.folders}
    return Swept(listing, folders, {guard: _stamp(guard) for guard in listing.guards})


def _sweep(root: Path, before: Swept, settings: Settings = DEFAULT) -> Listing:
    """Bring a listing up to date the way a sweep does."""
    old = before.listing
    changed = [folder for folder, stamp in before.folders.items() if stamp != _stamp(os.path.join(root, folder))]
    if any(stamp != _stamp(guard) for guard, stamp in before.guards.items()):
        return list_project(str(root), settings, _recognise)
    new = list_folders(str(root), settings, _recognise, changed, set(old.folders), set(old.guards))
    if not new.complete:
        return list_project(str(root), settings, _recognise)
    gone = set(changed) - set(new.folders)
    kept = {folder for folder in old.folders if not gone.intersection(_with_parents(folder))} - set(changed)
    return Listing(
        sorted([*new.files, *(path for path in old.files if path.rpartition("/")[0] in kept)]),
        sorted(kept.union(new.folders)),
        {folder: count for folder, count in old.other.items() if folder in kept} | new.other,
        {folder: counts for folder, counts in old.left_out.items() if folder in kept} | new.left_out,
        old.guards,
        complete=True,
    )


def _with_parents(folder: str) -> Iterable[str]:
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def test_files_folders_and_what_is_not_recognised(tmp_path: Path, with_git: bool) -> None:
    _write(tmp_path, "a.py", "b/c.py", "b/d.txt", "b/e.txt", "f/g/h.md")
    (tmp_path / "empty/deeper").mkdir(parents=True)
    if with_git:
        _commit(tmp_path)
    listing = check(tmp_path, "a.py b/c.py", folders=". b empty empty/deeper f f/g")
    assert listing.other == {"b": 2, "f/g": 1}


def test_odd_names(tmp_path: Path, with_git: bool) -> None:
    names = ["with space.py", 'quo"te.py', "new\nline.py", "🙂/é.py", "back\\slash.py", ":(top)/x.py", "*[a]/-.py"]
    _write(tmp_path, *names)
    (tmp_path / ":(x)").mkdir()
    if with_git:
        _commit(tmp_path)
    _write(tmp_path, "*[a]/untracked.py")
    listing = list_project(str(tmp_path), DEFAULT, _recognise)
    assert listing.files == sorted([*names, "*[a]/untracked.py"])
    assert listing.folders == ["", "*[a]", ":(top)", ":(x)", "🙂"]
    again = list_folders(str(tmp_path), DEFAULT, _recognise, listing.folders, set(listing.folders), set(listing.guards))
    assert again.files == listing.files


def test_names_that_are_not_utf8_are_counted(tmp_path: Path, with_git: bool) -> None:
    for name in (b"caf\xe9.py", b"d\xe9/in.py"):
        path = os.path.join(os.fsencode(tmp_path), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w"):
            pass
    if with_git:
        _commit(tmp_path)
    check(tmp_path, "", folders=".", left_out={"": {UNDECODABLE: 2}})


def test_links_are_counted_and_never_followed(tmp_path: Path, with_git: bool) -> None:
    _write(tmp_path, "roles/web/task.py", "roles/web/tests/keep.txt")
    for link, target in {
        "roles/web/tests/self": "../../web",
        "roles/web/alias.py": "task.py",
        "outside": "/etc",
        "broken.py": "nowhere.py",
    }.items():
        (tmp_path / link).symlink_to(target)
    if with_git:
        _commit(tmp_path)
    check(
        tmp_path,
        "roles/web/task.py",
        folders=". roles roles/web roles/web/tests",
        left_out={"": {SYMLINK: 2}, "roles/web": {SYMLINK: 1}, "roles/web/tests": {SYMLINK: 1}},
    )


def test_a_fifo_is_counted_and_not_opened(tmp_path: Path, with_git: bool) -> None:
    _write(tmp_path, "a.py")
    if with_git:
        _commit(tmp_path)
        (tmp_path / "a.py").unlink()
        os.mkfifo(tmp_path / "a.py")
    os.mkfifo(tmp_path / "b.py")
    check(tmp_path, "" if with_git else "a.py", left_out={"": {SPECIAL: 2 if with_git else 1}})


def test_settings_leave_out(tmp_path: Path, with_git: bool) -> None:
    _write(tmp_path, "a.py", "a_gen.py", "vendor/x.py", "vendor/y.py", "src/b_gen.py", "src/keep_gen.py")
    if with_git:
        _commit(tmp_path)
    settings = Settings(exclude=("/vendor/", "*_gen.py", "!keep_gen.py"))
    left_out = {"": {EXCLUDED: 2}, "src": {EXCLUDED: 1}}
    check(tmp_path, "a.py src/keep_gen.py", folders=". src", left_out=left_out, settings=settings)


def test_negation_nested_and_tracked(tmp_path: Path) -> None:
    _write(tmp_path, ".gitignore", text="*.gen.py\nplugins/*\n!plugins/keep\n!special.gen.py\n")
    _write(tmp_path, "web/.gitignore", text="/out/\n")
    _write(
        tmp_path, "plugins/drop/b.py", "plugins/keep/a.py", "plugins/keep/other.gen.py", "plugins/keep/special.gen.py"
    )
    _write(tmp_path, "tracked.gen.py", "web/out/c.py", "web/src/out/d.py")
    _commit(tmp_path)
    _git(tmp_path, "add", "-f", "tracked.gen.py")
    shown = "plugins/keep/a.py plugins/keep/special.gen.py web/src/out/d.py tracked.gen.py"
    before = _swept(tmp_path, check(tmp_path, shown, folders=". plugins plugins/keep web web/src web/src/out"))
    (tmp_path / ".gitignore").write_text("plugins/*\n")
    (tmp_path / "web/.gitignore").write_text("")
    assert _sweep(tmp_path, before).files == sorted(f"{shown} web/out/c.py".split())


def test_tracked_files_in_ignored_folders_stay(tmp_path: Path) -> None:
    _write(tmp_path, "build/gen/tracked.py", "a.py", "gone.py", "link.py", "dir.py")
    _commit(tmp_path)
    _write(tmp_path, ".gitignore", text="build/\n")
    _write(tmp_path, "build/gen/new.py", "build/other/new.py", "dir_/inside.py")
    (tmp_path / "gone.py").unlink()
    (tmp_path / "link.py").unlink()
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "dir.py").unlink()
    (tmp_path / "dir.py/sub").mkdir(parents=True)
    files = "a.py build/gen/tracked.py dir_/inside.py"
    check(tmp_path, files, folders=". build build/gen dir.py dir.py/sub dir_", left_out={"": {SYMLINK: 1}})


def test_folders_with_ignored_files_alone_are_folders(tmp_path: Path) -> None:
    _write(tmp_path, ".gitignore", text="*.log\nout/\n")
    _write(tmp_path, "logs/a.log", "out/x.py")
    _commit(tmp_path)
    check(tmp_path, "", folders=". logs")


def test_submodules_and_repositories_inside(tmp_path: Path) -> None:
    _write(tmp_path, "main.py", "vendor/dep.py", "nested/tool.py", "nested/deep/er/x.py", "skipped/x.py")
    _write(tmp_path, ".gitignore", text="skipped/\n")
    for folder in ("vendor", "nested", "nested/deep", "skipped"):
        _commit(tmp_path / folder)
    _write(tmp_path, "nested/.gitignore", text="*.tmp.py\n")
    _write(tmp_path, "nested/a.tmp.py")
    _git(tmp_path, "init", "-q", "-b", "main")
    _git(tmp_path, "submodule", "-q", "add", "./vendor", "vendor")
    _git(tmp_path, "add", "main.py", ".gitmodules", "vendor")
    files = "main.py vendor/dep.py nested/tool.py nested/deep/er/x.py"
    listing = check(tmp_path, files, folders=". vendor nested nested/deep nested/deep/er")
    assert str((tmp_path / "nested/.git/index").resolve()) in listing.guards
    before = _swept(tmp_path, listing)
    _write(tmp_path, "nested/deep/er/y.py", "vendor/new.py", "nested/b.tmp.py")
    assert _sweep(tmp_path, before).files == sorted(f"{files} nested/deep/er/y.py vendor/new.py".split())


def test_a_cloned_submodule_and_an_empty_one(tmp_path: Path) -> None:
    _write(tmp_path / "lib", "dep.py", "sub/x.py")
    _commit(tmp_path / "lib")
    top = tmp_path / "top"
    _write(top, "a.py")
    _commit(top)
    _git(top, "submodule", "-q", "add", "../lib", "vendor")
    _git(top, "commit", "-qm", "two")
    check(top, "a.py vendor/dep.py vendor/sub/x.py", folders=". vendor vendor/sub")
    _git(tmp_path, "clone", "-q", str(top), "clone")
    check(tmp_path / "clone", "a.py", folders=". vendor")
    _write(tmp_path / "clone", "vendor/stray/x.py")  # git shows nothing in there
    check(tmp_path / "clone", "a.py", folders=". vendor")


def test_a_second_work_tree_inside(tmp_path: Path) -> None:
    _write(tmp_path, "core.py")
    _commit(tmp_path)
    _git(tmp_path, "worktree", "add", "-q", "-b", "side", ".trees/side")
    check(tmp_path, "core.py", folders=". .trees", left_out={".trees": {OTHER_WORKTREE: 1}})
    check(tmp_path / ".trees/side", "core.py", folders=".")
    (tmp_path / ".git/info/exclude").write_text(".trees/\n")
    before = _swept(tmp_path, check(tmp_path, "core.py", folders="."))
    check(tmp_path / ".trees/side", "core.py", folders=".")
    _git(tmp_path, "worktree", "remove", "--force", ".trees/side")
    assert _sweep(tmp_path, before).files == ["core.py"]


def test_a_root_below_the_top(tmp_path: Path) -> None:
    _write(tmp_path, ".gitignore", text="*_gen.py\n/pkg/ignored/\n")
    _write(tmp_path, "other.py", "pkg/a.py", "pkg/a_gen.py", "pkg/ignored/b.py")
    _commit(tmp_path)
    listing = check(tmp_path / "pkg", "a.py", folders=".")
    assert str((tmp_path / ".gitignore").resolve()) in listing.guards
    # A root that the repository around ignores is a tree of its own.
    check(tmp_path / "pkg/ignored", "b.py", folders=".")


def test_a_folder_of_repositories(tmp_path: Path) -> None:
    _write(tmp_path, "loose.py", "one/a.py", "one/tracked.out.py", "two/b.py", "two/c.out.py")
    _commit(tmp_path / "one")
    _write(tmp_path, "one/.gitignore", "two/.gitignore", text="*.out.py\n")
    _commit(tmp_path / "two")
    check(tmp_path, "loose.py one/a.py one/tracked.out.py two/b.py", folders=". one two")


def test_dependency_folders_where_no_git_tells(tmp_path: Path, with_git: bool) -> None:
    _write(
        tmp_path, "a.py", "node_modules/m/x.py", "venv/lib/y.py", "venv/pyvenv.cfg", "rs/Cargo.toml", "rs/target/z.py"
    )
    _write(tmp_path, "words/venv/a.py", "words/target/b.py", "build/c.py")
    listed = "a.py words/venv/a.py words/target/b.py build/c.py"
    if with_git:
        _commit(tmp_path)
        check(tmp_path, f"{listed} node_modules/m/x.py venv/lib/y.py rs/target/z.py")
    else:
        check(tmp_path, listed, left_out={"": {VENDORED: 2}, "rs": {VENDORED: 1}})


def test_a_sweep_sees_a_folder_become_a_dependency_folder(tmp_path: Path) -> None:
    _write(tmp_path, "a.py", "target/z.py")
    before = _swept(tmp_path, check(tmp_path, "a.py target/z.py"))
    _write(tmp_path, "Cargo.toml")
    assert _sweep(tmp_path, before).files == ["a.py"]


@pytest.mark.parametrize("harm", ["no program", "corrupt index", "corrupt config"])
def test_without_a_usable_git_the_rules_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str) -> None:
    _write(tmp_path, "a.py", "b.out.py", "c.own.py")
    _write(tmp_path, ".gitignore", text="*.out.py\n")
    _commit(tmp_path)
    _write(tmp_path, ".git/info/exclude", text="*.own.py\n")
    if harm == "no program":
        monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    else:
        (tmp_path / ".git" / harm.split()[1]).write_text("[nonsense")
    listing = check(tmp_path, "a.py")
    assert str((tmp_path / ".git/index").resolve()) in listing.guards


def test_a_repository_starts_no_program_and_no_environment_leads_astray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, "repo/a.py", "elsewhere/b.py")
    _commit(tmp_path / "repo")
    _commit(tmp_path / "elsewhere")
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    _git(tmp_path / "repo", "config", "core.fsmonitor", str(program))
    _git(tmp_path / "repo", "config", "core.worktree", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere/.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "elsewhere/.git/index"))
    check(tmp_path / "repo", "a.py")
    assert not (tmp_path / "ran").exists()


def test_the_users_own_excludes_count(tmp_path: Path) -> None:
    _write(tmp_path, "repo/a.py", "repo/b.mine.py", "repo/c.yours.py")
    _git(tmp_path / "repo", "init", "-q")
    home = Path(os.environ["HOME"])
    _write(home, ".config/git/ignore", text="*.mine.py\n")
    listing = check(tmp_path / "repo", "a.py c.yours.py")
    assert str(home / ".config/git/ignore") in listing.guards
    _write(home, ".gitconfig", text="[core]\nexcludesFile = ~/mine\n")
    _write(home, "mine", text="*.yours.py\n")
    assert str(home / "mine") in check(tmp_path / "repo", "a.py b.mine.py").guards


def test_a_folder_that_cannot_be_read_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, "a.py", "closed/b.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    check(tmp_path, "a.py", folders=". closed", left_out={"closed": {UNREADABLE: 1}})


def test_what_vanishes_is_no_error(tmp_path: Path, with_git: bool) -> None:
    _write(tmp_path, "a.py", "b/c.py")
    if with_git:
        _commit(tmp_path)
    listing = check(tmp_path, "a.py b/c.py")
    shutil.rmtree(tmp_path / "b")
    again = list_folders(
        str(tmp_path), DEFAULT, _recognise, ["", "b", "b/no"], set(listing.folders), set(listing.guards)
    )
    assert (again.files, again.folders, again.complete) == (["a.py"], [""], True)
    (tmp_path / "b").symlink_to("/etc")
    again = list_folders(str(tmp_path), DEFAULT, _recognise, ["b"], set(listing.folders), set(listing.guards))
    assert (again.files, again.folders, again.complete) == ([], [], True)
    check(tmp_path / "gone", "", folders="")


def test_case_only_renames(tmp_path: Path, with_git: bool) -> None:
    _write(tmp_path, "Name.py", "Dir/a.py")
    if with_git:
        _commit(tmp_path)
    before = _swept(tmp_path, check(tmp_path, "Name.py Dir/a.py"))
    (tmp_path / "Name.py").rename(tmp_path / "name.py")
    (tmp_path / "Dir").rename(tmp_path / "dir")
    assert _sweep(tmp_path, before).files == ["dir/a.py", "name.py"]


@pytest.mark.parametrize(
    "change",
    [
        lambda root: _write(root, "b/.gitignore", text="*.py"),
        lambda root: (root / "a/.gitignore").unlink(),
        lambda root: _commit(root / "b"),
        lambda root: (_write(root, "new/x.py"), _commit(root / "new")),
    ],
    ids=["rules come", "rules go", "a known folder becomes a repository", "a repository comes"],
)
def test_what_folders_alone_cannot_tell(tmp_path: Path, with_git: bool, change: Callable[[Path], object]) -> None:
    _write(tmp_path, "a/x.py", "b/y.py")
    _write(tmp_path, "a/.gitignore", text="*.tmp\n")
    if with_git:
        _commit(tmp_path)
    listing = list_project(str(tmp_path), DEFAULT, _recognise)
    change(tmp_path)
    changed = [folder for folder in listing.folders if (tmp_path / folder).exists()]
    again = list_folders(str(tmp_path), DEFAULT, _recognise, changed, set(listing.folders), set(listing.guards))
    assert not again.complete


def test_many_folders_are_left_to_a_whole_listing(tmp_path: Path) -> None:
    folders = [f"f{number}" for number in range(100)]
    assert not list_folders(str(tmp_path), DEFAULT, _recognise, folders, set(folders), set()).complete


def test_every_reason_is_told_apart() -> None:
    reasons = [getattr(discover, name) for name in discover.__all__ if name.isupper() and name != "VENDORED_FOLDERS"]
    assert len(set(reasons)) == len(reasons) == 7


_NAMES = ["a", "b", "ab", "a.py", "b.py", "ab.py", "é.py", "x-y.py", "[a].py", "a b.py", "A.py"]
_RULES = [
    *("a", "b/", "/a", "/b/", "a/b", "a/*", "!a/b", "*.py", "!a.py", "!b/", "**/a", "a/**", "a/**/b.py", "**", "!**/"),
    *("*", "!*/", "?.py", "??.py", "[ab].py", "[!a].py", "[^b-z].py", r"\[a\].py", "[[:alpha:]].py", "[a", "[]a].py"),
    *("#a", r"\#a", r"\!a", "a b.py", "a.py ", "a.py\\ ", "", "/", "//", "!", "a//", "ab*", "a**b", "**b.py", "*/b.py"),
    *(
        "x[--z]y.py",
        "[a-]*.py",
        r"[\a].py",
        "[z-a].py",
        "[[:nope:]].py",
        "!/a/a.py",
        "a\\",
        "é*",
        "a/?.py",
        "b/**/",
        "A*",
    ),
]


def _random_tree(root: Path, rng: random.Random) -> None:
    for _ in range(rng.randint(5, 25)):
        _random_file(root, rng)
    for _ in range(rng.randint(1, 3)):
        _random_rules(root, rng)


def _random_file(root: Path, rng: random.Random) -> None:
    path = root.joinpath(*rng.choices(_NAMES[:3] + _NAMES, k=rng.randint(1, 4)))
    above = [folder for folder in path.parents if root in folder.parents]
    if not path.is_dir() and not any(folder.is_file() or folder.is_symlink() for folder in above):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def _random_rules(root: Path, rng: random.Random) -> None:
    folders = [root, *(path for path in sorted(root.rglob("*")) if path.is_dir() and ".git" not in path.parts)]
    rules = rng.choice(folders) / ".gitignore"
    if not rules.is_symlink() and not rules.is_dir():
        rules.write_text("\n".join(rng.choices(_RULES, k=rng.randint(1, 6))))


@pytest.mark.parametrize("seed", range(20))
def test_the_rules_decide_as_git_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    for part in range(8):
        rng = random.Random(seed * 100 + part)
        root = tmp_path / str(part)
        root.mkdir()
        _random_tree(root, rng)
        _git(root, "init", "-q")
        by_git = list_project(str(root), DEFAULT, _recognise)
        assert by_git.files == _git_says(root)
        with monkeypatch.context() as patch:
            patch.setattr("codeintel.engine.index.gitfiles._git", lambda *_, **__: None)
            by_rules = list_project(str(root), DEFAULT, _recognise)
        assert by_rules == by_git._replace(guards=by_rules.guards)


def _random_change(root: Path, rng: random.Random) -> None:
    paths = [path for path in sorted(root.rglob("*")) if ".git" not in path.parts]
    folders = [path for path in paths if path.is_dir() and not path.is_symlink()]
    kind = rng.choice(["file", "file", "file", "folder", "delete", "rename", "link", "rules"])
    if kind == "file":
        _random_file(root, rng)
    elif kind == "folder":
        (rng.choice([root, *folders]) / f"fresh{rng.randint(0, 10**6)}" / "in").mkdir(parents=True)
    elif kind == "rules":
        _random_rules(root, rng)
    elif paths:
        _random_removal(root, rng, rng.choice(paths), kind)


def _random_removal(root: Path, rng: random.Random, path: Path, kind: str) -> None:
    if kind == "rename":
        path.rename(root / f"moved{rng.randint(0, 10**6)}{path.suffix}")
        return
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    if kind == "link":
        path.symlink_to(rng.choice(["/etc", "nowhere", "."]))


@pytest.mark.parametrize("seed", range(16))
def test_sweeps_end_where_a_whole_listing_does(tmp_path: Path, with_git: bool, seed: int) -> None:
    rng = random.Random(seed)
    _random_tree(tmp_path, rng)
    if with_git:
        _git(tmp_path, "init", "-q")
        _git(tmp_path, "add", "-A", "-f") if rng.random() < 0.5 else _git(tmp_path, "add", "-A")
    settings = Settings(exclude=("/a/b/", "ab.py")) if seed % 3 == 0 else DEFAULT
    listing = list_project(str(tmp_path), settings, _recognise)
    for _ in range(6):
        before = _swept(tmp_path, listing)
        for _ in range(rng.randint(1, 4)):
            _random_change(tmp_path, rng)
        listing = _sweep(tmp_path, before, settings)
        whole = list_project(str(tmp_path), settings, _recognise)
        assert listing._replace(guards=[]) == whole._replace(guards=[])
        listing = whole
