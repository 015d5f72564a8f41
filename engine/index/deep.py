"""Deep facts of one blob: parses it once more and asks the semantics module that its language names. Opens no file."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ..deepfacts import DEEP_VERSION
from .decode import decode
from .parse import parse

if TYPE_CHECKING:
    from ..deepfacts import DeepFacts
    from ..languages import Language

__all__ = ["DEEP_VERSION", "deep_facts_of"]

BY_NAME = "names"
"""The semantics of a language that has none of its own: occurrences by name."""


def deep_facts_of(language: Language, raw: bytes) -> DeepFacts:
    """Decodes and parses the content of one file and gives its deep facts."""
    source = decode(raw).source
    module = importlib.import_module(f"..semantics.{language.semantics or BY_NAME}", __package__)
    return module.extract(language, source, parse(language, source))
