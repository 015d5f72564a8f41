"""Scopes, bindings and occurrences of Dart: libraries of several files, classes, extensions, chains of selectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from . import declarations, expressions
from .state import Walk, sequence

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    builder = Builder(source)
    walk = Walk(builder, _HANDLERS, expressions.STEPS)
    builder.scope("module", -1, tree.root_node, block=0)
    sequence(walk, [tree.root_node], 0)
    return builder.finish()._replace(apart=True)


_HANDLERS = {**expressions.HANDLERS, **declarations.HANDLERS}
