"""Makes of a look at a file what is stored of it, in a process of its own that may come to grief.

A grammar is C code that meets any bytes: some make it crash, take minutes, or fill the memory. Few files are therefore
extracted in a fork of this process, which is ready in a millisecond; many in worker processes (`workers.py`). Both are
limited in the same way, and the file that ends one is stored as failed.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import resource
import signal
import threading
import time
import warnings
from typing import TYPE_CHECKING, NoReturn

from ..errors import CodeintelError
from .frames import receive, write_frame
from .parse import facts_of, make_ready
from .rows import NewBlob
from .store import FAILED, INDEXED, WITH_ERRORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .look import Look

__all__ = ["SECONDS_WITHOUT_A_WORD", "extract", "extract_apart", "limit_memory", "limit_time", "was_ended_from_outside"]

CPU_SECONDS_A_FILE = 30
"""The largest files that are read take 5."""
SECONDS_WITHOUT_A_WORD = 300
"""By the clock, for what uses no CPU: a file system that does not answer. A busy machine must not come near it."""
_ONE_AT_A_TIME = threading.Lock()
MEMORY = 2 << 30
"""What a process may take beyond what it started with; the largest files take 0.5 GB."""


def extract(seen: Look) -> NewBlob:
    """What is stored of a file's content. Raises BadSettings where its language cannot be used."""
    assert seen.key is not None
    if seen.left_out or seen.language is None:
        return NewBlob(seen.key, seen.left_out, 0, (), "")
    try:
        facts = facts_of(seen.language, seen.raw)
    except CodeintelError:
        raise
    except Exception:  # noqa: BLE001 - a fault of ours that one file brings out must not cost the others their answers
        return NewBlob(seen.key, FAILED, 0, (), "")
    status = WITH_ERRORS if facts.errors else INDEXED
    return NewBlob(seen.key, status, facts.lines, list(map(tuple, facts.symbols)), facts.words)


def extract_apart(looks: Sequence[Look]) -> list[NewBlob]:
    """The same of several files, in a fork; of a file that ends it, that it failed. Raises BadSettings."""
    with _ONE_AT_A_TIME:  # a module that another thread has half loaded would stay so in the fork
        return _extract_apart(looks)


def _extract_apart(looks: Sequence[Look]) -> list[NewBlob]:
    for language in {seen.language for seen in looks if seen.language is not None and not seen.left_out}:
        make_ready(language)  # here, so that it is there for the next fork as well
    done: list[NewBlob] = []
    tried_again = -1
    while len(done) < len(looks):
        blobs, status = _in_fork(looks[len(done) :])
        done += blobs
        if len(done) < len(looks):
            if was_ended_from_outside(status) and tried_again != len(done):
                tried_again = len(done)
                continue
            key = looks[len(done)].key
            assert key is not None
            done.append(NewBlob(key, FAILED, 0, (), ""))
    return done


def limit_memory() -> None:
    """End this process, and write no core file, if it takes much more memory than it has now."""
    with contextlib.suppress(OSError, ValueError):  # no /proc, or a limit that is lower already
        with open("/proc/self/statm", "rb") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def limit_time() -> None:
    """End this process if it works on the next file for too long, whoever may still wait for it."""
    with contextlib.suppress(OSError, ValueError):
        until = int(time.process_time()) + 1 + CPU_SECONDS_A_FILE
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def was_ended_from_outside(status: int) -> bool:
    """Whether a process of that exit status (negative: a signal) was killed by somebody, not by what it did."""
    return -status in {signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT}


def _in_fork(looks: Sequence[Look]) -> tuple[list[NewBlob], int]:
    """What a fork made of the first of these files, of all if it comes that far, and how it ended."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads hold nothing that the child needs
        child = os.fork()
    if child == 0:
        _serve(theirs, looks)
    os.close(theirs)
    blobs: list[NewBlob] = []
    try:
        for seen in looks:
            assert seen.key is not None
            blobs.append(NewBlob(seen.key, *receive(ours, SECONDS_WITHOUT_A_WORD)))
    except EOFError:
        return blobs, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    except TimeoutError:
        return blobs, _end(child)
    except BaseException:  # an interrupt
        _end(child)
        raise
    finally:
        os.close(ours)
    os.waitpid(child, 0)
    return blobs, 0


def _serve(handle: int, looks: Sequence[Look]) -> NoReturn:
    """Be the child."""
    code = 1
    try:
        gc.disable()  # nothing of the parent's is to be touched, such as its database
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # last words of the parser
        faulthandler.disable()  # likewise
        limit_memory()
        with os.fdopen(handle, "wb") as out:
            for seen in looks:
                limit_time()
                write_frame(out, tuple(extract(seen)[1:]))
        code = 0
    finally:
        os._exit(code)


def _end(child: int) -> int:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1
