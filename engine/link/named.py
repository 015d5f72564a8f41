"""Uses by name alone, of what no facts bind: narrowed by family and form, and honest about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .references import Found, Searched, Use
from .ways import UNIQUE, UNRESOLVED

if TYPE_CHECKING:
    from collections.abc import Collection

    from .linker import Linker

__all__ = ["named_uses"]


def named_uses(linker: Linker, path: str, name: str, own: Collection[tuple[str, int]], *, unique: bool) -> Found:
    """Every place where a name stands that is not a definition of it (`own`: path and position of each).

    A name that only one definition in files of this family has is taken to mean that one, if no type of the library
    has a member that is called so.
    """
    family = linker.project.families.get(path, "")
    way = UNIQUE if unique and name not in linker.library(path).members else UNRESOLVED
    holders = linker.project.files_with(name, family)
    uses = [
        Use(other, name, occurrence, way)
        for other in holders
        for occurrence in linker.file(other).occurrences(name)
        if (other, occurrence.position) not in own
    ]
    uses.sort(key=lambda use: (use.path, use.occurrence.line, use.occurrence.column))
    return Found(uses, {}, Searched(frozenset([name]), frozenset(), frozenset([path, *holders])))
