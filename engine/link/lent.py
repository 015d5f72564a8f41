"""Functions that are called as if they were members of their first parameter's type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .nominal import Nominal
from .types import Slot, Type, class_of, function_of
from .ways import ANNOTATION, UNIQUE

if TYPE_CHECKING:
    from .types import Types

__all__ = ["Lent"]


class Lent(Nominal):
    """Methods from elsewhere."""

    def lending(self, owner: Type, name: str, path: str) -> list[Type]:
        """The functions of a name that extend something."""
        if not self.library(path).inside:
            return []
        family = self.project.families.get(path, "")
        lent = self._lent(family, name)
        found = [each for each, types in lent if self._may_take(types, owner)]
        if found:
            self.note(ANNOTATION)
        elif owner.kind == "external_instance" and "." in owner.name:  # what a member from outside gives, of some type
            found = [each for each, types in lent if any(some.kind in _FROM_OUTSIDE for some in types)]
            if found:
                self.note(UNIQUE)
        return found

    def slots_lent(self, owner: Type, name: str, path: str) -> frozenset[Slot]:
        """The same as slots."""
        found = self.lending(owner, name, path)
        return frozenset(Slot(each.path, self.definition(each).scope, name) for each in found)

    def _lent(self, family: str, name: str) -> list[tuple[Type, Types]]:
        return self.once(("lent", family, name), lambda: self._find_lent(family, name), [])

    def _find_lent(self, family: str, name: str) -> list[tuple[Type, Types]]:
        paths = self.project.paths_defining(name, family)
        self.project.prepare(paths)
        found: list[tuple[Type, Types]] = []
        for path in paths:
            for number, row in enumerate(self.file(path).facts.definitions):
                if row.name == name and "lent" in row.traits and row.parameters:
                    types = self.annotated(path, row.outer, row.parameters[0].annotation)
                    found.append((function_of(path, number), types))
        return found

    def _may_take(self, types: Types, owner: Type) -> bool:
        """Whether a value may be given where one of some types is wanted."""
        for each in types:
            if each.kind == "variable":
                return True
            if each.kind == owner.kind == "instance" and class_of(each) in self.order(owner)[0]:
                return True
            same = each.name == owner.name or (each.name == "iter" and owner.name in _ITERABLE)
            if same and each.kind == owner.kind and each.kind in _NAMED:
                return True
            if each.kind == "external_instance" and owner.kind == "instance" and self.order(owner)[1]:
                return True
        return False


_ITERABLE = frozenset({"list", "dict", "set", "pairs"})
_FROM_OUTSIDE = frozenset({"builtin", "external_instance"})
_NAMED = frozenset({"builtin", "external_instance", "awaitable", "callable"})
