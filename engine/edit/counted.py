"""Values that come from a place in a list: constants that repeat the one before them, members that are counted.

Who takes one of them out, or puts another between them, changes the values of those behind. Where a repeated expression
is meant by nobody who says so, that is refused; where members are only counted on, it is what such a list is for, and
the answer names whose value changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import Refused
from .values import moved_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    import tree_sitter

    from .document import Document
    from .plan import FileEdit

__all__ = ["recounted"]

_MOST = 5


class _Value(NamedTuple):
    """What an item of a list is worth, as far as syntax tells."""

    text: bytes | None
    """Its own value or the one that it repeats or is counted from; None: there is none."""
    place: int
    """How far its place counts."""


def recounted(edit: FileEdit, after: Document) -> tuple[str, ...]:
    """What is to be said of values that change by an edit. Raises Refused where they must not."""
    expect, before = edit.expect, edit.document
    language = before.language
    if expect.of < 0 or language is None or not language.edit.counted:
        return ()
    word = language.edit.counts.encode()
    item = _item(before, before.facts.symbols[expect.of].name_start)
    siblings = _items(before, item) if item is not None else ()
    changed: list[str] = []
    if word and item is not None and edit.expect.span is not None:
        _check_first(after, edit.expect.span[0])
    for number, each in enumerate(siblings):
        at = moved_to(edit.edits, each.start_byte)
        new = _item(after, at) if at is not None else None
        if new is None or at is None or new.start_byte != at:
            continue
        items = _items(after, new)
        old = _value(before, siblings, number, word)
        now = _value(after, items, next(i for i, other in enumerate(items) if other.id == new.id), word)
        if old == now:
            continue
        name = _name(before, each)
        if word and now.text is None:
            raise Refused(f"{name} of {after.path} would be left without a value", "Give it one first.")
        kept = not expect.recount if old.text != now.text else expect.span is None and not expect.recount
        if word and kept:
            raise Refused(
                f"{name} of {after.path} would get another value: it comes from what stands before it",
                "Nothing was written. Give it a value of its own first.",
            )
        changed.append(name)
    if not changed:
        return ()
    names = ", ".join(changed[:_MOST]) + (" and others" if len(changed) > _MOST else "")
    have, them = ("have other values", "they are") if len(changed) > 1 else ("has another value", "it is")
    return (f"{names} {have} now: {them} counted from what stands before",)


def _check_first(after: Document, at: int) -> None:
    """The first item has none before it to repeat."""
    rest = after.source[at:]
    item = _item(after, at + len(rest) - len(rest.lstrip()))
    if item is not None and _items(after, item)[0].child_by_field_name("value") is None:
        raise Refused(
            f"{_name(after, item)} of {after.path} would be the first of its list and have no value", "Give it one."
        )


def _value(document: Document, items: Sequence[tree_sitter.Node], number: int, word: bytes) -> _Value:
    giver = next((i for i in range(number, -1, -1) if items[i].child_by_field_name("value") is not None), None)
    text = None
    if giver is not None:
        given = items[giver].child_by_field_name("value")
        assert given is not None
        text = document.source[given.start_byte : given.end_byte]
    if not word:
        return _Value(text, number - (giver or 0))
    return _Value(text, number if text is not None and word in text else 0)


def _item(document: Document, at: int) -> tree_sitter.Node | None:
    """The item of a list that a name at `at` belongs to."""
    assert document.language is not None
    types = document.language.edit.counted
    node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
    while node is not None and node.start_byte == at:
        parent = node.parent
        if node.type in types and not (parent is not None and parent.type in types):
            return node
        node = parent
    return None


def _items(document: Document, item: tree_sitter.Node) -> list[tree_sitter.Node]:
    assert document.language is not None
    types = document.language.edit.counted
    return [node for node in item.parent.named_children if node.type in types] if item.parent is not None else [item]


def _name(document: Document, item: tree_sitter.Node) -> str:
    named = item.child_by_field_name("name") or item
    return document.source[named.start_byte : named.end_byte].decode("utf-8", "replace")
