"""Results that need each other: each is worked out once, and what is not final is kept no longer than it has to be."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, cast

from codeintel.engine.link.core import Core
from codeintel.engine.link.types import Slot, Type, in_order

if TYPE_CHECKING:
    from codeintel.engine.link.project import Project


class Numbers:
    """Numbers of which each needs others; which, `needs` says."""

    def __init__(self, needs: dict[str, str]) -> None:
        self.core = Core(cast("Project", None))
        self.needs = needs
        self.made: Counter[str] = Counter()

    def of(self, name: str) -> frozenset[str]:
        """All that a name leads to."""
        return self.core.once(name, lambda: self._make(name), frozenset())

    def _make(self, name: str) -> frozenset[str]:
        self.made[name] += 1
        return frozenset([name]).union(*(self.of(each) for each in self.needs[name]))


def test_in_a_circle_each_is_worked_out_once() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    needs = {a: b * 3 for a, b in itertools.pairwise(letters)}
    numbers = Numbers({**needs, "z": "a"})
    assert numbers.of("a") == frozenset(letters)
    assert set(numbers.made.values()) == {1}


def test_what_was_not_final_is_worked_out_again() -> None:
    numbers = Numbers({"a": "b", "b": "ca", "c": "b"})
    assert numbers.of("a") == numbers.of("b") == numbers.of("c") == frozenset("abc")
    assert numbers.made == {"a": 1, "b": 2, "c": 3}  # each is final only where it was asked for first


def test_what_does_not_need_the_circle_is_final() -> None:
    numbers = Numbers({"a": "bcd", "b": "a", "c": "d", "d": ""})
    numbers.of("a")
    numbers.of("c")
    assert numbers.made["c"] == numbers.made["d"] == 1


def test_types_of_types_are_put_in_order_without_writing_them_out() -> None:
    deep = [Type("instance", "a.ts", 1), Type("instance", "a.ts", 2)]
    for _ in range(60):  # written out, more of them than atoms
        deep = [Type("instance", "a.ts", each.number, "", (frozenset(deep), frozenset(deep))) for each in deep]
    slot = Slot("b.ts", 0, "x")
    found = in_order([*deep[::-1], slot])
    assert [*map(id, found)] == [*map(id, [slot, *deep])]  # to compare them would go through all of them


def test_equal_types_are_one_object_however_deep() -> None:
    classes = Core(cast("Project", None))
    deep = [frozenset([Type("instance", "a.ts", 1)])] * 2
    for _ in range(60):
        deep = [classes.one_set(frozenset([Type("instance", "a.ts", 1, "", (each, each))])) for each in deep]
    assert deep[0] is deep[1]
