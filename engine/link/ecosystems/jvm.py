"""Modules as packages: all files that say so are one, wherever they lie, and an import names what is in a package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ..project import Texts

__all__ = ["Packages", "make_resolver"]


def make_resolver(paths: Collection[str], texts: Texts) -> Packages:
    """The resolver of a project."""
    wanted = frozenset(paths)
    included = texts.included().items()
    said = {path: _joined(path, names) for path, names in included if names and path in wanted}
    return Packages({path: said.get(path, "") for path in wanted})


def _joined(path: str, names: Sequence[str]) -> str:
    """The package of a file. Where packages stand within each other, that is the innermost one."""
    return ".".join(names) if path.endswith(_WITHIN) else names[0]


_DESCRIPTIONS = frozenset({"module-info", "package-info"})
"""What they say holds for files that name nothing of it."""
_WITHIN = (".scala", ".sc", ".sbt", ".mill")


class Packages(Spelled):
    """The packages of a project, by what each file says at its head."""

    def __init__(self, said: Mapping[str, str]) -> None:
        """Take the package of each file; that of one that names none is empty."""
        self._said = said
        self._known: set[str] = set()
        """The packages, and those that they are in."""
        for name in set(said.values()):
            parts = name.split(".")
            self._known.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
        self._known.discard("")

    def package(self, path: str) -> str:
        """The package of a file."""
        return self._said.get(path, "")

    def is_package(self, name: str) -> bool:
        """Whether there is a package of a name, or one within it."""
        return name in self._known

    def seers(self, path: str, holders: Callable[[str], frozenset[str]], *, stays: bool) -> frozenset[str] | None:
        """Who spells a name of it, or, where it holds functions without a class, that of the class made for them."""
        del stays
        stem, _, ending = path.rpartition("/")[2].rpartition(".")
        return None if stem in _DESCRIPTIONS else holders(stem + ending.capitalize())

    def module(self, path: str, text: str) -> Type | None:
        """The package that `text` names."""
        del path
        return Type("prefix", name=text) if text in self._known else None

    def member(self, module: Type, name: str) -> Type | None:
        """A package within another one."""
        return self.module("", f"{module.name}.{name}")
