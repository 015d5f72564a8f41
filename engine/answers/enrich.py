"""Where is what a text speaks of: the exact places of the symbols that it names, to be put into a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..namepath import parse_name_path, place_fits
from .centrality import centrality_of
from .mentions import BLOCK, MAX_TEXT, SPAN, looks_like_code, mentions
from .standing import PRODUCT, standing
from .values import Node, bare, node_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ..index.rows import Located
    from ..index.sync import Sync
    from .centrality import Centrality
    from .mentions import Mention

__all__ = ["EnrichAnswer", "Named", "enrich"]

MAX_RIVALS = 2
"""Definitions that a name may mean and still says something."""
LEAST_PLAIN = 4
"""Letters of a plain word that is taken for a name."""
SAME = 1_000
TYPES = frozenset({"class", "interface", "struct", "enum"})
CALLABLE = frozenset({"function", "method", "constructor", "property"})


class Named(NamedTuple):
    """A symbol, and the words of the text that name it."""

    node: Node
    words: str


class EnrichAnswer(NamedTuple):
    """The symbols that a text names, the surest first."""

    named: list[Named]
    more: int
    notes: list[str]


class _Sure(NamedTuple):
    """How well a definition fits a mention; greater is surer."""

    fits: int
    """3: the text says file or containers; 2: some of them; 1: the name alone."""
    is_product: bool
    nearness: int
    """How many folders its file has in common with one that the text names; more than any if it is that one."""
    has_body: bool
    is_type: bool
    is_top: bool


def enrich(view: Sync, text: str, limit: int = 30) -> EnrichAnswer:
    """The symbols that a text names; what may mean many is left out. Never fails for want of a match."""
    notes = [f"only the first and last {MAX_TEXT // 2} characters were read"] if len(text) > MAX_TEXT else []
    found = mentions(text)
    names = {mention.name for mention in found if mention.name}
    by_name: dict[str, list[Located]] = {}
    for hit in view.store.definitions(view.row.id, sorted(names)):
        by_name.setdefault(hit.symbol.name, []).append(hit)
    central = centrality_of(view)
    files = _files(view, found)
    near = {path for paths in files.values() if len(paths) == 1 for path in paths}
    rows: dict[str, tuple[tuple[float, ...], Named]] = {}
    told: set[str] = set()
    for order, mention in sorted(enumerate(found), key=lambda row: not row[1].name):
        for hit, sure in _meant(view, mention, by_name, files, near):
            if mention.name:
                told.add(hit.path)
            elif hit.path in told:
                continue  # a line of another version, most likely: the names beside it are surer
            weight = _weight(mention, hit, sure, central)
            node = node_of(hit)
            key = f"{node.path}:{bare(node.symbol.name_path)}"
            rank = (-weight, order)
            if key not in rows or rank < rows[key][0]:
                rows[key] = rank, Named(node, ".".join(mention.parts) or f"{mention.path}:{mention.line}")
    ordered = [named for _, named in sorted(rows.values(), key=lambda row: (row[0], row[1].node.id))]
    return EnrichAnswer(ordered[:limit], max(len(ordered) - limit, 0), notes)


def _files(view: Sync, found: Iterable[Mention]) -> dict[str, list[str]]:
    """The files of the project that each path of the text is: one that ends like it, or whose end it is."""
    files: dict[str, list[str]] = {}
    by_base: dict[str, list[str]] = {}
    wanted = {mention.path for mention in found if mention.path}
    if wanted:
        for path in view.files:
            by_base.setdefault(path.rpartition("/")[2], []).append(path)
    for path in wanted:
        same = by_base.get(path.rpartition("/")[2], [])
        fitting = [p for p in same if place_fits(path, p) or path.endswith(f"/{p}")]
        if not fitting:  # installed somewhere: the end of the path decides
            tail = path.split("/")[::-1]
            tails = sorted(((_common(tail, p.split("/")[::-1]), p) for p in same), reverse=True)
            longest = tails[0][0] if tails else 0
            fitting = [p for length, p in tails if length == longest and longest > 1]
        files[path] = fitting
    return files


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """How many parts two paths begin with together."""
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count


def _meant(
    view: Sync,
    mention: Mention,
    by_name: dict[str, list[Located]],
    files: dict[str, list[str]],
    near: Collection[str],
) -> list[tuple[Located, _Sure]]:
    """The definitions that a mention means; none if there are many."""
    if mention.path:
        return _at_place(view, mention, by_name, files[mention.path])
    hits = by_name.get(mention.name, [])
    if not hits or not _is_worth_it(mention):
        return []
    judged = [(hit, sure) for hit in hits if _admits(mention, hit, sure := _sure(mention, hit, near))]
    if not judged:
        return []
    best = max(sure for _, sure in judged)
    if len(mention.parts) > 1 and best.fits == 1 and not _is_rare(mention, hits):
        return []  # a member of something that is not of this project
    if not best.is_product and best.fits == 1:
        return []
    kept = _distinct([(hit, sure) for hit, sure in judged if sure == best])
    return kept if len(kept) <= MAX_RIVALS else []


def _is_worth_it(mention: Mention) -> bool:
    if mention.is_distinctive:
        return True
    is_capital = mention.is_called and mention.name[0].isupper()
    return len(mention.name) >= LEAST_PLAIN and (mention.form == SPAN or is_capital)


def _admits(mention: Mention, hit: Located, sure: _Sure) -> bool:
    """Whether a definition is of a kind that the form of the mention may mean: prose seldom means fields."""
    kind = hit.symbol.kind
    if not mention.is_distinctive:
        return kind in TYPES or (kind in CALLABLE and kind != "property")
    return kind in TYPES | CALLABLE or (mention.form != BLOCK and (mention.form == SPAN or sure.fits > 1))


def _is_rare(mention: Mention, hits: Sequence[Located]) -> bool:
    with_body = [hit for hit in hits if hit.symbol.body_start >= 0] or hits
    files = {hit.path for hit in with_body if standing(hit.path) == PRODUCT}
    return looks_like_code(mention.name) and 0 < len(files) <= (1 if mention.form == BLOCK else MAX_RIVALS)


def _sure(mention: Mention, hit: Located, near: Collection[str]) -> _Sure:
    holders = [component.name for component in parse_name_path(hit.symbol.name_path)[:-1]]
    said = list(mention.parts[:-1])
    while said and holders and said[-1] == holders[-1]:
        said.pop()
        holders.pop()
    folders = hit.path.rpartition(".")[0].split("/")
    in_path = bool(said) and all(part in folders for part in said)
    if len(mention.parts) == 1:
        fits = 1
    elif not said or in_path:
        fits = 3
    else:
        fits = 2 if len(said) < len(mention.parts) - 1 or any(part in folders for part in said) else 1
    product = standing(hit.path) == PRODUCT
    symbol = hit.symbol
    return _Sure(
        fits, product, _nearness(hit.path, near), symbol.body_start >= 0, symbol.kind in TYPES, symbol.parent < 0
    )


def _nearness(path: str, near: Collection[str]) -> int:
    if path in near:
        return SAME
    folders = path.split("/")[:-1]
    return max((_common(folders, other.split("/")[:-1]) for other in near), default=0)


def _at_place(
    view: Sync, mention: Mention, by_name: dict[str, list[Located]], paths: Sequence[str]
) -> list[tuple[Located, _Sure]]:
    """The symbol at a place of a trace: that of the name it gives, else the innermost around the line."""
    if len(paths) != 1:
        return []
    path = paths[0]
    sure = _Sure(3, standing(path) == PRODUCT, nearness=SAME, has_body=True, is_type=False, is_top=False)
    named = [hit for hit in by_name.get(mention.name, ()) if hit.path == path]
    if len(named) > 1 and mention.line:
        around = [hit for hit in named if hit.symbol.start_line < mention.line <= hit.symbol.end_line + 1]
        named = around or named
    if named:
        return [(hit, sure) for hit in named[:MAX_RIVALS]]
    if mention.name or not mention.line or mention.path.removeprefix("./") != path:
        return []
    blob = view.files[path].blob_id
    from ..index.rows import Located

    inside = [
        Located(path, blob or 0, ordinal, symbol)
        for ordinal, symbol in enumerate(view.store.symbols_of(blob) if blob else ())
        if symbol.start_line < mention.line <= symbol.end_line + 1 and symbol.kind in TYPES | CALLABLE
    ]
    return [(inside[-1], sure)] if inside else []


def _distinct(judged: Sequence[tuple[Located, _Sure]]) -> list[tuple[Located, _Sure]]:
    """Each symbol once: overloads by the first, what is announced elsewhere by its definition."""
    bodies = {bare(hit.symbol.name_path) for hit, _ in judged if hit.symbol.body_start >= 0}
    kept: dict[tuple[str, str], tuple[Located, _Sure]] = {}
    for hit, sure in judged:
        name_path = bare(hit.symbol.name_path)
        if hit.symbol.body_start >= 0 or hit.symbol.kind != "function" or name_path not in bodies:
            kept.setdefault((hit.path, name_path), (hit, sure))
    return list(kept.values())


def _weight(mention: Mention, hit: Located, sure: _Sure, central: Centrality) -> float:
    weight = 2.0 * sure.fits + mention.form + (1.0 if hit.symbol.kind in TYPES | CALLABLE else 0.0)
    weight += 0.5 if mention.is_distinctive else 0.0
    return weight - (1.0 if mention.form == BLOCK else 0.0) + min(central.of(hit.symbol.name), 8.0) / 16
