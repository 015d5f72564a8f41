"""grep, or ripgrep where it is installed, with the reads that its hits lead to: what an agent has without an index.

It is read kindly: the patterns are those of somebody who knows what to look for, only files of the project's languages
are searched, and which function a hit is in is seen without fail. A hit that a reader would see through counts, though:
what it takes to see through it is the cost of reading.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

from ..answers import Answer, Item
from ..measure import environment, run
from ..sides.grep import read_around, read_whole
from .outlines import Reader
from .requests import wanted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ..kit import Question

__all__ = ["Grep"]

_HIT = re.compile(r"^(?P<path>[^:\n]+):(?P<line>\d+):", re.MULTILINE)
_FOUND_OR_NOT = (0, 1)


class Grep:
    """A search in all files, anew for every question."""

    name = "grep and reads"
    column = "grep"

    def __init__(self, root: Path, extensions: Iterable[str]) -> None:
        self.root = root
        self._program = shutil.which("rg") or "grep"
        self._extensions = sorted(extensions)
        self._reader = Reader(root)
        self._cpu = 0.0

    def version(self) -> str:
        """Which program."""
        said = subprocess.run([self._program, "--version"], capture_output=True, text=True, check=True).stdout
        return said.splitlines()[0]

    def can(self, task: str) -> bool:
        """All of them, somehow."""
        del task
        return True

    def start(self) -> None:
        """There is nothing to make ready."""

    def ask(self, question: Question) -> Answer:
        """Search, and read."""
        request = wanted(self.column, question)
        before, started = self._cpu, time.perf_counter()
        if "read" in request:
            text, spent = read_whole(self.root, request["read"]), time.perf_counter() - started
            return Answer(text, None, spent, spent)
        texts: list[str] = []
        items: list[Item] = []
        patterns: list[str] = request["patterns"]
        for step in range(1 + request.get("steps", 0)):
            hits = "".join(self._search(pattern, ignore_case=request.get("ignore_case", False)) for pattern in patterns)
            texts.append(hits)
            if request.get("before"):
                texts.append(read_around(self.root, hits, request["before"]))
            new = list(self._items(hits, around=request.get("around", False)))
            items += new
            names = sorted({re.escape(item.name.rpartition("/")[2]) for item in new if item.name})
            patterns = [rf"\b({'|'.join(names)})[[:space:]]*[(<]"] if names else []
            if not patterns or step == request.get("steps", 0):
                break
        wall = time.perf_counter() - started
        return Answer("\n".join(texts), items, wall, self._cpu - before, len(texts))

    def rename(self, question: Question, new_name: str) -> Answer:
        """Replace the word wherever it stands."""
        request = wanted(self.column, question, new_name)
        before, started = self._cpu, time.perf_counter()
        hits = self._search(request["patterns"][0])
        word = re.compile(rf"\b{re.escape(question.name)}\b".encode())
        for path in {hit["path"] for hit in _HIT.finditer(hits)}:
            file = self.root / path
            file.write_bytes(word.sub(new_name.encode(), file.read_bytes()))
        return Answer(hits, None, time.perf_counter() - started, self._cpu - before)

    def cpu(self) -> float:
        """Of all searches so far."""
        return self._cpu

    def memory(self) -> int:
        """A search is over before anybody can look."""
        return 0

    def disk(self) -> int:
        """It keeps nothing."""
        return 0

    def tools(self) -> str:
        """Every agent has it."""
        return ""

    def stop(self) -> None:
        """There is nothing to end."""

    def _search(self, pattern: str, *, ignore_case: bool = False) -> str:
        case = ["-i"] if ignore_case else []
        if self._program == "grep":
            files = [f"--include=*{extension}" for extension in self._extensions]
            command = ["grep", "-rnE", *case, "--exclude-dir=.git", *files, "-e", pattern, "."]
        else:
            files = [word for extension in self._extensions for word in ("-g", f"*{extension}")]
            command = [self._program, "-n", "--no-heading", "--sort=path", *case, *files, "-e", pattern, "."]
        spent = run(command, environment(), cwd=self.root, accepted=_FOUND_OR_NOT)
        self._cpu += spent.cpu
        return spent.output.replace("./", "")

    def _items(self, hits: str, *, around: bool) -> Iterable[Item]:
        for hit in _HIT.finditer(hits):
            line = int(hit["line"])
            name = self._reader.around(hit["path"], line) if around else ""
            if name or not around:
                yield Item(hit["path"], line, name)
