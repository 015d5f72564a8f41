"""The stages of an index, done one after the other in one process, each with its CPU time.

It calls the engine's own functions in the engine's order, without worker processes. The query and the collecting of
words happen inside of the outline: the one is run once more by itself, the other one is timed where it is called, and
both are taken off it. What references cost comes last: deep facts, links, text. Run as a program with a root, it does
that for the project and prints the seconds by stage.
"""

from __future__ import annotations

import json
import marshal
import os
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ..measure import Side, Spent, environment, run

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    import tree_sitter

    from codeintel.engine.facts import FileFacts
    from codeintel.engine.index.look import Look
    from codeintel.engine.index.store import Store
    from codeintel.engine.languages import Language

__all__ = ["LATER", "NAME", "STAGES", "staged_index"]

NAME = "codeintel, one process"
STAGES = {
    "start": "Python itself, the benchmark's own modules",
    "import": "tree-sitter, its grammars, the engine",
    "languages": "reading languages, compiling their queries",
    "discover": "listing the project's files",
    "look": "reading files, their stamps, language and hash",
    "decode": "bytes to UTF-8",
    "parse": "tree-sitter",
    "query": "matches of the outline query, as Python objects",
    "outline": "symbols from the matches",
    "words": "the identifiers of each file, once each",
    "marshal": "facts to bytes and back, as between processes",
    "store": "rows into SQLite",
    "deep": "scopes, bindings, expressions: what links need, of languages that have them",
    "link": "references of some symbols, from deep facts that are there",
    "render": "those answers as text",
}
"""In order, with what each is."""
LATER = ("deep", "link", "render")
"""Those that questions about references cost, not an index."""
_BATCH = 400
"""Files a transaction, as in the engine."""
_QUERY = "compile: "
ASKED = 30
"""Symbols whose references are asked for."""
_WORDS = "_words"
"""The outline's function that collects words."""


def staged_index(root: Path) -> Side[Spent]:
    """The side that makes an index stage by stage."""
    return Side(NAME, partial(run, [sys.executable, "-m", __name__, str(root)], environment()))


def main() -> None:
    """Make an index of the project and print the seconds that each stage took."""
    watch = _Stopwatch()
    watch.seconds["start"] = time.process_time()
    with watch.stage("import"):
        import tree_sitter  # noqa: F401  # pyright: ignore[reportUnusedImport]
        import tree_sitter_language_pack  # noqa: F401  # pyright: ignore[reportUnusedImport]

        from codeintel.engine.index import discover, look, outline, parse, store  # noqa: F401  # pyright: ignore[reportUnusedImport]
        from codeintel.engine.languages import load_registry
        from codeintel.engine.settings import load_settings
    if hasattr(outline, _WORDS):  # else they are part of the outline
        setattr(outline, _WORDS, watch.timing("words", getattr(outline, _WORDS)))
    root = os.path.realpath(sys.argv[1])
    with watch.stage("languages"):
        registry = load_registry()
    settings = load_settings(root)
    with watch.stage("discover"):
        listing = discover.list_project(root, settings, registry.could_be_source)
    parsers: dict[str, tree_sitter.Parser] = {}
    batch: list[tuple[Look, FileFacts]] = []
    files = size = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(store.open_store(os.path.join(folder, "index.db"))) as database,
    ):
        for path in listing.files:
            with watch.stage("look"):
                seen = look.look(root, path, settings.max_file_size, registry)
            if seen is None or seen.language is None or seen.left_out:
                continue
            parser = parsers.get(seen.language.name) or parsers.setdefault(
                seen.language.name, _ready(watch, seen.language)
            )
            batch.append((seen, _extract(watch, seen, seen.language, parser)))
            files, size = files + 1, size + len(seen.raw)
            if len(batch) == _BATCH:
                _store(watch, database, root, batch)
                batch = []
        _store(watch, database, root, batch)
    _ask(watch, root)
    seconds = {name: watch.seconds.get(name, 0.0) for name in STAGES}
    seconds["outline"] -= seconds["query"] + seconds["words"]
    queries = {name.removeprefix(_QUERY): spent for name, spent in watch.seconds.items() if name.startswith(_QUERY)}
    seconds["languages"] += sum(queries.values())
    print(json.dumps({"files": files, "bytes": size, "stages": seconds, "queries": queries}))


_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Stopwatch:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        started = time.process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - started

    def timing(self, name: str, call: Callable[_P, _T]) -> Callable[_P, _T]:
        """`call`, with its time counted as a stage."""

        def timed(*values: _P.args, **named: _P.kwargs) -> _T:
            with self.stage(name):
                return call(*values, **named)

        return timed


def _ready(watch: _Stopwatch, language: Language) -> tree_sitter.Parser:
    import tree_sitter

    from codeintel.engine.index import deep

    with watch.stage(_QUERY + language.name):
        language.check()
        if language.semantics:
            deep.make_ready(language)
        return tree_sitter.Parser(language.grammar)


def _extract(watch: _Stopwatch, seen: Look, language: Language, parser: tree_sitter.Parser) -> FileFacts:
    import tree_sitter

    from codeintel.engine.facts import FileFacts
    from codeintel.engine.index.decode import decode
    from codeintel.engine.index.deep import deep_facts_of
    from codeintel.engine.index.outline import outline

    with watch.stage("decode"):
        source = decode(seen.raw).source
    with watch.stage("parse"):
        tree = parser.parse(source)
    with watch.stage("query"):
        tree_sitter.QueryCursor(language.symbols.query).matches(tree.root_node)
    with watch.stage("outline"):
        facts = outline(language, source, tree)
    if language.semantics:
        with watch.stage("deep"):
            deep_facts_of(language, seen.raw)
    with watch.stage("marshal"):
        plain = (*facts[:3], [*map(tuple, facts.symbols)], facts.words)
        return FileFacts(*marshal.loads(marshal.dumps(plain)))  # made right here


def _ask(watch: _Stopwatch, root: str) -> None:
    """References of random symbols; the index that they are asked of is made aside."""
    from codeintel.engine.answers.references import RefsRequest
    from codeintel.engine.errors import AmbiguousSymbol
    from codeintel.engine.link_text import refs_text
    from codeintel.engine.service import Engine
    from codeintel.engine.text import plain

    from ..contents import sample
    from ..workspace import own_cache, scratch

    with scratch() as work, own_cache(work):
        engine = Engine(root)
        engine.index(links=True)
        for target in sample(root, ASKED):
            try:
                with watch.stage("link"):
                    answer = engine.refs(RefsRequest(target.id, precision="index"))
            except AmbiguousSymbol:
                continue
            with watch.stage("render"):
                plain(refs_text(answer, 0))
        engine.close()


def _store(watch: _Stopwatch, database: Store, root: str, batch: list[tuple[Look, FileFacts]]) -> None:
    from codeintel.engine.index.rows import FileRow, NewBlob, ViewUpdate
    from codeintel.engine.index.store import INDEXED

    with watch.stage("store"):
        blobs: list[Any] = []
        for seen, facts in batch:
            assert seen.key is not None
            blobs.append(NewBlob(seen.key, INDEXED, facts.lines, facts.symbols, facts.words))
        ids = database.add_blobs(blobs)
        rows = {
            seen.path: FileRow(*seen.stamp, seen.racy, ids[blob.key], "")
            for (seen, _), blob in zip(batch, blobs, strict=True)
        }
        database.update_view(database.view(root).id, ViewUpdate(rows, (), {}, (), None, None))


if __name__ == "__main__":
    main()
