"""The repositories that are measured: where each lies, and how one is fetched. `repositories.toml` lists them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["NotThere", "Repository", "compared", "data_folder", "fetch", "locate", "names", "of_path"]

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


def compared() -> list[str]:
    """Those of the published comparison."""
    return [name for name, how in _listed().items() if how.get("compared")]


def locate(name: str) -> Repository:
    """A listed repository that has been fetched. Raises NotThere."""
    how = _how(name)
    path = data_folder() / name
    if not path.is_dir():
        raise NotThere(
            f"{name} is not there; `python -m benchmarks fetch {name}` gets it, or give a folder with --repo"
        )
    version = how.get("version") or how.get("pypi") or how.get("npm") or how.get("tag") or how.get("commit", "")
    return Repository(name, path.resolve(), version)


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
            tree = _checked_out(how, Path(work)) if "git" in how else _downloaded(how, Path(work))
            _reduce(tree, how)
        except (OSError, subprocess.CalledProcessError) as error:
            raise NotThere(f"{name} cannot be fetched: {error}") from error
        tree.rename(target)
    return target


def _checked_out(how: dict[str, Any], work: Path) -> Path:
    """The files of one commit, without history: tasks that need git make a repository of their own."""
    tree = work / "tree"
    _call("git", "init", "--quiet", str(tree), cwd=str(work))
    _call(
        "git",
        "fetch",
        "--quiet",
        "--depth",
        "1",
        how["git"],
        how.get("commit") or f"refs/tags/{how['tag']}",
        cwd=str(tree),
    )
    _call("git", "checkout", "--quiet", "FETCH_HEAD", cwd=str(tree))
    shutil.rmtree(tree / ".git")
    return tree


def _downloaded(how: dict[str, Any], work: Path) -> Path:
    """The content of the archive of a release. Raises NotThere where it is not the one that was pinned."""
    if "pypi" in how:
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:")
        _call(*pip, how["pypi"], cwd=str(work))
    else:
        _call("npm", "pack", "--silent", how["npm"], cwd=str(work))
    archive = next(path for path in work.iterdir() if path.is_file())
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != how["sha256"]:
        raise NotThere(f"{archive.name} is not the archive that was pinned: its SHA-256 is {digest}")
    return _unpacked(archive, work / "unpacked")


def _reduce(tree: Path, how: dict[str, Any]) -> None:
    """Leave out what the list says."""
    for path in [each for each in tree.iterdir() if how.get("keep") and each.name not in how["keep"]]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for folder in [each for each in tree.rglob("*") if each.is_dir() and each.name in how.get("drop", ())]:
        shutil.rmtree(folder, ignore_errors=True)


def _call(*command: str, cwd: str) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def _unpacked(archive: Path, target: Path) -> Path:
    """Unpack an archive; gives the one folder that was in it."""
    with tarfile.open(archive) as tar:
        tar.extractall(target, filter="data")
    return next(path for path in target.iterdir() if path.is_dir())


def _how(name: str) -> dict[str, Any]:
    listed = _listed()
    if name not in listed:
        raise NotThere(f"there is no repository {name!r}; listed are {', '.join(listed)}; --repo takes any folder")
    return listed[name]


def _listed() -> dict[str, dict[str, Any]]:
    return tomllib.loads((HERE / "repositories.toml").read_text(encoding="utf-8"))
