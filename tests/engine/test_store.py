"""The index is a cache: whatever happens to its files, answers stay right, and what is not ours stays."""

from __future__ import annotations

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
    line for n in range(30) for line in (f"pkg{n % 3}/m{n}.py:C{n}  class  1-3", f"pkg{n % 3}/m{n}.py:C{n}/method_{n}  method  2-3")
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


def _overwrite(at: int | float, content: bytes) -> Callable[[Path], None]:
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
    **{f"no table {name}": _sql(f"DROP TABLE {name}") for name in ("blob", "symbol", "import", "words", "view", "file", "folder", "guard")},
    "a column less": _sql("ALTER TABLE symbol DROP COLUMN doc"),
    "no index": _sql("DROP INDEX symbol_by_name", "DROP INDEX file_by_blob"),
    "tables emptied": _sql("DELETE FROM file", "DELETE FROM folder"),
    "blobs gone": _sql("DELETE FROM blob"),
    "no sense in the counts": _sql("UPDATE folder SET left_out = 'no JSON'"),
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
