"""Holds the answers of the index against a folder of compiler-grade truth, in one process.

    python -m benchmarks.truth TRUTH_FOLDER SOURCE_ROOT [--score SCORE_PY] [--sure exact|inferred|name]
                               [--precision index|auto|lsp] [--wait SECONDS] [--show N]

TRUTH_FOLDER has `queries.jsonl`, one question a line (`op`, `path`, `name_path`), and what the scorer wants besides.
The answers are written in the scorer's format (`--answers`, else a temporary file) and the scorer is run over them:
what a shell would ask with `refs` and `callers`, a hundred times faster. `--sure` says how sure an answer has to be to
count: `inferred` (the default) takes exact and inferred ones, `exact` the former alone, `name` all. `--precision`
asks the installed language server besides, which has `--wait` seconds for each question.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from codeintel.engine.answers.graph import GraphRequest
from codeintel.engine.answers.references import RefsRequest
from codeintel.engine.answers.values import FindRequest, Node
from codeintel.engine.answers.witness import Precision
from codeintel.engine.errors import CodeintelError
from codeintel.engine.service import Engine
from codeintel.lsp_bridge import language_servers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LEVELS = {"exact": ("exact",), "inferred": ("exact", "inferred"), "name": ("exact", "inferred", "name")}
INDEX = Precision("index")
EVERYTHING = 1_000_000
"""No limit."""
_NUMBER = re.compile(r"\[\d+\]$")
"""Tells definitions of one name path apart: the scorer compares names."""
DEEP = 99
"""Nesting of an overview: all of it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask every question and score the answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth")
    parser.add_argument("root")
    parser.add_argument("--score", help="the scorer; default: score.py beside the folder of truth")
    parser.add_argument("--sure", choices=sorted(LEVELS), default="inferred")
    parser.add_argument("--precision", choices=("index", "auto", "lsp"), default="index", help="who is asked")
    parser.add_argument("--wait", type=float, help="seconds for a language server")
    parser.add_argument("--answers", help="where to keep the answers")
    parser.add_argument("--show", type=int, default=0, help="print the N questions with the most mistakes")
    parser.add_argument("--json", action="store_true", help="the scorer's rows as JSON")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        answers = given.answers or os.path.join(folder, "answers.jsonl")
        how = Precision(given.precision, given.wait)
        seconds = answer_all(given.truth, given.root, answers, LEVELS[given.sure], how)
        score = given.score or os.path.join(os.path.dirname(os.path.abspath(given.truth)), "score.py")
        each = os.path.join(folder, "each.jsonl")
        command = [
            sys.executable,
            score,
            given.truth,
            answers,
            "--per-query",
            each,
            *(["--json"] if given.json else []),
        ]
        done = subprocess.run(command, check=False)
        sys.stderr.write(f"{seconds:.1f} CPU seconds\n")
        if given.show:
            show_worst(each, given.show)
    return done.returncode


def answer_all(truth: str, root: str, answers: str, sure: Iterable[str], how: Precision = INDEX) -> float:
    """Write an answer for each question; gives the CPU seconds of this process that it took."""
    before = time.process_time()
    with (
        closing(Engine(root, backend=language_servers)) as engine,
        open(os.path.join(truth, "queries.jsonl"), encoding="utf-8") as questions,
        open(answers, "w", encoding="utf-8") as out,
    ):
        for line in questions:
            if line.strip():
                question = json.loads(line)
                results = list(_answer(engine, question, frozenset(sure), how))
                out.write(json.dumps({"id": question["id"], "results": results}) + "\n")
    return time.process_time() - before


def show_worst(each: str, count: int) -> None:
    """Print the questions with the most mistakes."""
    with open(each, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows.sort(key=lambda row: row["fp"] + row["fn"], reverse=True)
    for row in rows[:count]:
        if row["fp"] + row["fn"]:
            sys.stdout.write(json.dumps(row) + "\n")


def _answer(engine: Engine, question: dict[str, Any], sure: frozenset[str], how: Precision) -> Iterator[dict[str, Any]]:
    target = ":".join(part for part in (question.get("path"), question.get("name_path")) if part)
    try:
        if question["op"] == "references":
            answer = engine.refs(RefsRequest(target, how.precision, limit=EVERYTHING, wait=how.wait))
            sys.stderr.writelines(f"{question['id']}: {note}\n" for note in answer.notes if note.startswith("degraded"))
            yield from ({"path": r.path, "line": r.line} for r in answer.references if r.certainty in sure)
        elif question["op"] == "callers":
            for edge in engine.callers(GraphRequest(target, 1, EVERYTHING, how.precision, how.wait)).edges:
                if edge.certainty in sure:
                    name_path = _NUMBER.sub("", edge.from_id.split(":", 1)[-1])
                    yield {"path": edge.path, "line": edge.line, "name_path": name_path}
        elif question["op"] == "symbols":
            yield from _symbols(engine.overview(question["path"], DEEP, EVERYTHING).symbols)
        else:
            yield from map(_symbol, engine.find(FindRequest(question["name_path"], limit=EVERYTHING)).symbols)
    except CodeintelError as error:
        sys.stderr.write(f"{question['id']}: {error}\n")


def _symbols(nodes: Iterable[Node]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        yield _symbol(node)
        yield from _symbols(node.children)


def _symbol(node: Node) -> dict[str, Any]:
    symbol = node.symbol
    return {"path": node.path, "line": symbol.name_line + 1, "name": symbol.name, "name_path": symbol.name_path}


if __name__ == "__main__":
    sys.exit(main())
