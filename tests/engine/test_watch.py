"""Watching: what it watches, that a failing watcher costs speed and never truth, and what `codeintel watch` prints."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from codeintel.engine.answers.values import FindRequest
from codeintel.engine.index import watch as watching
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="file events are read from inotify")


@pytest.fixture
def repository(project: Path) -> Path:
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text("def one(): pass\n")
    (project / "node_modules" / "lib").mkdir(parents=True)
    (project / "node_modules" / "lib" / "x.js").write_text("function hidden() {}\n")
    (project / ".gitignore").write_text("node_modules\n")
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    return project


@pytest.fixture
def engine(repository: Path) -> Iterator[Engine]:
    made = Engine(str(repository))
    yield made
    made.close()


def names(engine: Engine) -> set[str]:
    return {node.symbol.name for node in engine.find(FindRequest("?*")).symbols}


def test_ignored_folders_are_not_watched(engine: Engine, repository: Path) -> None:
    watcher = engine.watch()
    assert not watcher.sweeping
    assert set(watcher._watches) == {"", "src"}
    (repository / "src" / "new").mkdir()
    (repository / "src" / "new" / "b.py").write_text("def two(): pass\n")
    assert names(engine) == {"one", "two"}
    assert set(watcher._watches) == {"", "src", "src/new"}
    (repository / "src" / "new" / "b.py").write_text("def three(): pass\n")
    assert names(engine) == {"one", "three"}


def test_no_cookie_stays_behind(engine: Engine, repository: Path) -> None:
    engine.watch()
    assert names(engine) == {"one"}
    assert not list((repository / ".git").glob("codeintel*"))


def test_a_limit_of_watches_falls_back_to_sweeps(
    engine: Engine, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from watchdog.observers.inotify_c import InotifyFD

    add = InotifyFD.add_callback
    left = [2]

    def limited(self: Any, *arguments: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        return add(self, *arguments)

    monkeypatch.setattr(InotifyFD, "add_callback", limited)
    assert "limit" in engine.watch().sweeping
    (repository / "src" / "a.py").write_text("def other(): pass\n")
    assert names(engine) == {"other"}
    assert "limit" in engine.sweeping_because()


@pytest.mark.parametrize("fault", ["late cookie", "overflow", "no event at all"])
def test_a_failing_watcher_costs_no_truth(
    engine: Engine, repository: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    watcher = engine.watch()
    assert names(engine) == {"one"}
    if fault == "late cookie":
        monkeypatch.setattr(watching, "COOKIE_SECONDS", 0.0)
    if fault == "no event at all":
        monkeypatch.setattr(watcher, "on_event", lambda _event: None)
        monkeypatch.setattr(watching, "COOKIE_SECONDS", 0.01)
    (repository / "src" / "a.py").write_text("def other(): pass\n")
    if fault == "overflow":
        watcher._dirty.clear()
        watcher.on_queue_overflow()
    assert names(engine) == {"other"}


def test_without_git_questions_sweep(project: Path) -> None:
    (project / "a.py").write_text("def one(): pass\n")
    engine = Engine(str(project))
    try:
        assert "version-control" in engine.watch().sweeping
        (project / "a.py").write_text("def two(): pass\n")
        assert names(engine) == {"two"}
    finally:
        engine.close()


def test_the_command_prints_what_it_does(repository: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "codeintel.cli", "-C", str(repository), "watch", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert json.loads(process.stdout.readline())["watching"]
        status = subprocess.run(
            [sys.executable, "-m", "codeintel.cli", "-C", str(repository), "status", "--json"],
            capture_output=True,
            check=True,
        )
        assert json.loads(status.stdout)["watching"]
        (repository / "src" / "a.py").write_text("def other(): pass\n")
        told = json.loads(process.stdout.readline())
        assert (told["changed"], told["gone"]) == (["src/a.py"], [])
        os.unlink(repository / "src" / "a.py")
        assert json.loads(process.stdout.readline())["gone"] == ["src/a.py"]
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in out + err
