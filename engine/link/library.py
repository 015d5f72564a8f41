"""What `library.toml` of a language says of its own library. Read once a process, when a question first links."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FILE", "NO_LIBRARY", "Library", "load_library"]

FILE = "library.toml"
_TABLES = ("types", "calls", "methods", "protocols", "operators")
_TEXTS = ("resolver", "builtins", "members", "reserved")


class Library(NamedTuple):
    """Names of a language's library, by what they mean for types."""

    resolver: str = ""
    """The ecosystem whose rules say which file a module is."""
    reserved: str = ""
    """A regular expression of the names to which the language gives a meaning."""
    builtins: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    typing: frozenset[str] = frozenset()
    """Modules whose names are forms of types."""
    types: Mapping[str, str] = {}
    """Form by the name that makes it."""
    calls: Mapping[str, str] = {}
    """Result of a call by the function."""
    methods: Mapping[tuple[str, str], str] = {}
    """Result of a method by type and name."""
    protocols: Mapping[str, tuple[str, ...]] = {}
    """Members that syntax calls."""
    operators: Mapping[str, str] = {}


NO_LIBRARY = Library()


@lru_cache(maxsize=64)
def load_library(folder: str) -> Library:
    """The library of the language in a folder of `queries/`; an empty one where nothing is said. Raises BadSettings."""
    import tomllib

    path = os.path.join(folder, FILE)
    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except FileNotFoundError:
        return NO_LIBRARY
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: {error}", "Correct the TOML syntax.") from error
    for key in data:
        if key not in (*_TABLES, *_TEXTS, "typing"):
            raise BadSettings(f"{path}: unknown key {key}", "`queries/README.md` lists the keys.")
    ecosystem = os.path.join(os.path.dirname(__file__), "ecosystems", f"{data.get('resolver', '')}.py")
    if "resolver" in data and not os.path.exists(ecosystem):
        raise BadSettings(f"{path}: there is no resolver {data['resolver']!r}", "Name a module in link/ecosystems.")
    try:
        return _library(data)
    except (AttributeError, TypeError, ValueError, re.error) as error:
        raise BadSettings(f"{path}: {error}", "`queries/README.md` explains each key.") from error


def _library(data: dict[str, Any]) -> Library:
    methods: dict[tuple[str, str], str] = {}
    for key, names in data.get("methods", {}).items():
        owner, _, result = key.partition(".")
        methods.update(dict.fromkeys(((owner, name) for name in names), result))
    return Library(
        str(data.get("resolver", "")),
        re.compile(data.get("reserved", "")).pattern,
        frozenset(data.get("builtins", "").split()),
        frozenset(data.get("members", "").split()),
        frozenset(data.get("typing", [])),
        _by_name(data.get("types", {})),
        _by_name(data.get("calls", {})),
        methods,
        {key: (value,) if isinstance(value, str) else tuple(value) for key, value in data.get("protocols", {}).items()},
        dict(data.get("operators", {})),
    )


def _by_name(table: dict[str, list[str]]) -> dict[str, str]:
    return {name: form for form, names in table.items() for name in names}
