"""What must be so before a byte is written: one file's text before and after, held against each other.

    no new syntax error · no block left empty · the wanted symbol is there, where it belongs · every other symbol is
    still there, under the same name, in the same container · what is new is in the block of the symbol that was named

Looks at two documents and opens no file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import Refused
from .places import check_around, check_beside, check_ends, check_within
from .values import moved_to, new_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import tree_sitter

    from ..facts import Symbol
    from ..languages import Language
    from .document import Document
    from .plan import FileEdit
    from .values import TextEdit

__all__ = ["EmptyBlock", "SyntaxBroken", "check", "ordinals_by_name"]

NOTHING = "Nothing was written."


class SyntaxBroken(Refused):
    """The result would not parse."""

    code = "syntax_error"


class EmptyBlock(Refused):
    """A block would be left with nothing in it."""

    code = "empty_block"


def check(edit: FileEdit, after: Document, *, allow_errors: bool) -> None:
    """Raise Refused where `after`, the file with the edit made, is not what it has to be."""
    before = edit.document
    if before.language is None:
        return
    if after.source.count(b"\0") > before.source.count(b"\0"):
        raise Refused(f"{after.path} would hold a NUL character and be taken for a binary file", NOTHING)
    if not allow_errors:
        _check_syntax(before, after, edit.edits)
    _check_blocks(before, after, edit.edits)
    _check_symbols(edit, after)


def ordinals_by_name(symbols: Sequence[Symbol]) -> dict[tuple[int, str], list[int]]:
    """The symbols of a file by where their name starts, and the name."""
    found: dict[tuple[int, str], list[int]] = {}
    for ordinal, symbol in enumerate(symbols):
        found.setdefault((symbol.name_start, symbol.name), []).append(ordinal)
    return found


# --- syntax ------------------------------------------------------------------------------------------------------


def _check_syntax(before: Document, after: Document, edits: Sequence[TextEdit]) -> None:
    if not after.tree.root_node.has_error:
        return
    new, old = list(_errors(after.tree.root_node)), list(_errors(before.tree.root_node))
    if _unseen(after, new) > _unseen(before, old):
        line = after.source.count(b"\n", 0, new_spans(edits)[0][0]) + 1
        raise SyntaxBroken(
            f"{after.path} would no longer parse: a statement has no end, from line {line} of the result on",
            f"{NOTHING} Correct the text; --allow-errors lifts this check.",
        )
    spans = new_spans(edits)
    inside = [error for error in new if any(start <= error.start_byte < max(end, start + 1) for start, end in spans)]
    known = [error for error in old if any(e.start <= error.start_byte < max(e.end, e.start + 1) for e in edits)]
    if len(new) <= len(old) and len(inside) <= len(known):
        return
    worst = inside[0] if len(inside) > len(known) else _unknown(before, after, old, new, edits)
    line = worst.start_point[0] + 1
    text = after.source.split(b"\n")[line - 1].decode("utf-8", "replace").strip()
    what = f"missing {worst.type!r}" if worst.is_missing else "a syntax error"
    raise SyntaxBroken(
        f"{after.path} would no longer parse: {what} at line {line} of the result: {text[:120]}",
        f"{NOTHING} Correct the text; --allow-errors lifts this check.",
    )


def _unknown(
    before: Document,
    after: Document,
    old: list[tree_sitter.Node],
    new: list[tree_sitter.Node],
    edits: Sequence[TextEdit],
) -> tree_sitter.Node:
    del before, after
    places = {moved_to(edits, error.start_byte) for error in old}
    return next((error for error in new if error.start_byte not in places), new[-1])


def _errors(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    if node.is_error or node.is_missing:
        yield node
    if node.has_error:
        for child in node.children:
            yield from _errors(child)


def _unseen(document: Document, errors: Sequence[tree_sitter.Node]) -> int:
    """How many tokens the parser had to think of that no node stands for: the end of a statement, in Python and Go."""
    root = document.tree.root_node
    return str(root).count("(MISSING ") - sum(node.is_missing for node in errors) if root.has_error else 0


# --- blocks ------------------------------------------------------------------------------------------------------


def _check_blocks(before: Document, after: Document, edits: Sequence[TextEdit]) -> None:
    assert after.language is not None
    rules = after.language.edit
    if not rules.blocks and not rules.blocks_behind:
        return
    for edit, (start, end) in zip(edits, new_spans(edits), strict=True):
        empty = list(_empty_blocks(after, start, end))
        if len(empty) > len(list(_empty_blocks(before, edit.start, edit.end))):
            raise EmptyBlock(
                f"{after.path} would be left with an empty block at line {empty[0].start_point[0] + 1} of the result",
                f"{NOTHING} Write something in its place.",
            )


def _empty_blocks(document: Document, start: int, end: int) -> Iterator[tree_sitter.Node]:
    """The empty blocks that a range touches, or the code right before it opens."""
    import tree_sitter

    language = document.language
    assert language is not None
    cursor = tree_sitter.QueryCursor(_block_query(language))
    first = _code_before(document, start)
    cursor.set_byte_range(first, max(end + 1, first + 2))
    for node in cursor.captures(document.tree.root_node).get("block", []):
        behind = language.edit.blocks_behind.get(node.type) if not node.is_named else None
        inside = node.named_children if behind is None else _behind(node, behind)
        if not any(child.type not in language.rules.comments for child in inside):
            yield node


def _behind(token: tree_sitter.Node, others: frozenset[str]) -> Iterator[tree_sitter.Node]:
    """What a token opens that no node holds: all up to the next token, or to one of other nodes."""
    node = token.next_sibling
    while node is not None and node.is_named and node.type not in others:
        yield node
        node = node.next_sibling


def _code_before(document: Document, at: int) -> int:
    """The last byte of code before `at`: an empty block stands right behind what opens it, before any comment."""
    language = document.language
    assert language is not None
    while True:
        at = max(len(document.source[:at].rstrip()) - 1, 0)
        node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
        if node is None or node.type not in language.rules.comments or not at:
            return at
        at = node.start_byte


_queries: dict[str, tree_sitter.Query] = {}


def _block_query(language: Language) -> tree_sitter.Query:
    import tree_sitter

    if language.name not in _queries:
        nodes = [f"({name}) @block" for name in sorted(language.edit.blocks)]
        tokens = [f'"{token}" @block' for token in sorted(language.edit.blocks_behind)]
        _queries[language.name] = tree_sitter.Query(language.grammar, "\n".join([*nodes, *tokens]))
    return _queries[language.name]


# --- symbols -----------------------------------------------------------------------------------------------------


class _Match(NamedTuple):
    """Which symbol of the result each symbol is."""

    new: dict[int, int]
    lost: list[int]


def _check_symbols(edit: FileEdit, after: Document) -> None:
    before, expect = edit.document, edit.expect
    match = _match(edit, after)
    old, new = before.facts.symbols, after.facts.symbols
    for ordinal in match.lost:
        if not _may_vanish(edit, ordinal):
            raise Refused(
                f"{old[ordinal].name_path} of {before.path} would vanish or change its name",
                f"{NOTHING} Look at the end of the text: a bracket or an indentation may be wrong.",
            )
    for ordinal, found in match.new.items():
        parent = old[ordinal].parent
        now = new[found].parent
        if parent in expect.free or parent in match.lost:
            continue
        if now != (match.new.get(parent, -2) if parent >= 0 else -1):
            place = new[now].name_path if now >= 0 else "the top of the file"
            raise Refused(
                f"{old[ordinal].name_path} of {before.path} would land in {place}",
                f"{NOTHING} Look at the end of the text: a bracket or an indentation may be wrong.",
            )
    check_ends(edit, after, match.new, new_spans(edit.edits))
    _check_new_symbols(edit, after, match)
    if expect.of >= 0:
        check_around(edit, after)
    if expect.of in match.new and expect.span is not None:
        check_beside(edit, after, new[match.new[expect.of]], expect.span)


def _match(edit: FileEdit, after: Document) -> _Match:
    places = ordinals_by_name(after.facts.symbols)
    match = _Match({}, [])
    for ordinal, symbol in enumerate(edit.document.facts.symbols):
        if ordinal in edit.expect.free:
            continue
        name = edit.expect.renamed.get(ordinal, symbol.name)
        at = moved_to(edit.edits, symbol.name_start)
        found = places.get((at, name)) if at is not None else None
        if found:
            match.new[ordinal] = found.pop(0)
        else:
            match.lost.append(ordinal)
    return match


def _may_vanish(edit: FileEdit, ordinal: int) -> bool:
    """A variable of a function is listed only for what is in it."""
    language = edit.document.language
    assert language is not None
    symbol = edit.document.facts.symbols[ordinal]
    around = any(symbol.start_byte <= e.start and e.end <= symbol.end_byte for e in edit.edits)
    return around and symbol.kind in language.rules.locals


def _check_new_symbols(edit: FileEdit, after: Document, match: _Match) -> None:
    expect = edit.expect
    if expect.span is None:
        return
    start, end = expect.span
    symbols = after.facts.symbols
    taken = set(match.new.values())
    inside = {i for i, s in enumerate(symbols) if start <= s.name_start < end and i not in taken}
    container = match.new.get(expect.container, -1) if expect.container >= 0 else -1
    outermost = [i for i in inside if symbols[i].parent not in inside]
    for ordinal in outermost:
        if symbols[ordinal].parent != container and expect.container not in match.lost:
            parent = symbols[ordinal].parent
            place = symbols[parent].name_path if parent >= 0 else "the top of the file"
            raise Refused(
                f"{symbols[ordinal].name} would land in {place} of {after.path}, not beside the symbol that was named",
                f"{NOTHING} Look at the indentation and the brackets of the text.",
            )
    names = {symbols[i].name for i in outermost}
    missing = [name for name in expect.wanted if name not in names]
    if missing:
        raise Refused(
            f"the new text does not define {', '.join(missing)}",
            f"{NOTHING} Give the whole definition; `rename` changes a name, `delete` takes a symbol away.",
        )
    if expect.of in expect.free:
        named = next(symbols[i] for i in sorted(outermost) if symbols[i].name == expect.wanted[0])
        check_within(edit, after, named, expect.span)
