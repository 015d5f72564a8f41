"""On what a figure was taken: the machine, how busy it was, and the versions of all that takes part."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .measure import ROOT

__all__ = ["cores", "load_average", "machine"]

_PACKAGES = ("codeintel-engine", "tree-sitter", "tree-sitter-language-pack", "watchdog")


def machine() -> dict[str, Any]:
    """The machine, its load and the versions, now."""
    return {
        "command": " ".join(["python -m benchmarks", *map(_shown, sys.argv[1:])]),
        "taken": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "cores": cores(),
        "memory_bytes": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "load": load_average(),
        "versions": {
            "python": platform.python_version(),
            "sqlite": sqlite3.sqlite_version,
            **{name: _version(name) for name in _PACKAGES},
            "commit": _commit(),
        },
    }


def _shown(word: str) -> str:
    """A word of the command line; of a place on this machine its last part."""
    return f"…/{os.path.basename(word)}" if os.path.isabs(word) else word


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load_average() -> list[float]:
    """Processes that wanted to run, on average over 1, 5 and 15 minutes."""
    return [round(load, 2) for load in os.getloadavg()]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if sys.platform != "win32" else 0


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    """The commit of this repository, with `+` where the work tree differs from it."""
    try:
        found = [
            subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
            for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "--", "engine", "cli", "queries"))
        ]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found[0] + ("+" if found[1] else "")
