"""Whether things stand where they belong: by the nodes around them, which say more than the symbols around them do.

Blocks have no names: a text may leave the branch of an `if` and still be in the same function. So the nodes around a
symbol are held against those of before, and what is new has to be in the very node that holds the symbol it belongs to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Refused
from .pieces import outer_node
from .values import new_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import tree_sitter

    from ..facts import Symbol
    from .document import Document
    from .plan import FileEdit

__all__ = ["check_around", "check_beside", "check_ends", "check_within"]

_HINT = "Nothing was written. Name another symbol, or replace the whole definition around it."
_SEPARATORS = b" \t\r\n,;"


def check_beside(edit: FileEdit, after: Document, named: Symbol, span: tuple[int, int]) -> None:
    """A text that was put beside a symbol has to be in the node that holds it; the symbol stays what it is."""
    symbol = edit.document.facts.symbols[edit.expect.of]
    if not _changes(edit, symbol) and _own_text(edit.document, symbol) != _own_text(after, named):
        raise Refused(f"the new text would become a part of {symbol.name} of {after.path}", _HINT)
    _check_held(after, named, span)


def check_within(edit: FileEdit, after: Document, named: Symbol, span: tuple[int, int]) -> None:
    """A text that stands for a symbol has to be where that was, all of it, whatever it is now."""
    symbol = edit.document.facts.symbols[edit.expect.of]
    old, new = outer_node(edit.document, symbol), outer_node(after, named)
    if _around(edit.document, old) != _around(after, new):
        raise Refused(f"{symbol.name_path} of {after.path} would stand in another block or statement", _HINT)
    _check_held(after, named, span)


def check_around(edit: FileEdit, after: Document) -> None:
    """The tokens right before and right behind each change are what they were, in the same kinds of nodes."""
    expect, symbol = edit.expect, edit.document.facts.symbols[edit.expect.of]
    if expect.of not in expect.free and _changes(edit, symbol):
        return  # by what else is edited, as in a move
    bounds = [0, *(e.start for e in edit.edits), len(edit.document.source)]
    for number, (each, (start, end)) in enumerate(zip(edit.edits, new_spans(edit.edits), strict=True)):
        about = each.start <= symbol.end_byte and symbol.start_byte <= each.end
        if not about and not (expect.span is not None and start <= expect.span[0] <= end):
            continue  # an import, say
        done = edit.edits[number - 1].end if number else 0
        before = _code_before(edit.document, done, each.start)
        behind = _code(edit.document, each.end, bounds[number + 2])
        places = [(before - 1, before - 1 + start - each.start)] if before is not None else []
        places += [(behind, behind + end - each.end)] if behind is not None else []
        for old, new in places:
            if _token(edit.document, old) != _token(after, new) and not _is_the_same(edit, after, old, new):
                line = after.source.count(b"\n", 0, new) + 1
                text = after.source.split(b"\n")[line - 1].decode("utf-8", "replace").strip()
                raise Refused(
                    f"what is beside it would mean something else, in line {line} of {after.path}: {text[:120]}",
                    _HINT,
                )


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


def _changes(edit: FileEdit, symbol: Symbol) -> bool:
    """Whether something in a symbol is replaced."""
    return any(symbol.start_byte < e.end and e.start < symbol.end_byte for e in edit.edits if e.end > e.start)


def _is_the_same(edit: FileEdit, after: Document, old: int, new: int) -> bool:
    """Whether a place is in a definition that is what it was, and where it was, though read in another way.

    Some grammars take a definition for an expression and know it as one again, by what stands beside it.
    """
    was, now = _innermost(edit.document, old), _innermost(after, new)
    if was is None or now is None or _changes(edit, was) or old - was.start_byte != new - now.start_byte:
        return False
    if _like(was) != _like(now):
        return False
    return _around(edit.document, outer_node(edit.document, was)) == _around(after, outer_node(after, now))


def _innermost(document: Document, at: int) -> Symbol | None:
    """The smallest definition that holds a byte."""
    holding = [each for each in document.facts.symbols if each.start_byte <= at < each.end_byte]
    return min(holding, key=lambda each: each.end_byte - each.start_byte, default=None)


def _like(symbol: Symbol) -> tuple[str, str, str, str, int, int, int]:
    """What a definition is, and how far it goes, wherever it stands."""
    size, body = symbol.end_byte - symbol.start_byte, symbol.body_end - symbol.body_start
    begin = symbol.name_start - symbol.start_byte
    return symbol.kind, symbol.name_path, symbol.signature, symbol.flags, begin, size, body


def _token(document: Document, at: int) -> tuple[str, int, list[str]]:
    """The kind of token at a byte, its length, and the kinds of nodes around it."""
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    assert node is not None
    return node.type, node.end_byte - node.start_byte if not node.child_count else 0, _around(document, node)


def _around(document: Document, node: tree_sitter.Node) -> list[str]:
    """The kinds of nodes around one, but for statements that hold one definition or several."""
    language = document.language
    assert language is not None
    found: list[str] = []
    while (parent := node.parent) is not None:
        if parent.type not in language.rules.wrappers:
            found.append(parent.type)
        node = parent
    return found


def _own_text(document: Document, symbol: Symbol) -> bytes:
    return document.source[symbol.name_start : symbol.end_byte].strip(_SEPARATORS)


def _check_held(after: Document, named: Symbol, span: tuple[int, int]) -> None:
    """The node that holds a text has to hold the symbol directly, or as one of several that a statement defines."""
    holder = _holder(after, span)
    own = outer_node(after, named)
    if holder is None or (span[1] <= named.name_start and own.start_byte <= span[0]):
        return  # comments; or what stands at the head of a definition, as a decorator does
    if holder.id not in {node.id for node in _holders(after, named)}:
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
    while node is not None and node.start_byte >= start and _end(document, node) <= end:
        node = node.parent
    return node


def _end(document: Document, node: tree_sitter.Node) -> int:
    """Where a node ends, but for blanks: some end with their line."""
    return node.start_byte + len(document.source[node.start_byte : node.end_byte].rstrip())


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
