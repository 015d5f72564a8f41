"""Words of code and of prose as terms: names split at case, digits and underscores, stemmed, abbreviations spelled out.

Index and query go through the same functions, so that `cfg`, `config` and `Configurations` are one term. The stemmer is
Porter's (M. F. Porter, An algorithm for suffix stripping, 1980), for English; other words are taken as they are.
"""

from __future__ import annotations

import re
from functools import cache

from .vocabulary import ABBREVIATIONS, KEYWORDS, STOP_WORDS

__all__ = ["WORD", "is_stop", "parts_of", "stem", "term_of", "terms_of", "text_terms_of"]

WORD = re.compile(r"[^\W\d_]\w+")
"""What is looked at in a text: names and words of two letters or more."""
LEAST_ROOT = 4
"""Letters before `-er`."""
SHORT = 4
"""Letters of an abbreviation that is no word, so that no stem is like it."""
MAX_TERM = 32
"""Longer runs of letters are data, not words."""
_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")


def parts_of(word: str) -> list[str]:
    """A name split at case, digits and underscores, in lower case: `HTTPServer2_get` is http, server, 2, get."""
    return [part.casefold() for part in _PARTS.findall(word)]


@cache
def term_of(part: str) -> str:
    """The term of one part in lower case; empty for what is no term: single letters, long runs."""
    if len(part) > MAX_TERM or (len(part) == 1 and part.isascii()):
        return part if part.isdigit() else ""
    root = stem(part)
    return _SPELLED_OUT.get(part) or _SPELLED_OUT.get(root, root)


@cache
def terms_of(word: str) -> tuple[str, ...]:
    """The terms of one word or name, each once, in order."""
    return tuple(dict.fromkeys(term for part in parts_of(word) if (term := term_of(part))))


@cache
def text_terms_of(word: str) -> tuple[str, ...]:
    """The terms of a word in the text of a symbol: none where the word stands in every text."""
    folded = word.casefold()
    return () if folded in STOP_WORDS or folded in KEYWORDS else terms_of(word)


def is_stop(word: str) -> bool:
    """Whether a word of prose says nothing about what is looked for."""
    return word.casefold() in STOP_WORDS


@cache
def stem(word: str) -> str:
    """The stem of an English word in lower case; words of other alphabets, and short ones, as they are."""
    if len(word) < 3 or not word.isascii() or not word.isalpha():  # noqa: PLR2004 - as Porter has it
        return word
    word = _plural(word)
    word = _past(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(_replaced(word, _STEP_2, _ENDS_2), _STEP_3, _ENDS_3)
    return _last(_agent(_fourth(word)))


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix) and _has_vowel(word[: -len(suffix)]):
            word = word[: -len(suffix)]
            break
    else:
        return word
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _ends_double(word) and word[-1] not in "lsz":
        return word[:-1]
    if _measure(word) == 1 and _ends_cvc(word):
        return word + "e"
    return word


def _agent(word: str) -> str:
    """Who does something is what is done: `parser`, `runner`. Not Porter's, who leaves short ones alone."""
    root = word[:-2]
    if not word.endswith("er") or len(root) < LEAST_ROOT or _measure(root) != 1:
        return word
    return root[:-1] if _ends_double(root) and root[-1] not in "lsz" else root


def _replaced(word: str, suffixes: tuple[tuple[str, str], ...], ends: tuple[str, ...]) -> str:
    if not word.endswith(ends):
        return word
    for suffix, new in suffixes:
        if word.endswith(suffix):
            root = word[: -len(suffix)]
            return root + new if _measure(root) > 0 else word
    return word


def _fourth(word: str) -> str:
    if not word.endswith(_STEP_4):
        return word
    for suffix in _STEP_4:
        if word.endswith(suffix):
            root = word[: -len(suffix)]
            if suffix == "ion" and not root.endswith(("s", "t")):
                return word
            return root if _measure(root) > 1 else word
    return word


def _last(word: str) -> str:
    if word.endswith("e"):
        root = word[:-1]
        measure = _measure(root)
        if measure > 1 or (measure == 1 and not _ends_cvc(root)):
            word = root
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word


def _is_consonant(word: str, i: int) -> bool:
    letter = word[i]
    if letter in "aeiou":
        return False
    return letter != "y" or i == 0 or not _is_consonant(word, i - 1)


def _measure(word: str) -> int:
    """How often a vowel is followed by a consonant."""
    kinds = "".join("c" if _is_consonant(word, i) else "v" for i in range(len(word)))
    return kinds.replace("cc", "c").count("vc") if kinds else 0


def _has_vowel(word: str) -> bool:
    return any(not _is_consonant(word, i) for i in range(len(word)))


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_cvc(word: str) -> bool:
    end = len(word) - 1
    return (
        end > 1
        and _is_consonant(word, end)
        and not _is_consonant(word, end - 1)
        and _is_consonant(word, end - 2)
        and word[end] not in "wxy"
    )


_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("abli", "able"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
)
_STEP_3 = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_ENDS_2 = tuple(suffix for suffix, _ in _STEP_2)
_ENDS_3 = tuple(suffix for suffix, _ in _STEP_3)
_STEP_4 = (
    "al",
    "ance",
    "ence",
    "er",
    "ic",
    "able",
    "ible",
    "ant",
    "ement",
    "ment",
    "ent",
    "ion",
    "ou",
    "ism",
    "ate",
    "iti",
    "ous",
    "ive",
    "ize",
)
_SPELLED_OUT = {
    key: stem(full)
    for short, full in ABBREVIATIONS.items()
    for key in ((short, stem(short)) if len(short) > SHORT else (short,))
    if stem(short) != stem(full)
}
