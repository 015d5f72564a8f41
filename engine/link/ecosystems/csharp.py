"""Namespaces as whole names: which files they lie in says their text alone."""

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
    del paths, texts
    return Namespaces()


class Namespaces(Spelled):
    """What namespaces are called."""

    def module(self, path: str, text: str) -> Type | None:
        """The namespace of a whole name."""
        return Type("space", path, name=text)

    def placed(self, space: str, name: str) -> Collection[str]:
        """No rule says where a namespace lies."""
        del space, name
        return ()
