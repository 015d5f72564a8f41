"""The session in the README is what the commands print today."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

from codeintel.cli.main import main

TOP = Path(__file__).parent.parent.parent
README = TOP / "README.md"
SESSION = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def test_the_session_is_true() -> None:
    text = README.read_text(encoding="utf-8")
    found = SESSION.search(text)
    assert found
    printed("codeintel index")  # without its progress
    commands = [line[2:] for line in found[0].splitlines() if line.startswith("$ ")]
    session = "\n".join(f"$ {command}\n{printed(command)}" for command in commands)
    if os.environ.get("UPDATE_EXPECT"):
        README.write_text(SESSION.sub(lambda _: session, text, count=1), encoding="utf-8")
    else:
        assert found[0] == session


def printed(command: str) -> str:
    """What a command prints on a terminal, stdout and stderr together."""
    program, *words = shlex.split(command)
    assert program == "codeintel"
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        main(["-C", str(TOP), *words])
    return out.getvalue()
