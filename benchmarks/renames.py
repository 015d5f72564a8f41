"""Random renames by links, and a check before and after: `python -m benchmarks renames ROOT [--check CMD]`.

Works on a copy. Symbols of languages that have links are drawn at random and renamed, one after the other, until COUNT
renames were made; those that are refused are counted by their reason. Then every changed file must parse as well as
before and the check (run in the copy) must end as it did; at last every rename is taken back, and every byte compared.
With `--precision lsp` a language server makes them, held against the index; with `auto` where that is not sure.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

from .workspace import bytes_of, differing, project_copy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SUFFIX = "_zq"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("--check", metavar="CMD", help="a shell command; its last line and exit code are compared")
    parser.add_argument("--count", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--precision", choices=("index", "auto", "lsp"), default="index", help="who is asked")
    given = parser.parse_args(arguments)
    with project_copy(given.root) as copy:
        outcome = _outcome(given.check, copy)
        before = bytes_of(copy)
        made, refused = _rename(copy, given.count, given.seed, Precision(given.precision, 60.0))
        after = _outcome(given.check, copy)
        with closing(Engine(str(copy))) as engine:
            for edit in reversed(made):
                engine.undo(edit)
        left = [path for path in differing(copy, before) if path in before]  # what the check leaves is not ours
    for reason, count in refused.most_common():
        print(f"{count:>6} refused: {reason}")
    print(f"{len(made)} renames; check before: {outcome}; after: {after}; files that undo did not restore: {len(left)}")
    return 0


def _rename(root: Path, count: int, seed: int, precision: Precision) -> tuple[list[str], Counter[str]]:
    """The edits that were made, and why others were not."""
    engine = Engine(str(root), backend=language_servers)
    engine.refresh()
    registry = engine.languages()
    ids: list[str] = []
    for path in sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink()):
        relative = str(path.relative_to(root))
        language = registry.language_of(relative, b"")
        if language is not None and language.semantics:
            ids += _ids(engine, relative)
    random.Random(seed).shuffle(ids)
    made: list[str] = []
    refused: Counter[str] = Counter()
    for each in ids:
        if len(made) == count:
            break
        name = re.split(r"[:/]", each)[-1].partition("[")[0]
        try:
            answer = engine.rename(each, name + SUFFIX, precision=precision)
        except CodeintelError as error:
            refused[re.sub(r"\d+ ", "N ", error.message.rpartition(": ")[2])] += 1
            continue
        if answer.edit is not None:
            made.append(answer.edit)
    engine.close()
    return made, refused


def _ids(engine: Engine, path: str) -> list[str]:
    try:
        nodes = list(engine.overview(path, depth=9).symbols)
    except CodeintelError:  # left out of the index
        return []
    found: list[str] = []
    while nodes:
        node = nodes.pop()
        found.append(node.id)
        nodes += node.children
    return sorted(found)


def _outcome(check: str | None, root: Path) -> str:
    if check is None:
        return "none"
    done = subprocess.run(check, shell=True, cwd=root, capture_output=True, text=True, timeout=1200, check=False)
    shown = re.sub(r" in [\d.]+s.*", "", (done.stdout.strip().splitlines() or [""])[-1])
    return f"exit {done.returncode}, {shown}"


if __name__ == "__main__":
    sys.exit(main())
