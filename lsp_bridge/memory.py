"""What a server and the processes that it started hold in memory."""

from __future__ import annotations

import os

__all__ = ["memory_below"]

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def memory_below(pid: int) -> int:
    """Resident bytes of all processes that come from `pid`, without itself; 0 where the system does not tell."""
    parents: dict[int, tuple[int, int]] = {}
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return 0
    for name in names:
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1]), int(fields[21]) * _PAGE
    found = [pid]
    for process in found:
        found += [child for child, (parent, _) in parents.items() if parent == process]
    return sum(parents[child][1] for child in found[1:])
