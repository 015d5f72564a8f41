"""Scopes, bindings and occurrences of a language with namespaces, classes and templates, on the ground of C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from ..c import statements
from ..c.gaps import read_gaps
from ..c.macros import read_macros
from ..c.state import Walk, visit
from . import declarations, expressions, types

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    builder = Builder(source)
    walk = Walk(builder, _VISITS, _VALUES, tree)
    walk.type_of = types.type_of
    walk.members_are_seen = True
    builder.scope("module", -1, tree.root_node)
    visit(walk, tree.root_node, 0)
    read_macros(walk, source, language.grammar)
    read_gaps(walk, source, tree)
    builder.shared = {name: defines for name, defines in walk.shared.items() if name not in walk.own}
    return builder.finish()


_VISITS = {**statements.VISITS, **expressions.VISITS, **types.VISITS, **declarations.VISITS}
_VALUES = {**expressions.VALUES, **declarations.VALUES}
