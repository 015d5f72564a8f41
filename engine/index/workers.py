"""Spreads the extraction of many files over worker processes and hands the results on as they come.

py-tree-sitter holds the GIL while it parses, so threads would not help. A file that ends its worker is reported as
failed and costs nobody else anything: a new worker goes on with the rest. One that was killed from outside is tried
once more. Where no worker can be started nothing is known of any file, and that is an error.
"""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter, deque
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ..errors import BadSettings, Failed
from .extract import SECONDS_WITHOUT_A_WORD, was_ended_from_outside
from .frames import receive, write_frame
from .worker import END, FORK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Extraction", "WorkerFailed", "extract_all"]

CHUNK = 16
MAX_WORKERS = 8
START_ATTEMPTS = 3
"""For a worker that somebody kills before it has begun."""
QUEUE_LIMIT = 16
"""Chunks that wait for the writer: bounds the memory of a fast reader and a slow writer."""


class WorkerFailed:
    """Stands for the result of a file whose worker died or hung."""


Extracted: TypeAlias = "tuple[Any, ...] | WorkerFailed | None"


def extract_all(
    root: str,
    paths: Sequence[str],
    folders: Sequence[str],
    max_size: int,
    workers: int | None = None,
    *,
    deep: bool = False,
    patient: bool = False,
) -> Iterator[tuple[str, Extracted]]:
    """Each path with its facts, None if it is gone, or WorkerFailed; in any order.

    Facts are as `worker.examine` gives them; `deep` ones as `worker.deepen` does. `patient` workers take what
    others leave of the processor's time. Raises BadSettings where a language cannot be used, Failed where no worker
    can be started.
    """
    with closing(Extraction(root, paths, folders, max_size, workers, deep=deep, patient=patient)) as extraction:
        yield from extraction


class Extraction:
    """The same for whoever has other work meanwhile: results wait until they are taken. `close` ends the workers."""

    def __init__(
        self,
        root: str,
        paths: Sequence[str],
        folders: Sequence[str],
        max_size: int,
        workers: int | None = None,
        *,
        deep: bool = False,
        patient: bool = False,
    ) -> None:
        """Begin."""
        count = workers or min(os.cpu_count() or 1, MAX_WORKERS, 1 + len(paths) // CHUNK)
        suffixes = Counter(path[path.rfind(".") :] for path in paths)
        self._todo = _Todo(paths)
        self._results: queue.Queue[list[tuple[str, Any]] | Exception | None] = queue.Queue(QUEUE_LIMIT)
        self._nursery = _Nursery((root, list(folders), max_size, deep, patient, dict(suffixes)))
        self._stop = threading.Event()
        feeder = (self._nursery, self._todo, self._results, self._stop)
        self._threads = [threading.Thread(target=_feed, args=feeder, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def __iter__(self) -> Iterator[tuple[str, Extracted]]:
        """Each path with its result, as they come. Raises BadSettings, Failed."""
        running = len(self._threads)
        while running:
            result = self._results.get()
            if isinstance(result, Exception):
                raise result
            if result is None:
                running -= 1
            else:
                yield from result

    def withdraw(self, path: str) -> bool:
        """Whether nobody has begun with a path: then it has no result."""
        return self._todo.withdraw(path)

    def close(self) -> None:
        """Leave what is not done."""
        self._stop.set()
        while any(thread.is_alive() for thread in self._threads):
            try:
                self._results.get(timeout=0.05)
            except queue.Empty:
                continue
        self._nursery.close()


class _Todo:
    """What is left to do, in chunks. For any thread."""

    def __init__(self, paths: Sequence[str]) -> None:
        alike = sorted(paths, key=lambda path: path[path.rfind(".") :])  # a process compiles queries of few languages
        self._chunks = deque(alike[i : i + CHUNK] for i in range(0, len(alike), CHUNK))
        self._turn = threading.Lock()

    def take(self) -> list[str]:
        """The next chunk; an empty one where there is none."""
        with self._turn:
            while self._chunks:
                chunk = self._chunks.popleft()
                if chunk:
                    return chunk
            return []

    def put_back(self, chunks: Iterable[list[str]]) -> None:
        """Do these next."""
        with self._turn:
            self._chunks.extendleft(reversed(list(chunks)))

    def withdraw(self, path: str) -> bool:
        with self._turn:
            chunk = next((chunk for chunk in self._chunks if path in chunk), None)
            if chunk is not None:
                chunk.remove(path)
            return chunk is not None


def _feed(nursery: _Nursery, todo: _Todo, results: queue.Queue[Any], stop: threading.Event) -> None:
    """Work on chunks until there is none, in one worker after the other."""
    worker: _Worker | None = None
    tried_again = ""
    try:
        while not stop.is_set() and (chunk := todo.take()):
            worker = worker or nursery.worker()
            answers = worker.run(chunk)
            if answers is not None:
                results.put(list(zip(chunk, answers, strict=True)))
                continue
            hung, status, worker = worker.is_hung, worker.end(), None
            if len(chunk) > 1:  # each by itself tells which one it was
                todo.put_back([path] for path in chunk)
            elif not hung and was_ended_from_outside(status) and tried_again != chunk[0]:
                tried_again = chunk[0]
                todo.put_back([chunk])
            else:
                results.put([(chunk[0], WorkerFailed())])
    except Exception as error:  # noqa: BLE001 - for whoever waits for the results to raise
        results.put(error)
    finally:
        if worker is not None:
            worker.end()
        results.put(None)


class _Nursery:
    """The process that workers are forked from, started again if somebody ends it. Any thread may ask for a worker."""

    def __init__(self, job: tuple[str, list[str], int, bool, bool, dict[str, int]]) -> None:
        self._job = job
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def worker(self) -> _Worker:
        """A new worker. Raises Failed, BadSettings."""
        with self._turn:
            status = 0
            for _ in range(START_ATTEMPTS):
                if self._process is None:
                    self._start()
                try:
                    return self._fork()
                except OSError:  # it has ended
                    status = self._stop()
                    if not was_ended_from_outside(status):
                        break
            raise Failed(f"a worker process ended before it began, with exit code {status}", _HINT)

    def end(self, child: int) -> int:
        """Kill a worker; gives its exit code if it had ended by itself."""
        with self._turn:
            if self._control is not None:
                try:
                    self._control.sendall(END + child.to_bytes(4, "little"))
                    return int.from_bytes(self._answer(), "little", signed=True)
                except OSError:
                    self._stop()
            return -signal.SIGKILL  # nobody is left who could tell

    def close(self) -> None:
        """End the process."""
        with self._turn:
            self._stop()

    def _start(self) -> None:
        """Start the process and wait until it is ready, or has ended. Raises Failed, BadSettings."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    # -P: no module is to be found in the current folder, which may be anybody's.
                    [sys.executable, "-P", "-m", f"{__package__}.worker", str(theirs.fileno())],
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                )
            except OSError as error:
                ours.close()
                raise Failed(f"no worker process can be started: {error}", _HINT) from error
        self._control = ours
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            write_frame(self._process.stdin, self._job)
            answer = receive(self._process.stdout.fileno(), SECONDS_WITHOUT_A_WORD)
        except (BrokenPipeError, EOFError):
            return  # it has ended: the first fork will tell
        except TimeoutError:
            self._process.kill()
            return
        if isinstance(answer, tuple):
            self._stop()
            raise BadSettings(*cast("tuple[str, ...]", answer))

    def _fork(self) -> _Worker:
        """Raises OSError where the process is gone."""
        assert self._control is not None
        their_input, our_output = os.pipe()
        our_input, their_output = os.pipe()
        try:
            self._control.sendall(FORK)
            socket.send_fds(self._control, [b"\0"], [their_input, their_output])
            child = int.from_bytes(self._answer(), "little")
        except OSError:
            os.close(our_input)
            os.close(our_output)
            raise
        finally:
            os.close(their_input)
            os.close(their_output)
        return _Worker(self, child, our_input, our_output)

    def _answer(self) -> bytes:
        assert self._control is not None
        answer = self._control.recv(4, socket.MSG_WAITALL)
        if len(answer) < 4:  # noqa: PLR2004 - the size of a number
            raise ConnectionResetError
        return answer

    def _stop(self) -> int:
        """End the process if it still runs; gives its exit code."""
        process, self._process = self._process, None
        if self._control is not None:
            self._control.close()
            self._control = None
        if process is None:
            return 0
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        return process.wait()


class _Worker:
    """One process that extracts."""

    def __init__(self, nursery: _Nursery, child: int, incoming: int, outgoing: int) -> None:
        self._nursery = nursery
        self._child = child
        self._incoming = incoming
        self._outgoing = os.fdopen(outgoing, "wb", 0)
        self.is_hung = False

    def run(self, chunk: list[str]) -> list[Any] | None:
        """What it makes of each path of a chunk; None where it ended or hung over one of them. Raises BadSettings."""
        try:
            write_frame(self._outgoing, chunk)
            answer = receive(self._incoming, SECONDS_WITHOUT_A_WORD)
        except (BrokenPipeError, EOFError):
            return None
        except TimeoutError:
            self.is_hung = True
            return None
        if isinstance(answer, tuple):
            raise BadSettings(*cast("tuple[str, ...]", answer))
        return answer

    def end(self) -> int:
        """Kill the process and free what it held; gives its exit code if it had ended by itself."""
        self._outgoing.close()
        os.close(self._incoming)
        return self._nursery.end(self._child)


_HINT = "Was Python or codeintel upgraded or removed just now? Start it again."
