"""Names that are made of the spelling of others, as by `L_##op` in a macro: whoever renames a part breaks the whole.

Only where files have each other's text in them. A macro that pastes says so by a trait (`pastes`), one that hands what
it is given to such a macro pastes too. Two ways lead to a name that nobody sees: a name that is written as an argument
of such a macro, and a name whose parts are pasted, one of them a fixed part of the macro.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..deepfacts import Definition
    from ..link.files import LinkedFile
    from ..link.linker import Linker
    from .document import Document

__all__ = ["Pasting"]

_FAR = 4000
"""Bytes before a place among which the call around it begins."""
_DEEP = 8
"""Macros that hand on what they are given, one to the other."""
_TOKEN = re.compile(
    rb"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?P<name>[A-Za-z_]\w*)?\s*(?P<open>\()|(?P<close>\))""",
    re.DOTALL | re.VERBOSE,
)


class Pasting:
    """What pastes names, remembered while one symbol is looked at.

    A macro is taken by its name, whichever of that name a place sees: text that is included in the middle of a function
    defines macros anew.
    """

    def __init__(self, linker: Linker) -> None:
        """Ask this linker what a name stands for."""
        self._linker = linker
        self._known: dict[str, bool] = {}

    def made_of(self, document: Document, start: int) -> str | None:
        """The macro that makes another name of what stands at `start`, as its argument; None if there is none."""
        if not self._linker.library(document.path).textual:
            return None
        family = self._linker.project.families.get(document.path, "")
        return next((name for name in _calls_around(document.source, start) if self._pastes(name, family)), None)

    def makers(self, path: str, name: str, read: Callable[[str], Document]) -> list[str]:
        """Where a fixed part of a name is pasted with something, if the rest of the name stands somewhere by itself.

        `read` gives a file of the project. Places are `path:line`.
        """
        linker = self._linker
        if not linker.library(path).textual:
            return []
        family, found = linker.project.families.get(path, ""), list[str]()
        for at in (match.start() + 1 for match in re.finditer("_", name[:-1])):
            for part, rest, pattern in (
                (name[:at], name[at:], rf"\b{re.escape(name[:at])}[ \t]*##"),
                (name[at - 1 :], name[: at - 1], rf"##[ \t]*{re.escape(name[at - 1 :])}\b"),
            ):
                if not rest or not part.strip("_"):
                    continue
                if not linker.project.source.paths_with(rest):
                    continue
                for file in linker.project.files_with(part, family):
                    source = read(file).source
                    lines = [source.count(b"\n", 0, at) + 1 for at in _starts(pattern, source)]
                    found += [f"{file}:{line}" for line in lines]
        return found

    def _pastes(self, name: str, family: str, depth: int = 0) -> bool:
        if name not in self._known:
            self._known[name] = False  # while it is looked at
            self._known[name] = any(
                "pastes" in macro.traits
                or (depth < _DEEP and any(self._pastes(called, family, depth + 1) for called in _called(file, macro)))
                for file, macro in self._macros(name, family)
            )
        return self._known[name]

    def _macros(self, name: str, family: str) -> Iterator[tuple[LinkedFile, Definition]]:
        project = self._linker.project
        paths = [path for path in project.source.paths_defining(name) if project.families.get(path) == family]
        project.prepare(paths)
        for path in paths:
            file = self._linker.file(path)
            yield from ((file, row) for row in file.facts.definitions if row.name == name and "expanded" in row.traits)


def _called(file: LinkedFile, macro: Definition) -> Iterator[str]:
    """The names that are called in the body of a macro."""
    for name in file.facts.occurrences:
        if any(found.scope == macro.own and found.role == "call" for found in file.occurrences(name)):
            yield name


def _starts(pattern: str, source: bytes) -> list[int]:
    return [match.start() for match in re.finditer(pattern.encode(), source)]


def _calls_around(source: bytes, start: int) -> list[str]:
    """The names before the brackets that are open at a place, the innermost first."""
    begin = source.find(b"\n", max(start - _FAR, 0)) + 1 if start > _FAR else 0
    around: list[str] = []
    for match in _TOKEN.finditer(source, begin, start):
        if match["open"]:
            around.append((match["name"] or b"").decode())
        elif match["close"] and around:
            around.pop()
    return [name for name in reversed(around) if name]
