"""Files that are sourced: beside the script, below the root, or wherever what is plain text of the path fits."""

from __future__ import annotations

import os
import re
from posixpath import normpath
from typing import TYPE_CHECKING

from ..folders import shared_folders
from ..spelled import Spelled
from ..types import Type

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..project import Texts

__all__ = ["Sourced", "make_resolver"]

SUFFIXES = ("", ".bash", ".sh")
"""What may be left out of a name where a framework loads it."""
_OWN = re.compile(r"dirname|BASH_SOURCE|\$\{?0|%/\*|\$\(pwd\)|BATS_TEST_DIRNAME")
"""What says that a path begins where the script lies."""


def make_resolver(paths: Collection[str], texts: Texts) -> Sourced:
    """The resolver of a project."""
    del texts
    return Sourced(paths)


class Sourced(Spelled):
    """The files of a project that may be sourced."""

    def __init__(self, paths: Collection[str]) -> None:
        """Index the files by their last name."""
        self._paths = frozenset(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            self._by_name.setdefault(os.path.basename(path), []).append(path)

    def module(self, path: str, text: str) -> Type | None:
        """The file that a word after `source` means; None where it is not evident."""
        head, tail = _split(text)
        if not tail:
            return None
        folder = os.path.dirname(path)
        for suffix in SUFFIXES:
            beside = normpath(os.path.join(folder, tail)) + suffix
            if (not head or _OWN.search(head)) and beside in self._paths:
                return Type("module", beside)
        if not head and tail + SUFFIXES[0] in self._paths:
            return Type("module", normpath(tail))
        wanted = "/" + re.sub(r"^(?:\.\.?/)+", "", tail)
        fitting = [
            other
            for suffix in SUFFIXES
            for other in self._by_name.get(os.path.basename(tail) + suffix, ())
            if ("/" + other).endswith(wanted + suffix) and other != path
        ]
        near = max((shared_folders(path, other) for other in fitting), default=0)
        fitting = [other for other in fitting if shared_folders(path, other) == near]
        return Type("module", fitting[0]) if len(fitting) == 1 else None


def _split(text: str) -> tuple[str, str]:
    """What a path begins with that is worked out when it runs, and the plain rest; no rest where more is worked out."""
    plain = text.strip("\"'")
    cut = max(plain.rfind(")"), plain.rfind("}"))
    match = re.search(r"\$\w+", plain[cut + 1 :])
    while match is not None:
        cut += 1 + match.end() - 1
        match = re.search(r"\$\w+", plain[cut + 1 :])
    head, tail = plain[: cut + 1], plain[cut + 1 :]
    tail = tail.replace('"', "").replace("'", "")
    if not head:
        return "", tail if "`" not in tail else ""
    return head, tail[1:] if tail.startswith("/") else ""
