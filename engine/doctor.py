"""What is wrong with the installation or with a project's settings, and how to mend it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from typing import TYPE_CHECKING, NamedTuple

from . import cache
from .errors import CodeintelError, Failed
from .index import git
from .languages import load_registry
from .project import find_root, git_top
from .settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .precise import ServerRow

__all__ = ["Finding", "check", "server_findings"]

FEW_WATCHES = 20_000
LITTLE_ROOM = 200 * 1024 * 1024


class Finding(NamedTuple):
    """One thing that was looked at."""

    ok: bool
    message: str
    hint: str = ""


def check(start: str) -> list[Finding]:
    """Look at everything once; nothing is changed, but for a file that is written to the cache folder and removed."""
    root = find_root(start)
    looks: list[Callable[[], Finding]] = [
        _python,
        lambda: _languages(root),
        lambda: _settings(root),
        lambda: _git(root),
        lambda: _cache_folder(root),
        _watches,
    ]
    findings: list[Finding] = []
    for look in looks:
        try:
            findings.append(look())
        except CodeintelError as error:
            findings.append(Finding(False, error.message, error.hint))
    return findings


def server_findings(rows: Sequence[ServerRow], languages: Iterable[str]) -> list[Finding]:
    """A language server for each language of the project, or how to have one: without it the index answers alone."""
    findings: list[Finding] = []
    for language in sorted(languages):
        known = [row for row in rows if language in row.languages]
        usable = next((row for row in known if row.state in ("found", "running")), None)
        if usable is not None:
            findings.append(Finding(True, f"language server for {language}: {usable.name}"))
        elif any(row.state == "untrusted" for row in known):
            hint = "If you trust the project: `codeintel servers --trust`."
            findings.append(
                Finding(True, f"the language server for {language} is part of the project, so it is not run", hint)
            )
        elif known:
            findings.append(Finding(True, f"no language server for {language}", f"Install one: `{known[0].install}`."))
    return findings


def _python() -> Finding:
    return Finding(True, f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}")


def _languages(root: str) -> Finding:
    registry = load_registry([os.path.join(root, folder) for folder in load_settings(root).queries])
    for language in registry.languages.values():
        language.check()
    return Finding(True, f"{len(registry.languages)} languages, all queries are sound")


def _settings(root: str) -> Finding:
    changed = [
        name
        for name, value in load_settings(root)._asdict().items()
        if value != type(load_settings(root))()._asdict()[name]
    ]
    return Finding(True, f"settings of {root}: {', '.join(changed) if changed else 'all defaults'}")


def _git(root: str) -> Finding:
    top = git_top(root)
    if top is None:
        return Finding(True, "no git repository: files are found by a walk that honours .gitignore")
    if shutil.which("git") is None:
        return Finding(
            False,
            "this is a git repository, but there is no git to ask",
            "Install git; until then files are found by a walk, and tracked files that are ignored are missed.",
        )
    try:
        git.check(git.run(top, top, ["ls-files", "--", ".git"]), top)  # reads its index and lists nothing
    except Failed as error:
        hint = f"{error.hint} Until then files are found by a walk, and tracked files that are ignored are missed."
        return Finding(False, error.message, hint)
    return Finding(True, "files are found by git")


def _cache_folder(root: str) -> Finding:
    folder = cache.index_folder(root)
    probe = os.path.join(cache.cache_home(), f"probe-{os.getpid()}")
    try:
        os.makedirs(cache.cache_home(), mode=0o700, exist_ok=True)
        with open(probe, "wb") as file:
            file.write(b"x")
        os.unlink(probe)
    except OSError as error:
        return Finding(
            False,
            f"the index cannot be kept in {cache.cache_home()}: {error.strerror}",
            "Make it writable, or set CODEINTEL_CACHE to another folder; until then each command indexes anew.",
        )
    room = shutil.disk_usage(cache.cache_home()).free
    if room < LITTLE_ROOM:
        return Finding(
            False, f"only {room / 1e6:.0f} MB are free in {cache.cache_home()}", "Make room, or move the cache."
        )
    return Finding(True, f"index in {folder}")


def _watches() -> Finding:
    try:
        with open("/proc/sys/fs/inotify/max_user_watches", encoding="ascii") as file:
            limit = int(file.read())
    except (OSError, ValueError):
        return Finding(True, "no inotify here: every question looks at every file")
    if limit < FEW_WATCHES:
        return Finding(
            False,
            f"the system allows only {limit} watched folders",
            "For large projects: sysctl fs.inotify.max_user_watches=524288",
        )
    return Finding(True, f"up to {limit:,} folders can be watched")
