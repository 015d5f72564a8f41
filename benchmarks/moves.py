"""Random moves by links, each checked by itself: `python -m benchmarks moves ROOT --within FOLDER --check CMD`.

Works on a copy. A symbol at the top of a file below FOLDER and another file there are drawn at random, until COUNT
moves were made; those that are refused are counted by their reason. After each move the check is run in the copy, and
has to say what it said before; then the move is taken back and every byte compared. Moves that changed what the check
says are printed with what differs.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import re
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine

from .workspace import bytes_of, differing, project_copy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("--within", default=".", metavar="FOLDER")
    parser.add_argument("--new", action="store_true", help="move to new files as well, named after the symbol")
    parser.add_argument("--check", required=True, metavar="CMD", help="a shell command; output and exit code count")
    parser.add_argument("--count", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    given = parser.parse_args(arguments)
    with project_copy(given.root) as copy:
        _run(copy, given)
    return 0


def _run(root: Path, arguments: argparse.Namespace) -> None:
    before, expected = bytes_of(root), _outcome(arguments.check, root)
    print(f"check before: {expected[-1] if expected else ''}")
    engine = Engine(str(root))
    engine.refresh()
    files = _files(engine, root, root / arguments.within)
    symbols = [(symbol, own) for own in files for symbol in _symbols(engine, own)]
    pairs = [(symbol, path) for symbol, own in symbols for path in files if path != own]
    if arguments.new:
        folders = sorted({os.path.dirname(path) for path in files})
        named = [(symbol, _named_after(symbol, own)) for symbol, own in symbols]
        news = [(symbol, os.path.join(folder, name)) for symbol, name in named for folder in folders]
        pairs = [pair for pair in news if pair[1] not in files] * max(len(pairs) // max(len(news), 1), 1) + pairs
    random.Random(arguments.seed).shuffle(pairs)
    refused: Counter[str] = Counter()
    tried = made = wrong = back = changed = 0
    for symbol, target in pairs:
        if made == arguments.count:
            break
        tried += 1
        try:
            answer = engine.move(symbol, target)
        except CodeintelError as error:
            refused[_reason(error)] += 1
            continue
        made += 1
        changed += len(answer.files)
        print(f"{made:>4} {symbol} → {target}", file=sys.stderr, flush=True)
        found = _outcome(arguments.check, root)
        if found != expected:
            wrong += 1
            print(f"{symbol} → {target}")
            print("\n".join(list(difflib.unified_diff(expected, found, lineterm="", n=0))[2:12]))
        engine.undo(answer.edit)
        back += len(differing(root, before))
    engine.close()
    for reason, count in refused.most_common():
        print(f"{count:>6} refused: {reason}")
    print(
        f"{made} moves of {tried} tried, {changed} files changed; "
        f"checks that say something else: {wrong}; files that undo did not restore: {back}"
    )


def _named_after(symbol: str, own: str) -> str:
    """A file name for a symbol."""
    name = symbol.rpartition(":")[2].rpartition("/")[2]
    return name + os.path.splitext(own)[1]


def _reason(error: CodeintelError) -> str:
    """The first reason, without what it is about."""
    text = str(error.hint).removeprefix("Nothing was written. ").split("; ")[0] if error.hint else ""
    if "links between" not in error.message or not text:
        text = re.sub(r"\S*[./]\S*", "…", error.message)
    text = re.sub(r"^\S+:\d+: ", "", text)
    if ":" in text.partition("would load each other")[2]:
        return "files would load each other"
    known = (
        "another meaning", "uses another", "gives", "means another", "nothing is known", "has types", "decorates it",
        "cannot import", "in several places", "in another statement", "reached through", "already", "other values",
        "under a condition", "only its package may use", "small letter", "have to go with it", "import each other",
        "stays in the package", "place in a group", "defined together", "file of tests", "under the same conditions",
        "of one module", "cannot be imported", "nothing is known of", "runs where", "not public", "of its name",
        "something else here", "has another", "not export", "hands", "a script", "for types alone", "by a call",
        "in another language",
    )  # fmt: skip
    return next((each for each in known if each in text), "a place may mean it or not")


def _files(engine: Engine, root: Path, folder: Path) -> list[str]:
    registry = engine.languages()
    found: list[str] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        relative = str(path.relative_to(root))
        language = registry.language_of(relative, b"")
        if language is not None and (language.edit.import_name or language.edit.mover):
            found.append(relative)
    return found


def _symbols(engine: Engine, path: str) -> list[str]:
    try:
        return sorted(node.id for node in engine.overview(path, depth=1).symbols)
    except CodeintelError:  # left out of the index
        return []


def _outcome(check: str, root: Path) -> list[str]:
    done = subprocess.run(check, shell=True, cwd=root, capture_output=True, text=True, timeout=1200, check=False)
    shown = re.sub(r" in [\d.]+s.*", "", done.stdout)
    return [*shown.splitlines(), f"exit {done.returncode}"]


if __name__ == "__main__":
    sys.exit(main())
