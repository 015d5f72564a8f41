"""Holds references of random symbols against those that a language server gives.

    python -m benchmarks.servers SOURCE_ROOT --language NAME [--symbols N] [--seed N] [--skip PATTERN] [--show N]

The server is the one that `codeintel servers` finds for the language. A reference is a line of a file that uses the
symbol. Neutral are lines that name what the symbol overrides or is overridden by, and the definition's own. Symbols for
which the server gives nothing where the index is sure of something are counted apart: it has not read the file.

    precision, recall   of what the index calls exact or inferred, over all symbols together
    exact               precision of what it calls exact
    name                recall with what it matches by name
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.answers.linking import Context
from codeintel.engine.answers.witness import ViewProject
from codeintel.engine.errors import NoLanguageServer
from codeintel.engine.precise import Place, Spelled
from codeintel.engine.progress import silent
from codeintel.engine.service import Engine
from codeintel.lsp_bridge.backend import Backend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from codeintel.engine.index.store import Located
    from codeintel.engine.index.sync import Sync

SECONDS = 120
KINDS = frozenset(
    {
        *("class", "method", "field", "constant", "function", "variable"),
        *("struct", "interface", "enum", "property", "constructor"),
    }
)


class Answers(NamedTuple):
    """Lines that use a symbol."""

    exact: set[tuple[str, int]]
    sure: set[tuple[str, int]]
    all: set[tuple[str, int]]
    neutral: set[tuple[str, int]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask both, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--language", required=True)
    parser.add_argument("--symbols", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--skip", metavar="PATTERN", help="files whose lines do not count: the server does not read them"
    )
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N symbols with mistakes")
    given = parser.parse_args(arguments)
    with closing(Engine(given.root)) as engine:
        counts, shown = engine._ask(lambda view: _compare(view, given))  # noqa: SLF001 - no face asks this
    for line in shown[: given.show]:
        sys.stdout.write(line + "\n")
    sure, exact = counts["right"] + counts["wrong"], counts["right exact"] + counts["wrong exact"]
    meant = counts["right"] + counts["missed"]
    sys.stdout.write(
        f"{given.root}: symbols {counts['symbols']} (unread {counts['unread']})  references {meant}"
        f"  precision {_share(counts['right'], sure)}  recall {_share(counts['right'], meant)}"
        f"  exact {_share(counts['right exact'], exact)}  name {_share(counts['right by any'], meant)}\n"
    )
    return 0


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def _compare(view: Sync, given: argparse.Namespace) -> tuple[Counter[str], list[str]]:
    context, project = Context(view, silent), ViewProject(view)
    skipped = re.compile(given.skip or r"(?!)")
    paths = sorted(path for path, (language, _) in project.paths().items() if language == given.language)
    paths = [path for path in paths if not skipped.search(path)]
    symbols = [hit for path in paths for hit in context.symbols(path) if hit.symbol.kind in KINDS]
    chosen = random.Random(given.seed).sample(symbols, min(given.symbols, len(symbols)))
    counts: Counter[str] = Counter()
    shown: list[str] = []
    with closing(Backend(view.root)) as servers:
        for located in chosen:
            ours = Answers(*({row for row in rows if not skipped.search(row[0])} for rows in _ours(context, located)))
            theirs = {row for row in _theirs(context, project, servers, located) if not skipped.search(row[0])}
            if not theirs and ours.sure:
                counts["unread"] += 1
                shown.append(f"unread {located.path}:{located.symbol.name_path}")
                continue
            wrong, missed = ours.sure - theirs - ours.neutral, theirs - ours.sure - ours.neutral
            counts["symbols"] += 1
            counts["right"] += len(ours.sure & theirs)
            counts["wrong"] += len(wrong)
            counts["missed"] += len(missed)
            counts["right exact"] += len(ours.exact & theirs)
            counts["wrong exact"] += len(ours.exact - theirs - ours.neutral)
            counts["right by any"] += len(ours.sure & theirs) + len(missed & ours.all)
            if wrong or missed:
                rows = [*(f"+{path}:{line}" for path, line in sorted(wrong)[:5])]
                rows += [f"-{path}:{line}" for path, line in sorted(missed)[:5]]
                shown.append(f"{located.path}:{located.symbol.name_path}  {' '.join(rows)}")
    return counts, shown


def _ours(context: Context, located: Located) -> Answers:
    asked = context.about(located)
    found = context.uses(asked)
    rows = [(use.path, use.occurrence.line + 1, use.certainty) for use in found.uses if use.occurrence.role != "import"]
    own = {(located.path, located.symbol.name_line + 1)}
    others = {(use.path, use.occurrence.line + 1) for uses in found.family.values() for use in uses}
    sure = {(path, line) for path, line, certainty in rows if certainty != "name"} - own
    return Answers(
        {(path, line) for path, line, certainty in rows if certainty == "exact"} - own,
        sure,
        {(path, line) for path, line, _ in rows} - own,
        others - sure,
    )


def _theirs(context: Context, project: ViewProject, servers: Backend, located: Located) -> set[tuple[str, int]]:
    symbol = located.symbol
    source = project.text(located.path)
    column = symbol.name_start - (source.rfind(b"\n", 0, symbol.name_start) + 1)
    asked = Spelled(Place(located.path, symbol.name_line, column), symbol.name)
    family = context.linker.project.families.get(located.path, "")
    holders = context.linker.project.files_with(symbol.name, family)
    try:
        heard = servers.references(project, asked, holders, SECONDS)
    except NoLanguageServer:  # it broke down over this question; the next one starts it again
        return set()
    return {(place.path, place.line + 1) for place in heard.places} - {(located.path, symbol.name_line + 1)}


if __name__ == "__main__":
    sys.exit(main())
