"""A server may do what it likes: codeintel neither hangs nor breaks, says what happened and answers from the index."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import cli_command, write

from codeintel.engine.answers.references import RefsAnswer, RefsRequest
from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import Refused, StillUsed
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

FAKE = Path(__file__).parent / "fake_server.py"
FILES = {
    "a.py": "def target():\n    pass\n",
    "b.py": 'from a import target\n\nx = "😀é", target()\n',
    "c.py": "import a\n\na.target()\n",
    "d.py": "def use(thing):\n    thing.target()\n",
}
USES = ["b.py:1", "b.py:3", "c.py:3"]


@pytest.fixture
def serve(project: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Engine]]:
    """Makes an engine on a small project whose server has a fault."""
    engines: list[Engine] = []
    monkeypatch.delenv("CODEINTEL_SERVERS")

    def make(fault: str, of_project: str = "", **more: object) -> Engine:
        write(project, {**FILES, "codeintel.toml": of_project})
        server = {
            "languages": {"python": "python"},
            "command": [sys.executable, str(FAKE), fault],
            "install": "never",
            **more,
        }
        toml = "\n".join(f"{key} = {_toml(value)}" for key, value in server.items())
        write(Path(os.environ["XDG_CONFIG_HOME"]), {"codeintel/servers.toml": f"[fake]\n{toml}\n"})
        engine = Engine(str(project), backend=language_servers)
        engines.append(engine)
        return engine

    yield make
    for engine in engines:
        engine.close()


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def refs(engine: Engine, wait: float = 10) -> RefsAnswer:
    return engine.refs(RefsRequest("a.py:target", "lsp", wait=wait))


def shown(answer: RefsAnswer) -> list[str]:
    return [f"{row.path}:{row.line}" for row in answer.references if row.certainty != "name"]


def test_a_well_behaved_server_is_the_second_witness(serve: Callable[..., Engine]) -> None:
    answer = refs(serve(""))
    assert shown(answer) == [*USES, "d.py:2"]
    assert {row.source for row in answer.references} == {"index+lsp:fake"}
    assert answer.complete
    assert not answer.notes


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("hangs", "gave no answer"),
        ("crashes", "ended with exit code"),
        ("garbage", "sent what is no message"),
        ("wrong length", "sent what is no message"),
        ("never initialises", "gave no answer to initialize"),
        ("dies at once", "ended with exit code 1"),
        ("late", "gave no answer"),
    ],
)
def test_a_fault_is_told_and_the_index_answers(serve: Callable[..., Engine], fault: str, said: str) -> None:
    engine = serve(fault)
    started = time.monotonic()
    answer = refs(engine, wait=2)
    assert time.monotonic() - started < 30
    assert shown(answer) == USES
    assert not answer.complete
    assert any(note.startswith("degraded: fake") and said in note for note in answer.notes), answer.notes


def test_a_late_answer_is_nobodys_answer(serve: Callable[..., Engine]) -> None:
    engine = serve("late")
    assert not refs(engine, wait=2).complete
    assert shown(refs(engine, wait=30)) == [*USES, "d.py:2"]


def test_a_server_that_crashes_is_started_again(serve: Callable[..., Engine]) -> None:
    engine = serve("crashes once")
    assert "ended with exit code" in " ".join(refs(engine).notes)
    again = refs(engine)
    assert shown(again) == [*USES, "d.py:2"]
    assert any("was started again" in note for note in again.notes)
    assert refs(engine) == again._replace(notes=[])  # it is no part of what is remembered


def test_a_server_that_always_crashes_is_left_alone(serve: Callable[..., Engine]) -> None:
    engine = serve("crashes")
    for _ in range(4):
        refs(engine)
    assert engine.servers()[0].state == "failed"
    assert not any("fake" in note for note in refs(engine).notes)


@pytest.mark.parametrize("fault", ["outside", "floods", "asks", "leaves children"])
def test_what_does_no_harm_changes_no_answer(serve: Callable[..., Engine], fault: str) -> None:
    assert shown(refs(serve(fault))) == [*USES, "d.py:2"]


def test_a_flood_is_kept_short(serve: Callable[..., Engine]) -> None:
    refs(serve("floods"))
    logs = list(Path(os.environ["CODEINTEL_CACHE"]).glob("*/servers/*/fake/stderr.log"))
    assert len(logs) == 1
    assert 0 < logs[0].stat().st_size <= 1024 * 1024


def test_requests_of_the_server_get_right_answers(serve: Callable[..., Engine], project: Path) -> None:
    refs(serve("asks", settings={"a": {"b": 7}}))
    answers = {name: json.loads((project / f"{name}.json").read_text()) for name in ("q1", "q2", "q3", "q4")}
    assert answers["q1"]["result"] == [7, {"a": {"b": 7}}]
    assert answers["q2"]["result"] is None
    assert answers["q3"]["result"]["applied"] is False
    assert answers["q4"]["error"]["code"] == -32601


def test_nonsense_among_the_places_is_left_out(serve: Callable[..., Engine]) -> None:
    assert shown(refs(serve("nonsense"))) == USES


def test_places_of_a_family_that_time_did_not_let_tell_apart_are_not_sure(
    serve: Callable[..., Engine], project: Path
) -> None:
    engine = serve("knows no definition", lists="chain")
    members = "class A:\n    def target(self): pass\n\n\nclass B:\n    def target(self): pass\n"
    write(project, {"a.py": members, "b.py": "from a import A\n\nA().target()\n", "c.py": "x = 1\n"})
    answer = engine.refs(RefsRequest("A/target", "lsp", wait=8))
    assert [(row.path, row.certainty) for row in answer.references] == [("b.py", "exact"), ("d.py", "name")]
    assert not answer.complete
    assert len(answer.notes) == len(set(answer.notes))


def test_an_early_answer_is_recognised_and_asked_again(serve: Callable[..., Engine]) -> None:
    engine = serve("early", early=True)
    assert shown(refs(engine, wait=60)) == [*USES, "d.py:2"]


def test_too_much_memory_stops_the_server_and_is_said(serve: Callable[..., Engine]) -> None:
    from codeintel.lsp_bridge.backend import Backend

    engine = serve("grows", of_project="server_memory = 100\n")
    refs(engine)
    backend = engine._backend
    assert isinstance(backend, Backend)
    assert backend._asker is not None
    pool = backend._asker.pool
    backend._asker._loop.run(pool.look_at(pool.sessions["fake"]))
    assert not pool.sessions
    assert any("more than 100 MB" in note for note in pool.notes)


def test_an_idle_server_is_stopped(serve: Callable[..., Engine]) -> None:
    from codeintel.lsp_bridge.backend import Backend

    engine = serve("", of_project="server_idle = 0\n")
    refs(engine)
    backend = engine._backend
    assert isinstance(backend, Backend)
    assert backend._asker is not None
    pool = backend._asker.pool
    backend._asker._loop.run(pool.look_at(pool.sessions["fake"]))
    assert not pool.sessions
    assert shown(refs(engine)) == [*USES, "d.py:2"]


@pytest.mark.parametrize("fault", ["edits outside", "edits wrong", "edits overlap"])
def test_a_rename_that_would_do_damage_is_refused(serve: Callable[..., Engine], project: Path, fault: str) -> None:
    engine = serve(fault)
    with pytest.raises(Refused):
        engine.rename("a.py:target", "goal", precision=Precision("lsp", 10))
    assert {name: (project / name).read_text() for name in FILES} == FILES


def test_duplicate_edits_are_made_once(serve: Callable[..., Engine], project: Path) -> None:
    serve("edits twice").rename("a.py:target", "goal", precision=Precision("lsp", 10))
    assert {name: (project / name).read_text() for name in FILES} == {
        name: text.replace("target", "goal") for name, text in FILES.items()
    }


def test_a_rename_without_a_server_says_what_is_missing(serve: Callable[..., Engine]) -> None:
    engine = serve("dies at once")
    with pytest.raises(StillUsed, match="cannot be renamed from the index") as error:
        engine.rename("a.py:target", "goal", precision=Precision("auto", 10))
    assert "A language server would know" in error.value.hint
    assert any("d.py" in use for use in error.value.uses)


def children(pid: int) -> list[int]:
    return [
        int(word)
        for word in subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
        ).stdout.split()
    ]


def below(pid: int) -> list[int]:
    found = [pid]
    for process in found:
        found += children(process)
    return found[1:]


@pytest.mark.parametrize("fault", ["hangs", "never initialises", "hangs and leaves children"])
def test_no_server_survives_a_killed_codeintel(serve: Callable[..., Engine], project: Path, fault: str) -> None:
    serve(fault)
    command = cli_command("-C", project, "refs", "a.py:target", "--precision", "lsp")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        servers = wait_for(lambda: [pid for pid in below(process.pid) if "fake_server" in command_of(pid)])
        started = below(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    assert servers
    assert wait_for(lambda: not [pid for pid in started if is_running(pid)])


def wait_for(condition: Callable[[], object], seconds: float = 20) -> object:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if found := condition():
            return found
        time.sleep(0.05)
    return condition()


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("launch.py")[-1]
    except OSError:
        return ""


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return False
