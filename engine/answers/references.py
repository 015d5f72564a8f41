"""Where is it used: every reference to a symbol, each with how sure it is and how that is known."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import ROLES
from ..link.contracts import related
from ..link.ways import ABSENT, BODY, EXACT, INFERRED, NAME, name_of
from ..progress import silent
from ..wording import counted
from .linking import Context, Sources, bare, first
from .merge import INDEX, uses_of

if TYPE_CHECKING:
    from ..index.sync import Sync
    from ..link.types import Slot
    from ..progress import Progress
    from .linking import Asked
    from .merge import Uses, Witnessed
    from .values import Node
    from .witness import Witness

__all__ = [
    "CERTAINTIES",
    "INDEX",
    "PRECISIONS",
    "ROLES",
    "Family",
    "Reference",
    "RefsAnswer",
    "RefsRequest",
    "refs",
]

PRECISIONS = ("index", "auto", "lsp")
CERTAINTIES = (EXACT, INFERRED, NAME)


class RefsRequest(NamedTuple):
    """References of a symbol."""

    pattern: str
    precision: str = ""
    """`index`, `auto` or `lsp`; empty: what the project's settings say."""
    roles: frozenset[str] = frozenset()
    """Only these; empty: all."""
    certainties: frozenset[str] = frozenset()
    limit: int = 500
    wait: float | None = None
    """Seconds for a language server."""


class Reference(NamedTuple):
    """One use. Line and column count from 1, columns in characters."""

    path: str
    line: int
    column: int
    role: str
    certainty: str
    source: str
    how: str
    enclosing: str | None
    """Name path of the function or class around it; None for the module itself."""
    text: str
    alias: str
    """The name that stands there, where it is not the symbol's own."""


class Family(NamedTuple):
    """Uses of a member that the symbol overrides, or that overrides it: they may mean the symbol when the code runs."""

    id: str
    relation: str
    """`base` or `override`."""
    references: int


class RefsAnswer(NamedTuple):
    """Where a symbol is used."""

    symbol: Node
    references: list[Reference]
    counts: dict[str, int]
    """Number of references by certainty, before role, certainty and limit of the request."""
    families: list[Family]
    complete: bool
    more: int
    notes: list[str]


def refs(view: Sync, request: RefsRequest, progress: Progress = silent, witness: Witness | None = None) -> RefsAnswer:
    """Answer the request. Raises NoSuchSymbol, AmbiguousSymbol, BadPattern."""
    context = Context(view, progress)
    asked = context.asked(request.pattern)
    found = uses_of(context, asked, witness)
    makes = asked.slot is not None and context.linker.is_class(asked.slot)

    def admits(use: Witnessed) -> bool:
        role_fits = not request.roles or _role_of(use, makes=makes) in request.roles
        return role_fits and (not request.certainties or use.certainty in request.certainties)

    shown, more = first(found.uses, admits, request.limit)
    sources = Sources(view)
    counts = Counter(use.certainty for use in found.uses)
    return RefsAnswer(
        asked.node,
        [_reference(context, sources, asked, use, makes=makes) for use in shown],
        {certainty: counts[certainty] for certainty in CERTAINTIES},
        _families(context, asked, found),
        (found.settled if found.server else asked.slot is not None) and not counts[NAME],
        more,
        [*_notes(asked, counts, found), *found.notes],
    )


def _role_of(use: Witnessed, *, makes: bool) -> str:
    """The role of a use; a call of what `makes` instances is one."""
    role = use.occurrence.role
    return "instantiate" if makes and role == "call" else role


def _reference(context: Context, sources: Sources, asked: Asked, use: Witnessed, *, makes: bool) -> Reference:
    path, occurrence = use.path, use.occurrence
    column, text = sources.shown(path, occurrence.line, occurrence.column)
    return Reference(
        path,
        occurrence.line + 1,
        column,
        _role_of(use, makes=makes),
        use.certainty,
        use.source,
        use.how,
        context.enclosing(path, occurrence.position),
        text,
        use.name if use.name != asked.located.symbol.name else "",
    )


def _families(context: Context, asked: Asked, found: Uses) -> list[Family]:
    slot = asked.slot
    if slot is None:
        return []
    rows = [
        Family(context.id_of(other), related(context.linker, slot, other), count)
        for other, count in found.family.items()
    ]
    return sorted(rows, key=lambda family: (family.relation, family.id))


def _is_apart(slot: Slot, other: Slot) -> bool:
    """Whether another symbol that is asked for together has a definition or a space of names of its own."""
    return slot.number >= 0 or slot.name != other.name


def _notes(asked: Asked, counts: Counter[str], found: Uses) -> list[str]:
    name = asked.located.symbol.name
    if asked.slot is None and not any(use.source != INDEX for use in found.uses):
        return [f"this language is matched by name: places named {name} that may mean something else are `name`"]
    named = Counter(use.how for use in found.uses if use.certainty == NAME)
    absent, bodies = named[name_of(ABSENT)], named[name_of(BODY)]
    notes = [f"not asked for: {other}, which has the same name" for other in asked.passed]
    if asked.slot is not None and any(_is_apart(asked.slot, other) for other in asked.others):
        path = bare(asked.located.symbol.name_path)
        notes.append(f"{path} is {len(asked.others) + 1} symbols, asked for together; `{path}[0]` is the first alone")
    if counts[NAME] > absent + bodies:
        unresolved = counts[NAME] - absent - bodies
        notes.append(f"{counted(unresolved, 'further place')} named {name} could not be resolved, listed as `name`")
    if bodies:
        notes.append(
            f"{counted(bodies, 'use is', 'uses are')} in bodies of macros, decided by their uses: listed as `name`"
        )
    if absent:
        notes.append(
            f"{counted(absent, 'use is', 'uses are')} in text that is not there as the project is built: `name`"
        )
    return notes
