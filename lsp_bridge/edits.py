"""What a server would edit, as edits of ours: every range is held against the text, nothing outside is touched."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from ..engine.errors import Refused
from ..engine.precise import Change, NewText
from .positions import Lines, path_of

if TYPE_CHECKING:
    from ..engine.precise import Project
    from .session import Session

__all__ = ["change_of"]


def change_of(session: Session, project: Project, result: dict[str, Any], old: str) -> Change:
    """A WorkspaceEdit as a change. Raises Refused where it is none, or points at what is not there."""
    change = Change({}, {}, [], [], [])
    try:
        for uri, rows in _files(result, session, change):
            path = session.relative(uri)
            if not path or path not in project.paths():
                change.outside.append(path or path_of(uri) or str(uri))
                continue
            lines = Lines(project.text(path))
            change.bases[path] = lines.text
            known = change.files.setdefault(path, [])
            known += [_edit(session, lines, row, old) for row in rows]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(
            f"{session.server.name} gave edits that cannot be read: {error}", "Nothing was written. Ask another server."
        ) from error
    for path, edits in change.files.items():
        change.files[path] = _disjoint(session, path, edits)
    return change


def _files(result: dict[str, Any], session: Session, change: Change) -> list[tuple[Any, list[Any]]]:
    found: list[tuple[Any, list[Any]]] = []
    for row in result.get("documentChanges") or ():
        kind = row.get("kind")
        if kind == "rename":
            change.moved.append((session.relative(row["oldUri"]), session.relative(row["newUri"])))
        elif kind is not None:
            change.notes.append(f"{session.server.name} would {kind} {path_of(row.get('uri'))}, which is left out")
        else:
            found.append((row["textDocument"]["uri"], row["edits"]))
    if not result.get("documentChanges"):
        changes: dict[Any, list[Any]] = result.get("changes") or {}
        found += list(changes.items())
    return found


def _edit(session: Session, lines: Lines, row: Any, old: str) -> NewText:
    """One edit. The range has to hold the old name, counted as agreed or as some servers count nevertheless."""
    text = str(row["newText"])
    name = old.encode()
    start, end = lines.span(row["range"], session.encoding)
    if name not in lines.text[start:end]:
        found = lines.named(row["range"], session.encoding, name)
        if found is None and start != end and not _is_part(lines, start, end, name):
            line = lines.place(start)[0] + 1
            raise ValueError(f"line {line} does not hold {old} where it was to be edited")
        if found is not None:
            start, end = found
    return NewText(start, end, text)


def _is_part(lines: Lines, start: int, end: int, name: bytes) -> bool:
    """Whether a range is a part of the name, as where only what differs is replaced."""
    around = lines.text[max(start - len(name), 0) : end + len(name)]
    return name in around


def _disjoint(session: Session, path: str, edits: list[NewText]) -> list[NewText]:
    """The edits in order, each once. Raises Refused where two overlap."""
    ordered = sorted(set(edits))
    for before, after in itertools.pairwise(ordered):
        if after.start < before.end or (after.start, after.end) == (before.start, before.end):
            raise Refused(
                f"{session.server.name} gave edits of {path} that overlap", "Nothing was written. Ask another server."
            )
    return ordered
