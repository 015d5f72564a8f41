"""Who is compared: each runner answers the same questions about a copy of its own, by its own means.

`comparison.toml` says how each is asked. A runner starts from nothing, answers, and tells what it took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ..answers import Answer
    from ..kit import Question

__all__ = ["Runner", "fill", "folder_bytes"]


class Runner(Protocol):
    """One of those who are compared."""

    name: str
    """As tables call it."""
    column: str
    """Its key in the tables of `comparison.toml`."""
    root: Path
    """Its own copy of the repository."""

    def version(self) -> str:
        """What it is, exactly."""
        ...

    def can(self, task: str) -> bool:
        """Whether it can be asked that."""
        ...

    def start(self) -> None:
        """Be ready for a question, from nothing: whatever an earlier start left behind is gone first."""
        ...

    def ask(self, question: Question) -> Answer:
        """Answer. Raises Refused."""
        ...

    def rename(self, question: Question, new_name: str) -> Answer:
        """Rename a symbol in the copy. Raises Refused."""
        ...

    def cpu(self) -> float:
        """CPU seconds that have been taken since the start, all processes together."""
        ...

    def memory(self) -> int:
        """Bytes of resident memory of all its processes together, when it was most."""
        ...

    def disk(self) -> int:
        """Bytes of what it keeps."""
        ...

    def tools(self) -> str:
        """What an agent reads before its first question: the list of its tools; empty where there is none."""
        ...

    def stop(self) -> None:
        """End all processes."""
        ...


def fill(request: Any, values: Mapping[str, str]) -> Any:
    """A request of `comparison.toml` with its placeholders filled in, however deep they are."""
    if isinstance(request, str):
        for name, value in values.items():
            request = request.replace("{" + name + "}", value)
        return request
    if isinstance(request, list):
        return [fill(each, values) for each in request]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(request, dict):
        return {name: fill(each, values) for name, each in request.items()}  # pyright: ignore[reportUnknownVariableType]
    return request


def folder_bytes(*folders: Path) -> int:
    """The size of all files below some folders; of those that are there."""
    return sum(
        path.stat().st_size
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    )
