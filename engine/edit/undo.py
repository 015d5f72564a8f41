"""Takes an edit back: each of its files gets the very bytes that it had, or none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Refused
from .apply import apply
from .diff import changed_lines, unified
from .document import read_bytes
from .values import EditAnswer, FileChange

if TYPE_CHECKING:
    from .journal import Entry, Journal
    from .values import EditOptions

__all__ = ["listing", "undo"]

UNDO = "undo"


def undo(journal: Journal, edit: str | None, options: EditOptions) -> EditAnswer:
    """Take back `edit`, or the last one that was not taken back. Raises Refused."""
    entry = _chosen(journal, edit)
    if entry is None:
        raise Refused("there is no edit to take back", "`undo --list` shows those that are known.")
    _, changes = journal.changes(entry.id)
    back = [change._replace(before=change.after, after=change.before) for change in changes]
    moved_on = [change.path for change in back if read_bytes(journal.root, change.path) != change.before]
    if moved_on:
        raise Refused(
            f"{', '.join(moved_on)} changed after the edit {entry.id}: to take it back would take that along",
            "Nothing was written. Take the later change back first, or edit by hand.",
        )
    files = [
        FileChange(c.path, *changed_lines(c.before or b"", c.after or b""), unified(c.path, c.before, c.after))
        for c in back
    ]
    done = None
    if not options.dry_run:
        done = apply(journal, back, operation=UNDO, symbol=entry.symbol, by=options.by, undoes=entry.id)
    return EditAnswer(UNDO, entry.symbol, done is not None, done, files, [f"takes back {entry.operation} {entry.id}"])


def listing(journal: Journal) -> list[tuple[Entry, bool]]:
    """The edits that are known, the last one first, each with whether it was taken back."""
    entries = journal.entries()
    undone = {entry.undoes for entry in entries}
    return [(entry, entry.id in undone) for entry in entries if entry.undoes is None]


def _chosen(journal: Journal, edit: str | None) -> Entry | None:
    known = listing(journal)
    if edit is None:
        return next((entry for entry, undone in known if not undone), None)
    for entry, undone in known:
        if entry.id == edit:
            if undone:
                raise Refused(f"the edit {edit} was taken back already", "`undo --list` shows the others.")
            return entry
    raise Refused(f"there is no edit {edit}", "`undo --list` shows those that are known.")
