"""Files of a package that are not built together: which of several definitions is meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..deepfacts import NONE
from .spaces import Spaces

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Builds"]


class Builds(Spaces):
    """Conditions that hold for a whole file."""

    def built_with(self, path: str, others: Sequence[str]) -> list[str]:
        """Those of some files that can be part of a build with another one (empty: of any); all where none can."""
        if len(others) < 2:  # noqa: PLR2004 - nothing to choose from
            return list(others)
        given = self._demanded(path) if path else frozenset[str]()
        return [each for each in others if self._may_be_built(each, given) is not False] or list(others)

    def _demanded(self, path: str) -> frozenset[str]:
        """What is defined in every build that a file is part of."""
        return self.once(("demanded", path), lambda: self._find_demanded(path), frozenset())

    def _find_demanded(self, path: str) -> frozenset[str]:
        file, found = self.file(path), set[str]()
        todo = [file.facts.condition]
        while todo:
            index = todo.pop()
            row = file.expression(index) if index != NONE else None
            if row is not None and row.op == "present":
                found.add(row.text)
            elif row is not None and row.op == "both":
                todo += row.parts
        return frozenset(found)

    def _may_be_built(self, path: str, given: frozenset[str]) -> bool | None:
        """Whether a file is part of a build in which some things are defined; None where that depends on others."""
        condition = self.file(path).facts.condition
        return True if condition == NONE else self._is_met(path, condition, given)

    def _is_met(self, path: str, index: int, given: frozenset[str]) -> bool | None:
        row = self.file(path).expression(index)
        if row.op == "present":
            if row.text in given:
                return True
            library = self.library(path)
            if re.fullmatch(library.given, row.text):
                return True
            return None if re.fullmatch(library.outside, row.text) else False
        parts = [self._is_met(path, part, given) for part in row.parts]
        if row.op == "not":
            return None if parts[0] is None else not parts[0]
        deciding = row.op == "any"
        if deciding in parts:
            return deciding
        return None if None in parts else not deciding
