"""Scopes, bindings and occurrences of a language with namespaces, classes in parts and members as bare names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from ..twofold import FILE, Walk, visit
from . import declarations, expressions, statements, types

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    builder = Builder(source)
    builder.scope("module", -1, tree.root_node)
    visit(Walk(builder, _VISITS, expressions.VALUES), tree.root_node, FILE)
    return builder.finish()


_VISITS = {**types.VISITS, **expressions.VISITS, **declarations.VISITS, **statements.VISITS}
