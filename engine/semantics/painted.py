"""Lines of a text that its tree does not show as they are: what the grammar cannot read was painted over there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

__all__ = ["Painted", "painted_lines"]


class Painted(NamedTuple):
    """A line, as it is and as it was parsed: both of one length, but at the end of the text."""

    number: int
    start: int
    """Byte offset of its beginning."""
    text: bytes
    read: bytes

    def hides(self, column: int) -> bool:
        """Whether the tree does not show what stands at a byte column."""
        return self.read[column : column + 1] in (b" ", b"")


def painted_lines(source: bytes, tree: tree_sitter.Tree) -> Iterator[Painted]:
    """The lines of a text that differ from what was parsed."""
    root = tree.root_node
    parsed = root.text or b""
    first, start = root.start_point[0], root.start_byte
    start = source.rfind(b"\n", 0, start) + 1
    whole = b" " * (root.start_byte - start) + parsed
    if whole == source[start : root.end_byte]:
        return
    for number, (text, read) in enumerate(
        zip(source[start:].split(b"\n"), whole.split(b"\n"), strict=False), start=first
    ):
        if text != read:
            yield Painted(number, start, text, read)
        start += len(text) + 1
