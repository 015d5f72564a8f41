"""Modules as files with dots for slashes: packages, namespace packages, stubs, roots such as `src`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from ..folders import shared_folders
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ..project import Texts

__all__ = ["ModuleFiles", "make_resolver"]

ROOTS = ("", "src", "lib")
"""Folders from which modules are imported, whatever else the project does."""
PACKAGE = "__init__"
SUFFIXES = (".py", ".pyi", ".pyw")
SHARED = "conftest.py"
EVERYWHERE = frozenset({"__builtins__", "builtins", "sitecustomize"})
"""Modules whose names are seen without an import."""
_NAME = re.compile(r"\.*(?:[^\W\d]\w*(?:\.[^\W\d]\w*)*)?")


def make_resolver(paths: Collection[str], texts: Texts) -> ModuleFiles:
    """The resolver of a project."""
    del texts
    return ModuleFiles(paths)


class ModuleFiles:
    """The modules of a project."""

    def __init__(self, paths: Collection[str]) -> None:
        """Index the files by the last part of each dotted name that may mean them."""
        self._paths = frozenset(paths)
        self._files: dict[str, str] = {}
        """By path without suffix; a source beats a stub."""
        for path in sorted(paths, key=lambda p: p.endswith(".pyi"), reverse=True):
            stem, dot, suffix = path.rpartition(".")
            if dot + suffix in SUFFIXES and stem[-1:] not in {"", "/"}:
                self._files[stem] = path
        self._folders: set[str] = set()
        self._by_end: dict[str, list[str]] = {}
        self._by_name: dict[str, list[tuple[str, str]]] = {}
        """Of the names that end in a part that was asked for."""
        for stem in self._files:
            folder, _, end = stem.rpartition("/")
            self._by_end.setdefault(end if end != PACKAGE else folder.rpartition("/")[2], []).append(stem)
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = folder.rpartition("/")[0]

    def module(self, path: str, text: str) -> Type | None:
        """The module or folder that a dotted name, perhaps with leading dots, means in the file at `path`."""
        name = text.lstrip(".")
        level = len(text) - len(name)
        if level:
            folder = os.path.dirname(path)
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return self._at(_join(folder, name.replace(".", "/")))
        found = [
            (shared_folders(candidate, path), candidate)
            for candidate, root in self._named(name)
            if root in ROOTS or path.startswith(root + "/") or "." in name or _is_package(candidate)
        ]
        if found:
            return Type("module", max(found)[1])
        for root in ROOTS[:2]:
            folder: str = _join(root, name.replace(".", "/"))
            if folder in self._folders:
                return Type("folder", folder)
        return None

    def member(self, module: Type, name: str) -> Type | None:
        """The submodule `name` of a package or folder."""
        if module.kind == "folder":
            return self._at(_join(module.path, name))
        return self._at(_join(os.path.dirname(module.path), name)) if _is_package(module.path) else None

    def shared(self, path: str) -> list[str]:
        """The files that share fixtures with a test, the nearest first."""
        found: list[str] = []
        folder: str = os.path.dirname(path)
        while True:
            candidate = _join(folder, SHARED)
            if self._files.get(os.path.splitext(candidate)[0]) == candidate and candidate != path:
                found.append(candidate)
            if not folder:
                return found
            folder = os.path.dirname(folder)

    def importers(self, path: str) -> tuple[list[str], str | None]:
        """A file that imports from a module spells what it imports: there is nothing to look for besides."""
        del path
        return [], None

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> set[str] | None:
        """Who spells its name and those of its packages, up to one that is theirs too; who is in one sees that."""
        folder, name = os.path.split(path)
        stem = os.path.splitext(name)[0]
        if stem in EVERYWHERE or (stem == PACKAGE and not stays):
            return None
        beside = (_join(folder, stem + suffix) for suffix in SUFFIXES)
        found = {other for other in beside if other in self._paths}
        if stem == PACKAGE or name == SHARED:
            found |= _within(self._paths, folder)
        if stem == PACKAGE:
            folder, stem = os.path.split(folder)
        if not stem:
            return found
        spelling = holders(stem)
        while True:
            near = _within(spelling, folder)
            found |= near
            spelling -= near
            if not spelling or _join(folder, PACKAGE) not in self._files:  # else it may be where modules are looked for
                return found | spelling
            folder, parent = os.path.split(folder)
            spelling &= holders(parent)

    # --- how a module is named ------------------------------------------------------------------------------------

    def text(self, path: str, module: Type, like: Sequence[str] = ()) -> str | None:
        """With leading dots where the first of `like` has them, else from the folder from which that one starts."""
        stem = self._stem(module)
        if stem is None:
            return None
        for example in [*like, "a", "."]:
            dotted = example.startswith(".")
            found = self._relative(path, stem) if dotted else self._from_root(path, stem, example)
            if found and _NAME.fullmatch(found) and self.module(path, found) == module:
                return found
        return None

    def carried(self, text: str, old: str, new: str) -> str | None:
        """The same text where it means the same."""
        module = self.module(old, text)
        if module is None:
            same = not text.startswith(".") or os.path.dirname(old) == os.path.dirname(new)
            return text if same and self.module(new, text) is None else None
        if self.module(new, text) == module:
            return text
        return self.text(new, module, [text])

    def loaded(self, path: str, module: Type) -> list[str]:
        """The packages around it that are not around `path` too, and the module."""
        if module.kind != "module":
            return []
        found: list[str] = []
        folder = os.path.dirname(module.path)
        while folder and not path.startswith(folder + "/"):
            package = self._files.get(_join(folder, PACKAGE))
            if package is None:
                break
            if package != module.path:
                found.append(package)
            folder = os.path.dirname(folder)
        return [*reversed(found), module.path]

    def _stem(self, module: Type) -> str | None:
        """The path that its dotted name stands for: a package's is that of its folder."""
        if module.kind == "folder":
            return module.path
        if module.kind != "module":
            return None
        return os.path.dirname(module.path) if _is_package(module.path) else os.path.splitext(module.path)[0]

    def _relative(self, path: str, stem: str) -> str | None:
        folder, dots = os.path.dirname(path), "."
        while folder and folder != stem and not stem.startswith(folder + "/"):
            if _join(folder, PACKAGE) not in self._files:
                return None
            folder, dots = os.path.dirname(folder), dots + "."
        if not folder or (_join(folder, PACKAGE) not in self._files and folder != os.path.dirname(path)):
            return None
        return dots + stem[len(folder) + 1 :].replace("/", ".")

    def _from_root(self, path: str, stem: str, example: str) -> str | None:
        """The dotted name from the folder where the module of `example` starts, else from where its package does."""
        known = self.module(path, example)
        start = self._stem(known) if known is not None else None
        if start is not None:
            tail = example.replace(".", "/")
            if start == tail or start.endswith("/" + tail):
                root = start[: len(start) - len(tail)]
                if stem.startswith(root):
                    return stem[len(root) :].replace("/", ".")
        root = os.path.dirname(stem)
        while root and _join(root, PACKAGE) in self._files:
            root = os.path.dirname(root)
        return (stem[len(root) + 1 :] if root else stem).replace("/", ".")

    def _at(self, stem: str) -> Type | None:
        for candidate in (stem, _join(stem, PACKAGE)):
            if candidate and candidate in self._files:
                return Type("module", self._files[candidate])
        return Type("folder", stem) if not stem or stem in self._folders else None

    def _named(self, name: str) -> Sequence[tuple[str, str]]:
        """The files that a dotted name may mean, each with the folder from which it is looked for."""
        for stem in self._by_end.pop(name.rpartition(".")[2], ()):
            self._add(stem, self._files[stem])
        return self._by_name.get(name, ())

    def _add(self, stem: str, path: str) -> None:
        parts = stem.split("/")
        if parts[-1] == PACKAGE:
            parts.pop()
        root = "/".join(parts[:-1])
        while root and _join(root, PACKAGE) in self._files:
            root = os.path.dirname(root)
        depth = root.count("/") + 1 if root else 0
        self._by_name.setdefault(".".join(parts[depth:]), []).append((path, root))
        if depth:
            self._by_name.setdefault(".".join(parts), []).append((path, ""))
        if depth > 1 and parts[0] in ROOTS:  # a namespace package below one of them
            self._by_name.setdefault(".".join(parts[1:]), []).append((path, parts[0]))


def _within(paths: Iterable[str], folder: str) -> set[str]:
    return {path for path in paths if not folder or path.startswith(folder + "/")}


def _is_package(path: str) -> bool:
    return os.path.splitext(os.path.basename(path))[0] == PACKAGE


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name
