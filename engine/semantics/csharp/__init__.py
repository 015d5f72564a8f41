"""Scopes, bindings and occurrences of a language with namespaces, classes in parts and members as bare names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from ..twofold import FILE, Walk, visit
from . import declarations, expressions, statements, types
from .gaps import read_gaps

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    builder = Builder(source)
    builder.scope("module", -1, tree.root_node)
    walk = Walk(builder, _VISITS, expressions.VALUES)
    visit(walk, tree.root_node, FILE)
    read_gaps(walk, source, tree, language.edit.keywords)
    return builder.finish()


_VISITS = {**types.VISITS, **expressions.VISITS, **declarations.VISITS, **statements.VISITS}
