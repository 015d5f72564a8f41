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
    found: list[Type] = []
    looked_at: set[str] = set()  # what descends from a descendant names its bases down to the owner as well
    todo = [linker.definition(owner).name]
    names = {*todo}
    while todo:
        for path in linker.project.files_with(todo.pop(), family):
            if path in looked_at:
                continue
            looked_at.add(path)
            for number, definition in enumerate(linker.file(path).facts.definitions):
                if definition.kind != "class" or not definition.bases:
                    continue
                each = Type("class", path, number)
                linker.begin()
                if each != owner and owner in linker.order(each)[0]:
                    found.append(each)
                    if definition.name not in names:
                        names.add(definition.name)
                        todo.append(definition.name)
    return found
