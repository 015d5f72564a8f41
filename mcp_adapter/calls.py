"""What each tool does: one request to the engine, and how its answer is shown."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.errors import UsageError
from ..engine.wording import files_and_symbols

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..engine.answers.witness import Precision
    from ..engine.edit.values import EditOptions
    from ..engine.service import Engine
    from ..engine.text import Line
    from .arguments import Arguments

__all__ = ["CALLS", "Reply"]

EVERYTHING = 20_000
"""Items that one answer may have; what of them is shown depends on its budget."""
MANY_HITS = 100
"""Hits that a search may have: who reads so far has asked with the wrong words."""
MAP_BUDGET = 6_000
"""Characters of a map where no limit is given: more of it is not better."""
UNDO = "undo_edit with edit={edit} takes it back"


class Reply(NamedTuple):
    """An answer of the engine and how to show it."""

    answer: Any
    text: Callable[[Any, int, str], list[Line]]
    """Lines within a budget (0: no limit), with the words that say how to get what was left out."""
    shape: Callable[[Any, int], dict[str, Any]]
    """The JSON of a detail."""
    items: str = ""
    """The field whose values are pages of, empty where there is nothing to turn."""
    narrower: str = ""
    """How to ask for less."""
    empty: str = ""
    """What to say where nothing was found."""
    by_line: bool = False
    """Whether a long answer is shown from its beginning rather than with less detail."""


def _find(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.values import FindRequest
    from ..engine.shapes import find_shape
    from ..engine.text import find_text

    pattern = given["name_path_pattern"]
    request = FindRequest(
        pattern,
        _place(given.get("relative_path")),
        _kinds(given.get("include_kinds"), given.get("exclude_kinds")),
        substring=given.get("substring_matching", False),
        body=given.get("include_body", False),
        depth=_depth(given, 0),
        limit=EVERYTHING,
    )
    answer = engine.find(request)
    meant = "".join(f"\n  {suggestion}" for suggestion in answer.suggestions)  # names of the repository
    return Reply(
        answer,
        find_text,
        find_shape,
        "symbols",
        "narrow it with relative_path, include_kinds or a longer name path",
        f"nothing is named {pattern!r}" + (f"\ndid you mean:\n<data>{meant}\n</data>" if meant else ""),
        by_line=request.body and len(answer.symbols) == 1,
    )


def _search(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.search import SearchRequest
    from ..engine.search_shapes import search_shape
    from ..engine.search_text import search_text

    words, place = given["words"], _place(given.get("relative_path"))
    kinds = _kinds(given.get("include_kinds"), None)
    answer = engine.search(SearchRequest(words, place, kinds, given.get("include_tests", False), MANY_HITS))
    narrower = "say it in other words, or narrow it with relative_path or include_kinds"
    return Reply(answer, search_text, search_shape, "symbols", narrower, _nothing_about(words, answer.suggestions))


def _map(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.repomap import MapRequest
    from ..engine.search_shapes import map_shape
    from ..engine.search_text import map_text

    def text(answer: Any, budget: int, narrower: str) -> list[Line]:
        del narrower
        return map_text(answer, budget or MAP_BUDGET)

    answer = engine.map(MapRequest(tuple(given.get("focus", ()))))
    return Reply(answer, text, map_shape, "symbols", "", "there is nothing to draw a map of")


def _explore(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.explore import ExploreRequest
    from ..engine.search_shapes import explore_shape
    from ..engine.search_text import explore_text

    task, place = given["task"], _place(given.get("relative_path"))
    answer = engine.explore(ExploreRequest(task, place, given.get("include_tests", False)))
    empty = _nothing_about(task, answer.suggestions)
    return Reply(answer, explore_text, explore_shape, "symbols", "name what matters most", empty)


def _nothing_about(words: str, suggestions: list[str]) -> str:
    meant = "".join(f"\n  {suggestion}" for suggestion in suggestions)  # names of the repository
    return f"nothing is about {words!r}" + (f"\ndid you mean:\n<data>{meant}\n</data>" if meant else "")


def _overview(engine: Engine, given: Arguments) -> Reply:
    from ..engine.shapes import overview_shape
    from ..engine.text import overview_text

    answer = engine.overview(_place(given["relative_path"]) or ".", _depth(given, 1), EVERYTHING)
    items = "files" if answer.language is None else "symbols"
    narrower = "give a folder below it, or one file" if items == "files" else "use a smaller depth"
    return Reply(answer, overview_text, overview_shape, items, narrower, f"{answer.path} defines nothing")


def _references(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.references import CERTAINTIES, RefsRequest
    from ..engine.link_shapes import refs_shape
    from ..engine.link_text import refs_text

    answer = engine.refs(RefsRequest(_address(engine, given), given.get("precision", ""), limit=EVERYTHING))
    answer.references.sort(key=lambda row: CERTAINTIES.index(row.certainty))  # as they are shown
    return Reply(answer, refs_text, refs_shape, "references", "", "nothing uses it")


def _implementations(engine: Engine, given: Arguments) -> Reply:
    from ..engine.link_shapes import implementations_shape
    from ..engine.link_text import implementations_text

    answer = engine.implementations(_address(engine, given), EVERYTHING, _precision(given))
    return Reply(answer, implementations_text, implementations_shape, "implementations", "", "nothing descends from it")


def _declaration(engine: Engine, given: Arguments) -> Reply:
    from ..engine.link_shapes import definition_shape
    from ..engine.link_text import definition_text

    path, line, name = given["relative_path"], given["line"], given["name"]
    if not (name.isidentifier() or name.replace("$", "_").isidentifier()):
        raise UsageError(f"{name!r} is no name", "Give the one word whose meaning you want.")
    answer = engine.definition(f"{path}:{line}:{name}", _precision(given))
    missing = "is known in the project" if answer.name else f"could be looked for: it does not stand in line {line}"
    return Reply(answer, definition_text, definition_shape, "definitions", "", f"no definition of {name} {missing}")


def _call_graph(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.graph import GraphRequest
    from ..engine.link_shapes import graph_shape, impact_shape, trace_shape
    from ..engine.link_text import graph_text, impact_text, trace_text

    direction = given.get("direction", "trace" if "to" in given else "callers")
    symbol = _address(engine, given)
    if direction == "trace":
        if "to" not in given:
            raise UsageError("a trace needs to", "Give the name path of the symbol that it leads to.")
        traced = engine.trace(symbol, given["to"])
        return Reply(traced, trace_text, _without_detail(trace_shape), "hops", "", "no chain of calls")
    if direction == "impact":
        reached = engine.impact(GraphRequest(symbol, _depth(given, 3), EVERYTHING))
        return Reply(reached, impact_text, impact_shape, "reached", "use a smaller depth", "nothing reaches it")
    precision = given.get("precision", "")
    request, callers = GraphRequest(symbol, _depth(given, 1), EVERYTHING, precision), direction == "callers"
    answer = engine.callers(request) if callers else engine.callees(request)
    return Reply(
        answer,
        partial(graph_text, callers=callers),
        graph_shape,
        "edges",
        "use a smaller depth",
    )


def _diagnostics(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.diagnostics import DiagnosticsRequest
    from ..engine.server_shapes import diagnostics_shape
    from ..engine.server_text import diagnostics_text

    severity = given.get("min_severity", "information")
    if "name_path" in given:
        request = DiagnosticsRequest(symbol=_address(engine, given), severity=severity, limit=EVERYTHING)
    else:
        request = DiagnosticsRequest(_place(given["relative_path"]) or ".", severity=severity, limit=EVERYTHING)
    answer = engine.diagnostics(request)
    if answer.counts["hint"] and "min_severity" not in given:
        answer.notes.append(f"{answer.counts['hint']} hints are left out; min_severity=hint shows them")
    return Reply(answer, diagnostics_text, diagnostics_shape, "diagnostics", "raise min_severity, or ask about less")


def _changes(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.changed import ChangedRequest
    from ..engine.link_shapes import changed_shape
    from ..engine.link_text import changed_text

    answer = engine.changed(ChangedRequest(given.get("revision", "HEAD"), _depth(given, 3), EVERYTHING))
    return Reply(answer, changed_text, changed_shape, "reached", "use a smaller depth")


def _routes(engine: Engine, given: Arguments) -> Reply:
    from ..engine.answers.routes import RoutesRequest
    from ..engine.link_shapes import routes_shape
    from ..engine.link_text import routes_text

    wanted = given.get("pattern", "")
    within = _place(given.get("relative_path"))
    answer = engine.routes(RoutesRequest(wanted, within, given.get("method", ""), EVERYTHING))
    return Reply(
        answer,
        routes_text,
        routes_shape,
        "routes",
        "narrow it with pattern, relative_path or method",
        "no route is like that" if wanted or within else "no route is registered, in a framework that is known",
    )


def _status(engine: Engine, given: Arguments) -> Reply:
    from ..engine.shapes import status_shape

    del given
    return Reply(engine.status(), _status_text, _without_detail(status_shape))


def _without_detail(shape: Callable[[Any], dict[str, Any]]) -> Callable[[Any, int], dict[str, Any]]:
    """A shape that is the same in every detail."""

    def shaped(answer: Any, detail: int) -> dict[str, Any]:
        del detail
        return shape(answer)

    return shaped


def _status_text(answer: Any, budget: int, narrower: str) -> list[Line]:
    del budget, narrower
    lines: list[Line] = [[("", f"{answer.root}: {files_and_symbols(answer.files, answer.symbols)}")]]
    lines += [[("", f"  {count}  {name}")] for name, count in answer.languages.items()]
    lines += [[("", f"  {count} left out: {reason}")] for reason, count in answer.left_out.items()]
    return lines


def _replace(engine: Engine, given: Arguments) -> Reply:
    return _edited(engine.replace(_address(engine, given), given["body"], options=_options(given)))


def _replace_text(engine: Engine, given: Arguments) -> Reply:
    every = given.get("every", False)
    address = _address(engine, given)
    return _edited(engine.replace_text(address, given["old"], given["new"], every=every, options=_options(given)))


def _insert_before(engine: Engine, given: Arguments) -> Reply:
    return _edited(engine.insert_before(_address(engine, given), given["body"], options=_options(given)))


def _insert_after(engine: Engine, given: Arguments) -> Reply:
    return _edited(engine.insert_after(_address(engine, given), given["body"], options=_options(given)))


def _rename(engine: Engine, given: Arguments) -> Reply:
    address, new = _address(engine, given), given["new_name"]
    return _edited(engine.rename(address, new, precision=_precision(given), options=_options(given)))


def _delete(engine: Engine, given: Arguments) -> Reply:
    address, force = _address(engine, given), given.get("force", False)
    return _edited(engine.delete(address, force=force, precision=_precision(given), options=_options(given)))


def _move(engine: Engine, given: Arguments) -> Reply:
    return _edited(engine.move(_address(engine, given), given["target_path"], options=_options(given)))


def _undo(engine: Engine, given: Arguments) -> Reply:
    return _edited(engine.undo(given.get("edit"), options=_options(given)))


def _edited(answer: Any) -> Reply:
    from ..engine.shapes import edit_shape
    from ..engine.text import edit_text

    def text(answer: Any, budget: int, narrower: str) -> list[Line]:
        del narrower
        return edit_text(answer, budget, UNDO)

    return Reply(answer, text, _without_detail(edit_shape))


def _options(given: Arguments) -> EditOptions:
    from ..engine.edit.values import EditOptions

    return EditOptions(dry_run=given.get("dry_run", False), export=given.get("export", False), by="mcp")


def _precision(given: Arguments) -> Precision:
    from ..engine.answers.witness import Precision

    return Precision(given.get("precision", ""))


def _depth(given: Arguments, default: int) -> int:
    depth = given.get("depth", default)
    if depth < 0:
        raise UsageError(f"depth cannot be {depth}", "Count levels from 0.")
    return min(depth, 1_000)


def _place(path: str | None) -> str | None:
    """A file or folder; None for the whole project, however it is said."""
    return None if path is None or path in ("", ".", "./", "/") else path


def _address(engine: Engine, given: Arguments) -> str:
    """The name path together with the file or folder that defines the symbol."""
    name_path, place = given["name_path"], _place(given.get("relative_path"))
    if place is None:
        return name_path
    path = os.path.normpath(os.path.join(engine.root, place))
    path = os.path.relpath(path, engine.root) if path.startswith(engine.root + os.sep) else place
    if name_path.startswith(f"{path}:"):
        return name_path
    return f"{path}/:{name_path}" if os.path.isdir(os.path.join(engine.root, path)) else f"{path}:{name_path}"


def _kinds(included: list[str] | None, excluded: list[str] | None) -> frozenset[str]:
    """Kinds to show; none of them means all. Raises UsageError."""
    from ..engine.facts import KINDS
    from .arguments import KIND_NAMES

    unknown = [kind for kind in [*(included or ()), *(excluded or ())] if kind not in KIND_NAMES]
    if unknown:
        raise UsageError(f"there is no kind {unknown[0]!r}", f"Kinds are {', '.join(sorted(KINDS))}.")
    if not included and not excluded:
        return frozenset()
    kept = (frozenset(included) if included else KINDS) - frozenset(excluded or ())
    if not kept:
        raise UsageError("every kind is excluded", "Leave some kinds to look for.")
    return kept


CALLS: dict[str, Callable[[Engine, Arguments], Reply]] = {
    "get_symbols_overview": _overview,
    "find_symbol": _find,
    "search_symbols": _search,
    "get_repo_map": _map,
    "explore": _explore,
    "find_referencing_symbols": _references,
    "find_implementations": _implementations,
    "find_declaration": _declaration,
    "call_graph": _call_graph,
    "get_diagnostics_for_file": _diagnostics,
    "get_diagnostics_for_symbol": _diagnostics,
    "get_changes": _changes,
    "get_routes": _routes,
    "get_status": _status,
    "replace_symbol_body": _replace,
    "replace_in_symbol": _replace_text,
    "insert_before_symbol": _insert_before,
    "insert_after_symbol": _insert_after,
    "rename_symbol": _rename,
    "safe_delete_symbol": _delete,
    "move_symbol": _move,
    "undo_edit": _undo,
}
"""Tools that are a request to the engine; the others are about the session (`server.py`)."""
