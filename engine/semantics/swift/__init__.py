"""Scopes, bindings and occurrences of a language of modules, protocols and extensions.

Functions and values share one space of names, as in `semantics/scala/`. An extension is a class without a name that
says in `returns` whose members it has. The parameters of a type are bound in its own scope, so that its extensions see
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import Builder
from .declarations import DECLARATIONS
from .patterns import PATTERNS
from .state import Walk, visit
from .statements import STATEMENTS
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
    walk = Walk(builder, {**VALUES, **PATTERNS, **STATEMENTS, **DECLARATIONS}, source, tree)
    builder.scope("module", NONE, tree.root_node)
    for child in tree.root_node.named_children:
        visit(walk, child, 0)
    return builder.finish()
