"""Adds the server to the settings of a coding agent, and takes it out again so that the file is as it was, to the byte.

What a file was is kept in the state folder. If nobody changed it since, it is given back; otherwise exactly the text
that was put in is taken out, or our entry, wherever it stands by then.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import sys
import tempfile
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..engine.edit.diff import unified
from ..engine.errors import Failed, UsageError
from ..engine.home import user_folder
from .splice import NotReadable, json_with, json_without, toml_with, toml_without

if TYPE_CHECKING:
    from .splice import Splice

__all__ = ["Change", "add", "hosts", "printed", "remove", "write"]

NAME = "codeintel"


class Change(NamedTuple):
    """What is to happen to one settings file."""

    host: str
    path: str
    before: bytes | None
    """None: there is no such file."""
    after: bytes | None
    """None: it is to go."""

    @property
    def diff(self) -> str:
        """The change as a unified diff; empty where there is none."""
        return "" if self.before == self.after else unified(self.path.lstrip("/"), self.before, self.after)


def hosts() -> dict[str, str]:
    """Each agent that is known, with what its entry is for."""
    return {name: host["about"] for name, host in _data().items()}


def add(name: str, root: str) -> Change:
    """The change that adds the server for `root`, or brings its entry up to date. Raises UsageError, NotReadable."""
    host = _host(name)
    path = _path(host, root)
    before = _read(path)
    text = _text(path, before)
    with_entry = toml_with if path.endswith(".toml") else json_with
    try:
        splice = with_entry(text, host["at"], NAME, _entry(host, root))
    except NotReadable as error:
        raise NotReadable(f"{path}: {error.message}", error.hint) from error
    changed = bool(splice.new) or splice.start != splice.end
    return Change(name, path, before, splice.on(text).encode() if changed else before)


def remove(name: str, root: str) -> Change:
    """The change that takes the server out. Raises UsageError, NotReadable."""
    host = _host(name)
    path = _path(host, root)
    now = _read(path)
    if now is None:
        return Change(name, path, None, None)
    record = _record(path)
    if record is not None and _hash(now) == record["after"]:
        was = record["before"]
        return Change(name, path, now, None if was is None else base64.b64decode(was))
    text = _text(path, now)
    put_in = record["text"] if record is not None else ""
    if put_in and text.count(put_in) == 1:
        return Change(name, path, now, text.replace(put_in, "").encode())
    without = toml_without if path.endswith(".toml") else json_without
    try:
        splice: Splice | None = without(text, host["at"], NAME)
    except NotReadable as error:
        raise NotReadable(f"{path}: {error.message}", error.hint) from error
    return Change(name, path, now, now if splice is None else splice.on(text).encode())


def write(change: Change) -> None:
    """Make the change, and keep what is needed to take it back. Raises Failed."""
    if change.before == change.after:
        return
    try:
        if change.after is None:
            os.unlink(change.path)
            _remove_empty_folder(change.path)
        else:
            os.makedirs(os.path.dirname(change.path), exist_ok=True)
            _replace(os.path.realpath(change.path), change.after)
        _keep_record(change)
    except OSError as error:
        raise Failed(f"{change.path} cannot be written: {error.strerror}", "Nothing was changed.") from error


def printed(name: str | None, root: str) -> str:
    """The entry as a whole file of its own, for a known agent or for any other."""
    host = _host(name) if name else _ANY_HOST
    entry = _entry(host, root)
    if host["file"].endswith(".toml"):
        return toml_with("", host["at"], NAME, entry).new
    return json_with("", host["at"], NAME, entry).new


_ANY_HOST: dict[str, Any] = {
    "file": "",
    "at": ["mcpServers"],
    "entry": {"command": "$command", "args": "$arguments"},
    "arguments": ["-C", "$root"],
}
"""What most clients understand."""


def _host(name: str) -> dict[str, Any]:
    known = _data()
    if name not in known:
        raise UsageError(f"there is no agent {name!r}", f"Known are {', '.join(known)}; for others use --print.")
    return known[name]


def _path(host: dict[str, Any], root: str) -> str:
    file: str = host.get("mac", host["file"]) if sys.platform == "darwin" else host["file"]
    return os.path.expanduser(file) if file.startswith("~") else os.path.join(root, file)


def _entry(host: dict[str, Any], root: str) -> dict[str, Any]:
    program = shutil.which("codeintel")
    if program is None:
        command, first = sys.executable, ["-P", "-m", "codeintel.cli"]  # -P: no module of the project is to be found
    elif host["file"].startswith("~"):
        command, first = program, []  # what is no shell may have another PATH
    else:
        command, first = "codeintel", []  # a file of the project is the same for all who work on it
    arguments = [*first, "mcp", *(root if part == "$root" else part for part in host["arguments"])]
    words = {"$command": command, "$arguments": arguments, "$line": [command, *arguments]}
    return {key: words.get(value, value) if isinstance(value, str) else value for key, value in host["entry"].items()}


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Failed(f"{path} cannot be read: {error.strerror}", "Nothing was changed.") from error


def _text(path: str, content: bytes | None) -> str:
    try:
        return (content or b"").decode()
    except UnicodeDecodeError as error:
        raise NotReadable(f"{path} is not UTF-8", "Add the entry by hand: --print shows it.") from error


def _replace(path: str, content: bytes) -> None:
    """Put the content in the place of the file, whole or not at all, with the rights that it has."""
    handle, temporary = tempfile.mkstemp(prefix=".codeintel-", dir=os.path.dirname(path))
    try:
        with open(handle, "wb") as file:
            file.write(content)
        if os.path.exists(path):
            shutil.copymode(path, temporary)
        else:
            os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _remove_empty_folder(path: str) -> None:
    """The folder of a settings file that was made for it alone."""
    folder = os.path.dirname(path)
    if os.path.basename(folder).startswith("."):
        try:
            os.rmdir(folder)
        except OSError:
            return  # there is more in it


# --- what a file was ---------------------------------------------------------------------------------------------


def _record_path(path: str) -> str:
    state = user_folder("XDG_STATE_HOME", ".local/state")
    return os.path.join(state, "codeintel", "setup", f"{_hash(os.fsencode(os.path.realpath(path)))}.json")


def _record(path: str) -> dict[str, Any] | None:
    """What was kept of a file; None where nothing is, or nothing that can be read."""
    try:
        with open(_record_path(path), encoding="utf-8") as file:
            found: Any = json.load(file)
    except (OSError, ValueError):
        return None
    kept = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return kept if {"before", "after", "text"} <= kept.keys() else None


def _keep_record(change: Change) -> None:
    """Keep what the file was before we first put something in; forget it when that is taken out."""
    place = _record_path(change.path)
    known = _record(change.path)
    if change.after is None or not _has_entry(change.after):
        if known is not None:
            os.unlink(place)
        return
    before = None if change.before is None else base64.b64encode(change.before).decode()
    if known is not None and change.before is not None and _hash(change.before) == known["after"]:
        before = known["before"]  # our own entry brought up to date: what was before it counts
    was = b"" if before is None else base64.b64decode(before)
    if _has_entry(was):  # somebody wrote an entry for us: what was before that nobody knows
        if known is not None:
            os.unlink(place)
        return
    record = {"before": before, "after": _hash(change.after), "text": _put_in(was.decode(), change.after.decode())}
    os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
    with open(place, "w", encoding="utf-8", opener=_private) as file:
        json.dump(record, file)


def _has_entry(content: bytes) -> bool:
    return f'"{NAME}"'.encode() in content or f".{NAME}]".encode() in content


def _put_in(before: str, after: str) -> str:
    """The one stretch of text by which `after` is longer; empty where it is not just that."""
    start = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    stop = start + len(after) - len(before)
    return after[start:stop] if stop > start and after[:start] + after[stop:] == before else ""


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


@lru_cache(1)
def _data() -> dict[str, Any]:
    import tomllib

    with open(os.path.join(os.path.dirname(__file__), "hosts.toml"), "rb") as file:
        return tomllib.load(file)
