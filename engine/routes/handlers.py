"""Which symbol handles a route: what its registration names, as a symbol of the outline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..link.folders import shared_folders
from ..link.types import Slot, in_order
from .names import among
from .rows import camel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..index.store import Located
    from ..index.sync import Sync
    from ..link.linker import Linker
    from .facts import Ref
    from .graph import Graph
    from .names import Node
    from .rows import RouteRow

__all__ = ["Handlers"]

_KINDS = frozenset(
    {"function", "method", "class", "constant", "variable", "property", "field", "struct", "constructor"}
)


class Handlers:
    """Finds handlers in one state of a view."""

    def __init__(self, view: Sync, graph: Graph, linker: Callable[[], Linker]) -> None:
        """`linker` is asked for where names have to be followed through other files."""
        self._view = view
        self._graph = graph
        self._linker = linker
        self._outlines: dict[str, list[Located]] = {}

    def handler(self, row: RouteRow) -> str | None:
        """The id of the symbol that handles a route; None where none is known."""
        found = self._found(row)
        return f"{found.path}:{found.symbol.name_path}" if found is not None else None

    def enclosing(self, path: str, position: int) -> str | None:
        """The name path of the innermost symbol around a place."""
        best: Located | None = None
        for hit in self.outline(path):
            if hit.symbol.start_byte <= position < hit.symbol.end_byte and hit.symbol.body_start >= 0:
                best = hit
        return best.symbol.name_path if best is not None else None

    def outline(self, path: str) -> list[Located]:
        """The symbols of a file."""
        found = self._outlines.get(path)
        if found is None:
            from ..index.store import Located

            blob = self._view.files[path].blob_id
            rows = self._view.store.symbols_of(blob) if blob is not None else []
            found = self._outlines[path] = [Located(path, blob or 0, i, symbol) for i, symbol in enumerate(rows)]
        return found

    def _found(self, row: RouteRow) -> Located | None:
        ref = row.handler
        if ref.kind == "function":
            function = self._graph.files[row.path].functions[ref.number]
            return self._at(row.path, function.line, function.name) if function.name else None
        if ref.kind == "class":
            return next((h for h in self.outline(row.path) if h.symbol.name == ref.text), None)
        if ref.kind == "text":
            return self._told(row, ref.text)
        if ref.kind in ("name", "call"):
            return self._named(row, ref)
        return self._member(row, row.controller, row.pattern.rpartition("/")[2]) if row.controller else None

    def _at(self, path: str, line: int, name: str) -> Located | None:
        return next((h for h in self.outline(path) if h.symbol.name_line == line and h.symbol.name == name), None)

    def _told(self, row: RouteRow, text: str) -> Located | None:
        """A handler that a text names, in the manner of its framework: `users#show`, `UserController@show`."""
        framework = self._graph.rules[row.path].frameworks[row.framework]
        found = framework.handler.fullmatch(text) if framework.handler else None
        if found is None:
            return self._member(row, row.controller, text) if row.controller else None
        controller, member = found["controller"], found["member"]
        folder, _, name = controller.rpartition("/")
        if framework.controller:
            name = framework.controller.replace("{Name}", camel(name))
        return self._member(row._replace(folder="/".join(filter(None, (row.folder, folder)))), name, member)

    def _member(self, row: RouteRow, controller: str, member: str) -> Located | None:
        """A member of a class that is known by its name alone."""
        owner = controller.replace("\\", ".").rpartition(".")[2]
        family = self._graph.project.families.get(row.path, "")
        hits = [
            hit
            for hit in self._view.store.definitions(self._view.row.id, [member])
            if self._graph.project.families.get(hit.path) == family and _container(hit) == owner
        ]
        if not hits and row.expand:
            for pattern, put in self._graph.rules[row.path].expansions[row.expand].plurals:
                other, count = pattern.subn(put, owner, count=1)
                if count and (found := self._member(row._replace(expand=""), other, member)) is not None:
                    return found
        return self._best(row, self._nearest_import(row, owner, hits), row.folder)

    def _nearest_import(self, row: RouteRow, owner: str, hits: Sequence[Located]) -> list[Located]:
        """Of several classes of a name, those whose path has most words of the module that it is imported from."""
        imports = self._graph.files[row.path].imports
        words = [word for r in imports if r.local == owner for word in re.split(r"\W+", r.module.lower())]
        most = max((among(words, hit.path) for hit in hits), default=0)
        return [hit for hit in hits if among(words, hit.path) == most]

    def is_offered(self, row: RouteRow) -> bool:
        """Whether the class that an expansion names has the member, or something in its header that gives it."""
        if not row.expand:
            return True
        needs = self._graph.rules[row.path].expansions[row.expand].needs
        if row.handler.text not in needs or self.handler(row) is not None:
            return True
        family = self._graph.project.families.get(row.path, "")
        owners = self._view.store.definitions(self._view.row.id, [row.controller.rpartition(".")[2]])
        headers = [hit.symbol.signature for hit in owners if self._graph.project.families.get(hit.path) == family]
        return not headers or any(needs[row.handler.text].search(text) for text in headers)

    def _named(self, row: RouteRow, ref: Ref) -> Located | None:
        found = self._graph.resolve(row.path, ref)
        node = found[0] if found is not None else None
        if node is not None and node.kind == "result":
            node = node._replace(kind="function")
        if node is not None:
            located = self._of_node(node)
            if located is not None:
                return located
        if self._graph.project.library(row.path).resolver:
            linked = self._linked(row.path, ref)
            if linked is not None:
                return linked
        return self._by_name(row, ref.text)

    def _of_node(self, node: Node) -> Located | None:
        if node.kind == "function":
            function = self._graph.facts_of(node.path).functions[node.number]
            return self._at(node.path, function.line, function.name) if function.name else None
        if node.kind == "name" and node.number < 0:
            return next(
                (h for h in self.outline(node.path) if h.symbol.name == node.name and h.symbol.parent < 0), None
            )
        return None

    def _linked(self, path: str, ref: Ref) -> Located | None:
        """What links say of the name at its place."""
        linker = self._linker()
        name = ref.text.rpartition(".")[2]
        occurrences = linker.file(path).occurrences(name)
        occurrence = next((o for o in occurrences if o.line == ref.line and o.column == ref.column), None)
        if occurrence is None:
            return None
        for entity in in_order(linker.resolve(path, name, occurrence).entities or ()):
            if isinstance(entity, Slot):
                for line, _ in linker.places_of(entity):
                    for hit in self.outline(entity.path):
                        if hit.symbol.name_line == line and hit.symbol.kind in _KINDS:
                            return hit
        return None

    def _by_name(self, row: RouteRow, text: str) -> Located | None:
        head, _, name = text.rpartition(".")
        owner = head.rpartition(".")[2].lower()
        family = self._graph.project.families.get(row.path, "")
        hits = [
            hit
            for hit in self._view.store.definitions(self._view.row.id, [name])
            if self._graph.project.families.get(hit.path) == family and hit.symbol.kind in _KINDS
        ]
        hits = [hit for hit in hits if hit.symbol.kind not in ("variable", "constant")] or hits
        if owner:
            folder = [hit for hit in hits if owner in _places(hit)]
            hits = folder or [hit for hit in hits if hit.symbol.parent >= 0 or _container(hit)]
        words = head.lower().split(".")
        most = max((among(words, hit.path) for hit in hits), default=0)
        hits = [hit for hit in hits if among(words, hit.path) == most]
        return self._best(row, self._nearest_import(row, head.rpartition(".")[2] or name, hits), "")

    def _best(self, row: RouteRow, hits: Sequence[Located], folder: str) -> Located | None:
        """The one that lies in the folder, else the nearest."""
        inside = [h for h in hits if folder and f"/{folder}/" in f"/{h.path.rpartition('/')[0]}/"]
        chosen = inside or list(hits)
        return max(chosen, key=lambda h: (shared_folders(h.path, row.path), -len(h.path)), default=None)


def _container(hit: Located) -> str:
    parts = hit.symbol.name_path.replace("::", "/").split("/")
    return parts[-2] if len(parts) > 1 else ""


def _places(hit: Located) -> set[str]:
    *folders, file = hit.path.lower().split("/")
    return {_container(hit).lower(), file.rpartition(".")[0], folders[-1] if folders else ""} - {""}
