"""`language.toml`: the rules that a query cannot say, and the reader that checks them (keys: `queries/README.md`)."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .errors import BadSettings
from .facts import FLAGS, KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

__all__ = ["Declarators", "EditRules", "Layer", "Rules", "TableReader", "line_of", "texts_in"]

INHERITED_TABLES = frozenset(
    {"ranges", "names", "kinds", "signature", "doc", "flags", "words", "gaps", "declarators", "edit"}
)


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
    """Valid code that the grammar cannot read, and that the outline can do without: all of it, or its groups `gap…`."""
    misread: tuple[re.Pattern[bytes], ...] = ()
    """What the grammar takes for something else without an error: group 1 is never shown to it."""
    close: tuple[re.Pattern[bytes], ...] = ()
    """Where the grammar needs a `;` that the language does not: the blank in group 1 becomes one."""
    words: re.Pattern[bytes] | None = None
    """What an identifier looks like, where `separates` cannot say it."""
    separates: bytes = b""
    """A translation table: bytes that stand between words become blanks."""
    includes: re.Pattern[bytes] | None = None
    """What names a file whose text is put in its place: its group is that name. The text gets a line break in front."""


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
    blocks_behind: Mapping[str, frozenset[str]] = {}
    """Tokens behind which something has to stand, each with the nodes that are no such thing."""
    filler: str = ""
    """What stands in a block that has nothing else."""
    counted: frozenset[str] = frozenset()
    """Items of lists that have the value of the one before, or the next one, where they have none of their own."""
    counts: str = ""
    """The word that is an item's number in such a list, where values repeat; empty: they are counted on."""
    blank_lines: tuple[int, int] = (1, 1)
    """Between definitions at the top and further in, where the file has no habit."""
    mover: str = ""
    """The module of `edit/packages/` that moves definitions. Empty: the common plan does."""
    mover_unmarked: str = ""
    """The same for files that have no module mark."""
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
    """The word in an import, or before one of its names, by which it is for types alone: nothing is loaded by it.

    Where a `mover` writes imports, the word by which it is for members alone."""
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


def _separators(*, dollar: bool) -> bytes:
    """The table of `Rules.separates`: letters, digits, `_`, bytes beyond ASCII and perhaps `$` stay."""
    kept = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_" + (b"$" if dollar else b"")
    return bytes(byte if byte in kept or byte > 0x7F else 0x20 for byte in range(256))  # noqa: PLR2004 - end of ASCII


def texts_in(value: object) -> tuple[str, ...] | None:
    """A list of strings as a tuple, None for anything else."""
    if not isinstance(value, list):
        return None
    items = cast("list[object]", value)
    texts = tuple(item for item in items if isinstance(item, str))
    return texts if len(texts) == len(items) else None


class TableReader:
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
        """A string."""
        value = self._tables.get(table, {}).pop(key, default)
        return value if isinstance(value, str) else self._fault(key, "a string")

    def module(self, key: str, folder: str) -> str:
        """The name of a module in a folder of ours, where it is registered by being there."""
        value = self.text(key, "")
        there = value.isidentifier() and any(os.path.exists(os.path.join(folder, value + end)) for end in (".py", ""))
        return value if there or not value else self._fault(key, f"the name of a module in {folder}")

    def texts(self, key: str, table: str = "") -> tuple[str, ...]:
        """A list of strings."""
        value = self._tables.get(table, {}).pop(key, [])
        texts = texts_in(value)
        return self._fault(key, "a list of strings") if texts is None else texts

    def flag(self, key: str, table: str, *, default: bool) -> bool:
        """True or false."""
        value = self._tables.get(table, {}).pop(key, default)
        return value if isinstance(value, bool) else self._fault(key, "true or false")

    def kind_map(self, key: str, table: str) -> dict[str, str]:
        """A table from kind to kind, or to nothing."""
        value: Any = self._tables.get(table, {}).pop(key, {})
        if not isinstance(value, dict) or not {*value, *value.values()} <= KINDS | {""}:  # pyright: ignore[reportUnknownArgumentType]
            return self._fault(key, "a table from kind to kind")
        return value  # pyright: ignore[reportUnknownVariableType]

    def pattern(self, key: str, table: str) -> re.Pattern[str] | None:
        """A regular expression."""
        text = self.text(key, "", table)
        return self._compile(key, text) if text else None

    def content(self) -> dict[str, re.Pattern[bytes]]:
        """What tells files of a shared suffix apart, by suffix."""
        table = self._tables.pop("content", {})
        return {
            suffix: re.compile(self._compile(suffix, text).pattern.encode(), re.MULTILINE)
            for suffix, text in table.items()
        }

    def rules(self) -> Rules:
        """What facts are made by."""
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
            misread=self._bytes("misread", "gaps"),
            close=self._bytes("close", "gaps"),
            words=re.compile(words.encode()) if words else None,
            includes=re.compile(includes.encode(), re.MULTILINE) if includes else None,
            separates=_separators(dollar=self.flag("dollar", "words", default=True)),
        )

    def edit(self) -> EditRules:
        """What edits go by."""
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
            blocks_behind=self._behind(),
            filler=self.text("filler", "", "edit"),
            counted=frozenset(self.texts("counted", "edit")),
            counts=self.text("counts", "", "edit"),
            blank_lines=(blank[0], blank[1]),
            mover=self.text("mover", "", "edit"),
            mover_unmarked=self.text("mover_unmarked", "", "edit"),
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

    def _behind(self) -> dict[str, frozenset[str]]:
        found: Any = self._tables.get("edit", {}).pop("blocks_behind", {})
        if not isinstance(found, dict):
            self._fault("blocks_behind", "a table from tokens to lists of node types")
        tokens = cast("dict[str, Any]", found)
        self._tables["edit.blocks_behind"] = dict(tokens)
        return {token: frozenset(self.texts(token, "edit.blocks_behind")) for token in tokens}

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
            if line := line_of(key, path):
                return f"{path}:{line}"
        return f"{self.path}:1"


def line_of(key: str, path: str) -> int:
    """The line, counted from 1, of a key or table of a TOML file; 0 where it has none."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if re.match(rf'\s*\[?"?{re.escape(key)}"?\s*[=\].]', line):
                return number
    return 0
