"""What its place expects of a value that has no type of its own: the same in every language that has such values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..deepfacts import NONE, Context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .builder import Builder

__all__ = ["Expecting", "expect", "expect_arguments", "wants"]


class Expecting(Protocol):
    """A walk that takes note of contexts."""

    builder: Builder
    inner: dict[int, list[int]]
    """Contexts of the arguments of a call, by its expression: what is expected of the call is found later."""


def wants(walk: Expecting, value: int) -> bool:
    """Whether something in a value takes its type from its place."""
    return walk.builder.op(value) in _CONTEXTUAL or value in walk.inner


def expect(walk: Expecting, value: int, context: Context) -> None:
    """Take note of what is expected of a value; it reaches whatever in it has no type of its own."""
    if not wants(walk, value):
        return
    row = walk.builder.expression_at(value)
    assert row is not None
    if row.op in ("object", "defined"):
        if row.number not in walk.builder.expected:
            walk.builder.expected[row.number] = _index(walk, context)
    elif row.op in ("either", "await"):
        for part in row.parts:
            expect(walk, part, context)
    elif row.op == "list":
        parts = [part for part in row.parts if wants(walk, part)]
        parent = _index(walk, context) if parts else NONE
        for part in parts:
            expect(walk, part, Context("element", context.scope, context.block, context.position, parent=parent))
    elif value in walk.inner:
        parent = _index(walk, context)
        for index in walk.inner.pop(value):
            walk.builder.contexts[index] = walk.builder.contexts[index]._replace(parent=parent)


def expect_arguments(
    walk: Expecting, call: int, given: Sequence[int], scope: int, block: int, position: int, first: int = 0
) -> None:
    """Take note that the arguments of a call, from the one at `first` on, are expected by what is called."""
    contexts, op, inner = walk.builder.contexts, walk.builder.op, walk.inner
    before = len(contexts)
    for number, value in enumerate(given):
        if op(value) in _CONTEXTUAL or value in inner:
            expect(walk, value, Context("argument", scope, block, position, call, first + number))
    if len(contexts) == before:
        return
    found = [i for i in range(before, len(contexts)) if contexts[i].value == call]
    if found:
        walk.inner[call] = [*walk.inner.get(call, ()), *found]


_CONTEXTUAL = frozenset({"object", "defined", "either", "await", "list"})


def _index(walk: Expecting, context: Context) -> int:
    rows = walk.builder.contexts
    if not rows or rows[-1] != context:
        rows.append(context)
    return len(rows) - 1
