"""Whether a change of some files may change what others mean: by who could see what, from words alone.

No facts are read: a file that names another one spells it, so the words of files tell who may see a file directly,
those who may see these, and so on. That is more than who does. Where it cannot be told, the answer is that it may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from .project import Project

__all__ = ["Touched", "may_reach"]

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


class _TooMany(Exception):
    """More words would have to be looked for than is worth it."""


def may_reach(
    project: Project, touched: Sequence[Touched], files: Collection[str], words: Callable[[str], str]
) -> bool:
    """Whether what `files` mean may be another thing since some files were touched; `words` gives those of a file."""
    reach = _Reach(project, frozenset(files))
    try:
        return any(reach.is_reached_from(file, words) for file in touched)
    except _TooMany:
        return True


class _Reach:
    def __init__(self, project: Project, files: frozenset[str]) -> None:
        self._project = project
        self._files = files
        self._seen: set[str] = set()
        self._spelling: dict[str, frozenset[str]] = {}
        self._like: dict[str, str] = {}
        """A file of the project by the end of its name: stands for one that is gone."""

    def is_reached_from(self, file: Touched, words: Callable[[str], str]) -> bool:
        if file.path in self._files:
            return True
        like = self._stand_in(file.path)
        if like is None:
            return True
        library = self._project.library(like)
        if not library.seen or any(library.is_ambient(text) for text in (file.before, file.now) if text):
            return True
        if library.textual and self._changes_text(file, like, words):
            return True
        todo = [(file.path, file.stays)]
        while todo:
            path, stays = todo.pop()
            found = self._project.seeing(like).seers(path, self._holders, stays=stays)
            if found is None or not self._files.isdisjoint(found):
                return True
            todo += [(other, True) for other in found if other not in self._seen]
            self._seen.update(found)
        return False

    def _changes_text(self, file: Touched, like: str, words: Callable[[str], str]) -> bool:
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
        return any(f"\n{name}\n" in words(path) for path in texts - {file.path} for name in file.constants)

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


def _included(words: str) -> set[str]:
    """What a text says that it includes, which is among its words."""
    return {line[1:] for line in words.split("\n") if line.startswith("#")}
