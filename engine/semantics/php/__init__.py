"""Scopes, bindings and occurrences of a language with namespaces, `$variables`, `$this` and types in comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..builder import Builder
from . import classes, definitions, expressions, flow, members, names
from .state import Walk, suite

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
    walk = Walk(builder, tree, _HANDLERS)
    names.begin(walk, root)
    suite(walk, root.named_children, 0, builder.block(-1))
    return builder.finish()


_HANDLERS = {
    **names.HANDLERS,
    **expressions.HANDLERS,
    **members.HANDLERS,
    **definitions.HANDLERS,
    **classes.HANDLERS,
    **flow.HANDLERS,
}
