"""Where a definition begins and ends, with what belongs to it: wrappers, comments, attributes, closing tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter

    from ..language_rules import Rules
    from .drafts import Draft

__all__ = [
    "Text",
    "after_decorators",
    "find_outer_nodes",
    "head_of",
    "header_end",
    "leading",
    "previous_node",
    "trailing",
]


class Text:
    """A source with the questions that ranges ask of it.

    Lines are counted here: a node gives them as points, of which each costs as much as ten other attributes.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.ascii = source.isascii()
        self._counted_to = self._line = 0

    def line(self, at: int) -> int:
        """The line of an offset, counted from the one that was asked for last."""
        last = self._counted_to
        self._line += self.source.count(b"\n", last, at) if last <= at else -self.source.count(b"\n", at, last)
        self._counted_to = at
        return self._line

    def line_and_column(self, at: int) -> tuple[int, int]:
        """Line and character column of an offset."""
        begin = self.source.rfind(b"\n", 0, at) + 1
        column = at - begin if self.ascii else len(self.source[begin:at].decode("utf-8", "replace"))
        return self.line(at), column

    def starts_line(self, at: int) -> bool:
        """Whether only blanks stand before `at` in its line."""
        return not self.source[self.source.rfind(b"\n", 0, at) + 1 : at].strip()

    def painted_before(self, node: tree_sitter.Node) -> int:
        """Where the text before a node in its line begins that is no token: painted over, it belongs to the node."""
        start = node.start_byte
        begin = self.source.rfind(b"\n", 0, start) + 1
        if begin == start or self.source[begin:start].isspace():
            return start
        before, parent = node.prev_sibling, node.parent
        while before is None and parent is not None:
            before, parent = parent.prev_sibling, parent.parent
        if before is not None:
            begin = max(begin, before.end_byte)
        return start - len(self.source[begin:start].lstrip())

    def ends_blank(self, node: tree_sitter.Node) -> bool:
        """Whether a node ends in blanks: the grammar has it end by indentation, where the next token stands."""
        end = node.end_byte
        return self.source[end - 1 : end].isspace() and end > node.start_byte


def header_end(body: tree_sitter.Node, rules: Rules) -> int:
    """Where the header ends: at the body, or at a comment that stands before it."""
    stop = body.start_byte
    before = body.prev_sibling
    while before is not None and before.type in rules.comments:
        stop = before.start_byte
        before = before.prev_sibling
    return stop


_BRACKET_OR_LINE = re.compile(rb"[({\[\n]")


def find_outer_nodes(drafts: list[Draft], rules: Rules, text: Text) -> None:
    """Grows each definition's node to its wrappers, as long as no other definition is in the same wrapper."""
    if not rules.wrappers:
        return
    inside: dict[int, dict[int, int]] = {}
    chains: list[tuple[Draft, list[tree_sitter.Node]]] = []
    for draft in drafts:
        if draft.position < 0:
            continue
        node, parent = draft.node, draft.node.parent
        around = draft.container.node.id if draft.container is not None else None
        chain: list[tree_sitter.Node] = []
        while parent is not None and parent.type in rules.wrappers and parent.id != around:
            inside.setdefault(parent.id, {})[node.id] = node.start_byte
            chain.append(parent)
            node, parent = parent, parent.parent
        if chain:
            chains.append((draft, chain))
    for draft, chain in chains:
        for wrapper in chain:
            if len(inside[wrapper.id]) > 1:
                shared = text.source[chain[-1].start_byte : min(inside[wrapper.id].values())]
                if not _BRACKET_OR_LINE.search(shared):
                    draft.shared = shared.decode("utf-8", "replace")
                break
            draft.outer = wrapper


def leading(outer: tree_sitter.Node, rules: Rules, text: Text) -> tuple[int, int, int, int]:
    """Start of the whole definition, start and end of its comment (0, 0 without), start of header with attributes."""
    source, doc_from, doc_to = text.source, 0, 0
    start = header_start = below = outer.start_byte
    node = _before(outer, rules, source)
    while node is not None:
        kind = node.type
        if kind in rules.leading:
            start = header_start = node.start_byte
        elif kind in rules.comments:
            end = node.end_byte
            if source.count(b"\n", end - source.endswith(b"\n", 0, end), below) > 1:  # some end with their line
                break
            if not text.starts_line(node.start_byte):
                before = node.prev_sibling
                if before is None or before.type not in rules.leading:
                    break  # a comment behind something else
                node = before
                continue
            start = node.start_byte
            if start == 0 and source.startswith(b"#!"):
                start = doc_from or header_start
                break
            doc_from, doc_to = start, doc_to or node.end_byte
        else:
            break
        below = node.start_byte
        node = _before(node, rules, source)
    return min(start, header_start), doc_from, doc_to, header_start


def head_of(outer: tree_sitter.Node, rules: Rules) -> tree_sitter.Node:
    """The first of the nodes in front that begin the definition's header."""
    before = outer.prev_sibling if rules.head else None
    while before is not None and before.type in rules.head:
        outer, before = before, before.prev_sibling
    return outer


def previous_node(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The node before, also when it stands before the block that `node` opens."""
    before = node.prev_sibling
    start = node.start_byte
    while before is None:
        parent = node.parent
        if parent is None or parent.start_byte != start:
            return None
        node, before = parent, parent.prev_sibling
    return before


def _before(node: tree_sitter.Node, rules: Rules, source: bytes) -> tree_sitter.Node | None:
    """The node before, also when the comment stands before the block that a definition opens.

    Or in the node before: a block that ends by indentation reaches up to the next token, over the comments between,
    and some grammars give a comment to the statement in front of it.
    """
    before = previous_node(node)
    if before is None or before.type in rules.comments:
        return before
    if source.count(b"\n", before.end_byte, node.start_byte) > 1:
        return before  # a blank line between: no comment in it belongs to this one
    inner = before
    while inner.type not in rules.comments and (last := inner.child_count - 1) >= 0:
        inner = inner.child(last) or inner.children[last]
    return inner if inner.type in rules.comments and inner.start_point[1] <= node.start_point[1] else before


def trailing(last: tree_sitter.Node, outer: tree_sitter.Node, rules: Rules, text: Text) -> int:
    """End of the whole definition `outer`, of which `last` is the last node but for closing tokens."""
    after = last.next_sibling if rules.trailing else None
    while (
        after is not None
        and after.type in rules.trailing
        and (after.is_named or text.source.find(b"\n", last.end_byte, after.start_byte) < 0)
    ):
        last, after = after, after.next_sibling
    while text.ends_blank(last):
        inner = _last_inside(last, outer.start_point[1], rules)
        if inner is None:
            break
        last = inner
    return last.end_byte


def _last_inside(outer: tree_sitter.Node, column: int, rules: Rules) -> tree_sitter.Node | None:
    """The last child, but for comments that are indented no further than the definition: they belong to the next."""
    for child in reversed(outer.children):
        if child.end_byte > child.start_byte and (child.type not in rules.comments or child.start_point[1] > column):
            return child
    return None


def after_decorators(outer: tree_sitter.Node, rules: Rules) -> int:
    """Where the header starts once the decorators in `outer` are over."""
    if not rules.leading:
        return outer.start_byte
    while True:
        if not outer.child_count:
            return outer.start_byte
        child = outer.child(0) or outer.children[0]
        if child.type in rules.leading:
            break
        if child.start_byte != outer.start_byte or child.type not in rules.wrappers:
            return outer.start_byte
        outer = child
    for child in outer.children:
        if child.type not in rules.leading and child.type not in rules.comments:
            return child.start_byte
    return outer.end_byte  # a node of modifiers that are all decorators
