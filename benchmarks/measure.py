"""Runs work and takes its cost: CPU seconds, wall time, memory; of child processes and of calls in this one.

CPU time is user and system of a process and of all its children: what other programs do to the machine meanwhile
shows in it far less than in wall time. Sides of a comparison take turns, so that a busy minute hits all of them.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = [
    "ROOT",
    "ChildFailed",
    "Cost",
    "MemoryWatch",
    "Side",
    "Spent",
    "environment",
    "interleave",
    "run",
    "timed",
    "tree_cpu",
]

ROOT = Path(__file__).resolve().parent.parent
"""The root of the repository: children run here, so that `-m benchmarks…` finds its modules."""

SAMPLE_SECONDS = 0.03
_CPU_CLOCK = 2
"""Of a process id makes the number of the clock that counts its CPU time (Linux, `clock_getcpuclockid`)."""

_T = TypeVar("_T")


class ChildFailed(Exception):
    """A measured process did not do its work."""


class Spent(NamedTuple):
    """What a child process cost, with all that it started and waited for."""

    cpu: float
    """Seconds, user and system."""
    wall: float
    largest: int
    """Bytes of resident memory of the largest process, at its peak."""
    together: int
    """The same of all processes together when it was most, shared pages once; 0 where memory was not watched."""
    output: str
    code: int = 0
    """Exit code."""
    complaint: str = ""
    """What it wrote to stderr."""


class Cost(NamedTuple):
    """What a call in this process cost, in seconds."""

    wall: float
    cpu: float


class Side(NamedTuple, Generic[_T]):
    """One of those whose work is compared."""

    name: str
    run: Callable[[], _T]


def interleave(
    sides: Sequence[Side[_T]], rounds: int, said: Callable[[str], None] = lambda _: None
) -> dict[str, list[_T]]:
    """Let each side do its work `rounds` times, in turns; every other round begins with the last side."""
    results: dict[str, list[_T]] = {side.name: [] for side in sides}
    for number in range(rounds):
        for side in sides if number % 2 == 0 else list(reversed(sides)):
            said(f"round {number + 1} of {rounds}: {side.name}")
            results[side.name].append(side.run())
    return results


def timed(call: Callable[[], _T]) -> tuple[Cost, _T]:
    """Call, and tell what it cost and gave. The CPU time is that of all threads of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = call()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu), result


def environment(**extra: str) -> dict[str, str]:
    """The environment of a measured process: this one, less what would keep Python from caching byte code."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}
    return {**kept, **extra}


def run(
    command: Sequence[str],
    env: Mapping[str, str],
    *,
    cwd: Path = ROOT,
    memory: bool = False,
    accepted: Sequence[int] = (0,),
) -> Spent:
    """Run a process to its end and take its cost; `memory`: also that of its processes.

    `accepted`: exit codes of work that was done. Raises ChildFailed.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=dict(env), cwd=cwd)
        watch = MemoryWatch(child.pid) if memory else None
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        largest, together = watch.end() if watch is not None else (0, 0)
        output, complaint = (_content(file) for file in (out, err))
    if child.returncode not in accepted:
        raise ChildFailed(f"{' '.join(command)} ended with {child.returncode}: {complaint.strip()[-2000:]}")
    cpu = usage.ru_utime + usage.ru_stime
    return Spent(cpu, wall, largest or usage.ru_maxrss * 1024, together, output, child.returncode, complaint)


def tree_cpu(pid: int) -> float:
    """CPU seconds, user and system, that a process, all below it, and those of them that have ended have taken.

    To the nanosecond for those that live, to a tick for those that have ended. 0 where there is no `/proc`.
    """
    seconds = 0.0
    for each in _descendants(pid):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            seconds += time.clock_gettime(~each << 3 | _CPU_CLOCK)
        except OSError:  # it has just ended
            continue
        seconds += sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")  # of children that it waited for
    return seconds


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


class MemoryWatch:
    """Looks at the memory of a process and its descendants until it is told to end.

    `ru_maxrss` would not do: a child takes over its parent's peak when it starts. Where there is no `/proc` it has to.
    """

    def __init__(self, pid: int, every: float = SAMPLE_SECONDS) -> None:
        self._pid = pid
        self._every = every
        self._largest = self._together = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def end(self) -> tuple[int, int]:
        """Stop looking; gives the bytes of the largest process at its peak, and of all together when it was most."""
        self._over.set()
        self._thread.join()
        return self._largest, self._together

    def _watch(self) -> None:
        while not self._over.wait(self._every):
            found = [memory for pid in _descendants(self._pid) if (memory := _memory(pid))]
            if found:
                self._largest = max(self._largest, *(peak for peak, _ in found))
                self._together = max(self._together, sum(now for _, now in found))


def _descendants(pid: int) -> list[int]:
    """The process and all below it."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:
                continue
    return found


def _memory(pid: int) -> tuple[int, int] | None:
    """Resident memory in bytes: at its peak, and now without what other processes share; None once it has gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
        shares = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in text.splitlines())
    if "VmHWM" not in fields:  # it has ended, and waits to be waited for
        return None
    now = next((line.split()[1] for line in shares.splitlines() if line.startswith("Pss:")), fields["VmRSS"].split()[0])
    return int(fields["VmHWM"].split()[0]) * 1024, int(now) * 1024
