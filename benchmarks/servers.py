"""Holds the references of random symbols against what a language server says of each place of their names.

    python -m benchmarks servers SOURCE_ROOT --language NAME [--symbols N] [--seed N] [--show N] [--seconds N]

At every place where the name of a chosen symbol stands, the server is asked for the definition. The place is a
reference if that is one of the symbol's own definitions or declarations (for a class also its constructors); where the
server says nothing, or names a line without that name, the place does not count. Printed, over all symbols and by kind
of symbol:

    precision and recall of references that are exact, of those and the inferred ones, and of all

The server has to be installed where codeintel finds it. Give a copy of a project, and the folders and flags that its
server needs to see it whole: what the server cannot resolve, this cannot judge.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.answers.linking import Context, Sources
from codeintel.engine.answers.values import bare
from codeintel.engine.answers.witness import ViewProject
from codeintel.engine.edit.document import read_document
from codeintel.engine.edit.linked import Lines
from codeintel.engine.edit.occurrences import is_mention, word_places
from codeintel.engine.errors import NoLanguageServer
from codeintel.engine.precise import Place, Spelled
from codeintel.engine.progress import silent
from codeintel.engine.service import Engine
from codeintel.engine.settings import load_settings
from codeintel.lsp_bridge import language_servers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from codeintel.engine.answers.linking import Asked
    from codeintel.engine.index.store import Located
    from codeintel.engine.index.sync import Sync
    from codeintel.lsp_bridge.backend import Backend

MAX_SITES = 60
"""Places of one name that the server is asked about; names with more are left out."""
CHUNK = 20
SURE = ("exact", "inferred", "name")
SKIPPED = frozenset({"constructor", "variable", "namespace", "module", "package", "key", "operator"})


class Site(NamedTuple):
    """A place of a name, what the server and what the index say of it."""

    place: Place
    is_reference: bool
    certainty: str
    """How sure the index is that it is a reference; empty where it lists none."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--language", required=True)
    parser.add_argument("--symbols", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0, help="print N places on which they differ")
    parser.add_argument("--seconds", type=float, default=120, help="for each twenty places")
    parser.add_argument("--kind", help="only symbols of this kind")
    given = parser.parse_args(arguments)
    with (
        closing(Engine(given.root)) as engine,
        closing(language_servers(engine.root, load_settings(engine.root))) as backend,
    ):
        engine.index(links=True)
        engine._ask(lambda view: _compare(view, backend, given))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # no face asks this
    return 0


def _compare(view: Sync, backend: Backend, given: argparse.Namespace) -> None:
    context = Context(view, silent)
    project = ViewProject(view)
    candidates = _candidates(context, given.language, given.kind)
    random.Random(given.seed).shuffle(candidates)
    by_kind: dict[str, list[Site]] = defaultdict(list)
    left, shown, silent_places = given.symbols, given.show, 0
    backend.quiet(project, given.language, given.seconds)
    for located in candidates:
        if not left:
            break
        asked = context.about(located)
        sites = _sites(view, context, located) if asked.slot is not None else []
        if not 1 < len(sites) <= MAX_SITES:
            continue
        left -= 1
        for row, means, said in _compared(context, backend, asked, sites, given.seconds):
            silent_places += not said
            if not said or row is None:
                continue
            by_kind[located.symbol.kind].append(row)
            if shown and row.is_reference != (row.certainty in SURE[:2]):
                shown -= 1
                what = "missed" if row.is_reference else "wrong"
                where = f"{row.place.path}:{row.place.line + 1}:{row.place.column}"
                text = f"{what} ({row.certainty or 'nothing'}): {asked.id} at {where}"
                sys.stdout.write(f"{text}; the server says {sorted(means)[:2]}\n")
    everything = [site for rows in by_kind.values() for site in rows]
    for kind, rows in [*sorted(by_kind.items()), ("all", everything)]:
        sys.stdout.write(f"{kind:12} places {len(rows):5}  {_figures(rows)}\n")
    sys.stdout.write(f"symbols {given.symbols - left}, places of which the server says nothing {silent_places}\n")


def _compared(
    context: Context, backend: Backend, asked: Asked, sites: list[Place], seconds: float
) -> Iterator[tuple[Site | None, set[tuple[str, int]], bool]]:
    """Each place with what the server says it means, and whether it says anything; None where that does not matter."""
    own = _places_of(context, asked)
    certainties, family = _found(context, asked)
    name, lines = asked.located.symbol.name, Sources(context.view)
    for site, places in zip(sites, _definitions(context, backend, name, sites, seconds), strict=True):
        means = {
            (p.path, p.line)
            for p in places or ()
            if p.path and name in lines.line(p.path, p.line).decode(errors="replace")
        }
        row = Site(site, bool(means & own), certainties.get((site.path, site.line, site.column), ""))
        neutral = (site.path, site.line) in own or site in family
        yield None if neutral else row, means, bool(means)


def _definitions(
    context: Context, backend: Backend, name: str, sites: list[Place], seconds: float
) -> list[list[Place] | None]:
    project = ViewProject(context.view)
    said: list[list[Place] | None] = []
    for start in range(0, len(sites), CHUNK):
        chunk = [Spelled(site, name) for site in sites[start : start + CHUNK]]
        try:
            said += backend.definitions(project, chunk, seconds)
        except NoLanguageServer as error:  # it was too slow for these
            sys.stderr.write(f"{error}\n")
            said += [None] * len(chunk)
    return said


def _candidates(context: Context, language: str, kind: str | None) -> list[Located]:
    view = context.view
    languages = view.store.languages_of(view.row.id)
    found: list[Located] = []
    for path in sorted(path for path, name in languages.items() if name == language):
        if view.files[path].blob_id is None:
            continue
        symbols = context.symbols(path)
        found += [s for s in symbols if s.symbol.kind == kind or (not kind and s.symbol.kind not in SKIPPED)]
    return found


def _sites(view: Sync, context: Context, located: Located) -> list[Place]:
    """Every place of the symbol's name in files of its language: in code, or where there are facts."""
    name = located.symbol.name
    family = context.linker.project.families.get(located.path, "")
    found: set[Place] = set()
    for path in context.linker.project.files_with(name, family):
        rows = context.linker.file(path).occurrences(name)
        found |= {Place(path, row.line, row.column) for row in rows if row.form != "bind"}
        document = read_document(view.root, path, view.project()[1])
        lines = Lines(document.source)
        for start, end in word_places(document, name):
            line, column = lines.place(start)
            if not is_mention(document, start, end):
                found.add(Place(path, line, column))
        if len(found) > MAX_SITES:
            break
    return sorted(found)


def _places_of(context: Context, asked: Asked) -> set[tuple[str, int]]:
    """Where the symbol is defined or declared; a class also where its instances are made."""
    assert asked.slot is not None
    linker = context.linker
    linker.begin()
    found: set[tuple[str, int]] = {(asked.located.path, asked.located.symbol.name_line)}
    for entity in {asked.slot, *linker.entities_of_slot(asked.slot)}:
        if hasattr(entity, "scope"):
            found |= {(entity.path, line) for line, _ in linker.places_of(entity)}  # pyright: ignore[reportArgumentType]
    for use in context.uses(asked).uses:
        is_definition = use.occurrence.role == "definition" or use.occurrence.form == "bind"
        if is_definition and use.certainty != SURE[-1]:
            found.add((use.path, use.occurrence.line))
    if linker.is_class(asked.slot):
        name_path = bare(asked.located.symbol.name_path)
        for path in {path for path, _ in found}:
            for other in context.symbols(path):
                container = other.symbol.name_path.rpartition("/")[0]
                if other.symbol.kind == "constructor" and bare(container) == name_path:
                    found.add((path, other.symbol.name_line))
    return found


def _found(context: Context, asked: Asked) -> tuple[dict[tuple[str, int, int], str], set[Place]]:
    found = context.uses(asked)
    certainties = {(u.path, u.occurrence.line, u.occurrence.column): u.certainty for u in found.uses}
    family = {Place(u.path, u.occurrence.line, u.occurrence.column) for uses in found.family.values() for u in uses}
    return certainties, family


def _figures(rows: list[Site]) -> str:
    wanted = sum(row.is_reference for row in rows)
    parts: list[str] = []
    for level, name in enumerate(("exact", "exact and inferred", "all"), start=1):
        listed = [row for row in rows if row.certainty in SURE[:level]]
        right = sum(row.is_reference for row in listed)
        parts.append(f"{name}: P {_share(right, len(listed))} R {_share(right, wanted)}")
    return "  ".join(parts)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


if __name__ == "__main__":
    sys.exit(main())
