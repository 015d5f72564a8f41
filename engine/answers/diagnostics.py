"""What is wrong in files, as a language server sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import NoLanguageServer, NotIndexed, UsageError
from .linking import Sources
from .matching import one, scope_of
from .values import Scope

if TYPE_CHECKING:
    from ..index.sync import Sync
    from ..precise import Finding
    from .witness import Witness

__all__ = ["SEVERITIES", "Diagnostic", "DiagnosticsAnswer", "DiagnosticsRequest", "diagnostics"]

SEVERITIES = ("error", "warning", "information", "hint")
"""From the gravest on."""


class DiagnosticsRequest(NamedTuple):
    """Diagnostics of a file, of the files of a folder, of one symbol, or of what changed."""

    path: str = ""
    symbol: str = ""
    """A name path: only what lies in its definition."""
    changed: str = ""
    """A revision: only files that changed since."""
    severity: str = "hint"
    """The least grave to show."""
    limit: int = 200
    wait: float | None = None


class Diagnostic(NamedTuple):
    """One diagnostic. Lines and columns count from 1, columns in characters."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    source: str
    text: str


class DiagnosticsAnswer(NamedTuple):
    """What is wrong."""

    diagnostics: list[Diagnostic]
    files: list[str]
    """Files that were looked at."""
    counts: dict[str, int]
    """By severity, before the limit."""
    complete: bool
    more: int
    notes: list[str]


def diagnostics(view: Sync, request: DiagnosticsRequest, witness: Witness | None) -> DiagnosticsAnswer:
    """Ask the server of each file's language. Raises NoLanguageServer where no file has one, NoSuchFile, NotIndexed."""
    if witness is None:
        raise NoLanguageServer("diagnostics need a language server", "`codeintel servers` lists those that are known.")
    paths, lines = _files(view, request)
    by_language: dict[str, list[str]] = {}
    for path in paths:
        by_language.setdefault(witness.language_of(path), []).append(path)
    found: list[Finding] = []
    asked: list[str] = []
    notes: list[str] = []
    failure: NoLanguageServer | None = None
    complete = True
    for of_language in by_language.values():
        try:
            answer = witness.backend.diagnostics(witness.project, of_language, witness.left())
        except NoLanguageServer as error:
            failure = failure or error
            witness.degraded(error)
            complete = False
            continue
        asked += of_language
        found += answer.findings
        notes += answer.notes
        if not answer.settled:
            complete = False
            notes.append("the server was still at work when time was up: there may be more; --wait gives it more time")
    if failure is not None and not asked:
        raise failure
    if lines is not None:
        found = [row for row in found if row.line <= lines[1] and row.end_line >= lines[0]]
    found.sort(key=lambda row: (SEVERITIES.index(row.severity), row.path, row.line, row.column))
    counts = {name: sum(row.severity == name for row in found) for name in SEVERITIES}
    least = SEVERITIES.index(request.severity)
    kept = [row for row in found if SEVERITIES.index(row.severity) <= least]
    sources = Sources(view)
    shown = [_shown(sources, row) for row in kept[: request.limit]]
    return DiagnosticsAnswer(
        shown, sorted(asked), counts, complete, max(len(kept) - request.limit, 0), [*notes, *witness.notes]
    )


def _files(view: Sync, request: DiagnosticsRequest) -> tuple[list[str], tuple[int, int] | None]:
    """The files to look at, and the lines that count in them."""
    if request.changed:
        from .changed import changed_files

        return [path for path in changed_files(view.root, request.changed) if _is_indexed(view, path)], None
    if request.symbol:
        pattern = f"{request.path}:{request.symbol}" if request.path and ":" not in request.symbol else request.symbol
        located = one(view, pattern, Scope())
        return [located.path], (located.symbol.start_line, located.symbol.end_line)
    if not request.path:
        raise UsageError("there is nothing to look at", "Name a file or folder, or use --symbol or --changed.")
    path = scope_of(view, request.path, frozenset()).within or ""
    if path in view.files:
        if not _is_indexed(view, path):
            raise NotIndexed(f"{path} is not an indexed file", "`codeintel status` counts what is left out.")
        return [path], None
    prefix = path + "/" if path else ""
    return sorted(p for p in view.files if p.startswith(prefix) and _is_indexed(view, p)), None


def _is_indexed(view: Sync, path: str) -> bool:
    row = view.files.get(path)
    return row is not None and row.blob_id is not None and not row.left_out


def _shown(sources: Sources, row: Finding) -> Diagnostic:
    column, text = sources.shown(row.path, row.line, row.column)
    return Diagnostic(
        row.path,
        row.line + 1,
        column,
        row.end_line + 1,
        sources.column(row.path, row.end_line, row.end_column),
        row.severity,
        row.code,
        row.message,
        row.source,
        text,
    )
