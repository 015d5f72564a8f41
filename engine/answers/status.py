"""What is indexed, what is left out and why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..deepfacts import DEEP_VERSION
from ..index.store import FAILED, MEMORY, WITH_ERRORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..index.sync import Sync
    from ..precise import ServerRow

__all__ = ["IndexReport", "Status", "status"]


class Status(NamedTuple):
    """The state of a project's index."""

    root: str
    files: int
    symbols: int
    languages: dict[str, int]
    """Indexed files a language, most first."""
    left_out: dict[str, int]
    """Files (and links and folders) that are not indexed, by reason."""
    unparsable: list[str]
    """Files whose parse crashed or hung."""
    with_errors: list[str]
    """Indexed files with syntax errors."""
    linked: int
    """Files whose deep facts are there: they are made when a question first needs them."""
    database: str
    database_bytes: int
    watching: bool
    notes: list[str]
    servers: list[str]
    """Language servers found for languages of the project."""


class IndexReport(NamedTuple):
    """What building or refreshing the index did."""

    status: Status
    changed: int
    gone: int
    parsed: int
    seconds: float


def status(view: Sync, *, watching: bool, notes: list[str], servers: Sequence[ServerRow] = ()) -> Status:
    """Count the view; `servers` are those that are known."""
    store, view_id = view.store, view.row.id
    left_out: Counter[str] = Counter(row.left_out for row in view.files.values() if row.left_out)
    for row in view.folders.values():
        left_out.update(row.counts())
    languages = store.files_by_language(view_id)
    return Status(
        view.root,
        sum(languages.values()),
        store.count_symbols(view_id),
        languages,
        dict(left_out.most_common()),
        store.files_with_status(view_id, FAILED),
        store.files_with_status(view_id, WITH_ERRORS),
        store.count_deep(view_id, DEEP_VERSION),
        "in memory" if store.path == MEMORY else store.path,
        store.bytes(),
        watching,
        notes,
        [row.name for row in servers if row.state in ("found", "running") and languages.keys() & set(row.languages)],
    )
