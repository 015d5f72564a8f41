"""Definitions of one name that stand one after the other and are moved as one: overloads, a type and its value."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..facts import Symbol
    from ..index.rows import Located
    from .document import Document

__all__ = ["gather"]


def gather(source: Document, located: Located) -> tuple[Located, list[Symbol]]:
    """The first of the definitions with the range of all, which `source` has for it from now on; and each by itself.

    Where something else stands between two of them, they are left as they are.
    """
    symbols = source.facts.symbols
    name = located.symbol.name
    ordinals = [i for i, symbol in enumerate(symbols) if symbol.parent < 0 and symbol.name == name]
    ordinals.sort(key=lambda i: symbols[i].start_byte)
    mine = [symbols[i] for i in ordinals]
    text = source.source
    between = [text[one.end_byte : other.start_byte].strip() for one, other in pairwise(mine)]
    if len(mine) < 2 or any(between):  # noqa: PLR2004 - one needs no other
        return located, [located.symbol]
    with_body = next((symbol for symbol in mine if symbol.body_start >= 0), mine[0])
    last = mine[-1]
    whole = mine[0]._replace(
        end_byte=last.end_byte, end_line=last.end_line, body_start=with_body.body_start, body_end=with_body.body_end
    )
    changed = list(symbols)
    changed[ordinals[0]] = whole
    source.facts = source.facts._replace(symbols=changed)
    return located._replace(symbol=whole, ordinal=ordinals[0]), mine
