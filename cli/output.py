"""How answers reach stdout: colours on a terminal, none in a pipe, one JSON document with `--json`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..engine.errors import OutputFailed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..engine.errors import CodeintelError
    from ..engine.text import Line

__all__ = ["flush", "print_error", "print_json", "print_lines", "print_notes"]

_STYLES = {"path": "35", "name": "1", "kind": "36", "line": "32", "dim": "2"}


def print_json(value: object) -> None:
    """Print one JSON document."""
    import json

    _write(json.dumps(value, ensure_ascii=False) + "\n")


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines of styled pieces; the style is dropped unless stdout is a terminal."""
    coloured = _wants_colour()
    out: list[str] = []
    for line in lines:
        for style, text in line:
            code = _STYLES.get(style) if coloured else None
            out.append(f"\033[{code}m{text}\033[0m" if code else text)
        out.append("\n")
    _write("".join(out))


def print_notes(notes: Iterable[str]) -> None:
    """Print notes to stderr, for people."""
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


def print_error(error: CodeintelError, *, as_json: bool) -> None:
    """Print what went wrong and what to do: JSON to stdout, or a sentence each to stderr."""
    if as_json:
        print_json({"error": {"code": error.code, "message": error.message, "hint": error.hint, **_candidates(error)}})
        return
    print(f"codeintel: {error.message}", file=sys.stderr)
    if error.hint:
        print(error.hint, file=sys.stderr)


def _candidates(error: CodeintelError) -> dict[str, list[str]]:
    found: dict[str, list[str] | None] = {name: getattr(error, name, None) for name in ("candidates", "uses")}
    return {name: values for name, values in found.items() if values is not None}


def _wants_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _write(text: str) -> None:
    """Write whatever the terminal's encoding: source may hold anything, also lone surrogates of file names."""
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
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
