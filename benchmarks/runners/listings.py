"""Reads what codeintel prints: the compact text of commands and tools, which is what an agent sees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..answers import Item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["READERS", "cursor"]

_PATH = re.compile(r"^(?P<path>[^\s…][^:]*?)(?:  [\w+#-]+)?$")
"""A file that a group of lines is about; of an outline with its language behind it."""
_SPAN = re.compile(r"^ +(?P<first>\d+)(?:-(?P<last>\d+))?  (?P<kind>[\w ]+?)  (?P<rest>.*)$")
_USE = re.compile(r"^  (?P<line>\d+):\d+  (?P<role>\w+)(?:  (?P<around>\S+))?")
_CALL = re.compile(r"^ +(?P<path>[^\s:]+):(?P<name>\S+)(?P<rest>.*)$")
_SITE = re.compile(r":(?P<line>\d+)(?P<doubt> \(name\))?(?:,|$)")
_RANKED = re.compile(r"^(?P<path>[^\s:]+):(?P<line>\d+)  [\w ]+?  (?P<name>\S+)")
_UNSURE = "by name only"
_INFERRED, _ANEW = "inferred:", "the first in full:"
_CURSOR = re.compile(r"get_more\(cursor='(?P<cursor>\w+)'\)")
_LOST = ("as counts per file", " goes on")
"""What a shortened answer says whose items are not all in it."""


def cursor(text: str) -> str | None:
    """What to ask for the rest of an answer with, if it has not all of its items."""
    found = _CURSOR.findall(text)
    return found[-1] if found and any(words in text for words in _LOST) else None


def _symbols(text: str) -> Iterator[Item]:
    path = ""
    for line in text.splitlines():
        span = _SPAN.match(line)
        if span is not None:
            first, last = int(span["first"]), int(span["last"] or span["first"])
            yield Item(path, first, span["rest"].partition("  ")[0], last)
        elif found := _PATH.match(line):
            path = found["path"]


def _outline(text: str) -> Iterator[Item]:
    path = ""
    for line in text.splitlines():
        span = _SPAN.match(line)
        if span is not None:
            first, last = int(span["first"]), int(span["last"] or span["first"])
            yield Item(path, first, span["rest"].partition("  — ")[0], last)
        elif found := _PATH.match(line):
            path = found["path"]


def _uses(text: str) -> Iterator[Item]:
    path, sure = "", True
    for line in text.splitlines():
        use = _USE.match(line)
        if use is not None:
            yield Item(path, int(use["line"]), use["around"] or "", sure=sure)
        elif line.startswith(_UNSURE):
            sure = False
        elif line == _INFERRED or line.endswith(_ANEW):
            sure = True
        elif found := _PATH.match(line):
            path = found["path"]


def _ranked(text: str) -> Iterator[Item]:
    for line in text.splitlines():
        hit = _RANKED.match(line)
        if hit is not None:
            yield Item(hit["path"], int(hit["line"]), hit["name"])


def _callers(text: str) -> Iterator[Item]:
    for line in text.splitlines():
        call = _CALL.match(line)
        if call is None:
            continue
        sites = list(_SITE.finditer(call["rest"]))
        if not sites:  # names alone, or what reaches a symbol
            yield Item(call["path"], 0, call["name"], sure="(name)" not in call["rest"])
        for site in sites:
            yield Item(call["path"], int(site["line"]), call["name"], sure=not site["doubt"])


READERS: dict[str, Callable[[str], Iterator[Item]]] = {
    "overview": _outline,
    "definition": _symbols,
    "edit": _symbols,
    "search": _ranked,
    "references": _uses,
    "callers": _callers,
    "impact": _callers,
}
"""By task, what an answer names."""
