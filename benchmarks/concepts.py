"""How well concepts are found: `python -m benchmarks.concepts --sources FOLDER [--check | --write] [--codegraph FILE]`.

Asks the queries of `questions/concepts.toml` of the projects in FOLDER (one folder each, named as there) and compares
the ranks of the definitions that were meant with those of

- `grep`: lines that have any of the words, the ones with most different words first, each taken for the definition
  around it. That is generous: it knows stop words and where definitions begin and end.
- `codegraph query` (npm `@colbymchenry/codegraph`), where its program is given; it indexes copies.

Every rank is kept in `questions/concepts.csv`. `--check` fails where one of ours is another than there, `--write`
rewrites the file (peers that were not run keep their ranks), so that a change of the ranking is seen in review.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.answers.search import SearchRequest
from codeintel.engine.index.stems import is_stop
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from codeintel.engine.answers.values import Node

__all__ = ["DEPTH", "Query", "Ranks", "load_queries", "load_ranks", "main", "summary"]

HERE = Path(__file__).resolve().parent
QUERIES = HERE / "questions" / "concepts.toml"
RANKS = HERE / "questions" / "concepts.csv"
DEPTH = 20
"""Answers that are looked at; what comes later counts as not found."""
TOP = 5
OURS, GREP, CODEGRAPH = "codeintel", "grep", "codegraph"
SIDES = (OURS, GREP, CODEGRAPH)
_MANY = 1_000_000


class Query(NamedTuple):
    """Words and what they are about."""

    half: str
    project: str
    words: str
    expected: tuple[str, ...]


class Ranks(NamedTuple):
    """What one side made of one query."""

    first: int
    """Rank of the first definition that was meant, from 1; 0 if none is among the answers."""
    recall: float
    """Share of the definitions that are among the first five, of at most five."""


Row = dict[str, Ranks]
Answer = tuple[str, str]
"""Path, and name path without overload numbers."""


def main(argv: Sequence[str]) -> int:
    """Run one command line; gives the exit code: 1 where `--check` finds another rank."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", required=True, metavar="FOLDER", type=Path)
    parser.add_argument("--codegraph", metavar="PROGRAM", help="the program of the npm package")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", action="store_true", help="compare our ranks with the kept ones, and do no more")
    group.add_argument("--write", action="store_true", help="keep the ranks")
    arguments = parser.parse_args(argv)
    queries = load_queries()
    known = load_ranks()
    sides: dict[str, Callable[[Path], Callable[[str], list[Answer]]]] = {OURS: _codeintel}
    if not arguments.check:
        sides[GREP] = _grep
        if arguments.codegraph:
            sides[CODEGRAPH] = lambda root: _codegraph(arguments.codegraph, root)
    found = {query: dict(known.get(query.words, {})) for query in queries}
    for project in dict.fromkeys(query.project for query in queries):
        for side, open_side in sides.items():
            ask = open_side(arguments.sources / project)
            for query in queries:
                if query.project == project:
                    found[query][side] = _ranks(query.expected, ask(query.words), side)
    if arguments.check:
        return _compare(queries, known, found)
    for line in summary(found):
        print(line)
    if arguments.write:
        _write(found)
    return 0


def load_queries() -> list[Query]:
    """All queries, in order."""
    rows = tomllib.loads(QUERIES.read_text(encoding="utf-8"))["query"]
    return [Query(row["half"], row["project"], row["words"], tuple(row["expected"])) for row in rows]


def load_ranks() -> dict[str, Row]:
    """The kept ranks by the words of the query and by side."""
    ranks: dict[str, Row] = {}
    if RANKS.exists():
        with RANKS.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                sides = {s: Ranks(int(row[s]), float(row[f"{s} recall"])) for s in SIDES if row[s]}
                ranks[row["words"]] = sides
    return ranks


def summary(found: Mapping[Query, Row]) -> list[str]:
    """Mean reciprocal rank and recall at five of each half and side, and how much better ours is."""
    lines = [
        f"{'half':8}{'queries':>8}  {'side':12}{'MRR':>7}{'recall@5':>10}{'at 1':>6}{'none':>6}{'MRR of ours':>14}"
    ]
    halves = list(dict.fromkeys(query.half for query in found))
    for half in [*halves, "all"]:
        rows = [row for query, row in found.items() if half in (query.half, "all")]
        ours = _mrr([row[OURS] for row in rows])
        for side in SIDES:
            ranks = [row[side] for row in rows if side in row]
            if len(ranks) == len(rows):
                mrr = _mrr(ranks)
                recall = sum(rank.recall for rank in ranks) / len(ranks)
                firsts, none = sum(rank.first == 1 for rank in ranks), sum(not rank.first for rank in ranks)
                better = f"{ours / mrr:.2f} x" if mrr and side != OURS else ""
                lines.append(f"{half:8}{len(rows):8}  {side:12}{mrr:7.3f}{recall:10.3f}{firsts:6}{none:6}{better:>14}")
    return lines


def _mrr(ranks: Sequence[Ranks]) -> float:
    return sum(1 / rank.first for rank in ranks if rank.first) / max(len(ranks), 1)


def _ranks(expected: Sequence[str], answers: Sequence[Answer], side: str) -> Ranks:
    places = [
        next((n for n, answer in enumerate(answers[:DEPTH], 1) if _means(wanted, answer, side)), 0)
        for wanted in expected
    ]
    hits = sum(0 < place <= TOP for place in places)
    return Ranks(min((p for p in places if p), default=0), round(min(hits / min(TOP, len(expected)), 1.0), 2))


def _means(wanted: str, answer: Answer, side: str) -> bool:
    """Whether an answer is a definition that was meant; of a peer that leaves out containers the name is enough."""
    path, _, name = wanted.rpartition(":")
    names = (name, name.rpartition("/")[2]) if side == CODEGRAPH else (name,)
    return answer[1] in names and path in ("", answer[0])


def _bare(name_path: str) -> str:
    return "/".join(part.rpartition("[")[0] if part.endswith("]") else part for part in name_path.split("/"))


def _compare(queries: Sequence[Query], known: Mapping[str, Row], found: Mapping[Query, Row]) -> int:
    others = [query for query in queries if known.get(query.words, {}).get(OURS) != found[query][OURS]]
    for query in others:
        before, now = known.get(query.words, {}).get(OURS), found[query][OURS]
        print(f"{query.project}: {query.words!r}: {before} is now {now}")
    print(f"{len(queries) - len(others)} of {len(queries)} queries have the kept ranks")
    return 1 if others else 0


def _write(found: Mapping[Query, Row]) -> None:
    with RANKS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["half", "project", "words", *(n for side in SIDES for n in (side, f"{side} recall"))])
        for query, row in found.items():
            cells = [cell for side in SIDES for cell in row.get(side, ("", ""))]
            writer.writerow([query.half, query.project, query.words, *cells])


# --- the sides ------------------------------------------------------------------------------------------------------


def _codeintel(root: Path) -> Callable[[str], list[Answer]]:
    engine = Engine(str(root))

    def ask(words: str) -> list[Answer]:
        hits = engine.search(SearchRequest(words, limit=DEPTH)).symbols
        return [(hit.node.path, _bare(hit.node.symbol.name_path)) for hit in hits]

    return ask


def _grep(root: Path) -> Callable[[str], list[Answer]]:
    engine = Engine(str(root))
    files = engine.overview(".", depth=0, limit=1).files
    outlines: dict[str, list[tuple[int, int, str]]] = {}

    def definition(path: str, line: int) -> Answer | None:
        if path not in outlines:
            outlines[path] = sorted(_ranges(engine.overview(path, depth=100, limit=_MANY).symbols))
        rows = outlines[path]
        for start, end, name in reversed(rows[: bisect_right(rows, (line, sys.maxsize, ""))]):
            if start <= line <= end:
                return path, _bare(name)
        return None

    def ask(words: str) -> list[Answer]:
        answers: dict[Answer, None] = {}
        for path, number in _lines_with(root, files, words):
            found = definition(path, number)
            if found is not None:
                answers.setdefault(found)
                if len(answers) >= DEPTH:
                    break
        return list(answers)

    return ask


def _lines_with(root: Path, files: Sequence[str], words: str) -> list[tuple[str, int]]:
    """Lines that have any of the words, those with most of them first."""
    telling = [word.lower() for word in re.findall(r"\w+", words) if not is_stop(word)]
    command = ["grep", "-HniE", "-e", "|".join(map(re.escape, telling)), "--", *files]
    text = subprocess.run(command, cwd=root, capture_output=True, check=False).stdout.decode("utf-8", "replace")
    rows: list[tuple[int, str, int]] = []
    for hit in text.split("\n"):
        path, _, rest = hit.partition(":")
        number, _, line = rest.partition(":")
        if number.isdigit():
            low = line.lower()
            rows.append((-sum(word in low for word in telling), path, int(number)))
    return [(path, number) for _, path, number in sorted(rows)]


def _ranges(nodes: Sequence[Node]) -> Iterator[tuple[int, int, str]]:
    for node in nodes:
        yield node.symbol.start_line + 1, node.symbol.end_line + 1, node.symbol.name_path
        yield from _ranges(node.children)


def _codegraph(program: str, root: Path) -> Callable[[str], list[Answer]]:
    copy = Path(tempfile.mkdtemp(prefix="codegraph-")) / root.name
    shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    subprocess.run(["git", "init", "-q", str(copy)], check=True)
    subprocess.run([program, "init", "."], cwd=copy, check=True, capture_output=True)

    def ask(words: str) -> list[Answer]:
        command = [program, "query", "-p", ".", "-j", "-l", str(DEPTH), words]
        text = subprocess.run(command, cwd=copy, capture_output=True, check=True, text=True).stdout
        nodes = (
            [row["node"] for row in json.JSONDecoder().raw_decode(text[text.index("[") :])[0]] if "[" in text else []
        )
        answers = [(node["filePath"], node["qualifiedName"].replace("::", "/").replace(".", "/")) for node in nodes]
        return list(dict.fromkeys(answers))

    return ask


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
