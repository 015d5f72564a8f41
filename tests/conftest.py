"""What every test gets: a home, a cache and a git of its own, so that tests are blind to the machine and to each other."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

for _number, _usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if (
        signal.getsignal(_number) == signal.SIG_IGN
    ):  # in the background of a shell; what is started here would ignore it too
        signal.signal(_number, _usual)

IDENTITY = {
    "GIT_AUTHOR_NAME": "t",
    "GIT_AUTHOR_EMAIL": "t@example.com",
    "GIT_COMMITTER_NAME": "t",
    "GIT_COMMITTER_EMAIL": "t@example.com",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith(("GIT_", "CODEINTEL_", "XDG_"))]:
        if name not in _KNOBS:
            monkeypatch.delenv(name)
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name[4:-5].lower()))
    monkeypatch.setenv("CODEINTEL_CACHE", str(home / "codeintel"))
    monkeypatch.setenv("CODEINTEL_SERVERS", "off")  # tests of servers turn them on
    # Started processes compile our modules once, and not beside the sources.
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.getbasetemp() / "pycache"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty folder for a project, beside which a test may put what is not of it."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


_KNOBS = frozenset(
    {
        "CODEINTEL_EDITS",
        "CODEINTEL_EDIT_KILLS",
        "CODEINTEL_EDIT_ROOTS",
        "CODEINTEL_EDIT_STRIDE",
        "CODEINTEL_KILLS",
        "CODEINTEL_SEED",
        "CODEINTEL_IDS_ROOT",
        "CODEINTEL_INSPECTOR",
    }
)
"""Settings of the tests themselves."""
