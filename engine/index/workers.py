"""Spreads the extraction of many files over worker processes and hands the results on as they come.

py-tree-sitter holds the GIL while it parses, so threads would not help. A file that kills its worker, or holds it
too long, is reported as failed and costs nobody else anything: a new worker goes on with the rest.
"""

from __future__ import annotations

import marshal
import os
import queue
import select
import subprocess
import sys
import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from .frames import write_frame

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["WorkerFailed", "extract_all"]

CHUNK = 16
SECONDS_A_FILE = 60
MAX_WORKERS = 8
QUEUE_LIMIT = 256
"""Results that wait for the writer: bounds the memory of a fast reader and a slow writer."""


class WorkerFailed:
    """Stands for the result of a file whose worker died or hung."""

    def __init__(self, reason: str) -> None:
        """Keep why, for people."""
        self.reason = reason


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

    Facts are as `worker.examine` gives them; `deep` ones as `worker.deepen` does.
    """
    count = workers or min(os.cpu_count() or 1, MAX_WORKERS, 1 + len(paths) // CHUNK)
    todo = deque(list(paths[i : i + CHUNK]) for i in range(0, len(paths), CHUNK))
    results: queue.Queue[tuple[str, Any] | None] = queue.Queue(QUEUE_LIMIT)
    job = (root, list(folders), max_size, deep)
    stop = threading.Event()
    threads = [threading.Thread(target=_feed, args=(job, todo, results, stop), daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    running = count
    try:
        while running:
            result = results.get()
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
    worker: _Worker | None = None
    try:
        while not stop.is_set():
            try:
                chunk = todo.popleft()
            except IndexError:
                break
            while chunk and not stop.is_set():
                worker = worker or _Worker(job)
                chunk, alive = worker.run(chunk, results, stop)
                if not alive:
                    worker.end()
                    worker = None
    finally:
        if worker is not None:
            worker.end()
        results.put(None)


class _Worker:
    """One child process."""

    def __init__(self, job: tuple[str, list[str], int, bool]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.worker"],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._send(job)

    def run(self, chunk: list[str], results: queue.Queue[Any], stop: threading.Event) -> tuple[list[str], bool]:
        """Extract a chunk. Gives the paths that are still to do, and whether the process can go on."""
        self._send(chunk)
        for done, path in enumerate(chunk):
            if stop.is_set():
                return [], False
            try:
                results.put((path, self._receive()))
            except (EOFError, TimeoutError) as error:
                results.put((path, WorkerFailed(str(error))))
                return chunk[done + 1 :], False
        return [], True

    def end(self) -> None:
        """Kill the process and free what it held."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()

    def _send(self, value: object) -> None:
        assert self._process.stdin is not None
        try:
            write_frame(self._process.stdin, value)
        except BrokenPipeError:
            return  # the process is gone: seen when its answer is read

    def _receive(self) -> Any:
        size = int.from_bytes(self._read(4), "little")
        return marshal.loads(self._read(size))  # noqa: S302 - from our own child

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        handle = self._process.stdout.fileno()
        parts: list[bytes] = []
        while size:
            if not select.select([handle], [], [], SECONDS_A_FILE)[0]:
                raise TimeoutError(f"the parser took more than {SECONDS_A_FILE} s")
            part = os.read(handle, min(size, 1 << 20))
            if not part:
                raise EOFError("the parser crashed")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
