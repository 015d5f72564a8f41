"""Edits every function and class of a real project, in memory or for good, and counts what came of it. Holds no test.

python tests/edit/real.py ROOT...     one line of figures a project
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.answers.sources import text_of
from codeintel.engine.edit.apply import apply
from codeintel.engine.edit.check import check
from codeintel.engine.edit.document import Document, read_document
from codeintel.engine.edit.insert import insertions
from codeintel.engine.edit.journal import Change, Journal
from codeintel.engine.edit.plan import Expect, FileEdit
from codeintel.engine.edit.remove import removals
from codeintel.engine.edit.replace import replacements
from codeintel.engine.edit.undo import undo
from codeintel.engine.edit.values import EditOptions, TextEdit
from codeintel.engine.errors import Refused
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = frozenset({"function", "method", "constructor", "class", "struct", "interface", "enum", "property"})


class Figures(NamedTuple):
    """What came of the edits of one project."""

    symbols: int
    outcomes: Counter[str]
    faults: list[str]
    """Own text that changed a byte, bytes that did not come back: must be empty."""
    refused: list[str]
    seconds: float


def exercise(root: Path, *, write_every: int = 0, stride: int = 1) -> Figures:
    """Replace, insert, delete and rename each symbol below `root`; every n-th is written and taken back for good."""
    started = time.perf_counter()
    root = root.resolve()
    engine = Engine(str(root))
    engine.refresh()
    journal = Journal(str(root))
    journal.open()
    found = Figures(0, Counter(), [], [], 0)
    met = count = 0
    for document in _documents(engine):
        for ordinal, symbol in enumerate(document.facts.symbols):
            met += symbol.kind in KINDS
            if symbol.kind not in KINDS or met % stride:
                continue
            count += 1
            name = f"{document.path}:{symbol.name_path}"
            text = text_of(document.source, symbol.start_byte, symbol.end_byte)
            after = _try(found, f"replace {name}", replacements(document, ordinal, text))
            if after is not None and after.raw != document.raw:
                found.faults.append(f"own text changed {name}")
            results = [
                _try(found, f"insert-after {name}", insertions(document, ordinal, text, after=True)),
                _try(found, f"insert-before {name}", insertions(document, ordinal, text, after=False)),
                _try(found, f"delete {name}", removals(document, ordinal)),
                _try(found, f"rename {name}", _renamed(document, ordinal)),
            ]
            if write_every and count % write_every == 0:
                for result in results:
                    if result is not None and not _comes_back(root, journal, document, result):
                        found.faults.append(f"bytes did not come back: {name}")
    engine.close()
    return found._replace(symbols=count, seconds=time.perf_counter() - started)


def _documents(engine: Engine) -> Iterator[Document]:
    view = engine._opened()
    for path, row in sorted(view.files.items()):
        if row.blob_id is not None and not row.left_out:
            document = read_document(view.root, path, view.project()[1])
            if document.language is not None:
                yield document


def _try(found: Figures, what: str, ways: Iterable[FileEdit]) -> Document | None:
    first: Refused | None = None
    for edit in ways:
        try:
            after = edit.result or edit.document.edited(edit.edits)
            if after.raw != edit.document.raw:
                check(edit, after, allow_errors=False)
        except Refused as error:
            first = first or error
            continue
        found.outcomes[what.partition(" ")[0]] += 1
        return after
    found.outcomes[what.partition(" ")[0] + " refused"] += 1
    found.refused.append(f"{what}: {first}")
    return None


def _renamed(document: Document, ordinal: int) -> Iterator[FileEdit]:
    """The definition's own name alone: what the index may call exact by itself."""
    symbol = document.facts.symbols[ordinal]
    if document.source[symbol.name_start : symbol.name_end].decode("utf-8", "replace") != symbol.name:
        return
    new = f"{symbol.name}Xy"
    renamed = {
        i: new
        for i, s in enumerate(document.facts.symbols)
        if (s.name_start, s.name) == (symbol.name_start, symbol.name)
    }
    edit = TextEdit(symbol.name_start, symbol.name_end, new.encode())
    yield FileEdit(document, (edit,), Expect(renamed=renamed))


def _comes_back(root: Path, journal: Journal, before: Document, after: Document) -> bool:
    change = Change(before.path, before.raw, after.raw)
    if before.raw == after.raw:
        return True
    path = root / before.path
    edit = apply(journal, [change], operation="test", symbol=None, by="test")
    written = path.read_bytes() == after.raw
    undo(journal, edit, EditOptions())
    return written and path.read_bytes() == before.raw


def report(name: str, figures: Figures) -> str:
    """The figures in one line."""
    outcomes = ", ".join(f"{what} {count}" for what, count in sorted(figures.outcomes.items()))
    return f"{name}: {figures.symbols} symbols in {figures.seconds:.0f} s; {outcomes}; faults {len(figures.faults)}"


def main() -> None:
    """Exercise copies of the named projects."""
    for root in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_STATE_HOME"] = os.environ["CODEINTEL_CACHE"] = f"{folder}/state"
            copy = Path(folder) / "project"
            shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            for path in copy.rglob("*"):
                path.chmod(path.stat().st_mode | 0o200)
            figures = exercise(
                copy, write_every=int(os.environ.get("WRITE_EVERY", "5")), stride=int(os.environ.get("STRIDE", "1"))
            )
            print(report(os.path.basename(root), figures), flush=True)  # noqa: T201 - run by hand
            for line in [*figures.faults, *figures.refused[: int(os.environ.get("SHOW", "0"))]]:
                print("   ", line)  # noqa: T201 - run by hand


if __name__ == "__main__":
    main()
