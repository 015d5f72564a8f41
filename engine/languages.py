"""Loads what is known of each language: the folders of `queries/`, and those a project brings along.

A `Language` is the read and checked content of one folder, and of those that it inherits from; its grammar and
compiled queries are made when first used.
Bundled languages and a project's own come through the same door and fail in the same way: `BadSettings` with file
and line. `queries/README.md` is the list of captures and keys. No module of the engine names a language.
"""

from __future__ import annotations

import os
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

from .errors import BadSettings
from .language_patterns import IMPORTS, QUERY_FILES, SYMBOLS, compile_patterns
from .language_rules import Layer, TableReader, line_of, texts_in
from .stamp import BUNDLED, FACTS_VERSION

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping, Sequence

    import tree_sitter

    from .language_patterns import Patterns
    from .language_rules import EditRules, Rules

__all__ = ["Language", "Registry", "load_registry"]

TALK = frozenset({"edit", "links"})
"""Keys that no fact depends on."""


class Language:
    """One language: which files are in it, its grammar, its query and its rules."""

    def __init__(self, name: str, layers: Sequence[Layer]) -> None:
        """Check what the folders say: those that are inherited, the most general first, and the language's own."""
        reader = TableReader(layers)
        self.name = name
        self.folder = layers[-1].folder
        self.folders = tuple(layer.folder for layer in layers)
        """The folders that it is made of: those of inherited languages first."""
        self.family = reader.text("family", os.path.basename(layers[0].folder))
        """The language from which it descends, or the one for which several share their names: names of one are names
        of the other."""
        self.grammar_name = reader.text("grammar", name)
        self.module = reader.text("module", "")
        self.function = reader.text("function", "language")
        self.suffixes = reader.texts("suffixes")
        self.filenames = reader.texts("filenames")
        self.interpreters = reader.texts("interpreters")
        self.links = reader.text("links", "")
        """How sure references are, in a sentence with measured figures; empty where they are matched by name."""
        self.semantics = reader.module("semantics", os.path.join(os.path.dirname(__file__), "semantics"))
        self.content = reader.content()
        self._reader = reader
        self.sources = {path: text for layer in layers for path, text in layer.sources.items()}
        """Text of each query file, by path; those of inherited languages first."""
        self.fingerprint = _fingerprint(name, layers)
        if self.module and not self.module.startswith("tree_sitter_"):
            raise BadSettings(
                f"{reader.path}: module {self.module!r} is no tree-sitter grammar",
                "Name a package whose name starts with `tree_sitter_`.",
            )

    @cached_property
    def _read(self) -> tuple[Rules, EditRules]:
        """What is left of the tables: two hundred patterns in all languages, and a question needs those of one."""
        read = self._reader.rules(), self._reader.edit()
        self._reader.finish()
        return read

    @cached_property
    def rules(self) -> Rules:
        """How symbols are made of matches. Raises `BadSettings`."""
        return self._read[0]

    @cached_property
    def edit(self) -> EditRules:
        """How texts are fitted to their places. Raises `BadSettings`."""
        return self._read[1]

    @cached_property
    def grammar(self) -> tree_sitter.Language:
        """The grammar, from the language pack or from the wheel that the language names."""
        if self.module:
            import importlib

            import tree_sitter

            try:
                capsule = getattr(importlib.import_module(self.module), self.function)()
            except (ImportError, AttributeError) as error:
                raise BadSettings(
                    f"{self.folder}: the grammar module {self.module!r} cannot be used: {error}",
                    f"Install it: pip install {self.module.replace('_', '-')}",
                ) from error
            return tree_sitter.Language(capsule)  # pyright: ignore[reportDeprecated]  # a capsule in all but its type
        import tree_sitter_language_pack as pack

        try:
            return pack.get_language(cast("Any", self.grammar_name))
        except LookupError as error:
            raise BadSettings(
                f"{self.folder}: there is no grammar {self.grammar_name!r} in tree-sitter-language-pack",
                "Give the pack's name of the grammar, or name a wheel with `module`.",
            ) from error

    @cached_property
    def symbols(self) -> Patterns:
        """The patterns of symbols, of all layers as one query, so that a tree is walked once. Raises `BadSettings`."""
        return self._compile(SYMBOLS)

    @cached_property
    def imports(self) -> Patterns:
        """The patterns of imports, likewise."""
        return self._compile(IMPORTS)

    def check(self) -> None:
        """Compile everything. Raises `BadSettings` with file and line."""
        _ = self.rules, self.edit, self.symbols, self.imports

    def _compile(self, name: str) -> Patterns:
        sources = {path: text for path, text in self.sources.items() if os.path.basename(path) == name}
        return compile_patterns(self.grammar, sources, self.name)


class Registry:
    """All languages of a project, and how a path finds its own."""

    def __init__(self, languages: Iterable[Language]) -> None:
        """Later languages replace earlier ones of the same name, and take over their suffixes."""
        self.languages = {language.name: language for language in languages}
        self._by_suffix: dict[str, Language] = {}
        self._by_filename: dict[str, Language] = {}
        self._by_interpreter: dict[str, Language] = {}
        self._by_content: dict[str, list[tuple[re.Pattern[bytes], Language]]] = {}
        for language in self.languages.values():
            self._by_suffix.update(dict.fromkeys(language.suffixes, language))
            self._by_filename.update(dict.fromkeys(language.filenames, language))
            self._by_interpreter.update(dict.fromkeys(language.interpreters, language))
            for suffix, pattern in language.content.items():
                self._by_content.setdefault(suffix, []).append((pattern, language))

    def could_be_source(self, path: str) -> bool:
        """Whether a file of that path may be in a language: by suffix, by name, or by a first line yet unread."""
        name = path[path.rfind("/") + 1 :]
        dot = name.rfind(".")
        return dot <= 0 or name[dot:] in self._by_suffix or name[dot:] in self._by_content or name in self._by_filename

    def common(self, suffixes: Mapping[str, int], least: int) -> list[Language]:
        """Languages that have at least so many of the files, told by their suffixes alone.

        A suffix that several languages share counts for each of those that have files of their own besides.
        """
        counts: dict[str, int] = {}
        for suffix, language in self._by_suffix.items():
            counts[language.name] = counts.get(language.name, 0) + suffixes.get(suffix, 0)
        for suffix, choices in self._by_content.items():
            for _, language in choices:
                if counts.get(language.name):
                    counts[language.name] += suffixes.get(suffix, 0)
        return [self.languages[name] for name, count in counts.items() if count >= least]

    def language_of(self, path: str, content: bytes) -> Language | None:
        """The language of a file, by name, then suffix and content, then `#!` line; None where there is none."""
        name = path[path.rfind("/") + 1 :]
        if name in self._by_filename:
            return self._by_filename[name]
        dot = name.rfind(".")
        if dot > 0:
            suffix = name[dot:]
            for pattern, language in self._by_content.get(suffix, ()):
                if pattern.search(content):
                    return language
            if suffix in self._by_suffix:
                return self._by_suffix[suffix]
        return self._by_shebang(content)

    def _by_shebang(self, content: bytes) -> Language | None:
        if not content.startswith(b"#!"):
            return None
        words = content[2:200].split(b"\n", 1)[0].split()
        for word in words:
            program = word.rsplit(b"/", 1)[-1].decode("ascii", "replace").rstrip("0123456789.")
            if program in self._by_interpreter:
                return self._by_interpreter[program]
        return None


def load_registry(folders: Iterable[str] = ()) -> Registry:
    """The bundled languages, then those of the given folders (absolute paths). Raises `BadSettings`."""
    added = [language for folder in folders for language in _languages_in(folder)]
    for language in added:  # a test checks those that are bundled
        _ = language.rules, language.edit
    return Registry([*_bundled(), *added])


@lru_cache(maxsize=1)
def _bundled() -> list[Language]:
    """The bundled languages: one process reads them, and compiles their queries, once for all its projects."""
    return _languages_in(BUNDLED)


def _languages_in(folder: str) -> list[Language]:
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())
    except OSError as error:
        raise BadSettings(
            f"the folder of queries {folder!r} cannot be read: {error.strerror}",
            "Correct `queries` in the settings.",
        ) from error
    return [
        _load_language(name, os.path.join(folder, name))
        for name in names
        if os.path.exists(os.path.join(folder, name, "language.toml"))
    ]


def _load_language(name: str, folder: str) -> Language:
    layers = _layers(folder, ())
    if not any(os.path.basename(path) == SYMBOLS for layer in layers for path in layer.sources):
        raise BadSettings(f"{folder}: there is no symbols.scm", "Write one; `queries/README.md` explains the format.")
    return Language(name, layers)


def _layers(folder: str, heirs: tuple[str, ...]) -> list[Layer]:
    """The folders that `folder` inherits from, the most general first, then itself; `heirs` led here."""
    own = _read_layer(folder)
    path = os.path.join(folder, "language.toml")
    bases = texts_in(own.data.get("inherits", []))
    if bases is None:
        raise BadSettings(
            f"{path}:{line_of('inherits', path)}: inherits must be a list of languages",
            "`queries/README.md` explains each key.",
        )
    layers: dict[str, Layer] = {}
    heirs = (*heirs, folder)
    for base in bases:
        layers |= {layer.folder: layer for layer in _layers(_base_folder(base, heirs), heirs)}
    return [*layers.values(), own]


def _base_folder(base: str, heirs: tuple[str, ...]) -> str:
    """Where the language that the last of `heirs` inherits from lies: beside it, else among the bundled ones."""
    for parent in (os.path.dirname(heirs[-1]), BUNDLED):
        folder = os.path.join(parent, base)
        if folder not in heirs and os.path.exists(os.path.join(folder, "language.toml")):
            return folder
    path = os.path.join(heirs[-1], "language.toml")
    raise BadSettings(
        f"{path}:{line_of('inherits', path)}: there is no language {base!r} to inherit from",
        "Name a folder beside this one or a bundled language; a language cannot inherit from itself.",
    )


def _read_layer(folder: str) -> Layer:
    import tomllib

    path = os.path.join(folder, "language.toml")
    try:
        data = tomllib.loads(_read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: {error}", "Correct the TOML syntax.") from error
    queries = [os.path.join(folder, name) for name in QUERY_FILES]
    return Layer(folder, data, {query: _read_text(query) for query in queries if os.path.exists(query)})


def _read_text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}", "Make it a readable file.") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path}: not UTF-8", "Save the file as UTF-8.") from error


def _fingerprint(name: str, layers: Sequence[Layer]) -> str:
    """Of all that is said of the language's facts, wherever the folders lie."""
    from hashlib import blake2b

    said = [
        (
            sorted(((key, value) for key, value in data.items() if key not in TALK), key=lambda item: item[0]),
            [(os.path.basename(path), text) for path, text in sources.items() if os.path.basename(path) == SYMBOLS],
        )
        for _, data, sources in layers
    ]
    return blake2b(repr((FACTS_VERSION, name, said)).encode(), digest_size=8).hexdigest()
