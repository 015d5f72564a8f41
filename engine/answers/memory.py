"""What language servers said, remembered: found again for as long as nothing changed that the answer depends on.

An answer is kept under its question, the server and its settings, and the content of every file of the server's
languages. When files changed since, it still holds if none of them can have to do with it: none is among the files that
the answer speaks of or that were searched for it, none has a word that would have put it there, and nobody among those
may see one of them, directly or not (`link/reach.py`). In doubt it does not hold.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ..deepfacts import DEEP_VERSION
from ..link.reach import Texts, Touched, may_reach, outward
from ..link.references import Searched
from ..link.source import linker_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..index.sync import Sync
    from ..precise import Chosen
    from ..progress import Progress

__all__ = ["Memory", "hash_of"]

CONTENTS = "witness contents"
CONFIGURED = "witness configuration"
MAX_ANSWERS = 4
"""Answers of one question that are kept: of so many states of the project."""
MAX_STATES = 32
"""States of the project that answers are compared with, by the content of their files."""
MAX_TOUCHED = 40
"""More changed files than this are not looked at one by one."""
MAX_CONFIGURATION = 1_000_000
"""Bytes of a configuration file that are looked at."""
HASH_SIZE = 16
_WORD = re.compile(r"[\w$]{1,100}")
"""What is found again among the words of files."""
_DEEP = 2


class _State(NamedTuple):
    """The content of all files of some languages."""

    key: str
    files: dict[str, bytes]
    """Hash by path."""


class Memory:
    """What is remembered in the index of a view."""

    def __init__(self, view: Sync, progress: Progress) -> None:
        """Read nothing yet."""
        self._view = view
        self._progress = progress

    def recall(self, chosen: Chosen, question: tuple[object, ...]) -> Any:
        """What was remembered of a question and holds in this state of the project, or None."""
        key = self._key(chosen, question)
        answers = self._answers(key)
        now = _state(self._view, chosen.languages) if answers else None
        if now is None:
            return None
        found = next((state for state, _ in answers if state == now.key), None)
        if found is None:
            found = next((state for state, grounds in answers if grounds and self._holds(state, grounds, now)), None)
        return _read(self._view.store.said(hash_of(key, found))) if found is not None else None

    def remember(self, chosen: Chosen, question: tuple[object, ...], value: Any, grounds: Searched | None) -> None:
        """Remember the answer of a question with what it depends on; None: on every file."""
        key, now = self._key(chosen, question), _state(self._view, chosen.languages)
        if grounds is not None and not all(map(_WORD.fullmatch, grounds.words)):
            grounds = None
        if grounds is not None:
            self._keep_state(now)
        rows = [[now.key, None if grounds is None else [sorted(part) for part in grounds]]]
        rows += [
            [state, said and [sorted(part) for part in said]] for state, said in self._answers(key) if state != now.key
        ]
        for state, _ in rows[MAX_ANSWERS:]:
            self._view.store.forget(hash_of(key, state))
        self._view.store.remember(hash_of(key, now.key), _written(value))
        self._view.store.remember(key, _written(rows[:MAX_ANSWERS]))

    # --- keys ------------------------------------------------------------------------------------------------------

    def _key(self, chosen: Chosen, question: tuple[object, ...]) -> bytes:
        view = self._view
        return hash_of(
            DEEP_VERSION, view.row.stamp, _configuration(view, chosen), chosen.name, chosen.version, *question
        )

    def _answers(self, key: bytes) -> list[tuple[str, Searched | None]]:
        rows: list[tuple[str, list[list[str]] | None]] = _read(self._view.store.said(key)) or []
        return [(state, Searched._make(map(frozenset, said)) if said is not None else None) for state, said in rows]

    def _keep_state(self, state: _State) -> None:
        """Have a state at hand when an answer is asked for in another one; let the oldest go."""
        store = self._view.store
        known: list[str] = _read(store.said(_STATES)) or []
        if state.key in known[-MAX_STATES // 2 :]:
            return
        known = [*(key for key in known if key != state.key), state.key]
        for key in known[:-MAX_STATES]:
            store.forget(hash_of("state", key))
        store.remember(hash_of("state", state.key), _packed(state))
        store.remember(_STATES, _written(known[-MAX_STATES:]))

    # --- whether it holds ------------------------------------------------------------------------------------------

    def _holds(self, key: str, grounds: Searched, now: _State) -> bool:
        """Whether what changed since a state has nothing to do with an answer of that time."""
        data = self._view.store.said(hash_of("state", key))
        before = _unpacked(data) if data is not None else None
        if before is None:
            return False
        changed = dict(before.items() ^ now.files.items()).keys()
        if len(changed) > MAX_TOUCHED or not changed.isdisjoint(grounds.files):
            return False
        touched = [self._touched(path, before.get(path), now.files.get(path)) for path in sorted(changed)]
        found = [file for file in touched if file is not None and not _is_searched(file, grounds)]
        if len(found) < len(touched):
            return False
        project = linker_of(self._view, self._progress).project
        return not may_reach(project, found, grounds.files, Texts(self._words, self._names))

    def _touched(self, path: str, before: bytes | None, now: bytes | None) -> Touched | None:
        """A file with what it had and has; None where what it had is forgotten."""
        store = self._view.store
        texts: list[str] = []
        constants: set[str] = set()
        names: frozenset[str] | None = frozenset()
        for content in (before, now):
            blobs = store.blobs_with_hash(content) if content is not None else []
            if content is not None and not blobs:
                return None
            texts.append("".join(map(store.words_of, blobs)))
            for blob in blobs:
                constants.update(row.name for row in store.symbols_of(blob) if row.kind == "constant")
                said = outward(store, blob)
                names = names | said if names is not None and said is not None else None
        stays = before is not None and now is not None
        return Touched(path, stays, texts[0], texts[1], frozenset(constants), names)

    def _words(self, path: str) -> str:
        row = self._view.files.get(path)
        return self._view.store.words_of(row.blob_id) if row is not None and row.blob_id is not None else ""

    def _names(self, path: str) -> frozenset[str] | None:
        row = self._view.files.get(path)
        return outward(self._view.store, row.blob_id) if row is not None and row.blob_id is not None else None


def hash_of(*parts: object) -> bytes:
    """A key under which something is remembered."""
    from hashlib import blake2b

    return blake2b(repr(parts).encode("utf-8", "surrogateescape"), digest_size=HASH_SIZE).digest()


def _is_searched(file: Touched, grounds: Searched) -> bool:
    """Whether a file would be searched for an answer, or would have been."""
    if any(not folder or file.path.startswith(folder + "/") for folder in grounds.folders):
        return True
    return any(f"\n{word}\n" in text for text in (file.before, file.now) for word in grounds.words)


def _state(view: Sync, languages: Sequence[str]) -> _State:
    """The content of all files of some languages, read once a generation."""
    kept: dict[object, _State] = view.kept.setdefault(CONTENTS, {})
    key = view.row.generation, tuple(languages)
    if key not in kept:
        kept.clear()
        files = dict(view.store.contents(view.row.id, languages))
        kept[key] = _State(hash_of("\0".join(files), b"".join(files.values())).hex(), files)
    return kept[key]


def _packed(state: _State) -> bytes:
    import zlib

    names = "\0".join(state.files).encode("utf-8", "surrogateescape")
    return zlib.compress(names, 1) + b"".join(state.files.values()) + len(state.files).to_bytes(4, "big")


def _unpacked(data: bytes) -> dict[str, bytes]:
    import zlib

    size = int.from_bytes(data[-4:], "big") * HASH_SIZE
    hashes = data[-4 - size : -4]
    names = zlib.decompress(data[: -4 - size]).decode("utf-8", "surrogateescape").split("\0") if size else []
    return {name: hashes[i * HASH_SIZE : (i + 1) * HASH_SIZE] for i, name in enumerate(names)}


def _configuration(view: Sync, chosen: Chosen) -> list[str]:
    """The configuration files in the root and in folders not far below it, each with its content."""
    import os

    found: list[str] = []
    for path in _configured(view, chosen.configuration):
        with suppress(OSError):
            handle = os.open(os.path.join(view.root, path), os.O_RDONLY | os.O_NONBLOCK)  # it may be a pipe
            with open(handle, "rb") as file:
                found.append(f"{path} {hash_of(file.read(MAX_CONFIGURATION)).hex()}")
    return found


def _configured(view: Sync, names: tuple[str, ...]) -> list[str]:
    """Which of some configuration files there are, looked for once a generation: a new one is a change of its folder.

    Those whose name has a folder may lie in one that is no part of the view, and are looked for each time.
    """
    import os

    kept: dict[object, list[str]] = view.kept.setdefault(CONFIGURED, {})
    key = view.row.generation, names
    if key not in kept:
        kept.clear()
        folders = [f"{path}/" if path else "" for path in view.folders if path.count("/") < _DEEP]
        paths = (folder + name for name in names if "/" not in name for folder in folders)
        kept[key] = [path for path in paths if os.path.lexists(f"{view.root}/{path}")]
    return [*kept[key], *(name for name in names if "/" in name)]


def _written(value: Any) -> bytes:
    import json
    import zlib

    return zlib.compress(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"), 1
    )


def _read(data: bytes | None) -> Any:
    import json
    import zlib

    return None if data is None else json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))


_STATES = hash_of("states")
