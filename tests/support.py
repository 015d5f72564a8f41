"""What test modules share: making projects, asking the engine, running the command line. No test is in here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from codeintel.engine.answers.values import FindRequest, Node
from codeintel.engine.facts import Symbol
from codeintel.engine.service import Engine

__all__ = [
    "CASES",
    "EVERYTHING",
    "Ran",
    "ask",
    "cli",
    "cli_command",
    "commit",
    "copy_case",
    "find",
    "git",
    "line_of",
    "lines_of",
    "write",
]

CASES = Path(__file__).parent / "cases"
EVERYTHING = 1_000_000
"""A limit that nothing reaches."""


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files below `root`, with the folders that they need."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def copy_case(case: Path, project: Path) -> None:
    """Write the files of a case into `project`, without what is expected of them; `dot.x` becomes `.x`."""
    for path in sorted(case.rglob("*")):
        if path.is_file() and path.name not in _EXPECTATIONS:
            name = "/".join(
                part.removeprefix("dot") if part.startswith("dot.") else part for part in path.relative_to(case).parts
            )
            write(project, {name: path.read_bytes()})


_EXPECTATIONS = frozenset({"case.json", "links.toml", "outline.toml", "steps.toml"})


def git(folder: Path, *arguments: str) -> str:
    """Run git and give what it printed."""
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    return os.fsdecode(subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout)


def commit(folder: Path, message: str = "one") -> None:
    """Make `folder` a repository if it is none, and commit all that is in it."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)


def ask(engine: Engine, pattern: str = "?*", **options: Any) -> list[Node]:
    """All hits of a pattern; of any name at all, if none is given."""
    return engine.find(FindRequest(pattern, limit=EVERYTHING, **options)).symbols


def find(engine: Engine, pattern: str = "?*", **options: Any) -> list[str]:
    """All hits of a pattern as `path:name path  kind  first-last line`."""
    return [f"{node.path}:{line_of(node.symbol)}" for node in ask(engine, pattern, **options)]


def line_of(symbol: Symbol) -> str:
    """A symbol as `name path  kind  first-last line`."""
    return f"{symbol.name_path}  {symbol.kind}  {symbol.start_line + 1}-{symbol.end_line + 1}"


def lines_of(nodes: Iterable[Node]) -> list[str]:
    """A forest, flattened in print order, as lines."""
    return [line for node in nodes for line in (line_of(node.symbol), *lines_of(node.children))]


class Ran(NamedTuple):
    """What a command line did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on stdout."""
        return json.loads(self.out)


def cli_command(*arguments: str | Path) -> list[str]:
    """The command line as a process would start it."""
    return [sys.executable, "-P", "-c", "from codeintel.cli.main import run; run()", *map(str, arguments)]


def cli(*arguments: str | Path, cwd: Path | None = None, seconds: float = 60) -> Ran:
    """Run the command line to its end."""
    done = subprocess.run(cli_command(*arguments), cwd=cwd, check=False, capture_output=True, timeout=seconds)
    return Ran(done.returncode, done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8", "replace"))
