"""Turns the bytes of a source file into UTF-8 without a byte order mark, the one form that everything else sees.

In order: a byte order mark (UTF-8, UTF-16, UTF-32), valid UTF-8, an encoding that the first two lines declare
(PEP 263, also Ruby's and Emacs' spelling of it), Latin-1. Never fails: Latin-1 reads any bytes.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

__all__ = ["Decoded", "declared_encoding", "decode", "looks_binary"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""UTF-32's little-endian mark starts with UTF-16's, so it is tried first."""
_DECLARED = re.compile(rb"^[ \t\f]*(?:#|//|/\*|--|%|;).*?coding[:=][ \t]*([-\w.]+)")
_HEAD = 8192


class Decoded(NamedTuple):
    """A text and how it was written."""

    source: bytes
    """The text as UTF-8, without a byte order mark."""
    encoding: str
    """Python's name of the encoding on disk."""
    mark: bytes
    """The byte order mark on disk, or empty."""


def decode(raw: bytes) -> Decoded:
    """The text of a file's bytes."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            body = raw[len(mark) :]
            if encoding == "utf-8" and not _is_utf8(body):
                return Decoded(body.decode("latin-1").encode(), "latin-1", mark)
            if encoding == "utf-8":
                return Decoded(body, encoding, mark)
            return Decoded(body.decode(encoding, "replace").encode("utf-8", "replace"), encoding, mark)
    if raw.isascii() or _is_utf8(raw):
        return Decoded(raw, "utf-8", b"")
    for encoding in (declared_encoding(raw), "latin-1"):
        if encoding:
            try:
                return Decoded(raw.decode(encoding).encode("utf-8"), encoding, b"")
            except UnicodeError:
                continue
    return Decoded(raw.decode("latin-1").encode("utf-8"), "latin-1", b"")


def looks_binary(raw: bytes) -> bool:
    """Whether the bytes are no text: a NUL in the first 8 KB, as git decides it, unless a wide encoding is marked."""
    return b"\0" in raw[:_HEAD] and not any(raw.startswith(mark) for mark, _ in _MARKS[1:])


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def declared_encoding(raw: bytes) -> str:
    """The encoding that the first two lines name, as Python calls it; empty where they name none that it knows."""
    for line in raw.split(b"\n", 2)[:2]:
        declared = _DECLARED.match(line)
        if declared:
            name = declared[1].decode("ascii")
            try:
                info = codecs.lookup(name)
            except LookupError:
                return ""
            is_text = getattr(info, "_is_text_encoding", True)
            return info.name if is_text and _reads_ascii(info.name) else ""
    return ""


def _reads_ascii(encoding: str) -> bool:
    """Whether ASCII means itself in it, as it must where the declaration could be read: not so in punycode or UTF-7."""
    try:
        return _ASCII.decode(encoding) == _ASCII.decode("ascii")
    except UnicodeError:
        return False


_ASCII = bytes(range(128)).replace(b"\\", b"\\n")
