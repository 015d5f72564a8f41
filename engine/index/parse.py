"""One file's bytes in, its outline facts out, or the reason why it has none. Opens no file."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from .decode import decode, looks_binary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import tree_sitter

    from ..facts import FileFacts
    from ..languages import Language

__all__ = ["BINARY", "MINIFIED", "facts_of", "load_parser", "make_ready", "reason_to_leave_out", "tree_of"]

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


def make_ready(language: Language) -> None:
    """Load all that the first parse in a language has to load. Raises BadSettings."""
    from . import outline

    del outline
    _ = language.symbols
    load_parser(language)


def load_parser(language: Language) -> None:
    """Load the grammar of a language."""
    _parser(language)


def facts_of(language: Language, raw: bytes) -> FileFacts:
    """Decodes, parses and outlines the content of one file. Broken syntax is input, not an error."""
    from .outline import outline

    source = decode(raw).source
    return outline(language, source, tree_of(language, source))


def tree_of(language: Language, source: bytes) -> tree_sitter.Tree:
    """The parse of a text (UTF-8, without a byte order mark), what the grammar cannot read painted over."""
    source = source.replace(b"\0", b" ")  # a NUL ends the text for some grammars
    misread = {match.span(1) for pattern in language.rules.misread for match in pattern.finditer(source)}
    source = _painted(source, {place: _blanks(source[slice(*place)]) for place in misread})
    tree = _parser(language).parse(source)
    if tree.root_node.has_error and (language.rules.blank or language.rules.close):
        return _parse_without_gaps(language, source, tree)
    return tree


def _parse_without_gaps(language: Language, source: bytes, tree: tree_sitter.Tree) -> tree_sitter.Tree:
    """The tree of the same text, every byte in its place, with what the grammar cannot read painted over; or `tree`.

    Where painting all breaks more than it mends, since a pattern is wrong for the text, those that do are left out,
    if trying that does not take too long.
    """
    errors = _errors(tree.root_node)
    gaps: list[dict[tuple[int, int], bytes]] = [
        found for found in _gaps(language, source, _windows(errors, len(source))) if found
    ]
    if not gaps:
        return tree
    before = _broken_bytes(errors)
    best = _parse_painted(language, source, tree, gaps)
    broken = _broken_bytes(_errors(best.root_node))
    while broken >= before and 1 < len(gaps) <= _TRIALS // len(source):
        trials = [[*gaps[:at], *gaps[at + 1 :]] for at in range(len(gaps))]
        trees = [_parse_painted(language, source, tree, others) for others in trials]
        left = [_broken_bytes(_errors(trial.root_node)) for trial in trees]
        least = min(left)
        if least >= broken:
            break
        at = left.index(least)
        best, broken, gaps = trees[at], least, trials[at]
    return best if broken < before else tree


def _gaps(language: Language, source: bytes, windows: list[tuple[int, int]]) -> Iterator[dict[tuple[int, int], bytes]]:
    """What each pattern would have painted over, and with what."""
    for pattern in language.rules.blank:
        parts = [name for name in pattern.groupindex if name.startswith(GAP)] or [0]
        yield {
            match.span(part): _blanks(match[part])
            for start, end in windows
            for match in pattern.finditer(source, start, end)
            for part in parts
        }
    for pattern in language.rules.close:
        yield {match.span(1): b";" for start, end in windows for match in pattern.finditer(source, start, end)}


def _blanks(text: bytes) -> bytes:
    return b"\n".join(b" " * len(line) for line in text.split(b"\n"))


def _parse_painted(
    language: Language, source: bytes, tree: tree_sitter.Tree, gaps: list[dict[tuple[int, int], bytes]]
) -> tree_sitter.Tree:
    painted = {place: text for found in gaps for place, text in found.items()}
    return _parser(language).parse(_painted(source, painted), _edited(tree, source, painted))


def _painted(source: bytes, painted: dict[tuple[int, int], bytes]) -> bytes:
    if not painted:
        return source
    text = bytearray(source)
    for (start, end), replacement in painted.items():
        text[start:end] = replacement
    return bytes(text)


def _edited(tree: tree_sitter.Tree, source: bytes, painted: dict[tuple[int, int], bytes]) -> tree_sitter.Tree:
    """A copy of the tree that knows where the text was painted over, so that only those places are parsed again."""
    edited = tree.copy()
    line = start_of_line = seen = 0
    for start, end in _merged(painted):
        points: list[tuple[int, int]] = []
        for offset in (start, end):
            line += source.count(b"\n", seen, offset)
            start_of_line = max(start_of_line, source.rfind(b"\n", seen, offset) + 1)
            seen = offset
            points.append((line, offset - start_of_line))
        edited.edit(start, end, end, points[0], points[1], points[1])
    return edited


def _errors(root: tree_sitter.Node) -> list[tuple[int, int]]:
    """Where the errors of a tree are, as byte ranges."""
    found: list[tuple[int, int]] = []
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if node.is_error or node.is_missing:
            found.append((node.start_byte, node.end_byte))
        elif node.has_error:
            nodes += node.children
    return found


def _broken_bytes(errors: list[tuple[int, int]]) -> int:
    return sum(end - start + 1 for start, end in errors)


def _windows(errors: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """The surroundings of errors, where what the grammar stumbled over has to be: merged, in order."""
    return _merged((max(start - _AROUND, 0), min(end + _AROUND, size)) for start, end in errors)


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


_TRIALS = 1_500_000
"""Bytes that may be parsed again to find out which pattern is wrong for a text: a tenth of a second at most."""
GAP = "gap"
"""What the names of groups begin with that are painted over, where that is not all of a match."""
_AROUND = 1500
"""Bytes: a statement or two. Looking everywhere for all that a grammar cannot read costs as much as a parse."""


@lru_cache(maxsize=64)
def _parser(language: Language) -> tree_sitter.Parser:
    import tree_sitter

    return tree_sitter.Parser(language.grammar)
