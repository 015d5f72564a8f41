"""Results of a library's functions as `library.toml` writes them: small type expressions, read once.

0 1 …          a type argument of what a method is called on
self           what it is called on
arg arg1 …     what an argument is
call call1 …   what calling an argument gives
each(T)        what iterating over something gives
of             the type argument that the call is written with, `collect::<T>()`
(T, U)         a tuple
Name<T, U>     a type of the library
?              not known
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Template", "parse_template", "parse_templates"]

_TOKEN = re.compile(r"\s*([A-Za-z_?]\w*|\d+|[<>(),])")


class Template(NamedTuple):
    """A type expression: `part`, `self`, `argument`, `called`, `each`, `given`, `tuple`, `type` or `unknown`."""

    op: str
    text: str = ""
    number: int = 0
    parts: tuple[Template, ...] = ()


def parse_templates(text: str) -> tuple[Template, ...]:
    """Templates with semicolons between them. Raises ValueError."""
    return tuple(parse_template(part) for part in text.split(";"))


def parse_template(text: str) -> Template:
    """One template. Raises ValueError."""
    tokens = _TOKEN.findall(text)
    found, rest = _parse(tokens, text)
    if rest:
        raise ValueError(f"{text!r} goes on after its end")
    return found


def _parse(tokens: list[str], text: str) -> tuple[Template, list[str]]:
    if not tokens:
        raise ValueError(f"{text!r} ends too early")
    word, *rest = tokens
    if word == "(":
        parts, rest = _parts(rest, ")", text)
        return Template("tuple", "", 0, parts), rest
    if word.isdigit():
        return Template("part", "", int(word)), rest
    if word in ("self", "of", "?"):
        return Template({"self": "self", "of": "given", "?": "unknown"}[word]), rest
    for prefix, op in (("arg", "argument"), ("call", "called")):
        if word.startswith(prefix) and (word == prefix or word[len(prefix) :].isdigit()):
            return Template(op, "", int(word[len(prefix) :] or 0)), rest
    if word == "each" and rest[:1] == ["("]:
        parts, rest = _parts(rest[1:], ")", text)
        return Template("each", "", 0, parts), rest
    if rest[:1] == ["<"]:
        parts, rest = _parts(rest[1:], ">", text)
        return Template("type", word, 0, parts), rest
    return Template("type", word), rest


def _parts(tokens: list[str], end: str, text: str) -> tuple[tuple[Template, ...], list[str]]:
    found: list[Template] = []
    while True:
        if tokens[:1] == [end]:
            return tuple(found), tokens[1:]
        part, tokens = _parse(tokens, text)
        found.append(part)
        if tokens[:1] == [","]:
            tokens = tokens[1:]
