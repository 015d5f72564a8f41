"""The commands for coding agents: `mcp` runs the server, `setup` puts it into the settings of their hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import print_json, print_lines

if TYPE_CHECKING:
    import argparse

__all__ = ["mcp", "setup"]

FOUND, NOTHING = 0, 1


def mcp(arguments: argparse.Namespace) -> int:
    """Run `codeintel mcp` until the client is gone."""
    import os

    from ..engine.errors import NoSuchFile
    from ..mcp_adapter.run import Options, run

    if not os.path.isdir(arguments.project):
        raise NoSuchFile(f"there is no folder {arguments.project}", "Give an existing folder to -C.")
    options = Options(
        start=arguments.project,
        is_chosen=arguments.project != ".",
        projects=tuple(arguments.projects),
        profile=arguments.profile,
        context=arguments.context,
        read_only=arguments.read_only,
        structured=arguments.structured,
        seconds=arguments.timeout,
        http=arguments.http,
        hosts=tuple(arguments.hosts),
    )
    run(options)
    return FOUND


def setup(arguments: argparse.Namespace) -> int:
    """Run `codeintel setup`."""
    from ..engine.errors import UsageError
    from ..engine.service import Engine
    from ..mcp_adapter.setup import add, hosts, printed, remove, write

    root = Engine(arguments.project).root
    if arguments.print:
        entry = printed(arguments.agent, root)
        if arguments.json:
            print_json({"agent": arguments.agent, "entry": entry})
        else:
            print_lines([[("", line)] for line in entry.rstrip("\n").split("\n")])
        return FOUND
    if arguments.agent is None:
        listed = "; ".join(f"{name} ({about})" for name, about in hosts().items())
        raise UsageError("which agent?", f"Known are {listed}; for others use --print.")
    change = (remove if arguments.remove else add)(arguments.agent, root)
    if not arguments.json:
        print_lines([[(_STYLES.get(line[:1], ""), line)] for line in change.diff.split("\n")[:-1]])
    write(change)
    done = "removed from" if arguments.remove else "written to"
    said = f"{done} {change.path}" if change.diff else f"nothing to change in {change.path}"
    if arguments.json:
        print_json({"agent": change.host, "file": change.path, "changed": bool(change.diff), "diff": change.diff})
    else:
        print_lines([[("dim", said)]])
    return FOUND if change.diff or not arguments.remove else NOTHING


_STYLES = {"+": "line", "-": "path", "@": "dim"}
