"""Loads what a language says of routes, when a question about them first needs it.

An unknown capture, node type or key is `BadSettings` with file and line.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, cast

from ..errors import BadSettings
from .rules import ACTIONS, CAPTURES, QUERY, ROUTES_VERSION, TABLES, RouteRules, Rule, read
from .tables import Tables

if TYPE_CHECKING:
    import tree_sitter

    from ..languages import Language

__all__ = ["load_rules"]


def load_rules(language: Language) -> RouteRules | None:
    """What a language says of routes, with what it inherits; None where it says nothing. Raises BadSettings."""
    return _load(language)


@lru_cache(maxsize=64)
def _load(language: Language) -> RouteRules | None:
    texts = [(path, read(path)) for folder in language.folders if os.path.exists(path := os.path.join(folder, QUERY))]
    tables = [path for folder in language.folders if os.path.exists(path := os.path.join(folder, TABLES))]
    if not texts:
        return None
    reader = Tables(language, tables)
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
        _version(language, [*texts, *((path, read(path)) for path in tables)]),
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
