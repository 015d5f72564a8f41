"""Query files: which captures a pattern may have, what its matches are, and one compiled query of several files."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple, cast

from .errors import BadSettings
from .facts import FLAGS, KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

__all__ = ["CAPTURES", "IMPORTS", "QUERY_FILES", "SYMBOLS", "PatternRole", "Patterns", "compile_patterns"]

SYMBOLS, IMPORTS = QUERY_FILES = ("symbols.scm", "imports.scm")

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


def compile_patterns(grammar: tree_sitter.Language, sources: Mapping[str, str], language: str) -> Patterns:
    """One query of the texts of query files, by path: those of inherited languages first. Raises BadSettings."""
    import tree_sitter

    try:
        query = tree_sitter.Query(grammar, "\n".join((*sources.values(), "")))
    except tree_sitter.QueryError:
        for file, text in sources.items():
            _compile_alone(grammar, file, text, language)
        raise
    return Patterns(query, _roles(grammar, query, sources))


def _roles(grammar: tree_sitter.Language, query: tree_sitter.Query, sources: Mapping[str, str]) -> list[PatternRole]:
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
            if grammar.id_for_node_kind(kind, True) is None:
                raise BadSettings(f"{file}:{line}: {kind!r} is no node type of the grammar", "Correct `inside`.")
        roles.append(role)
    return roles


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


def _compile_alone(grammar: tree_sitter.Language, file: str, text: str, language: str) -> None:
    """Raise `BadSettings` if the query file is at fault.

    tree-sitter does not count empty lines, and some versions write into the text: it gets a copy without them.
    """
    import tree_sitter

    try:
        tree_sitter.Query(grammar, re.sub(r"(?m)^$", " ", text) + "\n")
    except tree_sitter.QueryError as error:
        row = re.search(r"row (\d+)", str(error))
        line = int(row[1]) + 1 if row else 1
        raise BadSettings(
            f"{file}:{line}: {error} (grammar of {language})",
            "Use node types, fields and predicates of the grammar; `queries/README.md` explains the format.",
        ) from error


_CAPTURE = re.compile(r"@([A-Za-z_][\w.\-]*)")
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*')
"""With the strings, since one may hold a semicolon."""
