"""Gives the facts of routes of a view: from the store, or made from files that have a framework's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..index.store import StoreDamaged
from ..progress import silent
from .extract import frameworks_in, route_facts, signs_in
from .facts import NO_ROUTES, RouteFacts, pack, unpack
from .load import load_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..index.sync import Sync
    from ..languages import Language
    from ..progress import Progress
    from .rules import RouteRules

__all__ = ["facts_of_file", "facts_of_view", "rules_of_view"]

KEPT = "routes"
BATCH = 100


def rules_of_view(view: Sync) -> dict[str, RouteRules]:
    """What each language with files in the view says of routes. Raises BadSettings."""
    languages = view.project()[1].languages
    there = set(view.store.languages_of(view.row.id).values())
    found = {name: load_rules(languages[name]) for name in there if name in languages}
    return {name: rules for name, rules in found.items() if rules is not None}


def facts_of_view(view: Sync, rules: Mapping[str, RouteRules], progress: Progress = silent) -> dict[str, RouteFacts]:
    """The facts of every file that has some. Raises ChangedMeanwhile, StoreDamaged, BadSettings."""
    language_of = view.store.languages_of(view.row.id)
    mine = {path: rules[language] for path, language in language_of.items() if language in rules}
    known: dict[int, RouteFacts] = view.kept.setdefault(KEPT, {})
    blobs = {path: blob for path in mine if (blob := view.files[path].blob_id) is not None}
    versions = {mine[path].version for path in mine}
    for blob, data in view.store.route_facts(view.row.id, sorted(versions)):
        if blob not in known:
            known[blob] = _unpacked(data)
    missing = {blob: path for path, blob in blobs.items() if blob not in known}
    if missing:
        _make(view, missing, mine, known, progress)
    return {path: known[blob] for path, blob in blobs.items() if blob in known and known[blob] != NO_ROUTES}


def facts_of_file(view: Sync, rules: Mapping[str, RouteRules], path: str) -> RouteFacts:
    """The facts of any file, whatever words it has: names and constants of it. Raises ChangedMeanwhile."""
    row = view.files.get(path)
    if row is None or row.blob_id is None or row.left_out:
        return NO_ROUTES
    name = view.store.blob(row.blob_id)[0]
    language = view.project()[1].languages.get(name)
    return _extracted(view, path, language, rules[name], frozenset()) if name in rules and language else NO_ROUTES


def _make(
    view: Sync,
    missing: Mapping[int, str],
    rules: Mapping[str, RouteRules],
    known: dict[int, RouteFacts],
    progress: Progress,
) -> None:
    languages = view.project()[1].languages
    language_of = view.store.languages_of(view.row.id)
    words = dict(view.store.words_by_path(view.row.id))
    rows: list[tuple[int, str, bytes]] = []
    for done, (blob, path) in enumerate(missing.items()):
        own = rules[path]
        frameworks = frameworks_in(own, words.get(path, ""))
        if frameworks:
            progress("reading routes", done, len(missing))
        facts = _extracted(view, path, languages[language_of[path]], own, frameworks) if frameworks else NO_ROUTES
        signs = signs_in(own, words.get(path, ""))
        facts = known[blob] = facts._replace(signs=tuple(sorted(signs))) if signs else facts
        rows.append((blob, own.version, pack(facts)))
        if len(rows) >= BATCH:
            view.store.add_route_facts(rows)
            rows = []
    view.store.add_route_facts(rows)


def _extracted(
    view: Sync, path: str, language: Language | None, rules: RouteRules, frameworks: frozenset[str]
) -> RouteFacts:
    from ..index.content import proved_content
    from ..index.decode import decode
    from ..index.parse import tree_of

    if language is None:
        return NO_ROUTES
    source = decode(proved_content(view, path)).source
    return route_facts(language, rules, source, tree_of(language, source), frameworks)


def _unpacked(data: bytes) -> RouteFacts:
    try:
        return unpack(data)
    except (ValueError, EOFError, TypeError, IndexError) as error:
        raise StoreDamaged(f"the index is damaged: {error}", "It is made again.") from error
