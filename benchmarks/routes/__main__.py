"""Holds the routes that the index finds against those of real applications.

    python -m benchmarks.routes FOLDER [--name NAME]… [--show N] [--json]

FOLDER holds the sources, each in a folder of the name of its truth: `truth/NAME.json` says which repository at which
commit. Truth is the route table of the running application where it can be made to run, else read from the sources
by hand (`how`). Patterns are compared with parameters unnamed and without a slash at the end; a method `ANY` fits
every method. `precision` is of the routes that are said to be exact or inferred, `recall` of those of the truth,
`handlers` of those that both have and whose handler the truth names: the right file and the right last name. `open`
counts the patterns with a part that only the environment tells (`{?}`): they are right if anything in its place makes
them so. `first look` is what precision and recall were when the application was seen for the first time, with the
mechanism as it was then; those without it were there while it was made.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.answers.routes import RoutesRequest
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

TRUTH = Path(__file__).parent / "truth"
EVERYTHING = 1_000_000
PARAMETER = re.compile(r"\(\?P<\w+>(?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|<[^<>]*>|:\w+(?:\([^()]*\))?[?]?|\*\w*")


class Score(NamedTuple):
    """How one application came out."""

    name: str
    framework: str
    how: str
    first_look: list[float | None] | None
    truth: int
    found: int
    right: int
    recalled: int
    handlers: int
    handlers_right: int
    open: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--name", action="append", default=[])
    parser.add_argument("--show", type=int, default=0, help="print up to N differences of each")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    scores = [
        score(path, os.path.join(given.folder, path.stem), given.show)
        for path in sorted(TRUTH.glob("*.json"))
        if (not given.name or path.stem in given.name) and os.path.isdir(os.path.join(given.folder, path.stem))
    ]
    if given.json:
        print(json.dumps([row._asdict() for row in scores], indent=1))
        return 0
    print(
        f"{'application':34} {'framework':9} {'truth':8} {'routes':>6} {'prec.':>6} {'recall':>6} {'handlers':>9}"
        f" {'open':>5}  first look"
    )
    for row in sorted(scores, key=lambda s: (s.framework, s.first_look is not None, s.name)):
        first = "  ".join("-" if share is None else f"{share:.3f}" for share in row.first_look or ())
        print(
            f"{row.name:34} {row.framework:9} {row.how:8} {row.truth:6} {_share(row.right, row.found):>6} "
            f"{_share(row.recalled, row.truth):>6} {_share(row.handlers_right, row.handlers):>9} {row.open:5}  {first}"
        )
    for framework in sorted({row.framework for row in scores}):
        mine = [row for row in scores if row.framework == framework]
        right, found = sum(row.right for row in mine), sum(row.found for row in mine)
        recalled, truth = sum(row.recalled for row in mine), sum(row.truth for row in mine)
        shares = f"precision {_share(right, found)}  recall {_share(recalled, truth)}"
        print(f"{framework:34} {len(mine)} applications  {shares}")
    return 0


def score(path: Path, root: str, show: int) -> Score:
    """Compare one application."""
    truth: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    with closing(Engine(root)) as engine:
        answer = engine.routes(RoutesRequest(limit=EVERYTHING))
    rows = [(r.method, r.pattern, r.handler) for r in answer.routes if r.certainty != "name"]
    expected: list[tuple[str, str, str | None]] = [(m, p, h) for m, p, h in truth["routes"]]
    left_out = truth.get("left_out")
    if left_out:
        rows = [row for row in rows if not re.search(left_out, row[1])]
    right = [row for row in rows if any(_same(row, other) for other in expected)]
    recalled = [(other, [row for row in rows if _same(row, other)]) for other in expected]
    named = [(other, found) for other, found in recalled if found and other[2]]
    good = [(o, f) for o, f in named if any(_same_handler(row[2], o[2]) for row in f)]
    if show:
        _print(path.stem, "wrong", [row for row in rows if row not in right], show)
        _print(path.stem, "missing", [other for other, found in recalled if not found], show)
        _print(
            path.stem, "handler", [(o[0], o[1], f"{o[2]} not {f[0][2]}") for o, f in named if (o, f) not in good], show
        )
    return Score(
        path.stem,
        truth["framework"],
        truth["how"],
        truth.get("first_look"),
        len(expected),
        len(rows),
        len(right),
        sum(bool(found) for _, found in recalled),
        len(named),
        len(good),
        sum("{?}" in pattern for _, pattern, _ in rows),
    )


def _same(one: tuple[str, str, Any], other: tuple[str, str, Any]) -> bool:
    if one[0] != other[0] and "ANY" not in (one[0], other[0]):
        return False
    if "{?}" in one[1]:
        pieces = [re.escape(bare(piece)) for piece in one[1].split("{?}")]
        return re.fullmatch(".*".join(pieces), bare(other[1])) is not None
    return bare(one[1]) == bare(other[1])


def bare(pattern: str) -> str:
    """A pattern without the names of its parameters, anchors and a slash at the end."""
    text = pattern.removeprefix("/").removeprefix("^").removesuffix("$").removesuffix("/?")
    return PARAMETER.sub("{}", text).replace("\\Z", "").strip("/").removesuffix("$").strip("/")


def _same_handler(found: str | None, wanted: str | None) -> bool:
    if found is None or wanted is None:
        return False
    (path, name), (other, its) = found.rsplit(":", 1), wanted.rsplit(":", 1)
    last = re.sub(r"\[\d+\]$", "", re.split(r"[/.]", name)[-1])
    return path == other and last in re.split(r"[/.]", its)[-2:]


def _print(name: str, what: str, rows: list[tuple[str, str, Any]], show: int) -> None:
    for row in rows[:show]:
        print(f"{name}: {what}: {row[0]} {row[1]}  {row[2] or ''}", file=sys.stderr)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
