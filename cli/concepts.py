"""The commands for what has no name yet: `search`, `map`, `explore`, `enrich`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..engine.errors import UsageError
from .output import print_notes, print_nothing
from .shaped import ask, kinds_of, respond

if TYPE_CHECKING:
    import argparse

__all__ = ["enrich", "explore", "map", "search"]

FOUND, NOTHING = 0, 1


def search(arguments: argparse.Namespace) -> int:
    """Run `codeintel search`."""
    from ..engine.answers.search import SearchRequest
    from ..engine.search_shapes import search_shape
    from ..engine.search_text import search_text

    words = _words(arguments.words)
    request = SearchRequest(words, arguments.within, kinds_of(arguments), arguments.tests, arguments.limit)
    answer = ask(arguments, lambda engine: engine.search(request))
    if answer.symbols or answer.more or arguments.json:
        respond(arguments, answer, search_shape, search_text, "symbols")
    else:
        print_notes(answer.notes)
        print_nothing(f"nothing is about {words!r}", answer.suggestions)
    return FOUND if answer.symbols or answer.more else NOTHING


def map(arguments: argparse.Namespace) -> int:  # noqa: A001 - the name of the command
    """Run `codeintel map`."""
    from ..engine.answers.repomap import MapRequest
    from ..engine.search_shapes import map_shape
    from ..engine.search_text import map_text

    request = MapRequest(tuple(arguments.focus), arguments.limit)
    answer = ask(arguments, lambda engine: engine.map(request))
    respond(arguments, answer, map_shape, map_text, "symbols")
    return FOUND if answer.symbols or answer.more else NOTHING


def explore(arguments: argparse.Namespace) -> int:
    """Run `codeintel explore`."""
    from ..engine.answers.explore import ExploreRequest
    from ..engine.search_shapes import explore_shape
    from ..engine.search_text import explore_text

    task = _words(arguments.task)
    request = ExploreRequest(task, arguments.within, arguments.tests, arguments.limit)
    answer = ask(arguments, lambda engine: engine.explore(request))
    if answer.symbols or answer.more or arguments.json:
        respond(arguments, answer, explore_shape, explore_text, "symbols")
    else:
        print_notes(answer.notes)
        print_nothing(f"nothing is about {task!r}", answer.suggestions)
    return FOUND if answer.symbols or answer.more else NOTHING


def enrich(arguments: argparse.Namespace) -> int:
    """Run `codeintel enrich`."""
    from ..engine.search_shapes import enrich_shape
    from ..engine.search_text import enrich_text

    text = _stdin()
    answer = ask(arguments, lambda engine: engine.enrich(text, arguments.limit))
    respond(arguments, answer, enrich_shape, enrich_text, "symbols")
    return FOUND if answer.named else NOTHING


def _words(words: list[str]) -> str:
    text = " ".join(words)
    if not text.strip():
        raise UsageError("there is no word to look for", "Say in a few words what it does, as in `search parse dates`.")
    return text


def _stdin() -> str:
    """The text from stdin, whatever its encoding. Raises UsageError where a person would have to type it."""
    if sys.stdin.isatty():
        raise UsageError("enrich reads a text from stdin", "Pipe it in: `codeintel enrich < issue.txt`.")
    return sys.stdin.buffer.read().decode("utf-8", "replace")
