"""What links cost: `python -m benchmarks links ROOT [--symbols N] [--seed N] [--cold SYMBOL]`.

Deep facts of the whole project against a bare parse of the same files (CPU, workers included); then, with them there
and a watcher running, `refs` and `callers` of random symbols; of each `--name` (without: the commonest names) `refs`
asked for the first time and again, and `impact` to depth 3. Works on a copy. Times are CPU of this process.

With `--cold SYMBOL` nothing but the first `refs` of that symbol, on an index that has no deep facts yet: wall and CPU.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

import tree_sitter

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.answers.search import SearchRequest
from codeintel.engine.errors import CodeintelError
from codeintel.engine.languages import load_registry
from codeintel.engine.service import Engine

from .workspace import project_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMONEST = 5
EVERYTHING = 1_000_000
MAX_SIZE = 2_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("--symbols", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--name", action="append", metavar="NAME")
    parser.add_argument("--cold", action="append", metavar="SYMBOL")
    given = parser.parse_args(arguments)
    for symbol in given.cold or ():
        _cold(given.root, symbol)
    if given.cold:
        return 0
    with project_copy(given.root) as copy:
        root = str(copy)
        subprocess.run(["git", "init", "-q", root], check=True)  # a watcher proves by a file there that it has seen all
        engine = Engine(root)
        plain = _cpu(engine.index)
        search = _cpu(lambda: engine.search(SearchRequest("anything")))  # `index --links` makes it else, among the rest
        deep = _cpu(lambda: engine.index(links=True))
        ids = _ids(engine)
        engine.close()
        engine = Engine(root)
        bare = _cpu(lambda: _bare_parse(engine))
        print(
            f"first index {plain:.2f} s, search {search:.2f} s, deep facts {deep:.2f} s, bare parse {bare:.2f} s:"
            f" {deep / bare:.2f} times"
        )
        print(f"database {engine.status().database_bytes / 1e6:.1f} MB")
        engine.watch()
        _timed(lambda: engine.refs(RefsRequest(ids[0])))  # loads what the first question loads
        chosen = random.Random(given.seed).sample(ids, min(given.symbols, len(ids)))
        _report("refs", [_timed(lambda each=each: engine.refs(RefsRequest(each))) for each in chosen])
        _report("callers", [_timed(lambda each=each: engine.callers(GraphRequest(each))) for each in chosen])
        names = Counter(each.rpartition("/")[2].rpartition(":")[2].partition("[")[0] for each in ids)
        for name in given.name or [name for name, _ in names.most_common(COMMONEST)]:
            pattern, count = re.compile(rf"[:/]{re.escape(name)}(\[0\])?$"), names[name]
            example = next(each for each in ids if pattern.search(each))
            first, again = (_timed(lambda each=example: engine.refs(RefsRequest(each))) for _ in range(2))
            impact = _timed(lambda each=example: engine.impact(GraphRequest(each, 3)))
            print(
                f"{name} ({count} definitions): refs {first * 1000:.0f} ms, again {again * 1000:.0f} ms; "
                f"impact {impact * 1000:.0f} ms"
            )
        engine.close()
        print(f"largest process {max(_peak(resource.RUSAGE_SELF), _peak(resource.RUSAGE_CHILDREN)):.0f} MB")
    return 0


def _cold(root: str, symbol: str) -> None:
    with project_copy(root) as copy, closing(Engine(str(copy))) as engine:
        engine.index()
        started = time.perf_counter()
        cpu = _cpu(lambda: engine.refs(RefsRequest(symbol)))
        print(f"{symbol}: {time.perf_counter() - started:.2f} s, {cpu:.2f} s of CPU")


def _ids(engine: Engine) -> list[str]:
    """Every symbol below the root."""
    from codeintel.engine.answers.values import FindRequest

    return sorted(node.id for node in engine.find(FindRequest("?*", limit=EVERYTHING)).symbols)


def _bare_parse(engine: Engine) -> None:
    registry = load_registry()
    parsers: dict[str, tree_sitter.Parser] = {}
    for folder, _, names in os.walk(engine.root):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.isfile(path) or not registry.could_be_source(path) or os.path.getsize(path) > MAX_SIZE:
                continue
            with open(path, "rb") as file:
                raw = file.read()
            language = registry.language_of(name, raw)
            if language is not None:
                if language.name not in parsers:
                    parsers[language.name] = tree_sitter.Parser(language.grammar)
                parsers[language.name].parse(raw)


def _cpu(action: Callable[[], object]) -> float:
    """CPU seconds of this process and of those that have ended meanwhile."""
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    action()
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after, strict=True))


def _timed(question: Callable[[], object]) -> float:
    started = time.process_time()
    try:
        question()
    except CodeintelError:  # a name path that several symbols share
        return time.process_time() - started
    return time.process_time() - started


def _report(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) * 95 // 100, len(ordered) - 1)]
    print(f"{what}: median {statistics.median(ordered) * 1000:.1f} ms, p95 {p95 * 1000:.1f} ms over {len(ordered)}")


def _peak(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
