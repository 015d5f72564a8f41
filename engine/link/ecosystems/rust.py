"""Modules as a tree of files below the root of a crate; crates of a workspace by what their manifests say.

A file's module is a child of the file beside whose folder it lies (`a.rs` or `a/mod.rs` holds `a/b.rs`). Text in the
place of a module: `crate`, `super`, `super::super`; `mod name`, with the modules of the file around it before a slash;
`path file` (relative to the file's folder); else the name of a crate, as the package around sees it, perhaps with `::`
before it, where nothing else can be meant.
"""

from __future__ import annotations

import os
import re
import tomllib
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ..project import Texts

__all__ = ["Crates", "make_resolver"]

MANIFEST = "Cargo.toml"
ROOTS = ("lib.rs", "main.rs", "mod.rs")
TARGETS = ("tests", "examples", "benches", "src/bin")
"""Folders of which each file, and each folder with a `main.rs`, is the root of a crate."""
LISTED = ("bin", "test", "example", "bench")
_MODULE = re.compile(r"^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(?:r#)?(\w+)\s*[;{]", re.MULTILINE)


def make_resolver(paths: Collection[str], texts: Texts) -> Crates:
    """The resolver of a project."""
    return Crates(paths, texts)


class _Package(NamedTuple):
    folder: str
    name: str
    """As code writes it."""
    library: str
    """The root file of its library; empty where it has none."""
    roots: frozenset[str]
    """Root files of its further crates, where they do not lie where all do."""
    others: dict[str, str]
    """Folder of each package of the project that it depends on, by the name that code writes."""


class Crates(Spelled):
    """The crates of a project and the modules in them."""

    def __init__(self, paths: Collection[str], texts: Texts) -> None:
        """Read the manifests."""
        self._files = frozenset(paths)
        self._texts = texts
        self._roots: dict[str, str] = {}
        self._declared: dict[str, frozenset[str]] = {}
        data = {path: _read(texts.text(path)) for path in texts.named(MANIFEST)}
        self._packages = {os.path.dirname(path): self._package(path, found, data) for path, found in data.items()}
        self._by_name = {package.name: package for package in self._packages.values() if package.name}

    def module(self, path: str, text: str) -> Type | None:
        """The module that `text` means in the file at `path`."""
        if text == "crate":
            root = self.root(path)
            return Type("module", root) if root else None
        if text.startswith("super"):
            found = path
            for _ in text.split("::"):
                found = self.parent(found)
                if not found:
                    return None
            return Type("module", found)
        if text.startswith("mod "):
            return self._child(path, text[4:])
        if text.startswith("path "):
            found = normpath(os.path.join(os.path.dirname(path), text[5:]))
            return Type("module", found) if found in self._files else None
        return self._crate(path, text.removeprefix("::"))

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> set[str] | None:
        """The files of its package and of those that depend on it: what a type can do is said anywhere in its crate.

        What lies among tests, examples and the like is seen by what lies there, and by whoever spells its name.
        """
        package = self._around(path)
        if package is None or path.endswith("build.rs"):
            return None
        below = _below(path, package.folder)
        beside = next((target for target in TARGETS if below.startswith(f"{target}/")), None)
        if beside is None or path == package.library:
            return self._users(package) if stays else None
        folder, name = os.path.split(path)
        stem = os.path.basename(folder) if name in ROOTS else name.removesuffix(".rs")
        around = _join(package.folder, beside) + "/"
        return {each for each in self._files if each.startswith(around)} | holders(stem)

    def _users(self, package: _Package) -> set[str]:
        """The files of a package and of those that depend on it."""
        folders = {each.folder for each in self._packages.values() if package.folder in each.others.values()}
        return {each for each in self._files if self.same(each) in {package.folder, *folders}}

    def same(self, path: str) -> str:
        """The folder of the package that a file belongs to."""
        package = self._around(path)
        return package.folder if package is not None else ""

    def parent(self, path: str) -> str:
        """The file that holds the module of a file; empty for the root of a crate."""
        if self._is_root(path):
            return ""
        folder, name = os.path.split(path)
        if name == "mod.rs":
            folder = os.path.dirname(folder)
        for candidate in (f"{folder}.rs", *(f"{folder}/{root}" if folder else root for root in ("mod.rs",))):
            if candidate in self._files and candidate != path:
                return candidate
        stem = os.path.splitext(name)[0] if name != "mod.rs" else os.path.basename(os.path.dirname(path))
        roots = [root for root in (f"{folder}/lib.rs", f"{folder}/main.rs") if root.lstrip("/") in self._files]
        roots = [root.lstrip("/") for root in roots if root.lstrip("/") != path]
        if len(roots) > 1:
            roots = [root for root in roots if stem in self._modules(root)] or roots
        if roots:
            return roots[0]
        package = self._around(path)
        declared = [root for root in sorted(package.roots) if os.path.dirname(root) == folder] if package else []
        declared += [other for other in self._siblings(folder) if other != path]
        return next((root for root in declared if stem in self._modules(root)), "")

    def root(self, path: str) -> str:
        """The root file of the crate that a file is in; empty where only its parent's text can say that."""
        found = self._roots.get(path)
        if found is None:
            found, seen = path, {path}
            while True:
                parent = self.parent(found)
                if not parent or parent in seen:
                    break
                seen.add(parent)
                found = parent
            found = self._roots[path] = found if self._is_root(found) else ""
        return found

    def _siblings(self, folder: str) -> list[str]:
        """Roots of crates in a folder of which each file is one."""
        package = next((p for p in self._packages.values() if _below(folder, p.folder) in TARGETS), None)
        if package is None:
            return []
        return sorted(path for path in self._files if os.path.dirname(path) == folder)

    def _modules(self, path: str) -> frozenset[str]:
        """The modules that a file declares, as far as its text shows it."""
        found = self._declared.get(path)
        if found is None:
            found = self._declared[path] = frozenset(_MODULE.findall(self._texts.text(path) or ""))
        return found

    def _is_root(self, path: str) -> bool:
        package = self._around(path)
        if package is None:
            return os.path.basename(path) in ("lib.rs", "main.rs")
        below = _below(path, package.folder)
        folder, name = os.path.split(below)
        if path == package.library or path in package.roots or below in ("src/main.rs", "build.rs"):
            return True
        if os.path.dirname(folder) in TARGETS and name == "main.rs":
            return True
        if folder not in TARGETS or not name.endswith(".rs"):
            return False
        stem = os.path.splitext(name)[0]
        return not any(stem in self._modules(other) for other in self._siblings(os.path.dirname(path)) if other != path)

    def _child(self, path: str, text: str) -> Type | None:
        folder, name = os.path.split(path)
        stem = os.path.splitext(name)[0]
        base = folder if name in ROOTS or self._is_root(path) else f"{folder}/{stem}" if folder else stem
        wanted = f"{base}/{text}" if base else text
        for candidate in (f"{wanted}.rs", f"{wanted}/mod.rs"):
            if candidate in self._files:
                return Type("module", candidate)
        return None

    def _crate(self, path: str, name: str) -> Type | None:
        package = self._around(path)
        if package is None:
            return None
        if name == package.name and package.library and self.root(path) != package.library:
            return Type("module", package.library)
        folder = package.others.get(name)
        other = self._packages.get(folder) if folder is not None else None
        return Type("module", other.library) if other is not None and other.library else None

    def _around(self, path: str) -> _Package | None:
        folder: str = os.path.dirname(path)
        while True:
            found = self._packages.get(folder)
            if found is not None and found.name:
                return found
            if not folder:
                return None
            folder = os.path.dirname(folder)

    def _package(self, path: str, data: dict[str, Any], all_data: dict[str, dict[str, Any]]) -> _Package:
        folder = os.path.dirname(path)
        name = _code(str(_table(data, "package").get("name", "")))
        library = _table(data, "lib")
        root = _join(folder, str(library.get("path", "src/lib.rs")))
        roots: set[str] = set()
        for kind in LISTED:
            rows: Any = data.get(kind, [])
            for row in cast("list[Any]", rows) if isinstance(rows, list) else []:
                if isinstance(row, dict) and "path" in row:
                    roots.add(_join(folder, str(cast("dict[str, Any]", row)["path"])))
        build = _table(data, "package").get("build")
        if isinstance(build, str):
            roots.add(_join(folder, build))
        if root not in self._files:
            root = ""
        return _Package(
            folder, _code(str(library.get("name", name))), root, frozenset(roots), _others(folder, data, all_data)
        )


def _others(folder: str, data: dict[str, Any], all_data: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The packages of the project that one depends on: by path, its own or that of its workspace; else by name."""
    found: dict[str, str] = {}
    shared = _shared(folder, all_data)
    names = {
        _code(str(_table(row, "package").get("name", ""))): os.path.dirname(path) for path, row in all_data.items()
    }
    for name, row in _dependencies(data):
        base, given = (
            shared[name] if _table({"": row}, "").get("workspace") is True and name in shared else (folder, row)
        )
        place = _table({"": given}, "").get("path")
        if place is not None:
            found[_code(name)] = _join(base, str(place))
        elif _code(name) in names:
            found.setdefault(_code(name), names[_code(name)])
    return found


def _dependencies(data: dict[str, Any]) -> list[tuple[str, Any]]:
    """All dependencies that a manifest lists, for whatever target."""
    targets: list[Any] = list(_table(data, "target").values())
    tables = [data, *(cast("dict[str, Any]", row) for row in targets if isinstance(row, dict))]
    keys = ("dependencies", "dev-dependencies", "build-dependencies")
    return [row for table in tables for key in keys for row in _table(table, key).items()]


def _shared(folder: str, all_data: dict[str, dict[str, Any]]) -> dict[str, tuple[str, Any]]:
    """What the workspaces around a folder say of dependencies, each with the folder that it is said from."""
    found: dict[str, tuple[str, Any]] = {}
    above: str = folder
    while True:
        workspace = _table(all_data.get(_join(above, MANIFEST), {}), "workspace")
        for name, row in _table(workspace, "dependencies").items():
            found.setdefault(name, (above, row))
        if not above:
            return found
        above = os.path.dirname(above)


def _below(path: str, folder: str) -> str:
    return path[len(folder) + 1 :] if folder and path.startswith(folder + "/") else path if not folder else ""


def _join(folder: str, name: str) -> str:
    found = normpath(f"{folder}/{name}" if folder else name)
    return "" if found == "." else found


def _code(name: str) -> str:
    """The name of a package as code writes it."""
    return name.replace("-", "_")


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    found: Any = data.get(key)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _read(text: str | None) -> dict[str, Any]:
    """A manifest; one that cannot be read says nothing."""
    try:
        return tomllib.loads(text or "")
    except tomllib.TOMLDecodeError:
        return {}
