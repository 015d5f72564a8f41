"""The commands that edit: `replace`, `insert-before`, `insert-after`, `delete`, `rename`, `move`, `undo`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..engine.edit.values import EditOptions
from ..engine.errors import UsageError
from ..engine.service import Engine
from ..engine.shapes import edit_shape, edits_shape
from ..engine.text import edit_text, edits_text
from .output import print_json, print_lines
from .shaped import ask, respond

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ..engine.answers.witness import Precision
    from ..engine.edit.values import EditAnswer

__all__ = ["delete", "insert_after", "insert_before", "move", "rename", "replace", "undo"]

FOUND, NOTHING = 0, 1


def replace(arguments: argparse.Namespace) -> int:
    """Run `codeintel replace`."""
    if arguments.body and arguments.old is not None:
        raise UsageError("--body and --old say two things", "Use one of them.")
    if arguments.all and arguments.old is None:
        raise UsageError("--all goes with --old", "Say which text with --old.")
    text = _text(arguments)
    if arguments.old is None:
        return _run(arguments, lambda e, o: e.replace(arguments.symbol, text, body=arguments.body, options=o))
    new = text if arguments.old.endswith("\n") else text.removesuffix("\n").removesuffix("\r")
    return _run(
        arguments, lambda e, o: e.replace_text(arguments.symbol, arguments.old, new, every=arguments.all, options=o)
    )


def insert_before(arguments: argparse.Namespace) -> int:
    """Run `codeintel insert-before`."""
    text = _text(arguments)
    return _run(arguments, lambda engine, options: engine.insert_before(arguments.symbol, text, options=options))


def insert_after(arguments: argparse.Namespace) -> int:
    """Run `codeintel insert-after`."""
    text = _text(arguments)
    return _run(arguments, lambda engine, options: engine.insert_after(arguments.symbol, text, options=options))


def delete(arguments: argparse.Namespace) -> int:
    """Run `codeintel delete`."""
    force, precision = arguments.force, _precision(arguments)
    return _run(arguments, lambda e, o: e.delete(arguments.symbol, force=force, precision=precision, options=o))


def rename(arguments: argparse.Namespace) -> int:
    """Run `codeintel rename`."""
    precision = _precision(arguments)
    return _run(arguments, lambda e, o: e.rename(arguments.symbol, arguments.new, precision=precision, options=o))


def move(arguments: argparse.Namespace) -> int:
    """Run `codeintel move`."""
    return _run(arguments, lambda e, o: e.move(arguments.symbol, arguments.target, options=o))


def undo(arguments: argparse.Namespace) -> int:
    """Run `codeintel undo`."""
    if not arguments.list:
        return _run(arguments, lambda e, o: e.undo(arguments.edit, options=o))
    edits = Engine(arguments.project).edits()
    if arguments.json:
        print_json(edits_shape(edits, arguments.limit))
    else:
        print_lines(edits_text(edits, arguments.limit))
    return FOUND if edits else NOTHING


def _run(arguments: argparse.Namespace, edit: Callable[[Engine, EditOptions], EditAnswer]) -> int:
    lifted = {name: getattr(arguments, name, False) for name in ("allow_errors", "export")}
    options = EditOptions(dry_run=arguments.dry_run, by="cli", **lifted)
    answer = ask(arguments, lambda engine: edit(engine, options))
    respond(arguments, answer, lambda answer, _: edit_shape(answer), edit_text)
    return FOUND


def _precision(arguments: argparse.Namespace) -> Precision:
    from ..engine.answers.witness import Precision

    return Precision(arguments.precision, arguments.wait)


def _text(arguments: argparse.Namespace) -> str:
    """The new text: UTF-8, from the named file or stdin. Raises UsageError."""
    if arguments.file is None and sys.stdin.isatty():
        raise UsageError("there is no text", "Pipe it in, or name a file with --file.")
    try:
        if arguments.file is None:
            raw = sys.stdin.buffer.read()
        else:
            with open(arguments.file, "rb") as file:
                raw = file.read()
    except OSError as error:
        raise UsageError(f"{arguments.file} cannot be read: {error.strerror}", "Name a file that is there.") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"the text is not UTF-8: byte {error.start}", "Convert it first.") from error
