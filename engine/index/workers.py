"""Spreads the extraction of many files over worker processes and hands the results on as they come.

py-tree-sitter holds the GIL while it parses, so threads would not help. A file that ends its worker is reported as
failed and costs nobody else anything: a new worker goes on with the rest. One that was killed from outside is tried
once more. Where no worker can be started nothing is known of any file, and that is an error.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, cast

from ..errors import BadSettings, Failed
from .extract import SECONDS_WITHOUT_A_WORD, was_ended_from_outside
from .frames import receive, write_frame

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["WorkerFailed", "extract_all"]

CHUNK = 16
MAX_WORKERS = 8
START_ATTEMPTS = 3
"""For a worker that somebody kills before it has begun."""
QUEUE_LIMIT = 256
"""Results that wait for the writer: bounds the memory of a fast reader and a slow writer."""


class WorkerFailed:
    """Stands for the result of a file whose worker died or hung."""


def extract_all(
    root: str,
    paths: Sequence[str],
    folders: Sequence[str],
    max_size: int,
    workers: int | None = None,
    *,
    deep: bool = False,
) -> Iterator[tuple[str, tuple[Any, ...] | WorkerFailed | None]]:
    """Each path with its facts, None if it is gone, or WorkerFailed; in any order.

    Facts are as `worker.examine` gives them; `deep` ones as `worker.deepen` does. Raises BadSettings where a language
    cannot be used, Failed where no worker can be started.
    """
    count = workers or min(os.cpu_count() or 1, MAX_WORKERS, 1 + len(paths) // CHUNK)
    alike = sorted(paths, key=lambda path: path[path.rfind(".") :])  # a process compiles the queries of few languages
    todo = deque(alike[i : i + CHUNK] for i in range(0, len(alike), CHUNK))
    results: queue.Queue[tuple[str, Any] | Exception | None] = queue.Queue(QUEUE_LIMIT)
    job = (root, list(folders), max_size, deep)
    stop = threading.Event()
    threads = [threading.Thread(target=_feed, args=(job, todo, results, stop), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    running = count
    try:
        while running:
            result = results.get()
            if isinstance(result, Exception):
                raise result
            if result is None:
                running -= 1
            else:
                yield result
    finally:
        stop.set()
        while any(thread.is_alive() for thread in threads):
            try:
                results.get(timeout=0.05)
            except queue.Empty:
                continue


def _feed(
    job: tuple[str, list[str], int, bool], todo: deque[list[str]], results: queue.Queue[Any], stop: threading.Event
) -> None:
    """Work on chunks until there is none, in one worker after the other."""
    worker: _Worker | None = None
    tried_again = ""
    try:
        while not stop.is_set():
            try:
                chunk = todo.popleft()
            except IndexError:
                break
            while chunk and not stop.is_set():
                worker = worker or _start(job)
                chunk = worker.run(chunk, results, stop)
                if chunk:
                    status, worker = worker.end(), None
                    if was_ended_from_outside(status) and tried_again != chunk[0]:
                        tried_again = chunk[0]
                    else:
                        results.put((chunk.pop(0), WorkerFailed()))
    except Exception as error:  # noqa: BLE001 - for whoever waits for the results to raise
        results.put(error)
    finally:
        if worker is not None:
            worker.end()
        results.put(None)


def _start(job: tuple[str, list[str], int, bool]) -> _Worker:
    """A worker that is ready. Raises Failed, BadSettings."""
    status = 0
    for _ in range(START_ATTEMPTS):
        worker = _Worker(job)
        if worker.is_ready():
            return worker
        if not was_ended_from_outside(status := worker.end()):
            break
    raise Failed(f"a worker process ended before it began, with exit code {status}", _HINT)


class _Worker:
    """One child process."""

    def __init__(self, job: tuple[str, list[str], int, bool]) -> None:
        """Start it. Raises Failed."""
        try:
            self._process = subprocess.Popen(
                # -P: no module is to be found in the current folder, which may be anybody's.
                [sys.executable, "-P", "-m", f"{__package__}.worker"],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise Failed(f"no worker process can be started: {error}", _HINT) from error
        self._send(job)

    def is_ready(self) -> bool:
        """Whether it has begun. Waits until that is known. Raises BadSettings."""
        try:
            self._receive()
        except (EOFError, TimeoutError):
            return False
        return True

    def run(self, chunk: list[str], results: queue.Queue[Any], stop: threading.Event) -> list[str]:
        """Extract a chunk. Gives the paths that are left to do from the one on that ended the process."""
        self._send(chunk)
        for done, path in enumerate(chunk):
            if stop.is_set():
                return []
            try:
                results.put((path, self._receive()))
            except EOFError:
                return chunk[done:]
            except TimeoutError:
                results.put((path, WorkerFailed()))
                self._process.kill()
                return chunk[done + 1 :]
        return []

    def end(self) -> int:
        """Kill the process and free what it held; gives its exit code if it had ended by itself."""
        if self._process.stdout is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.stdout.close()
        self._process.kill()
        return self._process.wait()

    def _send(self, value: Any) -> None:
        assert self._process.stdin is not None
        try:
            write_frame(self._process.stdin, value)
        except BrokenPipeError:
            return  # the process is gone: seen when its answer is read

    def _receive(self) -> Any:
        """The next answer. Raises BadSettings if that is what it says."""
        assert self._process.stdout is not None
        answer = receive(self._process.stdout.fileno(), SECONDS_WITHOUT_A_WORD)
        if isinstance(answer, list):
            raise BadSettings(*cast("list[str]", answer))
        return answer


_HINT = "Was Python or codeintel upgraded or removed just now? Start it again."
