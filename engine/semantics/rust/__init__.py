"""Scopes, bindings and occurrences of Rust: modules in files and in each other, types, traits, implementations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from . import expressions, imports, items
from .state import Walk, visit

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    builder = Builder(source)
    walk = Walk(builder, _VISITS, expressions.VALUES, source, language.grammar)
    builder.scope("module", -1, tree.root_node, block=0)
    visit(walk, tree.root_node, 0)
    return builder.finish()._replace(apart=True)


_VISITS = {**expressions.VISITS, **items.VISITS, **imports.VISITS}
