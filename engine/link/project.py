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

__all__ = ["Naming", "Project", "Resolver", "Source"]


class Source(Protocol):
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
        self._resolvers: dict[tuple[str, str], Resolver] = {}

    def file(self, path: str) -> LinkedFile:
        """The facts of a file of the project; of one that could not be read, none."""
        return self.source.file(path) or self._nothing

    def library(self, path: str) -> Library:
        """What is known of the library of a file's language."""
        return self.source.library(path) if path else NO_LIBRARY

    def resolver(self, path: str) -> Resolver:
        """What resolves the modules that the file at `path` names."""
        key = (self.library(path).resolver, self.families.get(path, ""))
        found = self._resolvers.get(key)
        if found is None:
            module = importlib.import_module(f".ecosystems.{key[0]}", __package__)
            make: Callable[[Collection[str]], Resolver] = module.make_resolver
            found = make([p for p, family in self.families.items() if family == key[1]])
            self._resolvers[key] = found
        return found

    def naming(self, path: str) -> Naming:
        """The same, for who writes imports."""
        return cast("Naming", self.resolver(path))

    def files_with(self, word: str, family: str) -> list[str]:
        """Files of a family in which a word occurs, their facts made ready."""
        paths = [path for path in self.source.paths_with(word) if self.families.get(path) == family]
        self.source.prepare(paths)
        return paths
