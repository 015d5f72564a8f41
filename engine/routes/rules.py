"""What `routes.scm` and `routes.toml` of a language say: which syntax calls and binds, and what frameworks call routes.

Loaded when a question about routes first needs it, checked like the other query files: an unknown capture, node type or
key is `BadSettings` with file and line. `queries/README.md` explains each of them.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..languages import Language

__all__ = ["CAPTURES", "KEYS", "Expansion", "Framework", "RouteRules", "Rule", "Syntax", "load_rules"]

QUERY, TABLES = "routes.scm", "routes.toml"
ROUTES_VERSION = 1
"""Raised when the same tree makes other facts of routes, so that stored ones are made again."""

CAPTURES = frozenset(
    {
        "call", "call.name", "call.on", "call.arguments", "call.body",
        "mark", "mark.name", "mark.on", "mark.arguments",
        "function", "function.name", "function.parameters",
        "function.container",
        "function.result",
        "class", "class.name",
        "bind", "bind.name", "bind.value", "bind.more",
        "bind.type",
        "return", "return.value",
        "loop", "loop.name", "loop.over",
    }
)  # fmt: skip
ACTIONS = frozenset(name for name in CAPTURES if "." not in name)
KINDS = frozenset({"route", "router", "mount", "scope", "client", "base"})
JOINS = frozenset({"plain", "slash", "trim"})


class Syntax(NamedTuple):
    """Node types of the grammar, by what they are for routes."""

    strings: frozenset[str] = frozenset()
    holes: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    pairs: Mapping[str, tuple[str, str]] = {}
    wraps: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset()
    requires: frozenset[str] = frozenset()
    exported: tuple[str, ...] = ()
    selves: frozenset[str] = frozenset()
    constructors: frozenset[str] = frozenset()
    tests: re.Pattern[str] | None = None
    extends: bool = False
    implicit: bool = False


class Rule(NamedTuple):
    """One `[[frameworks.rules]]`."""

    framework: str
    number: int
    """Place in the file of the language, which every question can tell."""
    is_: str
    calls: frozenset[str]
    marks: frozenset[str]
    on: re.Pattern[str] | None
    bare: bool
    """Whether there must be nothing before the name."""
    static: bool
    """Whether what stands before the name is no router: the place alone tells what it belongs to."""
    of: str
    method: str
    verb: re.Pattern[str] | None
    path: str
    like: re.Pattern[str] | None
    handler: str
    target: str
    folder: str
    """Where the folder is named whose files it loads."""
    chain: str
    least: int
    most: int
    when: tuple[str, re.Pattern[str]] | None
    unless: tuple[str, re.Pattern[str]] | None
    controller: str
    override: bool
    expand: str
    options: tuple[str, ...]
    free: bool
    """Whether it counts, by name, on a receiver of which nothing is known."""
    sub: bool
    """Whether this router serves nothing until it is mounted."""
    optional: bool
    """Whether it counts without a path."""
    member: bool
    """Whether it is a member of a class that an expansion names, and lies below that."""
    named: bool
    """Whether the name of the function is the path, where there is no other."""
    shape: str
    """What is made of a path: a text with `{path}`."""
    before: tuple[str, str, str] | None
    """An option, what it puts before the path, and the framework in whose presence it does."""
    at: str
    """Where in an expansion what stands inside is meant to be: a key of its `nest`."""
    root: bool
    """Whether paths begin at it, wherever it stands."""


class Framework(NamedTuple):
    """One `[[frameworks]]`."""

    name: str
    words: tuple[tuple[str, ...], ...]
    project: tuple[tuple[str, ...], ...]
    join: str
    params: re.Pattern[str] | None
    rest: re.Pattern[str] | None
    routers: re.Pattern[str] | None
    absolute: re.Pattern[str] | None
    tokens: Mapping[str, tuple[str, re.Pattern[str]]]
    handler: re.Pattern[str] | None
    controller: str
    roots: re.Pattern[str] | None
    client: bool
    places: tuple[tuple[re.Pattern[str], str], ...]
    """Files whose routes all have a prefix by convention."""
    prefix_name: str
    """The name of a constant of a file that is the prefix of its routes."""


class Expansion(NamedTuple):
    """One `[expansions.name]`: the routes that a single word stands for."""

    rows: tuple[tuple[str, str, str], ...]
    """Member, method and what it adds to the path."""
    needs: Mapping[str, re.Pattern[str]]
    """By member, what the header of a class has that does not define it itself."""
    plurals: tuple[tuple[re.Pattern[str], str], ...]
    """How the name of a class is made where there is none of the name as it is."""
    nested: str
    """What each part of a name with dots adds to the path, but the last: a text with `{name}` and `{singular}`."""
    nest: Mapping[str, str]
    """What is added for what stands inside, by where in it: empty for anywhere."""


class RouteRules(NamedTuple):
    """All that a language says of routes."""

    query: tree_sitter.Query
    actions: tuple[str, ...]
    """By pattern."""
    syntax: Syntax
    frameworks: Mapping[str, Framework]
    rules: tuple[Rule, ...]
    by_call: Mapping[str, tuple[Rule, ...]]
    by_mark: Mapping[str, tuple[Rule, ...]]
    unwrap: frozenset[str]
    """Calls that mean their first argument."""
    unwrap_on: frozenset[str]
    """Members that mean what they are members of."""
    verbs: frozenset[str]
    methods: Mapping[str, str]
    """What words mean that are no method by themselves."""
    expansions: Mapping[str, Expansion]
    singulars: tuple[tuple[re.Pattern[str], str], ...]
    version: str


RULE_KEYS = frozenset(
    "is calls marks on bare static of method verb path like handler target folder chain least most when unless controller"
    " override expand options free sub optional member named shape before at root".split()
)
FRAMEWORK_KEYS = frozenset(
    "name words project join params rest routers absolute tokens handler controller roots client places prefix_name rules".split()
)
SYNTAX_KEYS = frozenset(Syntax._fields)
TOP_KEYS = frozenset("syntax frameworks unwrap unwrap_on verbs methods expansions singulars".split())
EXPANSION_KEYS = frozenset("rows needs plurals nested nest".split())
KEYS = {"": TOP_KEYS, "syntax": SYNTAX_KEYS, "frameworks": FRAMEWORK_KEYS, "frameworks.rules": RULE_KEYS,
        "expansions": EXPANSION_KEYS}  # fmt: skip


def load_rules(language: Language) -> RouteRules | None:
    """What a language says of routes, with what it inherits; None where it says nothing. Raises BadSettings."""
    return _load(language)


@lru_cache(maxsize=64)
def _load(language: Language) -> RouteRules | None:
    texts = [(path, _read(path)) for folder in language.folders if os.path.exists(path := os.path.join(folder, QUERY))]
    tables = [path for folder in language.folders if os.path.exists(path := os.path.join(folder, TABLES))]
    if not texts:
        return None
    reader = _Tables(language, tables)
    query, actions = _compile(language, texts)
    rules = tuple(reader.rules)
    return RouteRules(
        query,
        actions,
        reader.syntax(),
        reader.frameworks,
        rules,
        _by_name(rules, "calls"),
        _by_name(rules, "marks"),
        frozenset(reader.unwrap),
        frozenset(reader.unwrap_on),
        frozenset(reader.verbs),
        reader.methods,
        reader.expansions,
        tuple(reader.singulars),
        _version(language, [*texts, *((path, _read(path)) for path in tables)]),
    )


def _version(language: Language, texts: list[tuple[str, str]]) -> str:
    said = [(os.path.basename(path), text) for path, text in texts]
    return blake2b(repr((ROUTES_VERSION, language.fingerprint, said)).encode(), digest_size=8).hexdigest()


def _by_name(rules: tuple[Rule, ...], field: str) -> dict[str, tuple[Rule, ...]]:
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in rules:
        for name in getattr(rule, field):
            found[name] = (*found.get(name, ()), rule)
    return found


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: cannot be read: {error}", "Make it a readable file in UTF-8.") from error


def _compile(language: Language, texts: list[tuple[str, str]]) -> tuple[tree_sitter.Query, tuple[str, ...]]:
    import tree_sitter

    for path, text in texts:
        try:
            tree_sitter.Query(language.grammar, re.sub(r"(?m)^$", " ", text) + "\n")
        except tree_sitter.QueryError as error:
            row = re.search(r"row (\d+)", str(error))
            raise BadSettings(
                f"{path}:{int(row[1]) + 1 if row else 1}: {error} (grammar of {language.name})",
                "Use node types, fields and predicates of the grammar; `queries/README.md` explains the format.",
            ) from error
    joined = "\n".join(text for _, text in texts)
    query = tree_sitter.Query(language.grammar, joined + "\n")
    raw = joined.encode()
    actions: list[str] = []
    for index in range(cast("int", query.pattern_count)):
        at = query.start_byte_for_pattern(index)
        path, line = _place(texts, raw.count(b"\n", 0, at))
        chunk = re.sub(r'"(?:\\.|[^"\\])*"|;[^\n]*', "", raw[at : query.end_byte_for_pattern(index)].decode())
        captures = set(re.findall(r"@([A-Za-z_][\w.\-]*)", chunk))
        for capture in sorted(captures - CAPTURES):
            if not capture.startswith("_"):
                raise BadSettings(
                    f"{path}:{line}: unknown capture @{capture}", f"Expected one of @{', @'.join(sorted(CAPTURES))}."
                )
        said = captures & ACTIONS
        if len(said) != 1:
            raise BadSettings(
                f"{path}:{line}: a pattern needs exactly one of @{', @'.join(sorted(ACTIONS))}",
                "Split it into one pattern for each.",
            )
        actions.append(said.pop())
    return query, tuple(actions)


def _place(texts: list[tuple[str, str]], row: int) -> tuple[str, int]:
    """The file that holds a row of the joined text, and the line in it."""
    for path, text in texts[:-1]:
        lines = text.count("\n") + 1
        if row < lines:
            return path, row + 1
        row -= lines
    return texts[-1][0], row + 1


class _Tables:
    """Reads the tables of a language and of those that it inherits, the most general first."""

    def __init__(self, language: Language, paths: list[str]) -> None:
        self._language = language
        self._path = ""
        self._syntax: dict[str, Any] = {}
        self.frameworks: dict[str, Framework] = {}
        self.rules: list[Rule] = []
        self.unwrap: list[str] = []
        self.unwrap_on: list[str] = []
        self.verbs: list[str] = []
        self.methods: dict[str, str] = {}
        self.expansions: dict[str, Expansion] = {}
        self.singulars: list[tuple[re.Pattern[str], str]] = []
        for path in paths:
            self._add(path)

    def _add(self, path: str) -> None:
        import tomllib

        self._path = path
        try:
            data = tomllib.loads(_read(path))
        except tomllib.TOMLDecodeError as error:
            raise BadSettings(f"{path}: {error}", "Correct the TOML syntax.") from error
        try:
            self._tables(data)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise BadSettings(f"{path}: {error}", "`queries/README.md` explains each key.") from error

    def _tables(self, data: dict[str, Any]) -> None:
        self._check(data, TOP_KEYS)
        syntax = data.get("syntax", {})
        self._check(syntax, SYNTAX_KEYS)
        self._syntax |= syntax
        self.unwrap += self._texts(data, "unwrap")
        self.unwrap_on += self._texts(data, "unwrap_on")
        self.verbs += self._texts(data, "verbs")
        for word, method in data.get("methods", {}).items():
            self.methods[word.upper()] = method
        for text, put in data.get("singulars", []):
            self.singulars.append((self._pattern("singulars", text), put))
        for name, table in data.get("expansions", {}).items():
            self._check(table, EXPANSION_KEYS)
            rows = tuple((str(a), str(b), str(c)) for a, b, c in table.get("rows", []))
            needs = {key: self._pattern(key, text) for key, text in table.get("needs", {}).items()}
            plurals = tuple((self._pattern("plurals", text), put) for text, put in table.get("plurals", []))
            self.expansions[name] = Expansion(rows, needs, plurals, table.get("nested", ""), table.get("nest", {}))
        for table in data.get("frameworks", []):
            self._framework(table)

    def syntax(self) -> Syntax:
        """The node types, each one of the grammar."""
        found: dict[str, Any] = {}
        for key, value in self._syntax.items():
            if key in ("extends", "implicit"):
                found[key] = bool(value)
            elif key == "pairs":
                found[key] = {kind: (fields[0], fields[1]) for kind, fields in value.items()}
            elif key == "exported":
                found[key] = tuple(value)
            elif key == "tests":
                found[key] = self._pattern(key, value)
            else:
                found[key] = frozenset(value)
            if key in ("strings", "holes", "joins", "lists", "objects", "pairs", "wraps", "comments"):
                for kind in value:
                    if self._language.grammar.id_for_node_kind(kind, True) is None:
                        self._fault(kind, f"{kind!r} is no node type of the grammar of {self._language.name}")
        return Syntax(**found)

    def _framework(self, table: dict[str, Any]) -> None:
        self._check(table, FRAMEWORK_KEYS)
        name = table.get("name", "")
        if not name:
            self._fault("frameworks", "a framework needs a name")
        if table.get("join", "trim") not in JOINS:
            self._fault("join", f"join must be one of {', '.join(sorted(JOINS))}")
        self.frameworks[name] = Framework(
            name,
            tuple(tuple(words.split()) for words in self._texts(table, "words")),
            tuple(tuple(words.split()) for words in self._texts(table, "project")),
            table.get("join", "trim"),
            self._optional(table, "params"),
            self._optional(table, "rest"),
            self._optional(table, "routers"),
            self._optional(table, "absolute"),
            {key: (of, self._pattern("tokens", drop)) for key, (of, drop) in table.get("tokens", {}).items()},
            self._optional(table, "handler"),
            table.get("controller", ""),
            self._optional(table, "roots"),
            bool(table.get("client", False)),
            tuple((self._pattern("places", path), prefix) for path, prefix in table.get("places", [])),
            table.get("prefix_name", ""),
        )
        for row in table.get("rules", []):
            self.rules.append(self._rule(name, row))

    def _rule(self, framework: str, row: dict[str, Any]) -> Rule:
        self._check(row, RULE_KEYS)
        if row.get("is") not in KINDS:
            self._fault("is", f"is must be one of {', '.join(sorted(KINDS))}")
        if not row.get("calls") and not row.get("marks"):
            self._fault("is", "a rule needs calls or marks")
        if row.get("expand", "") and row["expand"] not in self.expansions:
            self._fault("expand", f"there is no [expansions.{row['expand']}]")
        return Rule(
            framework,
            len(self.rules),
            row["is"],
            frozenset(self._texts(row, "calls")),
            frozenset(self._texts(row, "marks")),
            self._optional(row, "on"),
            bool(row.get("bare", False)),
            bool(row.get("static", False)),
            row.get("of", ""),
            row.get("method", "name"),
            self._optional(row, "verb"),
            row.get("path", ""),
            self._optional(row, "like"),
            row.get("handler", ""),
            row.get("target", ""),
            row.get("folder", ""),
            row.get("chain", ""),
            int(row.get("least", 0)),
            int(row.get("most", 99)),
            self._condition(row, "when"),
            self._condition(row, "unless"),
            row.get("controller", ""),
            bool(row.get("override", False)),
            row.get("expand", ""),
            tuple(self._texts(row, "options")),
            bool(row.get("free", False)),
            bool(row.get("sub", False)),
            bool(row.get("optional", False)),
            bool(row.get("member", False)),
            bool(row.get("named", False)),
            row.get("shape", ""),
            tuple(row["before"]) if len(row.get("before", [])) == 3 else None,  # noqa: PLR2004 - option, text, framework
            row.get("at", ""),
            bool(row.get("root", False)),
        )

    def _condition(self, row: dict[str, Any], key: str) -> tuple[str, re.Pattern[str]] | None:
        value = row.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or len(cast("list[Any]", value)) != 2:  # noqa: PLR2004 - a place and a pattern
            self._fault(key, f"{key} must be a place and a regular expression")
        return str(value[0]), self._pattern(key, value[1])

    def _optional(self, row: dict[str, Any], key: str) -> re.Pattern[str] | None:
        return self._pattern(key, row[key]) if row.get(key) is not None else None

    def _pattern(self, key: str, text: Any) -> re.Pattern[str]:
        try:
            return re.compile(text)
        except (re.error, TypeError):
            return self._fault(key, f"{key} must be a regular expression")

    def _texts(self, row: dict[str, Any], key: str) -> list[str]:
        value: Any = row.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[Any]", value)):
            self._fault(key, f"{key} must be a list of strings")
        return value

    def _check(self, table: dict[str, Any], known: frozenset[str]) -> None:
        for key in table:
            if key not in known:
                self._fault(key, f"unknown key {key}")

    def _fault(self, key: str, what: str) -> Any:
        line = 1
        for number, text in enumerate(_read(self._path).split("\n"), 1):
            if re.search(rf"(^|[\s\[{{,.\"']){re.escape(key)}[\"']?\s*([=\].,]|$)", text):
                line = number
                break
        raise BadSettings(f"{self._path}:{line}: {what}", "`queries/README.md` explains each key.")
