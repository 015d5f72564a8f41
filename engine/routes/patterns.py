"""Paths of routes as texts: put together, brought into one form, compared with what a client asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .facts import HOLE

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PARAMETER", "fits", "joined", "segments_of_route", "segments_of_url", "shown"]

PARAMETER = "{}"
"""A segment, or part of one, that may be anything."""
REST = "{*}"
"""All further segments."""
_SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//[^/\x00?#]*", re.IGNORECASE)
_NAMED = re.compile(r"\{\w+\}|^:\w+$")
"""A part that a client fills in later."""
_SLASHES = re.compile(r"/{2,}")


def joined(how: str, prefix: str, path: str, absolute: re.Pattern[str] | None = None) -> str:
    """Prefix and path as one, in the manner of a framework.

    `plain`: one after the other. `slash`: with one slash between, a last one stays. `trim`: likewise, and it goes.
    """
    if absolute is not None and (found := absolute.match(path)):
        return path[found.end() :] if found.end() else path
    if path.startswith("^") and prefix:  # of regular expressions the beginning is that of the whole
        prefix, path = prefix.rstrip("$"), path[1:]
    if how == "plain":
        return prefix + path
    if how == "slash":
        if not prefix or not path:
            return prefix + path
        return f"{prefix.rstrip('/')}/{path.lstrip('/')}"
    return f"{prefix.rstrip('/')}/{path.strip('/')}".rstrip("/") if path.strip("/") else prefix.rstrip("/")


def shown(text: str) -> str:
    """A path as it is shown: with a slash at its beginning, what is not known as `{?}`."""
    text = text.replace(HOLE, "{?}")
    return _SLASHES.sub("/", text if text.startswith(("/", "{?}", "^")) else f"/{text}") or "/"


def segments_of_route(
    pattern: str, parameters: re.Pattern[str] | None, rest: re.Pattern[str] | None
) -> tuple[str, ...]:
    """The segments of a route, each parameter as PARAMETER."""
    text = pattern.replace("{?}", HOLE)
    if rest is not None:
        text = rest.sub("\x02", text)
    if parameters is not None:
        text = parameters.sub("\x03", text)
    found: list[str] = []
    for part in text.strip("/").split("/"):
        if "\x02" in part:
            return (*found, REST)
        found.append(part.replace("\x03", PARAMETER).replace(HOLE, PARAMETER))
    return tuple(part for part in found if part)


def segments_of_url(text: str) -> tuple[tuple[str, ...], bool]:
    """The segments of a URL that a client asks for, and whether its beginning is known."""
    text = re.split(r"[?#]", text, maxsplit=1)[0]
    bare = _SCHEME.sub("", text)
    known = bare != text or text.startswith("/")
    if bare.startswith(HOLE):
        bare = re.sub(r"^\x00+", "", bare)
        known = False
    parts = [_NAMED.sub(PARAMETER, part.replace(HOLE, PARAMETER)) for part in bare.strip("/").split("/")]
    return tuple(part for part in parts if part), known or not parts


def fits(route: Sequence[str], url: Sequence[str]) -> int:
    """How well a URL fits a route: 0 not, 1 by parameters, 2 word for word."""
    exact = True
    for index, part in enumerate(route):
        if part == REST:
            return 1 if index < len(url) or index == len(url) else 0
        if index >= len(url):
            return 0
        asked = url[index]
        if part == asked and PARAMETER not in part:
            continue
        exact = False
        if PARAMETER in part:
            if not _like(part, asked):
                return 0
        elif PARAMETER in asked:
            if not _like(asked, part):
                return 0
        else:
            return 0
    if len(url) != len(route):
        return 0
    return 2 if exact else 1


def _like(pattern: str, text: str) -> bool:
    if PARAMETER in {pattern, text}:
        return True
    pieces = [re.escape(piece) for piece in pattern.split(PARAMETER)]
    return re.fullmatch(".*".join(pieces), text) is not None
