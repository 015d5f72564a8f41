"""One file's bytes in, its outline facts out, or the reason why it has none. Opens no file."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .decode import decode, looks_binary

if TYPE_CHECKING:
    import tree_sitter

    from ..facts import FileFacts
    from ..languages import Language

__all__ = ["BINARY", "MINIFIED", "facts_of", "parse", "reason_to_leave_out"]

BINARY = "binary"
MINIFIED = "minified"
_MINIFIED_SIZE = 8192
_MINIFIED_LINE = 1000
"""Mean bytes a line beyond which a text of some size was not written by people; measured on bundles: 2,000 and up."""


def reason_to_leave_out(raw: bytes) -> str:
    """Why a file of this content is not worth parsing, or empty."""
    if looks_binary(raw):
        return BINARY
    if len(raw) > _MINIFIED_SIZE and len(raw) / (raw.count(b"\n") + 1) > _MINIFIED_LINE:
        return MINIFIED
    return ""


def facts_of(language: Language, raw: bytes) -> FileFacts:
    """Decodes, parses and outlines the content of one file. Broken syntax is input, not an error."""
    from .outline import outline

    source = decode(raw).source
    return outline(language, source, parse(language, source))


def parse(language: Language, source: bytes) -> tree_sitter.Tree:
    """The tree of a text in UTF-8."""
    return _parser(language).parse(source)


@lru_cache(maxsize=64)
def _parser(language: Language) -> tree_sitter.Parser:
    import tree_sitter

    return tree_sitter.Parser(language.grammar)
