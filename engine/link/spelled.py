"""What a resolver says of a language in which whoever uses a name spells it: there is nothing to look for besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Type

__all__ = ["Spelled"]


class Spelled:
    """The answers of such a language; see `project.Resolver` for the questions."""

    def member(self, module: Type, name: str) -> Type | None:
        """Nothing is reached as a member of a module that it does not declare."""
        del module, name

    def shared(self, path: str) -> Sequence[str]:
        """No file is seen without being named."""
        del path
        return ()

    def unit(self, path: str) -> str:
        """Nothing says what is compiled together."""
        del path
        return ""

    def importers(self, path: str) -> tuple[Sequence[str], str | None]:
        """A file that imports a name spells it."""
        del path
        return (), None
