"""Where is it defined: definitions by name path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .matching import matches, scope_of, suggestions
from .sources import source_of, text_of
from .values import FindAnswer, Node, forest, node_of

if TYPE_CHECKING:
    from ..index.rows import Located
    from ..index.sync import Sync
    from .values import FindRequest

__all__ = ["find"]


def find(view: Sync, request: FindRequest) -> FindAnswer:
    """The definitions that the request means. Raises BadPattern, NoSuchFile, OutsideProject."""
    scope = scope_of(view, request.within, request.kinds)
    found = matches(view, request.pattern, scope, substring=request.substring, ignore_case=request.ignore_case)
    if not found:
        return FindAnswer([], 0, suggestions(view, request.pattern, scope), [])
    shown = found[: request.limit]
    nodes = [_with_children(view, located, request.depth) for located in shown]
    if request.body:
        nodes = [_with_body(view, node, located) for node, located in zip(nodes, shown, strict=True)]
    return FindAnswer(nodes, len(found) - len(shown), [], [])


def _with_children(view: Sync, located: Located, depth: int) -> Node:
    if depth <= 0:
        return node_of(located)
    symbols = view.store.symbols_of(located.blob_id)
    return Node(located.path, located.symbol, forest(located.path, symbols, depth - 1, located.ordinal))


def _with_body(view: Sync, node: Node, located: Located) -> Node:
    source = source_of(view, located.path)
    start = located.symbol.start_byte
    before = text_of(source, source.rfind(b"\n", 0, start) + 1, start)
    body = text_of(source, start, located.symbol.end_byte)
    return node._replace(body=body, indent=before if before.isspace() else "")
