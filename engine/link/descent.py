"""The classes that descend from one, wherever they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .types import Type

if TYPE_CHECKING:
    from .linker import Linker

__all__ = ["descendants"]


def descendants(linker: Linker, owner: Type) -> list[Type]:
    """The classes among whose bases a class is, directly or not."""
    return linker.once(("descendants", owner), lambda: _descendants(linker, owner), [])


def _descendants(linker: Linker, owner: Type) -> list[Type]:
    family = linker.project.families.get(owner.path, "")
    found: dict[Type, None] = {}
    todo = [owner]
    while todo:
        current = todo.pop()
        for path in linker.project.files_with(linker.definition(current).name, family):
            for number, definition in enumerate(linker.file(path).facts.definitions):
                each = Type("class", path, number)
                if definition.kind != "class" or not definition.bases or each in found or each == owner:
                    continue
                linker.begin()
                if current in linker.order(each)[0]:
                    found[each] = None
                    todo.append(each)
    return list(found)
