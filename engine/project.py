"""Where a project begins and which git repository it belongs to, told from a few file reads.

Runs before every question, so it starts no process and imports nothing but `os`. What the project's files are is
`index/discover.py`.
"""

import os

__all__ = ["find_root", "git_common_dir", "git_folder", "git_top", "is_project"]


def find_root(start: str) -> str:
    """Return the nearest folder at or above `start` that is a repository or has our settings, else `start`."""
    folder = os.path.realpath(start)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return next((above for above in _upwards(folder) if is_project(above)), folder)


def git_top(folder: str) -> str | None:
    """Return the nearest folder at or above `folder` that is the top of a git work tree."""
    return next((above for above in _upwards(os.path.realpath(folder)) if git_folder(above)), None)


def git_folder(top: str) -> str | None:
    """Return the git folder of the work tree `top`: its `.git`, or what a `.git` file names; None if there is none."""
    path = os.path.join(top, ".git")
    if os.path.isfile(path):
        target = _first_line(path)
        if not target.startswith(b"gitdir:"):
            return None
        path = os.path.normpath(os.path.join(top, os.fsdecode(target[len(b"gitdir:") :].strip())))
    # An empty folder `.git` is none for git either.
    return path if os.path.lexists(os.path.join(path, "HEAD")) else None


def git_common_dir(root: str) -> str | None:
    """Return the git folder that all work trees of `root`'s repository share; None outside of any repository."""
    top = git_top(root)
    folder = git_folder(top) if top else None
    if folder is None:
        return None
    common = _first_line(os.path.join(folder, "commondir"))
    return os.path.realpath(os.path.join(folder, os.fsdecode(common)) if common else folder)


def is_project(folder: str) -> bool:
    """Return whether `folder` itself is the root of a repository or has our settings."""
    return (
        os.path.exists(os.path.join(folder, ".git"))
        or os.path.isfile(os.path.join(folder, "codeintel.toml"))
        or _names_us(os.path.join(folder, "pyproject.toml"))
    )


def _names_us(pyproject: str) -> bool:
    if not os.path.isfile(pyproject):
        return False
    try:
        with open(pyproject, "rb") as file:
            return b"[tool.codeintel" in file.read()
    except OSError:
        return False


def _upwards(folder: str) -> list[str]:
    folders = [folder]
    while (above := os.path.dirname(folder)) != folder:
        folders.append(above)
        folder = above
    return folders


def _first_line(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.readline().strip()
    except OSError:
        return b""
