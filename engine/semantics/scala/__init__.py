"""Scopes, bindings and occurrences of a language in which functions and values share one space of names.

Each name of a value is an occurrence of the form `method`, whether it is called or not: a function without parameters
reads like a value, and a value with `apply` is called like a function. A class and the object of its name are one slot;
the object has the trait `single`. Both old and new syntax are read, with braces or by indentation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...deepfacts import NONE
from ..builder import Builder
from .classes import finish_companions
from .declarations import DECLARATIONS
from .imports import IMPORTS
from .patterns import PATTERNS
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
    walk = Walk(builder, {**VALUES, **PATTERNS, **DECLARATIONS, **IMPORTS}, source, tree)
    builder.scope("module", NONE, tree.root_node)
    for child in tree.root_node.named_children:
        visit(walk, child, 0)
    finish_companions(walk)
    return builder.finish()
