"""Other tools that codeintel is compared with: which, where they are, and how they are installed.

`peers.toml` lists them. They are installed for the comparison alone, below the data folder, never into an environment
or a home that somebody uses.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .measure import environment
from .repositories import NotThere, data_folder

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Peers"]

FILE = Path(__file__).parent / "peers.toml"


class Peers:
    """The peers that are listed, and those of them that are installed."""

    def __init__(self) -> None:
        self._listed: dict[str, dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))

    def names(self) -> list[str]:
        """Those that are listed."""
        return list(self._listed)

    def installed(self) -> list[str]:
        """Those whose program is there."""
        return [name for name in self._listed if self.program(name).exists()]

    def program(self, name: str) -> Path:
        """What is run."""
        return self._folder(name) / self._listed[name]["program"]

    def version(self, name: str) -> str:
        """The version that is pinned."""
        listed = self._listed[name]
        pinned: str = [*listed.get("pypi", ()), *listed.get("npm", ())][0]
        package, _, version = pinned.replace("==", "@").rpartition("@")
        return f"{package} {version}"

    def language_servers(self) -> dict[str, str]:
        """The language servers that Serena is given, by its names for languages; the others it finds by itself."""
        found: dict[str, str] = {}
        for language, program in self._listed["serena"]["servers"].items():
            here = self._folder("serena") / program
            near = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
            beside: str | None = shutil.which(program, path=near)  # pyright: ignore[reportDeprecated, reportUnknownVariableType]
            if here.exists():
                found[language] = str(here)
            elif beside is not None:
                found[language] = beside
        return found

    def install(self, said: Callable[[str], None]) -> None:
        """Install those that are missing. Raises NotThere."""
        for name, listed in self._listed.items():
            if self.program(name).exists():
                continue
            said(f"installing {name}: {listed['about']}")
            try:
                self._install(name, listed)
            except (OSError, subprocess.CalledProcessError) as error:
                raise NotThere(f"{name} cannot be installed: {error}") from error

    def _install(self, name: str, listed: dict[str, Any]) -> None:
        folder = self._folder(name)
        folder.mkdir(parents=True, exist_ok=True)
        if "pypi" in listed:
            venv.create(folder, with_pip=True)
            pip = [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
            _call([*pip, *listed["pypi"]])
        if "npm" in listed:
            npm = ["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(folder)]
            _call([*npm, *listed["npm"]])

    @staticmethod
    def _folder(name: str) -> Path:
        return data_folder() / "peers" / name


def _call(command: list[str]) -> None:
    subprocess.run(command, env=environment(), check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
