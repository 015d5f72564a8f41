"""Scopes, bindings and occurrences of a language of classes with declared types, packages and overloads.

Methods live in a space of their own (`method name`), constructors in another (`constructor Name`), both in the scope of
their class. A call is one expression with its arguments, since they say which of several methods is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import Builder
from . import classes, statements, values
from .state import Walk, visit
from .types import TYPES

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language
    from .state import Handler

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    builder = Builder(source)
    walk = Walk(builder, VALUES, TYPES, tree)
    walk.patterns = b"instanceof" in source
    builder.scope("module", NONE, tree.root_node)
    for child in tree.root_node.named_children:
        visit(walk, child, 0)
    return builder.finish()


VALUES: dict[str, Handler] = {
    **values.VALUES,
    **statements.STATEMENTS,
    **classes.CLASSES,
    "type_identifier": TYPES["type_identifier"],
}
