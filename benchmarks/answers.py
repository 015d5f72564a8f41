"""What a side of the comparison answered, whoever it was: the text that an agent reads, and what it names in it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Answer", "Item", "Refused"]


class Item(NamedTuple):
    """One thing that an answer names: a definition, a use, a function."""

    path: str
    """From the root of the project, with `/`."""
    line: int
    """From 1; 0 where the answer does not tell."""
    name: str = ""
    """Of a definition its name or whatever text stands for it; of a use or a call the function around it."""
    end: int = 0
    """Last line of a definition; 0 where the answer does not tell."""
    sure: bool = True
    """Whether the answer holds it to be right; False for what it offers with the warning that it may not be."""


class Answer(NamedTuple):
    """What came of one question."""

    text: str
    """All that an agent reads, requests for further pages included."""
    items: list[Item] | None
    """In the answer's order; None where a whole file was read, so that a reader finds whatever is in it."""
    wall: float
    """Seconds."""
    cpu: float
    """Seconds, user and system, of every process that took part."""
    requests: int = 1
    """Commands or calls that it took."""
    units: str = ""
    """`functions` where a side names the functions around uses, not the uses themselves."""


class Refused(Exception):
    """A side that does not answer a question; the message is what it said."""
