"""Starts a language server and sees to it that it never outlives whoever asked for it. Run as a script of its own.

    launch.py CONTROL_FD LOG_FILE LOG_BYTES COMMAND…

The server inherits stdin and stdout. Its stderr is drained into a log file that is begun anew when it is full, so a
server that floods it neither blocks nor fills the disk. CONTROL_FD is a pipe whose other end only the asker holds: when
that ends, by whatever death, every process that came from the server is killed.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
CHUNK = 65536
LAST_WORDS = 0.2
"""Seconds without a word on stderr after which a server that has ended has said all."""


def main() -> int:
    """Run the server to its end; gives its exit code."""
    control, log_path, log_bytes = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.set_inheritable(control, False)
    prctl = _prctl()
    if prctl is not None:
        prctl(PR_SET_CHILD_SUBREAPER, 1)  # what the server starts and leaves behind becomes ours
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _heed)
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    try:
        server = subprocess.Popen(
            sys.argv[4:],
            stderr=subprocess.PIPE,
            preexec_fn=(lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL)) if prctl is not None else None,  # noqa: PLW1509
        )
    except OSError as error:
        with open(log_path, "wb") as log:
            log.write(f"cannot be started: {error}\n".encode())
        return 127
    for standard in (0, 1):
        os.close(standard)
    assert server.stderr is not None
    try:
        _watch(server, server.stderr.fileno(), control, wake_read, log_path, log_bytes)
    finally:
        _kill_all()
    return server.returncode if server.returncode is not None else 0


def _watch(server: "subprocess.Popen[bytes]", stderr: int, control: int, wake: int, path: str, limit: int) -> None:
    """Return when the server has ended and said its last, or the asker has ended."""
    reading = [control, wake, stderr]
    with open(path, "wb", buffering=0) as log:
        written = 0
        while True:
            ended = server.poll() is not None
            ready, _, _ = select.select(reading, [], [], LAST_WORDS if ended else None)
            if (ended and stderr not in ready) or (control in ready and not os.read(control, CHUNK)):
                return
            if wake in ready:
                os.read(wake, CHUNK)
            if stderr in ready:
                data = os.read(stderr, CHUNK)
                if not data:
                    reading.remove(stderr)
                if written + len(data) > limit:
                    log.seek(0)
                    log.truncate()
                    written = 0
                log.write(data)
                written += len(data)


def _kill_all() -> None:
    """Kill every process below this one; again while there are some, since a dying one leaves its children to us."""
    if not os.path.isdir("/proc/self"):
        os.killpg(0, signal.SIGKILL)
    for _ in range(200):
        below = _descendants()
        for process in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue
        if not below:
            return
        time.sleep(0.01)


def _descendants() -> list[int]:
    parents: dict[int, int] = {}
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    for name in names:
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if state != b"Z":
            parents[int(name)] = int(parent)
    found = [os.getpid()]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


def _heed(number: int, frame: object) -> None:
    """Let the signal wake the loop, and do nothing else."""
    del number, frame


def _prctl() -> "Callable[..., int] | None":
    try:
        return ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None


if __name__ == "__main__":
    code = main()
    os._exit(code if code >= 0 else 128 - code)
