"""Namespaces as whole names: which files they lie in says their text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..project import Texts

__all__ = ["Namespaces", "make_resolver"]


def make_resolver(paths: Collection[str], texts: Texts) -> Namespaces:
    """The resolver of a project."""
    del paths, texts
    return Namespaces()


class Namespaces:
    """What namespaces are called."""

    def module(self, path: str, text: str) -> Type | None:
        """The namespace of a whole name."""
        return Type("space", path, name=text)

    def member(self, module: Type, name: str) -> Type | None:
        """Namespaces are members of none."""
        del module, name

    def shared(self, path: str) -> Sequence[str]:
        """There are no fixtures."""
        del path
        return ()

    def importers(self, path: str) -> tuple[Sequence[str], str | None]:
        """A file that uses a name spells it."""
        del path
        return (), None

    def placed(self, space: str, name: str) -> Collection[str]:
        """No rule says where a namespace lies."""
        del space, name
        return ()
