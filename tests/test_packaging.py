"""What an installed codeintel has to hold: every package and every data file of this tree. No wheel is built for it."""

from __future__ import annotations

import tomllib
from pathlib import Path

TOP = Path(__file__).parent.parent
SETUPTOOLS = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
FOLDERS = {name: TOP / folder for name, folder in SETUPTOOLS["package-dir"].items()}


def test_every_package_is_listed() -> None:
    found = {
        ".".join([name, *path.parent.relative_to(folder).parts])
        for name, folder in FOLDERS.items()
        for path in folder.rglob("*.py")
        if "__pycache__" not in path.parts
    }
    assert set(SETUPTOOLS["packages"]) == found | {"codeintel.queries"}


def test_every_data_file_is_listed() -> None:
    missed: list[str] = []
    for name, folder in FOLDERS.items():
        for path in folder.rglob("*"):
            if not path.is_file() or path.suffix in {".py", ".pyc"}:
                continue
            patterns = [
                (TOP / FOLDERS[top] / Path(*package.split(".")[2:]), pattern)
                for package, patterns in SETUPTOOLS["package-data"].items()
                for top in FOLDERS
                if package == top or package.startswith(f"{top}.")
                for pattern in patterns
            ]
            if not any(path in set(base.glob(pattern)) for base, pattern in patterns):
                missed.append(f"{name}: {path.relative_to(TOP)}")
    assert not missed
