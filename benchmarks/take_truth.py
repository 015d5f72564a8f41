"""Takes the part of folders of truth that the comparison asks into `kits/`: `python -m benchmarks take_truth FOLDER…`.

A folder is called like its repository. All questions about uses are taken, and COUNT about definitions and outlines,
with the definitions that these are judged by.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .contents import SEED
from .kit import KITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LIMITED = ("definition", "symbols")
COUNT = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Copy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N")
    given = parser.parse_args(arguments)
    for folder in given.folders:
        target = KITS / folder.resolve().name
        target.mkdir(parents=True, exist_ok=True)
        taken = _take(folder, target, given.count)
        print(f"{target}: {taken}")
    return 0


def _take(folder: Path, target: Path, count: int) -> str:
    questions = _rows(folder / "queries.jsonl")
    kept: list[dict[str, Any]] = []
    for op in dict.fromkeys(row["op"] for row in questions):
        asked = [row for row in questions if row["op"] == op]
        kept += (
            sorted(random.Random(SEED).sample(asked, min(count, len(asked))), key=asked.index)
            if op in LIMITED
            else asked
        )
    files = {row["path"] for row in kept if row["op"] == "symbols"}
    names = {row["name_path"].rpartition("/")[2] for row in kept if row["op"] == "definition"}
    fields = ("path", "line", "start", "end", "name", "name_path", "cat")
    definitions = [
        {field: row[field] for field in fields}
        for row in _rows(folder / "defs.jsonl")
        if row["path"] in files or row["name"] in names
    ]
    uses = [
        {
            name: value
            for name, value in row.items()
            if name not in ("symbol", "scip_only", "by_definition_only", "also")
        }
        for row in _rows(folder / "refs.jsonl")
    ]
    for name, rows in (("queries", kept), ("defs", definitions), ("refs", uses)):
        _write(target / f"{name}.jsonl", rows)
    for name in ("files.txt", "SOURCE.md"):
        shutil.copyfile(folder / name, target / name)
    return f"{len(kept)} questions, {len(definitions)} definitions, {len(uses)} symbols with their uses"


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
