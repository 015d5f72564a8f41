"""Namespaces as whole names: which files they lie in says their text alone. Project files say what belongs together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..project import Texts

__all__ = ["Namespaces", "make_resolver"]


def make_resolver(paths: Collection[str], texts: Texts) -> Namespaces:
    """The resolver of a project."""
    del paths
    return Namespaces(texts)


class Namespaces(Spelled):
    """What namespaces are called, and which files are compiled together."""

    def __init__(self, texts: Texts) -> None:
        """Begin with no folder looked at."""
        self._texts = texts
        self._units: dict[str, str] = {}

    def unit(self, path: str) -> str:
        """The folder of the project that compiles a file: the nearest one that has a project file of its name."""
        folder = path.rpartition("/")[0]
        found = self._units.get(folder)
        if found is None:
            is_project = (
                self._texts.text(f"{folder}/{folder.rpartition('/')[2]}.csproj") is not None if folder else False
            )
            found = self._units[folder] = folder if is_project or not folder else self.unit(folder)
        return found

    def module(self, path: str, text: str) -> Type | None:
        """The namespace of a whole name."""
        return Type("space", path, name=text)

    def placed(self, space: str, name: str) -> Collection[str]:
        """No rule says where a namespace lies."""
        del space, name
        return ()
