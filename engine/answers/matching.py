"""Which symbols a name path pattern means: the readings of NAMEPATH's rules, most literal first."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

from ..errors import AmbiguousSymbol, NoSuchFile, NoSuchSymbol, NotIndexed, OutsideProject
from ..index.secrets import is_secret
from ..namepath import module_fits, nearest, other_readings, parse_pattern, place_fits
from ..unseen import seen
from .values import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..index.rows import Located
    from ..index.sync import Sync
    from ..namepath import Pattern

__all__ = ["matches", "one", "relative", "scope_of", "suggestions"]

MAX_LISTED = 10


def scope_of(view: Sync, within: str | None, kinds: frozenset[str]) -> Scope:
    """The scope of a request; a suffix of a path is enough. Raises NoSuchFile, NotIndexed, OutsideProject."""
    if within is None:
        return Scope(None, kinds)
    path = relative(view.root, within)
    if not path or path in view.files or path in view.folders:
        return Scope(path or None, kinds)
    suffix = "/" + path
    fitting = [p for p in itertools.chain(view.files, view.folders) if p.endswith(suffix)]
    if len(fitting) == 1:
        return Scope(fitting[0], kinds)
    if fitting:
        raise NoSuchFile(f"{within} fits several places", f"Say which: {', '.join(sorted(fitting)[:5])}")
    if os.path.lexists(os.path.join(view.root, path)):
        if any(is_secret(part, folder=True) for part in path.split("/")) or is_secret(os.path.basename(path)):
            raise NotIndexed(f"{path} may hold secrets", "Such files are never read, indexed or shown.")
        raise NotIndexed(
            f"{path} is not indexed: no language reads it, or it is ignored, excluded or a link",
            "`codeintel status` counts what is left out by reason; `codeintel languages` lists what is read.",
        )
    if (typed := seen(within)) != within:
        return scope_of(view, typed, kinds)
    raise NoSuchFile(f"there is no {within} in the project", _nearest_path(view, path))


def relative(root: str, path: str) -> str:
    """A path as typed, relative to the root with `/`; empty for the root itself. Raises OutsideProject."""
    absolute = os.path.normpath(os.path.join(root, path))
    if absolute == root:
        return ""
    if not absolute.startswith(root.rstrip("/") + "/"):
        real = os.path.realpath(absolute)
        if real != root and not real.startswith(root.rstrip("/") + "/"):
            raise OutsideProject(
                f"{path} is outside of the project {root}", "Give a path below it, or choose another -C."
            )
        absolute = real
    return os.path.relpath(absolute, root) if absolute != root else ""


def matches(
    view: Sync, text: str, scope: Scope, *, substring: bool = False, ignore_case: bool = False
) -> list[Located]:
    """The symbols that `text` means, by the first reading that finds any. Raises BadPattern."""
    first = parse_pattern(text, substring=substring, ignore_case=ignore_case)
    names = _Names(view)
    for pattern in itertools.chain((first,), other_readings(text, substring=substring, ignore_case=ignore_case)):
        found = _matching(view, pattern, scope, names)
        if found:
            return found
    if (typed := seen(text)) != text:
        return matches(view, typed, scope, substring=substring, ignore_case=ignore_case)
    return [] if substring or ignore_case else _through_fields(view, first, scope)


def one(view: Sync, text: str, scope: Scope) -> Located:
    """The one symbol that `text` means. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    found = matches(view, text, scope)
    if not found:
        hints = suggestions(view, text, scope)
        hint = f"Did you mean {', '.join(hints)}?" if hints else "Try `find --substring`, or `overview` of the file."
        raise NoSuchSymbol(f"no symbol matches {text!r}", hint)
    if len(found) > 1:
        bare = parse_pattern(text)._replace(anchored=True)
        whole = [located for located in found if bare.matches(located.symbol.name_path)]
        if len(whole) == 1:
            return whole[0]
        ids = [f"{located.path}:{located.symbol.name_path}" for located in found]
        listed = ", ".join(ids[:MAX_LISTED]) + (f" and {len(ids) - MAX_LISTED} more" if len(ids) > MAX_LISTED else "")
        raise AmbiguousSymbol(f"{text!r} matches {len(ids)} symbols", f"Say which one: {listed}", ids[:50])
    return found[0]


def suggestions(view: Sync, text: str, scope: Scope, limit: int = 5) -> list[str]:
    """Ids of symbols with the nearest names: what may have been meant."""
    last = parse_pattern(text).last.name
    typed = [last, *(pattern.last.name for pattern in other_readings(text) if pattern.last.name != last)]
    wanted = min(typed, key=len) if typed else last
    names = nearest(wanted.strip("*?"), _Names(view).all(), 3 * limit)  # some may be of other branches
    located = [hit for hit in view.store.definitions(view.row.id, names) if scope.admits(hit)]
    likeness = _likeness(text)
    located.sort(key=lambda hit: (names.index(hit.symbol.name), -likeness(hit.symbol.name_path), hit.path, hit.ordinal))
    return [f"{hit.path}:{hit.symbol.name_path}" for hit in located[:limit]]


def _likeness(text: str) -> Callable[[str], float]:
    """How near a name path is to what was typed, from 0 to 1."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(text.casefold())

    def ratio(name_path: str) -> float:
        matcher.set_seq1(name_path.casefold())
        return matcher.ratio()

    return ratio


class _Names:
    """The names of a view, read once and only if a reading needs them."""

    def __init__(self, view: Sync) -> None:
        self._view = view
        self._names: list[str] | None = None

    def all(self) -> list[str]:
        if self._names is None:
            self._names = self._view.names()
        return self._names


def _matching(view: Sync, pattern: Pattern, scope: Scope, names: _Names) -> list[Located]:
    test: Callable[[str], bool] = pattern.matches
    candidates = _fitting(pattern, names.all()) if pattern.substring or pattern.ignore_case else [pattern.last.name]
    found = _located(view, candidates, pattern, scope, test)
    if not found and pattern.has_glob:
        found = _located(view, pattern.globbed(names.all()), pattern, scope, pattern.matches_glob)
    return found


def _located(
    view: Sync, names: list[str], pattern: Pattern, scope: Scope, test: Callable[[str], bool]
) -> list[Located]:
    if not names:
        return []
    places = _places(view, pattern.place) if pattern.place is not None else None
    if places is not None and not places:
        return []
    found = [
        located
        for located in view.store.definitions(view.row.id, names)
        if test(located.symbol.name_path)
        and (places is None or located.path in places)
        and (pattern.module is None or module_fits(pattern.module, located.path))
        and scope.admits(located)
    ]
    if pattern.place is not None and not pattern.place.endswith("/") and len(found) > 1 and not pattern.has_glob:
        anchored = pattern._replace(anchored=True)
        whole = [located for located in found if anchored.matches(located.symbol.name_path)]
        return whole or found
    return found


def _through_fields(view: Sync, pattern: Pattern, scope: Scope) -> list[Located]:
    """What a pattern means that leaves out fields: `Outer/member` for `Outer/field/member`.

    A struct without a name has that of the field that holds it; whoever does not see the field leaves it out.
    """
    from ..namepath import parse_name_path, print_name_path

    if len(pattern.components) == 1:
        return []
    bare = pattern._replace(components=pattern.components[-1:], anchored=False)
    found: list[Located] = []
    for located in _located(view, [pattern.last.name], bare, scope, bare.matches):
        symbols = view.store.symbols_of(located.blob_id)
        parts, above = [parse_name_path(located.symbol.name_path)[-1]], located.symbol.parent
        while above >= 0:
            if symbols[above].kind != "field":
                parts.insert(0, parse_name_path(symbols[above].name_path)[-1])
            above = symbols[above].parent
        if pattern.matches(print_name_path(parts)):
            found.append(located)
    return found


def _places(view: Sync, place: str) -> set[str]:
    """The files that a place names: the very path, or else every path with that suffix."""
    folder = place.endswith("/")
    try:
        path = relative(view.root, place)
    except OutsideProject:
        path = place
    if not folder and path in view.files:
        return {path}
    if folder and path in view.folders:
        return {p for p in view.files if p.startswith(path + "/")} if path else set(view.files)
    typed = path + "/" if folder else path
    return {p for p in view.files if place_fits(typed, p)}


def _fitting(pattern: Pattern, names: list[str]) -> list[str]:
    """The names that the last part of a pattern fits: tens of thousands are looked at, so without a call for each."""
    wanted = pattern.last.name
    if not pattern.ignore_case:
        return [name for name in names if wanted in name]
    wanted = wanted.casefold()
    if pattern.substring:
        return [name for name in names if wanted in name.casefold()]
    return [name for name in names if wanted == name.casefold()]


def _nearest_path(view: Sync, path: str) -> str:
    base = path.rsplit("/", 1)[-1]
    same = [p for p in view.files if p.rsplit("/", 1)[-1] == base]
    near: Iterable[str] | Iterator[str] = same or nearest(path, list(view.files), 3)
    listed = ", ".join(itertools.islice(near, 3))
    return f"Did you mean {listed}?" if listed else "`overview .` lists the files."
