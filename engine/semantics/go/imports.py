"""Under which name an import is known that says none: that of its package, which the last parts of its path suggest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...deepfacts import NONE, ImportFact
from .state import FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import Walk

__all__ = ["bind_imports"]

_VERSION = re.compile(r"v\d+")
_OUTER = re.compile(r"\.v\d+$|^go[-.]|[-.]go$")
"""What paths have and names of packages have not."""
_WORD = re.compile(r"[^\W\d]\w*")


def bind_imports(walk: Walk) -> None:
    """Bind each import under the first of its possible names that the file uses, else under the likeliest."""
    builder = walk.builder
    for node, path in walk.imports:
        names = list(dict.fromkeys(_names(path)))
        used = [name for name in names if name in builder.occurrences]
        name = (used or names or [""])[0]
        if name:
            builder.imports.append(ImportFact(path, "", first=False))
            builder.bind((FILE, NONE), name, "import", node, node.end_byte, number=len(builder.imports) - 1)


def _names(path: str) -> Iterator[str]:
    parts = path.split("/")
    last = parts[-1]
    if _VERSION.fullmatch(last) and len(parts) > 1:
        yield from _names("/".join(parts[:-1]))
    bare = _OUTER.sub("", _OUTER.sub("", last))
    for text in (
        bare,
        bare.replace("-", "_"),
        bare.replace("-", "").replace(".", ""),
        *re.split(r"[-.]", bare)[::-1],
        last,
    ):
        if _WORD.fullmatch(text):
            yield text
