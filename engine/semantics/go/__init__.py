"""Scopes, bindings and occurrences of a language with packages, structures that embed others, and methods apart.

Types are declared or follow from the value that a name is declared with, so there is no flow: a local name is what the
nearest declaration before it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from . import declarations, expressions, statements, types
from .conditions import constraint
from .imports import bind_imports
from .state import FILE, Walk, visit

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    builder = Builder(source)
    walk = Walk(builder, _VISITS, _VALUES)
    builder.scope("module", -1, tree.root_node)
    builder.condition = constraint(walk, tree.root_node)
    visit(walk, tree.root_node, FILE)
    bind_imports(walk)
    return builder.finish()


_VISITS = {**types.VISITS, **expressions.VISITS, **declarations.VISITS, **statements.VISITS}
_VALUES = expressions.VALUES
