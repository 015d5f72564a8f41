"""The settings of a project: `codeintel.toml` at its root, or else `[tool.codeintel]` of its `pyproject.toml`.

Reads and checks them; what they mean is the business of whoever uses them. Most projects have none, and then nothing
is imported either: `tomllib` alone would cost more than a question.
"""

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from .errors import BadSettings

__all__ = ["SETTINGS_HELP", "Settings", "load_settings", "settings_files"]


class Settings(NamedTuple):
    """What a project may say about itself."""

    exclude: tuple[str, ...] = ()
    max_file_size: int = 2 * 1024 * 1024
    queries: tuple[str, ...] = ()
    precision: str = "auto"
    server_wait: int = 0
    server_memory: int = 4096
    server_idle: int = 900
    max_servers: int = 3
    servers: Mapping[str, object] = {}


SETTINGS_HELP: Mapping[str, str] = {
    "exclude": "Files and folders to leave out although git shows them: patterns as in .gitignore, from the root.",
    "max_file_size": "Files of more bytes than this are left out.",
    "queries": "Folders, relative to the root, whose language folders add to the bundled ones or override them.",
    "precision": "Who is asked unless a command says so: index, auto or lsp.",
    "server_wait": "Seconds that `auto` gives a language server to answer; 0: only what is known already.",
    "server_memory": "A language server that holds more megabytes is stopped.",
    "server_idle": "A language server that nobody asks for so many seconds is stopped.",
    "max_servers": "So many language servers run at a time.",
    "servers": "Language servers of the project's own, as in `lsp_bridge/servers.toml`; used only where it is trusted.",
}


def load_settings(root: str) -> Settings:
    """Return the settings of the project at `root`; `codeintel.toml` wins over `pyproject.toml` as a whole.

    Raises `BadSettings` with the file and, where it is known, the line.
    """
    own, pyproject = settings_files(root)
    if (content := _read(own)) is not None:
        return _settings(own, content, ())
    content = _read(pyproject)
    if content is None or b"[tool.codeintel" not in content:
        return Settings()
    return _settings(pyproject, content, ("tool", "codeintel"))


def settings_files(root: str) -> list[str]:
    """Return the files that may hold settings, whether they exist or not: a change of any of them matters."""
    return [os.path.join(root, "codeintel.toml"), os.path.join(root, "pyproject.toml")]


def _read(path: str) -> bytes | None:
    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}.", "Make the file readable.") from error


def _settings(path: str, content: bytes, tables: tuple[str, ...]) -> Settings:
    values = _table(path, content, tables)
    checked: dict[str, object] = {}
    for name, value in values.items():
        where = f"{path}{_line(content, name, tables)}"
        if name not in _CHECKS:
            raise BadSettings(f"{where}: there is no setting `{name}`.", f"Settings are {', '.join(_CHECKS)}.")
        check, expected = _CHECKS[name]
        if not check(value):
            raise BadSettings(f"{where}: `{name}` cannot be {value!r}.", f"`{name}` is {expected}.")
        checked[name] = tuple(cast("list[str]", value)) if isinstance(value, list) else value
    return Settings()._replace(**cast("dict[str, int]", checked))


def _table(path: str, content: bytes, tables: tuple[str, ...]) -> dict[str, object]:
    import tomllib  # 16 ms, and most projects have no settings

    try:
        table: object = tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadSettings(f"{path}:{line}: not UTF-8.", "Save the file as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(path, str(error)) from error
    for name in tables:
        table = cast("dict[str, object]", table).get(name, {})
        if not isinstance(table, dict):
            raise BadSettings(f"{path}: `{name}` cannot be {table!r}.", f"Write a table [{'.'.join(tables)}].")
    return cast("dict[str, object]", table)


def _syntax_error(path: str, message: str) -> BadSettings:
    """Move "(at line 3, column 7)", which tomllib puts last, to where editors expect it."""
    text, _, place = message.rstrip(")").partition(" (at ")
    numbers = [word for word in place.replace(",", " ").split() if word.isdigit()]
    return BadSettings(f"{':'.join([path, *numbers])}: {text}.", "Correct the TOML syntax there.")


def _line(content: bytes, name: str, tables: tuple[str, ...]) -> str:
    """Return `:<line>` of the setting `name`, or nothing where it is written in an unusual way."""
    header = f"[{'.'.join(tables)}]"
    inside = not tables
    for number, line in enumerate(content.decode().splitlines(), start=1):
        text = line.strip()
        if text.startswith("["):
            inside = text.startswith(header) if tables else text.startswith((f"[{name}]", f"[{name}."))
            if inside and not tables:
                return f":{number}"
        elif inside and text.partition("=")[0].partition(".")[0].strip(" \t\"'") == name:
            return f":{number}"
    return ""


def _is_patterns(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in cast("list[object]", value))


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_folders(value: object) -> bool:
    """Say whether these are folders below the root: nothing outside of the project is read."""
    return _is_patterns(value) and not any(
        not item or os.path.isabs(item) or os.path.normpath(item).split(os.sep)[0] == ".."
        for item in cast("list[str]", value)
    )


def _is_precision(value: object) -> bool:
    return value in ("index", "auto", "lsp")


def _is_seconds(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_tables(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(row, dict) for row in cast("dict[str, object]", value).values())


_CHECKS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "exclude": (_is_patterns, 'a list of patterns, like ["vendor/", "*.gen.py"]'),
    "max_file_size": (_is_size, "a whole number of bytes above 0, like 2097152"),
    "queries": (_is_folders, 'a list of folders inside the project, like ["tools/queries"]'),
    "precision": (_is_precision, '"index", "auto" or "lsp"'),
    "server_wait": (_is_seconds, "a whole number of seconds, like 5"),
    "server_memory": (_is_size, "a whole number of megabytes above 0, like 4096"),
    "server_idle": (_is_seconds, "a whole number of seconds, like 900"),
    "max_servers": (_is_size, "a whole number above 0, like 3"),
    "servers": (_is_tables, "a table a server, like [servers.mine]"),
}
