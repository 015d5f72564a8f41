"""The commands that answer from the index: `find`, `overview`, `show`, `routes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import print_notes, print_nothing
from .shaped import ask, kinds_of, respond

if TYPE_CHECKING:
    import argparse

__all__ = ["find", "overview", "routes", "show"]

FOUND, NOTHING = 0, 1


def find(arguments: argparse.Namespace) -> int:
    """Run `codeintel find`."""
    from ..engine.answers.values import FindRequest
    from ..engine.shapes import find_shape
    from ..engine.text import find_text

    request = FindRequest(
        arguments.pattern,
        arguments.within,
        kinds_of(arguments),
        arguments.substring,
        arguments.ignore_case,
        arguments.body,
        arguments.depth,
        arguments.limit,
    )
    answer = ask(arguments, lambda engine: engine.find(request))
    if answer.symbols or answer.more or arguments.json:
        respond(arguments, answer, find_shape, find_text, "symbols")
    else:
        print_notes(answer.notes)
        print_nothing(f"nothing is named {arguments.pattern!r}", answer.suggestions)
    return FOUND if answer.symbols or answer.more else NOTHING


def overview(arguments: argparse.Namespace) -> int:
    """Run `codeintel overview`."""
    from ..engine.shapes import overview_shape
    from ..engine.text import overview_text

    answer = ask(arguments, lambda engine: engine.overview(arguments.path, arguments.depth, arguments.limit))
    respond(arguments, answer, overview_shape, overview_text, "symbols")
    return FOUND if answer.symbols or answer.files else NOTHING


def routes(arguments: argparse.Namespace) -> int:
    """Run `codeintel routes`."""
    from ..engine.answers.routes import RoutesRequest
    from ..engine.link_shapes import routes_shape
    from ..engine.link_text import routes_text

    request = RoutesRequest(arguments.pattern, arguments.within, arguments.method, arguments.limit)
    answer = ask(arguments, lambda engine: engine.routes(request))
    respond(arguments, answer, routes_shape, routes_text, "routes")
    return FOUND if answer.routes or answer.more else NOTHING


def show(arguments: argparse.Namespace) -> int:
    """Run `codeintel show`."""
    from ..engine.shapes import show_shape
    from ..engine.text import show_text

    answer = ask(arguments, lambda engine: engine.show(arguments.symbol, arguments.context))
    respond(arguments, answer, lambda answer, _: show_shape(answer), show_text)
    return FOUND
