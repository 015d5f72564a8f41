"""Modules as folders of files that are a package: module paths of `go.mod`, replacements, vendored packages."""

from __future__ import annotations

import os
import re
from posixpath import normpath
from typing import TYPE_CHECKING

from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ..project import Texts

__all__ = ["PackageFolders", "make_resolver"]

MANIFEST = "go.mod"
INTERNAL = "internal"
"""A folder whose packages only those around it may import."""
_MODULE = re.compile(r'^\s*module\s+"?([^\s"]+)', re.MULTILINE)
_REPLACED = re.compile(r'"?([^\s"()]+)"?(?:\s+v\S+)?\s+=>\s+"?(\.{1,2}/[^\s"]*|\.{1,2})"?')
"""A module for which a folder of the project stands."""
_WORD = re.compile(r"\w+")
_VERSION = re.compile(r"(?:[./]v\d+)+$")
_HOSTED = re.compile(r"[\w-]+\.[\w.-]+/[^/]+/[^/]+(?:/|$)")
"""The path of a repository, with which the paths of its packages begin where no manifest says otherwise."""
_SYSTEMS = frozenset(
    {
        *("aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd"),
        *("plan9", "solaris", "wasip1", "windows", "zos"),
    }
)
_MACHINES = frozenset(
    {
        *("386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le"),
        *("riscv64", "s390x", "sparc64", "wasm"),
    }
)
NOTHING: frozenset[str] = frozenset()


def make_resolver(paths: Collection[str], texts: Texts) -> PackageFolders:
    """The resolver of a project."""
    return PackageFolders(paths, texts)


class PackageFolders:
    """The packages of a project."""

    def __init__(self, paths: Collection[str], texts: Texts) -> None:
        """Group the files by folder, and read the manifests."""
        self._files: dict[str, list[str]] = {}
        for path in sorted(paths):
            self._files.setdefault(os.path.dirname(path), []).append(path)
        self._modules: dict[str, str] = {}
        """Folder by module path."""
        self._replaced: dict[str, dict[str, str]] = {}
        """The same for the replacements of the manifest in a folder."""
        for path in texts.named(MANIFEST):
            text, folder = texts.text(path) or "", os.path.dirname(path)
            found = _MODULE.search(text)
            if found is not None and "/vendor/" not in f"/{path}":
                self._modules.setdefault(found[1], folder)
                self._replaced[folder] = {old: _inside(folder, new) for old, new in _REPLACED.findall(text)}
        self._found: dict[tuple[str, str], str | None] = {}

    def module(self, path: str, text: str) -> Type | None:
        """The package that an import path means in the file at `path`."""
        folder = os.path.dirname(path)
        key = folder, text
        if key not in self._found:
            self._found[key] = self._resolve(folder, text)
        found = self._found[key]
        return Type("package", found, name=self._files[found][0]) if found is not None else None

    def member(self, module: Type, name: str) -> Type | None:
        """A package has no other as a member."""
        del module, name

    def shared(self, path: str) -> list[str]:
        """There are no fixtures."""
        del path
        return []

    def importers(self, path: str) -> tuple[list[str], str | None]:
        """A file that imports a package spells its path."""
        return [os.path.basename(os.path.dirname(path))], None

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> set[str] | None:
        """The files beside it, and those that spell the end of its package's path."""
        del stays
        folder = os.path.dirname(path)
        names = [module for module, root in self._modules.items() if root == folder] or [folder]
        names += [old for table in self._replaced.values() for old, new in table.items() if new == folder]
        found = set(self._files.get(folder, ()))
        for name in names:
            word = max(_WORD.findall(_VERSION.sub("", name).rpartition("/")[2]) or [""], key=len)
            if not word:
                return None
            found |= holders(word)
        return found

    def files(self, package: Type) -> list[str]:
        """The files of a package, and those beside them."""
        return self._files.get(package.path, [])

    def is_importable(self, package: str) -> bool:
        """Tests and programs are never imported."""
        return package != "main" and not package.endswith("_test")

    def neighbours(self, path: str) -> list[str]:
        """The files beside a file that may be built together with it."""
        own = _built_for(path)
        beside = self._files.get(os.path.dirname(path), [])
        return [each for each in beside if each != path and _together(own, _built_for(each))]

    def built_for(self, path: str) -> frozenset[str]:
        """The system and machine that the name of a file restricts it to."""
        return _built_for(path)

    def are_of_one_module(self, one: str, other: str) -> bool:
        """Whether two files are versioned together."""
        root = self._root(os.path.dirname(one))
        return root is not None and root == self._root(os.path.dirname(other))

    def text(self, path: str, module: Type, like: Sequence[str] = ()) -> str | None:
        """The path by which the file at `path` imports a package; None where it may not."""
        del like
        folder = os.path.dirname(path)
        root = self._root(folder)
        if root is None or root != self._root(module.path) or module.path == folder:
            return None
        inner = module.path.removeprefix(root[0]).strip("/")
        parts = module.path.split("/")
        if INTERNAL in parts:
            around = "/".join(parts[: len(parts) - 1 - parts[::-1].index(INTERNAL)])
            if around and folder != around and not folder.startswith(f"{around}/"):
                return None
        return f"{root[1]}/{inner}" if inner else root[1]

    def carried(self, text: str, old: str, new: str) -> str:
        """A path is the same everywhere."""
        del old, new
        return text

    def loaded(self, path: str, module: Type) -> list[str]:
        """What a package is made of."""
        del path
        return self.files(module)

    def _root(self, folder: str) -> tuple[str, str] | None:
        """The folder and the path of the module around a folder."""
        around: str | None = folder
        while around is not None:
            for module, root in self._modules.items():
                if root == around:
                    return root, module
            around = os.path.dirname(around) if around else None
        return None

    def _resolve(self, folder: str, text: str) -> str | None:
        if text.startswith("."):
            return self._existing(normpath(os.path.join(folder, text)).strip("."))
        around: str | None = folder
        while around is not None:
            vendored = self._existing(_join(around, f"vendor/{text}"))
            if vendored is not None:
                return vendored
            if around in self._replaced:
                found = self._below(self._replaced[around], text)
                if found is not None:
                    return found
            around = os.path.dirname(around) if around else None
        found = self._below(self._modules, text)
        hosted = _HOSTED.match(text)
        if found is None and not self._modules and hosted is not None:
            found = self._existing(text[hosted.end() :])
        return found

    def _below(self, modules: dict[str, str], text: str) -> str | None:
        """The folder of a package below the module with the longest fitting path."""
        prefix = text
        while prefix:
            if prefix in modules:
                return self._existing(_join(modules[prefix], text[len(prefix) + 1 :]))
            prefix = prefix.rpartition("/")[0]
        return None

    def _existing(self, folder: str) -> str | None:
        return folder if folder in self._files else None


def _built_for(path: str) -> frozenset[str]:
    """The system and machine that the name of a file restricts it to."""
    words = os.path.basename(path).rpartition(".")[0].removesuffix("_test").split("_")[1:][-2:]
    if not words:
        return NOTHING
    if words[-1] in _MACHINES:
        return frozenset(words) & (_SYSTEMS | _MACHINES)
    return frozenset(words[-1:]) & _SYSTEMS


def _together(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two files may be built together."""
    return all(not (one & kind and other & kind and one & kind != other & kind) for kind in (_SYSTEMS, _MACHINES))


def _inside(folder: str, relative: str) -> str:
    found = normpath(os.path.join(folder, relative))
    return "" if found == "." else found


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name
