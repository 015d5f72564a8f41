"""Which files load which, and whether a new import would close a circle.

What is imported while a file is loaded counts; what a function imports when it is called, and what is imported for type
checkers alone, does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .imports import is_loaded
from .lines import offset_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from ..deepfacts import DeepFacts
    from ..link.linker import Linker
    from ..link.types import Type
    from .document import Document

__all__ = ["Loading", "runs_at_load"]

_LATER = frozenset({"function", "lambda"})


def runs_at_load(facts: DeepFacts, scope: int) -> bool:
    """Whether the code of a scope runs while its file is loaded."""
    while scope >= 0:
        if facts.scopes[scope].kind in _LATER:
            return False
        scope = facts.scopes[scope].parent
    return True


class Loading:
    """The imports between files, with some of them taken away."""

    def __init__(self, linker: Linker, read: Callable[[str], Document], gone: Mapping[str, Collection[int]]) -> None:
        """`gone`: by path, the numbers of imports that will not be there any more."""
        self._linker = linker
        self._read = read
        self._gone = gone
        self._targets: dict[str, dict[str, bool]] = {}

    def targets(self, path: str) -> dict[str, bool]:
        """The files that are loaded because a file is, as it says itself; true: whatever the conditions are."""
        found = self._targets.get(path)
        if found is None:
            found = self._targets[path] = {}
            for target, sure in self._look(path):
                if target != path:
                    found[target] = found.get(target, False) or sure
        return found

    def circle(self, new: Iterable[tuple[str, Type]]) -> list[str] | None:
        """The files of a circle that new imports (from a file, of a module) would close; None where none would."""
        added: dict[str, set[str]] = {}
        for path, module in new:
            own = self._linker.project.naming(path).loaded(path, module)
            known = {target for target, sure in self.targets(path).items() if sure}
            added.setdefault(path, set()).update(set(own) - known - {path})
        for path, targets in added.items():
            for target in sorted(targets):
                way = self._way(target, path, added)
                if way is not None:
                    return [path, *way]
        return None

    def _way(self, start: str, goal: str, added: Mapping[str, set[str]]) -> list[str] | None:
        """From one file to another, by what loads what."""
        came: dict[str, str] = {start: ""}
        level = [start]
        while level:
            self._linker.project.source.prepare(level)
            following: list[str] = []
            for path in level:
                for target in sorted(self.targets(path).keys() | added.get(path, set())):
                    if target not in came:
                        came[target] = path
                        following.append(target)
            if goal in came:
                way = [goal]
                while way[0] != start:
                    way.insert(0, came[way[0]])
                return way
            level = following
        return None

    def _look(self, path: str) -> Iterable[tuple[str, bool]]:
        linker, file = self._linker, self._linker.file(path)
        facts, resolver = file.facts, linker.project.resolver(path)
        naming = linker.project.naming(path)
        gone = self._gone.get(path, ())
        for binding in facts.bindings:
            if binding.kind != "import" or binding.number in gone or not runs_at_load(facts, binding.scope):
                continue
            sure = facts.blocks[binding.block].parent < 0
            if not sure and not self._is_loaded(path, binding.line, binding.column):
                continue
            fact = facts.imports[binding.number]
            module = resolver.module(path, fact.module)
            if module is None:
                continue
            part = resolver.member(module, fact.name) if fact.name else None
            yield from ((target, sure) for target in naming.loaded(path, part or module))
        for star in facts.stars:
            module = resolver.module(path, star.module)
            if module is not None and runs_at_load(facts, star.scope):
                yield from ((target, False) for target in naming.loaded(path, module))

    def _is_loaded(self, path: str, line: int, column: int) -> bool:
        document = self._read(path)
        at = offset_of(document.source, line, column)
        node = document.tree.root_node.descendant_for_byte_range(at, at + 1)
        return node is None or is_loaded(document, node)
