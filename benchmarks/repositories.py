"""The repositories that are measured: where each lies, and how one is fetched. `repositories.toml` lists them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

__all__ = ["NotThere", "Repository", "data_folder", "fetch", "locate", "names", "of_path"]

HERE = Path(__file__).resolve().parent


class NotThere(Exception):
    """A repository that is not listed, not fetched or not to be had; the message says what to do."""


class Repository(NamedTuple):
    """A tree of sources to measure on."""

    name: str
    path: Path
    version: str
    """As `repositories.toml` names it; of a folder that was given by its path, `local copy`."""


def data_folder() -> Path:
    """Where fetched repositories and built environments are kept: `$CODEINTEL_BENCH_DATA`, or `benchmarks/data`."""
    chosen = os.environ.get("CODEINTEL_BENCH_DATA")
    return Path(chosen).resolve() if chosen else HERE / "data"


def names() -> list[str]:
    """The listed repositories, in order."""
    return list(_listed())


def locate(name: str) -> Repository:
    """A listed repository that has been fetched. Raises NotThere."""
    how = _how(name)
    path = data_folder() / name
    if not path.is_dir():
        raise NotThere(
            f"{name} is not there; `python -m benchmarks fetch {name}` gets it, or give a folder with --repo"
        )
    return Repository(name, path.resolve(), how.get("pypi") or how.get("npm") or how.get("tag", ""))


def of_path(path: str) -> Repository:
    """Any folder, by its path. Raises NotThere."""
    folder = Path(path).resolve()
    if not folder.is_dir():
        raise NotThere(f"there is no folder {path}")
    return Repository(folder.name.lower(), folder, "local copy")


def fetch(name: str) -> Path:
    """Get a listed repository, unless it is there. Raises NotThere."""
    how = _how(name)
    target = data_folder() / name
    if target.is_dir():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        try:
            if "git" in how:
                tree = Path(work, "tree")
                _call(
                    "git", "clone", "--quiet", "--depth", "1", "--branch", how["tag"], how["git"], str(tree), cwd=work
                )
                shutil.rmtree(
                    tree / ".git"
                )  # every repository is a plain tree here; tasks that need git make their own
            else:
                if "pypi" in how:
                    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:")
                    _call(*pip, how["pypi"], cwd=work)
                else:
                    _call("npm", "pack", "--silent", how["npm"], cwd=work)
                tree = _unpacked(Path(work))
        except (OSError, subprocess.CalledProcessError) as error:
            raise NotThere(f"{name} cannot be fetched: {error}") from error
        tree.rename(target)
    return target


def _call(*command: str, cwd: str) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _unpacked(folder: Path) -> Path:
    """Unpack the one archive in `folder`; gives the one folder that was in it."""
    archive = next(path for path in folder.iterdir() if path.is_file())
    target = folder / "unpacked"
    with tarfile.open(archive) as tar:
        tar.extractall(target, filter="data")
    return next(path for path in target.iterdir() if path.is_dir())


def _how(name: str) -> dict[str, str]:
    listed = _listed()
    if name not in listed:
        raise NotThere(f"there is no repository {name!r}; listed are {', '.join(listed)}; --repo takes any folder")
    return listed[name]


def _listed() -> dict[str, dict[str, str]]:
    return tomllib.loads((HERE / "repositories.toml").read_text(encoding="utf-8"))
