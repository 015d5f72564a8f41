"""Gives linking its facts from a view of the index, and keeps what it has read for as long as it is true."""

from __future__ import annotations

import gc
import os
import stat
import sys
from array import array
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ..index.deepen import Making, deep_facts, few, stored_facts
from ..index.store import words_of
from ..progress import silent
from .files import LinkedFile
from .library import NO_LIBRARY, load_library
from .linker import Linker
from .project import Project

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Sequence

    from ..deepfacts import DeepFacts
    from ..index.sync import Sync
    from ..progress import Progress
    from .library import Library

__all__ = ["linker_of", "linker_with"]

MAX_LINES = 600_000
"""Lines of source whose facts are kept in memory: some 300 MB."""
MAX_TEXT = 1_000_000
"""Characters of a manifest or configuration."""
KEPT = "linking"
FEW_SCANS = 40
"""Words that are looked for by a scan (7 ms each on 2,900 files) before it pays to read all words (half a second)."""
RECURSION = 10_000
"""Types of expressions need each other: as deep as `core.MAX_DEPTH` results, each some ten calls."""


class _Kept(NamedTuple):
    generation: int
    linker: Linker
    files: dict[int, tuple[LinkedFile, int]]
    source: _ViewSource


def linker_of(view: Sync, progress: Progress = silent) -> Linker:
    """The linker of the state that a view is in; results live as long as that state, facts as long as their blobs."""
    if sys.getrecursionlimit() < RECURSION:
        sys.setrecursionlimit(RECURSION)
    kept: _Kept | None = view.kept.get(KEPT)
    if kept is not None and kept.generation == view.row.generation and kept.source.is_as_read():
        return kept.linker
    files = kept.files if kept is not None else {}
    source = _ViewSource(view, files, progress)
    linker = Linker(Project(source))
    linker.breathe = source.breathe
    view.kept[KEPT] = _Kept(view.row.generation, linker, files, source)
    return linker


def linker_with(view: Sync, path: str, language: str, progress: Progress = silent) -> Linker:
    """The same as if there were one file more, an empty one; nobody else gets that linker."""
    kept: _Kept | None = view.kept.get(KEPT)
    source = _ViewSource(view, kept.files if kept is not None else {}, progress)
    source.announce(path, language)
    linker = Linker(Project(source))
    linker.breathe = source.breathe
    return linker


class _Postings:
    """Each word with the files in which it occurs."""

    def __init__(self, rows: list[tuple[str, str]]) -> None:
        self._paths = [path for path, _ in rows]
        self._files: dict[str, array[int]] = {}
        files = self._files
        for number, (_, text) in enumerate(rows):
            for word in text.split("\n"):
                found = files.get(word)
                if found is None:
                    files[word] = array("I", (number,))
                else:
                    found.append(number)

    def paths_with(self, word: str) -> list[str]:
        return [self._paths[number] for number in self._files.get(word, ())]


class _ViewSource:
    """Facts of the files of a view."""

    def __init__(self, view: Sync, files: dict[int, tuple[LinkedFile, int]], progress: Progress) -> None:
        self._view = view
        self._files = files
        self._progress = progress
        self._by_path: dict[str, LinkedFile] = {}
        self._scans = 0
        self._postings: _Postings | None = None
        self._streams = False
        self._making: Making | None = None
        self.read: dict[str, tuple[int, ...] | None] = {}
        """Stamps of the files that were read besides sources; None of those that were not there."""
        languages = view.project()[1].languages
        self._language = view.store.languages_of(view.row.id)
        self._folder = {name: language.folder for name, language in languages.items()}
        self._family = {name: language.family for name, language in languages.items()}

    def announce(self, path: str, language: str) -> None:
        """Count a file that is not there, before anybody has asked."""
        self._language = {**self._language, path: language}

    def paths(self) -> dict[str, str]:
        """Each file with the family of its language."""
        return {path: self._family.get(language, "") for path, language in self._language.items()}

    def library(self, path: str) -> Library:
        """The library of a file's language."""
        folder = self._folder.get(self._language.get(path, ""))
        return load_library(folder) if folder else NO_LIBRARY

    def file(self, path: str) -> LinkedFile | None:
        """The facts of one file."""
        known = self._by_path.get(path)
        if known is not None:
            return known
        row = self._view.files.get(path)
        if row is None or row.blob_id is None:
            return None
        found = self._files.get(row.blob_id)
        if found is None and self._making is not None and self._is_made(row.blob_id):
            facts = self._making.take(row.blob_id)
            if facts is not None:
                self._add(row.blob_id, facts)
        elif found is None:
            self.prepare([path])
        if found is None:
            found = self._files.get(row.blob_id)
        if found is None:
            return None
        self._by_path[path] = found[0]
        return found[0]

    def prepare(self, paths: Collection[str]) -> None:
        """Read, or make, the facts of several files together."""
        wanted: dict[int, str] = {}
        for path in paths:
            row = self._view.files.get(path)
            blob_id = row.blob_id if row is not None and not row.left_out else None
            if blob_id is not None and blob_id not in self._files and not self._is_made(blob_id):
                wanted[blob_id] = path
        if not wanted:
            return
        if self._streams and self._making is None and not few(self._view, wanted.values()):
            found = stored_facts(self._view, wanted)
            missing = {blob_id: path for blob_id, path in wanted.items() if blob_id not in found}
            if few(self._view, missing.values()):
                found |= deep_facts(self._view, missing, self._progress)
            else:
                self._making = Making(self._view, missing, self._progress)
        else:
            found = deep_facts(self._view, wanted, self._progress)
        for blob_id, facts in found.items():
            self._add(blob_id, facts)
        self._shrink(wanted)

    @contextmanager
    def streaming(self) -> Generator[None]:
        """Within it the facts of many files are made while the first are used: each is waited for when asked for."""
        self._streams = True
        try:
            with _uncollected():
                yield
                if self._making is not None:
                    self._making.finish()
        finally:
            self._streams = False
            if self._making is not None:
                self._making.close()
                self._making = None

    def breathe(self) -> None:
        """Say how far linking is."""
        if self._making is not None:
            self._making.report()
        else:
            self._progress("resolving names", 0, 0)

    def paths_with(self, word: str) -> Sequence[str]:
        """Files in which a word occurs: few words are looked for in the store, then all of them are read at once."""
        self._scans += 1
        if self._scans <= FEW_SCANS:
            return self._view.store.blobs_with_word(self._view.row.id, word)
        if self._postings is None:
            self._postings = _Postings(self._view.store.words_by_path(self._view.row.id))
        first, *more = (self._postings.paths_with(each) for each in words_of(word))
        return [path for path in first if all(path in other for other in more)]

    def named(self, name: str) -> list[str]:
        """The paths of all files of a name in folders of the view."""
        paths = (f"{folder}/{name}" if folder else name for folder in self._view.folders)
        return [path for path in paths if _stamp(self._view.root, path) is not None]

    def text(self, path: str) -> str | None:
        """The content of a file of the project; None where it is not there, too large or no text."""
        stamp = self.read[path] = _stamp(self._view.root, path)
        if stamp is None or stamp[0] > MAX_TEXT:
            return None
        try:
            handle = os.open(os.path.join(self._view.root, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with open(handle, encoding="utf-8-sig") as file:
                return file.read(MAX_TEXT)
        except (OSError, UnicodeDecodeError):
            return None

    def paths_defining(self, name: str) -> Sequence[str]:
        """Files whose outline has a symbol of a name."""
        return self._view.store.paths_defining(self._view.row.id, name)

    def included(self) -> dict[str, list[str]]:
        """The files that the text of each file includes, as written."""
        return self._view.store.included_by_path(self._view.row.id)

    def is_as_read(self) -> bool:
        """Whether no file that `text` gave has changed since."""
        return all(_stamp(self._view.root, path) == stamp for path, stamp in self.read.items())

    def _add(self, blob_id: int, facts: DeepFacts) -> None:
        self._files[blob_id] = LinkedFile(facts), facts.scopes[0].end_line if facts.scopes else 0

    def _is_made(self, blob_id: int) -> bool:
        """Whether the facts of a blob are being made."""
        return self._making is not None and self._making.has(blob_id)

    def _shrink(self, wanted: Collection[int]) -> None:
        """Forget the facts that were read first, beyond what memory is to hold."""
        total = sum(lines for _, lines in self._files.values())
        for blob_id in list(self._files):
            if total <= MAX_LINES:
                return
            if blob_id not in wanted:
                total -= self._files.pop(blob_id)[1]
                self._by_path.clear()


@contextmanager
def _uncollected() -> Generator[None]:
    """Within it nobody looks for cycles: facts have none, and ever more of them looked through again and again cost."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # this and the next make old of all that there is: else it would be looked through thrice now
        gc.unfreeze()
        gc.enable()


def _stamp(root: str, path: str) -> tuple[int, ...] | None:
    """What tells one state of a file from another; None where there is no regular file of the project."""
    if path.startswith(("../", "/")):
        return None
    try:
        found = os.lstat(os.path.join(root, path))
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino) if stat.S_ISREG(found.st_mode) else None
