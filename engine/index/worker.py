"""Worker processes: one that compiles what most files need, and its forks, which extract them. `workers.py` starts it.

Frames are a 4-byte length and that many bytes of `marshal`. The first process reads the job from stdin and answers None
on stdout once it is ready. Then a byte on its control socket asks for a fork, with the two pipes that the fork is to
read from and write to, answered by the fork's process id; or for the end of a fork, answered by its exit code. A fork
reads lists of paths, and answers each with a list of what it made of them. A tuple for an answer is the message and
hint of an error. Each ends with what it reads from.

Compiling the queries of a language takes 10 to 600 ms, so that it is done once, not once a worker.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadSettings
from ..languages import load_registry
from .extract import extract, limit_memory, limit_time
from .frames import read_frame, write_frame
from .look import look

if TYPE_CHECKING:
    from ..languages import Language, Registry

__all__ = ["END", "FORK", "deepen", "examine", "main"]

FORK, END = b"f", b"e"
COMMON = 17
"""Files of a language that make it worth to be compiled before the fork: more than one worker is going to meet them."""


COLLECT = 64
"""Chunks after which a worker looks for cycles all the same."""
PATIENCE = 15
"""Added to the niceness of a worker for whose result nobody waits."""


class _Job(NamedTuple):
    root: str
    folders: list[str]
    max_size: int
    deep: bool
    patient: bool
    """Whether others are to go first."""
    suffixes: dict[str, int]
    """How many of the files have each suffix."""


def main() -> None:
    """Serve until the socket named by the command line ends, which it does with the parent."""
    control = socket.socket(fileno=int(sys.argv[1]))
    with os.fdopen(os.dup(0), "rb") as stdin, os.fdopen(os.dup(1), "wb") as stdout:
        os.dup2(2, 1)  # whatever a library prints must not break a frame
        job = _Job(*read_frame(stdin))
        if job.patient:
            os.nice(PATIENCE)
        try:
            registry = load_registry(job.folders)
            for language in registry.common(job.suffixes, COMMON):
                _make_ready(language, deep=job.deep)
        except BadSettings as error:
            write_frame(stdout, (error.message, error.hint))
            return
        write_frame(stdout, None)
    gc.freeze()  # what is there now is shared by all forks, as long as nobody writes to it
    while message := control.recv(1):
        if message == FORK:
            control.sendall(_fork(control, job, registry).to_bytes(4, "little"))
        else:
            child = int.from_bytes(control.recv(4, socket.MSG_WAITALL), "little")
            os.kill(child, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            control.sendall(status.to_bytes(4, "little", signed=True))


def _make_ready(language: Language, *, deep: bool) -> None:
    if deep:
        from .deep import make_ready
    else:
        from .parse import make_ready
    make_ready(language)


def _fork(control: socket.socket, job: _Job, registry: Registry) -> int:
    """A worker that serves the two pipes that come next on the socket; gives its process id."""
    _, (incoming, outgoing), _, _ = socket.recv_fds(control, 1, 2)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            control.close()
            _serve(incoming, outgoing, job, registry)
            code = 0
        finally:
            os._exit(code)
    os.close(incoming)
    os.close(outgoing)
    return child


def _serve(incoming: int, outgoing: int, job: _Job, registry: Registry) -> None:
    work = deepen if job.deep else examine
    gc.disable()  # what is made for a file goes with it: looking for cycles again and again finds next to none
    served = 0
    with os.fdopen(incoming, "rb") as stdin, os.fdopen(outgoing, "wb") as stdout:
        limit_memory()
        try:
            while (paths := read_frame(stdin)) is not None:
                answers: list[Any] = []
                for path in paths:
                    limit_time()
                    answers.append(work(job.root, path, job.max_size, registry))
                write_frame(stdout, answers)
                served += 1
                if served % COLLECT == 0:
                    gc.collect()
        except BadSettings as error:
            write_frame(stdout, (error.message, error.hint))


def examine(root: str, path: str, max_size: int, registry: Registry) -> tuple[Any, ...] | None:
    """Look at a file and extract its facts: (stamp, racy, left out, key, status, lines, symbols, words)."""
    seen = look(root, path, max_size, registry)
    if seen is None:
        return None
    head = tuple(seen.stamp), seen.racy, seen.left_out
    if seen.key is None:
        return (*head, None, seen.left_out, 0, [], "")
    key, *rest = extract(seen)
    return (*head, tuple(key), *rest)


def deepen(root: str, path: str, max_size: int, registry: Registry) -> tuple[bytes, bytes] | None:
    """Look at a file and extract its deep facts: (hash of the content, packed facts)."""
    from ..deeppacking import pack
    from .deep import deep_facts_of

    seen = look(root, path, max_size, registry)
    if seen is None or seen.key is None or seen.language is None or seen.left_out:
        return None
    return seen.key.hash, pack(deep_facts_of(seen.language, seen.raw))


if __name__ == "__main__":
    main()
