"""What a server's silence says: text that is not compiled, as left out parts and arguments that a macro drops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import NoLanguageServer

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..precise import Place
    from .witness import Witness

__all__ = ["absent_places"]


def absent_places(witness: Witness, silent: Collection[Place], listed: Collection[Place]) -> frozenset[Place]:
    """Of the places of which a server says nothing, those that are not compiled; others of the name it has `listed`.

    The server is one that guesses by the name what it cannot see. Where it says nothing all the same, in a file of
    which it lists other uses and that it reads without an error, there is nothing for it.
    """
    read = {place.path for place in listed}
    paths = sorted({place.path for place in silent} & read)
    if not paths:
        return frozenset()
    try:
        found = witness.backend.diagnostics(witness.project, paths, witness.left())
    except NoLanguageServer:
        return frozenset()
    if not found.settled:
        return frozenset()
    whole = set(paths) - {row.path for row in found.findings if row.severity == "error"}
    return frozenset(place for place in silent if place.path in whole)
