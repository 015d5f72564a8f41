"""Scopes, bindings and occurrences of Lua: tables are the only thing that has members, whatever they stand for.

A table that a file writes, or gives functions to, is a class to the linker: its members are those that the file gives
it, and what has it for a metatable is an instance of it. Names of a chunk live in a scope within the module's own,
which holds what is global; what a chunk returns is bound there under the name `=`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from .assignments import grown_in
from .state import Walk
from .statements import body
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
    chunk = builder.scope("block", 0, root)
    walk = Walk(builder, HANDLERS, body, chunk)
    walk.grown = grown_in(root)
    body(walk, root, chunk, builder.block(-1))
    return builder.finish()
