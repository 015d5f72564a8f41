"""Processes that are killed, and processes that work at the same time: the next answer is right, and none hangs.

CODEINTEL_KILLS=50 makes a long run.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from support import cli_command, find, write

from codeintel.engine import cache
from codeintel.engine.service import Engine

KILLS = int(os.environ.get("CODEINTEL_KILLS", "8"))
SEED = int(os.environ.get("CODEINTEL_SEED", "1"))
FILES = {
    f"pkg{n % 7}/sub{n % 3}/m{n}.py": "".join(f"class C{n}_{i}:\n    def m{i}(self): pass\n" for i in range(10))
    for n in range(300)
}
EXPECTED = sorted(
    f"{path}:C{path.split('/m')[1][:-3]}_{i}  class  {2 * i + 1}-{2 * i + 2}" for path in FILES for i in range(10)
)
SECONDS = 60
"""Within which anything here ends, however busy the machine is."""


def check(project: Path) -> None:
    """Ask a new engine for every class."""
    with closing(Engine(str(project))) as engine:
        assert sorted(find(engine, "C*_*")) == EXPECTED
        assert not [note for note in engine.notes if "memory" in note]
        assert engine.status().unparsable == []


@pytest.fixture
def many(project: Path) -> Path:
    """A project that takes workers to index."""
    write(project, FILES)
    return project


def workers() -> list[int]:
    """The worker processes of this test, told from others by the cache that they were given."""
    mine = f"CODEINTEL_CACHE={cache.cache_home()}\0".encode()
    found: list[int] = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if b"index.worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                if mine in Path(f"/proc/{pid}/environ").read_bytes() + b"\0":
                    found.append(int(pid))
        except OSError:  # gone meanwhile
            continue
    return found


def wait_until(condition: object) -> None:
    """Poll until a call gives something true."""
    assert callable(condition)
    give_up = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.005)


pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes by /proc")


# --- killed ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("force", [False, True], ids=["first", "force"])
def test_killed_while_it_indexes(many: Path, force: bool) -> None:
    chance = random.Random(SEED)
    command = cli_command("-C", many, "index", *(["--force"] if force else []))
    if force:
        check(many)
    for _ in range(KILLS // 2):
        indexing = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if chance.random() < 0.8:  # else before it has begun
            wait_until(lambda: workers() or indexing.poll() is not None)
        time.sleep(chance.random() * 0.7)
        indexing.kill()
        indexing.wait()
        wait_until(lambda: not workers())
        if chance.random() < 0.3:
            check(many)
    check(many)


def test_killed_and_another_goes_on_at_once(many: Path) -> None:
    first = subprocess.Popen(cli_command("-C", many, "index"), stdout=subprocess.DEVNULL)
    second = subprocess.Popen(cli_command("-C", many, "index"), stdout=subprocess.DEVNULL)
    wait_until(workers)
    first.kill()
    first.wait()
    assert second.wait(SECONDS) == 0
    wait_until(lambda: not workers())
    check(many)


@pytest.mark.parametrize("force", [False, True], ids=["first", "force"])
def test_killed_workers(many: Path, force: bool) -> None:
    """Each worker that comes up is killed once; what it was at is done by the next."""
    if force:
        check(many)
    command = cli_command("-C", many, "index", *(["--force"] if force else []))
    indexing = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    killed: set[int] = set()
    while indexing.poll() is None and len(killed) < 2:
        for pid in sorted(set(workers()) - killed)[:2]:
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)
    assert indexing.wait(SECONDS) == 0
    assert killed
    check(many)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted(many: Path, number: signal.Signals) -> None:
    indexing = subprocess.Popen(cli_command("-C", many, "index"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_until(workers)
    indexing.send_signal(number)
    _, said = indexing.communicate(timeout=SECONDS)
    assert b"Traceback" not in said
    assert indexing.returncode == (130 if number == signal.SIGINT else -number)
    wait_until(lambda: not workers())
    check(many)


def test_no_worker_can_be_started(many: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As while Python is being upgraded under a long-lived process: an error, and nothing wrong is remembered."""
    for program in (tmp_path / "nothing", Path("/bin/false")):
        with closing(Engine(str(many))) as engine, monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(program))
            with pytest.raises(Exception, match="worker process"):
                find(engine)
    check(many)


# --- at the same time --------------------------------------------------------------------------------------------


def test_readers_while_two_write(many: Path) -> None:
    """8 readers and 2 that index anew: nobody waits for long, nobody is told of a lock, all answers are right."""
    writers = [
        subprocess.Popen(cli_command("-C", many, "index", "--force"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    readers = [
        subprocess.Popen(
            cli_command("-C", many, "find", f"C{n}_3", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for n in range(8)
    ]
    for n, reader in enumerate(readers):
        out, said = reader.communicate(timeout=SECONDS)
        assert (reader.returncode, _complaints(said)) == (0, [])
        assert f'"pkg{n % 7}/sub{n % 3}/m{n}.py:C{n}_3"'.encode() in out
        assert b'"notes": []' in out
    for writer in writers:
        _, said = writer.communicate(timeout=SECONDS)
        assert (writer.returncode, _complaints(said)) == (0, [])
    check(many)


def _complaints(said: bytes) -> list[str]:
    """What is on stderr besides progress."""
    return [
        line for line in said.decode().splitlines() if not line.startswith(("codeintel: waiting", "codeintel: index"))
    ]


def test_first_questions_at_the_same_time(project: Path) -> None:
    """All find no database and make one."""
    write(project, dict(list(FILES.items())[:3]))
    asking = [
        subprocess.Popen(
            cli_command("-C", project, "find", "C1_1", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(8)
    ]
    for process in asking:
        out, said = process.communicate(timeout=SECONDS)
        assert (process.returncode, _complaints(said)) == (0, [])
        assert b"C1_1" in out


def test_several_engines_while_files_change(project: Path) -> None:
    """Each answer has at least what was written before its question; none has what was never there."""
    write(project, {"a.py": "def v0(): pass\n"})
    begun = written = 0
    wrong: list[str] = []
    stop = threading.Event()

    def ask_all_the_time() -> None:
        with closing(Engine(str(project))) as engine:
            while not stop.is_set():
                before = written
                found = find(engine, "v*")
                seen = int(found[0].split(":v")[1].split()[0]) if len(found) == 1 else -1
                if not before <= seen <= begun:
                    wrong.append(f"{before} <= {found} <= {begun}")

    threads = [threading.Thread(target=ask_all_the_time) for _ in range(3)]
    for thread in threads:
        thread.start()
    for version in range(1, 12):
        begun = version
        write(project, {"t": f"def v{version}(): pass\n"})
        (project / "t").replace(project / "a.py")
        written = version
        time.sleep(0.02)
    stop.set()
    for thread in threads:
        thread.join(SECONDS)
    assert wrong == []


def test_one_engine_of_several_threads(many: Path) -> None:
    with closing(Engine(str(many))) as engine:
        answers: list[int] = []
        threads = [threading.Thread(target=lambda: answers.append(len(find(engine, "C*_*")))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        assert answers == [len(EXPECTED)] * 8
