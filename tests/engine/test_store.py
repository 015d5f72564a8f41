"""The index is a cache: whatever happens to its files, answers stay right, and what is not ours stays."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support import cli, commit, find, git, write

from codeintel.engine import cache
from codeintel.engine.index import store as stores
from codeintel.engine.index.store import KEEP_DAYS, SCHEMA_VERSION
from codeintel.engine.service import Engine

FILES = {f"pkg{n % 3}/m{n}.py": f"class C{n}:\n    def method_{n}(self):\n        return {n}\n" for n in range(30)}
EXPECTED = sorted(
    line
    for n in range(30)
    for line in (f"pkg{n % 3}/m{n}.py:C{n}  class  1-3", f"pkg{n % 3}/m{n}.py:C{n}/method_{n}  method  2-3")
)


@pytest.fixture
def database(project: Path) -> Path:
    """The database of a project that has an index."""
    write(project, FILES)
    with closing(Engine(str(project))) as engine:
        assert sorted(find(engine)) == EXPECTED
    return Path(cache.index_folder(str(project))) / cache.DATABASE


def check(project: Path, *, note: str | None = None, engine: Engine | None = None) -> None:
    """Ask an engine, a new one by default. `note`: what its one note says, or that it has none (None: either)."""
    with closing(engine or Engine(str(project))) as asked:
        assert sorted(find(asked)) == EXPECTED
        if note is not None:
            assert len(asked.notes) == bool(note)
            assert note in "".join(asked.notes)


# --- damage ------------------------------------------------------------------------------------------------------


def _truncate(size: int) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        os.truncate(path, size if size >= 0 else path.stat().st_size + size)

    return damage


def _overwrite(at: float, content: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at if isinstance(at, int) else int(path.stat().st_size * at) // 4096 * 4096)
            file.write(content)

    return damage


def _replace_by(content: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        path.unlink()
        path.write_bytes(content)

    return damage


def _sql(*statements: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            for statement in statements:
                db.execute(statement)

    return damage


def _delete(*names: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        for name in names:
            Path(f"{path}{name}").unlink(missing_ok=True)

    return damage


NOISE = random.Random(7).randbytes(8192)
DAMAGE = {
    **{f"cut to {size}": _truncate(size) for size in (0, 1, 50, 99, 100, 512, 4095, 4096, 8192, 20_000, -4096, -1)},
    "head zeroed": _overwrite(0, bytes(200)),
    "head is noise": _overwrite(0, NOISE[:100]),
    "first page zeroed behind the head": _overwrite(100, bytes(3996)),
    **{f"noise at {at}": _overwrite(at, NOISE) for at in (0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9)},
    "zeros in the middle": _overwrite(0.5, bytes(8192)),
    "another file": _replace_by(b"no database at all\n" * 1000),
    "empty file": _replace_by(b""),
    "other schema version": _sql(f"PRAGMA user_version = {SCHEMA_VERSION + 1}"),
    "older schema version": _sql("PRAGMA user_version = 0"),
    **{
        f"no table {name}": _sql(f"DROP TABLE {name}")
        for name in ("blob", "symbol", "words", "deep", "view", "file", "folder", "guard")
    },
    "a column less": _sql("ALTER TABLE symbol DROP COLUMN doc"),
    "no index": _sql("DROP INDEX symbol_by_name", "DROP INDEX file_by_blob"),
    "tables emptied": _sql("DELETE FROM file", "DELETE FROM folder"),
    "blobs gone": _sql("DELETE FROM blob"),
    "no JSON in the counts": _sql("UPDATE folder SET left_out = 'no JSON'"),
    "deleted": _delete(""),
    "deleted with its journals": _delete("", "-wal", "-shm"),
    "deleted but for its journals": _delete("", "-shm"),
    "journal deleted": _delete("-wal", "-shm"),
    "folder deleted": lambda path: shutil.rmtree(path.parent),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_mended(project: Path, database: Path, damage: Callable[[Path], None]) -> None:
    damage(database)
    check(project)
    check(project, note="")


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_while_it_is_open(project: Path, database: Path, damage: Callable[[Path], None]) -> None:
    with closing(Engine(str(project))) as open_before:
        write(project, {"pkg0/m0.py": FILES["pkg0/m0.py"] + "\n"})  # something in the journal
        find(open_before)
        assert Path(f"{database}-wal").exists()
        damage(database)
        check(project)  # another one, meanwhile
        check(project, engine=open_before)
    check(project, note="")


def test_damaged_row_is_no_traceback(project: Path, database: Path) -> None:
    _sql("UPDATE folder SET left_out = 'no JSON'")(database)
    with closing(Engine(str(project))) as engine:
        assert engine.status().files == len(FILES)
    _sql("DELETE FROM blob")(database)
    with closing(Engine(str(project))) as engine:
        assert engine.overview("pkg0/m0.py").symbols


def test_random_damage_is_no_error(project: Path, database: Path) -> None:
    """Whatever is overwritten; single letters of a stored name cannot be told from the truth, so answers may differ."""
    sound = database.read_bytes()
    chance = random.Random(11)
    for size in (1, 8, 100, 3000) * 10:
        at = chance.randrange(len(sound) - size)
        for suffix in ("-wal", "-shm"):
            Path(f"{database}{suffix}").unlink(missing_ok=True)
        database.write_bytes(sound[:at] + chance.randbytes(size) + sound[at + size :])
        with closing(Engine(str(project))) as engine:
            find(engine)
            engine.overview("pkg0/m0.py")
            engine.status()


# --- what is not ours --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["plain", "with # and ? and %41"])
def test_foreign_database_is_set_aside(project: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setenv("CODEINTEL_CACHE", str(project.parent / folder))
    write(project, FILES)
    database = Path(cache.index_folder(str(project))) / cache.DATABASE
    database.parent.mkdir(parents=True)
    with closing(sqlite3.connect(database)) as somebodys:
        somebodys.execute("PRAGMA journal_mode = WAL")
        somebodys.execute("CREATE TABLE precious (text)")
        somebodys.execute("INSERT INTO precious VALUES ('here')")
        somebodys.commit()
        check(project, note="")
    (aside,) = database.parent.glob(f"{cache.DATABASE}.foreign-*[0-9]")
    with closing(sqlite3.connect(aside)) as somebodys:
        assert somebodys.execute("SELECT text FROM precious").fetchall() == [("here",)]
    check(project, note="")


def test_folder_of_the_index_is_private(project: Path, database: Path) -> None:
    assert stat.S_IMODE(database.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(database.parent.parent.stat().st_mode) == 0o700


def test_clean_leaves_what_is_not_ours(project: Path, database: Path) -> None:
    write(database.parent, {"somebody's.txt": "here"})
    assert cli("-C", project, "clean").code == 0
    assert os.listdir(database.parent) == ["somebody's.txt"]
    check(project, note="")


def test_many_names_are_all_found(project: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they are looked up by name or all symbols are read."""
    for many in (5, 10_000):
        monkeypatch.setattr(stores, "_MANY_NAMES", many)
        check(project, note="")
    assert database.exists()


# --- nowhere to write --------------------------------------------------------------------------------------------


def _file_in_place_of_the_cache(folder: Path) -> Iterator[None]:
    folder.write_text("no folder")
    yield


def _folder_in_place_of_the_database(folder: Path) -> Iterator[None]:
    (Path(cache.index_folder(str(folder.parent / "project"))) / cache.DATABASE).mkdir(parents=True)
    yield


def _damaged_and_not_to_be_mended(folder: Path) -> Iterator[None]:
    index = Path(cache.index_folder(str(folder.parent / "project")))
    write(index, {cache.DATABASE: b"SQLite format 3\0" + bytes(4096)})
    (index / cache.LOCK).mkdir()
    yield


def _mount(options: str) -> Callable[[Path], Iterator[None]]:
    def mounted(folder: Path) -> Iterator[None]:
        folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False, capture_output=True
        )
        if done.returncode:
            pytest.skip(f"cannot mount: {done.stderr.decode()}")
        try:
            yield
        finally:
            subprocess.run(["umount", "-l", folder], check=True)

    return mounted


@pytest.mark.parametrize(
    "obstacle",
    [
        _file_in_place_of_the_cache,
        _folder_in_place_of_the_database,
        _damaged_and_not_to_be_mended,
        _mount("ro"),
        _mount("size=16k"),
        _mount("size=100k"),
    ],
    ids=["file in its place", "folder in its place", "no lock", "read-only", "full", "nearly full"],
)
def test_answers_without_a_place_for_the_index(
    project: Path, monkeypatch: pytest.MonkeyPatch, obstacle: Callable[[Path], Iterator[None]]
) -> None:
    folder = project.parent / "cache"
    monkeypatch.setenv("CODEINTEL_CACHE", str(folder))
    write(project, FILES)
    for _ in obstacle(folder):
        check(project, note="in memory")
        ran = cli("-C", project, "find", "C7")
        assert (ran.code, ran.out.split()[0]) == (0, "pkg1/m7.py")
        assert "in memory" in ran.err
        with closing(Engine(str(project))) as engine:  # which has to keep up
            find(engine)
            write(project, {"new.py": "def new(): pass\n"})
            assert find(engine, "new") == ["new.py:new  function  1-1"]
            (project / "new.py").unlink()
            check(project, engine=engine)


def test_disk_that_fills_up_later(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project.parent / "cache"
    monkeypatch.setenv("CODEINTEL_CACHE", str(folder))
    write(project, FILES)
    for _ in _mount("size=8m")(folder):
        with closing(Engine(str(project))) as engine:
            find(engine)
            with (folder / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
                while filler.write(bytes(4096)):
                    continue
            write(project, {f"more{n}.py": "".join(f"def f{n}_{i}(): pass\n" for i in range(200)) for n in range(60)})
            assert len(find(engine, "f7_*")) == 200
            assert "in memory" in engine.notes[0]
        (folder / "filler").unlink()
        with closing(Engine(str(project))) as engine:
            assert len(find(engine, "f7_*")) == 200
            assert not engine.notes


# --- collection --------------------------------------------------------------------------------------------------


NOW = time.time


def _later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW() + days * 86400)


def _blobs(database: Path) -> int:
    with closing(sqlite3.connect(database)) as db:
        counts = [db.execute(f"SELECT count(DISTINCT {key}) FROM {table}").fetchone()[0] for table, key in _BLOB_TABLES]
    assert len(set(counts)) == 1
    return counts[0]


_BLOB_TABLES = (("blob", "id"), ("symbol", "blob_id"), ("words", "blob_id"))


@pytest.mark.parametrize(("days", "left"), [(1, 31), (KEEP_DAYS, 31), (KEEP_DAYS + 1, 30)])
def test_blobs_that_nobody_has_are_collected(
    project: Path, database: Path, monkeypatch: pytest.MonkeyPatch, days: int, left: int
) -> None:
    write(project, {"pkg0/m0.py": "def new(): pass\n"})
    with closing(Engine(str(project))) as engine:
        find(engine)
    assert _blobs(database) == 31
    _later(monkeypatch, days)
    write(project, {"pkg0/m0.py": "def new(): pass\n"})  # a change, so that there is something to write
    with closing(Engine(str(project))) as engine:
        find(engine)
    assert _blobs(database) == left


def test_blobs_that_were_there_until_now_are_kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago they came: the view that had them last counts."""
    write(project, FILES)
    commit(project)
    git(project, "switch", "-q", "-c", "other")
    git(project, "rm", "-q", "-r", "pkg0")
    git(project, "commit", "-q", "-m", "less")
    git(project, "switch", "-q", "main")
    with closing(Engine(str(project))) as engine:
        check(project)
        _later(monkeypatch, 100)
        git(project, "switch", "-q", "other")
        assert len(find(engine)) == 40
        git(project, "switch", "-q", "main")
        assert engine.refresh().parsed == 0
        check(project, engine=engine)


def test_blobs_of_a_forgotten_work_tree_are_kept_a_while(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, FILES)
    commit(project)
    side = project.parent / "side"
    git(project, "worktree", "add", "-q", str(side))
    write(side, {"only.py": "def only(): pass\n"})
    database = Path(cache.index_folder(str(project))) / cache.DATABASE
    for root in (project, side):
        with closing(Engine(str(root))) as engine:
            find(engine)
    assert _blobs(database) == 31
    shutil.rmtree(side)
    for days, blobs in ((60, 31), (60 + KEEP_DAYS, 31), (61 + KEEP_DAYS, 30)):
        _later(monkeypatch, days)
        write(project, {"pkg0/m0.py": FILES["pkg0/m0.py"]})
        check(project)
        assert _blobs(database) == blobs
        with closing(sqlite3.connect(database)) as db:
            assert db.execute("SELECT root FROM view").fetchall() == [(str(project),)]


def test_known_blob_is_not_taken_away_by_another_process(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look-up of an old blob that no view has and its use, somebody collects."""
    write(project, FILES)
    with closing(Engine(str(project))) as engine, closing(Engine(str(project))) as other:
        check(project)
        (project / "pkg0/m0.py").unlink()
        find(engine)
        find(other)
        _later(monkeypatch, KEEP_DAYS + 1)
        update = stores.Store.update_view

        def after_collection(store: stores.Store, view_id: int, changes: stores.ViewUpdate) -> None:
            monkeypatch.setattr(stores.Store, "update_view", update)
            write(project, {"other.py": "def other(): pass\n"})
            find(other)
            (project / "other.py").unlink()
            update(store, view_id, changes)

        monkeypatch.setattr(stores.Store, "update_view", after_collection)
        write(project, {"pkg0/m0.py": FILES["pkg0/m0.py"]})
        find(engine)
        check(project, engine=engine)
    check(project)
