"""The only module that knows SQL: opens the index database, reads it, writes it. `schema.sql` is its shape.

One writer at a time (SQLite's own lock), WAL, so readers never wait for it. Every `sqlite3` error leaves as one of
two: `StoreDamaged` (a cache that has to be made again) or `StoreUnavailable` (no room, no permission).
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import Failed, StoreUnavailable
from ..facts import Symbol
from .rows import Located, StoreDamaged, ViewRow

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from typing import Any

    from .rows import BlobKey, NewBlob, ViewUpdate
    from .segment_rows import NewSegment, SegmentRow

__all__ = [
    "FAILED",
    "INDEXED",
    "MEMORY",
    "WITH_ERRORS",
    "Store",
    "open_store",
    "words_of",
]

MEMORY = ":memory:"
APPLICATION_ID = 0x0C0DE1D8
SCHEMA_VERSION = 6
BUSY_SECONDS = 60
KEEP_DAYS = 30
"""A blob that no view has had for so long is collected."""
KEEP_SAID_DAYS = 7
"""What a language server said is forgotten when nobody has asked for it for so long."""

INDEXED = "indexed"
WITH_ERRORS = "errors"
FAILED = "parser failed"
"""Status of a blob with facts, of one with facts and syntax errors, of one whose parse crashed or hung."""

_DAMAGED = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_CONSTRAINT,
}
"""Error codes (without their extended bits) that a sound database of our schema does not raise."""


_SYMBOL_COLUMNS = ", ".join(f"symbol.{field}" for field in Symbol._fields)


def open_store(path: str, *, mend: bool = False) -> Store:
    """Open the database at `path` (or `MEMORY`), make it if there is none.

    Raises `StoreDamaged` where it is broken or not ours, unless `mend`: then it is set aside and made again, which is
    for whoever holds the index's lock. Raises `StoreUnavailable` where it can be neither read nor made.
    """
    try:
        return Store(path)
    except StoreDamaged:
        if not mend:
            raise
        set_aside(path)
        return Store(path)


def words_of(name: str) -> list[str]:
    """The words of the index that a name is written with: its parts where it has signs that no word has (`#own`)."""
    return [part for part in _SEPARATED.split(name) if part] or [name]


def set_aside(path: str) -> None:
    """Remove a database of ours with its journals; one that is not ours is renamed, since it may be somebody's."""
    with _translated():
        foreign = f"{path}.foreign-{time.time_ns()}" if _is_foreign(path) else ""
        for suffix in ("-wal", "-shm", ""):
            try:
                if foreign:
                    os.replace(path + suffix, foreign + suffix)
                else:
                    os.unlink(path + suffix)
            except FileNotFoundError:
                continue


class Store:
    """A connection to the index of one repository. Not for two threads at once."""

    def __init__(self, path: str) -> None:
        """Connect and check; make the tables in an empty database. Raises StoreDamaged, StoreUnavailable."""
        self.path = path
        with _translated():
            if path != MEMORY:
                _make_private_folder(os.path.dirname(path))
                if _lost_its_head(path):
                    raise StoreDamaged(
                        f"the index is damaged: {path} is empty, its journal is not", "It is made again."
                    )
            self._db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            with _translated():
                self._set_up()
            self._identity = self._file_identity()
        except Failed:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        self._db.close()

    def is_current(self) -> bool:
        """Whether the file at the path still is the one this connection has open."""
        return self.path == MEMORY or self._file_identity() == self._identity

    def data_version(self) -> int:
        """A number that changes when another connection has changed the database."""
        return self._number("PRAGMA data_version")

    def bytes(self) -> int:
        """Size of the database on disk with its journal, or in memory."""
        if self.path == MEMORY:
            return self._number("PRAGMA page_count") * self._number("PRAGMA page_size")
        return _size(self.path) + _size(self.path + "-wal")

    # --- views -------------------------------------------------------------------------------------------------

    def view(self, root: str) -> ViewRow:
        """The view of a work tree; a new one is empty."""
        sql, text = "SELECT id, stamp, generation, used_on FROM view WHERE root = ?", _text_of(root)
        found = self._rows(sql, (text,))
        if not found:
            self._write("INSERT OR IGNORE INTO view (root, stamp, generation, used_on) VALUES (?, '', 0, 0)", (text,))
        return ViewRow(*(found[0] if found else self._row(sql, (text,))))

    def files(self, view_id: int) -> list[tuple[Any, ...]]:
        """Each file of a view: the fields of a FileRow, then the path. Plain, since a look-up reads thousands."""
        sql = "SELECT size, mtime_ns, ctime_ns, inode, racy, blob_id, left_out, path FROM file WHERE view_id = ?"
        return self._rows(sql, (view_id,))

    def folders(self, view_id: int) -> list[tuple[Any, ...]]:
        """Each folder of a view: the fields of a FolderRow, then the path."""
        sql = "SELECT ctime_ns, inode, left_out, path FROM folder WHERE view_id = ?"
        return self._rows(sql, (view_id,))

    def stamps(self, view_id: int, generation: int) -> bytes | None:
        """The stamps of a view in one piece, if somebody left them for this generation."""
        found = self._rows("SELECT data FROM stamps WHERE view_id = ? AND generation = ?", (view_id, generation))
        return found[0][0] if found else None

    def keep_stamps(self, view_id: int, generation: int, data: bytes) -> None:
        """Leave the stamps of a view in one piece for the next look-up, unless that is not to be had at once."""
        sql = (
            "INSERT OR REPLACE INTO stamps (view_id, generation, data)"
            " SELECT id, generation, ? FROM view WHERE id = ? AND generation = ?"
        )
        with _translated():
            self._db.execute("PRAGMA busy_timeout = 0")
            try:
                self._db.execute(sql, (data, view_id, generation))
            except sqlite3.OperationalError:
                return  # somebody writes, or nobody may: the rows say the same
            finally:
                self._db.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")

    def guards(self, view_id: int) -> dict[str, str]:
        """The stamp of each file that decides what is visible, by absolute path."""
        rows = self._rows("SELECT path, stamp FROM guard WHERE view_id = ?", (view_id,))
        return {_path_of(path): stamp for path, stamp in rows}

    def update_view(self, view_id: int, update: ViewUpdate) -> None:
        """Write one change of a view, all or nothing."""
        today = _today()
        with self._transaction() as db:
            db.executemany(
                "UPDATE blob SET used_on = ?"
                " WHERE used_on < ? AND id = (SELECT blob_id FROM file WHERE view_id = ? AND path = ?)",
                [(today, today, view_id, path) for paths in (update.gone_files, update.files) for path in paths],
            )
            db.executemany("DELETE FROM file WHERE view_id = ? AND path = ?", [(view_id, p) for p in update.gone_files])
            db.executemany(
                "INSERT OR REPLACE INTO file (view_id, path, size, mtime_ns, ctime_ns, inode, racy, blob_id, left_out)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(view_id, path, *row) for path, row in update.files.items()],
            )
            db.executemany(
                "DELETE FROM folder WHERE view_id = ? AND path = ?", [(view_id, p) for p in update.gone_folders]
            )
            db.executemany(
                "INSERT OR REPLACE INTO folder (view_id, path, ctime_ns, inode, left_out) VALUES (?, ?, ?, ?, ?)",
                [(view_id, path, *row) for path, row in update.folders.items()],
            )
            if update.guards is not None:
                db.execute("DELETE FROM guard WHERE view_id = ?", (view_id,))
                db.executemany(
                    "INSERT INTO guard (view_id, path, stamp) VALUES (?, ?, ?)",
                    [(view_id, _text_of(path), stamp) for path, stamp in update.guards.items()],
                )
            db.execute(
                "UPDATE view SET generation = generation + 1, stamp = coalesce(?, stamp) WHERE id = ?",
                (update.stamp, view_id),
            )

    def forget_view(self, root: str) -> None:
        """Remove a view; its blobs stay until they are collected."""
        text = _text_of(root)
        with self._transaction() as db:
            db.execute(_USED_BY, (_today(), text))
            for statement in _FORGET:
                db.execute(statement, (text,))
            db.execute("DELETE FROM view WHERE root = ?", (text,))

    def roots(self) -> list[str]:
        """The roots of all views."""
        return [_path_of(root) for (root,) in self._rows("SELECT root FROM view")]

    # --- blobs -------------------------------------------------------------------------------------------------

    def has_blobs(self) -> bool:
        """Whether any blob is stored."""
        return bool(self._rows("SELECT 1 FROM blob LIMIT 1"))

    def blob_id(self, key: BlobKey) -> tuple[int, str] | None:
        """Id and status of a stored blob; none of one that another process may be about to collect."""
        sql = (
            "SELECT id, status FROM blob WHERE hash = ? AND language = ? AND fingerprint = ?"
            " AND (used_on > ? OR EXISTS (SELECT 1 FROM file WHERE file.blob_id = blob.id))"
        )
        found = self._rows(sql, (*key, _today() - KEEP_DAYS))
        return found[0] if found else None

    def add_blobs(self, blobs: Iterable[NewBlob], *, replace: bool = False) -> dict[BlobKey, int]:
        """Store facts and give each blob's id; of one that is there already the facts stay, unless `replace`."""
        ids: dict[BlobKey, int] = {}
        symbols: list[tuple[object, ...]] = []
        words: list[tuple[int, str]] = []
        today = _today()
        with self._transaction() as db:
            for blob in blobs:
                if blob.key in ids:
                    continue
                found = db.execute(
                    "INSERT INTO blob (hash, language, fingerprint, status, lines, used_on) VALUES (?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING RETURNING id",
                    (*blob.key, blob.status, blob.lines, today),
                ).fetchone()
                if found is None:
                    ids[blob.key] = db.execute(
                        "UPDATE blob SET used_on = ? WHERE hash = ? AND language = ? AND fingerprint = ? RETURNING id",
                        (today, *blob.key),
                    ).fetchone()[0]
                    if not replace:
                        continue
                    self._empty_blob(ids[blob.key], blob)
                else:
                    ids[blob.key] = found[0]
                blob_id = ids[blob.key]
                symbols += [(blob_id, i, *row) for i, row in enumerate(blob.symbols)]
                if blob.words:
                    words.append((blob_id, blob.words))
            db.executemany(_INSERT_SYMBOL, symbols)
            db.executemany("INSERT INTO words (blob_id, text) VALUES (?, ?)", words)
        return ids

    def _empty_blob(self, blob_id: int, blob: NewBlob) -> None:
        for table in ("symbol", "words", "deep", "routes"):
            self._db.execute(f"DELETE FROM {table} WHERE blob_id = ?", (blob_id,))  # noqa: S608 - names of ours
        self._drop_segments("SELECT segment_id FROM searchable WHERE blob_id = ?", (blob_id,))
        self._db.execute("UPDATE blob SET status = ?, lines = ? WHERE id = ?", (blob.status, blob.lines, blob_id))

    def collect(self, view_id: int) -> None:
        """Mark the view as used today; remove views of gone roots, and blobs that no view has had for KEEP_DAYS."""
        today = _today()
        for root in self.roots():
            if not os.path.isdir(root):
                self.forget_view(root)
        with self._transaction() as db:
            db.execute("UPDATE view SET used_on = ? WHERE id = ?", (today, view_id))
            old = "(SELECT id FROM blob WHERE used_on < ? AND id NOT IN (SELECT blob_id FROM file WHERE blob_id > 0))"
            covering = f"SELECT segment_id FROM searchable WHERE blob_id IN {old}"  # noqa: S608 - no input
            self._drop_segments(covering, (today - KEEP_DAYS,))
            for table in ("symbol", "words", "deep", "routes", "blob"):
                key = "id" if table == "blob" else "blob_id"
                db.execute(f"DELETE FROM {table} WHERE {key} IN {old}", (today - KEEP_DAYS,))  # noqa: S608 - no input
            db.execute("DELETE FROM said WHERE used_on < ?", (today - KEEP_SAID_DAYS,))

    # --- concept search ----------------------------------------------------------------------------------------

    def segments(self) -> list[SegmentRow]:
        """All segments of the search index."""
        from .segment_rows import SegmentRow

        rows = self._rows("SELECT id, blobs, firsts, lengths, kinds FROM segment ORDER BY id")
        return [SegmentRow(*row) for row in rows]

    def segment_ids(self) -> list[int]:
        """The ids of all segments."""
        return [number for (number,) in self._rows("SELECT id FROM segment ORDER BY id")]

    def unsearchable(self, view_id: int) -> list[tuple[int, str]]:
        """Each blob of a view that no segment covers, with a path that has it."""
        return self._rows(
            "SELECT file.blob_id, min(file.path) FROM file"
            " LEFT JOIN searchable ON searchable.blob_id = file.blob_id"
            " WHERE file.view_id = ? AND file.left_out = '' AND file.blob_id > 0 AND searchable.blob_id IS NULL"
            " GROUP BY file.blob_id ORDER BY 2",
            (view_id,),
        )

    def postings(self, segment_id: int, terms: Sequence[str]) -> dict[str, bytes]:
        """The postings of those of the terms that a segment has."""
        marks = ",".join("?" * len(terms))
        sql = f"SELECT term, data FROM posting WHERE segment_id = ? AND term IN ({marks})"  # noqa: S608 - marks
        return dict(self._rows(sql, (segment_id, *terms)))

    def all_postings(self, segment_id: int) -> list[tuple[str, bytes]]:
        """Every term of a segment with its postings."""
        return self._rows("SELECT term, data FROM posting WHERE segment_id = ?", (segment_id,))

    def add_segment(self, segment: NewSegment, instead_of: Sequence[int]) -> None:
        """Store a segment in the place of others; if another process has covered one of its blobs, do nothing."""
        with self._transaction() as db:
            for old in instead_of:
                if not db.execute("SELECT 1 FROM segment WHERE id = ?", (old,)).fetchone():
                    return
                self._drop_segments("?", (old,))
            taken = db.execute("SELECT blob_id FROM searchable").fetchall()
            if {blob_id for (blob_id,) in taken}.intersection(segment.blob_ids):
                return
            number = db.execute(
                "INSERT INTO segment (version, blobs, firsts, lengths, kinds) VALUES (?, ?, ?, ?, ?) RETURNING id",
                (segment.version, segment.blobs, segment.firsts, segment.lengths, segment.kinds),
            ).fetchone()[0]
            rows = [(blob_id, number) for blob_id in segment.blob_ids]
            db.executemany("INSERT INTO searchable (blob_id, segment_id) VALUES (?, ?)", rows)
            db.executemany(
                "INSERT INTO posting (segment_id, term, data) VALUES (?, ?, ?)",
                [(number, term, data) for term, data in segment.postings],
            )

    def drop_segments_but(self, version: int) -> None:
        """Remove the segments that another version has made."""
        if self._rows("SELECT 1 FROM segment WHERE version <> ? LIMIT 1", (version,)):
            with self._transaction():
                self._drop_segments("SELECT id FROM segment WHERE version <> ?", (version,))

    def blobs_in_views(self) -> set[int]:
        """The ids of all blobs that some view has."""
        return {blob_id for (blob_id,) in self._rows("SELECT DISTINCT blob_id FROM file WHERE blob_id > 0")}

    def symbols_at(self, blob_id: int, ordinals: Sequence[int]) -> list[tuple[int, Symbol]]:
        """Some symbols of a blob, each with its ordinal."""
        marks = ",".join("?" * len(ordinals))
        sql = f"SELECT ordinal, {_SYMBOL_COLUMNS} FROM symbol WHERE blob_id = ? AND ordinal IN ({marks})"  # noqa: S608
        return [(ordinal, Symbol(*rest)) for ordinal, *rest in self._rows(sql, (blob_id, *ordinals))]

    def defined(self, view_id: int) -> list[tuple[str, int, str, str, str]]:
        """Path, ordinal, name, kind and name path of each symbol of a view, in order of path and place."""
        return self._rows(
            "SELECT file.path, symbol.ordinal, symbol.name, symbol.kind, symbol.name_path FROM file"
            " JOIN symbol ON symbol.blob_id = file.blob_id WHERE file.view_id = ? AND file.left_out = ''"
            " ORDER BY file.path, symbol.ordinal",
            (view_id,),
        )

    def names_by_blob(self) -> list[tuple[int, str]]:
        """Each symbol of any view: its blob and its name."""
        return self._rows("SELECT blob_id, name FROM symbol INDEXED BY symbol_by_name")

    def _drop_segments(self, which: str, values: Sequence[object]) -> None:
        """Remove the segments that a query of ours names. In a transaction."""
        wanted = [number for (number,) in self._db.execute(f"SELECT id FROM segment WHERE id IN ({which})", values)]  # noqa: S608
        for number in wanted:
            self._db.execute("DELETE FROM posting WHERE segment_id = ?", (number,))
            self._db.execute("DELETE FROM searchable WHERE segment_id = ?", (number,))
            self._db.execute("DELETE FROM segment WHERE id = ?", (number,))

    # --- symbols -----------------------------------------------------------------------------------------------

    def definitions(self, view_id: int, names: Sequence[str]) -> list[Located]:
        """Every symbol of one of these names, in order of path and place."""
        names = [name for name in names if _text_of(name) == name]  # of bytes that are no text there is no symbol
        if len(names) > _MANY_NAMES:
            return list(self._each_named(view_id, frozenset(names)))
        found: list[Located] = []
        for start in range(0, len(names), _MAX_VARIABLES):
            chunk = names[start : start + _MAX_VARIABLES]
            marks = ",".join("?" * len(chunk))
            found += self._located(
                f"SELECT file.path, symbol.blob_id, symbol.ordinal, {_SYMBOL_COLUMNS} FROM symbol"  # noqa: S608
                # CROSS: names first. Left to choose, SQLite looks for every name in every file once there are many.
                " CROSS JOIN file ON file.blob_id = symbol.blob_id AND file.view_id = ?"
                f" WHERE symbol.name IN ({marks})",
                (view_id, *chunk),
            )
        found.sort(key=lambda located: (located.path, located.ordinal))
        return found

    def _each_named(self, view_id: int, names: frozenset[str]) -> Iterator[Located]:
        """The symbols of these names, of all that there are: a row at a time, since a large project has millions."""
        with _translated():
            for path, blob_id, ordinal, *symbol in self._db.execute(
                f"SELECT file.path, symbol.blob_id, symbol.ordinal, {_SYMBOL_COLUMNS} FROM file"  # noqa: S608
                " JOIN symbol ON symbol.blob_id = file.blob_id WHERE file.view_id = ?"
                " ORDER BY file.path, symbol.ordinal",
                (view_id,),
            ):
                if symbol[_NAME] in names:
                    yield Located(path, blob_id, ordinal, Symbol(*symbol))

    def names(self) -> list[str]:
        """Each name that a symbol of any view has, once; `definitions` tells which of them a view has."""
        return [name for (name,) in self._rows("SELECT DISTINCT name FROM symbol")]

    def symbols_of(self, blob_id: int) -> list[Symbol]:
        """All symbols of a blob in source order."""
        sql = f"SELECT {_SYMBOL_COLUMNS} FROM symbol WHERE blob_id = ? ORDER BY ordinal"  # noqa: S608
        return [Symbol(*row) for row in self._rows(sql, (blob_id,))]

    def ranges_of(self, blob_id: int, kinds: Sequence[str]) -> list[tuple[int, int, str, int]]:
        """Start and end in bytes, name path and number of the symbols of some kinds, outer ones before inner ones."""
        marks = ",".join("?" * len(kinds))
        sql = (
            f"SELECT start_byte, end_byte, name_path, ordinal FROM symbol WHERE blob_id = ? AND kind IN ({marks})"  # noqa: S608
            " ORDER BY start_byte, end_byte DESC, ordinal"
        )
        return self._rows(sql, (blob_id, *kinds))

    def top_symbols(self, view_id: int, prefix: str) -> list[Located]:
        """The top-level symbols of every file below a folder (`prefix` empty: of all)."""
        return self._located(
            f"SELECT file.path, symbol.blob_id, symbol.ordinal, {_SYMBOL_COLUMNS} FROM file"  # noqa: S608
            " JOIN symbol ON symbol.blob_id = file.blob_id"
            " WHERE file.view_id = ? AND file.path >= ? AND file.path < ? AND symbol.parent = -1"
            " ORDER BY file.path, symbol.ordinal",
            (view_id, *_below(prefix)),
        )

    def blob(self, blob_id: int) -> tuple[str, str, int]:
        """Language, status and number of lines of a blob."""
        language, status, lines = self._row("SELECT language, status, lines FROM blob WHERE id = ?", (blob_id,))
        return language, status, lines

    def blob_hash(self, blob_id: int) -> bytes:
        """The hash of a blob's content."""
        return self._row("SELECT hash FROM blob WHERE id = ?", (blob_id,))[0]

    def blobs_with_word(self, view_id: int, word: str) -> list[str]:
        """Paths of the files in which the identifier occurs anywhere; of one like `a-b`, both of its words."""
        sql = (
            "SELECT file.path FROM file JOIN words ON words.blob_id = file.blob_id"
            " WHERE file.view_id = ? AND instr(words.text, ?) ORDER BY file.path"
        )
        first, *more = ([path for (path,) in self._rows(sql, (view_id, f"\n{each}\n"))] for each in words_of(word))
        return [path for path in first if all(path in other for other in more)]

    def paths_defining(self, view_id: int, name: str) -> list[str]:
        """Paths of the files that have a symbol of a name."""
        if _text_of(name) != name:
            return []
        sql = (
            "SELECT DISTINCT file.path FROM symbol JOIN file ON file.blob_id = symbol.blob_id AND file.view_id = ?"
            " WHERE symbol.name = ? ORDER BY file.path"
        )
        return [path for (path,) in self._rows(sql, (view_id, name))]

    def included_by_path(self, view_id: int) -> dict[str, list[str]]:
        """The files that the text of each file of a view includes, as written."""
        sql = (
            "SELECT file.path, words.text FROM file JOIN words ON words.blob_id = file.blob_id"
            " WHERE file.view_id = ? AND instr(words.text, ?) ORDER BY file.path"
        )
        rows = self._rows(sql, (view_id, "\n#"))
        return {path: [line[1:] for line in text.split("\n") if line.startswith("#")] for path, text in rows}

    def languages_of(self, view_id: int) -> dict[str, str]:
        """The language of each indexed file, by path."""
        sql = (
            "SELECT file.path, blob.language FROM file JOIN blob ON blob.id = file.blob_id"
            " WHERE file.view_id = ? AND file.left_out = '' ORDER BY 1"
        )
        return dict(self._rows(sql, (view_id,)))

    def deep_facts(self, blob_ids: Sequence[int], version: int) -> dict[int, bytes]:
        """The stored deep facts of those of the blobs that have some of this version."""
        found: dict[int, bytes] = {}
        for start in range(0, len(blob_ids), _MAX_VARIABLES):
            chunk = blob_ids[start : start + _MAX_VARIABLES]
            marks = ",".join("?" * len(chunk))
            sql = f"SELECT blob_id, data FROM deep WHERE version = ? AND blob_id IN ({marks})"  # noqa: S608 - marks
            found.update(self._rows(sql, (version, *chunk)))
        return found

    def add_deep_facts(self, rows: Iterable[tuple[int, bytes]], version: int) -> None:
        """Store deep facts by blob."""
        with self._transaction() as db:
            db.executemany(
                "INSERT OR REPLACE INTO deep (blob_id, version, data) VALUES (?, ?, ?)",
                [(blob_id, version, data) for blob_id, data in rows],
            )

    def route_facts(self, view_id: int, versions: Sequence[str]) -> list[tuple[int, bytes]]:
        """The stored facts of routes, of one of these versions, of the blobs of a view."""
        marks = ",".join("?" * len(versions))
        sql = (
            "SELECT DISTINCT routes.blob_id, routes.data FROM file JOIN routes ON routes.blob_id = file.blob_id"  # noqa: S608
            f" WHERE file.view_id = ? AND routes.version IN ({marks})"
        )
        return self._rows(sql, (view_id, *versions))

    def add_route_facts(self, rows: Iterable[tuple[int, str, bytes]]) -> None:
        """Store facts of routes by blob, with their version."""
        with self._transaction() as db:
            db.executemany("INSERT OR REPLACE INTO routes (blob_id, version, data) VALUES (?, ?, ?)", rows)

    def count_deep(self, view_id: int, version: int) -> int:
        """Number of files of a view whose deep facts are there."""
        sql = (
            "SELECT count(*) FROM file JOIN deep ON deep.blob_id = file.blob_id"
            " WHERE file.view_id = ? AND deep.version = ?"
        )
        return self._number(sql, (view_id, version))

    def contents(self, view_id: int, languages: Sequence[str]) -> list[tuple[str, bytes]]:
        """Path and content hash of each file of some languages, in order of path."""
        marks = ",".join("?" * len(languages))
        mine = f"file.view_id = ? AND blob.language IN ({marks})"
        sql = f"SELECT file.path, blob.hash FROM file JOIN blob ON blob.id = file.blob_id WHERE {mine} ORDER BY 1"  # noqa: S608
        return self._rows(sql, (view_id, *languages))

    def said(self, key: bytes) -> bytes | None:
        """What was remembered under a key."""
        found = self._rows("SELECT data, used_on FROM said WHERE key = ?", (key,))
        if not found:
            return None
        if found[0][1] != _today():
            self._write("UPDATE said SET used_on = ? WHERE key = ?", (_today(), key))
        return found[0][0]

    def forget(self, key: bytes) -> None:
        """Forget what was remembered under a key."""
        self._write("DELETE FROM said WHERE key = ?", (key,))

    def blobs_with_hash(self, hash_: bytes) -> list[int]:
        """The blobs that some content is, in whatever language."""
        return [blob_id for (blob_id,) in self._rows("SELECT id FROM blob WHERE hash = ?", (hash_,))]

    def remember(self, key: bytes, data: bytes) -> None:
        """Remember something under a key."""
        self._write("INSERT OR REPLACE INTO said (key, data, used_on) VALUES (?, ?, ?)", (key, data, _today()))

    def without_deep(self, view_id: int, version: int) -> list[tuple[int, str]]:
        """Each blob of a view that has symbols or words, and no deep facts of this version, with a path that has it."""
        return self._rows(
            "SELECT file.blob_id, min(file.path) FROM file JOIN words ON words.blob_id = file.blob_id"
            " LEFT JOIN deep ON deep.blob_id = file.blob_id AND deep.version = ?"
            " WHERE file.view_id = ? AND file.left_out = '' AND deep.blob_id IS NULL"
            " GROUP BY file.blob_id ORDER BY min(file.path)",
            (version, view_id),
        )

    def words_of(self, blob_id: int) -> str:
        """The words of a blob, between newlines."""
        found = self._rows("SELECT text FROM words WHERE blob_id = ?", (blob_id,))
        return found[0][0] if found else ""

    def words_by_path(self, view_id: int) -> list[tuple[str, str]]:
        """Each file of a view with its words, between newlines, in order of path."""
        sql = (
            "SELECT file.path, words.text FROM file JOIN words ON words.blob_id = file.blob_id"
            " WHERE file.view_id = ? ORDER BY file.path"
        )
        return self._rows(sql, (view_id,))

    def files_by_language(self, view_id: int) -> dict[str, int]:
        """Number of indexed files a language, most first."""
        sql = (
            "SELECT blob.language, count(*) AS files FROM file JOIN blob ON blob.id = file.blob_id"
            " WHERE file.view_id = ? AND file.left_out = '' GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return dict(self._rows(sql, (view_id,)))

    def files_with_status(self, view_id: int, status: str) -> list[str]:
        """Paths of the files whose blob has that status."""
        sql = (
            "SELECT file.path FROM file JOIN blob ON blob.id = file.blob_id"
            " WHERE file.view_id = ? AND blob.status = ? ORDER BY 1"
        )
        return [path for (path,) in self._rows(sql, (view_id, status))]

    def count_symbols(self, view_id: int, prefix: str = "") -> int:
        """Number of symbols in the files of a view, or in those of them below a folder."""
        sql = (
            "SELECT count(*) FROM file JOIN symbol ON symbol.blob_id = file.blob_id"
            " WHERE file.view_id = ? AND file.path >= ? AND file.path < ?"
        )
        return self._number(sql, (view_id, *_below(prefix)))

    # --- below -------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        db = self._db
        application, version = self._number("PRAGMA application_id"), self._number("PRAGMA user_version")
        if (application, version) != (APPLICATION_ID, SCHEMA_VERSION):
            if application or version or self._number("SELECT count(*) FROM sqlite_schema"):
                raise StoreDamaged(f"{self.path} is not an index of this version", "It is made again.")
            self._create()
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA cache_size = -16384")
        db.execute("PRAGMA temp_store = MEMORY")

    def _create(self) -> None:
        with open(os.path.join(os.path.dirname(__file__), "schema.sql"), encoding="utf-8") as file:
            schema = file.read()
        self._db.execute("PRAGMA journal_mode = WAL")
        with self._transaction() as db:
            if not self._number("SELECT count(*) FROM sqlite_schema"):  # else another process was quicker
                for statement in schema.split(";\n"):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _file_identity(self) -> tuple[int, int] | None:
        if self.path == MEMORY:
            return None
        try:
            stat = os.stat(self.path)
        except OSError:
            return None
        return stat.st_dev, stat.st_ino

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        with _translated():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with _translated():
            return self._db.execute(sql, values).fetchall()

    def _row(self, sql: str, values: Sequence[object] = ()) -> tuple[Any, ...]:
        """The one row that there has to be."""
        found = self._rows(sql, values)
        if not found:
            raise StoreDamaged("the index is damaged: a row is missing", "It is made again.")
        return found[0]

    def _located(self, sql: str, values: Sequence[object]) -> list[Located]:
        return [Located(path, blob, i, Symbol(*rest)) for path, blob, i, *rest in self._rows(sql, values)]

    def _number(self, sql: str, values: Sequence[object] = ()) -> int:
        return self._row(sql, values)[0]

    def _write(self, sql: str, values: Sequence[object]) -> None:
        with self._transaction() as db:
            db.execute(sql, values)


_SEPARATED = re.compile(r"[^\w$?!@~]+")
_MAX_VARIABLES = 500
_NAME = Symbol._fields.index("name")
_MANY_NAMES = 5000
"""From about here on, reading every symbol is quicker than looking names up."""
_INSERT_SYMBOL = (
    f"INSERT INTO symbol (blob_id, ordinal, {', '.join(Symbol._fields)})"  # noqa: S608 - the fields of a class
    f" VALUES ({', '.join('?' * (len(Symbol._fields) + 2))})"
)
_FORGET = tuple(
    f"DELETE FROM {table} WHERE view_id = (SELECT id FROM view WHERE root = ?)"  # noqa: S608 - names of ours
    for table in ("file", "folder", "guard", "stamps")
)
_USED_BY = (
    "UPDATE blob SET used_on = ? WHERE id IN"
    " (SELECT blob_id FROM file JOIN view ON view.id = file.view_id WHERE view.root = ?)"
)


@contextmanager
def _translated() -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None or code & 0xFF in _DAMAGED:
            raise StoreDamaged(f"the index is damaged: {error}", "It is made again.") from error
        raise StoreUnavailable(f"the index cannot be used: {error}", _HINT) from error
    except UnicodeDecodeError as error:  # of a message of SQLite's that quotes the damaged schema
        raise _senseless(error) from error
    except OSError as error:
        raise StoreUnavailable(f"the index cannot be used: {error.strerror}: {error.filename}", _HINT) from error


_HINT = "Make room or give write permission in the cache folder, or set CODEINTEL_CACHE to another one."


def _senseless(error: Exception) -> StoreDamaged:
    return StoreDamaged(f"the index is damaged: {error}", "It is made again.")


def _text_of(path: str) -> str:
    """An absolute path as text that SQLite takes, also one that is not UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return _HEX + os.fsencode(path).hex()
    return path


def _path_of(text: str) -> str:
    return os.fsdecode(bytes.fromhex(text[len(_HEX) :])) if text.startswith(_HEX) else text


_HEX = "hex:"
_HEAD_BYTES = 100


def _today() -> int:
    return int(time.time() // 86400)


def _make_private_folder(folder: str) -> None:
    if not os.path.isdir(folder):
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        os.makedirs(folder, mode=0o700, exist_ok=True)


def _below(folder: str) -> tuple[str, str]:
    """Between which texts the paths below a folder (empty: all paths) stand in order."""
    return (folder + "/", folder + "0") if folder else ("", "\U0010ffff")


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except FileNotFoundError:
        return 0


def _lost_its_head(path: str) -> bool:
    """Whether the database was emptied under a journal: SQLite would wait for whoever still has it open."""
    return _size(path) < _HEAD_BYTES and _size(path + "-wal") > 0


def _is_foreign(path: str) -> bool:
    """Whether `path` is a sound SQLite database that somebody else made."""
    from urllib.parse import quote

    try:
        db = sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode=ro", uri=True)
    except sqlite3.Error:
        return False
    try:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        return application != APPLICATION_ID and bool(db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    except sqlite3.Error:
        return False
    finally:
        db.close()
