"""Two witnesses, one answer: what the index and a language server say of the uses of a symbol.

What both list is exact. What only the server lists is exact, and says so. What only the index lists is put to the
server once more, by asking what the name at that place means: the server may have answered before it had read the whole
project, and this tells. What stays open stays in the answer, and is said.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from ..deepfacts import Occurrence
from ..errors import NoLanguageServer
from ..link.references import Searched
from ..link.types import Slot
from ..link.ways import ABSENT, EXACT, NAME, name_of
from ..precise import Place, Spelled
from ..wording import counted
from .absent import absent_places
from .comments import Comments
from .linking import Sources, is_spelled
from .values import bare
from .witness import spelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..index.rows import Located
    from ..link.references import Found
    from ..precise import Chosen, Heard
    from .linking import Asked, Context
    from .witness import Witness

__all__ = ["INDEX", "Uses", "Witnessed", "uses_of"]

INDEX = "index"
MAX_CHECKS = 200
"""Places of one symbol that are put to the server one by one."""
MAX_SORTED = 2000
"""Places that a server lists of a whole override family, and that are sorted."""
MAX_ROUNDS = 4
"""How often a server that had not read everything is asked again."""
MAX_LISTED = 5
MATERIAL = 10
"""From one use in so many known by name alone, a server is asked."""
_BY_NAME = frozenset({"name", "unique"})
"""Ways of the index that go by the name alone: a server that knows the whole project knows better."""
_BEYOND = frozenset({"macro", "absent"})
"""Ways of what is no code by itself: no server knows more of it."""
_NAMING = frozenset({"definition", "import"})
_CLASSES = frozenset({"class", "struct", "interface", "enum"})


class Witnessed(NamedTuple):
    """One use, by whoever knows of it."""

    path: str
    name: str
    occurrence: Occurrence
    certainty: str
    how: str
    source: str = INDEX

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.path, self.occurrence.line, self.occurrence.column)


class Uses(NamedTuple):
    """All uses of a symbol."""

    uses: list[Witnessed]
    family: dict[Slot, int]
    """Number of uses of the members that it overrides, or that override it."""
    server: str = ""
    """Who was asked besides the index; empty: nobody."""
    settled: bool = False
    """Whether a server had read the whole project, and nothing stayed open between it and the index."""
    lasting: bool = False
    """Whether the answer would be the same again."""
    notes: tuple[str, ...] = ()


def uses_of(context: Context, asked: Asked, witness: Witness | None = None, *, always: bool = False) -> Uses:
    """Where a symbol is used, by the index and, where it is not sure or the question insists, by a server.

    With `always` the one is asked that may be, however sure the index is.
    """
    if witness is None:
        return _of_index(context.uses(asked))
    question = ("uses", asked.id)
    chosen = witness.choose(asked.located.path) if witness.insists else None
    if chosen is not None and (known := witness.recall(chosen, *question)) is not None:
        return _unpacked(known)
    found = context.uses(asked)
    index = _of_index(found)
    if not witness.insists and not always and _is_sure(index):
        return index
    if chosen is None and not witness.insists:
        chosen = witness.choose(asked.located.path)
        if chosen is not None and (known := witness.recall(chosen, *question)) is not None:
            return _unpacked(known)
    if chosen is None or not witness.may_ask(chosen):
        return index._replace(notes=tuple(witness.notes))
    witness.progress(f"asking {chosen.name}", 0, 0)
    started = time.monotonic()
    merge = _Merge(context, asked, found, witness, chosen)
    try:
        uses = merge.run()
    except NoLanguageServer as error:
        witness.degraded(error)
        uses = index._replace(server=chosen.name, notes=tuple(witness.notes))
    if uses.lasting:
        lasting = uses._replace(notes=tuple(note for note in uses.notes if note not in merge.passing))
        witness.remember(chosen, _packed(lasting), _grounds(context, asked, found, uses), *question)
    if not chosen.is_warm:
        witness.timed(chosen, time.monotonic() - started)
    return uses


def _grounds(context: Context, asked: Asked, found: Found, uses: Uses) -> Searched | None:
    """What an answer depends on; None where that is not known."""
    if not is_spelled(context, asked):
        return None
    searched = found.searched
    names = {use.name for use in uses.uses} - context.linker.library(asked.located.path).unspelled
    words = searched.words | names if searched.words else searched.words  # what is local is nowhere else
    files = searched.files | {use.path for use in uses.uses} | {asked.located.path}
    return Searched(words, searched.folders, files)


def _of_index(found: Found) -> Uses:
    uses = [Witnessed(use.path, use.name, use.occurrence, use.certainty, use.how) for use in found.uses]
    return Uses(uses, {slot: len(rows) for slot, rows in found.family.items()})


def _is_sure(uses: Uses) -> bool:
    """Whether so few uses are known by name alone that a server is not worth its time."""
    names = sum((use.certainty == NAME and use.how not in _BEYOND) or use.how in _BY_NAME for use in uses.uses)
    return names * MATERIAL < len(uses.uses) or not names


def _packed(uses: Uses) -> list[Any]:
    rows = [[u.path, u.name, list(u.occurrence), u.certainty, u.how, u.source] for u in uses.uses]
    return [rows, [[list(slot), count] for slot, count in uses.family.items()], *uses[2:]]


def _unpacked(value: list[Any]) -> Uses:
    rows, family, server, settled, lasting, notes = value
    uses = [Witnessed(path, name, Occurrence(*row), *rest) for path, name, row, *rest in rows]
    return Uses(uses, {Slot(*slot): count for slot, count in family}, server, settled, lasting, tuple(notes))


class _Merge:
    def __init__(self, context: Context, asked: Asked, found: Found, witness: Witness, chosen: Chosen) -> None:
        self._context = context
        self._asked = asked
        self._found = found
        self._witness = witness
        self._chosen = chosen
        symbol = asked.located.symbol
        path = asked.located.path
        self._sources = Sources(context.view)
        column = symbol.name_start - self._sources.start(path, symbol.name_line)
        self._question = spelled(path, symbol.name_line, column, symbol.name)
        self._definitions = self._places_of_definitions()
        self._indexed = {use.place: use for use in _of_index(found).uses}
        self._family = {
            Place(use.path, use.occurrence.line, use.occurrence.column)
            for rows in found.family.values()
            for use in rows
        }
        self._comments = Comments(context.view)
        self._notes: list[str] = []
        self._unsorted: set[Place] = set()
        """Places that the server lists of a family, and did not tell in time whose they are."""
        self.passing: list[str] = []
        """Notes on what befell the server meanwhile."""
        self._failed = False
        self._elsewhere: list[Place] = []
        """Further places where the symbol is defined, to be asked about."""
        self._heard_of: set[Place] = set()

    def run(self) -> Uses:
        """Hear the server, hold its answer against the index, ask again while it may not know all."""
        heard = self._hear(self._question)
        confirmed: set[Place] = set()
        refuted: set[Place] = set()
        open_places: set[Place] = set()
        for round_number in range(MAX_ROUNDS):
            listed = set(heard.places)
            confirmed, refuted, open_places = self._check(listed)
            if self._elsewhere:  # it is declared in several places, and only one of them was asked about
                heard = self._joined(
                    heard, self._hear(spelled(*self._elsewhere.pop(), self._asked.located.symbol.name))
                )
            elif not self._may_be_early(heard, confirmed, round_number) or round_number == MAX_ROUNDS - 1:
                break
            else:
                language = self._witness.language_of(self._asked.located.path)
                if not self._witness.backend.quiet(self._witness.project, language, self._witness.left()):
                    heard = heard._replace(settled=False)
                    break
                heard = self._joined(heard, self._hear(self._question))
                if heard.proved and len(heard.places) == len(listed):
                    break
        if heard.settled and self._may_be_early(heard, confirmed, MAX_ROUNDS) and not heard.proved:
            heard = heard._replace(settled=False)
        relatives = self._relatives(heard)
        heard = heard._replace(places=[place for place in heard.places if place not in relatives])
        return self._result(heard, confirmed, refuted | relatives, open_places, len(relatives))

    def _may_be_early(self, heard: Heard, confirmed: set[Place], round_number: int) -> bool:
        """Whether the server knows of places that it did not list, because it has not read everything yet.

        What it guesses tells that only once: it may begin to read again after it said that it is done.
        """
        guessed = self._chosen.guesses and heard.proved and round_number > 0
        return bool(confirmed) and self._chosen.waits and not guessed

    def _hear(self, question: Spelled) -> Heard:
        project, name = self._witness.project, self._asked.located.symbol.name
        family = self._context.linker.project.families.get(self._asked.located.path, "")
        holders = self._context.linker.project.files_with(name, family)
        holders += sorted({use.path for use in self._found.uses} - set(holders))
        return self._witness.backend.references(project, question, holders, self._witness.left())

    @staticmethod
    def _joined(one: Heard, other: Heard) -> Heard:
        places = sorted({*one.places, *other.places})
        notes = [*one.notes, *(note for note in other.notes if note not in one.notes)]
        return other._replace(places=places, outside=max(one.outside, other.outside), notes=notes)

    def _relatives(self, heard: Heard) -> set[Place]:
        """Of the places that a server lists, those that mean a member of the override family, not the symbol itself."""
        if not self._chosen.lists_family or self._asked.located.symbol.parent < 0:
            return set()
        places = [place for place in heard.places if not self._is_linked(place)][:MAX_SORTED]
        name = self._asked.located.symbol.name
        try:
            answers = self._witness.backend.definitions(
                self._witness.project, [Spelled(place, name) for place in places], self._witness.left()
            )
        except NoLanguageServer as error:
            self._fail(error)
            self._unsorted.update(places)
            return set()
        return {
            place
            for place, targets in zip(places, answers, strict=True)
            if targets and place not in targets and not any(self._is_definition(target) for target in targets)
        }

    def _fail(self, error: NoLanguageServer) -> None:
        """Say once that the server could not answer all that it was asked; the rest is not remembered."""
        self._failed = True
        if error.message not in self._notes:
            self._notes.append(error.message)

    def _is_linked(self, place: Place) -> bool:
        """Whether the index has resolved a place to the symbol: of a union, a server may name other members alone."""
        use = self._indexed.get(place)
        return use is not None and use.certainty != NAME and use.how not in _BY_NAME

    def _check(self, listed: set[Place]) -> tuple[set[Place], set[Place], set[Place]]:
        """Put places that only the index knows to the server: it means the symbol, something else, or does not say."""
        todo = [
            use for place, use in self._indexed.items() if place not in listed and use.occurrence.role != "definition"
        ]
        todo.sort(key=lambda use: use.certainty == NAME)
        chosen = _spread([use for use in todo if use.certainty != NAME] if self._chosen.guesses else todo)
        questions = [spelled(use.path, use.occurrence.line, use.occurrence.column, use.name) for use in chosen]
        own = bool(questions)
        if own:
            questions.append(self._question)
        try:
            answers = self._witness.backend.definitions(self._witness.project, questions, self._witness.left())
        except NoLanguageServer as error:
            self._fail(error)
            answers: list[list[Place] | None] = [None] * len(questions)
        if own:  # a declaration elsewhere: the index does not know that it is the same
            for target in answers.pop() or ():
                if target.path and self._is_named(target):
                    self._definitions.setdefault((target.path, target.line), (target.line, target.line))
        confirmed, refuted = set[Place](), set[Place]()
        for use, targets in zip(chosen, answers, strict=True):
            if not targets or use.place in targets or any(self._is_bound_there(target) for target in targets):
                continue
            if any(self._is_definition(target) or target in listed for target in targets):
                confirmed.add(use.place)
                self._note_other_names(targets)
            else:
                refuted.add(use.place)
        return confirmed, refuted, {use.place for use in todo} - confirmed - refuted

    def _note_other_names(self, targets: Iterable[Place]) -> None:
        for target in targets:
            if target != self._question.place and target not in self._heard_of and self._is_definition(target):
                if self._is_named(target):
                    self._elsewhere.append(target)
                self._heard_of.add(target)

    def _result(
        self, heard: Heard, confirmed: set[Place], refuted: set[Place], open_places: set[Place], relatives: int
    ) -> Uses:
        if not self._chosen.waits or self._chosen.guesses:  # what it knows and does not list is no use to it
            imports = {place for place in confirmed if self._indexed[place].occurrence.role == "import"}
            open_places, confirmed = open_places | (confirmed - imports), imports
        both, server = f"{INDEX}+lsp:{self._chosen.name}", f"lsp:{self._chosen.name}"
        listed = set(heard.places) - self._unsorted
        absent: frozenset[Place] = frozenset()
        if self._chosen.guesses and heard.settled:
            absent = absent_places(self._witness, [p for p in open_places if self._is_sure_code(p)], listed)
        uses: list[Witnessed] = []
        disputed: list[Place] = []
        for place, use in self._indexed.items():
            if place in listed or place in confirmed:
                how = use.how if use.certainty != NAME else "server" if place in listed else "definition"
                uses.append(use._replace(certainty=EXACT, how=how, source=both))
            elif place not in refuted:
                weak = (
                    heard.settled
                    and place not in self._unsorted
                    and use.how in _BY_NAME
                    and use.occurrence.role != "definition"
                )
                how = name_of(ABSENT) if place in absent else "unlisted" if weak else ""
                uses.append(use._replace(certainty=NAME, how=how) if how else use)
            elif use.certainty != NAME:
                disputed.append(place)
                uses.append(use._replace(certainty=NAME, how="disputed"))
        new = [
            self._new(place, server, NAME if place in self._unsorted else EXACT)
            for place in heard.places
            if place not in self._indexed and place not in self._family and not self._is_own_name(place)
        ]
        uses += [use for use in new if use is not None]
        uses.sort(key=lambda use: use.place)
        self._note(heard, confirmed, disputed, open_places - absent)
        if relatives:
            self._notes.append(
                f"{counted(relatives, 'use')} of members that it overrides or that override it are left out"
            )
        settled = heard.settled and not (open_places or disputed or heard.unreadable or self._unsorted)
        family = {slot: len(rows) for slot, rows in self._found.family.items()}
        lasting = heard.settled and not self._failed
        return Uses(uses, family, self._chosen.name, settled, lasting, tuple(self._notes))

    def _is_sure_code(self, place: Place) -> bool:
        """Whether the index is sure of a use that is neither a declaration nor in the body of a macro."""
        use = self._indexed[place]
        return use.certainty != NAME and use.how not in _BEYOND and use.occurrence.role not in _NAMING

    def _note(self, heard: Heard, confirmed: set[Place], disputed: list[Place], open_places: set[Place]) -> None:
        name = self._chosen.name
        self.passing = heard.notes
        self._notes += heard.notes
        if not heard.settled:
            self._notes.append(f"{name} had not read the whole project when time was up; --wait gives it more")
        silent = {place for place in confirmed if self._indexed[place].occurrence.role != "import"}
        if silent:  # imports are listed by some servers and not by others
            self._notes.append(
                f"{name} did not list {counted(len(silent), 'place')} that it knows when asked there: {_files(silent)}"
            )
        if disputed:
            self._notes.append(
                f"index and {name} disagree on {counted(len(disputed), 'place')}, listed as `name`: {_files(disputed)}"
            )
        sure = [p for p in open_places if self._indexed[p].certainty != NAME and self._indexed[p].how not in _BY_NAME]
        if sure:
            self._notes.append(
                f"{name} says nothing of {counted(len(sure), 'place')} that the index is sure of: {_files(sure)}"
            )
        if heard.unreadable:
            blank = counted(len(heard.unreadable), "place that holds", "places that hold")
            self._notes.append(f"{name} points at {blank} no name: {_files(heard.unreadable)}")
        if heard.outside:
            self._notes.append(f"{name} knows {counted(heard.outside, 'use')} outside of what is indexed")

    def _new(self, place: Place, source: str, certainty: str) -> Witnessed | None:
        """A use that only the server knows, its role told from syntax; None for what a comment mentions."""
        row = self._sources.line(place.path, place.line)
        name = _word_at(row, place.column)
        facts = self._context.linker.file(place.path)
        found = next((o for o in facts.occurrences(name) if (o.line, o.column) == (place.line, place.column)), None)
        if found is None:
            if self._comments.holds(place):
                return None
            start = self._sources.start(place.path, place.line)
            found = Occurrence(place.line, place.column, "read", 0, 0, start + place.column, -1, "load")
        return Witnessed(place.path, name, found, certainty, "server", source)

    def _places_of_definitions(self) -> dict[tuple[str, int], tuple[int, int]]:
        """Line of the name of each definition that is the symbol, with the lines of the whole."""
        asked = self._asked
        found: dict[tuple[str, int], tuple[int, int]] = {}
        view = self._context.view
        for hit in view.store.definitions(view.row.id, [asked.located.symbol.name]):
            if asked.slot is None and hit.path != asked.located.path:
                continue
            if asked.slot is None:
                same = bare(hit.symbol.name_path) == bare(asked.located.symbol.name_path)
            else:
                same = hit.symbol == asked.located.symbol or self._is_same(hit)
            if same:
                found[hit.path, hit.symbol.name_line] = hit.symbol.start_line, hit.symbol.end_line
        if asked.slot is not None:
            for line, _ in self._context.linker.places_of(asked.slot):
                found.setdefault((asked.slot.path, line), (line, line))
        return found

    def _is_same(self, other: Located) -> bool:
        """Whether another definition is the same symbol: an overload, a declaration elsewhere."""
        slot, mine = self._context.about(other).slot, self._asked.slot
        return slot is not None and mine is not None and self._context.linker.same(mine, slot)

    def _is_definition(self, target: Place) -> bool:
        """Whether a place is where the symbol is defined: its name, in its header, or, of a class, its constructor."""
        if (target.path, target.line) in self._definitions:
            return True
        is_class = self._asked.located.symbol.kind in _CLASSES
        for (path, line), (start, end) in self._definitions.items():
            if path == target.path and start <= target.line <= end:
                return target.line <= line or self._is_named(target) or (is_class and self._is_constructor(target))
        return False

    def _is_bound_there(self, target: Place) -> bool:
        """Whether a place gives an attribute its value, which the index takes for a use of the same attribute."""
        use = self._indexed.get(target)
        return use is not None and use.certainty != NAME and use.occurrence.role in ("write", "bind")

    def _is_named(self, target: Place) -> bool:
        """Whether the symbol's own name stands at a place."""
        return _word_at(self._sources.line(target.path, target.line), target.column) == self._asked.located.symbol.name

    def _is_constructor(self, target: Place) -> bool:
        return any(
            hit.symbol.kind == "constructor" and hit.symbol.name_line == target.line
            for hit in self._context.symbols(target.path)
        )

    def _is_own_name(self, place: Place) -> bool:
        """Whether a place is the name of the definition asked for, which is no use of it."""
        return place == self._question.place


def _spread(uses: Sequence[Witnessed]) -> list[Witnessed]:
    """At most MAX_CHECKS of them, from as many files as may be."""
    if len(uses) <= MAX_CHECKS:
        return list(uses)
    by_file: dict[str, list[Witnessed]] = {}
    for use in uses:
        by_file.setdefault(use.path, []).append(use)
    ranked = [(number, i, use) for i, rows in enumerate(by_file.values()) for number, use in enumerate(rows)]
    ranked.sort(key=lambda row: row[:2])
    return [use for _, _, use in ranked[:MAX_CHECKS]]


def _files(places: Iterable[Place]) -> str:
    paths = sorted({place.path for place in places})
    return ", ".join(paths[:MAX_LISTED]) + (
        f" and {counted(len(paths) - MAX_LISTED, 'file')} more" if len(paths) > MAX_LISTED else ""
    )


def _word_at(row: bytes, column: int) -> str:
    import re

    match = re.compile(rb"[\w$\x80-\xff#@]+").match(row, column)
    return match.group().decode("utf-8", "replace") if match else ""
