"""Whether things stand where they belong: by the nodes around them, which say more than the symbols around them do.

Blocks have no names: a text may leave the branch of an `if` and still be in the same function. So the nodes around a
symbol are held against those of before, and what is new has to be in the very node that holds the symbol it belongs to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Refused
from .pieces import outer_node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import tree_sitter

    from ..facts import Symbol
    from .document import Document
    from .plan import FileEdit

__all__ = ["check_beside", "check_ends", "check_neighbours", "check_within"]

_HINT = "Nothing was written. Name another symbol, or replace the whole definition around it."
_SEPARATORS = b" \t\r\n,;"


def check_beside(edit: FileEdit, after: Document, named: Symbol, span: tuple[int, int]) -> None:
    """A text that was put beside a symbol has to be in the node that holds it; the symbol stays what it is."""
    symbol = edit.document.facts.symbols[edit.expect.of]
    _check_same(edit.document, symbol, after, named)
    alone = not any(symbol.start_byte < e.end and e.start < symbol.end_byte for e in edit.edits if e.end > e.start)
    if alone and _own_text(edit.document, symbol) != _own_text(after, named):
        raise Refused(f"the new text would become a part of {symbol.name} of {after.path}", _HINT)
    _check_held(after, named, span)


def check_within(edit: FileEdit, after: Document, named: Symbol, span: tuple[int, int]) -> None:
    """A text that stands for a symbol has to be where that was, all of it."""
    _check_same(edit.document, edit.document.facts.symbols[edit.expect.of], after, named)
    _check_held(after, named, span)


def check_neighbours(edit: FileEdit, after: Document, matched: Mapping[int, int]) -> None:
    """What stands right before and behind an edit keeps its place."""
    before, symbols = edit.document, edit.document.facts.symbols
    start, end = edit.edits[0].start, edit.edits[-1].end
    parent = symbols[edit.expect.of].parent
    siblings = [ordinal for ordinal in matched if symbols[ordinal].parent == parent]
    above = [ordinal for ordinal in siblings if symbols[ordinal].end_byte <= start]
    below = [ordinal for ordinal in siblings if symbols[ordinal].start_byte >= end]
    for ordinal in (*above[-1:], *below[:1]):
        _check_same(before, symbols[ordinal], after, after.facts.symbols[matched[ordinal]])


def check_ends(edit: FileEdit, after: Document, matched: Mapping[int, int], spans: Sequence[tuple[int, int]]) -> None:
    """A definition around an edit has to be around what became of it."""
    source, symbols = edit.document.source, edit.document.facts.symbols
    for each, (start, end) in zip(edit.edits, spans, strict=True):
        text = each.text.rstrip()
        for ordinal, found in matched.items():
            old, new = symbols[ordinal], after.facts.symbols[found]
            around = old.start_byte < each.start and each.end <= old.end_byte
            if not around or (each.start == each.end and not source[each.end : old.end_byte].strip(_SEPARATORS)):
                continue  # what is put behind the last thing in a definition may be behind the definition
            if text and not new.start_byte <= start <= end - len(each.text) + len(text) <= new.end_byte:
                raise Refused(
                    f"{old.name_path} of {after.path} would end before the new text does",
                    "Nothing was written. Look at the brackets of the text.",
                )


def _check_same(before: Document, old: Symbol, after: Document, new: Symbol) -> None:
    """The same kinds of nodes have to be around a symbol as before, but for those of one or several definitions."""
    if list(_around(before, old)) != list(_around(after, new)):
        raise Refused(f"{old.name_path} of {after.path} would stand in another block or statement", _HINT)


def _around(document: Document, symbol: Symbol) -> Iterator[str]:
    language = document.language
    assert language is not None
    parent = outer_node(document, symbol).parent
    while parent is not None:
        if parent.type not in language.rules.wrappers:
            yield parent.type
        parent = parent.parent


def _own_text(document: Document, symbol: Symbol) -> bytes:
    return document.source[outer_node(document, symbol).start_byte : symbol.end_byte].strip(_SEPARATORS)


def _check_held(after: Document, named: Symbol, span: tuple[int, int]) -> None:
    """The node that holds a text has to hold the symbol directly, or as one of several that a statement defines."""
    holder = _holder(after, span)
    if holder is not None and holder.id not in {node.id for node in _holders(after, named)}:
        raise Refused(f"the new text would not be in the block or statement of {named.name} of {after.path}", _HINT)


def _holders(document: Document, symbol: Symbol) -> Iterator[tree_sitter.Node]:
    """The nodes in which something beside a symbol may stand."""
    language = document.language
    assert language is not None
    node = own = outer_node(document, symbol)
    while (parent := node.parent) is not None:
        yield parent
        listed = any(child.type == "," for child in (node.prev_sibling, node.next_sibling) if child is not None)
        edge = parent.start_byte == own.start_byte
        if not (listed or edge or parent.type in language.rules.wrappers):
            return
        node = parent


def _holder(document: Document, span: tuple[int, int]) -> tree_sitter.Node | None:
    """The node in which a text stands, comments at its ends apart; None where it is nothing else."""
    start, end = span
    first, last = _code(document, start, end), _code_before(document, start, end)
    if first is None or last is None:
        return None
    node = document.tree.root_node.descendant_for_byte_range(first, last)
    while node is not None and node.start_byte >= start and node.end_byte <= end:
        node = node.parent
    return node


def _code(document: Document, start: int, end: int) -> int | None:
    """Where the code of a text begins."""
    while start < end:
        rest = document.source[start:end]
        start += len(rest) - len(rest.lstrip())
        node = _comment_at(document, start) if start < end else None
        if node is None:
            break
        start = node.end_byte
    return start if start < end else None


def _code_before(document: Document, start: int, end: int) -> int | None:
    """Where it ends."""
    while start < end:
        end = start + len(document.source[start:end].rstrip())
        node = _comment_at(document, end - 1) if start < end else None
        if node is None:
            break
        end = node.start_byte
    return end if start < end else None


def _comment_at(document: Document, at: int) -> tree_sitter.Node | None:
    language = document.language
    assert language is not None
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type not in language.rules.comments:
        node = node.parent
    return node
