"""Holds every occurrence of a project against what a compiler resolves it to.

    python -m benchmarks.occurrences OCCURRENCES.jsonl SOURCE_ROOT [--show N] [--all]

OCCURRENCES.jsonl has one line a place where a name stands: `[path, line, column, name, [[path, line], …], outside]`;
line from 1, column in UTF-8 bytes from 0, then the declarations in the project, and whether others lie outside of it.
Counted are members (names behind a dot), with `--all` every name:

    found     places of which a declaration is known, of those that the compiler knows
    right     places where a declaration is right, of those where the index names some
    pairs     declarations that are right, of all that the index names
    by name   places that the index leaves to their name, of those that the compiler knows
    lost      places that it resolves to something else, or does not have: nobody who asks would see them
    held      with `--calls`, for truth that comes from a running program (`benchmarks.executed`): places that name a
              variable, parameter, field or class, which held the function that ran; they count nowhere else
    uses      with `--uses`: precision and recall of what is sure when each declaration is asked for its uses, and
              precision of what is exact, over the places of the truth; a name that only one declaration has counts as
              known here
    exact     places where a declaration is right, of those where the index is sure of what it names
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from codeintel.engine.answers.linking import Context
from codeintel.engine.link.references import references
from codeintel.engine.link.types import Slot
from codeintel.engine.progress import silent
from codeintel.engine.service import Engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from codeintel.engine.deepfacts import Occurrence
    from codeintel.engine.index.sync import Sync
    from codeintel.engine.link.linker import Linker
    from codeintel.engine.link.references import Found


class Site(NamedTuple):
    """One place, and what the compiler says of it."""

    path: str
    line: int
    column: int
    name: str
    declared: frozenset[tuple[str, int]]
    outside: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("occurrences")
    parser.add_argument("root")
    parser.add_argument("--show", type=int, default=0, help="print N places that are not right")
    parser.add_argument("--all", action="store_true", help="every name, not only members")
    parser.add_argument("--calls", action="store_true", help="the truth is which functions ran")
    parser.add_argument("--uses", action="store_true", help="ask for the uses of each declaration, too")
    given = parser.parse_args(arguments)
    with closing(Engine(given.root)) as engine:
        held: set[Site] = set()
        counts, shown = engine._ask(lambda view: _compare(view, given, held))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # no face asks this
        uses = engine._ask(lambda view: _uses(view, given, held)) if given.uses else ""  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # as above
    for line in shown[: given.show]:
        sys.stdout.write(line + "\n")
    sys.stdout.write(
        f"{given.root}: sites {counts['known']}  found {_share(counts['found'], counts['known'])}"
        f"  right {_share(counts['right'], counts['named'])}  pairs {_share(counts['right pairs'], counts['pairs'])}"
        f"  by name {counts['by name']}  lost {counts['lost']} (absent {counts['absent']})"
        f"  held {counts['held']}  exact {counts['exact']}: {_share(counts['right exact'], counts['exact'])}{uses}\n"
    )
    return 0


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def _compare(view: Sync, given: argparse.Namespace, held: set[Site]) -> tuple[Counter[str], list[str]]:
    linker = Context(view, silent).linker
    counts: Counter[str] = Counter()
    shown: list[str] = []
    places: dict[tuple[str, int, int], list[Occurrence]] = {}
    read: set[str] = set()
    for site in _sites(given.occurrences, given.root, members=not given.all):
        if site.path not in read:
            read.add(site.path)
            file = linker.file(site.path)
            for name in file.facts.occurrences:
                for row in file.occurrences(name):
                    if row.form != "key" and not (given.all and row.form == "bind"):
                        places.setdefault((site.path, row.line + 1, row.column), []).append(row)
        rows = places.get((site.path, site.line, site.column), [])
        before = counts["held"]
        verdict, named = _judge(linker, site, rows, counts, calls=given.calls)
        if counts["held"] > before:
            held.add(site)
        if verdict:
            wanted = " ".join(f"{path}:{line}" for path, line in sorted(site.declared)) or "outside"
            text = f"{verdict}: {site.path}:{site.line}:{site.column} {site.name} wants {wanted} has {named}"
            shown.append(text)
    return counts, shown


def _uses(view: Sync, given: argparse.Namespace, held: set[Site]) -> str:
    """How right the uses of each declaration are, where the truth knows the place."""
    linker = Context(view, silent).linker
    sites = {(site.path, site.line, site.column): site for site in _sites(given.occurrences, given.root, members=False)}
    sites = {place: site for place, site in sites.items() if site not in held}
    wanted: dict[tuple[str, int, str], set[tuple[str, int, int]]] = {}
    for place, site in sites.items():
        for path, line in site.declared:
            wanted.setdefault((path, line, site.name), set()).add(place)
    counts: Counter[str] = Counter()
    missed: list[str] = []
    for (path, line, name), places in sorted(wanted.items()):
        slot = linker.slot_at(path, line - 1, name)
        found = references(linker, slot) if slot is not None else None
        uses = (
            {}
            if found is None
            else {(u.path, u.occurrence.line + 1, u.occurrence.column): u.certainty for u in found.uses}
        )
        counts["wanted"] += len(places)
        shown = uses.keys() | _family_of(found)
        counts["any"] += len(places & shown)
        missed += [f"dropped: {path}:{line} {name} at {place}" for place in sorted(places - shown)]
        for place, certainty in uses.items():
            if place in sites and certainty != "name":
                is_right = (path, line) in sites[place].declared
                counts.update({"sure": 1, "right": is_right, certainty: 1, f"right {certainty}": is_right})
    for text in missed[: given.show]:
        sys.stdout.write(text + "\n")
    return (
        f"  uses: sure P {_share(counts['right'], counts['sure'])} R {_share(counts['right'], counts['wanted'])}"
        f"  exact P {_share(counts['right exact'], counts['exact'])}  all R {_share(counts['any'], counts['wanted'])}"
    )


def _family_of(found: Found | None) -> set[tuple[str, int, int]]:
    """The places of members that one overrides, or that override it: they are shown beside its uses."""
    uses = [use for some in found.family.values() for use in some] if found is not None else []
    return {(use.path, use.occurrence.line + 1, use.occurrence.column) for use in uses}


def _judge(linker: Linker, site: Site, rows: list[Occurrence], counts: Counter[str], *, calls: bool) -> tuple[str, str]:
    """Count one place; gives what is wrong with it, and what the index names there."""
    entities: set[Any] = set()
    unresolved, sure = False, bool(rows)
    for row in rows:
        resolved = linker.resolve(site.path, site.name, row)
        sure = sure and resolved.certainty == "exact"
        unresolved = unresolved or resolved.entities is None
        entities |= resolved.entities or frozenset()
    named = [_places(linker, entity) for entity in sorted(entities, key=repr)]
    named = [each for each in named if each]
    right = sum(bool(each & site.declared) for each in named)
    if calls and named and not right and not any(_has_function(linker, each) for each in entities):
        counts["held"] += 1
        return "", ""
    if named and sure and (site.declared or site.outside):
        counts["exact"] += 1
        counts["right exact"] += right > 0
    if site.declared:
        counts["known"] += 1
        counts["found"] += right > 0
        if not right:
            kind = "absent" if not rows else "by name" if unresolved else "lost"
            counts[kind] += 1
            counts["lost"] += kind == "absent"
            return kind, str(named)
    if named and (site.declared or site.outside):
        counts["named"] += 1
        counts["right"] += right > 0
        counts["pairs"] += len(named)
        counts["right pairs"] += right
        if right < len(named):
            return "wrong" if not right else "too many", str(named)
    return "", ""


def _places(linker: Linker, entity: Any) -> set[tuple[str, int]]:
    if isinstance(entity, Slot):
        return {(entity.path, line + 1) for line, _ in linker.places_of(entity)}
    return {(entity.path, 0), (entity.path, 1)} if entity.kind == "module" else set()


def _has_function(linker: Linker, entity: Any) -> bool:
    """Whether an entity is a slot that a function has been defined in."""
    return isinstance(entity, Slot) and any(row.kind == "function" for row in linker.definitions_of(entity))


def _row(text: str) -> tuple[str, int, int, str, list[tuple[str, int]], bool]:
    return json.loads(text)


def _sites(occurrences: str, root: str, *, members: bool) -> Iterator[Site]:
    lines: dict[str, list[bytes]] = {}
    with open(occurrences, encoding="utf-8") as file:
        for text in file:
            path, line, column, name, declared, outside = _row(text)
            if path not in lines:
                with open(os.path.join(root, path), "rb") as source:
                    lines[path] = source.read().split(b"\n")
            before = lines[path][line - 1][:column].rstrip()
            if members and not before.endswith(b"."):
                continue
            if not before and members:
                continue
            yield Site(path, line, column, name, frozenset((p, n) for p, n in declared), bool(outside))


if __name__ == "__main__":
    sys.exit(main())
