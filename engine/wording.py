"""How answers say numbers."""

from __future__ import annotations

__all__ = ["counted", "files_and_symbols"]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 file`, `2,000 files`; `many` where that is not `one` with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def files_and_symbols(files: int, symbols: int) -> str:
    """How large an index is."""
    return f"{counted(files, 'file')}, {counted(symbols, 'symbol')}"
