"""Which file of a project leans on which, by the words of each and who defines them; how important that makes files.

Cheap and approximate: no deep facts. A file that has a word which few files define leans on those. Since comments have
words too, a member counts only where the name of its class is there as well, and a plain word only where the name of
the module is. Importance is PageRank over that, personalised on request.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from .standing import PRODUCT, standing
from .values import bare

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..index.sync import Sync
    from ..progress import Progress

__all__ = ["FileGraph", "Use", "file_graph"]

KEPT = "file graph"
MAX_DEFINERS = 6
"""Files that define a name, for its use to say something."""
DAMPING = 0.85
ROUNDS = 20
AT_HOME = 3.0
"""What a file leans on itself: so one that uses little of others gives little of its importance away."""
PRIVATE = 0.3
"""What the use of a name counts that begins with an underscore."""
PLAIN = 0.3
"""What a name counts that is a plain word."""
MEMBER = 0.4
"""What a member counts beside the class that holds it."""
SHORT = 3
LINKING = frozenset(
    {
        "class",
        "function",
        "method",
        "interface",
        "struct",
        "enum",
        "constructor",
        "property",
        "constant",
        "variable",
        "object",
    }
)
"""Kinds of definitions that others use by name; fields and keys have too common names."""


class Use(NamedTuple):
    """A definition that a file seems to use."""

    file: int
    ordinal: int
    weight: float


class _Defined(NamedTuple):
    file: int
    ordinal: int
    holder: str
    """Name of what holds it; empty at the top of a file."""


class FileGraph:
    """The files of product code of one state of a view, and what each takes from which."""

    def __init__(self, paths: list[str], uses: list[list[Use]]) -> None:
        """`uses` gives for each file what it seems to use of others."""
        self.paths = paths
        self.number = {path: number for number, path in enumerate(paths)}
        self._uses = uses
        self._edges: list[list[tuple[int, float]]] = []
        self._totals: list[float] = []
        for rows in uses:
            edges: dict[int, float] = defaultdict(float)
            for use in rows:
                edges[use.file] += use.weight
            self._edges.append(sorted(edges.items()))
            self._totals.append(sum(edges.values()))

    def importance(self, focus: Mapping[int, float] | None = None) -> list[float]:
        """How important each file is; with a `focus` (files with weights) to those files. Sums up to 1."""
        count = len(self.paths)
        total = sum(focus.values()) if focus else 0.0
        start = [0.0] * count
        if focus and total:
            for file, weight in focus.items():
                start[file] = weight / total
        else:
            start = [1 / count] * count if count else []
        ranks = start
        for _ in range(ROUNDS):
            new = [0.0] * count
            lost = 0.0
            for file, rank in enumerate(ranks):
                if not rank:
                    continue
                if not self._totals[file]:
                    lost += rank
                    continue
                share = rank / (self._totals[file] + AT_HOME)
                lost += share * AT_HOME
                for other, weight in self._edges[file]:
                    new[other] += share * weight
            ranks = [(1 - DAMPING + DAMPING * lost) * s + DAMPING * n for s, n in zip(start, new, strict=True)]
        return ranks

    def shares(self, ranks: list[float]) -> dict[tuple[int, int], float]:
        """What of the importance goes to each definition, by file and ordinal; more where many files use it."""
        found: dict[tuple[int, int], float] = defaultdict(float)
        users: Counter[tuple[int, int]] = Counter()
        for file, rows in enumerate(self._uses):
            if self._totals[file] and ranks[file]:
                share = ranks[file] / (self._totals[file] + AT_HOME)
                for use in rows:
                    found[use.file, use.ordinal] += share * use.weight
                    users[use.file, use.ordinal] += 1
        return {place: share * (1 + log2(users[place])) for place, share in found.items()}


def file_graph(view: Sync, progress: Progress) -> FileGraph:
    """The graph of the state that a view is in; made when it is first asked for in that state."""
    kept: tuple[int, FileGraph] | None = view.kept.get(KEPT)
    if kept is not None and kept[0] == view.row.generation:
        return kept[1]
    progress("weighing files", 0, 0)
    made = _made(view)
    view.kept[KEPT] = view.row.generation, made
    return made


def _made(view: Sync) -> FileGraph:
    texts = [(path, text) for path, text in view.store.words_by_path(view.row.id) if standing(path) == PRODUCT]
    paths = [path for path, _ in texts]
    number = {path: n for n, path in enumerate(paths)}
    families = _families(view, paths)
    found: dict[str, list[_Defined]] = defaultdict(list)
    for path, ordinal, name, kind, name_path in view.store.defined(view.row.id):
        file = number.get(path)
        if file is not None and kind in LINKING and len(name) >= SHORT:
            found[name].append(_Defined(file, ordinal, _holder(name_path)))
    names = {name: rows for name, rows in found.items() if len({row.file for row in rows}) <= MAX_DEFINERS}
    modules = [_modules(path) for path in paths]
    folders = [path.rpartition("/")[0] for path in paths]
    uses: list[list[Use]] = []
    for file, (_, text) in enumerate(texts):
        words = set(text.split("\n"))
        rows: list[Use] = []
        for word in sorted(names.keys() & words):
            same = [row for row in names[word] if families[row.file] == families[file]]
            if any(row.file == file for row in same):
                continue  # its own, most likely
            is_plain = word.isalpha() and word[1:].islower()
            plain = PLAIN if is_plain and word[0].islower() else 1.0
            private = PRIVATE if word.startswith("_") else 1.0
            for row in same:
                if row.holder and row.holder not in words:
                    continue
                near = folders[row.file] == folders[file] and plain == 1.0
                if is_plain and not row.holder and not near and words.isdisjoint(modules[row.file]):
                    continue
                member = MEMBER if row.holder else 1.0
                rows.append(Use(row.file, row.ordinal, plain * private * member / len(same)))
        uses.append(rows)
    return FileGraph(paths, uses)


def _families(view: Sync, paths: list[str]) -> list[str]:
    languages = view.project()[1].languages
    of_path = view.store.languages_of(view.row.id)
    family = {name: language.family for name, language in languages.items()}
    return [family.get(of_path.get(path, ""), "") for path in paths]


def _modules(path: str) -> tuple[str, ...]:
    """The words by which others load a file: its name without its end, that of its folder, its inclusion."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    above = folder.rpartition("/")[2]
    return (above,) if stem in _INDEXES else (stem, above, f"#{name}")


def _holder(name_path: str) -> str:
    above = name_path.rpartition("/")[0].rpartition("/")[2]
    return bare(above)


_INDEXES = frozenset({"__init__", "index", "mod", "lib", "main"})
