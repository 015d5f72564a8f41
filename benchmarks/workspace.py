"""Places to work in that leave no trace: a cache of one's own, a git copy of a repository, a generated tree."""

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
    from collections.abc import Iterable, Iterator

__all__ = ["Original", "generate", "git_copy", "originals", "own_cache", "scratch", "settle"]

SHORTEST = 3
"""Shorter names stay as they are."""
FINE_SECONDS, COARSE_SECONDS = 0.1, 2.1
"""How old a file has to be for its stamp to prove that it is unchanged; longer where times are whole seconds."""


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="codeintel-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder).resolve()


@contextmanager
def own_cache(folder: Path) -> Iterator[None]:
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


def git_copy(source: Path, target: Path) -> Path:
    """Copy a tree and make a git repository of it with one commit; returns when all its files have settled."""
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    identity = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@localhost", "-c", "gc.auto=0")
    for words in (("init", "--quiet"), ("add", "--all"), (*identity, "commit", "--quiet", "--message", "copy")):
        subprocess.run(["git", *words], cwd=target, check=True, capture_output=True)
    settle(target)
    return target


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
