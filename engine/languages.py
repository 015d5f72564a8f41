"""Loads what is known of each language: the folders of `queries/`, and those a project brings along.

A `Language` is the read and checked content of one folder, and of those that it inherits from; its grammar and
compiled queries are made when first used.
Bundled languages and a project's own come through the same door and fail in the same way: `BadSettings` with file
and line. `queries/README.md` is the list of captures and keys. No module of the engine names a language.
"""

from __future__ import annotations

import os
import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .errors import BadSettings
from .facts import FLAGS, KINDS
from .stamp import BUNDLED, FACTS_VERSION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import tree_sitter

__all__ = ["EditRules", "Language", "PatternRole", "Patterns", "Registry", "Rules", "load_registry"]

SYMBOLS, IMPORTS = QUERY_FILES = ("symbols.scm", "imports.scm")
TALK = frozenset({"edit", "links"})
"""Keys that no fact depends on."""
INHERITED_TABLES = frozenset(
    {"ranges", "names", "kinds", "signature", "doc", "flags", "words", "gaps", "declarators", "edit"}
)

CAPTURES = {
    "symbols.scm": frozenset(
        {"scope", "name", "name.path", "declarator", "receiver", "body", "body.of"} | {f"definition.{k}" for k in KINDS}
    ),
    "imports.scm": frozenset(
        {"import", "import.module", "import.name", "import.alias", "import.wildcard", "import.reexport"}
    ),
}


class PatternRole(NamedTuple):
    """What a match of one pattern is."""

    action: str
    """`definition`, `scope` or `import`."""
    capture: str
    """The capture that holds the node of the action."""
    kind: str
    """Of a definition; else empty."""
    name: str
    """Set by `(#set! name …)`, else empty."""
    flag: str
    """Set by `(#set! flag …)`, else empty."""
    file: str
    """The query file that holds the pattern, of the language itself or of one that it inherits from."""
    prefix: str
    """Set by `(#set! prefix …)`, else empty: what stands before the name as captured."""
    inside: frozenset[str]
    """Set by `(#set! inside …)`, else empty: node types of which one has to be the parent of the action's node."""
    within: frozenset[tuple[str, str]]
    """Set by the same: types of the parent's parent and of the parent."""


class Patterns(NamedTuple):
    """A compiled query."""

    query: tree_sitter.Query
    roles: list[PatternRole]
    """What each pattern says, by pattern index."""


class Layer(NamedTuple):
    """One folder of query files, as read from disk: a language is made of its own and of those that it inherits."""

    folder: str
    data: Mapping[str, Any]
    """What `language.toml` says, unchecked."""
    sources: Mapping[str, str]
    """Text of each query file, by path."""


class Declarators(NamedTuple):
    """What `language.toml` says under `[declarators]`: the way from what declares a name to that name."""

    through: frozenset[str] = frozenset()
    """Nodes with the declarator, or the name, inside."""
    brackets: frozenset[str] = frozenset()
    """Those of them that say nothing of what is declared."""
    once: frozenset[str] = frozenset()
    """Those that cannot stand directly in one of the same type: a text that reads so means something else."""
    names: frozenset[str] = frozenset()
    paths: frozenset[str] = frozenset()
    """Names with their containers."""
    kinds: Mapping[str, Mapping[str, str]] = {}
    """By the type of the name, else by that of the declarator around it (empty: there is none): from the kind that the
    pattern names to the symbol's, which is empty where it is none."""


class Rules(NamedTuple):
    """What `language.toml` says beyond the queries; `queries/README.md` explains each key."""

    wrappers: frozenset[str] = frozenset()
    leading: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    trailing: frozenset[str] = frozenset()
    docstring: tuple[str, ...] = ()
    declarators: Declarators = Declarators()
    separators: re.Pattern[str] | None = None
    separator: str = ""
    """The first of them: stands between the parts of a module that several nodes name."""
    drop_names: frozenset[str] = frozenset()
    strip: re.Pattern[str] | None = None
    members: Mapping[str, str] = {}
    constructors: frozenset[str] = frozenset()
    constants: re.Pattern[str] | None = None
    locals: frozenset[str] = frozenset()
    signature_drop: re.Pattern[str] | None = None
    signature_keep: frozenset[str] = frozenset()
    doc_drop: re.Pattern[str] | None = None
    header_kinds: re.Pattern[str] | None = None
    """One pattern with a group per kind, looked for in the headers of functions and methods."""
    flags: tuple[tuple[str, re.Pattern[str]], ...] = ()
    """Flag and pattern, each looked for by itself: many times faster than one pattern with a group per flag."""
    blank: tuple[re.Pattern[bytes], ...] = ()
    """Valid code that the grammar cannot read, and that the outline can do without."""
    close: tuple[re.Pattern[bytes], ...] = ()
    """Where the grammar needs a `;` that the language does not: the blank in group 1 becomes one."""
    words: re.Pattern[bytes] | None = None
    """What an identifier looks like, where `separates` cannot say it."""
    separates: bytes = b""
    """A translation table: bytes that stand between words become blanks."""
    includes: re.Pattern[bytes] | None = None
    """What names a file whose text is put in its place: its group is that name."""


class EditRules(NamedTuple):
    """What `language.toml` says under `[edit]`; nothing of it changes the facts of a file."""

    keywords: frozenset[str] = frozenset()
    identifier: re.Pattern[str] = re.compile(r"[^\W\d]\w*")
    attributes: frozenset[str] = frozenset()
    """Nodes at the head of a definition that a new text may leave out, beside `Rules.leading`."""
    keep: frozenset[str] = frozenset()
    """Tokens in front of a definition that a new text may leave out."""
    shorthands: frozenset[str] = frozenset()
    """Nodes that name a member and a variable at once; written in full they are `member: variable`."""
    names_of: str = ""
    """The word before a type that asks for the names of its members, as text."""
    type_texts: frozenset[str] = frozenset()
    """Nodes that make a type of a string, which may be the name of a member."""
    verbatim: frozenset[str] = frozenset()
    """Nodes whose lines keep their indentation."""
    blocks: frozenset[str] = frozenset()
    """Nodes that must not be empty."""
    filler: str = ""
    """What stands in a block that has nothing else."""
    blank_lines: tuple[int, int] = (1, 1)
    """Between definitions at the top and further in, where the file has no habit."""
    import_name: str = ""
    """How a name is imported: a text with `{module}` and `{name}`. Empty: moves do not write imports."""
    import_alias: str = ""
    """The same under another name, `{alias}`."""
    import_module: str = ""
    """How a module is imported."""
    import_module_alias: str = ""
    """The same under another name, `{alias}`."""
    import_default: str = ""
    """How the one thing that a module gives without a name is imported, under the name `{alias}`."""
    import_item: str = ""
    """How several names stand in one statement, `{name}` under the name `{alias}`; empty: such a name stands alone."""
    import_types: str = ""
    """The word in an import, or before one of its names, by which it is for types alone: nothing is loaded by it."""
    import_again: str = ""
    """How what another module gives is given to others, a text with `{module}` and `{name}`."""
    export: str = ""
    """The word in front of a definition that its module gives to others. Empty: it gives all that it has."""
    module_marks: frozenset[str] = frozenset()
    """Nodes at the top of a file of which one has to be there, since others see the names of a file without them."""
    module_mark: str = ""
    """Such a node, as text, that says nothing else."""
    late_imports: bool = False
    """Whether an imported name is looked up where it is used, so that files may load each other."""
    own_text: re.Pattern[str] | None = None
    """Code that means another thing in each file."""
    import_guards: re.Pattern[str] | None = None
    """The head of a statement around imports that are for type checkers alone: nothing is loaded by them."""
    main_guards: re.Pattern[str] | None = None
    """The head of a statement that does not run when the file is imported."""
    pragmas: frozenset[str] = frozenset()
    """Nodes at the top of a file that change how all of it is read."""
    own_names: re.Pattern[str] | None = None
    """Names that mean another thing in each file."""
    quoted: bool = True
    """Whether a string that is nothing but a dotted path may name a symbol."""


class Language:
    """One language: which files are in it, its grammar, its query and its rules."""

    def __init__(self, name: str, layers: Sequence[Layer]) -> None:
        """Check what the folders say: those that are inherited, the most general first, and the language's own."""
        reader = _TableReader(layers)
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
        import tree_sitter

        sources = {path: text for path, text in self.sources.items() if os.path.basename(path) == name}
        joined = "\n".join((*sources.values(), ""))
        try:
            query = tree_sitter.Query(self.grammar, joined)
        except tree_sitter.QueryError:
            for file, text in sources.items():
                self._compile_alone(file, text)
            raise
        return Patterns(query, self._roles(query, sources))

    def _roles(self, query: tree_sitter.Query, sources: Mapping[str, str]) -> list[PatternRole]:
        text = "\n".join(sources.values()).encode()
        starts: list[tuple[int, str]] = []
        offset = 0
        for file, source in sources.items():
            starts.append((offset, file))
            offset += len(source.encode()) + 1
        roles: list[PatternRole] = []
        count = cast("int", query.pattern_count)  # a property, though its stub makes it a method
        for index in range(count):
            at = query.start_byte_for_pattern(index)
            chunk = text[at : query.end_byte_for_pattern(index)].decode()
            base, file = max(pair for pair in starts if pair[0] <= at)
            line = text.count(b"\n", base, at) + 1
            role = _role(chunk, query.pattern_settings(index), file, line)
            for kind in role.inside.union(*role.within) - {"ERROR"}:
                if self.grammar.id_for_node_kind(kind, True) is None:
                    raise BadSettings(f"{file}:{line}: {kind!r} is no node type of the grammar", "Correct `inside`.")
            roles.append(role)
        return roles

    def _compile_alone(self, file: str, text: str) -> None:
        """Raise `BadSettings` if the query file is at fault.

        tree-sitter does not count empty lines, and some versions write into the text: it gets a copy without them.
        """
        import tree_sitter

        try:
            tree_sitter.Query(self.grammar, re.sub(r"(?m)^$", " ", text) + "\n")
        except tree_sitter.QueryError as error:
            row = re.search(r"row (\d+)", str(error))
            line = int(row[1]) + 1 if row else 1
            raise BadSettings(
                f"{file}:{line}: {error} (grammar of {self.name})",
                "Use node types, fields and predicates of the grammar; `queries/README.md` explains the format.",
            ) from error


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
    bases = _texts(own.data.get("inherits", []))
    if bases is None:
        raise BadSettings(
            f"{path}:{_line_of('inherits', path)}: inherits must be a list of languages",
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
        f"{path}:{_line_of('inherits', path)}: there is no language {base!r} to inherit from",
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


def _role(chunk: str, settings: Mapping[str, str | None], file: str, line: int) -> PatternRole:
    captures = _CAPTURE.findall(_COMMENT.sub("", chunk))
    where, known = f"{file}:{line}", CAPTURES[os.path.basename(file)]
    for capture in captures:
        if capture not in known and not capture.startswith("_"):
            raise BadSettings(f"{where}: unknown capture @{capture}", f"Expected one of @{', @'.join(sorted(known))}.")
    actions = {c for c in captures if c in ("scope", "import") or c.startswith("definition.")}
    if len(actions) != 1:
        raise BadSettings(
            f"{where}: a pattern needs exactly one of @definition.<kind>, @scope and @import, this one has "
            f"{len(actions)}",
            "Split it into one pattern for each.",
        )
    name, flag = settings.get("name") or "", settings.get("flag") or ""
    if flag and flag not in FLAGS:
        raise BadSettings(f"{where}: unknown flag {flag!r}", f"Flags are {', '.join(FLAGS)}.")
    capture = actions.pop()
    action, _, kind = capture.partition(".")
    if action != "import" and not name and not {"name", "name.path", "declarator", "receiver"} & set(captures):
        raise BadSettings(f"{where}: nothing names @{capture}", 'Capture a @name, or add (#set! name "…").')
    places = (settings.get("inside") or "").split()
    inside = frozenset(place for place in places if ">" not in place)
    within = frozenset((outer, inner) for outer, arrow, inner in (place.partition(">") for place in places) if arrow)
    return PatternRole(action, capture, kind, name, flag, file, settings.get("prefix") or "", inside, within)


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


def _separators(*, dollar: bool) -> bytes:
    """The table of `Rules.separates`: letters, digits, `_`, bytes beyond ASCII and perhaps `$` stay."""
    kept = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_" + (b"$" if dollar else b"")
    return bytes(byte if byte in kept or byte > 0x7F else 0x20 for byte in range(256))  # noqa: PLR2004 - end of ASCII


def _texts(value: object) -> tuple[str, ...] | None:
    """A list of strings as a tuple, None for anything else."""
    if not isinstance(value, list):
        return None
    items = cast("list[object]", value)
    texts = tuple(item for item in items if isinstance(item, str))
    return texts if len(texts) == len(items) else None


class _TableReader:
    """Reads and checks `language.toml`; every fault names the file, and the line where the key stands.

    Of inherited languages it takes the tables that describe the grammar, key by key, where the language's own file
    does not have the key.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.paths = [os.path.join(layer.folder, "language.toml") for layer in reversed(layers)]
        """The language's own file first."""
        self.path = self.paths[0]
        self._tables: dict[str, dict[str, Any]] = {"": {}}
        for layer in layers[:-1]:
            for table, keys in layer.data.items():
                if table in INHERITED_TABLES and isinstance(keys, dict):
                    self._tables.setdefault(table, {}).update(keys)  # pyright: ignore[reportUnknownArgumentType]
        for key, value in layers[-1].data.items():
            if isinstance(value, dict):
                self._tables.setdefault(key, {}).update(value)  # pyright: ignore[reportUnknownArgumentType]  # checked key by key
            elif key != "inherits":
                self._tables[""][key] = value

    def text(self, key: str, default: str, table: str = "") -> str:
        value = self._tables.get(table, {}).pop(key, default)
        return value if isinstance(value, str) else self._fault(key, "a string")

    def module(self, key: str, folder: str) -> str:
        """The name of a module in a folder of ours, where it is registered by being there."""
        value = self.text(key, "")
        there = value.isidentifier() and any(os.path.exists(os.path.join(folder, value + end)) for end in (".py", ""))
        return value if there or not value else self._fault(key, f"the name of a module in {folder}")

    def texts(self, key: str, table: str = "") -> tuple[str, ...]:
        value = self._tables.get(table, {}).pop(key, [])
        texts = _texts(value)
        return self._fault(key, "a list of strings") if texts is None else texts

    def flag(self, key: str, table: str, *, default: bool) -> bool:
        value = self._tables.get(table, {}).pop(key, default)
        return value if isinstance(value, bool) else self._fault(key, "true or false")

    def kind_map(self, key: str, table: str) -> dict[str, str]:
        value: Any = self._tables.get(table, {}).pop(key, {})
        if not isinstance(value, dict) or not {*value, *value.values()} <= KINDS | {""}:  # pyright: ignore[reportUnknownArgumentType]
            return self._fault(key, "a table from kind to kind")
        return value  # pyright: ignore[reportUnknownVariableType]

    def pattern(self, key: str, table: str) -> re.Pattern[str] | None:
        text = self.text(key, "", table)
        return self._compile(key, text) if text else None

    def content(self) -> dict[str, re.Pattern[bytes]]:
        table = self._tables.pop("content", {})
        return {
            suffix: re.compile(self._compile(suffix, text).pattern.encode(), re.MULTILINE)
            for suffix, text in table.items()
        }

    def rules(self) -> Rules:
        as_written = self.texts("separators", "names")
        separators = sorted(as_written, key=len, reverse=True)
        words, includes = self.text("pattern", "", "words"), self.text("includes", "", "words")
        return Rules(
            wrappers=frozenset(self.texts("wrappers", "ranges")),
            leading=frozenset(self.texts("leading", "ranges")),
            comments=frozenset(self.texts("comments", "ranges")),
            head=frozenset(self.texts("head", "ranges")),
            trailing=frozenset(self.texts("trailing", "ranges")),
            docstring=self.texts("docstring", "ranges"),
            declarators=self._declarators(),
            separators=re.compile("|".join(map(re.escape, separators))) if separators else None,
            separator=as_written[0] if as_written else "",
            drop_names=frozenset(self.texts("drop", "names")),
            strip=self.pattern("strip", "names"),
            members=self.kind_map("members", "kinds"),
            constructors=frozenset(self.texts("constructors", "kinds")),
            constants=self.pattern("constants", "kinds"),
            locals=frozenset(self.texts("locals", "kinds")),
            signature_drop=self.pattern("drop", "signature"),
            signature_keep=frozenset(self.texts("keep", "signature")),
            doc_drop=self.pattern("drop", "doc"),
            header_kinds=self._grouped(self._tables.get("kinds", {}).pop("header", {}), KINDS),
            flags=self._each(self._tables.pop("flags", {}), FLAGS),
            blank=self._bytes("blank", "gaps"),
            close=self._bytes("close", "gaps"),
            words=re.compile(words.encode()) if words else None,
            includes=re.compile(includes.encode(), re.MULTILINE) if includes else None,
            separates=_separators(dollar=self.flag("dollar", "words", default=True)),
        )

    def edit(self) -> EditRules:
        default = EditRules()
        blank: Any = self._tables.get("edit", {}).pop("blank_lines", list(default.blank_lines))
        if not isinstance(blank, list) or list(map(type, blank)) != [int, int]:  # pyright: ignore[reportUnknownArgumentType]
            self._fault("blank_lines", "a list of two numbers")
        return EditRules(
            keywords=frozenset(self.texts("keywords", "edit")),
            identifier=self.pattern("identifier", "edit") or default.identifier,
            attributes=frozenset(self.texts("attributes", "edit")),
            keep=frozenset(self.texts("keep", "edit")),
            shorthands=frozenset(self.texts("shorthands", "edit")),
            names_of=self.text("names_of", "", "edit"),
            type_texts=frozenset(self.texts("type_texts", "edit")),
            verbatim=frozenset(self.texts("verbatim", "edit")),
            blocks=frozenset(self.texts("blocks", "edit")),
            filler=self.text("filler", "", "edit"),
            blank_lines=(blank[0], blank[1]),
            import_name=self.text("import_name", "", "edit"),
            import_alias=self.text("import_alias", "", "edit"),
            import_module=self.text("import_module", "", "edit"),
            import_module_alias=self.text("import_module_alias", "", "edit"),
            import_default=self.text("import_default", "", "edit"),
            import_item=self.text("import_item", "", "edit"),
            import_types=self.text("import_types", "", "edit"),
            import_again=self.text("import_again", "", "edit"),
            export=self.text("export", "", "edit"),
            module_marks=frozenset(self.texts("module_marks", "edit")),
            module_mark=self.text("module_mark", "", "edit"),
            late_imports=self.flag("late_imports", "edit", default=False),
            own_text=self.pattern("own_text", "edit"),
            import_guards=self.pattern("import_guards", "edit"),
            main_guards=self.pattern("main_guards", "edit"),
            pragmas=frozenset(self.texts("pragmas", "edit")),
            own_names=self.pattern("own_names", "edit"),
            quoted=self.flag("quoted", "edit", default=True),
        )

    def _declarators(self) -> Declarators:
        kinds: Any = self._tables.get("declarators", {}).pop("kinds", {})
        if not isinstance(kinds, dict):
            self._fault("kinds", "a table from node type to a table of kinds")
        nodes = cast("dict[str, Any]", kinds)
        self._tables["declarators.kinds"] = dict(nodes)
        return Declarators(
            through=frozenset(self.texts("through", "declarators")),
            brackets=frozenset(self.texts("brackets", "declarators")),
            once=frozenset(self.texts("once", "declarators")),
            names=frozenset(self.texts("names", "declarators")),
            paths=frozenset(self.texts("paths", "declarators")),
            kinds={node: self.kind_map(node, "declarators.kinds") for node in nodes},
        )

    def finish(self) -> None:
        """Complain of whatever was not read: a misspelt key is never ignored."""
        for table, keys in self._tables.items():
            for key in keys:
                where = f"[{table}] {key}" if table else key
                raise BadSettings(f"{self._place(key)}: unknown key {where}", "`queries/README.md` lists the keys.")

    def _each(self, table: Mapping[str, Any], names: Collection[str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
        for name in table:
            if name not in names:
                self._fault(name, f"one of {', '.join(sorted(names))}")
        return tuple((name, self._compile(name, table[name])) for name in names if name in table)

    def _grouped(self, table: Mapping[str, Any], names: Collection[str]) -> re.Pattern[str] | None:
        for name, text in table.items():
            if name not in names:
                self._fault(name, f"one of {', '.join(sorted(names))}")
            self._compile(name, text)
        if not table:
            return None
        return re.compile("|".join(f"(?P<{name}>{text})" for name, text in table.items()), re.MULTILINE)

    def _bytes(self, key: str, table: str) -> tuple[re.Pattern[bytes], ...]:
        patterns = [self._compile(key, text).pattern for text in self.texts(key, table)]
        return tuple(re.compile(pattern.encode(), re.MULTILINE) for pattern in patterns)

    def _compile(self, key: str, text: Any) -> re.Pattern[str]:
        try:
            return re.compile(text, re.MULTILINE)
        except (re.error, TypeError):
            return self._fault(key, "a regular expression")

    def _fault(self, key: str, expected: str) -> Any:
        raise BadSettings(f"{self._place(key)}: {key} must be {expected}", "`queries/README.md` explains each key.")

    def _place(self, key: str) -> str:
        """File and line of a key: in the first file that has it."""
        for path in self.paths:
            if line := _line_of(key, path):
                return f"{path}:{line}"
        return f"{self.path}:1"


def _line_of(key: str, path: str) -> int:
    """The line, counted from 1, of a key or table of a TOML file; 0 where it has none."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if re.match(rf'\s*\[?"?{re.escape(key)}"?\s*[=\].]', line):
                return number
    return 0


_CAPTURE = re.compile(r"@([A-Za-z_][\w.\-]*)")
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*')
"""With the strings, since one may hold a semicolon."""
