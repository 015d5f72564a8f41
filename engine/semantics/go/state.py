"""The state of a walk over one tree of Go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import twofold
from ..twofold import FILE, cast, ignore, member_expression, name_expression, value, visit, visit_children

if TYPE_CHECKING:
    from collections.abc import Mapping

    import tree_sitter

    from ..builder import Builder
    from ..twofold import Value, Visit

__all__ = ["FILE", "Walk", "cast", "ignore", "member_expression", "name_expression", "value", "visit", "visit_children"]


class Walk(twofold.Walk):
    """What handlers share."""

    def __init__(self, builder: Builder, visits: Mapping[str, Visit], values: Mapping[str, Value]) -> None:
        """Begin a walk with the handlers of both ways."""
        super().__init__(builder, visits, values)
        self.function = FILE
        """The scope of the function around: labels belong to it."""
        self.parts: dict[tuple[str, ...], int] = {}
        """The class that holds the methods of a type, by its name; see `declarations.method`."""
        self.imports: list[tuple[tree_sitter.Node, str]] = []
        """Imports without a name of their own, each with its path: which name is theirs says the rest of the file."""
