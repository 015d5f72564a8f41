"""Scopes, bindings and occurrences of a language with declarations, tags, prototypes and a preprocessor.

Types are declared, so there is no flow: a name is what the nearest scope declares it to be, whatever stands before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from . import declarations, expressions, statements, types
from .gaps import read_gaps
from .macros import read_macros
from .state import Walk, visit

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    builder = Builder(source)
    walk = Walk(builder, _VISITS, expressions.VALUES, tree)
    walk.type_of = types.type_of
    builder.scope("module", -1, tree.root_node)
    visit(walk, tree.root_node, 0)
    read_macros(walk, source, language.grammar)
    read_gaps(walk, source, tree)
    builder.shared = {name: defines for name, defines in walk.shared.items() if name not in walk.own}
    return builder.finish()


_VISITS = {**expressions.VISITS, **declarations.VISITS, **statements.VISITS}
