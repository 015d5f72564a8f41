"""Runs the server until its client is gone."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import anyio

from .dispatch import Dispatcher
from .profiles import DEFAULT_CONTEXT, DEFAULT_PROFILE, choose
from .server import make_server
from .unread import Answering
from .workspace import Workspace

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

__all__ = ["Options", "run", "serve"]

DEFAULT_SECONDS = 240.0


class Options(NamedTuple):
    """What a server may be told when it starts."""

    start: str = "."
    is_chosen: bool = False
    """Whether `start` was given, and is not just where the process happens to be."""
    projects: tuple[str, ...] = ()
    """Further projects that may be asked about."""
    profile: str = DEFAULT_PROFILE
    context: str = DEFAULT_CONTEXT
    read_only: bool = False
    structured: bool = False
    seconds: float = DEFAULT_SECONDS
    """The longest that one call may take."""
    http: str | None = None
    """Where to listen; None: stdin and stdout."""
    hosts: tuple[str, ...] = ()
    """Further names by which HTTP clients may call this machine."""


def serve(options: Options) -> tuple[Server[Any], Workspace]:
    """A server, ready to run, and what it knows. Raises UsageError, NoProject."""
    choice = choose(options.profile, options.context, read_only=options.read_only)
    workspace = Workspace(options.start, options.projects, is_chosen=options.is_chosen)
    dispatcher = Dispatcher(workspace, choice, seconds=options.seconds, structured=options.structured)
    return make_server(workspace, choice, dispatcher), workspace


def run(options: Options) -> None:
    """Serve until the client is gone; ends the process, whatever still works in a thread. Raises UsageError."""
    server, workspace = serve(options)
    gc.enable()  # the command line turns it off
    gc.freeze()  # what was imported stays
    if options.http is None:
        anyio.run(_stdio, server)
    else:
        from .http import listen

        listen(server, options.http, options.hosts)
    workspace.close()
    sys.stderr.flush()
    os._exit(0)


async def _stdio(server: Server[Any]) -> None:
    from mcp.server.stdio import stdio_server

    try:
        async with stdio_server() as (read, write):
            try:
                await server.run(
                    cast("Any", Answering(read, write.send)), write, server.create_initialization_options()
                )
            finally:
                sys.stdout.flush()  # what a library printed: to stderr, as long as the SDK holds stdout
    except* OSError:
        pass  # nobody reads our answers any more
