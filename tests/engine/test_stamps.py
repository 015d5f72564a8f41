"""Stamps in one piece: what goes in comes out, and nothing else does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codeintel.engine.index.stamps import Stamps

NUMBER = st.integers(min_value=0, max_value=(1 << 63) - 1)
PATH = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
FILES = st.lists(st.tuples(NUMBER, NUMBER, NUMBER, NUMBER, st.integers(0, 1), st.none(), st.just(""), PATH), max_size=8)
FOLDERS = st.lists(st.tuples(NUMBER, NUMBER, st.just(""), PATH), max_size=8)


@given(FILES, FOLDERS)
def test_what_goes_in_comes_out(files: list[tuple[object, ...]], folders: list[tuple[object, ...]]) -> None:
    packed = Stamps.of(files, folders).packed()
    assert packed is not None
    found = Stamps.unpacked(packed)
    assert found is not None
    assert list(found.files()) == [(row[-1], row[:5]) for row in files]
    assert list(found.folders()) == [(row[-1], row[:2]) for row in folders]
    assert found.has_root() == any(row[-1] == "" for row in folders)


@given(FILES, st.data())
def test_one_changed_byte_is_noticed(files: list[tuple[object, ...]], data: st.DataObject) -> None:
    packed = Stamps.of(files, [(1, 2, "", "")]).packed()
    assert packed is not None
    at = data.draw(st.integers(0, len(packed) - 1))
    damaged = bytearray(packed)
    damaged[at] ^= data.draw(st.integers(1, 255))
    assert Stamps.unpacked(bytes(damaged)) is None
    assert Stamps.unpacked(packed[:at]) is None
