"""The language of `.gitignore`, read exactly as git reads it (`dir.c` and `wildmatch.c`).

Says what the rules of one file say about one path. Which files have rules, which of them comes first, and that
nothing below a hidden folder is looked at: that is the walk's business.

Not by `pathspec`, which judges a path together with its parents: there `!b/` in an inner file shows `b/c.py` again
although only the folder is meant, `a/**` hides `a` itself, and `?` takes a character where git takes a byte.
"""

import os
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple, final

__all__ = ["Rules", "read_rules"]


class _Rule(NamedTuple):
    shape: re.Pattern[str]
    by_name: bool  # held against the last part of the path alone
    folders_only: bool
    hides: bool


@final
class Rules:
    """The rules of one `.gitignore` file, or of the setting `exclude`."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        """Read the rules; lines that mean nothing, or nothing to git, are passed over."""
        self._rules = [rule for line in lines if (rule := _rule(line))]
        self._rules.reverse()  # the last rule that matches decides
        # Most paths match no rule: one look for all of them tells.
        self._names = _any(rule for rule in self._rules if rule.by_name)
        self._paths = _any(rule for rule in self._rules if not rule.by_name)

    def __bool__(self) -> bool:
        """Say whether there is any rule."""
        return bool(self._rules)

    def hide(self, path: str, *, folder: bool) -> bool | None:
        """Say whether `path`, relative to these rules' folder, is hidden; None if they say nothing about it."""
        if not path.isascii():
            path = os.fsencode(path).decode("latin-1")  # git compares bytes
        name = path[path.rfind("/") + 1 :]
        if not (self._names and self._names(name)) and not (self._paths and self._paths(path)):
            return None
        for rule in self._rules:
            if (folder or not rule.folders_only) and rule.shape.fullmatch(name if rule.by_name else path):
                return rule.hides
        return None


def read_rules(path: str) -> Rules | None:
    """Return the rules of the file at `path`; None if there is no such file, or if it is a link."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            return Rules(file.read().removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    except OSError:
        return None


def _rule(line: bytes) -> _Rule | None:
    text = _without_trailing_spaces(line.removesuffix(b"\r").decode("latin-1"))
    if text.startswith("#"):
        return None
    hides = not text.startswith("!")
    text = text if hides else text[1:]
    folders_only = text.endswith("/")
    text = text[:-1] if folders_only else text
    by_name = "/" not in text
    shape = _translate(text.removeprefix("/"))
    return _Rule(re.compile(shape, re.DOTALL), by_name, folders_only, hides) if text and shape is not None else None


def _without_trailing_spaces(text: str) -> str:
    kept = text.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return kept + " " if kept != text and backslashes % 2 else kept


def _any(rules: Iterable[_Rule]) -> Callable[[str], re.Match[str] | None] | None:
    shapes = [f"(?:{rule.shape.pattern})" for rule in rules]
    return re.compile("|".join(shapes), re.DOTALL).fullmatch if shapes else None


def _translate(glob: str) -> str | None:
    """Return the regular expression of a pattern; None for one that matches nothing (an open `[`, a last backslash)."""
    parts: list[str] = []
    at = 0
    while at < len(glob):
        char = glob[at]
        if char == "*":
            part, at = _stars(glob, at)
        elif char == "[":
            part, at = _class(glob, at + 1)
        elif char == "\\":
            part, at = (re.escape(glob[at + 1]), at + 2) if at + 1 < len(glob) else (None, at)
        else:
            part, at = "[^/]" if char == "?" else re.escape(char), at + 1
        if part is None:
            return None
        parts.append(part)
    return "".join(parts)


def _stars(glob: str, start: int) -> tuple[str, int]:
    end = start
    while glob[end : end + 1] == "*":
        end += 1
    whole_part = (start == 0 or glob[start - 1] == "/") and glob[end : end + 1] in {"", "/"}
    if end - start == 1 or not whole_part:
        return "[^/]*", end
    return ("(?:.*/)?", end + 1) if end < len(glob) else (".*", end)


def _class(glob: str, at: int) -> tuple[str | None, int]:
    """Translate what follows a `[`; a `/` is never in a class, whatever it says."""
    negated = glob[at : at + 1] in {"!", "^"}
    at += negated
    members = ""
    first = at
    low = ""  # what a `-` would reach from
    while at < len(glob):
        char = glob[at]
        if char == "]" and at > first:
            return (f"[^/{members}]" if negated else f"(?!/)[{members}]" if members else "(?!)"), at + 1
        if char == "[" and glob[at + 1 : at + 2] == ":":
            name, found, _ = glob[at + 2 :].partition(":]")
            if not found or name not in _NAMED:
                return None, at
            members, low, at = members + _NAMED[name], "", at + len(name) + 4
            continue
        reach = char == "-" and bool(low) and glob[at + 1 : at + 2] not in {"", "]"}
        at += reach
        at += glob[at] == "\\"
        if at == len(glob):
            return None, at
        members += _span(low, glob[at]) if reach else re.escape(glob[at])
        low, at = "" if reach else glob[at], at + 1
    return None, at


def _span(low: str, high: str) -> str:
    return f"{re.escape(low)}-{re.escape(high)}" if low <= high else ""


_NAMED = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\v\f\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
