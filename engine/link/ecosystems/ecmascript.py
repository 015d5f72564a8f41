"""Modules as files named by paths: suffixes left out, index files, packages of a workspace, configured names."""

from __future__ import annotations

import json
import os
import re
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..types import Type
from .specifiers import DECLARED, Names, carried, specifier

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ..project import Texts

__all__ = ["ModuleFiles", "make_resolver"]

SUFFIXES = (".ts", ".tsx", ".d.ts", ".mts", ".d.mts", ".cts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs")
"""In the order in which they are tried: a declaration beats what it declares."""
WRITTEN = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
"""A name of what is made may mean what it is made from."""
ENTRIES = ("types", "typings", "source", "module", "main")
TYPED = (".ts", ".tsx", ".mts", ".cts")
KEEPING = ("verbatimModuleSyntax", "preserveValueImports", "importsNotUsedAsValues")
"""Options by which imports that nothing uses stay."""
DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
MADE = re.compile(r"^(?:dist|lib|build|out|esm|cjs|es)(?:/(?:esm|cjs|types|es))?/")
"""Folders for what is made."""
SOURCES = ("src", "lib", "source")
WORD = re.compile(r"[\w$]+")
MAX_EXTENDS = 8


def make_resolver(paths: Collection[str], texts: Texts) -> ModuleFiles:
    """The resolver of a project."""
    return ModuleFiles(paths, texts)


class _Package(NamedTuple):
    folder: str
    data: dict[str, Any]


class _Paths(NamedTuple):
    """What a configuration says of names of modules."""

    base: str | None
    patterns: tuple[tuple[str, tuple[str, ...]], ...]


NO_PATHS = _Paths(None, ())


class ModuleFiles:
    """The modules of a project."""

    def __init__(self, paths: Collection[str], texts: Texts) -> None:
        """Take the files; packages and configurations are read when they are asked for."""
        self._files = frozenset(paths)
        self._texts = texts
        self._packages: dict[str, _Package] = {}
        for path in texts.named("package.json"):
            data = _json(texts.text(path))
            if data is not None:
                folder = os.path.dirname(path)
                self._packages[folder] = _Package(folder, data)
        self._by_name = {
            name: package for package in self._packages.values() if isinstance(name := package.data.get("name"), str)
        }
        self._configurations = {os.path.dirname(path): path for name in _CONFIGURATIONS for path in texts.named(name)}
        self._paths: dict[str, _Paths] = {}
        self._given: dict[str, frozenset[str | None]] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        self._names = Names(self._meant, self._folder_of_package, self._depends)

    def module(self, path: str, text: str) -> Type | None:
        """The module that a name means in the file at `path`."""
        folder = os.path.dirname(path)
        key = folder, text
        if key not in self._found:
            self._found[key] = self._resolve(folder, text)
        found = self._found[key]
        return Type("module", found) if found is not None else None

    def member(self, module: Type, name: str) -> Type | None:
        """A module has no other as a member."""
        del module, name

    def shared(self, path: str) -> list[str]:
        """There are no fixtures."""
        del path
        return []

    def importers(self, path: str) -> tuple[list[str], str | None]:
        """Words of which a file that imports a module has one, and the folder in which it need not have any."""
        folder, name = os.path.split(path)
        stem = name.split(".", 1)[0]
        words = [_word(stem)]
        for package in self._packages.values():
            if path in self._entries_of(package) or (folder == package.folder and stem == "index"):
                named = package.data.get("name")
                words += [_word(named)] if isinstance(named, str) else []
                return [*words, _word(os.path.basename(package.folder))], package.folder
        if stem == "index":
            return [*words, _word(os.path.basename(folder))], folder
        return words, None

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> set[str] | None:
        """Who spells its name, that of its folder or package, or one that a configuration or manifest gives it."""
        del stays
        words, folder = self.importers(path)
        start, name = os.path.split(path)
        stem = name.split(".", 1)[0]
        found = {other for other in self._beside(start) if os.path.basename(other).split(".", 1)[0] == stem}
        if folder is not None:
            found |= {other for other in self._files if folder in {"", "."} or other.startswith(folder + "/")}
        named = self._given_names(path)
        if named is None:
            return None
        for word in {*words, *named}:
            if not word:
                return None
            found |= holders(word)
        return found

    def _beside(self, folder: str) -> list[str]:
        return [other for other in self._files if os.path.dirname(other) == folder]

    def _given_names(self, path: str) -> set[str] | None:
        """Words of the names that tables give for a file; None where they may give any."""
        stem, found = os.path.basename(path).split(".", 1)[0], set[str]()
        for name, target in self._tables():
            last = os.path.basename(target)
            if "*" in last or last.split(".", 1)[0] != stem:
                continue
            if "*" in target:
                return None
            found.add(_word(name.rpartition("/")[2]) or _word(name))
        return found

    def _tables(self) -> Iterator[tuple[str, str]]:
        """Each name that a manifest or configuration gives, with what it stands for."""
        for package in self._packages.values():
            for key in ("exports", "imports"):
                table = package.data.get(key)
                for name, value in _table(table).items() or [(".", table)]:
                    given = name if name.startswith(("./", "#")) else str(package.data.get("name", ""))
                    yield from ((given, target) for target in _strings(value))
        for path in self._configurations.values():
            if path not in self._paths:
                self._paths[path] = self._read(path, 0)
            for name, targets in self._paths[path].patterns:
                yield from ((name, target) for target in targets)

    # --- how a module is named ------------------------------------------------------------------------------------

    def text(self, path: str, module: Type, like: Sequence[str] = ()) -> str | None:
        """By a path or a configured name, with a suffix or without, as the first of `like` that can say it."""
        return specifier(self._names, path, module.path, like) if module.kind == "module" else None

    def carried(self, text: str, old: str, new: str) -> str | None:
        """The same text where it means the same, a relative path from the new place; a package that is known there."""
        return carried(self._names, text, old, new)

    def loaded(self, path: str, module: Type) -> list[str]:
        """The module alone."""
        del path
        return [module.path]

    def is_entry(self, path: str) -> bool:
        """Whether a file is what a package gives to whoever is outside of it."""
        package = self._package_of(os.path.dirname(path))
        if package is None:
            return False
        if path in self._entries_of(package):
            return True
        return path in (self._made_into(package.folder, target) for target in _strings(package.data.get("bin")))

    def _entries_of(self, package: _Package) -> frozenset[str | None]:
        """The files that a package gives by its name, or by one that begins with it."""
        found = self._given.get(package.folder)
        if found is None:
            targets = (*_entries(package.data), *_strings(package.data.get("exports")))
            found = frozenset(self._made_into(package.folder, target) for target in targets)
            self._given[package.folder] = found
        return found

    def _made_into(self, folder: str, target: str) -> str | None:
        return self._at(_join(folder, target)) or self._source(folder, target)

    def is_announced(self, path: str) -> bool:
        """Whether it is a declaration file."""
        return path.endswith(DECLARED)

    def keeps_unused(self, path: str) -> bool:
        """Whether the compiler does not leave it out: it does where types are, if no option says otherwise."""
        if not path.endswith(TYPED):
            return True
        folder: str = os.path.dirname(path)
        while True:
            found = self._configurations.get(folder)
            if found is not None:
                return self._keeps(found, 0)
            if not folder:
                return False
            folder = os.path.dirname(folder)

    def _keeps(self, path: str, depth: int) -> bool:
        data = _json(self._texts.text(path)) or {}
        options = _table(data.get("compilerOptions"))
        said = [bool(options[key]) for key in KEEPING if key in options]
        if said or depth > MAX_EXTENDS:
            return any(said)
        return any(self._keeps(base, depth + 1) for base in self._bases(path, data))

    def _bases(self, path: str, data: dict[str, Any]) -> Iterator[str]:
        """The configurations of the project that one goes on from."""
        for name in _texts(data.get("extends")):
            base = normpath(_join(os.path.dirname(path), name))
            for candidate in (base, f"{base}.json", f"{base}/tsconfig.json"):
                if name.startswith(".") and self._texts.text(candidate) is not None:
                    yield candidate
                    break

    def _meant(self, path: str, text: str) -> str | None:
        found = self.module(path, text)
        return found.path if found is not None else None

    def _folder_of_package(self, path: str) -> str | None:
        package = self._package_of(os.path.dirname(path))
        return package.folder if package is not None else None

    def _depends(self, path: str, text: str) -> bool:
        """Whether the package of a file, or one around it, says that it needs what a text names."""
        name = "/".join(text.split("/")[: 2 if text.startswith("@") else 1])
        folder: str = os.path.dirname(path)
        while (package := self._package_of(folder)) is not None:
            if any(name in _table(package.data.get(key)) for key in DEPENDENCIES):
                return True
            if not package.folder:
                break
            folder = os.path.dirname(package.folder)
        return text.startswith("node:")

    def _resolve(self, folder: str, text: str) -> str | None:
        if text.startswith("."):
            return self._at(_join(folder, text))
        if text.startswith("#"):
            package = self._package_of(folder)
            return self._mapped(package, package.data.get("imports"), text) if package is not None else None
        found = self._configured(folder, text)
        if found is not None:
            return found
        parts = text.split("/")
        count = 2 if text.startswith("@") else 1
        named = self._by_name.get("/".join(parts[:count]))
        return self._in_package(named, "/".join(parts[count:])) if named is not None else None

    # --- files -------------------------------------------------------------------------------------------------------

    def _at(self, stem: str) -> str | None:
        """The file that a path without suffix, or the path of a folder, means."""
        stem = normpath(stem) if stem else "."
        if stem.startswith(".."):
            return None
        if stem != ".":
            found = self._file(stem)
            if found is not None:
                return found
        folder = "" if stem == "." else stem
        package = self._packages.get(folder)
        if package is not None:
            for entry in _entries(package.data):
                target = normpath(_join(folder, entry))
                if target != stem:
                    found = self._file(target) or self._index(target) or self._source(folder, entry)
                    if found is not None:
                        return found
        return self._index(folder)

    def _file(self, stem: str) -> str | None:
        root, suffix = os.path.splitext(stem)
        for written in WRITTEN.get(suffix, ()):
            if root + written in self._files:
                return root + written
        if stem in self._files:
            return stem
        return next((stem + suffix for suffix in SUFFIXES if stem + suffix in self._files), None)

    def _index(self, folder: str) -> str | None:
        return self._file(_join(folder, "index"))

    def _source(self, folder: str, target: str) -> str | None:
        """What is made into a target, where that itself is not there."""
        inner = normpath(target)
        start, configured = self._places_of_sources(folder)
        made = [inner[len(start) :]] if start and inner.startswith(start) else []
        bare = MADE.sub("", inner)
        made += [bare] if bare != inner else [] if made else [inner]
        for name in made:
            stem = next((name.removesuffix(each) for each in DECLARED if name.endswith(each)), name)
            for place in (*configured, *SOURCES, *([""] if name != inner else [])):
                found = self._file(_join(folder, f"{place}/{stem}" if place else stem))
                if found is not None:
                    return found
        return None

    def _places_of_sources(self, folder: str) -> tuple[str, tuple[str, ...]]:
        """Where the configuration of a package says that what is made goes, and where its sources are; else empty."""
        path = self._configurations.get(folder)
        data = (_json(self._texts.text(path)) or {}) if path is not None else {}
        options = _table(data.get("compilerOptions"))
        out, root = options.get("outDir"), options.get("rootDir")
        start = normpath(out) + "/" if isinstance(out, str) and not out.startswith(("..", "/", "$")) else ""
        roots = [root] if isinstance(root, str) else [each.partition("*")[0] for each in _texts(data.get("include"))]
        return start, tuple(normpath(each) for each in roots if each and not each.startswith(("..", "/", "$")))

    # --- packages ----------------------------------------------------------------------------------------------------

    def _package_of(self, folder: str) -> _Package | None:
        while True:
            found = self._packages.get(folder)
            if found is not None or not folder:
                return found
            folder = os.path.dirname(folder)

    def _in_package(self, package: _Package, inner: str) -> str | None:
        exports = package.data.get("exports")
        if exports is not None:
            found = self._mapped(package, exports, f"./{inner}" if inner else ".")
            if found is not None:
                return found
        if not inner:
            return self._at(package.folder or ".") or self._file(_join(package.folder, "src/index"))
        return self._at(_join(package.folder, inner)) or self._at(_join(package.folder, f"src/{inner}"))

    def _mapped(self, package: _Package, table: Any, name: str) -> str | None:
        """What the `exports` or `imports` of a package give for a name."""
        for target in _targets(table, name):
            if target.startswith("."):
                found = self._made_into(package.folder, target)
                if found is not None:
                    return found
        return None

    # --- configurations ----------------------------------------------------------------------------------------------

    def _configured(self, folder: str, text: str) -> str | None:
        while True:
            path = self._configurations.get(folder)
            if path is not None:
                paths = self._paths.get(path)
                if paths is None:
                    paths = self._paths[path] = self._read(path, 0)
                return self._by_paths(paths, text)
            if not folder:
                return None
            folder = os.path.dirname(folder)

    def _by_paths(self, paths: _Paths, text: str) -> str | None:
        for pattern, targets in paths.patterns:
            rest = _rest(pattern, text)
            for target in targets if rest is not None else ():
                found = self._at(target.replace("*", rest or "", 1))
                if found is not None:
                    return found
        return self._at(_join(paths.base, text)) if paths.base is not None else None

    def _read(self, path: str, depth: int) -> _Paths:
        data = _json(self._texts.text(path))
        if data is None or depth > MAX_EXTENDS:
            return NO_PATHS
        folder = os.path.dirname(path)
        inherited = NO_PATHS
        for base in self._bases(path, data):
            inherited = self._read(base, depth + 1)
        options = _table(data.get("compilerOptions"))
        base_url = options.get("baseUrl")
        base = _join(folder, str(base_url)) if base_url is not None else inherited.base
        if "paths" not in options:
            return _Paths(base, inherited.patterns)
        start = base if base is not None else folder
        rows = (
            (pattern, tuple(_join(start, target) for target in _texts(targets)))
            for pattern, targets in _table(options["paths"]).items()
        )
        return _Paths(base, tuple(sorted(rows, key=_longest)))


def _longest(row: tuple[str, Any]) -> int:
    return -len(row[0])


def _table(value: Any) -> dict[str, Any]:
    """A table of a manifest; an empty one where something else stands."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _texts(value: Any) -> list[str]:
    """A text, or several."""
    values = cast("list[Any]", value) if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, str)]


def _entries(data: dict[str, Any]) -> list[str]:
    return [value for key in ENTRIES if isinstance(value := data.get(key), str)]


def _targets(value: Any, name: str) -> Iterator[str]:
    """The paths that a table of a package gives for a name, under whatever condition."""
    table = _table(value)
    if not any(key.startswith((".", "#")) for key in table):
        if name == ".":
            yield from _strings(value)
        return
    if name in table:
        yield from _strings(table[name])
        return
    for pattern, target in sorted(table.items(), key=_longest):
        rest = _rest(pattern, name) if "*" in pattern else None
        if rest is not None:
            yield from (each.replace("*", rest) for each in _strings(target))
            return


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in (*_table(value).values(), *(cast("list[Any]", value) if isinstance(value, list) else ())):
        yield from _strings(each)


def _rest(pattern: str, text: str) -> str | None:
    """What the star of a pattern is in a text; None where the text does not fit."""
    start, star, end = pattern.partition("*")
    if not star:
        return "" if text == pattern else None
    fits = len(text) >= len(start) + len(end) and text.startswith(start) and text.endswith(end)
    return text[len(start) : len(text) - len(end)] if fits else None


def _json(text: str | None) -> dict[str, Any] | None:
    """An object in JSON, perhaps with comments and commas at ends; None where it is none."""
    if text is None:
        return None
    try:
        data = json.loads(text)
    except ValueError:
        try:
            data = json.loads(_TRAILING.sub(r"\1", _COMMENTS.sub(lambda m: m[1] or "", text)))
        except ValueError:
            return None
    return _table(data) if isinstance(data, dict) else None


def _join(folder: str, name: str) -> str:
    return normpath(f"{folder}/{name}") if folder and name else normpath(folder or name or ".")


def _word(name: str) -> str:
    return max(WORD.findall(name) or [""], key=len)


_CONFIGURATIONS = ("jsconfig.json", "tsconfig.json")
_COMMENTS = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*[\s\S]*?\*/')
_TRAILING = re.compile(r",(\s*[}\]])")
