"""How long work tells a face how far it is."""

from typing import Protocol

__all__ = ["Progress", "silent"]


class Progress(Protocol):
    """Called often while something takes long; must be quick."""

    def __call__(self, doing: str, done: int, total: int) -> None:
        """`doing` is a few words for people; `total` is 0 where it is not known."""
        ...


def silent(doing: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
