"""Modules as files with dots for slashes, below any folder from which a program may load them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..folders import shared_folders
from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..project import Texts

__all__ = ["ModuleFiles", "make_resolver"]

SUFFIX = ".lua"
INDEX = "init"
"""The file that stands for its folder."""
ROOTS = ("", "src", "lib")
"""Folders from which modules are loaded in most projects, in order of preference."""


def make_resolver(paths: Collection[str], texts: Texts) -> ModuleFiles:
    """The resolver of a project."""
    del texts
    return ModuleFiles(paths)


class ModuleFiles(Spelled):
    """The modules of a project."""

    def __init__(self, paths: Collection[str]) -> None:
        """Index the files by the last part of the name that may mean them."""
        self._by_name: dict[str, list[tuple[str, str]]] = {}
        """Path without suffix (and without `init`), and path."""
        for path in sorted(paths):
            stem, suffix = os.path.splitext(path)
            if suffix != SUFFIX:
                continue
            self._add(stem, path)
            if os.path.basename(stem) == INDEX and "/" in stem:
                self._add(os.path.dirname(stem), path)

    def _add(self, stem: str, path: str) -> None:
        self._by_name.setdefault(os.path.basename(stem), []).append((stem, path))

    def module(self, path: str, text: str) -> Type | None:
        """The file that a dotted name means; of several the nearest, else the one whose root is likelier."""
        wanted = text.removesuffix(SUFFIX).replace(".", "/").strip("/")
        found = [
            (stem.removesuffix(wanted).rstrip("/"), other)
            for stem, other in self._by_name.get(os.path.basename(wanted), ())
            if stem == wanted or stem.endswith("/" + wanted)
        ]
        if not found:
            return None
        return Type("module", max(found, key=lambda each: _likelihood(path, *each))[1])

    def importers(self, path: str) -> tuple[Sequence[str], str | None]:
        """A file that loads a module has the last part of its name as a word."""
        stem = os.path.splitext(path)[0]
        words = [os.path.basename(stem)]
        if words[0] == INDEX:
            words.append(os.path.basename(os.path.dirname(stem)))
        return words, None


def _likelihood(path: str, root: str, candidate: str) -> tuple[int, int, int]:
    preference = -ROOTS.index(root) if root in ROOTS else -len(ROOTS) - root.count("/")
    is_plain = not candidate.endswith(f"/{INDEX}{SUFFIX}")
    return shared_folders(candidate, path), preference, is_plain
