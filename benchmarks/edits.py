"""Random edits, each checked by what shares no code with them: `python -m benchmarks edits ROOT --check CMD`.

Works on a copy. A symbol and an operation are drawn at random, until COUNT edits were made: a copy of the definition
under another name before or behind it, its own text, its body by itself, a rename, a text in it replaced and replaced
back, a deletion (forced). After each edit the file is parsed again, and its tokens with the kinds of nodes around each
are held against those of before: outside of the symbol none may have changed, and those of the copy have to be the
symbol's own. CMD, where given, is run on each changed file that it accepted before. Then the edit is taken back and
every byte compared.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import subprocess
import sys
from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from codeintel.engine.errors import CodeintelError
from codeintel.engine.index.decode import decode
from codeintel.engine.index.parse import tree_of
from codeintel.engine.service import Engine

from .workspace import bytes_of, differing, project_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import tree_sitter

    from codeintel.engine.edit.values import EditAnswer
    from codeintel.engine.languages import Language

    Token = tuple[str, tuple[str, ...]]

_LOOSE = frozenset({",", ";", "\n"})
"""Tokens that stand between things rather than belong to one."""


_FAR = 60
"""Tokens by which a copy may seem to begin later than it does, as it begins like what follows it."""


class _Symbol(NamedTuple):
    id: str
    path: str
    name: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("--within", default=".", metavar="FOLDER")
    parser.add_argument("--suffix", default="", metavar="TEXT", help="edit only files that end so")
    parser.add_argument("--check", default="", metavar="CMD", help="a shell command; {} is the file")
    parser.add_argument("--skip", default="", metavar="NAMES", help="operations to leave out, with commas")
    parser.add_argument("--count", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="refusals to show of each kind")
    given = parser.parse_args(arguments)
    with project_copy(given.root) as copy:
        campaign = _Campaign(copy, given)
        campaign.run()
        campaign.report()
    return 0


class _Campaign:
    """Edits of one project."""

    def __init__(self, root: Path, arguments: argparse.Namespace) -> None:
        self.root, self.given = root, arguments
        self.chance = random.Random(arguments.seed)
        self.engine = Engine(str(root))
        self.engine.refresh()
        self.registry = self.engine.languages()
        self.made: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.refused: dict[str, list[str]] = {}

    def run(self) -> None:
        """Edit until enough was done, or nothing is left to try."""
        symbols = list(self._symbols())
        operations: dict[str, Callable[[_Symbol], EditAnswer | None]] = {
            "insert-after": lambda symbol: self._insert(symbol, after=True),
            "insert-before": lambda symbol: self._insert(symbol, after=False),
            "replace": self._replace,
            "replace --body": self._replace_body,
            "replace-text": self._replace_text,
            "rename": lambda symbol: self.engine.rename(symbol.id, f"{symbol.name}Xy"),
            "delete": lambda symbol: self.engine.delete(symbol.id, force=True),
        }
        names = [name for name in operations if name not in self.given.skip.split(",")]
        pairs = [(symbol, name) for symbol in symbols for name in names]
        self.chance.shuffle(pairs)
        before = bytes_of(self.root)
        for symbol, name in pairs:
            if self.made.total() >= self.given.count:
                break
            try:
                answer = operations[name](symbol)
            except CodeintelError as error:
                self.refused.setdefault(name, []).append(f"{symbol.id}: {error.message}")
                continue
            if answer is None:
                continue
            self.made[name] += 1
            if answer.edit is None:
                continue
            faults = [fault for change in answer.files for fault in self._faults(name, symbol, change.path, before)]
            self.engine.undo(answer.edit)
            if differing(self.root, before):
                faults.append("undo did not restore every byte")
            if faults:
                self.wrong[name] += 1
                print(f"{name} {symbol.id}: {faults[0]}\n{answer.files[0].diff[:600]}", flush=True)

    def _symbols(self) -> Iterator[_Symbol]:
        for path in sorted((self.root / self.given.within).rglob(f"*{self.given.suffix}")):
            relative = str(path.relative_to(self.root))
            if path.is_symlink() or not path.is_file() or self.registry.language_of(relative, b"") is None:
                continue
            try:
                nodes = list(self.engine.overview(relative, depth=9).symbols)
            except CodeintelError:  # left out of the index
                continue
            while nodes:
                node = nodes.pop()
                nodes += node.children
                yield _Symbol(node.id, relative, re.sub(r"\[\d+\]$", "", node.id.rpartition("/")[2].rpartition(":")[2]))

    # --- operations ------------------------------------------------------------------------------------------------

    def _text(self, symbol: _Symbol) -> str:
        return self.engine.show(symbol.id).symbol.body or ""

    def _insert(self, symbol: _Symbol, *, after: bool) -> EditAnswer | None:
        text, word = self._text(symbol), rf"(?<![\w$]){re.escape(symbol.name)}(?![\w$])"
        if not symbol.name.isidentifier() or not re.search(word, text):
            return None
        copy = re.sub(word, f"{symbol.name}Xy", text)
        insert = self.engine.insert_after if after else self.engine.insert_before
        return insert(symbol.id, self._as_typed(copy))

    def _as_typed(self, text: str) -> str:
        """The text as at its place, or moved to the margin."""
        lines = text.split("\n")
        margin = min(
            (line[: len(line) - len(line.lstrip())] for line in lines[1:] if line.strip()), key=len, default=""
        )
        if not margin or self.chance.choice([True, False]):
            return text
        return "\n".join([lines[0], *(line.removeprefix(margin) for line in lines[1:])])

    def _replace(self, symbol: _Symbol) -> EditAnswer:
        return self.engine.replace(symbol.id, self._text(symbol))

    def _replace_body(self, symbol: _Symbol) -> EditAnswer | None:
        text = self._text(symbol)
        opened = text.find("{")
        if opened < 0 or not text.rstrip().endswith("}"):
            return None
        return self.engine.replace(symbol.id, text.rstrip()[opened:], body=True)

    def _replace_text(self, symbol: _Symbol) -> EditAnswer | None:
        language = self.registry.language_of(symbol.path, b"")
        kept = {symbol.name, *(language.edit.keywords if language is not None else ())}
        words = [word for word in re.findall(r"[^\W\d]\w*", self._text(symbol)) if word not in kept]
        if not words:
            return None
        word = self.chance.choice(words)
        return self.engine.replace_text(symbol.id, word, f"{word}Xy", every=True)

    # --- checks ----------------------------------------------------------------------------------------------------

    def _faults(self, name: str, symbol: _Symbol, path: str, before: dict[str, bytes]) -> Iterator[str]:
        """What is wrong with one file after an edit."""
        now = (self.root / path).read_bytes() if (self.root / path).exists() else b""
        if name == "replace" and now != before[path]:
            yield "its own text changed the file"
        language = self.registry.language_of(path, now)
        if language is not None:
            yield from _token_faults(name, symbol, _tokens(language, before[path]), _tokens(language, now))
        if self.given.check:
            after = self._says(path)
            (self.root / path).write_bytes(before[path])
            was = self._says(path)
            (self.root / path).write_bytes(now)
            if after and not was:
                yield f"check: {after}"

    def _says(self, path: str) -> str:
        command = self.given.check.replace("{}", shlex.quote(path))
        done = subprocess.run(command, shell=True, cwd=self.root, capture_output=True, text=True, check=False)
        return (done.stderr or done.stdout or "exit")[-500:] if done.returncode else ""

    def report(self) -> None:
        """Print the figures."""
        self.engine.close()
        for name, reasons in sorted(self.refused.items()):
            for reason in reasons[: self.given.show]:
                print(f"refused: {name} {reason}")
        made = ", ".join(f"{name} {count}" for name, count in sorted(self.made.items()))
        refused = ", ".join(f"{name} {len(each)}" for name, each in sorted(self.refused.items()))
        name = os.path.basename(self.given.root.rstrip("/"))
        print(f"{name}: {self.made.total()} edits ({made}); refused: {refused}; wrong: {dict(self.wrong) or 0}")


def _tokens(language: Language, raw: bytes) -> list[Token]:
    """The tokens of a file but for its comments, each with the kinds of nodes around it."""
    source = decode(raw).source
    found: list[Token] = []
    comments = language.rules.comments

    def walk(node: tree_sitter.Node, around: tuple[str, ...]) -> None:
        if node.type in comments:
            return
        inner = (*around, node.type)
        if not node.child_count:
            found.append((source[node.start_byte : node.end_byte].decode("utf-8", "replace"), around))
        for child in node.children:
            walk(child, inner)

    walk(tree_of(language, source).root_node, ())
    return [token for token in found if token[0].strip() not in _LOOSE and token[0].strip()]


def _token_faults(name: str, symbol: _Symbol, old: list[Token], new: list[Token]) -> Iterator[str]:
    """Tokens outside of the symbol that changed, or those of its copy that stand elsewhere than its own."""
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    limit = min(len(old), len(new)) - head
    tail = (
        sum(
            1
            for _ in takewhile(
                lambda pair: pair[0] == pair[1], zip(old[: -limit - 1 : -1], new[: -limit - 1 : -1], strict=False)
            )
        )
        if limit
        else 0
    )
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    if name.startswith("insert"):
        if gone:
            yield f"{len(gone)} old tokens changed: {gone[0]} → {come[:1]}"
            return
        ways = (
            new[at : at + len(come)]
            for at in range(head, max(head - _FAR, -1), -1)
            if new[:at] + new[at + len(come) :] == old
        )
        if not any(_is_copy(each, symbol.name, old) for each in ways):
            yield f"the copy is not beside the symbol: {come[:1]}"
    elif name in ("rename", "replace-text"):
        if [(text.replace("Xy", ""), around) for text, around in come] != gone:
            yield "tokens that were not renamed changed"
    elif name == "delete" and len(come) > 1:
        yield f"{len(come)} tokens are new after a deletion: {come[0]}"


def _is_copy(come: list[Token], name: str, old: list[Token]) -> bool:
    """Whether new tokens are a run of the old ones, under the new name."""
    plain = [(re.sub(rf"\b{re.escape(name)}Xy\b", name, text), around) for text, around in come]
    starts = [at for at, token in enumerate(old) if token == plain[0]] if plain else []
    return any(old[at : at + len(plain)] == plain for at in starts)


if __name__ == "__main__":
    sys.exit(main())
