"""Which packages import which, and whether new imports would close a circle of them, which is forbidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...link.types import Type
from .go_files import TESTS, folder_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...link.linker import Linker

__all__ = ["circle_of"]

_NAMELESS = re.compile(r'^\s*(?:import\s+)?_\s+"([^"]+)"', re.MULTILINE)
"""An import for what it does alone, of which there are no facts."""


def circle_of(
    linker: Linker, news: Sequence[tuple[str, str]], gone: Mapping[str, set[str]], package: str, goal: str
) -> list[str]:
    """The folders of a circle; empty where there is none.

    `news`: files, each with a package that it imports from now on; `gone`: by file, the packages that it does not any
    more; `package`: what the file `goal` says it is of.
    """
    added: dict[str, set[str]] = {}
    for path, text in news:
        said = package if path == goal else linker.file(path).facts.package
        if not linker.project.packaging(path).is_importable(said) and said != "main":
            continue  # nobody imports a package of tests
        module = linker.project.resolver(path).module(path, text)
        if module is not None:
            added.setdefault(folder_of(path), set()).add(module.path)
    for folder, targets in added.items():
        for target in sorted(targets):
            way = _way(linker, target, folder, added, gone, goal)
            if way:
                return [_shown(each) for each in (folder, *way)]
    return []


def _way(
    linker: Linker, start: str, goal: str, added: Mapping[str, set[str]], gone: Mapping[str, set[str]], near: str
) -> list[str]:
    """From one package to another, by what imports what."""
    came: dict[str, str | None] = {start: None}
    level = [start]
    while level:
        if goal in came:
            way: list[str] = []
            at: str | None = goal
            while at is not None:
                way.insert(0, at)
                at = came[at]
            return way
        following: list[str] = []
        for folder in level:
            for target in sorted(_imported(linker, folder, gone, near) | added.get(folder, set())):
                if target not in came:
                    came[target] = folder
                    following.append(target)
        level = following
    return []


def _imported(linker: Linker, folder: str, gone: Mapping[str, set[str]], near: str) -> set[str]:
    """The folders of the packages of the project that a package imports itself. `near`: a file of their language."""
    project = linker.project
    files = project.packaging(near).files(Type("package", folder))
    paths = [path for path in files if not path.endswith(TESTS)]
    project.prepare(paths)
    found: set[str] = set()
    for path in paths:
        resolver, facts = project.resolver(path), linker.file(path).facts
        texts = {row.module for row in (*facts.imports, *facts.stars)} - gone.get(path, set())
        texts |= set(_NAMELESS.findall(project.source.text(path) or ""))
        modules = (resolver.module(path, text) for text in texts)
        found |= {module.path for module in modules if module is not None}
    return found


def _shown(folder: str) -> str:
    return folder or "."
