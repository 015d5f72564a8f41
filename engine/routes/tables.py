"""Reads `routes.toml`: a language's own tables after those that it inherits, each key checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from ..errors import BadSettings
from .rules import (
    EXPANSION_KEYS,
    FRAMEWORK_KEYS,
    JOINS,
    KINDS,
    RULE_KEYS,
    SYNTAX_KEYS,
    TOP_KEYS,
    Expansion,
    Framework,
    Rule,
    Syntax,
    read,
)

if TYPE_CHECKING:
    from ..languages import Language

__all__ = ["Tables"]


class Tables:
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
            data = tomllib.loads(read(path))
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
            if key in ("imported", "extends", "implicit"):
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
            _three(row.get("before")),
            row.get("at", ""),
            bool(row.get("root", False)),
        )

    def _condition(self, row: dict[str, Any], key: str) -> tuple[str, re.Pattern[str]] | None:
        texts = self._texts(row, key)
        if not texts:
            return None
        if len(texts) != 2:  # noqa: PLR2004 - a place and a pattern
            self._fault(key, f"{key} must be a place and a regular expression")
        return texts[0], self._pattern(key, texts[1])

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
        return cast("list[str]", value)

    def _check(self, table: dict[str, Any], known: frozenset[str]) -> None:
        for key in table:
            if key not in known:
                self._fault(key, f"unknown key {key}")

    def _fault(self, key: str, what: str) -> Any:
        line = 1
        for number, text in enumerate(read(self._path).split("\n"), 1):
            if re.search(rf"(^|[\s\[{{,.\"']){re.escape(key)}[\"']?\s*([=\].,]|$)", text):
                line = number
                break
        raise BadSettings(f"{self._path}:{line}: {what}", "`queries/README.md` explains each key.")


def _three(value: Any) -> tuple[str, str, str] | None:
    """An option, a text and a framework. Raises ValueError."""
    if value is None:
        return None
    option, text, framework = value
    return str(option), str(text), str(framework)
