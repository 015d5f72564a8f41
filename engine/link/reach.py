"""Whether a change of some files may change what others mean: by who could see what, from words alone.

No facts are read: a file that names another one spells it, so the words of files tell who may see a file directly,
those who may see these, and so on. That is more than who does. Where it cannot be told, the answer is that it may.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..index.store import INDEXED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ..index.store import Store
    from .project import Project

__all__ = ["Texts", "Touched", "may_reach", "outward"]

MAX_SCANS = 20
"""Words that are looked for, 7 ms each on 2,900 files, before it counts as not to be told."""


class Touched(NamedTuple):
    """A file that was changed, came or went."""

    path: str
    stays: bool
    """Whether it was there before and is now."""
    before: str
    """The words that it had, each between newlines."""
    now: str
    constants: frozenset[str]
    """Names of the constants that it defined before, or does now."""
    names: frozenset[str] | None = None
    """Its outward names, before or now; None where they are not known."""


class Texts(NamedTuple):
    """What is known of the files as they are, by path."""

    words: Callable[[str], str]
    """The words of a file, each between newlines."""
    names: Callable[[str], frozenset[str] | None]
    """Its outward names; None where they are not known."""


class _TooMany(Exception):
    """More words would have to be looked for than is worth it."""


def may_reach(project: Project, touched: Sequence[Touched], files: Collection[str], texts: Texts) -> bool:
    """Whether what `files` mean may be another thing since some files were touched."""
    reach = _Reach(project, frozenset(files), texts)
    try:
        return any(map(reach.is_reached_from, touched))
    except _TooMany:
        return True


def outward(store: Store, blob_id: int) -> frozenset[str] | None:
    """The names with which others begin to use what is in a file: all but those within a class or a function.

    None where its text has errors, so that some may be missing.
    """
    if store.blob(blob_id)[1] != INDEXED:
        return None
    symbols = store.symbols_of(blob_id)
    held = [True] * len(symbols)
    for number, symbol in enumerate(symbols):
        held[number] = symbol.parent < 0 or (held[symbol.parent] and symbols[symbol.parent].kind in _SPACES)
    return frozenset(symbol.name.lstrip("$") for symbol, is_held in zip(symbols, held, strict=True) if is_held)


class _Reach:
    def __init__(self, project: Project, files: frozenset[str], texts: Texts) -> None:
        self._project = project
        self._files = files
        self._texts = texts
        self._seen: set[str] = set()
        self._spelling: dict[str, frozenset[str]] = {}
        self._like: dict[str, str] = {}
        """A file of the project by the end of its name: stands for one that is gone."""

    def is_reached_from(self, file: Touched) -> bool:
        if file.path in self._files:
            return True
        like = self._stand_in(file.path)
        if like is None:
            return True
        library = self._project.library(like)
        if not library.seen or any(library.is_ambient(text) for text in (file.before, file.now) if text):
            return True
        if library.textual and self._changes_text(file, like):
            return True
        found = self._seers(file.path, like, file.names, stays=file.stays)
        todo: list[str] = []
        while found is not None and self._files.isdisjoint(found):
            todo += found - self._seen
            self._seen |= found
            if not todo:
                return False
            path = todo.pop()
            found = self._seers(path, path, self._texts.names(path), stays=True) if self._is_plain(path) else None
        return True

    def _is_plain(self, path: str) -> bool:
        """Whether the names of a file are seen by those alone that spell them."""
        library = self._project.library(path)
        return bool(library.seen) and not (library.ambient and library.is_ambient(self._texts.words(path)))

    def _seers(self, path: str, like: str, names: Collection[str] | None, *, stays: bool) -> set[str] | None:
        """All files that may see a file without another one between them; None if nobody knows."""
        library = self._project.library(like)
        found = self._project.seeing(like).seers(path, self._holders, stays=stays)
        if found is None or not library.named:
            return None if found is None else set(found)
        if names is None or not all(_WORD.fullmatch(name) for name in names):
            return None
        return set(found).union(*(self._holders(name) for name in names))

    def _changes_text(self, file: Touched, like: str) -> bool:
        """Whether a file may change what stands in the texts that it is part of: by what it includes or defines."""
        project = self._project
        resolver = project.resolver(like)
        before, now = (_included(file.before), _included(file.now))
        named = (resolver.module(file.path, text) for text in before | now)
        texts = {file.path, *(module.path for module in named if module is not None)}
        texts = {part for text in (*texts, *project.including(file.path)) for part in project.included(text)}
        if self._files.isdisjoint(texts):
            return False
        if before != now or "\nundef\n" in file.before + file.now:
            return True
        return any(f"\n{name}\n" in self._texts.words(path) for path in texts - {file.path} for name in file.constants)

    def _holders(self, word: str) -> frozenset[str]:
        found = self._spelling.get(word)
        if found is None:
            if len(self._spelling) >= MAX_SCANS:
                raise _TooMany
            found = self._spelling[word] = frozenset(self._project.source.paths_with(word))
        return found

    def _stand_in(self, path: str) -> str | None:
        if path in self._project.families:
            return path
        if not self._like:
            self._like = {other.rpartition(".")[2]: other for other in self._project.families}
        return self._like.get(path.rpartition(".")[2])


_SPACES = frozenset({"namespace", "module", "package"})
_WORD = re.compile(r"\w+")


def _included(words: str) -> set[str]:
    """What a text says that it includes, which is among its words."""
    return {line[1:] for line in words.split("\n") if line.startswith("#")}
