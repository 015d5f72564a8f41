"""Scopes, bindings and occurrences of Ruby: open classes, constants by their place, calls without receiver or brackets.

A class or module is a class to the linker, and every file that opens it adds to it: `Scope.name` is its whole name.
What it has itself (`def self.x`) is bound in the space `static` beside what its instances have. A bare name is a local
variable where one is bound before it, as the language has it; else it is a member of what `self` is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from .state import MAIN, Walk, suite
from .values import HANDLERS

if TYPE_CHECKING:
    import tree_sitter

    from ...deepfacts import DeepFacts
    from ...languages import Language

__all__ = ["extract"]


def extract(language: Language, source: bytes, tree: tree_sitter.Tree) -> DeepFacts:
    """The deep facts of one file."""
    del language
    builder = Builder(source)
    root = tree.root_node
    builder.scope("module", -1, root)
    walk = Walk(builder, HANDLERS)
    walk.own = MAIN
    suite(walk, root, 0, builder.block(-1))
    return builder.finish()
