"""codeintel as people have it: a process a question."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

from ..answers import Answer, Refused
from ..measure import environment, run
from . import folder_bytes
from .listings import READERS
from .requests import tasks, wanted

if TYPE_CHECKING:
    from pathlib import Path

    from ..kit import Question
    from ..measure import Spent
    from ..sides.installed import Installed

__all__ = ["Command"]

EVERYTHING = ["--limit", "1000000", "--budget", "0"]
"""Nothing is left out, so that what is read is what is judged."""
FOUND, NOT_FOUND = 0, 1
RANKED = "search"
"""The task whose answer is as long as it is useful."""
USED = ("references", "callers", "rename")
"""Tasks in which a language server can take part."""


class Command:
    """The command line, without language servers or, with `precision` lsp, with one for each question."""

    column = "codeintel"

    def __init__(self, root: Path, home: Path, installed: Installed, *, precision: str = "index") -> None:
        self.root = root
        self.name = "codeintel" if precision == "index" else f"codeintel {precision}"
        self._precision = precision
        self._home = home
        self._installed = installed
        self._cpu = 0.0
        self._memory = 0
        self._env = environment(
            CODEINTEL_CACHE=str(home / "cache"),
            XDG_STATE_HOME=str(home / "state"),
            CODEINTEL_SERVERS="off" if precision == "index" else "",
        )
        if precision != "index":
            del self._env["CODEINTEL_SERVERS"]
            self._env["PATH"] = os.pathsep.join([os.path.dirname(installed.python), self._env.get("PATH", os.defpath)])

    def version(self) -> str:
        """Which one."""
        command = [self._installed.script, "--version"]
        said = subprocess.run(command, capture_output=True, text=True, check=True, env=self._env).stdout.strip()
        return said + (", editable install: its import hook is in every process" if self._installed.editable else "")

    def can(self, task: str) -> bool:
        """With a language server only what it can add to."""
        if self._precision != "index" and task not in USED:
            return False
        need = tasks()[task].get("needs")
        return need is None or self._has(need)

    def has_what_it_needs(self) -> bool:
        """Whether a language server is installed for a language of the repository; without servers nothing is needed.

        Else the index would answer in its name.
        """
        if self._precision == "index":
            return True
        asked = [self._installed.script, "-C", str(self.root), "servers"]
        return subprocess.run(asked, capture_output=True, check=False, env=self._env).returncode == FOUND

    def start(self) -> None:
        """Forget the index."""
        shutil.rmtree(self._home, ignore_errors=True)
        self._home.mkdir()

    def ask(self, question: Question) -> Answer:
        """Run a command and read what it prints."""
        spent, wall = self._run(question, "", [] if question.task == RANKED else EVERYTHING)
        items = list(READERS[question.task](spent.output))
        return Answer(spent.output, items, wall, spent.cpu)

    def rename(self, question: Question, new_name: str) -> Answer:
        """Rename; the diff is read."""
        spent, wall = self._run(question, new_name, [])
        if spent.code != FOUND:
            raise Refused((spent.output + spent.complaint).strip()[:300])
        return Answer(spent.output, None, wall, spent.cpu)

    def cpu(self) -> float:
        """Of all runs so far."""
        return self._cpu

    def memory(self) -> int:
        """Of the run that took most."""
        return self._memory

    def disk(self) -> int:
        """The index."""
        return folder_bytes(self._home / "cache")

    def tools(self) -> str:
        """A command line has none."""
        return ""

    def stop(self) -> None:
        """There is nothing to end."""

    def _run(self, question: Question, new_name: str, options: list[str]) -> tuple[Spent, float]:
        words: list[str] = wanted(self.column, question, new_name)
        precision = ["--precision", self._precision] if question.task in USED else []
        command = [self._installed.script, "-C", str(self.root), *words, *precision, *options]
        started = time.perf_counter()
        spent = run(command, self._env, cwd=self.root, memory=True, accepted=(FOUND, NOT_FOUND, 2, 3))
        wall = time.perf_counter() - started
        self._cpu += spent.cpu
        self._memory = max(self._memory, spent.together)
        if spent.code not in (FOUND, NOT_FOUND):
            raise Refused((spent.complaint or spent.output).strip()[:300])
        return spent, wall

    def _has(self, command: str) -> bool:
        asked = [self._installed.script, command, "--help"]
        return subprocess.run(asked, capture_output=True, check=False, env=self._env).returncode == 0
