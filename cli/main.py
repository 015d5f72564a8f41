"""The `codeintel` command: reads the arguments, runs one command, turns errors into exit codes.

A look-up has to cost little more than starting Python, so modules are imported by the command that needs them, and
arguments are read by `argparse` (8 ms; click costs 33).
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from ..engine.errors import CodeintelError, Failed, OutputFailed
from .arguments import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "run"]

FOUND, NOTHING, USAGE, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def run() -> None:
    """Run the command line of this process and exit."""
    _open_what_is_closed()
    _read_names_as_utf8()
    gc.disable()  # one answer and out: collecting cycles costs more than it frees; long-lived commands turn it on
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run one command line; gives the exit code."""
    try:
        return _run(argv)
    except KeyboardInterrupt:
        print("interrupted; what was indexed so far is kept", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _write_no_more()  # the reader has gone
        return FOUND
    except OutputFailed as error:
        _write_no_more()
        print(f"codeintel: {error.message}\n{error.hint}", file=sys.stderr)
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last face: no traceback reaches a user
        return _unexpected(error)


def _run(argv: Sequence[str]) -> int:
    try:
        arguments = parse(argv)
        code = arguments.command(arguments)
    except OutputFailed:
        raise
    except CodeintelError as error:
        from .output import print_error

        print_error(error, as_json="--json" in argv)
        code = FAILED if isinstance(error, Failed) else USAGE
    from .output import flush

    flush()
    return code


def _open_what_is_closed() -> None:
    """Read from and write to nowhere where the shell closed a stream (`>&-`): else its number goes to the next file."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number: this one
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: SIM115


def _read_names_as_utf8() -> None:
    """Start again in UTF-8 mode where Python would read file names in another encoding: an index has one for all."""
    if sys.getfilesystemencoding() != "utf-8":
        os.environ["PYTHONUTF8"] = "1"  # for the processes that we start
        os.environ.setdefault("PYTHONIOENCODING", sys.stdout.encoding)  # the terminal's is as it was
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - ourselves


def _write_no_more() -> None:
    """Let what is still buffered for stdout go nowhere when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _unexpected(error: Exception) -> int:
    """Report a fault of ours: what it was, and where the details are."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="codeintel-", suffix=".log", delete=False) as file:
        file.write(traceback.format_exc())
    print(f"codeintel: this is a bug: {type(error).__name__}: {error}", file=sys.stderr)
    print(f"Please report it with {file.name}.", file=sys.stderr)
    return FAILED
