"""Deep facts of one blob: parses it once more and asks the semantics module that its language names. Opens no file."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from ..deepfacts import DEEP_VERSION
from .decode import decode
from .parse import load_parser, tree_of

if TYPE_CHECKING:
    from ..deepfacts import DeepFacts
    from ..languages import Language

__all__ = ["DEEP_VERSION", "deep_facts_of", "make_ready"]

RECURSION = 10_000
"""Trees are walked by functions that call themselves: long chains of operators are deep."""
BY_NAME = "names"
"""The semantics of a language that has none of its own: occurrences by name."""


def make_ready(language: Language) -> None:
    """Load all that the first deep facts of a language have to load."""
    _semantics(language.semantics or BY_NAME)
    load_parser(language)


def deep_facts_of(language: Language, raw: bytes) -> DeepFacts:
    """Decodes and parses the content of one file and gives its deep facts."""
    source = decode(raw).source
    tree = tree_of(language, source)
    if sys.getrecursionlimit() < RECURSION:
        sys.setrecursionlimit(RECURSION)
    try:
        return _semantics(language.semantics or BY_NAME).extract(language, source, tree)
    except RecursionError:  # a tree that is thousands of nodes deep: nobody wrote it by hand
        return _semantics(BY_NAME).extract(language, source, tree)


def _semantics(name: str) -> Any:
    return importlib.import_module(f"..semantics.{name}", __package__)
