"""Random renames by links, and a check before and after: `python benchmarks/renames.py ROOT [--check CMD]`.

Works on a copy. Symbols of languages that have links are drawn at random and renamed, one after the other, until COUNT
renames were made; those that are refused are counted by their reason. Then every changed file must parse as well as
before and the check (run in the copy) must end as it did; at last every rename is taken back, and every byte compared.
With `--precision lsp` a language server makes them, held against the index; with `auto` where that is not sure.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

SUFFIX = "_zq"


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("--check", metavar="CMD", help="a shell command; its last line and exit code are compared")
    parser.add_argument("--count", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--precision", choices=("index", "auto", "lsp"), default="index", help="who is asked")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["CODEINTEL_CACHE"] = f"{folder}/state"
        copy = Path(folder) / "project"
        shutil.copytree(arguments.root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        for path in copy.rglob("*"):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o200)
        before = _bytes_of(copy)
        outcome = _outcome(arguments.check, copy)
        made, refused = _rename(copy, arguments.count, arguments.seed, Precision(arguments.precision, 60.0))
        after = _outcome(arguments.check, copy)
        engine = Engine(str(copy))
        for edit in reversed(made):
            engine.undo(edit)
        engine.close()
        back = sum(content != before.get(path) for path, content in _bytes_of(copy).items())
    for reason, count in refused.most_common():
        print(f"{count:>6} refused: {reason}")
    print(f"{len(made)} renames; check before: {outcome}; after: {after}; files that undo did not restore: {back}")


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


def _bytes_of(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink() and "__pycache__" not in path.parts
    }


if __name__ == "__main__":
    main()
