"""Scopes, bindings and occurrences of a language of classes with inferred types, extensions and lambdas with receivers.

Functions live in a space of their own (`method name`), properties of other types in another (`extension name`). What a
function is called on is bound as `this` in its scope, so that its members are seen there without an owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import Builder
from .declarations import DECLARATIONS
from .state import Walk, visit
from .values import VALUES

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    builder = Builder(source)
    walk = Walk(builder, {**VALUES, **DECLARATIONS}, tree)
    builder.scope("module", NONE, tree.root_node)
    walk.block = builder.block(NONE)
    for child in tree.root_node.named_children:
        visit(walk, child, 0)
    return builder.finish()
