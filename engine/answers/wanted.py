"""What words ask for: terms with their spelling, and the names that they may be. Knows no project."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ..index.searchable import joined
from ..index.stems import is_stop, parts_of, term_of, terms_of

__all__ = ["Wanted", "wanted"]

_WORD = re.compile(r"\w+")
MAX_WORDS = 400
"""Words of a query that are read: longer texts are cut."""
_TESTS = frozenset({"test", "mock", "fixtur", "stub"})


class Wanted(NamedTuple):
    """A query as the index understands it."""

    terms: dict[str, str]
    """Each term with the word that it comes from, in order."""
    pairs: dict[str, tuple[str, ...]]
    """Neighbouring words written together, each with the terms that it stands for."""
    names: frozenset[str]
    """The words in lower case without underscores, each and all together: what a symbol may be called exactly."""
    tests: bool
    """Whether the words ask for tests."""


def wanted(text: str) -> Wanted:
    """Read the words of a query. Words that say nothing count where there are no others."""
    words = _WORD.findall(text)[:MAX_WORDS]
    telling = [word for word in words if not is_stop(word)] or words
    terms: dict[str, str] = {}
    for word in telling:
        for part in parts_of(word):
            term = term_of(part)
            if term:
                terms.setdefault(term, part)
    pairs: dict[str, tuple[str, ...]] = {}
    parts = [part for word in words for part in parts_of(word)]
    for left, right in pairwise(parts):
        if not is_stop(left) and not is_stop(right):
            for term in joined([left, right]):
                if term not in terms:
                    pairs.setdefault(term, (*terms_of(left), *terms_of(right)))
    names = {_plain(word) for word in telling}
    names.add(_plain("".join(telling)))
    return Wanted(terms, pairs, frozenset(name for name in names if len(name) > 1), bool(_TESTS & terms.keys()))


def _plain(word: str) -> str:
    return word.replace("_", "").casefold()
