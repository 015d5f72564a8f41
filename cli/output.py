"""How answers reach stdout: colours on a terminal, none in a pipe, one JSON document with `--json`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..engine.errors import OutputFailed
from ..engine.unseen import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..engine.errors import CodeintelError
    from ..engine.text import Line

__all__ = ["flush", "print_error", "print_json", "print_lines", "print_notes", "print_nothing"]

_STYLES = {"path": "35", "name": "1", "kind": "36", "line": "32", "dim": "2"}


def print_json(value: object) -> None:
    """Print one JSON document."""
    import json

    # What another encoding cannot hold would be written as no JSON has it.
    is_utf8 = (sys.stdout.encoding or "utf-8").lower() in ("utf-8", "utf8")
    _write(json.dumps(value, ensure_ascii=not is_utf8) + "\n")


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines of styled pieces; a terminal gets the style, and control characters as text.

    A pipe gets every byte, but that of a name which would end the line: what reads lines counts on one each.
    """
    is_terminal, coloured = sys.stdout.isatty(), _wants_colour()
    out: list[str] = []
    for line in lines:
        for style, piece in line:
            text = _shown(piece) if is_terminal else piece.replace("\n", UNSEEN[10])
            code = _STYLES.get(style) if coloured else None
            out.append(f"\033[{code}m{text}\033[0m" if code else text)
        out.append("\n")
    _write("".join(out))


def print_notes(notes: Iterable[str]) -> None:
    """Print notes to stderr, for people."""
    for note in notes:
        print(f"note: {_shown(note)}", file=sys.stderr)


def print_nothing(what: str, suggestions: Iterable[str]) -> None:
    """Say that nothing was found, and what may have been meant, to stderr."""
    print(what, file=sys.stderr)
    for number, suggestion in enumerate(suggestions):
        if not number:
            print("did you mean:", file=sys.stderr)
        print(f"  {_shown(suggestion)}", file=sys.stderr)


def print_error(error: CodeintelError, *, as_json: bool) -> None:
    """Print what went wrong and what to do: JSON to stdout, or a sentence each to stderr."""
    if as_json:
        print_json({"error": {"code": error.code, "message": error.message, "hint": error.hint, **_candidates(error)}})
        return
    print(f"codeintel: {_shown(error.message)}", file=sys.stderr)
    if error.hint:
        print(_shown(error.hint), file=sys.stderr)


def _candidates(error: CodeintelError) -> dict[str, list[str]]:
    found: dict[str, list[str] | None] = {name: getattr(error, name, None) for name in ("candidates", "uses")}
    return {name: values for name, values in found.items() if values is not None}


def _shown(text: str) -> str:
    """The text with its control characters as text; the end of a line that ends as on Windows stays."""
    return text.removesuffix("\r").translate(UNSEEN) + "\r" * text.endswith("\r")


def _wants_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _write(text: str) -> None:
    """Write whatever the terminal's encoding: source may hold anything, also lone surrogates of file names."""
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        flush()
        sys.stdout.buffer.write(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _failed(error) from error


def flush() -> None:
    """Write out what was printed. Raises OutputFailed, BrokenPipeError."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _failed(error) from error


def _failed(error: OSError) -> OutputFailed:
    return OutputFailed(f"the answer cannot be written: {error.strerror}", "Look where the output goes to.")
