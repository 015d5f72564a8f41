"""The commands about language servers: `diagnostics`, `servers`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.server_shapes import diagnostics_shape, servers_shape
from ..engine.server_text import diagnostics_text, servers_text
from ..lsp_bridge import language_servers
from .output import print_json, print_lines
from .shaped import ask, respond

if TYPE_CHECKING:
    import argparse

__all__ = ["diagnostics", "servers"]

FOUND, NOTHING = 0, 1


def diagnostics(arguments: argparse.Namespace) -> int:
    """Run `codeintel diagnostics`."""
    from ..engine.answers.diagnostics import DiagnosticsRequest

    request = DiagnosticsRequest(
        arguments.path, arguments.symbol, arguments.changed, arguments.severity, arguments.limit, arguments.wait
    )
    answer = ask(arguments, lambda engine: engine.diagnostics(request))
    respond(arguments, answer, diagnostics_shape, diagnostics_text, "diagnostics")
    return FOUND if answer.diagnostics else NOTHING


def servers(arguments: argparse.Namespace) -> int:
    """Run `codeintel servers`."""
    from ..engine.service import Engine
    from ..lsp_bridge.registry import set_trusted

    engine = Engine(arguments.project, backend=language_servers)
    if arguments.trust or arguments.distrust:
        set_trusted(engine.root, trusted=arguments.trust)
    rows, mine = engine.servers(), set(engine.status().languages)
    if not arguments.all:
        rows = [row for row in rows if mine.intersection(row.languages)]
    if arguments.json:
        print_json(servers_shape(rows))
    else:
        print_lines(servers_text(rows))
    return FOUND if any(row.state in ("found", "running") for row in rows) else NOTHING
