"""Namespaces as whole names: a class is where a file says so, of several where `composer.json` has it loaded from."""

from __future__ import annotations

import json
import os
import re
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ..project import Texts

__all__ = ["Namespaces", "make_resolver"]

MANIFEST = "composer.json"
SEPARATOR = "\\"
_WORD = re.compile(r"\w+")


def make_resolver(paths: Collection[str], texts: Texts) -> Namespaces:
    """The resolver of a project."""
    return Namespaces(paths, texts)


class Namespaces(Spelled):
    """What namespaces are called, and in which folders they are looked for."""

    def __init__(self, paths: Collection[str], texts: Texts) -> None:
        """Read how each package of the project is loaded."""
        self._paths = frozenset(paths)
        self._folders: list[tuple[str, str, bool]] = []
        """Prefix of a namespace, folder, and whether the folder has the prefix in its path."""
        for manifest in sorted(texts.named(MANIFEST)):
            self._read(texts.text(manifest) or "", os.path.dirname(manifest))

    def module(self, path: str, text: str) -> Type | None:
        """The namespace of a whole name."""
        return Type("space", path, name=text.strip(SEPARATOR))

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> frozenset[str]:
        """Who spells a name of it, or includes a file of its name and so has its variables."""
        del stays
        stem = os.path.basename(path).partition(".")[0]
        return frozenset(path for word in _WORD.findall(stem) for path in holders(word))

    def placed(self, space: str, name: str) -> frozenset[str]:
        """The files where a class is loaded from."""
        whole = f"{space}{SEPARATOR}{name}" if space else name
        found: set[str] = set()
        for prefix, folder, inside in self._folders:
            if not prefix or whole.startswith(prefix + SEPARATOR):
                rest = whole if inside else whole[len(prefix) :].lstrip(SEPARATOR)
                found.add(normpath(os.path.join(folder, rest.replace(SEPARATOR, "/") + ".php")))
        return frozenset(found & self._paths)

    def _read(self, text: str, root: str) -> None:
        """Take the folders of a manifest; one that cannot be read says nothing."""
        try:
            data: Any = json.loads(text or "{}")
        except ValueError:
            return
        for part in ("autoload", "autoload-dev"):
            rules = data.get(part) if isinstance(data, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
            for kind in ("psr-4", "psr-0"):
                table = rules.get(kind) if isinstance(rules, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
                if isinstance(table, dict):
                    self._add({str(key): value for key, value in table.items()}, root, inside=kind == "psr-0")  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    def _add(self, table: dict[str, Any], root: str, *, inside: bool) -> None:
        for prefix, folders in table.items():
            for folder in folders if isinstance(folders, list) else [folders]:  # pyright: ignore[reportUnknownVariableType]
                self._folders.append((prefix.strip(SEPARATOR), normpath(os.path.join(root, str(folder))), inside))  # pyright: ignore[reportUnknownArgumentType]
