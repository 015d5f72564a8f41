"""What stands at the head of a definition, piece by piece: comments, attributes, `export`; and the nodes around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..index.ranges import previous_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from ..facts import Symbol
    from ..languages import Language
    from .document import Document

__all__ = ["ATTRIBUTE", "COMMENT", "KEEP", "Piece", "Pieces", "outer_node", "pieces_of"]

COMMENT, ATTRIBUTE, KEEP = "comment", "attribute", "keep"


class Piece(NamedTuple):
    """One part of the head, up to where the next one begins."""

    kind: str
    start: int
    end: int


class Pieces(NamedTuple):
    """The head of a definition."""

    parts: tuple[Piece, ...]
    core: int
    """Where what a new text has to bring begins: the signature."""

    def kinds(self) -> frozenset[str]:
        """Which kinds of pieces there are."""
        return frozenset(part.kind for part in self.parts)


def outer_node(document: Document, symbol: Symbol) -> tree_sitter.Node:
    """The node of the whole definition, without what stands in front of it."""
    language = document.language
    assert language is not None
    rules = language.rules
    found = document.tree.root_node.descendant_for_byte_range(symbol.name_start, symbol.name_end)
    assert found is not None
    node = found
    while (parent := node.parent) is not None and _inside(parent, symbol, document.source):
        if _ends(node, symbol, language) and _begins(node, symbol, language) and parent.type not in rules.wrappers:
            break
        node = parent
    return node


def pieces_of(document: Document, symbol: Symbol) -> Pieces:
    """The head of a definition, in source order."""
    language = document.language
    assert language is not None
    outer = outer_node(document, symbol)
    heads = [outer]
    before = previous_node(outer)
    while before is not None and before.start_byte >= symbol.start_byte:
        heads.insert(0, before)
        before = previous_node(before)
    found: list[tuple[str, int]] = []
    core = outer.start_byte
    for head in heads:
        stop = _walk(head, language, found)
        if stop is not None:
            core = stop
            break
    starts = [start for _, start in found] + [core]
    return Pieces(tuple(Piece(kind, start, starts[i + 1]) for i, (kind, start) in enumerate(found)), core)


def _inside(node: tree_sitter.Node, symbol: Symbol, source: bytes) -> bool:
    """Whether a symbol has all of a node, blanks at its end apart: some end with their line."""
    if node.parent is None or node.start_byte < symbol.start_byte:
        return False
    return node.end_byte <= symbol.end_byte or not source[symbol.end_byte : node.end_byte].strip()


def _ends(node: tree_sitter.Node, symbol: Symbol, language: Language) -> bool:
    if node.end_byte == symbol.end_byte:
        return True
    after = node.next_sibling
    return after is not None and after.type in language.rules.trailing and after.end_byte == symbol.end_byte


def _begins(node: tree_sitter.Node, symbol: Symbol, language: Language) -> bool:
    if node.start_byte == symbol.start_byte:
        return True
    before = previous_node(node)
    return before is not None and before.type in language.rules.leading | language.rules.comments


def _walk(node: tree_sitter.Node, language: Language, found: list[tuple[str, int]]) -> int | None:
    """Note the pieces from `node` on; gives where the signature begins, None where it does not begin in `node`."""
    rules, edit = language.rules, language.edit
    if node.type in rules.comments:
        found.append((COMMENT, node.start_byte))
        return None
    if node.type in rules.leading or node.type in edit.attributes:
        found.append((ATTRIBUTE, node.start_byte))
        return None
    if not node.child_count and node.type in edit.keep:
        found.append((KEEP, node.start_byte))
        return None
    if not any(_is_piece(leaf, language) for leaf in _first_nodes(node)):
        return node.start_byte
    for child in node.children:
        stop = _walk(child, language, found)
        if stop is not None:
            return stop
    return None


def _is_piece(node: tree_sitter.Node, language: Language) -> bool:
    return (
        node.type in language.rules.leading
        or node.type in language.edit.attributes
        or (not node.child_count and node.type in language.edit.keep)
    )


def _first_nodes(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    while node.child_count:
        child = node.children[0]
        yield child
        node = child
