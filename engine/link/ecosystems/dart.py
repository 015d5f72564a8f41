"""Libraries as files: by their path from the file that names them, or by the package that has them below `lib`.

Before a text stands how it is meant (`-` imported, `+` exported, `=` a part of the same library), behind it, after a
bar, which names are taken; neither changes the file.
"""

from __future__ import annotations

import os
import re
from posixpath import normpath
from typing import TYPE_CHECKING

from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ..project import Texts

__all__ = ["Libraries", "make_resolver"]

MANIFEST = "pubspec.yaml"
_NAME = re.compile(r"^name:\s*[\"']?(\w+)", re.MULTILINE)


def make_resolver(paths: Collection[str], texts: Texts) -> Libraries:
    """The resolver of a project."""
    return Libraries(paths, texts)


class Libraries(Spelled):
    """The libraries of a project."""

    def __init__(self, paths: Collection[str], texts: Texts) -> None:
        """Read the names of the packages."""
        self._files = frozenset(paths)
        self._packages: dict[str, str] = {}
        for path in sorted(texts.named(MANIFEST), key=len, reverse=True):
            found = _NAME.search(texts.text(path) or "")
            if found is not None:
                self._packages[found[1]] = os.path.dirname(path)

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> frozenset[str] | None:
        """Whoever imports a file, or what gives it on, spells the name of a file."""
        del stays
        words = re.findall(r"\w+", os.path.basename(path))[:-1]
        return holders(max(words, key=len)) if words else None

    def module(self, path: str, text: str) -> Type | None:
        """The file that `text` means in the file at `path`; a file is the root of what it is in."""
        if text == "crate":
            return Type("module", path)
        uri = text.lstrip("-+=").partition("|")[0]
        if uri.startswith("package:"):
            name, _, rest = uri[8:].partition("/")
            folder = self._packages.get(name)
            if folder is None:
                return None
            found = f"{folder}/lib/{rest}" if folder else f"lib/{rest}"
        elif uri.startswith("dart:") or "." not in uri:
            return None
        else:
            found = normpath(os.path.join(os.path.dirname(path), uri))
        return Type("module", found) if found in self._files else None
