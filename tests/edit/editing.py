"""What the tests of edits share: one `check`, which makes an edit through the engine and compares every byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from support import write

from codeintel.engine.edit.values import EditAnswer
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["bytes_of", "check", "refused"]

Edit = Callable[[Engine], EditAnswer]


def bytes_of(root: Path) -> dict[str, bytes]:
    """Every file below `root`."""
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def check(
    root: Path,
    before: Mapping[str, str | bytes],
    edit: Edit,
    after: Mapping[str, str | bytes],
    gone: Sequence[str] = (),
) -> EditAnswer:
    """Make an edit; the files have to be as `after` says (others as they were), and undone as they were before.

    `gone`: those that are not there any more.
    """
    write(root, before)
    start = bytes_of(root)
    engine = Engine(str(root))
    answer = edit(engine)
    wanted = {**start, **{n: c if isinstance(c, bytes) else c.encode() for n, c in after.items()}}
    wanted = {name: content for name, content in wanted.items() if name not in gone}
    found = bytes_of(root)
    assert {n: found.get(n) for n in wanted} == wanted
    assert found.keys() == wanted.keys()
    assert answer.applied == (found != start)
    if answer.applied:
        engine.undo()
        assert bytes_of(root) == start
        restored = edit(engine)  # and done again: the journal is in nobody's way
        assert bytes_of(root) == found
        assert restored.applied
    engine.close()
    return answer


def refused(
    root: Path, before: Mapping[str, str | bytes], edit: Edit, error: type[Exception], message: str | None = None
) -> None:
    """Make an edit that has to be refused with nothing written."""
    import pytest

    write(root, before)
    start = bytes_of(root)
    engine = Engine(str(root))
    known = engine.edits()
    with pytest.raises(error, match=message):
        edit(engine)
    assert bytes_of(root) == start
    assert engine.edits() == known
    engine.close()
