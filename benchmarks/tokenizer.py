"""Counts the tokens of a text, offline: by a real vocabulary where the `bench` extra is installed, else nearly.

A figure always goes with the name of what counted it.
"""

from __future__ import annotations

import importlib
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Tokenizer", "parts_of", "tokenizer"]

VOCABULARY = "o200k_base"
MAX_PART = 40_000
"""Characters, each of which is a few tokens at most; the encoder takes 200,000 tokens."""
_PIECE = re.compile(r" ?_?[^\W\d_]+|\d{1,3}| ?[^\w\s]{1,3}\n*|_+|\s+")
_LONG_WORD = 9
"""Letters of a word from which on it takes a further token."""


class Tokenizer(NamedTuple):
    """A way to count."""

    name: str
    tokens_of: Callable[[str], int]


@cache
def tokenizer() -> Tokenizer:
    """The best that is installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of how it opens its own data
            # By name, since it need not be there. It carries its vocabularies in the wheel: nothing is fetched.
            encodings: Any = importlib.import_module("bpe_openai")
    except ImportError:
        return Tokenizer("pieces (no vocabulary installed: pip install 'codeintel-engine[bench]')", _pieces)
    return Tokenizer(f"{VOCABULARY} (bpe-openai)", _counter(encodings.get_encoding(VOCABULARY)))


def _counter(encoding: Any) -> Callable[[str], int]:
    def count(text: str) -> int:
        return sum(len(encoding.encode_ordinary(part)) for part in parts_of(text))

    return count


def parts_of(text: str) -> list[str]:
    """The text in parts that an encoder takes, which has a limit: whole lines, unless one alone is longer."""
    parts: list[str] = []
    start = 0
    while start < len(text):
        end = start + MAX_PART
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        parts.append(text[start:end])
        start = end
    return parts


def _pieces(text: str) -> int:
    """Words with the blank before them, numbers in threes, short runs of signs, white space.

    Within a fifth of `o200k_base` on source code and on listings of it; a test holds it to that.
    """
    return sum(-(-len(piece) // _LONG_WORD) if piece[-1].isalpha() else 1 for piece in _PIECE.findall(text))
