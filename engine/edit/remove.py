"""Plans to take a symbol out, with its lines and the separator that went with it. Gives the ways, likeliest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..index.ranges import previous_node
from .lines import (
    blank_lines_above,
    blank_lines_below,
    line_end,
    line_indentation,
    line_start,
    opens_line,
)
from .pieces import outer_node
from .plan import Expect, FileEdit
from .replace import family
from .values import TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from ..facts import Symbol
    from .document import Document

__all__ = ["end_of_lines", "is_first", "is_last", "removals"]


def removals(document: Document, ordinal: int, *, recount: bool = False) -> Iterator[FileEdit]:
    """Take the definition out. Where that would leave a block empty, the language's filler stands in it.

    `recount`: whether values of others that come from their place may change.
    """
    symbol = document.facts.symbols[ordinal]
    source = document.source
    language = document.language
    assert language is not None
    expect = Expect(free=family(document.facts.symbols, ordinal), of=ordinal, recount=recount)

    def cut(start: int, end: int, text: bytes = b"", notes: tuple[str, ...] = ()) -> FileEdit:
        return FileEdit(document, (TextEdit(start, end, text),), expect, notes)

    following = _skip_blanks(source, symbol.end_byte)
    if source[following : following + 1] == b",":
        yield cut(*_whole(document, symbol, following + 1))
    elif (comma := _comma_before(document, symbol)) is not None:
        yield cut(comma, symbol.end_byte - source.endswith(b";", symbol.start_byte, symbol.end_byte))
    yield cut(*_whole(document, symbol, symbol.end_byte))
    if source[following : following + 1] == b";" and source[following + 1 : following + 2] != b";":
        yield cut(*_whole(document, symbol, following + 1))
    if language.edit.filler:
        note = f"`{language.edit.filler}` stands where {symbol.name} was the only thing in its block"
        yield cut(symbol.start_byte, symbol.end_byte, language.edit.filler.encode(), (note,))


def end_of_lines(document: Document, symbol: Symbol) -> int | None:
    """Where the last line that belongs to the symbol ends, comments behind it included; None with other code there."""
    source = document.source
    end = _end_of_line(document, symbol.end_byte)
    if end is None:
        return None
    depth = len(line_indentation(source, symbol.start_byte).expandtabs(4))
    while True:  # comments that are indented deeper than the symbol are about what is in it
        following = end + 1 + (source[end : end + 1] == b"\r")
        if following >= len(source):
            return end
        indent = line_indentation(source, following)
        node = _node_at(document, following + len(indent))
        if node is None or len(indent.expandtabs(4)) <= depth:
            node = _text_about(document, symbol, following + len(indent))
        if node is None:
            return end
        stop = _end_of_line(document, node.end_byte)
        if stop is None or stop <= end:
            return end
        end = stop


def is_first(document: Document, symbol: Symbol) -> bool:
    """Whether nothing but an opening stands before the symbol in its block or file."""
    node = _first_node(document, symbol)
    before = previous_node(node)
    return before is None or not before.is_named


def is_last(document: Document, symbol: Symbol) -> bool:
    """Whether nothing but a closing follows the symbol in its block or file."""
    node = outer_node(document, symbol)
    after = node.next_sibling
    while after is None or after.end_byte <= symbol.end_byte:
        parent = node.parent
        if after is not None:
            node = after
        elif parent is not None and parent.end_byte <= symbol.end_byte:
            node = parent
        else:
            return True
        after = node.next_sibling
    return not after.is_named


def _whole(document: Document, symbol: Symbol, end: int) -> tuple[int, int]:
    """The range to take out so that no blank line too many or too few is left."""
    source = document.source
    start = symbol.start_byte
    last = _end_of_line(document, end)
    if last is not None and end == symbol.end_byte:
        last = end_of_lines(document, symbol)
    if last is None or not opens_line(source, start):
        return _inside_line(source, start, end if last is None else last)
    start = line_start(source, start)
    following = last + 1 + (source[last : last + 1] == b"\r")
    if following > len(source) or not source[following:].strip():  # the last lines of the file
        kept = len(source[:start].rstrip())
        if kept and source.endswith(b"\n"):
            kept = source.index(b"\n", kept) + 1
        return kept, len(source)
    above, below = blank_lines_above(source, start), blank_lines_below(source, last)
    if is_first(document, symbol) or (below and not is_last(document, symbol) and above >= below):
        return start, _skip_lines(source, following, below)
    if is_last(document, symbol):
        return _back_lines(source, start, above), following
    return (
        (start, _skip_lines(source, following, below))
        if above >= below
        else (_back_lines(source, start, above), following)
    )


def _inside_line(source: bytes, start: int, end: int) -> tuple[int, int]:
    """Where other code shares the line: take the blanks on one side along."""
    stop = end
    while source[stop : stop + 1] in (b" ", b"\t"):
        stop += 1
    if source[stop : stop + 1] in (b"\n", b"\r", b""):
        while source[start - 1 : start] in (b" ", b"\t"):
            start -= 1
        return start, end
    return start, stop


def _comma_before(document: Document, symbol: Symbol) -> int | None:
    """Where the comma before the last thing of a list stands."""
    source = document.source
    if source[symbol.end_byte - 1 : symbol.end_byte] == b",":
        return None
    at = len(source[: symbol.start_byte].rstrip()) - 1
    return at if at >= 0 and source[at : at + 1] == b"," else None


def _end_of_line(document: Document, at: int) -> int | None:
    """The end of the line of `at` where nothing but blanks and a comment follows."""
    source = document.source
    end = line_end(source, at)
    rest = source[at:end]
    if not rest.strip():
        return end
    node = _node_at(document, at + len(rest) - len(rest.lstrip()))
    return end if node is not None and node.end_byte in (end, end + 1, end + 2) else None


def _node_at(document: Document, at: int) -> tree_sitter.Node | None:
    """The comment that starts at `at`."""
    language = document.language
    assert language is not None
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.start_byte == at:
        if node.type in language.rules.comments:
            return node
        node = node.parent
    return None


def _text_about(document: Document, symbol: Symbol, at: int) -> tree_sitter.Node | None:
    """The text that starts at `at` and is a statement of its own: behind a variable it says what that is for."""
    language = document.language
    if (
        language is None
        or symbol.body_start >= 0
        or line_indentation(document.source, at) != line_indentation(document.source, symbol.start_byte)
    ):
        return None
    container = outer_node(document, symbol).parent
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.start_byte == at and node.parent is not None:
        if node.type in language.edit.verbatim:
            alone = node.parent == container or (node.parent.parent == container and node.parent.range == node.range)
            return node if alone else None
        node = node.parent
    return None


def _first_node(document: Document, symbol: Symbol) -> tree_sitter.Node:
    node = outer_node(document, symbol)
    before = previous_node(node)
    while before is not None and before.start_byte >= symbol.start_byte:
        node, before = before, previous_node(before)
    return node


def _skip_blanks(source: bytes, at: int) -> int:
    rest = source[at:]
    return at + len(rest) - len(rest.lstrip())


def _skip_lines(source: bytes, at: int, count: int) -> int:
    for _ in range(count):
        at = source.index(b"\n", at) + 1
    return at


def _back_lines(source: bytes, at: int, count: int) -> int:
    for _ in range(count):
        at = line_start(source, at - 1)
    return at
