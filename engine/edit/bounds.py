"""Whether it is known where a definition begins and ends. In a file with syntax errors it may be a name, or too much.

Only what the parser stumbled over at the definition itself counts. An error inside of it, or elsewhere in the file, is
no hindrance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Refused
from .lines import line_indentation, opens_line
from .pieces import outer_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from ..facts import Symbol
    from .document import Document

__all__ = ["check_bounds"]

_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_SEPARATORS = frozenset({";", ","})


def check_bounds(document: Document, ordinal: int) -> None:
    """Raise Refused where no edit of the whole symbol, or beside it, can be sure of where it ends."""
    if document.language is None:
        return
    symbol = document.facts.symbols[ordinal]
    if not symbol.start_byte <= symbol.name_start <= symbol.name_end <= symbol.end_byte:
        _refuse(document, symbol, "begins and ends")
    if not document.tree.root_node.has_error:
        return
    node = outer_node(document, symbol)
    if _is_alone(node, symbol):
        _refuse(document, symbol, "begins and ends")
    if _goes_on(document, symbol, node):
        _refuse(document, symbol, "ends")
    fits = _fits(document, symbol)
    if fits:
        return
    if _misses_end(_last(node)) or any(map(_opens, _errors(node))):
        _refuse(document, symbol, "ends")
    if symbol.end_line > symbol.start_line and (_misses_end(_next(node)) or (fits is False and _in_error(node))):
        _refuse(document, symbol, "ends")  # an end that is missing around it may be its own


def _refuse(document: Document, symbol: Symbol, what: str) -> None:
    line = symbol.name_line + 1
    raise Refused(
        f"a syntax error hides where {symbol.name_path} of {document.path} {what} (line {line})",
        "Nothing was written. Mend the error first; texts in a symbol can be replaced though its end is not known.",
    )


def _is_alone(node: tree_sitter.Node, symbol: Symbol) -> bool:
    """Whether a definition is but a name next to what cannot be read, or in it."""
    if (symbol.name_start, symbol.name_end) != (node.start_byte, node.end_byte):
        return False
    while (parent := node.parent) is not None and (parent.start_byte, parent.end_byte) == (
        node.start_byte,
        node.end_byte,
    ):
        node = parent
    beside = (node.parent, node.prev_sibling, node.next_sibling)
    return any(each is not None and each.is_error for each in beside)


def _goes_on(document: Document, symbol: Symbol, node: tree_sitter.Node) -> bool:
    """Whether what follows in the line cannot be read: it may be the rest of the definition."""
    after = node.next_sibling
    if after is None or not after.is_error or after.start_byte < symbol.end_byte:
        return False
    between = document.source[symbol.end_byte : after.start_byte]
    text = document.source[after.start_byte : after.end_byte].decode("utf-8", "replace").strip()
    return not between.strip() and b"\n" not in between and text not in _SEPARATORS


def _fits(document: Document, symbol: Symbol) -> bool | None:
    """Whether a definition ends as far to the right as it begins, and all definitions in it begin further to the right.

    None where its last token says nothing of that: it has to begin a line of its own.
    """
    source = document.source
    end = len(source[: symbol.end_byte].rstrip(b" \t\r\n;,"))
    last = document.tree.root_node.descendant_for_byte_range(end - 1, end)
    if last is None or last.child_count or last.is_named or not opens_line(source, last.start_byte):
        return None
    if source.count(b"\n", symbol.name_start, last.start_byte) == 0:
        return None
    own, closing = _depth(source, symbol.name_start), _depth(source, last.start_byte)
    inner = (each for each in document.facts.symbols if symbol.name_end < each.name_start < symbol.end_byte)
    if closing < own or any(_depth(source, e.name_start) <= own for e in inner if opens_line(source, e.start_byte)):
        return False
    return True if closing == own else None  # some write the end deeper


def _depth(source: bytes, at: int) -> int:
    return len(line_indentation(source, at).expandtabs(4))


def _in_error(node: tree_sitter.Node) -> bool:
    while (parent := node.parent) is not None:
        if parent.is_error:
            return True
        node = parent
    return False


def _misses_end(node: tree_sitter.Node | None) -> bool:
    """Whether a token is one that the parser had to think of, and no mere separator."""
    return node is not None and node.is_missing and not node.is_named and node.type not in _SEPARATORS


def _last(node: tree_sitter.Node) -> tree_sitter.Node:
    while node.child_count:
        node = node.children[-1]
    return node


def _next(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The token behind a node. Not by `next_sibling`, which leaves out tokens that have no width."""
    while (parent := node.parent) is not None:
        children = parent.children
        at = children.index(node) + 1
        if at < len(children):
            after = children[at]
            while after.child_count:
                after = after.children[0]
            return after
        node = parent
    return None


def _errors(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    if node.is_error:
        yield node
    if node.has_error:
        for child in node.children:
            yield from _errors(child)


def _opens(error: tree_sitter.Node) -> bool:
    """Whether a bracket in an error is not closed in it."""
    kinds = [child.type for child in error.children]
    return any(kinds.count(opening) > kinds.count(closing) for opening, closing in _CLOSED_BY.items())
