"""Reads the arguments of a call: checks them against the tool's parameters and says in a plain sentence what is wrong.

Agents write arguments by hand, so what can only mean one thing is taken: `"2"` for 2, `"true"`, a name where a list
of names belongs, null for nothing, and the names that other servers have for the same parameter.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, cast

from ..engine.errors import UsageError
from .tools import UNLISTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .tools import Param, Tool

__all__ = ["KIND_NAMES", "Arguments", "read"]

Arguments = dict[str, Any]

MAX_NAME = 1_000
MAX_TEXT = 1_000_000
_TEXTS = frozenset({"body", "old", "new"})
"""Parameters that hold source: as long as a file may be, and their blanks count."""
_ALIASES = {
    "name_path_pattern": ("name_path", "name", "pattern", "symbol", "query"),
    "name_path": ("name_path_pattern", "name", "symbol", "pattern"),
    "relative_path": ("path", "file", "file_path", "reference_file"),
    "body": ("code", "text", "content"),
    "new_name": ("new",),
}
_IGNORED = frozenset({"search_deps", "include_info", "max_matches", "include_location"})
"""What clients of other servers send along and what changes nothing here."""
KIND_NAMES = [
    "file",
    "module",
    "namespace",
    "package",
    "class",
    "method",
    "property",
    "field",
    "constructor",
    "enum",
    "interface",
    "function",
    "variable",
    "constant",
    "string",
    "number",
    "boolean",
    "array",
    "object",
    "key",
    "null",
    "enum_member",
    "struct",
    "event",
    "operator",
    "type_parameter",
]
"""The protocol of language servers numbers its kinds from 1."""


def read(tool: Tool, given: Mapping[str, Any]) -> Arguments:
    """The arguments of a call by parameter; those left out are missing. Raises UsageError."""
    values = _renamed(tool, given)
    found: Arguments = {}
    for param in _taken(tool):
        value = values.pop(param.name, None)
        if value is not None:
            found[param.name] = _value(param, value)
        elif param.required:
            raise UsageError(f"{tool.name} needs {param.name}", f"Its parameters are {_signature(tool)}.")
    unknown = [name for name in values if name not in _IGNORED]
    if unknown:
        close = get_close_matches(unknown[0][:100], [param.name for param in _taken(tool)], 1)
        meant = f"Did you mean {close[0]}? " if close else ""
        raise UsageError(
            f"{tool.name} has no parameter {_shown(unknown[0])}", f"{meant}Its parameters are {_signature(tool)}."
        )
    return found


def _taken(tool: Tool) -> tuple[Param, ...]:
    """All parameters that a tool takes, listed or not."""
    listed = {param.name for param in tool.params}
    return (*tool.params, *(param for param in UNLISTED[tool.kind] if param.name not in listed))


def _renamed(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    values = dict(given)
    names = {param.name for param in tool.params}
    for param in tool.params:
        for alias in _ALIASES.get(param.name, ()):
            if param.name not in values and alias in values and alias not in names:
                values[param.name] = values.pop(alias)
    return values


def _value(param: Param, value: object) -> object:
    read_as = _READERS[param.type](param, value)
    if read_as is None:
        raise UsageError(f"{param.name} cannot be {_shown(value)}", f"It is {_TYPES[param.type]}.")
    if param.choices and read_as not in param.choices:
        raise UsageError(f"{param.name} cannot be {_shown(value)}", f"It is one of {', '.join(param.choices)}.")
    return read_as


def _string(param: Param, value: object) -> str | None:
    if param.name == "min_severity" and isinstance(value, int) and 0 < value <= len(param.choices):
        return param.choices[value - 1]  # as the protocol of language servers numbers them
    if not isinstance(value, str):
        return None
    limit = MAX_TEXT if param.name in _TEXTS else MAX_NAME
    if len(value) > limit:
        raise UsageError(f"{param.name} has {len(value)} characters", f"At most {limit} are read.")
    if "\0" in value:
        raise UsageError(f"{param.name} has a null character in it", "Leave it out.")
    if not _is_text(value):
        raise UsageError(f"{param.name} is no valid Unicode text", "Leave out the lone surrogates.")
    return value if param.name in _TEXTS else value.strip()


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _integer(param: Param, value: object) -> int | None:
    del param
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal() and len(value) <= 12:  # noqa: PLR2004 - and no more
        value = int(value)
    return value if isinstance(value, int) and abs(value) < 1 << 53 else None


def _boolean(param: Param, value: object) -> bool | None:
    del param
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower())
    return value if isinstance(value, bool) else None


def _names(param: Param, value: object) -> list[str] | None:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        value = [value]
    if not isinstance(value, list):
        return None
    found: list[str] = []
    for item in cast("list[object]", value):
        if isinstance(item, int) and not isinstance(item, bool) and 0 < item <= len(KIND_NAMES):
            found.append(KIND_NAMES[item - 1])
        elif isinstance(item, str) and (text := _string(param, item)) is not None:
            found.append(text.lower())
        else:
            return None
    return found


def _signature(tool: Tool) -> str:
    return ", ".join(
        f"{p.name} ({_SHORT.get(p.type, p.type)}{', required' if p.required else ''})" for p in _taken(tool)
    )


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, (str, int, float)) else f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "…"  # noqa: PLR2004 - enough to know it again


_SHORT = {"names": "list of strings"}
_READERS = {"string": _string, "integer": _integer, "boolean": _boolean, "names": _names}
_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "names": "a list of strings",
}
