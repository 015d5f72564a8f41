"""The `codeintel` command: reads the arguments, runs one command, turns errors into exit codes.

A look-up has to cost little more than starting Python, so modules are imported by the command that needs them, and
arguments are read by `argparse` (8 ms; click costs 33).
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from ..engine.errors import CodeintelError, Failed
from .arguments import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "run"]

FOUND, NOTHING, USAGE, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def run() -> None:
    """Run the command line of this process and exit."""
    gc.disable()  # one answer and out: collecting cycles costs more than it frees; long-lived commands turn it on
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run one command line; gives the exit code."""
    try:
        arguments = parse(argv)
        code = arguments.command(arguments)
        sys.stdout.flush()
    except CodeintelError as error:
        from .output import print_error

        print_error(error, as_json="--json" in argv)
        return FAILED if isinstance(error, Failed) else USAGE
    except KeyboardInterrupt:
        print("interrupted; what was indexed so far is kept", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader has gone: nothing to flush into
        return FOUND
    except Exception as error:  # noqa: BLE001 - the last face: no traceback reaches a user
        return _unexpected(error)
    return code


def _unexpected(error: Exception) -> int:
    """Report a fault of ours: what it was, and where the details are."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="codeintel-", suffix=".log", delete=False) as file:
        file.write(traceback.format_exc())
    print(f"codeintel: this is a bug: {type(error).__name__}: {error}", file=sys.stderr)
    print(f"Please report it with {file.name}.", file=sys.stderr)
    return FAILED
