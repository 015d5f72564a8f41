"""Own text changes no byte, and what is undone is as it was: on every encoding and line end, and over real projects."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from real import exercise, report

from codeintel.engine.answers.sources import text_of
from codeintel.engine.edit.apply import apply
from codeintel.engine.edit.check import check
from codeintel.engine.edit.document import read_document
from codeintel.engine.edit.insert import insertions
from codeintel.engine.edit.journal import Change, Journal
from codeintel.engine.edit.rebase import rebased
from codeintel.engine.edit.remove import removals
from codeintel.engine.edit.replace import replacements
from codeintel.engine.edit.undo import undo
from codeintel.engine.edit.values import EditOptions, TextEdit
from codeintel.engine.errors import Refused
from codeintel.engine.languages import load_registry

SAMPLES = Path(__file__).parent.parent / "queries"
REGISTRY = load_registry()
FILES = [
    SAMPLES / "python" / "definitions.py",
    SAMPLES / "python" / "basics.py",
    SAMPLES / "typescript" / "classes.ts",
    SAMPLES / "javascript" / "basics.js",
    SAMPLES / "go" / "types.go",
    SAMPLES / "java" / "Members.java",
    SAMPLES / "rust" / "basics.rs",
]
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in FILES if path.exists()}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1")


def encoded(text: str, encoding: str) -> bytes:
    if encoding == "latin-1":
        return ("é".join(text.split("e", 1)) if text.isascii() else text).encode("latin-1", "replace")
    return b"\xfe\xff" * (encoding == "utf-16-be") + text.encode(encoding)


@st.composite
def files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A file as somebody may have written it."""
    name = draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[name].expandtabs(4)
    if draw(st.booleans()):
        text = "\n".join(_tabbed(line) for line in text.split("\n"))
    if draw(st.booleans()):
        text = text.rstrip("\n")
    ends = draw(st.sampled_from(["\n", "\r\n", "mixed"]))
    if ends == "mixed":
        chance = draw(st.randoms(use_true_random=False))
        text = (
            "".join(line + chance.choice(["\n", "\r\n"]) for line in text.split("\n"))
            .removesuffix("\n")
            .removesuffix("\r")
        )
    else:
        text = text.replace("\n", ends)
    return name, encoded(text, draw(st.sampled_from(ENCODINGS)))


def _tabbed(line: str) -> str:
    bare = line.lstrip(" ")
    depth = len(line) - len(bare)
    return "\t" * (depth // 4) + " " * (depth % 4) + bare


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(files(), st.data())
def test_round_trips(file: tuple[str, bytes], data: st.DataObject) -> None:
    name, raw = file
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        path = Path(root) / name
        path.write_bytes(raw)
        document = read_document(root, name, REGISTRY)
        journal = Journal(root)
        journal.open()
        symbols = document.facts.symbols
        ordinal = data.draw(st.integers(0, len(symbols) - 1))
        symbol = symbols[ordinal]
        text = text_of(document.source, symbol.start_byte, symbol.end_byte)
        for what, ways in (
            ("own", replacements(document, ordinal, text)),
            ("after", insertions(document, ordinal, text, after=True)),
            ("before", insertions(document, ordinal, text, after=False)),
            ("delete", removals(document, ordinal)),
        ):
            after = None
            for edit in ways:
                try:
                    after = edit.result or document.edited(edit.edits)
                    if after.raw != raw:
                        check(edit, after, allow_errors=False)
                    break
                except Refused:
                    after = None
            if what == "own":
                assert after is not None
                assert after.raw == raw
            elif after is not None and after.raw != raw:
                assert after.source.endswith(b"\n") == document.source.endswith(b"\n") or not after.source
                done = apply(journal, [Change(name, raw, after.raw)], operation=what, symbol=None, by="test")
                assert path.read_bytes() == after.raw
                undo(journal, done, EditOptions())
                assert path.read_bytes() == raw


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "d"]), max_size=12), st.data())
def test_rebased_edits_hit_the_same_text(lines: list[str], data: st.DataObject) -> None:
    base = "".join(lines).encode()
    at = data.draw(st.integers(0, len(base)))
    end = data.draw(st.integers(at, len(base)))
    start = data.draw(st.integers(0, len(lines)))
    stop = data.draw(st.integers(start, len(lines)))
    now = "".join(
        [*lines[:start], *data.draw(st.lists(st.sampled_from(["x\n", "a\n"]), max_size=4)), *lines[stop:]]
    ).encode()
    try:
        (edit,) = rebased((TextEdit(at, end, b"!"),), base, now, "m.py")
    except Refused:
        return
    assert now[edit.start : edit.end] == base[at:end]


def test_every_symbol_of_our_samples(tmp_path: Path) -> None:
    for language in ("python", "typescript", "go", "java", "rust", "ruby"):
        shutil.copytree(SAMPLES / language, tmp_path / "samples" / language)
    figures = exercise(tmp_path / "samples", write_every=10, stride=int(os.environ.get("CODEINTEL_EDIT_STRIDE", "5")))
    print(report("samples", figures))  # noqa: T201 - the figures of a long run
    assert figures.faults == []
    assert figures.outcomes["replace"] >= 0.98 * figures.symbols


@pytest.mark.skipif("CODEINTEL_EDIT_ROOTS" not in os.environ, reason="a long run over real projects, when asked for")
@pytest.mark.parametrize("root", os.environ.get("CODEINTEL_EDIT_ROOTS", "").split(":"))
def test_every_symbol_of_real_projects(root: str, tmp_path: Path) -> None:
    copy = tmp_path / "project"
    shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    for path in copy.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200)
    figures = exercise(copy, write_every=5, stride=int(os.environ.get("CODEINTEL_EDIT_STRIDE", "1")))
    print(report(root, figures))  # noqa: T201 - the figures of a long run
    assert figures.faults == []
