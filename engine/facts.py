"""The values that travel from a source file to the store: what one file says by itself.

Everything here is a function of a file's bytes and its language, never of another file. Lines are 0-based, offsets
are bytes of the text as UTF-8 without a byte order mark, ranges are half-open. `NamedTuple`s, since they cross
process borders as plain tuples and cost little to import; without postponed annotations, since `NamedTuple` would
compile each of them.
"""

from typing import NamedTuple

__all__ = ["FLAGS", "KINDS", "ORDERED_KINDS", "FileFacts", "Import", "Symbol"]

ORDERED_KINDS = (
    "module",
    "namespace",
    "package",
    "class",
    "method",
    "property",
    "field",
    "constructor",
    "enum",
    "interface",
    "function",
    "variable",
    "constant",
    "object",
    "key",
    "enum_member",
    "struct",
    "event",
    "operator",
    "type_parameter",
)
"""LSP's SymbolKind names in snake_case, as far as definitions in source need them.

Stored by their place: a new one comes last."""
KINDS = frozenset(ORDERED_KINDS)

FLAGS = ("exported", "async", "static", "abstract", "test", "deprecated")
"""What a definition's header says of it besides its kind, in the order in which they are stored and printed."""


class Symbol(NamedTuple):
    """One definition of a file."""

    name: str
    """As written, without escapes: `validate`, `operator[]`, `GET /users`."""
    name_path: str
    """Printed path from the top of the file, unique in the file: `Auth/validate[1]`."""
    kind: str
    parent: int
    """Index of the symbol that holds this one, in the file's own list; -1 at the top."""
    start_line: int
    end_line: int
    """Last line of the whole definition (inclusive)."""
    start_byte: int
    end_byte: int
    """The whole definition: statement, `export`, decorators, and the comment that belongs to it."""
    name_line: int
    name_column: int
    """Where the name starts in its line, in characters (code points)."""
    name_start: int
    name_end: int
    body_start: int
    body_end: int
    """What is between header and end; -1, -1 without a body."""
    signature: str
    """The header in one line, without decorators and comments."""
    doc: str
    """The first line of the doc comment, or empty."""
    flags: str
    """Names from FLAGS, joined by spaces."""


class Import(NamedTuple):
    """One imported name, or a whole module."""

    line: int
    module: str
    """The module as written: `..models`, `./kit.js`, `<stdio.h>`."""
    name: str
    """The imported name, `*` for all, empty where the module itself is imported."""
    alias: str
    """The local name where it differs, or empty."""
    reexport: bool


class FileFacts(NamedTuple):
    """The outline facts of one blob."""

    language: str
    lines: int
    errors: bool
    """Whether the parser met syntax errors; the rest of the file is indexed all the same."""
    symbols: list[Symbol]
    words: str
    """Every identifier-like word once, each between newlines: the postings of this blob."""
