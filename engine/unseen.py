r"""Characters that would end a line, be obeyed by a terminal or read backwards: how they are shown, and read back.

A repository may hold anything, also in names. They are shown as `\x0a` or `\u202e`.
"""

import re

__all__ = ["UNSEEN", "seen"]

_CODES = (*range(9), *range(10, 32), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
UNSEEN = {code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" for code in _CODES}  # noqa: PLR2004 - one byte
"""For `str.translate`."""
_SHOWN = re.compile(r"\\(?:x([\da-f]{2})|u([\da-f]{4}))")


def seen(text: str) -> str:
    """What was shown as `text`: the same, where it has nothing of the kind."""

    def read(found: re.Match[str]) -> str:
        code = int(found[1] or found[2], 16)
        return chr(code) if code in UNSEEN else found[0]

    return _SHOWN.sub(read, text) if "\\" in text else text
