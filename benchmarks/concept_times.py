"""What concept search costs: `python -m benchmarks.concept_times ROOT [--queries PROJECT] [--rounds N]`.

On a copy of a project: the search index (CPU seconds of the first search beyond the outline, bytes that it adds), then,
with a watcher as a server has it, CPU milliseconds of `search`, `map`, `explore` and `enrich`: of the first one, the
median and maximum of the others; of `search` and `map` also right after an edit. The queries are those of
`questions/concepts.toml` for a project (default: django).
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from codeintel.engine.answers.explore import ExploreRequest
from codeintel.engine.answers.repomap import MapRequest
from codeintel.engine.answers.search import SearchRequest
from codeintel.engine.service import Engine

from .concepts import load_queries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(argv: Sequence[str]) -> int:
    """Run one command line; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT", type=Path)
    parser.add_argument("--queries", default="django", metavar="PROJECT")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    arguments = parser.parse_args(argv)
    words = [query.words for query in load_queries() if query.project == arguments.queries]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CODEINTEL_CACHE"] = f"{folder}/cache"
        root = Path(folder, "project")
        shutil.copytree(arguments.root, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        subprocess.run(["git", "init", "-q", str(root)], check=True)
        engine = Engine(str(root))
        outline = _cpu(engine.index)
        before = _bytes(engine)
        engine = Engine(str(root))
        first = _cpu(lambda: engine.search(SearchRequest(words[0])))
        after = _bytes(engine)
        engine = Engine(str(root))
        print(f"outline {outline:.2f} s, search index {first:.2f} s and {(after - before) / 1e6:.1f} MB")
        engine.watch()
        text = "\n".join(f"`{word}` {words[0]}" for word in ("Model.save", "execute_sql", "QuerySet"))
        questions: dict[str, Callable[[str], object]] = {
            "search": lambda each: engine.search(SearchRequest(each)),
            "map": lambda _: engine.map(MapRequest()),
            "map with a focus": lambda each: engine.map(MapRequest((each,))),
            "explore": lambda each: engine.explore(ExploreRequest(each)),
            "enrich": lambda each: engine.enrich(f"{text}\n{each}"),
        }
        for name, ask in questions.items():
            cold = _cpu(lambda ask=ask: ask(words[0])) * 1000
            for each in words:
                ask(each)  # what a question makes once (deep facts of a file) is not counted again
            times = [
                _cpu(lambda ask=ask, each=each: ask(each)) * 1000 for _ in range(arguments.rounds) for each in words
            ]
            print(
                f"{name:20} first {cold:6.0f} ms, then {statistics.median(times):6.1f} ms, at most {max(times):6.1f} ms"
            )
        for name in ("search", "map"):
            times: list[float] = []
            for number in range(arguments.rounds + 2):
                (root / "edited.py").write_text(f"def edited_{number}():\n    return {number}\n")
                times.append(_cpu(lambda name=name: questions[name](words[0])) * 1000)
            print(f"{name:20} after an edit {statistics.median(times):6.1f} ms, at most {max(times):6.1f} ms")
        engine.close()
    return 0


def _bytes(engine: Engine) -> int:
    """Bytes of the database once its journal is written back."""
    path = engine.status().database
    engine.close()
    return os.path.getsize(path)


def _cpu(action: Callable[[], object]) -> float:
    """CPU seconds of an action, workers included."""
    started = _used()
    action()
    return _used() - started


def _used() -> float:
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
