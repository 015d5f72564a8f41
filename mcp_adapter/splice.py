"""Puts one entry into a settings file, and takes it out, by changing nothing but one stretch of its text.

JSON with comments and trailing commas, as editors write it, and TOML. Whatever cannot be read is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, NamedTuple, cast

from ..engine.errors import Failed

__all__ = ["NotReadable", "Splice", "json_with", "json_without", "toml_with", "toml_without"]


class NotReadable(Failed):
    """A settings file that is not what its name says."""

    code = "not_readable"


class Splice(NamedTuple):
    """Replace `text[start:end]` by `new`."""

    start: int
    end: int
    new: str

    def on(self, text: str) -> str:
        """The text with the change made."""
        return text[: self.start] + self.new + text[self.end :]


# --- JSON --------------------------------------------------------------------------------------------------------


class _Member(NamedTuple):
    key: str
    start: int
    value: int
    end: int


class _Object(NamedTuple):
    start: int
    end: int
    """Behind the closing brace."""
    members: list[_Member]


def json_with(text: str, at: list[str], name: str, entry: dict[str, Any]) -> Splice:
    """The change that sets `name` to `entry` in the object at `at`. Raises NotReadable."""
    if not text.strip():
        whole: Any = {name: entry}
        for key in reversed(at):
            whole = {key: whole}
        return Splice(0, len(text), json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
    reader = _Reader(text)
    holder, depth = reader.root(), 1
    for number, key in enumerate(at):
        member = _member(holder, key)
        if member is None:
            value: Any = {name: entry}
            for inner in reversed(at[number + 1 :]):
                value = {inner: value}
            return _added(text, holder, depth, key, value)
        holder, depth = reader.object_at(member.value), depth + 1
    member = _member(holder, name)
    if member is None:
        return _added(text, holder, depth, name, entry)
    if _plain_value(text[member.value : member.end]) == entry:
        return Splice(0, 0, "")
    return Splice(member.value, member.end, _written(text, entry, depth))


def json_without(text: str, at: list[str], name: str) -> Splice | None:
    """The change that takes `name` out of the object at `at`; None where it is not there. Raises NotReadable."""
    if not text.strip():
        return None
    reader = _Reader(text)
    holder = reader.root()
    for key in at:
        member = _member(holder, key)
        if member is None:
            return None
        holder = reader.object_at(member.value)
    number = next((n for n, member in enumerate(holder.members) if member.key == name), None)
    if number is None:
        return None
    member = holder.members[number]
    if number:
        return Splice(holder.members[number - 1].end, member.end, "")
    if len(holder.members) > 1:
        return Splice(member.start, holder.members[1].start, "")
    return Splice(holder.start + 1, holder.end - 1, "")


def _member(holder: _Object, key: str) -> _Member | None:
    return next((member for member in holder.members if member.key == key), None)


def _added(text: str, holder: _Object, depth: int, key: str, value: Any) -> Splice:
    """A member behind the last one of an object, laid out as the others are."""
    newline, unit = _newline(text), _unit(text)
    line = newline + unit * depth
    member = f"{line}{json.dumps(key)}: {_written(text, value, depth)}"
    if holder.members:
        return Splice(holder.members[-1].end, holder.members[-1].end, f",{member}")
    inside = text[holder.start + 1 : holder.end - 1]
    if inside.strip():  # comments alone: the entry goes before them
        return Splice(holder.start + 1, holder.start + 1, member)
    return Splice(holder.start + 1, holder.end - 1, f"{member}{newline}{unit * (depth - 1)}")


def _written(text: str, value: Any, depth: int) -> str:
    unit = _unit(text)
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return (_newline(text) + unit * depth).join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return found[1] if found else "  "


def _plain_value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:  # with comments: not what we wrote
        return None


class _Reader:
    """Finds the members of objects in a text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def root(self) -> _Object:
        found = self.object_at(self._blank(1 if self._text.startswith("\ufeff") else 0))
        if self._blank(found.end) != len(self._text):
            raise self._unreadable(found.end)
        return found

    def object_at(self, start: int) -> _Object:
        if not self._is("{", start):
            raise self._unreadable(start)
        members: list[_Member] = []
        at = self._blank(start + 1)
        while not self._is("}", at):
            key_end = self._string(at)
            colon = self._blank(key_end)
            if not self._is(":", colon):
                raise self._unreadable(colon)
            value = self._blank(colon + 1)
            end = self._value(value)
            members.append(_Member(json.loads(self._text[at:key_end]), at, value, end))
            at = self._blank(end)
            if self._is(",", at):
                at = self._blank(at + 1)
            elif not self._is("}", at):
                raise self._unreadable(at)
        return _Object(start, at + 1, members)

    def _value(self, start: int) -> int:
        if self._is("{", start):
            return self.object_at(start).end
        if self._is("[", start):
            at = self._blank(start + 1)
            while not self._is("]", at):
                at = self._blank(self._value(at))
                if self._is(",", at):
                    at = self._blank(at + 1)
                elif not self._is("]", at):
                    raise self._unreadable(at)
            return at + 1
        if self._is('"', start):
            return self._string(start)
        found = _SCALAR.match(self._text, start)
        if found is None:
            raise self._unreadable(start)
        return found.end()

    def _string(self, start: int) -> int:
        found = _STRING.match(self._text, start)
        if found is None:
            raise self._unreadable(start)
        try:
            json.loads(found[0])
        except ValueError as error:
            raise self._unreadable(start) from error
        return found.end()

    def _blank(self, start: int) -> int:
        found = _BLANK.match(self._text, start)
        return found.end() if found else start

    def _is(self, character: str, at: int) -> bool:
        return self._text.startswith(character, at)

    def _unreadable(self, at: int) -> NotReadable:
        line = self._text.count("\n", 0, at) + 1
        return NotReadable(f"line {line} is no JSON", "Mend it, or add the entry by hand: --print shows it.")


_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*(?s:.*?)\*/)*")


# --- TOML --------------------------------------------------------------------------------------------------------


def toml_with(text: str, at: list[str], name: str, entry: dict[str, Any]) -> Splice:
    """The change that sets the table `name` below `at` to `entry`. Raises NotReadable."""
    before = _toml(text)
    if _deep(before, [*at, name]) == entry:
        return Splice(0, 0, "")
    newline = _newline(text)
    rows = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    table = newline.join([f"[{'.'.join([*at, name])}]", *rows, ""])
    found = _table(text, [*at, name])
    if found is not None:
        change = Splice(*found, table)
    else:
        gap = "" if not text else newline if text.endswith("\n") else 2 * newline
        change = Splice(len(text), len(text), gap + table)
    if _deep(_toml(change.on(text)), [*at, name]) != entry:
        raise NotReadable("the table is written in an unusual way", "Add the entry by hand: --print shows it.")
    return change


def toml_without(text: str, at: list[str], name: str) -> Splice | None:
    """The change that takes the table `name` below `at` out; None where it is not there. Raises NotReadable."""
    if _deep(_toml(text), [*at, name]) is None:
        return None
    found = _table(text, [*at, name])
    if found is None:
        raise NotReadable("the table is written in an unusual way", "Take the entry out by hand.")
    return Splice(*found, "")


def _table(text: str, path: list[str]) -> tuple[int, int] | None:
    """Where a table stands, to the line before the next one."""
    header = re.compile(rf"^\[{re.escape('.'.join(path))}\][ \t]*(?:#[^\n]*)?\r?\n?", re.MULTILINE)
    found = header.search(text)
    if found is None:
        return None
    following = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, found.end())
    return found.start(), following.start() if following else len(text)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotReadable(f"it is no TOML: {error}", "Mend it, or add the entry by hand: --print shows it.") from error


def _deep(table: Any, path: list[str]) -> Any:
    for key in path:
        table = cast("dict[str, Any]", table).get(key) if isinstance(table, dict) else None
    return table
