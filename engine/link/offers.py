"""What a function without a name is called with that is an argument of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .types import EMPTY, Type, Types

if TYPE_CHECKING:
    from .library import Library

__all__ = ["offered"]


class Offering(Protocol):
    """What can say what is behind a callee."""

    def elements(self, found: Type) -> Types:
        """What iterating gives."""
        ...

    def argument_of(self, function: Type, number: int) -> Types:
        """What the parameter of a function holds."""
        ...

    def library_views(self, found: Type) -> Types:
        """What an instance is through library types among its bases."""
        ...


def offered(linker: Offering, library: Library, callee: Type, number: int, at: int) -> Types:
    """What the function that is argument `number` of a call gets as parameter `at`; empty where that is not known."""
    if callee.kind == "builtin_method" and callee.bound is not None:
        form = library.callbacks.get((callee.bound.name, callee.name), "")
        return linker.elements(callee.bound) if form == "element" and at == 0 else EMPTY
    if callee.kind != "function":
        return EMPTY
    found = EMPTY
    for wanted in linker.argument_of(callee, number):
        views = linker.library_views(wanted) if wanted.kind == "instance" else (wanted,)
        for each in views:
            first = 1 if each.kind == "callable" else 0
            if each.kind in ("callable", "external_instance") and at + first < len(each.parts):
                found |= each.parts[at + first]
    return found
