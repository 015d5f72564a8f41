"""The installed command: codeintel as its users have it, from a wheel in an environment of its own.

An editable install would not do: its import hook alone costs more than many a question.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import NamedTuple

from ..measure import ROOT, environment
from ..repositories import data_folder

__all__ = ["Installed", "build", "existing"]

_SOURCES = ("cli", "engine", "queries", "lsp_bridge", "mcp_adapter", "pyproject.toml", "README.md", "LICENSE")
"""What ends up in the wheel."""


class Installed(NamedTuple):
    """An environment with codeintel in it."""

    python: str
    script: str
    editable: bool


def existing(python: str) -> Installed:
    """An environment that somebody else made, by its interpreter."""
    script = os.path.join(os.path.dirname(python), "codeintel")
    return Installed(python, script, editable=_is_editable(python))


def build() -> Installed:
    """An environment with a wheel of the present sources, byte code and all; made again when they change."""
    folder = data_folder() / f"environment-{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python"
    stamp = folder / "codeintel-sources"
    now = _digest()
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != now:
        if not python.exists():
            shutil.rmtree(folder, ignore_errors=True)
            venv.create(folder, with_pip=True)
        _pip_install(python)
        stamp.write_text(now, encoding="utf-8")
    return Installed(str(python), str(folder / "bin" / "codeintel"), editable=False)


def _pip_install(python: Path) -> None:
    """Build and install the present sources; from a copy, since building leaves traces beside them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "sources")
        copy.mkdir()
        for path in _sources():
            target = copy / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--compile", str(copy)]
        subprocess.run(pip, check=True, env=environment(), stdin=subprocess.DEVNULL)


def _is_editable(python: str) -> bool:
    program = "import codeintel.engine as e; print(e.__file__)"
    command = [python, "-c", program]
    found = subprocess.run(command, cwd="/", check=True, capture_output=True, text=True, env=environment())
    return found.stdout.startswith(str(ROOT) + os.sep)


def _sources() -> list[Path]:
    """The files that a wheel is built from."""
    tops = [ROOT / name for name in _SOURCES]
    found = [path for top in tops for path in (sorted(top.rglob("*")) if top.is_dir() else [top])]
    return [path for path in found if path.is_file() and path.suffix != ".pyc"]


def _digest() -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in _sources():
        digest.update(os.fsencode(path.relative_to(ROOT)) + b"\0" + path.read_bytes())
    return digest.hexdigest()
