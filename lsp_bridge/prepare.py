"""What has to be laid out for a server before it starts, all of it in our cache."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.precise import Project
    from .registry import Server

__all__ = ["command_of", "prepare"]

PLACES = ("compile_commands.json", "build/compile_commands.json", "out/compile_commands.json")
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc")
MAX_INCLUDES = 60


def prepare(project: Project, server: Server) -> dict[str, str]:
    """Lay out what the server needs; gives what `{…}` in its command stands for."""
    folder = os.path.join(project.folder(), server.name)
    data, shadow = os.path.join(folder, "data"), os.path.join(folder, "shadow")
    for place in (data, shadow):
        os.makedirs(place, mode=0o700, exist_ok=True)
    if server.prepare == "compile_commands":
        _shadow_commands(project, server, shadow)
    return {"data": data, "shadow": shadow, "root": project.root}


def command_of(server: Server, program: str, names: dict[str, str]) -> list[str]:
    """The command line with its `{…}` filled in."""
    return [program, *(_filled(word, names) for word in server.command[1:])]


def _filled(word: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        word = word.replace("{" + name + "}", value)
    return word


def _shadow_commands(project: Project, server: Server, shadow: str) -> None:
    """A copy of the project's compile commands; where it has none, plain ones for all of its files.

    The server writes its index beside them.
    """
    target = os.path.join(shadow, "compile_commands.json")
    for place in PLACES:
        with suppress(OSError):
            with open(os.path.join(project.root, place), "rb") as file:
                content = file.read()
            _write(target, content)
            return
    if os.path.exists(os.path.join(project.root, "compile_flags.txt")):
        with open(os.path.join(project.root, "compile_flags.txt"), encoding="utf-8", errors="replace") as file:
            flags = [line for line in file.read().splitlines() if line]
    else:
        flags = []
    paths = sorted(path for path, (language, _) in project.paths().items() if language in server.languages)
    headers = sorted(
        {os.path.dirname(path) for path in paths if path.endswith(HEADERS)}, key=lambda p: (p.count("/"), p)
    )
    includes = [f"-I{os.path.join(project.root, folder)}" for folder in headers[:MAX_INCLUDES]]
    rows = [
        {
            "directory": project.root,
            "file": os.path.join(project.root, path),
            "arguments": ["cc", *flags, *includes, "-c", os.path.join(project.root, path)],
        }
        for path in paths
        if not path.endswith(HEADERS)
    ]
    _write(target, json.dumps(rows, ensure_ascii=True).encode())


def _write(path: str, content: bytes) -> None:
    with suppress(OSError), open(path, "rb") as file:
        if file.read() == content:
            return
    with open(path, "wb") as file:
        file.write(content)
