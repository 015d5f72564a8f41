"""Universal Ctags: a tags file of the whole project, looked up with `readtags`."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

from ..answers import Answer, Item, Refused
from ..measure import environment, run
from .requests import tasks, wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ..kit import Question
    from ..measure import Spent

__all__ = ["Ctags", "installed"]

_ROW = re.compile(r"^(?P<line>\d+) +(?:(?P<end>\d+) +)?(?P<kind>[a-zA-Z]\w*) +(?P<name>\S.*)$")
_FIELDS = ("kind", "line", "end", "typeref", "signature", "access", "file", "inherits", "implementation", "template")
"""Fields of a tag that are not the scope, which is named for its kind: `class:Table`."""


def installed() -> bool:
    """Whether Universal Ctags and `readtags` are there: other ctags have no outlines."""
    if shutil.which("ctags") is None or shutil.which("readtags") is None:
        return False
    said = subprocess.run(["ctags", "--version"], capture_output=True, text=True, check=False).stdout
    return said.startswith("Universal Ctags")


class Ctags:
    """A tags file, made anew when something changed: ctags does not know what did."""

    name = "ctags"
    column = "ctags"

    def __init__(self, root: Path, home: Path, extensions: Iterable[str]) -> None:
        self.root = root
        self._extensions = tuple(extensions)
        self._tags = home / "tags"
        self._cpu = 0.0
        self._memory = 0

    def version(self) -> str:
        """Which one."""
        said = subprocess.run(["ctags", "--version"], capture_output=True, text=True, check=True).stdout
        return said.partition(",")[0]

    def can(self, task: str) -> bool:
        """It knows definitions alone."""
        return self.column in tasks()[task]

    def start(self) -> None:
        """Make the tags file."""
        self._tags.unlink(missing_ok=True)
        self._index()

    def ask(self, question: Question) -> Answer:
        """Look up, or list a file."""
        request = wanted(self.column, question)
        before, started = self._cpu, time.perf_counter()
        if "outline" in request:
            layout = "--_xformat=%-6n %-6e %-12K %N"
            spent = self._run(["ctags", "-x", "--fields=+ne", layout, "--sort=no", request["outline"]])
            items = list(_outline(spent.output, request["outline"]))
        else:
            if request.get("anew"):
                self._index()
            spent = self._run(["readtags", "-t", str(self._tags), "-e", "-n", request["lookup"]], accepted=(0, 1))
            items = list(_looked_up(spent.output, question.name_path))
        return Answer(spent.output, items, time.perf_counter() - started, self._cpu - before)

    def rename(self, question: Question, new_name: str) -> Answer:
        """It does not."""
        raise Refused(f"cannot rename {question.name_path} to {new_name}")

    def cpu(self) -> float:
        """Of all runs so far."""
        return self._cpu

    def memory(self) -> int:
        """Of the largest run."""
        return self._memory

    def disk(self) -> int:
        """The tags file."""
        return self._tags.stat().st_size if self._tags.exists() else 0

    def tools(self) -> str:
        """It has none."""
        return ""

    def stop(self) -> None:
        """There is nothing to end."""

    def _index(self) -> None:
        """Of source files alone: headings of documents are definitions to it, too."""
        listed = self._tags.with_name("files")
        paths = (path.relative_to(self.root) for path in self.root.rglob("*") if path.suffix in self._extensions)
        listed.write_text("".join(f"{path}\n" for path in sorted(paths)), encoding="utf-8")
        fields = ["--fields=+neKz", "--excmd=number"]
        self._run(["ctags", *fields, "-L", str(listed), "-f", str(self._tags)])

    def _run(self, command: list[str], accepted: tuple[int, ...] = (0,)) -> Spent:
        spent = run(command, environment(), cwd=self.root, memory=True, accepted=accepted)
        self._cpu += spent.cpu
        self._memory = max(self._memory, spent.together)
        return spent


def _outline(text: str, path: str) -> Iterator[Item]:
    for line in text.splitlines():
        row = _ROW.match(line)
        if row is not None:
            yield Item(path, int(row["line"]), row["name"], int(row["end"] or 0))


def _looked_up(text: str, name_path: str) -> Iterator[Item]:
    """The tags; of a path `Class/name` those in that class, as a reader sees who reads the lines."""
    container = name_path.rpartition("/")[0].rpartition("/")[2]
    for line in text.splitlines():
        name, path, _, *rest = line.split("\t")
        fields = {key: value for key, _, value in (field.partition(":") for field in rest)}
        scope = next((value for field, value in fields.items() if field not in _FIELDS), "")
        if not container or re.split(r"\.|::", scope)[-1] == container:
            yield Item(path.removeprefix("./"), int(fields["line"]), name, int(fields.get("end") or 0))
