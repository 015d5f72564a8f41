"""The files of a project as linking sees them: by path, by module, by the names in them.

A `Project` is a value of one state of the index; what it reads it keeps. It knows neither SQL nor the disk: `Source`
gives it facts.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Protocol, cast

from ..deepfacts import NO_FACTS
from .files import LinkedFile
from .library import NO_LIBRARY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from contextlib import AbstractContextManager

    from .library import Library
    from .types import Type

__all__ = [
    "Naming",
    "Packaging",
    "Placing",
    "Prefixing",
    "Project",
    "Resolver",
    "Seeing",
    "Source",
    "Surfacing",
    "Texts",
]


class Texts(Protocol):
    """Files of the project that are in no language: what resolvers know how to read."""

    def named(self, name: str) -> Sequence[str]:
        """The paths of all files of a name."""
        ...

    def text(self, path: str) -> str | None:
        """The content of a file; None where it is not there or no text."""
        ...

    def included(self) -> Mapping[str, Sequence[str]]:
        """The files that the text of each file includes, as written; or the package that it says it is of."""
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

    def streaming(self) -> AbstractContextManager[None]:
        """Within it `prepare` need not wait: what is made of many files is waited for when it is asked for."""
        ...

    def paths_with(self, word: str) -> Sequence[str]:
        """Files in which a word occurs."""
        ...

    def paths_defining(self, name: str) -> Sequence[str]:
        """Files whose outline has a symbol of a name."""
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


class Prefixing(Protocol):
    """What a resolver says besides, where files are of packages."""

    def package(self, path: str) -> str:
        """The package of a file; empty where it is of none."""
        ...

    def is_package(self, name: str) -> bool:
        """Whether there is a package of a name, or one within it."""
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


class Surfacing(Protocol):
    """What a resolver says besides, where modules say what they give (`edit.export`)."""

    def is_entry(self, path: str) -> bool:
        """Whether a file is what its package gives to whoever is outside of it."""
        ...

    def is_announced(self, path: str) -> bool:
        """Whether a file only says what there is elsewhere."""
        ...

    def keeps_unused(self, path: str) -> bool:
        """Whether an import loads its module although nothing uses it."""
        ...


class Packaging(Protocol):
    """What a resolver says besides, where the files of a package see each other (`packages` in `library.toml`)."""

    def files(self, package: Type) -> Sequence[str]:
        """The files of a package (a type whose name is one of them), and those of other packages in the same place."""
        ...

    def is_importable(self, package: str) -> bool:
        """Whether files that say they are of a package are what importers of their place see."""
        ...

    def neighbours(self, path: str) -> Sequence[str]:
        """The files that may be of one package with a file and built together with it."""
        ...

    def built_for(self, path: str) -> Collection[str]:
        """What the name of a file restricts its builds to."""
        ...

    def are_of_one_module(self, one: str, other: str) -> bool:
        """Whether two files are published together."""
        ...


class Seeing(Protocol):
    """What a resolver says besides, where the words of files tell who may see them (`seen` in `library.toml`)."""

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> Collection[str] | None:
        """All files that may see a file without another one between them, and perhaps others; None if nobody knows.

        `holders` gives the files that have a word. A file that does not stay came or went: others may be seen instead.
        """
        ...


class Placing(Protocol):
    """What a resolver says besides, where namespaces lie in many files (`spread` in `library.toml`)."""

    def placed(self, space: str, name: str) -> Collection[str]:
        """The files in which a name of a namespace lies by the rules of the ecosystem."""
        ...

    def unit(self, path: str) -> str:
        """What a file is compiled with: parts of a class lie in one; empty where nothing says it."""
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
        self._defining: dict[tuple[str, str], tuple[str, ...]] = {}
        self._included: dict[str, frozenset[str]] = {}
        self._direct: dict[str, list[str]] = {}
        self._build_words: dict[tuple[str, ...], frozenset[str]] = {}
        self._including: dict[str, list[str]] | None = None
        self._imports: Mapping[str, Sequence[str]] | None = None
        self._opening: dict[str, list[str]] | None = None

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

    def prefixes(self, path: str) -> Prefixing:
        """The same, where files are of packages."""
        return cast("Prefixing", self.resolver(path))

    def naming(self, path: str) -> Naming:
        """The same, for who writes imports."""
        return cast("Naming", self.resolver(path))

    def surfacing(self, path: str) -> Surfacing:
        """The same, for who has to know what modules give."""
        return cast("Surfacing", self.resolver(path))

    def packaging(self, path: str) -> Packaging:
        """The same, for who needs the files of packages."""
        return cast("Packaging", self.resolver(path))

    def seeing(self, path: str) -> Seeing:
        """The same, for who asks what a change may reach."""
        return cast("Seeing", self.resolver(path))

    def naming_of_spaces(self, path: str) -> Placing:
        """The same, where a language's namespaces lie in many files."""
        return cast("Placing", self.resolver(path))

    def files_with(self, word: str, family: str) -> list[str]:
        """Files of a family in which a word occurs, their facts made ready."""
        paths = [path for path in self.source.paths_with(word) if self.families.get(path) == family]
        paths = paths or self._paths_with_sign(word, family)
        self.source.prepare(paths)
        return paths

    def _paths_with_sign(self, sign: str, family: str) -> list[str]:
        """The files of a family whose text has an operator, of languages where those are names: no word says so."""
        if not sign or any(each.isalnum() or each == "_" for each in sign):
            return []
        paths = (path for path, own in self.families.items() if own == family and self.library(path).signs)
        return sorted(path for path in paths if sign in (self.source.text(path) or ""))

    def prepare(self, paths: Collection[str]) -> None:
        """Make the facts of several files ready together."""
        self.source.prepare(paths)

    def paths_defining(self, name: str, family: str) -> tuple[str, ...]:
        """Files of a family whose outline has a symbol of a name, in order."""
        found = self._defining.get((name, family))
        if found is None:
            paths = (p for p in self.source.paths_defining(name) if self.families.get(p) == family)
            found = self._defining[name, family] = tuple(sorted(paths))
        return found

    def included(self, path: str) -> frozenset[str]:
        """The files whose text a file has in it through its imports, directly or not; itself among them."""
        found = self._included.get(path)
        if found is None:
            reached, todo = {path}, [path]
            while todo:
                for other in self._imported(todo.pop()):
                    if other not in reached:
                        reached.add(other)
                        todo.append(other)
            found = self._included[path] = frozenset(reached)
        return found

    def including(self, path: str) -> list[str]:
        """The files that have the text of a file in them, itself among them."""
        if path not in self.families:
            return [path]
        if self._including is None:
            self._including = {}
            family = self.families.get(path, "")
            for text in (p for p, other in self.families.items() if other == family):
                for included in self.included(text):
                    self._including.setdefault(included, []).append(text)
        return self._including.get(path, [path])

    def opening(self, name: str) -> Sequence[str]:
        """The files with a macro that opens a namespace of a name: what is in it stands in what is around that."""
        if self._opening is None:
            self._opening = {}
            for path, texts in self._written().items():
                for text in texts:
                    kind, _, opened = text.rpartition(" ")
                    if kind.rstrip() == "namespace":
                        self._opening.setdefault(opened, []).append(path)
        return self._opening.get(name, ())

    def _written(self) -> Mapping[str, Sequence[str]]:
        if self._imports is None:
            self._imports = self.source.included()
        return self._imports

    def is_built_with(self, path: str, word: str) -> bool:
        """Whether a file that says how the project is built, in the way of a file's language, has a word in it."""
        builds = self.library(path).builds
        words = self._build_words.get(builds)
        if words is None:
            texts = (self.source.text(other) for name in builds for other in self.source.named(name))
            words = frozenset(word for text in texts if text for word in _WORD.findall(text))
            self._build_words[builds] = words
        return word in words

    def _imported(self, path: str) -> list[str]:
        found = self._direct.get(path)
        if found is None:
            found = self._direct[path] = list[str]()
            texts = self._written().get(path, ()) if self.library(path).resolver else ()
            for text in dict.fromkeys(texts):
                module = self.resolver(path).module(path, text)
                if module is not None and module.kind == "module":
                    found.append(module.path)
        return found


_WORD = re.compile(r"(?:-[DU]|/D)?([A-Za-z_]\w*)")
"""A word, without the option of a compiler that defines it."""
