"""The commands for coding agents: `mcp` runs the server, `setup` puts it into the settings of their hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
