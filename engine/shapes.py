"""Answers as JSON-able values: the shapes that scripts and agents are promised. Lines and columns are 1-based."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .answers.overview import OverviewAnswer
    from .answers.show import ShowAnswer
    from .answers.status import Status
    from .answers.values import FindAnswer, Node
    from .edit.journal import Entry
    from .edit.values import EditAnswer

__all__ = ["edit_shape", "edits_shape", "find_shape", "overview_shape", "show_shape", "status_shape", "symbol_shape"]

FULL, SIGNATURES, NAMES = 2, 1, 0


def symbol_shape(node: Node, detail: int = FULL) -> dict[str, Any]:
    """One symbol; `line` to `end_line` cover the whole definition, `column` is where the name starts."""
    symbol = node.symbol
    shape: dict[str, Any] = {
        "id": node.id,
        "path": node.path,
        "name_path": symbol.name_path,
        "name": symbol.name,
        "kind": symbol.kind,
        "line": symbol.start_line + 1,
        "end_line": symbol.end_line + 1,
        "name_line": symbol.name_line + 1,
        "column": symbol.name_column + 1,
        "signature": symbol.signature if detail >= SIGNATURES else "",
    }
    if symbol.doc and detail >= FULL:
        shape["doc"] = symbol.doc
    if symbol.flags:
        shape["flags"] = symbol.flags.split(" ")
    if node.body is not None and detail >= FULL:
        shape["body"] = node.body
    if node.children:
        shape["children"] = [symbol_shape(child, detail) for child in node.children]
    return shape


def find_shape(answer: FindAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `find`."""
    return {
        "symbols": [symbol_shape(node, detail) for node in answer.symbols],
        "more": answer.more,
        "suggestions": answer.suggestions,
        "notes": answer.notes,
    }


def overview_shape(answer: OverviewAnswer, detail: int = FULL) -> dict[str, Any]:
    """The answer of `overview`; of a folder the language is null and `files` lists what is in it."""
    shape: dict[str, Any] = {
        "path": answer.path,
        "language": answer.language,
        "symbols": [symbol_shape(node, detail) for node in answer.symbols],
        "more": answer.more,
        "deeper": answer.deeper,
        "notes": answer.notes,
    }
    if answer.language is None:
        shape["files"] = answer.files
    return shape


def show_shape(answer: ShowAnswer) -> dict[str, Any]:
    """The answer of `show`; `text` is the shown lines, context included."""
    return {
        "symbol": symbol_shape(answer.symbol),
        "first_line": answer.first_line,
        "text": "\n".join(answer.lines),
        "notes": answer.notes,
    }


def status_shape(answer: Status) -> dict[str, Any]:
    """The answer of `status`."""
    return {
        "root": answer.root,
        "files": answer.files,
        "symbols": answer.symbols,
        "languages": answer.languages,
        "left_out": answer.left_out,
        "unparsable": answer.unparsable,
        "with_errors": answer.with_errors,
        "linked": answer.linked,
        "database": {"path": answer.database, "bytes": answer.database_bytes},
        "watching": answer.watching,
        "servers": answer.servers,
        "notes": answer.notes,
    }


def edit_shape(answer: EditAnswer) -> dict[str, Any]:
    """The answer of every edit; `edit` is what `undo` takes it back by, null where nothing was written."""
    return {
        "operation": answer.operation,
        "symbol": answer.symbol,
        "applied": answer.applied,
        "edit": answer.edit,
        "files": [change._asdict() for change in answer.files],
        "notes": answer.notes,
    }


def edits_shape(edits: Sequence[tuple[Entry, bool]], limit: int) -> dict[str, Any]:
    """The answer of `undo --list`: what was edited when, by what, the last one first."""
    return {
        "edits": [{**entry._asdict(), "undone": undone} for entry, undone in edits[:limit]],
        "more": max(len(edits) - limit, 0),
    }
