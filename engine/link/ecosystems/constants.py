"""Programs whose files see all constants of each other: what is loaded when says nothing of what a name means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..spelled import Spelled

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..project import Texts
    from ..types import Type

__all__ = ["Loaded", "make_resolver"]


def make_resolver(paths: Collection[str], texts: Texts) -> Loaded:
    """The resolver of a project."""
    del paths, texts
    return Loaded()


class Loaded(Spelled):
    """No module is a value."""

    def module(self, path: str, text: str) -> Type | None:
        """A file that is loaded gives nothing by itself."""
        del path, text
        return None
