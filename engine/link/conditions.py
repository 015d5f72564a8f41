"""Whether the text around a name is there at all, as far as that can be told from the project alone."""

from __future__ import annotations

import re
import sys

from .textual import Textual
from .ways import ABSENT, BODY, EXPANDED, SCOPE

__all__ = ["Conditions"]


HOST = sys.platform.rstrip("0123456789.")
"""The system that this runs on, without its version: projects are built there."""


class Conditions(Textual):
    """Conditional parts of a text."""

    def way_of_block(self, path: str, block: int) -> int:
        """How sure a name in a block can be at best: in a part that is not there it is no reference."""
        return self.once(("block", path, block), lambda: self._way_of_block(path, block), SCOPE)

    def _way_of_block(self, path: str, block: int) -> int:
        row = self.file(path).facts.blocks[block]
        way = EXPANDED if self._is_handed(path, row.condition) else SCOPE
        if row.expanded:
            way = BODY if self.library(path).textual else EXPANDED
        if row.condition >= 0 and self._holds(path, row.condition) is False:
            way = ABSENT
        return max(way, self.way_of_block(path, row.parent)) if row.parent >= 0 else way

    def is_handed(self, path: str, block: int) -> bool:
        """Whether a text is handed to a macro that may read it in a way of its own, or is part of one."""
        return block >= 0 and self.file(path).conditional and self.way_of_block(path, block) in (EXPANDED, BODY)

    def is_handed_over(self, path: str, block: int) -> bool:
        """Whether a text, or what is around it, is handed to a macro that may make anything of a name."""
        while block >= 0:
            row = self.file(path).facts.blocks[block]
            if self._is_handed(path, row.condition):
                return True
            block = row.parent
        return False

    def _is_handed(self, path: str, condition: int) -> bool:
        """Whether a text is handed to a macro that may read it in a way of its own."""
        row = self.file(path).expression(condition) if condition >= 0 else None
        return row is not None and row.op == "handed" and row.text not in self.library(path).expressions

    def _holds(self, path: str, condition: int) -> bool | None:
        """Whether a condition holds; None where that depends on what is not in the project."""
        row = self.file(path).expression(condition)
        if row.op == "literal":
            return _is_true(row.names[0])
        if row.op == "handed":
            return None
        if row.op == "present":
            return self._present(path, row.text)
        if row.op == "name":
            return False if self._present(path, row.text) is False else self._value(path, row.text)
        parts = [self._holds(path, part) for part in row.parts]
        if row.op == "not":
            return None if parts[0] is None else not parts[0]
        deciding = row.op == "any"
        if deciding in parts:
            return deciding
        return None if None in parts else not deciding

    def _value(self, path: str, name: str) -> bool | None:
        """Whether a name stands for a number other than zero, where all its definitions in the text say so."""
        values: set[bool] = set()
        for other in self._paths_defining(path, name):
            if other in self.project.included(path):
                file = self.file(other)
                for binding in file.bound.get((0, name), ()):
                    row = file.expression(binding.value) if binding.value >= 0 else None
                    if row is None or row.op != "literal":
                        return None
                    values.add(_is_true(row.names[0]))
        return values.pop() if len(values) == 1 else None

    def _present(self, path: str, name: str) -> bool | None:
        """False where no text that has this file's in it defines a name, and nobody outside of the project would.

        What is defined somewhere may depend on conditions itself: that is not known. What compilers of other systems
        define is not there on this one.
        """
        project, library = self.project, self.library(path)
        defining = self._paths_defining(path, name)
        if not defining and HOST in library.platforms:
            if name in library.platforms[HOST]:
                return True
            if any(name in macros for macros in library.platforms.values()):
                return False
        if path in defining or name in library.builtins or project.is_built_with(path, name):
            return None
        if not defining:
            return None if re.search(library.outside, name) else False
        texts = project.including(path)
        return None if any(other in project.included(text) for text in texts for other in defining) else False


def _is_true(number: str) -> bool:
    return number.rstrip("uUlL") not in ("0", "00", "0x0")
