"""What an index holds, as far as a benchmark has to know: the files that were read, and symbols to ask about."""

from __future__ import annotations

import os
import random
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine import cache
from codeintel.engine.index.store import open_store
from codeintel.engine.index.sync import Sync
from codeintel.engine.languages import load_registry
from codeintel.engine.namepath import Component, parse_name_path, print_name_path
from codeintel.engine.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Generator

    from codeintel.engine.facts import Symbol
    from codeintel.engine.index.store import Store
    from codeintel.engine.languages import Registry

__all__ = ["Target", "indexed_files", "languages_of", "sample", "symbols_of"]

SEED = 20_240_501
"""Every run asks the same questions of the same tree."""


class Target(NamedTuple):
    """A symbol that a question is about."""

    path: str
    language: str
    symbol: Symbol
    namesakes: int
    """How many symbols of the index have its name, itself included."""

    @property
    def id(self) -> str:
        """What finds exactly this symbol."""
        return f"{self.path}:{self.symbol.name_path}"

    @property
    def by_name(self) -> str:
        """Its name as a pattern."""
        return print_name_path((Component(self.symbol.name, None),))

    @property
    def by_path(self) -> str:
        """The last two parts of its name path as a pattern: `Class/name`."""
        return print_name_path(parse_name_path(self.symbol.name_path)[-2:])


def languages_of(root: str) -> Registry:
    """The languages of a project; none of their queries is compiled yet."""
    return load_registry([os.path.join(root, folder) for folder in load_settings(root).queries])


@contextmanager
def _opened(root: str) -> Generator[tuple[Store, Sync, dict[str, int]]]:
    """The store, the view, and the content of each file that was indexed, by path, in order."""
    with closing(open_store(os.path.join(cache.index_folder(root), cache.DATABASE))) as store:
        view = Sync(root, store)
        rows = sorted(view.files.items())
        yield store, view, {path: row.blob_id for path, row in rows if row.blob_id is not None and not row.left_out}


def indexed_files(root: str) -> list[tuple[str, str]]:
    """Path and language of each file whose content was indexed."""
    with _opened(root) as (store, _, blobs):
        return [(path, store.blob(blob)[0]) for path, blob in blobs.items()]


def symbols_of(root: str) -> list[tuple[str, str, list[Symbol]]]:
    """The same, with the symbols of each."""
    with _opened(root) as (store, _, blobs):
        return [(path, store.blob(blob)[0], store.symbols_of(blob)) for path, blob in blobs.items()]


def sample(root: str, count: int) -> list[Target]:
    """Some symbols of the index, from everywhere in it: the same ones for the same content."""
    with _opened(root) as (store, view, blobs):
        paths = list(blobs)
        pick = random.Random(SEED)
        pick.shuffle(paths)
        found: list[tuple[str, str, Symbol]] = []
        for path in paths[: 4 * count]:
            blob = blobs[path]
            symbols = store.symbols_of(blob)
            if symbols:
                language = store.blob(blob)[0]
                found += [(path, language, symbol) for symbol in pick.sample(symbols, min(len(symbols), 4))]
        pick.shuffle(found)
        chosen = found[:count]
        names: dict[str, int] = {}
        for located in store.definitions(view.row.id, sorted({symbol.name for _, _, symbol in chosen})):
            names[located.symbol.name] = names.get(located.symbol.name, 0) + 1
        return [Target(path, language, symbol, names[symbol.name]) for path, language, symbol in chosen]
