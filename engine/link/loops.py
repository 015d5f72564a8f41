"""What a loop goes through that has a position or key at hand besides each value."""

from __future__ import annotations

from typing import Protocol

from .types import ANYTHING, EMPTY, EXTERNAL, Type, Types, builtin

__all__ = ["ranged"]


class Looping(Protocol):
    """What can say what is behind a type."""

    def library_views(self, found: Type) -> Types:
        """What an instance is through library types among its bases."""
        ...

    def bound_of(self, variable: Type) -> Types:
        """What a type parameter is at least."""
        ...

    def argument_of(self, function: Type, number: int) -> Types:
        """What the parameter of a function holds."""
        ...


_NUMBER: Types = frozenset([builtin("int")])


def ranged(linker: Looping, found: Type, number: int) -> Types:
    """What a loop over something gives as position or key (`number` 0), and as value (1)."""
    kind = found.kind
    if kind == "builtin":
        return _of_builtin(found, number)
    if kind == "instance":
        views = linker.library_views(found)
        return EMPTY.union(*(ranged(linker, view, number) for view in views)) if views else ANYTHING
    if kind == "variable":
        bounds = linker.bound_of(found) - {found}
        return EMPTY.union(*(ranged(linker, bound, number) for bound in bounds)) or ANYTHING
    if kind in ("callable", "function"):  # it calls what it is given with each of them
        given = found.parts[1] if kind == "callable" and len(found.parts) > 1 else EMPTY
        if kind == "function":
            given = linker.argument_of(found, 0)
        called = [each.parts for each in given if each.kind == "callable" and len(each.parts) > number + 1]
        return EMPTY.union(*(parts[number + 1] for parts in called)) or ANYTHING
    if kind == "external_instance":
        if not found.parts:
            return frozenset([found])
        return found.parts[number] if number < len(found.parts) else EXTERNAL
    return EXTERNAL if kind in ("external", "foreign") else ANYTHING


def _of_builtin(found: Type, number: int) -> Types:
    if found.name == "dict" and len(found.parts) > 1:
        return found.parts[number]
    if found.name == "channel" and found.parts:
        return found.parts[0]
    if number == 0 or not found.parts:
        return _NUMBER
    return found.parts[0]
