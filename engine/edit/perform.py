"""One way for all edits: plan → check → apply. What each command plans is in a module of its own.

A plan may have several ways to be made (how a text is meant to be indented, which comma goes); the first that passes
the checks is taken. If none does, nothing is written and the likeliest one's fault is told.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..answers.linking import Context
from ..answers.matching import one
from ..answers.values import Scope
from ..errors import NoLanguageServer, Refused, StillUsed
from ..progress import silent
from ..wording import counted
from .apply import apply
from .bounds import check_bounds
from .check import check
from .counted import recounted
from .diff import changed_lines, unified
from .document import read_document
from .insert import insertions
from .journal import Change
from .linked import LinkOccurrences, indexed_document
from .move import moves
from .occurrences import listed, mentioned, place_text, words_of
from .plan import Expect, FileEdit, Plan
from .rebase import rebased
from .remove import removals
from .rename import renaming
from .replace import body_replacements, companions, replacements, text_replacements
from .values import EditAnswer, FileChange

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..answers.witness import Witness
    from ..index.rows import Located
    from ..index.sync import Sync
    from ..progress import Progress
    from .document import Document
    from .journal import Journal
    from .occurrences import Occurrence, Occurrences
    from .values import EditOptions, FileEdits

__all__ = ["Editor", "Planned"]


class Planned(NamedTuple):
    """A plan whose checks have passed, with each file as it will be."""

    plan: Plan
    results: tuple[Document, ...]


class Editor:
    """Plans and makes one edit. `view` may be another one each time that it is asked again."""

    def __init__(
        self,
        journal: Journal,
        options: EditOptions,
        occurrences: Occurrences | None = None,
        progress: Progress = silent,
    ) -> None:
        """Do nothing yet."""
        self._journal = journal
        self._options = options
        self._progress = progress
        self._occurrences = occurrences or LinkOccurrences(progress)
        self._seen: bytes | None = None

    # --- commands ----------------------------------------------------------------------------------------------

    def replace(self, view: Sync, pattern: str, text: str) -> EditAnswer:
        """Replace a whole definition."""
        return self._on_symbol(view, pattern, "replace", lambda d, o: replacements(d, o, text))

    def replace_body(self, view: Sync, pattern: str, text: str) -> EditAnswer:
        """Replace what is between a definition's header and its end."""
        return self._on_symbol(view, pattern, "replace", lambda d, o: body_replacements(d, o, text))

    def replace_text(self, view: Sync, pattern: str, old: str, new: str, *, every: bool) -> EditAnswer:
        """Replace a text inside of one definition."""
        return self._on_symbol(
            view, pattern, "replace", lambda d, o: text_replacements(d, o, old, new, every=every), inside=True
        )

    def insert(self, view: Sync, pattern: str, text: str, *, after: bool) -> EditAnswer:
        """Put a text before or after a definition."""
        operation = "insert-after" if after else "insert-before"
        return self._on_symbol(view, pattern, operation, lambda d, o: insertions(d, o, text, after=after))

    def delete(self, view: Sync, pattern: str, witness: Witness | None, *, force: bool) -> EditAnswer:
        """Take a definition out that nothing else uses, by the index and whoever else is asked. Raises StillUsed."""
        located = one(view, pattern, Scope())
        uses, notes = self._uses(view, located, witness)
        if uses and not force:
            raise StillUsed(
                f"{located.symbol.name_path} may still be used in {counted(len(uses), 'place')}: {listed(uses)}",
                " ".join(["Nothing was written. Look at them, or use --force.", *_ended(notes)]),
                uses,
            )
        document = _document(view, located)
        others = companions(document.facts.symbols, located.ordinal)
        if others and not force:
            raise Refused(
                f"the statement of {located.symbol.name_path} defines {', '.join(others)} as well",
                "Nothing was written. Replace it by one without this name, or delete all of them with --force.",
            )
        answer = self._on_symbol(view, pattern, "delete", partial(removals, recount=force))
        if others:
            answer.notes.append(f"{', '.join(others)} went with it: the same statement defined it")
        if uses:
            answer.notes.append(f"{counted(len(uses), 'place')} may use it: {listed(uses)}")
        answer.notes.extend(notes)
        return answer

    def rename(self, view: Sync, pattern: str, new: str, witness: Witness | None) -> EditAnswer:
        """Give a symbol a new name wherever it is meant: by the index if it is sure of every place, else by a server.

        Raises StillUsed where a place is not sure and no server can be asked, NoLanguageServer where one has to be.
        """
        located = Context(view, silent).asked(pattern).located
        _document(view, located)
        files, notes = self._renaming(view, located, new, witness)
        planned = self._checked(Plan("rename", _id(located), files, tuple(notes)))
        return self._made(planned)

    def _renaming(
        self, view: Sync, located: Located, new: str, witness: Witness | None
    ) -> tuple[tuple[FileEdit, ...], list[str]]:
        from .served import served_renaming

        if witness is not None and witness.insists:
            return served_renaming(view, located, new, witness)
        try:
            return renaming(view, located, new, self._occurrences)
        except StillUsed as error:
            chosen = witness.choose(located.path) if witness is not None else None
            if witness is None or chosen is None or not witness.may_ask(chosen):
                hint = " ".join(_ended([error.hint, *(witness.notes if witness is not None else ())]))
                raise StillUsed(error.message, hint, error.uses) from error
            try:
                return served_renaming(view, located, new, witness)
            except NoLanguageServer as failure:
                hint = f"{error.hint}. A language server would know: {failure.message}. {failure.hint}"
                raise StillUsed(error.message, hint, error.uses) from failure

    def move(self, view: Sync, pattern: str, target: str) -> EditAnswer:
        """Move a symbol to another file. Raises StillUsed with the links that are not known."""
        located = Context(view, self._progress).asked(pattern).located
        check_bounds(_document(view, located), located.ordinal)
        export = self._options.export
        ways = moves(view, located, target, self._occurrences, self._progress, export=export)
        plans = (Plan("move", _id(located), files, _notes(files)) for files in ways)
        return self._made(self._first(plans))

    def edit_texts(self, view: Sync, files: Sequence[FileEdits], operation: str) -> EditAnswer:
        """Make text edits that were worked out elsewhere; carried over where a file changed since."""
        planned: list[FileEdit] = []
        for file in files:
            document = read_document(view.root, file.path, view.project()[1])
            edits = file.edits if file.base is None else rebased(file.edits, file.base, document.source, file.path)
            edits = tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
            planned.append(FileEdit(document, edits, Expect(free=_touched(document, edits))))
        return self._made(self._checked(Plan(operation, None, tuple(planned))))

    # --- plan → check ------------------------------------------------------------------------------------------

    def _on_symbol(
        self,
        view: Sync,
        pattern: str,
        operation: str,
        ways: Callable[[Document, int], Iterable[FileEdit]],
        *,
        inside: bool = False,
    ) -> EditAnswer:
        """Make the first of the ways that passes. `inside`: the edit needs not know where the symbol ends."""
        located = one(view, pattern, Scope())
        document = _document(view, located)
        ordinal = located.ordinal
        if not inside:
            check_bounds(document, ordinal)
        self._check_untouched(document, ordinal)
        plans = (Plan(operation, _id(located), (edit,), edit.notes) for edit in ways(document, ordinal))
        return self._made(self._first(plans))

    def _check_untouched(self, document: Document, ordinal: int) -> None:
        """When a plan is made anew because its file changed meanwhile, the symbol itself must not have."""
        symbol = document.facts.symbols[ordinal]
        text = document.source[symbol.start_byte : symbol.end_byte]
        if self._seen is not None and self._seen != text:
            raise Refused(
                f"somebody else changed {symbol.name_path} of {document.path} while it was edited",
                "Nothing was written. Look at it again.",
            )
        self._seen = text

    def _first(self, plans: Iterator[Plan]) -> Planned:
        first: Refused | None = None
        for plan in plans:
            try:
                return self._checked(plan)
            except Refused as error:
                first = first or error
        assert first is not None
        raise first

    def _checked(self, plan: Plan) -> Planned:
        results: list[Document] = []
        notes: list[str] = []
        for edit in plan.files:
            after = edit.result or edit.document.edited(edit.edits)
            if after.raw != edit.document.raw:
                check(edit, after, allow_errors=self._options.allow_errors)
                notes += recounted(edit, after)
            results.append(after)
        return Planned(plan._replace(notes=(*plan.notes, *notes)), tuple(results))

    # --- apply -------------------------------------------------------------------------------------------------

    def _made(self, planned: Planned) -> EditAnswer:
        plan = planned.plan
        pairs = [
            (edit.document, after, None if edit.gone else after.raw)
            for edit, after in zip(plan.files, planned.results, strict=True)
            if edit.document.raw != after.raw
        ]
        notes = list(plan.notes)
        if not pairs:
            return EditAnswer(plan.operation, plan.symbol, False, None, [], [*notes, "there is nothing to change"])
        if self._options.allow_errors:
            notes.append("the result was not checked for syntax errors, as --allow-errors asks")
        done = None
        if not self._options.dry_run:
            done = apply(
                self._journal,
                [Change(before.path, before.raw if before.exists else None, raw) for before, _, raw in pairs],
                operation=plan.operation,
                symbol=plan.symbol,
                by=self._options.by,
            )
        context = 3 if self._options.dry_run else 1
        files = [
            FileChange(
                before.path,
                *changed_lines(before.source, after.source),
                unified(before.path, before.source, after.source, context),
            )
            for before, after, _ in pairs
        ]
        return EditAnswer(plan.operation, plan.symbol, done is not None, done, files, notes)

    def _uses(self, view: Sync, located: Located, witness: Witness | None) -> tuple[list[str], list[str]]:
        """Places outside of a symbol that may use it, and what is to be noted: where its name is only mentioned."""
        symbol = located.symbol
        if not words_of(symbol.name):
            place = f"{located.path}:{symbol.name_line + 1}"
            return [f"{place}: {symbol.name} is no word, so its uses cannot be looked up"], []
        found = self._occurrences.of(view, located)
        heard: list[str] = []
        if witness is not None:
            from .heard import heard_of

            found, heard = heard_of(view, located, found, witness)
        documents: dict[str, Document] = {}

        def texts(places: Iterable[Occurrence]) -> list[str]:
            found_texts: list[str] = []
            for place in places:
                own = place.path == located.path and symbol.start_byte <= place.start < symbol.end_byte
                if own or place.is_definition:
                    continue
                if place.path not in documents:
                    documents[place.path] = read_document(view.root, place.path, view.project()[1])
                found_texts.append(place_text(documents[place.path], place))
            return found_texts

        return texts((*found.exact, *found.unsure)), [*mentioned(texts(found.mentions)), *heard]


def _id(located: Located) -> str:
    return f"{located.path}:{located.symbol.name_path}"


def _ended(sentences: Iterable[str]) -> list[str]:
    """Notes and hints as sentences that may stand one after the other."""
    return [f"{text.rstrip('.')}." for text in sentences if text]


def _notes(files: Sequence[FileEdit]) -> tuple[str, ...]:
    return tuple(note for edit in files for note in edit.notes)


def _document(view: Sync, located: Located) -> Document:
    """The file of a symbol, with the facts that the index has. Raises ChangedMeanwhile where it is not that file."""
    document = indexed_document(view, located.path)
    document.facts = document.known_facts(view.store.symbols_of(located.blob_id))
    return document


def _touched(document: Document, edits: Sequence[object]) -> frozenset[int]:
    """Symbols whose name lies in an edit: they may change, whoever worked the edits out says so."""
    from .values import TextEdit

    if document.language is None:
        return frozenset()
    ranges = [(e.start, e.end) for e in edits if isinstance(e, TextEdit)]
    return frozenset(
        ordinal
        for ordinal, symbol in enumerate(document.facts.symbols)
        if any(start < symbol.name_end and symbol.name_start < end for start, end in ranges)
    )
