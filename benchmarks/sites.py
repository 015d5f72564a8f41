"""Holds what the index says of random member accesses against a language server that knows types.

    python -m benchmarks sites SOURCE_ROOT [--count N] [--seed N] [--server NAME] [--under FOLDER] [--show N] [--json]

Sites are attribute accesses (`x.name`) of Python files, found by `ast` and chosen at random; the server is
asked for the definition of each, until there are as many as wanted for which it names places in the project alone.
Printed are the shares of

    agree        the index names one of these places, or says that the same is bound there
    contradict   it names others alone, and calls that exact or inferred
    open         it leaves the site to its name, or says that it comes from elsewhere

An answer that names a parameter, or a place of another name, is none: some servers take an argument that they cannot
resolve for the parameter that it is passed to.

The server (default basedpyright) has to be installed where codeintel finds it: `pip install basedpyright`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import sys
import warnings
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.answers.linking import Context
from codeintel.engine.answers.witness import ViewProject
from codeintel.engine.link.types import Slot
from codeintel.engine.link.ways import NAME, name_of
from codeintel.engine.precise import Place, Spelled
from codeintel.engine.progress import silent
from codeintel.engine.service import Engine
from codeintel.lsp_bridge.backend import Backend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from codeintel.engine.index.sync import Sync
    from codeintel.engine.link.linker import Linker
    from codeintel.engine.link.types import Entity

VERDICTS = ("agree", "contradict", "open")
CHUNK = 40
"""Sites of which a server is asked at a time."""


class Judged(NamedTuple):
    """One site, and what came of it."""

    site: Spelled
    verdict: str
    wanted: list[Place]
    named: list[tuple[str, int]]
    how: str

    def __str__(self) -> str:
        """For people."""
        path, line, column = self.site.place
        wanted = " ".join(f"{place.path}:{place.line + 1}" for place in self.wanted)
        named = " ".join(f"{path}:{line + 1}" for path, line in self.named) or "nothing"
        at = f"{path}:{line + 1}:{column + 1} {self.site.name}"
        return f"{self.verdict} {at}: server {wanted}, index {named} ({self.how})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask both, print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks sites", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("root")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--server", default="basedpyright")
    parser.add_argument("--under", default="", help="only files below this folder")
    parser.add_argument("--seconds", type=float, default=300, help="for each forty sites")
    parser.add_argument("--show", type=int, default=0, help="print N sites on which they do not agree")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    with closing(Engine(given.root)) as engine, closing(Backend(engine.root, only=given.server)) as backend:
        engine.index(links=True)
        judged = engine._ask(lambda view: _judge(view, backend, given))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    counts = Counter(row.verdict for row in judged)
    known = sum(counts[verdict] for verdict in VERDICTS)
    shown = [row for row in judged if row.verdict in ("contradict", "open")]
    shown.sort(key=lambda row: row.verdict)
    for row in shown[: given.show]:
        sys.stdout.write(f"{row}\n")
    if given.json:
        figures = {"root": given.root, "seed": given.seed, "server": given.server, "sites": known, **counts}
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        shares = "  ".join(f"{name} {_share(counts[name], known)}" for name in VERDICTS)
        sys.stdout.write(f"{given.root}: sites {known} of {len(judged)}  {shares}  ({counts['open']} open)\n")
    return 0


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.4f}" if whole else "-"


def _judge(view: Sync, backend: Backend, given: argparse.Namespace) -> list[Judged]:
    project = ViewProject(view)
    linker = Context(view, silent).linker
    paths = sorted(p for p, (language, _) in project.paths().items() if language == "python" and _is_below(p, given))
    sites = [site for path in paths for site in _accesses(view.root, path)]
    random.Random(given.seed).shuffle(sites)
    targets = _Targets(project)
    found: list[Judged] = []
    known = 0
    while sites and known < given.count:
        few = max(CHUNK, given.count - known)
        chosen, sites = sorted(sites[:few]), sites[few:]
        for first in range(0, len(chosen), CHUNK):
            asked = chosen[first : first + CHUNK]
            said = backend.definitions(project, asked, given.seconds)
            found += [_verdict(linker, targets, s, places or []) for s, places in zip(asked, said, strict=True)]
        known = sum(row.verdict in VERDICTS for row in found)
    return found


def _is_below(path: str, given: argparse.Namespace) -> bool:
    return not given.under or path.startswith(given.under.rstrip("/") + "/")


def _accesses(root: str, path: str) -> Iterator[Spelled]:
    """Every attribute access of a file that Python reads."""
    with open(os.path.join(root, path), "rb") as file:
        source = file.read()
    tree = _parsed(source)
    lines = source.split(b"\n")
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Attribute) and node.end_lineno and node.end_col_offset:
            name = node.attr.encode()
            line, column = node.end_lineno - 1, node.end_col_offset - len(name)
            if lines[line][column : column + len(name)] == name:  # inside of a class, `__x` is another name
                yield Spelled(Place(path, line, column), node.attr)


class _Targets:
    """What stands at the places that a server names."""

    def __init__(self, project: ViewProject) -> None:
        self._project = project
        self._lines: dict[str, list[bytes]] = {}
        self._parameters: dict[str, set[tuple[int, int]]] = {}

    def is_member(self, place: Place, name: str) -> bool:
        """Whether something that a dot may lead to is called so there: no parameter, or a whole module."""
        if place.path not in self._lines:
            source = self._project.text(place.path)
            self._lines[place.path] = source.split(b"\n")
            tree = _parsed(source)
            nodes = ast.walk(tree) if tree is not None else ()
            self._parameters[place.path] = {(n.lineno - 1, n.col_offset) for n in nodes if isinstance(n, ast.arg)}
        if (place.line, place.column) in self._parameters[place.path]:
            return False
        is_module = place.line == 0 and name in place.path.removesuffix(".py").split("/")[-2:]
        return is_module or self._lines[place.path][place.line].startswith(name.encode(), place.column)


def _parsed(source: bytes) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError):
        return None


def _verdict(linker: Linker, targets: _Targets, site: Spelled, places: list[Place]) -> Judged:
    wanted = [place for place in places if place.path and targets.is_member(place, site.name)]
    if not wanted or len(wanted) < len(places):
        return Judged(site, "outside" if places else "unknown", wanted, [], "")
    path, line, column = site.place
    rows = [row for row in linker.file(path).occurrences(site.name) if (row.line, row.column) == (line, column)]
    resolved = [linker.resolve(path, site.name, row) for row in rows]
    entities = sorted({entity for each in resolved for entity in each.entities or ()}, key=repr)
    named = [place for entity in entities for place in _places(linker, entity)]
    how = ", ".join(sorted({name_of(each.way) for each in resolved})) or "no occurrence"
    if {(place.path, place.line) for place in wanted} & set(named) or (
        entities and any(entities == _meant(linker, place, site.name) for place in wanted)
    ):
        verdict = "agree"
    elif named and not all(each.certainty == NAME for each in resolved):
        verdict = "contradict"
    else:
        verdict = "open"
    return Judged(site, verdict, wanted, named, how)


def _meant(linker: Linker, place: Place, name: str) -> list[Entity]:
    """What the index says of a place that a server names: an attribute that is bound there may be one of a base."""
    rows = [o for o in linker.file(place.path).occurrences(name) if (o.line, o.column) == (place.line, place.column)]
    return sorted({e for row in rows for e in linker.resolve(place.path, name, row).entities or ()}, key=repr)


def _places(linker: Linker, entity: Entity) -> list[tuple[str, int]]:
    """The lines that an entity is defined in."""
    if isinstance(entity, Slot):
        return [(entity.path, line) for line, _ in linker.places_of(entity)]
    return [(entity.path, 0)] if entity.kind == "module" else []


if __name__ == "__main__":
    sys.exit(main())
