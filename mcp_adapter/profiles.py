"""Which tools a session lists and what it is told, read from `profiles.toml`."""

from __future__ import annotations

import os
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.errors import UsageError
from .tools import TOOLS, Tool

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DEFAULT_CONTEXT", "DEFAULT_PROFILE", "Choice", "Prompt", "choose", "contexts", "profiles"]

DEFAULT_PROFILE = "editor"
DEFAULT_CONTEXT = "any"


class PromptArgument(NamedTuple):
    """What a prompt asks for; without a `default` it is required."""

    name: str
    about: str
    default: str | None


class Prompt(NamedTuple):
    """A piece of work that a user may start by name."""

    name: str
    title: str
    about: str
    arguments: list[PromptArgument]
    text: str
    """With `{argument}` where an argument goes."""

    def filled(self, given: Mapping[str, str]) -> str:
        """The text with its arguments. Raises UsageError where a required one is missing."""
        text = self.text
        for argument in self.arguments:
            value = given.get(argument.name) or argument.default
            if value is None:
                raise UsageError(f"{self.name} needs {argument.name}", f"It is: {argument.about}.")
            text = text.replace("{" + argument.name + "}", value)
        return text


class Choice(NamedTuple):
    """What one server offers."""

    tools: dict[str, Tool]
    instructions: str
    prompts: dict[str, Prompt]
    read_only: bool


def choose(profile: str = DEFAULT_PROFILE, context: str = DEFAULT_CONTEXT, *, read_only: bool = False) -> Choice:
    """The tools of a profile, without those that the host of a context has itself. Raises UsageError."""
    data = _data()
    left_out = set(_entry(data, "contexts", context)["without"])
    names = [name for name in _tools_of(data, profile) if name not in left_out]
    tools = {name: TOOLS[name] for name in names if not (read_only and TOOLS[name].is_edit)}
    return Choice(tools, _instructions(data["instructions"], tools), _prompts(data["prompts"], tools), read_only)


def profiles() -> dict[str, str]:
    """Each profile with what it is."""
    return {name: entry["about"] for name, entry in _data()["profiles"].items()}


def contexts() -> dict[str, str]:
    """Each context with what it is."""
    return {name: entry["about"] for name, entry in _data()["contexts"].items()}


def _tools_of(data: dict[str, Any], profile: str) -> list[str]:
    entry = _entry(data, "profiles", profile)
    inherited = _tools_of(data, entry["extends"]) if "extends" in entry else []
    return [*inherited, *entry["tools"]]


def _entry(data: dict[str, Any], table: str, name: str) -> dict[str, Any]:
    if name not in data[table]:
        known = ", ".join(data[table])
        raise UsageError(f"there is no {table[:-1]} {name!r}", f"There are {known}.")
    return data[table][name]


def _instructions(data: dict[str, Any], tools: dict[str, Tool]) -> str:
    rows = [f"- {row['task']} → {row['tool']}" for row in data["tasks"] if row["tool"] in tools]
    return "\n".join([data["opening"].strip(), f"{data['heading']}:", *rows, data["closing"].strip()])


def _prompts(rows: list[dict[str, Any]], tools: dict[str, Tool]) -> dict[str, Prompt]:
    """The prompts whose tools are all there."""
    found: dict[str, Prompt] = {}
    for row in rows:
        arguments = [PromptArgument(a["name"], a["about"], a.get("default")) for a in row.get("arguments", ())]
        if all(name in tools for name in TOOLS if name in row["text"]):
            found[row["name"]] = Prompt(row["name"], row["title"], row["about"], arguments, row["text"].strip())
    return found


@lru_cache(1)
def _data() -> dict[str, Any]:
    with open(os.path.join(os.path.dirname(__file__), "profiles.toml"), "rb") as file:
        return tomllib.load(file)
