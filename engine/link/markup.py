"""What the built-in elements of markup are members of: a class that a library, or the project, declares for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .types import EMPTY, Slot, Type, Types

if TYPE_CHECKING:
    from .core import Core

__all__ = ["intrinsic_elements"]


def intrinsic_elements(linker: Core, path: str, name: str) -> Types:
    """What has the elements of markup in a file for members, or what the element of a name takes."""
    family = linker.project.families.get(path, "")
    holders = linker.once(("intrinsic", family), lambda: _find(linker, path, family), _ELSEWHERE)
    if not name:
        return holders
    having = (e for e in holders if e.kind == "instance" and isinstance(linker.lookup(e, name), Slot))
    return EMPTY.union(*(linker.member(each, name) for each in having)) or _ELSEWHERE


def _find(linker: Core, path: str, family: str) -> Types:
    names = linker.library(path).protocols.get("intrinsic", ())
    if len(names) < 2:  # noqa: PLR2004 - a class, the namespace around it
        return _ELSEWHERE
    wanted, around = names[:2]
    paths = linker.project.paths_defining(wanted, family)
    linker.project.prepare(paths)
    found: set[Type] = set()
    for other in paths:
        facts = linker.file(other).facts
        for number, row in enumerate(facts.definitions):
            holder = facts.scopes[row.scope].definition
            if row.name == wanted and holder >= 0 and facts.definitions[holder].name == around:
                found.add(Type("instance", other, number))
    return _ELSEWHERE | found


_ELSEWHERE: Types = frozenset([Type("external", name="intrinsic")])
