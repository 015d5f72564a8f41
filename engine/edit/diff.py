"""The unified diff of one file. What both ends share is set aside first, so a small edit of a large file is quick."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from ..index.git import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["changed_lines", "unified"]


def unified(path: str, before: bytes | None, after: bytes | None, context: int = 3) -> str:
    """The diff as `git diff` prints it; a file that is new or gone has /dev/null on the other side."""
    old, new = _lines(before or b""), _lines(after or b"")
    head = [
        f"--- {_named(f'a/{path}')}" if before is not None else "--- /dev/null",
        f"+++ {_named(f'b/{path}')}" if after is not None else "+++ /dev/null",
    ]
    return "\n".join([*head, *(line for group in _groups(old, new, context) for line in _hunk(old, new, group))]) + "\n"


def _named(path: str) -> str:
    """A path as the head of a diff has it; behind blanks a tab says where it ends."""
    return quoted(path) + "\t" * (" " in path)


def changed_lines(before: bytes, after: bytes) -> tuple[int, int]:
    """First and last line (from 1) of the result that are new; the last is below the first where lines only went."""
    old, new = _lines(before), _lines(after)
    same = _shared(old, new)
    tail = _shared(old[same:][::-1], new[same:][::-1])
    return same + 1, len(new) - tail


_Op = tuple[str, int, int, int, int]


def _lines(text: bytes) -> list[bytes]:
    lines = text.split(b"\n")
    return [*(line + b"\n" for line in lines[:-1]), *([lines[-1]] if lines[-1] else [])]


def _shared(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            return count
        count += 1
    return count


def _groups(old: list[bytes], new: list[bytes], context: int) -> Iterator[list[_Op]]:
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    matcher = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    ops: list[_Op] = [("equal", 0, head, 0, head)]
    ops += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in matcher.get_opcodes()]
    ops.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    group: list[_Op] = []
    for tag, a, b, c, d in ops:
        between = group and b - a <= 2 * context and (b, d) != (len(old), len(new))
        if tag != "equal" or between:
            group.append((tag, a, b, c, d))
        else:
            if group:
                yield [*group, ("equal", a, min(b, a + context), c, min(d, c + context))]
            first = max(b - context, a)
            group = [("equal", first, b, d - (b - first), d)]
    if len(group) > 1:
        yield group


def _hunk(old: list[bytes], new: list[bytes], group: list[_Op]) -> Iterator[str]:
    if all(op[0] == "equal" for op in group):
        return
    a, b, c, d = group[0][1], group[-1][2], group[0][3], group[-1][4]
    yield f"@@ -{_range(a, b)} +{_range(c, d)} @@"
    for tag, i, j, k, m in group:
        if tag == "equal":
            yield from _marked(" ", old[i:j])
        else:
            yield from _marked("-", old[i:j])
            yield from _marked("+", new[k:m])


def _range(start: int, stop: int) -> str:
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: Sequence[bytes]) -> Iterator[str]:
    for line in lines:
        yield mark + line.rstrip(b"\n").decode("utf-8", "replace")
        if not line.endswith(b"\n"):
            yield "\\ No newline at end of file"
