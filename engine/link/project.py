"""The files of a project as linking sees them: by path, by module, by the names in them.

A `Project` is a value of one state of the index; what it reads it keeps. It knows neither SQL nor the disk: `Source`
gives it facts.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Protocol, cast

from ..deepfacts import NO_FACTS
from .files import LinkedFile
from .library import NO_LIBRARY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from .library import Library
    from .types import Type

__all__ = ["Naming", "Project", "Resolver", "Source", "Texts"]


class Texts(Protocol):
    """Files of the project that are in no language: what resolvers know how to read."""

    def named(self, name: str) -> Sequence[str]:
        """The paths of all files of a name."""
        ...

    def text(self, path: str) -> str | None:
        """The content of a file; None where it is not there or no text."""
        ...


class Source(Texts, Protocol):
    """Where facts come from."""

    def paths(self) -> Mapping[str, str]:
        """Each file of the project with the family of its language; of an unreadable language, empty."""
        ...

    def library(self, path: str) -> Library:
        """What is known of the library of a file's language."""
        ...

    def file(self, path: str) -> LinkedFile | None:
        """The facts of a file."""
        ...

    def prepare(self, paths: Collection[str]) -> None:
        """Make and read the facts of several files together, where they are not there yet."""
        ...

    def paths_with(self, word: str) -> Sequence[str]:
        """Files in which a word occurs."""
        ...


class Resolver(Protocol):
    """Says which file a module is, by the rules of one ecosystem."""

    def module(self, path: str, text: str) -> Type | None:
        """The module or folder that `text` names in the file at `path`; None where it is not in the project."""
        ...

    def member(self, module: Type, name: str) -> Type | None:
        """A module or folder that is reached as `name` of another one."""
        ...

    def shared(self, path: str) -> Sequence[str]:
        """Files whose fixtures the file at `path` sees besides its own, the nearest first."""
        ...

    def importers(self, path: str) -> tuple[Sequence[str], str | None]:
        """Words of which a file that imports a module has one, and a folder (or None) whose files need not have any."""
        ...


class Naming(Protocol):
    """What a resolver says besides, where a language's imports are written by moves (`edit.import_name`)."""

    def text(self, path: str, module: Type, like: Sequence[str] = ()) -> str | None:
        """How the file at `path` names a module, in the manner of the first of the texts `like` that can say it."""
        ...

    def carried(self, text: str, old: str, new: str) -> str | None:
        """How the file at `new` names what `text` names in the file at `old`; None where that is not sure."""
        ...

    def loaded(self, path: str, module: Type) -> Sequence[str]:
        """The files that are loaded on the way to a module when the file at `path` imports it, that one included."""
        ...


class Project:
    """All files of one state of the index."""

    def __init__(self, source: Source) -> None:
        """Begin with nothing read."""
        self.source = source
        self.families = source.paths()
        self._nothing = LinkedFile(NO_FACTS)
        self._last: tuple[str, LinkedFile] = "", self._nothing
        """What was asked for last is asked for again."""
        self._resolvers: dict[tuple[str, str], Resolver] = {}

    def file(self, path: str) -> LinkedFile:
        """The facts of a file of the project; of one that could not be read, none."""
        if path != self._last[0]:
            self._last = path, self.source.file(path) or self._nothing
        return self._last[1]

    def library(self, path: str) -> Library:
        """What is known of the library of a file's language."""
        return self.source.library(path) if path else NO_LIBRARY

    def resolver(self, path: str) -> Resolver:
        """What resolves the modules that the file at `path` names."""
        key = (self.library(path).resolver, self.families.get(path, ""))
        found = self._resolvers.get(key)
        if found is None:
            module = importlib.import_module(f".ecosystems.{key[0]}", __package__)
            make: Callable[[Collection[str], Texts], Resolver] = module.make_resolver
            found = make([p for p, family in self.families.items() if family == key[1]], self.source)
            self._resolvers[key] = found
        return found

    def importers(self, path: str) -> list[str]:
        """Files that may import a module, their facts made ready."""
        words, folder = self.resolver(path).importers(path)
        family = self.families.get(path, "")
        found = {other for word in words for other in self.source.paths_with(word)}
        if folder is not None:
            found |= {other for other in self.families if not folder or other.startswith(f"{folder}/")}
        paths = sorted(other for other in found if self.families.get(other) == family)
        self.source.prepare(paths)
        return paths

    def naming(self, path: str) -> Naming:
        """The same, for who writes imports."""
        return cast("Naming", self.resolver(path))

    def files_with(self, word: str, family: str) -> list[str]:
        """Files of a family in which a word occurs, their facts made ready."""
        paths = [path for path in self.source.paths_with(word) if self.families.get(path) == family]
        self.source.prepare(paths)
        return paths
