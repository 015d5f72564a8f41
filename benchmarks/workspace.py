"""Places to work in that leave no trace: a cache of its own, a copy that may be edited, a generated tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.index.decode import decode
from codeintel.engine.index.parse import facts_of

from .contents import languages_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

__all__ = [
    "Original",
    "bytes_of",
    "differing",
    "generate",
    "git_copy",
    "originals",
    "own_cache",
    "project_copy",
    "scratch",
    "settle",
    "under_git",
    "writable_copy",
]

_LEFT_BEHIND = frozenset(("__pycache__", ".pytest_cache", ".hypothesis"))
SHORTEST = 3
"""Shorter names stay as they are."""
FINE_SECONDS, COARSE_SECONDS = 0.1, 2.1
"""How old a file has to be for its stamp to prove that it is unchanged; longer where times are whole seconds."""


@contextmanager
def scratch() -> Generator[Path]:
    """A folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="codeintel-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder).resolve()


@contextmanager
def own_cache(folder: Path) -> Generator[None]:
    """Let engines of this process keep their index below `folder`."""
    before = os.environ.get("CODEINTEL_CACHE")
    os.environ["CODEINTEL_CACHE"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["CODEINTEL_CACHE"]
        else:
            os.environ["CODEINTEL_CACHE"] = before


@contextmanager
def project_copy(source: Path | str) -> Generator[Path]:
    """A copy of a project that may be edited; engines of this process keep its index and its edits beside it."""
    before = os.environ.get("XDG_STATE_HOME")
    with scratch() as folder, own_cache(folder / "cache"):
        os.environ["XDG_STATE_HOME"] = str(folder / "state")
        try:
            yield writable_copy(Path(source), folder / "project")
        finally:
            if before is None:
                del os.environ["XDG_STATE_HOME"]
            else:
                os.environ["XDG_STATE_HOME"] = before


def writable_copy(source: Path, target: Path) -> Path:
    """Copy a tree without its history and what programs left behind; every file of the copy may be written.

    Of a git work tree only what git would show is copied: no builds, no installed packages.
    """
    if (source / ".git").exists():
        _copy_shown(source, target)
    else:
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".git", *_LEFT_BEHIND))
    for path in target.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200)
    return target


def _copy_shown(source: Path, target: Path) -> None:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=source, check=True, capture_output=True).stdout.decode(
        "utf-8", "surrogateescape"
    )
    target.mkdir(parents=True)
    for path in sorted(set(listed.split("\0")) - {""}):
        if os.path.isfile(source / path) or os.path.islink(source / path):  # not what was deleted, or a submodule
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / path, target / path, follow_symlinks=False)


def bytes_of(root: Path) -> dict[str, bytes]:
    """The content of every file below a folder, by its path from there; links and what programs leave are left out."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink() and not _LEFT_BEHIND & set(path.relative_to(root).parts)
    }


def differing(root: Path, before: dict[str, bytes]) -> list[str]:
    """Paths that are not, byte for byte, what `bytes_of` said before: changed, gone or new."""
    now = bytes_of(root)
    return sorted(path for path in now.keys() | before.keys() if now.get(path) != before.get(path))


def git_copy(source: Path, target: Path) -> Path:
    """Copy a tree and make a git repository of it with one commit; returns when all its files have settled."""
    under_git(writable_copy(source, target))
    settle(target)
    return target


def under_git(tree: Path) -> None:
    """Make a git repository of a tree, with one commit."""
    identity = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@localhost", "-c", "gc.auto=0")
    for words in (("init", "--quiet"), ("add", "--all"), (*identity, "commit", "--quiet", "--message", "copy")):
        subprocess.run(["git", *words], cwd=tree, check=True, capture_output=True)


def settle(tree: Path) -> None:
    """Wait until no file of a tree just written is too young to be trusted by its times."""
    whole = any(
        os.lstat(os.path.join(folder, name)).st_mtime_ns % 10**9 == 0
        for folder, _, files in os.walk(tree)
        for name in files
    )
    time.sleep(COARSE_SECONDS if whole else FINE_SECONDS)


class Original(NamedTuple):
    """A real file that generated ones are made from."""

    path: str
    text: str
    names: re.Pattern[str] | None
    """The names that it defines, wherever they stand in it."""


def originals(root: Path, paths: Iterable[str]) -> list[Original]:
    """Files of a repository with the names that each defines."""
    registry = languages_of(str(root))
    found: list[Original] = []
    for path in paths:
        raw = (root / path).read_bytes()
        language = registry.language_of(path, raw)
        if language is None:
            continue
        defined = {symbol.name for symbol in facts_of(language, raw).symbols}
        plain = sorted(
            name for name in defined if len(name) >= SHORTEST and name.isidentifier() and not name.startswith("__")
        )
        names = re.compile(rf"\b(?:{'|'.join(map(re.escape, plain))})\b") if plain else None
        found.append(Original(path, decode(raw).source.decode("utf-8", "replace"), names))
    return found


def generate(sources: list[Original], target: Path, count: int) -> None:
    """Write `count` files: the sources over and over, their definitions renamed each time, so that blobs differ."""
    for number in range(count):
        source = sources[number % len(sources)]
        generation = number // len(sources)
        path = target / f"part{generation}" / source.path
        if number < len(sources) or not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_renamed(source, f"_{generation}"), encoding="utf-8", newline="")


def _renamed(source: Original, suffix: str) -> str:
    """The text with a suffix to each name that it defines."""
    return source.text if source.names is None else source.names.sub(lambda match: match[0] + suffix, source.text)
