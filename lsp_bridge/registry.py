"""Which language servers there are: reads `servers.toml`, a user's own and a project's, and finds their programs.

A server that lies in the project, or that the project's settings name, is a program somebody else chose: it is used
only where the user has said that the project is trusted.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..engine.cache import cache_home
from ..engine.errors import BadSettings
from ..engine.home import user_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Program", "Ready", "Server", "find_program", "is_trusted", "known_servers", "set_trusted"]

IN_PROJECT = ("node_modules/.bin", ".venv/bin", "venv/bin")
ACCEPT_SECONDS = 20


class Ready(NamedTuple):
    """When a server has read the project."""

    asked: bool = False
    log: str = ""
    progress: str | None = None
    within: float = 2.0
    notification: str = ""
    field: str = ""
    equals: object = None


class Server(NamedTuple):
    """One server, as `servers.toml` describes it."""

    name: str
    languages: Mapping[str, str]
    command: tuple[str, ...]
    install: str = ""
    options: Mapping[str, Any] = {}
    settings: Mapping[str, Any] = {}
    environment: Mapping[str, str] = {}
    configuration: tuple[str, ...] = ()
    ready: Ready = Ready(asked=True)
    early: bool = False
    guesses: bool = False
    lists: str = "own"
    opens: str = "asked"
    hears: str = "told"
    diagnostics: str = "push"
    renames: str = "own"
    counts: str = ""
    runs_project_code: bool = False
    prepare: str = ""
    accepts: Mapping[str, Any] = {}
    tested: bool = False
    notes: str = ""
    of_project: bool = False
    """Whether the project's own settings name it."""


class Program(NamedTuple):
    """Where the program of a server is."""

    path: str
    version: str
    """Of this very file: its place, size and time."""
    in_project: bool


def known_servers(root: str) -> list[Server]:
    """All servers in order of preference: the project's own, the user's, ours. Raises BadSettings."""
    from ..engine.settings import load_settings

    own = [
        _server(name, table, f"{root}: [servers.{name}]")._replace(of_project=True)
        for name, table in load_settings(root).servers.items()
    ]
    found = [*own, *_read(_user_file()), *_read(os.path.join(os.path.dirname(__file__), "servers.toml"))]
    first = {server.name: server for server in reversed(found)}
    seen: set[str] = set()
    return [first[s.name] for s in found if not (s.name in seen or seen.add(s.name))]


def find_program(server: Server, root: str) -> Program | None:
    """The program of a server; one in the project comes last, and is for whoever asked to judge by `in_project`."""
    name = server.command[0]
    if os.path.isabs(name):
        places: Iterable[tuple[str, bool]] = [(name, _is_below(name, root))]
    else:
        outside = [os.path.dirname(sys.executable), *os.environ.get("PATH", "").split(os.pathsep)]
        places = [(os.path.join(folder, name), _is_below(folder, root)) for folder in outside if os.path.isabs(folder)]
        places.sort(key=lambda place: place[1])  # a PATH may lead into the project
        places += [(os.path.join(root, folder, name), True) for folder in IN_PROJECT]
    for path, inside in places:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            program = Program(path, _version_of(path), inside)
            if not server.accepts or (not inside and _is_accepted(program, server)) or (inside and is_trusted(root)):
                return program
    return None


def is_trusted(root: str) -> bool:
    """Whether the user has said that programs of the project may be run."""
    try:
        with open(_trust_file(), encoding="utf-8", errors="surrogateescape") as file:
            return root in file.read().split("\n")
    except OSError:
        return False


def set_trusted(root: str, *, trusted: bool) -> None:
    """Remember whether the user trusts the project. Raises OSError."""
    path = _trust_file()
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    known: list[str] = []
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            known = [line for line in file.read().split("\n") if line and line != root]
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write("".join(f"{line}\n" for line in [*known, *([root] if trusted else [])]))


def _trust_file() -> str:
    state = user_folder("XDG_STATE_HOME", ".local/state")
    return os.path.join(state, "codeintel", "trusted")


def _user_file() -> str:
    settings = user_folder("XDG_CONFIG_HOME", ".config")
    return os.path.join(settings, "codeintel", "servers.toml")


def _read(path: str) -> list[Server]:
    try:
        with open(path, "rb") as file:
            stamp = os.fstat(file.fileno())
    except OSError:
        return []
    return list(_parsed(path, stamp.st_mtime_ns, stamp.st_size))


@cache
def _parsed(path: str, *_stamp: int) -> tuple[Server, ...]:
    try:
        with open(path, "rb") as file:
            tables = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path}: {error}.", "Correct the file.") from error
    return tuple(_server(name, table, f"{path}: [{name}]") for name, table in tables.items())


def _server(name: str, table: object, where: str) -> Server:
    """Check one table. Raises BadSettings."""
    if not isinstance(table, dict):
        raise BadSettings(f"{where} is no table.", "Write it as in the README.")
    values: dict[str, Any] = dict(cast("dict[str, Any]", table))
    _check_values(values, where)
    if isinstance(values["languages"], list):
        listed = cast("list[object]", values["languages"])
        values["languages"] = {str(language): str(language) for language in listed}
    for key in ("command", "configuration"):
        if key in values:
            values[key] = tuple(str(word) for word in values[key])
    if "ready" in values:
        values["ready"] = Ready(**values["ready"])
    return Server(name, **values)


def _check_values(values: dict[str, Any], where: str) -> None:
    for key, value in values.items():
        expected = _TYPES.get(key)
        if expected is None:
            raise BadSettings(f"{where}: there is no key `{key}`.", f"Keys are {', '.join(_TYPES)}.")
        if not isinstance(value, expected) or (key in _CHOICES and value not in _CHOICES[key]):
            raise BadSettings(f"{where}: `{key}` cannot be {value!r}.", "See `servers.toml` for what it may be.")
    for key in ("languages", "command"):
        if not values.get(key):
            raise BadSettings(f"{where}: `{key}` is missing.", "Write it as in the README.")
    unknown = set(values.get("ready", ())) - set(Ready._fields)
    if unknown:
        raise BadSettings(f"{where}: `ready` has no key `{min(unknown)}`.", f"Keys are {', '.join(Ready._fields)}.")


_TYPES: Mapping[str, Any] = {
    "languages": (dict, list),
    "command": list,
    "install": str,
    "options": dict,
    "settings": dict,
    "environment": dict,
    "configuration": list,
    "ready": dict,
    "early": bool,
    "guesses": bool,
    "lists": str,
    "opens": str,
    "hears": str,
    "diagnostics": str,
    "renames": str,
    "counts": str,
    "runs_project_code": bool,
    "prepare": str,
    "accepts": dict,
    "tested": bool,
    "notes": str,
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "opens": ("asked", "holders"),
    "hears": ("told", "opened"),
    "diagnostics": ("pull", "push", "both"),
    "lists": ("own", "chain"),
    "renames": ("own", "chain"),
    "counts": ("", "utf-8", "utf-16", "utf-32"),
    "prepare": ("", "compile_commands"),
}


def _is_accepted(program: Program, server: Server) -> bool:
    """Whether a program says that it is the one: asked once a version, since asking may cost more than a question."""
    arguments, pattern = server.accepts["arguments"], str(server.accepts["pattern"])
    path = os.path.join(cache_home(), "programs.json")
    key = json.dumps([program.version, arguments, pattern])
    try:
        with open(path, encoding="utf-8") as file:
            known: dict[str, bool] = json.load(file)
    except (OSError, ValueError):
        known = {}
    if key not in known:
        known[key] = _says(program.path, arguments, pattern)
        temporary = f"{path}.{os.getpid()}"
        with suppress(OSError):  # then it is asked again
            os.makedirs(cache_home(), mode=0o700, exist_ok=True)
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(known, file)
            os.replace(temporary, path)
    return known[key]


def _says(path: str, arguments: list[str], pattern: str) -> bool:
    try:
        done = subprocess.run([path, *arguments], check=False, capture_output=True, timeout=ACCEPT_SECONDS, cwd="/")
    except (OSError, subprocess.TimeoutExpired):
        return False
    return re.search(pattern, done.stdout.decode("utf-8", "replace")) is not None


def _version_of(path: str) -> str:
    real = os.path.realpath(path)
    found = os.stat(real)
    return f"{real} {found.st_size} {found.st_mtime_ns}"


def _is_below(path: str, root: str) -> bool:
    return (os.path.realpath(path) + "/").startswith(root.rstrip("/") + "/")
